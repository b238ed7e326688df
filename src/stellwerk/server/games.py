"""Games in memory: rebuilt from the log when they are missing, brought up to date when they are behind."""

import logging
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from threading import Lock, RLock
from typing import Any, Union

import msgspec
from msgspec import UNSET, Struct, structs
from sqlalchemy import select
from sqlalchemy.orm import Session

from stellwerk.engine import (
    CHANCE,
    ENTRIES,
    Action,
    Event,
    Game,
    Redo,
    Refusal,
    Setup,
    Undo,
    chance,
    msg,
    state_hash,
    title,
)
from stellwerk.engine.canonical import UNREADABLE, unreadable
from stellwerk.engine.offload import ON_THE_SPOT, Offload, spared
from stellwerk.engine.play import prepare_to_judge
from stellwerk.engine.registry import kept_title
from stellwerk.engine.text import Figures
from stellwerk.server.judging import Verdicts
from stellwerk.server.problems import Unopened
from stellwerk.store.schema import LogRow, TableRow

ENTRY_SECONDS = 0.0003
"""What an entry of a log takes to be played again or hashed, about."""

_log = logging.getLogger("stellwerk.server")


class Logged(Struct, frozen=True):
    """A log entry with what it led to."""

    number: int
    action: Action
    at: int
    events: tuple[Event, ...]
    hash: str
    user_id: int | None
    created: int
    bot: str | None = None
    """The one that made the move."""


class Row(Struct, frozen=True):
    """An entry as the database keeps it."""

    number: int
    action: str
    version: int
    hash: str
    user_id: int | None
    created: int
    bot: str | None = None


class Unread(Action, frozen=True):
    """An entry that this release does not know; its text is kept as it was written."""

    text: str


class Stop(Struct, frozen=True):
    """Where today's rules cannot follow a log that is in the database, and why."""

    number: int
    """The entry's."""
    message: str
    figures: Figures = {}
    rule: str = ""


@cache
def _decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Union[(*kept_title(game).actions, *ENTRIES)])


def decode_entry(game: str, text: str) -> Action:
    action: Action = _decoder(game).decode(text)
    return action


def encode_entry(action: Action) -> str:
    if isinstance(action, Unread):
        return action.text
    return msgspec.json.encode(action).decode()


def check_installed(game: str) -> None:
    """Raise Unopened for a title that is gone."""
    try:
        title(game)
    except ValueError as error:
        raise Unopened(str(error)) from None


def setup_of(row: TableRow, seed: int | None = None) -> Setup:
    """What a table's game begins with; Unopened where the row is damaged."""
    try:
        players = msgspec.json.decode(row.players or "[]", type=tuple[str, ...])
        components = row.components if row.components is not None else UNSET
        if components is not UNSET:
            msgspec.json.decode(components)
    except UNREADABLE as error:
        raise Unopened(unreadable(error)) from None
    seed = row.seed if seed is None else seed
    return Setup(row.game, players, row.variant, row.rulings, seed, components, row.rules, row.form)


def seat_names(state: Any) -> tuple[str, ...]:
    """Players by seat; where seats are drawn, the state knows better than the set-up."""
    names: tuple[str, ...] = getattr(state, "names", state.setup.players)
    return names


def unfollowed(game: str, entry: Row) -> Logged:
    """Return an entry as it stands in the log, with nothing that it led to."""
    try:
        action = decode_entry(game, entry.action)
    except ValueError:  # not as its title writes actions
        action = Unread(-1, entry.action)
    return Logged(
        entry.number, action, entry.version, (), entry.hash, entry.user_id, entry.created, entry.bot
    )


class Record(Struct, frozen=True):
    """A table's log and what it led to.

    A record never changes, and the game in it is never played on: what happens next makes another one. So
    whoever holds a record sees one moment, however fast others move.
    """

    game: Game
    entries: tuple[Logged, ...] = ()
    redoable: int = 0
    """How many undos in a row could be taken back."""
    stop: Stop | None = None
    """Set where the log cannot be followed to its end: the table can only be read."""

    @property
    def state(self) -> Any:
        return self.game.state

    @property
    def version(self) -> int:
        return len(self.entries)

    @property
    def first(self) -> int:
        """The first point of the history that people see: after the lots before the first decision."""
        actions = self.game.actions
        return next((i for i, action in enumerate(actions) if action.seat >= 0), len(actions))

    def after(self, action: Action, offload: Offload) -> "Record":
        """With an action and the lots that follow it; a Refusal if it is not legal. Nobody has signed it."""
        pen = _Pen(self, offload)
        pen.enter(action)
        return pen.draw()

    def begun(self) -> "Record":
        """With the lots that are due before the first decision."""
        return _Pen(self).draw()

    def following(self, entries: Sequence[Row], offload: Offload) -> "Record":
        """With entries that the database has already. A log that takes long is followed elsewhere."""
        if spared(offload, len(entries) * ENTRY_SECONDS) is not ON_THE_SPOT:
            return offload(follow, self, entries)
        pen = _Pen(self, offload)
        for entry in entries:
            pen.follow(self.game.setup.game, entry)
        return pen.record()

    def since(self, version: int) -> tuple[Logged, ...]:
        return self.entries[version:]

    def signed(self, since: int, user_id: int | None, created: int, bot: str | None = None) -> "Record":
        """With whose the new entries are, and when they were made. Lots are nobody's."""
        new = [
            structs.replace(entry, created=created)
            if entry.action.seat == CHANCE
            else structs.replace(entry, created=created, user_id=user_id, bot=bot)
            for entry in self.entries[since:]
        ]
        return structs.replace(self, entries=(*self.entries[:since], *new))


