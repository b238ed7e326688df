"""What every seat saw in golden games, as digests of the JSON: clients read it, so no key may change unseen.

`python -m tests.golden.views` writes `views.json` anew after a deliberate change.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from stellwerk.engine import Game, State, view
from tests.golden.digests import digest
from tests.golden.keeping import names, read

FILE = Path(__file__).parent / "views.json"
EVERY = 40
"""So many entries of the log lie between two positions that are looked at."""


def looked_at() -> list[str]:
    """A game of each variant and set of rulings."""
    found: dict[tuple[str, str, str], str] = {}
    for name in names():
        setup = read(name).setup
        found.setdefault((setup.game, setup.variant, setup.rulings), name)
    return list(found.values())


def positions(name: str) -> Iterator[tuple[int, State]]:
    """Every so many entries, and the last one."""
    golden = read(name)
    game, entries = Game(golden.setup), golden.actions()
    yield 0, game.state
    for at, entry in enumerate(entries, start=1):
        game.enter(entry)
        if at % EVERY == 0 or at == len(entries):
            yield at, game.state


def encoded(state: State) -> list[bytes]:
    """What a spectator and every seat see."""
    return [msgspec.json.encode(view(state, seat)) for seat in (None, *range(len(state.setup.players)))]


def seen(state: State) -> Any:
    return [msgspec.json.decode(text) for text in encoded(state)]


def digests(name: str) -> dict[str, str]:
    return {str(at): digest(seen(state)) for at, state in positions(name)}


if __name__ == "__main__":
    FILE.write_text(json.dumps({name: digests(name) for name in looked_at()}, indent=1) + "\n")
