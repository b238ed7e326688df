"""A phone of 390 pixels: tabs, the dock, the picker as a bottom sheet; no page scrolls sideways."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Meet
from tests.browser.driver import Driver
from tests.browser.hands import Finger
from tests.browser.people import PHONE, Person
from tests.browser.positions import save
from tests.sampling import ALL

WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def fits(person: Person) -> None:
    person.page.wait_for_function("document.body !== null")  # a page that is being loaded has none
    assert person.page.evaluate(WIDE) <= 0, f"scrolls sideways: {person.page.url}"


def tabs_fit(person: Person, turn: int) -> None:
    """Tap through the tabs of a table. Of several positions of a title each is looked at in every second tab,
    and the next one in the others; in `make soak` all in all."""
    page = person.page
    fits(person)
    names = page.locator("nav.tabs a").all_inner_texts()
    for name in names if ALL else names[turn % 2 :: 2]:
        page.locator("nav.tabs").get_by_role("link", name=name, exact=True).tap()
        expect(page.locator("nav.tabs [aria-current=page]")).to_have_text(name)
        fits(person)


def height(button: Locator) -> float:
    box = button.bounding_box()
    assert box is not None
    return box["height"]


class Careful(Finger):
    """Looks at the page's width before every touch."""

    def __init__(self, person: Person) -> None:
        self.person = person

    def press(self, button: Locator) -> None:
        fits(self.person)
        super().press(button)


def test_a_finger_leads_into_the_third_operating_round(meet: Meet) -> None:
    anna = meet(**PHONE)
    page = anna.page
    anna.enter("Anna")
    fits(anna)
    page.get_by_role("link", name="New table").first.tap()
    form = page.locator("#new-table")
    form.get_by_text("More", exact=True).tap()
    form.get_by_label("Random seed").fill("1848")
    form.get_by_role("button", name="Open the table").tap()
    page.wait_for_url("**/t/*")
    driver = Driver(anna, Careful(anna), floats=1)
    driver.until(lambda d: d.operating_rounds() == 3)
    assert driver.done["lay"] >= 2
    assert driver.done["run"] >= 1


def test_every_view_is_a_tab_and_fits(meet: Meet) -> None:
    anna = meet("Anna", **PHONE)
    page = anna.page
    anna.resume(save("later"))
    tabs = page.locator("nav.tabs a")
    names = tabs.all_inner_texts()
    assert len(names) >= 6
    for name in names:
        page.locator("nav.tabs").get_by_role("link", name=name, exact=True).tap()
        expect(page.locator("nav.tabs [aria-current=page]")).to_have_text(name)
        fits(anna)
        assert page.locator("#turn").is_visible()


def test_the_picker_is_a_bottom_sheet_and_the_dock_is_within_reach(meet: Meet) -> None:
    anna = meet("Anna", **PHONE)
    page = anna.page
    anna.resume(save("track"))
    dock = page.locator("#turn .dock")
    lever = dock.locator(".levers button").last
    box = dock.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] >= 843
    assert height(lever) >= 44
    hex = page.locator("#map-svg .hex.open").first
    hex.tap()
    sheet = page.locator(".map-pick")
    expect(sheet.locator(".picker")).to_be_visible()
    box = sheet.bounding_box()
    assert box is not None
    assert box["x"] == 0
    assert box["width"] == 390
    assert abs(box["y"] + box["height"] - 844) < 2
    assert height(sheet.locator(".positions .on [data-confirm]")) >= 44
    chosen = hex.bounding_box()
    assert chosen is not None
    assert chosen["y"] + chosen["height"] / 2 < box["y"], "the sheet hides the chosen hex"
    fits(anna)
    sheet.get_by_label("Close").tap()
    expect(page.locator(".picker")).to_have_count(0)


def test_other_pages_fit(meet: Meet) -> None:
    anna = meet("Anna", **PHONE)
    for path in ("/", "/rules", "/rules/1848", "/settings", "/login", "/help"):
        anna.page.goto(path)
        fits(anna)
    anna.upload(save("finished"), "look")
    expect(anna.page.get_by_text("Final scores")).to_be_visible()
    fits(anna)


CUT = """() => [...document.querySelectorAll(".turn .sign, .turn .ask, .turn .ask *, .money dt, .money dd")]
  .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
  .filter((part) => getComputedStyle(part).display !== "inline" && part.clientHeight)
  .map((part) => part.textContent)"""


@pytest.mark.parametrize("lang", ["de", "pl"])
def test_the_banner_is_read_whole(meet: Meet, lang: str) -> None:
    """In languages that run longer, with reasons why not, and with names as long as they may be."""
    anna = meet("Anna", locale=lang, **PHONE)
    page = anna.page
    page.goto("/#new")
    form = page.locator("#new-table")
    names = ("Wilhelmina Brzęczyszczykiewicz-Hohenlohe", "Maximilian-Ferdinand von und zu Thun", "Bo")
    form.locator("[name=count][value='3']").check()
    for number, name in enumerate(names):
        form.locator(f"[name=name{number}]").fill(name)
    form.locator("button[type=submit], button:not([type])").last.tap()
    page.wait_for_url("**/t/*")
    shown = page.locator(".turn .ask")
    expect(shown.locator(".not-now")).not_to_have_count(0)
    assert page.evaluate(CUT) == []
    fits(anna)
    page.locator("[data-cell] button[name=action], button[name=action]").first.tap()
    expect(page.locator("#page")).not_to_have_attribute("data-acting", "0")
    assert page.evaluate(CUT) == []
    fits(anna)
