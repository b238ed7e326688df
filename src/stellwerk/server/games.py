"""Games in memory: rebuilt from the log when they are missing, brought up to date when they are behind."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import cache
from threading import Lock, RLock
from typing import Any, Union

import msgspec
from msgspec import UNSET, Struct
from sqlalchemy import select
from sqlalchemy.orm import Session

from stellwerk.engine import (
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
from stellwerk.server.problems import Unopened
from stellwerk.store.schema import LogRow, TableRow


class Logged(Struct, frozen=True):
    """A log entry with what it led to."""

    number: int
    action: Action
    at: int
    events: tuple[Event, ...]
    hash: str
    user_id: int | None
    created: int


class Unread(Action, frozen=True):
    """An entry that this release does not know; its text is kept as it was written."""

    text: str


class Stop(Struct, frozen=True):
    """Where today's rules cannot follow a log that is in the database, and why."""

    number: int
    """The entry's."""
    message: str
    figures: Mapping[str, object] = {}
    rule: str = ""


@cache
def _decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Union[(*title(game).actions, *ENTRIES)])


def decode_entry(game: str, text: str) -> Action:
    action: Action = _decoder(game).decode(text)
    return action


def encode_entry(action: Action) -> str:
    if isinstance(action, Unread):
        return action.text
    return msgspec.json.encode(action).decode()


def setup_of(row: TableRow, seed: int | None = None) -> Setup:
    players = msgspec.json.decode(row.players or "[]", type=tuple[str, ...])
    components = row.components if row.components is not None else UNSET
    return Setup(row.game, players, row.variant, row.rulings, row.seed if seed is None else seed, components)


def seat_names(state: Any) -> tuple[str, ...]:
    """Players by seat; where seats are drawn, the state knows better than the set-up."""
    names: tuple[str, ...] = getattr(state, "names", state.setup.players)
    return names


def unfollowed(game: str, entry: LogRow) -> Logged:
    """An entry as it stands in the log, with nothing that it led to."""
    try:
        action = decode_entry(game, entry.action)
    except ValueError:  # not as its title writes actions, or the title is not installed any more
        action = Unread(-1, entry.action)
    return Logged(entry.number, action, entry.version, (), entry.hash, entry.user_id, entry.created)


class Live:
    """A table's game in this process. Whoever uses it holds `lock`."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.lock = RLock()
        self.table_id = 0
        self._game: Game | None = None
        self.entries: list[Logged] = []
        self.redoable = 0
        """How many undos in a row could be taken back."""
        self.stop: Stop | None = None
        """Set where the log cannot be followed to its end: the table can only be read."""

    @property
    def game(self) -> Game:
        assert self._game is not None
        return self._game

    @property
    def state(self) -> Any:
        return self.game.state

    @property
    def version(self) -> int:
        return len(self.entries)

    def begin(self, table_id: int, game: Game) -> None:
        self.table_id, self._game, self.entries, self.redoable = table_id, game, [], 0
        self.stop = None

    def forget(self) -> None:
        """What is in memory may be wrong; the next use reads the log again."""
        self._game, self.entries, self.stop = None, [], None

    def sync(self, row: TableRow, session: Session) -> None:
        """Follow the log to the row's version."""
        if self._game is None or self.table_id != row.id or self.version > row.version:
            try:
                self.begin(row.id, Game(setup_of(row)))
            except ValueError as error:
                raise Unopened(str(error)) from None
        if self.version == row.version:
            return
        try:
            for entry in log_rows(session, row, self.version):
                self._follow(row, entry)
        except BaseException:
            self.forget()
            raise
        if self.version != row.version:
            self.forget()
            raise RuntimeError(f"table {row.slug}: the log has gaps")

    def _follow(self, row: TableRow, entry: LogRow) -> None:
        """One entry of the log. What today's rules refuse is kept, but nothing is played any more."""
        if self.stop is None:
            try:
                self.enter(decode_entry(row.game, entry.action), entry.user_id, entry.created, entry.hash)
                return
            except Refusal as refusal:
                self.stop = Stop(entry.number, refusal.message, refusal.figures, refusal.rule)
            except msgspec.DecodeError as error:
                self.stop = Stop(
                    entry.number, msg("The entry cannot be read: {reason}"), {"reason": str(error)}
                )
        self.entries.append(unfollowed(row.game, entry))

    def enter(self, action: Action, user_id: int | None, created: int, known: str = "") -> Logged:
        """One entry. A Refusal changes nothing. `known` is the state's hash, if it is known already."""
        game = self.game
        events = game.enter(action)
        if isinstance(action, Undo):
            events, self.redoable = (), self.redoable + 1
        elif isinstance(action, Redo):
            events, self.redoable = (), self.redoable - 1
        else:
            self.redoable = 0
        state = game.state
        found = known or state_hash(state)
        logged = Logged(self.version + 1, action, state.version, events, found, user_id, created)
        self.entries.append(logged)
        return logged

    def play(self, action: Action, user_id: int | None, created: int) -> list[Logged]:
        """An action and the lots that follow it. They are not committed yet: on failure `forget`."""
        return [self.enter(action, user_id, created), *self.draw(created)]

    def draw(self, created: int) -> list[Logged]:
        added: list[Logged] = []
        while (lot := chance(self.state)) is not None:
            added.append(self.enter(lot, None, created))
        return added

    @property
    def first(self) -> int:
        """The first point of the history that people see: after the lots before the first decision."""
        actions = self.game.actions
        return next((i for i, action in enumerate(actions) if action.seat >= 0), len(actions))


def log_rows(session: Session, row: TableRow, since: int = 0) -> Sequence[LogRow]:
    query = select(LogRow).where(
        LogRow.table_id == row.id, LogRow.number > since, LogRow.number <= row.version
    )
    return session.scalars(query.order_by(LogRow.number)).all()


class GameCache:
    """The games used last."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._lock = Lock()
        self._lives: OrderedDict[str, Live] = OrderedDict()

    def __len__(self) -> int:
        return len(self._lives)

    def __contains__(self, slug: str) -> bool:
        return slug in self._lives

    def of(self, slug: str) -> Live:
        with self._lock:
            live = self._lives.get(slug)
            if live is None:
                live = self._lives[slug] = Live(slug)
                while len(self._lives) > self.size:
                    self._lives.popitem(last=False)
            self._lives.move_to_end(slug)
            return live

    def drop(self, slug: str) -> None:
        with self._lock:
            self._lives.pop(slug, None)
