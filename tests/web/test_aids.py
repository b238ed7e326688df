"""What a table tells of best runs: every address that has such figures, with every choice of aids."""

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from benchmarks.players import random_game
from sqlalchemy import update

from stellwerk.engine import Game, Setup, legal, to_act
from stellwerk.engine.save import dump
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain
from stellwerk.server.aids import CHOICES
from stellwerk.store.schema import TableRow
from tests.web.conftest import Browser
from tests.web.pages import checked

pytestmark = pytest.mark.xdist_group("aids")  # the games are played once


@cache
def until(kind: type) -> Game:
    """A game of bots up to an action of a kind, when half of those that there are have been done."""
    game = random_game(Setup("1848", ("Anna", "Ben", "Cy"), seed=5), "bot")
    numbers = [n for n, action in enumerate(game.actions) if isinstance(action, kind)]
    return Game.replay(game.setup, game.actions[: numbers[len(numbers) // 2]])


def first(kind: type) -> Any:
    state = until(kind).state
    return next(action for action in legal(state, to_act(state)[0]) if isinstance(action, kind))


def written(kind: type) -> str:
    return msgspec.json.encode(first(kind)).decode()


def told(text: str) -> bool:
    return bool(re.search(r"[Bb]est run\b|proved|below the best|data-effect", text))


REFUSED = "This table is played without aids"
ROUTES: dict[str, tuple[type, Callable[[str], tuple[str, dict[str, str]]], Callable[[str], bool]]] = {
    "GET api best": (RunTrains, lambda t: (f"/api/v1/tables/{t}/best", {}), lambda text: '"routes"' in text),
    "GET api worth": (
        LayTile,
        lambda t: (f"/api/v1/tables/{t}/worth", {"action": written(LayTile)}),
        lambda text: '"change"' in text,
    ),
    "GET api legal": (RunTrains, lambda t: (f"/api/v1/tables/{t}/legal", {}), lambda text: '"path"' in text),
    "GET map/worth": (LayTile, lambda t: (f"/t/{t}/map/worth", {"action": written(LayTile)}), told),
    "GET map/hex": (LayTile, lambda t: (f"/t/{t}/map/hex/{first(LayTile).hex}", {}), told),
    "GET map/run": (RunTrains, lambda t: (f"/t/{t}/map/run", {}), told),
    "GET map/board": (RunTrains, lambda t: (f"/t/{t}/map/board", {}), told),
    "GET moves": (RunTrains, lambda t: (f"/t/{t}/moves", {}), lambda text: "&#34;path&#34;" in text),
    "GET table, run": (RunTrains, lambda t: (f"/t/{t}", {}), told),
    "GET table, trains": (BuyTrain, lambda t: (f"/t/{t}", {}), told),
}
"""By name: the position, the address with its query, and whether an answer gives figures away."""


@pytest.mark.parametrize("route", ROUTES)
def test_every_address_obeys(browser: Browser, route: str) -> None:
    kind, address, gives = ROUTES[route]
    service = browser.client.app.state.service
    browser.post("/guest", name="Anna")
    user = service.user_by_cookie(1, 0)
    table = service.upload(user, dump(until(kind)), "continue", "").id
    path, query = address(table)
    for aids in CHOICES:
        with service.db.write() as session:
            session.execute(update(TableRow).where(TableRow.slug == table).values(aids=aids))
        answer = browser.client.get(path, params=query)
        assert gives(answer.text) is (aids != "none"), (route, aids)
        if aids == "none" and route in ("GET api best", "GET api worth", "GET map/worth"):
            assert answer.status_code == 403
            assert REFUSED in answer.text
        else:
            assert answer.status_code == 200
        asked = browser.client.post(
            f"/api/v1/tables/{table}/hint",
            json={"seen": service.info(table, user).version, "step": 1},
            headers={"x-csrftoken": browser.client.cookies["csrftoken"]},
        )
        assert asked.status_code == (200 if aids == "all" else 403), asked.text


def test_a_run_is_made_by_hand_without_aids(browser: Browser) -> None:
    service = browser.client.app.state.service
    browser.post("/guest", name="Anna")
    user = service.user_by_cookie(1, 0)
    table = service.upload(user, dump(until(RunTrains)), "continue", "").id
    with service.db.write() as session:
        session.execute(update(TableRow).where(TableRow.slug == table).values(aids="none"))
    page = browser.get(f"/t/{table}")
    checked(page)
    for _ in range(3):  # alter, begin at a stop, go on to another
        link = re.search(r'href="([^"]+/map/run\?[^"]*r=[^"]+)"[^>]*data-map-run(?: data-next)?', page.text)
        page = browser.get(link[1].replace("&amp;", "&"))
        assert not told(page.text)
    assert 'id="run-accept"' in page.text


def test_it_is_shown_before_one_sits_down(browser: Browser) -> None:
    from tests.web.conftest import new_table

    path = new_table(browser, kinds=("me", "open", "bot"), public="on", aids="none")
    assert "Aids: none." in browser.get(path).text
    browser.client.cookies.clear()
    assert "Aids: none." in browser.get("/").text, "in the list of open tables"


def test_programs_get_no_hints_at_open_tables_of_strangers(browser: Browser) -> None:
    """Whoever asks, and by whatever way: by token at the table, or at a copy of it."""
    api = "/api/v1"
    browser.get("/")
    names = ("Anna", "Ben")
    told = [
        browser.client.post(f"{api}/accounts", json={"name": n, "password": "long enough"}) for n in names
    ]
    anna, ben = [{"authorization": f"Bearer {one.json()['token']}"} for one in told]
    browser.client.cookies.clear()
    client = browser.client
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}]
    wish = {"game": "1848", "seats": seats, "public": True, "aids": "all"}
    table = client.post(f"{api}/tables", json=wish, headers=anna).json()
    assert table["aids"] == "figures", "told before anybody sits down"
    assert client.post(f"{api}/tables/{table['id']}/join", json={}, headers=ben).status_code < 300
    path = f"{api}/tables/{table['id']}"
    client.patch(path, json={"public": False}, headers=anna)
    info = client.get(path, headers=anna).json()
    assert (info["status"], info["aids"]) == ("running", "figures"), "and so it stays"
    copy = client.post(f"{path}/sandbox", json={}, headers=ben).json()
    for place, who in ((path, anna), (path, ben), (f"{api}/tables/{copy['id']}", ben)):
        seen = client.get(place, headers=who).json()["version"]
        asked = client.post(f"{place}/hint", json={"seen": seen, "step": 1}, headers=who)
        assert asked.status_code == 403, asked.text
