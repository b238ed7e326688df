"""What the service answers: plain data for the JSON interface and for the pages."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from stellwerk.engine.json_data import JsonObject
from stellwerk.engine.text import Figure
from stellwerk.engine.views import View

Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
ShortText = Annotated[str, Meta(max_length=80)]
SeatKind = Literal["user", "hotseat", "bot", "open"]
SeatWish = Literal["me", "hotseat", "bot", "open"]
Status = Literal["waiting", "running", "finished"]
Aids = Literal["none", "figures", "all"]
"""How much a table tells: nothing beyond the rules, figures of runs, or hints too (`server.aids`)."""


class User(Struct, frozen=True):
    """Who asks."""

    id: int
    name: str
    guest: bool
    language: str | None = None
    zone: str | None = None
    """The time zone in which times are told; None: as the browser says."""


class SessionInfo(Struct, frozen=True):
    """A browser in which somebody is signed in."""

    id: str
    """By which it is ended; it lets nobody in."""
    agent: str
    created: int
    here: bool
    """Whether it is the one that asks."""


class TokenInfo(Struct, frozen=True):
    id: int
    label: str
    created: int


class GameInfo(Struct, frozen=True):
    """A game of the registry."""

    id: str
    name: str
    players: dict[str, tuple[int, int]]
    rulings: dict[str, str]
    bots: dict[str, str] = {}
    """Those that can sit down to it, and what each does."""
    temperaments: dict[str, str] = {}
    """What a bot that thinks may like, in names such as `sharp-bold`."""


class SeatChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit on a chair of a new table."""

    kind: SeatWish = "open"
    name: ShortText = ""
    bot: ShortText = "random"


Pace = Literal[0, 1, 3]
"""How fast bots move: as people can follow, three times as fast, or (0) at once."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    game: ShortText
    seats: Annotated[list[SeatChoice], Meta(min_length=1, max_length=12)]
    variant: ShortText = ""
    """The title's first one when none is named."""
    rulings: Annotated[str, Meta(max_length=500)] = "book"
    name: ShortText = ""
    public: bool = False
    aids: Aids | None = None
    """How much the table tells its players; None: all alone with bots, figures among people."""
    coach: bool = False
    """A first game with a coach, for one person among bots, of a title that has one."""
    seed: Annotated[int, Meta(ge=0, le=2**62)] | None = None
    """Where chance comes from; a new secret one otherwise."""
    pace: Pace | None = 0
    """How fast bots move; None: as people are used to."""
    host_starts: bool = False
    """Whether the host starts the game; otherwise it begins when the last seat is taken."""


class SeatInfo(Struct, frozen=True):
    seat: int
    kind: SeatKind
    name: str
    bot: str | None
    mine: bool
    host: bool
    accepted: bool
    present: bool
    to_act: bool
    missing: bool = False
    """Whether it is a bot's that is not installed here any more: the game waits there."""
    stand_in: str | None = None
    """The bot that plays for the person who holds the seat, for now."""


class Prompt(Struct, frozen=True):
    """What is expected now."""

    message: str
    figures: dict[str, Figure]
    text: str


class TableInfo(Struct, frozen=True):
    id: str
    name: str
    game: str
    game_name: str
    variant: str
    rulings: str
    rules: int
    """The version of the rules that it is played by."""
    status: Status
    public: bool
    host: str
    mine: bool
    """Am I the host?"""
    created: int
    updated: int
    version: int
    at: int
    seats: list[SeatInfo]
    my_seats: list[int]
    to_act: list[int]
    your_turn: bool
    result: dict[str, int] | None
    sandbox: bool
    parent: str | None
    """The table that a sandbox is a copy of."""
    aids: Aids = "figures"
    """How much it tells its players."""
    coach: bool = False
    """Whether a coach teaches the host."""
    chosen_seed: bool = False
    """Whether the host chose where chance comes from, and so could know the lots beforehand."""
    pace: int | None = None
    """How fast bots move: 1, 3, or 0 for at once; None: as the server's settings say."""
    asks: Prompt | None = None
    """What is expected now, where it is known."""
    own_name: str = ""
    """What you call it, in your own lists."""


MarkKind = Literal["hidden", "named", "away", "muted", "warned", "freed"]


class Marked(Struct, frozen=True):
    """Somebody whom the host sent away (may not sit down) or muted (may not speak)."""

    id: int
    name: str
    kind: Literal["away", "muted"]


class Happening(Struct, frozen=True):
    """An event of the game: a sentence's template with its figures, and the English text."""

    event: str
    says: str
    figures: dict[str, Figure]
    text: str


class Entry(Struct, frozen=True):
    """An entry of the log as one person may see it."""

    number: int
    at: int
    """How many actions count after it: where it lies in the history."""
    seat: int
    """-1: a lot was drawn"""
    name: str
    kind: str
    """The type of action; undo and redo are entries too."""
    action: JsonObject | None
    """None: the content is secret."""
    events: list[Happening]
    created: int
    """In milliseconds; 0: the file that the game came from does not tell."""
    bot: str | None = None
    """The bot that made the move; of moves that came with a file nobody knows."""


