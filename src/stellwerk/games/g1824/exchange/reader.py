"""Recorded games of 18xx.games: what is special to 1824."""

from collections.abc import Iterator, Sequence

from msgspec import UNSET, structs

from stellwerk.board.hexes import StopId
from stellwerk.engine.action import CHANCE, Action
from stellwerk.engine.game import Game
from stellwerk.engine.play import legal, to_act
from stellwerk.engine.refusal import RecordFault
from stellwerk.engine.rule import refuse
from stellwerk.engine.step import Pass
from stellwerk.games.g1824.exchange.pass_points import PassPoints1824
from stellwerk.games.g1824.rules.bond import BondInWien, BondMarker, BuyBond, PlaceBondMarker, SellBond
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.draft import BuilderDraw, Draft, DrawBuilders
from stellwerk.games.g1824.rules.emergency import RepayDebt
from stellwerk.games.g1824.rules.ending import result
from stellwerk.games.g1824.rules.mountains import MountainSwaps, SwapMountain
from stellwerk.games.g1824.rules.opening import BuyRailway, paper_of
from stellwerk.games.g1824.rules.runs import RUNS
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.games.g1824.rules.state_railways import ChooseHome, HomeChoice
from stellwerk.games.g1824.rules.trains import must_buy
from stellwerk.mech18.course import DrawSeats
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.pass_points import turn_id
from stellwerk.mech18.record_reader import Found, Reader, Recorded, TracedCompany, TracedPlayer
from stellwerk.mech18.state import POOL, SEAT_OF, SEATS
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

RECORDED_AS = {
    "base": ("1824", ()),
    "goods-time-scenario": ("1824", ("goods_time",)),
    "cisleithania-2": ("1824 Cisleithania", ()),
    "cisleithania-3": ("1824 Cisleithania", ()),
}
"""Variant -> what 18xx.games calls it, and the options that make it so."""

RETURN_FIRST = "Return one token"
"""R10: KK1's marker goes; any other choice sends KK2's away."""


def buy_company(reader: Reader[AustriaHungary], action: Recorded) -> Iterator[Found]:
    """First-round papers. In the draft the second paper of a stack goes over by itself, or wants a price."""
    assert isinstance(reader, Reader1824)
    reader.recorded_papers += 1
    s, railway = reader.state, action["company"]
    if s.facts.stacks and any(isinstance(frame, BuilderDraw) for frame in s.stack):
        reader.submit(builders(reader, action))
    owner = SEATS[reader.seat(action)]
    if paper_of(reader.state, railway) == owner and railway not in reader.taken:
        reader.taken.add(railway)
        return
    reader.taken.add(railway)
    seat = reader.for_player(action)
    reader.submit(BuyRailway(seat, railway, int(action["price"])))
    yield from ()


def builders(reader: Reader[AustriaHungary], action: Recorded) -> DrawBuilders:
    """The lot is not recorded, but the papers are taken in pairs: only the builders are a mixed one."""
    facts = reader.state.facts
    taken = [a["company"] for a in (action, *reader.upcoming) if a["type"] == "buy_company"]
    for first, second in zip(taken[::2], taken[1::2], strict=False):
        for before, coal in ((first, second), (second, first)):
            if before in facts.pre_state and coal in facts.coal:
                return DrawBuilders(CHANCE, before, coal)
    raise RecordFault(refuse("the record does not show which railways only build"))


def buy_shares(reader: Reader[AustriaHungary], action: Recorded) -> Iterator[Found]:
    """A mountain railway's share is an exchange; the bond railway's papers are bought one by one."""
    share = action["shares"][0]
    company = share.rpartition("_")[0]
    if action["entity_type"] != "company":
        if company != reader.state.bond:
            yield from Reader.buy_shares(reader, action)
            return
        seat = reader.for_player(action)
        double = reader.state.book.papers[share].shares > 1
        reader.shares.move(share, POOL, SEATS[seat])
        reader.submit(BuyBond(seat, double))
        return
    private = action["entity"]
    owner = reader.state.privates.get(private)
    if owner not in SEAT_OF:
        raise RecordFault(refuse("{company} belongs to nobody", company=private))
    seat = SEAT_OF[owner]
    if not forced(reader, private):
        reader.until(lambda: reader.acts(seat))
    reader.shares.move(share, reader.shares.owner(share), SEATS[seat])
    reader.submit(SwapMountain(seat, private, company))


