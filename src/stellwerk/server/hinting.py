"""Hints: what a sharp bot would do in one's place, in three steps, each asked for by itself.

The bot sees what the asker's seat may see, and thinks in the queue as others do; what it found is kept for
that position. That somebody asked stands in the table's log. Hints are for tables with all aids (`aids`).
"""

import msgspec
from msgspec import Struct
from sqlalchemy import select

from stellwerk.engine import Action, State, decode, title, to_act
from stellwerk.server.aids import may_ask_for_hints
from stellwerk.server.claim import SYSTEM, Who
from stellwerk.server.core import Sitting, signed_in
from stellwerk.server.jobs import JobKind
from stellwerk.server.model import HintInfo, HintPlace, Notice
from stellwerk.server.playing import Playing
from stellwerk.server.problems import Conflict, Forbidden, Invalid, NotFound, Unopened
from stellwerk.server.queue import PEOPLE_WAIT, Job, Wish
from stellwerk.server.thinking import Chosen, Thinking, ToThink, think
from stellwerk.server.thoughts import Told
from stellwerk.store.schema import TableRow

HINT_JOB = "hint"
AUTHORS = ("sharp", "gentle")
"""Who is asked, one after the other."""
KEPT = 86_400.0
"""Seconds for which a hint is remembered."""
PLACES = ("hex", "stop", "place", "city", "origin", "link", "site")
"""What a class that declares `Action.on_map` calls the fields that name a place."""


class HintTurn(Struct, frozen=True):
    """Somebody asks what to do in a position."""

    table: str
    version: int
    seat: int


def where_to_look(state: State, action: Action) -> HintPlace:
    """Return what an action is about, without what it does there."""
    named = [str(getattr(action.on_map, field, "") or "") for field in PLACES]
    places = [getattr(action, name) for name in named if name]
    advice = title(state.setup.game).advice
    company = getattr(action, "company", "") or ("" if advice is None else advice.acting(state) or "")
    return HintPlace(
        kind=str(action.__struct_config__.tag),
        places=[str(place) for place in places if isinstance(place, str)],
        company=str(company),
    )


class Hinting(Playing):
    def hint(self, table: str, who: Who, seen: int, step: int = 1, seat: int | None = None) -> HintInfo:
        """Ask for a hint in the position of version `seen`, for a seat of one's own that is to act.

        Step 1 tells where to look, 2 which move, 3 why. Not `ready`: it is being thought about.
        """
        if step not in (1, 2, 3):
            raise Invalid("A hint has three steps.")
        with self.moving(table, who) as sitting:
            seat = self._asks(sitting, seen, seat)
            row, session = sitting.row, sitting.session
            key = f"{row.slug}/{seen}/{seat}"
            job = self.queue.find(session, HINT_JOB, key)
            if job is None or job.state == "cancelled":
                turn = HintTurn(row.slug, seen, seat)
                wish = Wish(
                    kind=HINT_JOB,
                    key=key,
                    payload=msgspec.json.encode(turn).decode(),
                    table_id=row.id,
                    host_id=signed_in(sitting.user).id,
                    priority=PEOPLE_WAIT,
                )
                self.queue.ask(session, wish)
                self.remark(session, row, seat, "hint", {"name": sitting.seats[seat].name})
                sitting.then.append(lambda: self.call_workers(0))
                sitting.then.append(lambda: self.announce(row.slug, Notice("table", row.version)))
            state = sitting.live.state
        if job is None or job.state in ("waiting", "claimed", "cancelled"):
            progress = 0.0 if job is None else job.progress / 1000
            return HintInfo(seen, seat, step, False, progress)
        if job.state == "failed" or job.result is None:
            raise Conflict("No hint was found for this position.")
        return self._told(job.result, state, seen, seat, step)

    @staticmethod
    def _told(result: str, state: State, version: int, seat: int, step: int) -> HintInfo:
        thought = msgspec.json.decode(result, type=Thinking).thought
        told = msgspec.json.decode(thought, type=Told)
        return HintInfo(
            version=version,
            seat=seat,
            step=step,
            ready=True,
            progress=1.0,
            where=where_to_look(state, decode(state.setup.game, told.action)),
            action=told.action if step > 1 else None,
            judged=told.judged if step > 2 else [],
        )

    def _asks(self, sitting: Sitting, seen: int, seat: int | None) -> int:
        """Return the seat for which somebody may ask; a Problem where nobody may."""
        user, mine = signed_in(sitting.user), sitting.own_seats
        if not mine or (seat is not None and seat not in mine):
            raise Forbidden("That is not your seat." if mine else "You do not sit at this table.")
        if not may_ask_for_hints(self.described(sitting.found), user):
            raise Forbidden("Hints are not allowed at this table.")
        if title(sitting.row.game).thinking is None:
            raise Conflict("No bot here can give hints for this game.")
        self._must_be_current(sitting, seen)
        self._must_go_on(sitting)
        acting = to_act(sitting.live.state)
        found = next((own for own in ([seat] if seat is not None else mine) if own in acting), None)
        if found is None:
            raise Conflict("It is not your turn.")
        return found

    # -- the job

    def hint_kind(self) -> JobKind[HintTurn, ToThink]:
        """Return what the queue has to know of hints."""
        return JobKind(
            name=HINT_JOB,
            payload=HintTurn,
            prepare=self._prepare_hint,
            work=think,
            done=self._hint_done,
            wanted=self._still_there,
            seconds=self.settings.bot_seconds,
            attempts=len(AUTHORS),
            first_pause=0.0,
            keep=KEPT,
        )

    def _prepare_hint(self, job: Job, turn: HintTurn) -> ToThink | None:
        try:
            seen = self.snapshot(turn.table, SYSTEM, parts=())
        except (NotFound, Conflict, Unopened):
            return None
        if seen.version != turn.version or turn.seat not in to_act(seen.state):
            return None
        author = AUTHORS[min(job.failures, len(AUTHORS) - 1)]
        return ToThink(turn.table, seen.state, turn.seat, author)

    def _still_there(self, turn: HintTurn) -> bool:
        """Whether the game is where it was when somebody asked."""
        with self.db.read() as session:
            version = session.scalar(select(TableRow.version).where(TableRow.slug == turn.table))
        return version == turn.version

    def _hint_done(self, job: Job, turn: HintTurn, answer: str) -> Job | None:
        thought = msgspec.json.decode(answer, type=Thinking).thought
        msgspec.json.decode(thought, type=Chosen)
        with self.db.write() as session:
            self.queue.finish(session, job, answer)
        self.announce(turn.table, Notice("hint", turn.version))
        return None
