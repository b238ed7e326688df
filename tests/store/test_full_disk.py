"""A full disk: whoever was told that something is kept can rely on it, and nobody else is told so."""

import resource
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event, select
from sqlalchemy.exc import SQLAlchemyError

from stellwerk.store import Database
from stellwerk.store.group_commit import Batch, NotWritten
from stellwerk.store.schema import SecretRow

ROOM = 400_000


@contextmanager
def files_end_at(size: int) -> Iterator[None]:
    """No file of this process can grow beyond this size: to SQLite that is a disk without room."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    db = Database(str(tmp_path / "small.db"))
    db.migrate()

    @event.listens_for(db.engine, "checkout")
    def little_memory(connection, _record, _proxy) -> None:
        connection.execute("PRAGMA cache_size=10")  # so that a transaction spills onto the disk early

    yield db
    db.close()


def test_who_shares_a_batch_with_a_failure_is_told(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite takes the whole transaction back when the disk is full in the middle of it."""
    acknowledged: list[str] = []
    refused: list[str] = []
    ready = threading.Barrier(9)

    def write(name: str, value: str) -> None:
        ready.wait()
        for number in range(12):
            key = f"{name}-{number}"
            try:
                with db.write() as session:
                    session.add(SecretRow(name=key, value=value))
            except Exception:
                refused.append(key)
            else:
                acknowledged.append(key)

    finish = Batch.finish

    def slowly(batch: Batch) -> None:
        threading.Event().wait(0.01)  # so that others gather
        finish(batch)

    monkeypatch.setattr(Batch, "finish", slowly)
    small = [threading.Thread(target=write, args=(f"small{n}", "x" * 200)) for n in range(6)]
    large = [threading.Thread(target=write, args=(f"large{n}", "x" * 150_000)) for n in range(3)]
    with files_end_at(ROOM):
        for thread in small + large:
            thread.start()
        for thread in small + large:
            thread.join()
    with db.read() as session:
        kept = set(session.scalars(select(SecretRow.name)))
    assert refused, "the disk was not full"
    assert set(acknowledged) <= kept, "acknowledged, and lost"
    assert not set(refused) & kept, "refused, and kept"


def test_nobody_joins_a_batch_that_was_taken_back(db: Database) -> None:
    """The same step by step: two parts, the second fills the disk."""
    outcome: list[object] = []
    first_is_in = threading.Event()

    def first() -> None:
        try:
            with db.write() as session:
                session.add(SecretRow(name="first", value="x"))
                first_is_in.set()
                while not db._group_commit._waiting:  # type: ignore[union-attr]
                    threading.Event().wait(0.005)
            outcome.append("kept")
        except Exception as error:
            outcome.append(error)

    thread = threading.Thread(target=first)
    thread.start()
    first_is_in.wait()

    def fill() -> None:
        with db.write() as session:
            for number in range(20):
                session.add(SecretRow(name=f"large{number}", value="x" * 100_000))
                session.flush()

    with files_end_at(ROOM), pytest.raises(SQLAlchemyError):
        fill()
    thread.join()
    assert isinstance(outcome[0], NotWritten)
    with db.write() as session:
        session.add(SecretRow(name="afterwards", value="x"))
    with db.read() as session:
        assert set(session.scalars(select(SecretRow.name))) == {"afterwards"}
