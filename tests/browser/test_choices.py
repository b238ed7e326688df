"""Choices: one price for all companies, one button for one figure, digits, and all of it above the fold."""

from typing import Any

from playwright.sync_api import expect

from stellwerk.engine.save import dump
from tests.browser import positions_1854
from tests.browser.conftest import Meet
from tests.browser.positions import kinds_of, save
from tests.browser.test_two import comes, version


def many_to_start(s: Any) -> bool:
    return len({a.company for a in kinds_of(s).get("start_company", ())}) > 4


def test_a_company_is_started_by_price_and_card(meet: Meet) -> None:
    """1854: six prices and one button for each company instead of 48; by keys alone; what is left is said."""
    anna = meet("Anna")
    page = anna.page
    anna.resume(dump(positions_1854.reached(many_to_start)))
    start = page.locator("#panel-start")
    prices, buttons = start.locator(".start-price"), start.locator(".start-card button:visible")
    expect(prices).to_have_count(6)
    assert buttons.count() <= 8
    for row in (buttons.first, buttons.last):
        expect(row).to_be_in_viewport(ratio=1)
    # The market shows where the marker would stand; passing is no call to act while there is so much to do.
    expect(page.locator(".market-cell.chosen")).to_have_count(1)
    expect(page.locator("#turn .levers .go")).to_have_count(0)
    expect(page.locator("#panel-start.lead")).to_be_visible()
    # A digit goes to a company, arrows change the price and stay with it, Enter starts.
    page.keyboard.press("2")
    focused = page.locator(":focus")
    before = focused.inner_text()
    company = start.locator(".start-card", has=focused).locator(".plate").inner_text()
    page.keyboard.press("ArrowRight")
    expect(prices.nth(1).locator("input")).to_be_checked()
    assert start.locator(".start-card", has=focused).locator(".plate").inner_text() == company
    assert focused.inner_text() != before, "the button says another sum"
    price = int(prices.nth(1).locator(".start-figure").inner_text())
    expect(prices.nth(1)).to_contain_text("you keep")
    expect(prices.nth(1)).to_contain_text("next paper")
    expect(page.locator(".market-cell.chosen .market-price")).to_have_text(str(price))
    held = version(page)
    page.keyboard.press("Enter")
    comes(page, held + 1)
    assert anna.view()["view"]["companies"][company]["price"] == price
    # Who has been started says who directs.
    page.locator(".views").get_by_role("link", name="Market").click()
    shut = page.locator(".start-card.shut", has_text="directs it")
    expect(shut.or_(page.locator("#panel-start .shut")).first).to_be_visible()


def test_one_button_for_one_figure_and_digits_choose(meet: Meet) -> None:
    anna = meet("Anna")
    page = anna.page
    anna.resume(positions_1854.save("bids"))
    for row in page.locator("#panel-auction .offer > li").all():
        assert row.get_by_role("button").count() == 1, row.inner_text()
    anna.resume(save("sale"))
    page.keyboard.press("1")
    expect(page.locator("#panel-sale button").first).to_be_focused()
    held = version(page)
    page.keyboard.press("Enter")
    comes(page, held + 1)


def test_buying_and_starting_stand_above_the_fold(meet: Meet) -> None:
    anna = meet("Anna")
    page = anna.page
    anna.resume(save("stock"))
    for panel in ("#panel-buy", "#panel-start"):
        expect(page.locator(f"{panel} button:visible").first).to_be_in_viewport(ratio=1)
