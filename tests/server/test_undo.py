"""Going back: at will, with consent, and forth again."""

import pytest

from stellwerk.engine import Refusal
from stellwerk.server import undoing
from stellwerk.server.model import NewTable, Outcome, UndoInfo
from stellwerk.server.problems import Conflict, Forbidden, NotFound, Stale
from stellwerk.server.service import TableService
from tests.server.fixtures import chairs, first_legal, foremen_of, hot_seat, three_people
from tests.server.test_playing import play_on


def move(service: TableService, table: str, users) -> tuple:
    user, action, version = first_legal(service, table, users)
    return user, service.submit(table, user, action, version)


def test_the_own_last_move_at_will(service: TableService) -> None:
    table, users = three_people(service)
    user, outcome = move(service, table.id, users)
    choices = service.undo_choices(table.id, user)
    assert (choices.free, choices.to, choices.redo) == (True, table.at, False)
    back = service.undo(table.id, user, outcome.version)
    assert isinstance(back, Outcome)
    assert back.at == table.at
    assert back.version == outcome.version + 1, "an undo is an entry too"
    assert back.entries[0].kind == "undo"
    assert service.undo_choices(table.id, user).redo
    other = next(u for u in users.values() if u != user)
    with pytest.raises(Forbidden):
        service.redo(table.id, other, back.version)
    forth = service.redo(table.id, user, back.version)
    assert forth.at == outcome.at
    with pytest.raises(Refusal):
        service.redo(table.id, user, forth.version)


def test_further_back_with_consent(service: TableService) -> None:
    table, users = three_people(service)
    first, _ = move(service, table.id, users)
    second, outcome = move(service, table.id, users)
    third = next(u for u in users.values() if u not in (first, second))
    choices = service.undo_choices(table.id, first)
    assert not choices.free
    request = service.undo(table.id, first, outcome.version, reason="wrong button")
    assert isinstance(request, UndoInfo)
    assert request.status == "open"
    assert request.mine
    assert not request.answer_needed
    assert service.info(table.id, first).version == outcome.version, "nothing has happened yet"
    seen = service.undo_request(table.id, second)
    assert seen is not None
    assert seen.answer_needed
    assert seen.reason == "wrong button"
    assert {consent.name for consent in seen.consents} == {second.name, third.name}
    with pytest.raises(Conflict):
        service.undo(table.id, first, outcome.version)
    with pytest.raises(Forbidden):
        service.answer_undo(table.id, first, request.id, True)
    with pytest.raises(Forbidden):
        service.answer_undo(table.id, service.guest("Dora"), request.id, True)
    assert service.answer_undo(table.id, second, request.id, True).status == "open"
    done = service.answer_undo(table.id, third, request.id, True)
    assert done.status == "agreed"
    info = service.info(table.id, first)
    assert (info.at, info.version) == (table.at, outcome.version + 1)
    assert service.undo_request(table.id, first) is None


def test_one_refusal_ends_it(service: TableService) -> None:
    table, users = three_people(service)
    first, _ = move(service, table.id, users)
    second, outcome = move(service, table.id, users)
    request = service.undo(table.id, first, outcome.version)
    assert isinstance(request, UndoInfo)
    declined = service.answer_undo(table.id, second, request.id, False, "no")
    assert declined.status == "declined"
    assert declined.consents[[c.name for c in declined.consents].index(second.name)].reason == "no"
    third = next(u for u in users.values() if u not in (first, second))
    with pytest.raises(Conflict):
        service.answer_undo(table.id, third, request.id, True)
    assert service.info(table.id, first).version == outcome.version


def test_the_next_move_makes_it_void(service: TableService) -> None:
    table, users = three_people(service)
    first, _ = move(service, table.id, users)
    second, outcome = move(service, table.id, users)
    request = service.undo(table.id, first, outcome.version)
    assert isinstance(request, UndoInfo)
    move(service, table.id, users)
    assert service.undo_request(table.id, first) is None
    with pytest.raises(Conflict):
        service.answer_undo(table.id, second, request.id, True)
    kept = service.undo_request(table.id, first, request.id)
    assert kept is not None
    assert kept.status == "expired"


def test_withdrawing(service: TableService) -> None:
    table, users = three_people(service)
    first, _ = move(service, table.id, users)
    second, outcome = move(service, table.id, users)
    request = service.undo(table.id, first, outcome.version)
    assert isinstance(request, UndoInfo)
    with pytest.raises(Forbidden):
        service.withdraw_undo(table.id, second, request.id)
    assert service.withdraw_undo(table.id, first, request.id).status == "withdrawn"
    with pytest.raises(NotFound):
        service.withdraw_undo(table.id, first, request.id + 1000)