def forced(reader: Reader[AustriaHungary], private: str) -> bool:
    frame = reader.state.frame
    return isinstance(frame, MountainSwaps) and frame.left[0] == private


def sell_shares(reader: Reader[AustriaHungary], action: Recorded) -> Iterator[Found]:
    company = action["shares"][0].rpartition("_")[0]
    if company != reader.state.bond:
        yield from Reader.sell_shares(reader, action)
        return
    seat = reader.seat(action)
    papers = reader.state.book.papers
    double = any(papers[share].shares > 1 for share in action["shares"])
    sale = SellBond(seat, len(action["shares"]) - double, double)
    reader.until(lambda: reader.open(sale))
    for share in action["shares"]:
        reader.shares.move(share, SEATS[seat], POOL)
    reader.submit(sale)


def special_buy(reader: Reader[AustriaHungary], action: Recorded) -> Iterator[Found]:
    seat = reader.for_player(action)
    reader.submit(SwapCoal(seat, action["description"]))
    yield from ()


def repay(reader: Reader[AustriaHungary], action: Recorded) -> Iterator[Found]:
    """R23: also in another player's turn."""
    seat = reader.seat(action)
    owner = SEATS[seat]
    most = min(reader.state.debt[owner], reader.state.cash[owner])
    repayment = RepayDebt(seat, int(action.get("amount") or most))
    if not reader.open(repayment):
        reader.for_player(action)
    reader.submit(repayment)
    yield from ()


def pass_on(reader: Reader[AustriaHungary], action: Recorded) -> Iterator[Found]:
    """R19: a mountain railway that passes is thrown away."""
    assert isinstance(reader, Reader1824)
    kind, entity = action["entity_type"], action["entity"]
    if kind == "player":
        yield from Reader.pass_on(reader, action)
    elif kind == "company":
        if forced(reader, entity):
            reader.submit(Pass(to_act(reader.state)[0]))
    elif reader.owed == entity:
        reader.owed = ""  # its turn is over for us: there was nothing to buy
    elif (turn := reader.for_pass(action)) is not None and turn.company == entity:
        reader.pass_step()
    else:
        yield from reader.dropped(action)


def place_token(reader: Reader[AustriaHungary], action: Recorded) -> Iterator[Found]:
    """R16: markers of the bond railway are placed by the company whose turn it is.

    In Wien ours went in by itself if only one city had room.
    """
    assert isinstance(reader, Reader1824)
    frame = reader.state.frame
    if isinstance(frame, BondMarker | BondInWien):
        reader.submit(PlaceBondMarker(frame.seat, reader.stop_named(action["city"])))
    elif reader.went_in:
        reader.went_in = False
    else:
        yield from Reader.place_token(reader, action)


def choose(reader: Reader[AustriaHungary], action: Recorded) -> Iterator[Found]:
    """R10: which of KK's two markers goes back."""
    frame = reader.state.frame
    if not isinstance(frame, HomeChoice):
        raise RecordFault(refuse("there is nothing to choose here: {choice}", choice=action["choice"]))
    minors = reader.state.facts.pre_states_of(frame.company)
    board, atlas = reader.state.board, reader.state.book.atlas
    homes = [board.stop_now(atlas, StopId(minor.home)) for minor in minors]
    first = action["choice"] == RETURN_FIRST
    reader.submit(ChooseHome(to_act(reader.state)[0], homes[1] if first else homes[0]))
    yield from ()


HANDLERS = {
    "buy_company": buy_company,
    "buy_shares": buy_shares,
    "sell_shares": sell_shares,
    "special_buy": special_buy,
    "payoff_player_debt": repay,
    "payoff_player_debt_partial": repay,
    "pass": pass_on,
    "place_token": place_token,
    "choose": choose,
}


