"""For the operator: backup and restore, verifying every game, exporting all of them."""

import gzip
import hashlib
import logging
import os
import secrets
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct
from sqlalchemy import BigInteger, Boolean, Column, Integer, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stellwerk.engine import Game, Refusal, state_hash, title
from stellwerk.engine.canonical import UNREADABLE, unreadable
from stellwerk.engine.json_data import Json, JsonObject
from stellwerk.engine.save import dump, dump_log
from stellwerk.engine.text import one_line
from stellwerk.server.accounts import give_password, hashed
from stellwerk.server.games import decode_entry, log_rows, log_texts, setup_of
from stellwerk.server.problems import Problem, Unopened
from stellwerk.server.queue import Queue, State
from stellwerk.server.transfer import origin_of
from stellwerk.server.upload_checks import Origin
from stellwerk.server.user_text import is_slug
from stellwerk.store.database import Database, NewerDatabase
from stellwerk.store.names import fold
from stellwerk.store.schema import Base, JobRow, LogRow, TableRow, UserRow

FORMAT, FIRST_FORMAT = "stellwerk backup 2", "stellwerk backup 1"
BATCH = 500
_log = logging.getLogger("stellwerk.server")

_TABLES_OF_0001 = (
    "id slug name game variant rulings seed players status public host_id created updated version at acting "
    "result origin sandbox_of sandbox_at"
)
FIRST_COLUMNS: dict[str, tuple[str, ...]] = {
    name: tuple(columns.split())
    for name, columns in {
        "secrets": "name value",
        "users": "id name key email password epoch language created",
        "tokens": "id user_id label digest created",
        "tables": _TABLES_OF_0001.replace("sandbox_of", "components sandbox_of"),
        "seats": "table_id seat kind user_id bot name accepted",
        "log": "table_id number action version hash user_id created",
        "chat": "id table_id user_id name text created",
        "notes": "table_id user_id text",
        "undo_requests": "id table_id user_id seat back_to seen reason status created",
        "undo_consents": "id request_id user_id agree reason",
    }.items()
}
"""The first format named no columns: these are those of revision 0002; before it tables had no components."""


class BackupError(ValueError):
    """The file is no whole backup, or the database is not empty; nothing was changed."""


class Head(Struct):
    """The first line of a backup."""

    format: str = ""
    revision: str = ""
    columns: dict[str, tuple[str, ...]] = {}


# -- backup and restore: one line of JSON for each row, so that it goes from SQLite to PostgreSQL and back


def backup(db: Database, path: Path) -> int:
    """Write everything as of one moment; the server may run meanwhile. Returns the number of rows."""
    db.migrate()
    draft = path.with_name(path.name + ".tmp")
    digest = hashlib.sha256()
    count = 0
    with db.engine.connect() as connection, private_file(draft) as raw, gzip.open(raw, "wb") as file:
        if not db.sqlite:
            connection.execute(text("set transaction isolation level repeatable read read only"))

        def put(value: object) -> None:
            line = msgspec.json.encode(value) + b"\n"
            digest.update(line)
            file.write(line)

        tables = Base.metadata.sorted_tables
        columns = {table.name: tuple(column.name for column in table.columns) for table in tables}
        put(Head(FORMAT, db.revision() or "", columns))
        for table in tables:
            order = list(table.primary_key.columns)
            for row in connection.execution_options(yield_per=BATCH).execute(select(table).order_by(*order)):
                put([str(table.name), list(row)])
                count += 1
        file.write(msgspec.json.encode({"rows": count, "digest": digest.hexdigest()}) + b"\n")
    draft.replace(path)
    return count


