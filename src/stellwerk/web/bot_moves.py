"""A bot's move as people see it: what it did, what that brings, what it is better than, what else it saw."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from stellwerk.engine import Action, Event, State, title
from stellwerk.engine.play import decode
from stellwerk.engine.reasons import reasons
from stellwerk.notation import because
from stellwerk.server.bot_words import bot_named, weighs
from stellwerk.server.model import Entry, ThoughtInfo
from stellwerk.server.secrecy import is_open
from stellwerk.server.snapshot import Snapshot
from stellwerk.web.render import Speech


class Choice(Struct, frozen=True):
    """Another choice that the bot has looked at."""

    words: str
    money: int | None
    """What it would have expected to have at the end."""


class BotMove(Struct, frozen=True, kw_only=True):
    """The move that led to a position."""

    name: str
    """Of the seat."""
    manner: str
    words: Markup
    reasons: Sequence[Markup]
    money: int | None
    """What it expects to have at the end."""
    ahead: int | None
    """How much more that is than with the next best choice."""
    looked_at: int
    seconds: float | None
    others: Sequence[Choice]


def bot_move(seen: Snapshot, speech: Speech) -> BotMove | None:
    """Return the move that led to the position looked at, if a bot made it.

    What the bot thought is there only where nothing was hidden; what the move brings is public always.
    """
    thought = seen.thought
    if thought is not None and not known_here(seen, thought):
        thought = ThoughtInfo(thought.number, thought.at, thought.seat, thought.bot)
    if thought is None or not 0 < thought.at < len(seen.live.game.history):
        return None
    before, (after, events) = seen.live.game.history[thought.at - 1].state, seen.live.game.history[thought.at]
    action = seen.live.game.actions[thought.at - 1]
    money = [expected(thought, number) for number in range(len(thought.judged))]
    first, second = (*money, None, None)[:2]
    return BotMove(
        name=seen.names[thought.seat],
        manner=bot_named(thought.bot, speech.lang),
        words=told(before, action, speech) if thought.action is not None else happened(events, speech),
        reasons=[speech.rich_said(reason) for reason in reasons(before, action, after)]
        if weighs(thought.bot) and seen.figures
        else [],
        money=first,
        ahead=None if first is None or second is None else first - second,
        looked_at=thought.looked_at or 0,
        seconds=thought.seconds,
        others=[
            Choice(speech.does(before, decode(seen.info.game, other.action)), expects)
            for other, expects in list(zip(thought.judged, money, strict=True))[1:]
        ],
    )


def told(state: State, action: Action, speech: Speech) -> Markup:
    """Return what an action does, after the plate of the company that does it."""
    advice = title(state.setup.game).advice
    company = "" if advice is None else advice.acting(state)
    words = Markup.escape(speech.does(state, action))
    return speech.plate(company) + " " + words if company in speech.companies else words


def happened(events: Sequence[Event], speech: Speech) -> Markup:
    """Return what everybody has seen of a move whose content is nobody else's business."""
    first = next((event for event in events if event.__struct_config__.tag != "round_begins"), None)
    return Markup("") if first is None else speech.rich(first.says, first.figures)


def known_here(seen: Snapshot, thought: ThoughtInfo) -> bool:
    """Return whether what a bot thought may be read from this seat: whoever holds two shows one at a time."""
    history = seen.live.game.history
    if thought.seat == seen.seat or not 0 < thought.at < len(history):
        return True
    return seen.live.state.over or all(is_open(history[at].state) for at in (thought.at - 1, thought.at))


def expected(thought: ThoughtInfo, number: int) -> int | None:
    """Return what the bot expects to have at the end with a choice; None where the title cannot tell."""
    money = thought.judged[number].money
    return money[thought.seat] if thought.seat < len(money) else None


def becauses(seen: Snapshot, entries: Sequence[Entry], speech: Speech) -> Mapping[int, str]:
    """Return what the moves of bots brought, by the number of the entry."""
    history, actions = seen.live.game.history, seen.live.game.actions
    found: dict[int, str] = {}
    if not seen.figures:
        return found
    for entry in entries:
        if not weighs(entry.bot) or not 0 < entry.at < len(history):
            continue
        action = actions[entry.at - 1]
        if action.seat == entry.seat and action.__struct_config__.tag == entry.kind:
            brings = reasons(history[entry.at - 1].state, action, history[entry.at].state)
            found[entry.number] = because(brings, speech.lang, speech.tell)
    return found
