"""axe finds nothing serious on the pages of 1824, light and dark."""

from pathlib import Path

from tests.browser.conftest import Meet
from tests.browser.positions_1824 import save
from tests.browser.test_axe import Look, axe, reader

__all__ = ["axe"]


def test_nothing_serious(meet: Meet, axe: Path) -> None:
    anna = reader(meet)
    look = Look(anna)
    look.at("lobby", "/?game=1824&variant=cisleithania-2")
    for name in ("first round", "coal run"):
        anna.resume(save(name))
        look.at(name)
    for view in ("companies", "papers", "ledger"):
        look.view(view)
    assert not look.found, "\n".join(look.found)