class Reader1824(Reader[AustriaHungary]):
    """Adds what our state looks like in the terms of a trace."""

    kind = AustriaHungary

    def __init__(self, game: Game, ids: Sequence[object]) -> None:
        self.recorded_papers = 0
        self.taken: set[str] = set()
        """Papers that the record has handed out."""
        self.owed = ""
        """A company whose last pass is still to come in the record."""
        self.stops = PassPoints1824()
        self.went_in = False
        """Whether our bond railway has its marker in Wien and the record is about to say so."""
        game.enter(DrawSeats(CHANCE, tuple(range(len(ids)))))  # the other lot is in the record
        super().__init__(game, ids, RUNS, HANDLERS)

    def take(self, action: Recorded, upcoming: Sequence[Recorded]) -> list[Found]:
        if action.get("entity") != self.owed:
            self.owed = ""
        return super().take(action, upcoming)

    def submit(self, action: Action) -> None:
        """Notes whether the record will still pass for a company whose turn has ended by itself."""
        before, turn = self.state, self.turn()
        super().submit(action)
        if isinstance(action, LayTile) and before.bond:
            self.went_in = self.state.markers[before.bond] > before.markers[before.bond]
        passing = self.stops.follow(before, action)
        if turn is not None and turn_id(before) != turn_id(self.state) and not isinstance(action, Pass):
            self.owed = turn.company if turn.company in passing else ""

    def pass_step(self) -> None:
        """A pass of a company: of the track, of a marker it could place, else of the trains."""
        this, seat = turn_id(self.state), to_act(self.state)[0]
        bond = isinstance(self.state.frame, BondMarker)
        if (
            bond
            or LayTile in self.kinds()
            or any(isinstance(a, PlaceMarker) for a in legal(self.state, seat))
        ):
            self.submit(Pass(seat))
            return
        self.until(lambda: BuyTrain in self.kinds() or turn_id(self.state) != this)
        if turn_id(self.state) == this:
            self.submit(Pass(seat))

    def catch_up(self, upcoming: Sequence[Recorded]) -> None:
        """What may be declined here waits for what the record says."""
        if not self.state.over and isinstance(self.state.frame, BondMarker | BondInWien | MountainSwaps):
            return
        if not self.went_in and not self.sells_for_a_train(upcoming):
            super().catch_up(upcoming)

    def sells_for_a_train(self, upcoming: Sequence[Recorded]) -> bool:
        """R13: a sale in a company's turn: go on to the step where its director may sell, and wait there."""
        following, turn = next(iter(upcoming), None), self.turn()
        if following is None or following["type"] != "sell_shares" or turn is None:
            return False
        seat = self.seat_of.get(str(following["entity"]))
        if self.state.decider(turn.company) != seat or not must_buy(self.state, turn.company):
            return False
        self.silently_until(lambda: BuyTrain in self.kinds())
        return True

    def waits_for_trains(self, company: str) -> bool:
        turn = self.turn()
        return turn is not None and self.stops.waits_for_trains(self.state, turn)

    def comparable(self) -> bool:
        """A second paper of a stack, and the marker in Wien, come at once with us, later in the record."""
        s = self.state
        if self.went_in:
            return False
        bought = [sym for sym in s.facts.minors if s.papers[f"{sym}_0"] in SEAT_OF]
        return len(bought) <= self.recorded_papers

    def result(self) -> dict[str, int]:
        return result(self.state)

    def player_shown(self, name: str, owner: str) -> TracedPlayer:
        s, shown = self.state, super().player_shown(name, owner)
        minors = {sym: 100 for sym in shown.shares if sym in s.facts.minors}  # all of it
        return structs.replace(shown, debt=s.debt[owner], shares={**shown.shares, **minors})

    def company_shown(self, company: str) -> TracedCompany:
        """X.3: the regional railway of a builder has its price from the lot on, there from its sale on."""
        s, shown = self.state, super().company_shown(company)
        waits = [sym for sym in s.builders if s.opened.count(sym) == 0 and sym in s.facts.coal]
        if any(s.facts.minors[sym].into == company for sym in waits) and self.in_draft():
            return structs.replace(shown, price=UNSET, cell=UNSET)
        return shown

    def in_draft(self) -> bool:
        return any(isinstance(frame, Draft) for frame in self.state.stack)
