"""Importing a recorded game: every action is translated, judged by our rules and compared."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from stellwerk.engine import Game, Refusal, Setup, titles
from stellwerk.engine.title import Title
from stellwerk.interchange.envelope import Envelope, flat, read_envelope, timeline


class Difference(NamedTuple):
    """Something that the record says otherwise."""

    action: int
    what: str
    expected: object
    found: object


class Imported(NamedTuple):
    game: Game
    origin: tuple[tuple[int, int], ...]
    """(number of our actions, id of the recorded action) after each recorded action."""
    differences: list[Difference]


class ImportProblem(ValueError):
    """The record cannot be followed any further."""

    def __init__(self, action: int, text: str) -> None:
        super().__init__(f"action {action}: {text}")
        self.action = action


def import_game(data: bytes, trace: bytes | None = None) -> Imported:
    """Follow a record action by action. `trace` is what another engine shows after each of them."""
    envelope = read_envelope(data)
    found, variant = _variant(envelope)
    setup = Setup(found.id, envelope.names(), variant, "18xx.games", envelope.seed)
    reader = found.extras["reader"](Game(setup), [player.id for player in envelope.players])
    expected = _Expectation(trace)
    origin: list[tuple[int, int]] = []
    differences: list[Difference] = []
    actions = timeline(envelope.actions)
    parts = [part for action in actions for part in flat(action)]
    at = 0
    for action in actions:
        number = int(action.get("id", 0))
        for part in flat(action):
            at += 1
            try:
                for what, recorded, ours in reader.take(part, parts[at:]):
                    differences.append(Difference(number, what, recorded, ours))
                reader.catch_up(parts[at:])
            except Refusal as refusal:
                raise ImportProblem(number, f"{part.get('type')} is refused: {refusal}") from None
            except (KeyError, IndexError, AttributeError, TypeError) as error:
                raise ImportProblem(number, f"{part.get('type')} cannot be read: {error!r}") from None
            except ValueError as error:
                raise ImportProblem(number, str(error)) from None
        origin.append((len(reader.game.actions), number))
        if reader.comparable():
            differences += expected.compare(number, reader.snapshot)
    if envelope.status == "finished":
        last = origin[-1][1] if origin else 0
        differences += _results(envelope, reader, last)
    return Imported(reader.game, tuple(origin), differences)


def _variant(envelope: Envelope) -> tuple[Title, str]:
    """The title and variant that a record plays: by its name, its options and the number of players."""
    options = {str(option) for option in envelope.settings.get("optional_rules") or ()}
    named = [
        (found, variant, set(wanted))
        for found in titles()
        for variant, (name, wanted) in found.extras.get("recorded_as", {}).items()
        if name == envelope.title
    ]
    if not named:
        raise ValueError(f"no title here plays records of {envelope.title!r}")
    fitting = [(found, variant) for found, variant, wanted in named if wanted == options]
    if not fitting:
        raise ValueError(f"records of {envelope.title!r} are not read with {', '.join(sorted(options))}")
    for found, variant in fitting:
        fewest, most = found.players[variant]
        if fewest <= len(envelope.players) <= most:
            return found, variant
    return fitting[0]  # its set-up says how many may play


def _results(envelope: Envelope, reader: Any, last: int) -> list[Difference]:
    """The final values of a finished game."""
    reader.finish()
    ours = reader.result()
    found = []
    for player, name in zip(envelope.players, envelope.names(), strict=True):
        recorded = envelope.result.get(str(player.id), envelope.result.get(player.name))
        if recorded is not None and int(recorded) != ours[name]:
            found.append(Difference(last, f"result of {name}", int(recorded), ours[name]))
    return found


class _Expectation:
    """The trace, followed action by action: what every purse, share, price, token and train should be.

    A step that one program skips, the other may pass by hand. A company's passes right after an action
    therefore belong to it: our state may already be the one that the trace shows after them.
    """

    def __init__(self, trace: bytes | None) -> None:
        self.states: dict[int, dict[str, Any]] = {}
        self.passes: dict[int, int] = {}
        """Action -> the company's pass that follows it."""
        if trace is None:
            return
        state: dict[str, Any] = {}
        before = 0
        try:
            entries = msgspec.json.decode(trace, type=list[dict[str, Any]])
        except (msgspec.DecodeError, UnicodeError) as error:
            raise ValueError(f"the trace cannot be read: {error}") from None
        for entry in entries:
            number = int(entry["after"])
            state = entry["state"] if "state" in entry else _changed(state, entry["changed"])
            self.states[number] = state
            if entry.get("type") == "pass" and isinstance(entry.get("entity"), str):
                self.passes[before] = number
            before = number

    def compare(self, number: int, snapshot: Callable[[], dict[str, Any]]) -> list[Difference]:
        if number not in self.states:
            return []
        ours = snapshot()
        first = found = _unlike(self.states[number], ours)
        at = number
        while found and at in self.passes:
            at = self.passes[at]
            found = _unlike(self.states[at], ours)
        return [Difference(number, *unlike) for unlike in first] if found else []


def _changed(state: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    after = dict(state)
    for key, value in changed.items():
        if key in ("players", "companies"):
            after[key] = {**after[key], **value}
        elif key == "companies_gone":
            after["companies"] = {sym: shown for sym, shown in after["companies"].items() if sym not in value}
        else:
            after[key] = value
    return after


def _unlike(recorded: Any, ours: Any, where: str = "") -> list[tuple[str, object, object]]:
    """What both name but value differently; fields that only one of them knows are left out."""
    if isinstance(recorded, dict) and isinstance(ours, dict):
        return [
            difference
            for key in recorded
            if key in ours
            for difference in _unlike(recorded[key], ours[key], f"{where} {key}".strip())
        ]
    if isinstance(recorded, list) and all(isinstance(item, str) for item in recorded):
        recorded, ours = sorted(recorded), sorted(ours)  # holdings have no order
    return [] if recorded == ours else [(where, recorded, ours)]
