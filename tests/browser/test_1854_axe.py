"""axe finds nothing serious on the pages of 1854, light and dark."""

from pathlib import Path

from tests.browser.conftest import Meet
from tests.browser.positions_1854 import save
from tests.browser.test_axe import Look, axe, reader
from tests.sampling import every_third

__all__ = ["axe"]


def test_nothing_serious(meet: Meet, axe: Path) -> None:
    anna = reader(meet)
    look = Look(anna)
    look.at("lobby", "/?game=1854")
    for name in every_third(("bids", "stock", "split", "merger")):
        anna.resume(save(name))
        look.at(name)
    for view in ("market", "companies", "papers", "ledger"):
        look.view(view)
    assert not look.found, "\n".join(look.found)
