"""Saves of earlier releases: all but a few play on by the rules they began with, and hash as they did."""

from pathlib import Path

import pytest

from stellwerk.engine import titles
from tests.corpus.kept import RELEASES, name_of, outcome, said, saves, stopped


@pytest.mark.parametrize("path", saves(), ids=name_of)
def test_a_save_replays_to_its_hash_or_stops_at_a_corrected_paragraph(path: Path) -> None:
    rule = stopped().get(name_of(path), "")
    assert outcome(path) == (rule, "" if rule else said(path))


def test_every_title_is_kept_in_all_stages() -> None:
    for release in RELEASES:
        names = [path.name.removesuffix(".json.gz") for path in (release / "saves").iterdir()]
        for found in titles():
            kinds = {name.rpartition("-")[0] for name in names if name.startswith(f"{found.id}-")}
            assert kinds
            assert all(f"{kind}-{stage}" in names for kind in kinds for stage in ("opening", "middle", "end"))


def test_nothing_is_listed_as_stopped_that_is_not_kept() -> None:
    assert set(stopped()) <= {name_of(path) for path in saves()}
