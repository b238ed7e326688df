"""Going back: one's own last moves at will, anything else with the consent of the other people."""

from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stellwerk.engine import EndGame, Redo, Undo
from stellwerk.server.core import Sitting, alone, people, signed_in
from stellwerk.server.model import Consent, Outcome, UndoChoices, UndoInfo, User
from stellwerk.server.playing import MOST_ACTIONS, Playing
from stellwerk.server.problems import Conflict, Forbidden, NotFound, Stale
from stellwerk.server.texts import clean
from stellwerk.store.database import now
from stellwerk.store.schema import ConsentRow, UndoRow, UserRow


def usual_step(sitting: Sitting, mine: list[int]) -> int | None:
    """Back to before one's own last action; None when there is none that can be undone."""
    game = sitting.live.game
    actions = game.actions
    own = [i for i in range(game.floor, len(actions)) if actions[i].seat in mine]
    return own[-1] if own else None


def at_will(sitting: Sitting, user: User, to: int) -> bool:
    """Nobody else has acted since, or there is nobody else but bots."""
    mine = sitting.mine(user)
    if all(action.seat in mine for action in sitting.live.game.actions[to:]):
        return True
    return alone(sitting.seats, user)


def can_redo(sitting: Sitting, mine: list[int]) -> bool:
    """Who went back may go forth again while nothing else has happened."""
    entries = sitting.live.entries
    return bool(
        sitting.live.redoable
        and entries
        and isinstance(entries[-1].action, Undo | Redo)
        and entries[-1].action.seat in mine
    )


MOST_UNDONE = 1_000
"""Times that one person may go back or forth at a table with others."""
MOST_ASKED = 3
"""Requests of one person in the same position."""


def must_have_patience(sitting: Sitting, user: User) -> None:
    """Conflict when a log is half full, or a person has gone back too often: the game must find its end."""
    if sitting.live.version >= MOST_ACTIONS // 2:
        raise Conflict("The log is half full: from here on the game only goes forward.")
    if people(sitting.seats) != {user.id}:
        gone = sum(
            1
            for entry in sitting.live.entries
            if entry.user_id == user.id and isinstance(entry.action, Undo | Redo)
        )
        if gone >= MOST_UNDONE:
            raise Conflict("You have gone back or forth {most} times at this table.", most=MOST_UNDONE)


