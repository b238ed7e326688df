"""For the operator: backup and restore, verifying every game, exporting all of them."""

import gzip
import hashlib
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Table, func, insert, select, text
from sqlalchemy.orm import Session

from stellwerk.engine import Game, state_hash
from stellwerk.engine.save import dump
from stellwerk.server.games import decode_entry, log_rows, setup_of
from stellwerk.store.database import Database
from stellwerk.store.schema import Base, LogRow, TableRow

FORMAT = "stellwerk backup 1"
BATCH = 500
_log = logging.getLogger("stellwerk.server")


class BackupError(ValueError):
    """The file is no whole backup, or the database is not empty; nothing was changed."""


# -- backup and restore: one line of JSON for each row, so that it goes from SQLite to PostgreSQL and back


def backup(db: Database, path: Path) -> int:
    """Write everything as of one moment; the server may run meanwhile. Returns the number of rows."""
    db.migrate()
    draft = path.with_name(path.name + ".tmp")
    digest = hashlib.sha256()
    count = 0
    with db.engine.connect() as connection, gzip.open(draft, "wb") as file:
        if not db.sqlite:
            connection.execute(text("set transaction isolation level repeatable read read only"))

        def put(value: object) -> None:
            line = msgspec.json.encode(value) + b"\n"
            digest.update(line)
            file.write(line)

        put({"format": FORMAT})
        for table in Base.metadata.sorted_tables:
            order = list(table.primary_key.columns)
            for row in connection.execution_options(yield_per=BATCH).execute(select(table).order_by(*order)):
                put([str(table.name), list(row)])
                count += 1
        file.write(msgspec.json.encode({"rows": count, "digest": digest.hexdigest()}) + b"\n")
    draft.replace(path)
    return count


def _lines(path: Path) -> Iterator[Any]:
    """The rows of a backup; BackupError unless it is whole."""
    digest = hashlib.sha256()
    count = -1
    last: Any = None
    try:
        with gzip.open(path, "rb") as file:
            before = b""
            for line in file:
                if before:
                    digest.update(before)
                    value = msgspec.json.decode(before)
                    count += 1
                    if count == 0:
                        if not isinstance(value, dict) or value.get("format") != FORMAT:
                            raise BackupError("not a backup of this program")
                    else:
                        yield value
                before = line
            last = msgspec.json.decode(before) if before else None
    except (OSError, EOFError, msgspec.DecodeError) as error:
        raise BackupError(f"the backup cannot be read: {error}") from None
    if not isinstance(last, dict) or last.get("rows") != count or last.get("digest") != digest.hexdigest():
        raise BackupError("the backup is not whole")


def restore(db: Database, path: Path) -> int:
    """Fill an empty database from a backup, whole or not at all."""
    for _ in _lines(path):
        pass  # read once to see that it is whole
    db.migrate()
    tables = {table.name: table for table in Base.metadata.sorted_tables}
    count = 0
    with db.write() as session:
        for table in tables.values():
            if session.scalar(select(func.count()).select_from(table)):
                raise BackupError(f"the database is not empty: {table.name} has rows")
        batch: list[dict[str, Any]] = []
        current: Table | None = None
        for name, values in _lines(path):
            table = tables[name]
            if current is not None and (table is not current or len(batch) >= BATCH):
                session.execute(insert(current), batch)
                batch = []
            current = table
            batch.append(dict(zip((column.name for column in table.columns), values, strict=True)))
            count += 1
        if current is not None and batch:
            session.execute(insert(current), batch)
        if not db.sqlite:
            _renumber(session)
    return count


def _renumber(session: Session) -> None:
    """PostgreSQL counts on from the highest number that was restored."""
    for table in Base.metadata.sorted_tables:
        columns = list(table.primary_key.columns)
        if len(columns) == 1 and columns[0].name == "id":
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


def verify(db: Database, tell: Callable[[str], None] = lambda line: None) -> Verdict:
    """Replay every game from its log and compare each entry's hash."""
    verdict = Verdict()
    for slug in _slugs(db):
        fault, entries = _verify_table(db, slug)
        verdict.games += 1
        verdict.entries += entries
        if fault:
            verdict.faults.append(f"{slug}: {fault}")
            tell(verdict.faults[-1])
    return verdict


def _slugs(db: Database) -> list[str]:
    with db.read() as session:
        query = select(TableRow.slug).where(TableRow.players.is_not(None)).order_by(TableRow.id)
        return list(session.scalars(query))


def _verify_table(db: Database, slug: str) -> tuple[str, int]:
    with db.read() as session:
        row = session.scalar(select(TableRow).where(TableRow.slug == slug))
        if row is None:
            return "", 0
        entries = list(log_rows(session, row))
        total = session.scalar(select(func.count()).select_from(LogRow).where(LogRow.table_id == row.id))
    if [entry.number for entry in entries] != list(range(1, row.version + 1)) or total != row.version:
        return f"{total} entries, but the table is at version {row.version}", len(entries)
    try:
        game = Game(setup_of(row))
        for entry in entries:
            game.enter(decode_entry(row.game, entry.action))
            found = state_hash(game.state)
            if found != entry.hash or game.state.version != entry.version:
                return f"entry {entry.number}: replay gives another state", len(entries)
    except Exception as error:  # whatever is wrong with a log is what we are looking for
        return f"{type(error).__name__}: {error}", len(entries)
    if row.at != game.state.version:
        return "the table and its log disagree", len(entries)
    return "", len(entries)


def export_all(db: Database, folder: Path) -> int:
    """Every game as a save, its seed included: for the operator alone."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for slug in _slugs(db):
        with db.read() as session:
            row = session.scalar(select(TableRow).where(TableRow.slug == slug))
            if row is None or row.sandbox_of is not None:
                continue
            actions = [decode_entry(row.game, entry.action) for entry in log_rows(session, row)]
        origin = msgspec.json.decode(row.origin or "[]", type=tuple[tuple[int, int], ...])
        data = dump(Game.replay(setup_of(row), actions), origin)
        (folder / f"{slug}.save.json").write_bytes(data)
        count += 1
    return count
