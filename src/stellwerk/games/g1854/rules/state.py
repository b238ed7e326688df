"""The state of 1854: what it adds to the 18xx table."""

from collections.abc import Mapping

from msgspec import Struct

from stellwerk.games.g1854.rules.book import LOCAL, LOKALBAHN, Facts, Rulings
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.state import SEAT_OF, Railways


class Option(Struct, frozen=True, omit_defaults=True):
    """OP-2, OP-5: a 20% paper half paid."""

    rest: int
    """What completing costs."""
    source: str
    taken: int
    """The stock round it was taken in."""


class Austria(Railways[Facts, Rulings], frozen=True, kw_only=True, dict=True):
    """1854: bids, options, splits, mail, mergers."""

    bids: Mapping[str, Mapping[str, int]] = {}
    """AU-2: mountain or local railway -> player -> standing bid."""
    options: Mapping[str, Option] = {}
    """Share paper -> the option on it; its owner holds the paper."""
    split: tuple[str, ...] = ()
    """Companies whose papers have been split, in that order."""
    mail: Mapping[str, str] = {}
    """Company -> its mail contract, "small" or "large"."""
    powers_used: tuple[str, ...] = ()
    """MR-3: mountain railways whose rebate is spent."""
    first_four: bool = False
    """LA-6: whether a Lokalbahn AG has bought a 4."""
    extra_tiles: Mapping[str, int] = {}
    """LA-10: pieces made because none was left for a home."""
    peak: str = ""
    """GE-1: the company that has reached the end of the price table."""
    bankrupt: str = ""

    def is_local(self, company: str) -> bool:
        return self.kind(company) == LOCAL

    def is_lokalbahn(self, company: str) -> bool:
        return self.kind(company) == LOKALBAHN

    def open_option(self, owner: str) -> str | None:
        """OP-3: the paper on which a player has an option."""
        return next((paper for paper in self.options if self.papers[paper] == owner), None)

    def power_of(self, private: str, company: str) -> bool:
        """MR-3: whether a mountain railway, still open, serves this company."""
        owner = self.privates[private]
        return owner in SEAT_OF and owner == self.director(company)

    def scrapped(self, kind: str) -> bool:
        """Return whether trains of a type have been scrapped."""
        return any(train in self.phases for train in self.book.trains[kind].scrapped_by)


class DiggingTurn(OperatingTurn, frozen=True):
    """A turn in which a tunnel may be dug."""

    dug: bool = False
    """TR-11, LR-2: whether one was."""


class Turn(DiggingTurn, frozen=True):
    """The turn of a share company."""

    before_sale: int = -1
    """EF-5: what there was for a train before the last sale in an emergency."""


class LocalTurn(DiggingTurn, frozen=True):
    """The turn of a local railway."""
