"""Hints in three steps, for those who may have them; thought in the queue, told in the log."""

from collections.abc import Callable

import pytest

from stellwerk.bots import make_thinker
from stellwerk.server.hinting import HintTurn, where_to_look
from stellwerk.server.model import HintInfo, NewTable, TableInfo, User
from stellwerk.server.problems import Conflict, Forbidden, Invalid, NotSignedIn, Stale
from stellwerk.server.service import TableService
from tests.server.fixtures import chairs, foremen_of, hot_seat


@pytest.fixture
def anna(local: TableService) -> User:
    return local.guest("Anna")


def found(service: TableService, table: TableInfo, user: User, step: int) -> HintInfo:
    """The hint, when it has been thought of."""
    version = service.info(table.id, user).version
    first = service.hint(table.id, user, version, step)
    if not first.ready:
        while foremen_of(service).work_once():
            pass
    return service.hint(table.id, user, version, step)


def test_three_steps(local: TableService, anna: User) -> None:
    table = hot_seat(local, anna)
    version, [seat] = table.version, table.to_act
    waiting = local.hint(table.id, anna, version)
    assert (waiting.ready, waiting.where, waiting.action, waiting.judged) == (False, None, None, [])
    assert [remark.text for remark in local.remarks(table.id, None)[1:]] == [
        f"{table.seats[seat].name} asked for a hint."
    ]
    where = found(local, table, anna, 1)
    assert where.ready
    assert where.action is None
    assert where.judged == []
    which = local.hint(table.id, anna, version, 2)
    assert which.judged == []
    why = local.hint(table.id, anna, version, 3)
    assert which.action == why.action == why.judged[0].action
    state = local.state(table.id)
    thought = make_thinker("sharp", f"{table.id}/{seat}", "1848")(state, seat)
    assert where.where == where_to_look(state, thought.action)
    assert [judged.value for judged in why.judged] == [judged.value for judged in thought.judged]
    assert len(why.judged) > 1
    assert where.where is not None
    assert where.where.kind == (which.action or {})["type"]
    local.submit(table.id, anna, which.action or {}, version)
    assert len(local.remarks(table.id, None)) == 2, "one hint, however many steps"


def test_the_place_on_the_map() -> None:
    from stellwerk.engine import Game, Setup
    from stellwerk.mech18.track import LayTile

    state = Game.new(Setup("1848", ("A", "B", "C"), seed=1)).state
    place = where_to_look(state, LayTile(0, "C4", "7", 2))
    assert (place.kind, place.places) == ("lay_tile", ["C4"])


def test_a_hint_is_for_its_position(local: TableService, anna: User) -> None:
    table = hot_seat(local, anna)
    local.hint(table.id, anna, table.version)
    local.submit(table.id, anna, local.legal_for(table.id, anna)[0], table.version)
    with pytest.raises(Stale):
        local.hint(table.id, anna, table.version)
    while foremen_of(local).work_once():
        pass
    assert local.queue.counts() == {("hint", "cancelled"): 1}, "nobody thinks about what is past"
    assert not local.hint_kind().wanted(HintTurn(table.id, table.version, table.to_act[0]))


def test_who_may_not(local: TableService, anna: User) -> None:
    table = hot_seat(local, anna)
    with pytest.raises(NotSignedIn):
        local.hint(table.id, None, table.version)
    with pytest.raises(Forbidden, match="do not sit"):
        local.hint(table.id, local.guest("Ben"), table.version)
    with pytest.raises(Forbidden, match="not your seat"):
        local.hint(table.id, anna, table.version, seat=7)
    with pytest.raises(Invalid):
        local.hint(table.id, anna, table.version, 4)
    with pytest.raises(Conflict, match="not your turn"):
        local.hint(table.id, anna, table.version, seat=(table.to_act[0] + 1) % 3)


def test_games_without_thinking_bots_have_none(local: TableService, anna: User) -> None:
    table = local.create_table(anna, NewTable("sealed", chairs("me", "hotseat", "hotseat")))
    with pytest.raises(Conflict, match="No bot here"):
        local.hint(table.id, anna, table.version)


def test_a_hint_that_nobody_finds(local: TableService, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    from stellwerk.server import thinking

    asked: list[str] = []

    def make(name: str, *rest: object) -> Callable[..., object]:
        asked.append(name)
        raise RuntimeError("no bots today")

    monkeypatch.setattr(thinking, "make_thinker", make)
    table = hot_seat(local, anna)
    with pytest.raises(Conflict, match="No hint was found"):
        found(local, table, anna, 1)
    assert asked == ["sharp", "gentle"]
