"""The tables of the database. Texts are JSON where the columns of a game may differ; times are milliseconds.

The log is the game: everything in `tables` that can be computed from it (version, at, acting, result) is
kept beside it only so that lists need no replay, and is written in the same transaction.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

CONVENTION = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


NEVER_AGAIN = {"sqlite_autoincrement": True}
"""For tables whose numbers are held outside, in cookies, pages and programs: a number that one row has had
is never given to another, also when the first is gone. PostgreSQL counts like that by itself."""


Values = dict[str, int | str | None]
"""A row by its columns."""


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=CONVENTION)
    type_annotation_map = {str: Text(), int: Integer(), bool: Boolean(), float: Float(53)}


class UserRow(Base):
    """A guest has only a name; an account has `key`, its name folded so that it is unique, and a password."""

    __tablename__ = "users"
    __table_args__ = NEVER_AGAIN

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    key: Mapped[str | None] = mapped_column(unique=True)
    email: Mapped[str | None] = mapped_column(unique=True)
    password: Mapped[str | None]
    """The argon2 hash."""
    look: Mapped[str | None] = mapped_column(index=True)
    """What an account's name looks like: no second one may look the same."""
    epoch: Mapped[int] = mapped_column(default=0)
    """Cookies of an older epoch are void."""
    language: Mapped[str | None]
    zone: Mapped[str | None]
    """The time zone that the person has chosen; None: as the browser says."""
    created: Mapped[int] = mapped_column(BigInteger)


class TokenRow(Base):
    """An API token; only its SHA-256 is kept."""

    __tablename__ = "tokens"
    __table_args__ = NEVER_AGAIN

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    label: Mapped[str]
    digest: Mapped[str] = mapped_column(unique=True)
    created: Mapped[int] = mapped_column(BigInteger)


class SessionRow(Base):
    """Somebody is signed in in a browser; only the SHA-256 of the session's name is kept."""

    __tablename__ = "sessions"

    id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    created: Mapped[int] = mapped_column(BigInteger)
    agent: Mapped[str] = mapped_column(default="", server_default=text("''"))
    """Which browser it is, in a few words, so that its owner knows it again."""


class TableRow(Base):
    __tablename__ = "tables"
    __table_args__ = NEVER_AGAIN

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(unique=True)
    """The link: whoever knows it may look, and sit down on an open seat."""
    name: Mapped[str]
    game: Mapped[str]
    variant: Mapped[str]
    rulings: Mapped[str]
    seed: Mapped[int] = mapped_column(BigInteger)
    """Never sent to anybody."""
    chosen_seed: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """Whether the host chose it."""
    players: Mapped[str | None]
    """The names in the order of the set-up, as JSON; None until the start."""
    status: Mapped[str] = mapped_column(index=True)
    """waiting, running, finished"""
    public: Mapped[bool]
    host_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    created: Mapped[int] = mapped_column(BigInteger)
    updated: Mapped[int] = mapped_column(BigInteger)
    version: Mapped[int] = mapped_column(default=0)
    """How many log entries there are."""
    at: Mapped[int] = mapped_column(default=0)
    """How many actions count: those that were not undone."""
    acting: Mapped[str] = mapped_column(default="[]")
    """The seats to act, as JSON."""
    result: Mapped[str | None]
    """Every player's final worth, as JSON."""
    origin: Mapped[str | None]
    """For an imported game: pairs of our action number and the recorded one, as JSON."""
    components: Mapped[str | None]
    """A corrected set of components as canonical JSON; None where the game's own is played."""
    rules: Mapped[int] = mapped_column(default=1, server_default=text("1"))
    """The version of the rules that the game began with; before the start, that of its set-up."""
    form: Mapped[int] = mapped_column(default=1, server_default=text("1"))
    """The form of the log's hashes."""
    sandbox_of: Mapped[int | None] = mapped_column(ForeignKey("tables.id"), index=True)
    """A private copy of another table, for its host alone."""
    sandbox_at: Mapped[int | None]
    coach: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """Whether a coach teaches the host: a first game, until the coach is sent away."""
    aids: Mapped[str | None]
    """none, figures or all; None until the start: as it is usual for such a table."""
    pace: Mapped[int | None]
    """How fast bots move: 1, 3, or 0 for at once; None: as it is usual for such a table."""
    asks: Mapped[str | None]
    """What is expected now, as JSON; None where nothing is, or it was not kept yet."""
    host_starts: Mapped[bool] = mapped_column(default=False, server_default=text("false"))
    """Whether the game waits for its host when all have sat down."""