class Undoing(Playing):
    def undo(
        self, table: str, user: User | None, seen: int, to: int | None = None, reason: str = ""
    ) -> Outcome | UndoInfo:
        """Back to after `to` actions: at once where it is at will, else a request to the others."""
        user, reason = signed_in(user), clean(reason, 300, "reason")
        with self.sitting(table, user) as sitting:
            mine = self._own_seats(sitting, user)
            self._must_be_current(sitting, user, seen)
            must_have_patience(sitting, user)
            if to is None:
                to = usual_step(sitting, mine)
            if to is None:
                raise Conflict("You have nothing to undo.")
            actions = sitting.live.game.actions
            seat = next((action.seat for action in actions[max(0, to) :] if action.seat in mine), mine[0])
            possible = sitting.live.game.floor <= to < len(actions)
            if not possible or at_will(sitting, user, to):
                return self.commit(sitting, user, Undo(seat, to))  # the engine refuses what is impossible
            return self._ask(sitting, user, seat, to, reason)

    def redo(self, table: str, user: User | None, seen: int) -> Outcome:
        """Take one's own undo back."""
        user = signed_in(user)
        with self.sitting(table, user) as sitting:
            mine = self._own_seats(sitting, user)
            self._must_be_current(sitting, user, seen)
            must_have_patience(sitting, user)
            if sitting.live.redoable and not can_redo(sitting, mine):
                raise Forbidden("Only who went back can redo.")
            seat = sitting.live.entries[-1].action.seat if can_redo(sitting, mine) else mine[0]
            return self.commit(sitting, user, Redo(seat))

    def propose_end(self, table: str, user: User | None, seen: int, reason: str = "") -> Outcome | UndoInfo:
        """End the game here: at once for who is alone with bots, else a request to the others."""
        user, reason = signed_in(user), clean(reason, 300, "reason")
        with self.sitting(table, user) as sitting:
            mine = self._own_seats(sitting, user)
            self._must_be_current(sitting, user, seen)
            if sitting.live.state.over:
                raise Conflict("The game is over.")
            if alone(sitting.seats, user):
                return self.commit(sitting, user, EndGame(mine[0]))
            return self._ask(sitting, user, mine[0], len(sitting.live.game.actions), reason, "end")

    def undo_choices(self, table: str, user: User | None) -> UndoChoices:
        """What the buttons can do now."""
        with self.sitting(table, user) as sitting:
            mine = sitting.mine(user)
            to = usual_step(sitting, mine)
            free = user is not None and to is not None and at_will(sitting, user, to)
            first, redo = sitting.live.game.floor, can_redo(sitting, mine)
            with self.db.read() as session:
                row = self._open_request(session, sitting)
                request = self._describe(session, row, sitting, user) if row is not None else None
        return UndoChoices(to, free, first, redo, request)

    def undo_request(self, table: str, user: User | None, request: int | None = None) -> UndoInfo | None:
        """The open request, or the one with this number."""
        with self.sitting(table, user) as sitting, self.db.read() as session:
            if request is None:
                row = self._open_request(session, sitting)
            else:
                row = self._request(session, sitting, request)
            return self._describe(session, row, sitting, user) if row is not None else None

    def answer_undo(
        self, table: str, user: User | None, request: int, agree: bool, reason: str = ""
    ) -> UndoInfo:
        """Agree or decline. The last consent goes back at once; one refusal ends the request."""
        user, reason = signed_in(user), clean(reason, 300, "reason")
        with self.sitting(table, user) as sitting:
            self._own_seats(sitting, user)
            with self.db.write() as session:
                self.row(
                    session, table, user, lock=True
                )  # two last consents at once: one of them is the last
                row = self._request(session, sitting, request)
                self._must_be_open(row, sitting)
                if row.user_id == user.id:
                    raise Forbidden("You asked for this yourself.")
                known = session.scalar(
                    select(ConsentRow).where(ConsentRow.request_id == row.id, ConsentRow.user_id == user.id)
                )
                if known is None:
                    session.add(ConsentRow(request_id=row.id, user_id=user.id, agree=agree, reason=reason))
                else:
                    known.agree, known.reason = agree, reason
                session.flush()
                agreed = set(
                    session.scalars(
                        select(ConsentRow.user_id).where(ConsentRow.request_id == row.id, ConsentRow.agree)
                    )
                )
                everybody = people(sitting.seats) - {row.user_id}
                if not agree:
                    row.status = "declined"
                elif everybody <= agreed:
                    row.status = "agreed"
                asker, status = row.user_id, row.status
                wanted = EndGame(row.seat) if row.kind == "end" else Undo(row.seat, row.back_to)
                session.flush()
            if status == "agreed":
                try:
                    self.commit(sitting, User(asker, "", False), wanted)
                except Stale:
                    with self.db.write() as session:
                        session.execute(update(UndoRow).where(UndoRow.id == request).values(status="expired"))
                    raise
            with self.db.read() as session:
                info = self._describe(session, self._request(session, sitting, request), sitting, user)
        self.announce(table, {"kind": "undo", "request": request})
        return info

    def withdraw_undo(self, table: str, user: User | None, request: int) -> UndoInfo:
        """Who asked changes his mind."""
        user = signed_in(user)
        with self.sitting(table, user) as sitting, self.db.write() as session:
            row = self._request(session, sitting, request)
            if row.user_id != user.id:
                raise Forbidden("Somebody else asked for this.")
            self._must_be_open(row, sitting)
            row.status = "withdrawn"
            session.flush()
            info = self._describe(session, row, sitting, user)
        self.announce(table, {"kind": "undo", "request": request})
        return info

    # -- requests

    def _ask(
        self, sitting: Sitting, user: User, seat: int, to: int, reason: str, kind: str = "undo"
    ) -> UndoInfo:
        self._must_go_on(sitting)
        if people(sitting.seats) == {user.id}:
            raise Conflict("A seat is free: whoever takes it must agree too. A bot can take it.")
        row = UndoRow(
            table_id=sitting.row.id,
            user_id=user.id,
            seat=seat,
            back_to=to,
            seen=sitting.live.version,
            reason=reason,
            status="open",
            created=now(),
            kind=kind,
        )
        try:
            with self.db.write() as session:
                self.row(session, sitting.row.slug, user, lock=True)
                if self._open_request(session, sitting) is not None:
                    raise Conflict("Another request is open.")
                asked = session.scalar(
                    select(func.count())
                    .select_from(UndoRow)
                    .where(
                        UndoRow.table_id == row.table_id,
                        UndoRow.user_id == user.id,
                        UndoRow.seen == row.seen,
                    )
                )
                if (asked or 0) >= MOST_ASKED:
                    raise Conflict("You have asked {most} times in this position.", most=MOST_ASKED)
                session.add(row)
                session.flush()
                info = self._describe(session, row, sitting, user)
        except IntegrityError:
            raise Conflict("Another request is open.") from None
        self.announce(sitting.row.slug, {"kind": "undo", "request": info.id})
        return info

    def _own_seats(self, sitting: Sitting, user: User) -> list[int]:
        mine = sitting.mine(user)
        if not mine:
            raise Forbidden("You do not sit at this table.")
        return mine

    def _open_request(self, session: Session, sitting: Sitting) -> UndoRow | None:
        """Requests of an older version are void, whatever they say."""
        return session.scalar(
            select(UndoRow)
            .where(
                UndoRow.table_id == sitting.row.id,
                UndoRow.status == "open",
                UndoRow.seen == sitting.live.version,
            )
            .order_by(UndoRow.id.desc())
        )

    def _request(self, session: Session, sitting: Sitting, request: int) -> UndoRow:
        row = session.get(UndoRow, request)
        if row is None or row.table_id != sitting.row.id:
            raise NotFound("There is no such request.")
        return row

    @staticmethod
    def _must_be_open(row: UndoRow, sitting: Sitting) -> None:
        if row.status != "open" or row.seen != sitting.live.version:
            raise Conflict("The request is no longer open.")

    def _describe(self, session: Session, row: UndoRow, sitting: Sitting, user: User | None) -> UndoInfo:
        answers = {
            consent.user_id: consent
            for consent in session.scalars(select(ConsentRow).where(ConsentRow.request_id == row.id))
        }
        names: dict[int, str] = {}
        for seat in sitting.seats:
            if seat.user_id is not None:
                names.setdefault(seat.user_id, seat.name)
        asker = names.get(row.user_id) or session.scalar(
            select(UserRow.name).where(UserRow.id == row.user_id)
        )
        others = {id: name for id, name in names.items() if id != row.user_id}
        status: Any = row.status
        if status == "open" and row.seen != sitting.live.version:
            status = "expired"
        needed = status == "open" and user is not None and user.id in others and user.id not in answers
        return UndoInfo(
            id=row.id,
            name=asker or "",
            seat=row.seat,
            to=row.back_to,
            version=row.seen,
            reason=row.reason,
            status=status,
            mine=user is not None and user.id == row.user_id,
            answer_needed=needed,
            consents=[
                Consent(name, answers[id].agree if id in answers else None,
                        answers[id].reason if id in answers else "")
                for id, name in others.items()
            ],
            kind=row.kind,  # type: ignore[arg-type]
        )  # fmt: skip
