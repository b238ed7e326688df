"""How much a request asks of the database: every statement that reaches it, and every transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from stellwerk.store.database import Database

FRAME = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE")
"""What only opens and closes transactions and parts of them: counted as transactions, not as statements."""


class Asked:
    """What was asked of a database."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.transactions = 0

    def __len__(self) -> int:
        return len(self.statements)

    def __repr__(self) -> str:
        told = "\n".join(" ".join(statement.split()) for statement in self.statements)
        return f"{len(self)} statements in {self.transactions} transactions:\n{told}"


@contextmanager
def asked_of(db: Database) -> Iterator[Asked]:
    """Count what is asked of a database, by whichever thread."""
    asked = Asked()

    def executed(_c: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if not statement.lstrip().upper().startswith(FRAME):
            asked.statements.append(statement)

    def begun(_connection: Any) -> None:
        asked.transactions += 1

    event.listen(db.engine, "before_cursor_execute", executed)
    event.listen(db.engine, "begin", begun)
    try:
        yield asked
    finally:
        event.remove(db.engine, "before_cursor_execute", executed)
        event.remove(db.engine, "begin", begun)
