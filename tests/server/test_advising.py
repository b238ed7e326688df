"""The best run and the worth of a move, asked at a table."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from benchmarks.players import random_game
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.engine import Game, Refusal, Setup, legal, to_act
from stellwerk.engine.save import dump
from stellwerk.mech18.runs import SOLVED, RunTrains
from stellwerk.mech18.track import LayTile
from stellwerk.routing import Problem, Solution, solve
from stellwerk.server.app import create_app
from stellwerk.server.problems import Conflict, Forbidden, Invalid, NotFound, NotSignedIn
from stellwerk.server.service import TableService
from tests.server.fixtures import SETTINGS, hot_seat

TITLES = ("1848", "1824", "1853", "1854")
pytestmark = pytest.mark.xdist_group("advising")  # their games are played once


@cache
def whole(name: str) -> Game:
    return random_game(Setup(name, ("Ann", "Ben", "Cy"), seed=5), "bot")


@cache
def until(kind: type, name: str = "1848") -> Game:
    """A game of bots up to an action of a kind, when half of those that there are have been done."""
    game = whole(name)
    numbers = [n for n, action in enumerate(game.actions) if isinstance(action, kind)]
    return Game.replay(game.setup, game.actions[: numbers[len(numbers) // 2]])


def upload(service: TableService, game: Game) -> tuple[str, object]:
    user = service.guest("Ann")
    return service.upload(user, dump(game), "continue", "").id, user


@pytest.mark.parametrize("name", TITLES)
def test_the_best_run_is_the_one_that_is_offered(local: TableService, name: str) -> None:
    game = until(RunTrains, name)
    table, user = upload(local, game)
    (best,) = local.best_runs(table, user)
    offered = next(a for a in legal(game.state, to_act(game.state)[0]) if isinstance(a, RunTrains))
    assert best.company == game.state.frame.company
    assert [(route.train, tuple(route.path)) for route in best.routes] == [
        (route.train, route.path) for route in offered.routes
    ]
    assert best.proved
    assert best.proof.says.startswith("proved")
    assert local.best_runs(table, None, best.company) == [best]
    with pytest.raises(NotFound):
        local.best_runs(table, user, "Nobody")


def test_before_any_company_runs_there_is_nothing(local: TableService) -> None:
    user = local.guest("Ann")
    assert local.best_runs(hot_seat(local, user).id, user) == []


def test_a_game_without_trains(local: TableService) -> None:
    user = local.guest("Ann")
    table = hot_seat(local, user, "sealed", 2).id
    with pytest.raises(NotFound):
        local.best_runs(table, user)


@pytest.mark.parametrize("name", TITLES)
def test_worth(local: TableService, name: str) -> None:
    game = until(LayTile, name)
    table, user = upload(local, game)
    seat = to_act(game.state)[0]
    action = next(a for a in legal(game.state, seat) if isinstance(a, LayTile))
    text = msgspec.json.encode(action).decode()
    found = local.worth(table, user, text)
    assert found.company == game.state.frame.company
    assert found.change == found.after - found.before
    assert found.version == local.info(table, user).version
    with pytest.raises(Refusal):
        local.worth(table, user, json.dumps({**json.loads(text), "hex": "Z9"}))
    with pytest.raises(Invalid):
        local.worth(table, user, "no action")
    with pytest.raises(Forbidden):
        local.worth(table, local.guest("Eve"), text)
    with pytest.raises(NotSignedIn):
        local.worth(table, None, text)


def test_outside_of_a_turn_nothing_is_worth_anything(local: TableService) -> None:
    user = local.guest("Ann")
    table = hot_seat(local, user).id
    (action, *_) = local.legal_for(table, user)
    with pytest.raises(Conflict):
        local.worth(table, user, msgspec.json.encode(action).decode())


def test_through_the_interface(sqlite_address: str) -> None:
    game = until(LayTile)
    seat = to_act(game.state)[0]
    action = next(a for a in legal(game.state, seat) if isinstance(a, LayTile))
    with TestClient(create_app(structs.replace(SETTINGS, database=sqlite_address))) as client:
        token = client.post("/api/v1/guests", json={"name": "Ann"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        table = client.post("/api/v1/uploads", json=json.loads(dump(game))).json()["id"]
        (best,) = client.get(f"/api/v1/tables/{table}/best").json()
        assert best["company"] == game.state.frame.company
        text = msgspec.json.encode(action).decode()
        worth = client.get(f"/api/v1/tables/{table}/worth", params={"action": text})
        assert worth.status_code == 200
        assert worth.json()["before"] == best["revenue"]
        refused = client.get(
            f"/api/v1/tables/{table}/worth", params={"action": text.replace(action.hex, "A4")}
        )
        assert refused.status_code == 422
        assert client.get(f"/api/v1/tables/{table}/best", params={"company": "X"}).status_code == 404


class Watched:
    """A place for long work that knows whether it is at work, and trusts nobody to be quick."""

    patience: float | None = 0.0

    def __init__(self) -> None:
        self.busy, self.asked = False, 0

    def __call__(self, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.busy, self.asked = True, self.asked + 1
        try:
            return function(*args, **kwargs)
        finally:
            self.busy = False

    def close(self) -> None:
        pass


def offered_run(service: TableService, table: str, user: Any) -> RunTrains:
    return next(a for a in service.legal_for(table, user) if isinstance(a, RunTrains))


QUESTIONS: dict[str, Callable[[TableService, str, Any, RunTrains], object]] = {
    "the best run": lambda service, table, user, run: service.best_runs(table, user),
    "what is legal": lambda service, table, user, run: service.legal_for(table, user),
    "what is considered": lambda service, table, user, run: (
        service.snapshot(table, user).seen_from(None).considered()
    ),
    "what a run is worth": lambda service, table, user, run: service.worth(
        table, user, msgspec.json.encode(run).decode()
    ),
    "a run": lambda service, table, user, run: service.submit(
        table, user, run, service.info(table, user).version
    ),
    "the log again": lambda service, table, user, run: service.view_for(table, user),
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", ["1848", "1824"])
def test_long_work_is_handed_over_whoever_asks(
    local: TableService, monkeypatch: pytest.MonkeyPatch, name: str, question: str
) -> None:
    game = until(RunTrains, name)
    table, user = upload(local, game)
    run = offered_run(local, table, user)
    place = Watched()

    def solving(problem: Problem, limit: float | None = None) -> Solution:
        assert limit is not None or place.busy, "nobody else could play meanwhile"
        return solve(problem, limit)

    monkeypatch.setattr("stellwerk.mech18.runs.solve", solving)
    SOLVED.of(game.state.book).clear()
    QUESTIONS[question](TableService(local.db, SETTINGS, place), table, user, run)
    # 1848 does not compare a run with the best one.
    assert place.asked or (name == "1848" and question in ("a run", "the log again"))
