"""The operator's commands: backup, restore, verify, export."""

import gzip
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import update

from stellwerk.engine.save import load
from stellwerk.server import admin
from stellwerk.server.service import TableService
from stellwerk.store.schema import LogRow
from tests.server.fixtures import hot_seat, three_people
from tests.server.test_playing import play_on


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


def test_commands(local: TableService, tmp_path: Path) -> None:
    table = hot_seat(local, anna := local.guest("Anna"))
    play_on(local, table.id, anna, 3)
    address = local.db.url.render_as_string(hide_password=False)

    def run(*args: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "stellwerk.server", "admin", *args]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    done = run("verify", "--database", address)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 games, 4 entries replayed: no fault" in done.stdout
    assert run("backup", str(tmp_path / "b.gz"), "--database", address).returncode == 0
    again = run("restore", str(tmp_path / "b.gz"), "--database", address)
    assert again.returncode == 1
    assert "not empty" in again.stderr
    missing = run("restore", str(tmp_path / "none.gz"), "--database", str(tmp_path / "new.db"))
    assert missing.returncode == 1
