"""Reading recorded 18xx.games actions: what 18xx titles share.

The record has passes for steps that we skip and lacks some for steps that we do not: passes are
therefore supplied where the next recorded action needs them, and superfluous ones are dropped.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from stellwerk.engine.action import Action
from stellwerk.engine.game import Game
from stellwerk.engine.play import activity_of, judge, legal, play, to_act
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.step import Pass
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.operating import OperatingRound, OperatingTurn
from stellwerk.mech18.phases import DiscardTrain
from stellwerk.mech18.runs import Route, Runs, RunTrains
from stellwerk.mech18.state import BANK, OFFER, POOL, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import Answer, BuyTrain, TrainOffer

Recorded = Mapping[str, Any]
Found = tuple[str, object, object]
"""What differs: its name, the recorded value, ours."""
IGNORED = {
    "program_share_pass",
    "program_buy_shares",
    "program_disable",
    "destination_connection",
    "end_game",
    "message",
    "log",
}


STEPS: Mapping[str, type] = {
    "place_token": PlaceMarker,
    "run_routes": RunTrains,
    "dividend": Dividend,
    "buy_train": BuyTrain,
}
"""The steps that a recorded action shows a company to be in."""


class Reader:
    """Follows a record. `handlers` adds a title's own kinds of action or replaces ours."""

    def __init__(
        self,
        game: Game,
        ids: Sequence[Any],
        runs: Runs,
        handlers: Mapping[str, Callable[["Reader", Recorded], Iterator[Found]]],
    ) -> None:
        self.game = game
        self.runs = runs
        self.seat_of = {str(id): seat for seat, id in enumerate(ids)}
        self.tiles: dict[str, str] = {}
        """Copy of a tile -> hex."""
        self.shares = {paper: owner for paper, owner in self.state.papers.items()}
        """Which share lies where, by the record's own ids."""
        self.handlers: dict[str, Callable[[Reader, Recorded], Iterator[Found]]] = {
            "pass": Reader.pass_on,
            "par": Reader.par,
            "buy_shares": Reader.buy_shares,
            "sell_shares": Reader.sell_shares,
            "lay_tile": Reader.lay_tile,
            "place_token": Reader.place_token,
            "run_routes": Reader.run_routes,
            "dividend": Reader.dividend,
            "buy_train": Reader.buy_train,
            "discard_train": Reader.discard_train,
            **handlers,
        }
        self.upcoming: Sequence[Recorded] = ()

    @property
    def state(self) -> Any:
        return self.game.state

    def take(self, action: Recorded, upcoming: Sequence[Recorded]) -> list[Found]:
        """Follow one recorded action; `upcoming` are those after it."""
        kind = action["type"]
        if kind in IGNORED:
            return []
        handler = self.handlers.get(kind)
        if handler is None:
            raise ValueError(f"records of this game have no {kind!r}")
        self.upcoming = [a for a in upcoming[:8] if a["type"] not in IGNORED]
        return list(handler(self, action))

    # -- keeping in step ---------------------------------------------------------------------

    def submit(self, action: Action) -> None:
        before = self.state
        self.game.submit(action)
        self._follow_directors(before, self.state)

    def _follow_directors(self, before: Any, after: Any) -> None:
        """A new director gives ordinary shares for the director's one."""
        for company, papers in after.book.papers_of.items():
            if not papers or not papers[0].director:
                continue
            first = papers[0].id
            old, new = self.shares[first], after.papers[first]
            if old != new:
                if old in SEATS and new in SEATS:
                    for paper in [p.id for p in papers[1:] if self.shares[p.id] == new][: papers[0].shares]:
                        self.shares[paper] = old
                self.shares[first] = new

    def open(self, action: Action) -> bool:
        """Whether this action would be accepted now."""
        try:
            judge(self.state, action)
        except Refusal:
            return False
        return True

    def turn(self) -> OperatingTurn | None:
        return next((f for f in reversed(self.state.stack) if isinstance(f, OperatingTurn)), None)

    def turn_id(self) -> tuple[Any, ...]:
        """Tells one company's turn from its next."""
        turn = self.turn()
        rounds = [f for f in self.state.stack if isinstance(f, OperatingRound)]
        return (turn and turn.company, rounds and (rounds[-1].set, rounds[-1].number))

    def kinds(self) -> set[type]:
        """The kinds of action that the present step takes."""
        return set() if self.state.over else {m.action for m in activity_of(self.state).moves(self.state)}

    def step_aside(self) -> None:
        """Leave a step that the record does not mention."""
        seat = to_act(self.state)[0]
        for way_out in (Pass(seat), RunTrains(seat), Dividend(seat, False)):
            if self.open(way_out):
                self.submit(way_out)
                return
        raise ValueError(f"our game waits for {activity_of(self.state).prompt(self.state)}")

    def until(self, reached: Callable[[], bool]) -> None:
        for _ in range(200):
            if self.state.over or reached():
                return
            self.step_aside()
        raise ValueError("the record does not fit our game")

    def for_player(self, action: Recorded) -> int:
        """Wait until the player of this action is to act; others were passed silently."""
        seat = self.seat_of[str(action["entity"])]
        self.until(lambda: self.turn() is None and to_act(self.state) == (seat,))
        return seat

    def for_company(self, company: str, kind: type) -> int:
        """Wait until the company is at a step that takes this kind of action."""

        def reached() -> bool:
            turn = self.turn()
            return turn is not None and turn.company == company and kind in self.kinds()

        self.until(reached)
        return to_act(self.state)[0]

    def catch_up(self, upcoming: Sequence[Recorded]) -> None:
        """Go on to whoever acts next: those in between were passed silently by the recording program."""
        self.skip_marker_step()
        # A company's passes say nothing about who is next: its turn may be over for us already.
        following = next((a for a in upcoming[:8] if a["type"] not in IGNORED and not _company_pass(a)), None)
        if following is None or self.state.over or (upcoming and _company_pass(upcoming[0])):
            return
        if following["entity_type"] == "player":
            seat = self.seat_of[str(following["entity"])]
            self.until(lambda: to_act(self.state) == (seat,) and (self.turn() is None or Pass not in self.kinds()))
        elif following["entity_type"] == "corporation" and following["entity"] in self.state.opened:
            wanted = STEPS.get(following["type"])

            def reached() -> bool:
                turn = self.turn()
                there = turn is not None and turn.company == following["entity"]
                return there and (wanted is None or wanted in self.kinds() or Pass not in self.kinds())

            self.until(reached)

    def skip_marker_step(self) -> None:
        """The recording program never stops where no marker can be placed; we do if a loan could change that."""
        if not self.state.over and PlaceMarker in self.kinds():
            seat = to_act(self.state)[0]
            if not any(isinstance(action, PlaceMarker) for action in legal(self.state, seat)):
                self.submit(Pass(seat))

    # -- handlers ----------------------------------------------------------------------------

    def pass_on(self, action: Recorded) -> Iterator[Found]:
        if action["entity_type"] == "player":
            seat = self.for_player(action)
            self.submit(Pass(seat))
            return
        turn = self.turn()
        if turn is None or turn.company != action["entity"]:
            return  # we had nothing to decide there
        this = self.turn_id()
        following = next(iter(self.upcoming), None)
        if following is not None and following["entity"] == turn.company and following["type"] != "lay_tile":
            if following["type"] not in STEPS:
                self.pass_within_turn()
            return  # the next action of the company says how far to go
        self.until(lambda: self.turn_id() != this)
        yield from ()

    def pass_within_turn(self) -> None:
        """Leave a step, but not the turn: the record ends a turn with one or two passes."""
        seat, this = to_act(self.state)[0], self.turn_id()
        if not self.open(Pass(seat)):
            return
        after = play(self.state, Pass(seat)).state
        if any(isinstance(f, OperatingTurn) and f.company == this[0] for f in after.stack):
            self.submit(Pass(seat))

    def par(self, action: Recorded) -> Iterator[Found]:
        seat = self.for_player(action)
        company, price = action["corporation"], int(str(action["share_price"]).split(",")[0])
        self.submit(StartCompany(seat, company, price))
        yield from ()

    def buy_shares(self, action: Recorded) -> Iterator[Found]:
        seat = self.for_player(action)
        for share in action["shares"]:
            company = share.rpartition("_")[0]
            source = self.shares.get(share, OFFER)
            if source not in (OFFER, POOL):
                raise ValueError(f"{share} belongs to {source}")
            if not self.open(BuyShare(seat, company, source)):
                other = POOL if source == OFFER else OFFER
                source = other if self.open(BuyShare(seat, company, other)) else source
            self.submit(BuyShare(seat, company, source))
            self.shares[share] = SEATS[seat]
        yield from ()

    def sell_shares(self, action: Recorded) -> Iterator[Found]:
        seat = self.seat_of[str(action["entity"])]
        self.until(lambda: to_act(self.state) == (seat,) and SellShares in self.kinds())
        company = action["shares"][0].rpartition("_")[0]
        units = sum(self.state.book.papers[share].shares for share in action["shares"])
        count = int(action["percent"]) // 10 if action.get("percent") else units
        self.submit(SellShares(seat, company, count))
        sold = [share for share in action["shares"] if not self.state.book.papers[share].director]
        if len(sold) < count:  # part of a director's share: the swap has brought ordinary ones
            sold += [
                p.id
                for p in self.state.book.papers_of[company]
                if self.shares[p.id] == SEATS[seat] and p.id not in sold and not p.director
            ][: count - len(sold)]
        for share in sold:
            self.shares[share] = POOL
        yield from ()

    def lay_tile(self, action: Recorded) -> Iterator[Found]:
        number, hex_id = action["tile"].rpartition("-")[0], action["hex"]
        seat = self.for_company(action["entity"], LayTile)
        self.submit(LayTile(seat, hex_id, number, int(action["rotation"])))
        self.tiles[action["tile"]] = hex_id
        yield from ()

    def place_token(self, action: Recorded) -> Iterator[Found]:
        tile, _, index = action["city"].rpartition("-")
        hex_id = self.tiles.get(tile) or tile.rpartition("-")[0]
        seat = self.for_company(action["entity"], PlaceMarker)
        self.submit(PlaceMarker(seat, f"{hex_id}.{index}"))
        yield from ()

    def run_routes(self, action: Recorded) -> Iterator[Found]:
        company = action["entity"]
        seat = self.for_company(company, RunTrains)
        routes = tuple(self.route(company, route) for route in action["routes"])
        recorded = sum(int(route["revenue"]) for route in action["routes"])
        best = self.runs.best(self.state, company).revenue if recorded else 0
        run = RunTrains(seat, routes)
        self.submit(run)
        found = self.state.last_run[company]
        if found != recorded:
            yield (f"revenue of {company}", recorded, found)
        if best < recorded:
            yield (f"best run of {company}", recorded, best)

    def route(self, company: str, recorded: Recorded) -> Route:
        """A recorded route in our notation: chains of hexes between stops become one path."""
        stops_in: dict[str, list[str]] = {}
        for node in recorded.get("nodes") or ():
            hex_id, _, index = node.rpartition("-")
            stops_in.setdefault(hex_id, []).append(f"{hex_id}.{index}")
        chains = [list(chain) for chain in recorded["connections"]]
        net = self.runs.network(self.state, company)
        train = recorded["train"]
        for path in _paths(chains, stops_in, net.segments):
            return Route(train, path)
        raise ValueError(f"the route of {train} does not fit our map: {chains}")

    def dividend(self, action: Recorded) -> Iterator[Found]:
        company = action["entity"]
        turn = self.turn()
        if turn is None or turn.company != company or Dividend not in self.kinds():
            return  # it went by itself
        self.submit(Dividend(to_act(self.state)[0], action["kind"] == "payout"))
        yield from ()

    def buy_train(self, action: Recorded) -> Iterator[Found]:
        seat = self.for_company(action["entity"], BuyTrain)
        yield from self.buy(seat, action)

    def buy(self, seat: int, action: Recorded, rebate: str = "") -> Iterator[Found]:
        train = action["train"]
        seller = self.state.trains.get(train)
        version = self.state.versions.get(train) if seller != BANK else action.get("variant")
        version = version or action.get("variant") or train.rpartition("-")[0]
        self.submit(
            BuyTrain(seat, train, version, int(action["price"]), action.get("exchange") or "", rebate)
        )
        if not self.state.over and isinstance(self.state.frame, TrainOffer):
            self.submit(Answer(to_act(self.state)[0], True))  # the record holds only deals that were struck
        yield from ()

    def discard_train(self, action: Recorded) -> Iterator[Found]:
        self.until(lambda: DiscardTrain in self.kinds())
        self.submit(DiscardTrain(to_act(self.state)[0], action["train"]))
        yield from ()

    # -- the end -----------------------------------------------------------------------------

    def finish(self) -> None:
        """A finished record may leave the last passes out."""
        self.until(lambda: False)


