"""A page is one look: what it may ask of the database, and that nothing in it is of another moment."""

import re
from threading import Event, Thread

import msgspec
import pytest

from stellwerk.engine import Move, sample, to_act
from stellwerk.server.model import NewTable, SeatChoice
from tests.server.statements import asked_of
from tests.web.conftest import Browser, Played

PAGE, MOVE = 4, 6
"""Statements that a page of a table may cost, and a move with its answer."""
TABS = ("", "map", "market", "companies", "players", "log", "papers", "ledger")
QUERIES = (*(f"?view={tab}" for tab in TABS), "?tab=chat", "?tab=notes", "?at=5", "?log=money", "/moves")
FRAGMENTS = ("/map/board", "/map/tiles", "/map/board?at=5", "/map/last/CAR", "/map/run", "/qr.svg")


@pytest.fixture
def begun(browser: Browser) -> Played:
    played = Played(browser)
    for _ in range(12):
        played.move()
    played.browser.get(played.path)
    return played


def submission(played: Played) -> dict[str, object]:
    state = played.state
    action = sample(state, to_act(state)[0], played.rng)
    return {
        "_csrf_token": played.browser.client.cookies["csrftoken"],
        "seen": played.service.info(played.table, played.user).version,
        "action": msgspec.json.encode(action).decode(),
    }


def script(played: Played) -> dict[str, str]:
    """The headers of a script that exchanges the middle of the page."""
    return {"HX-Request": "true", "HX-Target": "page", "X-Page": f"table {played.table}"}


def test_a_page_costs_few_statements_in_one_transaction(begun):
    client, db = begun.browser.client, begun.service.db
    cookie = client.cookies["stellwerk"]
    for person in ("player", "spectator"):
        if person == "spectator":
            client.cookies.delete("stellwerk")
        for query in (*QUERIES, *FRAGMENTS):
            with asked_of(db) as asked:
                answer = client.get(f"{begun.path}{query}")
            assert answer.status_code == 200, query
            assert 0 < len(asked) <= PAGE, f"{person} {query}: {asked}"
            assert asked.transactions == 1, f"{person} {query}: {asked}"
    client.cookies.set("stellwerk", cookie)


def test_a_game_that_is_not_in_memory(begun):
    begun.service.lives.drop(begun.table)
    with asked_of(begun.service.db) as asked:
        assert begun.browser.client.get(begun.path).status_code == 200
    assert len(asked) <= PAGE, asked
    assert asked.transactions == 1, asked


def test_tables_before_the_start_and_behind_the_curtain(browser):
    service = browser.client.app.state.service
    browser.get("/")
    browser.post("/guest", name="Anna")
    anna = service.user_by_cookie(1, service.epoch(msgspec.defstruct("Id", ["id"])(1)))
    waiting = service.create_table(anna, NewTable("1848", [SeatChoice("me"), *[SeatChoice()] * 3]))
    secret = service.create_table(anna, NewTable("1853", [SeatChoice("me"), *[SeatChoice("hotseat")] * 2]))
    for table, words in ((waiting, "waiting"), (secret, "unveil")):
        browser.client.get(f"/t/{table.id}")
        with asked_of(service.db) as asked:
            answer = browser.client.get(f"/t/{table.id}")
        assert words in answer.text
        assert len(asked) <= PAGE, asked
        assert asked.transactions == 1, asked


def test_a_move_and_the_page_it_answers_with(begun):
    client, db = begun.browser.client, begun.service.db
    for _ in range(5):
        form = submission(begun)
        with asked_of(db) as asked:
            answer = client.post(
                f"{begun.path}/act", data=form, headers=script(begun), follow_redirects=False
            )
        assert answer.status_code == 200
        assert len(asked) <= MOVE, asked
        assert asked.transactions == 1, asked
        version = begun.service.info(begun.table, begun.user).version
        assert version > form["seen"]
        assert f'data-version="{version}"' in answer.text, "the answer is the table after the move"
        assert answer.headers["HX-Replace-Url"] == begun.path


