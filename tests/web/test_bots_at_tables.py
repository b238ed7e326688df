"""Bots as people see them: who thinks, what a move brings, what else was seen, hints, seats handed over."""

import re
import time
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import msgspec
import pytest
from benchmarks.players import random_game
from litestar.testing import TestClient
from msgspec import structs
from sqlalchemy import select, update

from stellwerk.cli.serve import create_app
from stellwerk.engine import Setup
from stellwerk.engine.capabilities import Judged, Thought
from stellwerk.engine.play import decode, legal
from stellwerk.engine.reasons import reasons
from stellwerk.games.g1853.rules.cities import NameCity
from stellwerk.mech18.track import LayTile
from stellwerk.notation import because
from stellwerk.server.claim import SYSTEM
from stellwerk.server.service import TableService
from stellwerk.store.schema import SeatRow, TableRow, ThoughtRow
from stellwerk.web.bot_moves import becauses
from stellwerk.web.render import Speech
from tests.server.fixtures import SETTINGS
from tests.server.fixtures import sqlite_address as sqlite_address
from tests.server.test_contracts import NAMES, SWAP, Tables, other, told, whole_game
from tests.web.conftest import Browser, new_table
from tests.web.pages import checked

SAYS = Speech("en", "£")
"""A page of 1848 in English."""

PATIENCE = 60.0


def until(look: Callable[[], Any]) -> Any:
    """Ask until there is an answer."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.02)
    raise AssertionError("it takes too long")


def table_with_bots(browser: Browser, **fields: object) -> str:
    """Open a table of one person with two gentle bots; wait until it is the person's turn."""
    chairs = {"seat0": "me", "seat1": "bot", "seat2": "bot", "name1": "Wombat", "name2": "Emu"}
    bots = {"bot1": "gentle", "bot2": "gentle", "temper2": "bold"}
    usual = {"game": "1848", "count": 3, "rulings": "book", "guest": "Anna", "seed": 7}
    path = str(browser.post("/tables", **{**usual, **chairs, **bots, **fields}).url.path)
    until(lambda: 'data-turn="yes"' in browser.get(path).text)
    return path


@pytest.fixture
def path(browser: Browser) -> str:
    return table_with_bots(browser)


def plain(text: str) -> str:
    """What a reader sees of a piece of a page."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def part(page: str, id: str) -> str:
    found = re.search(rf'<section [^>]*id="{id}".*?</section>', page, flags=re.DOTALL)
    return "" if found is None else found[0]


def compared(service: TableService, table: str) -> bool:
    """Return whether the last move of a bot was compared with another, in money."""
    last = service.thoughts(table, SYSTEM)[-1:]
    return any(judged.money for thought in last for judged in thought.judged[1:2])


def play_on(browser: Browser, path: str) -> None:
    """Pass, or do the first thing there is, until bots have compared sums of money and it is one's turn."""
    service, table = browser.client.app.state.service, path.rpartition("/")[2]
    while not any(
        judged.money for last in service.thoughts(table, SYSTEM)[-1:] for judged in last.judged[1:]
    ):
        seen = service.snapshot(table, service.user_by_cookie(1, 0))
        action = next((a for a in seen.legal() if a.__struct_config__.tag == "pass"), seen.legal()[0])
        browser.post(f"{path}/act", action=msgspec.json.encode(action).decode(), seen=seen.version)
        until(lambda: 'data-turn="yes"' in browser.get(path).text)


def test_a_move_with_its_reasons_and_what_else_was_seen(browser: Browser, path: str) -> None:
    service, table = browser.client.app.state.service, path.rpartition("/")[2]
    play_on(browser, path)
    thought = service.thoughts(table, SYSTEM)[-1]
    shown = part(browser.get(path).text, "bot-move")
    game = service.snapshot(table, SYSTEM).live.game
    before, action = game.history[thought.at - 1].state, game.actions[thought.at - 1]
    words = plain(shown)
    assert ("gentle, bold" if thought.bot == "gentle-bold" else "gentle") in words
    assert SAYS.does(before, action) in words
    for reason in reasons(before, action):
        assert because([reason], "en", SAYS.tell) in words
    first, second = (judged.money[thought.seat] for judged in thought.judged[:2])
    assert f"{'+' if first >= second else '−'}£{abs(first - second):,} against the next best" in words
    for judged in thought.judged[1:]:
        assert SAYS.does(before, decode("1848", judged.action)) in words
        assert not judged.money or f"£{judged.money[thought.seat]:,}" in words
    assert 1 <= len(thought.judged) - 1 <= 5
    log = browser.get(f"{path}?log=all").text
    why = because(reasons(before, action), "en", SAYS.tell)
    assert f"because {why}" in plain(log)
    checked(browser.last)


