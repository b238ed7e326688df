"""The table of Imperial Steam on a phone and for axe, by day and by night."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.people import PHONE
from tests.browser.steam import GOALS, save
from tests.browser.test_axe import BOTH, Look, reader
from tests.browser.test_axe import axe as axe
from tests.browser.test_phone import fits, height
from tests.sampling import every_third

VIEWS = ("boards", "markets", "log")


def test_axe_finds_nothing(meet: Meet, axe: Path) -> None:
    anna = reader(meet)
    look = Look(anna, BOTH)
    for name in every_third(GOALS):
        table = anna.resume(save(name))
        look.at(name)
        if name == "track":
            anna.page.locator("#net-svg a.open").first.dispatch_event("click")
            expect(anna.page.locator("#slip")).to_be_visible()
            look.at("a chosen link")
            for view in VIEWS:
                look.view(view)
            look.at("a city", f"/t/{table}?place=leoben")
    assert not look.found, "\n".join(look.found)


def test_a_phone_needs_no_scrolling_sideways(meet: Meet) -> None:
    anna = meet("Anna", **PHONE)
    page = anna.page
    for name in GOALS:
        table = anna.resume(save(name))
        fits(anna)
        for view in VIEWS if name in ("track", "finished") else ():
            page.goto(f"/t/{table}?view={view}")
            fits(anna)
    anna.resume(save("track"))
    # The map comes first, its part with a choice is in sight, and what is tapped opens below it.
    assert page.locator("#map").bounding_box()["y"] < 450  # type: ignore[index]
    mark = page.locator("#net-svg a.link.open").first
    expect(mark).to_be_in_viewport()
    mark.dispatch_event("click")
    button = page.locator("#slip button[name=action]").first
    expect(button).to_be_visible()
    assert height(button) >= 40
    fits(anna)


def test_the_values_are_said_to_be_reconstructed(meet: Meet) -> None:
    anna = meet("Anna")
    anna.resume(save("choose"))
    expect(
        anna.page.get_by_text("Printed values are reconstructed; they can be corrected in one file.")
    ).to_be_visible()
