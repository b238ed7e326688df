"""What a person does with tables in their own lists, and the host who starts the game."""

import pytest

from stellwerk.server.model import NewTable, SeatChoice
from stellwerk.server.problems import Conflict, Forbidden, NotFound, Problem

ALONE = [SeatChoice("me"), SeatChoice("bot", "Rob", "random"), SeatChoice("bot", "Rab", "random")]
TWO = [SeatChoice("me"), SeatChoice("open"), SeatChoice("bot", "Rob", "random")]


def people(service, count=2):
    return [service.guest(name) for name in ("Anna", "Bartek", "Clara")[:count]]


def shared(service, anna, bartek):
    table = service.create_table(anna, NewTable("1848", TWO, name="Nullarbor", host_starts=True))
    assert service.join(table.id, bartek).status == "waiting"
    return table.id


def test_the_host_starts_the_game(local):
    anna, bartek = people(local)
    table = shared(local, anna, bartek)
    with pytest.raises(Forbidden):
        local.start(table, bartek)
    assert local.start(table, anna).status == "running"


def test_lists_say_what_is_to_be_decided(local):
    (anna,) = people(local, 1)
    chairs = [SeatChoice("me"), *[SeatChoice("hotseat")] * 2]
    table = local.create_table(anna, NewTable("1848", chairs))
    assert table.asks is not None
    assert "private" in table.asks.text
    before = table.asks
    local.submit(table.id, anna, local.legal_for(table.id, anna)[0], table.version)
    [listed] = local.tables_of(anna)
    assert listed.asks == local.view_for(table.id, anna).prompt != before
    local.propose_end(table.id, anna, listed.version)
    [over] = local.finished_tables(anna)
    assert over.asks is None


def test_a_name_of_ones_own_is_seen_by_nobody_else(local):
    anna, bartek = people(local)
    table = shared(local, anna, bartek)
    local.name_for_me(table, anna, "  With Bartek ")
    assert [one.own_name for one in local.with_own_names(local.tables_of(anna), anna)] == ["With Bartek"]
    assert [one.own_name for one in local.with_own_names(local.tables_of(bartek), bartek)] == [""]
    assert local.info(table, bartek).name == "Nullarbor"
    local.name_for_me(table, anna, "")
    assert [one.own_name for one in local.with_own_names(local.tables_of(anna), anna)] == [""]
    with pytest.raises(Forbidden):
        local.name_for_me(table, local.guest("Clara"), "Mine")


def test_what_is_hidden_comes_back_and_copies_are_found(local):
    (anna,) = people(local, 1)
    table = local.create_table(anna, NewTable("1848", ALONE)).id
    copy = local.try_it(table, anna).id
    assert [one.id for one in local.copies_of(anna)] == [copy]
    assert local.copies_of(local.guest("Bartek")) == []
    local.hide(table, anna)
    assert local.tables_of(anna) == []
    assert [one.id for one in local.hidden_tables(anna)] == [table]
    local.hide(table, anna, hidden=False)
    assert [one.id for one in local.tables_of(anna)] == [table]
    local.delete(copy, anna)
    assert local.copies_of(anna) == []


def test_what_others_sit_at_is_not_deleted(local):
    """Not before the start either: it can be hidden, or left."""
    anna, bartek = people(local)
    table = shared(local, anna, bartek)
    with pytest.raises(Conflict, match="hide"):
        local.delete(table, anna)
    local.start(table, anna)
    with pytest.raises(Conflict, match="hide"):
        local.delete(table, anna)
    alone = local.create_table(anna, NewTable("1848", TWO)).id
    local.delete(alone, anna)
    assert [one.id for one in local.tables_of(anna)] == [table]


def test_a_rematch_asks_the_others(local):
    anna, bartek = people(local)
    table = shared(local, anna, bartek)
    local.start(table, anna)
    with pytest.raises(Conflict, match="not over"):
        local.rematch(table, bartek)
    asked = local.propose_end(table, anna, local.info(table, anna).version)
    local.answer_undo(table, bartek, asked.id, True)
    again = local.rematch(table, bartek)
    assert (again.status, again.host, again.name, again.game) == ("waiting", "Bartek", "Nullarbor", "1848")
    assert {seat.name: seat.accepted for seat in again.seats} == {"Anna": False, "Bartek": True, "Rob": True}
    with pytest.raises(Conflict, match="Anna"):
        local.start(again.id, bartek)
    assert local.accept(again.id, anna).status == "waiting"
    assert local.start(again.id, bartek).status == "running"
    with pytest.raises(Forbidden):
        local.rematch(table, local.guest("Clara"))


def test_a_rematch_among_bots_begins_at_once(local):
    (anna,) = people(local, 1)
    table = local.create_table(anna, NewTable("1848", ALONE)).id
    local.propose_end(table, anna, local.info(table, anna).version)
    assert local.rematch(table, anna).status == "running"


def uploaded(local, anna, mode):
    table = local.create_table(anna, NewTable("1848", ALONE)).id
    return local.upload(anna, local.download(table, anna), mode).id


KINDS = {
    "a copy to try": lambda s, anna: s.try_it(s.create_table(anna, NewTable("1848", ALONE)).id, anna).id,
    "an upload to play": lambda s, anna: uploaded(s, anna, "continue"),
    "an upload to look at": lambda s, anna: uploaded(s, anna, "look"),
    "an upload with open seats": lambda s, anna: uploaded(s, anna, "open"),
    "not begun": lambda s, anna: s.create_table(anna, NewTable("1848", TWO)).id,
    "not begun, for everybody": lambda s, anna: s.create_table(anna, NewTable("1848", TWO, public=True)).id,
    "among bots": lambda s, anna: s.create_table(anna, NewTable("1848", ALONE)).id,
}
"""What the host can delete as long as nobody else sits there."""


@pytest.mark.parametrize("kind", KINDS)
def test_what_one_has_alone_is_deleted_by_oneself(local, kind):
    anna, bartek = people(local)
    table = KINDS[kind](local, anna)
    for other in (bartek, None):
        with pytest.raises(Problem):
            local.delete(table, other)
    assert local.info(table, anna).id == table
    local.delete(table, anna)
    with pytest.raises(NotFound):
        local.info(table, anna)


@pytest.mark.parametrize("kind", ["an upload with open seats", "not begun", "not begun, for everybody"])
def test_where_somebody_else_sits_it_is_hidden_for_oneself(local, kind):
    anna, bartek = people(local)
    table = KINDS[kind](local, anna)
    local.join(table, bartek)
    for person in (anna, bartek):
        with pytest.raises((Conflict, Forbidden)):
            local.delete(table, person)
    local.hide(table, anna)
    assert table not in {one.id for one in local.tables_of(anna)}
    assert table in {one.id for one in local.tables_of(bartek)}
    assert local.info(table, bartek).id == table


def test_a_finished_game_with_others_is_not_deleted(local):
    anna, bartek = people(local)
    table = shared(local, anna, bartek)
    local.start(table, anna)
    asked = local.propose_end(table, anna, local.info(table, anna).version)
    local.answer_undo(table, bartek, asked.id, True)
    with pytest.raises(Conflict, match="hide"):
        local.delete(table, anna)
    local.hide(table, anna)
    assert [one.id for one in local.finished_tables(bartek)] == [table]
