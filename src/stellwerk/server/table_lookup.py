"""Look up a table with its seats and the user who asks, by one statement."""

from functools import cache
from typing import Any, Literal

from msgspec import Struct
from sqlalchemy import Select, Subquery, bindparam, func, select, true
from sqlalchemy.orm import Session, aliased

from stellwerk.server.claim import Claim, Who, digest
from stellwerk.server.model import User
from stellwerk.store.schema import SeatRow, SessionRow, TableRow, TokenRow, UndoRow, UserRow

Means = Literal["", "session", "cookie", "token"]
"""How somebody is known."""


class Found(Struct, frozen=True):
    """A table as the database has it, and who asked for it."""

    row: TableRow
    seats: list[SeatRow]
    host: str
    parent: str | None
    """The table that a private copy was made of."""
    asked: int | None
    """A request to go back that is still open, of whatever version; known only while the row is held."""
    user: User | None


def _means(who: Who) -> Means:
    if not isinstance(who, Claim):
        return ""
    if who.token:
        return "token"
    return "session" if who.session else "cookie"  # from before there were sessions


def _person(means: Means) -> Subquery:
    """Whoever the claim names, if it still holds."""
    guest = UserRow.password.is_(None).label("guest")
    person = select(UserRow.id, UserRow.name, guest, UserRow.language, UserRow.zone)
    if means == "token":
        person = person.join(TokenRow, TokenRow.user_id == UserRow.id)
        return person.where(TokenRow.digest == bindparam("secret")).subquery("person")
    person = person.where(UserRow.id == bindparam("user_id"), UserRow.epoch == bindparam("epoch"))
    if means == "cookie":  # whoever came later only has the same number
        person = person.where(UserRow.created <= bindparam("made_by"))
    if means == "session":
        person = person.join(SessionRow, SessionRow.user_id == UserRow.id)
        person = person.where(SessionRow.id == bindparam("secret"))
    return person.subquery("person")


@cache
def _statement(means: Means, lock: bool) -> Select[Any]:
    host, parent = aliased(UserRow), aliased(TableRow)
    asked = select(func.max(UndoRow.id)).where(UndoRow.table_id == TableRow.id, UndoRow.status == "open")
    wanted: list[Any] = [TableRow, SeatRow, host.name, parent.slug]
    if lock:
        wanted.append(asked.correlate(TableRow).scalar_subquery())
    person = _person(means) if means else None
    if person is not None:
        wanted += person.c
    statement = (
        select(*wanted)
        .outerjoin(SeatRow, SeatRow.table_id == TableRow.id)
        .outerjoin(host, host.id == TableRow.host_id)
        .outerjoin(parent, parent.id == TableRow.sandbox_of)
        .where(TableRow.slug == bindparam("slug"))
        .order_by(SeatRow.seat)
    )
    if person is not None:
        statement = statement.outerjoin(person, true())
    return statement.with_for_update(of=TableRow) if lock else statement


def find_table(session: Session, slug: str, who: Who, *, lock: bool = False) -> Found | None:
    """None when there is no such table. `lock`: nobody else changes it in this transaction."""
    if lock and session.get_bind().dialect.name != "sqlite":
        # Whoever waited sees the table as it became meanwhile, but what is joined to it as it was before: who
        # has lost a seat while waiting would still sit there. So the waiting is a statement of its own.
        session.execute(select(TableRow.id).where(TableRow.slug == slug).with_for_update())
    means = _means(who)
    given: dict[str, str | int] = {"slug": slug}
    if isinstance(who, Claim):
        given |= {"secret": digest(who.token or who.session)} if means != "cookie" else {}
        given |= {"user_id": who.user_id, "epoch": who.epoch} if means != "token" else {}
        given |= {"made_by": who.made_by} if means == "cookie" else {}
    rows = session.execute(_statement(means, lock), given).all()
    if not rows:
        return None
    row, _, host, parent, *rest = rows[0]
    asked = rest.pop(0) if lock else None
    user = who if isinstance(who, User) else None
    if rest and rest[0] is not None:
        user = User(*rest)
    return Found(row, [found[1] for found in rows if found[1] is not None], host or "", parent, asked, user)
