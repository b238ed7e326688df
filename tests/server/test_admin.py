"""The operator's commands: backup, restore, verify, export."""

import gzip
import hashlib
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text, update

from stellwerk.engine.save import load
from stellwerk.server import admin
from stellwerk.server.clock import SYSTEM_CLOCK
from stellwerk.server.model import NewTable
from stellwerk.server.problems import Conflict, Forbidden, NotFound
from stellwerk.server.purge import purge
from stellwerk.server.service import TableService
from stellwerk.store import Database
from stellwerk.store.schema import LogRow, TableRow, UserRow
from tests.cli.conftest import Run, run
from tests.server.fixtures import SETTINGS, chairs, hot_seat, three_people
from tests.server.test_playing import play_on

__all__ = ["run"]

NEWEST = "0013"
"""The revision of the database that this release makes."""


@pytest.fixture
def played(service: TableService) -> tuple[TableService, str]:
    table = hot_seat(service, anna := service.guest("Anna"))
    play_on(service, table.id, anna, 10)
    service.say(table.id, anna, "Good game")
    service.set_note(table.id, anna, "plan")
    three_people(service)
    return service, table.id


def test_a_backup_restores_anywhere(
    played: tuple[TableService, str],
    make_service: Callable[[str], TableService],
    new_postgres: Callable[[], str],
    tmp_path: Path,
) -> None:
    """From either database into either: the same tables, and they go on."""
    service, table = played
    file = tmp_path / "backup.gz"
    rows = admin.backup(service.db, file)
    for address in (f"sqlite:///{tmp_path / 'restored.db'}", new_postgres()):
        other = make_service(address)
        assert admin.restore(other.db, file) == rows
        assert admin.verify(other.db).faults == []
        anna = other.user_by_cookie(1, 0)
        assert anna is not None
        assert other.log(table, anna) == service.log(table, anna)
        play_on(other, table, anna, 2)
        assert other.guest("New").id > anna.id
        with pytest.raises(admin.BackupError):
            admin.restore(other.db, file)


def test_a_damaged_backup_changes_nothing(
    played: tuple[TableService, str], make_service: Callable[[str], TableService], tmp_path: Path
) -> None:
    service, _ = played
    admin.backup(service.db, tmp_path / "b.gz")
    whole = gzip.decompress((tmp_path / "b.gz").read_bytes())
    other = make_service(f"sqlite:///{tmp_path / 'other.db'}")
    for damage in (
        whole.replace(b"Good game", b"Bad  game"),
        b"\n".join(whole.split(b"\n")[:-3]),
        b"",
        b"nonsense\n",
        b'{"format": "x"}\n{"rows": 0}\n',
    ):
        (tmp_path / "d.gz").write_bytes(gzip.compress(damage))
        with pytest.raises(admin.BackupError):
            admin.restore(other.db, tmp_path / "d.gz")
    (tmp_path / "d.gz").write_bytes((tmp_path / "b.gz").read_bytes()[:-20])
    with pytest.raises(admin.BackupError):
        admin.restore(other.db, tmp_path / "d.gz")
    assert other.public_tables(None) == []


def test_verify_finds_what_was_changed(played: tuple[TableService, str]) -> None:
    service, table = played
    assert admin.verify(service.db).faults == []
    with service.db.write() as session:
        session.execute(update(LogRow).where(LogRow.table_id == 1, LogRow.number == 4).values(hash="0"))
    told: list[str] = []
    verdict = admin.verify(service.db, told.append)
    assert told == verdict.faults
    assert len(told) == 1
    assert told[0].startswith(f"{table}: entry 4")


def test_export_all(played: tuple[TableService, str], tmp_path: Path) -> None:
    service, table = played
    assert admin.export_all(service.db, tmp_path / "all") == 2
    game, _ = load((tmp_path / "all" / f"{table}.save.json").read_bytes())
    assert len(game.log) == 11


def test_commands(local: TableService, run: Run) -> None:
    table = hot_seat(local, anna := local.guest("Anna"))
    play_on(local, table.id, anna, 3)
    address = local.db.url.render_as_string(hide_password=False)

    command = [sys.executable, "-m", "stellwerk", "admin", "verify", "--database", address]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 games, 4 entries replayed: no fault" in done.stdout
    assert run("admin", "backup", "b.gz", "--database", address).code == 0
    again = run("admin", "restore", "b.gz", "--database", address)
    assert again.code == 1
    assert "not empty" in again.err
    assert run("admin", "restore", "none.gz", "--database", "new.db").code == 1


# -- backups of older versions


