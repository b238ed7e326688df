"""The lobby: a newcomer is at play after one click, and regulars keep their tables in order."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Meet


def test_a_newcomer_plays_at_once(meet: Meet) -> None:
    """First page, a strength, one button: a running game, in which the first move is one's own to make."""
    guest = meet()
    page = guest.page
    page.goto("/")
    expect(page.get_by_text("Start here")).to_be_visible()
    hero = page.locator(".hero")
    hero.get_by_role("radio", name="sharp").check()
    expect(hero.get_by_text("thinks two rounds ahead and blocks")).to_be_visible()
    hero.get_by_role("radio", name="gentle").check()
    page.get_by_role("button", name="Play 1848 now").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#page")).to_have_attribute("data-turn", "yes")
    seen = int(page.locator("#page").get_attribute("data-version") or 0)
    page.locator("#main button[name=action]:visible").first.click()
    expect(page.locator("#page")).not_to_have_attribute("data-version", str(seen))
    page.locator(".brand").click()
    expect(page.get_by_role("heading", name="Departures")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^(Play|Watch) Southern Cross"))).to_be_visible()
