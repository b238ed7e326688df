"""The same way without a mouse: Tab, Enter, arrows and letters."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.driver import Driver
from tests.browser.hands import Keys
from tests.browser.positions import save
from tests.browser.test_two import comes, version


def test_keys_alone_lead_into_the_third_operating_round(meet: Meet) -> None:
    anna = meet()
    page, keys = anna.page, Keys(anna.page)
    page.goto("/")
    keys.write(page.locator("form[action='/guest']").get_by_label("Your name"), "Anna")
    keys.hit("Enter")
    expect(page.get_by_text("Who are you?")).to_have_count(0)
    keys.hit("t")
    form = page.locator("#new-table")
    keys.reach(form.locator("#more > summary"))
    keys.hit("Enter")
    keys.write(form.get_by_label("Random seed"), "1848")
    keys.press(form.get_by_role("button", name="Open the table"))
    page.wait_for_url("**/t/*")

    driver = Driver(anna, keys, floats=1)
    driver.until(lambda d: d.operating_rounds() == 3)
    for kind in ("buy private", "buy", "lay", "run", "dividend", "train", "finish"):
        assert driver.done[kind] >= 1, driver.done


def test_keys_alone_start_a_company(meet: Meet) -> None:
    anna = meet("Anna")
    keys = Keys(anna.page)
    anna.resume(save("stock"))
    keys.hit("k")
    expect(anna.page.locator("main.view-market")).to_be_visible()
    driver = Driver(anna, keys)
    driver.move("start", driver.offered("start")[0])


def test_letters_open_views_undo_and_help(meet: Meet) -> None:
    anna = meet("Anna")
    page, keys = anna.page, Keys(anna.page)
    anna.resume(save("track"))
    for key, view in (("k", "market"), ("c", "companies"), ("l", "log"), ("m", "map")):
        keys.hit(key)
        expect(page.locator(f"main.view-{view}")).to_be_visible()
    keys.hit("?")
    expect(page.get_by_role("complementary").get_by_text("turn the tile")).to_be_visible()
    keys.hit("Escape")
    expect(page.get_by_text("turn the tile")).to_have_count(0)
    keys.hit("f")
    expect(page.locator("#turn [aria-current=step]")).not_to_contain_text("Track")
    keys.hit("u")
    expect(page.locator("#turn [aria-current=step]")).to_contain_text("Track")


def test_a_held_key_presses_nothing_of_the_next_player(meet: Meet) -> None:
    """At one screen: digits choose, and after the move the focus is at the banner, not at the next Buy."""
    anna = meet("Anna")
    page, keys = anna.page, Keys(anna.page)
    anna.resume(save("sale"))
    keys.hit("1")
    expect(page.locator("#main button[name=action]").first).to_be_focused()
    before = version(page)
    keys.hit("Enter")
    comes(page, before + 1)
    expect(page.locator("#turn")).to_be_focused()
    keys.hit("Enter")
    keys.hit("1")
    expect(page.locator("#main button[name=action]").first).to_be_focused()
    assert version(page) == before + 1


def test_escape_closes_the_picker_and_gives_the_focus_back(meet: Meet) -> None:
    anna = meet("Anna")
    page, keys = anna.page, Keys(anna.page)
    anna.resume(save("track"))
    hex = page.locator("#map-svg .hex.open").first
    keys.choose(hex)
    expect(page.locator(".picker")).to_be_visible()
    keys.hit("Escape")
    expect(page.locator(".picker")).to_have_count(0)
    expect(hex).to_be_focused()


def test_letters_can_be_switched_off(meet: Meet) -> None:
    anna = meet("Anna")
    page = anna.page
    page.goto("/settings")
    page.get_by_role("group", name="Letter keys as shortcuts").get_by_role("button", name="off").click()
    anna.resume(save("track"))
    page.keyboard.press("k")
    page.keyboard.press("f")
    expect(page.locator("#turn [aria-current=step]")).to_contain_text("Track")
    expect(page).not_to_have_url(re.compile("view=market"))
