"""The history of a title's rules: its versions, and what its states looked like in an earlier form.

A game keeps the version of the rules it began with (`Setup.rules`): a rule that is corrected later is a
ruling whose earlier reading such a game still has (`rulings.resolve`). How to correct a rule is told in
docs/rules-versions.md.
"""

import tomllib
from collections.abc import Callable, Mapping

import msgspec
from msgspec import Struct

Fields = Mapping[str, tuple[str, ...]]
"""Structs by the name of their class, each with its fields in the order in which they were written."""
Former = Callable[..., object]
"""A field that is gone: its value, given the state and the struct that had it."""


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """What a version reads otherwise than the one before."""

    rule: str
    """The paragraph."""
    text: str
    ruling: str = ""
    """The ruling that keeps the earlier reading for games begun under it; without one, a game in which
    the two readings part can only be read."""


class Version(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules as one release played them, and as all releases play games that began with it."""

    number: int
    release: str
    changes: tuple[Change, ...] = ()


class History(Struct, frozen=True):
    """The versions of a title's rules, oldest first."""

    versions: tuple[Version, ...] = (Version(1, ""),)
    first_form: Fields = {}
    """The fields that form 1 of the hash covers."""
    former: Mapping[str, Former] = {}
    """By "Struct.field": those of them that today's states do not have."""

    @property
    def newest(self) -> int:
        return self.versions[-1].number


def read_history(versions: str, first_form: bytes, former: Mapping[str, Former] | None = None) -> History:
    """Return a history from the contents of a title's `versions.toml` and `form1.json`."""
    table = tomllib.loads(versions)
    fields = msgspec.json.decode(first_form, type=dict[str, tuple[str, ...]])
    return History(msgspec.convert(table["version"], tuple[Version, ...]), fields, former or {})
