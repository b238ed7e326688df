"""A shipped game of our own bots is a table that everybody can watch and nobody owns."""

import pytest

from stellwerk.engine import titles
from stellwerk.engine.registry import foreign
from stellwerk.learn.measured import measured
from stellwerk.server.films import has_film
from stellwerk.server.problems import Conflict, Forbidden
from stellwerk.server.service import TableService


def test_the_film_of_a_title(local: TableService) -> None:
    table = local.film("imperial-steam")
    assert local.film("imperial-steam") == table, "the same table for all"
    anna = local.guest("Anna")
    info = local.info(table, anna)
    assert info.status == "finished"
    assert info.result is not None
    assert [(seat.kind, seat.bot) for seat in info.seats] == [
        ("bot", "gentle"),
        ("bot", "fair"),
        ("bot", "gentle"),
    ]
    assert local.snapshot(table, None).at == info.at > 300
    for lists in (local.tables_of(anna), local.public_tables(anna), local.finished_tables(anna)):
        assert table not in {one.id for one in lists}
    with pytest.raises(Conflict):
        local.join(table, anna)
    with pytest.raises(Forbidden):
        local.say(table, anna, "Is anybody there?")
    with pytest.raises(Forbidden):
        local.delete(table, anna)
    assert local.try_it(table, anna, 10).at == 10, "anybody may try from any of its positions"


def test_every_title_of_ours_has_one() -> None:
    assert all(has_film(found.id) for found in titles() if found.id not in foreign())
    assert all(measured(found.id) for found in titles() if found.id not in foreign())
