"""V: incomes of the privates, companies buying them, their powers and their closing.

V-2: a private has no turn: it lays nothing but P3's tile, through a company, and owns no train.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.board.gestures import LaysTile
from stellwerk.board.hexes import EDGES, HexId, TileId
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import Frame, with_item
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import Figures, msg
from stellwerk.games.g1848.rules.book import CAR
from stellwerk.games.g1848.rules.events import PrivateTaken, RightUsed, TasmaniaLaid
from stellwerk.games.g1848.rules.state import CLOSED, Australia, Takeover
from stellwerk.mech18 import privates
from stellwerk.mech18.events import PrivateClosed
from stellwerk.mech18.operating import OperatingTurn, step_of
from stellwerk.mech18.state import SEAT_OF, SEATS
from stellwerk.mech18.track import LayTile, TrackStep

TASMANIA = TileId("241")


def pay_incomes(s: Australia) -> Australia:
    """V-1: printed income to the owner, player or company."""
    return s if s.incomes_over else privates.pay_incomes(s)


# -- a company buys a private ------------------------------------------------------------------


class TakePrivate(Action, frozen=True):
    """The acting company buys a private from its director."""

    private: str
    price: int


def purchases_have_begun(s: Australia, a: TakePrivate) -> Fault | None:
    if s.granted("private_purchase"):
        return None
    return refuse("Companies buy privates only after the first 3-train is sold.")


def director_owns_it(s: Australia, a: TakePrivate) -> Fault | None:
    """V-4, V-6: only from the own director; a private once in a company stays there."""
    company = s.top(OperatingTurn).company
    if a.private in s.privates and s.privates[a.private] == s.director(company):
        return None
    return refuse("The director of {company} does not own {private}.", company=company, private=a.private)


def companies_may_own_it(s: Australia, a: TakePrivate) -> Fault | None:
    if s.book.privates[a.private].range is not None:
        return None
    return refuse("{private} is never sold to a company.", private=a.private)


def price_in_range(s: Australia, a: TakePrivate) -> Fault | None:
    span = s.book.privates[a.private].range
    assert span is not None  # companies_may_own_it
    low, high = span
    if low <= a.price <= high:
        return None
    return refuse(
        "{private} costs from {low} to {high}, not {price}.",
        private=a.private,
        low=low,
        high=high,
        price=a.price,
    )


def treasury_pays_private(s: Australia, a: TakePrivate) -> Fault | None:
    company = s.top(OperatingTurn).company
    cash = s.cash[company]
    if cash >= a.price:
        return None
    return refuse(
        "{company} has {cash}; {private} costs {price}.",
        company=company,
        cash=cash,
        private=a.private,
        price=a.price,
    )


def private_still_pays(s: Australia, a: TakePrivate) -> Fault | None:
    """V-7: privates are closed from the first 5 on, whatever is left of their rights."""
    return refuse("The privates are closed.") if s.incomes_over else None


class TakePrivateMove(Move[Australia, TakePrivate]):
    """Any price within the range goes; the lowest, the highest and all the cash are listed."""

    action = TakePrivate
    listed = False

    def candidates(self, s: Australia, seat: int) -> Iterator[TakePrivate]:
        cash = s.cash[s.top(OperatingTurn).company]
        for sym in s.privates_of(SEATS[seat]):
            span = s.book.privates[sym].range
            if span is not None:
                for price in sorted({span[0], min(span[1], cash)}):
                    yield TakePrivate(seat, sym, price)

    def apply(self, s: Australia, a: TakePrivate) -> Australia:
        company, owner = s.top(OperatingTurn).company, SEATS[a.seat]
        s = s.pay(company, owner, a.price).replace(privates=with_item(s.privates, a.private, company))
        if s.rights.get(a.private) == owner:
            s = s.replace(rights=with_item(s.rights, a.private, company))
        return s.say(PrivateTaken(company, a.private, a.price))


TAKE_PRIVATE = TakePrivateMove(
    rule("V-4", purchases_have_begun),
    rule("V-7", private_still_pays),
    rule("V-6", director_owns_it),
    rule("V-4", companies_may_own_it),
    rule("V-4", price_in_range),
    rule("V-4", treasury_pays_private),
)

# -- powers ----------------------------------------------------------------------------------


def holds_right(s: Australia, company: str, private: str) -> bool:
    """V-5: the right is the company's own or its director's. V-P2-2: it may outlive the private."""
    return s.granted("private_powers") and s.rights[private] in (company, s.director(company) or "-")


def use_right(s: Australia, private: str, company: str) -> Australia:
    """Rights are used once; 18xx.games closes a lingering private with it (S12)."""
    s = s.replace(rights=with_item(s.rights, private, "")).say(RightUsed(company, private))
    return close(s, private) if s.incomes_over else s


def desert_rebate(s: Australia, hex_id: str) -> tuple[str, ...]:
    """V-P2-1: the rights that could make this lay cheaper."""
    desert = s.book.atlas.hexes[HexId(hex_id)].terrain == "desert"
    bare = hex_id not in s.board.laid
    return ("P2",) if bare and desert and holds_right(s, s.top(OperatingTurn).company, "P2") else ()


def rebate_is_due(s: Australia, a: LayTile) -> Fault | None:
    """V-P2-1: once, on a desert hex that nobody has built on."""
    if not a.rebate or a.rebate in desert_rebate(s, a.hex):
        return None
    return refuse(
        "{company} has no right {rebate} for {hex}.",
        company=s.top(OperatingTurn).company,
        rebate=a.rebate,
        hex=a.hex,
    )


# -- Tasmania --------------------------------------------------------------------------------


class LayTasmania(Action, frozen=True):
    """Lay the blue tile on one of the two dark-blue hexes."""

    on_map: ClassVar[LaysTile] = LaysTile(tile="")  # the hex is kept for it
    hex: str
    rotation: int


class TasmaniaDuty(Frame, frozen=True):
    """Interruption: the tile must be laid at once (V-P3-3)."""

    seat: int


def may_lay_tasmania(s: Australia, a: LayTasmania) -> Fault | None:
    """V-P3-1; 18xx.games asks that the company itself owns P3 (S3). A closed P3 waits for the 5 (V-P3-3)."""
    company = s.top(OperatingTurn).company
    own = s.rights["P3"] == company or (s.rulings.director_lays_tasmania and s.privates["P3"] != CLOSED)
    if own and holds_right(s, company, "P3"):
        return None
    return refuse("{company} cannot lay the Tasmania tile now.", company=company)


def with_the_track(s: Australia, a: LayTasmania) -> Fault | None:
    """V-P3-1: additional to the normal build, so in the track step; 18xx.games: at any time of the turn."""
    if step_of(s, s.top(OperatingTurn)) == TrackStep.name or not s.rulings.tasmania_with_the_track:
        return None
    return refuse(
        "The Tasmania tile is laid while {company} builds track.", company=s.top(OperatingTurn).company
    )


def can_lay_tasmania(s: Australia) -> bool:
    """Return whether the track step still waits for the blue tile, as there is no other time for it."""
    if not s.rulings.tasmania_with_the_track:
        return False
    return bool(LAY_TASMANIA.legal(s, s.director_seat(s.top(OperatingTurn).company)))


def is_dark_blue(s: Australia, a: LayTasmania) -> Fault | None:
    spec = s.book.atlas.hexes.get(HexId(a.hex))
    if spec is not None and TASMANIA in spec.special:
        return None
    return refuse("The Tasmania tile goes on I8 or I10, not on {hex}.", hex=a.hex)


def tasmania_faces_land(s: Australia, a: LayTasmania) -> Fault | None:
    """VIII-Lay-5 for the blue tile: both its tracks lead onto land."""
    atlas = s.book.atlas
    if a.rotation in EDGES:
        exits = atlas.face(TASMANIA, a.rotation).exits
        beyond = [atlas.neighbours[HexId(a.hex)][edge] for edge in exits]
        if all(hex_id is not None and atlas.hexes[hex_id].buildable for hex_id in beyond):
            return None
    return refuse(
        "Turned {rotation}, the tile's track on {hex} would not lead onto land.",
        rotation=a.rotation,
        hex=a.hex,
    )


class TasmaniaMove(Move[Australia, LayTasmania]):
    """Additional to the normal lays, without cost or connection (V-P3-1)."""

    action = LayTasmania

    def candidates(self, s: Australia, seat: int) -> Iterator[LayTasmania]:
        if not s.rights["P3"]:
            return
        for hex_id, spec in s.book.atlas.hexes.items():
            if TASMANIA in spec.special:
                for rotation in EDGES:
                    yield LayTasmania(seat, hex_id, rotation)

    def apply(self, s: Australia, a: LayTasmania) -> Australia:
        s = s.replace(
            board=s.board.lay(s.book.atlas, HexId(a.hex), TASMANIA, a.rotation),
            supply=with_item(s.supply, TASMANIA, s.supply[TASMANIA] - 1),
        )
        s = s.say(TasmaniaLaid(a.hex))
        if isinstance(s.frame, TasmaniaDuty):
            s = s.pop()
            return close(s.replace(rights=with_item(s.rights, "P3", "")), "P3")
        return use_right(s, "P3", s.top(OperatingTurn).company)


LAY_TASMANIA = TasmaniaMove(
    rule("V-P3-1", may_lay_tasmania),
    rule("V-P3-1", with_the_track),
    rule("V-P3-1", is_dark_blue),
    rule("VIII-Lay-5", tasmania_faces_land),
)


class TasmaniaActivity(Activity[Australia]):
    """V-P3-3: the owner of P3, or the owning company's director, lays it before anything else."""

    order_rule = "V-P3-3"
    asks = msg("{player}: lay the Tasmania tile.")
    _moves = (TasmaniaMove(rule("V-P3-1", is_dark_blue), rule("VIII-Lay-5", tasmania_faces_land)),)

    def seats(self, s: Australia) -> tuple[int, ...]:
        return (s.top(TasmaniaDuty).seat,)

    def moves(self, s: Australia) -> Sequence[Move[Australia, Action]]:
        return self._moves

    def figures(self, s: Australia) -> Figures:
        return {"player": s.names[s.top(TasmaniaDuty).seat]}


