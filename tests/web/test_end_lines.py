"""The line after one's own turn: what it brought by the engine's figures, who is next, and taking it back."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from stellwerk.engine import Action, title, to_act
from stellwerk.engine.save import dump
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.state import SEATS
from stellwerk.server.claim import SYSTEM
from stellwerk.server.service import TableService
from stellwerk.store.schema import SeatRow, TableRow
from stellwerk.web.endline import in_turn
from tests.browser.positions import facts, may, reached
from tests.web.conftest import Browser
from tests.web.pages import checked

SLOW = 1
"""A pace at which the page can be seen before a bot moves."""


def line_of(page: str) -> str:
    """What the end line says; empty where there is none."""
    found = re.search(r'<section [^>]*id="end-line".*?</section>', page, flags=re.DOTALL)
    return "" if found is None else " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split())


def service_of(browser: Browser) -> TableService:
    service: TableService = browser.client.app.state.service
    return service


def act(browser: Browser, path: str, choose: Callable[[list[Any]], Action]) -> Action:
    """Do something in one's own turn; the page is the last one then."""
    service, table = service_of(browser), path.rpartition("/")[2]
    seen = service.snapshot(table, service.user_by_cookie(1, 0))
    action = choose(seen.legal())
    browser.post(f"{path}/act", action=msgspec.json.encode(action).decode(), seen=seen.version)
    return action


def table_of(browser: Browser, game: str) -> str:
    """A table of one person among bots that take their time, where it is the person's turn."""
    chairs = {"seat0": "me", "seat1": "bot", "seat2": "bot", "name1": "Wombat", "name2": "Emu"}
    bots = {"bot1": "random", "bot2": "random"}
    service = service_of(browser)
    for seed in range(20):
        wish = {"game": game, "count": 3, "rulings": "book", "guest": "Anna", "seed": seed}
        path = str(browser.post("/tables", **wish, **chairs, **bots).url.path)
        table = path.rpartition("/")[2]
        service.set_pace(table, service.user_by_cookie(1, 0), SLOW)
        if service.info(table, service.user_by_cookie(1, 0)).your_turn:
            return path
    raise AssertionError("somebody else begins everywhere")


@pytest.mark.parametrize("game", ["1824", "1848", "1853", "1854", "imperial-steam"])
def test_every_game_has_one(browser: Browser, game: str) -> None:
    """It is there until one's next turn; what it says of money is what the seat saw before and after."""
    path = table_of(browser, game)
    service, table = service_of(browser), path.rpartition("/")[2]
    assert line_of(browser.get(path).text) == ""
    while 'data-turn="yes"' in browser.get(path).text:
        act(browser, path, lambda legal: legal[0])
    told = line_of(browser.get(path).text)
    assert told.startswith("Your turn has ended")
    info = service.info(table, SYSTEM)
    for seat in info.to_act[:1]:
        assert f"then {info.seats[seat].name}" in told
    assert "Take it back" in told or service.undo_choices(table, service.user_by_cookie(1, 0)).to is None
    assert line_of(browser.get(f"{path}?at=0").text) == "", "the past has none"
    checked(browser.get(path))
    browser.client.cookies.clear()
    assert line_of(browser.get(path).text) == "", "it is for nobody else"


def dividend_table(browser: Browser) -> tuple[str, Any]:
    """A company of 1848 can pay; all other seats are bots'."""
    game = reached(lambda s: facts(s)["round"] >= "OR 3" and may("dividend")(s), seed=11)
    [mine] = to_act(game.state)
    browser.post("/guest", name="Anna")
    service = service_of(browser)
    table = service.upload(service.user_by_cookie(1, 0), dump(game), "continue").id
    with service.db.write() as session:
        row = session.scalar(select(TableRow).where(TableRow.slug == table))
        assert row is not None
        row.pace = SLOW
        others = SeatRow.table_id == row.id, SeatRow.seat != mine
        session.execute(update(SeatRow).where(*others).values(kind="bot", user_id=None, bot="random"))
    return f"/t/{table}", game


