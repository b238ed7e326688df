"""Station markers."""

from collections.abc import Callable, Iterator
from typing import ClassVar

from stellwerk.board.gestures import ChoosesStop
from stellwerk.board.hexes import StopId
from stellwerk.board.reach import reaches
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, Rule, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.engine.text import msg
from stellwerk.mech18.events import MarkerPlaced
from stellwerk.mech18.names import place_name, stop_name
from stellwerk.mech18.operating import OperatingTurn, Step, nearest_miss, next_step
from stellwerk.mech18.state import BANK, AnyRailways, S


class PlaceMarker(Action, frozen=True):
    """Put a station marker into a city, named by its stop ("E4.0")."""

    on_map: ClassVar[ChoosesStop] = ChoosesStop()
    stop: str


def markers_left(s: AnyRailways, company: str) -> int:
    """Return how many markers it can still place; none for a company that is not (or no more) in play."""
    if company not in s.markers:
        return 0
    return len(s.book.companies[company].markers) - s.markers[company] - s.spent.get(company, 0)


def marker_cost(s: AnyRailways, company: str) -> int | None:
    """Return what the company's next marker costs; None when it has none left."""
    left = markers_left(s, company)
    return s.sheet(company).markers[-left] if left else None


# -- rules that titles give their paragraphs ---------------------------------------------------


def stop_is_a_city(s: AnyRailways, a: PlaceMarker) -> Fault | None:
    where = s.book.atlas.where.get(StopId(a.stop))
    if where is not None:
        stops = s.board.face(s.book.atlas, where[0]).stops
        if where[1] < len(stops) and stops[where[1]].kind == "city":
            return None
    return refuse("{stop} is not a city.", stop=stop_name(s, a.stop))


def marker_left(s: AnyRailways, a: PlaceMarker) -> Fault | None:
    if marker_cost(s, s.top(OperatingTurn).company) is not None:
        return None
    return refuse("{company} has no station marker left.", company=s.top(OperatingTurn).company)


def treasury_pays_marker(s: AnyRailways, a: PlaceMarker) -> Fault | None:
    company = s.top(OperatingTurn).company
    cost, cash = marker_cost(s, company) or 0, s.cash[company]
    if cash >= cost:
        return None
    return refuse("{company} has {cash}; the marker costs {cost}.", company=company, cash=cash, cost=cost)


def none_in_this_hex(s: AnyRailways, a: PlaceMarker) -> Fault | None:
    company = s.top(OperatingTurn).company
    hex_id, _ = s.book.atlas.where[StopId(a.stop)]
    if all(s.book.atlas.where[stop][0] != hex_id for stop in s.board.markers_of(company)):
        return None
    return refuse("{company} already has a marker in {hex}.", company=company, hex=hex_id)


def reaches_the_city(s: AnyRailways, a: PlaceMarker) -> Fault | None:
    company = s.top(OperatingTurn).company
    if any(a.stop in found.stops for found in reaches(s.book.atlas, s.board, company)):
        return None
    return refuse(
        "No track connects {stop} with a marker of {company}.", stop=stop_name(s, a.stop), company=company
    )


def slot_is_free(s: AnyRailways, a: PlaceMarker) -> Fault | None:
    if s.board.free_slots(s.book.atlas, StopId(a.stop)):
        return None
    return refuse("Every circle of {stop} is taken.", stop=stop_name(s, a.stop))


def kept_slots(s: AnyRailways, stop: str, company: str) -> int:
    """Circles that stay free for companies that have still to place their home marker."""
    return sum(
        1
        for other in s.book.companies.values()
        if other.sym != company
        and other.homes_kept
        and stop in home_stops(s, other.sym)
        and s.keeps_home(other.sym)
    )


def waiting(s: AnyRailways) -> frozenset[str]:
    """Companies that will still place their home marker."""
    return frozenset(company for company in s.markers if company not in s.begun)


def home_stops(s: AnyRailways, company: str) -> tuple[str, ...]:
    """Return where the company's homes are now."""
    return tuple(s.board.stop_now(s.book.atlas, StopId(stop)) for stop in s.sheet(company).homes)


def home_slot_stays_free(s: AnyRailways, a: PlaceMarker) -> Fault | None:
    kept = kept_slots(s, a.stop, s.top(OperatingTurn).company)
    free = s.board.free_slots(s.book.atlas, StopId(a.stop))
    if free > kept:
        return None
    return refuse(
        "{stop} has {free:0=no free station space|# free station space|# free station spaces}; "
        "{kept} must stay free for {kept:a home|homes}.",
        stop=stop_name(s, a.stop),
        free=free,
        kept=kept,
    )


