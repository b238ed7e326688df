"""One queue for all long work, in the database: asked for by anybody, done by whoever claims it.

A job is claimed for a while (its lease). A holder that lives renews it; when it does not, somebody else
takes the job up. So workers may belong to this server or to another one on the same PostgreSQL. A job that
was asked for in a transaction is there exactly when that transaction is.

Of those that are due, the more urgent come first, then whoever was served longest ago: a host with many
tables waits for them, and nobody else does.
"""

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, Literal

from msgspec import Struct, structs
from sqlalchemy import BigInteger, Select, and_, bindparam, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, aliased

from stellwerk.server.clock import SYSTEM_CLOCK, Clock
from stellwerk.store.database import Database
from stellwerk.store.schema import JobRow, Values

State = Literal["waiting", "claimed", "done", "failed", "cancelled"]
OVER: tuple[State, ...] = ("done", "failed", "cancelled")
PEOPLE_WAIT, BOTS_ALONE, BACKGROUND = 0, 1, 2
"""Priorities: somebody sits there and waits; nobody does; whenever there is time."""
LEASE = 15.0
"""Seconds."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 300.0
"""Seconds until a job that failed is tried again: twice as long each time."""
MOST_CLAIMS = 20
"""Whoever claims a job so often and never ends it, may be ended by it."""
PURGED = 1_000
"""Jobs that are deleted in one transaction."""
LONGEST_ERROR = 500


class Wish(Struct, frozen=True, kw_only=True):
    """Work to be done. Two wishes of one kind with one key are the same."""

    kind: str
    key: str
    payload: str
    """As JSON."""
    table_id: int | None = None
    host_id: int = 0
    priority: int = BACKGROUND
    due: int = 0
    """Not before (milliseconds since 1970)."""


class Job(Struct, frozen=True, kw_only=True):
    """A job as the database has it."""

    id: int
    kind: str
    key: str
    payload: str
    table_id: int | None
    host_id: int
    priority: int
    state: State
    progress: int
    words: str
    attempts: int
    failures: int
    due: int
    holder: str | None
    result: str | None
    error: str | None
    created: int
    updated: int


_COLUMNS = tuple(getattr(JobRow, field) for field in Job.__struct_fields__)


def pause_after(times: int, first: float = FIRST_PAUSE) -> float:
    """Seconds to wait after so many failures in a row."""
    return min(LONGEST_PAUSE, first * 2.0 ** min(max(times - 1, 0), 20))


class Queue:
    """Every method is one transaction, unless it is given the one that it belongs to.

    Those of its own wait for no disk: if the power fails, a job that was claimed is one that waits.
    """

    def __init__(self, db: Database, clock: Clock = SYSTEM_CLOCK) -> None:
        self.db, self.clock = db, clock

    # -- asking

    def ask(
        self,
        session: Session,
        wish: Wish,
        again: Collection[State] = ("failed", "cancelled"),
        rested: float = 0.0,
    ) -> None:
        """Ask for a job in the caller's transaction. One that waits or is under way is left as it is.

        One that ended as one of `again`, so many seconds ago at least, begins anew.
        """
        now = self.clock.now()
        values = {
            "kind": wish.kind, "key": wish.key, "payload": wish.payload, "table_id": wish.table_id,
            "host_id": wish.host_id, "priority": wish.priority, "due": wish.due or now,
        }  # fmt: skip
        fresh = {
            "state": "waiting", "progress": 0, "words": "", "attempts": 0, "failures": 0, "lease": None,
            "holder": None, "result": None, "error": None, "updated": now,
        }  # fmt: skip
        insert: Any = sqlite.insert if self.db.sqlite else postgresql.insert
        session.execute(
            insert(JobRow)
            .values(**values, **fresh, claimed=0, created=now)
            .on_conflict_do_update(
                index_elements=["kind", "key"],
                set_={
                    "payload": wish.payload,
                    "priority": wish.priority,
                    "due": values["due"],
                    "created": now,
                    **fresh,
                },
                where=and_(JobRow.state.in_(tuple(again)), JobRow.updated <= now - round(1000 * rested)),
            )
        )

    def find(self, session: Session, kind: str, key: str) -> Job | None:
        row = session.execute(select(*_COLUMNS).where(JobRow.kind == kind, JobRow.key == key)).first()
        return None if row is None else _job(row)

    def cancel(self, session: Session, *which: Any) -> int:
        """Cancel jobs that are not over; whoever is at work on one notices when it next renews its lease.

        `which`: conditions on `JobRow`. Returns how many there were.
        """
        done = session.execute(
            update(JobRow)
            .where(JobRow.state.in_(("waiting", "claimed")), *which)
            .values(state="cancelled", holder=None, lease=None, updated=self.clock.now())
            .execution_options(synchronize_session=False)
        )
        return int(done.rowcount)  # type: ignore[attr-defined]

    def put_off(self, session: Session, due: Any, *which: Any) -> None:
        """Jobs that wait and have not failed are due at another time. `which`: conditions on `JobRow`."""
        session.execute(
            update(JobRow)
            .where(JobRow.state == "waiting", JobRow.failures == 0, *which)
            .values(due=due)
            .execution_options(synchronize_session=False)
        )

    # -- working

    def claim(self, holder: str, kinds: Sequence[str], lease: float = LEASE) -> Job | None:
        """Take the job whose turn it is; of two who claim at once exactly one gets it."""
        now = self.clock.now()
        given = {"now": now, "until": now + round(1000 * lease), "by": holder, "kinds": list(kinds)}
        with self.db.write(durable=False) as session:
            row = session.execute(
                _claiming(self.db.sqlite), given, execution_options={"synchronize_session": False}
            ).first()
        return None if row is None else _job(row)

    def hand_on(self, session: Session, job: Job, wish: Wish, lease: float = LEASE) -> Job | None:
        """End a job in the caller's transaction; its holder has another one of its kind instead, unclaimed.

        None when it is not the holder's any more.
        """
        now = self.clock.now()
        fresh: Values = {
            "key": wish.key, "payload": wish.payload, "progress": 0, "words": "", "attempts": 1,
            "failures": 0, "due": now, "error": None, "lease": now + round(1000 * lease), "claimed": now,
            "created": now, "updated": now,
        }  # fmt: skip
        if not self._change(session, job, fresh):
            return None
        return structs.replace(
            job, key=wish.key, payload=wish.payload, progress=0, words="", attempts=1, failures=0, due=now,
            error=None, created=now, updated=now,
        )  # fmt: skip

    def next_due(self, kinds: Sequence[str]) -> int | None:
        """When the next waiting job is due; None when nothing waits."""
        with self.db.read() as session:
            found: int | None = session.scalar(
                select(func.min(JobRow.due)).where(JobRow.state == "waiting", JobRow.kind.in_(tuple(kinds)))
            )
        return found

    def renew(
        self, job: Job, lease: float = LEASE, progress: int | None = None, words: str | None = None
    ) -> bool:
        """Go on, and tell how far it is; False when the job was cancelled or is somebody else's by now."""
        now = self.clock.now()
        told: Values = {"lease": now + round(1000 * lease), "updated": now}
        if progress is not None:
            told["progress"] = min(1000, max(0, progress))
        if words is not None:
            told["words"] = words[:LONGEST_ERROR]
        with self.db.write(durable=False) as session:
            return self._change(session, job, told)

    def holds(self, job: Job) -> bool:
        """Whether the job is still its holder's: nobody has cancelled it."""
        mine = JobRow.id == job.id, JobRow.holder == job.holder, JobRow.state == "claimed"
        with self.db.read() as session:
            return session.scalar(select(JobRow.id).where(*mine)) is not None

    def finish(self, session: Session, job: Job, result: str | None = None) -> bool:
        """End a job in the caller's transaction; False when it is not ours any more."""
        return self._change(
            session, job,
            {"state": "done", "result": result, "progress": 1000, "words": "", "holder": None,
             "lease": None, "updated": self.clock.now()},
        )  # fmt: skip

    def drop(self, job: Job) -> None:
        """Nobody wants it any more."""
        gone: Values = {"state": "cancelled", "holder": None, "lease": None, "updated": self.clock.now()}
        with self.db.write(durable=False) as session:
            self._change(session, job, gone)

    def fail(self, job: Job, error: str, most: int, first_pause: float = FIRST_PAUSE) -> bool:
        """The work went wrong: it is tried again after a pause, `most` times in all.

        Return whether it will be.
        """
        now, failures = self.clock.now(), job.failures + 1
        goes_on = failures < most
        told: Values = {
            "state": "waiting" if goes_on else "failed",
            "failures": failures,
            "due": now + round(1000 * pause_after(failures, first_pause)),
            "error": error[:LONGEST_ERROR],
            "holder": None, "lease": None, "updated": now,
        }  # fmt: skip
        with self.db.write(durable=False) as session:
            self._change(session, job, told)
        return goes_on

    def release(self, job: Job, pause: float = 0.0) -> None:
        """Give a job back: it was not its fault that it could not be done."""
        now = self.clock.now()
        due = now + round(1000 * pause)
        told: Values = {"state": "waiting", "due": due, "holder": None, "lease": None, "updated": now}
        with self.db.write(durable=False) as session:
            self._change(session, job, told)

    @staticmethod
    def _change(session: Session, job: Job, values: Values) -> bool:
        done = session.execute(
            update(JobRow)
            .where(JobRow.id == job.id, JobRow.holder == job.holder, JobRow.state == "claimed")
            .values(**values)
            .execution_options(synchronize_session=False)
        )
        return bool(done.rowcount)  # type: ignore[attr-defined]

    # -- looking after it

    def sweep(self, *, all_of_them: bool = False, of: str = "") -> int:
        """Take jobs back from holders whose lease has lapsed; returns how many.

        `all_of_them`: whoever held one is gone, as when the only server of a database begins. `of`: what this
        holder has, who knows of nothing: the answer to a claim may have been lost.
        """
        now = self.clock.now()
        lapsed = [JobRow.state == "claimed"]
        if of:
            lapsed.append(JobRow.holder == of)
        elif not all_of_them:
            lapsed.append(JobRow.lease < now)
        gone = {"holder": None, "lease": None, "updated": now}
        with self.db.write(durable=False) as session:
            session.execute(
                update(JobRow)
                .where(*lapsed, JobRow.attempts >= MOST_CLAIMS)
                .values(state="failed", error="died: claimed too often", **gone)
                .execution_options(synchronize_session=False)
            )
            done = session.execute(
                update(JobRow)
                .where(*lapsed)
                .values(state="waiting", due=now, **gone)
                .execution_options(synchronize_session=False)
            )
        return int(done.rowcount)  # type: ignore[attr-defined]

    def purge(self, kind: str, seconds: float) -> int:
        """Delete jobs of a kind that have been over for so long; returns how many."""
        old = self.clock.now() - round(1000 * seconds)
        count = 0
        while True:
            gone: int
            with self.db.write(durable=False) as session:
                some = select(JobRow.id).where(
                    JobRow.kind == kind, JobRow.state.in_(OVER), JobRow.updated < old
                )
                gone = session.execute(
                    delete(JobRow)
                    .where(JobRow.id.in_(some.limit(PURGED).scalar_subquery()))
                    .execution_options(synchronize_session=False)
                ).rowcount  # type: ignore[attr-defined]
            count += gone
            if gone < PURGED:
                return count

    def jobs(
        self, states: Collection[State] = ("waiting", "claimed", "failed"), most: int = 200
    ) -> list[Job]:
        """Return jobs for the operator, the newest last."""
        query = (
            select(*_COLUMNS).where(JobRow.state.in_(tuple(states))).order_by(JobRow.id.desc()).limit(most)
        )
        with self.db.read() as session:
            return [_job(row) for row in reversed(session.execute(query).all())]

    def counts(self) -> dict[tuple[str, str], int]:
        """How many jobs there are, by kind and state."""
        query = select(JobRow.kind, JobRow.state, func.count()).group_by(JobRow.kind, JobRow.state)
        with self.db.read() as session:
            return {(kind, state): count for kind, state, count in session.execute(query)}


