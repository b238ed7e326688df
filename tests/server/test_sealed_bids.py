"""Sealed bids of Imperial Steam: nothing tells them before all are in, whoever asks and wherever."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.server.app import create_app
from tests.server.fixtures import SETTINGS

API = "/api/v1"


@pytest.fixture
def client(sqlite_address: str) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(structs.replace(SETTINGS, database=sqlite_address))) as client:
        yield client


class Person:
    """Remembers everything that the server ever sent."""

    def __init__(self, client: TestClient[Any], name: str) -> None:
        self.client = client
        token = client.post(f"{API}/guests", json={"name": name}).json()["token"]
        self.headers = {"authorization": f"Bearer {token}"}

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        answer = self.client.request(method, API + path, json=data, headers=self.headers)
        assert answer.status_code < 500
        return answer.json() if answer.text else None


def amounts(value: Any) -> Iterator[int]:
    """Every bid that stands anywhere in an answer."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "amount" and isinstance(inner, int):
                yield inner
            elif key == "bids":
                yield from (bid for bid in inner.values() if bid is not None)
            else:
                yield from amounts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from amounts(inner)


def three_bidders(client: TestClient[Any]) -> tuple[list[Person], str, int]:
    """Three people who are all asked for a bid: the table, and the version in which they are."""
    people = [Person(client, name) for name in ("Ann", "Ben", "Cy")]
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    wish = {"game": "imperial-steam", "variant": "normal", "seats": seats}
    table = people[0].ask("POST", "/tables", wish)["id"]
    for person in people[1:]:
        person.ask("POST", f"/tables/{table}/join", {})
    return people, table, people[0].ask("GET", f"/tables/{table}")["version"]


def test_who_bids_at_the_same_time_as_others_is_not_sent_back(client: TestClient[Any]) -> None:
    """All saw the same version; what others bid since changes nothing for a seat. It may bid once."""
    people, table, version = three_bidders(client)
    for number, person in enumerate(people):
        [seat] = person.ask("GET", f"/tables/{table}")["my_seats"]
        bid = {"action": {"type": "bid", "seat": seat, "amount": 30 + 10 * number}, "seen": version}
        done = person.ask("POST", f"/tables/{table}/actions", bid)
        assert done["version"] > version + number, done
        if number < 2:
            again = person.ask("POST", f"/tables/{table}/actions", bid)
            assert "The game has moved on" in again["error"], "a second bid of the same seat"


@pytest.mark.rule("IS-HID-1", "IS-HID-5", "IS-BID-1")
def test_no_bid_in_any_response_before_all_are_in(client: TestClient[Any]) -> None:
    people = [Person(client, name) for name in ("Ann", "Ben", "Cy", "Watcher")]
    wish = {
        "game": "imperial-steam",
        "variant": "normal",
        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}],
    }
    table = people[0].ask("POST", "/tables", wish)["id"]
    for person in people[1:3]:
        person.ask("POST", f"/tables/{table}/join", {})
    seats = {person: person.ask("GET", f"/tables/{table}")["my_seats"] for person in people}
    paths = ["", "/view", "/log", "/undo", "/save", "/export", "/chat", "/view?at=1", "/view?at=30"]
    paths += [f"/view?seat={seat}" for seat in range(3)]
    for number, person in enumerate(people[:3]):
        seat, amount = seats[person][0], 30 + 10 * number
        version = person.ask("GET", f"/tables/{table}")["version"]
        bid = {"type": "bid", "seat": seat, "amount": amount}
        done = person.ask("POST", f"/tables/{table}/actions", {"action": bid, "seen": version})
        if number == 2:
            break
        undone = person.ask("POST", f"/tables/{table}/undo", {"seen": done["version"]})
        assert "version" not in undone, "a bid is final"
        for looker in people:
            own = {30 + 10 * at for at, other in enumerate(people[: number + 1]) if other is looker}
            for path in paths:
                assert set(amounts(looker.ask("GET", f"/tables/{table}{path}"))) <= own, path
            copy = looker.ask("POST", f"/tables/{table}/sandbox", {})
            assert "my_seats" not in copy, "no copy while there are secrets"
    log = people[3].ask("GET", f"/tables/{table}/log")
    assert {entry["action"]["amount"] for entry in log if entry["kind"] == "bid"} == {30, 40, 50}