def old_backup(path: Path, revision: int) -> None:
    """A backup as the first format wrote it: rows without the names of their columns."""
    tables: list[object] = [1, "abcdefgh22", "Old", "1848", "base", "book", 7, None, "waiting", True, 1, 5, 5]
    tables += [0, 0, "[]", None, None, *([None] if revision == 2 else []), None, None]
    rows: list[object] = [
        ["secrets", ["cookies", "0" * 64]],
        ["users", [1, "Anna", "anna", None, "hash", 3, "de", 5]],
        ["tables", tables],
        ["tokens", [1, 1, "bot", "digest", 5]],
        ["chat", [1, 1, 1, "Anna", "Good old times", 5]],
        ["notes", [1, 1, "plan"]],
        ["seats", [1, 0, "user", 1, None, "Anna", True]],
        ["seats", [1, 1, "open", None, None, "", False]],
    ]
    lines = [msgspec.json.encode(line) + b"\n" for line in ({"format": "stellwerk backup 1"}, *rows)]
    digest = hashlib.sha256(b"".join(lines)).hexdigest()
    last = msgspec.json.encode({"rows": len(rows), "digest": digest})
    path.write_bytes(gzip.compress(b"".join(lines) + last + b"\n"))


@pytest.mark.parametrize("revision", [1, 2])
@pytest.mark.parametrize("fresh", [True, False])
def test_an_old_backup_is_restored(address: str, tmp_path: Path, revision: int, fresh: bool) -> None:
    old_backup(tmp_path / "old.gz", revision)
    db = Database(address)
    if not fresh:
        db.migrate()
    assert admin.restore(db, tmp_path / "old.gz") == 8
    service = TableService(db, SETTINGS)
    anna = service.user_by_cookie(1, 3)
    assert anna is not None
    assert [line.text for line in service.chat("abcdefgh22", anna)] == ["Good old times"]
    assert service.note("abcdefgh22", anna) == "plan"
    [table] = service.tables_of(anna)
    assert (table.name, table.status) == ("Old", "waiting")
    with pytest.raises(Conflict):
        service.register("\u0410nna", "correct horse")  # what was added since is filled in
    assert service.guest("Ben").id > anna.id
    assert db.revision() == NEWEST
    db.close()


def test_a_backup_names_its_columns(played: tuple[TableService, str], tmp_path: Path) -> None:
    service, _ = played
    admin.backup(service.db, tmp_path / "b.gz")
    head = msgspec.json.decode(gzip.decompress((tmp_path / "b.gz").read_bytes()).split(b"\n")[0])
    assert head["revision"] == service.db.revision()
    assert "slug" in head["columns"]["tables"]


def test_a_backup_of_the_future_changes_nothing(local: TableService, tmp_path: Path) -> None:
    admin.backup(local.db, tmp_path / "b.gz")
    lines = gzip.decompress((tmp_path / "b.gz").read_bytes()).splitlines(keepends=True)
    lines[0] = lines[0].replace(f'"{NEWEST}"'.encode(), b'"0999"')
    digest = hashlib.sha256(b"".join(lines[:-1])).hexdigest()
    lines[-1] = msgspec.json.encode({"rows": len(lines) - 2, "digest": digest})
    (tmp_path / "f.gz").write_bytes(gzip.compress(b"".join(lines)))
    other = Database(str(tmp_path / "other.db"))
    with pytest.raises(admin.BackupError, match="newer version"):
        admin.restore(other, tmp_path / "f.gz")
    assert other.revision() == NEWEST
    other.close()


# -- what can be wrong with a database


@pytest.mark.parametrize(
    "task",
    [("verify",), ("backup", "out.gz"), ("export-all", "out"), ("purge",), ("jobs",), ("password", "Anna")],
)
def test_databases_that_are_none(
    sqlite_address: str, tmp_path: Path, run: Run, task: tuple[str, ...]
) -> None:
    (tmp_path / "nonsense.db").write_bytes(b"This is a letter to my aunt. " * 200)
    said = run("admin", *task, "--database", "nonsense.db")
    assert (said.code, said.err) == (1, "stellwerk: the file is not a database, or damaged\n")
    db = Database(sqlite_address)
    with db.write() as session:
        session.execute(text("update alembic_version set version_num = '0999'"))
    db.close()
    said = run("admin", *task, "--database", sqlite_address)
    assert said.code == 1
    assert said.err.startswith(
        "stellwerk: the database is of a newer version of this program: it has revision 0999"
    )


def test_a_damaged_database(local: TableService, tmp_path: Path, run: Run) -> None:
    hot_seat(local, local.guest("Anna"))
    local.db.close()
    with sqlite3.connect(str(local.db.url.database)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    connection.close()
    whole = Path(str(local.db.url.database)).read_bytes()
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))
    said = run("admin", "verify", "--database", damaged)
    assert (said.code, said.err) == (1, "stellwerk: the database file is damaged; restore a backup\n")


def test_no_database_there(tmp_path: Path, run: Run) -> None:
    (tmp_path / "folder").mkdir()
    for wrong in (str(tmp_path / "folder"), "postgresql://nobody@127.0.0.1:1/x", "mysql://x/y", "sqlite://"):
        said = run("admin", "verify", "--database", wrong)
        assert said.code == 1
        assert said.err.startswith("stellwerk: ")
        assert len(said.err.splitlines()) == 1


# -- who may read it


