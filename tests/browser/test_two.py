"""Two people at two browsers: moves arrive by themselves, undo by consent, lost connections, stale moves."""

import re

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Meet
from tests.browser.people import Person, seat
from tests.browser.positions import save
from tests.browser.serving import Station

Two = tuple[Person, Person]
GONE = ("ERR_(CONNECTION|CONTENT_LENGTH|INCOMPLETE|INTERNET|NETWORK|EMPTY|SOCKET)", "error: Event ")
"""What a browser says of a server that is away."""


def opened(anna: Person, station: Station) -> str:
    """Anna opens a table for three, two of them hers; the link to the third seat."""
    anna.page.goto("/#new")
    form = anna.page.locator("#new-table")
    form.locator("[name=count][value='3']").check()
    seat(form, 2, "open")
    seat(form, 3, "hotseat")
    form.get_by_label("Name on seat 3", exact=True).fill("Clara")
    form.get_by_role("button", name="Open the table").click()
    anna.page.wait_for_url("**/t/*")
    station.choose_seed(anna.page.url.rpartition("/")[2], 5)
    expect(anna.page.get_by_alt_text("QR code of the link")).to_be_visible()
    return anna.page.get_by_label("Link", exact=True).input_value()


def sits(bartek: Person, link: str) -> None:
    bartek.page.goto(link)
    bartek.page.get_by_label("Name on seat 2").fill("Bartek")
    bartek.page.get_by_role("button", name="Sit here").click()


@pytest.fixture
def two(meet: Meet, station: Station) -> Two:
    """Anna opens a table; Bartek comes by the link, and Anna begins."""
    anna, bartek = meet("Anna"), meet()
    sits(bartek, opened(anna, station))
    anna.page.locator("#start").click()
    for person in (anna, bartek):  # Bartek's page notices by itself
        expect(person.page.locator("#turn")).to_be_visible()
        # Not the waiting page with a new middle: its stream would not hear of moves.
        expect(person.page.locator("body")).to_have_attribute("hx-headers", re.compile("table "))
        # Whole: a page whose scripts have not come yet cannot notice that the server went away.
        person.page.wait_for_load_state()
    return anna, bartek


def test_who_sits_down_has_the_seat_however_slow_the_answer(meet: Meet, station: Station) -> None:
    """His page hears that the game begins before the answer with his cookie is there."""
    anna, bartek = meet("Anna"), meet()
    link = opened(anna, station)

    def slowly(route: Route) -> None:
        asked = route.request
        answer = httpx.post(asked.url, content=asked.post_data_buffer, headers=asked.all_headers())
        anna.page.locator("#start").click()
        anna.page.wait_for_timeout(2_000)  # meanwhile it begins, and both pages hear of it
        route.fulfill(status=answer.status_code, headers=dict(answer.headers))

    bartek.page.route("**/seats", slowly)
    sits(bartek, link)
    expect(bartek.page.locator("#turn")).to_be_visible()
    assert bartek.view()["my_seats"], "the seat is his, but he is not known any more"


def version(page: Page) -> int:
    return int(page.locator("#page").get_attribute("data-version") or -1)


def comes(page: Page, number: int) -> None:
    expect(page.locator("#page")).to_have_attribute("data-version", str(number))


def whose(two: Two) -> Two:
    """Who is to act, and the other."""
    anna, bartek = two
    return (anna, bartek) if anna.view()["your_turn"] else (bartek, anna)


def lower(person: Person) -> int:
    """The cheapest move of the sale: the first price is lowered. The version after it."""
    before = version(person.page)
    button = person.page.locator("#panel-sale button", has_text="Lower").first
    button.click()
    comes(person.page, before + 1)
    return before + 1


def until_turn(two: Two, person: Person) -> None:
    while not person.view()["your_turn"]:
        new = lower(whose(two)[0])
        for one in two:
            comes(one.page, new)


def test_a_move_appears_in_the_other_browser(two: Two) -> None:
    anna, bartek = two
    for person in two:
        person.page.evaluate("() => { window.stays = true; }")
    until_turn(two, bartek)
    expect(bartek.page).to_have_title(re.compile("^●"))
    expect(bartek.page.locator("#status")).to_contain_text("Your turn")
    expect(anna.page).not_to_have_title(re.compile("^●"))
    expect(anna.page.locator("#turn.wait")).to_contain_text("Bartek", ignore_case=True)
    bartek.page.locator("#panel-sale button", has_text="Buy").first.click()
    expect(anna.page.locator("#turn:not(.wait)")).to_be_visible()
    expect(anna.page).to_have_title(re.compile("^●"))
    expect(anna.page.locator("#log-lines")).to_contain_text("Bartek buys P1")
    expect(bartek.page.locator("#turn.wait")).to_be_visible()
    assert all(person.page.evaluate("() => window.stays") for person in two), "a page was reloaded"


