"""The form of a new table keeps what was put in when another game is chosen, however slow the answer."""

from playwright.sync_api import Route, expect

from tests.browser.conftest import Meet
from tests.browser.people import seat


def test_what_was_put_in_stays_when_the_game_changes(meet: Meet) -> None:
    page = meet("Anna").page
    page.goto("/#new")
    form = page.locator("#new-table")
    form.get_by_label("Name of the table").fill("Friday")
    form.get_by_label("Everybody can find this table").check()
    form.get_by_label("5", exact=True).check()
    form.get_by_label("Name on seat 2", exact=True).fill("Bartek")
    form.get_by_label("Name on seat 5", exact=True).fill("Emil")
    seat(form, 3, "bot")
    form.get_by_label("18xx.games").check()

    form.get_by_role("link", name="Imperial Steam").click()  # four players at most, and rulings of its own
    expect(form.locator("[name=game]")).to_have_value("imperial-steam")
    expect(form.get_by_label("4", exact=True)).to_be_checked()
    expect(form.get_by_label("Name on seat 2", exact=True)).to_have_value("Bartek")
    expect(form.get_by_label("Name of the table")).to_have_value("Friday")
    expect(form.get_by_role("link", name="Imperial Steam")).to_be_focused()
    note = form.get_by_role("status")
    expect(note).to_contain_text("Changed from 1848 to Imperial Steam")
    expect(note).to_contain_text("The number of 5 players has no meaning here and comes back with 1848.")
    expect(note).to_contain_text("Rulings “18xx.games” has no meaning here")
    beyond = form.locator("[data-seat='4']")
    expect(beyond).to_contain_text("no seat in this game; kept for another")
    expect(beyond.get_by_label("Name on seat 5")).to_be_disabled()
    expect(beyond.get_by_label("Name on seat 5")).to_have_value("Emil")
    expect(form.locator("#new-summary")).to_contain_text(
        "Imperial Steam, 4 seats · you, Bartek at this screen, 1 more player at this screen, 1 bot. "
        "The game begins at once."
    )
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    page.keyboard.press("t")
    expect(form.get_by_label("Name of the table")).to_have_value("Friday")

    form.get_by_role("link", name="1824").click()
    expect(form.locator("[name=game]")).to_have_value("1824")
    expect(form.get_by_label("5", exact=True)).to_be_checked()
    expect(form.locator("[data-seat='4']")).to_be_visible()
    expect(form.get_by_role("radiogroup", name="Seat 3").get_by_label("Bot", exact=True)).to_be_checked()
    expect(form.get_by_label("Name on seat 5", exact=True)).to_have_value("Emil")
    expect(form.get_by_label("18xx.games")).to_be_checked()
    expect(form.get_by_label("Everybody can find this table")).to_be_checked()
    expect(form.get_by_text("as 18xx.games plays it; for imported games")).to_be_visible()
    expect(form.get_by_text("the German rulebook of 2019")).to_be_hidden()

    form.get_by_role("link", name="Cisleithania for three").click()
    expect(form.get_by_text("The small map for three, with fewer railways.")).to_be_visible()
    form.get_by_role("link", name="1854").click()
    expect(note).to_contain_text(
        "Variant “Cisleithania for three” has no meaning here and comes back with 1824."
    )
    form.get_by_role("link", name="1824").click()
    expect(form.locator("[name=variant]")).to_have_value("cisleithania-3")


def test_what_is_put_in_while_the_answer_is_under_way_is_not_lost(meet: Meet) -> None:
    page = meet("Anna").page
    page.goto("/#new")  # wholly: without its scripts, a link would load the whole page
    form = page.locator("#new-table")
    asked: list[Route] = []
    page.route("**/new?game=1824*", lambda route: asked.append(route))
    form.get_by_role("link", name="1824").click()
    expect(form).to_have_attribute("aria-busy", "true")
    expect(form.get_by_role("button", name="Open the table")).to_be_disabled()
    form.get_by_label("3", exact=True).check()
    form.get_by_label("Name on seat 2", exact=True).click()
    page.keyboard.type("Bart")
    page.keyboard.press("ArrowLeft")
    asked.pop().continue_()
    expect(form.locator("[name=game]")).to_have_value("1824")
    page.keyboard.type("ek")
    expect(form.get_by_label("Name on seat 2", exact=True)).to_have_value("Barekt")
    expect(form.get_by_label("3", exact=True)).to_be_checked()
    expect(form).not_to_have_attribute("aria-busy", "true")
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#page")).to_contain_text("Barekt")


def test_of_two_games_chosen_quickly_the_later_is_shown(meet: Meet) -> None:
    page = meet("Anna").page
    page.goto("/#new")  # wholly: without its scripts, a link would load the whole page
    form = page.locator("#new-table")
    asked: list[Route] = []
    page.route("**/new?game=1824*", lambda route: asked.append(route))
    form.get_by_role("link", name="1824").click()
    expect(form).to_have_attribute("aria-busy", "true")
    form.get_by_role("link", name="1854").click()
    expect(form.locator("[name=game]")).to_have_value("1854")
    asked.pop().continue_()
    page.wait_for_timeout(300)
    expect(form.locator("[name=game]")).to_have_value("1854")
