"""The lobby: tables are made, people sit down and get up, and the game begins."""

import secrets
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, delete, insert, or_, select, true
from sqlalchemy.orm import Session

from stellwerk.bots import bots_of
from stellwerk.engine import CHANCE, AnyTitle, Game, Setup, title, titles, to_act
from stellwerk.server.aids import aids_of
from stellwerk.server.bot_words import TEMPERAMENTS, told_bots
from stellwerk.server.claim import SYSTEM
from stellwerk.server.coaching import check_first_game
from stellwerk.server.core import BOT_JOB, Core, kept, people, plays, seats_of, signed_in, turns_of
from stellwerk.server.deletion import delete_table
from stellwerk.server.games import Logged, Record, encode_entry, seat_names
from stellwerk.server.model import (
    Aids,
    GameInfo,
    Marked,
    MarkKind,
    NewTable,
    Notice,
    SeatChoice,
    SeatWish,
    TableInfo,
    User,
)
from stellwerk.server.pace import PACES
from stellwerk.server.problems import Conflict, Forbidden, Invalid, NotFound, Unopened
from stellwerk.server.prompts import prompt_of
from stellwerk.server.queue import State
from stellwerk.server.quotas import room_for_a_table
from stellwerk.server.remarks import AIDS_REMARKS
from stellwerk.server.user_text import NAME_LENGTH, clean, name_or_nothing, person_name
from stellwerk.store.names import skeleton
from stellwerk.store.schema import JobRow, LogRow, MarkRow, SeatRow, TableRow, Values

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
LISTED = 100


def new_slug() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(14))


def new_seed() -> int:
    return secrets.randbelow(2**62)


def unlike(name: str, others: Sequence[str]) -> str:
    """Return the name, with a number if another has it or one that looks the same."""
    taken = {skeleton(other) for other in others}
    wanted, number = name, 1
    while skeleton(wanted) in taken:
        number += 1
        wanted = f"{name[: NAME_LENGTH - 3]} {number}"
    return wanted


def check_game(game: str) -> AnyTitle:
    """Return the title; raise Invalid when there is none."""
    try:
        return title(game)
    except ValueError as error:
        raise Invalid("{reason}", reason=clean(str(error)[:500], 500)) from None


def check_setup(game: str, variant: str, rulings: str, count: int) -> None:
    """Invalid when no such game can be set up."""
    found = check_game(game)
    if variant not in found.players:
        raise Invalid("{game} has no variant {variant}.", game=found.name, variant=variant)
    least, most = found.players[variant]
    if not least <= count <= most:
        raise Invalid(
            "{game} is for {least} to {most:# player|# players}, not {count}.",
            game=found.name, least=least, most=most, count=count,
        )  # fmt: skip
    try:
        Game(Setup(game, tuple(f"P{n}" for n in range(count)), variant, rulings))
    except ValueError as error:
        raise Invalid("{reason}", reason=clean(str(error)[:500], 500)) from None


def log_values(table_id: int, logged: Logged) -> Values:
    """Return an entry as a row of the log."""
    return {
        "table_id": table_id,
        "number": logged.number,
        "action": encode_entry(logged.action),
        "version": logged.at,
        "hash": logged.hash,
        "user_id": logged.user_id,
        "created": logged.created,
        "bot": logged.bot,
    }


def write_summary(row: TableRow, state: Any, version: int, now: int) -> None:
    """Fill the columns that are kept so that lists need no replay."""
    result = title(state.setup.game).result(state) if state.over else None
    row.version, row.at, row.updated = version, state.version, now
    row.acting = msgspec.json.encode(to_act(state)).decode()
    row.status = "finished" if state.over else "running"
    row.result = None if result is None else msgspec.json.encode(result).decode()
    asks = prompt_of(state)
    row.asks = None if asks is None else msgspec.json.encode(asks).decode()


