"""VIII: the operating round of 1848 and the turn of a company, in the rulebook's order."""

from stellwerk.engine.rule import Rule
from stellwerk.games.g1848.rules.bank_of_england import TAKE_LOAN, bank_pays
from stellwerk.games.g1848.rules.book import COM
from stellwerk.games.g1848.rules.companies import enough_sold, place_homes
from stellwerk.games.g1848.rules.prices import after_payout
from stellwerk.games.g1848.rules.privates import LAY_TASMANIA, TAKE_PRIVATE, pay_incomes
from stellwerk.games.g1848.rules.runs import RUN
from stellwerk.games.g1848.rules.state import Australia, Turn
from stellwerk.games.g1848.rules.takeover import after_keeping
from stellwerk.games.g1848.rules.track import TRACK
from stellwerk.games.g1848.rules.trains import TRAINS
from stellwerk.mech18.dividends import DividendMove, DividendStep
from stellwerk.mech18.markers import HomeStep, MarkerStep, PlaceMarker, marker_rules
from stellwerk.mech18.operating import OperatingRound, OperatingTurn, RoundActivity, TurnActivity
from stellwerk.mech18.runs import RunStep

MARKER_RULES: tuple[Rule[Australia, PlaceMarker], ...] = marker_rules(
    city="VIII-Stat-2",
    left="VIII-Stat-4",
    reach="VIII-Stat-2",
    hex="VIII-Stat-5",
    circle="VIII-Stat-2",
    home="VIII-Stat-3",
    pays="VIII-Stat-4",  # COM: VI-COM-6
)
MARKER = MarkerStep[Australia](*MARKER_RULES, waits=lambda s: s.rulings.markers_wait_for_loans)

# XI-Ber-2: all or nothing; VI-Allg-6: pool and unsold shares earn nothing, their part stays in the bank.
DIVIDEND = DividendStep[Australia](DividendMove[Australia](paid=after_payout, kept=after_keeping))


class RunOrLoanStep(RunStep[Australia]):
    """S7: 18xx.games asks a company without a train for a loan before its price falls out of the table."""

    def wanted(self, s: Australia) -> bool:
        return super().wanted(s) or (s.rulings.loan_before_falling_out and self.falls_out(s))

    def falls_out(self, s: Australia) -> bool:
        company = s.top(OperatingTurn).company
        if s.trains_of(company) or s.prices[company].column != 1:
            return False
        return TAKE_LOAN.possible(s, s.decider(company))


# The track step always stops, so a company without a train can take a loan before it must keep.
OPERATING_TURN = TurnActivity[Australia](
    HomeStep[Australia](place_homes),  # VIII-Stat-1
    TRACK,  # VIII-Lay, VIII-Up
    MARKER,  # VIII-Stat
    RunOrLoanStep(RUN.move),  # XI
    DIVIDEND,  # XI-Ber-2, then the price: XII-1
    TRAINS,  # IX
    any_time=(LAY_TASMANIA, TAKE_PRIVATE, TAKE_LOAN),  # V-P3-1 (with the track), VIII-3, V-4, VI-Loan-1
    order_rule="VIII-3",
)


def opening(s: Australia) -> Australia:
    """VIII-2: first the privates, then the Bank of England."""
    return bank_pays(pay_incomes(s))


def following(s: Australia) -> tuple[Australia, str | None]:
    """VIII-2, VIII-4: of those that have not acted, the one with the highest price (S19: there too).

    VI-COM-3: where COM has its place but may not open yet, its place passes for this round.
    """
    acted = s.top(OperatingRound).acted
    for company in s.price_order():
        if company in acted:
            continue
        if company in s.opened:
            return s, company
        if company == COM and enough_sold(s, COM):
            s = s.update_frame(acted=(*acted, COM))
    return s, None


OPERATING_ROUND = RoundActivity[Australia](
    order_rule="VIII-2",
    opening=opening,
    following=following,
    turn=lambda s, company, first: Turn(company, first=first),
)
