"""Answers to a request that come at the same moment as something else: one order of events, and no other."""

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select, update

from stellwerk.engine import Undo
from stellwerk.server import admin
from stellwerk.server.model import User
from stellwerk.server.problems import Conflict, Forbidden, Problem
from stellwerk.server.service import TableService
from stellwerk.store.schema import ConsentRow, SeatRow, UndoRow
from tests.server.fixtures import first_legal, three_people

Parts = tuple[str, User, list[User], int]


def asked(service: TableService) -> Parts:
    """A game of three in which somebody asks to go back: table, who asked, the others, request."""
    table, users = three_people(service)
    for _ in range(4):
        user, action, version = first_legal(service, table.id, users)
        service.submit(table.id, user, action, version)
    anna = users[0]
    version = service.info(table.id, anna).version
    request = service.undo(table.id, anna, version, to=service.info(table.id, anna).at - 3)
    return table.id, anna, [users[1], users[2]], request.id


def together(*calls: Callable[[], Any]) -> list[Any]:
    """All at once, each in a thread of its own: what came of each."""
    ready, found = threading.Barrier(len(calls)), [None] * len(calls)

    def run(number: int) -> None:
        ready.wait()
        try:
            found[number] = calls[number]()
        except Exception as error:
            found[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return found


def undone(service: TableService, table: str) -> int:
    return sum(isinstance(entry.action, Undo) for entry in service.snapshot(table, None).live.entries)


def status(service: TableService, request: int) -> str:
    with service.db.read() as session:
        return session.scalars(select(UndoRow.status).where(UndoRow.id == request)).one()


def test_the_last_two_agree_at_once(service: TableService, make_service) -> None:
    """In two processes: the game goes back once."""
    other = make_service(service.db.url.render_as_string(hide_password=False))
    for _ in range(3):
        table, _, (ben, clara), request = asked(service)
        other.info(table, None)
        answers = together(
            partial(service.answer_undo, table, ben, request, True),
            partial(other.answer_undo, table, clara, request, True),
        )
        assert [answer for answer in answers if isinstance(answer, Exception)] == []
        assert (undone(service, table), status(service, request)) == (1, "agreed")
    assert admin.verify(service.db).faults == []


def test_the_same_answer_twice(service: TableService, make_service) -> None:
    other = make_service(service.db.url.render_as_string(hide_password=False))
    table, _, (ben, clara), request = asked(service)
    service.answer_undo(table, ben, request, True)
    answers = together(
        lambda: service.answer_undo(table, clara, request, True),
        lambda: other.answer_undo(table, clara, request, True),
    )
    refused = [answer for answer in answers if isinstance(answer, Exception)]
    assert [type(answer) for answer in refused] == [Conflict]
    assert undone(service, table) == 1
    with service.db.read() as session:
        given = session.scalars(select(ConsentRow.user_id).where(ConsentRow.request_id == request)).all()
    assert sorted(given) == sorted([ben.id, clara.id])


def test_one_agrees_while_another_declines_or_it_is_withdrawn(service: TableService, make_service) -> None:
    other = make_service(service.db.url.render_as_string(hide_password=False))
    for against in ("declined", "withdrawn"):
        table, anna, (ben, clara), request = asked(service)
        service.answer_undo(table, ben, request, True)
        no = partial(other.answer_undo, table, ben, request, False)
        if against == "withdrawn":
            no = partial(other.withdraw_undo, table, anna, request)
        answers = together(partial(service.answer_undo, table, clara, request, True), no)
        refused = [answer for answer in answers if isinstance(answer, Exception)]
        assert [type(answer) for answer in refused] == [Conflict], "one of the two came too late"
        ended = status(service, request)
        assert ended in ("agreed", against)
        assert undone(service, table) == (1 if ended == "agreed" else 0)


def meanwhile(service: TableService, table: str, gone: User, act: Callable[[], Any]) -> Any:
    """What comes of an act of somebody whose seat is freed while the act waits for its turn."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(act())
        except Problem as problem:
            found.append(problem)

    thread = threading.Thread(target=run)
    with service.db.write() as session:
        service.row(session, table, None, lock=True)
        thread.start()
        time.sleep(0.5)
        session.execute(
            update(SeatRow).where(SeatRow.user_id == gone.id).values(kind="open", user_id=None, bot=None)
        )
    thread.join(30)
    return found[0]


@pytest.mark.parametrize("agree", [True, False])
def test_who_has_just_lost_the_seat_answers_no_more(service: TableService, make_service, agree: bool) -> None:
    other = make_service(service.db.url.render_as_string(hide_password=False))
    table, _, (ben, clara), request = asked(service)
    service.answer_undo(table, ben, request, True)
    other.info(table, None)
    answer = meanwhile(service, table, clara, lambda: other.answer_undo(table, clara, request, agree))
    assert isinstance(answer, Forbidden)
    assert (undone(service, table), status(service, request)) == (0, "open")


def test_who_has_just_lost_the_seat_moves_no_more(service: TableService, make_service) -> None:
    other = make_service(service.db.url.render_as_string(hide_password=False))
    table, users = three_people(service)
    user, action, version = first_legal(other, table.id, users)
    answer = meanwhile(service, table.id, user, lambda: other.submit(table.id, user, action, version))
    assert isinstance(answer, Forbidden)
    assert service.info(table.id, None).version == version