def not_hidden(user: User | None) -> ColumnElement[bool]:
    """Tables that this user did not hide."""
    if user is None:
        return true()
    hidden = select(MarkRow.table_id).where(MarkRow.user_id == user.id, MarkRow.kind == "hidden")
    return TableRow.id.not_in(hidden)


def marked_by(row: TableRow, person: int, kind: str) -> tuple[ColumnElement[bool], ...]:
    return MarkRow.table_id == row.id, MarkRow.user_id == person, MarkRow.kind == kind


class Lobby(Core):
    def games(self) -> list[GameInfo]:
        return [
            GameInfo(
                id=t.id,
                name=t.name,
                players={v: (low, high) for v, (low, high) in t.players.items()},
                rulings=dict(t.rulings),
                bots=told_bots(self.bots_of(t.id)),
                temperaments={} if t.thinking is None else {n: w.says for n, w in TEMPERAMENTS.items() if n},
            )
            for t in titles()
        ]

    def create_table(self, user: User | None, wish: NewTable) -> TableInfo:
        """Make a table with its chairs; it starts by itself when no chair is open."""
        user = signed_in(user)
        self.must_have_room()
        rulings = clean(wish.rulings, 500)
        variant = clean(wish.variant, 80) or next(iter(check_game(wish.game).players))
        check_setup(wish.game, variant, rulings, len(wish.seats))
        if wish.seed is not None and any(choice.kind == "open" for choice in wish.seats):
            raise Invalid("A seed can be chosen only where all seats are your own or bots.")
        if wish.coach:
            check_first_game(wish)
        row = TableRow(
            slug=new_slug(),
            name=clean(wish.name, 80, "name") or title(wish.game).name,
            game=wish.game,
            variant=variant,
            rulings=rulings,
            seed=new_seed() if wish.seed is None else wish.seed,
            chosen_seed=wish.seed is not None,
            status="waiting",
            public=wish.public,
            aids=wish.aids,
            coach=wish.coach,
            pace=wish.pace,
            host_starts=wish.host_starts,
            host_id=user.id,
            created=self.clock.now(),
            updated=self.clock.now(),
        )
        with self.db.write() as session:
            room_for_a_table(session, user)
            session.add(row)
            session.flush()
            seats: list[SeatRow] = []
            for choice in wish.seats:
                seats.append(self._seat(row, len(seats), choice, user, seats))
            session.add_all(seats)
            session.flush()
            self.start_if_all_did(session, row, seats)
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    def bots_of(self, game: str) -> tuple[str, ...]:
        """Return the bots that can sit down to a game."""
        return tuple(sorted(bots_of(game)))

    def _seat(
        self, row: TableRow, number: int, choice: SeatChoice, user: User, others: Sequence[SeatRow]
    ) -> SeatRow:
        names = [other.name for other in others if other.kind != "open" and other.seat != number]
        held = any(seat.kind == "user" and seat.user_id == user.id for seat in others if seat.seat != number)
        name = name_or_nothing(choice.name)
        seat = SeatRow(table_id=row.id, seat=number, accepted=choice.kind != "open", name="")
        match choice.kind:
            case "me" if not held:
                seat.kind, seat.user_id, seat.name = "user", user.id, name or user.name
            case "me" | "hotseat":
                seat.kind, seat.user_id, seat.name = "hotseat", user.id, name or f"Player {number + 1}"
            case "bot":
                bots = self.bots_of(row.game)
                if not plays(row.game, choice.bot):
                    raise Invalid("There is no bot {bot} for {game}; there are: {bots}.",
                                  bot=clean(choice.bot, 80), game=title(row.game).name,
                                  bots=", ".join(bots))  # fmt: skip
                seat.kind, seat.bot, seat.name = "bot", choice.bot, name or f"Bot {number + 1}"
            case "open":
                seat.kind = "open"
        if seat.kind != "open":
            seat.name = unlike(seat.name, names)
        return seat

    # -- sitting down and getting up

    def join(
        self, table: str, user: User | None, seat: int | None = None, name: str | None = None
    ) -> TableInfo:
        """Sit down, which also says yes to the rules; where the host does not start it, the game begins when
        all have."""
        user = signed_in(user)
        with self.db.write() as session:
            row = self.row(session, table, user, lock=True)
            seats = self.seats(session, row)
            if seats_of(seats, user) and row.host_id != user.id:
                return self.describe(session, [row], user)[0]
            if session.get(MarkRow, (row.id, user.id, "away")) is not None:
                raise Forbidden("The host has sent you away from this table.")
            chair = next((s for s in seats if s.kind == "open" and seat in (None, s.seat)), None)
            if chair is not None and row.players is not None and self._was_freed(session, row):
                raise Forbidden("The seat of {name} is for whom the host invites.", name=chair.name)
            if chair is None or row.status == "finished":
                raise Conflict("That seat is taken.")
            holds = any(s.kind == "user" and s.user_id == user.id for s in seats)
            chair.kind, chair.user_id, chair.accepted = "hotseat" if holds else "user", user.id, True
            if row.players is None:  # a seat of a game that is under way has its name
                others = [s.name for s in seats if s is not chair and s.kind != "open"]
                chair.name = unlike(person_name(name) if name else user.name, others)
            row.updated = self.clock.now()
            session.flush()
            self._start_by_itself(session, row, seats)
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    def leave(self, table: str, user: User | None) -> TableInfo | None:
        """Get up before the start. The host hands the table on; the last to go clears it away."""
        user = signed_in(user)
        with self.db.write() as session:
            row = self._waiting(session, table, user)
            seats = self.seats(session, row)
            if row.host_id != user.id and not seats_of(seats, user):
                raise Forbidden("You do not sit at this table.")
            for seat in seats:
                if seat.user_id == user.id:
                    self._clear(seat)
            if row.host_id == user.id:
                heir = next((seat.user_id for seat in seats if seat.user_id is not None), None)
                if heir is None:
                    delete_table(session, row)
                    return None
                row.host_id = heir
            row.updated = self.clock.now()
            session.flush()
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    def kick(self, table: str, user: User | None, seat: int) -> TableInfo:
        """The host clears a chair before the start; whoever sat there does not sit down here again."""
        return self.set_seat(table, user, seat, "open")

    def set_seat(
        self, table: str, user: User | None, seat: int, kind: SeatWish, bot: str | None = None,
        name: str | None = None,
    ) -> TableInfo:  # fmt: skip
        """The host says who shall sit on a chair."""
        user = signed_in(user)
        with self.db.write() as session:
            row = self.hosted(session, table, user)
            self._must_wait(row)
            seats = self.seats(session, row)
            chair = self._chair(seats, seat)
            choice = SeatChoice(kind, name or "", bot or "random")
            if chair.user_id not in (None, user.id):
                self.mark(session, row, chair.user_id, "away", chair.name)
            made = self._seat(row, seat, choice, user, seats)
            chair.kind, chair.user_id, chair.bot = made.kind, made.user_id, made.bot
            chair.name, chair.accepted = made.name, made.accepted
            row.updated = self.clock.now()
            session.flush()
            self._start_by_itself(session, row, seats)
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    def rename(self, table: str, user: User | None, seat: int, name: str) -> TableInfo:
        """Another name on a chair: one's own, or any for the host."""
        user, name = signed_in(user), person_name(name)
        with self.db.write() as session:
            row = self._waiting(session, table, user)
            seats = self.seats(session, row)
            chair = self._chair(seats, seat)
            if chair.kind == "open":
                raise Conflict("Nobody sits there.")
            if user.id not in (chair.user_id, row.host_id):
                raise Forbidden("That is not your seat.")
            chair.name = unlike(name, [s.name for s in seats if s is not chair and s.kind != "open"])
            session.flush()
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    def change(
        self, table: str, user: User | None, *, name: str | None = None, public: bool | None = None,
        variant: str | None = None, rulings: str | None = None, aids: Aids | None = None,
    ) -> TableInfo:  # fmt: skip
        """The host changes the table. Other rules or aids: everybody else is asked again."""
        user = signed_in(user)
        with self.db.write() as session:
            row = self.hosted(session, table, user)
            if name is not None:
                row.name = clean(name, 80, "name") or row.name
            if public is not None:
                row.public = public
            seats, asked_again = self.seats(session, row), False
            if aids not in (None, row.aids):
                self._must_wait(row)
                asked_again = aids != aids_of(row, seats)
                row.aids = aids
            if variant not in (None, row.variant) or rulings not in (None, row.rulings):
                self._must_wait(row)
                asked_again = True
                row.variant = clean(variant, 80) if variant is not None else row.variant
                row.rulings = clean(rulings, 500) if rulings is not None else row.rulings
                check_setup(row.game, row.variant, row.rulings, len(seats))
            if asked_again:
                for seat in seats:
                    seat.accepted = seat.kind == "bot" or seat.user_id == user.id
            row.updated = self.clock.now()
            session.flush()
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    def send_coach_away(self, table: str, user: User | None) -> TableInfo:
        """The host wants no coach any more: the game goes on as any other."""
        user = signed_in(user)
        with self.db.write() as session:
            row = self.hosted(session, table, user)
            row.coach = False
            session.flush()
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    def accept(self, table: str, user: User | None) -> TableInfo:
        """Say yes to the rules as they are now."""
        user = signed_in(user)
        with self.db.write() as session:
            row = self._waiting(session, table, user)
            seats = self.seats(session, row)
            if not seats_of(seats, user):
                raise Forbidden("You do not sit at this table.")
            for seat in seats:
                seat.accepted = seat.accepted or seat.user_id == user.id
            session.flush()
            self._start_by_itself(session, row, seats)
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    # -- the start

    def start(self, table: str, user: User | None) -> TableInfo:
        """The host begins without the chairs that nobody took, if the game allows so few."""
        user = signed_in(user)
        with self.db.write() as session:
            row = self.hosted(session, table, user)
            self._must_wait(row)
            seats = self.seats(session, row)
            if waiting := [seat.name for seat in seats if seat.kind != "open" and not seat.accepted]:
                raise Conflict("Not accepted yet: {names}.", names=", ".join(waiting))
            taken = [seat for seat in seats if seat.kind != "open"]
            check_setup(row.game, row.variant, row.rulings, len(taken))
            self._begin(session, row, seats)
            info = self.describe(session, [row], user)[0]
        return self._changed(info)

    def _start_by_itself(self, session: Session, row: TableRow, seats: Sequence[SeatRow]) -> None:
        """Somebody has sat down or said yes: the game begins, if it is not the host who starts it."""
        if not row.host_starts:
            self.start_if_all_did(session, row, seats)

    def start_if_all_did(self, session: Session, row: TableRow, seats: Sequence[SeatRow]) -> None:
        if row.status == "waiting" and all(seat.kind != "open" and seat.accepted for seat in seats):
            self._begin(session, row, seats)

    def _begin(self, session: Session, row: TableRow, seats: Sequence[SeatRow]) -> None:
        check_game(row.game)
        taken = [seat for seat in seats if seat.kind != "open"]
        setup = Setup(row.game, tuple(seat.name for seat in taken), row.variant, row.rulings, row.seed)
        row.players = msgspec.json.encode(setup.players).decode()
        row.aids = aids_of(row, taken)  # as everybody saw it who sat down; it stays so
        game = Game(setup)
        row.rules, row.form = game.setup.rules, game.setup.form
        live = Record(game).begun().signed(0, None, self.clock.now())
        if live.entries:
            session.execute(insert(LogRow), [log_values(row.id, logged) for logged in live.entries])
        write_summary(row, live.state, live.version, self.clock.now())
        # From here on a chair has the number under which the game knows its player.
        numbers = {name: number for number, name in enumerate(seat_names(live.state))}
        chairs = [
            SeatRow(
                table_id=row.id,
                seat=numbers[seat.name],
                kind=seat.kind,
                user_id=seat.user_id,
                bot=seat.bot,
                name=seat.name,
                accepted=seat.accepted,
            )
            for seat in sorted(taken, key=lambda seat: numbers[seat.name])
        ]
        for seat in seats:
            session.delete(seat)
        session.flush()
        session.add_all(chairs)
        self.remark(session, row, CHANCE, AIDS_REMARKS[aids_of(row, chairs)], {})
        session.flush()

    # -- lists

    def tables_of(self, user: User | None) -> list[TableInfo]:
        """My tables that are not finished: those where it is my turn come first."""
        if user is None:
            return []
        mine = select(SeatRow.table_id).where(SeatRow.user_id == user.id)
        with self.db.read() as session:
            rows = session.scalars(
                select(TableRow)
                .where(
                    or_(TableRow.id.in_(mine), TableRow.host_id == user.id),
                    not_hidden(user),
                    TableRow.status != "finished",
                    TableRow.sandbox_of.is_(None),
                )
                .order_by(TableRow.updated.desc())
                .limit(LISTED)
            ).all()
            infos = self.describe(session, rows, user)
        rank = {"running": 0, "waiting": 1}
        return sorted(infos, key=lambda info: (not info.your_turn, rank.get(info.status, 2), -info.updated))

    def public_tables(self, user: User | None) -> list[TableInfo]:
        """Tables that anybody may find: those with a free chair come first."""
        with self.db.read() as session:
            rows = session.scalars(
                select(TableRow)
                .where(
                    TableRow.public.is_(True),
                    not_hidden(user),
                    TableRow.status.in_(("waiting", "running")),
                    TableRow.sandbox_of.is_(None),
                )
                .order_by(TableRow.status.desc(), TableRow.updated.desc())
                .limit(LISTED)
            ).all()
            return self.describe(session, rows, user)

    def finished_tables(self, user: User | None) -> list[TableInfo]:
        """Finished games: mine and the public ones."""
        seen: ColumnElement[bool] = TableRow.public.is_(True)
        if user is not None:
            mine = select(SeatRow.table_id).where(SeatRow.user_id == user.id)
            seen = or_(seen, TableRow.id.in_(mine), TableRow.host_id == user.id)
        with self.db.read() as session:
            rows = session.scalars(
                select(TableRow)
                .where(seen, not_hidden(user), TableRow.status == "finished", TableRow.sandbox_of.is_(None))
                .order_by(TableRow.updated.desc())
                .limit(LISTED)
            ).all()
            return self.describe(session, rows, user)

    def delete(self, table: str, user: User | None) -> None:
        """The host clears away a table where nobody else sits; for who does, it can only be hidden."""
        with self.db.write() as session:
            row = self.hosted(session, table, user)
            host = signed_in(user).id
            if people(self.seats(session, row)) - {host}:
                raise Conflict("Other people sit at this table: you can hide it from your lists.")
            gone = delete_table(session, row)
        for slug in gone:
            self.lives.drop(slug)
        self.announce(table, Notice("table"))

    def hide(self, table: str, user: User | None, hidden: bool = True) -> None:
        """A table no longer stands in one's own lists; whoever has the link still finds it."""
        user = signed_in(user)
        with self.db.write() as session:
            row = self.row(session, table, user, lock=True)
            seats = self.seats(session, row)
            if row.host_id != user.id and not seats_of(seats, user):
                raise Forbidden("You do not sit at this table.")
            if hidden:
                self.mark(session, row, user.id, "hidden", user.name)
            else:
                session.execute(delete(MarkRow).where(*marked_by(row, user.id, "hidden")))

    # -- whom the host sent away or muted

    def mark(self, session: Session, row: TableRow, person: int | None, kind: MarkKind, name: str) -> None:
        if person is not None:
            session.merge(
                MarkRow(table_id=row.id, user_id=person, kind=kind, name=name, created=self.clock.now())
            )

    def marked(self, table: str, user: User | None) -> list[Marked]:
        """Return who may not sit down here or not speak: for the host."""
        with self.db.read() as session:
            row = self.hosted(session, table, user, lock=False)
            query = select(MarkRow).where(MarkRow.table_id == row.id, MarkRow.kind.in_(("away", "muted")))
            return [Marked(mark.user_id, mark.name, mark.kind) for mark in session.scalars(query)]  # type: ignore[arg-type]

    def unmark(self, table: str, user: User | None, person: int, kind: MarkKind) -> None:
        """The host lets somebody sit down or speak again."""
        with self.db.write() as session:
            row = self.hosted(session, table, user)
            session.execute(delete(MarkRow).where(*marked_by(row, person, kind)))

    # -- small parts

    @staticmethod
    def _was_freed(session: Session, row: TableRow) -> bool:
        """Return whether a seat of this table was taken from somebody: then its link alone opens no seat."""
        query = select(MarkRow.user_id).where(MarkRow.table_id == row.id, MarkRow.kind == "freed")
        return session.scalar(query.limit(1)) is not None

    def _waiting(self, session: Session, table: str, user: User) -> TableRow:
        row = self.row(session, table, user, lock=True)
        self._must_wait(row)
        return row

    @staticmethod
    def _must_wait(row: TableRow) -> None:
        if row.status != "waiting":
            raise Conflict("The game has begun already.")

    @staticmethod
    def _chair(seats: Sequence[SeatRow], number: int) -> SeatRow:
        chair = next((seat for seat in seats if seat.seat == number), None)
        if chair is None:
            raise NotFound("There is no seat {seat}.", seat=number)
        return chair

    @staticmethod
    def _clear(seat: SeatRow) -> None:
        seat.kind, seat.user_id, seat.bot, seat.name, seat.accepted = "open", None, None, "", False

    def _changed(self, info: TableInfo) -> TableInfo:
        self.announce(info.id, Notice("table", info.version))
        if info.status == "running" and any(seat.kind == "bot" or seat.stand_in for seat in info.seats):
            self.wake_bots(info.id)
        return info

    def wake_bots(
        self, table: str, again: Collection[State] = ("failed", "cancelled"), rested: float = 0.0
    ) -> None:
        """Somebody sits down, or a game begins: a bot may be to act."""
        live = self._several_act(table)
        with self.db.write() as session:
            row = session.scalar(select(TableRow).where(TableRow.slug == table, TableRow.status == "running"))
            if row is None:
                return
            acting, seats = kept(row.acting, list[int], []), self.seats(session, row)
            turns = turns_of(row, seats, acting, live if live and live.version == row.version else None)
            due = self.ask_bots(session, row, seats, turns, again, rested)
        if due is not None:
            self.call_workers(due)

    def _several_act(self, table: str) -> Record | None:
        """Return the game where several seats are to act; None elsewhere, and where it cannot be opened."""
        with self.db.read() as session:
            acting = session.scalar(select(TableRow.acting).where(TableRow.slug == table))
        if len(kept(acting or "[]", list[int], [])) < 2:
            return None
        try:
            with self.sitting(table, SYSTEM) as sitting:
                return sitting.live
        except (NotFound, Conflict, Unopened):
            return None

    def set_pace(self, table: str, user: User | None, pace: int) -> TableInfo:
        """Say how fast bots move at a table where one sits; for those that are about to move, too."""
        user = signed_in(user)
        if pace not in PACES:
            raise Invalid("There is no such pace.")
        with self.db.write() as session:
            row = self.row(session, table, user, lock=True)
            seats = self.seats(session, row)
            if not seats_of(seats, user) and row.host_id != user.id:
                raise Forbidden("You do not sit at this table.")
            row.pace = pace
            due = JobRow.created + round(1000 * self.pause(row, seats))
            self.queue.put_off(session, due, JobRow.kind == BOT_JOB, JobRow.table_id == row.id)
            session.flush()
            info = self.describe(session, [row], user)[0]
        self.call_workers(0)
        return self._changed(info)
