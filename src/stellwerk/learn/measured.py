"""How long a game takes and how hard it is to learn: worked out of what was counted in games of our own bots.

`python -m benchmarks.lengths` plays the games and writes `show/measured.json` of a title; docs/lengths.md
tells what the figures rest on.
"""

from functools import cache

import msgspec
from msgspec import Struct

from stellwerk.engine.registry import home

DECISION = 16
"""Seconds that a person's decision takes, at the mean of recorded games."""
PAUSE = 0.7
"""Seconds before a bot's move, as tables have it where nobody chose."""


class Measured(Struct, frozen=True, kw_only=True):
    """Medians of some games at the table that "Play now" lays."""

    games: int
    bots: str
    players: int
    rounds: int
    decisions: int
    """Of all players."""
    thinking: int
    """Processor seconds of the bots' thinking."""
    choices: int
    """Among which a player chooses."""
    paragraphs: int
    """Of our ledger of its rules."""
    kinds: int
    """Of actions."""

    @property
    def among_people(self) -> int:
        """Minutes of a game among people, in tens."""
        return 10 * round(self.decisions * DECISION / 600)

    @property
    def among_bots(self) -> int:
        """Minutes of a game of one person among bots, in fives."""
        own = self.decisions / self.players
        seconds = own * DECISION + (self.decisions - own) * PAUSE + self.thinking
        return 5 * round(seconds / 300)

    @property
    def difficulty(self) -> int:
        """From 1 to 5: one more for each bar that is passed."""
        bars = (self.paragraphs > 100, self.paragraphs > 200, self.kinds > 20, self.choices > 5)
        return 1 + sum(bars)


@cache
def measured(game: str) -> Measured | None:
    """Return what was counted of a title; None where nobody has."""
    file = home(game) / "show" / "measured.json"
    return msgspec.json.decode(file.read_bytes(), type=Measured) if file.is_file() else None
