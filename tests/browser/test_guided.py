"""The guided game in a browser, by clicking alone: the coach's buttons, a question, goodbye."""

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.sampling import ALL

PATIENCE = 30_000
"""Milliseconds: a loaded machine thinks slowly."""


def test_a_first_game_begins(meet: Meet) -> None:
    page = meet().page
    page.goto("/learn/guided")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/*")
    here, coach = page.locator("#page"), page.locator("#coach")
    for _ in range(3):  # a private, a company, a share of it
        expect(here).to_have_attribute("data-turn", "yes", timeout=PATIENCE)
        expect(coach).to_contain_text("your purse")
        version = here.get_attribute("data-version") or ""
        coach.locator("#coach-1").click()
        expect(here).not_to_have_attribute("data-version", version, timeout=PATIENCE)
    expect(here).to_have_attribute("data-turn", "yes", timeout=PATIENCE)
    expect(coach.locator(".chapters .done")).not_to_have_count(0)
    coach.get_by_text("When does a company begin?").click()
    expect(coach.get_by_text("six of its ten shares")).to_be_visible()
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        expect(coach.locator("#coach-1")).to_be_visible()
    coach.get_by_role("button", name="Send the coach away").click()
    expect(page.locator("#coach")).to_have_count(0)
    expect(here).to_have_attribute("data-turn", "yes", timeout=PATIENCE)


def test_a_first_game_to_the_goodbye(meet: Meet) -> None:
    """By the coach's first button; in `make test` the first turns of it, in `make soak` all."""
    page = meet().page
    page.goto("/learn/guided")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/*")
    here, coach = page.locator("#page"), page.locator("#coach")
    goodbye = coach.get_by_text("The rest is yours.")
    turn = page.locator("#page[data-turn=yes]")
    for _ in range(60 if ALL else 1):
        expect(turn.or_(goodbye).first).to_be_visible(timeout=2 * PATIENCE)
        if goodbye.count():
            break
        version = here.get_attribute("data-version") or ""
        offered = coach.locator("#coach-1").or_(page.locator(".panel button[name=action]"))
        offered.first.click()
        expect(here).not_to_have_attribute("data-version", version, timeout=PATIENCE)
    if ALL:
        expect(coach).to_contain_text("companies founded or directed")
        assert coach.locator(".chapters .done").count() == coach.locator(".chapters li").count()
