"""The best run and the worth of a move, asked at a table."""

import json

import msgspec
import pytest
from benchmarks.players import random_game
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.engine import Game, Refusal, Setup, legal, to_act
from stellwerk.engine.save import dump
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.track import LayTile
from stellwerk.server.app import create_app
from stellwerk.server.problems import Conflict, Forbidden, Invalid, NotFound, NotSignedIn
from stellwerk.server.service import TableService
from tests.server.fixtures import SETTINGS, hot_seat

TITLES = ("1848", "1824", "1853", "1854")


def until(kind: type, name: str = "1848") -> Game:
    """A game of bots up to the last action of a kind."""
    game = random_game(Setup(name, ("Ann", "Ben", "Cy"), seed=5), "bot")
    number = max(n for n, action in enumerate(game.actions) if isinstance(action, kind))
    return Game.replay(game.setup, game.actions[:number])


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


def test_1854_answers_too(local: TableService) -> None:
    game = until(RunTrains, "1854")
    table, user = upload(local, game)
    (best,) = local.best_runs(table, user)
    offered = next(a for a in legal(game.state, to_act(game.state)[0]) if isinstance(a, RunTrains))
    assert best.company == game.state.frame.company
    assert best.proved
    assert [tuple(route.path) for route in best.routes] == [route.path for route in offered.routes]
    game = until(LayTile, "1854")
    table, user = upload(local, game)
    seat = to_act(game.state)[0]
    action = next(a for a in legal(game.state, seat) if isinstance(a, LayTile))
    found = local.worth(table, user, msgspec.json.encode(action).decode())
    assert found.company == game.state.frame.company
    assert found.change == found.after - found.before


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
