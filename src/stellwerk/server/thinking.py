"""A bot thinks: what it is given and what comes of it, in whichever process."""

import time
from typing import Any

import msgspec
from msgspec import Raw, Struct

from stellwerk.bots import make_thinker
from stellwerk.engine import Action, title
from stellwerk.server.jobs import Bench, Report

LAST_RESORTS = ("gentle", "random")
"""Who moves instead of a bot that failed, one after the other."""


class ToThink(Struct, frozen=True):
    """A position, and who shall make what of it. It goes to another process."""

    table: str
    state: Any
    seat: int
    bot: str


class Thinking(Struct, frozen=True):
    """What came of it."""

    took: int
    """Milliseconds."""
    thought: Raw
    """An `engine.capabilities.Thought` as JSON."""


class Chosen(Struct, frozen=True):
    """The part of a thought that is needed to move."""

    action: Raw
    looked_at: int = 0


def think(bench: Bench, task: ToThink, report: Report) -> str:
    """Let a bot think, in whichever process."""
    game = task.state.setup.game
    # The bot's luck is its own: it comes neither from the game's seed nor from anything secret.
    thinker = bench.keep(
        (task.table, task.seat, task.bot), lambda: make_thinker(task.bot, f"{task.table}/{task.seat}", game)
    )
    began = time.monotonic()
    thought = thinker(task.state, task.seat)
    took = round(1000 * (time.monotonic() - began))
    if not isinstance(thought.action, Action):
        raise TypeError(f"{task.bot} gives no action")
    return msgspec.json.encode(Thinking(took, Raw(msgspec.json.encode(thought)))).decode()


def in_order(game: str, bot: str) -> list[str]:
    """Return the bots that may make a move: the seat's own, and those that replace it."""
    thinks = title(game).thinking is not None
    others = [name for name in LAST_RESORTS if thinks or name != "gentle"]
    return list(dict.fromkeys([bot, *others]))
