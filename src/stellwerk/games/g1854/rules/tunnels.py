"""TR-11 to TR-13: tunnels."""

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from stellwerk.board.gestures import DigsTunnel
from stellwerk.board.hexes import EDGES, OPPOSITE, HexId
from stellwerk.board.reach import reach
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.step import Move
from stellwerk.games.g1854.rules.book import LOCAL_MAP
from stellwerk.games.g1854.rules.events import TunnelDug
from stellwerk.games.g1854.rules.mountains import rebate_open, use_rebate
from stellwerk.games.g1854.rules.state import Austria, DiggingTurn
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.state import BANK
from stellwerk.mech18.track import LayTile

GENTLE, STRAIGHT = 2, 3
"""How many sides a tunnel turns past."""
ALL_SHAPES = tuple(combinations(EDGES, 2))
SHAPES = tuple((a, b) for a, b in ALL_SHAPES if min(b - a, 6 + a - b) in (GENTLE, STRAIGHT))


class DigTunnel(Action, frozen=True):
    """Dig a tunnel between two sides of a hex. `rebate` names a right that makes it cheaper."""

    on_map: ClassVar[DigsTunnel] = DigsTunnel(rebate="rebate")
    hex: str
    first: int
    second: int
    rebate: str = ""


def cost(s: Austria, a: DigTunnel) -> int:
    """TR-11: no terrain; MR-3: the Murtalbahn makes one tunnel cheaper."""
    return s.facts.tunnel_cost - (s.facts.tunnel_rebate.amount if a.rebate else 0)


def rebates(s: Austria) -> tuple[str, ...]:
    private = s.facts.tunnel_rebate.private
    return (private,) if rebate_open(s, private, s.top(OperatingTurn).company) else ()


def shapes(s: Austria) -> tuple[tuple[int, int], ...]:
    """TR-13: straight or gently curved; by ruling sharply too."""
    return ALL_SHAPES if s.rulings.sharp_tunnels else SHAPES


# -- rules ---------------------------------------------------------------------------------------


def digs_at_all(s: Austria, a: DigTunnel) -> Fault | None:
    """LR-2: local railways by ruling only."""
    if s.rulings.locals_dig or not s.is_local(s.top(OperatingTurn).company):
        return None
    return refuse("{company} is a local railway: it digs no tunnels.", company=s.top(OperatingTurn).company)


def one_a_turn(s: Austria, a: DigTunnel) -> Fault | None:
    if not s.top(DiggingTurn).dug:
        return None
    return refuse("{company} has dug a tunnel in this turn.", company=s.top(OperatingTurn).company)


def takes_tunnels(s: Austria, hex_id: HexId) -> bool:
    """TR-11: no large city, not the homes of the Lokalbahn AGs, not printed for good; on either map."""
    spec = s.book.atlas.hexes[hex_id]
    return (
        spec.open_ground
        and hex_id not in s.facts.home_hexes
        and all(stop.kind != "city" for stop in s.board.face(s.book.atlas, hex_id).stops)
    )


def ground_takes_tunnels(s: Austria, a: DigTunnel) -> Fault | None:
    if a.hex in s.book.atlas.hexes and takes_tunnels(s, HexId(a.hex)):
        return None
    return refuse("No tunnel leads through {hex}.", hex=a.hex)


def on_the_own_map(s: Austria, a: DigTunnel | LayTile) -> Fault | None:
    """LR-1, LR-7: local railways build on their map and nobody else does."""
    there = s.book.atlas.hexes[HexId(a.hex)].sheet == LOCAL_MAP
    if there == s.is_local(s.top(OperatingTurn).company):
        return None
    return refuse("{hex} is not on the map of {company}.", hex=a.hex, company=s.top(OperatingTurn).company)


def shape_exists(s: Austria, a: DigTunnel) -> Fault | None:
    """TR-13; written with the smaller side first."""
    if (a.first, a.second) in shapes(s):
        return None
    return refuse("No tunnel leads from side {first} to side {second}.", first=a.first, second=a.second)


def sides_are_free(s: Austria, a: DigTunnel) -> Fault | None:
    """TR-12: no track comes out there, and no tunnel either unless sides are shared."""
    atlas, hex_id = s.book.atlas, HexId(a.hex)
    shared = s.rulings.tunnel_sides == "shared"
    face = s.board.surface(atlas, hex_id) if shared else s.board.face(atlas, hex_id)
    taken = sorted({a.first, a.second} & face.exits)
    if not taken:
        return None
    return refuse("Side {side} of {hex} has track.", side=taken[0], hex=a.hex)


