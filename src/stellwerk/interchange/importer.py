"""Importing a recorded game: every action is translated, judged by our rules and compared."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec
from msgspec import Struct

from stellwerk.engine import Game, Refusal, Setup, titles
from stellwerk.engine.capabilities import RecordReader
from stellwerk.engine.json_data import Json, JsonObject
from stellwerk.engine.refusal import RecordFault
from stellwerk.engine.rule import Fault, refuse
from stellwerk.engine.text import Figures
from stellwerk.engine.title import AnyTitle
from stellwerk.interchange.action_fields import form_fault, is_number, number_in
from stellwerk.interchange.envelope import Envelope, flat, read_envelope, timeline
from stellwerk.interchange.problem import ImportProblem


class Difference(NamedTuple):
    """Something that the record says otherwise."""

    action: int
    what: str
    expected: object
    found: object

    def figures(self) -> Figures:
        """Its parts as people read them."""
        return {
            "action": self.action,
            "what": self.what,
            "expected": in_words(self.expected),
            "found": in_words(self.found),
        }


def in_words(value: object) -> str:
    """Return a value of a record or of our game, for people."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {in_words(inner)}" for name, inner in value.items()) or "–"
    if isinstance(value, list | tuple):
        return ", ".join(in_words(inner) for inner in value) or "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)


class Imported(NamedTuple):
    game: Game
    origin: tuple[tuple[int, int], ...]
    """(number of our actions, id of the recorded action) after each recorded action."""
    differences: list[Difference]
    supplied: int = 0
    """Passes that the record lacks because that program makes them by itself."""
    times: tuple[int, ...] = ()
    """When each of our actions was made, in milliseconds; 0 where the record does not say."""


def import_game(data: bytes, trace: bytes | None = None) -> Imported:
    """Follow a record action by action. `trace` is what another engine shows after each of them."""
    envelope = read_envelope(data)
    actions = timeline(envelope.actions)
    found, variant = _variant(envelope)
    setup = Setup(found.id, envelope.names(), variant, envelope.rulings, envelope.seed)
    assert found.exchange is not None  # else it would know no records
    reader = found.exchange.reader(Game(setup), [player.id for player in envelope.players])
    expected = _Expectation(trace)
    origin: list[tuple[int, int]] = []
    differences: list[Difference] = []
    parts = [part for action in actions for part in flat(action)]
    for part in parts:
        fault = form_fault(part)
        if fault is not None:
            raise ImportProblem(number_in(part["id"]), fault)
    at = 0
    times: list[int] = []
    for action in actions:
        number = number_in(action["id"])
        for part in flat(action):
            at += 1
            differences += [Difference(number, *unlike) for unlike in _take(reader, part, parts[at:])]
        origin.append((len(reader.game.actions), number))
        times += [time_of(action)] * (len(reader.game.actions) - len(times))
        if reader.comparable():
            differences += expected.compare(number, reader.snapshot)
    last = origin[-1][1] if origin else 0
    if envelope.status == "finished":
        differences += _results(envelope, reader, last)
    times += [times[-1] if times else 0] * (len(reader.game.actions) - len(times))
    return Imported(reader.game, tuple(origin), differences, reader.supplied, tuple(times))


LATEST = 10**11
"""No record is of so many seconds after 1970."""


def time_of(action: JsonObject) -> int:
    """Return when a recorded action was made, in milliseconds; 0 where the record does not say it."""
    told = action.get("created_at")
    return told * 1000 if isinstance(told, int) and 0 < told < LATEST else 0


Unlike = tuple[str, object, object]
"""What differs, the recorded value, ours."""


def _take(reader: RecordReader, part: JsonObject, upcoming: list[JsonObject]) -> list[Unlike]:
    """Follow one action and what that program does after it by itself. An ImportProblem says why not."""
    kind, number = str(part.get("type")), number_in(part["id"])
    try:
        found = reader.take(part, upcoming)
        reader.catch_up(upcoming)
    except Refusal as refusal:
        why = Fault(refusal.message, refusal.figures)
        fault = refuse("{kind} is refused: {why} (§{rule})", kind=kind, why=why, rule=refusal.rule)
    except RecordFault as problem:
        fault = problem.fault
    except (LookupError, ValueError, AttributeError, TypeError, AssertionError, StopIteration):
        # What a record can be wrong in is without end; the game itself has not been touched.
        fault = refuse("{kind} does not fit the game at this point", kind=kind)
    else:
        return found
    raise ImportProblem(number, fault) from None


