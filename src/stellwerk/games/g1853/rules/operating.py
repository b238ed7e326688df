"""4: the operating round and the turn of a company, in the rulebook's order."""

from stellwerk.board.hexes import StopId
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.games.g1853.rules.areas import far_marker, is_inside, marker_inside
from stellwerk.games.g1853.rules.fulfilment import ContractStep
from stellwerk.games.g1853.rules.phases import end_of_endless
from stellwerk.games.g1853.rules.prices import after_keeping, after_payout
from stellwerk.games.g1853.rules.runs import LEAVE_MAIL, RUN, mail_income
from stellwerk.games.g1853.rules.state import India, Turn
from stellwerk.games.g1853.rules.track import TRACK, OptionStep, PremiumStep
from stellwerk.games.g1853.rules.trains import TRAINS
from stellwerk.mech18.dividends import Dividend, DividendMove, DividendStep
from stellwerk.mech18.markers import MarkerStep, PlaceMarker, marker_cost, marker_rules
from stellwerk.mech18.operating import OperatedStep, RoundActivity, TurnActivity, following_in, next_step
from stellwerk.mech18.state import SEATS


def owes_no_train(s: India, a: PlaceMarker) -> Fault | None:
    company = s.top(Turn).company
    if company not in s.credit or not marker_cost(s, company):
        return None
    return refuse("{company} still owes for a train and cannot pay for a station.", company=company)


def after_marker(s: India, a: PlaceMarker) -> India:
    """4.4.2: outside the area a train must call there in this turn; 4.4.4: one marker a turn."""
    hex_id, _ = s.book.atlas.where[StopId(a.stop)]
    if not is_inside(s, hex_id):
        s = s.update_frame(duties=(*s.top(Turn).duties, hex_id))
    return s if s.rulings.several_markers else next_step(s)


MARKER = MarkerStep[India](
    *marker_rules(
        rule("3.4.6", owes_no_train),
        city="4.4.5",
        left="1-f",
        reach="4.4.6",
        hex="4.4.5",
        circle="4.4.5",
        home="4.4.7",
        pays="4.4.4",
    ),
    rule("4.4.1", marker_inside),
    rule("4.4.2", far_marker),
    waits=lambda s: False,
    then=after_marker,
)


def manager_keeps(s: India, a: Dividend) -> Fault | None:
    """A manager decides like a director, but pays no dividend."""
    if not a.pay or s.has_director(s.top(Turn).company):
        return None
    return refuse("{company} has no director: its income is kept.", company=s.top(Turn).company)


def earning(s: India, owner: str, company: str) -> int:
    """2.7.3-b: unpaid shares earn nothing."""
    return int(s.paid_shares(SEATS.index(owner), company))


class IncomeStep(DividendStep[India]):
    """4.6: what becomes of the revenue, and whether the mail is carried (4.6.6)."""

    def __init__(self, move: DividendMove[India]) -> None:
        super().__init__(move)
        self.moves = (move, LEAVE_MAIL)


# 4.6.1, 4.6.4: all paid or all kept; 4.6.5: what nobody holds stays in the bank.
DIVIDEND = IncomeStep(
    DividendMove[India](
        rule("3.4.2", manager_keeps),
        paid=after_payout,
        kept=after_keeping,
        beside=mail_income,
        earning=earning,
    )
)

OPERATING_TURN = TurnActivity[India](
    OperatedStep[India](),  # from its first turn on
    OptionStep(),  # 4.1.3-a
    TRACK,  # 4.1 or 4.2
    PremiumStep(),  # 4.1.14
    ContractStep(),  # 4.3
    MARKER,  # 4.4
    RUN,  # 4.5
    DIVIDEND,  # 4.6 with the mail, then the price: 4.7, K11
    TRAINS,  # 4.8
    order_rule="4-a",
)


OPERATING_ROUND = RoundActivity[India](
    order_rule="4-a",
    opening=lambda s: s,
    following=following_in(lambda s: s.book.companies),  # from 1 to 8, whatever their prices
    turn=lambda s, company, first: Turn(company, first=company not in s.operated),
    close=end_of_endless,  # 4.8.17
)
