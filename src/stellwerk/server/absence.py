"""When somebody does not come back: the host warns, frees the seat, invites anew, or seats a bot."""

import hashlib
import hmac

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from stellwerk.server.accounts import Accounts
from stellwerk.server.core import BOT_JOB, bot_is_missing, plays, signed_in
from stellwerk.server.lobby import Lobby
from stellwerk.server.model import MarkKind, Notice, TableInfo, User
from stellwerk.server.problems import Conflict, Forbidden, Invalid, NotFound
from stellwerk.store.schema import JobRow, LogRow, MarkRow, SeatRow, TableRow

WARNED: MarkKind = "warned"
FREED: MarkKind = "freed"
"""Marks: the host has asked somebody to come back; somebody's seat was freed."""


def invitation_code(session: Session, row: TableRow, seat: int, key: str) -> str:
    """Return the secret part of a personal link: another one each time that a seat is freed."""
    times = select(func.max(MarkRow.created)).where(MarkRow.table_id == row.id, MarkRow.kind == FREED)
    return code_for(row.slug, seat, session.scalar(times) or 0, key)


def code_for(table: str, seat: int, freed: int, key: str) -> str:
    """`freed`: when a seat was freed last."""
    return hmac.new(key.encode(), f"{table}/{seat}/{freed}".encode(), hashlib.sha256).hexdigest()[:32]


