"""Group commit: writers that arrive at the same time share one commit.

A commit waits for the disk, and the disk decides how many there are a second. So while one batch is being
written, the next gathers: its writers do their part one after the other, each in a savepoint of its own, the
last one commits for all, and only then does any of them go on. If a writer fails, only its own part is rolled
back.

A full disk is different: SQLite may then take back the whole transaction, the parts of those included who
were done already. So the batch has a savepoint of its own, which is gone when the transaction is; whoever
belongs to such a batch is told that nothing was written.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session

LARGEST = 64
"""Writers in a batch: the first must not wait for ever."""
WHOLE = "whole_batch"
"""The savepoint around all parts."""


class NotWritten(Exception):
    """The database took the transaction back, as on a full disk: nothing of it was kept."""


class Batch:
    """A transaction that is still open to others."""

    def __init__(self, connection: Connection, durable: bool) -> None:
        self.connection, self.durable = connection, durable
        self.size = 0
        self.done = Event()
        self.error: BaseException | None = None
        connection.exec_driver_sql(f"SAVEPOINT {WHOLE}")

    def check(self) -> None:
        """Note when the transaction is no longer there: then nobody may add to the batch any more."""
        raw: Any = self.connection.connection.dbapi_connection
        if self.error is None and not (raw is not None and raw.in_transaction):
            self.error = NotWritten("the transaction was taken back")

    def finish(self) -> None:
        """Commit for all; whatever goes wrong goes wrong for all."""
        try:
            if self.error is None:
                self.connection.exec_driver_sql(f"RELEASE {WHOLE}")
                self.connection.commit()
        except BaseException as error:
            self.error = error
        finally:
            try:
                self.connection.close()
            except BaseException:
                self.connection.invalidate()  # it could not even be reset: the pool makes a new one
            finally:
                self.done.set()


class GroupCommit:
    """The writers of one process."""

    def __init__(self, engine: Engine, light: Engine) -> None:
        """`light` commits without waiting for the disk."""
        self.engine, self.light = engine, light
        self._turn = Lock()
        """Whoever holds it may write."""
        self._count = Lock()
        self._waiting = 0
        self._batch: Batch | None = None

    @contextmanager
    def write(self, durable: bool = True) -> Iterator[Session]:
        """A part of a batch. It is committed when this returns, or the reason is raised.

        What need not be durable joins the batch that there is; otherwise it is one of its own, which nobody
        joins who relies on the disk.
        """
        with self._count:
            self._waiting += 1
        self._turn.acquire()
        with self._count:
            self._waiting -= 1
        try:
            batch = self._batch = self._batch or self._open(durable)
        except BaseException:
            self._turn.release()
            raise
        batch.size += 1
        try:
            with (
                Session(
                    batch.connection, expire_on_commit=False, join_transaction_mode="create_savepoint"
                ) as part,
                part.begin(),
            ):
                yield part
        finally:
            # A writer that waits for its turn will take this batch over; otherwise it ends here.
            try:
                batch.check()
                with self._count:
                    full = batch.size >= LARGEST or batch.error is not None
                    last = self._waiting == 0 or full or not batch.durable
                if last:
                    self._batch = None
                    batch.finish()
            finally:
                self._turn.release()
        batch.done.wait()
        if isinstance(batch.error, NotWritten):
            raise NotWritten(*batch.error.args)
        if batch.error is not None:
            raise batch.error

    def _open(self, durable: bool) -> Batch:
        engine = self.engine if durable else self.light
        connection = engine.connect().execution_options(writes=True)
        try:
            connection.begin()
            return Batch(connection, durable)
        except BaseException:
            connection.close()
            raise
