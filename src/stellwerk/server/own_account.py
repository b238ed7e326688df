"""What people do with their own account: name, password, where they are signed in, the times they read."""

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError

from stellwerk.server.accounts import (
    TAKEN,
    Accounts,
    account_name,
    give_password,
    hashed,
    is_password_of,
    take_name,
    to_user,
)
from stellwerk.server.claim import digest
from stellwerk.server.core import signed_in
from stellwerk.server.limits import ACCOUNT
from stellwerk.server.model import SessionInfo, User
from stellwerk.server.problems import Conflict, Forbidden, Invalid, NotFound, TooMany
from stellwerk.server.user_text import clean, person_name
from stellwerk.store.schema import SessionRow, UserRow
from stellwerk.text.zones import is_zone

SHOWN = 16
"""How much of a session's digest is shown: enough to name it among one's own."""


class OwnAccount(Accounts):
    def change_name(self, user: User | None, name: str) -> User:
        """Another name from now on. Games that have begun go on under the name they began with."""
        user = signed_in(user)
        try:
            with self.db.write() as session:
                row = session.get_one(UserRow, user.id)
                if row.password is None:
                    row.name = person_name(name)
                else:
                    take_name(session, row, account_name(name))
                session.flush()
                return to_user(row)
        except IntegrityError:
            raise Conflict(TAKEN) from None

    def change_password(self, user: User | None, old: str, new: str) -> User:
        """Another password; all cookies and tokens given out so far become void."""
        user = signed_in(user)
        key = f"i{user.id}"
        if self.settings.rate_limits and (wait := self.limits.wait(key, ACCOUNT, cost=0)):
            raise TooMany(
                "Too many wrong passwords for this account; please wait {seconds} seconds.",
                seconds=int(wait) + 1,
            )
        with self.db.read() as session:
            row = session.get_one(UserRow, user.id)
        if row.password is None:
            raise Conflict("A guest has no password; make an account first.")
        if not is_password_of(row, old):
            self.limits.wait(key, ACCOUNT)
            raise Forbidden("The password is wrong.")
        secret = hashed(new)
        with self.db.write() as session:
            row = session.get_one(UserRow, user.id)
            give_password(session, row, secret)
            session.flush()
            return to_user(row)

    def set_zone(self, user: User | None, zone: str) -> None:
        """The time zone in which somebody reads times; empty: as the browser says."""
        if zone and not is_zone(zone):
            raise Invalid("There is no time zone {zone}.", zone=clean(zone, 60))
        with self.db.write() as session:
            session.execute(update(UserRow).where(UserRow.id == signed_in(user).id).values(zone=zone or None))

    def sessions(self, user: User | None, here: str = "") -> list[SessionInfo]:
        """Return where somebody is signed in, the latest first; `here` is the session that asks."""
        mine = select(SessionRow).where(SessionRow.user_id == signed_in(user).id)
        own = digest(here) if here else ""
        with self.db.read() as session:
            rows = session.scalars(mine.order_by(SessionRow.created.desc(), SessionRow.id)).all()
        return [SessionInfo(row.id[:SHOWN], row.agent, row.created, row.id == own) for row in rows]

    def end_session(self, user: User | None, shown: str) -> None:
        """Sign somebody out in one browser."""
        mine = SessionRow.user_id == signed_in(user).id
        if len(shown) != SHOWN or not shown.isalnum():
            raise NotFound("There is no such session.")
        with self.db.write() as session:
            session.execute(delete(SessionRow).where(mine, SessionRow.id.startswith(shown)))