def test_the_strip_goes_with_the_history(browser: Browser, path: str) -> None:
    service, table = browser.client.app.state.service, path.rpartition("/")[2]
    play_on(browser, path)
    one, two = service.thoughts(table, SYSTEM)[:2]
    pages = [browser.get(f"{path}?view=map&at={thought.at}").text for thought in (one, two)]
    game = service.snapshot(table, SYSTEM).live.game
    for thought, page in zip((one, two), pages, strict=True):
        words = SAYS.does(game.history[thought.at - 1].state, game.actions[thought.at - 1])
        assert words in plain(part(page, "bot-move"))
    assert 'id="bot-move"' not in browser.get(f"{path}?view=map&at=1").text, "nobody but chance had moved"


def test_the_pace_is_chosen_beside_the_players(browser: Browser, path: str) -> None:
    """By whoever sits there; the table keeps it, and others are shown no choice."""
    service, table = browser.client.app.state.service, path.rpartition("/")[2]

    def chosen() -> list[str]:
        return re.findall(r'id="pace-(\d)"[^>]*aria-current', browser.get(path).text)

    assert service.info(table, None).pace == 0
    assert chosen() == ["0"]
    browser.post(f"{path}/seats", do="pace", pace=1)
    assert service.info(table, None).pace == 1
    assert chosen() == ["1"]
    assert browser.post(f"{path}/seats", do="pace", pace=7).status_code == 400
    for lang, words in (("de", "Tempo der Bots"), ("pl", "tempo botów")):
        assert words in browser.get(path, **{"accept-language": lang}).text
    browser.client.cookies.clear()
    assert 'class="pace"' not in browser.get(path).text, "who only looks on has no say"


def test_a_hint_in_three_presses(browser: Browser, path: str) -> None:
    service, table = browser.client.app.state.service, path.rpartition("/")[2]
    play_on(browser, path)
    page = browser.get(path).text
    assert 'id="hint"' not in page
    assert 'id="hint-ask"' in page
    seen = re.search(r'data-version="(\d+)"', page)[1]

    def asked(step: int) -> str:
        def look() -> str:
            text = part(browser.post(f"{path}/hint", seen=seen, step=step).text, "hint")
            return "" if "data-hint-waits" in text else text

        return plain(until(look))

    where = asked(1)
    hint = service.hint(table, service.user_by_cookie(1, 0), int(seen), 3)
    state = service.snapshot(table, SYSTEM).state
    move = SAYS.does(state, decode("1848", hint.action))
    assert "1 of 3 steps shown" in where
    assert move not in where
    assert move in asked(2)
    why = asked(3)
    for reason in reasons(state, decode("1848", hint.action)):
        assert because([reason], "en", SAYS.tell) in why
    assert f"expected at the end: £{hint.judged[0].money[hint.seat]:,}" in why
    again = browser.get(path).text
    assert plain(part(again, "hint")) == why, "looking again asks for nothing new"
    assert plain(again).count("Anna asked for a hint.") == 1
    assert 'id="hint"' not in browser.post(f"{path}/hint", step=0).text
    assert 'id="hint"' not in browser.get(path).text


def test_looking_asks_for_no_hint(browser: Browser, path: str) -> None:
    """A link that somebody else made up leads to no hint, and to no line in the log."""
    for query in ("?hint=3", "?step=3"):
        assert 'id="hint"' not in browser.get(path + query).text
    assert "asked for a hint" not in plain(browser.get(path).text)


