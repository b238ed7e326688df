"""SU-2: before the first round the seats are drawn."""

from fens.rules.state import Fens
from stellwerk.engine.rule import rule
from stellwerk.mech18.course import SeatDrawActivity, is_an_order

SEAT_DRAW = SeatDrawActivity[Fens](rule("SU-2", is_an_order))