def ask(two: Two) -> tuple[Person, Person, int]:
    """Bartek moves, Anna moves, Bartek wants to go back; who asks, who is asked, and to where."""
    anna, bartek = two
    until_turn(two, bartek)
    back = bartek.view()["at"]
    for person in (bartek, anna):
        new = lower(person)
        for one in two:
            comes(one.page, new)
    bartek.page.get_by_text("Ask for undo").click()
    # Before asking, and where the others look, the moves are named, the last first.
    would_go = bartek.page.locator("#undo-pop .gone li")
    expect(would_go).to_have_count(2)
    expect(would_go.first).to_contain_text("Lower P1")
    expect(would_go.last).to_contain_text("Bartek")
    bartek.page.locator("#undo-pop .pop-card").get_by_label("Why").fill("a slip")
    bartek.page.get_by_role("button", name="Ask the others").click()
    expect(anna.page.get_by_role("region", name="Undo by consent")).to_contain_text("a slip")
    expect(anna.page.locator("#asked")).to_contain_text("Bartek asks to take back 2 moves.")
    expect(anna.page.locator("#status")).to_contain_text("Bartek asks to take back 2 moves.")
    expect(anna.page.locator(".ask-undo .gone li")).to_have_count(2)
    expect(bartek.page.get_by_role("button", name="Withdraw")).to_be_visible()
    return bartek, anna, back


def test_undo_by_consent(two: Two) -> None:
    asker, asked, back = ask(two)
    asked.page.keyboard.press("y")
    expect(asker.page.locator("#turn:not(.wait)")).to_be_visible()
    expect(asked.page.locator("#turn.wait")).to_be_visible()
    assert asker.view()["at"] == asked.view()["at"] == back
    expect(asked.page.locator("#log-lines")).to_contain_text("Bartek takes back 2 moves")
    for person in two:
        expect(person.page.get_by_role("region", name="Undo by consent")).to_have_count(0)


def test_undo_declined(two: Two) -> None:
    asker, asked, back = ask(two)
    before = asker.view()["at"]
    asked.page.get_by_role("button", name="Decline").click()
    for person in two:
        expect(person.page.get_by_role("region", name="Undo by consent")).to_have_count(0)
    assert asker.view()["at"] == before > back


def test_the_table_comes_back_after_the_server_was_away(two: Two, station: Station) -> None:
    anna, bartek = two
    for person in two:
        person.expects(*GONE)
    until_turn(two, anna)
    before = version(anna.page)
    station.kill()
    for person in two:
        expect(person.page.locator("#lost")).to_be_visible()
        expect(person.page.locator("#lost")).to_contain_text("Connection lost")
    station.start()
    for person in two:
        expect(person.page.locator("#lost")).to_be_hidden(timeout=40_000)
        comes(person.page, before)
    comes(bartek.page, lower(anna))


def test_who_was_offline_catches_up(two: Two) -> None:
    anna, bartek = two
    bartek.expects(*GONE)
    until_turn(two, anna)
    # Chromium leaves a stream that is open alone when it goes offline: the page is opened without network.
    bartek.page.route("**/events*", lambda route: route.abort("internetdisconnected"))
    bartek.page.reload()
    expect(bartek.page.locator("#lost")).to_be_visible()
    new = lower(anna)
    assert version(bartek.page) < new
    bartek.page.unroute("**/events*")
    expect(bartek.page.locator("#lost")).to_be_hidden(timeout=40_000)
    comes(bartek.page, new)


def test_a_move_that_comes_too_late_is_answered_with_what_happened(meet: Meet) -> None:
    """One account on two devices; one of them has not heard of the other's move."""
    home, away = meet(), meet()
    for person, form in ((home, "/register"), (away, "/login")):
        person.page.goto("/login")
        fields = person.page.locator(f"form[action='{form}']")
        fields.locator("[name=name]").fill("Anna of Adelaide")
        fields.locator("[name=password]").fill("a long password")
        fields.locator("button").click()
        person.page.wait_for_url(lambda url: "login" not in url)
    table = home.resume(save("trains"))
    away.expects("409", *GONE)
    away.page.route("**/events*", lambda route: route.abort("internetdisconnected"))
    away.page.goto("/")
    away.page.get_by_role("row").filter(has_text="Your turn").first.get_by_role("link").click()
    away.page.wait_for_url(f"**/t/{table}*")
    finish = away.page.locator("#turn .levers button[data-key=F]")
    expect(finish).to_be_visible()
    seen = version(away.page)
    home.page.locator("#panel-trains button").first.click()
    comes(home.page, seen + 1)
    assert version(away.page) == seen
    # The lever may be shut while the connection is lost; a move that is on its way then is pressed here.
    finish.evaluate("node => node.click()")
    alert = away.page.get_by_role("alert")
    expect(alert).to_contain_text("nothing was changed")
    expect(alert).to_contain_text("buys a 2")
    comes(away.page, seen + 1)
    away.page.get_by_role("button", name="Do it anyway").click()
    comes(away.page, seen + 2)
    comes(home.page, seen + 2)
