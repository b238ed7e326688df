"""VIII: the course of 1848."""

from stellwerk.games.g1848.rules.ending import IDLE_SETS, result, winners
from stellwerk.mech18.course import CourseActivity

COURSE = CourseActivity(order_rule="VIII-1", result=result, winners=winners, idle_sets=IDLE_SETS)
