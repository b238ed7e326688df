"""Titles that live only in the tests, known to the registry as installed ones are."""

from importlib.metadata import EntryPoint

import pytest

from stellwerk.engine import registry


def install(monkeypatch: pytest.MonkeyPatch, **titles: str) -> None:
    """Let the registry find further titles: name=module:attribute."""
    found = {name: EntryPoint(name, value, registry.GROUP) for name, value in titles.items()}
    entries = {**registry._entries(), **found}
    monkeypatch.setattr(registry, "_entries", lambda: entries)
