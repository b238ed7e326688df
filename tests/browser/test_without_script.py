"""Without JavaScript every button is a form."""

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.positions import save


def test_a_table_is_opened_and_a_paper_bought(meet: Meet) -> None:
    anna = meet(java_script_enabled=False)
    page = anna.page
    page.goto("/")
    page.get_by_role("link", name="New table").click()
    page.wait_for_url("**/new")
    form = page.locator("#new-table")
    form.get_by_label("Your name").fill("Anna")
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    version = anna.view()["version"]
    page.locator("#panel-sale button").first.click()
    assert anna.view()["version"] == version + 1
    page.get_by_role("button", name="Undo").click()
    assert anna.view()["at"] == 1


def test_a_tile_is_laid_by_links_and_forms(meet: Meet) -> None:
    anna = meet("Anna", java_script_enabled=False)
    page = anna.page
    table = anna.upload(save("track"))
    laid = len(anna.view()["view"]["board"]["laid"])
    page.locator("#map-svg .hex.open").first.click()
    page.locator("[data-confirm]").first.click()
    page.wait_for_url(f"**/t/{table}*")
    assert len(anna.view()["view"]["board"]["laid"]) == laid + 1
    page.goto(f"/t/{table}/moves")
    expect(page.get_by_role("heading", name="All moves as a list")).to_be_visible()
    version = anna.view(table)["version"]
    page.locator("main button").first.click()
    assert anna.view(table)["version"] > version
