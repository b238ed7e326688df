"""Accounts: guests by name, people by password, programs by token."""

import math
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct
from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from stellwerk.engine.text import msg
from stellwerk.server.claim import digest
from stellwerk.server.core import Core, signed_in
from stellwerk.server.limits import ACCOUNT, EVERYWHERE
from stellwerk.server.model import TokenInfo, User
from stellwerk.server.problems import Conflict, Forbidden, Invalid, TooMany
from stellwerk.server.user_text import clean, email_address, person_name
from stellwerk.store.names import drawn, fold, skeleton
from stellwerk.store.schema import (
    ChatRow,
    ConsentRow,
    LessonRow,
    LogRow,
    MarkRow,
    NoteRow,
    PuzzleAnswerRow,
    PuzzleSkillRow,
    SeatRow,
    SecretRow,
    SessionRow,
    TableRow,
    TokenRow,
    UndoRow,
    UserRow,
)
from stellwerk.text import LANGUAGES

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
MOST_TOKENS = 20
MOST_SESSIONS = 30
"""Browsers in which one person is signed in; the oldest makes room."""
TOKEN_PREFIX = "sw_"
ENTRY_LABELS = ("guest", "registered", "signed in")
"""Of tokens that come from signing in, not from the settings page."""

TAKEN = msg("This name or e-mail address has an account already.")

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_NOBODY = _hasher.hash("nobody")
"""Compared with when there is no such account, so that the answer takes as long."""


class Browser(Struct, frozen=True):
    """A browser in which somebody has once been signed in to an account."""

    user_id: int
    name: str


def to_user(row: UserRow) -> User:
    return User(row.id, row.name, row.password is None, row.language, row.zone)


