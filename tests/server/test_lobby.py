"""The lobby: making tables, sitting down, getting up, beginning."""

import pytest

from stellwerk.server.model import NewTable, SeatChoice
from stellwerk.server.problems import Conflict, Forbidden, Invalid, NotFound, NotSignedIn
from stellwerk.server.service import TableService
from tests.server.fixtures import chairs, foremen_of, hot_seat, three_people


def test_a_hot_seat_table_begins_at_once(service: TableService) -> None:
    anna = service.guest("Anna")
    table = hot_seat(service, anna, count=4)
    assert table.status == "running"
    assert table.my_seats == [0, 1, 2, 3]
    assert table.your_turn
    assert {seat.name for seat in table.seats} == {"Anna", "Player 2", "Player 3", "Player 4"}


def test_seats_are_numbered_as_the_game_seats_its_players(service: TableService) -> None:
    table, users = three_people(service)
    names = service.state(table.id).names
    assert [seat.name for seat in table.seats] == list(names)
    for seat, user in users.items():
        assert names[seat] == user.name


def test_join_by_link_and_start_when_all_did(service: TableService) -> None:
    anna, bartek = service.guest("Anna"), service.guest("Bartek")
    table = service.create_table(anna, NewTable("1848", chairs("me", "open", "open")))
    assert table.status == "waiting"
    assert service.join(table.id, bartek, seat=2, name="Bart").seats[2].name == "Bart"
    assert service.join(table.id, bartek).status == "waiting", "nobody sits twice"
    assert service.join(table.id, service.guest("Clara")).status == "running"
    with pytest.raises(Conflict):
        service.join(table.id, service.guest("Dora"))


def test_the_host_begins_without_those_who_did_not_come(service: TableService) -> None:
    table = service.create_table(
        anna := service.guest("Anna"), NewTable("1848", chairs("me", "bot", "bot", "open", "open"))
    )
    with pytest.raises(Forbidden):
        service.start(table.id, service.guest("Bartek"))
    assert len(service.start(table.id, anna).seats) == 3
    with pytest.raises(Conflict):
        service.start(table.id, anna)


def test_too_few_cannot_begin(local: TableService) -> None:
    anna = local.guest("Anna")
    table = local.create_table(anna, NewTable("1848", chairs("me", "open", "open")))
    with pytest.raises(Invalid):
        local.start(table.id, anna)


def test_leave_kick_rename_before_the_start(service: TableService) -> None:
    anna, bartek = service.guest("Anna"), service.guest("Bartek")
    table = service.create_table(anna, NewTable("1848", chairs("me", "open", "open")))
    service.join(table.id, bartek)
    assert service.rename(table.id, bartek, 1, "Anna").seats[1].name == "Anna 2", "names differ"
    with pytest.raises(Forbidden):
        service.rename(table.id, bartek, 0, "Zero")
    with pytest.raises(Forbidden):
        service.kick(table.id, bartek, 0)
    assert service.kick(table.id, anna, 1).seats[1].kind == "open"
    with pytest.raises(Forbidden):
        service.join(table.id, bartek)
    [away] = service.marked(table.id, anna)
    assert (away.name, away.kind) == ("Anna 2", "away")
    service.unmark(table.id, anna, away.id, "away")
    service.join(table.id, bartek)
    with pytest.raises(Forbidden, match="do not sit"):
        service.leave(table.id, service.guest("Zoe"))
    left = service.leave(table.id, anna)
    assert left is not None
    assert left.host == "Bartek", "the table is handed on"
    assert service.leave(table.id, bartek) is None
    with pytest.raises(NotFound):
        service.info(table.id, bartek)


def test_other_rules_ask_everybody_again(service: TableService) -> None:
    anna, bartek = service.guest("Anna"), service.guest("Bartek")
    table = service.create_table(anna, NewTable("1848", chairs("me", "open", "open")))
    service.join(table.id, bartek)
    changed = service.change(table.id, anna, rulings="18xx.games")
    assert [seat.accepted for seat in changed.seats] == [True, False, False]
    assert service.join(table.id, service.guest("Clara")).status == "waiting"
    with pytest.raises(Conflict):
        service.start(table.id, anna)
    assert service.accept(table.id, bartek).status == "running"


