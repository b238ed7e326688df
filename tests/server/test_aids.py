"""Aids: chosen before the start, shown to all, kept in the log; what strangers never get."""

from pathlib import Path

import pytest
from sqlalchemy import text

from stellwerk.server.aids import CHOICES
from stellwerk.server.model import Aids, NewTable, User
from stellwerk.server.problems import Conflict, Forbidden
from stellwerk.server.service import TableService
from stellwerk.store.database import Database
from tests.server.fixtures import chairs, first_legal, hot_seat, three_people


@pytest.fixture
def anna(local: TableService) -> User:
    return local.guest("Anna")


@pytest.mark.parametrize(
    ("chosen", "public", "people", "given"),
    [
        (None, False, 1, "all"),
        (None, True, 1, "all"),
        (None, False, 2, "figures"),
        ("none", False, 1, "none"),
        ("figures", False, 1, "figures"),
        ("all", False, 2, "all"),
        ("all", True, 2, "figures"),
        ("none", True, 2, "none"),
    ],
)
def test_what_a_table_gives(
    local: TableService, anna: User, chosen: Aids | None, public: bool, people: int, given: Aids
) -> None:
    kinds = ("me", "hotseat", "hotseat" if people == 1 else "open")
    table = local.create_table(anna, NewTable("1848", chairs(*kinds), aids=chosen, public=public))
    assert table.aids == given, "it is told before anybody else sits down"
    ben = local.guest("Ben")
    if people == 2:
        local.join(table.id, ben)
        local.change(table.id, anna, public=False)
    while not (info := local.info(table.id, anna)).your_turn:
        users = dict.fromkeys(info.my_seats, anna)
        users |= dict.fromkeys({0, 1, 2} - set(info.my_seats), ben)
        user, action, version = first_legal(local, table.id, users)
        local.submit(table.id, user, action, version)
    assert info.aids == given, "strangers who sat down with figures do not play against hints later"
    kinds_told = {"none": "no_aids", "figures": "figures", "all": "all_aids"}
    assert [remark.kind for remark in local.remarks(table.id, None)] == [kinds_told[given]]
    assert local.snapshot(table.id, anna).hints is (given == "all")
    assert not local.snapshot(table.id, None).hints
    if given == "all":
        assert not local.hint(table.id, anna, info.version).ready
    else:
        with pytest.raises(Forbidden, match="Hints are not allowed"):
            local.hint(table.id, anna, info.version)


def test_the_host_decides_before_the_start(local: TableService, anna: User) -> None:
    table = local.create_table(anna, NewTable("1848", chairs("me", "open", "open")))
    for aids in CHOICES:
        assert local.change(table.id, anna, aids=aids).aids == aids
    ben = local.guest("Ben")
    local.join(table.id, ben)
    asked = local.change(table.id, anna, aids="none")
    assert [seat.accepted for seat in asked.seats if seat.name == "Ben"] == [False], "Ben sat down to another"
    with pytest.raises(Forbidden):
        local.change(table.id, ben, aids="all")
    begun, users = three_people(local)
    host = users[next(seat.seat for seat in begun.seats if seat.host)]
    with pytest.raises(Conflict, match="begun"):
        local.change(begun.id, host, aids="all")


def test_a_copy_to_try_gives_no_more(local: TableService, anna: User) -> None:
    begun, users = three_people(local)
    assert local.try_it(begun.id, users[0]).aids == "figures"
    alone = hot_seat(local, anna)
    assert local.try_it(alone.id, anna).aids == "all"


def test_tables_from_before_there_were_aids(tmp_path: Path) -> None:
    db = Database(f"sqlite:///{tmp_path / 'old.db'}")
    db.migrate("0008")
    columns = (
        "slug, name, game, variant, rulings, seed, status, public, created, updated, version, at, acting"
    )
    with db.write() as session:
        for slug, hints in (("allowed", "true"), ("forbidden", "false"), ("usual", "null")):
            values = f"'{slug}', 'T', '1848', '', 'book', 1, 'running', false, 0, 0, 0, 0, '[]'"
            session.execute(text(f"insert into tables ({columns}, hints) values ({values}, {hints})"))
    db.migrate()
    with db.read() as session:
        found = {row.slug: row.aids for row in session.execute(text("select slug, aids from tables"))}
    assert found == {"allowed": "all", "forbidden": "figures", "usual": None}
    db.migrate("0008")
    with db.read() as session:
        back = {row.slug: row.hints for row in session.execute(text("select slug, hints from tables"))}
    assert back == {"allowed": 1, "forbidden": 0, "usual": None}
    db.close()
