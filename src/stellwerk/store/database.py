"""The database, SQLite or PostgreSQL by its address, with sessions to read and to write."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.orm import Session

from stellwerk.store.group_commit import GroupCommit

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_MS = 15_000
"""Milliseconds that a writer waits for another in SQLite."""
POSTGRES_LIMITS = {
    "statement_timeout": 20_000,
    "lock_timeout": 10_000,
    "idle_in_transaction_session_timeout": 60_000,
}
"""Milliseconds. Whoever waits longer is told so: a hanging statement must not take all threads with it."""
CONNECT_SECONDS = 10
"""So long PostgreSQL may take to let us in, and the pool to find a free connection."""
MIGRATION_LOCK = 18_48
"""PostgreSQL's advisory lock: workers that start together migrate one after the other."""


_one_at_a_time = Lock()
"""Alembic keeps its context in the module."""


def default_url() -> str:
    """STELLWERK_DATABASE_URL, else ./stellwerk.db if it is there, else a file in the user's data folder."""
    if given := os.environ.get("STELLWERK_DATABASE_URL"):
        return given
    here = Path("stellwerk.db")
    if here.exists():
        return f"sqlite:///{here.resolve()}"
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return f"sqlite:///{base / 'stellwerk' / 'stellwerk.db'}"


@cache
def revisions() -> tuple[str, ...]:
    """The forms that a database has had, the newest first; the name of each file begins with its own."""
    return tuple(sorted((path.name[:4] for path in MIGRATIONS.glob("versions/[0-9]*.py")), reverse=True))


class NewerDatabase(ValueError):
    """The database was made by a newer version of this program."""


class DamagedDatabase(ValueError):
    """The database says things about itself that none can say."""


