"""A table that waits for somebody who does not come back, and games that end by agreement."""

from collections.abc import Iterator

import pytest
from sqlalchemy import update

from stellwerk.engine import EndGame, title
from stellwerk.server.model import NewTable, Outcome, UndoInfo, User
from stellwerk.server.problems import Conflict, Forbidden, Invalid, NotFound
from stellwerk.server.service import TableService
from stellwerk.server.settings import Settings
from stellwerk.store import Database
from stellwerk.store.schema import SeatRow
from tests.server.clock import HandClock
from tests.server.fixtures import chairs, first_legal, hot_seat, three_people


class Present:
    """Who has the table open."""

    def __init__(self, *users: User) -> None:
        self.here = {user.id: user.name for user in users}

    def users(self, table: str) -> dict[int, str]:
        return self.here


@pytest.fixture
def patient(sqlite_address: str) -> Iterator[TableService]:
    """A service whose warnings run out after ten minutes, as usual."""
    db = Database(sqlite_address)
    yield TableService(db, Settings(bot_delay=0.0, rate_limits=False, pages=False))
    db.close()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def hasty(sqlite_address: str, clock: HandClock) -> Iterator[TableService]:
    """A service whose warnings run out at once."""
    db = Database(sqlite_address)
    settings = Settings(bot_delay=0.0, rate_limits=False, pages=False, warning_seconds=0.0)
    yield TableService(db, settings, clock=clock)
    db.close()


def host_and_guest(service: TableService) -> tuple[str, User, User, int]:
    table, users = three_people(service)
    host = next(user for user in users.values() if service.info(table.id, user).mine)
    seat, guest = next((seat, user) for seat, user in users.items() if user != host)
    return table.id, host, guest, seat


def test_a_seat_is_freed_only_after_a_warning_and_a_while(patient: TableService) -> None:
    table, host, _, seat = host_and_guest(patient)
    with pytest.raises(Conflict, match="warned first"):
        patient.free_seat(table, host, seat)
    patient.warn(table, host, seat)
    with pytest.raises(Conflict, match="in 10 min"):
        patient.free_seat(table, host, seat)
    assert [notice.seat for notice in patient.snapshot(table, host).notices] == [seat]


def test_the_host_frees_seats_a_bot_and_the_game_goes_on(hasty: TableService) -> None:
    table, host, guest, seat = host_and_guest(hasty)
    name = hasty.info(table, host).seats[seat].name
    hasty.warn(table, host, seat)
    info = hasty.free_seat(table, host, seat)
    assert info.seats[seat].kind == "open"
    assert info.seats[seat].name == name
    assert hasty.info(table, guest).my_seats == []
    woken: list[str] = []
    hasty.wake_bots = woken.append
    assert hasty.seat_bot(table, host, seat).seats[seat].kind == "bot"
    assert woken == [table]


def test_a_freed_seat_is_taken_by_a_personal_link_alone_and_once(
    hasty: TableService, clock: HandClock
) -> None:
    table, host, _, seat = host_and_guest(hasty)
    hasty.warn(table, host, seat)
    hasty.free_seat(table, host, seat)
    dora, emil = hasty.guest("Dora"), hasty.guest("Emil")
    with pytest.raises(Forbidden, match="host invites"):
        hasty.join(table, dora)
    code = hasty.invitation(table, host, seat).rpartition("/")[2]
    with pytest.raises(NotFound):
        hasty.sit(table, dora, seat, "0" * len(code))
    assert hasty.sit(table, dora, seat, code).my_seats == [seat]
    with pytest.raises(Conflict, match="taken"):
        hasty.sit(table, emil, seat, code)
    clock.pass_by(0.001)
    hasty.warn(table, host, seat)
    hasty.free_seat(table, host, seat)
    with pytest.raises(NotFound):
        hasty.sit(table, emil, seat, code)  # the old link is no good for the seat that was freed again


