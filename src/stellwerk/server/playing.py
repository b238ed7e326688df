"""Playing: looking at a position, and one action after the other into the log."""

from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from stellwerk.engine import Action, FormatError, decode, legal, to_act, view
from stellwerk.engine.play import activity_of
from stellwerk.engine.registry import may_hide
from stellwerk.server.core import Core, Sitting, seats_of, signed_in
from stellwerk.server.games import Stop, log_rows, seat_names, unfollowed
from stellwerk.server.lobby import beside_the_log, log_row
from stellwerk.server.model import Entry, Outcome, Position, Prompt, StopInfo, User
from stellwerk.server.problems import Conflict, Forbidden, Invalid, NotFound, Stale, Unopened
from stellwerk.server.secrecy import entry_for
from stellwerk.server.texts import clean
from stellwerk.store.database import now
from stellwerk.store.schema import TableRow, UndoRow
from stellwerk.text import translate

MOST_ACTIONS = 20_000
"""A log is not longer. A game has two thousand entries at the most; the rest is for what is undone."""


def read_action(game: str, action: Action | dict[str, Any] | bytes | str) -> Action:
    """An action as it was sent; Invalid when it is none of this game."""
    if isinstance(action, Action):
        return action
    try:
        return decode(game, msgspec.json.encode(action) if isinstance(action, dict) else action)
    except (FormatError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise Invalid("{reason}", reason=clean(str(error)[:500], 500)) from None


def prompt_of(state: Any) -> Prompt | None:
    """What is expected now."""
    if state.over:
        return None
    message, figures = activity_of(state).prompt(state)
    shown = msgspec.to_builtins(dict(figures))
    return Prompt(message, shown, translate(message, figures))


def stop_info(stop: Stop) -> StopInfo:
    figures = msgspec.to_builtins(dict(stop.figures))
    return StopInfo(stop.number, stop.rule, stop.message, figures, translate(stop.message, stop.figures))


class Glance(NamedTuple):
    """What is read of a table at one moment; what is shown of it is worked out afterwards."""

    state: Any
    version: int
    latest: int
    stop: Stop | None
    seat: int | None
    mine: list[int]

    def position(self, table: str) -> Position:
        state, stop = self.state, self.stop
        acting = [] if stop is not None else list(to_act(state))
        return Position(
            table=table,
            version=self.version,
            at=state.version,
            latest=self.latest,
            seat=self.seat,
            my_seats=self.mine,
            names=list(seat_names(state)),
            to_act=acting,
            your_turn=any(own in acting for own in self.mine),
            over=state.over,
            prompt=prompt_of(state) if stop is None else None,
            view=view(state, self.seat),
            stop=None if stop is None else stop_info(stop),
        )


class Playing(Core):
    def state(self, table: str, at: int | None = None, user: User | None = None) -> Any:
        """The engine's state, now or after `at` actions. It holds secrets: send only views of it."""
        with self.sitting(table, user) as sitting:
            return self._state(sitting, at)

    def _state(self, sitting: Sitting, at: int | None) -> Any:
        history = sitting.live.game.history
        if at is None or (sitting.live.stop is not None and at >= len(history)):
            return history[-1].state
        if not 0 <= at < len(history):
            raise NotFound("The game has no position {at}.", at=at)
        return history[max(at, sitting.live.first)].state

    def seat_of(self, table: str, user: User | None, seat: int | None = None) -> int | None:
        """The seat that a user looks from: the wanted one, else one that is to act, else his first."""
        with self.sitting(table, user) as sitting:
            return self._seat_of(sitting, user, seat)

    @staticmethod
    def _seat_of(sitting: Sitting, user: User | None, seat: int | None) -> int | None:
        mine = sitting.mine(user)
        if seat is not None:
            if seat not in mine:
                raise Forbidden("That is not your seat.")
            return seat
        acting = to_act(sitting.live.state)
        return next((own for own in mine if own in acting), mine[0] if mine else None)

    def view_for(
        self, table: str, user: User | None, seat: int | None = None, at: int | None = None
    ) -> Position:
        """What the user sees from a seat of his; without one, what any spectator sees."""
        with self.sitting(table, user) as sitting:
            found = self._glance(sitting, user, seat, self._state(sitting, at))
        return found.position(table)

    def glance(self, table: str, user: User | None, seat: int | None = None, at: int | None = None) -> Glance:
        """State, version and seat of one moment, however fast others move or undo.

        A position that was taken back meanwhile is the latest one.
        """
        with self.sitting(table, user) as sitting:
            state = self._state(sitting, at if at is not None and at <= sitting.latest else None)
            return self._glance(sitting, user, seat, state)

    def _glance(self, sitting: Sitting, user: User | None, seat: int | None, state: Any) -> Glance:
        looking, live = self._seat_of(sitting, user, seat), sitting.live
        return Glance(state, live.version, sitting.latest, live.stop, looking, sitting.mine(user))

    def legal_for(self, table: str, user: User | None, seat: int | None = None) -> list[Action]:
        """What a seat of the user's may do now."""
        return self.legal_now(table, user, seat)[1]

    def legal_now(self, table: str, user: User | None, seat: int | None = None) -> tuple[int, list[Action]]:
        """The version and what a seat of the user's may do in it."""
        with self.sitting(table, user) as sitting:
            looking = self._seat_of(sitting, user, seat)
            version, state = sitting.live.version, sitting.live.state
            if sitting.live.stop is not None:
                return version, []
        return version, [] if looking is None else legal(state, looking)

    def log(self, table: str, user: User | None, since: int = 0, limit: int | None = None) -> list[Entry]:
        """The entries after number `since`, as this user may see them."""
        try:
            with self.sitting(table, user) as sitting:
                return sitting.entries_for(user, max(0, since), limit)
        except Unopened:
            return self._written(table, user, max(0, since), limit)

    def _written(self, table: str, user: User | None, since: int, limit: int | None) -> list[Entry]:
        """The log of a table that cannot be opened: what the user did; of others, that they acted."""
        with self.db.read() as session:
            row = self.row(session, table, user)
            mine = frozenset(seats_of(self.seats(session, row), user))
            rows = list(log_rows(session, row, since))[:limit]
        opened = not may_hide(row.game)
        names = msgspec.json.decode(row.players or "[]", type=tuple[str, ...])
        found = [unfollowed(row.game, entry) for entry in rows]
        return [entry_for(logged, names if opened else (), mine, opened) for logged in found]

    def news(self, table: str, user: User | None, since: int) -> Outcome:
        """What happened after version `since`; a version from the future gets nothing."""
        with self.sitting(table, user) as sitting:
            return self._outcome(sitting, user, max(0, since))

    def submit(
        self, table: str, user: User | None, action: Action | dict[str, Any] | bytes | str, seen: int
    ) -> Outcome:
        """Judge and keep an action. What comes back is committed; a Refusal or Stale changed nothing."""
        with self.sitting(table, user) as sitting:
            mine = sitting.mine(signed_in(user))
            if not mine:
                raise Forbidden("You do not sit at this table.")
            played = read_action(sitting.row.game, action)
            if played.seat not in mine:
                raise Forbidden("That is not your seat.")
            self._must_be_current(sitting, user, seen)
            return self.commit(sitting, user, played)

    def submit_for_bot(self, table: str, seat: int, action: Action, seen: int) -> bool:
        """A bot's answer to the version it was computed for; False when the game has moved on."""
        with self.sitting_as_host(table) as sitting:
            if sitting.live.version != seen or sitting.seats[seat].kind != "bot":
                return False
            try:
                self.commit(sitting, None, action)
            except Stale:
                return False
            return True

    def sitting_as_host(self, table: str) -> AbstractContextManager[Sitting]:
        """For the server's own work: as the host, who may know of it."""
        with self.db.read() as session:
            host = session.scalar(select(TableRow.host_id).where(TableRow.slug == table))
        return self.sitting(table, User(host or 0, "", False))

    def _must_be_current(self, sitting: Sitting, user: User | None, seen: int) -> None:
        version = sitting.live.version
        if seen != version:
            raise Stale(seen, version, sitting.entries_for(user, max(0, seen)))

    def commit(self, sitting: Sitting, user: User | None, action: Action) -> Outcome:
        """Play, write, and only then tell. Two that want the same number: the log's key lets one in."""
        live, row = sitting.live, sitting.row
        if live.stop is not None:
            raise Conflict(
                "This table can only be read: today's rules do not allow entry {number} of its log.",
                number=live.stop.number,
            )
        before = live.version
        if before >= MOST_ACTIONS:
            raise Conflict("The log is full.")
        try:
            added = live.play(action, user.id if user is not None else None, now())
        except BaseException:
            if live.version != before:
                live.forget()
            raise
        try:
            with self.db.write() as session:
                session.add_all([log_row(row.id, logged) for logged in added])
                session.flush()
                session.execute(
                    update(TableRow)
                    .where(TableRow.id == row.id)
                    .values(beside_the_log(live.state, live.version))
                )
                session.execute(
                    update(UndoRow)
                    .where(UndoRow.table_id == row.id, UndoRow.status == "open")
                    .values(status="expired")
                )
        except IntegrityError:
            live.forget()
            with self.sitting(row.slug, User(row.host_id or 0, "", False)) as now_there:
                version, entries = now_there.live.version, now_there.entries_for(user, before)
            raise Stale(before, version, entries) from None
        except BaseException:
            live.forget()
            raise
        outcome = self._outcome(sitting, user, before)
        self.announce(row.slug, {"kind": "move", "version": outcome.version})
        if not outcome.over and any(
            sitting.seats[seat].kind == "bot" for seat in outcome.to_act if seat >= 0
        ):
            self.wake_bots(row.slug)
        return outcome

    def _outcome(self, sitting: Sitting, user: User | None, since: int) -> Outcome:
        state = sitting.live.state
        acting = list(to_act(state))
        mine = seats_of(sitting.seats, user)
        return Outcome(
            version=sitting.live.version,
            at=state.version,
            entries=sitting.entries_for(user, since),
            to_act=acting,
            your_turn=any(seat in acting for seat in mine),
            over=state.over,
        )
