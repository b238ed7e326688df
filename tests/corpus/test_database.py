"""The database of an earlier release: every table opens, and what cannot be played on can be read."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from sqlalchemy import select

from stellwerk.cli.serve import create_app
from stellwerk.engine.save import load, read
from stellwerk.server.admin import export_all
from stellwerk.server.problems import Conflict
from stellwerk.server.service import TableService
from stellwerk.server.settings import Settings
from stellwerk.store import Database
from stellwerk.store.schema import TableRow
from tests.corpus.kept import RELEASES, content
from tests.web.conftest import Browser

PASSWORD = "a password of the corpus"


def file_of(release: Path, folder: Path) -> Path:
    path = folder / "stellwerk.db"
    path.write_bytes(content(release / "stellwerk.db.gz"))
    return path


def client_of(path: Path) -> TestClient[Any]:
    settings = Settings(
        database=f"sqlite:///{path}", bot_delay=3600.0, rate_limits=False, heartbeat=1.0, secure_cookies=False
    )
    return TestClient(create_app(settings))


def sign_in(client: TestClient[Any]) -> None:
    """As the host, whom pages know by the cookie, the API by a token."""
    signed = Browser(client).post("/login", name="Host", password=PASSWORD)
    assert signed.status_code == 200, signed.text
    found = client.post("/api/v1/sessions", json={"name": "Host", "password": PASSWORD}).json()
    client.headers["Authorization"] = f"Bearer {found['token']}"


@pytest.fixture(params=RELEASES, ids=lambda release: release.name)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return file_of(request.param, tmp_path)


@pytest.fixture
def service(path: Path) -> Iterator[TableService]:
    db = Database(f"sqlite:///{path}")
    db.migrate()
    yield TableService(db, Settings(bot_delay=0.0, rate_limits=False, pages=False))
    db.close()


def slugs(service: TableService) -> list[str]:
    with service.db.read() as session:
        return list(session.scalars(select(TableRow.slug).where(TableRow.players.is_not(None))))


def test_every_table_shows_its_page_its_log_and_its_save(path: Path, service: TableService) -> None:
    tables = slugs(service)
    assert len(tables) > 30
    with client_of(path) as client:
        sign_in(client)
        for table in tables:
            page = client.get(f"/t/{table}")
            assert page.status_code == 200, page.text[:500]
            log = client.get(f"/api/v1/tables/{table}/log")
            assert log.status_code == 200
            info = client.get(f"/api/v1/tables/{table}").json()
            assert [entry["number"] for entry in log.json()] == list(range(1, info["version"] + 1))
            save = client.get(f"/t/{table}/save.json")
            if save.status_code != 403:  # a running game with secrets and other people
                assert save.status_code == 200
                assert len(read(save.content).log) == info["version"]


# -- a table that today's rules cannot follow


def spoil(path: Path, action: str, number: int = 9) -> tuple[str, int]:
    """Replace an entry in the middle of a running game of 1848: its table and its last number."""
    with sqlite3.connect(path) as connection:
        table, slug, version = connection.execute(
            "select id, slug, version from tables"
            " where game = '1848' and status = 'running' and name like '%middle'"
        ).fetchone()
        connection.execute(
            "update log set action = ? where table_id = ? and number = ?", (action, table, number)
        )
    connection.close()
    return slug, version


ILLEGAL = '{"type":"cut_price","seat":0,"private":"P9"}'
UNKNOWN = '{"type":"fly_to_the_moon","seat":0}'


@pytest.mark.parametrize("action", [ILLEGAL, UNKNOWN])
def test_a_log_that_cannot_be_followed_opens_read_only(path: Path, action: str) -> None:
    table, version = spoil(path, action)
    with client_of(path) as client:
        sign_in(client)
        for view in ("", "?view=log", "?view=market", f"?at={version - 3}", "?at=3"):
            page = client.get(f"/t/{table}{view}")
            assert page.status_code == 200
            assert "This table can only be read" in page.text
            assert f'action="/t/{table}/act"' not in page.text
        assert client.get(f"/t/{table}/moves").status_code == 200
        shown = client.get(f"/api/v1/tables/{table}/view").json()
        assert shown["stop"]["number"] == 9
        assert shown["stop"]["text"]
        assert shown["to_act"] == []
        assert not shown["your_turn"]
        assert client.get(f"/api/v1/tables/{table}/legal").json()["actions"] == []
        assert len(client.get(f"/api/v1/tables/{table}/log").json()) == version
        sent = {"action": {"type": "pass", "seat": 0}, "seen": version}
        refused = client.post(f"/api/v1/tables/{table}/actions", json=sent)
        assert refused.status_code == 409
        assert "entry 9" in refused.json()["error"]
        assert not client.get(f"/api/v1/tables/{table}").json()["your_turn"]
        saved = client.get(f"/t/{table}/save.json")
        assert saved.status_code == 200
        assert len(msgspec.json.decode(saved.content)["actions"]) == version


def test_a_save_of_such_a_table_says_where_it_stops(path: Path, service: TableService) -> None:
    table, version = spoil(path, ILLEGAL)
    host = service.login("Host", PASSWORD)
    data = service.download(table, host)
    assert len(read(data).log) == version
    with pytest.raises(ValueError, match="action 9 is refused"):
        load(data)


def test_such_a_table_is_exported_with_the_others(path: Path, service: TableService, tmp_path: Path) -> None:
    table, version = spoil(path, UNKNOWN)
    assert export_all(service.db, tmp_path / "saves") > 30
    kept = msgspec.json.decode((tmp_path / "saves" / f"{table}.save.json").read_bytes())
    assert len(kept["actions"]) == version


def test_a_set_up_that_nobody_knows_any_more_keeps_log_and_save(path: Path, service: TableService) -> None:
    with sqlite3.connect(path) as connection:
        table, version = connection.execute(
            "select slug, version from tables where game = '1848' and name like '%middle'"
        ).fetchone()
        connection.execute("update tables set rulings = 'of yesterday' where slug = ?", (table,))
    connection.close()
    host = service.login("Host", PASSWORD)
    with pytest.raises(Conflict, match="cannot be opened"):
        service.view_for(table, host)
    assert len(service.log(table, host)) == version
    assert len(read(service.download(table, host)).log) == version
    with client_of(path) as client:
        sign_in(client)
        page = client.get(f"/t/{table}")
        assert page.status_code == 200
        assert "cannot be opened by this release" in page.text