def test_who_is_there_or_has_acted_keeps_the_seat(hasty: TableService) -> None:
    table, host, guest, seat = host_and_guest(hasty)
    hasty.presence = Present(guest)
    with pytest.raises(Conflict, match="at the table"):
        hasty.warn(table, host, seat)
    hasty.presence = Present()
    hasty.warn(table, host, seat)
    hasty.here(table, guest)
    with pytest.raises(Conflict, match="warned first"):
        hasty.free_seat(table, host, seat)


def test_a_move_answers_the_warning(hasty: TableService, clock: HandClock) -> None:
    table, users = three_people(hasty)
    host = next(user for user in users.values() if hasty.info(table.id, user).mine)
    for _ in range(3):
        user, action, version = first_legal(hasty, table.id, users)
        if user != host:
            break
        hasty.submit(table.id, user, action, version)
    seat = hasty.info(table.id, user).my_seats[0]
    hasty.warn(table.id, host, seat)
    hasty.submit(table.id, user, action, version)
    with pytest.raises(Conflict, match="at the table"):
        hasty.free_seat(table.id, host, seat)
    assert hasty.snapshot(table.id, host).notices == []
    clock.pass_by(0.005)
    hasty.warn(table.id, host, seat)  # one answer is not one for ever
    assert hasty.free_seat(table.id, host, seat).seats[seat].kind == "open"


def test_only_the_host_and_only_others(hasty: TableService) -> None:
    table, host, guest, seat = host_and_guest(hasty)
    own = hasty.info(table, host).my_seats[0]
    for act in (hasty.warn, hasty.free_seat, hasty.seat_bot, hasty.invitation):
        with pytest.raises(Forbidden):
            act(table, guest, own)
    with pytest.raises(Conflict, match="your own"):
        hasty.warn(table, host, own)
    with pytest.raises(Conflict, match="taken"):
        hasty.seat_bot(table, host, seat)


# -- ending by agreement


def test_all_people_must_agree_to_end(service: TableService) -> None:
    table, users = three_people(service)
    user, action, version = first_legal(service, table.id, users)
    service.submit(table.id, user, action, version)
    asker, *others = users.values()
    worth = title("1848").result(service.state(table.id))
    request = service.propose_end(table.id, asker, version + 1, "It is late.")
    assert isinstance(request, UndoInfo)
    assert request.kind == "end"
    service.answer_undo(table.id, others[0], request.id, True)
    assert service.info(table.id, asker).status == "running"
    assert service.answer_undo(table.id, others[1], request.id, True).status == "agreed"
    info = service.info(table.id, asker)
    assert info.status == "finished"
    assert info.result == worth
    assert info.to_act == []
    entry = service.log(table.id, asker)[-1]
    assert entry.kind == "end_game"
    assert entry.events[0].text == "The game ends here by agreement."


def test_one_refusal_ends_the_proposal(service: TableService) -> None:
    table, users = three_people(service)
    asker, other, _ = users.values()
    request = service.propose_end(table.id, asker, table.version)
    assert isinstance(request, UndoInfo)
    assert service.answer_undo(table.id, other, request.id, False).status == "declined"
    assert service.info(table.id, asker).status == "running"


def test_alone_the_game_ends_at_once(local: TableService) -> None:
    anna = local.guest("Anna")
    table = hot_seat(local, anna)
    done = local.propose_end(table.id, anna, table.version)
    assert isinstance(done, Outcome)
    assert done.over
    assert local.info(table.id, anna).status == "finished"
    with pytest.raises(Conflict, match="over"):
        local.propose_end(table.id, anna, done.version)


