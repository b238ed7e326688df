"""How much of one sender is worked on at once, so that there is always room for the others.

Requests are answered by a few threads, and what takes long is done by two processes. Whoever asks for
much at once waits in a line of its own.
"""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock

SENDER: ContextVar[str] = ContextVar("sender", default="")
"""The address of the request that is being answered; empty where the server works by itself."""
AT_ONCE = 4
"""Requests of one address that are worked on at the same time.

More would not be answered sooner, as threads share one interpreter, but everybody else would wait longer.
"""
MOST_WAITING = 300
"""Requests of one address that wait for it."""


class _Line:
    def __init__(self) -> None:
        self.busy = 0
        self.waiting: deque[asyncio.Future[None]] = deque()


class Turns:
    """Lines of requests, one for each address. It lives in the event loop."""

    def __init__(self) -> None:
        self._lines: dict[str, _Line] = {}

    def __len__(self) -> int:
        return len(self._lines)

    async def come(self, sender: str) -> bool:
        """Wait for a turn; False when too many wait already. Whoever had one goes by `go`."""
        line = self._lines.setdefault(sender, _Line())
        if line.busy < AT_ONCE:
            line.busy += 1
            return True
        if len(line.waiting) >= MOST_WAITING:
            return False
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.go(sender)
            raise
        return True

    def go(self, sender: str) -> None:
        """The next one of this line, if somebody is still there."""
        line = self._lines[sender]
        while line.waiting:
            turn = line.waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        line.busy -= 1
        if not line.busy:
            del self._lines[sender]


class OneEach:
    """Of every sender one thing at a time; for threads. What the server does by itself does not wait."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._turns: dict[str, tuple[Lock, int]] = {}
        """By sender: the turn, and how many have it or wait for it."""

    @contextmanager
    def turn(self) -> Iterator[None]:
        sender = SENDER.get()
        if not sender:
            yield
            return
        with self._lock:
            turn, count = self._turns.get(sender, (Lock(), 0))
            self._turns[sender] = turn, count + 1
        try:
            with turn:
                yield
        finally:
            with self._lock:
                _, count = self._turns.pop(sender)
                if count > 1:
                    self._turns[sender] = turn, count - 1
