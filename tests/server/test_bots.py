"""Bots at the tables go on, whatever happened for a moment."""

import threading
import time
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy.exc import OperationalError

from stellwerk.server import bots
from stellwerk.server.bots import BotRunner
from stellwerk.server.claim import Who
from stellwerk.server.model import NewTable, SeatChoice, TableInfo, User
from stellwerk.server.service import TableService
from tests.server.fixtures import chairs
from tests.server.running import Running


def table_of_bots(service: TableService, user: User) -> TableInfo:
    seats = [SeatChoice("bot"), SeatChoice("bot"), SeatChoice("bot")]
    return service.create_table(user, NewTable("1848", seats, seed=5))


@pytest.fixture
def runner(local: TableService) -> Iterator[BotRunner]:
    found = BotRunner(local)
    yield found
    found.stop()


def goes_on(service: TableService, table: str, beyond: int, seconds: float = 15) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if service.info(table, None).version > beyond:
            return True
        time.sleep(0.02)
    return False


def test_a_failure_is_tried_again(
    local: TableService,
    runner: BotRunner,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The database is away for three moves; the table goes on by itself."""
    monkeypatch.setattr(bots, "FIRST_PAUSE", 0.05)
    table = table_of_bots(local, local.guest("Anna"))
    failed = []
    usual = local.submit_for_bot

    def away(*args: object) -> bool:
        if len(failed) < 3:
            failed.append(args)
            raise OperationalError("insert", {}, Exception("away"))
        return usual(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(local, "submit_for_bot", away)
    runner.start()
    assert goes_on(local, table.id, table.version + 3)
    assert len(failed) == 3
    assert [record.again_in for record in caplog.records] == [0.05, 0.1, 0.2]  # type: ignore[attr-defined]


def test_a_table_that_always_fails_stops_no_other(
    local: TableService, runner: BotRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(bots, "LONGEST_PAUSE", 0.05)
    anna = local.guest("Anna")
    broken, sound = table_of_bots(local, anna), table_of_bots(local, anna)
    usual = local.sitting

    def sitting(table: str, who: Who) -> object:
        if table == broken.id:
            raise RuntimeError("a bot that cannot think")
        return usual(table, who)

    monkeypatch.setattr(local, "sitting", sitting)
    runner.start()
    assert goes_on(local, sound.id, sound.version + 5)
    assert local.info(broken.id, None).version == broken.version


def test_a_forgotten_table_is_found(
    local: TableService, runner: BotRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody woke the bots: another process wrote the move and died."""
    monkeypatch.setattr(bots, "SWEEP", 0.2)
    monkeypatch.setattr(bots, "IDLE", 100)
    runner._sweep_at = time.monotonic() + 0.2
    runner.start()
    local.wake_bots = lambda table: None
    table = table_of_bots(local, local.guest("Anna"))
    assert goes_on(local, table.id, table.version)


def test_whoever_has_many_tables_waits_for_them(local: TableService, runner: BotRunner) -> None:
    """Bots of a crowd of tables do not keep people at other tables waiting for theirs."""
    mallory, anna, ben = (local.guest(name) for name in ("Mallory", "Anna", "Ben"))
    crowd = [table_of_bots(local, mallory).id for _ in range(6)]
    other = table_of_bots(local, ben).id
    people = [
        local.create_table(host, NewTable("1848", chairs("me", "bot", "bot"))).id
        for host in (mallory, mallory, anna)
    ]
    runner._ready |= dict.fromkeys([*crowd, other, *people])
    order = [runner._pick() for _ in range(len(crowd) + 1 + len(people))]
    assert set(order[:3]) == set(people), "people come first"
    assert order.index(people[2]) < 2, "and each host in turn"
    assert order.index(other) == 3
    assert sorted(order) == sorted([*crowd, other, *people])
    assert not runner._ready


def test_bots_move_although_nobody_knows_whose_they_are(
    local: TableService, runner: BotRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(tables: object) -> object:
        raise OperationalError("select", {}, Exception("away"))

    monkeypatch.setattr(runner, "_places", away)
    tables = [table_of_bots(local, local.guest("Anna")).id for _ in range(3)]
    runner._ready |= dict.fromkeys(tables)
    assert [runner._pick() for _ in tables] == tables


def test_tables_that_wait_for_people_are_left_alone(local: TableService, runner: BotRunner) -> None:
    anna = local.guest("Anna")
    wish = NewTable("1848", [*chairs("me", "hotseat"), SeatChoice("bot")], seed=5)
    table = local.create_table(anna, wish)
    info = local.info(table.id, anna)
    bot = next(seat.seat for seat in info.seats if seat.kind == "bot")
    assert (table.id in runner._left(0)) == (bot in info.to_act)


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