def test_a_dividend_by_the_engines_figures(browser: Browser) -> None:
    path, game = dividend_table(browser)
    [mine] = to_act(game.state)
    service, table = service_of(browser), path.rpartition("/")[2]
    paid = act(browser, path, lambda legal: next(a for a in legal if isinstance(a, Dividend) and a.pay))
    assert line_of(browser.get(path).text) == "", "the trains are still to come"
    act(browser, path, lambda legal: next(a for a in legal if a.__struct_config__.tag == "pass"))
    told = line_of(browser.last.text)
    live = service.snapshot(table, SYSTEM).live
    at = max(n for n, action in enumerate(live.game.actions) if action == paid)
    before, after = live.game.history[at].state, live.game.history[at + 1].state
    company = facts(before)["acting"]
    revenue = next(e.figures["revenue"] for e in live.game.history[at + 1].events if "revenue" in e.figures)
    assert f"{company} paid £{revenue}: you +£" in told
    assert f"price {before.price(company)} → {after.price(company)}" in told
    # All of the turn counts: the tile that was laid before, too.
    first = next(n for n in range(at, 0, -1) if facts(live.game.history[n - 1].state)["acting"] != company)
    owner, start = SEATS[mine], live.game.history[first].state
    assert f"you +£{after.cash[owner] - start.cash[owner]} ," in told
    worth = title("1848").result
    name = start.names[mine]
    assert f"worth +£{worth(after)[name] - worth(start)[name]} ," in told
    now = facts(live.state)
    assert f"then {now['acting']} ({now['companies'][now['acting']]['director']})" in told


@pytest.mark.parametrize(
    ("since", "acting", "told"),
    [
        ([], "Ben", ["Ben", "Cy", "Dora", "Ann"]),
        (["Ben", "Ben"], "Cy", ["Cy", "Dora", "Ann"]),
        (["Ben", "Cy"], "Cy", ["Cy", "Dora", "Ann"]),
        (["Ben", "Cy"], "Dora", ["Dora", "Ann"]),
        ([], "Dora", ["Dora"]),
        (["Dora"], "Cy", ["Cy"]),
        (["Ben"], "Dora", ["Dora"]),
    ],
)
def test_the_order_is_told_where_it_was_kept(since: list[str], acting: str, told: list[str]) -> None:
    """Some rounds go backwards, and some players are passed over: then only the acting one is sure."""
    assert in_turn(("Ann", "Ben", "Cy", "Dora"), "Ann", since, acting) == told


def test_taking_it_back(browser: Browser) -> None:
    """While nobody has acted: then it is one's turn again; later there is no such button."""
    path = table_of(browser, "1848")
    service, table = service_of(browser), path.rpartition("/")[2]
    before = service.info(table, SYSTEM).at
    act(browser, path, lambda legal: legal[0])
    page = browser.get(path).text
    assert 'id="take-it-back"' in page
    seen = re.search(r'data-version="(\d+)"', page)
    assert seen is not None
    browser.post(f"{path}/undo", do="undo", seen=seen[1])
    assert service.info(table, SYSTEM).at == before
    assert 'data-turn="yes"' in browser.get(path).text
    assert line_of(browser.last.text) == ""
    act(browser, path, lambda legal: legal[0])
    [seat] = service.info(table, SYSTEM).to_act
    state = service.state(table, user=SYSTEM)
    bot_moves = service.snapshot(table, SYSTEM).verdicts.of(state, seat).legal()
    service.submit_for_bot(table, seat, bot_moves[0], service.info(table, SYSTEM).version)
    page = browser.get(path).text
    if 'data-turn="yes"' not in page:
        assert line_of(page)
        assert 'id="take-it-back"' not in page


@pytest.mark.parametrize(
    ("lang", "words"), [("de", ("Dein Zug ist vorbei", "danach", "Zurücknehmen")),
                        ("pl", ("Twój ruch zakończony", "potem", "Cofnij"))],
)  # fmt: skip
def test_in_other_languages(browser: Browser, lang: str, words: tuple[str, ...]) -> None:
    path = table_of(browser, "1848")
    act(browser, path, lambda legal: legal[0])
    told = line_of(browser.get(path, **{"accept-language": lang}).text)
    assert all(word in told for word in words)
