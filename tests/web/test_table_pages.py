"""The table's page at many positions of a game, in every language."""

import html
import re
import time
from contextlib import contextmanager

import msgspec
import pytest

from stellwerk.engine import legal, to_act
from stellwerk.text import LANGUAGES
from stellwerk.web.map import kinds
from tests.web.conftest import Browser, Played, new_table
from tests.web.pages import checked

VIEWS = ("", "map", "market", "companies", "papers", "ledger", "log", "players")


def offered(checker) -> set[str]:
    return {
        button["value"] for button in checker.buttons if button.get("name") == "action" and button["in form"]
    }


@pytest.mark.parametrize("seed", [7, 11])
def test_every_position_has_a_page_with_all_its_choices(browser, seed):
    played = Played(browser, seed)
    for step in range(420):
        if step % 14 == 0 or step < 6:
            lang = LANGUAGES[step // 14 % len(LANGUAGES)]
            browser.client.cookies.set("lang", lang)
            played.service.set_language(played.user, lang)
            view = VIEWS[step // 14 % len(VIEWS)]
            checker = checked(browser.get(f"{played.path}?view={view}"))
            assert browser.last.status_code == 200
            assert f'lang="{lang}"' in browser.last.text
            if view in ("", "market", "papers"):
                assert wanted(played) <= offered(checker) | offered(checked(browser.get(played.path)))
        if played.state.over:
            break
        played.move()


def wanted(played) -> set[str]:
    state = played.state
    if state.over:
        return set()
    on_map = kinds("1848")
    found = legal(state, to_act(state)[0])
    return {msgspec.json.encode(a).decode() for a in found if a.__struct_config__.tag not in on_map}


def test_the_list_of_moves_has_every_legal_action(played, browser):
    for _ in range(60):
        played.move()
    state = played.state
    there = offered(checked(browser.get(f"{played.path}/moves")))
    assert there == {msgspec.json.encode(a).decode() for a in legal(state, to_act(state)[0])}


def test_buttons_play_without_script(played, browser):
    before = played.state.version
    browser.get(played.path)
    value = html.unescape(re.search(r'name="action" value="([^"]+cut_price[^"]+)"', browser.last.text)[1])
    seen = re.search(r'name="seen" value="(\d+)"', browser.last.text)[1]
    answer = browser.post(f"{played.path}/act", action=value, seen=seen)
    assert answer.status_code == 200
    assert str(answer.url.path) == played.path
    assert played.state.version == before + 1


def test_a_refusal_explains_itself_and_changes_nothing(played, browser):
    before = played.service.info(played.table, played.user).version
    seat = to_act(played.state)[0]
    answer = browser.post(f"{played.path}/act", action=f'{{"type":"pass","seat":{seat}}}', seen=before)
    assert answer.status_code == 422
    checked(answer)
    assert 'role="alert"' in answer.text
    assert "/rules/1848#IV-8" in answer.text
    assert played.service.info(played.table, played.user).version == before


def test_a_stale_move_keeps_its_choice(played, browser):
    seen = played.service.info(played.table, played.user).version
    played.move()
    seat = to_act(played.state)[0]
    answer = browser.post(
        f"{played.path}/act", action=f'{{"type":"cut_price","seat":{seat},"private":"P6"}}', seen=seen
    )
    assert answer.status_code == 409
    assert "Do it anyway" in answer.text
    checked(answer)


def test_nonsense_is_answered_with_the_page(played, browser):
    for fields in (
        {"action": "{", "seen": "1"},
        {"action": "[]", "seen": "1"},
        {"action": "{}", "seen": ""},
        {},
    ):
        assert browser.post(f"{played.path}/act", **fields).status_code == 400
        checked(browser.last)


def test_a_price_comes_from_its_field(played, browser):
    """The button of a free price takes the figure beside it."""
    order = '{"action":{"type":"take_private","seat":0,"private":"P1","price":1},"field":"price","from":"n"}'
    answer = browser.post(f"{played.path}/act", priced=order, n="17", seen="1")
    assert answer.status_code in (409, 422)
    assert browser.post(f"{played.path}/act", priced=order, n="x", seen="1").status_code == 400


def test_undo_history_chat_notes_and_sandbox(played, browser):
    for _ in range(12):
        played.move()
    version = played.service.info(played.table, played.user).version
    checked(browser.get(f"{played.path}?at=5"))
    assert "Back to the present" in browser.last.text
    browser.post(f"{played.path}/undo", do="undo", seen=version)
    assert browser.last.status_code == 200
    assert 'value="redo"' in browser.last.text
    browser.post(f"{played.path}/undo", do="redo", seen=version + 1)
    assert browser.last.status_code == 200
    browser.post(f"{played.path}/talk", line="Hello <b>all</b>", view="map")
    assert "Hello &lt;b&gt;all&lt;/b&gt;" in browser.last.text
    browser.post(f"{played.path}/talk", note="my plan", view="map")
    assert "my plan" in browser.last.text
    checked(browser.last)
    browser.post(f"{played.path}/try")
    sandbox = str(browser.last.url.path)
    assert sandbox != played.path
    assert "Nobody sees this." in browser.last.text
    browser.post(f"{sandbox}/try", do="discard")
    assert str(browser.last.url.path) == played.path


def test_a_page_is_of_one_moment(browser, monkeypatch):
    """Between any two looks of a page at the game somebody undoes or redoes a move: nobody notices."""
    played = Played(browser)
    for _ in range(30):
        played.move()
    service, last = played.service, played.service.info(played.table, played.user).at
    sitting, stirring = service.sitting, False

    @contextmanager
    def restless(table, user):
        nonlocal stirring
        with sitting(table, user) as found:
            yield found
        if not stirring:
            stirring = True
            now = service.info(table, user)
            (service.undo if now.at == last else service.redo)(table, user, now.version)
            stirring = False

    monkeypatch.setattr(service, "sitting", restless)
    for view in VIEWS:
        answer = browser.get(f"{played.path}?view={view}")
        assert answer.status_code == 200, view
        shown = re.search(r'data-version="(\d+)"', answer.text)[1]
        assert set(re.findall(r'name="seen" value="(\d+)"', answer.text)) == {shown}
        assert set(re.findall(r'data-seen="(\d+)"', answer.text)) <= {shown}
    assert browser.get(f"{played.path}/moves").status_code == 200
    assert browser.get(f"{played.path}?at={last}").status_code == 200
    assert browser.get(f"{played.path}/map/board?at={last}").status_code == 200


def test_a_spectator_sees_the_table_and_no_buttons(played, client):
    cookie = client.cookies["stellwerk"]
    client.cookies.delete("stellwerk")
    checker = checked(client.get(played.path))
    assert not offered(checker)
    client.cookies.set("stellwerk", cookie)


def test_a_finished_game_opens_fast(browser):
    played = Played(browser, 3)
    while not played.state.over:
        played.move()
    checked(browser.get(played.path))
    assert "Final scores" in browser.last.text
    times = []
    for view in ("", "log", "ledger"):
        began = time.perf_counter()
        browser.get(f"{played.path}?view={view}")
        times.append(time.perf_counter() - began)
    assert min(times) < 0.3, times


def test_why_one_cannot_pass_stands_apart_from_what_is_asked(browser: Browser) -> None:
    browser.get("/")
    browser.post("/guest", name="Anna")
    text = re.sub(r"<[^>]+>", "", browser.client.get(new_table(browser)).text)
    assert re.search(r"or pass\.\s+Pass:\s", text)
