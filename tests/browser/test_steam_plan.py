"""Imperial Steam's plan by mouse and keyboard, its city card in view, and the lettering of its map."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Meet
from tests.browser.network import covered, maps
from tests.browser.people import PHONE
from tests.browser.steam import save
from tests.browser.test_phone import fits
from tests.sampling import one_in

CITY = "ljubljana"
"""Far down on the map."""


LIES_OVER = """selector => {
  const here = document.querySelector(selector);
  if (!here) return "nothing there";
  const box = here.getBoundingClientRect();
  const [x, y] = [box.left + Math.min(60, box.width / 2), box.top + Math.min(16, box.height / 2)];
  if (y <= 0 || y >= innerHeight) return `out of sight at ${y}`;
  const top = document.elementFromPoint(x, y);
  return here.contains(top) ? "" : top.outerHTML.slice(0, 160);
}"""


def comes_into_view(page: Page, selector: str) -> None:
    """The upper part of something is on the screen, and nothing lies over it."""
    for _ in range(60):
        over = page.evaluate(LIES_OVER, selector)
        if not over:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{selector}: {over}")


def test_the_plan_and_the_city_card(meet: Meet) -> None:
    anna = meet("Anna")
    page = anna.page
    table = anna.resume(save("deliver"))
    page.get_by_role("link", name="Plan", exact=True).click()
    way = page.locator("#plan")
    expect(way.get_by_role("heading", name="My way to Trieste")).to_be_visible()
    expect(way.get_by_text("round 5 at the earliest")).to_be_visible()
    ways = way.locator(".plan-ways > a")
    assert 1 < ways.count() <= 3
    ways.nth(1).click()
    expect(ways.nth(1)).to_have_attribute("aria-current", "true")
    assert "plan=way." in page.url

    # A city is tapped, another chosen by keyboard on the map, a third in the list; a chip takes one out.
    page.locator("#city-maribor").dispatch_event("click")
    expect(way.locator(".plan-own .chip")).to_have_text(["Maribor ×"])
    page.locator("#city-celje").focus()
    page.keyboard.press("Enter")
    expect(way.locator(".plan-own .chip")).to_have_text(["Maribor ×", "Celje ×"])
    expect(page.locator("#city-celje")).to_be_focused()
    way.get_by_label("A city for your own way").select_option(label="Wolfsberg")
    way.get_by_role("button", name="Lead over it").click()
    expect(way.locator(".plan-own .chip")).to_have_count(3)
    way.get_by_role("link", name="not over Wolfsberg").click()
    expect(way.locator(".plan-own .chip")).to_have_count(2)
    expect(way.locator(".plan-legs")).to_contain_text("Celje")
    for width in (1024, 768):
        page.set_viewport_size({"width": width, "height": 768})
        fits(anna)

    # The card of a city that lies far down is in view, and the city is, too.
    for width, height in ((1440, 900), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/t/{table}")
        mark = page.locator(f"#city-{CITY}")
        mark.scroll_into_view_if_needed()
        mark.click()
        expect(page.locator("#slip h2")).to_have_text("Ljubljana")
        comes_into_view(page, "#slip")
        if width < 1200:
            comes_into_view(page, f"#city-{CITY} circle")

    page.set_viewport_size({"width": 1440, "height": 900})
    wrong = {name: found for name, svg in one_in(3, maps(range(1, 4))) if (found := covered(page, svg))}
    assert not wrong


def test_the_plan_on_a_phone(meet: Meet) -> None:
    anna = meet("Anna", **PHONE)
    page = anna.page
    table = anna.resume(save("deliver"))
    page.locator(".tabs").get_by_role("link", name="Plan", exact=True).tap()
    expect(page.locator("#plan")).to_be_visible()
    fits(anna)
    page.locator("#city-graz").dispatch_event("click")
    expect(page.locator(".plan-own .chip")).to_have_text(["Graz ×"])
    page.goto(f"/t/{table}")
    page.locator("#city-graz").dispatch_event("click")
    expect(page.locator("#slip")).to_be_visible()
    comes_into_view(page, "#slip")
    fits(anna)
