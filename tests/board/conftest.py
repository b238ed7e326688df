"""The map and tiles of 1848 serve as the example board."""

from pathlib import Path

import pytest

import stellwerk
from stellwerk.board import Atlas

DATA = Path(stellwerk.__file__).parent / "games" / "g1848" / "data"


@pytest.fixture(scope="session")
def atlas() -> Atlas:
    return Atlas.load(DATA / "map.toml", DATA / "tiles.toml")
