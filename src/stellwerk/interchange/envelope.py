"""The envelope of an 18xx.games export, and the actions in it that count."""

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from stellwerk.engine.json_data import Json, JsonObject
from stellwerk.engine.rule import Fault, refuse
from stellwerk.interchange.action_fields import is_number, number_in
from stellwerk.interchange.problem import ImportProblem

META = {"message"}
"""Kinds that undo and redo do not see."""


class Player(Struct, frozen=True):
    id: int | str
    name: str


class Envelope(Struct, frozen=True):
    """The fields we read; exports have many more."""

    title: str
    players: tuple[Player, ...]
    actions: list[JsonObject]
    result: JsonObject = {}
    status: str = ""
    settings: JsonObject = {}
    rulings: str = "18xx.games"
    """Only our own exports name others."""

    @property
    def seed(self) -> int:
        """Hot-seat files may have an empty seed or a text."""
        seed = self.settings.get("seed")
        return number_in(seed) if is_number(seed) else 0

    def names(self) -> tuple[str, ...]:
        """Players' names in seat order, made unique."""
        seen: set[str] = set()
        names = []
        for player in self.players:
            name = player.name.strip() or str(player.id)
            names.append(f"{name} ({player.id})" if name in seen else name)
            seen.add(name)
        return tuple(names)


def read_envelope(data: bytes) -> Envelope:
    """Return the export in these bytes, with every action numbered."""
    try:
        document: Json = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise ImportProblem(0, refuse("not an export of 18xx.games: this is no JSON text")) from None
    if not isinstance(document, dict):
        raise ImportProblem(0, refuse("not an export of 18xx.games: this is a list or a plain value"))
    fault = _envelope_fault(document)
    if fault is not None:
        raise ImportProblem(0, fault)
    needed = ("title", "players", "actions")
    kept = {name: value for name, value in document.items() if value or name in needed}
    if not isinstance(kept.get("status", ""), str):
        del kept["status"]  # nobody says that the game is over
    envelope = msgspec.convert(kept, Envelope)
    return msgspec.structs.replace(envelope, actions=list(_numbered(envelope.actions)))


def _envelope_fault(document: JsonObject) -> Fault | None:
    if not isinstance(document.get("title"), str):
        return refuse("not an export of 18xx.games: it has no title")
    players = document.get("players")
    if not isinstance(players, list) or not all(_is_player(player) for player in players):
        return refuse("not an export of 18xx.games: its players cannot be read")
    if len({str(player["id"]) for player in players if isinstance(player, dict)}) < len(players):
        return refuse("two players of the export have the same id")
    actions = document.get("actions")
    if not isinstance(actions, list):
        return refuse("not an export of 18xx.games: it has no list of actions")
    for place, action in enumerate(actions, start=1):
        if not isinstance(action, dict):
            return refuse("entry {place} of the actions is no action", place=place)
    if not isinstance(document.get("rulings") or "", str):
        return refuse("{field} of the export cannot be read", field="rulings")
    for field in ("result", "settings"):
        if not isinstance(document.get(field) or {}, dict):
            return refuse("{field} of the export cannot be read", field=field)
    settings = document.get("settings")
    options = (settings if isinstance(settings, dict) else {}).get("optional_rules") or []
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        return refuse("the optional rules of the export cannot be read")
    return None


def _is_player(player: object) -> bool:
    if not isinstance(player, dict) or not isinstance(player.get("name"), str):
        return False
    return isinstance(player.get("id"), int | str) and not isinstance(player.get("id"), bool)


def _numbered(actions: list[JsonObject]) -> Iterator[JsonObject]:
    """Every action with a number, and those that the program added with the number of theirs.

    An action without one has the next.
    """
    last = 0
    for place, action in enumerate(actions, start=1):
        given = action.get("id")
        if given is not None and not is_number(given):
            raise ImportProblem(
                0, refuse("entry {place} of the actions has no number as its id", place=place)
            )
        last = last + 1 if given is None else number_in(given)
        added = action.get("auto_actions") or []
        if not isinstance(added, list) or not all(isinstance(part, dict) for part in added):
            raise ImportProblem(last, refuse("its added actions cannot be read"))
        numbered = {**action, "id": last}
        if added:
            numbered["auto_actions"] = [{**part, "id": last} for part in added]
        yield numbered


def timeline(actions: list[JsonObject]) -> list[JsonObject]:
    """Return the actions that were not undone, in order.

    An undo goes back to after the action it names (0: the start), otherwise it takes the last action
    back; a redo takes the last undo back; any other action but a chat message ends the possibility to redo.
    """
    kept: list[JsonObject] = []
    undone: list[list[JsonObject]] = []
    known = {0}
    for action in actions:
        kind = str(action.get("type"))
        if kind == "undo":
            keep = len(kept) - 1
            if action.get("action_id") is not None:
                target = action["action_id"]
                if not is_number(target) or number_in(target) not in known:
                    raise ImportProblem(
                        number_in(action["id"]),
                        refuse(
                            "undo goes back to action {id}, which is not in the record", id=_shown(target)
                        ),
                    )
                keep = sum(1 for entry in kept if number_in(entry["id"]) <= number_in(target))
            keep = max(0, keep)
            undone.append(kept[keep:])
            del kept[keep:]
        elif kind == "redo":
            if undone:
                kept.extend(undone.pop())
        elif kind not in META:
            undone.clear()
            kept.append(action)
        known.add(number_in(action["id"]))
    return kept


def _shown(value: object) -> str:
    return str(value)[:20] if isinstance(value, int | str) else "?"


def flat(action: JsonObject) -> list[JsonObject]:
    """Return an action and those that the program added to it."""
    added = action.get("auto_actions")
    return [action, *(part for part in (added if isinstance(added, list) else ()) if isinstance(part, dict))]
