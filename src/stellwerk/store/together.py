"""Writers that arrive together share one commit.

A commit waits for the disk, and the disk decides how many there are a second. So while one batch is being
written, the next gathers: its writers do their part one after the other, each in a savepoint of its own, the
last one commits for all, and only then does any of them go on. A writer that fails takes back only his part.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock

from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session

LARGEST = 64
"""Writers in a batch: the first must not wait for ever."""


class Batch:
    """A transaction that is still open to others."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.size = 0
        self.done = Event()
        self.error: BaseException | None = None

    def finish(self) -> None:
        """Commit for all; whatever goes wrong goes wrong for all."""
        try:
            self.connection.commit()
        except BaseException as error:
            self.error = error
        finally:
            self.connection.close()
            self.done.set()


class Together:
    """The writers of one process."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._turn = Lock()
        """Whoever holds it may write."""
        self._count = Lock()
        self._waiting = 0
        self._batch: Batch | None = None

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A part of a batch. It is committed when this returns, or the reason is raised."""
        with self._count:
            self._waiting += 1
        self._turn.acquire()
        with self._count:
            self._waiting -= 1
        try:
            batch = self._batch = self._batch or self._open()
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
            # Somebody who waits for his turn will take this batch over; otherwise it ends here.
            with self._count:
                last = self._waiting == 0 or batch.size >= LARGEST
            if last:
                self._batch = None
                batch.finish()
            self._turn.release()
        batch.done.wait()
        if batch.error is not None:
            raise batch.error

    def _open(self) -> Batch:
        connection = self.engine.connect().execution_options(writes=True)
        try:
            connection.begin()
        except BaseException:
            connection.close()
            raise
        return Batch(connection)
