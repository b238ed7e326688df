"""The database itself, on SQLite and on PostgreSQL."""

import threading

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

from stellwerk.store import Database
from stellwerk.store.schema import Base, LogRow, TableRow, UserRow


@pytest.fixture
def db(address: str):
    db = Database(address)
    db.migrate()
    yield db
    db.close()


def a_table(db: Database) -> int:
    with db.write() as session:
        session.add(user := UserRow(name="Anna", created=0))
        session.flush()
        row = TableRow(
            slug="abcdefgh", name="", game="1848", variant="base", rulings="book", seed=2**62,
            status="running", public=False, host_id=user.id, created=0, updated=0,
        )  # fmt: skip
        session.add(row)
        session.flush()
        return row.id


def entry(table: int, number: int) -> LogRow:
    return LogRow(table_id=table, number=number, action="{}", version=number, hash="", created=0)


def test_migrations_lead_to_the_schema(db: Database) -> None:
    with db.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_migrating_again_changes_nothing(db: Database) -> None:
    table = a_table(db)
    db.migrate()
    with db.read() as session:
        assert session.get(TableRow, table) is not None


def test_workers_that_start_together_migrate_once(address: str) -> None:
    failures = []

    def start() -> None:
        db = Database(address)
        try:
            db.migrate()
        except Exception as error:
            failures.append(error)
        finally:
            db.close()

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_number_is_given_once(db: Database) -> None:
    table = a_table(db)
    with db.write() as session:
        session.add(entry(table, 1))
    with pytest.raises(IntegrityError), db.write() as session:
        session.add(entry(table, 1))
    with db.read() as session:
        assert len(session.scalars(select(LogRow)).all()) == 1


def test_a_failed_write_leaves_nothing(db: Database) -> None:
    table = a_table(db)

    def fail() -> None:
        with db.write() as session:
            session.add(entry(table, 1))
            session.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with db.read() as session:
        assert session.scalars(select(LogRow)).all() == []


def test_writers_wait_for_each_other(db: Database) -> None:
    table = a_table(db)

    def write(first: int) -> None:
        for number in range(first, first + 10):
            with db.write() as session:
                session.scalars(select(LogRow).where(LogRow.table_id == table)).all()
                session.add(entry(table, number))

    threads = [threading.Thread(target=write, args=(100 * n,)) for n in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with db.read() as session:
        assert len(session.scalars(select(LogRow)).all()) == 40


def test_sqlite_is_safe_against_power_failure(tmp_path) -> None:
    db = Database(str(tmp_path / "x.db"))
    with db.engine.connect() as connection:
        assert connection.execute(text("pragma journal_mode")).scalar() == "wal"
        assert connection.execute(text("pragma synchronous")).scalar() == 2  # FULL
        assert connection.execute(text("pragma foreign_keys")).scalar() == 1
    db.close()


def test_memory_is_no_database() -> None:
    with pytest.raises(ValueError):
        Database("sqlite:///:memory:")
