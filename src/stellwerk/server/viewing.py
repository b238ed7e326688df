"""Snapshots of a table: each is read in one transaction and shows one version."""

from collections.abc import Collection, Iterable

from sqlalchemy import select

from stellwerk.bots import bots_of
from stellwerk.server.absence import WARNED, code_for
from stellwerk.server.accounts import Accounts
from stellwerk.server.aids import may_ask_for_hints, tells_figures
from stellwerk.server.claim import Who
from stellwerk.server.core import NotBegun, Sitting, asks
from stellwerk.server.games import Record, check_installed
from stellwerk.server.judging import Verdicts
from stellwerk.server.model import RemarkInfo, SeatNotice, TableInfo, ThinkingInfo, ThoughtInfo
from stellwerk.server.problems import Unopened
from stellwerk.server.sidebar import ALL, Mark, Sidebar, read_sidebar, request_info
from stellwerk.server.snapshot import Snapshot
from stellwerk.server.table_lookup import Found
from stellwerk.server.thoughts import KeptThought, led_to, thought_info
from stellwerk.server.undo_rules import undo_choices
from stellwerk.store.schema import ThoughtRow


class Viewing(Accounts):
    def snapshot(
        self,
        table: str,
        who: Who,
        seat: int | None = None,
        at: int | None = None,
        parts: Collection[str] = ALL,
    ) -> Snapshot:
        """Return the table as this person sees it now, or as it was after `at` actions.

        A position that was taken back meanwhile is the latest one. `parts` says which parts of the
        sidebar (chat, note, marks and so on) are wanted as well (`sidebar.ALL`).
        """
        with self.sitting(table, who) as sitting:
            found = self.snapshot_of(sitting, parts, at).seen_from(seat)
        return found if at is None or at > found.latest else found.back_to(at)

    def table_snapshot(
        self, table: str, who: Who, at: int | None = None, parts: Collection[str] = ALL
    ) -> Snapshot:
        """As `snapshot`, also of a table whose game has not begun."""
        try:
            return self.snapshot(table, who, None, at, parts)
        except NotBegun as waiting:
            game = waiting.found.row.game
            check_installed(game)
            return self._without_game(waiting.found, bots_of(game))

    def partial_snapshot(self, table: str, who: Who) -> Snapshot:
        """Whatever can be seen of a table, also where this release cannot open its game."""
        try:
            return self.table_snapshot(table, who, parts=())
        except Unopened:
            with self.db.read() as session:
                return self._without_game(self.find(session, table, who))

    def snapshot_of(self, sitting: Sitting, parts: Collection[str] = ALL, at: int | None = None) -> Snapshot:
        """Return a snapshot of what is held, in the transaction that holds it.

        `at`: the position that will be looked at.
        """
        user, live = sitting.user, sitting.live
        latest = len(live.game.actions)
        point = latest if at is None else min(at, latest)
        sidebar = Sidebar()
        if parts:
            sidebar = read_sidebar(sitting.session, sitting.row.id, live.version, point, user, tuple(parts))
        info = self.described(sitting.found)
        request = None
        if sidebar.request is not None:
            request = request_info(sidebar.request, sidebar.answers, sitting.seats, live.version, user)
        return Snapshot(
            user=user,
            info=info,
            game=live,
            state=live.state,
            seat=None,
            verdicts=sitting.verdicts,
            present=self._present(info.id),
            bots=tuple(sorted(bots_of(info.game))),
            undo=undo_choices(live, sitting.seats, user, request),
            chat=sidebar.chat,
            note=sidebar.note,
            notices=self._notices(sitting, sidebar.marks),
            hints=bool(sitting.own_seats) and may_ask_for_hints(info, user),
            remarks=sidebar.remarks,
            thinking=next(
                (
                    ThinkingInfo(turn.seat, turn.bot, since)
                    for turn, since in sorted(sidebar.thinking, key=lambda asked: asked[1])
                    if asks(live, turn)
                ),
                None,
            ),
            thought=None
            if sidebar.thought is None or not led_to(sidebar.thought, live, point)
            else thought_info(sidebar.thought, live, sitting.own_seats, tells_figures(info)),
            invitations=self._invitations(info, sidebar.marks),
        )

    def thoughts(self, table: str, who: Who, since: int = 0, limit: int | None = None) -> list[ThoughtInfo]:
        """Return what bots thought about their moves after entry `since`, as far as this person may know."""
        query = (
            select(
                ThoughtRow.number, ThoughtRow.at, ThoughtRow.seat, ThoughtRow.bot, ThoughtRow.replaced,
                ThoughtRow.fault, ThoughtRow.took, ThoughtRow.looked_at, ThoughtRow.text,
            )
            .order_by(ThoughtRow.number)
            .limit(limit)
        )  # fmt: skip
        with self.sitting(table, who) as sitting:
            here = ThoughtRow.table_id == sitting.row.id, ThoughtRow.number > since
            found = [KeptThought(*row) for row in sitting.session.execute(query.where(*here))]
            figures = tells_figures(self.described(sitting.found))
            return [thought_info(kept, sitting.live, sitting.own_seats, figures) for kept in found]

    def remarks(self, table: str, who: Who) -> list[RemarkInfo]:
        """Return what happened at a table beside the game."""
        return list(self.snapshot(table, who, parts=("remarks",)).remarks)

    def _without_game(self, found: Found, bots: Iterable[str] = ()) -> Snapshot:
        info = self.described(found)
        return Snapshot(
            user=found.user,
            info=info,
            game=None,
            state=None,
            seat=None,
            verdicts=Verdicts(),
            present=self._present(info.id),
            bots=tuple(sorted(bots)),
        )

    def _present(self, table: str) -> frozenset[str]:
        return frozenset(self.presence.users(table).values())

    def _notices(self, sitting: Sitting, marks: Collection[Mark]) -> list[SeatNotice]:
        """Return who was warned and has not acted since, and when the seat can be freed."""
        warned = {
            mark.person: mark.created
            for mark in marks
            if mark.kind == WARNED and not has_acted(sitting.live, mark)
        }
        wait, mine = round(self.settings.warning_seconds * 1000), sitting.own_seats
        return [
            SeatNotice(
                chair.seat, chair.seat in mine, max(0, warned[chair.user_id] + wait - self.clock.now())
            )
            for chair in sitting.seats
            if chair.user_id is not None and chair.user_id in warned
        ]

    def _invitations(self, info: TableInfo, marks: Collection[Mark]) -> dict[int, str]:
        """For the host of a running game: the paths by which others take its free seats."""
        free = [chair.seat for chair in info.seats if chair.kind == "open"]
        if not free or not info.mine or info.status != "running":
            return {}
        key = self.secret("invitations")
        freed = max((mark.created for mark in marks if mark.kind != WARNED), default=0)
        return {seat: f"/t/{info.id}/sit/{seat}/{code_for(info.id, seat, freed, key)}" for seat in free}


def has_acted(live: Record, mark: Mark) -> bool:
    """Return whether somebody who was warned has acted since: the next time there must be a new warning."""
    return any(entry.user_id == mark.person and entry.created >= mark.created for entry in live.entries)
