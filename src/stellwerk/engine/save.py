"""A saved game: one JSON file that is either whole or refused with the reason."""

import hashlib
from typing import Any, Union

import msgspec
from msgspec import UNSET, Struct, UnsetType

from stellwerk.engine.action import Redo, Undo
from stellwerk.engine.canonical import canonical, state_hash
from stellwerk.engine.components import component_hash
from stellwerk.engine.game import Game
from stellwerk.engine.refusal import Refusal, SaveError
from stellwerk.engine.registry import title
from stellwerk.engine.state import Setup

FORMAT = 1


class ComponentSet(Struct, frozen=True, forbid_unknown_fields=True):
    """Components other than the title's own: what they are, and the hash by which people compare sets."""

    hash: str
    contents: dict[str, Any]


class Save(Struct, frozen=True, forbid_unknown_fields=True):
    """The file. `hash` is the last state's, `digest` that of all the other fields."""

    format: int
    game: str
    variant: str
    rulings: str
    players: tuple[str, ...]
    seed: int
    actions: tuple[msgspec.Raw, ...]
    hash: str
    digest: str
    origin: tuple[tuple[int, int], ...] = ()
    """For an imported game: (number of our actions, id of the recorded action) pairs."""
    components: ComponentSet | UnsetType = UNSET
    """Only where a game is played with another set."""


def _digest(fields: dict[str, Any]) -> str:
    return hashlib.sha256(canonical(fields)).hexdigest()


def dump(game: Game, origin: tuple[tuple[int, int], ...] = ()) -> bytes:
    setup = game.setup
    fields: dict[str, Any] = {
        "format": FORMAT,
        "game": setup.game,
        "variant": setup.variant,
        "rulings": setup.rulings,
        "players": setup.players,
        "seed": setup.seed,
        "origin": origin,
        "actions": game.log,
        "hash": state_hash(game.state),
    }
    if setup.components is not UNSET:
        contents = msgspec.json.decode(setup.components)
        fields["components"] = ComponentSet(component_hash(setup.components), contents)
    fields["digest"] = _digest(fields)
    lines = ",\n".join(f"    {msgspec.json.encode(action).decode()}" for action in game.log)
    head = ",\n".join(
        f'  "{name}": {msgspec.json.encode(value).decode()}'
        for name, value in fields.items()
        if name != "actions"
    )
    return f'{{\n{head},\n  "actions": [\n{lines}\n  ]\n}}\n'.encode()


def load(data: bytes | str) -> tuple[Game, tuple[tuple[int, int], ...]]:
    """The whole game of a save, replayed; a SaveError that says what is wrong otherwise."""
    try:
        save = msgspec.json.decode(data, type=Save)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise SaveError(f"not a saved game: {error}") from None
    if save.format != FORMAT:
        raise SaveError(f"save format {save.format}; this program reads format {FORMAT}")
    try:
        found = title(save.game)
    except ValueError as error:
        raise SaveError(str(error)) from None
    try:
        entry: Any = Union[(*found.actions, Undo, Redo)]
        actions = msgspec.json.decode(b"[" + b",".join(map(bytes, save.actions)) + b"]", type=list[entry])
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise SaveError(f"an action cannot be read: {error}") from None
    fields = {name: getattr(save, name) for name in Save.__struct_fields__ if name != "digest"}
    fields["actions"] = actions
    components: str | UnsetType = UNSET
    if save.components is UNSET:
        del fields["components"]  # what is unset never was in the file
    else:
        if "components" not in found.extras:
            raise SaveError(f"{save.game} has no components of another kind")
        components = canonical(save.components.contents).decode()
        if component_hash(components) != save.components.hash:
            raise SaveError("the components do not have the hash that the file says")
    if _digest(fields) != save.digest:
        raise SaveError("the digest does not match: the file was changed or is incomplete")
    setup = Setup(save.game, save.players, save.variant, save.rulings, save.seed, components)
    try:
        game = Game(setup)
    except ValueError as error:
        raise SaveError(f"bad set-up: {error}") from None
    for number, action in enumerate(actions, start=1):
        try:
            game.enter(action)
        except Refusal as refusal:
            raise SaveError(f"action {number} is refused: {refusal}") from None
    found_hash = state_hash(game.state)
    if found_hash != save.hash:
        raise SaveError(f"replay gives hash {found_hash[:12]}…, the file says {save.hash[:12]}…")
    return game, save.origin