class Accounts(Core):
    def guest(self, name: str) -> User:
        """Make a guest, who only gives a name."""
        row = UserRow(name=person_name(name), created=self.clock.now())
        self.must_have_room()
        with self.db.write() as session:
            session.add(row)
            session.flush()
            return to_user(row)

    def dismiss(self, guest: User) -> None:
        """Somebody came in for something that came to nothing: nothing of it is left."""
        with self.db.write() as session:
            session.execute(delete(UserRow).where(UserRow.id == guest.id, UserRow.password.is_(None)))

    def register(self, name: str, password: str, email: str | None = None, guest: User | None = None) -> User:
        """A new account; a guest becomes the account and keeps the seats.

        Cookies and tokens of the guest are void from then on: somebody else may have made them.
        """
        self.must_have_room()
        name, address, secret = account_name(name), email_address(email), hashed(password)
        try:
            with self.db.write() as session:
                row = session.get(UserRow, guest.id) if guest is not None and guest.guest else None
                if row is None or row.password is not None:
                    row = UserRow(created=self.clock.now(), epoch=0)
                take_name(session, row, name)
                row.email, row.password = address, secret
                row.epoch += 1
                session.add(row)
                session.flush()
                end_entries(session, row.id)
                return to_user(row)
        except IntegrityError:
            raise Conflict(TAKEN) from None

    def login(
        self, name_or_email: str, password: str, guest: User | None = None, address: str = "",
        browser: Browser | None = None,
    ) -> User:  # fmt: skip
        """Return the account, if the password is right; the guest's seats become the account's.

        Wrong passwords are counted for each address, and more slowly for all of them together, so that
        nobody can guess. Nobody can keep the owner out either: a `browser` that has been signed in to the
        account, or whoever is signed in to it now, is counted alone.
        """
        wanted = clean(name_or_email, 200, "name")
        with self.db.read() as session:
            if "@" in wanted:  # a name has none, and never stands for somebody's address
                row = session.scalar(select(UserRow).where(UserRow.email == wanted.lower()))
            else:
                keys = [fold(wanted), fold(drawn(wanted))]
                found = session.scalars(select(UserRow).where(UserRow.key.in_(keys))).all()
                row = min(found, key=lambda known: keys.index(known.key or ""), default=None)
        name = f"u{row.id}" if row is not None else fold(wanted)
        counted = {"l" + digest(f"{address} {name}"): ACCOUNT, "a" + digest(name): EVERYWHERE}
        if row is not None and browser is not None and browser.user_id == row.id:
            counted = {"b" + digest(browser.name): ACCOUNT}
        elif row is not None and guest is not None and guest.id == row.id:
            counted = {f"i{row.id}": ACCOUNT}
        if self.settings.rate_limits:
            wait = max(self.limits.wait(key, rate, cost=0) for key, rate in counted.items())
            if wait:
                raise TooMany(
                    "Too many wrong passwords for this account; please wait {seconds} seconds.",
                    seconds=math.ceil(wait),
                )
        if not is_password_of(row, password):
            row = None
        if row is None:
            for key, rate in counted.items():
                self.limits.wait(key, rate)
            raise Forbidden("Name or password is wrong.")
        if guest is not None and guest.guest and guest.id != row.id:
            with self.db.write() as session:
                claim(session, guest.id, row.id)
        return to_user(row)

    def open_session(self, user: User, agent: str = "") -> str:
        """Begin the session of a browser, which its owner knows by `agent`; return its secret name."""
        name = secrets.token_urlsafe(24)
        mine = select(SessionRow.id).where(SessionRow.user_id == user.id)
        with self.db.write() as session:
            newest = mine.order_by(SessionRow.created.desc(), SessionRow.id).offset(MOST_SESSIONS - 1)
            old = session.scalars(newest).all()
            session.execute(delete(SessionRow).where(SessionRow.id.in_(old)))
            session.add(SessionRow(id=digest(name), user_id=user.id, created=self.clock.now(), agent=agent))
        return name

    def close_session(self, name: str) -> None:
        """Signed out: a copy of the cookie is worth nothing from now on."""
        with self.db.write() as session:
            session.execute(delete(SessionRow).where(SessionRow.id == digest(name)))

    def user_by_cookie(self, id: int, epoch: int, name: str = "", made_by: int | None = None) -> User | None:
        """Whose cookie it is. One without a session's name is from before there were sessions.

        Such a one holds by its age, too: `made_by` is the last millisecond in which it can have been written,
        now if it is not said, and whoever came later is somebody else, even with the same number.
        """
        with self.db.read() as session:
            row = session.get(UserRow, id)
            if row is None or row.epoch != epoch:
                return None
            if not name and made_by is not None and row.created > made_by:
                return None
            if name:
                found = session.get(SessionRow, digest(name))
                if found is None or found.user_id != id:
                    return None
            return to_user(row)

    def user_by_token(self, token: str) -> User | None:
        if not token.startswith(TOKEN_PREFIX):
            return None
        with self.db.read() as session:
            query = select(UserRow).join(TokenRow, TokenRow.user_id == UserRow.id)
            row = session.scalar(query.where(TokenRow.digest == digest(token)))
            return to_user(row) if row is not None else None

    def epoch(self, user: User) -> int:
        with self.db.read() as session:
            return session.scalar(select(UserRow.epoch).where(UserRow.id == user.id)) or 0

    def logout_everywhere(self, user: User) -> None:
        """All cookies and tokens given out so far become void."""
        with self.db.write() as session:
            session.execute(update(UserRow).where(UserRow.id == user.id).values(epoch=UserRow.epoch + 1))
            end_entries(session, user.id)

    def close_token(self, token: str) -> None:
        """A program signs out: its token is void."""
        with self.db.write() as session:
            session.execute(delete(TokenRow).where(TokenRow.digest == digest(token)))

    def set_language(self, user: User | None, language: str) -> None:
        if language not in LANGUAGES:
            raise Invalid("There is no language {language}.", language=clean(language, 20))
        with self.db.write() as session:
            session.execute(update(UserRow).where(UserRow.id == signed_in(user).id).values(language=language))

    # -- tokens

    def tokens(self, user: User | None) -> list[TokenInfo]:
        with self.db.read() as session:
            rows = session.scalars(
                select(TokenRow).where(TokenRow.user_id == signed_in(user).id).order_by(TokenRow.id)
            )
            return [TokenInfo(row.id, row.label, row.created) for row in rows]

    def make_token(self, user: User | None, label: str = "") -> tuple[TokenInfo, str]:
        """Return a token for a program; its text is shown this once."""
        user = signed_in(user)
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)
        label = clean(label, 80, "label")
        if label in ENTRY_LABELS:
            label = f"{label}."  # these are the server's own
        row = TokenRow(user_id=user.id, label=label, digest=digest(token), created=self.clock.now())
        with self.db.write() as session:
            held = session.scalar(
                select(func.count())
                .select_from(TokenRow)
                .where(TokenRow.user_id == user.id, TokenRow.label.not_in(ENTRY_LABELS))
            )
            if (held or 0) >= MOST_TOKENS:
                raise Conflict("You have {most:# token|# tokens} already.", most=MOST_TOKENS)
            session.add(row)
            session.flush()
            return TokenInfo(row.id, row.label, row.created), token

    def entry_token(self, user: User, label: str) -> str:
        """Return a token for somebody who has just come in.

        They are counted apart from those that people make for their programs: the oldest one makes room.
        """
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)
        entries = select(TokenRow.id).where(TokenRow.user_id == user.id, TokenRow.label.in_(ENTRY_LABELS))
        with self.db.write() as session:
            old = session.scalars(entries.order_by(TokenRow.id.desc()).offset(MOST_TOKENS - 1)).all()
            session.execute(delete(TokenRow).where(TokenRow.id.in_(old)))
            session.add(
                TokenRow(user_id=user.id, label=label, digest=digest(token), created=self.clock.now())
            )
        return token

    def drop_token(self, user: User | None, id: int) -> None:
        with self.db.write() as session:
            session.execute(delete(TokenRow).where(TokenRow.id == id, TokenRow.user_id == signed_in(user).id))

    def secret(self, name: str) -> str:
        """Return a key that the server made for itself once; whoever has read it knows it for good."""
        if name not in self.secrets:
            self.secrets[name] = self._secret(name)
        return self.secrets[name]

    def _secret(self, name: str) -> str:
        with self.db.write() as session:
            row = session.get(SecretRow, name)
            if row is not None:
                return row.value
        try:
            with self.db.write() as session:
                session.add(row := SecretRow(name=name, value=secrets.token_hex(32)))
                return row.value
        except IntegrityError:  # another worker was first
            return self._secret(name)


