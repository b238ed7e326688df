"""PostgreSQL under attack: cut connections, hanging locks, two processes; what was acknowledged is kept."""

import random
import threading
import time
from collections.abc import Callable
from typing import Any

import httpx
import psycopg
import pytest
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.cli.serve import create_app
from stellwerk.server import admin
from stellwerk.server.app import create_app as app_alone
from stellwerk.server.foremen import SWEEP
from stellwerk.store import Database, database
from tests.server.fixtures import SETTINGS
from tests.server.running import Running

SEATS = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]


class Player(threading.Thread):
    """Plays, undoes and remembers, through two servers in turn, at a table that others play at as well."""

    def __init__(self, servers: list[Running], token: str, table: str, number: int) -> None:
        super().__init__(daemon=True)
        headers = {"authorization": token}
        self.clients = [
            httpx.Client(base_url=f"{s.url}/api/v1", timeout=40, headers=headers) for s in servers
        ]
        self.random, self.table = random.Random(number), table
        self.acknowledged: dict[int, Any] = {}
        self.answers: list[tuple[int, str]] = []
        self.stopping = threading.Event()

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        answer = self.random.choice(self.clients).request(method, f"/tables/{self.table}/{path}", **more)
        self.answers.append((answer.status_code, answer.headers.get("retry-after", "")))
        return answer

    def run(self) -> None:
        while not self.stopping.is_set():
            legal = self._ask("GET", "legal")
            if legal.status_code != 200 or not legal.json()["actions"]:
                continue
            seen = legal.json()["version"]
            if self.random.random() < 0.15:
                sent = self._ask("POST", "undo", json={"seen": seen})
                found = sent.json()["outcome"] if sent.status_code == 200 else None
            else:
                action = self.random.choice(legal.json()["actions"])
                sent = self._ask("POST", "actions", json={"action": action, "seen": seen})
                found = sent.json() if sent.status_code == 200 else None
            if found is not None:
                first = found["entries"][0]
                self.acknowledged[first["number"]] = first["action"]


def test_two_servers_and_cut_connections(
    serve: Callable[..., Running], new_postgres: Callable[[], str]
) -> None:
    """Two processes, four players on two tables, and an operator who ends connections in the middle."""
    address = new_postgres()
    servers = [serve(address), serve(address)]
    players = []
    for number in range(2):
        anna = servers[0].client(f"Anna {number}")
        table = anna.post("/tables", json={"game": "1848", "seats": SEATS}).json()["id"]
        token = anna.headers["authorization"]
        players += [Player(servers, token, table, 2 * number + again) for again in range(2)]
    for player in players:
        player.start()
    name = address.split("?")[0].rsplit("/", 1)[1]
    chosen = random.Random(1848)
    with psycopg.connect(address.replace(name, "postgres"), autocommit=True) as operator:
        for _ in range(40):
            time.sleep(chosen.uniform(0.02, 0.15))
            found = operator.execute("select pid from pg_stat_activity where datname = %s", (name,))
            pids = [row[0] for row in found.fetchall()]
            for pid in chosen.sample(pids, min(2, len(pids))):
                operator.execute("select pg_terminate_backend(%s)", (pid,))
    time.sleep(0.5)
    for player in players:
        player.stopping.set()
    for player in players:
        player.join(60)
        assert not player.is_alive()
    codes = {code for player in players for code, _ in player.answers}
    assert codes <= {200, 409, 422, 503}, codes
    assert all(wait for player in players for code, wait in player.answers if code == 503)
    for player in players:
        assert player.acknowledged
        log = player.clients[1].get(f"/tables/{player.table}/log").json()
        assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
        for number, action in player.acknowledged.items():
            assert log[number - 1]["action"] == action, f"acknowledged entry {number} is lost"
        for client in player.clients:
            client.close()
    for first, second in (players[:2], players[2:]):
        assert not set(first.acknowledged) & set(second.acknowledged), "a number was given twice"
    db = Database(address)
    assert admin.verify(db).faults == []
    db.close()


@pytest.mark.parametrize("path", ["/api/v1/tables", "/"])
def test_a_hanging_lock(new_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """Somebody else holds a table of the database: people are told, programs and browsers alike."""
    monkeypatch.setattr(database, "POSTGRES_LIMITS", {**database.POSTGRES_LIMITS, "lock_timeout": 300})
    address = new_postgres()
    app = create_app(structs.replace(SETTINGS, database=address, pages=True))
    with TestClient(app, raise_server_exceptions=False) as client:
        assert client.get(path).status_code == 200
        with psycopg.connect(address) as operator:
            operator.execute("lock table tables in access exclusive mode")
            began = time.monotonic()
            answer = client.get(path)
            assert time.monotonic() - began < 8
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0
        assert "Traceback" not in answer.text
        assert client.get(path).status_code == 200


def test_a_hanging_statement(new_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    from sqlalchemy import text
    from sqlalchemy.exc import OperationalError

    monkeypatch.setattr(database, "POSTGRES_LIMITS", {**database.POSTGRES_LIMITS, "statement_timeout": 200})
    db = Database(new_postgres())
    db.migrate()  # which has all the time it needs
    with pytest.raises(OperationalError), db.write() as session:
        session.execute(text("select pg_sleep(5)"))
    with db.read() as session:
        assert session.scalar(text("show statement_timeout")) == "200ms"
    db.close()


def test_another_process_is_called_to_work(
    serve: Callable[..., Running], new_postgres: Callable[[], str]
) -> None:
    """A process without workers makes a table of bots; those of another server hear of it and move."""
    address = new_postgres()
    busy = serve(address, workers=2)
    anna = busy.client("Anna")
    settings = structs.replace(SETTINGS, database=address, several_workers=True)
    with TestClient(app_alone(settings, workers=[])) as client:
        client.headers["authorization"] = anna.headers["authorization"]
        wish = {"game": "1848", "seats": [{"kind": "bot"}] * 3, "seed": 5}
        began = time.monotonic()
        table = client.post("/api/v1/tables", json=wish).json()
        while client.get(f"/api/v1/tables/{table['id']}").json()["version"] <= table["version"] + 2:
            assert time.monotonic() - began < SWEEP / 2, "nobody heard of it"
            time.sleep(0.05)
