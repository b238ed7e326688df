"""1854 on a phone: no page scrolls sideways, and a finger plays a local railway's turn on its map."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.driver import Driver
from tests.browser.hands import Finger
from tests.browser.people import PHONE
from tests.browser.positions_1854 import save
from tests.browser.test_phone import fits, tabs_fit


@pytest.mark.parametrize(("turn", "name"), list(enumerate(["bids", "stock", "merger"])))
def test_every_view_fits(meet: Meet, turn: int, name: str) -> None:
    anna = meet("Anna", **PHONE)
    anna.resume(save(name))
    tabs_fit(anna, turn)
    anna.page.goto("/?game=1854")
    fits(anna)


def test_a_finger_builds_on_the_local_map(meet: Meet) -> None:
    anna = meet("Anna", **PHONE)
    anna.resume(save("local"))
    driver = Driver(anna, Finger())
    before = len(driver.look()["board"]["laid"])
    expect(anna.page.locator("#map-svg .hex.open").first).to_be_in_viewport()
    assert driver.map()
    assert len(driver.look()["board"]["laid"]) == before + 1
    fits(anna)


def test_a_tunnel_is_seen_beside_the_tiles(meet: Meet) -> None:
    """It is chosen like a tile, and no finger has to push tiles aside to find it."""
    anna = meet("Anna", **PHONE)
    anna.resume(save("tunnel"))
    found = 0
    for hex in anna.page.locator("#map-svg .hex.open").all():
        hex.tap()
        tunnel = anna.page.locator(".map-pick .tile-option", has_text="tunnel")
        expect(anna.page.locator(".map-pick .tile-option").first).to_be_visible()
        if tunnel.count() and anna.page.locator(".map-pick .tile-option").count() > 3:
            expect(tunnel).to_be_in_viewport(ratio=1)
            found += 1
        anna.page.locator(".map-pick [data-pick-close]").tap()
    assert found
