"""Foremen: threads that claim jobs, have them worked on elsewhere, and see to it that they end.

Each has one worker (`workplace`). While it works, the foreman renews the lease, passes on how far it is, asks
whether anybody still wants it, and stops it when it takes too long. Nobody polls the database: foremen sleep
until the next job is due or somebody calls.
"""

import logging
import os
import secrets
import socket
import threading
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from stellwerk.engine import Refusal
from stellwerk.engine.canonical import UNREADABLE
from stellwerk.server.clock import Clock
from stellwerk.server.failures import note
from stellwerk.server.jobs import JobKind
from stellwerk.server.queue import LEASE, Job, Queue, pause_after
from stellwerk.server.workplace import Begun, Died, Done, Failed, Progress, Worker, reason

_log = logging.getLogger("stellwerk.server")
SWEEP = 30.0
"""Seconds between two looks at what may have been forgotten."""
BEAT = 0.1
"""Seconds after which a foreman looks up from a worker that says nothing."""
START = 60.0
"""Seconds that a new process may take to begin: the first one has to read the rules."""
LOOK = 1.0
"""Seconds after which it asks again whether the work is still wanted."""
Measured = Callable[[str, str, float], None]
"""Gets the kind of job, what became of it, and the seconds that it took."""
Chore = Callable[[], None]


