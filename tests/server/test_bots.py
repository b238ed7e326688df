"""Bots at the tables: thought elsewhere, kept in the log, replaced where they fail; they always go on."""

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

import stellwerk.bots
from stellwerk.bots import BotKind, RandomBot
from stellwerk.engine import Action, Pass, legal
from stellwerk.server import foremen as foremen_module
from stellwerk.server.bots import Bots
from stellwerk.server.claim import SYSTEM, Who
from stellwerk.server.foremen import Foremen
from stellwerk.server.model import NewTable, SeatChoice, TableInfo, User
from stellwerk.server.queue import LONGEST_PAUSE
from stellwerk.server.service import TableService
from stellwerk.store.schema import RemarkRow, ThoughtRow
from tests.server.fixtures import chairs, foremen_of
from tests.server.running import ROOT, Running


def table_of_bots(service: TableService, user: User, *bots: str) -> TableInfo:
    seats = [SeatChoice("bot", bot=bot) for bot in bots or ("random", "random", "random")]
    return service.create_table(user, NewTable("1848", seats, seed=5))


@pytest.fixture
def running(local: TableService) -> Iterator[Foremen]:
    """Foremen that a test starts; they are stopped at its end."""
    found = foremen_of(local)
    yield found
    found.stop()


def goes_on(service: TableService, table: str, beyond: int, seconds: float = 15) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if service.info(table, None).version > beyond:
            return True
        time.sleep(0.02)
    return False


def thoughts(service: TableService) -> list[ThoughtRow]:
    with service.db.read() as session:
        return list(session.scalars(select(ThoughtRow).order_by(ThoughtRow.number)))


def remarks(service: TableService) -> list[tuple[str, dict[str, str]]]:
    with service.db.read() as session:
        rows = session.scalars(select(RemarkRow).order_by(RemarkRow.id)).all()
    return [(row.kind, msgspec.json.decode(row.figures)) for row in rows]


def test_a_move_with_its_thought(service: TableService) -> None:
    """The log entry, what the bot thought, and the end of the job come together."""
    anna = service.guest("Anna")
    table = table_of_bots(service, anna)
    bots = foremen_of(service)
    assert service.queue.counts() == {("bot", "waiting"): 1}
    assert bots.work_once()
    after = service.info(table.id, anna)
    [thought] = thoughts(service)
    entry = service.log(table.id, SYSTEM)[table.version]
    assert (thought.number, thought.at, thought.seat) == (entry.number, entry.at, entry.seat)
    assert (thought.bot, thought.replaced, thought.fault) == ("random", None, None)
    assert msgspec.json.decode(thought.text)["action"]["seat"] == thought.seat
    assert after.version > table.version
    assert service.queue.counts() == {("bot", "done"): 1, ("bot", "waiting"): 1}, "the next one is asked for"


def test_bots_do_what_they_always_did(local: TableService) -> None:
    """The queue changes nothing in what a bot chooses: its luck comes from table and seat."""
    table = table_of_bots(local, local.guest("Anna"))
    bots = foremen_of(local)
    for _ in range(5):
        state, version = local.state(table.id, user=SYSTEM), local.info(table.id, None).version
        seat = local.info(table.id, None).to_act[0]
        expected = RandomBot(f"{table.id}/{seat}")(state, seat)
        assert bots.work_once()
        assert local.snapshot(table.id, SYSTEM).live.entries[version].action == expected


def test_undone_moves_lose_their_thoughts(local: TableService) -> None:
    anna = local.guest("Anna")
    table = local.create_table(anna, NewTable("1848", chairs("me", "bot", "bot"), seed=3))
    bots = foremen_of(local)
    while bots.work_once():
        pass
    start = local.info(table.id, anna)
    kept = len(thoughts(local))
    local.submit(table.id, anna, local.legal_for(table.id, anna)[0], start.version)
    while bots.work_once():
        pass
    assert len(thoughts(local)) > kept
    local.undo(table.id, anna, local.info(table.id, anna).version)
    assert len(thoughts(local)) == kept
    assert all(thought.at <= start.at for thought in thoughts(local))