class _Pen:
    """Writes the record that comes after another one."""

    def __init__(self, before: Record, offload: Offload = ON_THE_SPOT) -> None:
        self.game, self.entries = before.game.fork(), [*before.entries]
        self.offload = offload
        self.redoable, self.stop = before.redoable, before.stop

    def record(self) -> Record:
        return Record(self.game, tuple(self.entries), self.redoable, self.stop)

    def enter(self, action: Action, entry: Row | None = None) -> None:
        """One entry; `entry` is what the database has of it."""
        prepare_to_judge(self.game.state, action, self.offload)
        events = self.game.enter(action)
        if isinstance(action, Undo):
            events, self.redoable = (), self.redoable + 1
        elif isinstance(action, Redo):
            events, self.redoable = (), self.redoable - 1
        else:
            self.redoable = 0
        state, number = self.game.state, len(self.entries) + 1
        if entry is None:
            logged = Logged(number, action, state.version, events, state_hash(state), None, 0)
        else:
            known = entry.hash or state_hash(state)
            logged = Logged(
                number, action, state.version, events, known, entry.user_id, entry.created, entry.bot
            )
        self.entries.append(logged)

    def draw(self) -> Record:
        while (lot := chance(self.game.state)) is not None:
            self.enter(lot)
        return self.record()

    def follow(self, game: str, entry: Row) -> None:
        """One entry of the log. What today's rules refuse is kept, but nothing is played any more."""
        if self.stop is None:
            try:
                self.enter(decode_entry(game, entry.action), entry)
                return
            except Refusal as refusal:
                self.stop = Stop(entry.number, refusal.message, refusal.figures, refusal.rule)
            except msgspec.DecodeError as error:
                self.stop = Stop(
                    entry.number, msg("The entry cannot be read: {reason}"), {"reason": str(error)}
                )
        self.entries.append(unfollowed(game, entry))


def follow(record: Record, entries: Sequence[Row]) -> Record:
    """Return the record with these entries, for another process: nobody there waits for anything else."""
    return record.following(entries, ON_THE_SPOT)


class Live:
    """A table's game in this process. Whoever changes it holds `lock`."""

    def __init__(self, slug: str, offload: Offload) -> None:
        self.slug, self.offload = slug, offload
        self.lock = RLock()
        self.table_id = 0
        self.record: Record | None = None
        self.verdicts = Verdicts(offload)

    @property
    def version(self) -> int:
        return 0 if self.record is None else self.record.version

    def follows(self, row: TableRow) -> bool:
        """Return whether it is where the database is."""
        return self.record is not None and self.table_id == row.id and self.version == row.version

    def sync(self, row: TableRow, session: Session) -> Record:
        """Follow the log to the row's version."""
        record = self.record
        if record is None or self.table_id != row.id or record.version > row.version:
            try:
                record = Record(Game(setup_of(row)))
            except ValueError as error:
                raise Unopened(str(error)) from None
        if record.version != row.version:
            entries = log_rows(session, row, record.version)
            wanted = range(record.version + 1, row.version + 1)
            if [entry.number for entry in entries] != list(wanted):
                held = {entry.number for entry in entries}
                missing = next(number for number in wanted if number not in held)
                _log.error("the log has gaps", extra={"table": row.slug, "entry": missing})
                raise Unopened(f"entry {missing} is missing from its log")
            record = record.following(entries, self.offload)
            if record.stop is None and record.entries and record.entries[-1].hash != state_hash(record.state):
                _log.warning("replay gives another position", extra={"table": row.slug, "rules": row.rules})
        self.table_id, self.record = row.id, record
        return record


def log_rows(session: Session, row: TableRow, since: int = 0) -> Sequence[Row]:
    """Return the log after entry `since`; of a long one, values take a fraction of the time of objects."""
    query = select(
        LogRow.number, LogRow.action, LogRow.version, LogRow.hash, LogRow.user_id, LogRow.created, LogRow.bot
    ).where(LogRow.table_id == row.id, LogRow.number > since, LogRow.number <= row.version)
    return [Row(*values) for values in session.execute(query.order_by(LogRow.number))]


def log_texts(session: Session, row: TableRow) -> list[str]:
    """The entries as they were written. In a damaged file a text may be no text any more."""
    found: list[object] = [entry.action for entry in log_rows(session, row)]
    return [text.decode(errors="replace") if isinstance(text, bytes) else str(text) for text in found]


class GameCache:
    """The games used last."""

    def __init__(self, size: int, offload: Offload = ON_THE_SPOT) -> None:
        self.size, self.offload = size, offload
        self._lock = Lock()
        self._lives: OrderedDict[str, Live] = OrderedDict()

    def __len__(self) -> int:
        return len(self._lives)

    def get(self, slug: str) -> Live | None:
        """Return the game, if it is in memory."""
        return self.of(slug) if slug in self._lives else None

    def of(self, slug: str) -> Live:
        with self._lock:
            live = self._lives.get(slug)
            if live is None:
                live = self._lives[slug] = Live(slug, self.offload)
                while len(self._lives) > self.size:
                    self._lives.popitem(last=False)
            self._lives.move_to_end(slug)
            return live

    def drop(self, slug: str) -> None:
        with self._lock:
            self._lives.pop(slug, None)
