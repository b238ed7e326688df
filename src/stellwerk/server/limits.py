"""How often one sender may ask: a bucket of tokens for each, filled at a steady rate."""

import time
from threading import Lock
from typing import NamedTuple


class Rate(NamedTuple):
    burst: float
    """So many at once."""
    each: float
    """So many a second in the long run."""


READ = Rate(300, 60)
WRITE = Rate(120, 20)
ENTRY = Rate(20, 0.5)
"""Signing in and up: passwords are not to be guessed."""
MOST_KEPT = 50_000


class Limits:
    """All buckets of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._buckets: dict[str, tuple[float, float]] = {}

    def wait(self, key: str, rate: Rate) -> float:
        """Take a token: 0 when there was one, else the seconds until there is."""
        now = time.monotonic()
        with self._lock:
            left, then = self._buckets.get(key, (rate.burst, now))
            left = min(rate.burst, left + (now - then) * rate.each)
            if left < 1:
                self._buckets[key] = (left, now)
                return (1 - left) / rate.each
            self._buckets[key] = (left - 1, now)
            if len(self._buckets) > MOST_KEPT:
                self._sweep(now)
            return 0.0

    def _sweep(self, now: float) -> None:
        """Forget who has not asked for a while: his bucket is full again."""
        self._buckets = {key: kept for key, kept in self._buckets.items() if now - kept[1] < 60}
        if len(self._buckets) > MOST_KEPT:
            self._buckets.clear()