def _company_pass(action: Recorded) -> bool:
    return bool(action["type"] == "pass" and action["entity_type"] != "player")


def _paths(
    chains: list[list[str]], stops_in: dict[str, list[str]], segments: Mapping[tuple[str, ...], int]
) -> Iterator[tuple[str, ...]]:
    """Every way to read the chains as one path of segments that exist."""
    if not chains:
        return
    first = chains[0]
    if len(chains) > 1 and first[0] in (chains[1][0], chains[1][-1]) and first[-1] not in (
        chains[1][0],
        chains[1][-1],
    ):
        first = first[::-1]
    for start in _stops(first[0], stops_in):
        yield from _extend((start,), [first, *chains[1:]], stops_in, segments)


def _stops(hex_id: str, stops_in: dict[str, list[str]]) -> list[str]:
    """The stops meant in a hex: the record counts them otherwise on some tiles (Tasmania)."""
    named = stops_in.get(hex_id, [])
    return named + [stop for n in range(3) if (stop := f"{hex_id}.{n}") not in named]


def _extend(
    path: tuple[str, ...],
    chains: list[list[str]],
    stops_in: dict[str, list[str]],
    segments: Mapping[tuple[str, ...], int],
) -> Iterator[tuple[str, ...]]:
    if not chains:
        yield path
        return
    here = path[-1]
    for chain in (chains[0], chains[0][::-1]):
        if chain[0] != here.partition(".")[0]:
            continue
        for stop in _stops(chain[-1], stops_in):
            part = (here, *chain[1:-1], stop)
            if part in segments:
                yield from _extend(path + part[1:], chains[1:], stops_in, segments)