def account_name(text: str) -> str:
    """Return a name that an account may have."""
    name = person_name(text)
    if "@" in fold(name):  # there are others that mean the same
        raise Invalid("A name has no @; the e-mail address has its own field.")
    return name


def take_name(session: Session, row: UserRow, name: str) -> None:
    """Give an account its name, unless another one has it, or one that looks the same."""
    alike = select(UserRow.id).where(UserRow.look == skeleton(name), UserRow.id != row.id)
    if session.scalar(alike.limit(1)) is not None:
        raise Conflict(TAKEN)
    row.name, row.key, row.look = name, fold(name), skeleton(name)


def hashed(password: str) -> str:
    """Return what is kept of a password; raise Invalid when it is too short or too long."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Invalid(
            "A password has {least} to {most:# character|# characters}.",
            least=SHORTEST_PASSWORD, most=LONGEST_PASSWORD,
        )  # fmt: skip
    return _hasher.hash(password.encode(errors="replace"))


def give_password(session: Session, row: UserRow, secret: str) -> None:
    """Everybody who was signed in to the account no longer is: somebody may have had its password."""
    row.password, row.epoch = secret, row.epoch + 1
    end_entries(session, row.id)


def is_password_of(row: UserRow | None, password: str) -> bool:
    """Whether a password is right; it takes as long where there is no such account."""
    stored = row.password if row is not None and row.password else _NOBODY
    try:
        _hasher.verify(stored, password[: LONGEST_PASSWORD + 1].encode(errors="replace"))
    except (VerificationError, InvalidHashError):
        return False
    return row is not None


def claim(session: Session, guest: int, account: int) -> None:
    """All that the guest had is the account's now, but for what lets somebody in: that ends."""
    session.execute(update(UserRow).where(UserRow.id == guest).values(epoch=UserRow.epoch + 1))
    end_entries(session, guest)
    for table, person in (
        (SeatRow, SeatRow.user_id),
        (LogRow, LogRow.user_id),
        (ChatRow, ChatRow.user_id),
        (UndoRow, UndoRow.user_id),
        (TableRow, TableRow.host_id),
    ):
        session.execute(update(table).where(person == guest).values({person: account}))
    for kind, key in ((NoteRow, NoteRow.table_id), (ConsentRow, ConsentRow.request_id)):
        kept = select(key).where(kind.user_id == account)
        session.execute(
            update(kind)
            .where(kind.user_id == guest, key.not_in(kept))
            .values(user_id=account)
            .execution_options(synchronize_session=False)
        )
    known = select(LessonRow.lesson).where(LessonRow.user_id == account)
    session.execute(
        update(LessonRow)
        .where(LessonRow.user_id == guest, LessonRow.lesson.not_in(known))
        .values(user_id=account)
        .execution_options(synchronize_session=False)
    )
    _claim_puzzles(session, guest, account)
    for mark in session.scalars(select(MarkRow).where(MarkRow.user_id == guest)).all():
        session.merge(
            MarkRow(
                table_id=mark.table_id, user_id=account, kind=mark.kind, name=mark.name, created=mark.created
            )
        )
        session.delete(mark)


def _claim_puzzles(session: Session, guest: int, account: int) -> None:
    """The guest's answers, where the account has none, and ratings, where it has not begun with any."""
    there = {
        (puzzle, day)
        for puzzle, day in session.execute(
            select(PuzzleAnswerRow.puzzle, PuzzleAnswerRow.day).where(PuzzleAnswerRow.user_id == account)
        )
    }
    for answer in session.scalars(select(PuzzleAnswerRow).where(PuzzleAnswerRow.user_id == guest)).all():
        if (answer.puzzle, answer.day) in there:
            session.delete(answer)
        else:
            answer.user_id = account
    rated = set(session.scalars(select(PuzzleSkillRow.kind).where(PuzzleSkillRow.user_id == account)))
    for skill in session.scalars(select(PuzzleSkillRow).where(PuzzleSkillRow.user_id == guest)).all():
        if skill.kind in rated:
            session.delete(skill)
        else:
            skill.user_id = account


def end_entries(session: Session, user_id: int) -> None:
    """Whoever is signed in as this user no longer is."""
    session.execute(delete(SessionRow).where(SessionRow.user_id == user_id))
    session.execute(delete(TokenRow).where(TokenRow.user_id == user_id))
