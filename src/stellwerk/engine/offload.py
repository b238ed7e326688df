"""Work that may take long: where it is done is said by whoever asks for it.

A server gives such work to another process, so that its other tables do not wait; the answer is the same.
"""

from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Offload(Protocol):
    """Calls a function that can be imported by name, with arguments that can be pickled."""

    @property
    def patience(self) -> float | None:
        """Seconds that work may take on the spot before it is handed over; None: it never is."""

    def __call__(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R: ...

    def close(self) -> None:
        """Hand nothing over any more."""


class OnTheSpot:
    """No other place: all work is done at once, here."""

    patience: float | None = None

    def __call__(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    def close(self) -> None:
        """There is nothing to close."""


WORTH_IT = 10
"""How many times as long as may be spent here work must take: another process has to start, and be told."""


def spared(offload: Offload, seconds: float) -> Offload:
    """Return where to do work that takes about so long: elsewhere if it is long enough to be worth it."""
    if offload.patience is None or seconds <= WORTH_IT * offload.patience:
        return ON_THE_SPOT
    return offload


ON_THE_SPOT = OnTheSpot()
"""It holds nothing, so one serves all."""
