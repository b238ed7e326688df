"""X.4: the bond railway of variant A: it pays its price and blocks cities, nothing else."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.board.gestures import ChoosesStop
from stellwerk.board.hexes import HexId, StopId, hex_of
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, Rule, refuse, rule
from stellwerk.engine.state import Frame
from stellwerk.engine.step import Activity, Move, PassMove
from stellwerk.engine.text import Figures, msg
from stellwerk.games.g1824.rules.emergency import note_means
from stellwerk.games.g1824.rules.events import BondMarkerPlaced, BondPays
from stellwerk.games.g1824.rules.mountains import paper_limit
from stellwerk.games.g1824.rules.prices import after_payout, after_sale
from stellwerk.games.g1824.rules.regionals import place_homes
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.games.g1824.rules.trading import owes_nothing
from stellwerk.mech18.dividends import total_shares
from stellwerk.mech18.events import ShareBought, SharesSold
from stellwerk.mech18.markers import kept_slots, put_marker
from stellwerk.mech18.names import place_name, stop_name
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.prices import move_price
from stellwerk.mech18.state import BANK, POOL, SEATS
from stellwerk.mech18.stock import (
    StockRound,
    end_acting,
    note_sale,
    player_pays,
    room_under,
    sales_have_begun,
)
from stellwerk.mech18.track import LayTile

WIEN = HexId("E12")
DOUBLE = 2
"""Shares of its 20% paper."""


class BuyBond(Action, frozen=True):
    """Buy a paper of the bond railway: the 20% one (`double`) or a single share."""

    double: bool


class SellBond(Action, frozen=True):
    """Sell single shares of the bond railway, and the 20% paper with them if `double`."""

    singles: int
    double: bool


class PlaceBondMarker(Action, frozen=True):
    """Put a marker of the bond railway into a city."""

    on_map: ClassVar[ChoosesStop] = ChoosesStop()
    stop: str


class BondMarker(Frame, frozen=True):
    """Interruption: who bought the last 4 (or 5) may place the second marker (X.4-6b)."""

    seat: int


class BondInWien(Frame, frozen=True):
    """Interruption: Wien is brown; its builder says which city takes the third marker (X.4-6c)."""

    seat: int


# -- its shares ----------------------------------------------------------------------------------


def double_paper(s: AustriaHungary) -> str:
    return f"{s.bond}_0"


def singles_of(s: AustriaHungary, owner: str) -> list[str]:
    papers = s.book.papers_of[s.bond]
    return [paper.id for paper in papers if paper.shares == 1 and s.papers[paper.id] == owner]


def price_of(s: AustriaHungary, singles: int, double: bool) -> int:
    return s.price(s.bond) * (singles + (DOUBLE if double else 0))


def there_is_one(s: AustriaHungary, a: Action) -> Fault | None:
    return None if s.bond else refuse("There is no bond railway in this game.")


def paper_is_there(s: AustriaHungary, a: BuyBond) -> Fault | None:
    """X.4-3: the 20% paper is always an alternative to a single share."""
    if s.papers[double_paper(s)] == POOL if a.double else singles_of(s, POOL):
        return None
    return refuse("The pool has no such paper of {company}.", company=s.bond)


def purchase_price(s: AustriaHungary, a: BuyBond) -> int:
    return price_of(s, 0 if a.double else 1, a.double)


def not_sold_before(s: AustriaHungary, a: BuyBond) -> Fault | None:
    if f"{a.seat}/{s.bond}" not in s.top(StockRound).sold:
        return None
    return refuse("{player} has sold {company} in this round.", player=s.names[a.seat], company=s.bond)


def owns_them(s: AustriaHungary, a: SellBond) -> Fault | None:
    """X.4-5b: the 20% paper is sold whole or not at all."""
    owner = SEATS[a.seat]
    singles, double = len(singles_of(s, owner)), s.papers[double_paper(s)] == owner
    if a.singles >= 0 and a.singles + a.double and a.singles <= singles and (double or not a.double):
        return None
    return refuse(
        "{player} has {singles:0=no single share|# single share|# single shares} of {company} and "
        "{double:0=no 20% paper|# 20% paper|# 20% papers}.",
        player=s.names[a.seat],
        singles=singles,
        company=s.bond,
        double=int(double),
    )


def one_sale_a_turn(s: AustriaHungary, a: SellBond) -> Fault | None:
    """As for other companies: but R12, and who must sell down sells again."""
    owner = SEATS[a.seat]
    if s.bond not in s.top(StockRound).turn_sold or s.rulings.sales_of_one_company == "several":
        return None
    if s.paper_count(owner) > paper_limit(s, owner):
        return None
    return refuse("{company} was already sold in this turn: one sale each.", company=s.bond)


def pool_has_room(s: AustriaHungary, a: SellBond) -> Fault | None:
    """X.4-8: half of a company may lie in the bank, but more of the bond railway, which began there."""
    if s.rulings.bond_sells_freely:  # R16
        return None
    there, shares = s.shares(POOL, s.bond), a.singles + (DOUBLE if a.double else 0)
    if there + shares <= s.book.pool_limit:
        return None
    return refuse(
        "The pool holds {there:0=no share|# share|# shares} of {company}; with {shares} more it "
        "would be over {limit}.",
        there=there,
        company=s.bond,
        shares=shares,
        limit=s.book.pool_limit,
    )


class BuyBondMove(Move[AustriaHungary, BuyBond]):
    """X.4-5: up to all of it."""

    action = BuyBond

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[BuyBond]:
        if s.bond:
            yield BuyBond(seat, False)
            yield BuyBond(seat, True)

    def apply(self, s: AustriaHungary, a: BuyBond) -> AustriaHungary:
        paper = double_paper(s) if a.double else singles_of(s, POOL)[0]
        price = purchase_price(s, a)
        s = s.pay(SEATS[a.seat], BANK, price).hand_over(paper, SEATS[a.seat])
        return end_acting(s.say(ShareBought(s.names[a.seat], s.bond, price, POOL)), a.seat)


def sell_bond(s: AustriaHungary, a: SellBond, falls: bool) -> AustriaHungary:
    """X.4-2: into the pool, at the price before the drop."""
    owner = SEATS[a.seat]
    amount = price_of(s, a.singles, a.double)
    papers = [*singles_of(s, owner)[: a.singles], *([double_paper(s)] if a.double else [])]
    s = s.replace(papers={**s.papers, **dict.fromkeys(papers, POOL)}).pay(BANK, owner, amount)
    shares = a.singles + (DOUBLE if a.double else 0)
    s = s.say(SharesSold(s.names[a.seat], s.bond, shares, amount))
    return move_price(s, s.bond, after_sale(s, s.bond)) if falls else s


class SellBondMove(Move[AustriaHungary, SellBond]):
    """In a stock round; with `noted` false under duress (VII.12-2), where no round remembers it."""

    action = SellBond

    def __init__(self, *rules: Rule[AustriaHungary, SellBond], noted: bool = True) -> None:
        super().__init__(*rules)
        self.noted = noted

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[SellBond]:
        if not s.bond:
            return
        owner = SEATS[seat]
        doubles = (False, True) if s.papers[double_paper(s)] == owner else (False,)
        for singles in range(len(singles_of(s, owner)) + 1):
            for double in doubles:
                if singles or double:
                    yield SellBond(seat, singles, double)

    def apply(self, s: AustriaHungary, a: SellBond) -> AustriaHungary:
        if not self.noted:
            return sell_bond(note_means(s), a, falls=True)
        # What is sold of a company in a turn is one sale: the price falls once.
        again = s.bond in s.top(StockRound).turn_sold and s.rulings.sales_of_one_company == "one"
        return note_sale(sell_bond(s, a, falls=not again), a.seat, s.bond)


BUY_BOND = BuyBondMove(
    rule("X.4-3", there_is_one),
    rule("X.4-3", paper_is_there),
    rule("VII.12-4", owes_nothing),
    rule("VI.4-2", player_pays(purchase_price)),
    rule("VI.4-1", not_sold_before),
    rule("VI.7-1", room_under(paper_limit)),
)
SELL_BOND = SellBondMove(
    rule("X.4-3", there_is_one),
    rule("X.4-5", sales_have_begun),
    rule("X.4-5b", owns_them),
    rule("VIII.3-1", one_sale_a_turn),
    rule("X.4-8", pool_has_room),
)


# -- its payments --------------------------------------------------------------------------------


def bond_part(s: AustriaHungary, owner: str) -> int:
    """X.4-4: a tenth of the price for each share, rounded up once for each player (R16: down)."""
    total, all_shares = s.price(s.bond) * s.shares(owner, s.bond), total_shares(s, s.bond)
    return -(-total // all_shares) if s.rulings.bond_rounds_up else total // all_shares


def bond_pays(s: AustriaHungary) -> AustriaHungary:
    """X.4-4: at its place in the order of prices; then its price goes right."""
    s = place_home(s)
    price, told = s.price(s.bond), []
    for owner in s.players:
        if part := bond_part(s, owner):
            s = s.pay(BANK, owner, part)
            told.append(f"{s.name(owner)} {part}")
    return after_payout(s.say(BondPays(s.bond, price, ", ".join(told) or "–")), s.bond)


def place_home(s: AustriaHungary) -> AustriaHungary:
    """X.4-6: from the start; R16: only with its first payment."""
    return s if s.bond in s.begun else place_homes(s, s.bond).replace(begun=(*s.begun, s.bond))


# -- its markers ---------------------------------------------------------------------------------


def last_of(s: AustriaHungary, kind: str) -> bool:
    return not any(owner == BANK and s.train_type(train) == kind for train, owner in s.trains.items())


def after_bank_sale(s: AustriaHungary, company: str, kind: str) -> AustriaHungary:
    """X.4-6b: the director of the company that buys the last 4 may place the second marker."""
    if not s.bond or kind != s.bond_waits_for or not last_of(s, kind):
        return s
    return s.replace(bond_waits_for="").push(BondMarker(s.decider(company)))


def after_export(s: AustriaHungary, kind: str) -> AustriaHungary:
    """X.4-6b: the last 4 went abroad: the last 5 counts; that one too: never."""
    if not s.bond or kind != s.bond_waits_for or not last_of(s, kind):
        return s
    return s.replace(bond_waits_for="5" if kind == "4" else "")


def after_lay(s: AustriaHungary, a: LayTile) -> AustriaHungary:
    """X.4-6c: the third marker goes to Wien as soon as it is brown."""
    if not s.bond or a.hex != WIEN or s.board.colour(s.book.atlas, WIEN) != "brown":
        return s
    stops = free_cities(s, WIEN)
    if len(stops) > 1:
        return s.push(BondInWien(s.decider(company_of(s))))
    return place(s, stops[0]) if stops else s


def free_cities(s: AustriaHungary, only: str = "") -> list[str]:
    """X.4-6b: a free circle, no other marker of its own in the hex (VII.8-3), homes kept free (VII.8-4)."""
    atlas, own = s.book.atlas, {hex_of(stop) for stop in s.board.markers_of(s.bond)}
    found: list[str] = []
    for hex_id in atlas.hexes if not only else (HexId(only),):
        if hex_id in own:
            continue
        for index, stop in enumerate(s.board.face(atlas, hex_id).stops):
            stop_id = atlas.stop_ids[hex_id][index]
            if stop.kind == "city" and s.board.free_slots(atlas, stop_id) > kept_slots(s, stop_id, s.bond):
                found.append(stop_id)
    return found


def place(s: AustriaHungary, stop: str) -> AustriaHungary:
    return put_marker(s, s.bond, stop).say(BondMarkerPlaced(s.bond, place_name(s, stop)))


def has_a_free_circle(s: AustriaHungary, a: PlaceBondMarker) -> Fault | None:
    only = WIEN if isinstance(s.frame, BondInWien) else ""
    if StopId(a.stop) in free_cities(s, only):
        return None
    return refuse("The bond railway cannot place a marker at {stop}.", stop=stop_name(s, a.stop))


class PlaceBondMove(Move[AustriaHungary, PlaceBondMarker]):
    action = PlaceBondMarker

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[PlaceBondMarker]:
        for stop in free_cities(s, WIEN if isinstance(s.frame, BondInWien) else ""):
            yield PlaceBondMarker(seat, stop)

    def apply(self, s: AustriaHungary, a: PlaceBondMarker) -> AustriaHungary:
        return place(s.pop(), a.stop)


def placing(s: AustriaHungary) -> BondMarker | BondInWien:
    """Return the frame that asks for a marker, whichever it is."""
    frame = s.frame
    assert isinstance(frame, BondMarker | BondInWien)
    return frame


class BondMarkerActivity(Activity[AustriaHungary]):
    """No connection is needed."""

    asks = msg("{player}: place a marker of the bond railway {company}.")

    def __init__(self, order_rule: str, *, optional: bool) -> None:
        self.order_rule = order_rule
        place_move = PlaceBondMove(rule(order_rule, has_a_free_circle))
        self._moves: tuple[Move[AustriaHungary, Action], ...] = (place_move,)
        if optional:
            self._moves = (place_move, PassMove[AustriaHungary](lambda s: s.pop()))

    def seats(self, s: AustriaHungary) -> tuple[int, ...]:
        return (placing(s).seat,)

    def moves(self, s: AustriaHungary) -> Sequence[Move[AustriaHungary, Action]]:
        return self._moves

    def figures(self, s: AustriaHungary) -> Figures:
        return {"player": s.names[placing(s).seat], "company": s.bond}
