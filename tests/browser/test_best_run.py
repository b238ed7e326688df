"""The best run at the table, with its proof, beside one made by hand; and what a move adds to it."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

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
    anna.upload(dump(game))
    return anna.page


BEST_RUN = re.compile(r"best run £\d+ → £\d+")


def test_the_best_run_is_offered_with_its_proof(meet: Meet) -> None:
    page = shown(meet, reached(GOALS["later"]))
    slip = page.locator("[data-run]")
    expect(slip.locator(".badge")).to_contain_text("proved best")
    best = slip.locator(".sum").inner_text()
    slip.get_by_role("link", name=re.compile("Alter")).first.click()
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