def _keep_from_others(file: Path) -> None:
    """Keep the file from others, as it holds every secret: a new one is for its owner alone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):  # SQLite says what is wrong with the file, and better
        os.close(os.open(file, os.O_RDONLY | os.O_CREAT, 0o600))
        mode = file.stat().st_mode
        if mode & 0o007:
            file.chmod(mode & 0o770)


class Database:
    """`with db.read() as session` and `with db.write() as session`; a write is committed at its end."""

    def __init__(self, address: str) -> None:
        url = make_url(address if "://" in address else f"sqlite:///{address}")
        if url.drivername in ("postgres", "postgresql"):
            url = url.set(drivername="postgresql+psycopg")
        self.url = url
        self.sqlite = url.get_backend_name() == "sqlite"
        if url.get_backend_name() not in ("sqlite", "postgresql"):
            raise ValueError("the database is SQLite or PostgreSQL, not " + url.get_backend_name())
        if self.sqlite:
            if not url.database or url.database == ":memory:":
                raise ValueError("an SQLite database needs a file")
            self._file = Path(url.database)
            _keep_from_others(self._file)
        self.engine = self._engine()
        # SQLite's readers see one moment anyway; PostgreSQL's have to ask for it.
        whole = self.engine.execution_options(isolation_level="REPEATABLE READ")
        self._reading = self.engine if self.sqlite else whole
        # SQLite lets one writer in at a time; its own waiting is sleeping and trying again.
        # What may be lost when the power fails need not wait for the disk.
        self._light = self._engine(durable=False) if self.sqlite else None
        self._group_commit = None if self._light is None else GroupCommit(self.engine, self._light)

    def _engine(self, durable: bool = True) -> Engine:
        if not self.sqlite:
            return self._postgres()
        engine = create_engine(
            self.url,
            pool_size=8,
            max_overflow=40,
            hide_parameters=True,  # what people write stands in no log
            connect_args={"check_same_thread": False, "timeout": BUSY_MS / 1000},
        )

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _record: Any) -> None:
            connection.isolation_level = None  # transactions begin where we say so
            cursor = connection.cursor()
            for pragma in (
                "journal_mode=WAL",
                # Committed means on the disk, also when the power fails; or in order, and there soon.
                "synchronous=FULL" if durable else "synchronous=NORMAL",
                f"busy_timeout={BUSY_MS}",
                "foreign_keys=ON",
            ):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        @event.listens_for(engine, "begin")
        def begin(connection: Any) -> None:
            # A transaction that will write takes its turn at once: none fails halfway because of another.
            writes = connection.get_execution_options().get("writes", False)
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

        return engine

    def _postgres(self) -> Engine:
        engine = create_engine(
            self.url,
            pool_size=8,
            max_overflow=32,
            pool_pre_ping=True,
            pool_timeout=CONNECT_SECONDS,
            hide_parameters=True,
            connect_args={
                "connect_timeout": CONNECT_SECONDS,
                "keepalives_idle": 30,  # a server behind a cut cable is noticed
                "tcp_user_timeout": 20_000,
            },
        )

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _record: Any) -> None:
            for name, milliseconds in POSTGRES_LIMITS.items():
                connection.execute(f"set {name} = {milliseconds}")
            connection.commit()

        return engine

    @property
    def dsn(self) -> str:
        """The address as PostgreSQL's own library reads it."""
        return self.url.set(drivername="postgresql").render_as_string(hide_password=False)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """One transaction, in which everything is of the moment of its first statement."""
        with Session(self._reading, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def write(self, durable: bool = True) -> Iterator[Session]:
        """One transaction; what is announced or acknowledged comes after it.

        Not `durable`: nobody waits for the disk, and a power failure may take it back with all that came
        after it. For what is found out anew then, such as who works on something.
        """
        if self._group_commit is not None:
            with self._group_commit.write(durable) as session:
                yield session
            return
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            if not durable:
                session.execute(text("set local synchronous_commit = off"))
            yield session

    def revision(self) -> str | None:
        """Return the form that the database has now; None for an empty one."""
        with self.engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return None
            told = connection.execute(text("select version_num from alembic_version")).scalars().all()
        match told:
            case []:
                return None
            case [str(revision)]:
                return revision
        raise DamagedDatabase("the database file is damaged: it does not tell its form; restore a backup")

    def migrate(self, revision: str = "head") -> None:
        """Bring the database to the newest form, or to this one; an empty one is made."""
        known = revisions()
        present = self.revision()
        if present is not None and present not in known:
            raise NewerDatabase(
                f"the database is of a newer version of this program: it has revision {present}, "
                f"and {known[0]} is the newest one known here"
            )
        if revision not in ("head", *known):
            raise NewerDatabase(f"there is no revision {revision} here")
        if present == (known[0] if revision == "head" else revision):
            return
        # Only whoever has to change something waits for Alembic to load.
        from alembic import command
        from alembic.config import Config

        back = revision in known and present in known and known.index(revision) > known.index(present)
        with _one_at_a_time, self.engine.connect() as connection:
            if self.sqlite:
                # SQLite changes a table by making it anew, and what points at it must bear that meanwhile.
                connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
                connection.execution_options(writes=True)
            else:
                for name in POSTGRES_LIMITS:  # a migration may take its time, and others wait for it
                    connection.execute(text(f"set {name} = 0"))
                connection.execute(text("select pg_advisory_lock(:key)"), {"key": MIGRATION_LOCK})
                connection.commit()
            try:
                config = Config()
                config.set_main_option("script_location", str(MIGRATIONS))
                config.attributes["connection"] = connection
                (command.downgrade if back else command.upgrade)(config, revision)
                connection.commit()
            finally:
                connection.invalidate()  # it ends, and what was set for it: its lock, its patience

    def size(self) -> int:
        """Bytes of the whole database."""
        query = "select pg_database_size(current_database())"
        if self.sqlite:
            query = "select page_count * page_size from pragma_page_count(), pragma_page_size()"
        with self.engine.connect() as connection:
            return int(connection.execute(text(query)).scalar() or 0)

    def shrink(self) -> None:
        """Shrink an SQLite file to the size of its contents."""
        if self.sqlite:
            raw = self.engine.raw_connection()
            try:
                cursor = raw.cursor()
                cursor.execute("VACUUM")
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                cursor.close()
            finally:
                raw.close()

    def free(self) -> int | None:
        """Bytes left on the disk of an SQLite file; of PostgreSQL's disk we know nothing."""
        return shutil.disk_usage(self._file.parent).free if self.sqlite else None

    def close(self) -> None:
        self.engine.dispose()
        if self._light is not None:
            self._light.dispose()
