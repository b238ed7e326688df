"""Where long work is done: in processes of their own, or on the spot where nobody else waits (in tests).

A process that hangs is killed and another one takes its place. They come from one that has read the rules
(`processes`), give way to the server (`NICE`), and end with it: they hear it when its end of the pipe closes.
"""

import contextlib
import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from msgspec import Struct

from stellwerk.server.jobs import Bench, Report
from stellwerk.server.processes import fresh_processes

NICE = 10
GRACE = 2.0
"""Seconds in which a process that is not needed any more may end by itself."""


class Begun(Struct, frozen=True):
    """It has the task; a new process takes a while until then."""


class Done(Struct, frozen=True):
    answer: str
    """As JSON."""


class Progress(Struct, frozen=True):
    progress: float
    words: str


class Failed(Struct, frozen=True):
    error: str


class Died(Struct, frozen=True):
    """The process is not there any more."""


Told = Begun | Done | Progress | Failed | Died
Work = Callable[[Bench, Any, Report], str]


class Worker(Protocol):
    """Works on one thing at a time."""

    def begin(self, work: Work, task: object) -> None: ...

    def wait(self, seconds: float) -> Told | None:
        """Return what it has to say; None when it says nothing for so long."""

    def kill(self) -> None:
        """Stop what it does. It can begin something else then."""

    def close(self) -> None: ...


class OnTheSpot:
    """Works while it is waited for; nothing can stop it."""

    def __init__(self) -> None:
        self._bench = Bench()
        self._task: tuple[Work, object] | None = None

    def begin(self, work: Work, task: object) -> None:
        self._task = work, task

    def wait(self, seconds: float) -> Told | None:
        if self._task is None:
            return Died()
        (work, task), self._task = self._task, None
        try:
            return Done(work(self._bench, task, lambda progress, words="": None))
        except Exception as error:
            return Failed(reason(error))

    def kill(self) -> None:
        self._task = None

    def close(self) -> None:
        """There is nothing to close."""


class InAProcess:
    """A process that is started when it is first needed, and again when it has died."""

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def begin(self, work: Work, task: object) -> None:
        if self._process is None or not self._process.is_alive():
            self.kill()
            context = fresh_processes()
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=work_on, args=(theirs,), name="worker", daemon=True)
            self._process.start()
            theirs.close()
        assert self._pipe is not None
        with contextlib.suppress(OSError):  # it has just died: `wait` tells
            self._pipe.send((work, task))

    def wait(self, seconds: float) -> Told | None:
        if self._pipe is None:
            return Died()
        try:
            if not self._pipe.poll(seconds):
                return None
            told: Told = self._pipe.recv()
            return told
        except (EOFError, OSError):
            self.kill()
            return Died()

    def kill(self) -> None:
        process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join()

    def close(self) -> None:
        """Let it end; it does so when the pipe closes, unless it is at work."""
        process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.join(GRACE)
            if process.is_alive():
                process.kill()
                process.join()


def reason(error: BaseException) -> str:
    """Return what went wrong, in one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0][:500]


def work_on(pipe: Connection) -> None:
    """In a process of its own: do what the pipe says until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the pipe
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(os, "nice"):
        os.nice(NICE)
    bench = Bench()

    def report(progress: float, words: str = "") -> None:
        pipe.send(Progress(progress, words))

    while True:
        try:
            work, task = pipe.recv()
        except (EOFError, OSError):
            return
        told: Told
        try:
            pipe.send(Begun())
            told = Done(work(bench, task, report))
        except BrokenPipeError:  # the server is gone
            return
        except Exception as error:
            told = Failed(reason(error))
        try:
            pipe.send(told)
        except OSError:
            return


def usual_number() -> int:
    """One for each processor but one, which is the server's; at least one."""
    return max(1, (os.cpu_count() or 1) - 1)
