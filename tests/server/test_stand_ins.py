"""A bot plays for a person, for now: handed over, taken back, by the host for who is away; undo with bots."""

from typing import Any

import msgspec
import pytest
from msgspec import structs

from stellwerk.server.bots import Bots
from stellwerk.server.core import BotTurn
from stellwerk.server.jobs import Bench
from stellwerk.server.model import NewTable, TableInfo, UndoInfo, User
from stellwerk.server.problems import Conflict, Forbidden, Invalid
from stellwerk.server.service import TableService
from stellwerk.server.thinking import think
from tests.server.clock import HandClock
from tests.server.fixtures import SETTINGS, chairs, first_legal, foremen_of, three_people

Three = tuple[TableInfo, dict[int, User]]
"""A table of three people, and who sits where."""


@pytest.fixture
def three(local: TableService) -> Three:
    return three_people(local)


def work(service: TableService) -> int:
    foremen, done = foremen_of(service), 0
    while foremen.work_once():
        done += 1
    return done


def test_handing_over_and_back(local: TableService, three: Three) -> None:
    table, users = three
    [seat] = table.to_act
    clara = users[seat]
    name = table.seats[seat].name
    info = local.hand_over(table.id, clara, seat, "gentle")
    chair = info.seats[seat]
    assert (chair.kind, chair.stand_in, chair.mine, info.your_turn) == ("user", "gentle", True, False)
    assert [seat.seat for seat in local.tables_of(clara)[0].seats if seat.mine] == [seat]
    assert local.snapshot(table.id, None).thinking is not None
    with pytest.raises(Conflict, match="take it back"):
        local.submit(table.id, clara, local.legal_for(table.id, clara, seat)[0], info.version)
    assert work(local) == 1, "it moves for her, and nobody else's seat"
    after = local.info(table.id, clara)
    assert after.to_act != [seat]
    thought = local.snapshot(table.id, clara).thought
    assert thought is not None
    assert (thought.seat, thought.bot) == (seat, "gentle")
    back = local.take_back(table.id, clara, seat)
    assert back.seats[seat].stand_in is None
    assert [remark.text for remark in local.remarks(table.id, None)[1:]] == [
        f"gentle plays for {name}.",
        f"{name} plays again.",
    ]
    with pytest.raises(Conflict, match="yourself"):
        local.take_back(table.id, clara, seat)


def test_what_the_bot_thinks_counts_no_more_when_the_seat_is_taken_back(
    local: TableService, three: Three
) -> None:
    table, users = three
    [seat] = table.to_act
    local.hand_over(table.id, users[seat], seat, "random")
    job = local.queue.claim("somebody", ["bot"])
    assert job is not None
    local.take_back(table.id, users[seat], seat)
    assert not local.queue.holds(job)
    assert work(local) == 0
    assert local.info(table.id, None).version == table.version
    assert local.info(table.id, users[seat]).your_turn
    local.hand_over(table.id, users[seat], seat, "random")
    assert work(local) == 1, "handed over again, it is thought about again"


