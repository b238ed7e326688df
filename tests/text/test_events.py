"""Every event of the package can be told in every language."""

import importlib
from pathlib import Path

import pytest
from msgspec import structs

import stellwerk
from stellwerk.engine import Event
from stellwerk.text import LANGUAGES, event_text

PACKAGE = Path(stellwerk.__file__).parent


def all_events() -> list[type[Event]]:
    """Found by their base class in the sources, so that nothing else needs to be imported."""
    for file in PACKAGE.rglob("*.py"):
        if "(Event, frozen=True" in file.read_text(encoding="utf-8"):
            importlib.import_module(".".join(("stellwerk", *file.relative_to(PACKAGE).with_suffix("").parts)))
    found: list[type[Event]] = []
    waiting = [Event]
    while waiting:
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            if kind.__module__.startswith("stellwerk."):
                found.append(kind)
    return sorted(set(found), key=lambda kind: (kind.__module__, kind.__name__))


def dummy(kind: type[Event]) -> Event:
    return kind(**{field.name: 7 if field.type is int else "Xyz" for field in structs.fields(kind)})


@pytest.mark.parametrize("kind", all_events(), ids=lambda kind: kind.__name__)
def test_event_is_told_in_every_language(kind):
    told = [event_text(dummy(kind), lang) for lang in LANGUAGES]
    assert len(set(told)) == len(LANGUAGES), told
    for text in told:
        assert text
        assert "{" not in text
    for field in structs.fields(kind):
        value = "7" if field.type is int else "Xyz"
        assert all(value in text for text in told), f"{field.name} is not told"
