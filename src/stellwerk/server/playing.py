"""Playing: looking at a position, and one action after the other into the log."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from sqlalchemy import delete, insert, update

from stellwerk.engine import Action, FormatError, Refusal, Undo, decode, to_act
from stellwerk.engine.json_data import JsonObject
from stellwerk.engine.registry import kept_title
from stellwerk.server.claim import SYSTEM, Who
from stellwerk.server.core import Sitting, bot_at, seats_of, signed_in, turns_of
from stellwerk.server.games import Logged, Record, log_rows, setup_of, unfollowed
from stellwerk.server.lobby import log_values, write_summary
from stellwerk.server.model import Entry, Notice, Outcome, Position, User
from stellwerk.server.pace import asked_in
from stellwerk.server.problems import Conflict, Forbidden, Invalid, Stale, Unopened
from stellwerk.server.secrecy import entry_for
from stellwerk.server.sidebar import ALL
from stellwerk.server.snapshot import Snapshot
from stellwerk.server.user_text import clean
from stellwerk.server.viewing import Viewing
from stellwerk.store.schema import LogRow, ThoughtRow, UndoRow

Sent = Action | JsonObject | bytes | str
"""An action as it arrives."""
MOST_ACTIONS = 20_000
"""A log is not longer. A game has two thousand entries at the most; the rest is for what is undone."""


def read_action(game: str, action: Sent) -> Action:
    """Return an action as it was sent; raise Invalid when it is none of this game."""
    if isinstance(action, Action):
        return action
    try:
        return decode(game, action)
    except (FormatError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise Invalid("{reason}", reason=clean(str(error)[:500], 500)) from None


def as_asked(live: Record, action: Action, seen: int) -> int:
    """Return the version that somebody saw; that of now, where nothing has changed for the seat since.

    Who bids in secret at the same time as others is not told to look again because one of them was faster.
    """
    asked = action.seat in to_act(live.state) and 0 <= seen < live.version
    return live.version if asked and asked_in(live, action.seat) <= seen else seen


class Playing(Viewing):
    def state(self, table: str, at: int | None = None, user: Who = None) -> Any:
        """Return the engine's state, now or after `at` actions. It holds secrets: send only views of it."""
        return self.snapshot(table, user, parts=()).state_at(at)

    def view_for(self, table: str, who: Who, seat: int | None = None, at: int | None = None) -> Position:
        """Return what somebody sees from a seat of their own; without one, what any spectator sees."""
        return self.snapshot(table, who, seat, parts=()).back_to(at).position()

    def legal_for(self, table: str, who: Who, seat: int | None = None) -> list[Action]:
        """Return what a seat of one's own may do now."""
        return self.legal_now(table, who, seat)[1]

    def legal_now(self, table: str, who: Who, seat: int | None = None) -> tuple[int, list[Action]]:
        """Return the version and what a seat of one's own may do in it."""
        seen = self.snapshot(table, who, seat, parts=())
        return seen.version, seen.legal()

    def log(self, table: str, who: Who, since: int = 0, limit: int | None = None) -> list[Entry]:
        """Return the entries after number `since`, as this person may see them."""
        try:
            return self.snapshot(table, who, parts=()).entries(max(0, since), limit)
        except Unopened:
            return self._written(table, who, max(0, since), limit)

    def _written(self, table: str, who: Who, since: int, limit: int | None) -> list[Entry]:
        """Return the log of a table that cannot be opened: what one did; of others, that they acted."""
        with self.db.read() as session:
            found = self.find(session, table, who)
            rows = list(log_rows(session, found.row, since))[:limit]
        row, mine = found.row, frozenset(seats_of(found.seats, found.user))
        opened = not kept_title(row.game).secrecy.secrets
        names = setup_of(row).players
        entries = [unfollowed(row.game, entry) for entry in rows]
        return [entry_for(logged, names if opened else (), mine, opened) for logged in entries]

    def submit(self, table: str, who: Who, action: Sent, seen: int) -> Outcome:
        """Judge and keep an action. What comes back is committed; a Refusal or Stale changed nothing."""
        return self.act(table, who, action, seen, parts=()).outcome(seen)

    def act(self, table: str, who: Who, action: Sent, seen: int, parts: Collection[str] = ALL) -> Snapshot:
        """As `submit`; the answer is the table after it.

        A position is a value, so the action is judged before the transaction begins, and counts only if the
        transaction finds the sender in the right and the game where it was: nobody who wants to write waits
        until somebody's runs have been compared.
        """
        before = self.at_hand(table, who).record
        if before is None or before.version != seen:  # other processes may have gone on
            with self.sitting(table, who) as sitting:
                before = sitting.live
        played: Action | None = None
        after: Record | None = None
        reason: Exception | None = None
        try:
            played = read_action(before.game.setup.game, action)
            seen = as_asked(before, played, seen)
            if before.version == seen and before.stop is None:
                after = before.after(played, self.offload)
        except (Invalid, Refusal) as refused:
            reason = refused
        if after is None or played is None:
            with self.sitting(table, who) as sitting:
                self._must_be_allowed(sitting, played, seen)
            raise reason or Stale(seen, before.version, [])
        with self.moving(table, who) as sitting:
            self._must_be_allowed(sitting, played, seen)
            # The log only grows: the same version is the same game, in whichever record.
            self.commit(sitting, sitting.user, after)
            found = self.snapshot_of(sitting, parts)
        return found.seen_from(None)

    def _must_be_allowed(self, sitting: Sitting, action: Action | None, seen: int) -> None:
        """Forbidden for whoever does not sit there, Stale when the game has moved on."""
        mine = seats_of(sitting.seats, signed_in(sitting.user))
        if not mine:
            raise Forbidden("You do not sit at this table.")
        if action is None:
            return
        if action.seat not in mine:
            raise Forbidden("That is not your seat.")
        if sitting.seats[action.seat].stand_in is not None:
            raise Conflict("A bot plays this seat; take it back first.")
        self._must_be_current(sitting, seen)
        self._must_go_on(sitting)

    def submit_for_bot(
        self,
        table: str,
        seat: int,
        action: Action,
        seen: int,
        also: Callable[[Sitting, Logged], None] = lambda sitting, logged: None,
        ask: Callable[[Sitting], int | None] | None = None,
        bot: str | None = None,
    ) -> bool:
        """A bot's answer in the version `seen`; False when the game has moved on.

        `also` is done in the same transaction, with the new entry. `ask` asks for what bots do next.
        """
        before = self.at_hand(table, SYSTEM).record
        if before is None or before.version != seen:
            return False
        after = before.after(action, self.offload)
        with self.moving(table, SYSTEM) as sitting:
            if sitting.live.version != seen or bot_at(sitting.seats[seat]) is None:
                return False
            self.commit(sitting, None, after, ask, bot)
            also(sitting, sitting.live.entries[seen])
            return True

    def _must_be_current(self, sitting: Sitting, seen: int) -> None:
        version = sitting.live.version
        if seen != version:
            raise Stale(seen, version, sitting.entries_for(sitting.user, max(0, seen)))

    @staticmethod
    def _must_go_on(sitting: Sitting) -> None:
        """Conflict where nothing can be added to the log."""
        if sitting.live.stop is not None:
            raise Conflict(
                "This table can only be read: today's rules do not allow entry {number} of its log.",
                number=sitting.live.stop.number,
            )
        if sitting.live.version >= MOST_ACTIONS:
            raise Conflict("The log is full.")

    def commit(
        self,
        sitting: Sitting,
        user: User | None,
        after: Record,
        ask: Callable[[Sitting], int | None] | None = None,
        bot: str | None = None,
    ) -> None:
        """Write what has been played; it is told when the transaction is committed."""
        before, row, session = sitting.live.version, sitting.row, sitting.session
        now = self.clock.now()
        after = after.signed(before, None if user is None else user.id, now, bot)
        write_summary(row, after.state, after.version, now)
        session.flush()
        session.execute(insert(LogRow), [log_values(row.id, logged) for logged in after.since(before)])
        if sitting.found.asked is not None:
            session.execute(
                update(UndoRow)
                .where(UndoRow.table_id == row.id, UndoRow.status == "open")
                .values(status="expired")
            )
        sitting.live = after
        sitting.then.append(partial(self.announce, row.slug, Notice("move", after.version)))
        first = after.entries[before].action
        if isinstance(first, Undo):
            gone = ThoughtRow.table_id == row.id, ThoughtRow.at > first.to
            session.execute(delete(ThoughtRow).where(*gone))
        due = (ask or self.ask_next)(sitting)
        if due is not None:
            sitting.then.append(partial(self.call_workers, due))

    def ask_next(self, sitting: Sitting) -> int | None:
        """If bots are to act, ask for their moves; return when the first is due."""
        row, seats, live = sitting.row, sitting.seats, sitting.live
        return self.ask_bots(sitting.session, row, seats, turns_of(row, seats, to_act(live.state), live))
