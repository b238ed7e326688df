"""Databases for tests: an SQLite file, and a real PostgreSQL that the tests start themselves."""

import atexit
import secrets
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest
from argon2 import PasswordHasher
from sqlalchemy import make_url, update

from stellwerk.engine import registry
from stellwerk.server import accounts
from stellwerk.server.bots import Bots
from stellwerk.server.foremen import Foremen
from stellwerk.server.model import NewTable, SeatChoice, TableInfo, User
from stellwerk.server.service import TableService
from stellwerk.server.settings import Settings
from stellwerk.server.workplace import OnTheSpot, Worker
from stellwerk.store import Database
from stellwerk.store.schema import TableRow
from tests.foreign import install
from tests.server.postgres import running_postgres

TEMPLATE = "stellwerk_template"


@cache
def _server() -> str:
    """One PostgreSQL server for a test process, with a migrated database to copy; stopped at the end."""
    running = running_postgres()
    uri = running.__enter__()
    atexit.register(running.__exit__, None, None, None)
    _execute(uri, f"create database {TEMPLATE}")
    migrated = Database(_named(uri, TEMPLATE))
    migrated.migrate()
    migrated.close()
    return uri


@pytest.fixture(scope="session")
def postgres() -> str:
    """The address of a PostgreSQL server of this test process."""
    return _server()


def _named(uri: str, name: str) -> str:
    return make_url(uri).set(database=name).render_as_string(hide_password=False)


def _execute(uri: str, statement: str) -> None:
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute(statement)


@pytest.fixture(scope="session")
def new_postgres(postgres: str) -> Callable[[], str]:
    """A new migrated database on the server."""

    def make() -> str:
        name = f"t_{secrets.token_hex(6)}"
        _execute(postgres, f'create database "{name}" template {TEMPLATE}')
        return _named(postgres, name)

    return make


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file of the newest form, to be copied: how it came to be is for other tests."""
    path = tmp_path_factory.mktemp("migrated") / "stellwerk.db"
    db = Database(f"sqlite:///{path}")
    db.migrate()
    db.close()
    return path


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest) -> str:
    """The same test on both databases."""
    found: str = (
        request.getfixturevalue("sqlite_address")
        if request.param == "sqlite"
        else request.getfixturevalue("new_postgres")()
    )
    return found


@pytest.fixture
def sqlite_address(migrated: Path, tmp_path: Path) -> str:
    return f"sqlite:///{shutil.copy(migrated, tmp_path / 'stellwerk.db')}"


SETTINGS = Settings(bot_delay=0.0, rate_limits=False, heartbeat=1.0, pages=False)


@pytest.fixture
def make_service() -> Iterator[Callable[[str], TableService]]:
    """A service on a database, as one process of a server has it."""
    made: list[Database] = []

    def make(address: str) -> TableService:
        db = Database(address)
        made.append(db)
        db.migrate()
        return TableService(db, SETTINGS)

    yield make
    for db in made:
        db.close()


@pytest.fixture
def service(address: str, make_service: Callable[[str], TableService]) -> TableService:
    return make_service(address)


@pytest.fixture
def local(sqlite_address: str, make_service: Callable[[str], TableService]) -> TableService:
    """A service on SQLite, for what does not depend on the database."""
    return make_service(sqlite_address)


DEAR = accounts._hasher
"""How passwords are kept in earnest."""


@pytest.fixture(autouse=True)
def _cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hash that takes no time: how dear the real one is has a test of its own."""
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(accounts, "_hasher", cheap)
    monkeypatch.setattr(accounts, "_NOBODY", cheap.hash("nobody"))


@pytest.fixture(autouse=True)
def _sealed_is_a_title(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The registry finds one folder more: a small game with secrets."""
    install(monkeypatch, sealed="tests.engine.sealed:TITLE")
    registry.title.cache_clear()
    yield
    registry.title.cache_clear()


def foremen_of(service: TableService, *workers: Worker) -> Foremen:
    """Who works on the jobs of a service: on the spot, unless other workers are given."""
    bots = Bots(service)
    foremen = Foremen(
        service.queue, [bots.kind(), service.hint_kind()], workers or [OnTheSpot()], chores=[bots.look]
    )
    service.call_workers = foremen.call
    return foremen


def chairs(*kinds: str) -> list[SeatChoice]:
    made: list[Any] = [SeatChoice(kind) for kind in kinds]  # type: ignore[arg-type]
    return made


def hot_seat(service: TableService, user: User, game: str = "1848", count: int = 3) -> TableInfo:
    """A running game with all seats in one browser."""
    return service.create_table(user, NewTable(game, chairs("me", *["hotseat"] * (count - 1)), seed=1848))


def choose_seed(service: TableService, table: str, seed: int) -> None:
    """Among people nobody can choose the seed of a waiting table; tests can."""
    with service.db.write() as session:
        session.execute(update(TableRow).where(TableRow.slug == table).values(seed=seed))


def three_people(
    service: TableService, game: str = "1848", names: tuple[str, ...] = ("Anna", "Bartek", "Clara")
) -> tuple[TableInfo, dict[int, User]]:
    """A running game of three people, and who sits where."""
    users = [service.guest(name) for name in names]
    table = service.create_table(users[0], NewTable(game, chairs("me", *["open"] * (len(names) - 1))))
    choose_seed(service, table.id, 1848)
    for user in users[1:]:
        table = service.join(table.id, user)
    return table, {service.info(table.id, user).my_seats[0]: user for user in users}


def first_legal(service: TableService, table: str, users: dict[int, User]) -> tuple[User, Any, int]:
    """Whose turn it is, something that may be done, and the version."""
    info = service.info(table, None)
    seat = info.to_act[0]
    user = users[seat]
    return user, service.legal_for(table, user, seat)[0], info.version
