"""Limits on open event streams: so many for each address, and some places kept for players."""

from collections import Counter

from msgspec import Struct

from stellwerk.server.problems import TooMany

OF_AN_ADDRESS = 200
"""Streams of all who come from one address; several players may share it."""
ONLOOKERS_OF_AN_ADDRESS = 60
FOR_PLAYERS = 0.25
"""This part of all places is kept for those who sit at the table that they watch."""


class Visitor(Struct, frozen=True):
    address: str
    seated: bool


class StreamLimits:
    """The open event streams of this process. It lives in the event loop."""

    def __init__(self, places: int) -> None:
        self.places = places
        self.onlookers = 0
        self._all: Counter[str] = Counter()
        self._onlookers: Counter[str] = Counter()

    @property
    def streams(self) -> int:
        return self._all.total()

    def check(self, visitor: Visitor) -> None:
        """TooMany when there is no place for another stream."""
        limit = self.places if visitor.seated else int(self.places * (1 - FOR_PLAYERS))
        taken = self.streams if visitor.seated else self.onlookers
        if taken >= limit or self.streams >= self.places:
            raise TooMany("Too many are watching.")
        address = visitor.address
        if self._all[address] >= OF_AN_ADDRESS or (
            not visitor.seated and self._onlookers[address] >= ONLOOKERS_OF_AN_ADDRESS
        ):
            raise TooMany("Too many are watching from your address.")

    def opened(self, visitor: Visitor) -> None:
        self._all[visitor.address] += 1
        if not visitor.seated:
            self.onlookers += 1
            self._onlookers[visitor.address] += 1

    def closed(self, visitor: Visitor) -> None:
        _less(self._all, visitor.address)
        if not visitor.seated:
            self.onlookers -= 1
            _less(self._onlookers, visitor.address)


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]