def test_who_sits_beside_an_open_seat_is_not_alone(hasty: TableService) -> None:
    """An end shows what everybody holds, also those to come; and their moves are not one person's to undo."""
    table, host, guest, seat = host_and_guest(hasty)
    other = hasty.guest("Dora")
    for chair in hasty.info(table, host).seats:
        if not chair.host:
            hasty.warn(table, host, chair.seat)
            hasty.free_seat(table, host, chair.seat)
    with pytest.raises(Conflict, match="seat is free"):
        hasty.propose_end(table, host, hasty.info(table, host).version)
    path = hasty.invitation(table, host, seat)
    hasty.sit(table, other, seat, path.rpartition("/")[2])
    asked = hasty.propose_end(table, host, hasty.info(table, host).version)
    assert isinstance(asked, UndoInfo)
    assert hasty.info(table, guest).status == "running"


def test_who_sits_down_first_at_an_open_game_neither_ends_it_nor_takes_all_back(local: TableService) -> None:
    anna, bartek = local.guest("Anna"), local.guest("Bartek")
    alone = hot_seat(local, anna)
    for _ in range(3):
        version, (action, *_) = local.legal_now(alone.id, anna)
        local.submit(alone.id, anna, action, version)
    table = local.upload(anna, local.download(alone.id, anna), "open")
    local.join(table.id, bartek)
    for call in (local.propose_end, lambda *args: local.undo(*args, to=table.at - 3)):
        with pytest.raises(Conflict, match="seat is free"):
            call(table.id, bartek, table.version)
    assert not local.undo_choices(table.id, bartek).free


def test_nobody_ends_a_game_by_a_plain_action(local: TableService) -> None:
    anna = local.guest("Anna")
    table = hot_seat(local, anna)
    with pytest.raises(Invalid):
        local.submit(table.id, anna, {"type": "end_game", "seat": 0}, table.version)
    assert local.info(table.id, anna).status == "running"


def test_an_end_is_the_same_entry_in_the_save(local: TableService) -> None:
    anna = local.guest("Anna")
    table = hot_seat(local, anna)
    local.propose_end(table.id, anna, table.version)
    again = local.upload(anna, local.download(table.id, anna), "continue")
    assert again.status == "finished"
    with local.sitting(again.id, anna) as sitting:
        assert isinstance(sitting.live.game.log[-1], EndGame)


# -- a chosen seed


def test_a_seed_is_chosen_only_where_nobody_else_plays(local: TableService) -> None:
    anna = local.guest("Anna")
    with pytest.raises(Invalid, match="your own or bots"):
        local.create_table(anna, NewTable("1848", chairs("me", "open", "bot"), seed=5))
    assert local.create_table(anna, NewTable("1848", chairs("me", "hotseat", "bot"), seed=5)).chosen_seed
    assert not local.create_table(anna, NewTable("1848", chairs("me", "hotseat", "bot"))).chosen_seed


def test_a_bot_that_is_not_installed_any_more(service: TableService) -> None:
    """The table says so; the host seats another bot or frees the seat, at once."""
    for step in ("bot", "free"):
        anna, ben = service.guest("Anna"), service.guest("Ben")
        table = service.create_table(anna, NewTable("1848", chairs("me", "bot", "bot"))).id
        assert [seat.missing for seat in service.info(table, anna).seats] == [False] * 3
        seat = next(seat.seat for seat in service.info(table, anna).seats if seat.kind == "bot")
        with pytest.raises(Conflict):
            service.free_seat(table, anna, seat)
        with pytest.raises(Conflict):
            service.seat_bot(table, anna, seat)
        with service.db.write() as session:
            session.execute(
                update(SeatRow).where(SeatRow.seat == seat, SeatRow.kind == "bot").values(bot="deep-steam")
            )
        assert [each.missing for each in service.info(table, ben).seats].count(True) == 1
        with pytest.raises(Forbidden):
            service.free_seat(table, ben, seat)
        if step == "bot":
            found = service.seat_bot(table, anna, seat)
            assert (found.seats[seat].kind, found.seats[seat].bot) == ("bot", "random")
        else:
            found = service.free_seat(table, anna, seat)
            assert (found.seats[seat].kind, found.seats[seat].bot) == ("open", None)
            assert service.invitation(table, anna, seat)
        assert not any(each.missing for each in found.seats)
