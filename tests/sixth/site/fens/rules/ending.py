"""EN: what ends the game, and who wins."""

from stellwerk.engine.text import msg
from stellwerk.mech18.wealth import richest, wealth

IDLE_SETS = 2  # EN-1; an empty bank: mech18/state.py
LAST_TRAIN = msg("the last train is sold")  # EN-1

result = wealth  # EN-2
winners = richest(result)
