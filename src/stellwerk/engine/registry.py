"""The registry: titles are entry points of installed packages, so a new one touches no existing file.

A package names its titles in the group `stellwerk.titles`; Stellwerk's own five stand there too.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable

from stellwerk.engine.title import AnyTitle, Title

GROUP = "stellwerk.titles"


@cache
def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _entry(game: str) -> EntryPoint:
    found = _entries().get(game)
    if found is None:
        raise ValueError(f"no game {game!r}; there are: {', '.join(sorted(_entries()))}")
    return found


@cache
def title(game: str) -> AnyTitle:
    """The title with this id; ValueError when there is none."""
    found = _entry(game).load()
    if not isinstance(found, Title) or found.id != game:
        raise ValueError(f"{_entry(game).value} is not the title {game!r}")
    return found


def titles() -> tuple[AnyTitle, ...]:
    return tuple(title(game) for game in sorted(_entries()))


def home(game: str) -> Traversable:
    """Where a title's code and data are."""
    return files(_entry(game).module)