def room_in_the_hex(s: Austria, a: DigTunnel) -> Fault | None:
    there = s.board.tunnels.get(HexId(a.hex), ())
    if len(there) < s.facts.tunnels_in_hex:
        return None
    return refuse("{hex} already has {count:# tunnel|# tunnels}.", hex=a.hex, count=len(there))


def does_not_cross(s: Austria, a: DigTunnel) -> Fault | None:
    """Two tunnels cross when each has one end on either side of the other, or when both are the same."""
    for one, two in s.board.tunnels.get(HexId(a.hex), ()):
        ends = {one, two} & {a.first, a.second}
        if len(ends) == 2 or (not ends and (one < a.first < two) != (one < a.second < two)):
            return refuse("It would cross the tunnel from side {one} to side {two}.", one=one, two=two)
    return None


def leads_somewhere(s: Austria, a: DigTunnel) -> Fault | None:
    for side in (a.first, a.second):
        if not s.board.leads_on(s.book.atlas, HexId(a.hex), side):
            return refuse("Side {side} of {hex} is closed.", side=side, hex=a.hex)
    return None


def continues_own_track(s: Austria, a: DigTunnel) -> Fault | None:
    company = s.top(OperatingTurn).company
    sides = reach(s.book.atlas, s.board, company).into(HexId(a.hex))
    if a.first in sides or a.second in sides:
        return None
    return refuse("No track of {company} leads to this tunnel in {hex}.", company=company, hex=a.hex)


def rebate_is_due(s: Austria, a: DigTunnel) -> Fault | None:
    if not a.rebate or a.rebate in rebates(s):
        return None
    return refuse(
        "{company} has no right {rebate} on {hex}.",
        company=s.top(OperatingTurn).company,
        rebate=a.rebate,
        hex=a.hex,
    )


def treasury_pays(s: Austria, a: DigTunnel) -> Fault | None:
    company, price = s.top(OperatingTurn).company, cost(s, a)
    if s.cash[company] >= price:
        return None
    cash = s.cash[company]
    return refuse("{company} has {cash}; the tunnel costs {price}.", company=company, cash=cash, price=price)


class DigMove(Move[Austria, DigTunnel]):
    action = DigTunnel

    def candidates(self, s: Austria, seat: int) -> Iterator[DigTunnel]:
        turn, atlas = s.top(DiggingTurn), s.book.atlas
        company = turn.company
        if turn.dug or (s.is_local(company) and not s.rulings.locals_dig):
            return
        rights = ("", *rebates(s))
        if s.cash[company] < min(cost(s, DigTunnel(seat, "", 0, 0, right)) for right in rights):
            return
        into: dict[HexId, set[int]] = {}
        for hex_id, edge in reach(atlas, s.board, company).exits:
            beyond = atlas.neighbours[hex_id][edge]
            if beyond is not None and takes_tunnels(s, beyond):
                into.setdefault(beyond, set()).add(OPPOSITE[edge])
        for hex_id in atlas.hexes:
            for first, second in shapes(s) if hex_id in into else ():
                if first in into[hex_id] or second in into[hex_id]:
                    for right in rights:
                        yield DigTunnel(seat, hex_id, first, second, right)

    def apply(self, s: Austria, a: DigTunnel) -> Austria:
        company, price = s.top(DiggingTurn).company, cost(s, a)
        s = s.pay(company, BANK, price).update_frame(dug=True)
        s = s.replace(board=s.board.dig(s.book.atlas, HexId(a.hex), (a.first, a.second)))
        s = s.say(TunnelDug(company, a.hex, a.first, a.second, price))
        return use_rebate(s, a.rebate) if a.rebate else s


DIG = DigMove(
    rule("LR-2", digs_at_all),
    rule("TR-11", one_a_turn),
    rule("TR-11", ground_takes_tunnels),
    rule("LR-7", on_the_own_map),
    rule("TR-13", shape_exists),
    rule("TR-12", sides_are_free),
    rule("TR-12", room_in_the_hex),
    rule("TR-12", does_not_cross),
    rule("TR-12", leads_somewhere),
    rule("TR-12", continues_own_track),
    rule("MR-3", rebate_is_due),
    rule("TR-11", treasury_pays),
)


def can_dig(s: Austria) -> bool:
    """Return whether a tunnel is still open when the tile has been laid."""
    return DIG.possible(s, s.director_seat(s.top(DiggingTurn).company))
