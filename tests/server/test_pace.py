"""How fast bots move: pauses in which nobody waits, sealed bids at once, bots that need no thought."""

from collections.abc import Iterator

import msgspec
import pytest
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.bots import RandomBot, make_bot
from stellwerk.engine import to_act
from stellwerk.games.gimperial_steam.rules.opening import Bid, Bidding
from stellwerk.server.app import create_app
from stellwerk.server.bots import Bots
from stellwerk.server.claim import SYSTEM
from stellwerk.server.core import BotTurn
from stellwerk.server.foremen import Foremen
from stellwerk.server.jobs import Bench
from stellwerk.server.model import NewTable, SeatChoice, TableInfo, User
from stellwerk.server.problems import Forbidden, Invalid
from stellwerk.server.queue import Job
from stellwerk.server.service import TableService
from stellwerk.server.thinking import think
from stellwerk.server.workplace import OnTheSpot
from stellwerk.store.database import Database
from tests.server.clock import HandClock
from tests.server.fixtures import SETTINGS, chairs, foremen_of

BOT = SeatChoice("bot")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def timed(sqlite_address: str, clock: HandClock) -> Iterator[TableService]:
    """A service whose clock is moved by hand, with a pause that nobody chose."""
    db = Database(sqlite_address)
    yield TableService(db, structs.replace(SETTINGS, bot_delay=0.5), clock=clock)
    db.close()


def among_bots(service: TableService, user: User, pace: int | None) -> TableInfo:
    """A table of one person with two bots, of which one begins."""
    while True:
        seats = chairs("me", "bot", "bot")
        table = service.create_table(user, NewTable("1848", seats, pace=pace))  # type: ignore[arg-type]
        if not service.info(table.id, user).your_turn:
            return table


@pytest.mark.parametrize(("pace", "seconds"), [(1, 2.0), (3, 0.7), (None, 0.5), (0, 0.0)])
def test_a_bot_waits_before_its_move(
    timed: TableService, clock: HandClock, pace: int | None, seconds: float
) -> None:
    """The pause is the time at which the job is due: nobody has it in hand until then."""
    anna = timed.guest("Anna")
    table, foremen = among_bots(timed, anna, pace), foremen_of(timed)
    for _ in range(2):
        before = timed.info(table.id, anna)
        if before.your_turn:
            break
        if seconds:
            clock.pass_by(seconds - 0.001)
            assert not foremen.work_once(), "too early"
            assert timed.queue.counts()["bot", "waiting"] == 1
            clock.pass_by(0.001)
        assert foremen.work_once()
        assert timed.info(table.id, anna).version > before.version


def test_bots_among_themselves_wait_for_nobody(timed: TableService) -> None:
    anna, foremen = timed.guest("Anna"), foremen_of(timed)
    table = timed.create_table(anna, NewTable("1848", [BOT, BOT, BOT], pace=None))
    assert foremen.work_once()
    assert timed.info(table.id, anna).pace == 0


def test_thinking_begins_after_the_pause(timed: TableService, clock: HandClock) -> None:
    anna = timed.guest("Anna")
    table = among_bots(timed, anna, 1)
    thinking = timed.snapshot(table.id, anna).thinking
    assert thinking is not None
    assert thinking.since == clock.now() + 2_000


def test_another_pace_counts_at_once(timed: TableService) -> None:
    """Also for the bot that is about to move; whoever sits there may say it, nobody else."""
    anna, foremen = timed.guest("Anna"), foremen_of(timed)
    table = among_bots(timed, anna, 1)
    assert not foremen.work_once()
    with pytest.raises(Forbidden):
        timed.set_pace(table.id, timed.guest("Stranger"), 0)
    with pytest.raises(Invalid):
        timed.set_pace(table.id, anna, 2)
    assert timed.info(table.id, anna).pace == 1
    assert timed.set_pace(table.id, anna, 0).pace == 0
    assert foremen.work_once()


