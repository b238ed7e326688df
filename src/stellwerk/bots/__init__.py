"""Bots: callables that choose an action for a seat. They are found by name.

Other packages bring theirs as entry points of the group `stellwerk.bots`: a name and a `BotKind`.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from msgspec import Struct, structs

from stellwerk.bots.lookahead import Budget, LookaheadBot
from stellwerk.bots.random_bot import RandomBot
from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Judge, Manner, Thinking, Thought
from stellwerk.engine.reasons import reasons
from stellwerk.engine.registry import installed, title
from stellwerk.engine.state import State

Bot = Callable[[Any, int], Action]
"""(state, seat) -> a legal action."""
Thinker = Callable[[Any, int], Thought]
"""(state, seat) -> what it does and what else it saw."""
Maker = Callable[[str], Bot]
"""Gets a seed."""

GROUP = "stellwerk.bots"

LISTED = 6
"""Choices of a thought that are listed: the one taken and five others."""


class BotKind(Struct, frozen=True):
    """A bot that a package offers."""

    make: Maker
    games: tuple[str, ...] = ()
    """Ids of the games that it plays; empty where it plays any."""


BOTS: Mapping[str, Maker] = {"random": RandomBot}
"""Those that play any game."""

STRENGTHS = ("gentle", "fair", "sharp")
"""Those that think, the weakest first."""

TEMPERAMENTS = ("builder", "trader", "careful", "bold")
"""What they may like: `sharp-bold`."""

FORMER_NAMES: Mapping[str, str] = {"greedy": "fair", "lookahead": "sharp"}
"""Names under which bots sit at older tables and in older saves."""

TRYING: Mapping[str, tuple[Budget, Budget]] = {
    "gentle": (Budget(width=1, tries=2, depth=1), Budget(width=1, tries=2, depth=1)),
    "fair": (Budget(width=1, tries=12, first=48, depth=1), Budget(width=1, tries=12, first=24, depth=1)),
    "sharp": (Budget(width=10, tries=12, first=36), Budget(width=3, tries=10, first=20)),
}
"""How much is tried out with a title's outlook, at the beginning of a turn and in its middle.

The first two take the turn that leaves them best off, and do not ask what comes after.
"""


def bots_of(game: str) -> Mapping[str, Maker]:
    """Return the bots that play a game."""
    thinking = title(game).thinking
    guests = {name: kind.make for name, kind in foreign_bots().items() if game in (kind.games or (game,))}
    own = {} if thinking is None else {name: partial(make_bot, name, game=game) for name in STRENGTHS}
    return {**BOTS, **own, **guests}


@cache
def foreign_bots() -> Mapping[str, BotKind]:
    """Return the bots of other packages by name.

    Raise ValueError for one that is none or has the name of one of ours.
    """
    found = {}
    for name, entry in installed(GROUP).items():
        kind = entry.load()
        if not isinstance(kind, BotKind):
            raise ValueError(f"{entry.value} is no BotKind")
        if name in BOTS or name in STRENGTHS or name in FORMER_NAMES:
            raise ValueError(f"{entry.value} has the name {name!r} of one of Stellwerk's own bots")
        found[name] = kind
    return found


def manner_of(name: str) -> Manner | None:
    """Return how a bot of this name plays; None where it is not one of those that think."""
    strength, dash, temperament = FORMER_NAMES.get(name, name).partition("-")
    if strength not in STRENGTHS or (dash and temperament not in TEMPERAMENTS):
        return None
    return Manner(strength, temperament)


def _thinker(thinking: Thinking[State], manner: Manner, seed: str) -> Thinker:
    judge: Judge[State]
    if thinking.judge is not None:
        judge = thinking.judge(manner, seed)
    else:
        assert thinking.outlook is not None
        judge = LookaheadBot(thinking.outlook(manner), seed, *TRYING[manner.strength])

    def think(state: State, seat: int) -> Thought:
        found = judge.judged(state, seat)
        return Thought(found[0].action, tuple(found[:LISTED]), len(found))

    return think


def _silent(bot: Bot) -> Thinker:
    return lambda state, seat: Thought(bot(state, seat))


def _mind(name: str, seed: str, game: str | None) -> Thinker:
    """Return a bot by its name; raise ValueError when there is none."""
    maker = BOTS.get(name)
    thinking = None if game is None else title(game).thinking
    manner = manner_of(name)
    if maker is not None:
        think = _silent(maker(seed))
    elif thinking is not None and manner is not None:
        think = _thinker(thinking, manner, seed)
    elif game is not None and (guest := bots_of(game).get(name)) is not None:
        think = _silent(guest(seed))
    else:
        there = ", ".join(sorted(BOTS if game is None else bots_of(game)))
        raise ValueError(f"no bot {name!r}; there are: {there}")
    return lambda state, seat: think(as_seen(state, seat), seat)


def make_thinker(name: str, seed: int | str, game: str | None = None) -> Thinker:
    """Return a bot by its name, for one game or for any; raise ValueError when there is none.

    It gets the state as it is, and looks only at what its seat may know. Those that weigh their choices
    say what the one they take brings.
    """
    think = _mind(name, str(seed), game)
    if game is None or manner_of(name) is None:
        return think

    def explain(state: State, seat: int) -> Thought:
        thought = think(state, seat)
        return structs.replace(thought, reasons=reasons(state, thought.action))

    return explain


def make_bot(name: str, seed: int | str, game: str | None = None) -> Bot:
    """Return the same as something that only says what it does."""
    think = _mind(name, str(seed), game)
    return lambda state, seat: think(state, seat).action


def as_seen(state: Any, seat: int) -> Any:
    """Return the state without what a seat may not know."""
    return title(state.setup.game).secrecy.seen(state, seat)


__all__ = [
    "BOTS",
    "STRENGTHS",
    "TEMPERAMENTS",
    "Bot",
    "BotKind",
    "LookaheadBot",
    "RandomBot",
    "Thinker",
    "as_seen",
    "bots_of",
    "make_bot",
    "make_thinker",
    "manner_of",
]
