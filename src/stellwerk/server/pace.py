"""How fast bots move, and which of them are asked at the same time.

The pause before a bot's move is the time at which its job is due: nobody waits in the meantime, neither a
request nor a worker. A pace belongs to a table. Whoever sits there may change it, and the last word counts:
so somebody's slower wish keeps nobody waiting for longer than a press.
"""

from collections.abc import Collection, Mapping

from stellwerk.engine import CHANCE, ENTRIES, to_act
from stellwerk.server.games import Record
from stellwerk.server.secrecy import is_open

PACES: Mapping[int, float] = {1: 2.0, 3: 0.7, 0: 0.0}
"""Seconds before a bot moves, by pace."""


def pause_of(pace: int | None, people: Collection[int], usual: float) -> float:
    """Return the seconds before a bot moves. Where nobody has chosen, there is a pause for people alone."""
    return PACES.get(-1 if pace is None else pace, usual if people else 0.0)


def pace_of(pause: float) -> int | None:
    """Return the pace that has this pause; None where it is one of the operator's own."""
    return next((pace for pace, seconds in PACES.items() if seconds == pause), None)


def at_once(live: Record) -> bool:
    """Return whether several seats are to act, and none of them learns what the others do: sealed bids."""
    return len(to_act(live.state)) > 1 and not is_open(live.state)


def asked_in(live: Record, seat: int) -> int:
    """Return the version in which a seat was asked what it is asked now.

    Where several act at the same time unseen, what others did meanwhile changes nothing for it.
    """
    version = live.version
    while version:
        entry = live.entries[version - 1]
        if isinstance(entry.action, ENTRIES) or entry.action.seat in (seat, CHANCE):
            break
        before = live.game.history[entry.at - 1].state
        if seat not in to_act(before) or is_open(before):
            break
        version -= 1
    return version
