"""Damaged backups and databases: a sentence for the operator, and every table that is whole plays on."""

import gzip
import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.cli.serve import create_app
from stellwerk.server import admin
from stellwerk.server.admin_commands import reason_of
from stellwerk.server.service import TableService
from stellwerk.store import Database
from tests.cli.conftest import Run, run
from tests.damage.harm import BASE, TIMES, Findings, Harm, harmed, harmed_text
from tests.damage.test_files import is_a_sentence
from tests.server.fixtures import SETTINGS, hot_seat
from tests.server.test_playing import play_on

__all__ = ["run"]
HUGE = "1" + "0" * 400
SEATS = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]


def entry(text: str) -> str:
    return f"update log set action = '{text}' where table_id = ? and number = 5"


ROWS = {
    "broken JSON": (entry('{"type":'), True),
    "a huge number": (entry(f'{{"type":"pass","seat":{HUGE}}}'), True),
    "a number that is none": (entry('{"type":"pass","seat":1e309}'), True),
    "deep nesting": (entry("[" * 10_000), True),
    "another kind": (entry('{"type":"dance","seat":0}'), True),
    "another seat": (entry('{"type":"pass","seat":99}'), True),
    "no text": ("update log set action = x'ff00fe' where table_id = ? and number = 5", True),
    "an entry is missing": ("delete from log where table_id = ? and number = 5", True),
    "the first is missing": ("delete from log where table_id = ? and number = 1", True),
    "the last is missing": ("delete from log where table_id = ? and number = 7", True),
    "too many said": ("update tables set version = 10000 where id = ?", True),
    "too few said": ("update tables set version = 2 where id = ?", True),
    "another hash": ("update log set hash = '0' where table_id = ? and number = 7", True),
    "another title": ("update tables set game = '1824' where id = ?", True),
    "no such title": ("update tables set game = '1999' where id = ?", True),
    "no such variant": ("update tables set variant = 'x' where id = ?", True),
    "no such rulings": ("update tables set rulings = 'x' where id = ?", True),
    "players cut off": ("update tables set players = '[' where id = ?", True),
    "players of another type": ("update tables set players = '[1, 2]' where id = ?", True),
    "components cut off": ("update tables set components = '{' where id = ?", True),
    "acting cut off": ("update tables set acting = '[' where id = ?", True),
    "acting of another type": ("update tables set acting = '[\"x\"]' where id = ?", True),
    "result cut off": ("update tables set result = '{' where id = ?", True),
    "origin of another type": ("update tables set origin = '[[1]]' where id = ?", True),
    "another count": ("update tables set at = 1000 where id = ?", True),
    "rules of the future": ("update tables set rules = 99 where id = ?", True),
    "hashes of the future": ("update tables set form = 99 where id = ?", True),
    "no such status": ("update tables set status = 'odd' where id = ?", False),
    "no such seat": ("delete from seats where table_id = ? and seat = 1", False),
}
"""What happens to a row, and whether `verify` must notice it."""


def file_of(db: Database) -> Path:
    return Path(str(db.url.database))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    address = f"sqlite:///{tmp_path_factory.mktemp('rows')}/stellwerk.db"
    app = create_app(structs.replace(SETTINGS, database=address, pages=True))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.mark.parametrize("what", ROWS)
def test_damaged_rows(client: TestClient, tmp_path: Path, what: str) -> None:
    """Pages and API answer, with a reason; lists are whole; the table beside it goes on."""
    statement, noticed = ROWS[what]
    service: TableService = client.app.state.service
    bearer = {
        "authorization": f"Bearer {client.post('/api/v1/guests', json={'name': 'Anna'}).json()['token']}"
    }

    def ask(path: str, **sent: object) -> object:
        return (client.post if sent else client.get)(f"/api/v1/tables{path}", headers=bearer, **sent)

    def new_table(moves: int) -> str:
        name = ask("", json={"game": "1848", "seats": SEATS, "seed": 7}).json()["id"]
        for _ in range(moves):
            legal = ask(f"/{name}/legal").json()
            move = {"action": legal["actions"][0], "seen": legal["version"]}
            assert ask(f"/{name}/actions", json=move).status_code == 200
        return str(name)

    hurt, whole = new_table(6), new_table(1)
    with sqlite3.connect(file_of(service.db)) as raw:
        id = raw.execute("select id from tables where slug = ?", (hurt,)).fetchone()[0]
        assert raw.execute(statement, (id,)).rowcount == 1
    raw.close()
    service.lives.drop(hurt)
    harm = Harm(what, b"")
    for path in ("", "/view", "/legal", "/log", "/save", "/export", "/undo", "/best"):
        answer = ask(f"/{hurt}{path}")
        assert answer.status_code in (200, 403, 404, 409, 422), (path, answer.status_code, answer.text)
        if answer.status_code != 200:
            is_a_sentence(answer.json()["error"], harm)
    assert client.get(f"/t/{hurt}", headers=bearer).status_code == 200
    assert client.get("/", headers=bearer).status_code == 200
    assert {table["id"] for table in client.get("/api/v1/tables?which=mine", headers=bearer).json()} >= {
        whole
    }
    legal = ask(f"/{whole}/legal").json()
    move = {"action": legal["actions"][0], "seen": legal["version"]}
    assert ask(f"/{whole}/actions", json=move).status_code == 200
    faults = admin.verify(service.db).faults
    assert [fault.partition(":")[0] for fault in faults] == ([hurt] if noticed else [])
    for fault in faults:
        is_a_sentence(fault, harm)
    left: list[str] = []
    written = admin.export_all(service.db, tmp_path / "all", left.append)
    assert written + len(left) == 2
    assert (tmp_path / "all" / f"{whole}.save.json").exists()
    for line in left:
        is_a_sentence(line, harm)
    with sqlite3.connect(file_of(service.db)) as raw:
        for name in ("log", "seats", "chat", "marks", "notes", "tables"):
            raw.execute(f"delete from {name}")
    raw.close()


