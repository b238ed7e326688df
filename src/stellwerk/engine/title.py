"""Title: what a game tells the core about itself."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from stellwerk.engine.action import Action
from stellwerk.engine.history import History
from stellwerk.engine.state import Setup
from stellwerk.engine.step import Activity


class Title(NamedTuple):
    """A game in the registry. Everything else reaches it through these functions."""

    id: str
    name: str
    players: Mapping[str, tuple[int, int]]
    """Fewest and most players by variant."""
    rulings: Mapping[str, str]
    """Ruling sets and what they are for."""
    actions: tuple[type[Action], ...]
    activities: Mapping[type, Activity[Any]]
    """What each kind of frame means."""
    start: Callable[[Setup], Any]
    """The first state; also refuses a bad set-up with a ValueError."""
    result: Callable[[Any], dict[str, int]]
    """Every player's final (or present) worth."""
    view: Callable[[Any, int | None], dict[str, Any]]
    """What a seat (None: a spectator) may see, as plain data."""
    conserved: Callable[[Any], list[str]]
    """What has been lost or made from nothing; empty when all is well."""
    end_rule: str
    """The paragraph that says when the game is over: it refuses what comes afterwards."""
    rulebook: str
    """File name of the ledger in our words."""
    extras: Mapping[str, Any]
    """What only some tools ask for, by name: pages, drawing, import and export, names of variants."""
    close: Callable[[Any], Any] = lambda s: s
    """What is to be done with a state when its game ends before its rules end it."""
    prefix: str = ""
    """What stands before the ids of its paragraphs, where that is not the title's own id."""
    history: History = History()
    """The versions of its rules."""

    def cite(self, rule: str) -> str:
        """A paragraph's full id, as refusals quote it and tests name it."""
        return f"{self.prefix or self.id}-{rule}"

    def variant_name(self, variant: str) -> str:
        """A variant in words, to be translated; its id where the title has no words for it."""
        names: Mapping[str, str] = self.extras.get("variants", {})
        return names.get(variant, variant)
