"""XIV: what ends the game, and the final account."""

from stellwerk.engine.text import msg
from stellwerk.mech18.wealth import richest, wealth

# XIV-1: any one of these, or an empty bank (mech18/state.py). XIV-2, XIV-4, S17: the running
# set, or after a stock round the next one, is played out (mech18/course.py).
IDLE_SETS = 3  # XIV-1, our ruling: after three sets in which nothing has changed nothing will
HIGHEST_PRICE = msg("a company stands at the highest price")
MANY_LOANS = msg("16 loans are granted")
MANY_TAKEOVERS = msg("five companies are taken over")


result = wealth  # XIV-3: privates and what companies own count nothing
winners = richest(result)
