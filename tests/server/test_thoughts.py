"""What bots thought, for those who may know it: pairs of games that differ only in a bot's secret."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from stellwerk.engine import to_act
from stellwerk.server.bots import Bots
from stellwerk.server.claim import SYSTEM
from stellwerk.server.core import BotTurn
from stellwerk.server.model import NewTable, TableInfo, User
from stellwerk.server.service import TableService
from stellwerk.server.thinking import Thinking
from tests.server.fixtures import chairs, choose_seed, first_legal, foremen_of


def let_bid(service: TableService, coins: int, took: int, looked_at: int) -> None:
    """The bot whose turn it is bids so much, and has thought so of it."""
    job = service.queue.claim("test", ["bot"])
    assert job is not None
    turn = msgspec.json.decode(job.payload, type=BotTurn)
    action = {"type": "bid", "seat": turn.seat, "coins": coins}
    judged = [{"action": action, "value": float(coins), "money": [coins, 1, 2]}]
    thought = {"action": action, "judged": judged, "looked_at": looked_at}
    answer = msgspec.json.encode(Thinking(took, Raw(msgspec.json.encode(thought)))).decode()
    Bots(service).kind().done(job, turn, answer)


class Game:
    """A game of sealed bids with a person, a bot and somebody who looks on."""

    def __init__(self, service: TableService) -> None:
        self.service = service
        self.anna, self.ben, self.watcher = (service.guest(name) for name in ("Anna", "Ben", "Cy"))
        table = service.create_table(self.anna, NewTable("sealed", chairs("me", "open", "bot")))
        choose_seed(service, table.id, 7)
        self.table: TableInfo = service.join(table.id, self.ben)
        self.bot = next(seat.seat for seat in self.table.seats if seat.kind == "bot")

    def people_bid(self) -> None:
        """Both people bid, as soon as they may."""
        for user in (self.anna, self.ben):
            info = self.service.info(self.table.id, user)
            if info.your_turn:
                legal = self.service.legal_for(self.table.id, user)
                self.service.submit(self.table.id, user, legal[0], info.version)

    def seen_by(self, user: User | None) -> bytes:
        """All that has to do with bots, as somebody gets it; without links and times."""
        seen = self.service.snapshot(self.table.id, user)
        told: list[Any] = [
            self.service.thoughts(self.table.id, user),
            seen.thought,
            None if seen.thinking is None else (seen.thinking.seat, seen.thinking.bot),
            [(remark.number, remark.text) for remark in seen.remarks],
            seen.position().view,
            [(entry.number, entry.action) for entry in seen.entries()],
        ]
        return msgspec.json.encode(told)


@pytest.fixture
def pair(migrated: Path, tmp_path: Path, make_service: Callable[[str], TableService]) -> tuple[Game, Game]:
    """Two games that are the same so far."""
    found = []
    for name in ("one", "other"):
        found.append(Game(make_service(f"sqlite:///{shutil.copy(migrated, tmp_path / f'{name}.db')}")))
    return found[0], found[1]


def test_nobody_learns_a_secret_from_a_thought(pair: tuple[Game, Game]) -> None:
    one, other = pair
    let_bid(one.service, 3, took=10, looked_at=4)
    let_bid(other.service, 5, took=2_000, looked_at=9)
    for reader in ("anna", "ben", "watcher", "nobody"):
        seen = [game.seen_by(getattr(game, reader, None)) for game in pair]
        assert seen[0] == seen[1], reader
    [thought] = one.service.thoughts(one.table.id, one.anna)
    assert (thought.open, thought.seat, thought.bot, thought.judged) == (False, one.bot, "random", [])
    assert one.seen_by(SYSTEM) == other.seen_by(SYSTEM)  # type: ignore[arg-type]


def test_when_it_is_over_all_is_told(pair: tuple[Game, Game]) -> None:
    one, _ = pair
    let_bid(one.service, 3, took=10, looked_at=4)
    bots = foremen_of(one.service)
    while not one.service.state(one.table.id).over:
        one.people_bid()
        while bots.work_once():
            pass
    first = one.service.thoughts(one.table.id, one.watcher)[0]
    assert (first.open, first.looked_at, first.seconds) == (True, 4, 0.01)
    assert first.action == {"type": "bid", "seat": one.bot, "coins": 3}
    assert first.judged[0].money == [3, 1, 2]


def test_whoever_holds_the_seat_may_know_what_was_thought_there(pair: tuple[Game, Game]) -> None:
    one, _ = pair
    let_bid(one.service, 3, took=10, looked_at=4)
    seat = one.service.info(one.table.id, one.anna).my_seats[0]
    one.service.hand_over(one.table.id, one.anna, seat, "random")
    let_bid(one.service, 2, took=10, looked_at=6)
    assert [thought.open for thought in one.service.thoughts(one.table.id, one.anna)] == [False, True]
    assert [thought.open for thought in one.service.thoughts(one.table.id, one.ben)] == [False, False]


def test_an_open_game_tells_all(local: TableService) -> None:
    anna = local.guest("Anna")
    table = local.create_table(anna, NewTable("1848", chairs("me", "bot", "bot"), seed=3))
    bots = foremen_of(local)
    while bots.work_once():
        pass
    seen = local.snapshot(table.id, None)
    thoughts = local.thoughts(table.id, None)
    if thoughts:
        assert all(thought.open and thought.action for thought in thoughts)
        assert seen.thought == thoughts[-1]
    before = local.info(table.id, anna)
    local.submit(table.id, anna, local.legal_for(table.id, anna)[0], before.version)
    assert local.snapshot(table.id, None).thought is None, "the last move is a person's"
    while bots.work_once():
        pass
    thoughts = local.thoughts(table.id, None, since=before.version)
    assert thoughts
    for thought in thoughts:
        assert local.snapshot(table.id, None, at=thought.at).thought == thought
    assert local.thoughts(table.id, None, limit=1) == local.thoughts(table.id, None)[:1]


def test_who_is_thinking(local: TableService) -> None:
    anna = local.guest("Anna")
    table = local.create_table(anna, NewTable("1848", chairs("bot", "bot", "bot"), seed=3))
    seen = local.snapshot(table.id, None)
    assert seen.thinking is not None
    assert (seen.thinking.seat, seen.thinking.bot) == (table.to_act[0], "random")
    assert abs(seen.thinking.since - table.updated) < 5_000
    begun = local.create_table(anna, NewTable("1848", chairs("me", "hotseat", "hotseat")))
    assert local.snapshot(begun.id, None).thinking is None


def test_a_damaged_thought_is_left_out(local: TableService) -> None:
    from sqlalchemy import update

    from stellwerk.store.schema import ThoughtRow

    anna = local.guest("Anna")
    table = local.create_table(anna, NewTable("1848", chairs("bot", "bot", "bot"), seed=3))
    foremen_of(local).work_once()
    with local.db.write() as session:
        session.execute(update(ThoughtRow).values(text="{nonsense"))
    [thought] = local.thoughts(table.id, None)
    assert (thought.open, thought.action) == (False, None)


def test_a_first_move_of_a_person_is_no_thought(local: TableService) -> None:
    anna = local.guest("Anna")
    table = local.create_table(anna, NewTable("1848", chairs("me", "hotseat", "hotseat"), seed=3))
    user, action, version = first_legal(local, table.id, dict.fromkeys((0, 1, 2), anna))
    local.submit(table.id, user, action, version)
    assert local.snapshot(table.id, anna).thought is None
    assert to_act(local.state(table.id))