# -- the file itself


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two games, closed; and one with nothing in it beside it."""
    folder = tmp_path_factory.mktemp("played")
    for name in ("empty.db", "played.db"):
        db = Database(str(folder / name))
        db.migrate()
        if name == "played.db":
            service = TableService(db, SETTINGS)
            for game in ("1848", "imperial-steam"):
                table = hot_seat(service, anna := service.guest("Anna"), game)
                play_on(service, table.id, anna, 12)
                service.say(table.id, anna, "Good game")
        db.shrink()
        db.close()
    return folder / "played.db"


def harmed_files(whole: bytes, count: int) -> Iterator[Harm]:
    page = int.from_bytes(whole[16:18], "big")
    pages = len(whole) // page
    yield Harm("cut in the header", whole[:50])
    yield Harm("cut in a page", whole[: page * (pages // 2) + 77])
    yield Harm("cut between pages", whole[: page * (pages // 2)])
    yield Harm("header alone", whole[:100])
    for seed in range(count):
        rng = Random(f"pages {seed}{BASE}")
        hurt = bytearray(whole)
        number = rng.randrange(pages)
        match seed % 4:
            case 0:
                hurt[number * page : (number + 1) * page] = bytes(page)
            case 1:
                hurt[number * page : (number + 1) * page] = rng.randbytes(page)
            case 2:
                for _ in range(20):
                    hurt[rng.randrange(100, len(hurt))] ^= 1 << rng.randrange(8)
            case _:
                other = rng.randrange(pages)
                hurt[number * page : (number + 1) * page] = whole[other * page : (other + 1) * page]
        yield Harm(f"pages {seed}, {number}", bytes(hurt))


def test_damaged_database_files(run: Run, tmp_path: Path, played: Path) -> None:
    """Whatever the operator asks of it: done, or the reason in a line."""
    tasks = (("verify",), ("export-all", "all"), ("backup", "b.gz"), ("purge", "--dry-run"))
    findings = Findings()
    for number, harm in enumerate(harmed_files(played.read_bytes(), 10 * TIMES)):
        for task in tasks if TIMES > 1 else tasks[number % 2 :: 2]:
            for old in (*tmp_path.glob("hurt.db*"), *tmp_path.glob("b.gz")):
                old.unlink()
            (tmp_path / "hurt.db").write_bytes(harm.data)
            with findings.of(Harm(f"{harm.what}, {task[0]}", b"")):
                said = run("admin", *task, "--database", "hurt.db")
                assert said.code in (0, 1), (harm.what, task)
                for line in said.err.splitlines():
                    is_a_sentence(line.removeprefix("stellwerk: "), harm)
                if said.code and task[0] == "backup":
                    assert not (tmp_path / "b.gz").exists(), harm.what
    findings.tell()


def test_a_message_of_the_database_that_is_no_text() -> None:
    # SQLite quotes a damaged name, and Python cannot decode what it says.
    error = UnicodeDecodeError("utf-8", b"\xc5 is none", 0, 1, "invalid continuation byte")
    is_a_sentence(reason_of(error), Harm("message", b""))


FORMS = {
    "two forms": "insert into alembic_version values ('0001')",
    "no form": "update alembic_version set version_num = ''",
    "bytes": "update alembic_version set version_num = x'00ff'",
    "a long one": f"update alembic_version set version_num = '{'y' * 100_000}'",
    "one that a terminal obeys": "update alembic_version set version_num = char(27) || '[2J'",
}


@pytest.mark.parametrize("what", FORMS)
def test_a_database_that_does_not_tell_its_form(run: Run, tmp_path: Path, played: Path, what: str) -> None:
    shutil.copy(played, tmp_path / "hurt.db")
    with closing(sqlite3.connect(tmp_path / "hurt.db")) as raw, raw:
        raw.execute(FORMS[what])
    for task in (("verify",), ("export-all", "all"), ("backup", "b.gz"), ("restore", "b.gz"), ("purge",)):
        said = run("admin", *task, "--database", "hurt.db")
        assert said.code == 1, task
        is_a_sentence(said.err.removeprefix("stellwerk: "), Harm(what, b""))
        assert said.err.strip().isprintable()


def test_a_table_whose_name_leads_elsewhere(run: Run, tmp_path: Path, played: Path) -> None:
    shutil.copy(played, tmp_path / "hurt.db")
    names = ("../elsewhere", "a/b", "\0", "\x1b[2J")
    for name in names:
        with closing(sqlite3.connect(tmp_path / "hurt.db")) as raw, raw:
            raw.execute("update tables set slug = ? where id = 1", (name,))
            raw.execute("update log set hash = '0' where table_id = 1")
        said = run("admin", "verify", "--database", "hurt.db")
        assert said.code == 1
        assert all(line.isprintable() for line in said.out.splitlines())
        assert run("admin", "export-all", "all", "--database", "hurt.db").code == 0
        found = [path.name for path in tmp_path.rglob("*.save.json")]
        assert "table-1.save.json" in found, name
        assert len(found) == 2, name
        assert {path.parent for path in tmp_path.rglob("*.save.json")} == {tmp_path / "all"}


# -- backups


def packed(lines: list[bytes]) -> bytes:
    body = b"".join(lines)
    last = {"rows": len(lines) - 1, "digest": hashlib.sha256(body).hexdigest()}
    return gzip.compress(body + json.dumps(last).encode() + b"\n", 1)


def harmed_backups(whole: bytes, count: int) -> Iterator[Harm]:
    text = gzip.decompress(whole)
    lines = text.splitlines(keepends=True)[:-1]
    for seed in range(count):
        yield harmed(whole, seed)
        harm = harmed(text, seed)
        yield Harm(f"{harm.what} inside", gzip.compress(harm.data, 1))
        at = 0 if seed % 6 == 0 else seed * 31 % len(lines)
        harm = harmed_text(json.loads(lines[at]), seed)
        line = harm.data.replace(b"\n", b" ") + b"\n"
        yield Harm(f"{harm.what} of line {at}, signed", packed([*lines[:at], line, *lines[at + 1 :]]))
        yield Harm(f"line {at} twice", packed([*lines[: at + 1], *lines[at:]]))
        yield Harm(f"line {at} gone", packed([*lines[:at], *lines[at + 1 :]]))
    for name in ("y" * 100_000, "\x1b[2J"):
        odd = json.dumps([name, [1]]).encode() + b"\n"
        yield Harm(f"a row of {name[:5]!r}, signed", packed([*lines, odd]))
    head = json.loads(lines[0])
    for name, value in (
        ("revision", "9999"),
        ("revision", "0001"),
        ("revision", ""),
        ("revision", "y" * 100_000),
        ("format", "x"),
        ("columns", {}),
    ):
        changed = json.dumps({**head, name: value}).encode() + b"\n"
        yield Harm(f"{name} {value!s:.20}", packed([changed, *lines[1:]]))


def test_damaged_backups(run: Run, tmp_path: Path, played: Path) -> None:
    """Refused with the reason, and the database is as empty as before; or restored whole."""
    assert run("admin", "backup", "whole.gz", "--database", played).code == 0
    empty = played.with_name("empty.db")
    original = Database(str(played))
    whole, taken = counted(original), 0
    original.close()
    findings = Findings()
    for harm in harmed_backups((tmp_path / "whole.gz").read_bytes(), 4 * TIMES):
        for old in tmp_path.glob("new.db*"):
            old.unlink()
        shutil.copy(empty, tmp_path / "new.db")
        (tmp_path / "hurt.gz").write_bytes(harm.data)
        with findings.of(harm):
            said = run("admin", "restore", "hurt.gz", "--database", "new.db")
            assert said.code in (0, 1), harm.what
            with closing(Database(str(tmp_path / "new.db"))) as db:
                if said.code:
                    is_a_sentence(said.err.removeprefix("stellwerk: "), harm)
                    assert counted(db) == 0, harm.what
                else:
                    taken += 1
                    assert "signed" in harm.what or "gone" in harm.what or counted(db) == whole, harm.what
                    admin.verify(db)
    findings.tell()
    assert taken


def counted(db: Database) -> int:
    tables = "secrets users tokens sessions tables seats log chat notes marks undo_requests undo_consents"
    with sqlite3.connect(file_of(db)) as raw:
        found = [raw.execute(f"select count(*) from {name}").fetchone()[0] for name in tables.split()]
    raw.close()
    return sum(found)
