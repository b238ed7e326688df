"""Counting positions: how many ways of one, two, three listed actions there are from a position.

`python -m tests.golden.perft` writes `perft.toml` anew: positions of golden games with few enough ways.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from stellwerk.engine import Game, play, titles, to_act
from stellwerk.engine.play import activity_of
from tests.golden.keeping import names, read

PINNED = Path(__file__).with_name("perft.toml")
DEPTH = 3
LEAST, MOST = 60, 900
"""Ways of the greatest depth that a pinned position may have."""
EACH = 6
"""Positions of a title."""


class Place(NamedTuple):
    """A position of a golden game, and its counts by depth."""

    game: str
    at: int
    counts: tuple[int, ...]


def perft(state: Any, depth: int) -> int:
    """The number of ways to play so many listed actions from here; a game that is over counts as one."""
    if depth == 0 or state.over:
        return 1
    return sum(perft(play(state, action).state, depth - 1) for action in listed(state))


def listed(state: Any) -> Iterator[Any]:
    for seat in to_act(state):
        for move in activity_of(state).moves(state):
            if move.listed:
                yield from move.legal(state, seat)


def state_at(name: str, at: int) -> Any:
    golden = read(name)
    return Game.replay(golden.setup, golden.actions()[:at]).state


def pinned() -> list[Place]:
    found = tomllib.loads(PINNED.read_text(encoding="utf-8"))
    return [Place(one["game"], one["at"], tuple(one["counts"])) for one in found["position"]]


def counts(state: Any) -> tuple[int, ...]:
    return tuple(perft(state, depth) for depth in range(1, DEPTH + 1))


def fitting(game: str) -> Iterator[Place]:
    """Positions of different kinds with enough ways and not too many."""
    kinds: set[tuple[str, ...]] = set()
    for name in names(game):
        golden = read(name)
        played = Game.replay(golden.setup, golden.actions())
        if any(entry.__class__.__name__ in ("Undo", "Redo") for entry in played.log):
            continue
        for at in range(0, len(played.history), 17):
            state = played.history[at].state
            moves = () if state.over else activity_of(state).moves(state)
            kind = tuple(move.action.__name__ for move in moves)
            if kind in kinds or not 3 <= len(list(listed(state))) <= 30 or perft(state, 2) > 200:
                continue
            found = counts(state)
            if LEAST <= found[-1] <= MOST:
                kinds.add(kind)
                yield Place(name, at, found)
                if len(kinds) == EACH:
                    return


def main() -> int:
    lines = [
        "# Ways of one, two and three listed actions from a position: (game, after so many entries).",
        "",
    ]
    for found in titles():
        for place in fitting(found.id):
            lines += ["[[position]]", f'game = "{place.game}"', f"at = {place.at}"]
            lines += [f"counts = {list(place.counts)}", ""]
    PINNED.write_text("\n".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
