"""The queue: one job for one wish, one holder at a time, nobody waits for somebody else's crowd."""

import threading
from collections.abc import Iterator

import pytest

from stellwerk.server.queue import (
    BACKGROUND,
    BOTS_ALONE,
    LEASE,
    MOST_CLAIMS,
    PEOPLE_WAIT,
    Job,
    Queue,
    Wish,
    next_waiting,
)
from stellwerk.store import Database
from stellwerk.store.schema import JobRow
from tests.server.clock import HandClock


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def queue(address: str, clock: HandClock) -> Iterator[Queue]:
    db = Database(address)
    db.migrate()
    yield Queue(db, clock)
    db.close()


@pytest.fixture
def local_queue(sqlite_address: str, clock: HandClock) -> Iterator[Queue]:
    db = Database(sqlite_address)
    yield Queue(db, clock)
    db.close()


def ask(queue: Queue, key: str, **more: object) -> None:
    wish = Wish(kind="test", key=key, payload='{"a": 1}', **more)  # type: ignore[arg-type]
    with queue.db.write() as session:
        queue.ask(session, wish)


def found(queue: Queue, key: str) -> Job:
    with queue.db.read() as session:
        job = queue.find(session, "test", key)
    assert job is not None
    return job


def claim(queue: Queue, holder: str = "me") -> Job:
    job = queue.claim(holder, ["test"])
    assert job is not None
    return job


def keys(queue: Queue) -> list[str]:
    """All that can be claimed now, in order."""
    taken = []
    while (job := queue.claim("me", ["test"])) is not None:
        taken.append(job.key)
        queue.clock.pass_by(0.001)  # type: ignore[attr-defined]
    return taken


def test_the_same_wish_is_one_job(queue: Queue) -> None:
    for _ in range(3):
        ask(queue, "x")
    assert keys(queue) == ["x"]
    ask(queue, "x")
    assert keys(queue) == [], "it is under way already"