def _variant(envelope: Envelope) -> tuple[AnyTitle, str]:
    """The title and variant that a record plays: by its name, its options and the number of players."""
    optional = envelope.settings.get("optional_rules")
    options = {str(option) for option in (optional if isinstance(optional, list) else ())}
    named = [
        (found, variant, set(wanted))
        for found in titles()
        if found.exchange is not None
        for variant, (name, wanted) in found.exchange.recorded_as.items()
        if name == envelope.title
    ]
    if not named:
        raise ImportProblem(0, refuse("no game here plays records of {title}", title=envelope.title[:80]))
    fitting = [(found, variant) for found, variant, wanted in named if wanted == options]
    if not fitting:
        told = ", ".join(sorted(options))[:200]
        fault = refuse("records of {title} are not read with {options}", title=envelope.title, options=told)
        raise ImportProblem(0, fault)
    for found, variant in fitting:
        fewest, most = found.players[variant]
        if fewest <= len(envelope.players) <= most:
            return found, variant
    return fitting[0]  # its set-up says how many may play


def _results(envelope: Envelope, reader: RecordReader, last: int) -> list[Difference]:
    """Return the final values of a finished game."""
    reader.finish()
    found = [] if reader.game.state.over else [Difference(last, "end of the game", True, False)]
    ours = reader.result()
    for player, name in zip(envelope.players, envelope.names(), strict=True):
        recorded = envelope.result.get(str(player.id), envelope.result.get(player.name))
        if recorded is None:
            continue
        if not is_number(recorded) and not (isinstance(recorded, str) and is_number(recorded.lstrip("-"))):
            raise ImportProblem(last, refuse("the result of {player} is no number", player=name))
        if number_in(recorded) != ours[name]:
            found.append(Difference(last, f"result of {name}", number_in(recorded), ours[name]))
    return found


class _Expectation:
    """The trace, followed action by action: what every purse, share, price, token and train should be.

    A step that one program skips, the other may pass by hand. A company's passes right after an action
    therefore belong to it: our state may already be the one that the trace shows after them.
    """

    def __init__(self, trace: bytes | None) -> None:
        self.states: dict[int, JsonObject] = {}
        self.passes: dict[int, int] = {}
        """Action -> the company's pass that follows it."""
        if trace is None:
            return
        state: JsonObject = {}
        before = 0
        try:
            entries = msgspec.json.decode(trace, type=list[JsonObject])
            for entry in entries:
                number = number_in(entry["after"])
                state = (
                    _object(entry["state"])
                    if "state" in entry
                    else _changed(state, _object(entry["changed"]))
                )
                self.states[number] = state
                if entry.get("type") == "pass" and isinstance(entry.get("entity"), str):
                    self.passes[before] = number
                before = number
        except (msgspec.MsgspecError, UnicodeError, LookupError, TypeError, ValueError, AttributeError):
            raise ImportProblem(0, refuse("the trace cannot be read")) from None

    def compare(self, number: int, snapshot: Callable[[], Struct]) -> list[Difference]:
        if number not in self.states:
            return []
        ours: Json = msgspec.to_builtins(snapshot())
        first = found = _unlike(self.states[number], ours)
        at = number
        while found and at in self.passes:
            at = self.passes[at]
            found = _unlike(self.states[at], ours)
        return [Difference(number, *unlike) for unlike in first] if found else []


def _object(value: Json) -> JsonObject:
    if isinstance(value, dict):
        return value
    raise TypeError("a trace has an object there")


def _changed(state: JsonObject, changed: JsonObject) -> JsonObject:
    after = dict(state)
    for key, value in changed.items():
        if key in ("players", "companies"):
            after[key] = {**_object(after[key]), **_object(value)}
        elif key == "companies_gone":
            gone = value if isinstance(value, list) else ()
            there = _object(after["companies"])
            after["companies"] = {sym: shown for sym, shown in there.items() if sym not in gone}
        else:
            after[key] = value
    return after


NOT_COMPARED = {
    "round": "both programs name rounds in their own way",
    "phase": "a trace has that program's name of the phase (1848-S19); what a phase changes is compared",
}
"""What only a trace has, with the reason why ours is not made of it."""


def _unlike(recorded: Json, ours: Json, where: str = "") -> list[Unlike]:
    """Return everything that the two show differently; what only one of them has is compared with nothing."""
    if isinstance(recorded, dict) and recorded.get("closed"):
        recorded = None  # the trace still shows what is not in the game
    if isinstance(recorded, dict) and isinstance(ours, dict):
        keys = [*recorded, *(key for key in ours if key not in recorded)]
        return [
            difference
            for key in keys
            if where or key not in NOT_COMPARED
            for difference in _unlike(recorded.get(key), ours.get(key), f"{where} {key}".strip())
        ]
    if isinstance(recorded, list) and isinstance(ours, list) and all(isinstance(i, str) for i in recorded):
        recorded, ours = sorted(map(str, recorded)), sorted(map(str, ours))  # holdings have no order
    return [] if recorded == ours or (not recorded and not ours) else [(where, recorded, ours)]
