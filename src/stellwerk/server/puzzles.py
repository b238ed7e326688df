"""Puzzles on a server: who answered what, ratings, the puzzle of the day, and those from own games.

An answer is one row, written in the transaction that rates it. Sent twice, as after a lost connection, it
is the same row, and nothing is counted again.
"""

import hashlib
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stellwerk.engine.registry import title
from stellwerk.engine.save import dump, load
from stellwerk.puzzles.finding import Found, best_of, found_in
from stellwerk.puzzles.proving import is_right
from stellwerk.puzzles.puzzle import KINDS, Kind, Position, Puzzle, position_in
from stellwerk.puzzles.rating import START, UNSURE, Rating, after
from stellwerk.puzzles.shelf import Shipped, position, puzzle_id, shelf
from stellwerk.server.claim import SYSTEM, Who
from stellwerk.server.core import signed_in
from stellwerk.server.jobs import Bench, JobKind, Report
from stellwerk.server.model import TableInfo, User
from stellwerk.server.problems import Conflict, Forbidden, NotFound, Unopened
from stellwerk.server.queue import BACKGROUND, Job, State, Wish
from stellwerk.server.service import TableService
from stellwerk.server.user_text import is_slug
from stellwerk.store.schema import (
    OwnPuzzleRow,
    PuzzleAnswerRow,
    PuzzleFigureRow,
    PuzzleSkillRow,
    TableRow,
)

DAY = 86_400_000
WEEK = 7
ALL = ""
"""The rating in all, beside those by kind."""
JOB = "puzzles"
KEPT = 7 * 86_400.0
"""Seconds for which it is remembered that a game was looked through."""
OF_A_KIND = 4
"""Puzzles of one kind from one game."""


class Asked(Struct, frozen=True, kw_only=True):
    """A puzzle with the position that it is about. It holds secrets of the game: show only what is asked."""

    id: str
    game: str
    puzzle: Puzzle
    state: Position
    day: int = 0
    """Whose puzzle it is, if it is today's."""
    table: str = ""
    """Where the game was played, if not by our own bots."""
    table_name: str = ""


class Answered(Struct, frozen=True, kw_only=True):
    """What somebody answered."""

    answer: tuple[str, ...]
    solved: bool
    change: int | None
    day: int


class Skill(Struct, frozen=True):
    """How good somebody is at puzzles of a kind."""

    rating: int = round(START)
    tried: int = 0
    solved: int = 0


class Progress(Struct, frozen=True, kw_only=True):
    """What somebody has done so far."""

    skills: Mapping[str, Skill]
    """By kind, and in all."""
    answered: frozenset[str]
    streak: int
    best: int
    week: Sequence[bool | None]
    """The last seven days, today last: solved or not; None where nothing was answered."""
    today: bool | None


class FromTable(Struct, frozen=True):
    """A finished game of somebody's own, and the puzzles from it."""

    table: TableInfo
    puzzles: Sequence[str]
    """Their names."""
    state: State | None
    """Of the job that looks for them; None: nobody has asked."""


class Look(Struct, frozen=True):
    """Somebody wants puzzles from a table."""

    table: str
    version: int


def streaks(days: Mapping[int, bool], today: int) -> tuple[int, int]:
    """Return how many days in a row were solved up to now, and the longest such row.

    Today counts from when it is answered; until then the row that ended yesterday holds.
    """
    best = row = 0
    for day in sorted(day for day, solved in days.items() if solved):
        row = row + 1 if days.get(day - 1) else 1
        best = max(best, row)
    last = today if today in days else today - 1
    now = 0
    while days.get(last - now):
        now += 1
    return now, best


