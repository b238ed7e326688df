"""OR: the operating round and the turn of a company."""

from typing import Any

from fens.rules.prices import after_keeping, after_payout
from fens.rules.runs import RUN
from fens.rules.state import Turn
from fens.rules.track import TRACK
from fens.rules.trains import TRAINS
from stellwerk.engine.rule import rule
from stellwerk.mech18.dividends import DividendMove, DividendStep
from stellwerk.mech18.events import MarkerPlaced
from stellwerk.mech18.markers import (
    HomeStep,
    MarkerStep,
    home_slot_stays_free,
    home_stops,
    marker_left,
    none_in_this_hex,
    place_name,
    put_marker,
    reaches_the_city,
    slot_is_free,
    stop_is_a_city,
    treasury_pays_marker,
)
from stellwerk.mech18.operating import RoundActivity, TurnActivity


def place_home(s: Any, company: str) -> Any:
    """OR-2: the first marker, free of charge."""
    for stop in home_stops(s, company):
        s = put_marker(s, company, stop).say(MarkerPlaced(company, place_name(s, stop), 0))
    return s


MARKER = MarkerStep(
    rule("OR-2", stop_is_a_city),
    rule("OR-2", marker_left),
    rule("OR-2", reaches_the_city),
    rule("OR-2", none_in_this_hex),
    rule("OR-2", slot_is_free),
    rule("OR-2", home_slot_stays_free),
    rule("OR-2", treasury_pays_marker),
    waits=lambda s: False,
)
DIVIDEND = DividendStep(DividendMove(paid=after_payout, kept=after_keeping))  # OR-3, SH-6

OPERATING_TURN = TurnActivity(
    HomeStep(place_home),
    TRACK,
    MARKER,
    RUN,
    DIVIDEND,
    TRAINS,
    order_rule="OR-1",
)


def following(s: Any) -> tuple[Any, str | None]:
    """OR-1: of those that have not acted, the one with the highest price."""
    waiting = [c for c in s.price_order() if c in s.opened and c not in s.frame.acted]
    return s, waiting[0] if waiting else None


OPERATING_ROUND = RoundActivity(
    order_rule="OR-1",
    opening=lambda s: s,
    following=following,
    turn=lambda s, company, first: Turn(company, first=first),
)