class StopInfo(Struct, frozen=True):
    """Where today's rules cannot follow a table's log, and why: the table can only be read."""

    number: int
    rule: str
    message: str
    figures: dict[str, Figure]
    text: str


class Position(Struct, frozen=True):
    """What a seat (None: a spectator) sees at some point of the game."""

    table: str
    version: int
    at: int
    latest: int
    seat: int | None
    my_seats: list[int]
    names: list[str]
    to_act: list[int]
    your_turn: bool
    over: bool
    prompt: Prompt | None
    view: View
    """As the title shows it: `GET /games/{game}/view-schema` tells its fields."""
    stop: StopInfo | None = None


class Outcome(Struct, frozen=True):
    """An action has been committed; these entries came of it."""

    version: int
    at: int
    entries: list[Entry]
    to_act: list[int]
    your_turn: bool
    over: bool


class RouteInfo(Struct, frozen=True):
    """A train's route: stops ("E4.0") and the hexes of plain track between them."""

    train: str
    name: str
    revenue: int
    places: list[str]
    path: list[str]


class Said(Struct, frozen=True):
    """A template and its figures."""

    says: str
    figures: dict[str, Figure]


class BestRun(Struct, frozen=True):
    """The best run of a company. `bound` is what no run can beat; when it is proved, the revenue itself."""

    company: str
    revenue: int
    side: int
    """Income beside the revenue, as of mines."""
    proved: bool
    bound: int
    proof: Said
    routes: list[RouteInfo]


class WorthInfo(Struct, frozen=True):
    """The best run of the acting company before and after an action."""

    version: int
    company: str
    before: int
    after: int
    change: int
    proved: bool


class JudgedInfo(Struct, frozen=True):
    """A choice that a bot compared: what it made of it, and what it expects every seat to have at the end."""

    action: JsonObject
    value: float | None
    money: list[int] = []


class ThoughtInfo(Struct, frozen=True):
    """What a bot made of the position before its move, as far as the reader may know it."""

    number: int
    """The log entry's."""
    at: int
    """How many actions counted after it."""
    seat: int
    bot: str
    """The one that moved."""
    replaced: str | None = None
    """The one that should have moved, if it failed."""
    fault: Literal["failed", "slow"] | None = None
    open: bool = False
    """Whether the rest may be shown: nothing was hidden from the reader then."""
    seconds: float | None = None
    looked_at: int | None = None
    """How many choices it compared."""
    action: JsonObject | None = None
    judged: list[JudgedInfo] = []
    """What it compared, the best first: the move that it made and up to five others."""


class ThinkingInfo(Struct, frozen=True):
    """A bot that is to move and has not moved yet."""

    seat: int
    bot: str
    since: int
    """When it begins to think, after the pause before its move (milliseconds since 1970)."""


class RemarkInfo(Struct, frozen=True):
    """Something that happened at a table beside the game."""

    id: int
    number: int
    """How many log entries there were."""
    at: int
    """How many actions counted."""
    seat: int
    kind: str
    says: str
    figures: dict[str, Figure]
    text: str
    created: int


class HintPlace(Struct, frozen=True):
    """Where to look."""

    kind: str
    """The kind of action, as in JSON."""
    places: list[str]
    """Hexes, stops, cities or links, where the action names some."""
    company: str
    """Whose turn it is; empty where it is a player's own."""


class HintInfo(Struct, frozen=True):
    """A hint, as far as it was asked for: where to look, which move, why."""

    version: int
    seat: int
    step: int
    ready: bool
    """Otherwise it is still thought about: ask again, or wait for the event `hint`."""
    progress: float = 0.0
    where: HintPlace | None = None
    action: JsonObject | None = None
    """From the second step on."""
    judged: list[JudgedInfo] = []
    """In the third step: the hint and what else was compared, with the money that is expected."""


class Consent(Struct, frozen=True):
    name: str
    agree: bool | None
    reason: str


class SeatNotice(Struct, frozen=True):
    """The host has warned whoever holds this seat."""

    seat: int
    mine: bool
    wait: int
    """Milliseconds until the seat can be freed."""


class UndoInfo(Struct, frozen=True):
    """A request to go back or to end the game, and who has said what."""

    id: int
    name: str
    seat: int
    to: int
    version: int
    reason: str
    status: Literal["open", "agreed", "declined", "withdrawn", "expired"]
    mine: bool
    answer_needed: bool
    consents: list[Consent]
    kind: Literal["undo", "end"] = "undo"


class UndoChoices(Struct, frozen=True):
    """What the undo and redo buttons can do."""

    to: int | None
    """The usual step back; None: there is nothing to undo."""
    free: bool
    """At will; otherwise the others are asked."""
    first: int
    """The farthest possible."""
    redo: bool
    request: UndoInfo | None


class ChatLine(Struct, frozen=True):
    id: int
    name: str
    mine: bool
    text: str
    created: int


class Notice(Struct, frozen=True):
    """What all who watch a table are told: that something happened, and nothing secret.

    Whoever hears of a version beyond their own has missed a move.
    """

    kind: Literal["move", "table", "chat", "undo", "presence", "hint"]
    version: int = 0
    """The table's, where the sender knows it."""
    since: int = 0
    """Of a line of chat: the number before it."""
    request: int = 0
    """The number of a request to go back."""
