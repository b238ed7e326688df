"""What is said where one looks: steps that passed, prices that moved, what worth is, when moves were made."""

import re
from html import unescape
from typing import Any

import msgspec
import pytest

from stellwerk.engine import Game, to_act
from stellwerk.engine.save import dump
from stellwerk.mech18.events import PriceMoved
from stellwerk.mech18.missed import missed
from stellwerk.mech18.state import SEATS
from stellwerk.server.claim import SYSTEM
from stellwerk.server.service import TableService
from tests.browser.positions import kinds_of, may, reached
from tests.strategies import played, together
from tests.web.conftest import Browser
from tests.web.pages import checked


def said(page: str, part: str) -> str:
    """What a part of the page says; empty where it is missing."""
    found = re.search(rf'<section [^>]*id="{part}".*?</section>', page, flags=re.DOTALL)
    return "" if found is None else " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split())


def service_of(browser: Browser) -> TableService:
    service: TableService = browser.client.app.state.service
    return service


def shown(browser: Browser, game: Game) -> str:
    """Put a game on the server, all seats of one person; its path."""
    if "stellwerk" not in browser.client.cookies:
        browser.post("/guest", name="Anna")
    service = service_of(browser)
    return f"/t/{service.upload(service.user_by_cookie(1, 0), dump(game), 'continue').id}"


def until(game: Game, at: int) -> Game:
    """The same game after so many actions."""
    other = Game(game.setup)
    for action in game.actions[:at]:
        other.enter(action)
    return other


def passed(game: Game) -> int:
    """The first point at which a step has passed by itself for who is to act, after an own action."""
    for at, action in enumerate(game.actions):
        before, after = game.history[at].state, game.history[at + 1].state
        found = missed(before, action, after)
        if found and after.stack and to_act(after) == (found[0].seat,) == (action.seat,):
            return at + 1
    raise AssertionError("no step was passed over")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=together(name)) for name in ("1824", "1848", "1853", "1854")]
)
def test_a_step_that_passed_is_said_with_its_reason(browser: Browser, name: str) -> None:
    game = played(name, 1)
    at = passed(game)
    before, after = game.history[at - 1].state, game.history[at].state
    path = shown(browser, until(game, at))
    page = browser.get(path)
    news = said(page.text, "news")
    for found in missed(before, game.actions[at - 1], after):
        assert found.company in news
    assert re.search(r"cannot place|runs no train|can buy no", news), news
    checked(page)
    assert said(browser.get(f"{path}?at={at - 1}").text, "news") == "", "the past has none"
    assert said(browser.get(path, **{"accept-language": "de"}).text, "news").startswith("Seit deiner letzten")
    assert said(browser.get(path, **{"accept-language": "pl"}).text, "news").startswith("Od twojego")


def fallen(game: Game) -> tuple[int, PriceMoved]:
    """A point where who is to act holds papers whose price fell by another's action; the fall."""
    for at, action in enumerate(game.actions):
        after: Any = game.history[at + 1].state
        for event in game.history[at + 1].events:
            if isinstance(event, PriceMoved) and event.new < event.old and after.stack:
                seat = to_act(after)[0]
                if seat != action.seat and after.shares(SEATS[seat], event.company):
                    return at + 1, event
    raise AssertionError("no price has fallen")


@together("1848")
def test_a_fallen_price_is_said_with_its_figures_and_cause(browser: Browser) -> None:
    game = played("1848", 1)
    at, event = fallen(game)
    news = said(browser.get(shown(browser, until(game, at))).text, "news")
    assert f"The price of {event.company} goes from" in news
    assert f"to {event.new}." in news
    assert "▼ £" in news


@together("1848")
def test_it_is_for_the_seat_alone_and_until_it_acts(browser: Browser) -> None:
    game = played("1848", 1)
    path = shown(browser, until(game, passed(game)))
    service, table = service_of(browser), path.rpartition("/")[2]
    assert said(browser.get(path).text, "news")
    seen = service.snapshot(table, service.user_by_cookie(1, 0))
    first = said(browser.last.text, "news")
    browser.post(f"{path}/act", action=msgspec.json.encode(seen.legal()[0]).decode(), seen=seen.version)
    assert said(browser.get(path).text, "news") != first
    browser.client.cookies.clear()
    assert said(browser.get(path).text, "news") == "", "spectators hold nothing"


def test_worth_is_the_final_account_and_a_sold_paper_has_no_price(browser: Browser) -> None:
    """1848-XIV-3: privates count nothing, and the table says so while somebody owns one."""
    game = reached(may("buy_private"))
    [first, *_] = kinds_of(game.state)["buy_private"]
    game.enter(first)
    text = browser.get(f"{shown(browser, game)}?view=papers").text
    assert "private railways count nothing" in text
    row = re.search(rf"<b>{first.private}</b>.*?</tr>", text, flags=re.DOTALL)
    assert row is not None
    cells = [" ".join(cell.split()) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row[0], flags=re.DOTALL)]
    assert cells[1] == "–"


@together("1848")
def test_the_log_is_short_until_one_asks(browser: Browser) -> None:
    path = shown(browser, played("1848", 1))
    page = browser.get(f"{path}?view=log&log=all")
    lines = page.text.count('title="Look at this moment"')
    assert lines == 150
    earlier = re.search(r'href="([^"]*older=500[^"]*)"', page.text)
    assert earlier is not None
    assert (
        browser.get(unescape(earlier[1]).partition("#")[0]).text.count('title="Look at this moment"') > lines
    )
    checked(page)


@together("1848")
def test_a_file_without_times_shows_none(browser: Browser) -> None:
    """The moves were not made when the file came: a save says nothing of when they were."""
    path = shown(browser, until(played("1848", 1), 12))
    table = path.rpartition("/")[2]
    assert {entry.created for entry in service_of(browser).log(table, SYSTEM)} == {0}
    assert "<time" not in log_of(browser, path)
    seen = service_of(browser).snapshot(table, service_of(browser).user_by_cookie(1, 0))
    browser.post(f"{path}/act", action=msgspec.json.encode(seen.legal()[0]).decode(), seen=seen.version)
    assert "<time" in log_of(browser, path)


def log_of(browser: Browser, path: str) -> str:
    text = browser.get(f"{path}?view=log&log=all").text
    return text.partition('id="log-lines"')[2].partition("</ol>")[0]
