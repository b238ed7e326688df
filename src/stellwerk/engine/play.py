"""Playing: legal actions, judging one, and the transition to the next state."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from random import Random
from typing import Generic, NamedTuple, TypeVar, Union, cast, get_type_hints

import msgspec

from stellwerk.engine.action import CHANCE, Action
from stellwerk.engine.json_data import Json, JsonObject
from stellwerk.engine.offload import Offload
from stellwerk.engine.refusal import FormatError, Refusal
from stellwerk.engine.registry import title
from stellwerk.engine.state import Event, State
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import msg
from stellwerk.engine.title import Title
from stellwerk.engine.views import View

S = TypeVar("S", bound=State)


class Transition(NamedTuple, Generic[S]):
    """What an action led to."""

    state: S
    events: tuple[Event, ...]


def title_of(state: S) -> Title[S]:
    """Return the title that is played.

    The registry knows titles by their ids alone; that the state is of the title's own type is certain
    because the title began it (`start`).
    """
    return cast("Title[S]", title(state.setup.game))


def activity_of(state: S) -> Activity[S]:
    """Return the activity of the frame on top."""
    return title_of(state).activities[type(state.stack[-1])]


def to_act(state: State) -> tuple[int, ...]:
    """Return the seats that may act now; empty when the game is over."""
    return () if state.over else activity_of(state).seats(state)


def legal(state: State, seat: int) -> list[Action]:
    """Return all legal actions of a seat in stable order (for unlisted moves: a useful few of them)."""
    if state.over:
        return []
    activity = activity_of(state)
    if seat not in activity.seats(state):
        return []
    return [action for move in activity.moves(state) for action in move.legal(state, seat)]


def considered(
    state: S, seat: int, without: Collection[str] = ()
) -> list[tuple[Move[S, Action], Action, Refusal | None]]:
    """Every candidate with its move and the refusal that rules it out, or None: for tables that say why not.

    Kinds of action in `without` (by their JSON type) are left out before they cost anything.
    """
    if state.over or seat not in (activity := activity_of(state)).seats(state):
        return []
    return [
        (move, action, refusal(state, move, action))
        for move in activity.moves(state)
        if move.action.__struct_config__.tag not in without
        for action in move.candidates(state, seat)
    ]


def refusal(state: S, move: Move[S, Action], action: Action) -> Refusal | None:
    """Return the refusal of the first rule that forbids the action, None if all allow it."""
    for rule in move.rules:
        fault = rule.check(state, action)
        if fault is not None:
            return Refusal(title(state.setup.game).cite(rule.id), fault.message, fault.figures)
    return None


def sample(state: State, seat: int, rng: Random) -> Action | None:
    """Return a random legal action: first a kind of move, then one of its actions."""
    if state.over:
        return None
    activity = activity_of(state)
    if seat not in activity.seats(state):
        return None
    moves = list(activity.moves(state))
    rng.shuffle(moves)
    for move in moves:
        action = move.sample(state, seat, rng)
        if action is not None:
            return action
    return None


def chance(state: State) -> Action | None:
    """Return the lot that is due now, drawn from the game's seed; None when no lot is due.

    The draw depends on seed and version alone, so every machine draws the same.
    """
    if CHANCE not in to_act(state):
        return None
    return sample(state, CHANCE, Random(f"{state.setup.seed}/{state.version}"))


def prepare(state: State, offload: Offload) -> None:
    """Have worked out what takes long, before legal actions are asked for."""
    if not state.over:
        for move in activity_of(state).moves(state):
            move.prepare(state, offload)


def prepare_to_judge(state: State, action: Action, offload: Offload) -> None:
    """Have worked out what takes long, before an action is judged."""
    if not state.over:
        for move in activity_of(state).moves(state):
            if move.action is type(action):
                move.prepare_to_judge(state, offload)


def judge(state: S, action: Action) -> Move[S, Action]:
    """Return the move that an action makes, or raise a Refusal that names the paragraph."""
    game = title(state.setup.game)
    if state.over:
        raise Refusal(game.cite(game.end_rule), "The game is over.")
    activity = activity_of(state)
    seats = activity.seats(state)
    if action.seat not in seats:
        whose = ", ".join(str(seat) for seat in seats)
        raise Refusal(
            game.cite(activity.order_rule),
            "It is not the turn of seat {seat}, but of seat {whose}.",
            {"seat": action.seat, "whose": whose},
        )
    kind = type(action)
    for move in activity.moves(state):
        if move.action is kind:
            refused = refusal(state, move, action)
            if refused is not None:
                raise refused
            return move
    raise Refusal(
        game.cite(activity.order_rule),
        "{action} is not possible in this step.",
        {"action": kind.__struct_config__.tag},
    )


def play(state: S, action: Action) -> Transition[S]:
    """Judge and carry out an action. Raises a Refusal and changes nothing if a rule forbids it."""
    move = judge(state, action)
    after = settle(move.apply(state, action))
    events = after.news
    return Transition(after.replace(version=state.version + 1, news=()), events)


class EndedByAgreement(Event, frozen=True):
    """The people at the table have agreed to stop."""

    says = msg("The game ends here by agreement.")


def end(state: S) -> Transition[S]:
    """End a game that is under way, with the worth of this moment."""
    game = title_of(state)
    if state.over:
        raise Refusal(game.cite(game.end_rule), "The game is over.")
    after = game.close(state.say(EndedByAgreement()))
    return Transition(after.replace(stack=(), version=state.version + 1, news=()), after.news)


def settle(state: S) -> S:
    """Let everything happen that needs no decision."""
    [settled] = deque(_unfolding(state), maxlen=1)
    return settled


def states_between(state: S, action: Action) -> Iterator[S]:
    """Return an iterator over the states from an action to the next decision."""
    return _unfolding(judge(state, action).apply(state, action))


def _unfolding(state: S) -> Iterator[S]:
    activities = title_of(state).activities
    yield state
    while state.stack:
        following = activities[type(state.stack[-1])].advance(state)
        if following is None:
            return
        state = following
        yield state


def view(state: State, seat: int | None) -> View:
    """What a seat (None: a spectator) may see."""
    return title(state.setup.game).view(state, seat)


@cache
def _decoder(game: str) -> msgspec.json.Decoder[Action]:
    return msgspec.json.Decoder(Union[title(game).actions])  # noqa: UP007


def decode(game: str, text: str | bytes | Mapping[str, Json]) -> Action:
    """Return an action from its JSON text, or from what has been read of it already."""
    decoder = _decoder(game)
    try:
        return msgspec.convert(text, decoder.type) if isinstance(text, Mapping) else decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise FormatError(f"not an action of {game}: {error}") from None


def view_schema(game: str) -> JsonObject:
    """The JSON schema of what a game shows: of the struct that its view says it returns."""
    kind = get_type_hints(title(game).view)["return"]
    return msgspec.json.schema(kind)


def schema(game: str) -> JsonObject:
    """Return the JSON schema of a game's actions."""
    return msgspec.json.schema(Union[title(game).actions])  # noqa: UP007
