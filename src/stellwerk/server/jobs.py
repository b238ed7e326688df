"""Kinds of long work: what each is told, what it does, and what becomes of it.

A kind is put together where the program is (`server.app`); nothing registers itself. What is done here and
what elsewhere is said by its functions: `prepare` and `done` run where the job was claimed and know the
database, `work` runs in a process of its own and knows only what `prepare` gave it.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from stellwerk.server.queue import FIRST_PAUSE, Job

P = TypeVar("P")
T = TypeVar("T")
V = TypeVar("V")


class Report(Protocol):
    def __call__(self, progress: float, words: str = "") -> None:
        """Tell how far the work is, from 0 to 1, and what is being done."""


class Bench:
    """What a worker keeps between two jobs, so that it need not be made again: the things used last."""

    def __init__(self, most: int = 200) -> None:
        self.most = most
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def keep(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return what is kept by this name, or make it."""
        if key not in self._kept:
            self._kept[key] = make()
            if len(self._kept) > self.most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        found: V = self._kept[key]
        return found


class JobKind(Struct, Generic[P, T], frozen=True, kw_only=True):
    """A kind of long work."""

    name: str
    payload: type[P]
    """What the database keeps of it, as JSON."""
    prepare: Callable[[Job, P], T | None]
    """What the worker needs, of something that can be pickled; None: nobody wants it any more."""
    work: Callable[[Bench, T, Report], str]
    """A function of a module; the answer is JSON."""
    done: Callable[[Job, P, str], Job | None]
    """Make something of the answer, and end the job. A Refusal or ValueError is a failure of the work.

    It may give another job of the kind, which whoever has this one goes on with (`Queue.hand_on`).
    """
    wanted: Callable[[P], bool] = lambda payload: True
    """Whether it is still worth going on; asked now and then while it is worked on."""
    seconds: float = 600.0
    """After so long a worker is stopped."""
    attempts: int = 3
    """How often the work may go wrong."""
    first_pause: float = FIRST_PAUSE
    keep: float = 600.0
    """Seconds for which a job that is over stays in the database."""
