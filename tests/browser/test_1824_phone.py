"""1824 on a phone: no page scrolls sideways, whatever stands on it."""

import pytest

from tests.browser.conftest import Meet
from tests.browser.people import PHONE
from tests.browser.positions_1824 import save
from tests.browser.test_phone import fits, tabs_fit


@pytest.mark.parametrize(("turn", "name"), list(enumerate(["first round", "mountains", "draft"])))
def test_every_view_fits(meet: Meet, turn: int, name: str) -> None:
    anna = meet("Anna", **PHONE)
    anna.resume(save(name))
    tabs_fit(anna, turn)
    anna.page.goto("/?game=1824&variant=goods-time")
    fits(anna)
