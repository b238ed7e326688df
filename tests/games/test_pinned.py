"""The data files hold what was checked: every hex, tile, train, price, company, contract and card."""

import pytest

from stellwerk.engine import titles
from tests.games.pinned import FOLDER, folder_of, lines_of

GAMES = [title.id for title in titles()]


@pytest.mark.parametrize("game", GAMES)
def test_no_value_has_changed(game: str) -> None:
    kept = (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    now = lines_of(game)
    assert [line for line in now if line not in set(kept)] == []
    assert [line for line in kept if line not in set(now)] == []
    assert now == kept


@pytest.mark.parametrize("game", GAMES)
def test_all_data_files_are_read(game: str) -> None:
    beside = {
        path.name
        for path in folder_of(game).iterdir()
        if path.suffix not in (".toml", ".py") and path.is_file()
    }
    assert beside == {"form1.json"}  # the fields of 0.1.0: the hashes of its saves hold them (tests/corpus)
    assert len(lines_of(game)) > 300