def test_after_the_start_nobody_gets_up(local: TableService) -> None:
    table, users = three_people(local)
    for call in (local.leave, local.accept):
        with pytest.raises(Conflict):
            call(table.id, users[0])
    with pytest.raises(Conflict):
        local.rename(table.id, users[0], 0, "X")


@pytest.mark.parametrize(
    "wish",
    [
        NewTable("1848", chairs("me", "open")),
        NewTable("1848", chairs("me", "open", "open"), variant="none"),
        NewTable("1848", chairs("me", "open", "open"), rulings="none"),
        NewTable("nonsense", chairs("me", "open", "open")),
        NewTable("1848", [SeatChoice("me"), SeatChoice("open"), SeatChoice("bot", bot="none")]),
        NewTable("1848", [SeatChoice("me"), SeatChoice("open"), SeatChoice("bot", bot="sharp-lazy")]),
    ],
)
def test_what_cannot_be_set_up(local: TableService, wish: NewTable) -> None:
    with pytest.raises(Invalid):
        local.create_table(local.guest("Anna"), wish)
    assert local.tables_of(local.guest("Anna")) == []


def test_bots_that_play_only_one_game(local: TableService) -> None:
    anna = local.guest("Anna")
    seats = [SeatChoice("me"), SeatChoice("bot", bot="gentle-bold"), SeatChoice("bot", bot="greedy")]
    table = local.create_table(anna, NewTable("imperial-steam", seats, seed=1))
    assert [seat.bot for seat in table.seats] == [None, "gentle-bold", "greedy"]
    bots = foremen_of(local)
    assert bots.work_once()
    assert bots.work_once()
    assert not bots.work_once(), "both bids are in"
    assert local.bots_of("imperial-steam") == ("fair", "gentle", "random", "sharp")


def test_nobody_makes_no_table(local: TableService) -> None:
    with pytest.raises(NotSignedIn):
        local.create_table(None, NewTable("1848", chairs("me", "open", "open")))


def test_lists(service: TableService) -> None:
    anna, bartek = service.guest("Anna"), service.guest("Bartek")
    waiting = service.create_table(anna, NewTable("1848", chairs("me", "open", "open"), public=True))
    mine = hot_seat(service, anna)
    hidden = service.create_table(bartek, NewTable("1848", chairs("me", "open", "open")))
    assert [table.id for table in service.tables_of(anna)] == [mine.id, waiting.id], "your turn first"
    assert [table.id for table in service.public_tables(bartek)] == [waiting.id]
    assert service.tables_of(bartek)[0].id == hidden.id
    assert service.finished_tables(anna) == []
    service.delete(waiting.id, anna)
    assert service.public_tables(None) == []
    with pytest.raises(Forbidden):
        service.delete(mine.id, bartek)
    service.delete(mine.id, anna)
    assert service.tables_of(anna) == []


@pytest.mark.parametrize("table", ["", "nothere2", "\0\0\0\0\0\0\0\0", "ä" * 8, "a" * 5000, "' or 1=1 --"])
def test_no_such_table(service: TableService, table: str) -> None:
    with pytest.raises(NotFound):
        service.info(table, None)


def test_links(local: TableService) -> None:
    table = hot_seat(local, local.guest("Anna"))
    assert local.link(table.id) == f"/t/{table.id}"
    svg = local.qr_svg(table.id, "http://localhost:1848")
    assert svg != local.qr_svg(table.id, "http://localhost:1849")
    assert svg.startswith("<svg")
    assert "style" not in svg


def test_games_tell_their_bots(local: TableService) -> None:
    """The words are those of the form: strengths and temperaments where a title has bots that think."""
    told = {game.id: game for game in local.games()}
    assert told["1848"].bots["sharp"] == "thinks two rounds ahead and blocks"
    assert told["1848"].bots["random"] == "plays at random"
    assert told["1848"].temperaments["bold"] == "buys trains early to scrap yours"
    assert "" not in told["1848"].temperaments
