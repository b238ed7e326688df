"""Actions: what a seat (or chance) does. They are the game's log, so they are plain frozen data."""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import astuple

CHANCE = -1
"""The seat that draws lots: its actions are logged like anybody's."""


def snake(name: str) -> str:
    """`BuyShare` -> `buy_share`, the tag in JSON."""
    return "".join(f"_{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


class OnMap(Struct, frozen=True):
    """What the map of a game is asked for when an action is chosen, declared once on the action's class.

    Each field is the name of a field of the action. What can be asked for is told by those who have a map, in
    classes of their own (`board.gestures`, for one).
    """

    @property
    def names(self) -> frozenset[str]:
        """The fields of the action that it explains."""
        return frozenset(filter(None, astuple(self)))


class Beside(OnMap, frozen=True):
    """A place is named, but chosen from a list beside the map."""

    place: str


class Action(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=snake):
    """Base of every action. `seat` is who acts: 0 is the first seat, -1 is chance."""

    final: ClassVar[bool] = False
    """Whether undo stops behind it, because it shows others what they could not know before."""
    on_map: ClassVar[OnMap | None] = None
    """How it is chosen on the map; None where it names no place."""
    seat: int


class Undo(Action, frozen=True):
    """Back to the state after `to` effective actions. A log entry: what was undone stays readable."""

    to: int


class Redo(Action, frozen=True):
    """Take the last undo back; only possible while nothing else has happened since."""


class EndGame(Action, frozen=True):
    """The people at the table have agreed to end the game here; `seat` is whose proposal it was."""


ENTRIES: tuple[type[Action], ...] = (Undo, Redo, EndGame)
"""What a log holds beside the actions of its game."""
