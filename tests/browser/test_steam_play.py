"""Imperial Steam with a mouse: the sealed bid, the first round, a delivery."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Meet
from tests.browser.people import Person
from tests.browser.steam import NAMES, save

HANDS = 2
"""Of every player in round 1."""


def opened(anna: Person) -> Page:
    """A new table of four at one screen, through the lobby's form."""
    page = anna.page
    page.goto("/?game=imperial-steam#new")
    form = page.locator("#new-table")
    expect(form.get_by_role("link", name="Fixed set-up")).to_have_attribute("aria-current", "true")
    form.get_by_role("radio", name="4", exact=True).check(force=True)
    for number, name in enumerate(NAMES, 1):
        form.get_by_label(f"Name on seat {number}", exact=True).fill(name)
    form.get_by_text("More", exact=True).click()
    form.get_by_label("Random seed").fill("7")
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    return page


def bid(page: Page, amount: int) -> None:
    panel = page.locator("#panel-bid")
    panel.get_by_label("Your bid").fill(str(amount))
    press(page, panel.get_by_role("button", name="Commit the bid"))


def test_the_sealed_bid_and_the_first_round(meet: Meet) -> None:
    anna = meet("Anna")
    page = opened(anna)
    view = anna.view()["view"]
    assert view["bids"] == {}
    for number in range(len(NAMES)):
        anna.unveil()
        expect(page.locator("#turn")).to_contain_text("Still to bid")
        bid(page, 10 * (number + 3))
        if number < len(NAMES) - 1:
            anna.unveil()
            expect(page.get_by_role("row").filter(has_text="is in")).to_have_count(number + 1)
    expect(page.locator("#turn")).to_contain_text("Round 1")
    assert sorted(p["influence"] for p in anna.view()["view"]["players"].values()) == [30, 40, 50, 60]
    # Everybody's marker stands in its column of the track.
    expect(page.locator(".influence-track .disc")).to_have_count(len(NAMES))

    turns = 0
    while anna.view()["view"]["round_number"] == 1:
        tiles = page.locator("#panel-actions .main-action button")
        if turns == 0:
            press(page, tiles.filter(has_text="Build track"))
            lay(page)
        else:
            press(
                page, tiles.filter(has_text=re.compile("Collect donations" if turns % 2 else "^Pass")).first
            )
            press(page, page.locator("#turn").get_by_role("button", name="End the turn"))
        turns += 1
    assert turns == HANDS * len(NAMES)
    expect(page.locator(".rounds [aria-current=step] b")).to_have_text("2")


def press(page: Page, button: Locator) -> None:
    """And wait for the answer."""
    here = page.locator("#page")
    version = here.get_attribute("data-version") or ""
    button.click()
    expect(here).not_to_have_attribute("data-version", version)


def lay(page: Page) -> None:
    """A track chosen on the map: the link is marked, its slip has the button."""
    expect(page.locator("#turn")).to_contain_text("Build track")
    marked = page.locator("#net-svg a.link.open")
    assert marked.count() >= 1
    free = page.locator("#panel-track li.ch:not(.shut)").first
    name = free.locator(".name").inner_text()
    page.locator(f"#net-svg a.link.open[aria-label^='{name}']").click()
    slip = page.locator("#slip")
    expect(slip.get_by_role("heading")).to_have_text(name)
    press(page, slip.get_by_role("button", name="Lay track"))
    small = page.locator("#panel-workers button[name=action], #panel-points button[name=action]")
    while small.count():
        press(page, small.first)
    expect(page.locator(f"#net-svg a.link[aria-label*='{name}'][aria-label*='track of']")).to_have_count(1)
    press(page, page.locator("#turn").get_by_role("button", name="End the turn"))


def test_a_delivery(meet: Meet) -> None:
    """The city that asks is marked on the map; its slip delivers, and the demand is gone."""
    anna = meet("Anna")
    page = anna.page
    anna.resume(save("deliver"))
    before = anna.view()["view"]
    row = page.locator("#panel-free li").filter(has_text="Deliver to").first
    city = row.locator(".name").inner_text().removeprefix("Deliver to ")
    id = next(id for id, found in before["cities"].items() if found["name"] == city)
    page.locator(f"#city-{id}.open circle").click()
    slip = page.locator("#slip")
    expect(slip).to_contain_text("Asks for")
    amount = int(re.findall(r"(\d+)\D*$", row.locator("button").inner_text())[0])
    slip.get_by_role("button", name="Deliver").first.click()
    expect(page.locator(f"[data-city={id}] .net-cube.gone")).to_have_count(
        1 + sum(d["all"] - d["left"] for d in before["cities"][id]["demands"].values())
    )
    after = anna.view()["view"]
    assert after["players"]["Anna"]["cash"] == before["players"]["Anna"]["cash"] + amount
    assert after["players"]["Anna"]["goods"]["coal"] == before["players"]["Anna"]["goods"]["coal"] - 1
    # Once in a turn: the reason stands where the buttons were.
    page.locator("#undo").click()
    expect(page.locator(f"#city-{id}.open")).to_have_count(1)


def test_why_not_is_told_with_its_paragraph(meet: Meet) -> None:
    anna = meet("Anna")
    page = anna.page
    anna.resume(save("track"))
    shut = page.locator("#panel-track details.not-open")
    shut.locator("summary").click()
    expect(shut.locator(".why").first).to_be_visible()
    shut.locator("a.rule-link").first.click()
    expect(page.locator("#note")).to_contain_text("A1-")


def test_by_keys_alone(meet: Meet) -> None:
    """Digits choose the main action, arrows go from city to city, Enter opens one, F ends the turn."""
    anna = meet("Anna")
    page = anna.page
    anna.resume(save("choose"))
    page.keyboard.press("8")
    expect(page.locator("#panel-charity")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("#panel-actions .main-action button")).not_to_have_count(0)
    page.locator("#city-wien").focus()
    page.keyboard.press("ArrowDown")
    here = page.evaluate("document.activeElement.id")
    assert here.startswith("city-")
    assert here != "city-wien"
    page.keyboard.press("Enter")
    expect(page.locator("#slip")).to_be_visible()
    page.keyboard.press("0")
    expect(page.locator("#turn")).to_contain_text("Collect donations")
    page.keyboard.press("f")
    expect(page.locator("#turn .sign")).not_to_contain_text("Anna")
    page.keyboard.press("k")
    expect(page.get_by_role("heading", name="Shipment market")).to_be_visible()
