"""A lesson walked by links, keys and fingers, from the header of the lobby."""

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import grave
from tests.browser.conftest import Meet
from tests.browser.people import PHONE


def press(page: Page, key: str) -> None:
    """Press a key when the page listens, and wait for the page that comes of it."""
    expect(page.locator("html.scripted")).to_be_attached()
    with page.expect_navigation():
        page.keyboard.press(key)


def test_a_lesson_from_the_lobby_to_its_end_by_keys(meet: Meet) -> None:
    page = meet().page
    page.goto("/")
    page.get_by_role("navigation", name="Views").get_by_role("link", name="Learn").click()
    page.get_by_role("link", name="Pay or keep").click()
    expect(page.get_by_role("heading", name=re.compile("Pay or keep"))).to_be_visible()
    press(page, "3")
    expect(page.get_by_role("alert")).to_contain_text("What it teaches:")
    press(page, "1")
    expect(page.get_by_text("Legal, but not enough: £50.")).to_be_visible()
    press(page, "2")
    expect(page.get_by_text("The task is solved.")).to_be_visible()
    assert grave(page, set()) == []
    press(page, "N")
    expect(page.get_by_text("see that SAR has at least £200")).to_be_visible()
    press(page, "H")
    expect(page.get_by_text("This is the move.")).to_be_visible()
    press(page, "N")
    page.get_by_role("button", name="Buy a 2E for £200").click()
    expect(page.get_by_text("last step of this lesson")).to_be_visible()
    page.get_by_role("link", name="Next lesson").click()
    expect(page.get_by_role("heading", name=re.compile("The train rush"))).to_be_visible()
    page.get_by_role("navigation", name="Views").get_by_role("link", name="Learn").click()
    expect(page.get_by_text("1 done")).to_be_visible()


def test_on_a_phone_nothing_is_cut_and_the_refusal_is_in_view(meet: Meet) -> None:
    page = meet(**PHONE).page
    for path in ("/learn", "/learn/glossary", "/learn/signs", "/learn/1848", "/learn/lessons/stations"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        assert grave(page, set()) == [], path
    page.get_by_role("button", name="Place a station marker in Sydney").tap()
    expect(page.get_by_role("alert")).to_be_in_viewport()
