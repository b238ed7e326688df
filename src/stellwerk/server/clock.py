"""What time it is: told to whoever needs to know by whoever puts the program together."""

import time
from typing import Protocol


class Clock(Protocol):
    """Tests have clocks of their own, which stand still until they are told otherwise."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    def monotonic(self) -> float:
        """Seconds from an unknown moment on; it never goes back."""


class SystemClock:
    """The machine's own."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        return time.monotonic()


SYSTEM_CLOCK = SystemClock()
"""It holds nothing, so one serves all."""
