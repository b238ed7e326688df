"""Writing games of 1824 as 18xx.games records them."""

from collections.abc import Iterator, Mapping

from stellwerk.board.hexes import StopId
from stellwerk.engine.action import Action
from stellwerk.engine.game import Game
from stellwerk.engine.play import activity_of, legal
from stellwerk.engine.step import Pass
from stellwerk.games.g1824.exchange.pass_points import PassPoints1824
from stellwerk.games.g1824.exchange.reader import RETURN_FIRST
from stellwerk.games.g1824.rules.bond import BondMarker, BuyBond, PlaceBondMarker, SellBond, double_paper
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.draft import DrawBuilders
from stellwerk.games.g1824.rules.emergency import RepayDebt
from stellwerk.games.g1824.rules.events import BondMarkerPlaced
from stellwerk.games.g1824.rules.mountains import MountainSwaps, SwapMountain
from stellwerk.games.g1824.rules.opening import BuyRailway, for_sale
from stellwerk.games.g1824.rules.runs import MINE, RUNS
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.games.g1824.rules.state_railways import ChooseHome, HomeChoice
from stellwerk.mech18.course import DrawSeats
from stellwerk.mech18.events import RailwayBought
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.pass_points import turn_of
from stellwerk.mech18.record_writer import Recorded, Writer
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.state import POOL, SEATS
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.track import LayTile

RETURN_OTHER = "Return the other token"

LOT_SEEDS: dict[tuple[str, ...], int] = {
    ("KK2", "EOD"): 0,
    ("KK2", "EPP"): 12229,
    ("KK2", "MLB"): 15625,
    ("SD2", "EOD"): 5,
    ("SD2", "EPP"): 5620,
    ("SD2", "MLB"): 1038,
    ("SD3", "EOD"): 12002,
    ("SD3", "EPP"): 31152,
    ("SD3", "MLB"): 12563,
}
"""X.3-1: builders -> a seed with which that program draws them; 0 and 5 were seen, the others reckoned."""


def nothing(
    w: Writer[AustriaHungary], before: AustriaHungary, a: Action, after: AustriaHungary
) -> Iterator[Recorded]:
    yield from ()  # the record's players are in seat order, and its lots are not written


def buy_railway(
    w: Writer[AustriaHungary], before: AustriaHungary, a: BuyRailway, after: AustriaHungary
) -> Iterator[Recorded]:
    """The second paper of a stack is a purchase of its own there."""
    yield w.player("buy_company", a.seat, company=a.railway, price=a.price)
    for event in w.game.history[after.version].events:
        if isinstance(event, RailwayBought) and event.railway != a.railway:
            seat = after.names.index(event.player)
            yield w.player("buy_company", seat, company=event.railway, price=event.price)


def swap_mountain(
    w: Writer[AustriaHungary], before: AustriaHungary, a: SwapMountain, after: AustriaHungary
) -> Iterator[Recorded]:
    source = next(owner for owner in ("offer", POOL) if w.shares.ordinary(owner, a.company))
    share = w.shares.ordinary(source, a.company)[0]
    w.shares.move(share, source, SEATS[a.seat])
    yield w.private("buy_shares", a.private, shares=[share], percent=10, share_price=0)


def swap_coal(
    w: Writer[AustriaHungary], before: AustriaHungary, a: SwapCoal, after: AustriaHungary
) -> Iterator[Recorded]:
    yield w.player("special_buy", a.seat, description=a.railway, cost=0)


def repay(
    w: Writer[AustriaHungary], before: AustriaHungary, a: RepayDebt, after: AustriaHungary
) -> Iterator[Recorded]:
    if a.amount == before.debt[SEATS[a.seat]]:
        yield w.player("payoff_player_debt", a.seat)
    else:
        yield w.player("payoff_player_debt_partial", a.seat, amount=a.amount)


def buy_bond(
    w: Writer[AustriaHungary], before: AustriaHungary, a: BuyBond, after: AustriaHungary
) -> Iterator[Recorded]:
    bond = before.bond
    share = double_paper(before) if a.double else w.shares.ordinary(POOL, bond)[0]
    w.shares.move(share, POOL, SEATS[a.seat])
    yield w.player("buy_shares", a.seat, shares=[share], percent=20 if a.double else 10)


def sell_bond(
    w: Writer[AustriaHungary], before: AustriaHungary, a: SellBond, after: AustriaHungary
) -> Iterator[Recorded]:
    owner = SEATS[a.seat]
    shares = w.shares.ordinary(owner, before.bond)[: a.singles]
    shares += [double_paper(before)] if a.double else []
    for share in shares:
        w.shares.move(share, owner, POOL)
    yield w.player("sell_shares", a.seat, shares=shares, percent=10 * (a.singles + 2 * a.double))


