"""Rulings: where editions or programs differ, a named choice made at set-up."""

import tomllib
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from stellwerk.engine.json_data import JsonObject
from stellwerk.engine.text import msg

Value = bool | int | str
YES, NO = msg("yes"), msg("no")


class Ruling(Struct, frozen=True, kw_only=True):
    """One choice: what it says, its value in each ruling set, and where the rulebook tells of it."""

    name: str
    text: str
    """To be translated."""
    values: Mapping[str, Value]
    """By ruling set."""
    rules: tuple[str, ...] = ()
    """The paragraphs."""
    why: str = ""
    """Why the set `book` reads it so, to be translated; empty where the paragraphs say it."""
    range: tuple[int, int, int] | None = None
    """For a number of which any goes: least, most, step."""
    before: Mapping[int, Mapping[str, Value]] = {}
    """Version -> the values, by set, of games that began under earlier versions of the rules."""
    past: bool = False
    """Whether it exists for the sake of such games alone: nobody chooses it any more."""

    def value(self, base: str, version: int = 0) -> Value:
        """What it is in a set, for a game begun under this version of the rules (0: the newest)."""
        later = next((number for number in sorted(self.before) if 0 < version < number), None)
        return self.values[base] if later is None else self.before[later].get(base, self.values[base])


def word_for(value: Value) -> str:
    """A value as people read it, to be translated."""
    if isinstance(value, bool):
        return YES if value else NO
    return str(value)


RulingTable = Mapping[str, Ruling]
"""A title's rulings by name."""


def read_rulings(text: str) -> dict[str, Ruling]:
    """The rulings of a title's `rulings.toml`: each with `text`, `rules`, and a value for every set."""
    return {name: _ruling(name, row) for name, row in tomllib.loads(text).items()}


def _ruling(name: str, row: JsonObject) -> Ruling:
    own: JsonObject = {key: row[key] for key in ("text", "rules", "why", "range", "past") if key in row}
    values = {key: value for key, value in row.items() if key not in own and key != "before"}
    earlier = row.get("before")
    before = {
        number: value if isinstance(value, dict) else dict.fromkeys(values, value)
        for number, value in (earlier if isinstance(earlier, dict) else {}).items()
    }
    whole: JsonObject = {**own, "name": name, "values": values, "before": before}
    return msgspec.convert(whole, Ruling, str_keys=True)


def resolve(table: RulingTable, chosen: str, version: int = 0) -> dict[str, Value]:
    """Return the value of every ruling for a choice such as `book` or `book,k_bonus=true`.

    `version` is that of the rules under which the game began; 0 is the newest.
    """
    base, *changes = chosen.split(",")
    sets = {name for ruling in table.values() for name in ruling.values}
    if base not in sets:
        raise ValueError(f"no ruling set {base!r}; there are: {', '.join(sorted(sets))}")
    values = {name: ruling.value(base, version) for name, ruling in table.items()}
    choices = {name: ruling for name, ruling in table.items() if not ruling.past}
    for change in changes:
        name, _, text = change.partition("=")
        if name not in choices:
            raise ValueError(f"no ruling {name!r}; there are: {', '.join(choices)}")
        values[name] = _chosen(choices[name], text)
    return values


def _chosen(ruling: Ruling, text: str) -> Value:
    """The value that somebody typed."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        value = text  # a word needs no quotes
    if ruling.range is not None:
        least, most, step = ruling.range
        if type(value) is int and least <= value <= most and value % step == 0:
            return value
        bounds = f"{least} to {most} in steps of {step}"
        raise ValueError(f"ruling {ruling.name} cannot be {text!r}, only {bounds}")
    known = list(ruling.values.values())
    if isinstance(known[0], bool):
        known = [True, False]
    for choice in known:
        if type(value) is type(choice) and value == choice:
            return choice
    said = ", ".join(msgspec.json.encode(choice).decode() for choice in known)
    raise ValueError(f"ruling {ruling.name} cannot be {text!r}, only one of: {said}")