class Absence(Lobby, Accounts):
    def warn(self, table: str, user: User | None, seat: int) -> TableInfo:
        """Tell somebody who is not there that the seat will be freed."""
        user = signed_in(user)
        with self.db.write() as session:
            row, chair = self._guest(session, table, user, seat)
            assert chair.user_id is not None
            self._must_not_watch(row, chair)
            mark = session.get(MarkRow, (row.id, chair.user_id, WARNED))
            if mark is None or self._answered(session, mark):
                self.mark(session, row, chair.user_id, WARNED, chair.name)
            session.flush()
            info = self.describe(session, [row], user)[0]
        self.announce(table, Notice("table"))
        return info

    def here(self, table: str, user: User | None) -> None:
        """Whoever was warned is back."""
        user = signed_in(user)
        with self.db.write() as session:
            row = self.row(session, table, user, lock=True)
            session.execute(
                delete(MarkRow).where(
                    MarkRow.table_id == row.id, MarkRow.user_id == user.id, MarkRow.kind == WARNED
                )
            )
        self.announce(table, Notice("table"))

    def free_seat(self, table: str, user: User | None, seat: int) -> TableInfo:
        """Take the seat of a warned person who did not come back, and all others held from that screen."""
        user = signed_in(user)
        if (info := self._bot_goes(table, user, seat)) is not None:
            return self._changed(info)
        with self.db.write() as session:
            row, chair = self._guest(session, table, user, seat)
            gone = chair.user_id
            assert gone is not None
            session.delete(self._must_stay_away(session, row, chair))
            session.flush()
            self.mark(session, row, gone, FREED, chair.name)
            for other in self.seats(session, row):
                if other.user_id == gone:
                    other.kind, other.user_id, other.bot, other.stand_in = "open", None, None, None
            row.updated = self.clock.now()
            session.flush()
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    def seat_bot(self, table: str, user: User | None, seat: int, bot: str = "random") -> TableInfo:
        """A bot goes on for a seat that nobody has."""
        user = signed_in(user)
        with self.db.write() as session:
            row = self.hosted(session, table, user)
            self._must_run(row)
            chair = self._chair(self.seats(session, row), seat)
            if chair.kind != "open" and not bot_is_missing(row.game, chair):
                raise Conflict("That seat is taken.")
            if not plays(row.game, bot):
                raise Invalid("There is no bot {bot}.", bot=bot[:40])
            chair.kind, chair.bot, chair.accepted = "bot", bot, True
            row.updated = self.clock.now()
            session.flush()
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    def _bot_goes(self, table: str, user: User, seat: int) -> TableInfo | None:
        """Free the seat of a bot that is not installed any more: nobody has to be warned."""
        with self.db.write() as session:
            row = self.hosted(session, table, user)
            self._must_run(row)
            chair = self._chair(self.seats(session, row), seat)
            if not bot_is_missing(row.game, chair):
                return None
            chair.kind, chair.bot = "open", None
            self.mark(session, row, user.id, FREED, chair.name)
            row.updated = self.clock.now()
            session.flush()
            return self.describe(session, [row], user)[0]

    # -- a bot plays for somebody, for now

    def hand_over(self, table: str, user: User | None, seat: int, bot: str) -> TableInfo:
        """A bot plays one's own seat until one takes it back.

        The host can let one play for somebody who was warned and did not come back.
        """
        user = signed_in(user)
        with self.db.write() as session:
            row = self.row(session, table, user, lock=True)
            self._must_run(row)
            chair = self._chair(self.seats(session, row), seat)
            own = chair.user_id == user.id
            if not own:
                row, chair = self._guest(session, table, user, seat)
                self._must_stay_away(session, row, chair)
            if not plays(row.game, bot):
                raise Invalid("There is no bot {bot}.", bot=bot[:40])
            chair.stand_in = bot
            told = {"bot": bot, "name": chair.name} | ({} if own else {"host": user.name})
            self.remark(session, row, seat, "handed" if own else "handed_by", told)
            session.flush()
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    def take_back(self, table: str, user: User | None, seat: int) -> TableInfo:
        """Play one's own seat again. What the bot is thinking about it counts no more."""
        user = signed_in(user)
        with self.db.write() as session:
            row = self.row(session, table, user, lock=True)
            chair = self._chair(self.seats(session, row), seat)
            if chair.user_id != user.id:
                raise Forbidden("That is not your seat.")
            if chair.stand_in is None:
                raise Conflict("You play this seat yourself.")
            chair.stand_in = None
            self.queue.cancel(session, JobRow.kind == BOT_JOB, JobRow.table_id == row.id)
            self.remark(session, row, seat, "taken_back", {"name": chair.name})
            session.flush()
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    # -- personal links

    def invitation(self, table: str, user: User | None, seat: int) -> str:
        """The path by which one person, whoever the host gives it to, takes a free seat of a running game."""
        key = self.secret("invitations")
        with self.db.read() as session:
            row = self.row(session, table, user)
            if user is None or row.host_id != user.id:
                raise Forbidden("Only the host can do that.")
            if self._chair(self.seats(session, row), seat).kind != "open":
                raise Conflict("That seat is taken.")
            code = invitation_code(session, row, seat, key)
        return f"/t/{table}/sit/{seat}/{code}"

    def sit(self, table: str, user: User | None, seat: int, code: str) -> TableInfo:
        """Take the seat of an invitation; it is good for one person and until the seat is taken."""
        user, key = signed_in(user), self.secret("invitations")
        with self.db.write() as session:
            row = self.row(session, table, user, lock=True)
            chair = self._chair(self.seats(session, row), seat)
            if not hmac.compare_digest(code.encode(), invitation_code(session, row, seat, key).encode()):
                raise NotFound("This invitation is not good any more.")
            if chair.kind != "open":
                raise Conflict("That seat is taken.")
            self._must_run(row)
            holds = any(s.kind == "user" and s.user_id == user.id for s in self.seats(session, row))
            chair.kind, chair.user_id, chair.accepted = "hotseat" if holds else "user", user.id, True
            row.updated = self.clock.now()
            session.flush()
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    # -- small parts

    def _guest(self, session: Session, table: str, user: User, seat: int) -> tuple[TableRow, SeatRow]:
        """Return a seat of another person at a running table, for its host."""
        row = self.hosted(session, table, user)
        self._must_run(row)
        chair = self._chair(self.seats(session, row), seat)
        if chair.user_id is None:
            raise Conflict("Nobody sits there.")
        if chair.user_id == user.id:
            raise Conflict("That is your own seat.")
        return row, chair

    def _must_stay_away(self, session: Session, row: TableRow, chair: SeatRow) -> MarkRow:
        """Return the warning of somebody who did not come back; a Conflict while it is too early."""
        mark = session.get(MarkRow, (row.id, chair.user_id, WARNED))
        if mark is None:
            raise Conflict("{name} must be warned first.", name=chair.name)
        self._must_not_watch(row, chair)
        if self._answered(session, mark):
            raise Conflict("{name} is at the table.", name=chair.name)
        left = mark.created + round(self.settings.warning_seconds * 1000) - self.clock.now()
        if left > 0:
            raise Conflict(
                "{name} has been warned; the seat can be freed in {minutes} min.",
                name=chair.name,
                minutes=-(-left // 60_000),
            )
        return mark

    def _must_not_watch(self, row: TableRow, chair: SeatRow) -> None:
        """Who has the table open is there."""
        if chair.user_id in self.presence.users(row.slug):
            raise Conflict("{name} is at the table.", name=chair.name)

    @staticmethod
    def _answered(session: Session, mark: MarkRow) -> bool:
        """Return whether somebody who was warned has acted since: the next time a new warning is due."""
        acted = select(LogRow.number).where(
            LogRow.table_id == mark.table_id,
            LogRow.user_id == mark.user_id,
            LogRow.created >= mark.created,
        )
        return session.scalar(acted.limit(1)) is not None

    @staticmethod
    def _must_run(row: TableRow) -> None:
        if row.status != "running":
            raise Conflict("The game is not under way.")