def test_a_move_without_a_script(begun):
    """A browser that is sent to the table: both requests together."""
    client, form = begun.browser.client, submission(begun)
    with asked_of(begun.service.db) as asked:
        answer = client.post(f"{begun.path}/act", data=form)
    assert [step.status_code for step in answer.history] == [303]
    assert answer.status_code == 200
    assert len(asked) <= MOVE, asked
    assert asked.transactions == 2, asked


def test_going_back_and_forth(begun):
    client, db = begun.browser.client, begun.service.db
    for what in ("undo", "redo"):
        form = {**submission(begun), "do": what}
        with asked_of(db) as asked:
            answer = client.post(f"{begun.path}/undo", data=form, headers=script(begun))
        assert answer.status_code == 200
        assert not answer.history
        assert len(asked) <= MOVE, asked
        assert asked.transactions == 1, asked


def test_a_refused_move_writes_nothing(begun):
    client, form = begun.browser.client, {**submission(begun), "action": '{"type": "pass", "seat": 0}'}
    form["action"] = form["action"].replace("0", str((to_act(begun.state)[0] + 1) % 4))
    with asked_of(begun.service.db) as asked:
        answer = client.post(f"{begun.path}/act", data=form, headers=script(begun))
    assert answer.status_code == 422
    assert len(asked) <= MOVE, asked
    assert all(statement.lstrip().upper().startswith("SELECT") for statement in asked.statements)


def test_a_position_is_judged_once(begun, monkeypatch):
    """Page, list of moves, map and JSON interface share what the rules said of a position."""
    judged: list[tuple[int, int, str]] = []
    usual = Move.legal

    def legal(self, state, seat):
        judged.append((id(state), seat, type(self).__name__))
        return usual(self, state, seat)

    monkeypatch.setattr(Move, "legal", legal)
    begun.move()
    judged.clear()
    client = begun.browser.client
    for query in ("", "", "/moves", "/map/board"):
        assert client.get(f"{begun.path}{query}").status_code == 200
    before = list(judged)
    assert client.get(f"/api/v1/tables/{begun.table}/legal").json()["actions"]
    assert client.get(f"{begun.path}/moves").status_code == 200
    assert judged == before
    assert len(set(judged)) == len(judged)


def test_a_page_among_moves(begun):
    """While somebody goes back and forth as fast as can be, every page is of one version."""
    service, done, faults = begun.service, Event(), []

    def stir() -> None:
        number = 0
        while not done.is_set():
            try:
                now = service.info(begun.table, begun.user)
                (service.redo if number % 2 else service.undo)(begun.table, begun.user, now.version)
            except Exception as error:
                faults.append(error)
                return
            number += 1

    stirring = Thread(target=stir)
    stirring.start()
    versions = set()
    try:
        for number in range(24):
            answer = begun.browser.client.get(f"{begun.path}{QUERIES[number % len(TABS)]}")
            assert answer.status_code == 200
            shown = re.search(r'data-version="(\d+)"', answer.text)[1]
            assert set(re.findall(r'name="seen" value="(\d+)"', answer.text)) == {shown}
            assert set(re.findall(r'data-seen="(\d+)"', answer.text)) <= {shown}
            versions.add(shown)
            seen = service.snapshot(begun.table, begun.user)
            assert seen.version == len(seen.entries())
            assert seen.at == seen.live.entries[-1].at == len(seen.live.game.actions)
    finally:
        done.set()
        stirring.join()
    assert not faults
    assert len(versions) > 1, "nothing happened meanwhile"


def test_a_snapshot_never_changes(begun):
    service, table, anna = begun.service, begun.table, begun.user
    seen = service.snapshot(table, anna)
    told, position, legal = seen.entries(), seen.position(), seen.legal()
    for _ in range(3):
        begun.move()
    service.undo(table, anna, service.info(table, anna).version)
    assert (seen.entries(), seen.position(), seen.legal()) == (told, position, legal)
    assert service.snapshot(table, anna).version == seen.version + 4
