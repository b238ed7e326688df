"""The picker of a hex: beside the map, below it, or at the foot of a phone, never on what one aims at."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Meet
from tests.browser.people import PHONE
from tests.browser.positions import save
from tests.browser.test_wayfaring import box, share

SCREENS = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "tablet": {"viewport": {"width": 1024, "height": 768}},
    "on its side": {"viewport": {"width": 844, "height": 390}},
    "phone": PHONE,
}


@pytest.mark.parametrize("screen", SCREENS)
def test_the_picker_lies_beside_what_one_builds_towards(meet: Meet, screen: str) -> None:
    """Hex and button are in sight together, nothing around is covered, Escape gives the place back."""
    anna = meet("Anna", **SCREENS[screen])
    page = anna.page
    anna.resume(save("track"))
    picker, seen = page.locator(".map-pick"), SCREENS[screen]["viewport"]["height"]
    hexes = page.locator("#map-svg .hex.open")
    order = sorted(range(hexes.count()), key=lambda number: box(hexes.nth(number))["y"])
    for number in (order[0], order[-1]):
        chosen = hexes.nth(number)
        chosen.evaluate("node => node.scrollIntoView({block: 'end'})")
        chosen.focus()
        start = page.evaluate("scrollY")
        page.keyboard.press("Enter")
        expect(picker.locator(".on [data-confirm]")).to_be_in_viewport(ratio=1)
        expect(picker.locator(".on .effect")).not_to_contain_text("…")
        bar = page.locator("#turn")
        here, top = box(chosen), box(bar)["y"] + box(bar)["height"]
        floor = box(picker)["y"] if screen == "phone" else seen
        assert top - 1 <= here["y"], "the bar covers the hex"
        assert here["y"] + here["height"] <= floor + 1, "the hex is out of sight"
        assert not covered(page.locator("#map-svg .hex"), picker, here), "hexes around are covered"
        assert page.locator("#map-preview .chosen-frame").count(), "the hex is framed"
        page.keyboard.press("Escape")
        expect(picker.locator(".picker")).to_have_count(0)
        expect(chosen).to_be_focused()
        assert page.evaluate("scrollY") == start, "the page lies elsewhere"


def covered(hexes: Locator, picker: Locator, here: dict[str, float]) -> list[str]:
    """Hexes around the chosen one that the picker lies on."""
    placed = box(picker)
    across = here["x"] + here["width"] / 2
    down = here["y"] + here["height"] / 2
    found = []
    for one in hexes.all():
        there = box(one)
        apart = abs(there["x"] + there["width"] / 2 - across) + abs(there["y"] + there["height"] / 2 - down)
        if apart < 1.6 * here["width"] and share(there, placed) > 0.3:
            found.append(one.get_attribute("id") or "")
    return found
