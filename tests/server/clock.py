"""A clock that stands still until a test moves its hands."""


class HandClock:
    """A `stellwerk.server.clock.Clock`."""

    def __init__(self, now: int = 1_800_000_000_000) -> None:
        self._now, self._monotonic = now, 1_000.0

    def now(self) -> int:
        return self._now

    def monotonic(self) -> float:
        return self._monotonic

    def pass_by(self, seconds: float) -> None:
        self._now += round(seconds * 1000)
        self._monotonic += seconds
