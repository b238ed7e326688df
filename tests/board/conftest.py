"""The map and tiles of 1848 serve as the example board; 1824 has cities that grow together, 1854 tunnels."""

from pathlib import Path

import pytest

import stellwerk
from stellwerk.board import Atlas

GAMES = Path(stellwerk.__file__).parent / "games"


def load(game: str) -> Atlas:
    return Atlas.load(GAMES / game / "data" / "map.toml", GAMES / game / "data" / "tiles.toml")


@pytest.fixture(scope="session")
def atlas() -> Atlas:
    return load("g1848")


@pytest.fixture(scope="session")
def austria() -> Atlas:
    return load("g1824")


@pytest.fixture(scope="session")
def tyrol() -> Atlas:
    return load("g1854")
