"""What bots thought, for those who may know it.

A thought is its bot's own: it may tell what only that seat knows. So it is shown whole where nothing was
hidden before the move and after it, when the game is over, and to whoever holds the seat. To all others it
says which bot moved, and nothing of what it saw, not even how long it took.
At a table without figures it says no more to anybody.
"""

from collections.abc import Collection
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.engine import CHANCE
from stellwerk.engine.canonical import UNREADABLE
from stellwerk.engine.json_data import JsonObject
from stellwerk.server.games import Record
from stellwerk.server.model import JudgedInfo, ThoughtInfo
from stellwerk.server.secrecy import is_open


class KeptThought(Struct, frozen=True):
    """A thought as the database keeps it."""

    number: int
    at: int
    seat: int
    bot: str
    replaced: str | None
    fault: Any
    took: int
    looked_at: int
    text: str


class Told(Struct, frozen=True):
    """An `engine.capabilities.Thought` as JSON, read without its title's actions."""

    action: JsonObject
    judged: list[JudgedInfo] = []


def may_know(live: Record, at: int, seat: int, mine: Collection[int]) -> bool:
    """Whether the holder of some seats may know what a seat thought before the action that led to `at`."""
    if seat in mine or live.state.over:
        return True
    history = live.game.history
    return 0 < at < len(history) and all(is_open(history[point].state) for point in (at - 1, at))


def thought_info(kept: KeptThought, live: Record, mine: Collection[int], figures: bool = True) -> ThoughtInfo:
    """Return a thought as the holder of these seats may know it."""
    fault = kept.fault if kept.fault in ("failed", "slow") else None
    public = ThoughtInfo(kept.number, kept.at, kept.seat, kept.bot, kept.replaced, fault)
    if not figures or not may_know(live, kept.at, kept.seat, mine):
        return public
    try:
        told = msgspec.json.decode(kept.text, type=Told)
    except UNREADABLE:
        return public
    return ThoughtInfo(
        number=kept.number,
        at=kept.at,
        seat=kept.seat,
        bot=kept.bot,
        replaced=kept.replaced,
        fault=fault,
        open=True,
        seconds=kept.took / 1000,
        looked_at=kept.looked_at,
        action=told.action,
        judged=told.judged,
    )


def led_to(kept: KeptThought, live: Record, at: int) -> bool:
    """Whether the thought is of the move that led to a position, with nothing but lots after it."""
    return all(action.seat == CHANCE for action in live.game.actions[kept.at : at])