def test_a_failure_is_tried_again(
    local: TableService,
    running: Foremen,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The database is away for three moves; the table goes on by itself, and no bot is blamed."""
    pauses: list[float] = []

    def pause_after(times: int) -> float:
        pauses.append(times)
        return 0.02

    monkeypatch.setattr(foremen_module, "pause_after", pause_after)
    table = table_of_bots(local, local.guest("Anna"))
    failed = []
    usual = local.submit_for_bot

    def away(*args: Any) -> bool:
        if len(failed) < 3:
            failed.append(args)
            raise OperationalError("insert", {}, Exception("away"))
        return usual(*args)

    monkeypatch.setattr(local, "submit_for_bot", away)
    running.start()
    assert goes_on(local, table.id, table.version + 3)
    assert len(failed) == 3
    assert pauses[:3] == [1, 2, 3]
    assert {thought.fault for thought in thoughts(local)} == {None}


def test_a_table_that_always_fails_stops_no_other(
    local: TableService, running: Foremen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foremen_module, "pause_after", lambda times: 0.02)
    anna = local.guest("Anna")
    broken, sound = table_of_bots(local, anna), table_of_bots(local, anna)
    usual = local.sitting

    def sitting(table: str, who: Who) -> object:
        if table == broken.id:
            raise RuntimeError("a table that cannot be opened")
        return usual(table, who)

    monkeypatch.setattr(local, "sitting", sitting)
    running.start()
    assert goes_on(local, sound.id, sound.version + 5)
    assert local.info(broken.id, None).version == broken.version


def test_a_forgotten_table_is_found(local: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asked for the move: the table is of a time when there was no queue."""
    anna = local.guest("Anna")
    monkeypatch.setattr(local, "wake_bots", lambda table: None)
    table = table_of_bots(local, anna)
    monkeypatch.undo()
    foremen = foremen_of(local)
    assert not foremen.work_once()
    Bots(local).look()
    assert not foremen.work_once(), "it has only just begun"
    Bots(local).look(0)
    assert foremen.work_once()
    assert local.info(table.id, None).version > table.version


def test_tables_with_people_come_first(local: TableService) -> None:
    """Bots of a crowd of tables do not keep people at other tables waiting for theirs."""
    mallory, anna, ben = (local.guest(name) for name in ("Mallory", "Anna", "Ben"))
    crowd = [table_of_bots(local, mallory).id for _ in range(6)]
    other = table_of_bots(local, ben).id
    while True:  # a seed with which a bot begins
        people = local.create_table(anna, NewTable("1848", chairs("me", "bot", "bot"))).id
        if not local.info(people, anna).your_turn:
            break
    order = [job.key.partition("/")[0] for job in iter(lambda: local.queue.claim("me", ["bot"]), None)]
    assert order[0] == people
    assert order.index(other) <= 2
    assert sorted(order) == sorted([*crowd, other, people])


def test_tables_that_wait_for_people_are_left_alone(local: TableService) -> None:
    anna = local.guest("Anna")
    table = local.create_table(anna, NewTable("1848", [*chairs("me", "hotseat"), SeatChoice("bot")], seed=5))
    foremen = foremen_of(local)
    while foremen.work_once():
        pass
    Bots(local).look(0)
    assert not foremen.work_once()
    assert local.info(table.id, anna).your_turn


def test_a_move_that_nobody_wants_any_more(local: TableService) -> None:
    """The game went on while a bot was thinking: its answer is dropped, and it thinks anew."""
    table = table_of_bots(local, local.guest("Anna"))
    state, seat = local.state(table.id, user=SYSTEM), table.to_act[0]
    local.submit_for_bot(table.id, seat, legal(state, seat)[0], table.version)
    moved = local.info(table.id, None).version
    foremen = foremen_of(local)
    assert foremen.work_once()
    assert local.info(table.id, None).version in (moved, moved + 1)
    assert local.queue.counts()["bot", "cancelled"] == 1 or foremen.work_once()
    assert local.queue.counts()["bot", "cancelled"] == 1


# -- bots of other people, which may do anything


def raises(seed: str) -> Callable[[Any, int], Action]:
    def bot(state: Any, seat: int) -> Action:
        raise LookupError("I do not know this position")

    return bot


def cheats(seed: str) -> Callable[[Any, int], Action]:
    return lambda state, seat: Pass((seat + 1) % 3)


def babbles(seed: str) -> Callable[[Any, int], Action]:
    return lambda state, seat: "pass"  # type: ignore[arg-type,return-value]


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> Mapping[str, BotKind]:
    kinds = {name: BotKind(make) for name, make in
             {"raises": raises, "cheats": cheats, "babbles": babbles}.items()}  # fmt: skip
    monkeypatch.setattr(stellwerk.bots, "foreign_bots", lambda: kinds)
    return kinds


@pytest.mark.parametrize("bot", ["raises", "cheats", "babbles"])
@pytest.mark.usefixtures("foreign")
def test_a_bot_that_fails_is_replaced_for_that_move(local: TableService, bot: str) -> None:
    table = table_of_bots(local, local.guest("Anna"), bot, bot, bot)
    foremen = foremen_of(local)
    assert foremen.work_once(), "it fails"
    assert local.info(table.id, None).version == table.version
    assert foremen.work_once()
    [thought] = thoughts(local)
    assert (thought.bot, thought.replaced, thought.fault) == ("gentle", bot, "failed")
    name = table.seats[thought.seat].name
    assert remarks(local)[1:] == [("failed", {"bot": bot, "name": name, "instead": "gentle"})]
    foremen.work_once()
    foremen.work_once()
    assert [thought.replaced for thought in thoughts(local)] == [bot, bot], "the next move is its own again"


@pytest.mark.usefixtures("foreign")
def test_if_gentle_fails_too_anything_is_played(local: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    from stellwerk.server import thinking

    usual = thinking.make_thinker

    def make(name: str, seed: str, game: str) -> Any:
        if name == "gentle":
            raise RuntimeError("no judge")
        return usual(name, seed, game)

    monkeypatch.setattr(thinking, "make_thinker", make)
    table_of_bots(local, local.guest("Anna"), "raises", "raises", "raises")
    foremen = foremen_of(local)
    for _ in range(3):
        assert foremen.work_once()
    [thought] = thoughts(local)
    assert (thought.bot, thought.replaced) == ("random", "raises")


def test_when_nothing_works_the_table_rests_for_a_while(
    local: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    from stellwerk.server import thinking

    def make(*args: object) -> Any:
        raise RuntimeError("no bots today")

    monkeypatch.setattr(thinking, "make_thinker", make)
    table = table_of_bots(local, local.guest("Anna"))
    foremen = foremen_of(local)
    assert [foremen.work_once() for _ in range(4)] == [True, True, True, False]
    assert local.queue.counts() == {("bot", "failed"): 1}
    Bots(local).look(0)
    assert not foremen.work_once(), "not at once"
    monkeypatch.undo()
    monkeypatch.setattr(local.queue.clock, "now", lambda: int(time.time() * 1000 + LONGEST_PAUSE * 1100))
    Bots(local).look(0)
    assert foremen.work_once()
    assert local.info(table.id, None).version > table.version


SLEEPY = """
import time
from stellwerk.bots import BotKind

def sleeps(seed):
    def bot(state, seat):
        while True:
            time.sleep(1)
    return bot

KIND = BotKind(sleeps)
"""


@pytest.fixture
def sleepy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that never answers, installed as other people's packages are."""
    site = tmp_path / "site"
    told = site / "sleepy-1.0.dist-info"
    told.mkdir(parents=True)
    (site / "sleepy.py").write_text(SLEEPY)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: sleepy\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[stellwerk.bots]\nsleepy = sleepy:KIND\n")
    before = os.environ.get("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setenv("PYTHONPATH", f"{site}:{before}")


@pytest.mark.usefixtures("sleepy")
def test_a_bot_that_never_answers(serve: Callable[..., Running], sqlite_address: str) -> None:
    """Its process is killed, another bot moves for it, the log says so, and the server answers meanwhile."""
    server = serve(sqlite_address, bot_seconds="3")
    anna = server.client("Anna")
    seats = [{"kind": "bot", "bot": "sleepy"}, {"kind": "bot"}, {"kind": "bot"}]
    table = anna.post("/tables", json={"game": "1848", "seats": seats}).json()
    sleeper = next(seat["seat"] for seat in table["seats"] if seat["bot"] == "sleepy")
    deadline, found = time.monotonic() + 60, []
    while time.monotonic() < deadline and not found:
        began = time.monotonic()
        assert anna.get(f"/tables/{table['id']}").status_code == 200
        assert time.monotonic() - began < 1
        found = [line for line in anna.get(f"/tables/{table['id']}/remarks").json() if line["kind"] == "slow"]
        time.sleep(0.1)
    assert found, "nobody moved for it"
    assert found[0]["seat"] == sleeper
    assert found[0]["text"].endswith("gentle moved.")
    thought = anna.get(f"/tables/{table['id']}/thoughts").json()
    [replaced] = [t for t in thought if t["number"] == found[0]["number"]]
    assert (replaced["bot"], replaced["replaced"], replaced["fault"]) == ("gentle", "sleepy", "slow")


def test_bots_go_on_when_postgres_was_away(
    serve: Callable[..., Running], new_postgres: Callable[[], str]
) -> None:
    """Connections die in the middle of a game of bots."""
    import psycopg

    address = new_postgres()
    server = serve(address)
    anna = server.client("Anna")
    seats = [{"kind": "bot"}] * 3
    table = anna.post("/tables", json={"game": "1848", "seats": seats}).json()["id"]
    stop = threading.Event()

    def cut() -> None:
        with psycopg.connect(address, autocommit=True) as connection:
            while not stop.is_set():
                connection.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity "
                    "where datname = current_database() and pid <> pg_backend_pid()"
                )
                stop.wait(0.02)

    cutting = threading.Thread(target=cut)
    cutting.start()
    time.sleep(1.5)
    stop.set()
    cutting.join()

    def version() -> int:
        while True:
            answer = anna.get(f"/tables/{table}")
            if answer.status_code == 200:
                return int(answer.json()["version"]) if answer.json()["status"] == "running" else 10**6
            assert answer.status_code == 503
            time.sleep(0.05)

    before = version()
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and version() <= before and before < 10**6:
        time.sleep(0.1)
    assert version() > before or before == 10**6, "the bots stand still"