def private_file(path: Path) -> BinaryIO:
    """Return a new file that only its owner may read: what the server keeps is full of secrets."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


class _Last(Struct):
    rows: int
    digest: str


def _read(path: Path) -> Iterator[Head | tuple[str, list[Json]]]:
    """The head and the rows of a backup; BackupError unless it is whole."""
    digest = hashlib.sha256()
    count = -1
    try:
        with gzip.open(path, "rb") as file:
            before = b""
            for line in file:
                if before:
                    digest.update(before)
                    count += 1
                    if count == 0:
                        head = msgspec.json.decode(before, type=Head)
                        if head.format not in (FORMAT, FIRST_FORMAT):
                            raise BackupError("not a backup that this program can read")
                        yield head
                    else:
                        yield msgspec.json.decode(before, type=tuple[str, list[Json]])
                before = line
            last = msgspec.json.decode(before, type=_Last)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise BackupError(
            "the backup cannot be read: it is not compressed as backups are, or cut off"
        ) from None
    except OSError as error:
        raise BackupError(f"the backup cannot be read: {error.strerror or error}") from None
    except UNREADABLE as error:
        raise BackupError(f"the backup cannot be read: {unreadable(error)}") from None
    if last.rows != count or last.digest != digest.hexdigest():
        raise BackupError("the backup is not whole")


def _rows(path: Path) -> Iterator[tuple[str, list[Json]]]:
    return (item for item in _read(path) if not isinstance(item, Head))


def _examine(path: Path) -> Head:
    """Read it once to see that it is whole, and of which form it is."""
    head, width = Head(), 0
    for item in _read(path):
        if isinstance(item, Head):
            head = item
        elif item[0] == "tables":
            width = len(item[1])
    if head.format == FORMAT:
        return head
    columns = dict(FIRST_COLUMNS)
    if width == len(_TABLES_OF_0001.split()):
        columns["tables"] = tuple(_TABLES_OF_0001.split())
        return Head(head.format, "0001", columns)
    return Head(head.format, "0002", columns)


def restore(db: Database, path: Path) -> int:
    """Fill an empty database from a backup, whole or not at all.

    The rows go into a database of the form that they were taken from, which is then brought up to date.
    """
    head = _examine(path)
    db.migrate()
    with db.read() as session:
        for table in Base.metadata.sorted_tables:
            if session.scalar(select(func.count()).select_from(table)):
                raise BackupError(f"the database is not empty: {table.name} has rows")
    try:
        db.migrate(head.revision)
    except NewerDatabase:
        raise BackupError(
            f"the backup is of a newer version of this program (revision {head.revision})"
        ) from None
    try:
        return _fill(db, path, head)
    finally:
        db.migrate()


def _fits(column: Column[Any], value: object) -> bool:
    """Whether a value is one that the column had: SQLite would keep any."""
    if value is None:
        return bool(column.nullable)
    if isinstance(column.type, Boolean):
        return isinstance(value, bool)
    if isinstance(column.type, Integer):
        most = 2**63 if isinstance(column.type, BigInteger) else 2**31
        return type(value) is int and -most <= value < most
    return isinstance(value, str) and "\0" not in value


def _fill(db: Database, path: Path, head: Head) -> int:
    try:
        return _insert(db, path, head)
    except IntegrityError:
        raise BackupError("the backup has rows that do not fit together") from None


def _insert(db: Database, path: Path, head: Head) -> int:
    then = MetaData()
    then.reflect(db.engine)
    count = 0
    with db.write() as session:
        batch: list[JsonObject] = []
        current: Table | None = None
        for name, values in _rows(path):
            if name not in head.columns or name not in then.tables or len(values) != len(head.columns[name]):
                raise BackupError(f"the backup has a row of {name} that does not fit")
            table = then.tables[name]
            row = dict(zip(head.columns[name], values, strict=True))
            if not all(key in table.c and _fits(table.c[key], value) for key, value in row.items()):
                raise BackupError(f"the backup has a row of {name} that does not fit")
            if current is not None and (table is not current or len(batch) >= BATCH):
                session.execute(insert(current), batch)
                batch = []
            current = table
            batch.append(row)
            count += 1
        if current is not None and batch:
            session.execute(insert(current), batch)
        if not db.sqlite:
            _renumber(session, then.sorted_tables)
    return count


def _renumber(session: Session, tables: Iterable[Table]) -> None:
    """PostgreSQL counts on from the highest number that was restored."""
    for table in tables:
        columns = list(table.primary_key.columns)
        if len(columns) == 1 and columns[0].name == "id" and isinstance(columns[0].type, Integer):
            session.execute(
                text(
                    f"select setval(pg_get_serial_sequence('{table.name}', 'id'), "
                    f"coalesce((select max(id) from {table.name}), 0) + 1, false)"
                )
            )


# -- verify and export


class Verdict(Struct):
    games: int = 0
    entries: int = 0
    faults: list[str] = []
    notes: list[str] = []
    """Games of earlier versions of the rules that cannot be played on, or stand otherwise than they did."""


def verify(db: Database, tell: Callable[[str], None] = lambda line: None) -> Verdict:
    """Replay every game from its log, by the rules that it began with, and compare each entry's hash."""
    verdict = Verdict()
    for slug in _slugs(db):
        fault, entries, earlier = _verify_table(db, slug)
        verdict.games += 1
        verdict.entries += entries
        if fault:
            told = f"{slug}: {fault}"
            (verdict.notes if earlier else verdict.faults).append(told)
            tell(told)
    return verdict


def _slugs(db: Database) -> list[str]:
    with db.read() as session:
        query = select(TableRow.slug).where(TableRow.players.is_not(None)).order_by(TableRow.id)
        return list(session.scalars(query))


