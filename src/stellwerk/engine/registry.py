"""The registry: titles are found by folder, so a new one touches no existing file."""

import importlib
import pkgutil
from functools import cache

from stellwerk.engine.title import AnyTitle

_GAMES = "stellwerk.games"  # named, not imported: the core knows no title


@cache
def _folders() -> dict[str, str]:
    package = importlib.import_module(_GAMES)
    return {
        info.name.removeprefix("g").replace("_", "-"): f"{_GAMES}.{info.name}"
        for info in pkgutil.iter_modules(package.__path__)
        if info.ispkg
    }


@cache
def title(game: str) -> AnyTitle:
    """The title with this id; ValueError when there is none."""
    folder = _folders().get(game)
    if folder is None:
        raise ValueError(f"no game {game!r}; there are: {', '.join(sorted(_folders()))}")
    found: AnyTitle = importlib.import_module(folder).TITLE
    return found


def titles() -> tuple[AnyTitle, ...]:
    return tuple(title(game) for game in sorted(_folders()))
