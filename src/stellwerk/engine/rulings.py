"""Rulings: where editions or programs differ, a named choice made at set-up."""

from collections.abc import Mapping
from typing import Any

import msgspec

BESIDE = ("text", "range", "before", "past")
"""What a ruling has beside its values: what it means, and for a number [least, most, step] if any goes.

`before` has the values of games that began under earlier versions of the rules: `before.2` is that of games
begun before version 2, in every ruling set or, as a table, by set. A ruling that is `past` exists for their
sake alone: nobody chooses it any more.
"""


def choices(table: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """The rulings that can be chosen, without those that are there for earlier games alone."""
    return {name: ruling for name, ruling in table.items() if "past" not in ruling}


def _reading(ruling: Mapping[str, Any], base: str, version: int) -> Any:
    """What a ruling is in a set, for a game begun under this version (0: the newest)."""
    changed = sorted(int(number) for number in ruling.get("before", ()))
    later = next((number for number in changed if 0 < version < number), None)
    if later is None:
        return ruling[base]
    value = ruling["before"][str(later)]
    return value.get(base, ruling[base]) if isinstance(value, Mapping) else value


def resolve(table: Mapping[str, Mapping[str, Any]], chosen: str, version: int = 0) -> dict[str, Any]:
    """The value of every ruling for a choice such as `book` or `book,k_bonus=true`.

    `version` is that of the rules under which the game began; 0 is the newest.
    """
    base, *changes = chosen.split(",")
    sets = {name for ruling in table.values() for name in ruling if name not in BESIDE}
    if base not in sets:
        raise ValueError(f"no ruling set {base!r}; there are: {', '.join(sorted(sets))}")
    values = {name: _reading(ruling, base, version) for name, ruling in table.items()}
    for change in changes:
        name, _, text = change.partition("=")
        if name not in choices(table):
            raise ValueError(f"no ruling {name!r}; there are: {', '.join(choices(table))}")
        try:
            value = msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError):
            value = text  # a word needs no quotes
        if "range" in table[name]:
            values[name] = _number(name, text, value, *table[name]["range"])
            continue
        known = [choice for key, choice in table[name].items() if key not in BESIDE]
        if isinstance(values[name], bool):
            known = [True, False]
        if type(value) is not type(values[name]) or value not in known:
            said = ", ".join(msgspec.json.encode(choice).decode() for choice in known)
            raise ValueError(f"ruling {name} cannot be {text!r}, only one of: {said}")
        values[name] = value
    return values


def _number(name: str, text: str, value: object, least: int, most: int, step: int) -> int:
    if type(value) is int and least <= value <= most and value % step == 0:
        return value
    raise ValueError(f"ruling {name} cannot be {text!r}, only {least} to {most} in steps of {step}")