def test_the_pace_by_the_api(sqlite_address: str) -> None:
    """A table of the API has bots that move at once; others come to it by its own word."""
    with TestClient(create_app(structs.replace(SETTINGS, database=sqlite_address))) as client:
        token = client.post("/api/v1/guests", json={"name": "Anna"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        seats = [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]
        table = client.post("/api/v1/tables", json={"game": "1848", "seats": seats}).json()
        assert table["pace"] == 0
        at = f"/api/v1/tables/{table['id']}/pace"
        assert client.put(at, json={"pace": 3}).json()["pace"] == 3
        assert client.put(at, json={"pace": 2}).status_code == 400


# -- sealed bids


def bidding(service: TableService, bot: str = "random") -> TableInfo:
    """Three bots that bid at the same time."""
    seats = [SeatChoice("bot", bot=bot)] * 3
    return service.create_table(service.guest("Anna"), NewTable("imperial-steam", seats, "normal", seed=7))


def answered(service: TableService, job: Job) -> BotTurn:
    """Have a job done; return what the bot was asked."""
    kind = Bots(service).kind()
    turn = msgspec.json.decode(job.payload, type=BotTurn)
    task = kind.prepare(job, turn)
    assert task is not None
    kind.done(job, turn, think(Bench(), task, lambda progress, words="": None))
    return turn


def test_sealed_bids_wait_for_no_other(service: TableService) -> None:
    """All are thought about at the same time, and none of them anew when another one is in."""
    table = bidding(service)
    state, wanted = service.state(table.id, user=SYSTEM), Bots(service).kind().wanted
    assert len(to_act(state)) == 3
    jobs = [service.queue.claim(f"holder {number}", ["bot"]) for number in range(3)]
    turns = [msgspec.json.decode(job.payload, type=BotTurn) for job in jobs if job is not None]
    bids = []
    for left, job in zip((2, 1, 0), reversed(jobs), strict=True):
        assert job is not None
        turn = answered(service, job)
        bids.append(make_bot("random", f"{table.id}/{turn.seat}", "imperial-steam")(state, turn.seat))
        assert [wanted(turn) for turn in turns] == [True] * left + [False] * (3 - left)
    made = service.snapshot(table.id, SYSTEM).live.game.actions
    assert [action for action in made if isinstance(action, Bid)] == bids
    assert service.queue.counts()["bot", "done"] == 3
    assert ("bot", "cancelled") not in service.queue.counts()


def test_nobody_is_asked_for_a_sealed_bid_twice(local: TableService) -> None:
    """A person's bid changes nothing for the bots that are thinking about theirs."""
    anna = local.guest("Anna")
    seats = [SeatChoice("me"), *[SeatChoice("bot")] * 2]
    table = local.create_table(anna, NewTable("imperial-steam", seats, "normal", seed=7))
    jobs = [local.queue.claim(f"holder {number}", ["bot"]) for number in range(2)]
    thinking = local.snapshot(table.id, anna).thinking
    local.submit(table.id, anna, local.legal_for(table.id, anna)[0], table.version)
    assert local.queue.claim("another", ["bot"]) is None
    assert local.snapshot(table.id, anna).thinking == thinking
    for job in jobs:
        assert job is not None
        answered(local, job)
    assert not isinstance(local.state(table.id, user=SYSTEM).frame, Bidding)


def test_people_see_one_sealed_bid_after_the_other(timed: TableService, clock: HandClock) -> None:
    anna, foremen = timed.guest("Anna"), foremen_of(timed)
    seats = [SeatChoice("me"), *[SeatChoice("bot")] * 2]
    table = timed.create_table(anna, NewTable("imperial-steam", seats, "normal", pace=3))
    for version in (table.version + 1, table.version + 2):
        assert not foremen.work_once()
        clock.pass_by(0.7)
        assert foremen.work_once()
        assert timed.info(table.id, anna).version == version


# -- bots that need no thought


def test_random_moves_in_a_row(local: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has made one goes on with the next, unclaimed, some of them; they are the same moves."""
    table = local.create_table(local.guest("Anna"), NewTable("1848", [BOT, BOT, BOT], seed=5))
    foremen = Foremen(local.queue, [Bots(local, in_a_row=4).kind()], [OnTheSpot()])
    claimed = []
    usual = local.queue.claim
    monkeypatch.setattr(local.queue, "claim", lambda *args: claimed.append(args) or usual(*args))
    assert foremen.work_once()
    assert len(claimed) == 1
    live = local.snapshot(table.id, SYSTEM).live
    moves = [entry for entry in live.entries[table.version :] if entry.action.seat >= 0]
    assert len(moves) == 4
    for entry in moves:
        before, seat = live.game.history[entry.at - 1].state, entry.action.seat
        assert entry.action == RandomBot(f"{table.id}/{seat}")(before, seat)
    assert [thought.number for thought in local.thoughts(table.id, SYSTEM)] == [m.number for m in moves]
    assert local.queue.counts() == {("bot", "done"): 1, ("bot", "waiting"): 1}, "the queue has its say again"


def test_nobody_goes_on_with_what_has_a_job_of_its_own(local: TableService) -> None:
    """The last of the sealed bids is asked for with the first: whoever made another one leaves it there."""
    anna = local.guest("Anna")
    seats = [SeatChoice("me"), BOT, BOT]
    table = local.create_table(anna, NewTable("imperial-steam", seats, "normal", seed=7))
    foremen = Foremen(local.queue, [Bots(local, in_a_row=4).kind()], [OnTheSpot()])
    for left in (2, 1):
        assert len(local.info(table.id, anna).to_act) == left + 1
        assert foremen.work_once()
    assert not foremen.work_once()
    assert local.info(table.id, anna).to_act == local.info(table.id, anna).my_seats
    assert local.queue.counts() == {("bot", "done"): 2}


def test_nobody_goes_on_where_people_shall_see_it(timed: TableService, clock: HandClock) -> None:
    anna = timed.guest("Anna")
    table = among_bots(timed, anna, 3)
    foremen = Foremen(timed.queue, [Bots(timed, in_a_row=4).kind()], [OnTheSpot()])
    clock.pass_by(0.7)
    assert foremen.work_once()
    assert timed.info(table.id, anna).version == table.version + 1