class SeatRow(Base):
    """Before the start `seat` is a chair; the start renumbers them as the game seats its players."""

    __tablename__ = "seats"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str]
    """user, hotseat (another seat of a user's browser), bot, open"""
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    bot: Mapped[str | None]
    name: Mapped[str]
    accepted: Mapped[bool]
    stand_in: Mapped[str | None]
    """The bot that plays for the person who holds the seat, until it is taken back."""


class LogRow(Base):
    """One entry of the log. Two that want the same number: the key lets exactly one in."""

    __tablename__ = "log"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """1, 2, 3 …"""
    action: Mapped[str]
    version: Mapped[int]
    """How many actions count after it."""
    hash: Mapped[str]
    """Of the state after it."""
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id"), index=True)
    created: Mapped[int] = mapped_column(BigInteger)
    bot: Mapped[str | None]
    """The bot that made the move; None where a person did, and where it is not known any more."""


class ChatRow(Base):
    __tablename__ = "chat"
    __table_args__ = (Index("ix_chat_table_id_id", "table_id", "id"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), index=True)
    name: Mapped[str]
    text: Mapped[str]
    created: Mapped[int] = mapped_column(BigInteger)


class NoteRow(Base):
    """The private note of a user at a table."""

    __tablename__ = "notes"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True, index=True)
    text: Mapped[str]


class MarkRow(Base):
    """What stands between a person and a table: the person hid it, was sent away from it, or muted at it."""

    __tablename__ = "marks"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True, index=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    """hidden, named, away, muted, warned, freed"""
    name: Mapped[str]
    """Under which the person was known there; of `named`, what the person calls the table."""
    created: Mapped[int] = mapped_column(BigInteger)


class UndoRow(Base):
    """Somebody asks to go back, or to end the game. The next move makes the request void."""

    __tablename__ = "undo_requests"
    __table_args__ = NEVER_AGAIN

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), index=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    seat: Mapped[int]
    back_to: Mapped[int]
    """How many actions shall be left."""
    seen: Mapped[int]
    """The table's version when it was asked."""
    reason: Mapped[str]
    status: Mapped[str]
    """open, agreed, declined, withdrawn, expired"""
    created: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(default="undo", server_default=text("'undo'"))
    """undo, end"""


