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


def spared(offload: Offload, seconds: float) -> Offload:
    """Return where to do work that takes about so long: here, unless that is more than it may take here."""
    return ON_THE_SPOT if offload.patience is None or seconds <= offload.patience else offload


ON_THE_SPOT = OnTheSpot()
"""It holds nothing, so one serves all."""
