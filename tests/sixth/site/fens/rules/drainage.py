"""FN: the fen, and how it is drained. The rule that no other game has."""

from collections.abc import Iterator
from typing import Any, ClassVar

from fens.rules.state import Fens, Turn
from stellwerk.board.gestures import ChoosesHex
from stellwerk.board.hexes import HexId
from stellwerk.board.reach import reaches
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import Event, with_item
from stellwerk.engine.step import Move
from stellwerk.engine.text import msg
from stellwerk.mech18.state import BANK
from stellwerk.mech18.track import LayTile

FEN = msg("fen")


class DrainFen(Action, frozen=True):
    """The acting company drains a hex."""

    on_map: ClassVar[ChoosesHex] = ChoosesHex()
    hex: str


class FenDrained(Event, frozen=True):
    says: ClassVar[str] = msg("{company} drains {hex} for {cost}.")
    company: str
    hex: str
    cost: int


def is_fen(s: Fens, hex_id: str) -> bool:
    spec = s.book.atlas.hexes.get(HexId(hex_id))
    return spec is not None and spec.terrain == FEN


# -- building ----------------------------------------------------------------------------------


def ground_is_dry(s: Fens, a: LayTile) -> Fault | None:
    if not is_fen(s, a.hex) or a.hex in s.drained:
        return None
    return refuse("{hex} is fen: it must be drained before anything is built.", hex=a.hex)


def ground_is_open(s: Fens, a: LayTile) -> Fault | None:
    """With the ruling, the first tile on a drained hex is for whoever drained it."""
    owner = s.drained.get(a.hex, s.top(Turn).company)
    if s.rulings.drained_for_all or owner == s.top(Turn).company or HexId(a.hex) in s.board.laid:
        return None
    return refuse("{hex} was drained by {company}, which alone may build there.", hex=a.hex, company=owner)


# -- draining ----------------------------------------------------------------------------------


def is_wet(s: Fens, a: DrainFen) -> Fault | None:
    if is_fen(s, a.hex) and a.hex not in s.drained:
        return None
    return refuse("There is nothing to drain on {hex}.", hex=a.hex)


def one_a_turn(s: Fens, a: DrainFen) -> Fault | None:
    if not s.top(Turn).drained:
        return None
    return refuse("{company} has drained a hex in this turn.", company=s.top(Turn).company)


def lies_at_the_track(s: Fens, a: DrainFen) -> Fault | None:
    """Next to a hex whose track the company reaches, or next to one of its markers."""
    company, atlas = s.top(Turn).company, s.book.atlas
    near = {hex_id for found in reaches(atlas, s.board, company) for hex_id in found.hexes}
    if near & set(atlas.neighbours[HexId(a.hex)]):
        return None
    return refuse("{hex} does not lie next to track of {company}.", hex=a.hex, company=company)


def treasury_pays_drainage(s: Fens, a: DrainFen) -> Fault | None:
    company, cost = s.top(Turn).company, s.facts.drainage
    if s.cash[company] >= cost:
        return None
    return refuse(
        "{company} has {cash}; draining costs {cost}.", company=company, cash=s.cash[company], cost=cost
    )


class DrainMove(Move[Any, DrainFen]):
    action = DrainFen

    def candidates(self, s: Any, seat: int) -> Iterator[DrainFen]:
        return (DrainFen(seat, hex_id) for hex_id in s.book.atlas.hexes if is_fen(s, hex_id))

    def apply(self, s: Any, a: DrainFen) -> Any:
        company, cost = s.top(Turn).company, s.facts.drainage
        s = s.pay(company, BANK, cost).replace(drained=with_item(s.drained, a.hex, company))
        return s.update_frame(drained=True).say(FenDrained(company, a.hex, cost))


DRAIN = DrainMove(
    rule("FN-1", is_wet),
    rule("FN-2", one_a_turn),
    rule("FN-2", lies_at_the_track),
    rule("FN-2", treasury_pays_drainage),
)
