"""Bots: callables that choose an action for a seat. They are found by name.

Other packages bring theirs as entry points of the group `stellwerk.bots`: a name and a `BotKind`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from stellwerk.bots.lookahead import Budget, LookaheadBot
from stellwerk.bots.random_bot import RandomBot
from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Thinking
from stellwerk.engine.registry import installed, title
from stellwerk.engine.state import State

Bot = Callable[[Any, int], Action]
"""(state, seat) -> a legal action."""
Maker = Callable[[str], Bot]
"""Gets a seed."""

GROUP = "stellwerk.bots"


class BotKind(Struct, frozen=True):
    """A bot that a package offers."""

    make: Maker
    games: tuple[str, ...] = ()
    """Ids of the games that it plays; empty where it plays any."""


BOTS: Mapping[str, Maker] = {"random": RandomBot}
"""Those that play any game."""

STRENGTHS = ("gentle", "fair", "sharp")
"""Those that think, the weakest first."""

FORMER_NAMES: Mapping[str, str] = {"greedy": "fair", "lookahead": "sharp"}
"""Names under which bots sit at older tables and in older saves."""

TRYING: Mapping[str, tuple[Budget, Budget]] = {
    "gentle": (Budget(width=1, tries=8, depth=1), Budget(width=1, tries=8, depth=1)),
    "fair": (Budget(width=1, tries=48, depth=1), Budget(width=1, tries=48, depth=1)),
    "sharp": (Budget(width=6, tries=12, first=48), Budget(width=4, tries=8, first=48)),
}
"""How much is tried out with a title's outlook, at first and when there is a plan.

The first two take the turn that leaves them best off, and do not ask what comes after.
"""


def bots_of(game: str) -> Mapping[str, Maker]:
    """Return the bots that play a game."""
    thinking = title(game).thinking
    guests = {name: kind.make for name, kind in foreign_bots().items() if game in (kind.games or (game,))}
    own = {} if thinking is None else {name: _thinker(thinking, name) for name in STRENGTHS}
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


def _thinker(thinking: Thinking[State], strength: str) -> Maker:
    def make(seed: str) -> Bot:
        if thinking.judge is not None:
            judge = thinking.judge(strength, seed)
            return lambda state, seat: judge.judged(state, seat)[0].action
        assert thinking.outlook is not None
        return LookaheadBot(thinking.outlook(), seed, *TRYING[strength])

    return make


def make_bot(name: str, seed: int | str, game: str | None = None) -> Bot:
    """Return a bot by its name, for one game or for any; raise ValueError when there is none."""
    makers = BOTS if game is None else bots_of(game)
    maker = makers.get(FORMER_NAMES.get(name, name))
    if maker is None:
        raise ValueError(f"no bot {name!r}; there are: {', '.join(sorted(makers))}")
    bot = maker(str(seed))
    return lambda state, seat: bot(as_seen(state, seat), seat)


def as_seen(state: Any, seat: int) -> Any:
    """Return the state without what a seat may not know."""
    return title(state.setup.game).secrecy.seen(state, seat)


__all__ = ["BOTS", "Bot", "BotKind", "LookaheadBot", "RandomBot", "as_seen", "bots_of", "make_bot"]