class Puzzles:
    """All that people do with puzzles."""

    def __init__(self, service: TableService) -> None:
        self.service, self.db, self.clock = service, service.db, service.clock

    # -- which

    @property
    def today(self) -> int:
        """Days since 1970; a day begins at midnight UTC."""
        return self.clock.now() // DAY

    def daily(self) -> Shipped | None:
        """Return the puzzle of the day: the same for all, in an order that nobody guesses from the names."""
        order = sorted(shelf().values(), key=lambda one: hashlib.sha256(one.id.encode()).digest())
        return order[self.today % len(order)] if order else None

    def find(self, name: str, who: Who) -> Asked:
        """Return a puzzle; NotFound where there is none, or it is from a table that one may not see."""
        shipped = shelf().get(name)
        if shipped is not None:
            daily = self.daily()
            day = self.today if daily is not None and daily.id == name else 0
            return Asked(id=name, game=shipped.game, puzzle=shipped.puzzle, state=position(shipped), day=day)
        return self._own(name, who)

    def _own(self, name: str, who: Who) -> Asked:
        slug, _, rest = name.partition("-")
        kind, _, at = rest.partition("-")
        if not is_slug(slug) or not at.isdecimal() or len(at) > 6:
            raise NotFound("There is no such puzzle.")
        with self.db.read() as session:
            row = self.service.find(session, slug, who).row
            kept = session.get(OwnPuzzleRow, (row.id, kind, int(at)))
            if kept is None or kept.version != row.version or row.status != "finished":
                raise NotFound("There is no such puzzle.")
            puzzle, table = msgspec.json.decode(kept.text, type=Puzzle), row.name
        state = position_in(self.service.snapshot(slug, who, at=puzzle.at, parts=()).state)
        return Asked(id=name, game=state.setup.game, puzzle=puzzle, state=state, table=slug, table_name=table)

    def next_of(self, progress: Progress, kind: str = ALL, here: str = "") -> str:
        """Return a puzzle that somebody has not answered, not today's, as hard as suits.

        Empty: none is left.
        """
        daily = self.daily()
        skip = {*progress.answered, here, "" if daily is None else daily.id}
        free = [one for one in shelf().values() if one.id not in skip and kind in (ALL, one.puzzle.kind)]
        if not free:
            return ""
        with self.db.read() as session:
            known = select(PuzzleFigureRow).where(PuzzleFigureRow.puzzle.in_([one.id for one in free]))
            hard = {row.puzzle: row.rating for row in session.scalars(known)}
        mine = progress.skills.get(kind, Skill()).rating
        shuffled = sorted(free, key=lambda one: hashlib.sha256(one.id.encode()).digest())
        return min(shuffled, key=lambda one: abs(hard.get(one.id, START) - mine)).id

    # -- what somebody has done

    def progress(self, user: User | None) -> Progress:
        skills: dict[str, Skill] = dict.fromkeys((ALL, *KINDS), Skill())
        days: dict[int, bool] = {}
        answered: set[str] = set()
        if user is not None:
            with self.db.read() as session:
                for row in session.scalars(select(PuzzleSkillRow).where(PuzzleSkillRow.user_id == user.id)):
                    skills[row.kind] = Skill(round(row.rating), row.tried, row.solved)
                given = select(PuzzleAnswerRow).where(PuzzleAnswerRow.user_id == user.id)
                for answer in session.scalars(given):
                    answered.add(answer.puzzle)
                    if answer.day:
                        days[answer.day] = answer.solved
        today = self.today
        now, best = streaks(days, today)
        return Progress(
            skills=skills,
            answered=frozenset(answered),
            streak=now,
            best=best,
            week=[days.get(day) for day in range(today - WEEK + 1, today + 1)],
            today=days.get(today),
        )

    def answered(self, user: User | None, asked: Asked) -> Answered | None:
        """Return what somebody answered before; to the puzzle of the day, only what was answered today."""
        if user is None:
            return None
        with self.db.read() as session:
            row = self._answer_row(session, user, asked)
            return None if row is None else _answered(row)

    def _answer_row(self, session: Session, user: User, asked: Asked) -> PuzzleAnswerRow | None:
        mine = select(PuzzleAnswerRow).where(
            PuzzleAnswerRow.user_id == user.id, PuzzleAnswerRow.puzzle == asked.id
        )
        if asked.day:
            mine = mine.where(PuzzleAnswerRow.day == asked.day)
        return session.scalars(mine.order_by(PuzzleAnswerRow.created.desc()).limit(1)).first()

    def found_by(self, asked: Asked) -> Skill:
        """Return how hard a puzzle is, how many tried it and how many found its answer."""
        with self.db.read() as session:
            row = session.get(PuzzleFigureRow, asked.id)
            return Skill() if row is None else Skill(round(row.rating), row.tried, row.solved)

    # -- answering

    def answer(self, user: User | None, asked: Asked, given: Sequence[str]) -> Answered:
        """Answer a puzzle. There is one try: whoever has answered gets what was answered then."""
        person = signed_in(user)
        solved = is_right(asked.state, asked.puzzle, given)
        for _ in range(3):
            try:
                with self.db.write() as session:
                    before = self._answer_row(session, person, asked)
                    if before is not None:
                        return _answered(before)
                    row = PuzzleAnswerRow(
                        user_id=person.id,
                        puzzle=asked.id,
                        day=asked.day,
                        kind=asked.puzzle.kind,
                        answer=msgspec.json.encode(given).decode(),
                        solved=solved,
                        change=self._rate(session, person, asked, solved),
                        created=self.clock.now(),
                    )
                    session.add(row)
                    session.flush()
                    return _answered(row)
            except IntegrityError:  # the same was sent at the same time, or somebody else's first answer
                continue
        raise Conflict("Please try again in a moment.")

    def _rate(self, session: Session, person: User, asked: Asked, solved: bool) -> int | None:
        """Rate a first answer to a shipped puzzle: the person, in all and at this kind, and the puzzle."""
        earlier = select(PuzzleAnswerRow.puzzle).where(
            PuzzleAnswerRow.user_id == person.id, PuzzleAnswerRow.puzzle == asked.id
        )
        if asked.table or session.scalars(earlier.limit(1)).first() is not None:
            return None
        figure = session.get(PuzzleFigureRow, asked.id, with_for_update=True)
        if figure is None:
            figure = PuzzleFigureRow(puzzle=asked.id, rating=START, deviation=UNSURE, tried=0, solved=0)
            session.add(figure)
        hard = Rating(figure.rating, figure.deviation)
        change = 0
        for kind in (asked.puzzle.kind, ALL):
            skill = session.get(PuzzleSkillRow, (person.id, kind), with_for_update=True)
            if skill is None:
                skill = PuzzleSkillRow(
                    user_id=person.id, kind=kind, rating=START, deviation=UNSURE, tried=0, solved=0
                )
                session.add(skill)
            mine, its = after(Rating(skill.rating, skill.deviation), hard, solved)
            change = round(mine.value) - round(skill.rating)
            skill.rating, skill.deviation = mine
            skill.tried += 1
            skill.solved += solved
        figure.rating, figure.deviation = its
        figure.tried += 1
        figure.solved += solved
        return change

    # -- from own games

    def tables(self, user: User | None) -> list[FromTable]:
        """Return the finished railway games in which somebody sat, and what was found in them."""
        mine = [
            info for info in self.service.finished_tables(user) if info.my_seats and title_has_runs(info.game)
        ]
        if not mine:
            return []
        with self.db.read() as session:
            kept = session.execute(
                select(TableRow.slug, OwnPuzzleRow.text)
                .join(OwnPuzzleRow, OwnPuzzleRow.table_id == TableRow.id)
                .where(
                    TableRow.slug.in_([info.id for info in mine]), OwnPuzzleRow.version == TableRow.version
                )
                .order_by(OwnPuzzleRow.at)
            ).all()
            jobs = {info.id: self.service.queue.find(session, JOB, _key(info)) for info in mine}
        found: list[FromTable] = []
        for info in mine:
            names = [
                puzzle_id(slug, msgspec.json.decode(text, type=Puzzle))
                for slug, text in kept
                if slug == info.id
            ]
            job = jobs[info.id]
            found.append(FromTable(info, names, None if job is None else job.state))
        return found

    def look_for(self, table: str, user: User | None) -> None:
        """Have a finished game looked through, by somebody who sat there."""
        person = signed_in(user)
        info = self.service.info(table, person)
        if not info.my_seats:
            raise Forbidden("You do not sit at this table.")
        if info.status != "finished" or not title_has_runs(info.game):
            raise Conflict("Puzzles are found in finished railway games.")
        look = Look(table, info.version)
        with self.db.write() as session:
            row = self.service.find(session, table, person).row
            self.service.queue.ask(
                session,
                Wish(
                    kind=JOB,
                    key=_key(info),
                    payload=msgspec.json.encode(look).decode(),
                    table_id=row.id,
                    host_id=person.id,
                    priority=BACKGROUND,
                ),
            )
        self.service.call_workers(0)

    def kind(self) -> JobKind[Look, str]:
        """Return what the queue has to know of it."""
        return JobKind(name=JOB, payload=Look, prepare=self._prepare, work=look_through, done=self._done,
                       keep=KEPT)  # fmt: skip

    def _prepare(self, job: Job, look: Look) -> str | None:
        try:
            seen = self.service.snapshot(look.table, SYSTEM, parts=())
        except (NotFound, Conflict, Unopened):
            return None
        if seen.version != look.version or seen.stop is not None:
            return None
        return dump(seen.live.game).decode()

    def _done(self, job: Job, look: Look, answer: str) -> Job | None:
        puzzles = msgspec.json.decode(answer, type=list[Puzzle])
        with self.db.write() as session:
            row = self.service.find(session, look.table, SYSTEM).row
            session.execute(delete(OwnPuzzleRow).where(OwnPuzzleRow.table_id == row.id))
            for puzzle in puzzles:
                session.add(
                    OwnPuzzleRow(
                        table_id=row.id,
                        kind=puzzle.kind,
                        at=puzzle.at,
                        version=look.version,
                        text=msgspec.json.encode(puzzle).decode(),
                    )
                )
            self.service.queue.finish(session, job)
        return None


def _key(info: TableInfo) -> str:
    return f"{info.id}/{info.version}"


def title_has_runs(game: str) -> bool:
    """Whether there can be puzzles of a game at all."""
    try:
        return title(game).advice is not None
    except ValueError:  # not installed any more
        return False


def look_through(bench: Bench, save: str, report: Report) -> str:
    """Find the puzzles of a game, in a process of its own."""
    game, _ = load(save)
    found = list(found_in(game, report=report))
    chosen: list[Puzzle] = []
    for kind in KINDS:
        chosen += best_of(_of_kind(found, kind), OF_A_KIND)
    return msgspec.json.encode(chosen).decode()


def _of_kind(found: Sequence[Found], kind: Kind) -> list[Found]:
    return [one for one in found if one.puzzle.kind == kind]


def _answered(row: PuzzleAnswerRow) -> Answered:
    return Answered(
        answer=msgspec.json.decode(row.answer, type=tuple[str, ...]),
        solved=row.solved,
        change=row.change,
        day=row.day,
    )
