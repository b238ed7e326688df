"""A new user with a mouse: from the lobby into the operating rounds."""

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.driver import Driver
from tests.browser.hands import Mouse
from tests.sampling import ALL


def test_a_new_user_plays_into_the_operating_rounds(meet: Meet) -> None:
    anna = meet()
    anna.enter("Anna")
    page = anna.page
    page.get_by_role("link", name="New table").first.click()
    form = page.locator("#new-table")
    form.get_by_text("More", exact=True).click()
    form.get_by_label("Random seed").fill("1848")
    for number, name in enumerate(("Anna", "Bartek", "Clara", "Dorota"), 1):
        form.get_by_label(f"Name on seat {number}", exact=True).fill(name)
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#turn")).to_contain_text("Buy a private")

    driver = Driver(anna, Mouse())
    driver.until(lambda d: d.rounds == ["SR 1"])
    assert driver.done["buy private"] == 6
    driver.until(lambda d: d.operating_rounds() == 1)
    assert driver.floated() >= 2
    # Runs by mouse have tests of their own; keys and finger go on to them in `make test`, too.
    driver.until(lambda d: d.operating_rounds() == (3 if ALL else 2))
    for kind in ("lay", "run", "dividend", "train", "finish") if ALL else ("lay", "train", "finish"):
        assert driver.done[kind] >= 2, driver.done
