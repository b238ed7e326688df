"""Bots at the tables: each move is a job of the queue, thought in a process of its own.

The move is asked for in the transaction that makes it the bot's turn, and comes into the log in the one
that ends the job. A bot that fails or takes too long is replaced for that move: by `gentle`, and if that
fails too, by `random`. What it thought is kept beside the log.
"""

import msgspec
from msgspec import structs
from sqlalchemy import select

from stellwerk.bots import BOTS
from stellwerk.engine import Refusal, State, decode, to_act
from stellwerk.server.claim import SYSTEM
from stellwerk.server.core import BOT_JOB, BotTurn, Sitting, asks, bot_at, kept, turns_of, wish_for
from stellwerk.server.games import Logged
from stellwerk.server.jobs import JobKind
from stellwerk.server.problems import Conflict, NotFound, Unopened
from stellwerk.server.queue import LONGEST_PAUSE, Job
from stellwerk.server.service import TableService
from stellwerk.server.thinking import LAST_RESORTS, Chosen, Thinking, ToThink, in_order, think
from stellwerk.store.schema import SeatRow, TableRow, ThoughtRow

LISTED = 10_000
IDLE = 30_000
"""Only tables that have not moved for so many milliseconds may have been forgotten."""


IN_A_ROW = 10
"""Moves of bots that need no thought, made without asking the queue who is next."""


class Bots:
    """Bots at all tables of a service."""

    def __init__(self, service: TableService, in_a_row: int = 1) -> None:
        """`in_a_row`: so many moves of bots that need no thought are made by whoever has made the first."""
        self.service = service
        self.clock = service.clock
        self.in_a_row = in_a_row

    def kind(self) -> JobKind[BotTurn, ToThink]:
        """Return what the queue has to know of bots' moves."""
        return JobKind(
            name=BOT_JOB,
            payload=BotTurn,
            prepare=self._prepare,
            work=think,
            done=self._done,
            wanted=self._wanted,
            seconds=self.service.settings.bot_seconds,
            attempts=len(LAST_RESORTS) + 1,
            first_pause=0.0,
        )

    def _prepare(self, job: Job, turn: BotTurn) -> ToThink | None:
        try:
            seen = self.service.snapshot(turn.table, SYSTEM, parts=())
        except (NotFound, Conflict, Unopened):
            return None
        if not asks(seen.live, turn) or bot_at(seen.info.seats[turn.seat]) != turn.bot:
            return None
        entries, history = seen.live.entries, seen.live.game.history
        state = history[entries[turn.version - 1].at if turn.version else 0].state
        return ToThink(turn.table, state, turn.seat, self._who(job, turn, state))

    @staticmethod
    def _who(job: Job, turn: BotTurn, state: State) -> str:
        names = in_order(state.setup.game, turn.bot)
        return names[min(job.failures, len(names) - 1)]

    def _wanted(self, turn: BotTurn) -> bool:
        """Whether the seat is still asked the same, and the bot still plays it."""
        query = (
            select(TableRow.version, SeatRow)
            .join(SeatRow, SeatRow.table_id == TableRow.id)
            .where(TableRow.slug == turn.table, SeatRow.seat == turn.seat)
        )
        with self.service.db.read() as session:
            found = session.execute(query).first()
        if found is None or bot_at(found[1]) != turn.bot:
            return False
        if found[0] == turn.version:
            return True
        with self.service.sitting(turn.table, SYSTEM) as sitting:
            return asks(sitting.live, turn)

    def _done(self, job: Job, turn: BotTurn, answer: str) -> Job | None:
        """Make the move, with the thought and the end of the job in one transaction."""
        thinking = msgspec.json.decode(answer, type=Thinking)
        chosen = msgspec.json.decode(thinking.thought, type=Chosen)
        record = self.service.at_hand(turn.table, SYSTEM).record
        assert record is not None
        bot = self._who(job, turn, record.state)
        action = decode(record.state.setup.game, bytes(chosen.action))
        if action.seat != turn.seat:
            raise ValueError(f"{bot} moves for seat {action.seat}")

        def also(sitting: Sitting, logged: Logged) -> None:
            fault = None if bot == turn.bot else "slow" if (job.error or "").startswith("slow") else "failed"
            sitting.session.add(
                ThoughtRow(
                    table_id=sitting.row.id,
                    number=logged.number,
                    at=logged.at,
                    seat=turn.seat,
                    bot=bot,
                    replaced=None if fault is None else turn.bot,
                    fault=fault,
                    took=thinking.took,
                    looked_at=chosen.looked_at,
                    text=bytes(thinking.thought).decode(),
                )
            )
            if fault is not None:
                name = sitting.seats[turn.seat].name
                figures = {"bot": turn.bot, "name": name, "instead": bot}
                self.service.remark(
                    sitting.session, sitting.row, turn.seat, "slow" if fault == "slow" else "failed", figures
                )
            if following is None:
                self.service.queue.finish(sitting.session, job)

        following: Job | None = None

        def ask(sitting: Sitting) -> int | None:
            nonlocal following
            following = self._go_on(sitting, job, turn)
            return None if following is not None else self.service.ask_next(sitting)

        live = record
        while asks(live, turn):
            try:
                seen = live.version
                if self.service.submit_for_bot(turn.table, turn.seat, action, seen, also, ask, bot):
                    return following
            except Refusal:
                if live.version == turn.version:
                    raise
                self.service.queue.drop(job)  # what others did at the same time matters after all
                self.service.wake_bots(turn.table)
                return None
            with self.service.sitting(turn.table, SYSTEM) as sitting:
                faster, sits = sitting.live.version > seen, bot_at(sitting.seats[turn.seat]) == turn.bot
                live = sitting.live
            if not faster or not sits:  # only where somebody else was faster there is more to try
                break
        self.service.queue.drop(
            job
        )  # the game moved on while the bot was thinking, or somebody took the seat
        return None

    def _go_on(self, sitting: Sitting, job: Job, turn: BotTurn) -> Job | None:
        """Take the next move of a bot at this table that needs no thought, if there is one to be made now.

        Between two such moves the queue would take longer than they do. After some of them it has its say
        again, so that other tables have their turn.
        """
        row, seats, live = sitting.row, sitting.seats, sitting.live
        turns = turns_of(row, seats, to_act(live.state), live)
        # What was asked in an earlier version (sealed bids) has a job already.
        light = len(turns) == 1 and turns[0].bot in BOTS and turns[0].version == live.version
        if not light or turn.row >= self.in_a_row or self.service.pause(row, seats):
            return None
        wish = wish_for(row, seats, structs.replace(turns[0], row=turn.row + 1), self.clock.now())
        return self.service.queue.hand_on(sitting.session, job, wish)

    def look(self, idle: int = IDLE) -> None:
        """Ask for the moves of bots that nobody asked for, or that failed some time ago."""
        query = (
            select(TableRow, SeatRow)
            .join(SeatRow, SeatRow.table_id == TableRow.id)
            .where(TableRow.status == "running", TableRow.updated <= self.clock.now() - idle)
            .where((SeatRow.kind == "bot") | SeatRow.stand_in.is_not(None))
            .limit(LISTED)
        )
        with self.service.db.read() as session:
            rows = [(row, seat.seat) for row, seat in session.execute(query)]
        acting = {row.slug: kept(row.acting, list[int], []) for row, _ in rows}
        for slug in dict.fromkeys(row.slug for row, seat in rows if seat in acting[row.slug]):
            self.service.wake_bots(slug, again=("failed", "cancelled", "done"), rested=LONGEST_PAUSE)
