"""Learn as people use it: from the lobby's header, without script, as somebody new."""

import re
from html import unescape

import pytest

from stellwerk.engine import titles
from stellwerk.learn.lesson import lessons
from stellwerk.learn.texts import glossary
from stellwerk.text import LANGUAGES
from tests.web.pages import checked

LESSON = "/learn/lessons/track-and-best-run"


def choices(page: str) -> list[str]:
    return [unescape(found) for found in re.findall(r'name="action" value="([^"]+)"', page)]


def test_somebody_new_walks_from_the_lobby_into_a_lesson_and_keeps_the_progress(browser) -> None:
    assert 'href="/learn"' in browser.get("/").text
    home = browser.get("/learn")
    checked(home)
    assert "0 done" in home.text
    assert f'href="{LESSON}"' in home.text
    page = browser.get(LESSON)
    checked(page)
    refused, solving = choices(page.text)[:2]
    page = browser.post(LESSON, do="try", action=refused)
    assert "into the map&#39;s edge" in page.text
    assert "1848-VIII-Lay-5" in page.text
    assert "What it teaches:" in page.text
    assert "nothing was changed" in page.text
    checked(page)
    page = browser.post(LESSON, do="try", action=solving)
    assert "The task is solved." in page.text
    checked(page)
    assert "step 1 of 3" in browser.get("/learn").text
    page = browser.post(LESSON, do="next")
    assert "run both trains for £120" in page.text
    page = browser.post(LESSON, do="show")
    assert "This is the move." in page.text
    page = browser.post(LESSON, do="again")
    assert "lay one tile" in page.text


def test_a_button_of_an_older_page_changes_nothing(browser) -> None:
    [first, *_] = choices(browser.get(LESSON).text)
    browser.post(LESSON, do="show")
    page = browser.post(LESSON, do="try", action=first)
    assert "This is the move." in page.text
    assert browser.post(LESSON, do="dance").status_code == 400
    assert browser.get("/learn/lessons/none").status_code == 404


def test_a_guest_who_registers_keeps_the_lessons(browser) -> None:
    for _ in lessons()["par-and-float"].steps:
        browser.post("/learn/lessons/par-and-float", do="show")
        browser.post("/learn/lessons/par-and-float", do="next")
    assert "1 done" in browser.get("/learn").text
    browser.post("/register", name="Learner", password="correct horse")
    assert "1 done" in browser.get("/learn").text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_words_and_signs_are_told_in_every_language(browser, lang: str) -> None:
    browser.post("/look", lang=lang)
    home = browser.get("/learn").text
    for game in titles():
        assert f'href="/learn/{game.id}"' in home
        page = browser.get(f"/learn/{game.id}")
        assert page.text.count("<h2>") == 2
        checked(page)
    page = browser.get("/learn/glossary")
    checked(page)
    for word in glossary():
        assert word.says.told(lang) in unescape(page.text)
    page = browser.get("/learn/signs")
    checked(page)
    assert page.text.count("<li>") > 20
    assert browser.get("/learn/1999").status_code == 404


def test_every_word_has_one_sentence_and_a_place_of_its_own() -> None:
    assert len({word.id for word in glossary()}) == len(glossary())
    for word in glossary():
        for lang in LANGUAGES:
            assert word.says.told(lang).endswith("."), word.id
        assert word.says.de != word.says.en != word.says.pl