def test_hints_are_the_hosts_matter(browser: Browser) -> None:
    path = table_with_bots(browser, aids="figures")
    assert 'id="hint-ask"' not in browser.last.text
    seen = re.search(r'data-version="(\d+)"', browser.last.text)[1]
    assert browser.post(f"{path}/hint", seen=seen, step=1).status_code == 403
    waiting = new_table(browser, kinds=("me", "open", "bot"))
    assert "Aids: figures on what I choose." in browser.last.text
    browser.post(f"{waiting}/seats", do="aids", aids="all")
    assert "Aids: all, with hints." in browser.last.text
    browser.post(f"{waiting}/seats", do="aids", aids="none")
    assert "Aids: none." in browser.last.text


def test_a_seat_is_handed_over_and_taken_back(browser: Browser, path: str) -> None:
    service, table = browser.client.app.state.service, path.rpartition("/")[2]
    mine = service.info(table, service.user_by_cookie(1, 0)).my_seats[0]
    assert "Let a bot play" in browser.get(path).text
    before = service.info(table, SYSTEM).version
    browser.post(f"{path}/seats", do="hand", seat=mine, bot="gentle", temper="careful")
    assert "gentle, careful plays for Anna" in plain(browser.last.text)
    assert 'name="action"' not in browser.last.text, "the bot chooses"
    until(lambda: service.info(table, SYSTEM).version > before + 3)
    browser.post(f"{path}/seats", do="back", seat=mine)
    until(lambda: 'data-turn="yes"' in browser.get(path).text)
    log = plain(browser.get(f"{path}?log=all").text)
    assert "gentle, careful plays for Anna." in log
    assert "Anna plays again." in log
    assert "Let a bot play" in log
    checked(browser.last)


def test_only_what_a_bot_did_has_a_because(browser: Browser, path: str) -> None:
    """Whoever plays the seat now: what its person did before stands in the log without one."""
    service, table = browser.client.app.state.service, path.rpartition("/")[2]
    anna = service.user_by_cookie(1, 0)
    seen = service.snapshot(table, anna)
    browser.post(f"{path}/act", action=msgspec.json.encode(seen.legal()[0]).decode(), seen=seen.version)
    until(lambda: 'data-turn="yes"' in browser.get(path).text)
    [mine] = service.info(table, anna).my_seats
    before = service.info(table, SYSTEM).version
    browser.post(f"{path}/seats", do="hand", seat=mine, bot="gentle")
    until(lambda: any(entry.seat == mine for entry in service.log(table, SYSTEM, before)))
    browser.post(f"{path}/seats", do="back", seat=mine)
    until(lambda: 'data-turn="yes"' in browser.get(path).text)
    seen = service.snapshot(table, SYSTEM)
    told_of = becauses(seen, seen.entries(), Speech("en"))
    made = {entry.number: (entry.seat, entry.bot) for entry in seen.entries() if entry.seat >= 0}
    assert {number for number, (_, bot) in made.items() if bot is not None} == set(told_of)
    assert {bot for seat, bot in made.values() if seat == mine} == {None, "gentle"}
    assert {thought.number: (thought.seat, thought.bot) for thought in service.thoughts(table, SYSTEM)} == {
        number: by for number, by in made.items() if by[1] is not None
    }


# -- secrets --------------------------------------------------------------------------------------


@pytest.fixture
def pair(sqlite_address: str) -> Iterator[TestClient[Any]]:
    settings = structs.replace(SETTINGS, database=sqlite_address, pages=True)
    with TestClient(create_app(settings)) as made:
        yield made


def think(tables: Tables, table: str, secret: str) -> None:
    """Keep a thought of the last move of the seat with the secret, as a bot would have had it."""
    service = tables.service
    entry = [e for e in service.log(table, SYSTEM) if e.seat == tables.owner][-1]
    action = service.snapshot(table, SYSTEM).live.game.actions[entry.at - 1]
    longed_for = NameCity(tables.owner, secret, "NWR")
    thought = Thought(
        action, (Judged(action, 1.0, (1, 2, 3)), Judged(longed_for, 0.5, (len(secret), 0, 0))), 2
    )
    with service.db.write() as session:
        row = session.scalar(select(TableRow).where(TableRow.slug == table))
        session.merge(
            ThoughtRow(
                table_id=row.id,
                number=entry.number,
                at=entry.at,
                seat=tables.owner,
                bot="sharp",
                took=100 * len(secret),
                looked_at=len(secret),
                text=msgspec.json.encode(thought).decode(),
            )
        )


