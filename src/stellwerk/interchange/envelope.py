"""The envelope of an 18xx.games export, and the actions in it that count."""

from typing import Any

import msgspec
from msgspec import Struct

META = {"message", "log"}


class Player(Struct, frozen=True):
    id: int | str
    name: str


class Envelope(Struct, frozen=True):
    """The fields we read; exports have many more."""

    title: str
    players: tuple[Player, ...]
    actions: list[dict[str, Any]]
    result: dict[str, Any] = {}
    status: str = ""
    settings: dict[str, Any] = {}

    @property
    def seed(self) -> int:
        """Hot-seat files may have an empty seed or a text."""
        try:
            return int(self.settings.get("seed") or 0)
        except (TypeError, ValueError):
            return 0

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
    try:
        return msgspec.json.decode(data, type=Envelope)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(f"not an export of 18xx.games: {error}") from None


def timeline(actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The actions that were not undone, in order.

    An undo goes back to after the action it names (0: the start), otherwise it takes the last action
    back; a redo takes the last undo back; any other action ends the possibility to redo.
    """
    kept: list[dict[str, Any]] = []
    undone: list[list[dict[str, Any]]] = []
    for action in actions:
        kind = action.get("type")
        if kind in META:
            continue
        if kind == "undo":
            keep = len(kept) - 1
            if action.get("action_id") is not None:
                target = int(action["action_id"])
                keep = sum(1 for entry in kept if int(entry["id"]) <= target)
            keep = max(0, keep)
            undone.append(kept[keep:])
            del kept[keep:]
        elif kind == "redo":
            if undone:
                kept.extend(undone.pop())
        else:
            undone.clear()
            kept.append(action)
    return kept


def flat(action: dict[str, Any]) -> list[dict[str, Any]]:
    """An action and those that the program added to it."""
    return [action, *(action.get("auto_actions") or ())]
