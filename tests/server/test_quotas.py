"""Nobody fills the server: what one person may leave on it, and how it goes again."""

from collections.abc import Callable

import pytest
from msgspec import structs

from stellwerk.server import chat, quotas
from stellwerk.server.model import NewTable
from stellwerk.server.problems import Conflict, Forbidden, Full
from stellwerk.server.service import TableService
from stellwerk.store import Database
from tests.server.fixtures import SETTINGS, chairs, first_legal, hot_seat, three_people
from tests.server.test_playing import play_on


def test_tables_of_a_host(local: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = local.guest("Anna")
    monkeypatch.setattr(quotas, "MOST_TABLES", 3)
    tables = [hot_seat(local, anna) for _ in range(3)]
    with pytest.raises(Conflict, match="3 tables already"):
        hot_seat(local, anna)
    with pytest.raises(Conflict, match="3 tables already"):
        local.upload(anna, local.download(tables[0].id, anna))
    hot_seat(local, local.guest("Bartek"))
    local.delete(tables[0].id, anna)
    hot_seat(local, anna)


def test_entries_of_a_host(local: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = local.guest("Anna")
    table = hot_seat(local, anna)
    play_on(local, table.id, anna, 30)
    save = local.download(table.id, anna)
    monkeypatch.setattr(quotas, "MOST_ENTRIES", 100)
    local.upload(anna, save)
    local.upload(anna, save)
    with pytest.raises(Conflict, match="hold 93 entries and this one 31; 100 is the most"):
        local.upload(anna, save)
    with pytest.raises(Conflict):
        local.try_it(table.id, anna)
    play_on(local, table.id, anna, 2)  # a game that has begun goes on


def test_private_copies(local: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = local.guest("Anna")
    tables = [hot_seat(local, anna) for _ in range(3)]
    monkeypatch.setattr(quotas, "MOST_COPIES", 2)
    copies = [local.try_it(table.id, anna) for table in tables[:2]]
    with pytest.raises(Conflict):
        local.try_it(tables[2].id, anna)
    assert local.try_it(tables[1].id, anna).id == copies[1].id
    play_on(local, tables[1].id, anna, 2)
    local.try_it(tables[1].id, anna)  # it takes the place of the other copy of this table
    local.delete(copies[0].id, anna)
    local.try_it(tables[2].id, anna)


def test_notes(service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = service.guest("Anna")
    first, second = hot_seat(service, anna), hot_seat(service, anna)
    monkeypatch.setattr(quotas, "MOST_NOTED", 30_000)
    service.set_note(first.id, anna, "x" * 20_000)
    with pytest.raises(Conflict):
        service.set_note(second.id, anna, "x" * 20_000)
    service.set_note(first.id, anna, "x" * 5_000)
    service.set_note(second.id, anna, "x" * 20_000)
    assert len(service.note(second.id, anna)) == 20_000


def test_an_onlooker_cannot_close_the_chat(service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "LINES_OF_ONLOOKERS", 5)
    monkeypatch.setattr(chat, "LINES_OF_A_PLAYER", 10)
    table, users = three_people(service)
    onlookers = [service.guest(name) for name in ("Dora", "Emil")]
    service.say(table.id, users[0], "Good luck")
    for number in range(8):
        for onlooker in onlookers:
            service.say(table.id, onlooker, f"line {number}")
    lines = service.chat(table.id, users[0])
    assert [line.text for line in lines] == ["Good luck", "line 5", "line 6", "line 6", "line 7", "line 7"]
    for number in range(12):
        service.say(table.id, users[1], f"mine {number}")
    texts = [line.text for line in service.chat(table.id, users[0])]
    assert texts[0] == "Good luck"
    assert texts[-10:] == [f"mine {number}" for number in range(2, 12)]


def test_the_host_mutes(service: TableService) -> None:
    table, users = three_people(service)
    host = next(user for user in users.values() if service.info(table.id, user).mine)
    dora = service.guest("Dora")
    line = service.say(table.id, dora, "Buy my things")
    service.say(table.id, host, "Please not")
    for other in (dora, *(user for user in users.values() if user != host)):
        with pytest.raises(Forbidden):
            service.mute(table.id, other, line.id)
    service.mute(table.id, host, line.id)
    with pytest.raises(Forbidden, match="muted"):
        service.say(table.id, dora, "Buy more")
    assert [said.text for said in service.chat(table.id, host)] == ["Please not"]
    [muted] = service.marked(table.id, host)
    service.unmark(table.id, host, muted.id, "muted")
    service.say(table.id, dora, "Sorry")


def test_nobody_speaks_under_a_players_name(local: TableService) -> None:
    table, _ = three_people(local)
    assert local.say(table.id, local.guest("Anna"), "I resign").name == "Anna 2"
    assert local.say(table.id, local.guest("\u0410nn\u0430"), "I resign").name == "\u0410nn\u0430 2"


def test_a_host_deletes_what_is_his_alone(service: TableService) -> None:
    anna = service.guest("Anna")
    alone = hot_seat(service, anna)
    play_on(service, alone.id, anna, 3)
    uploaded = service.upload(anna, service.download(alone.id, anna), mode="open")
    looked = service.upload(anna, service.download(alone.id, anna), mode="look")
    copy = service.try_it(alone.id, anna)
    with pytest.raises(Forbidden):
        service.delete(alone.id, service.guest("Bartek"))
    for table in (copy, uploaded, looked, alone):
        service.delete(table.id, anna)
    assert service.tables_of(anna) == []
    assert service.finished_tables(anna) == []


def test_a_table_with_others_is_only_hidden(service: TableService) -> None:
    table, users = three_people(service)
    host = next(user for user in users.values() if service.info(table.id, user).mine)
    with pytest.raises(Conflict, match="Other people"):
        service.delete(table.id, host)
    service.hide(table.id, host)
    assert service.tables_of(host) == []
    for user in users.values():
        if user != host:
            assert [shown.id for shown in service.tables_of(user)] == [table.id]
    user, action, seen = first_legal(service, table.id, users)
    service.submit(table.id, user, action, seen)  # the game goes on
    service.hide(table.id, host, hidden=False)
    assert [shown.id for shown in service.tables_of(host)] == [table.id]
    with pytest.raises(Forbidden):
        service.hide(table.id, service.guest("Dora"))


@pytest.mark.parametrize("limits", [{"database_limit": 1}, {"least_free": 2**62}])
def test_a_full_disk_begins_nothing_new(
    sqlite_address: str, make_service: Callable[[str], TableService], limits: dict[str, int]
) -> None:
    local = make_service(sqlite_address)
    anna = local.guest("Anna")
    table = hot_seat(local, anna)
    save = local.download(table.id, anna)
    full = TableService(local.db, structs.replace(SETTINGS, **limits))
    for attempt in (
        lambda: full.guest("Bartek"),
        lambda: full.register("Bartek", "correct horse"),
        lambda: full.create_table(anna, NewTable("1848", chairs("me", "open", "open"))),
        lambda: full.upload(anna, save),
        lambda: full.try_it(table.id, anna),
        lambda: full.say(table.id, anna, "Hello"),
        lambda: full.set_note(table.id, anna, "note"),
    ):
        with pytest.raises(Full):
            attempt()
    play_on(full, table.id, anna, 2)


def test_how_large_a_database_is(address: str) -> None:
    db = Database(address)
    db.migrate()
    assert db.size() > 50_000
    assert db.sqlite == (db.free() is not None)
    db.close()


def test_components_of_a_host(local: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Corrected sets are long texts: they count, in private copies too."""
    from stellwerk.engine import Game, Setup
    from stellwerk.engine.save import dump
    from tests.games.gimperial_steam.test_components import dearer

    anna, components = local.guest("Anna"), dearer()
    save = dump(Game.new(Setup("imperial-steam", ("Ann", "Ben"), "fixed", components=components)))
    monkeypatch.setattr(quotas, "MOST_COMPONENTS", 2 * len(components))
    table = local.upload(anna, save)
    local.upload(anna, save)
    with pytest.raises(Conflict, match="corrected components"):
        local.upload(anna, save)
    with pytest.raises(Conflict, match="corrected components"):
        local.try_it(table.id, anna)
    hot_seat(local, anna)
    local.delete(table.id, anna)
    local.upload(anna, save)