class Foremen:
    """All foremen of a process."""

    def __init__(
        self,
        queue: Queue,
        kinds: Sequence[JobKind[Any, Any]],
        workers: Sequence[Worker],
        chores: Sequence[Chore] = (),
        measured: Measured = lambda kind, outcome, seconds: None,
        alone: bool = True,
    ) -> None:
        """`chores` are done when the foremen begin, and now and then.

        `alone`: nobody else works on this database.
        """
        self.queue, self.workers, self.chores = queue, workers, chores
        self.kinds = {kind.name: kind for kind in kinds}
        self.names = tuple(self.kinds)
        self.measured, self.alone = measured, alone
        self.clock: Clock = queue.clock
        self.holder = f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(4)}"
        self._called = threading.Condition()
        self._calls = 0
        self._next = 0.0
        """When somebody should look for a job again (by the monotonic clock)."""
        self._sweep_at = 0.0
        self._stopping = False
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        if self.alone:
            self.queue.sweep(all_of_them=True)
        for number, worker in enumerate(self.workers):
            foreman = _Foreman(self, worker, f"{self.holder}/{number}")
            thread = threading.Thread(target=foreman.run, name=f"foreman {number}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def stop(self) -> None:
        """What is being worked on is given back, for whoever comes next."""
        with self._called:
            self._stopping = True
            self._called.notify_all()
        for thread in self._threads:
            thread.join(timeout=10)

    def call(self, due: int = 0) -> None:
        """There is a job that is due then (milliseconds since 1970; 0: now)."""
        seconds = max(0.0, (due - self.clock.now()) / 1000) if due else 0.0
        with self._called:
            self._calls += 1
            self._next = min(self._next, self.clock.monotonic() + seconds)
            self._called.notify_all()

    @property
    def stopping(self) -> bool:
        return self._stopping

    def work_once(self) -> bool:
        """Do one job that is due with the first worker; False when there is none. For who has no threads."""
        return _Foreman(self, self.workers[0], f"{self.holder}/0").one()

    # -- for the foremen

    @property
    def calls(self) -> int:
        return self._calls

    def rest(self, calls: int) -> None:
        """Nothing is due: wait until something is, or somebody calls. `calls`: when it was looked last."""
        due = self.queue.next_due(self.names)
        with self._called:
            if self._calls == calls:
                later = SWEEP if due is None else min(SWEEP, max(0.0, (due - self.clock.now()) / 1000))
                self._next = self.clock.monotonic() + later
            self._sleep()

    def pause(self, seconds: float) -> None:
        """Wait, whoever calls."""
        with self._called:
            self._called.wait_for(lambda: self._stopping, seconds)

    def _sleep(self) -> None:
        while not self._stopping:
            left = min(self._next, self._sweep_at) - self.clock.monotonic()
            if left <= 0:
                return
            self._called.wait(left)

    def do_chores(self) -> None:
        """One of the foremen looks after what may have been forgotten, when it is time."""
        with self._called:
            if self.clock.monotonic() < self._sweep_at:
                return
            self._sweep_at = self.clock.monotonic() + SWEEP
        self.queue.sweep()
        for kind in self.kinds.values():
            self.queue.purge(kind.name, kind.keep)
        for chore in self.chores:
            chore()


class _Foreman:
    def __init__(self, all_of_us: Foremen, worker: Worker, holder: str) -> None:
        self.us, self.worker, self.holder = all_of_us, worker, holder
        self.queue, self.clock = all_of_us.queue, all_of_us.clock

    def run(self) -> None:
        failed = 0
        while not self.us.stopping:
            try:
                if failed:
                    self.queue.sweep(of=self.holder)
                self.us.do_chores()
                calls = self.us.calls
                if not self.one():
                    self.us.rest(calls)
                failed = 0
            except Exception as error:  # the database is away: it will come back
                failed += 1
                note("foreman", error, failed=failed)
                self.us.pause(min(10.0, pause_after(failed)))
        self.worker.close()

    def one(self) -> bool:
        """Claim a job and see it through; False when there is none."""
        job = self.queue.claim(self.holder, self.us.names)
        if job is None:
            return False
        while job is not None:
            kind = self.us.kinds[job.kind]
            began = self.clock.monotonic()
            following = None
            try:
                outcome, following = self._see_through(job, kind)
            except Exception as error:  # of ours or of the database, not of the work
                note("job", error, kind=job.kind)
                outcome = "released"
                self.worker.kill()
                self.queue.release(job, pause_after(job.attempts))
            self.us.measured(job.kind, outcome, self.clock.monotonic() - began)
            job = following
        return True

    def _see_through(self, job: Job, kind: JobKind[Any, Any]) -> tuple[str, Job | None]:
        """Return what became of a job, and the one to go on with."""
        try:
            payload = msgspec.json.decode(job.payload, type=kind.payload)
        except UNREADABLE as error:
            return self._fail(job, f"failed: {reason(error)}", most=1), None
        task = kind.prepare(job, payload)
        if task is None:
            self.queue.drop(job)
            return "dropped", None
        answer = self._worked(job, kind, payload, task)
        if isinstance(answer, Done):
            try:
                return "done", kind.done(job, payload, answer.answer)
            except (Refusal, ValueError, msgspec.MsgspecError) as error:
                return self._fail(job, f"failed: {reason(error)}", kind.attempts, kind.first_pause), None
        match answer:
            case "stopped":
                self.queue.release(job)
                return "released", None
            case "unwanted":
                self.queue.drop(job)
                return "dropped", None
        return self._fail(job, answer, kind.attempts, kind.first_pause), None

    def _worked(self, job: Job, kind: JobKind[Any, Any], payload: Any, task: object) -> Done | str:
        """Return the answer, or what happened instead: stopped, unwanted, or a fault and its reason."""
        worker, now = self.worker, self.clock.monotonic
        limit, renew_at, look_at = now() + START + kind.seconds, now() + LEASE / 3, now() + LOOK
        deaths = 0
        worker.begin(kind.work, task)
        while True:
            told = worker.wait(BEAT)
            progress: Progress | None = None
            match told:
                case Done():
                    return told
                case Begun():
                    limit = now() + kind.seconds
                case Failed(error):
                    return f"failed: {error}"
                case Died():
                    deaths += 1
                    _log.error("worker", extra={"problem": "the worker process died", "kind": job.kind})
                    if deaths > 1:  # once may be somebody else's fault
                        return "died: the process ended"
                    worker.begin(kind.work, task)
                case Progress():
                    progress = told
            if self.us.stopping:
                worker.kill()
                return "stopped"
            if now() > limit:
                worker.kill()
                return f"slow: more than {kind.seconds:g} s"
            if progress is not None or now() > renew_at:
                renew_at = now() + LEASE / 3
                if not self._renew(job, progress):
                    worker.kill()
                    return "unwanted"
            if now() > look_at:
                look_at = now() + LOOK
                if not kind.wanted(payload) or not self.queue.holds(job):
                    worker.kill()
                    return "unwanted"

    def _renew(self, job: Job, progress: Progress | None) -> bool:
        if progress is None:
            return self.queue.renew(job)
        return self.queue.renew(job, progress=round(1000 * progress.progress), words=progress.words)

    def _fail(self, job: Job, error: str, most: int, first_pause: float = 0.0) -> str:
        again = self.queue.fail(job, error, most, first_pause)
        _log.warning("job", extra={"kind": job.kind, "problem": error, "again": again})
        return "failed"