def _verify_table(db: Database, slug: str) -> tuple[str, int, bool]:
    """What is wrong, among how many entries, and whether only a rule was corrected since the game began."""
    with db.read() as session:
        row = session.scalar(select(TableRow).where(TableRow.slug == slug))
        if row is None:
            return "", 0, False
        entries = list(log_rows(session, row))
        total = session.scalar(select(func.count()).select_from(LogRow).where(LogRow.table_id == row.id))
    count = len(entries)
    if [entry.number for entry in entries] != list(range(1, row.version + 1)) or total != row.version:
        return f"{total} entries, but the table is at version {row.version}", count, False
    try:
        game = Game(setup_of(row))
        earlier = row.rules < title(row.game).history.newest
        for entry in entries:
            try:
                game.enter(decode_entry(row.game, entry.action))
            except Refusal as refusal:
                if not earlier:
                    raise
                return (
                    f"entry {entry.number} is of rules version {row.rules} and can only be read: {refusal}",
                    count,
                    True,
                )
            if state_hash(game.state) != entry.hash or game.state.version != entry.version:
                return f"entry {entry.number}: replay gives another state", count, earlier
    except (ValueError, RecursionError, Problem) as error:  # what is wrong with a log is what we look for
        return unreadable(error), count, False
    except Exception as error:
        return f"the log cannot be followed ({type(error).__name__})", count, False
    if _unreadable_beside(row):
        return "what the table keeps beside its log cannot be read", count, False
    if row.at != game.state.version:
        return "the table and its log disagree", count, False
    return "", count, False


def _unreadable_beside(row: TableRow) -> bool:
    try:
        msgspec.json.decode(row.acting, type=list[int])
        msgspec.json.decode(row.result or "{}", type=dict[str, int])
        msgspec.json.decode(row.origin or "[]", type=Origin)
    except UNREADABLE:
        return True
    return False


def export_all(db: Database, folder: Path, tell: Callable[[str], None] = lambda line: None) -> int:
    """Every game as a save, its seed included: for the operator alone.

    One that cannot be written is told, and stops none of the others.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    count = 0
    for slug in _slugs(db):
        with db.read() as session:
            row = session.scalar(select(TableRow).where(TableRow.slug == slug))
            if row is None or row.sandbox_of is not None:
                continue
            texts = log_texts(session, row)
        origin = origin_of(row)
        try:
            setup = setup_of(row)
        except Unopened as problem:
            tell(f"{slug}: {problem}")
            continue
        try:
            data = dump(Game.replay(setup, [decode_entry(row.game, entry) for entry in texts]), origin)
        except Exception:  # today's rules cannot follow it: the log as it was written
            data = dump_log(setup, texts, origin)
        name = slug if is_slug(slug) else f"table-{row.id}"  # what is no name of ours may lead elsewhere
        with private_file(folder / f"{name}.save.json") as file:
            file.write(data)
        count += 1
    return count


# -- accounts


def new_password(db: Database, name: str) -> str:
    """Give an account a new password and return it; whoever was signed in there no longer is."""
    wanted = name.strip()
    found = UserRow.email == wanted.lower() if "@" in wanted else UserRow.key == fold(wanted)
    with db.write() as session:
        row = session.scalar(select(UserRow).where(found, UserRow.password.is_not(None)))
        if row is None:
            raise ValueError(f"there is no account {one_line(wanted)}")
        made = secrets.token_urlsafe(12)
        give_password(session, row, hashed(made))
    return made


# -- long work


def list_jobs(
    db: Database, say: Callable[[str], None], cancel: Sequence[int] = (), all_of_them: bool = False
) -> int:
    """List jobs, after some have been cancelled; 1 when one of those was over already."""
    queue = Queue(db)
    missed = 0
    for number in cancel:
        with db.write() as session:
            gone = queue.cancel(session, JobRow.id == number)
        missed += not gone
        say(f"{number}: {'cancelled' if gone else 'there is no such job that waits or is under way'}")
    states: tuple[State, ...] = ("waiting", "claimed", "failed")
    found = queue.jobs((*states, "done", "cancelled") if all_of_them else states)
    now = queue.clock.now()
    for job in found:
        parts = [
            f"{job.id}: {job.kind} {job.key}",
            job.state if job.state != "claimed" else f"claimed by {job.holder}",
            f"{max(0, now - job.created) // 1000} s old",
            f"{job.attempts} attempt(s), {job.failures} failure(s)",
            *([f"{job.progress / 10:.0f}% {job.words}".strip()] if job.state == "claimed" else []),
            *([job.error] if job.error else []),
        ]
        say(one_line(", ".join(parts)))
    say(f"{len(found)} job(s)")
    return 1 if missed else 0
