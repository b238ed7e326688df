"""OR-1, OR-6: the course of the game."""

from stellwerk.games.g1854.rules.ending import IDLE_SETS, result, winners
from stellwerk.games.g1854.rules.opening import unsold
from stellwerk.games.g1854.rules.phases import last_four
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.course import Course, CourseActivity


def over(s: Austria) -> bool:
    """GE-1: at once after a bankruptcy, at the end of the round with a price of 300.

    Also when the auction broke the bank and was given up.
    """
    given_up = s.ending and not s.top(Course).set and unsold(s)
    return bool(s.bankrupt or s.peak or given_up)


# OR-1: the number of rounds is fixed when the set begins. GE-1: an empty bank ends the game with the set.
COURSE = CourseActivity[Austria](
    order_rule="SR-1",
    result=result,
    winners=winners,
    idle_sets=IDLE_SETS,
    after_set=last_four,  # TN-8
    over=over,
)
