"""The table of 1853 on a phone and for axe, by day and by night."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.people import PHONE
from tests.browser.positions_1853 import save
from tests.browser.test_axe import Look, reader
from tests.browser.test_axe import axe as axe
from tests.browser.test_phone import fits, height, tabs_fit
from tests.sampling import every_third


def test_axe_finds_nothing(meet: Meet, axe: Path) -> None:
    anna = reader(meet)
    look = Look(anna)
    look.at("lobby", "/?game=1853&variant=short")
    for name in every_third(("bids", "naming", "first round", "two tiles", "run", "elephant", "finished")):
        anna.resume(save(name))
        look.at(name)
        if name == "naming":
            anna.page.locator("#map-svg .hex.open").first.click()
            expect(anna.page.locator(".picker.live")).to_be_visible()
            look.at("draft of a contract")
        if name == "two tiles":
            anna.page.locator("#map-svg .hex.open").first.click()
            expect(anna.page.locator(".picker")).to_be_visible()
            look.at("picker")
            anna.page.locator("[data-pick-close]").click()
            anna.page.get_by_text("Areas", exact=True).click()
            anna.page.locator(".map-areas").get_by_label("EIR").check()
            look.at("areas")
            for view in ("companies", "papers", "ledger"):
                look.view(view)
    assert not look.found, "\n".join(look.found)


@pytest.mark.parametrize(
    ("turn", "name"), list(enumerate(["naming", "first round", "two tiles", "elephant", "finished"]))
)
def test_every_view_fits_on_a_phone(meet: Meet, turn: int, name: str) -> None:
    anna = meet("Anna", **PHONE)
    anna.resume(save(name))
    tabs_fit(anna, turn)


def test_a_finger_can_hit_everything(meet: Meet) -> None:
    anna = meet("Anna", **PHONE)
    page = anna.page
    anna.resume(save("bids"))
    assert height(page.get_by_role("button", name="Seal the bond")) >= 40
    anna.resume(save("naming"))
    box = page.locator(".map-scroll").bounding_box()
    assert box is not None
    assert 300 <= box["height"] <= 420, "the map leaves room for what is chosen"
    page.locator("#hex-E7").tap()
    sheet, hex = page.locator(".map-pick").bounding_box(), page.locator("#hex-E7").bounding_box()
    assert sheet is not None
    assert hex is not None
    assert hex["y"] + hex["height"] <= sheet["y"], "the sheet covers what it is about"
    confirm = page.locator(".map-pick [data-confirm]")
    assert height(confirm) >= 40
    expect(confirm).to_be_in_viewport()
    fits(anna)
    page.locator(".map-pick [data-pick-close]").tap()
    assert height(page.locator("#cities-list")) >= 40
    anna.resume(save("two tiles"))
    page.get_by_text("Areas", exact=True).tap()
    choice = page.locator(".map-areas label", has_text="EIR")
    assert height(choice) >= 40
    choice.tap()
    expect(page.locator("#map-svg .area-EIR")).to_be_visible()
    fits(anna)
