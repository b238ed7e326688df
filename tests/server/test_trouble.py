"""The database fails under a running server: people are told, and nothing that was acknowledged is lost."""

import random
import threading
import time
from collections.abc import Callable, Iterator

import httpx
import pytest
from litestar.testing import TestClient
from msgspec import structs
from sqlalchemy.exc import OperationalError

from stellwerk.server import admin
from stellwerk.server.app import create_app
from stellwerk.server.metrics import JsonLines
from stellwerk.server.problems import Full
from stellwerk.store import Database
from stellwerk.store.group_commit import NotWritten
from tests.server.fixtures import SETTINGS
from tests.server.running import Running

API = "/api/v1"
SEATS = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]


class Mover(threading.Thread):
    """Plays and remembers what was acknowledged, whatever else the server answers."""

    def __init__(self, server: Running, number: int) -> None:
        super().__init__(daemon=True)
        self.random, self.client = random.Random(number), server.client(f"Player {number}")
        self.table = self.client.post("/tables", json={"game": "1848", "seats": SEATS}).json()["id"]
        self.acknowledged: dict[int, object] = {}
        self.codes: list[int] = []
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.is_set():
            legal = self.client.get(f"/tables/{self.table}/legal")
            if legal.status_code != 200 or not legal.json()["actions"]:
                self.codes.append(legal.status_code)
                self.stopping.wait(0.02)
                continue
            action, seen = self.random.choice(legal.json()["actions"]), legal.json()["version"]
            answer = self.client.post(f"/tables/{self.table}/actions", json={"action": action, "seen": seen})
            self.codes.append(answer.status_code)
            if answer.status_code == 200:
                assert seen + 1 not in self.acknowledged, "a number was given twice"
                self.acknowledged[seen + 1] = action


def test_a_full_disk_loses_nothing(serve: Callable[..., Running], sqlite_address: str) -> None:
    server = serve(sqlite_address)
    movers = [Mover(server, number) for number in range(3)]
    filler = server.client("Filler")
    save = filler.get(f"/tables/{movers[0].table}/save")
    assert save.status_code == 200
    server.kill()
    server.file_size = 1_500_000
    server.start()
    for mover in movers:
        mover.start()
    codes = []
    deadline = time.monotonic() + 40
    number = 0
    while time.monotonic() < deadline and codes.count(503) < 15:
        number += 1
        table = filler.post("/tables", json={"game": "1848", "seats": SEATS})
        codes.append(table.status_code)
        if table.status_code == 201:
            note = filler.put(f"/tables/{table.json()['id']}/note", json={"text": "x" * 10_000})
            codes.append(note.status_code)
    for mover in movers:
        mover.stopping.set()
    for mover in movers:
        mover.join(20)
    assert 503 in codes, "the disk was not full"
    assert set(codes) <= {200, 201, 409, 503, 507}
    server.kill()
    server.file_size = 0
    server.start()
    for mover in movers:
        assert mover.acknowledged
        assert set(mover.codes) <= {200, 503}, set(mover.codes)
        log = mover.client.get(f"/tables/{mover.table}/log").json()
        assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
        for seen, action in mover.acknowledged.items():
            assert log[seen - 1]["action"] == action, f"acknowledged action {seen} is lost"
    server.kill()
    db = Database(sqlite_address)
    assert admin.verify(db).faults == []
    db.close()


@pytest.fixture
def client(sqlite_address: str) -> Iterator[TestClient]:
    settings = structs.replace(SETTINGS, database=sqlite_address)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


@pytest.mark.parametrize(
    "error",
    [NotWritten("taken back"), OperationalError("select", {}, Exception("database or disk is full"))],
)
def test_a_database_that_fails(client: TestClient, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(*args: object) -> None:
        raise error

    monkeypatch.setattr(client.app.state.service, "guest", fail)
    answer = client.post(f"{API}/guests", json={"name": "Anna"})
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert "disk" not in answer.text
    assert "select" not in answer.text


def test_postgres_that_is_away(serve: Callable[..., Running], new_postgres: Callable[[], str]) -> None:
    """No connection can be made: 503, and everything goes on when one can."""
    import psycopg

    address = new_postgres()
    server = serve(address)
    anna = server.client("Anna")
    table = anna.post("/tables", json={"game": "1848", "seats": SEATS}).json()["id"]
    name = address.split("?")[0].rsplit("/", 1)[1]
    with psycopg.connect(address.replace(name, "postgres"), autocommit=True) as operator:
        operator.execute(f'alter database "{name}" allow_connections false')
        operator.execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = %s", (name,))
        for path in (f"/tables/{table}", f"/tables/{table}/legal", "/me", "/tables"):
            assert anna.get(path).status_code == 503
        assert anna.post(f"/tables/{table}/chat", json={"text": "Hello?"}).status_code == 503
        assert httpx.get(f"{server.url}/health").status_code == 503
        operator.execute(f'alter database "{name}" allow_connections true')
    assert anna.get(f"/tables/{table}").status_code == 200
    assert anna.post(f"/tables/{table}/chat", json={"text": "Hello!"}).status_code == 201


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (NotWritten("taken back"), 503),
        (OperationalError("select", {}, Exception("database or disk is full")), 503),
        (Full("The server has no room for anything new; games that have begun go on."), 507),
    ],
)
def test_a_full_disk_is_one_line_in_the_log(
    client: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    status: int,
) -> None:
    def fail(*args: object) -> None:
        raise error

    monkeypatch.setattr(client.app.state.service, "guest", fail)
    with caplog.at_level("ERROR", "stellwerk.server"):
        assert client.post(f"{API}/guests", json={"name": "Anna"}).status_code == status
    [line] = [record for record in caplog.records if record.message == "failure"]
    assert len(JsonLines().format(line)) < 400
    assert line.exc_info is None


def test_our_own_fault_has_a_trace(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(client.app.state.service, "guest", None)
    with caplog.at_level("ERROR", "stellwerk.server"):
        assert client.post(f"{API}/guests", json={"name": "Anna"}).status_code == 500
    [line] = [record for record in caplog.records if record.message == "failure"]
    assert line.exc_info