def test_an_answer_that_comes_after_the_seat_was_taken_back_goes_nowhere(
    local: TableService, three: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody else has moved, so the position still asks for it: it is tried once all the same."""
    table, users = three
    [seat] = table.to_act
    local.hand_over(table.id, users[seat], seat, "random")
    job, kind = local.queue.claim("somebody", ["bot"]), Bots(local).kind()
    assert job is not None
    turn = msgspec.json.decode(job.payload, type=BotTurn)
    task = kind.prepare(job, turn)
    assert task is not None
    answer = think(Bench(), task, lambda progress, words="": None)
    local.take_back(table.id, users[seat], seat)
    submit, tries = local.submit_for_bot, []

    def counted(*given: Any, **more: Any) -> bool:
        tries.append(given)
        assert len(tries) < 3, "it is tried again and again"
        return submit(*given, **more)

    monkeypatch.setattr(local, "submit_for_bot", counted)
    assert kind.done(job, turn, answer) is None
    assert len(tries) == 1
    assert local.info(table.id, users[seat]).your_turn


def test_who_may_hand_over_what(local: TableService, three: Three) -> None:
    table, users = three
    other = next(seat.seat for seat in table.seats if not seat.host)
    host = users[next(seat.seat for seat in table.seats if seat.host)]
    third = next(user for seat, user in users.items() if user != host and seat != other)
    with pytest.raises(Forbidden):
        local.hand_over(table.id, third, other, "fair")
    with pytest.raises(Conflict, match="warned first"):
        local.hand_over(table.id, host, other, "fair")
    with pytest.raises(Invalid):
        local.hand_over(table.id, users[other], other, "nobody")
    local.hand_over(table.id, users[other], other, "sharp-bold")
    with pytest.raises(Forbidden):
        local.take_back(table.id, host, other)
    waiting = local.create_table(host, NewTable("1848", chairs("me", "open", "open")))
    with pytest.raises(Conflict, match="not under way"):
        local.hand_over(waiting.id, host, 0, "fair")


def test_the_host_lets_a_bot_play_for_who_is_away(local: TableService) -> None:
    clock = HandClock()
    service = TableService(local.db, structs.replace(SETTINGS, warning_seconds=600.0), clock=clock)
    table, users = three_people(service)
    host = users[next(seat.seat for seat in table.seats if seat.host)]
    away = next(seat for seat in table.seats if not seat.host)
    service.warn(table.id, host, away.seat)
    with pytest.raises(Conflict, match="in 10 min"):
        service.hand_over(table.id, host, away.seat, "fair")
    clock.pass_by(601)
    info = service.hand_over(table.id, host, away.seat, "fair")
    assert (info.seats[away.seat].kind, info.seats[away.seat].stand_in) == ("user", "fair")
    text = service.remarks(table.id, None)[-1].text
    assert text == f"fair plays for {away.name}, who is away; {host.name} asked for it."
    assert service.take_back(table.id, users[away.seat], away.seat).seats[away.seat].stand_in is None


def test_a_freed_seat_has_no_stand_in(local: TableService) -> None:
    clock = HandClock()
    service = TableService(local.db, structs.replace(SETTINGS, warning_seconds=0.0), clock=clock)
    table, users = three_people(service)
    host = users[next(seat.seat for seat in table.seats if seat.host)]
    away = next(seat.seat for seat in table.seats if not seat.host)
    service.hand_over(table.id, users[away], away, "fair")
    service.warn(table.id, host, away)
    assert service.free_seat(table.id, host, away).seats[away].stand_in is None


def test_remarks_do_not_fill_the_database(
    local: TableService, three: Three, monkeypatch: pytest.MonkeyPatch
) -> None:
    from stellwerk.server import core

    monkeypatch.setattr(core, "MOST_REMARKS", 4)
    table, users = three
    seat = next(seat for seat in users if seat not in table.to_act)
    for _ in range(6):
        local.hand_over(table.id, users[seat], seat, "random")
        local.take_back(table.id, users[seat], seat)
    assert [remark.kind for remark in local.remarks(table.id, None)] == [
        "taken_back", "handed", "taken_back", "handed", "taken_back",
    ]  # fmt: skip


# -- undo


def moved(service: TableService, table: TableInfo, users: dict[int, User]) -> User:
    user, action, version = first_legal(service, table.id, users)
    service.submit(table.id, user, action, version)
    return user


def test_a_bot_agrees_for_whom_it_plays(local: TableService, three: Three) -> None:
    """Whoever asks waits for people alone, not for those for whom bots play."""
    table, users = three
    asker = moved(local, table, users)
    other = moved(local, table, users)
    away = next(user for user in users.values() if user not in (asker, other))
    seats = {user.id: seat for seat, user in users.items()}
    local.hand_over(table.id, away, seats[away.id], "random")
    version = local.info(table.id, None).version
    request = local.undo(table.id, asker, version)
    assert isinstance(request, UndoInfo)
    assert request.status == "open"
    assert {c.name: c.agree for c in request.consents} == {
        table.seats[seats[away.id]].name: True,
        table.seats[seats[other.id]].name: None,
    }
    assert local.answer_undo(table.id, other, request.id, True).status == "agreed"
    assert local.info(table.id, None).at == table.at


def test_if_bots_play_for_all_others_it_is_done_at_once(local: TableService, three: Three) -> None:
    table, users = three
    asker = moved(local, table, users)
    moved(local, table, users)
    for seat, user in users.items():
        if user != asker:
            local.hand_over(table.id, user, seat, "random")
    request = local.undo(table.id, asker, local.info(table.id, None).version)
    assert isinstance(request, UndoInfo)
    assert request.status == "agreed"
    assert local.info(table.id, None).at == table.at


def test_a_bot_says_no_when_something_was_uncovered(local: TableService) -> None:
    """The end by agreement shows what was hidden: nobody looks and then plays on."""
    anna, ben = local.guest("Anna"), local.guest("Ben")
    table = local.create_table(anna, NewTable("sealed", chairs("me", "open", "bot")))
    table = local.join(table.id, ben)
    before = local.info(table.id, None).at
    ending = local.propose_end(table.id, anna, table.version)
    assert isinstance(ending, UndoInfo)
    local.answer_undo(table.id, ben, ending.id, True)
    info = local.info(table.id, anna)
    assert info.status == "finished"
    with pytest.raises(Conflict, match="says no: something hidden was uncovered"):
        local.undo(table.id, anna, info.version, to=before)
    assert local.undo_request(table.id, anna) is None


def test_people_among_themselves_still_decide(local: TableService, three: Three) -> None:
    table, users = three
    asker = moved(local, table, users)
    moved(local, table, users)
    request = local.undo(table.id, asker, local.info(table.id, None).version)
    assert isinstance(request, UndoInfo)
    assert [consent.agree for consent in request.consents] == [None, None]