def test_bots_do_not_mind(local: TableService) -> None:
    anna = local.guest("Anna")
    table = local.create_table(anna, NewTable("1848", chairs("me", "bot", "bot"), seed=3))
    bots = foremen_of(local)
    while not (info := local.info(table.id, anna)).your_turn:
        assert bots.work_once()
    start = info.at
    local.submit(table.id, anna, local.legal_for(table.id, anna)[0], info.version)
    while not (info := local.info(table.id, anna)).your_turn:
        assert bots.work_once()
    assert local.undo_choices(table.id, anna).free
    back = local.undo(table.id, anna, info.version)
    assert isinstance(back, Outcome)
    assert back.at == start


def test_lots_stay_drawn(local: TableService) -> None:
    table = hot_seat(local, anna := local.guest("Anna"))
    with pytest.raises(Refusal):
        local.undo(table.id, anna, table.version, to=0)
    with pytest.raises(Conflict):
        local.undo(table.id, anna, table.version)


def test_a_stale_undo(local: TableService) -> None:
    table, users = three_people(local)
    user, outcome = move(local, table.id, users)
    with pytest.raises(Stale):
        local.undo(table.id, user, outcome.version - 1)


def test_undo_does_not_fill_the_log(local: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who goes back and forth all the time has to stop, and the others can still go back."""
    monkeypatch.setattr(undoing, "MOST_UNDONE", 6)
    table, users = three_people(local)
    user, _ = move(local, table.id, users)
    for _ in range(3):
        local.undo(table.id, user, local.info(table.id, user).version)
        local.redo(table.id, user, local.info(table.id, user).version)
    for attempt in (local.undo, local.redo):
        with pytest.raises(Conflict, match="6 times"):
            attempt(table.id, user, local.info(table.id, user).version)
    other, _ = move(local, table.id, users)
    assert other != user
    local.undo(table.id, other, local.info(table.id, other).version)


def test_a_log_keeps_room_for_the_end(local: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undoing, "MOST_ACTIONS", 40)
    anna = local.guest("Anna")
    table = hot_seat(local, anna)
    play_on(local, table.id, anna, 17)
    local.undo(table.id, anna, local.info(table.id, anna).version)
    local.redo(table.id, anna, local.info(table.id, anna).version)
    assert local.info(table.id, anna).version == 20
    with pytest.raises(Conflict, match="half full"):
        local.undo(table.id, anna, 20)
    play_on(local, table.id, anna, 3)


def test_asking_again_and_again(service: TableService) -> None:
    table, users = three_people(service)
    for _ in range(3):
        first, _ = move(service, table.id, users)
    version = service.info(table.id, first).version
    for _ in range(undoing.MOST_ASKED):
        asked = service.undo(table.id, first, version, to=1)
        assert isinstance(asked, UndoInfo)
        service.withdraw_undo(table.id, first, asked.id)
    with pytest.raises(Conflict, match="asked 3 times"):
        service.undo(table.id, first, version, to=1)


def test_an_end_by_agreement_is_taken_back_by_agreement(service: TableService) -> None:
    """Who proposed it has seen by then what the others had hidden."""
    table, users = three_people(service, "1853")
    asker, outcome = move(service, table.id, users)
    request = service.propose_end(table.id, asker, outcome.version)
    assert isinstance(request, UndoInfo)
    others = [user for user in users.values() if user != asker]
    for other in others:
        service.answer_undo(table.id, other, request.id, True)
    ended = service.info(table.id, asker)
    assert ended.status == "finished"
    assert not service.undo_choices(table.id, asker).free
    wish = service.undo(table.id, asker, ended.version)
    assert isinstance(wish, UndoInfo)
    assert service.info(table.id, asker).status == "finished"
    for other in others:
        service.answer_undo(table.id, other, wish.id, True)
    assert service.info(table.id, asker).status == "running"


def test_who_ends_the_game_does_not_look_and_bid_again(service: TableService) -> None:
    table, users = three_people(service, "sealed")
    user = next(iter(users.values()))
    while service.info(table.id, None).status == "running":
        user, outcome = move(service, table.id, users)
    assert not service.undo_choices(table.id, user).free
    assert isinstance(service.undo(table.id, user, outcome.version), UndoInfo)
