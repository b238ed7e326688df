"""18Fen in the browser: two people at two screens, and nothing of the pages knows the game."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Meet, launched
from tests.browser.conftest import meet as meet
from tests.browser.driver import Driver
from tests.browser.hands import Mouse
from tests.browser.people import Person, seat
from tests.browser.serving import Station
from tests.sixth import GAME

pytestmark = pytest.mark.xdist_group("sixth")  # one server and one browser for all of them


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched() as started:
        yield started


@pytest.fixture(scope="module")
def station(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Station]:
    """A server in whose process the packages of the site are installed."""
    database = tmp_path_factory.mktemp("station") / "stellwerk.db"
    running = Station(database, PYTHONPATH=str(site)).start()
    yield running
    running.stop()


def opened(anna: Person, other: str) -> str:
    """Anna opens a table of two through the lobby; the link to it."""
    page = anna.page
    page.goto("/#new")
    page.locator(f"#new-table a[href*='game={GAME}']").first.click()
    form = page.locator("#new-table")
    expect(form).to_contain_text("£350 each · 8 papers")
    form.locator("[name=count][value='2']").check()
    seat(form, 2, other)
    if other == "bot":
        form.get_by_label("Bot on seat 2", exact=True).select_option("hasty")
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    return page.url if other == "bot" else page.get_by_label("Link", exact=True).input_value()


def test_two_people_play_it(meet: Meet) -> None:
    anna, ben = meet("Anna"), meet()
    ben.page.goto(opened(anna, "open"))
    ben.page.get_by_label("Name on seat 2").fill("Ben")
    ben.page.get_by_role("button", name="Sit here").click()
    anna.page.locator("#start").click()
    for person in (anna, ben):
        expect(person.page.locator("#turn")).to_be_visible()
        expect(person.page.locator("body")).to_have_attribute("hx-headers", re.compile("table "))
    drivers = {person: Driver(person, Mouse(), floats=1) for person in (anna, ben)}

    def step() -> None:
        """Whoever is to act makes a move; it arrives at the other screen by itself."""
        mover, watcher = (anna, ben) if anna.view()["your_turn"] else (ben, anna)
        drivers[mover].step()
        version = drivers[mover].version
        expect(watcher.page.locator("#page")).to_have_attribute("data-version", version)

    def done(kind: str) -> int:
        return sum(driver.done.get(kind, 0) for driver in drivers.values())

    for _ in range(80):
        if done("run") and done("dividend") and done("lay") >= 3:
            break
        step()
    assert done("start") == 1
    assert done("lay") >= 3
    assert done("train") >= 1
    assert done("run") >= 1
    for person in (anna, ben):
        person.page.goto(f"/t/{person.table}?view=map")
        expect(person.page.locator("#map-svg .hex")).to_have_count(12)
        expect(person.page.locator("#log-lines")).to_contain_text("NGR earns")


def test_its_own_move_is_a_button_and_a_sentence_in_every_language(meet: Meet) -> None:
    anna = meet("Anna")
    opened(anna, "hotseat")
    driver = Driver(anna, Mouse(), floats=1)
    driver.until(lambda driver: driver.operating_rounds() > 0)
    fen = anna.page.locator("#map-svg .hex.open[data-hex=B3]")
    expect(fen.first).to_have_accessible_name(re.compile("fen, you may choose this hex"))
    fen.first.click()
    driver.move("drain", anna.page.locator(".picker").get_by_role("button", name="Drain B3 for £10"))
    assert anna.view()["view"]["drained"] == {"B3": "NGR"}
    expect(anna.page.locator("#fen tbody tr")).to_have_text(
        re.compile(r"^\s*B3\s*NGR\s*$")
    )  # its own template
    drained = anna.page.locator("#fen tbody th")
    for theme, colour in (("light", "rgb(29, 92, 99)"), ("dark", "rgb(127, 208, 216)")):  # and its own sheets
        anna.page.emulate_media(color_scheme=theme)
        expect(drained).to_have_css("color", colour)
        expect(drained).to_have_css("border-left", f"6px solid {colour}")
    expect(anna.page.locator("#log-lines")).to_contain_text("NGR drains B3 for £10.")
    german = meet(locale="de-DE")
    german.page.goto(anna.page.url)
    expect(german.page.locator("#log-lines")).to_contain_text("NGR entwässert B3 für £10.")
    expect(german.page.locator("#fen header")).to_contain_text("Das Moor")


def test_its_rulebook_is_a_page(meet: Meet) -> None:
    anna = meet("Anna")
    anna.page.goto(f"/rules/{GAME}")
    expect(anna.page.locator("#FN-2")).to_contain_text("may drain one hex")


def test_a_foreign_bot_takes_a_seat(meet: Meet) -> None:
    anna = meet("Anna")
    opened(anna, "bot")
    expect(anna.page.locator("#turn")).to_be_visible()
    table = anna.context.request.get(f"/api/v1/tables/{anna.table}").json()
    [seat] = [seat for seat in table["seats"] if seat["kind"] == "bot"]
    assert seat["bot"] == "hasty"
    expect(anna.page.locator("#turn:not(.wait)")).to_be_visible()  # whoever begins, it is our turn soon
    Driver(anna, Mouse(), floats=1).step()
    # It takes the first thing it is offered: it starts a company, or buys into ours.
    expect(anna.page.locator("#log-lines")).to_contain_text(re.compile(f"{seat['name']} (starts|buys)"))
