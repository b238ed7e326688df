"""The registry: titles are entry points of installed packages, so a new one touches no existing file.

A package names its titles in the group `stellwerk.titles`; Stellwerk's own five stand there too.
"""

import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Secrecy
from stellwerk.engine.state import State
from stellwerk.engine.title import AnyTitle, Title

GROUP = "stellwerk.titles"


def installed(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name.

    Raise ValueError where two packages use one name for two things.
    """
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=group):
        there = found.setdefault(entry.name, entry)
        if there.value != entry.value:
            raise ValueError(f"{entry.name!r} in {group} is both {there.value} and {entry.value}")
    return found


@cache
def _entries() -> dict[str, EntryPoint]:
    return installed(GROUP)


def _entry(game: str) -> EntryPoint:
    found = _entries().get(game)
    if found is None:
        raise ValueError(f"no game {game!r}; there are: {', '.join(sorted(_entries()))}")
    return found


@cache
def title(game: str) -> AnyTitle:
    """Return the title with this id; raise ValueError when there is none."""
    found = _entry(game).load()
    if not isinstance(found, Title) or found.id != game:
        raise ValueError(f"{_entry(game).value} is not the title {game!r}")
    return found


class GoneTitle(Struct, frozen=True):
    """Stands for a title whose package is not installed: what was kept of its games outlives it."""

    id: str
    actions: tuple[type[Action], ...] = ()
    secrecy: Secrecy[State] = Secrecy(secrets=True)
    """Whether it had secrets nobody can say, so it is treated as if it had."""

    @property
    def name(self) -> str:
        return self.id


def kept_title(game: str) -> AnyTitle | GoneTitle:
    """The title of a game that was kept, whether or not it is still installed."""
    return title(game) if game in _entries() else GoneTitle(game)


def titles() -> tuple[AnyTitle, ...]:
    return tuple(title(game) for game in sorted(_entries()))


def modules() -> list[str]:
    """Return the names of the modules that hold the installed titles."""
    return [entry.module for entry in _entries().values()]


def first_game() -> str:
    """Return the game for who has not chosen one: the one for newcomers, or else the first there is."""
    return max(titles(), key=lambda found: found.for_newcomers).id


def home(game: str) -> Traversable:
    """Return where a title's code and data are: its package, or the one that its module is in."""
    entry = _entry(game)
    entry.load()
    package = sys.modules[entry.module].__package__
    if not package:
        raise ValueError(f"{entry.value}: a title lives in a package")
    return files(package)


def foreign() -> tuple[str, ...]:
    """Ids of the titles that other packages bring."""
    own = __name__.partition(".")[0]
    return tuple(sorted(name for name, entry in _entries().items() if entry.module.partition(".")[0] != own))
