"""One look at a table: one transaction, and everything of one version, on both databases."""

from collections.abc import Callable
from threading import Thread

import pytest
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.engine import considered, legal, to_act
from stellwerk.server.app import create_app
from stellwerk.server.claim import Claim
from stellwerk.server.clock import SYSTEM_CLOCK
from stellwerk.server.judging import MOST, Verdict, Verdicts
from stellwerk.server.problems import Conflict, Forbidden, NotFound
from stellwerk.server.service import TableService
from tests.server.fixtures import SETTINGS, first_legal, hot_seat, three_people
from tests.server.statements import asked_of

READS = ("", "/view", "/view?at=2", "/legal", "/log", "/undo", "/chat", "/note", "/worth?action=x")


def test_a_move_is_few_statements_in_one_transaction(service: TableService) -> None:
    table, users = three_people(service)
    for number in range(4):
        user, action, version = first_legal(service, table.id, users)
        if number == 2:  # one who has just moved asks to go back, and the move voids it
            asker = next(other for other in users.values() if other.id != user.id)
            service.undo(table.id, asker, version, service.undo_choices(table.id, asker).first)
        with asked_of(service.db) as asked:
            outcome = service.act(table.id, user, action, version)
        assert outcome.version > version
        assert outcome.undo.request is None
        assert len(asked) <= 6, asked
        assert asked.transactions == 1, asked


def test_whoever_claims_to_be_somebody_is_found_with_the_table(service: TableService) -> None:
    table = hot_seat(service, anna := service.guest("Anna"))
    name = service.open_session(anna)
    token = service.make_token(anna, "bot")[1]
    for good in (
        Claim(anna.id, service.epoch(anna), session=name),
        Claim(anna.id, service.epoch(anna), issued=SYSTEM_CLOCK.now() // 1000),
        Claim(token=token),
    ):
        assert service.snapshot(table.id, good).user == anna
        assert service.limits.knows(good.proof)
    for bad in (
        Claim(anna.id, service.epoch(anna) + 1, session=name),
        Claim(anna.id, service.epoch(anna), session="other"),
        Claim(anna.id, service.epoch(anna), issued=SYSTEM_CLOCK.now() // 1000 - 60),
        Claim(service.guest("Bartek").id, 0, session=name),
        Claim(token=f"{token}x"),
        None,
    ):
        seen = service.snapshot(table.id, bad)
        assert (seen.user, seen.mine, seen.seat, seen.legal()) == (None, [], None, [])
    copy = service.try_it(table.id, anna)
    assert service.snapshot(copy.id, Claim(token=token)).info.parent == table.id
    with pytest.raises(NotFound):
        service.snapshot(copy.id, None)


def test_the_json_interface(sqlite_address: str) -> None:
    with TestClient(create_app(structs.replace(SETTINGS, database=sqlite_address))) as client:
        token = client.post("/api/v1/guests", json={"name": "Anna"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        wish = {"game": "1848", "seats": [{"kind": "me"}, *[{"kind": "hotseat"}] * 2], "seed": 7}
        service: TableService = client.app.state.service
        path = f"/api/v1/tables/{client.post('/api/v1/tables', json=wish).json()['id']}"
        for _ in range(3):
            found = client.get(f"{path}/legal").json()
            with asked_of(service.db) as asked:
                body = {"action": found["actions"][0], "seen": found["version"]}
                assert client.post(f"{path}/actions", json=body).status_code == 200
            assert len(asked) <= 6, asked
            assert asked.transactions == 1, asked
        for read in READS:
            with asked_of(service.db) as asked:
                assert client.get(f"{path}{read}").status_code in (200, 400)
            assert len(asked) <= 4, asked
            assert asked.transactions == 1, asked


def test_of_one_moment(service: TableService, make_service: Callable[[str], TableService]) -> None:
    """Two processes go back and forth; a third one looks on, and nothing it sees is of two versions."""
    table = hot_seat(service, anna := service.guest("Anna"))
    for _ in range(5):
        info = service.info(table.id, anna)
        service.submit(table.id, anna, service.legal_for(table.id, anna)[0], info.version)
    address = service.db.url.render_as_string(hide_password=False)
    going = True

    def stir(mover: TableService) -> None:
        while going:
            seen = mover.snapshot(table.id, anna)
            try:
                (mover.redo if seen.undo.redo else mover.undo)(table.id, anna, seen.version)
            except Conflict:
                continue  # the other was faster

    movers = [Thread(target=stir, args=(make_service(address),)) for _ in range(2)]
    for mover in movers:
        mover.start()
    versions = set()
    try:
        for _ in range(60):
            seen = service.snapshot(table.id, anna)
            versions.add(seen.version)
            assert seen.version == seen.info.version == len(seen.entries())
            assert seen.at == seen.info.at == seen.live.entries[-1].at
            assert seen.info.to_act == list(to_act(seen.state))
            assert seen.undo.redo == (seen.entries()[-1].kind == "undo" and seen.live.redoable > 0)
    finally:
        going = False
        for mover in movers:
            mover.join()
    assert len(versions) > 1


def test_the_last_consent_goes_back_in_the_same_transaction(service: TableService) -> None:
    table, users = three_people(service)
    user, action, version = first_legal(service, table.id, users)
    service.submit(table.id, user, action, version)
    after = service.info(table.id, user).version
    others = [other for other in users.values() if other.id != user.id]
    user2, action2, _ = first_legal(service, table.id, users)
    service.submit(table.id, user2, action2, after)
    asked_for = service.undo(table.id, user, after + 1, version)
    answers = [other for other in users.values() if other.id != user.id]
    service.answer_undo(table.id, answers[0], asked_for.id, True)
    with asked_of(service.db) as asked:
        info = service.answer_undo(table.id, answers[1], asked_for.id, True)
    assert info.status == "agreed"
    assert asked.transactions == 1, asked
    assert service.info(table.id, others[0]).version == after + 2


def test_seats_and_points_that_are_not_there(local: TableService) -> None:
    table, users = three_people(local)
    anna = users[0]
    with pytest.raises(Forbidden):
        local.snapshot(table.id, anna, seat=1)
    with pytest.raises(NotFound):
        local.snapshot(table.id, anna).back_to(99)
    assert local.snapshot(table.id, anna, at=99).at == table.at, "what was taken back is the latest"


def test_a_verdict_says_what_the_engine_says(local: TableService) -> None:
    table = hot_seat(local, anna := local.guest("Anna"))
    for _ in range(25):
        seen = local.snapshot(table.id, anna)
        seat = to_act(seen.state)[0]
        first, second = Verdict(seen.state, seat), Verdict(seen.state, seat)
        assert first.legal() == legal(seen.state, seat)
        said = [(type(move), action, str(why)) for move, action, why in considered(seen.state, seat)]
        assert [(type(move), action, str(why)) for move, action, why in second.considered()] == said
        assert second.legal() == first.legal(), "what was considered is not judged again"
        assert Verdict(seen.state, (seat + 1) % 3).legal() == []
        local.submit(table.id, anna, first.legal()[0], seen.version)


def test_verdicts_are_bounded(local: TableService) -> None:
    state, verdicts = local.state(hot_seat(local, local.guest("Anna")).id), Verdicts()
    kept = verdicts.of(state, 0)
    assert verdicts.of(state, 0) is kept
    for number in range(MOST):
        verdicts.of(state.replace(version=100 + number), 0)
    assert verdicts.of(state, 0) is not kept
