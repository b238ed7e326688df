"""OR: the operating round and the turn of a company, in the rulebook's order."""

from stellwerk.engine.rule import rule
from stellwerk.games.g1854.rules.events import NewSharesEarn
from stellwerk.games.g1854.rules.lokalbahn import LokalbahnHomeStep, homes_stay_free
from stellwerk.games.g1854.rules.mail import MailIncomeStep, MailStep
from stellwerk.games.g1854.rules.mergers import open_window
from stellwerk.games.g1854.rules.prices import after_keeping, after_payout
from stellwerk.games.g1854.rules.runs import RUN
from stellwerk.games.g1854.rules.state import Austria, LocalTurn, Turn
from stellwerk.games.g1854.rules.track import LOCAL_TRACK, TRACK
from stellwerk.games.g1854.rules.trains import LOCAL_TRAINS, TRAINS
from stellwerk.mech18.course import Course
from stellwerk.mech18.dividends import DividendMove, DividendStep, total_shares
from stellwerk.mech18.markers import HomeStep, MarkerStep, marker_rules
from stellwerk.mech18.operating import (
    OperatedStep,
    OperatingTurn,
    RoundActivity,
    TurnActivity,
    company_of,
    following_in,
)
from stellwerk.mech18.privates import pay_incomes
from stellwerk.mech18.state import BANK, ISSUE

# TK-7: no action removes or moves a marker; LR-3: local railways have two.
MARKER = MarkerStep[Austria](
    *marker_rules(
        rule("TK-5", homes_stay_free),
        city="TK-3",
        left="TK-1",
        reach="TK-3",
        hex="TK-3",  # TK-6: in Wien and Sankt Pölten too
        circle="TK-3",
        home="TK-4",
        pays="TK-2",
    ),
    waits=lambda s: False,
)


def paid_out(s: Austria, company: str) -> Austria:
    """ST-2: the price; DV-2: before that the company earns for its unsold new shares, by ruling only."""
    unsold = s.shares(ISSUE, company) if s.rulings.new_shares_earn else 0
    if unsold:
        amount = unsold * s.top(OperatingTurn).revenue // total_shares(s, company)
        s = s.pay(BANK, company, amount).say(NewSharesEarn(company, amount))
    return after_payout(s, company)


# DV-1: all or nothing; DV-2: pool and unsold papers earn nothing; DV-3: 0 counts as keeping.
DIVIDEND = DividendStep[Austria](
    DividendMove[Austria](paid=paid_out, kept=after_keeping),
    halves=lambda s, company: s.is_local(company),  # LR-5, LR-9
)

OPERATING_TURN = TurnActivity[Austria](
    LokalbahnHomeStep(),  # LA-4
    HomeStep[Austria](),  # TK-1, TK-6: free, on the bare hex too
    MailIncomeStep(),  # MC-2
    TRACK,  # TR
    MARKER,  # TK
    RUN,  # RT
    DIVIDEND,  # DV, then the price: ST-2, ST-3
    TRAINS,  # TN
    MailStep(),  # MC-1
    OperatedStep[Austria](lambda s: s.is_lokalbahn(company_of(s))),  # TK-7
    order_rule="OR-3",
)

LOCAL_TURN = TurnActivity[Austria](
    HomeStep[Austria](),
    LOCAL_TRACK,
    MARKER,
    RUN,
    DIVIDEND,
    LOCAL_TRAINS,
    order_rule="LR-2",  # without mail and tunnels
)


def opening(s: Austria) -> Austria:
    """LA-9: the merger window, then the incomes (MR-1); from the first 5 on there is none left to pay."""
    return open_window(pay_incomes(s))


def order(s: Austria) -> tuple[str, ...]:
    """OR-2: local railways by number, then by price as it stands now, the further right, the top one.

    OR-4: all that float do so in a stock round, before this one.
    """
    return (*s.facts.locals, *s.price_order())


def close_round(s: Austria) -> Austria:
    """OR-6: mergers first. AU-11: the round of the auction has no window."""
    course = s.frame
    if not isinstance(course, Course):
        return s
    last = course.number == course.of or s.rulings.forced_mergers_after == "round"  # Q8
    return open_window(s, forced=last and s.granted("forced_mergers"))


OPERATING_ROUND = RoundActivity[Austria](
    order_rule="OR-2",
    opening=opening,
    following=following_in(order),
    turn=lambda s, company, first: (LocalTurn if s.is_local(company) else Turn)(company, first=first),
    close=close_round,
)