# -- closing ---------------------------------------------------------------------------------


def close(s: Australia, private: str) -> Australia:
    if s.privates[private] == CLOSED:
        return s
    return s.replace(privates=with_item(s.privates, private, CLOSED)).say(PrivateClosed(private))


def close_all(s: Australia) -> Australia:
    """V-7: the first 5 closes the privates; the rights of P2 and P4 live on (V-P2-2, V-P4-1).

    Under 18xx.games unused ones linger without income (S12), and so does P6 if CAR has no train yet.
    """
    s = s.replace(incomes_over=True)
    for private in s.privates:
        lingers = s.rulings.unused_privates_stay and (private == "P6" or s.rights.get(private, ""))
        if not lingers:
            s = close(s, private)
    holder = s.rights["P3"]
    return s.push(TasmaniaDuty(responsible(s, holder))) if holder else s


def responsible(s: Australia, holder: str) -> int:
    """V-P3-3: the owner, or the owning company's director; of a company just taken over, the former one."""
    if holder in SEAT_OF:
        return SEAT_OF[holder]
    for frame in s.stack:
        if isinstance(frame, Takeover) and frame.company == holder:
            return frame.seat
    seat: int = s.director_seat(holder)
    return seat


def car_bought_a_train(s: Australia, company: str) -> Australia:
    """V-P6-2: P6 closes when CAR buys a train."""
    return close(s, "P6") if company == CAR else s
