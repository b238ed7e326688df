"""Going back: one's own last moves at will, anything else with the consent of the other people."""

from collections.abc import Collection, Mapping
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from stellwerk.engine import Action, EndGame, Redo, Undo
from stellwerk.server.claim import Who
from stellwerk.server.core import Sitting, alone, bot_at, people, signed_in
from stellwerk.server.model import Notice, Outcome, UndoChoices, UndoInfo, User
from stellwerk.server.playing import MOST_ACTIONS, Playing
from stellwerk.server.problems import Conflict, Forbidden, NotFound
from stellwerk.server.sidebar import ConsentGiven, OpenRequest, request_info
from stellwerk.server.snapshot import Snapshot
from stellwerk.server.undo_rules import at_will, can_redo, stood_in, uncovered_since, usual_step
from stellwerk.server.user_text import clean
from stellwerk.store.schema import ConsentRow, UndoRow, UserRow

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
            raise Conflict("You have gone back or forth {most:once|# times} at this table.", most=MOST_UNDONE)


class Undoing(Playing):
    def undo(
        self, table: str, who: Who, seen: int, to: int | None = None, reason: str = ""
    ) -> Outcome | UndoInfo:
        """Back to after `to` actions: at once where it is at will, else a request to the others."""
        found, request = self.go_back(table, who, seen, to, reason, parts=())
        return found.outcome(seen) if request is None else request

    def go_back(
        self, table: str, who: Who, seen: int, to: int | None, reason: str, parts: Collection[str]
    ) -> tuple[Snapshot, UndoInfo | None]:
        """As `undo`; the answer is the table after it, and the request if there is one."""
        reason = clean(reason, 300, "reason")
        with self.moving(table, who) as sitting:
            user, mine = self._seated(sitting)
            self._must_be_current(sitting, seen)
            must_have_patience(sitting, user)
            if to is None:
                to = usual_step(sitting.live, mine)
            if to is None:
                raise Conflict("You have nothing to undo.")
            actions = sitting.live.game.actions
            seat = next((action.seat for action in actions[max(0, to) :] if action.seat in mine), mine[0])
            possible = sitting.live.game.floor <= to < len(actions)
            request = None
            if not possible or at_will(sitting.live, sitting.seats, user, to):
                self._enter(sitting, user, Undo(seat, to))  # the engine refuses what is impossible
            else:
                request = self._ask(sitting, user, seat, to, reason)
            found = self.snapshot_of(sitting, parts)
        return found.seen_from(None), request

    def redo(self, table: str, who: Who, seen: int) -> Outcome:
        """Take one's own undo back."""
        return self.go_forth(table, who, seen, ()).outcome(seen)

    def go_forth(self, table: str, who: Who, seen: int, parts: Collection[str]) -> Snapshot:
        """As `redo`; the answer is the table after it."""
        with self.moving(table, who) as sitting:
            user, mine = self._seated(sitting)
            self._must_be_current(sitting, seen)
            must_have_patience(sitting, user)
            again = can_redo(sitting.live, mine)
            if sitting.live.redoable and not again:
                raise Forbidden("Only the player who undid this can redo it.")
            self._enter(sitting, user, Redo(sitting.live.entries[-1].action.seat if again else mine[0]))
            found = self.snapshot_of(sitting, parts)
        return found.seen_from(None)

    def propose_end(self, table: str, who: Who, seen: int, reason: str = "") -> Outcome | UndoInfo:
        """End the game here: at once for who is alone with bots, else a request to the others."""
        found, request = self.stop_here(table, who, seen, reason, ())
        return found.outcome(seen) if request is None else request

    def stop_here(
        self, table: str, who: Who, seen: int, reason: str, parts: Collection[str]
    ) -> tuple[Snapshot, UndoInfo | None]:
        """As `propose_end`; the answer is the table after it, and the request if there is one."""
        reason = clean(reason, 300, "reason")
        with self.moving(table, who) as sitting:
            user, mine = self._seated(sitting)
            self._must_be_current(sitting, seen)
            if sitting.live.state.over:
                raise Conflict("The game is over.")
            request = None
            if alone(sitting.seats, user):
                self._enter(sitting, user, EndGame(mine[0]))
            else:
                request = self._ask(sitting, user, mine[0], len(sitting.live.game.actions), reason, "end")
            found = self.snapshot_of(sitting, parts)
        return found.seen_from(None), request

    def undo_choices(self, table: str, who: Who) -> UndoChoices:
        """Return what the buttons can do now."""
        return self.snapshot(table, who, parts=("request",)).undo

    def undo_request(self, table: str, who: Who, request: int | None = None) -> UndoInfo | None:
        """Return the open request, or the one with this number."""
        if request is None:
            return self.undo_choices(table, who).request
        with self.sitting(table, who) as sitting:
            return self._described(sitting, self._request(sitting, request))

    def answer_undo(self, table: str, who: Who, request: int, agree: bool, reason: str = "") -> UndoInfo:
        """Agree or decline. The last consent goes back at once; one refusal ends the request."""
        return self.answer(table, who, request, agree, reason, ())[1]

    def answer(
        self, table: str, who: Who, request: int, agree: bool, reason: str, parts: Collection[str]
    ) -> tuple[Snapshot, UndoInfo]:
        """As `answer_undo`; the answer is the table after it, too."""
        reason = clean(reason, 300, "reason")
        with self.moving(table, who) as sitting:
            user, _ = self._seated(sitting)
            session, row = sitting.session, self._request(sitting, request)
            self._must_be_open(row, sitting)
            if row.user_id == user.id:
                raise Forbidden("You asked for this yourself.")
            answers = self._answers(session, row)
            known = answers.get(user.id)
            if known is None:
                known = ConsentRow(request_id=row.id, user_id=user.id)
                session.add(known)
            known.agree, known.reason = agree, reason
            answers[user.id] = known
            agreed = {id for id, answer in answers.items() if answer.agree}
            if not agree:
                row.status = "declined"
            elif people(sitting.seats) - {row.user_id} <= agreed:
                row.status = "agreed"
            session.flush()
            if row.status == "agreed":
                wanted = EndGame(row.seat) if row.kind == "end" else Undo(row.seat, row.back_to)
                self._enter(sitting, User(row.user_id, "", False), wanted)
            info = self._described(sitting, row, answers)
            self._tell(sitting, request)
            found = self.snapshot_of(sitting, parts)
        return found.seen_from(None), info

    def withdraw_undo(self, table: str, who: Who, request: int) -> UndoInfo:
        """Withdraw one's own request."""
        return self.withdraw(table, who, request, ())[1]

    def withdraw(
        self, table: str, who: Who, request: int, parts: Collection[str]
    ) -> tuple[Snapshot, UndoInfo]:
        """As `withdraw_undo`; the answer is the table after it, too."""
        with self.moving(table, who) as sitting:
            user, row = signed_in(sitting.user), self._request(sitting, request)
            if row.user_id != user.id:
                raise Forbidden("Somebody else asked for this.")
            self._must_be_open(row, sitting)
            row.status = "withdrawn"
            sitting.session.flush()
            info = self._described(sitting, row)
            self._tell(sitting, request)
            found = self.snapshot_of(sitting, parts)
        return found.seen_from(None), info

    # -- small parts

    def _enter(self, sitting: Sitting, user: User, action: Action) -> None:
        self._must_go_on(sitting)
        self.commit(sitting, user, sitting.live.after(action, self.offload))

    @staticmethod
    def _seated(sitting: Sitting) -> tuple[User, list[int]]:
        user, mine = signed_in(sitting.user), sitting.own_seats
        if not mine:
            raise Forbidden("You do not sit at this table.")
        return user, mine

    def _ask(
        self, sitting: Sitting, user: User, seat: int, to: int, reason: str, kind: str = "undo"
    ) -> UndoInfo:
        self._must_go_on(sitting)
        if people(sitting.seats) == {user.id}:
            raise Conflict("A seat is free: whoever takes it must agree too. A bot can take it.")
        session, seen = sitting.session, sitting.live.version
        here = UndoRow.table_id == sitting.row.id, UndoRow.seen == seen
        others = session.execute(select(UndoRow.user_id, UndoRow.status).where(*here)).all()
        if any(status == "open" for _, status in others):
            raise Conflict("Another request is open.")
        if sum(1 for asker, _ in others if asker == user.id) >= MOST_ASKED:
            raise Conflict("You have asked {most:once|# times} in this position.", most=MOST_ASKED)
        if kind == "undo":
            self._must_suit_bots(sitting, to)
        row = UndoRow(
            table_id=sitting.row.id,
            user_id=user.id,
            seat=seat,
            back_to=to,
            seen=seen,
            reason=reason,
            status="open",
            created=self.clock.now(),
            kind=kind,
        )
        session.add(row)
        session.flush()
        answers: dict[int, ConsentRow] = {}
        if kind == "undo":
            for person in sorted(stood_in(sitting.seats) - {user.id}):
                answers[person] = ConsentRow(request_id=row.id, user_id=person, agree=True, reason="")
            session.add_all(answers.values())
            if people(sitting.seats) - {user.id} <= answers.keys():
                row.status = "agreed"
            session.flush()
            if row.status == "agreed":
                self._enter(sitting, user, Undo(seat, to))
        self._tell(sitting, row.id)
        return self._described(sitting, row, answers)

    @staticmethod
    def _must_suit_bots(sitting: Sitting, to: int) -> None:
        """Conflict when a bot at the table says no: it has learnt something that cannot be forgotten."""
        bots = [seat.name for seat in sitting.seats if bot_at(seat) is not None]
        if bots and uncovered_since(sitting.live, to):
            raise Conflict("{name} says no: something hidden was uncovered since then.", name=bots[0])

    def _tell(self, sitting: Sitting, request: int) -> None:
        notice = Notice("undo", sitting.live.version, request=request)
        sitting.then.append(partial(self.announce, sitting.row.slug, notice))

    @staticmethod
    def _request(sitting: Sitting, request: int) -> UndoRow:
        row = sitting.session.get(UndoRow, request)
        if row is None or row.table_id != sitting.row.id:
            raise NotFound("There is no such request.")
        return row

    @staticmethod
    def _must_be_open(row: UndoRow, sitting: Sitting) -> None:
        if row.status != "open" or row.seen != sitting.live.version:
            raise Conflict("The request is no longer open.")

    @staticmethod
    def _answers(session: Session, row: UndoRow) -> dict[int, ConsentRow]:
        query = select(ConsentRow).where(ConsentRow.request_id == row.id)
        return {consent.user_id: consent for consent in session.scalars(query)}

    def _described(
        self, sitting: Sitting, row: UndoRow, answers: Mapping[int, ConsentRow] | None = None
    ) -> UndoInfo:
        session = sitting.session
        given = self._answers(session, row) if answers is None else answers
        name = next((seat.name for seat in sitting.seats if seat.user_id == row.user_id), None)
        if name is None:
            name = session.scalar(select(UserRow.name).where(UserRow.id == row.user_id)) or ""
        asked = OpenRequest(
            row.id, row.user_id, name, row.seat, row.back_to, row.seen, row.reason, row.status, row.kind
        )
        said = {id: ConsentGiven(answer.agree, answer.reason) for id, answer in given.items()}
        return request_info(asked, said, sitting.seats, sitting.live.version, sitting.user)
