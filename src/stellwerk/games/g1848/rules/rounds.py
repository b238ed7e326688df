"""VIII: the course of 1848."""

from stellwerk.games.g1848.rules.ending import IDLE_SETS, result, winners
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.mech18.course import CourseActivity

COURSE = CourseActivity[Australia](order_rule="VIII-1", result=result, winners=winners, idle_sets=IDLE_SETS)
