"""1824 at the table: the first stock round, a mine run, exchanges, a forming state railway, town markers."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.driver import Driver
from tests.browser.hands import Mouse
from tests.browser.people import Person
from tests.browser.positions_1824 import save


def seated(meet: Meet, name: str) -> tuple[Person, Driver]:
    anna = meet("Anna")
    anna.resume(save(name))
    return anna, Driver(anna, Mouse())


def test_a_table_for_two_is_opened_in_the_lobby(meet: Meet) -> None:
    anna = meet("Anna")
    anna.page.goto("/#new")
    form = anna.page.locator("#new-table")
    form.get_by_role("link", name="1824").click()
    form.get_by_role("link", name="Cisleithania for two").click()
    expect(form.locator("[name=count]")).to_have_count(1)
    expect(form).to_contain_text("830 G")
    form.get_by_role("button", name="Open the table").click()
    anna.page.wait_for_url("**/t/*")
    expect(anna.page.locator("#panel-railways")).to_contain_text("stack 4")
    expect(anna.page.locator("#panel-railways .offer > li")).to_have_count(8)


def test_the_whole_first_stock_round(meet: Meet) -> None:
    """Every railway is bought, dearest first as the page lists them; then all pass."""
    anna, driver = seated(meet, "first round")
    page = anna.page
    expect(page.locator("main.view-papers")).to_contain_text("The first lap runs against the clock")
    order = []
    for _ in range(40):
        view = driver.look()
        if view["round"] != "SR 1":
            break
        order.append(anna.view()["to_act"][0])
        buttons = driver.offered("railways")
        if buttons:
            driver.move("railway", buttons[0])
        else:
            driver.finish()
    assert order[:5] == [3, 2, 1, 0, 0], "first against the clock, then with it"
    assert order[5] == 1
    assert driver.look()["round"] == "OR 1.1"
    assert driver.done["railway"] >= 8
    papers = sum(len(p["railways"] + p["privates"]) for p in driver.look()["players"].values())
    assert papers == driver.done["railway"]


def test_a_coal_railway_runs_from_its_mine(meet: Meet) -> None:
    anna, driver = seated(meet, "coal run")
    page = anna.page
    before = driver.look()
    company = before["acting"]
    expect(page.locator(".company-card").first).to_contain_text("coal railway · Owner")
    expect(page.locator(".company-card").first).to_contain_text("mine worth")
    slip = page.locator("[data-run]")
    expect(slip).to_contain_text("into the treasury")
    best = slip.locator(".sum").inner_text()
    # Standing still is refused; the better run is one button away.
    slip.get_by_role("link", name=re.compile("Change")).first.click()
    slip.get_by_role("link", name="Clear").click()
    expect(slip.locator(".refusals")).to_contain_text("must run for the highest revenue")
    take = page.locator("#run-best")
    expect(take).to_contain_text(best)
    driver.move("run", take)
    log = page.locator("#log-lines")
    expect(log).to_contain_text("from mines")
    expect(log).to_contain_text("half of it")
    after = driver.look()["companies"][company]
    assert after["last_run"] > 0
    assert after["cash"] > before["companies"][company]["cash"]


def test_mountain_railways_are_exchanged_by_force(meet: Meet) -> None:
    anna, driver = seated(meet, "mountains")
    page = anna.page
    held = sum(len(p["privates"]) for p in driver.look()["players"].values())
    assert held > 1
    expect(page.locator("#turn.forced")).to_be_visible()
    panel = page.locator("#panel-mountains")
    expect(panel).to_contain_text("Mountain railways close")
    expect(page.locator("#turn .not-now")).to_contain_text("must be exchanged")
    while driver.offered("mountains"):
        driver.move("swap", driver.offered("mountains")[0])
    assert driver.done["swap"] == held
    assert not any(p["privates"] for p in driver.look()["players"].values())


def test_sd_forms_at_the_end_of_the_round(meet: Meet) -> None:
    anna, driver = seated(meet, "forming")
    page = anna.page
    facts = page.locator("section", has=page.get_by_role("heading", name="To bear in mind"))
    expect(facts).to_contain_text("forms at the end of this round")
    told = facts.locator("li", has_text="As things stand").first.inner_text()
    director = re.search(r"; (\w+) is its director", told)
    capital = re.search(r"with (\d+)\sG \+ (\d+)\sG", told)
    assert director, told
    assert capital, told
    driver.finish()
    after = driver.look()["companies"]["SD"]
    assert after["open"]
    assert after["director"] == director[1]
    assert after["cash"] == int(capital[1]) + int(capital[2])
    assert len(after["markers"]) == 3
    page.get_by_role("link", name="Map", exact=True).locator("visible=true").click()
    expect(page.locator("#map-svg")).to_contain_text("SD")
    assert not re.search(r"SD[123]", page.locator("#map-svg").text_content() or ""), (
        "homes of what has closed"
    )


def test_a_town_marker_is_placed_by_a_tap_on_its_hex(meet: Meet) -> None:
    anna, driver = seated(meet, "towns")
    page = anna.page
    page.locator("#hex-D15").click()
    picker = page.locator(".picker")
    expect(picker).to_contain_text("D15")
    driver.move("town", picker.get_by_role("button", name="Place a town marker on D15"))
    expect(page.locator("#log-lines")).to_contain_text("places a town marker on D15")
    expect(page.locator("#hex-D15")).to_have_attribute("aria-label", re.compile("D15, town, "))
    page.locator("#hex-E12").click()
    expect(page.locator(".picker .refusals")).to_contain_text("cannot take a town marker")