def bot_sits(tables: Tables, table: str, kind: str) -> None:
    """The seat is shown as a bot's, or as its person's again."""
    with tables.service.db.write() as session:
        row = session.scalar(select(TableRow.id).where(TableRow.slug == table))
        here = SeatRow.table_id == row, SeatRow.seat == tables.owner
        session.execute(
            update(SeatRow).where(*here).values(kind=kind, bot="sharp" if kind == "bot" else None)
        )


@pytest.mark.rule("1853-H2", "1853-H7")
def test_what_a_bot_thinks_of_its_contract_stays_with_it(pair: TestClient[Any]) -> None:
    """Two games that differ in a bot's city: pages, answers and thoughts are alike for all others."""
    game, owner = whole_game()
    tables = Tables(pair, game.setup.seed, owner)
    moves = [action for action in game.actions if action.seat >= 0][:90]
    strips = 0
    for number, action in enumerate(moves):
        tables.submit(action, other(action, owner))
        if action.seat != owner or (number % 10 and not isinstance(action, NameCity)):
            continue
        for table, secret in zip(tables.ids, ("Multan", "Karachi"), strict=True):
            think(tables, table, secret)
            bot_sits(tables, table, "bot")
        for person in (tables.people[(owner + 1) % 3], tables.people[3]):
            for path in ("/api/v1/tables/{}/thoughts", "/api/v1/tables/{}/log", "/t/{}", "/t/{}?log=all"):
                one, two = (told(table, person.ask("GET", path.format(table))) for table in tables.ids)
                assert one == two, path
                strips += 'id="bot-move"' in one
                assert "against the next best" not in one
                assert "looked at" not in one
        for table in tables.ids:
            bot_sits(tables, table, "user")
    assert strips > 4


@pytest.fixture
def slow_pair(sqlite_address: str) -> Iterator[TestClient[Any]]:
    """Bots that think, but do not move while anybody looks."""
    settings = structs.replace(SETTINGS, database=sqlite_address, pages=True, bot_delay=3600.0)
    with TestClient(create_app(settings)) as made:
        yield made


def lays(state: Any, seat: int) -> set[str]:
    """Return where a seat may lay a tile."""
    return {action.hex for action in legal(state, seat) if isinstance(action, LayTile)}


@pytest.mark.rule("1853-H2", "1853-H7")
def test_where_a_bot_may_build_tells_nothing_of_its_contract(slow_pair: TestClient[Any]) -> None:
    """The hexes that are dashed while it thinks are those that a spectator finds by the rules."""
    game, owner = random_game(Setup("1853", NAMES, "short", seed=37)), 0
    assert len(set(SWAP).intersection(game.state.contracts[str(owner)])) == 1
    tables = Tables(slow_pair, game.setup.seed, owner)
    service = tables.service
    with service.db.write() as session:
        session.execute(update(TableRow).values(pace=None))
    asked = [at for at, action in enumerate(game.actions) if action.seat == owner]
    turns = [at for at in asked if lays(game.history[at].state, owner)][:3]
    shown = 0
    for at, action in enumerate(game.actions[: turns[-1] + 1]):
        if action.seat < 0:
            continue
        if at in turns:
            for table in tables.ids:
                bot_sits(tables, table, "bot")
                service.wake_bots(table)
            for person in (tables.people[(owner + 1) % 3], tables.people[3]):
                one, two = (told(table, person.ask("GET", f"/t/{table}?view=map")) for table in tables.ids)
                assert one == two
                assert "thinks, 0 s" in one
                found = lays(game.history[at].state, owner)
                assert one.count('class="considered"') - 1 == len(found), "and one in the key"
                shown += len(found)
            for table in tables.ids:
                bot_sits(tables, table, "user")
        tables.submit(action, other(action, owner))
    assert shown


def test_nothing_is_dashed_when_nobody_thinks(browser: Browser, path: str) -> None:
    page = browser.get(f"{path}?view=map").text
    assert 'data-turn="yes"' in page
    assert 'class="considered"' not in page
