"""Playing through the service: one log, versions, views, races."""

import threading
from collections.abc import Callable

import pytest

from stellwerk.engine import Game, Refusal, state_hash
from stellwerk.engine.step import Pass
from stellwerk.server import admin
from stellwerk.server.games import setup_of
from stellwerk.server.model import Notice
from stellwerk.server.problems import Conflict, Forbidden, Invalid, NotFound, NotSignedIn, Stale
from stellwerk.server.service import TableService
from tests.server.fixtures import first_legal, hot_seat, three_people


def test_an_action_is_kept_and_told(service: TableService) -> None:
    told = []
    service.announce = lambda table, notice: told.append((table, notice))
    table, users = three_people(service)
    told.clear()
    user, action, version = first_legal(service, table.id, users)
    outcome = service.submit(table.id, user, action, version)
    assert outcome.version == version + 1
    assert outcome.entries[0].events[0].text
    assert told == [(table.id, Notice("move", version + 1))]
    assert service.info(table.id, user).version == version + 1


def test_a_stale_submission_is_told_what_happened(service: TableService) -> None:
    table, users = three_people(service)
    user, action, version = first_legal(service, table.id, users)
    service.submit(table.id, user, action, version)
    with pytest.raises(Stale) as caught:
        service.submit(table.id, user, action, version)
    assert caught.value.version == version + 1
    assert [entry.number for entry in caught.value.entries] == [version + 1]


def test_who_may_not(service: TableService) -> None:
    table, users = three_people(service)
    user, action, version = first_legal(service, table.id, users)
    other = next(u for u in users.values() if u != user)
    with pytest.raises(Forbidden):
        service.submit(table.id, other, action, version)
    with pytest.raises(Forbidden):
        service.submit(table.id, service.guest("Dora"), action, version)
    with pytest.raises(NotSignedIn):
        service.submit(table.id, None, action, version)
    with pytest.raises(Forbidden):
        service.view_for(table.id, user, seat=service.info(table.id, other).my_seats[0])


def test_a_refusal_changes_nothing(service: TableService) -> None:
    table, users = three_people(service)
    seat = table.to_act[0]
    last = next(s for s in users if s != seat)
    with pytest.raises(Refusal):
        service.submit(table.id, users[last], Pass(last), table.version)
    assert service.info(table.id, users[seat]).version == table.version
    assert service.state(table.id).version == table.at


@pytest.mark.parametrize(
    "action",
    [{}, {"type": "no"}, {"type": "undo", "seat": 0, "to": 0}, b"[", "{", {"type": "pass", "seat": "x"}],
)
def test_what_is_no_action(local: TableService, action: object) -> None:
    table = hot_seat(local, anna := local.guest("Anna"))
    with pytest.raises(Invalid):
        local.submit(table.id, anna, action, table.version)  # type: ignore[arg-type]


def test_chance_belongs_to_nobody(local: TableService) -> None:
    table = hot_seat(local, anna := local.guest("Anna"))
    with pytest.raises(Forbidden):
        local.submit(table.id, anna, {"type": "draw_seats", "seat": -1, "order": [0, 1, 2]}, table.version)


def play_on(service: TableService, table: str, user, count: int) -> None:
    for _ in range(count):
        info = service.info(table, user)
        if info.status == "finished":
            return
        service.submit(table, user, service.legal_for(table, user, info.to_act[0])[0], info.version)


def test_history_and_a_new_process(
    service: TableService, make_service: Callable[[str], TableService]
) -> None:
    table = hot_seat(service, anna := service.guest("Anna"))
    play_on(service, table.id, anna, 12)
    again = make_service(service.db.url.render_as_string(hide_password=False))
    assert state_hash(again.state(table.id)) == state_hash(service.state(table.id))
    position = again.view_for(table.id, anna, at=5)
    assert (position.at, position.latest) == (5, 13)
    assert position.view.version == 5
    assert again.view_for(table.id, anna, at=0).at == 1, "the lots before the first decision are drawn"
    with pytest.raises(NotFound):
        again.view_for(table.id, anna, at=14)
    assert again.log(table.id, anna) == service.log(table.id, anna)
    assert [entry.number for entry in again.log(table.id, anna, since=10)] == [11, 12, 13]


def test_the_log_replays_to_the_same_hash(service: TableService) -> None:
    table = hot_seat(service, anna := service.guest("Anna"))
    play_on(service, table.id, anna, 30)
    verdict = admin.verify(service.db)
    assert verdict.faults == []
    assert verdict.entries == 31
    with service.sitting(table.id, anna) as sitting:
        game = Game.replay(setup_of(sitting.row), sitting.live.game.log)
        assert state_hash(game.state) == sitting.live.entries[-1].hash


def test_one_of_many_wins(service: TableService, make_service: Callable[[str], TableService]) -> None:
    """Four processes' worth of services, the same version: exactly one action enters the log."""
    table = hot_seat(service, anna := service.guest("Anna"))
    address = service.db.url.render_as_string(hide_password=False)
    services = [service, *(make_service(address) for _ in range(3))]
    for _ in range(6):
        info = service.info(table.id, anna)
        choices = service.legal_for(table.id, anna, info.to_act[0])
        results: list[str] = []
        ready = threading.Barrier(8)

        def submit(number: int, choices=choices, seen=info.version, ready=ready, results=results) -> None:
            ready.wait()
            try:
                services[number % 4].submit(table.id, anna, choices[number % len(choices)], seen)
                results.append("won")
            except Stale as stale:
                results.append(f"stale: {stale.version - seen} new, {len(stale.entries)} told")

        threads = [threading.Thread(target=submit, args=(n,)) for n in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(results) == ["stale: 1 new, 1 told"] * 7 + ["won"]
    assert admin.verify(service.db).faults == []
    assert service.info(table.id, anna).version == table.version + 6


def test_before_the_start_there_is_nothing_to_see(local: TableService) -> None:
    from stellwerk.server.model import NewTable
    from tests.server.fixtures import chairs

    table = local.create_table(anna := local.guest("Anna"), NewTable("1848", chairs("me", "open", "open")))
    for call in (local.view_for, local.legal_for, local.log):
        with pytest.raises(Conflict):
            call(table.id, anna)


def test_undo_needs_no_replay(local: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    table = hot_seat(local, anna := local.guest("Anna"))
    play_on(local, table.id, anna, 40)
    from stellwerk.engine import game as engine_game

    def never(state: object, action: object) -> None:
        raise AssertionError("played again")

    monkeypatch.setattr(engine_game, "play", never)
    info = local.info(table.id, anna)
    outcome = local.undo(table.id, anna, info.version)
    assert outcome.at == info.at - 1
    assert local.redo(table.id, anna, outcome.version).at == info.at