def _job(row: Any) -> Job:
    return Job(**row._asdict())


def next_waiting(now: Any, kinds: Any) -> Select[Any]:
    """Return the query for the job whose turn it is."""

    def served(column: Any, mine: Any) -> Any:
        """When somebody was served last."""
        other = aliased(JobRow)
        latest = select(other.claimed).where(getattr(other, column) == mine)
        return func.coalesce(
            latest.order_by(other.claimed.desc()).limit(1).correlate(JobRow).scalar_subquery(), 0
        )

    return (
        select(JobRow.id)
        .where(JobRow.state == "waiting", JobRow.due <= now, JobRow.kind.in_(kinds))
        .order_by(
            JobRow.priority,
            served("host_id", JobRow.host_id),
            served("table_id", JobRow.table_id),
            JobRow.due,
            JobRow.id,
        )
        .limit(1)
    )


@cache
def _claiming(sqlite: bool) -> Any:
    """Return the statement that takes the next job. It is asked all the time, and slow to put together."""
    now = bindparam("now", type_=BigInteger)
    found = next_waiting(now, bindparam("kinds", expanding=True))
    if not sqlite:
        found = found.with_for_update(skip_locked=True, of=JobRow)
    return (
        update(JobRow)
        .where(JobRow.id == found.scalar_subquery(), JobRow.state == "waiting")
        .values(
            state="claimed",
            holder=bindparam("by"),
            lease=bindparam("until", type_=BigInteger),
            attempts=JobRow.attempts + 1,
            claimed=now,
            updated=now,
        )
        .returning(*_COLUMNS)
    )
