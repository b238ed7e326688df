"""Puzzles from a game that people played: found in the queue, seen by who may see the table."""

import pytest

from stellwerk.engine import EndGame
from stellwerk.engine.save import dump, load
from stellwerk.puzzles.proving import proved
from stellwerk.puzzles.shelf import read
from stellwerk.server.foremen import Foremen
from stellwerk.server.model import TableInfo, User
from stellwerk.server.problems import Conflict, Forbidden, NotFound, NotSignedIn
from stellwerk.server.puzzles import ALL, Puzzles
from stellwerk.server.service import TableService
from stellwerk.server.workplace import OnTheSpot
from stellwerk.store.schema import OwnPuzzleRow, PuzzleAnswerRow
from tests.server.fixtures import hot_seat


def finished(service: TableService, user: User) -> TableInfo:
    """A game that ends by agreement, with all seats in one hand."""
    game, _ = load(read("1854-11").save)
    game.enter(EndGame(0))
    return service.upload(user, dump(game), "continue", "Semmering")


def look_through(service: TableService, table: TableInfo, user: User) -> Puzzles:
    puzzles = Puzzles(service)
    puzzles.look_for(table.id, user)
    foremen = Foremen(service.queue, [puzzles.kind()], [OnTheSpot()])
    assert [one.state for one in puzzles.tables(user)] == ["waiting"]
    assert foremen.work_once()
    return puzzles


def test_a_finished_game_is_looked_through_once_for_who_sat_there(local: TableService) -> None:
    anna = local.guest("Anna")
    table = finished(local, anna)
    assert table.status == "finished"
    puzzles = look_through(local, table, anna)
    [own] = puzzles.tables(anna)
    assert own.state == "done"
    assert len(own.puzzles) > 4
    for name in own.puzzles:
        asked = puzzles.find(name, anna)
        assert proved(asked.state, asked.puzzle) == asked.puzzle
    first = puzzles.find(own.puzzles[0], anna)
    answered = puzzles.answer(anna, first, first.puzzle.answer)
    assert (answered.solved, answered.change) == (True, None)
    assert puzzles.progress(anna).skills[ALL].tried == 0
    puzzles.look_for(table.id, anna)
    assert [one.state for one in puzzles.tables(anna)] == ["done"], "asked for twice it is done once"


def test_only_who_sat_there_asks_and_only_when_it_is_over(local: TableService) -> None:
    anna, ben = local.guest("Anna"), local.guest("Ben")
    table, running = finished(local, anna), hot_seat(local, anna)
    puzzles = Puzzles(local)
    with pytest.raises(Forbidden):
        puzzles.look_for(table.id, ben)
    with pytest.raises(NotSignedIn):
        puzzles.look_for(table.id, None)
    with pytest.raises(Conflict):
        puzzles.look_for(running.id, anna)
    assert puzzles.tables(ben) == []


def test_a_puzzle_is_seen_by_who_may_see_its_table(local: TableService) -> None:
    """Nobody guesses it without the table's link; a private copy is its host's; with the table it goes."""
    anna, ben = local.guest("Anna"), local.guest("Ben")
    table = finished(local, anna)
    puzzles = look_through(local, table, anna)
    [own] = puzzles.tables(anna)
    name = own.puzzles[0]
    assert puzzles.find(name, ben).table == table.id, "who has the link may look"
    copy = local.try_it(table.id, anna)
    with local.db.write() as session:
        kept = session.query(OwnPuzzleRow).first()
        copied = local.find(session, copy.id, anna).row
        copied.status = "finished"
        secret = f"{copy.id}-{kept.kind}-{kept.at}"
        session.add(
            OwnPuzzleRow(
                table_id=copied.id, kind=kept.kind, at=kept.at, version=copied.version, text=kept.text
            )
        )
    assert puzzles.find(secret, anna).table == copy.id
    for nobody in (ben, None):
        with pytest.raises(NotFound):
            puzzles.find(secret, nobody)
    for guess in (f"{'x' * 8}-heir-1", f"{table.id}-heir-999999", f"{table.id}--", "1848-1-run-0"):
        with pytest.raises(NotFound):
            puzzles.find(guess, anna)
    puzzles.answer(ben, puzzles.find(name, ben), puzzles.find(name, ben).puzzle.answer)
    local.delete(table.id, anna)
    with pytest.raises(NotFound):
        puzzles.find(name, anna)
    with local.db.read() as session:
        assert session.query(OwnPuzzleRow).count() == session.query(PuzzleAnswerRow).count() == 0
