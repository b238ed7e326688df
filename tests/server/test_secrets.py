"""What is hidden stays hidden: every response of a whole game with sealed bids is searched."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.server.app import create_app
from tests.server.fixtures import SETTINGS, choose_seed

API = "/api/v1"
SEED = 918_273_645_546_372
BIDS = [[3, 5, 4], [2, 1, 6], [5, 7, 2], [6, 4, 3]]
"""By auction and seat. Everything is told apart by its key, so that a 3 elsewhere is no leak."""


@pytest.fixture
def client(sqlite_address: str) -> Iterator[TestClient]:
    with TestClient(create_app(structs.replace(SETTINGS, database=sqlite_address))) as client:
        yield client


def coins_in(value: Any) -> Iterator[Any]:
    """Every amount of coins that stands anywhere in an answer."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "coins":
                yield inner
            elif key == "bids":
                yield from (coins for coins in inner.values() if coins is not None)
            else:
                yield from coins_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from coins_in(inner)


class Person:
    """Remembers everything that the server ever sent."""

    def __init__(self, client: TestClient, name: str) -> None:
        self.client = client
        token = client.post(f"{API}/guests", json={"name": name}).json()["token"]
        self.headers = {"authorization": f"Bearer {token}"}
        self.heard: list[str] = []

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        answer = self.client.request(method, API + path, json=data, headers=self.headers)
        assert answer.status_code < 500
        self.heard.append(answer.text + str(answer.headers))
        return answer.json() if answer.text else None


def test_no_secret_in_any_response(client: TestClient) -> None:
    people = [Person(client, name) for name in ("Ann", "Ben", "Cy", "Watcher")]
    wish = {"game": "sealed", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
    table = people[0].ask("POST", "/tables", wish)["id"]
    choose_seed(client.app.state.service, table, SEED)
    for person in people[1:3]:
        person.ask("POST", f"/tables/{table}/join", {})
    seats = {person: person.ask("GET", f"/tables/{table}")["my_seats"] for person in people}
    paths = ["", "/view", "/legal", "/log", "/undo", "/save", "/export", "/chat", "/note",
             "/view?at=1", "/view?at=6", "/view?seat=0", "/view?seat=1", "/view?seat=2"]  # fmt: skip
    own: dict[Person, set[int]] = {person: set() for person in people}
    for auction in BIDS:
        for person in people[:3]:
            seat = seats[person][0]
            version = person.ask("GET", f"/tables/{table}")["version"]
            bid = {"type": "bid", "seat": seat, "coins": auction[seat]}
            for other in people:
                if other is not person:
                    other.ask(
                        "POST", f"/tables/{table}/actions", {"action": bid | {"coins": 0}, "seen": version}
                    )
            person.ask("POST", f"/tables/{table}/actions", {"action": bid | {"coins": 99}, "seen": version})
            # What others bid meanwhile changes nothing for a seat; what was before the bids began does.
            stale = {"action": bid, "seen": 0}
            person.ask("POST", f"/tables/{table}/actions", stale)
            own[person].add(auction[seat])
            done = person.ask("POST", f"/tables/{table}/actions", {"action": bid, "seen": version})
            over = done["over"]
            for looker in people:
                for path in paths if not over else paths[:2]:
                    answer = looker.ask("GET", f"/tables/{table}{path}")
                    if over or path == "/legal":  # one's own possible bids are no secret
                        continue
                    found = set(coins_in(answer))
                    assert found <= own[looker], (path, found, own[looker])
                looker.ask("POST", f"/tables/{table}/sandbox", {})
    assert over
    for person in people:
        for text in person.heard:
            assert str(SEED) not in text
            assert '"seed"' not in text or '"seed": 0' in text or '"seed":0' in text
    # After the end the log is open to all.
    log = people[3].ask("GET", f"/tables/{table}/log")
    assert all(entry["action"] is not None for entry in log)


def test_streams_do_not_tell_either(client: TestClient) -> None:
    from stellwerk.server.service import TableService
    from tests.server.fixtures import three_people

    service: TableService = client.app.state.service
    table, users = three_people(service, "sealed")
    seat = table.to_act[0]
    service.submit(table.id, users[seat], {"type": "bid", "seat": seat, "coins": 13}, table.version)
    for other, user in users.items():
        news = service.snapshot(table.id, user, parts=()).outcome(0)
        told = json.loads(json.dumps([entry.action for entry in news.entries if entry.seat == seat]))
        assert told == ([{"type": "bid", "seat": seat, "coins": 13}] if other == seat else [None])
    assert service.snapshot(table.id, None, parts=()).outcome(0).entries[-1].action is None


def test_the_seed_is_nowhere(client: TestClient) -> None:
    """1848, with a seed that would be recognised anywhere."""
    anna = Person(client, "Anna")
    seats = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "bot"}]
    table = anna.ask("POST", "/tables", {"game": "1848", "seed": SEED, "seats": seats})["id"]
    for _ in range(6):
        legal = anna.ask("GET", f"/tables/{table}/legal")
        if legal["actions"]:
            anna.ask(
                "POST", f"/tables/{table}/actions", {"action": legal["actions"][0], "seen": legal["version"]}
            )
    for path in ("", "/view", "/log", "/save", "/export", "/undo", "/view?at=1"):
        anna.ask("GET", f"/tables/{table}{path}")
    anna.ask("POST", f"/tables/{table}/sandbox", {})
    anna.ask("GET", "/tables?which=mine")
    assert all(str(SEED) not in text for text in anna.heard)
