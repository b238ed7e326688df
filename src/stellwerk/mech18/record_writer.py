"""Writing our games as 18xx.games records them: what 18xx titles share.

Our actions name things by kind; the record names every copy: a tile's, a share's, a train's. Here the
copies are followed as the recording program would hand them out. It also stops at fewer or other steps
than we do: `stops` says where it waits for a pass.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Generic

from stellwerk.board.hexes import HexId, StopId
from stellwerk.engine.action import EndGame
from stellwerk.engine.game import Game
from stellwerk.engine.json_data import Json, JsonObject
from stellwerk.engine.play import legal
from stellwerk.engine.state import Event
from stellwerk.engine.step import Pass
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.pass_points import PassPoints
from stellwerk.mech18.phases import DiscardTrain
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.share_copies import ShareCopies
from stellwerk.mech18.state import BANK, OFFER, SEATS, S
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain, TrainOffer

Recorded = JsonObject
"""An action as the other program writes it."""
Handler = Callable[..., Iterator[Recorded]]
"""Writes one kind of action: given the writer, the state before, the action, the state after."""


class Writer(Generic[S]):
    """Turns a game's actions into recorded ones. `handlers` adds a title's own kinds of action."""

    kind: type[S]
    """The title's state."""

    def __init__(
        self,
        game: Game,
        ids: Mapping[int, int],
        stops: PassPoints[S],
        handlers: Mapping[type, Handler],
    ) -> None:
        self.game = game
        self.ids = ids
        """Seat -> player id in the record."""
        first = self.state(0)
        self.shares = ShareCopies(first)
        self.copies: dict[str, list[int]] = {
            number: list(range(tile.count)) for number, tile in first.book.atlas.tiles.items()
        }
        self.laid: dict[str, str] = {}
        """Hex -> copy of the tile there."""
        self.stops = stops
        self.handlers: dict[type, Handler] = {
            Pass: Writer.pass_,
            SellShares: Writer.sell,
            BuyShare: Writer.buy,
            StartCompany: Writer.start,
            LayTile: Writer.lay,
            PlaceMarker: Writer.place,
            RunTrains: Writer.run,
            Dividend: Writer.dividend,
            BuyTrain: Writer.buy_train,
            Answer: Writer.answer,
            DiscardTrain: Writer.discard,
            **handlers,
        }

    def state(self, number: int) -> S:
        """Return the state after so many actions."""
        state = self.game.history[number].state
        assert isinstance(state, self.kind)
        return state

    def actions(self) -> list[Recorded]:
        """Return all recorded actions, numbered."""
        recorded: list[Recorded] = []
        following: dict[int, list[Json]] = {}
        """After so many recorded actions: what that program adds by itself."""
        for number, action in enumerate(self.game.actions):
            before, after = self.state(number), self.state(number + 1)
            if isinstance(action, EndGame):
                recorded.append(self.player("end_game", action.seat))
                break
            written = list(self.handlers[type(action)](self, before, action, after))
            if not isinstance(action, SellShares):
                self.shares.follow(before, after)
            written += [self.company("pass", company) for company in self.stops.follow(before, action)]
            recorded += written
            automatic = self.automatic(before, after, self.game.history[number + 1].events)
            if automatic and recorded:
                added = following.setdefault(len(recorded), [])
                added += automatic
                recorded[-1]["auto_actions"] = added
        for number, entry in enumerate(recorded, start=1):
            entry["id"] = number
        return recorded

    def names(self) -> tuple[str, ...]:
        """Return the players' names in the order of their seats."""
        return self.state(len(self.game.actions)).names

    # -- what a title adds -------------------------------------------------------------------

    def seed(self) -> int:
        """Return the seed from which that program draws the lots that ours drew."""
        return self.game.setup.seed

    def automatic(self, before: S, after: S, events: tuple[Event, ...]) -> list[Recorded]:
        """Return what that program adds by itself."""
        return []

    # -- helpers -----------------------------------------------------------------------------

    def player(self, kind: str, seat: int, /, **fields: Json) -> Recorded:
        return {"type": kind, "entity": self.ids[seat], "entity_type": "player", **fields}

    def company(self, kind: str, company: str, /, **fields: Json) -> Recorded:
        return {"type": kind, "entity": company, "entity_type": "corporation", **fields}

    def private(self, kind: str, private: str, /, **fields: Json) -> Recorded:
        return {"type": kind, "entity": private, "entity_type": "company", **fields}

    def take_copy(self, hex_id: str, number: str) -> str:
        """Return the copy of a tile that is laid; the one that lay there goes back."""
        old = self.laid.get(hex_id)
        if old is not None:
            tile, _, copy = old.rpartition("-")
            self.copies[tile].append(int(copy))
        self.laid[hex_id] = f"{number}-{self.copies[number].pop(0)}"
        return self.laid[hex_id]

    # -- stock rounds ------------------------------------------------------------------------

    def pass_(self, before: S, a: Pass, after: S) -> Iterator[Recorded]:
        """Players without any choice are passed silently there."""
        if any(not isinstance(action, Pass) for action in legal(before, a.seat)):
            yield self.player("pass", a.seat)

    def sell(self, before: S, a: SellShares, after: S) -> Iterator[Recorded]:
        owner = SEATS[a.seat]
        chosen = self.shares.chosen_for_sale(owner, a.company, a.shares)
        yield self.player("sell_shares", a.seat, shares=list(chosen), percent=10 * a.shares)
        changed = before.director(a.company) == owner
        self.shares.sold(owner, a.company, chosen, a.shares, after.director(a.company) if changed else None)

    def buy(self, before: S, a: BuyShare, after: S) -> Iterator[Recorded]:
        share = self.shares.ordinary(a.source, a.company)[0]
        yield self.player("buy_shares", a.seat, shares=[share], percent=10)
        self.shares.move(share, a.source, SEATS[a.seat])

    def start(self, before: S, a: StartCompany, after: S) -> Iterator[Recorded]:
        row, column = before.book.par_cells[a.par]
        price = f"{a.par},{row},{column}"
        yield self.player("par", a.seat, corporation=a.company, share_price=price)
        self.shares.move(before.book.papers_of[a.company][0].id, OFFER, SEATS[a.seat])

    # -- operating rounds --------------------------------------------------------------------

    def lay(self, before: S, a: LayTile, after: S) -> Iterator[Recorded]:
        fields: JsonObject = {"hex": a.hex, "tile": self.take_copy(a.hex, a.tile), "rotation": a.rotation}
        company = company_of(before)
        yield (
            self.private("lay_tile", a.rebate, **fields)
            if a.rebate
            else self.company("lay_tile", company, **fields)
        )

    def place(self, before: S, a: PlaceMarker, after: S) -> Iterator[Recorded]:
        company = company_of(before)
        yield self.marker(before, after, company, a.stop, company)

    def marker(self, before: S, after: S, company: str, stop: str, tokener: str) -> Recorded:
        """Return a marker placed by a company, for itself or for another (`tokener`)."""
        hex_id, _, index = stop.partition(".")
        place, ground = StopId(stop), HexId(hex_id)
        new = after.board.markers[place]
        same = before.board.laid.get(ground) == after.board.laid.get(ground)
        old = before.board.slots(before.book.atlas, place) if same else ("",) * len(new)
        slot = next(n for n in reversed(range(len(new))) if new[n] and not old[n])
        city = f"{self.laid.get(hex_id, f'{hex_id}-0')}-{index}"
        return self.company("place_token", company, city=city, slot=slot, tokener=tokener)

    def run(self, before: S, a: RunTrains, after: S) -> Iterator[Recorded]:
        company = company_of(before)
        routes = [self.route(before, company, route) for route in a.routes]
        yield self.company("run_routes", company, routes=routes, extra_revenue=0, subsidy=0)

    def revenue(self, s: S, company: str, route: Route) -> int:
        """Return what one route earns; a title knows its own runs."""
        raise NotImplementedError

    def node(self, s: S, stop: str) -> str:
        """Return a stop's name in the record."""
        return stop.replace(".", "-")

    def route(self, s: S, company: str, route: Route) -> Recorded:
        chains: list[list[str]] = []
        stops = [item for item in route.path if "." in item]
        part: list[str] = []
        for item in route.path:
            part.append(item.partition(".")[0])
            if "." in item and len(part) > 1:
                chains.append(part)
                part = [part[-1]]
        hexes = [stop.partition(".")[0] for stop in stops]
        return {
            "train": route.train,
            "connections": chains,
            "hexes": hexes,
            "revenue": self.revenue(s, company, route),
            "revenue_str": "-".join(hexes),
            "nodes": [self.node(s, stop) for stop in stops],
        }

    def dividend(self, before: S, a: Dividend, after: S) -> Iterator[Recorded]:
        yield self.company("dividend", company_of(before), kind="payout" if a.pay else "withhold")

    def buy_train(self, before: S, a: BuyTrain, after: S) -> Iterator[Recorded]:
        """A purchase that waits for another director's answer is written when it is accepted."""
        if not (after.stack and isinstance(after.frame, TrainOffer)):
            yield self.purchase(before, company_of(before), a)

    def answer(self, before: S, a: Answer, after: S) -> Iterator[Recorded]:
        if a.accept:
            yield self.purchase(before, before.top(TrainOffer).company, before.top(TrainOffer).action)

    def purchase(self, s: S, company: str, a: BuyTrain) -> Recorded:
        fields: JsonObject = {"train": a.train, "price": a.price}
        if s.trains[a.train] == BANK:
            fields["variant"] = a.version
        if a.exchange:
            fields["exchange"] = a.exchange
        return (
            self.private("buy_train", a.rebate, **fields)
            if a.rebate
            else self.company("buy_train", company, **fields)
        )

    def discard(self, before: S, a: DiscardTrain, after: S) -> Iterator[Recorded]:
        yield self.company("discard_train", before.trains[a.train], train=a.train)
