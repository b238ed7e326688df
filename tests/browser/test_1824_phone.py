"""1824 on a phone: no page scrolls sideways, whatever stands on it."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.people import PHONE
from tests.browser.positions_1824 import save
from tests.browser.test_phone import fits


@pytest.mark.parametrize("name", ["first round", "mountains", "draft"])
def test_every_view_fits(meet: Meet, name: str) -> None:
    anna = meet("Anna", **PHONE)
    page = anna.page
    anna.resume(save(name))
    fits(anna)
    for tab in page.locator("nav.tabs a").all_inner_texts():
        page.locator("nav.tabs").get_by_role("link", name=tab, exact=True).tap()
        expect(page.locator("nav.tabs [aria-current=page]")).to_have_text(tab)
        fits(anna)
    page.goto("/?game=1824&variant=goods-time")
    fits(anna)
