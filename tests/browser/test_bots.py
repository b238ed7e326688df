"""A person among bots: chosen by strength, seen thinking, explained; hints; a seat handed over and back."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.axe import grave
from tests.browser.conftest import Meet
from tests.browser.people import seat
from tests.browser.test_axe import axe as axe

PATIENCE = 30_000
"""Milliseconds: a loaded machine thinks slowly."""


def test_an_evening_with_bots(meet: Meet, axe: Path) -> None:
    anna = meet("Anna", bypass_csp=True)
    page = anna.page
    page.goto("/#new")
    form = page.locator("#new-table")
    form.locator("[name=count][value='3']").check()
    for number, name in ((2, "Wombat"), (3, "Emu")):
        seat(form, number, "bot")
        form.get_by_label(f"Name on seat {number}", exact=True).fill(name)
        form.get_by_label(f"Bot on seat {number}", exact=True).select_option("gentle")
    expect(form.get_by_text("never traps you").locator("visible=true")).to_have_count(2)
    form.get_by_label("Temperament on seat 3", exact=True).select_option("bold")
    expect(form.get_by_text("buys trains early to scrap yours").locator("visible=true")).to_have_count(1)
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    here = page.locator("#page")

    # Bots move until it is Anna's turn; what the last one did is told, with what it brings.
    expect(here).to_have_attribute("data-turn", "yes", timeout=PATIENCE)
    if not page.locator("#bot-move").count():  # she is the first to buy
        version = here.get_attribute("data-version") or ""
        page.locator("button[name=action]").first.click()
        expect(here).not_to_have_attribute("data-version", version)
        expect(here).to_have_attribute("data-turn", "yes", timeout=PATIENCE)
    strip = page.locator("#bot-move")
    expect(strip).to_contain_text(re.compile("gentle.*Buy .*purse £\\d+ → £\\d+", re.DOTALL))
    strip.get_by_text("what else it saw").click()
    expect(strip.locator("tbody tr").nth(1)).to_be_visible()
    expect(page.locator("#log-lines .because").last).to_contain_text("because")

    # A hint, by its key: three presses.
    for step in (1, 2, 3):
        page.keyboard.press("h")
        expect(page.locator("#hint")).to_contain_text(f"{step} of 3 steps shown", timeout=PATIENCE)
        expect(page.locator("[data-hint-waits]")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("#hint")).to_contain_text("purse")
    expect(page.locator("#log-lines")).to_contain_text("Anna asked for a hint.")
    assert grave(page, set(), drawn=False) == []
    page.set_viewport_size({"width": 390, "height": 844})
    sheet = page.locator("#hint").bounding_box()
    assert sheet is not None
    assert round(sheet["y"] + sheet["height"]) == 844, "on a phone it is a sheet at the bottom"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#hint-close").click()
    expect(page.locator("#hint")).to_have_count(0)
    page.set_viewport_size({"width": 1280, "height": 900})

    # A bot plays for her, until she takes the seat back.
    seats = page.locator("#seats")
    seats.get_by_text("Let a bot play").click()
    seats.get_by_label(re.compile("^Bot on seat")).select_option("gentle")
    seats.get_by_role("button", name="Hand the seat over").click()
    expect(page.locator(".stand-in")).to_contain_text("gentle plays for Anna")
    expect(page.locator("[data-thinking]").or_(page.locator("#bot-move")).first).to_be_visible()
    page.locator(".stand-in").get_by_role("button", name="Take the seat back").click()
    expect(page.locator(".stand-in")).to_have_count(0)
    expect(here).to_have_attribute("data-turn", "yes", timeout=PATIENCE)
    expect(page.locator("#log-lines")).to_contain_text("Anna plays again.")
    assert not anna.complaints


VERSIONS = """() => {
  window.versions = [];
  const look = () => {
    const version = Number(document.getElementById("page")?.dataset.version);
    if (version && window.versions.at(-1) !== version) window.versions.push(version);
  };
  look();
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
"""Keeps the version of the game that every page shows which takes the place of another."""


def test_at_a_pace_that_people_can_follow(meet: Meet) -> None:
    """The end of one's own turn, taken back and done again; then every move of a bot by itself."""
    anna = meet("Anna")
    page = anna.page
    page.goto("/#new")
    form = page.locator("#new-table")
    form.locator("[name=count][value='3']").check()
    for number, name in ((2, "Wombat"), (3, "Emu")):
        seat(form, number, "bot")
        form.get_by_label(f"Name on seat {number}", exact=True).fill(name)
        form.get_by_label(f"Bot on seat {number}", exact=True).select_option("random")
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    here = page.locator("#page")
    expect(here).to_have_attribute("data-turn", "yes", timeout=PATIENCE)
    pace = page.get_by_role("group", name="pace of bots")
    expect(pace.get_by_role("button", name="at once")).to_have_attribute("aria-current", "true")
    pace.get_by_role("button", name="1×").click()
    expect(pace.get_by_role("button", name="1×")).to_have_attribute("aria-current", "true")

    version = here.get_attribute("data-version") or ""
    page.locator("button[name=action]").first.click()
    line = page.locator("#end-line")
    expect(line).to_contain_text(
        re.compile(r"Your turn has ended.*you\s+−£\d+.*then\s+(Wombat|Emu)", re.DOTALL)
    )
    line.get_by_role("button", name="Take it back").click()
    expect(here).to_have_attribute("data-turn", "yes")
    expect(line).to_have_count(0)

    pace.get_by_role("button", name="3×").click()
    expect(pace.get_by_role("button", name="3×")).to_have_attribute("aria-current", "true")
    page.evaluate(VERSIONS)
    page.locator("button[name=action]").first.click()
    expect(here).not_to_have_attribute("data-turn", "yes")
    expect(here).to_have_attribute("data-turn", "yes", timeout=PATIENCE)
    now = int(here.get_attribute("data-version") or 0)
    assert page.evaluate("window.versions") == list(range(int(version) + 2, now + 1))
    assert now - int(version) >= 4, "two bots have moved"
    assert not anna.complaints
