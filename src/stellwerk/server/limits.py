"""How often one sender may ask: a bucket of tokens for each, filled at a steady rate.

Senders are counted by their address until the database has said who they are: what a request claims about
its sender costs nothing to invent.
"""

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from stellwerk.server.clock import Clock


class Rate(NamedTuple):
    burst: float
    """So many at once."""
    each: float
    """So many a second in the long run."""


READ = Rate(300, 60)
WRITE = Rate(120, 20)
ENTRY = Rate(20, 0.5)
"""Signing in and up: passwords are not to be guessed."""
ACCOUNT = Rate(15, 1 / 20)
"""Wrong passwords for one account from one address, or from one browser that has been signed in to it."""
EVERYWHERE = Rate(60, 1 / 5)
"""Wrong passwords for one account from all addresses; browsers that know the account are not counted here."""
UPLOAD = Rate(20, 1 / 30)
MANY = 10
"""So many people may share an address."""
MOST_KEPT = 50_000


class Limits:
    """All buckets of this process."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._lock = Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._known: OrderedDict[str, None] = OrderedDict()

    def wait(self, key: str, rate: Rate, cost: float = 1) -> float:
        """Take a token: 0 when there was one, else the seconds until there is. At cost 0 it is only asked."""
        now = self.clock.monotonic()
        with self._lock:
            left, then = self._buckets.get(key, (rate.burst, now))
            left = min(rate.burst, left + (now - then) * rate.each)
            waiting = (1 - left) / rate.each if left < 1 else 0.0
            self._buckets[key] = (left if waiting else left - cost, now)
            self._buckets.move_to_end(key)
            while len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)  # who has not asked for the longest: it is full again
            return waiting

    def learn(self, proof: str) -> None:
        """The database knows the holder of this cookie or token."""
        with self._lock:
            self._known[proof] = None
            self._known.move_to_end(proof)
            while len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)

    def forget(self, proof: str) -> None:
        with self._lock:
            self._known.pop(proof, None)

    def knows(self, proof: str) -> bool:
        return proof in self._known
