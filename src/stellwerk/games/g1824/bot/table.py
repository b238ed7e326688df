"""What never changes on paper: what companies of 1824 are, how their trains are sold, when what happens."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

BOND, BUILDER = "bond", "builder"
DIRECTOR = 2
"""Shares of a director's paper."""


class Role(Struct, frozen=True):
    """What a company is, and what becomes of it."""

    kind: str
    into: str = ""
    """The share company that a coal or pre-state railway becomes part of."""
    shares: int = 0
    prices: tuple[int, ...] = ()
    """What may be paid for a railway, or for a share of a regional railway at first."""


class Table(Struct, frozen=True):
    """What never changes on paper."""

    roles: Mapping[str, Role]
    normal: int
    """How many kinds of train are no goods trains; these come first."""
    takes: Sequence[int]
    """The kind that is taken in payment for each kind; -1 where none is."""
    takes_for: Sequence[int]
    sold_from: Sequence[int]
    counts: Sequence[int]
    """How many trains of each kind there are at first."""
    limits: Mapping[str, Sequence[int]]
    """How many trains a company of some kind may own, by phase."""
    formed_by: Mapping[str, int]
    forms: Mapping[int, str]
    """The state railways by the kind of train that forms them."""
    state_price: int
    swaps: int
    """The phases from which on coal railways may be exchanged, and mountain and coal railways must be."""
    mountains_close: int
    coal_closes: int
    builders_close: int
    pool: bool
    """Whether shares that are sold go to a pool (X.4-2)."""
