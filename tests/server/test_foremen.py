"""Foremen and their workers: a process that dies, hangs or is not needed any more stops nothing."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from stellwerk.server.foremen import Foremen
from stellwerk.server.jobs import JobKind
from stellwerk.server.queue import Job, Queue, Wish
from stellwerk.server.workplace import Done, InAProcess
from stellwerk.store import Database
from stellwerk.store.schema import JobRow
from tests.server.chores import Chore, obey


@pytest.fixture
def queue(sqlite_address: str) -> Iterator[Queue]:
    db = Database(sqlite_address)
    yield Queue(db)
    db.close()


class Site:
    """Foremen with processes, and what they were told."""

    def __init__(self, queue: Queue, seconds: float = 30.0, processes: int = 1) -> None:
        self.queue, self.wanted = queue, True
        self.workers = [InAProcess() for _ in range(processes)]
        self.outcomes: list[tuple[str, str]] = []
        kind = JobKind(
            name="chore", payload=Chore, prepare=lambda job, chore: chore, work=obey, done=self.done,
            wanted=lambda chore: self.wanted, seconds=seconds, attempts=2, first_pause=0.0,
        )  # fmt: skip
        self.foremen = Foremen(queue, [kind], self.workers, measured=self.measured)

    def measured(self, kind: str, outcome: str, seconds: float) -> None:
        self.outcomes.append((kind, outcome))

    def done(self, job: Job, chore: Chore, answer: str) -> None:
        with self.queue.db.write() as session:
            self.queue.finish(session, job, answer)

    def ask(self, do: str, trace: str = "") -> None:
        payload = msgspec.json.encode(Chore(do, trace)).decode()
        with self.queue.db.write() as session:
            self.queue.ask(session, Wish(kind="chore", key=do, payload=payload))
        self.foremen.call()

    def job(self, do: str) -> Job:
        with self.queue.db.read() as session:
            found = self.queue.find(session, "chore", do)
        assert found is not None
        return found

    def becomes(self, do: str, *states: str, seconds: float = 40) -> Job:
        deadline = time.monotonic() + seconds
        while (job := self.job(do)).state not in states and time.monotonic() < deadline:
            time.sleep(0.02)
        assert job.state in states, job
        return job


@pytest.fixture
def site(queue: Queue) -> Iterator[Callable[..., Site]]:
    made: list[Site] = []

    def make(**how: object) -> Site:
        found = Site(queue, **how)  # type: ignore[arg-type]
        made.append(found)
        found.foremen.start()
        return found

    yield make
    for found in made:
        found.foremen.stop()
        assert all(worker.pid is None for worker in found.workers), "a process is left over"


def test_work_is_done_elsewhere(site: Callable[..., Site]) -> None:
    here = site()
    here.ask("greet")
    answer = msgspec.json.decode(here.becomes("greet", "done").result or "")
    assert answer["did"] == "greet"
    assert answer["in"] not in (os.getpid(), None)
    here.ask("sing")
    again = msgspec.json.decode(here.becomes("sing", "done").result or "")
    assert again["in"] == answer["in"], "the process stays"


def test_what_fails_is_tried_as_often_as_its_kind_says(site: Callable[..., Site]) -> None:
    here = site()
    here.ask("fail")
    job = here.becomes("fail", "failed")
    assert (job.failures, job.error) == (2, "failed: LookupError: no")
    here.ask("greet")
    here.becomes("greet", "done")
    assert here.outcomes == [("chore", "failed"), ("chore", "failed"), ("chore", "done")]


def test_what_takes_too_long_is_stopped(site: Callable[..., Site], tmp_path: Path) -> None:
    here = site(seconds=0.3)
    here.ask("sleep", str(tmp_path / "trace"))
    job = here.becomes("sleep", "failed")
    assert (job.error or "").startswith("slow: ")
    for pid in (tmp_path / "trace").read_text().split():
        assert not Path(f"/proc/{pid}").exists(), "the process that hung is gone"
    here.ask("greet")
    here.becomes("greet", "done")


def test_a_process_that_dies_once_is_not_to_blame(site: Callable[..., Site], tmp_path: Path) -> None:
    here = site()
    here.ask("die once", str(tmp_path / "trace"))
    assert here.becomes("die once", "done").failures == 0
    assert len((tmp_path / "trace").read_text().split()) == 2
    here.ask("die", str(tmp_path / "other"))
    assert here.becomes("die", "failed").error == "died: the process ended"
    here.ask("greet")
    here.becomes("greet", "done")


def test_a_worker_killed_from_outside(site: Callable[..., Site], tmp_path: Path) -> None:
    """The job is taken up by the next process."""
    here = site()
    here.ask("sleep", str(tmp_path / "trace"))
    deadline = time.monotonic() + 30
    while not (tmp_path / "trace").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    first = (tmp_path / "trace").read_text().split()
    os.kill(int(first[0]), signal.SIGKILL)
    while len((tmp_path / "trace").read_text().split()) < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    assert len(set((tmp_path / "trace").read_text().split())) == 2
    assert here.job("sleep").state == "claimed"


@pytest.mark.parametrize("how", ["cancelled", "unwanted"])
def test_what_nobody_wants_any_more_is_stopped(site: Callable[..., Site], how: str, tmp_path: Path) -> None:
    here = site(processes=1)
    here.ask("sleep", str(tmp_path / "trace"))
    here.becomes("sleep", "claimed")
    if how == "unwanted":
        here.wanted = False
    else:
        with here.queue.db.write() as session:
            assert here.queue.cancel(session, JobRow.key == "sleep") == 1
    here.ask("greet")
    if how == "unwanted":
        here.becomes("sleep", "cancelled")
        here.wanted = True
    here.becomes("greet", "done")
    assert here.job("sleep").state == "cancelled"


def test_how_far_it_is(site: Callable[..., Site]) -> None:
    here = site()
    here.ask("tell")
    deadline = time.monotonic() + 30
    while not here.job("tell").words and time.monotonic() < deadline:
        time.sleep(0.01)
    assert (here.job("tell").progress, here.job("tell").words) == (250, "one of four")
    assert here.becomes("tell", "done").progress == 1000


def test_stopping_gives_back_what_was_begun(queue: Queue) -> None:
    here = Site(queue)
    here.foremen.start()
    here.ask("sleep")
    here.becomes("sleep", "claimed")
    began = time.monotonic()
    here.foremen.stop()
    assert time.monotonic() - began < 5
    assert here.job("sleep").state == "waiting"
    assert here.workers[0].pid is None


def test_what_a_dead_server_held_is_taken_up_at_once(queue: Queue, site: Callable[..., Site]) -> None:
    """The only server of a database was killed in the middle: the next one does not wait for the lease."""
    with queue.db.write() as session:
        queue.ask(session, Wish(kind="chore", key="greet", payload='{"do": "greet"}'))
    assert queue.claim("dead", ["chore"]) is not None
    site().becomes("greet", "done")


def test_a_damaged_job_fails_and_stops_nobody(site: Callable[..., Site]) -> None:
    here = site()
    with here.queue.db.write() as session:
        here.queue.ask(session, Wish(kind="chore", key="odd", payload="[nonsense"))
    here.ask("greet")
    here.becomes("greet", "done")
    assert here.becomes("odd", "failed").failures == 1


def test_two_processes_work_at_once(site: Callable[..., Site]) -> None:
    here = site(processes=2)
    here.ask("sleep")
    here.becomes("sleep", "claimed")
    here.ask("greet")
    here.becomes("greet", "done")
    assert here.job("sleep").state == "claimed"


def test_a_job_that_is_due_later_is_begun_then(queue: Queue, site: Callable[..., Site]) -> None:
    here = site()
    here.ask("greet")
    here.becomes("greet", "done")
    due = queue.clock.now() + 300
    with queue.db.write() as session:
        queue.ask(session, Wish(kind="chore", key="sing", payload='{"do": "sing"}', due=due))
    here.foremen.call(due)
    here.becomes("sing", "done", seconds=10)
    assert due <= here.job("sing").updated < due + 5_000


def test_workers_end_with_their_server() -> None:
    worker = InAProcess()
    worker.begin(obey, Chore("greet"))
    deadline = time.monotonic() + 30
    while not isinstance(worker.wait(0.1), Done) and time.monotonic() < deadline:
        pass
    pid = worker.pid
    assert pid is not None
    worker.close()
    assert not Path(f"/proc/{pid}").exists()
