"""Contexts are used again (`people.Rooms`): who comes next must find nothing of the one before."""

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.people import PHONE
from tests.browser.positions import save

KEPT = """async () => [document.cookie.replace(/csrftoken=[^;]*/, ""), {...localStorage}, {...sessionStorage},
    (await indexedDB.databases()).length, (await caches.keys()).length,
    (await navigator.serviceWorker.getRegistrations()).length]"""
"""All that a page can keep in a browser; the token against forged requests is of this visit."""


def test_who_comes_next_finds_nothing_of_the_one_before(meet: Meet) -> None:
    anna = meet("Anna", color_scheme="dark")
    anna.resume(save("track"))
    anna.page.locator("#map-svg .hex.open").first.click()
    expect(anna.page.locator(".picker")).to_be_visible()
    anna.page.get_by_role("button", name="DE", exact=True).click()
    expect(anna.page.locator("html")).to_have_attribute("lang", "de")
    other_tab = anna.context.new_page()
    other_tab.goto("/help")
    anna.context.set_offline(True)
    left = anna.context
    anna.expects("ERR_|Event ")
    anna.close()

    elsewhere = meet("Bartek", color_scheme="dark", **PHONE)
    assert elsewhere.context is not left, "a phone is no desk"
    bartek = meet(color_scheme="dark")
    assert bartek.context is left
    clara = meet(color_scheme="dark")
    assert clara.context is not left, "two in one room"
    assert bartek.context.pages == [bartek.page]
    for person in (bartek, clara):
        person.page.goto("/")
    expect(bartek.page.get_by_text("Who are you?")).to_be_visible()
    expect(bartek.page.locator("html")).to_have_attribute("lang", "en")
    assert bartek.page.evaluate(KEPT) == clara.page.evaluate(KEPT), "in a new room it is otherwise"
    heard = len(anna.faults)
    bartek.expects("404")
    bartek.page.goto("/t/nothinghere")
    with bartek.context.expect_console_message():
        bartek.page.evaluate("() => fetch('/nothing/either')")
    assert len(anna.faults) == heard
    for address in ("/t/nothinghere", "/nothing/either"):
        assert any("404" in fault and address in fault for fault in bartek.faults), bartek.faults
