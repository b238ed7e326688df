"""The price table as what it is: a title asks for the kind that its rules move on."""

import pytest

from stellwerk.engine.state import Setup
from stellwerk.finance.market import Grid, HexGrid, Line
from stellwerk.games.g1848.rules.setup import start


def test_the_price_table_is_given_as_its_kind_or_not_at_all() -> None:
    s = start(Setup(game="1848", players=("Ada", "Bea", "Cem")))
    assert s.price_table(Grid) is s.book.grid
    for other in (Line, HexGrid):
        with pytest.raises(TypeError, match=f"the price table is a Grid, not a {other.__name__}"):
            s.price_table(other)
