"""The puzzles that are shipped: games of our own bots with what was found in them.

A file is one game, up to the last position that is asked about, and its puzzles.
`python -m benchmarks.puzzles` plays the games and writes the files; a puzzle's name is that of its file, its
kind and its position.
"""

import gzip
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

import msgspec
from msgspec import Struct

from stellwerk.engine.save import load
from stellwerk.mech18.state import AnyRailways, railways
from stellwerk.puzzles.puzzle import Puzzle

FOLDER = Path(__file__).parent / "data"
SUFFIX = ".json.gz"


class Bundle(Struct, frozen=True):
    """A game and what is asked about it."""

    bots: tuple[str, ...]
    """Who played it, by seat."""
    puzzles: tuple[Puzzle, ...]
    save: str


class Shipped(Struct, frozen=True):
    """A puzzle with its name and the name of its file."""

    id: str
    bundle: str
    game: str
    puzzle: Puzzle


def write(bundle: Bundle, name: str, folder: Path = FOLDER) -> int:
    """Write a file, the same bytes for the same puzzles; returns how many."""
    return (folder / f"{name}{SUFFIX}").write_bytes(gzip.compress(msgspec.json.encode(bundle), mtime=0))


def read(name: str) -> Bundle:
    data = gzip.decompress((FOLDER / f"{name}{SUFFIX}").read_bytes())
    return msgspec.json.decode(data, type=Bundle)


def puzzle_id(bundle: str, puzzle: Puzzle) -> str:
    return f"{bundle}-{puzzle.kind}-{puzzle.at}"


@cache
def shelf() -> Mapping[str, Shipped]:
    """Return all shipped puzzles by their names."""
    names = sorted(path.name.removesuffix(SUFFIX) for path in FOLDER.glob(f"*{SUFFIX}"))
    found = [
        Shipped(puzzle_id(name, puzzle), name, name.rpartition("-")[0], puzzle)
        for name in names
        for puzzle in read(name).puzzles
    ]
    return {one.id: one for one in found}


@lru_cache(maxsize=64)
def positions(bundle: str) -> Mapping[int, AnyRailways]:
    """Return the positions of a file that are asked about, by their numbers; the game is replayed for it."""
    kept = read(bundle)
    game, _ = load(kept.save)
    return {puzzle.at: railways(game.history[puzzle.at].state) for puzzle in kept.puzzles}


def position(shipped: Shipped) -> AnyRailways:
    return positions(shipped.bundle)[shipped.puzzle.at]