def choose_home(
    w: Writer[AustriaHungary], before: AustriaHungary, a: ChooseHome, after: AustriaHungary
) -> Iterator[Recorded]:
    company = before.top(HomeChoice).company
    first = before.facts.pre_states_of(company)[0]
    kept_first = before.board.stop_now(before.book.atlas, StopId(first.home)) == a.stop
    yield w.player("choose", a.seat, choice=RETURN_OTHER if kept_first else RETURN_FIRST)


def place_bond(
    w: Writer[AustriaHungary], before: AustriaHungary, a: PlaceBondMarker, after: AustriaHungary
) -> Iterator[Recorded]:
    company = company_of(before)
    yield w.marker(before, after, company, a.stop, before.bond)


def lay(
    w: Writer[AustriaHungary], before: AustriaHungary, a: LayTile, after: AustriaHungary
) -> Iterator[Recorded]:
    """R16: the bond railway's marker in brown Wien is placed by the company that laid the tile."""
    yield from Writer.lay(w, before, a, after)
    events = w.game.history[after.version].events
    if any(isinstance(event, BondMarkerPlaced) for event in events):
        stop = next(s for s in after.board.markers_of(after.bond) if s.startswith(f"{a.hex}."))
        company = company_of(before)
        yield w.marker(before, after, company, stop, company)


def run(
    w: Writer[AustriaHungary], before: AustriaHungary, a: RunTrains, after: AustriaHungary
) -> Iterator[Recorded]:
    """R6: the mines' money stands beside the revenue."""
    for recorded in Writer.run(w, before, a, after):
        yield {**recorded, "subsidy": mines(before, a)}


def pass_(
    w: Writer[AustriaHungary], before: AustriaHungary, a: Pass, after: AustriaHungary
) -> Iterator[Recorded]:
    """In a turn only where that program would stop, too. The end of a turn is left to `stops`."""
    turn = turn_of(before)
    if isinstance(before.frame, MountainSwaps):
        yield w.private("pass", before.frame.left[0])
    elif coal_is_for_sale(before):
        yield w.player("pass", a.seat)
    elif turn is None:
        yield from Writer.pass_(w, before, a, after)
    elif _pass_is_recorded(before, a.seat):
        yield w.company("pass", turn.company)


def coal_is_for_sale(s: AustriaHungary) -> bool:
    """R4: while a coal railway waits for its price, that program asks those without money, too."""
    in_round = bool(s.stack) and isinstance(s.frame, StockRound)
    return in_round and any(railway in s.facts.coal for railway in for_sale(s))


def _pass_is_recorded(s: AustriaHungary, seat: int) -> bool:
    """The track step always stops there; the marker step where a marker could be placed; the bond's."""
    if s.frame is not turn_of(s):
        return isinstance(s.frame, BondMarker)
    moves = {move.action for move in activity_of(s).moves(s)}
    return LayTile in moves or any(isinstance(action, PlaceMarker) for action in legal(s, seat))


class Writer1824(Writer[AustriaHungary]):
    """Adds the passes at a turn's end."""

    kind = AustriaHungary

    def __init__(self, game: Game, ids: Mapping[int, int]) -> None:
        super().__init__(
            game,
            ids,
            PassPoints1824(),
            {
                DrawSeats: nothing,
                DrawBuilders: nothing,
                BuyRailway: buy_railway,
                SwapMountain: swap_mountain,
                SwapCoal: swap_coal,
                RepayDebt: repay,
                BuyBond: buy_bond,
                SellBond: sell_bond,
                ChooseHome: choose_home,
                PlaceBondMarker: place_bond,
                LayTile: lay,
                RunTrains: run,
                Pass: pass_,
            },
        )

    def seed(self) -> int:
        """By the lot itself: builders close in the course of the game."""
        lots = (a for a in self.game.actions if isinstance(a, DrawBuilders))
        return next((LOT_SEEDS[lot.pre_state, lot.coal] for lot in lots), super().seed())

    def revenue(self, s: AustriaHungary, company: str, route: Route) -> int:
        return sum(run.revenue for run in RUNS.checked(s, company, (route,)).runs)


def mines(s: AustriaHungary, a: RunTrains) -> int:
    """Return what the mines of these runs pay."""
    company = company_of(s)
    stops = RUNS.network(s, company).problem.stops
    runs = RUNS.checked(s, company, a.routes).runs
    return sum(stops[n].revenue for run in runs for n in run.stops if stops[n].type == MINE)
