"""OR: the operating round and the turn of a company."""

from fens.rules.prices import after_keeping, after_payout
from fens.rules.runs import RUN
from fens.rules.state import Fens, Turn
from fens.rules.track import TRACK
from fens.rules.trains import TRAINS
from stellwerk.engine.rule import Rule
from stellwerk.mech18.dividends import DividendMove, DividendStep
from stellwerk.mech18.markers import HomeStep, MarkerStep, PlaceMarker, marker_rules
from stellwerk.mech18.operating import RoundActivity, TurnActivity, following_in

RULES: tuple[Rule[Fens, PlaceMarker], ...] = marker_rules(
    city="OR-2", left="OR-2", reach="OR-2", hex="OR-2", circle="OR-2", home="OR-2", pays="OR-2"
)
MARKER = MarkerStep[Fens](*RULES, waits=lambda s: False)
DIVIDEND = DividendStep[Fens](DividendMove[Fens](paid=after_payout, kept=after_keeping))  # OR-3, SH-6

OPERATING_TURN = TurnActivity[Fens](
    HomeStep[Fens](),  # OR-2: the first marker, free of charge
    TRACK,
    MARKER,
    RUN,
    DIVIDEND,
    TRAINS,
    order_rule="OR-1",
)


OPERATING_ROUND = RoundActivity[Fens](
    order_rule="OR-1",
    opening=lambda s: s,
    following=following_in(lambda s: s.price_order()),
    turn=lambda s, company, first: Turn(company, first=first),
)
