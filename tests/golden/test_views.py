"""The JSON of views is what it was, key for key, and what their structs say."""

import json

import msgspec
import pytest

from stellwerk.engine import view
from tests.golden.digests import digest
from tests.golden.views import FILE, looked_at, positions, seen

KEPT: dict[str, dict[str, str]] = json.loads(FILE.read_text())


@pytest.mark.parametrize("name", looked_at())
def test_all_is_seen_as_it_was(name: str) -> None:
    found = dict[str, str]()
    for at, state in positions(name):
        shown = seen(state)
        found[str(at)] = digest(shown)
        assert found[str(at)] == KEPT[name].get(str(at)), f"position {at}; `python -m tests.golden.views`?"
        # What is written can be read as the struct that it was, and is the same again.
        again = msgspec.convert(shown[0], type(view(state, None)))
        assert msgspec.json.decode(msgspec.json.encode(again)) == shown[0], at
    assert found == KEPT[name]
