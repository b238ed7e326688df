"""The database itself, on SQLite and on PostgreSQL."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

from stellwerk.store import Database
from stellwerk.store.database import MIGRATIONS, revisions
from stellwerk.store.group_commit import Batch
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


def test_every_form_has_a_file_of_its_name() -> None:
    known = [script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]
    assert list(revisions()) == known


def test_migrating_again_changes_nothing(db: Database) -> None:
    table = a_table(db)
    form = db.revision()
    for revision in ("head", form):
        db.migrate(revision)
        assert db.revision() == form
        with db.read() as session:
            assert session.get(TableRow, table) is not None


def test_workers_that_start_together_migrate_once(address: str) -> None:
    failures = []
    earlier = Database(address)
    earlier.migrate("0005")
    earlier.close()

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
    db = Database(address)
    assert db.revision() == "0013"
    db.close()


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


def test_who_fails_fails_alone(db: Database) -> None:
    """Writers that share a commit: each has its own part of it."""
    table = a_table(db)
    outcomes: list[str] = []
    ready = threading.Barrier(9)

    def write(number: int) -> None:
        ready.wait()
        try:
            with db.write() as session:
                session.add(entry(table, number))
                session.flush()
                if number % 3 == 0:
                    raise LookupError
            outcomes.append("kept")
        except LookupError:
            outcomes.append("failed")
        except IntegrityError:
            outcomes.append("taken")

    numbers = [1, 2, 3, 4, 5, 6, 7, 7, 9]
    threads = [threading.Thread(target=write, args=(number,)) for number in numbers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["failed"] * 3 + ["kept"] * 5 + ["taken"]
    with db.read() as session:
        assert sorted(session.scalars(select(LogRow.number))) == [1, 2, 4, 5, 7]


def test_writers_share_commits(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = Database(str(tmp_path / "x.db"))
    db.migrate()
    table = a_table(db)
    commits = []
    finish = Batch.finish

    def slow(batch: Batch) -> None:
        time.sleep(0.05)  # a slow disk
        finish(batch)
        commits.append(batch.size)

    monkeypatch.setattr(Batch, "finish", slow)

    def write(number: int) -> None:
        with db.write() as session:
            session.add(entry(table, number))
        with db.read() as session:
            assert session.get(LogRow, (table, number)) is not None, "not committed when it returned"

    with ThreadPoolExecutor(10) as pool:
        list(pool.map(write, range(1, 31)))
    assert sum(commits) == 30
    assert len(commits) < 20
    db.close()


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


def test_making_tables_anew_loses_nothing(tmp_path) -> None:
    """SQLite changes a table by making it anew: back and forth, with rows that point at each other."""
    db = Database(str(tmp_path / "x.db"))
    db.migrate()
    table = a_table(db)
    with db.write() as session:
        session.add(entry(table, 1))
    for revision in ("0005", "head"):
        db.migrate(revision)
        with db.engine.connect() as connection:
            assert connection.execute(text("pragma foreign_keys")).scalar() == 1
            assert connection.execute(text("pragma foreign_key_check")).all() == []
            assert connection.execute(text("select count(*) from log")).scalar() == 1
            assert connection.execute(text("select host_id from tables")).scalar() == 1
    with db.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
        made = connection.execute(text("select name from sqlite_master where sql like '%AUTOINCREMENT%'"))
        counted = sorted(name for (name,) in made)
    assert counted == [
        "chat", "jobs", "remarks", "tables", "tokens", "undo_consents", "undo_requests", "users",
    ]  # fmt: skip
    db.close()


def test_a_migration_that_fails_changes_nothing(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = Database(str(tmp_path / "x.db"))
    db.migrate()
    table = a_table(db)
    db.migrate("0005")
    batch, times = Operations.batch_alter_table, 0

    def fail_later(self, name: str, **how: object):
        nonlocal times
        times += 1
        if times == 3:
            raise OSError("no more room")
        return batch(self, name, **how)

    monkeypatch.setattr(Operations, "batch_alter_table", fail_later)
    with pytest.raises(OSError, match="no more room"):
        db.migrate()
    monkeypatch.undo()
    assert db.revision() == "0005"
    with db.engine.connect() as connection:
        assert (
            connection.execute(text("select name from sqlite_master where sql like '%AUTOINC%'")).all() == []
        )
        assert (
            connection.execute(text("select name from sqlite_master where name like '%alembic_tmp%'")).all()
            == []
        )
    db.migrate()
    with db.read() as session:
        assert session.get(TableRow, table) is not None
    db.close()


def test_what_need_not_be_durable_waits_for_no_disk(tmp_path) -> None:
    """It is there for all at once, in order with the rest; nobody who relies on the disk joins it."""
    db = Database(str(tmp_path / "x.db"))
    db.migrate()
    table = a_table(db)
    levels: dict[int, int] = {}

    def write(number: int, durable: bool) -> None:
        with db.write(durable) as session:
            levels[number] = session.connection().exec_driver_sql("pragma synchronous").scalar_one()
            session.add(entry(table, number))

    write(1, True)
    write(2, False)
    threads = [threading.Thread(target=write, args=(number, number % 2 == 0)) for number in range(3, 40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert levels[1] == 2
    assert levels[2] == 1
    assert {level for number, level in levels.items() if number > 2 and number % 2 == 0} == {2}
    with db.read() as session:
        assert sorted(session.scalars(select(LogRow.number))) == list(range(1, 40))
    db.close()