def test_files_are_their_owners_alone(played: tuple[TableService, str], tmp_path: Path) -> None:
    service, table = played
    before = os.umask(0)
    try:
        admin.backup(service.db, tmp_path / "b.gz")
        admin.export_all(service.db, tmp_path / "all")
        new = Database(str(tmp_path / "new.db"))
        new.migrate()
        new.close()
        (tmp_path / "open.db").touch(0o666)
        Database(str(tmp_path / "open.db")).close()
    finally:
        os.umask(before)
    for file, mode in (
        (tmp_path / "b.gz", 0o600),
        (tmp_path / "all" / f"{table}.save.json", 0o600),
        (tmp_path / "all", 0o700),
        (tmp_path / "new.db", 0o600),
        (tmp_path / "open.db", 0o660),
    ):
        assert stat.S_IMODE(file.stat().st_mode) == mode, file


# -- purging


def test_purge(service: TableService) -> None:
    anna, ben = service.guest("Anna"), service.guest("Ben")
    unused = service.guest("Nobody")
    waiting = service.create_table(anna, NewTable("1848", chairs("me", "open", "open")))
    playing = hot_seat(service, anna)
    copy = service.try_it(playing.id, anna)
    shared, users = three_people(service)
    some_hid, others = three_people(service, names=("Dora", "Emil", "Fritz"))
    for user in users.values():
        service.hide(shared.id, user)
    service.hide(some_hid.id, others[0])
    service.open_session(unused)
    service.open_session(ben)
    service.make_token(unused, "bot")
    fresh = purge(service.db, days=30, dry=True)
    assert (fresh.waiting, fresh.copies, fresh.hidden, fresh.games, fresh.guests) == (0, 0, 1, 0, 0)
    with service.db.write() as session:
        long_ago = SYSTEM_CLOCK.now() - 40 * 86_400_000
        session.execute(update(TableRow).values(updated=long_ago))
        session.execute(update(UserRow).values(created=long_ago))
    would = purge(service.db, days=30, dry=True)
    assert service.info(waiting.id, anna).status == "waiting", "a dry run deletes nothing"
    gone = purge(service.db, days=30)
    assert (gone.waiting, gone.copies, gone.hidden) == (would.waiting, would.copies, would.hidden)
    assert (gone.waiting, gone.copies, gone.hidden, gone.games) == (1, 1, 1, 0)
    assert (would.guests, gone.guests) == (5, 5), "Nobody and Ben; and the three of the hidden table"
    for table in (waiting.id, copy.id, shared.id):
        with pytest.raises(NotFound):
            service.info(table, anna)
    play_on(service, playing.id, anna, 2)
    assert service.info(some_hid.id, others[1]).status == "running"
    assert purge(service.db, days=30, games=30).games == 1, "the one where nobody has moved"
    assert service.info(playing.id, anna).status == "running"
    assert admin.verify(service.db).faults == []


def test_purge_makes_the_file_smaller(local: TableService) -> None:
    anna = local.guest("Anna")
    table = hot_seat(local, anna)
    play_on(local, table.id, anna, 40)
    save = local.download(table.id, anna)
    for _ in range(40):
        local.upload(anna, save)
    full = local.db.size()
    for shown in local.tables_of(anna):
        if shown.id != table.id:
            local.delete(shown.id, anna)
    purge(local.db)
    assert local.db.size() < full / 1.5
    play_on(local, table.id, anna, 2)


def test_jobs_are_listed_and_cancelled(local: TableService, run: Run) -> None:
    anna = local.guest("Anna")
    tables = [
        local.create_table(anna, NewTable("1848", chairs("bot", "bot", "bot"), seed=seed)).id
        for seed in (1, 2)
    ]
    assert local.queue.claim("a worker", ["bot"]) is not None
    file = str(local.db.url.database)
    said = run("admin", "jobs", "--database", file)
    lines = said.out.splitlines()
    assert (said.code, lines[-1]) == (0, "2 job(s)")
    assert [table in line for table, line in zip(tables, lines, strict=False)] == [True, True]
    assert "claimed by a worker" in said.out
    assert ", waiting, " in said.out
    number = lines[1].partition(":")[0]
    said = run("admin", "jobs", "--cancel", number, "--database", file)
    assert (said.code, said.out.splitlines()[0]) == (0, f"{number}: cancelled")
    said = run("admin", "jobs", "--cancel", number, "--all", "--database", file)
    assert said.code == 1
    assert said.out.splitlines()[-1] == "2 job(s)"
    assert ", cancelled, " in said.out


def test_an_account_gets_a_new_password(local: TableService, run: Run) -> None:
    """Where no mail can be sent: the operator hands it on."""
    anna = local.register("Anna", "correct horse", "anna@example.org")
    held = local.open_session(anna)
    file = str(local.db.url.database)
    for name in ("anna", "Anna@example.org"):
        said = run("admin", "password", name, "--database", file)
        assert said.code == 0
        assert local.login("Anna", said.out.strip()).id == anna.id
    assert local.user_by_cookie(anna.id, local.epoch(anna), held) is None
    with pytest.raises(Forbidden):
        local.login("Anna", "correct horse")
    said = run("admin", "password", "Nobody", "--database", file)
    assert (said.code, said.err) == (1, "stellwerk: there is no account Nobody\n")