class ConsentRow(Base):
    __tablename__ = "undo_consents"
    __table_args__ = (UniqueConstraint("request_id", "user_id"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    request_id: Mapped[int] = mapped_column(ForeignKey("undo_requests.id"), index=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    agree: Mapped[bool]
    reason: Mapped[str]


class ThoughtRow(Base):
    """What a bot made of the position before its move. It goes when the move is undone."""

    __tablename__ = "thoughts"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """The log entry's."""
    at: Mapped[int]
    """How many actions counted after it."""
    seat: Mapped[int]
    bot: Mapped[str]
    """The one that moved."""
    replaced: Mapped[str | None]
    """The one that should have moved, if it failed."""
    fault: Mapped[str | None]
    """How it failed: failed, slow"""
    took: Mapped[int]
    """Milliseconds."""
    looked_at: Mapped[int]
    text: Mapped[str]
    """The thought as JSON: it may hold what only the bot's seat knows."""


class RemarkRow(Base):
    """Something that happened at a table beside the game: a seat handed over, a hint asked for."""

    __tablename__ = "remarks"
    __table_args__ = (Index("ix_remarks_table_id_id", "table_id", "id"), NEVER_AGAIN)

    id: Mapped[int] = mapped_column(primary_key=True)
    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"))
    number: Mapped[int]
    """How many log entries there were."""
    at: Mapped[int]
    """How many actions counted."""
    seat: Mapped[int]
    kind: Mapped[str]
    figures: Mapped[str]
    """What stands in its sentence, as JSON."""
    created: Mapped[int] = mapped_column(BigInteger)


class JobRow(Base):
    """Long work, done by whichever process claims it. The same work asked for twice is one job."""

    __tablename__ = "jobs"
    __table_args__ = (
        UniqueConstraint("kind", "key"),
        Index("ix_jobs_state_due", "state", "due"),
        Index("ix_jobs_host_id_claimed", "host_id", "claimed"),
        Index("ix_jobs_table_id_claimed", "table_id", "claimed"),
        NEVER_AGAIN,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    key: Mapped[str]
    payload: Mapped[str]
    """As JSON, of the kind's own form."""
    table_id: Mapped[int | None] = mapped_column(ForeignKey("tables.id"))
    host_id: Mapped[int]
    """For whom it is: whoever was served longest ago is served next. 0: nobody in particular."""
    priority: Mapped[int]
    """The lowest first: people wait, bots among themselves, background."""
    state: Mapped[str]
    """waiting, claimed, done, failed, cancelled"""
    progress: Mapped[int] = mapped_column(default=0)
    """In thousandths."""
    words: Mapped[str] = mapped_column(default="")
    """What is being done now."""
    attempts: Mapped[int] = mapped_column(default=0)
    """How often it was claimed."""
    failures: Mapped[int] = mapped_column(default=0)
    """How often the work itself went wrong."""
    due: Mapped[int] = mapped_column(BigInteger)
    """Not before."""
    claimed: Mapped[int] = mapped_column(BigInteger, default=0)
    """When it was claimed last."""
    lease: Mapped[int | None] = mapped_column(BigInteger)
    """Until when its holder has it; a holder that lives renews it."""
    holder: Mapped[str | None]
    result: Mapped[str | None]
    """As JSON."""
    error: Mapped[str | None]
    """How it failed last."""
    created: Mapped[int] = mapped_column(BigInteger)
    updated: Mapped[int] = mapped_column(BigInteger)


class LessonRow(Base):
    """How far somebody has come in a lesson."""

    __tablename__ = "lessons"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    lesson: Mapped[str] = mapped_column(primary_key=True)
    progress: Mapped[str]
    """As JSON."""
    updated: Mapped[int] = mapped_column(BigInteger)


class PuzzleAnswerRow(Base):
    """What somebody answered. There is one try; the puzzle of a day is another one on that day."""

    __tablename__ = "puzzle_answers"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    puzzle: Mapped[str] = mapped_column(primary_key=True)
    day: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Days since 1970, if it was the puzzle of that day; else 0."""
    kind: Mapped[str]
    answer: Mapped[str]
    """As JSON."""
    solved: Mapped[bool]
    change: Mapped[int | None]
    """Of the rating in all; None where the answer was not rated."""
    created: Mapped[int] = mapped_column(BigInteger)


class PuzzleSkillRow(Base):
    """How good somebody is at the puzzles of one kind, or, without a kind, at all of them."""

    __tablename__ = "puzzle_skills"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    rating: Mapped[float]
    deviation: Mapped[float]
    tried: Mapped[int]
    solved: Mapped[int]


class PuzzleFigureRow(Base):
    """How hard a shipped puzzle is, and how many found its answer."""

    __tablename__ = "puzzle_figures"

    puzzle: Mapped[str] = mapped_column(primary_key=True)
    rating: Mapped[float]
    deviation: Mapped[float]
    tried: Mapped[int]
    solved: Mapped[int]


class OwnPuzzleRow(Base):
    """A puzzle from a finished game of this server, for those who may see the table."""

    __tablename__ = "own_puzzles"

    table_id: Mapped[int] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    version: Mapped[int]
    """Of the log that it was found in; after any other entry it is void."""
    text: Mapped[str]
    """The puzzle as JSON."""


class SecretRow(Base):
    """Keys that the server makes for itself, shared by its workers."""

    __tablename__ = "secrets"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]
