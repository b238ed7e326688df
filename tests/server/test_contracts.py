"""Contracts of 1853 over whole games: nobody learns another's bond or cities before the rules show them.

The same game is played at two tables that differ in one secret. Whatever anybody else asks, and wherever,
must be told in the same words at both: answers, refusals, logs, streams, pages.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from benchmarks.players import random_game
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.cli.serve import create_app
from stellwerk.engine import Action, Game, Setup
from stellwerk.games.g1853.rules.cities import NameCity
from stellwerk.games.g1853.rules.opening import WriteBond
from tests.sampling import stride
from tests.server.fixtures import SETTINGS, choose_seed

NAMES = ("Ann", "Ben", "Cy")
API = "/api/v1/tables/"
ASKED = [
    "",
    "/view",
    "/legal",
    "/log",
    "/undo",
    "/thoughts",
    "/remarks",
    "/save",
    "/view?at=9",
    *(f"/view?seat={n}" for n in range(3)),
]
RARELY = [
    "/export",
    "/chat",
    "/note",
    "/best",
    "/worth",
    "/view?at=1",
    *(f"/legal?seat={n}" for n in range(3)),
]
PAGES = ["", "/moves", "/map/board", "/map/worth", "/save.json", "/export.json"]
SWAP = {"Multan": "Karachi", "Karachi": "Multan"}
"""Both are worth 20 and offer a share of NWR; neither lies in the Ganges valley."""
CHANGING = (
    r'"(created|updated|id)":[^,}]+|datetime="[^"]*"|\d\d:\d\d(?=</time>)|_csrf_token"[^>]*>|nonce="[^"]*"'
)


@pytest.fixture
def client(sqlite_address: str) -> Iterator[TestClient[Any]]:
    settings = structs.replace(SETTINGS, database=sqlite_address, pages=True)
    with TestClient(create_app(settings)) as made:
        yield made


class Person:
    def __init__(self, client: TestClient[Any], name: str) -> None:
        self.client = client
        token = client.post("/api/v1/guests", json={"name": name}).json()["token"]
        self.headers = {"authorization": f"Bearer {token}"}
        client.cookies.clear()

    def ask(self, method: str, path: str, data: Any = None) -> Any:
        answer = self.client.request(method, path, json=data, headers=self.headers)
        assert answer.status_code < 500, answer.text
        return answer

    def hears(self, table: str, everything: bool) -> dict[str, str]:
        """What a player can ask about a table."""
        found = {path: self.ask("GET", API + table + path) for path in ASKED}
        if everything:
            found |= {path: self.ask("GET", API + table + path) for path in RARELY}
            found |= {f"page{path}": self.ask("GET", f"/t/{table}{path}") for path in PAGES}
            found["sandbox"] = self.ask("POST", f"{API}{table}/sandbox", {})
        return {path: told(table, answer) for path, answer in found.items()}


def told(table: str, answer: Any) -> str:
    """An answer without what differs between any two tables."""
    return f"{answer.status_code} {re.sub(CHANGING, '', answer.text).replace(table, 'TABLE')}"


class Tables:
    """Two tables of the same people with the same seed."""

    def __init__(self, client: TestClient[Any], seed: int, owner: int) -> None:
        self.owner = owner
        """Who has the secret."""
        self.service = client.app.state.service
        self.people = [Person(client, name) for name in (*NAMES, "Watcher")]
        self.ids = [self._open(seed), self._open(seed)]

    def _open(self, seed: int) -> str:
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        wish = {"game": "1853", "variant": "short", "seats": seats}
        table = str(self.people[0].ask("POST", "/api/v1/tables", wish).json()["id"])
        choose_seed(self.service, table, seed)
        for person in self.people[1:3]:
            person.ask("POST", f"{API}{table}/join", {})
        return table

    def submit(self, one: Action, two: Action, shows: bool = False) -> None:
        """The same seat acts at both tables; it is told the same unless the secret is shown."""
        answers = []
        for table, action in zip(self.ids, (one, two), strict=True):
            seen = self.service.info(table, None).version
            sent = {"action": msgspec.to_builtins(action), "seen": seen}
            answer = self.people[action.seat].ask("POST", f"{API}{table}/actions", sent)
            assert answer.status_code < 300, answer.text
            answers.append(told(table, answer))
        if one.seat != self.owner:
            assert shows or answers[0] == answers[1]

    def look_alike(self, everything: bool = True) -> None:
        """Everybody but the owner of the secret is told the same at both tables."""
        for number, person in enumerate(self.people):
            if number != self.owner:
                one, two = (person.hears(table, everything) for table in self.ids)
                for path in one:
                    lines = zip(one[path].splitlines(), two[path].splitlines(), strict=False)
                    assert one[path] == two[path], (path, [pair for pair in lines if len(set(pair)) > 1][:1])
        one, two = (self._streamed(table) for table in self.ids)
        assert one == two

    def _streamed(self, table: str) -> str:
        """What a stream tells a watcher about all that has happened."""
        news = msgspec.json.encode(self.service.snapshot(table, None, parts=()).outcome(0)).decode()
        return re.sub(CHANGING, "", news).replace(table, "TABLE")


@cache
def whole_game() -> tuple[Game, int]:
    """A random game that goes on for a while, in which a seat has named just one of the two cities."""
    for seed in range(9, 60):
        game = random_game(Setup("1853", NAMES, "short", seed=seed), "bot")
        if not 250 < len(game.log) < 600:
            continue
        for seat in range(3):
            cities = game.state.contracts[str(seat)]
            if len(set(cities) & set(SWAP)) == 1 and seat not in game.state.fulfilled:
                return game, seat
    raise AssertionError("no such game")


def other(action: Action, owner: int) -> Action:
    if isinstance(action, NameCity) and action.seat == owner:
        return structs.replace(action, city=SWAP.get(action.city, action.city))
    return action


@pytest.mark.rule("1853-H2", "1853-H3", "1853-H5", "1853-H6", "1853-H9")
def test_a_hidden_city_is_in_no_response_of_a_whole_game(client: TestClient[Any]) -> None:
    game, owner = whole_game()
    tables = Tables(client, game.setup.seed, owner)
    moves = [action for action in game.actions if action.seat >= 0]
    for number, action in enumerate(moves):
        last = number + 1 == len(moves)
        tables.submit(action, other(action, owner), shows=last)
        named = isinstance(action, NameCity) and number % stride("a hidden city", 5) == 0
        if not last and (named or number % 80 == 40):
            tables.look_alike(everything=number % 5 == 0)
    for table in tables.ids:
        assert tables.service.info(table, None).status == "finished"
    one, two = (tables.people[3].hears(table, everything=False) for table in tables.ids)
    assert one["/view"] != two["/view"], "after the end all contracts are open (H4)"
    mine = [tables.people[owner].ask("GET", f"{API}{table}/view").json() for table in tables.ids]
    assert mine[0] != mine[1]


@pytest.mark.rule("1853-H1", "1853-2.5.2-a")
def test_a_bond_is_in_no_response_before_all_are_written(client: TestClient[Any]) -> None:
    tables = Tables(client, 5, 0)
    tables.submit(WriteBond(0, 170), WriteBond(0, 290))
    tables.look_alike()
    tables.submit(WriteBond(2, 100), WriteBond(2, 100))
    tables.look_alike()
    undone = tables.people[0].ask("POST", f"{API}{tables.ids[0]}/undo", {"seen": 2})
    assert undone.status_code >= 400, "a bond is final"
    tables.submit(WriteBond(1, 90), WriteBond(1, 90), shows=True)
    views = [tables.people[3].ask("GET", f"{API}{table}/view").json() for table in tables.ids]
    assert [view["view"]["contracts"]["Ann"]["bond"] for view in views] == [170, 290]


@pytest.mark.rule("1853-H3", "1853-H5", "1853-2.5.12")
def test_refusals_are_told_to_their_owner_alone(client: TestClient[Any]) -> None:
    """Who tries a city that the bond cannot pay hears why; nothing of it stays for the others."""
    tables = Tables(client, 5, 0)
    for seat, bond in enumerate((100, 90, 80)):
        tables.submit(WriteBond(seat, bond), WriteBond(seat, bond))
    table = tables.ids[0]
    sent = {"action": msgspec.to_builtins(NameCity(0, "Calcutta", "EIR")), "seen": 3}
    refusal = tables.people[0].ask("POST", f"{API}{table}/actions", sent)
    assert "Calcutta" in refusal.text
    assert refusal.status_code >= 400
    foreign = tables.people[1].ask("POST", f"{API}{table}/actions", sent)
    assert "of the bond" not in foreign.text
    tables.look_alike()
