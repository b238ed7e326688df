"""The best run at the table, with its proof, beside one made by hand; and what a move adds to it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from stellwerk.engine import Game
from stellwerk.engine.save import dump
from tests.browser.conftest import Meet
from tests.browser.positions import GOALS, facts, may, reached


def with_trains(kind: str) -> Game:
    """A position in which the acting company has a train and may do this."""

    def there(s: Any) -> bool:
        shown = facts(s)
        acting = shown["companies"].get(shown["acting"])
        return bool(may(kind)(s) and acting and acting["trains"])

    return reached(there)


def shown(meet: Meet, game: Game) -> Page:
    anna = meet("Anna")
    anna.resume(dump(game))
    return anna.page


BEST_RUN = re.compile(r"best run £\d+ → £\d+")


def test_the_best_run_is_offered_with_its_proof(meet: Meet) -> None:
    page = shown(meet, reached(GOALS["later"]))
    slip = page.locator("[data-run]")
    expect(slip.locator(".badge")).to_contain_text("proved best")
    best = slip.locator(".sum").inner_text()
    slip.get_by_role("link", name=re.compile("Change")).first.click()
    slip.get_by_role("link", name="Clear").click()
    expect(slip.locator(".below")).to_contain_text(f"{best} below the best")
    expect(slip).to_contain_text(f"Best run {best}, proved")


@pytest.mark.parametrize(("kind", "place"), [("lay_tile", ".positions .on"), ("place_marker", ".stations")])
def test_what_is_under_the_finger_tells_its_worth(meet: Meet, kind: str, place: str) -> None:
    page = shown(meet, with_trains(kind))
    page.locator("#map-svg .hex.open").first.click()
    expect(page.locator(f".picker {place} .effect").first).to_contain_text(BEST_RUN)


def test_a_train_on_sale_tells_its_worth(meet: Meet) -> None:
    page = shown(meet, with_trains("buy_train"))
    expect(page.locator("#panel-trains")).to_contain_text(BEST_RUN)


def test_an_answer_that_comes_after_the_page_has_changed_is_nobodys(meet: Meet) -> None:
    """The page is exchanged while what a tile would earn is still asked: no complaint in the console."""
    page = shown(meet, with_trains("lay_tile"))
    waiting: list[Route] = []
    page.route(re.compile("/map/worth"), lambda route: waiting.append(route))
    page.locator("#map-svg .hex.open").first.click()
    expect(page.locator(".picker .positions .on .effect").first).to_contain_text("…")
    page.keyboard.press("l")
    expect(page.locator("main.view-log")).to_be_visible()
    assert waiting
    for route in waiting:
        with page.expect_response(lambda answer: "/map/worth" in answer.url):
            route.continue_()
    page.wait_for_timeout(200)
