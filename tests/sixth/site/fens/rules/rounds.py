"""OR-4: the course of 18Fen."""

from fens.rules.ending import IDLE_SETS, result, winners
from fens.rules.state import Fens
from stellwerk.mech18.course import CourseActivity

COURSE = CourseActivity[Fens](order_rule="OR-4", result=result, winners=winners, idle_sets=IDLE_SETS)