def marker_rules(
    *own: Rule[S, PlaceMarker], city: str, left: str, reach: str, hex: str, circle: str, home: str, pays: str
) -> tuple[Rule[S, PlaceMarker], ...]:
    """What all titles ask of a marker, each with its paragraph; what a title alone asks, before the price."""
    return (
        rule(city, stop_is_a_city),
        rule(left, marker_left),
        rule(reach, reaches_the_city),
        rule(hex, none_in_this_hex),
        rule(circle, slot_is_free),
        rule(home, home_slot_stays_free),
        *own,
        rule(pays, treasury_pays_marker),
    )


# -- homes -----------------------------------------------------------------------------------


def place_home(s: S, company: str, stop: str) -> S:
    """A home marker, free of charge."""
    return put_marker(s, company, stop).say(MarkerPlaced(company, place_name(s, stop), 0))


def place_homes(s: S, company: str) -> S:
    """A marker in every home, wherever the tiles laid meanwhile have it now."""
    for stop in home_stops(s, company):
        s = place_home(s, company, stop)
    return s


# -- move and step ---------------------------------------------------------------------------


def put_marker(s: S, company: str, stop: str) -> S:
    """A marker into the first free circle that is not kept for a home, out of the company's stock."""
    free = [slot for slot, owner in enumerate(s.board.slots(s.book.atlas, StopId(stop))) if not owner]
    slot = free[min(kept_slots(s, stop, company), len(free) - 1)]
    return s.replace(
        board=s.board.place(s.book.atlas, StopId(stop), company, slot),
        markers=with_item(s.markers, company, s.markers[company] + 1),
    )


class PlaceMove(Move[S, PlaceMarker]):
    action = PlaceMarker

    def __init__(self, *rules: Rule[S, PlaceMarker], then: Callable[[S, PlaceMarker], S]) -> None:
        super().__init__(*rules)
        self.then = then

    def candidates(self, s: S, seat: int) -> Iterator[PlaceMarker]:
        company = s.top(OperatingTurn).company
        cost = marker_cost(s, company)
        if cost is None or cost > s.cash[company]:
            return
        atlas, board = s.book.atlas, s.board
        stops = frozenset[StopId]().union(*(found.stops for found in reaches(atlas, board, company)))
        for stop in sorted(stops):
            if board.stop(atlas, stop).kind == "city" and board.free_slots(atlas, stop):
                yield PlaceMarker(seat, stop)

    def apply(self, s: S, a: PlaceMarker) -> S:
        company = s.top(OperatingTurn).company
        cost = marker_cost(s, company) or 0
        s = put_marker(s.pay(company, BANK, cost), company, a.stop)
        return self.then(s.say(MarkerPlaced(company, place_name(s, a.stop), cost)), a)


class MarkerStep(Step[S]):
    """One marker, if one is left."""

    name = "marker"
    asks = msg("{player}: {company} may place a station marker.")
    missed = msg("{company} cannot place a station marker.")

    def __init__(
        self,
        *rules: Rule[S, PlaceMarker],
        waits: Callable[[S], bool],
        then: Callable[[S, PlaceMarker], S] = lambda s, a: next_step(s),
    ) -> None:
        self.moves = (PlaceMove(*rules, then=then),)
        self._waits = waits

    def waits(self, s: S) -> bool:
        return self._waits(s)

    def wanted(self, s: S) -> bool:
        return marker_cost(s, s.top(OperatingTurn).company) is not None

    def lacks(self, s: S) -> Fault | None:
        company = s.top(OperatingTurn).company
        cost = marker_cost(s, company)
        if cost is None:
            return refuse("It has no marker left.")
        if cost > s.cash[company]:
            return refuse("It has {cash}; the marker costs {cost}.", cash=s.cash[company], cost=cost)
        return nearest_miss(s, self.moves) or refuse("It reaches no city with a free circle.")


class HomeStep(Step[S]):
    """The first turn begins with the home markers."""

    name = "home"

    def __init__(self, place_homes: Callable[[S, str], S] = place_homes) -> None:
        self.place_homes = place_homes

    def happen(self, s: S) -> S:
        company = s.top(OperatingTurn).company
        if company in s.begun:
            return s
        return self.place_homes(s, company).replace(begun=(*s.begun, company))
