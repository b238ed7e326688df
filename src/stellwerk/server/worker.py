"""Processes of their own for work that takes long. They are started when they are first needed."""

import logging
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Lock
from typing import ParamSpec, TypeVar

from stellwerk.server.processes import fresh_processes
from stellwerk.server.turns import OneEach

P = ParamSpec("P")
R = TypeVar("R")

PROCESSES = 2
"""The second is started when the first is at work: one long game must not keep all others from their runs."""

_log = logging.getLogger("stellwerk.server")


class Worker:
    """A place for long work (an `engine.offload.Offload`): whoever asks waits, and nobody else does.

    Of one sender only one thing is worked on at a time: there is a process left for the others.
    """

    patience: float | None = 0.1

    def __init__(self) -> None:
        self._lock = Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False
        self._one_each = OneEach()

    def close(self) -> None:
        """What is under way is finished; whatever comes later is done on the spot."""
        with self._lock:
            pool, self._pool, self._closed = self._pool, None, True
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)

    def __call__(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self._lock:
            if self._pool is None and not self._closed:
                self._pool = ProcessPoolExecutor(PROCESSES, mp_context=fresh_processes())
            pool = self._pool
        if pool is None:
            return function(*args, **kwargs)
        try:
            with self._one_each.turn():
                return pool.submit(function, *args, **kwargs).result()
        except BrokenProcessPool:
            _log.error("worker", extra={"problem": "the worker process died"})
            with self._lock:
                if self._pool is pool:
                    self._pool = None
            return function(*args, **kwargs)
