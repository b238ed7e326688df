"""Reading recorded 18xx.games actions: what 18xx titles share.

The record has passes for steps that we skip and lacks some for steps that we do not. Superfluous ones are
dropped. Ours are supplied and counted where that program passes by itself; a pass that it would have asked
for is made only to follow the record, and reported as a difference.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Generic

from msgspec import UNSET, Struct, UnsetType

from stellwerk.engine.action import Action, EndGame
from stellwerk.engine.game import Game
from stellwerk.engine.play import activity_of, judge, legal, play, to_act
from stellwerk.engine.refusal import RecordFault, Refusal
from stellwerk.engine.rule import refuse
from stellwerk.engine.step import Pass
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.events import RoundBegins
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.pass_points import NO_TURN, turn_id
from stellwerk.mech18.phases import DiscardTrain
from stellwerk.mech18.record_names import Recorded as Recorded
from stellwerk.mech18.record_names import names_fault
from stellwerk.mech18.runs import Route, Runs, RunTrains
from stellwerk.mech18.share_copies import ShareCopies
from stellwerk.mech18.state import BANK, OFFER, POOL, SEATS, S
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain, TrainOffer

Found = tuple[str, object, object]
"""What differs: its name, the recorded value, ours."""
COMPANIES = ("corporation", "minor")
"""What companies are called as actors; a private is a "company" there."""
IGNORED = {"destination_connection", "message", "log"}
"""Kinds that change nothing here; `program_…` are standing orders, whose effects are recorded beside them."""


STEPS: Mapping[str, type] = {
    "place_token": PlaceMarker,
    "run_routes": RunTrains,
    "dividend": Dividend,
    "buy_train": BuyTrain,
}
"""The steps that a recorded action shows a company to be in."""


class TracedPlayer(Struct, frozen=True, kw_only=True):
    """A player as a trace shows one; what a title has beyond others is left out elsewhere."""

    cash: int
    shares: Mapping[str, int]
    """In percent."""
    companies: Sequence[str]
    """Privates."""
    value: int
    debt: int | UnsetType = UNSET


class TracedCompany(Struct, frozen=True, kw_only=True):
    """A company as a trace shows one."""

    cash: int
    trains: Sequence[str]
    tokens: Sequence[str]
    price: int | UnsetType = UNSET
    cell: Sequence[int] | UnsetType = UNSET
    owner: str | UnsetType = UNSET
    loans: int | UnsetType = UNSET


class TracedGame(Struct, frozen=True):
    """What a trace shows after an action."""

    bank: int
    players: Mapping[str, TracedPlayer]
    companies: Mapping[str, TracedCompany]


class Reader(Generic[S]):
    """Follows a record. `handlers` adds a title's own kinds of action or replaces ours."""

    kind: type[S]
    """The title's state."""

    def __init__(
        self,
        game: Game,
        ids: Sequence[object],
        runs: Runs[S],
        handlers: Mapping[str, Callable[["Reader[S]", Recorded], Iterator[Found]]],
    ) -> None:
        self.game = game
        self.runs = runs
        self.seat_of = {str(id): seat for seat, id in enumerate(ids)}
        self.tiles: dict[str, str] = {}
        """Copy of a tile -> hex."""
        self.shares = ShareCopies(self.state)
        self.handlers: dict[str, Callable[[Reader[S], Recorded], Iterator[Found]]] = {
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
        self.supplied = 0
        """Passes of ours that the record lacks because that program makes them by itself."""
        self.credit = 0
        """Recorded passes of the present turn that we have not needed yet."""
        self.credited = NO_TURN
        """The turn of that credit."""
        self.acted = ""
        """The company that the last recorded action of a company was about."""
        self.unasked: list[Found] = []
        """Passes that the record should have; not reported yet."""
        self.rounds = 0
        """Operating rounds begun so far."""

    @property
    def state(self) -> S:
        state = self.game.state
        assert isinstance(state, self.kind)
        return state

    def take(self, action: Recorded, upcoming: Sequence[Recorded]) -> list[Found]:
        """Follow one recorded action; `upcoming` are those after it."""
        kind = action["type"]
        if ignored(action):
            return []
        if kind == "end_game":
            self.end(action)
            return []
        handler = self.handlers.get(kind)
        if handler is None:
            raise RecordFault(refuse("there is no action {kind} in this game", kind=kind))
        fault = names_fault(action, self.state, self.seat_of)
        if fault is not None:
            raise RecordFault(fault)
        if self.state.over and not self.by_itself(action):
            raise RecordFault(refuse("{kind} comes after the end of the game", kind=kind))
        self.upcoming = list(islice((a for a in upcoming if not ignored(a)), 12))
        self.unasked = []
        found = list(handler(self, action))
        if action["entity_type"] in COMPANIES and kind != "discard_train":
            # Another company's surplus train interrupts a turn: what follows is still the buyer's pass.
            self.acted = action["entity"]
        return self.unasked + found

    def by_itself(self, action: Recorded) -> bool:
        """Return whether an action may be one that our game has made by itself, up to its end."""
        return bool(action["type"] == "pass")

    def end(self, action: Recorded) -> None:
        """People have agreed to stop: the record ends here, with the worth of this moment."""
        if not self.state.over:
            self.game.submit(EndGame(self.seat_of.get(str(action.get("entity")), 0)))

    # -- keeping in step ---------------------------------------------------------------------

    def submit(self, action: Action) -> None:
        before = self.state
        events = self.game.submit(action)
        self.rounds += sum(1 for e in events if isinstance(e, RoundBegins) and e.round.startswith("OR"))
        if not isinstance(action, SellShares):
            self.shares.follow(before, self.state)

    def open(self, action: Action) -> bool:
        """Return whether this action would be accepted now."""
        try:
            judge(self.state, action)
        except Refusal:
            return False
        return True

    def turn(self) -> OperatingTurn | None:
        return self.state.nearest(OperatingTurn)

    def kinds(self) -> set[type]:
        """Return the kinds of action that the present step takes."""
        return set() if self.state.over else {m.action for m in activity_of(self.state).moves(self.state)}

    def way_out(self) -> Action | None:
        """Return how the present step can be left without doing anything in it."""
        seat = to_act(self.state)[0]
        ways = (Pass(seat), RunTrains(seat), Dividend(seat, False))
        return next((way for way in ways if self.open(way)), None)

    def asked(self) -> bool:
        """Return whether that program stops here, too, and wants to be told."""
        seat, turn, kinds = to_act(self.state)[0], self.turn(), self.kinds()
        if turn is None:
            return any(not isinstance(action, Pass) for action in legal(self.state, seat))
        if LayTile in kinds:
            return self.waits_for_track(turn)
        if PlaceMarker in kinds:
            return any(isinstance(action, PlaceMarker) for action in legal(self.state, seat))
        if RunTrains in kinds:
            return bool(self.runs.best(self.state, turn.company).revenue)
        return self.waits_for_trains(turn.company) if BuyTrain in kinds else True

    def waits_for_track(self, turn: OperatingTurn) -> bool:
        """Return whether that program stops in a company's track step."""
        return True

    def waits_for_trains(self, company: str) -> bool:
        """Return whether that program stops in a company's train step."""
        return True

    def step_aside(self, way: Action) -> None:
        """Leave a step that the record does not mention: it was passed silently, or the record differs."""
        if not self.asked():
            self.supplied += 1
        elif self.has_credit():
            self.credit -= 1
        else:
            turn = self.turn()
            who = self.state.names[way.seat] if turn is None else turn.company
            self.unasked.append((f"passes of {who}", 0, 1))
        self.submit(way)

    def has_credit(self) -> bool:
        return self.credit > 0 and self.credited == turn_id(self.state)

    def give_credit(self) -> None:
        """A company's recorded pass: it covers one step of the present turn."""
        self.credit = self.credit + 1 if self.credited == turn_id(self.state) else 1
        self.credited = turn_id(self.state)

    def until(self, reached: Callable[[], bool]) -> None:
        """Leave one step after the other until the record's action fits."""
        for _ in range(200):
            if self.state.over or reached():
                return
            way = self.way_out()
            if way is None:
                raise self.waiting()
            self.step_aside(way)
        raise RecordFault(refuse("the record does not fit our game"))

    def silently_until(self, reached: Callable[[], bool]) -> None:
        """Leave steps only as long as that program leaves them by itself."""
        for _ in range(200):
            if self.state.over or reached() or (self.asked() and not self.has_credit()):
                return
            way = self.way_out()
            if way is None:
                return
            self.step_aside(way)

    def waiting(self) -> RecordFault:
        """Return what our game wants to know while the record goes on."""
        prompt = activity_of(self.state).prompt(self.state)
        return RecordFault(refuse("our game waits here: {prompt}", prompt=prompt))

    def seat(self, action: Recorded) -> int:
        """Return the seat of the player who acts."""
        return self.seat_of[str(action["entity"])]

    def is_next(self, seat: int | None) -> bool:
        """Return whether this seat is the one to act; others may only be allowed to (1824-R23)."""
        return to_act(self.state)[:1] == (seat,)

    def acts(self, seat: int) -> bool:
        """Return whether it is this player's turn outside of companies' turns."""
        return self.turn() is None and self.is_next(seat)

    def for_player(self, action: Recorded) -> int:
        """Wait until the player of this action is to act; others were passed silently."""
        seat = self.seat(action)
        self.until(lambda: self.acts(seat))
        self.must_go_on(action)
        return seat

    def must_go_on(self, action: Recorded) -> None:
        if self.state.over:
            raise RecordFault(refuse("{kind} comes after the end of the game", kind=action["type"]))

    def for_company(self, company: str, kind: type) -> int:
        """Wait until the company is at a step that takes this kind of action."""

        def reached() -> bool:
            turn = self.turn()
            return turn is not None and turn.company == company and kind in self.kinds()

        self.until(reached)
        if self.state.over:
            raise RecordFault(refuse("{company} acts after the end of the game", company=company))
        return to_act(self.state)[0]

    def catch_up(self, upcoming: Sequence[Recorded]) -> None:
        """Go on to whoever acts next: those in between were passed silently by the recording program."""
        recorded = list(islice((a for a in upcoming if not ignored(a)), 8))
        # A company's passes say nothing about who is next: its turn may be over for us already.
        following = next((a for a in recorded if not _company_pass(a)), None)
        if self.state.over or not recorded:
            return
        if self.turn() is None and recorded[0]["entity_type"] in COMPANIES:
            self.silently_until(lambda: self.turn() is not None)  # the stock round is over
        if following is None or self.state.over or _company_pass(recorded[0]):
            return
        if Pass not in self.kinds() or following["type"] == "discard_train":
            return  # an interruption wants a decision first
        if following["entity_type"] == "player":
            seat = self.seat_of.get(str(following["entity"]))
            self.silently_until(
                lambda: self.is_next(seat) and (self.turn() is None or Pass not in self.kinds())
            )
        elif following["entity_type"] in COMPANIES and following["entity"] in self.state.opened:
            wanted = STEPS.get(following["type"])

            def reached() -> bool:
                turn = self.turn()
                there = turn is not None and turn.company == following["entity"]
                return there and (wanted is None or wanted in self.kinds() or Pass not in self.kinds())

            self.silently_until(reached)

    # -- handlers ----------------------------------------------------------------------------

    def pass_on(self, action: Recorded) -> Iterator[Found]:
        if action["entity_type"] == "player":
            seat = self.for_player(action)
            if self.asked_again(seat):
                self.silently_until(self.asked)
            self.submit(Pass(seat))
            return
        turn = self.for_pass(action)
        if turn is None or turn.company != action["entity"] or self.ahead():
            yield from self.dropped(action)
            return
        self.give_credit()
        this = turn_id(self.state)
        following = next(iter(self.upcoming), None)
        if following is not None and self.same_turn(following, turn.company):
            if following["type"] not in STEPS:
                self.pass_within_turn()
            return  # the next action of the company says how far to go
        self.until(lambda: turn_id(self.state) != this)
        yield from ()

    def asked_again(self, seat: int) -> bool:
        """Whether a player who has sold can only end the turn, and acts again before anybody else is asked.

        That program ends such a turn by itself: a recorded pass is that of the next one.
        """
        if not getattr(self.state.frame, "turn_sold", ()) or self.asked():
            return False
        state = self.state
        for _ in state.names:
            state = play(state, Pass(to_act(state)[0])).state
            if state.over or type(state.frame) is not type(self.state.frame):
                return False
            if any(not isinstance(action, Pass) for action in legal(state, to_act(state)[0])):
                return bool(to_act(state)[0] == seat)
        return False

    def for_pass(self, action: Recorded) -> OperatingTurn | None:
        """Return the turn in which a company passes; another's that asks nothing more is left first."""
        company = action["entity"]
        if company != self.acted:
            self.silently_until(lambda: (turn := self.turn()) is not None and turn.company == company)
        return self.turn()

    def dropped(self, action: Recorded) -> Iterator[Found]:
        """A pass where we had nothing to decide: of whoever acted last, whose turn has ended by itself."""
        if action["entity"] != self.acted:
            yield (f"passes of {action['entity']}", 1, 0)

    def ahead(self) -> bool:
        """Return whether our game is in a later operating round than the record, as far as that tells."""
        return False

    def same_turn(self, action: Recorded, company: str) -> bool:
        """Whether an action after a pass still belongs to the company's turn: a turn begins with track."""
        return bool(action["entity"] == company and action["type"] != "lay_tile")

    def pass_within_turn(self) -> None:
        """Leave a step, but not the turn: the record ends a turn with one or two passes."""
        seat = to_act(self.state)[0]
        if self.open(Pass(seat)) and turn_id(play(self.state, Pass(seat)).state) == turn_id(self.state):
            self.submit(Pass(seat))

    def par(self, action: Recorded) -> Iterator[Found]:
        seat = self.for_player(action)
        company, price = action["corporation"], int(str(action["share_price"]).split(",")[0])
        self.shares.move(self.state.book.papers_of[company][0].id, OFFER, SEATS[seat])
        self.submit(StartCompany(seat, company, price))
        yield from ()

    def buy_shares(self, action: Recorded) -> Iterator[Found]:
        seat = self.for_player(action)
        for share in action["shares"]:
            company = share.rpartition("_")[0]
            source = self.shares.owner(share)
            if source not in (OFFER, POOL):
                raise RecordFault(refuse("{share} is not on sale", share=share))
            self.shares.move(share, source, SEATS[seat])
            self.submit(BuyShare(seat, company, source))
        yield from ()

    def sell_shares(self, action: Recorded) -> Iterator[Found]:
        seat = self.seat(action)
        self.until(lambda: self.is_next(seat) and SellShares in self.kinds())
        self.must_go_on(action)
        company = action["shares"][0].rpartition("_")[0]
        units = sum(self.state.book.papers[share].shares for share in action["shares"])
        count = int(action["percent"]) // 10 if action.get("percent") else units
        owner = SEATS[seat]
        was_director = self.state.director(company) == owner
        sale = SellShares(seat, company, count)
        if not self.open(sale):  # the turns in between were passed silently
            self.until(lambda: self.open(sale))
        self.submit(sale)
        heir = self.state.director(company) if was_director else None
        self.shares.sold(owner, company, list(action["shares"]), count, heir)
        yield from ()

    def lay_tile(self, action: Recorded) -> Iterator[Found]:
        number, hex_id = action["tile"].rpartition("-")[0], action["hex"]
        seat = self.for_company(action["entity"], LayTile)
        self.submit(LayTile(seat, hex_id, number, int(action["rotation"])))
        self.tiles[action["tile"]] = hex_id
        yield from ()

    def place_token(self, action: Recorded) -> Iterator[Found]:
        seat = self.for_company(action["entity"], PlaceMarker)
        self.submit(PlaceMarker(seat, self.stop_named(action["city"])))
        yield from ()

    def stop_named(self, city: str) -> str:
        """Return a recorded city ("493-0-1", or "E12-0-1" on a bare hex) as our stop."""
        tile, _, index = city.rpartition("-")
        hex_id = self.tiles.get(tile) or tile.rpartition("-")[0]
        return f"{hex_id}.{index}"

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
        """Return a recorded route in our notation: chains of hexes between stops become one path."""
        stops_in: dict[str, list[str]] = {}
        for node in recorded.get("nodes") or ():
            hex_id, _, index = node.rpartition("-")
            stops_in.setdefault(hex_id, []).append(f"{hex_id}.{index}")
        chains = [list(chain) for chain in recorded["connections"]]
        net = self.runs.network(self.state, company)
        train = recorded["train"]
        for path in _paths(chains, stops_in, net.segments):
            return Route(train, path)
        raise RecordFault(refuse("the route of {train} does not lie on the map", train=train))

    def dividend(self, action: Recorded) -> Iterator[Found]:
        company = action["entity"]
        turn = self.turn()
        if turn is None or turn.company != company or Dividend not in self.kinds():
            yield (f"dividend of {company}", action["kind"], None)
            return
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
        self.submit(DiscardTrain(self.state.decider(action["entity"]), action["train"]))
        yield from ()

    def comparable(self) -> bool:
        """Return whether our game stands where the record stands, so that a trace can be compared."""
        return True

    # -- what our game shows -----------------------------------------------------------------

    def result(self) -> dict[str, int]:
        raise NotImplementedError

    def snapshot(self) -> TracedGame:
        """Our state in the terms of a trace."""
        s = self.state
        return TracedGame(
            bank=s.cash[BANK],
            players={
                name: self.player_shown(name, owner) for name, owner in zip(s.names, s.players, strict=True)
            },
            companies={company: self.company_shown(company) for company in {*s.markers, *s.prices}},
        )

    def player_shown(self, name: str, owner: str) -> TracedPlayer:
        s = self.state
        return TracedPlayer(
            cash=s.cash[owner],
            shares={c: 10 * n for c in s.book.papers_of if (n := s.shares(owner, c))},
            companies=s.privates_of(owner),
            value=self.result()[name],
        )

    def company_shown(self, company: str) -> TracedCompany:
        s = self.state
        marker, director = s.prices.get(company), s.director(company)
        return TracedCompany(
            cash=s.cash[company],
            trains=sorted(s.versions[train] for train in s.trains_of(company)),
            tokens=sorted(
                stop.partition(".")[0]
                for places in (s.board.markers, s.board.beside)
                for stop, owners in places.items()
                for owner in owners
                if owner == company
            ),
            price=UNSET if marker is None else s.price(company),
            cell=UNSET if marker is None else list(marker.cell),
            owner=UNSET if director is None else s.name(director),
        )

    # -- the end -----------------------------------------------------------------------------

    def finish(self) -> None:
        """A finished record may leave the last passes out, if that program makes them by itself."""
        self.silently_until(lambda: False)


def ignored(action: Recorded) -> bool:
    kind = str(action.get("type"))
    return kind in IGNORED or kind.startswith("program_")


def _company_pass(action: Recorded) -> bool:
    return bool(action["type"] == "pass" and action["entity_type"] != "player")


def _paths(
    chains: list[list[str]], stops_in: dict[str, list[str]], segments: Mapping[tuple[str, ...], int]
) -> Iterator[tuple[str, ...]]:
    """Every way to read the chains as one path of segments that exist."""
    if not chains:
        return
    first = chains[0]
    if (
        len(chains) > 1
        and first[0] in (chains[1][0], chains[1][-1])
        and first[-1]
        not in (
            chains[1][0],
            chains[1][-1],
        )
    ):
        first = first[::-1]
    for start in _stops(first[0], stops_in):
        yield from _extend((start,), [first, *chains[1:]], stops_in, segments)


def _stops(hex_id: str, stops_in: dict[str, list[str]]) -> list[str]:
    """Return the stops meant in a hex: the record counts them otherwise on some tiles (Tasmania)."""
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
