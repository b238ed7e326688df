"""The state of 18Fen: what it adds to the 18xx table."""

from collections.abc import Mapping

from fens.rules.book import Facts, Rulings
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.state import Railways


class Fens(Railways[Facts, Rulings], frozen=True, kw_only=True, dict=True):
    """18Fen: which hexes of the fen are dry."""

    drained: Mapping[str, str] = {}
    """Hex -> the company that drained it."""


class Turn(OperatingTurn, frozen=True):
    """A turn also remembers whether the company has drained a hex (FN-2)."""

    drained: bool = False
