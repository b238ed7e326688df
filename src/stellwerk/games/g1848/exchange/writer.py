"""Writing games of 1848 as 18xx.games records them."""

from collections.abc import Iterator, Mapping

from stellwerk.board.hexes import HexId
from stellwerk.engine.game import Game
from stellwerk.engine.play import legal
from stellwerk.engine.state import Event
from stellwerk.engine.step import Pass
from stellwerk.games.g1848.exchange.pass_points import PassPoints1848
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.book import BOE
from stellwerk.games.g1848.rules.opening import BuyPrivate, CutPrice
from stellwerk.games.g1848.rules.privates import TASMANIA, LayTasmania, TakePrivate
from stellwerk.games.g1848.rules.runs import RUNS
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.mech18.course import DrawSeats
from stellwerk.mech18.events import RoundBegins
from stellwerk.mech18.markers import MarkerStep, PlaceMarker
from stellwerk.mech18.operating import company_of, step_of
from stellwerk.mech18.pass_points import turn_of
from stellwerk.mech18.record_writer import Recorded, Writer
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.track import TrackStep


def draw_seats(w: Writer[Australia], before: Australia, a: DrawSeats, after: Australia) -> Iterator[Recorded]:
    yield from ()  # the record's players are in seat order


def cut_price(w: Writer[Australia], before: Australia, a: CutPrice, after: Australia) -> Iterator[Recorded]:
    yield w.player("assign", a.seat, target=a.private, target_type="company")


def buy_private(
    w: Writer[Australia], before: Australia, a: BuyPrivate, after: Australia
) -> Iterator[Recorded]:
    yield w.player("bid", a.seat, company=a.private, price=before.sale[a.private])


def take_loan(w: Writer[Australia], before: Australia, a: TakeLoan, after: Australia) -> Iterator[Recorded]:
    yield w.company("take_loan", company_of(before), loan=before.granted_loans)


def take_private(
    w: Writer[Australia], before: Australia, a: TakePrivate, after: Australia
) -> Iterator[Recorded]:
    yield w.company("buy_company", company_of(before), company=a.private, price=a.price)


def lay_tasmania(
    w: Writer[Australia], before: Australia, a: LayTasmania, after: Australia
) -> Iterator[Recorded]:
    yield w.private("lay_tile", "P3", hex=a.hex, tile=w.take_copy(a.hex, TASMANIA), rotation=a.rotation)


def pass_(w: Writer[Australia], before: Australia, a: Pass, after: Australia) -> Iterator[Recorded]:
    """In a turn: only where that program would stop, too. The end of a turn is left to `stops`."""
    turn = turn_of(before)
    if turn is None:
        yield from Writer.pass_(w, before, a, after)
        return
    step = step_of(before, turn)
    if step == TrackStep.name or (step == MarkerStep.name and _marker_possible(before, a.seat)):
        yield w.company("pass", turn.company)


def _marker_possible(s: Australia, seat: int) -> bool:
    return any(isinstance(action, PlaceMarker) for action in legal(s, seat))


def run(w: Writer[Australia], before: Australia, a: RunTrains, after: Australia) -> Iterator[Recorded]:
    """S7: a company without a train did not run: it took no loan."""
    if before.trains_of(company_of(before)):
        yield from Writer.run(w, before, a, after)


class Writer1848(Writer[Australia]):
    """Adds the Bank of England's dividends, the joined cities and the passes at a turn's end."""

    kind = Australia

    def __init__(self, game: Game, ids: Mapping[int, int]) -> None:
        super().__init__(
            game,
            ids,
            PassPoints1848(),
            {
                DrawSeats: draw_seats,
                CutPrice: cut_price,
                BuyPrivate: buy_private,
                TakeLoan: take_loan,
                TakePrivate: take_private,
                LayTasmania: lay_tasmania,
                RunTrains: run,
                Pass: pass_,
            },
        )

    def revenue(self, s: Australia, company: str, route: Route) -> int:
        return sum(run.revenue for run in RUNS.checked(s, company, (route,)).runs)

    def node(self, s: Australia, stop: str) -> str:
        hex_id, _, index = stop.partition(".")
        laid = s.board.laid.get(HexId(hex_id))
        # That program counts Tasmania's harbour as its second stop.
        return f"{hex_id}-1" if laid is not None and laid.tile == TASMANIA else f"{hex_id}-{index}"

    def automatic(self, before: Australia, after: Australia, events: tuple[Event, ...]) -> list[Recorded]:
        """S8: the Bank of England's dividend at each OR's start, and the connection for COM."""
        added = []
        if after.joined and not before.joined:
            added.append(self.company("destination_connection", company_of(before)))
        for event in events:
            if isinstance(event, RoundBegins) and event.round.startswith("OR"):
                added.append(self.company("dividend", BOE, kind="payout"))
        return added