def test_of_many_who_claim_each_job_has_one_holder(address: str, clock: HandClock) -> None:
    """Workers of several processes, each with connections of its own."""
    databases = [Database(address) for _ in range(4)]
    queues = [Queue(db, clock) for db in databases]
    for number in range(40):
        ask(queues[0], str(number))
    taken: list[str] = []
    ready = threading.Barrier(4)

    def work(queue: Queue, holder: str) -> None:
        ready.wait()
        while (job := queue.claim(holder, ["test"])) is not None:
            assert job.holder == holder
            taken.append(job.key)

    threads = [threading.Thread(target=work, args=(queue, str(n))) for n, queue in enumerate(queues)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for db in databases:
        db.close()
    assert sorted(taken, key=int) == [str(number) for number in range(40)]


def test_not_before_it_is_due(queue: Queue, clock: HandClock) -> None:
    ask(queue, "later", due=clock.now() + 400)
    assert queue.claim("me", ["test"]) is None
    assert queue.next_due(["test"]) == clock.now() + 400
    assert queue.next_due(["other"]) is None
    clock.pass_by(0.4)
    assert claim(queue).key == "later"
    assert queue.next_due(["test"]) is None


def test_only_kinds_that_one_knows(queue: Queue) -> None:
    ask(queue, "x")
    assert queue.claim("me", ["other"]) is None


def test_people_first_and_then_whoever_was_served_longest_ago(queue: Queue, clock: HandClock) -> None:
    """A crowd of one host's jobs keeps nobody else waiting."""
    for number in range(4):
        ask(queue, f"crowd {number}", host_id=1, priority=BOTS_ALONE)
    ask(queue, "background", host_id=4, priority=BACKGROUND)
    ask(queue, "other", host_id=2, priority=BOTS_ALONE)
    ask(queue, "person", host_id=1, priority=PEOPLE_WAIT)
    clock.pass_by(1)
    order = keys(queue)
    assert order[0] == "person"
    assert order[1] == "other", "the host of the crowd was served a moment ago"
    assert order[-1] == "background"
    ask(queue, "crowd again", host_id=1)
    ask(queue, "stranger", host_id=9)
    clock.pass_by(1)
    assert keys(queue) == ["stranger", "crowd again"]


def test_a_lease_lapses_unless_it_is_renewed(queue: Queue, clock: HandClock) -> None:
    ask(queue, "x")
    dead = claim(queue, "dead")
    clock.pass_by(LEASE / 2)
    assert queue.renew(dead)
    clock.pass_by(LEASE / 2 + 1)
    assert queue.sweep() == 0, "it was renewed"
    clock.pass_by(LEASE)
    assert queue.sweep() == 1
    alive = claim(queue, "alive")
    assert (alive.id, alive.attempts) == (dead.id, 2)
    assert not queue.renew(dead), "whoever comes back finds it taken"
    with queue.db.write() as session:
        assert not queue.finish(session, dead, '"mine"')
        assert queue.finish(session, alive, '"yes"')
    assert (found(queue, "x").state, found(queue, "x").result) == ("done", '"yes"')


def test_a_holder_who_knows_of_nothing_gives_it_back(queue: Queue) -> None:
    """The answer to the claim was lost on its way."""
    ask(queue, "x")
    ask(queue, "y")
    claim(queue, "other")
    claim(queue, "me")
    assert queue.sweep(of="me") == 1
    assert claim(queue, "me").attempts == 2


def test_what_kills_its_holders_is_given_up(local_queue: Queue) -> None:
    ask(local_queue, "x")
    for _ in range(MOST_CLAIMS):
        claim(local_queue)
        local_queue.sweep(all_of_them=True)
    assert local_queue.claim("me", ["test"]) is None
    assert found(local_queue, "x").state == "failed"


def test_a_failure_is_tried_again_after_a_growing_pause(local_queue: Queue, clock: HandClock) -> None:
    ask(local_queue, "x")
    pauses = []
    for _ in range(3):
        job = claim(local_queue)
        goes_on = local_queue.fail(job, "failed: nothing works", most=3, first_pause=2.0)
        pauses.append((found(local_queue, "x").due - clock.now()) / 1000)
        clock.pass_by(pauses[-1])
    assert pauses == [2.0, 4.0, 8.0]
    assert not goes_on
    job = found(local_queue, "x")
    assert (job.state, job.failures, job.error) == ("failed", 3, "failed: nothing works")
    ask(local_queue, "x")
    assert claim(local_queue).failures == 0, "whoever asks again begins anew"


def test_a_job_that_is_done_stays_done(local_queue: Queue) -> None:
    ask(local_queue, "x")
    job = claim(local_queue)
    with local_queue.db.write() as session:
        local_queue.finish(session, job, '"answer"')
    ask(local_queue, "x")
    assert found(local_queue, "x").result == '"answer"'
    assert keys(local_queue) == []


def test_progress_and_cancelling(queue: Queue) -> None:
    ask(queue, "x")
    job = claim(queue)
    assert queue.renew(job, progress=250, words="second of four")
    assert (found(queue, "x").progress, found(queue, "x").words) == (250, "second of four")
    with queue.db.write() as session:
        assert queue.cancel(session, JobRow.key == "x") == 1
        assert queue.cancel(session, JobRow.key == "x") == 0
    assert not queue.renew(job, progress=500), "the worker hears of it"
    assert found(queue, "x").state == "cancelled"
    with queue.db.write() as session:
        assert not queue.finish(session, job)


def test_a_wish_in_a_transaction_that_fails_was_never_made(queue: Queue) -> None:
    def fail() -> None:
        with queue.db.write() as session:
            queue.ask(session, Wish(kind="test", key="x", payload="{}"))
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert keys(queue) == []


def test_what_is_over_is_purged(local_queue: Queue, clock: HandClock) -> None:
    for key in ("old", "new", "waiting"):
        ask(local_queue, key)
    for _ in range(2):
        job = claim(local_queue)
        with local_queue.db.write() as session:
            local_queue.finish(session, job)
        clock.pass_by(100)
    assert local_queue.purge("test", 150) == 1
    assert local_queue.counts() == {("test", "done"): 1, ("test", "waiting"): 1}
    assert [job.key for job in local_queue.jobs()] == ["waiting"]


def test_claiming_among_thousands_takes_little(local_queue: Queue) -> None:
    """One statement, and it reads indexes alone where it compares who was served when."""
    from sqlalchemy import text

    compiled = next_waiting(0, ["test"]).compile(
        local_queue.db.engine, compile_kwargs={"literal_binds": True}
    )
    with local_queue.db.read() as session:
        plan = [row[-1] for row in session.execute(text(f"explain query plan {compiled}"))]
    assert any("ix_jobs_state_due" in step for step in plan), plan
    assert sum("COVERING INDEX ix_jobs_host_id_claimed" in step for step in plan) == 1, plan
    assert sum("COVERING INDEX ix_jobs_table_id_claimed" in step for step in plan) == 1, plan
