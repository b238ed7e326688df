"""Rulings: where editions or programs differ, a named choice made at set-up."""

from collections.abc import Mapping
from typing import Any

import msgspec

BESIDE = ("text", "range")
"""What a ruling has beside its values: what it means, and for a number [least, most, step] if any goes."""


def resolve(table: Mapping[str, Mapping[str, Any]], chosen: str) -> dict[str, Any]:
    """The value of every ruling for a choice such as `book` or `book,k_bonus=true`."""
    base, *changes = chosen.split(",")
    sets = {name for ruling in table.values() for name in ruling if name not in BESIDE}
    if base not in sets:
        raise ValueError(f"no ruling set {base!r}; there are: {', '.join(sorted(sets))}")
    values = {name: ruling[base] for name, ruling in table.items()}
    for change in changes:
        name, _, text = change.partition("=")
        if name not in values:
            raise ValueError(f"no ruling {name!r}; there are: {', '.join(values)}")
        try:
            value = msgspec.json.decode(text)
        except (msgspec.DecodeError, RecursionError):
            value = text  # a word needs no quotes
        if "range" in table[name]:
            values[name] = _number(name, text, value, *table[name]["range"])
            continue
        choices = [choice for key, choice in table[name].items() if key not in BESIDE]
        if isinstance(values[name], bool):
            choices = [True, False]
        if type(value) is not type(values[name]) or value not in choices:
            said = ", ".join(msgspec.json.encode(choice).decode() for choice in choices)
            raise ValueError(f"ruling {name} cannot be {text!r}, only one of: {said}")
        values[name] = value
    return values


def _number(name: str, text: str, value: object, least: int, most: int, step: int) -> int:
    if type(value) is int and least <= value <= most and value % step == 0:
        return value
    raise ValueError(f"ruling {name} cannot be {text!r}, only {least} to {most} in steps of {step}")
