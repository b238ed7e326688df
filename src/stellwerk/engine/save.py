"""A saved game: one JSON file that is either whole or refused with the reason."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Union

import msgspec
from msgspec import UNSET, Struct, UnsetType

from stellwerk.engine.action import ENTRIES, Action
from stellwerk.engine.canonical import UNREADABLE, canonical, unreadable
from stellwerk.engine.components import component_hash
from stellwerk.engine.game import Game
from stellwerk.engine.hashing import state_hash
from stellwerk.engine.json_data import JsonObject
from stellwerk.engine.refusal import Refusal, SaveError
from stellwerk.engine.registry import title
from stellwerk.engine.state import Setup

FORMAT, FIRST_FORMAT = 2, 1
"""The first format did not say of which version its rules are, nor its hash of which form: both are 1."""
UNREPLAYED = "not replayed"
"""The hash of a log that was saved by a release whose rules could not follow it."""


class ComponentSet(Struct, frozen=True, forbid_unknown_fields=True):
    """Components other than the title's own: what they are, and the hash by which people compare sets."""

    hash: str
    contents: JsonObject


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
    rules: int | UnsetType = UNSET
    """The version of the rules that the game began with."""
    form: int | UnsetType = UNSET
    """The form of the hash."""


HEAD = (
    "format", "game", "variant", "rulings", "players", "seed", "rules", "form", "origin", "hash",
    "components", "digest",
)  # fmt: skip
"""The fields in the order in which they are written; then come the actions."""


def _digest(save: Save, actions: Sequence[msgspec.Raw] | Sequence[Action]) -> str:
    """Return the hash of all the other fields, with these actions."""
    there = {name: getattr(save, name) for name in HEAD[:-1]}
    fields = {name: value for name, value in there.items() if value is not UNSET}
    return hashlib.sha256(canonical(fields | {"actions": actions})).hexdigest()


def dump(game: Game, origin: tuple[tuple[int, int], ...] = ()) -> bytes:
    """Return the save of a game."""
    texts = [msgspec.json.encode(action).decode() for action in game.log]
    return dump_log(game.setup, texts, origin, state_hash(game.state))


def dump_log(
    setup: Setup, log: Sequence[str], origin: tuple[tuple[int, int], ...] = (), known: str = UNREPLAYED
) -> bytes:
    """Return the save of a log as it was written, entry by entry.

    Without the hash of its last state, where that is not known: then a replay is not compared.
    """
    components: ComponentSet | UnsetType = UNSET
    if setup.components is not UNSET:
        contents = msgspec.json.decode(setup.components, type=JsonObject)
        components = ComponentSet(component_hash(setup.components), contents)
    save = Save(
        format=FORMAT,
        game=setup.game,
        variant=setup.variant,
        rulings=setup.rulings,
        players=setup.players,
        seed=setup.seed,
        actions=tuple(msgspec.Raw(text.encode()) for text in log),
        hash=known,
        digest="",
        origin=origin,
        components=components,
        rules=setup.rules,
        form=setup.form,
    )
    save = msgspec.structs.replace(save, digest=_digest(save, save.actions))
    lines = ",\n".join(f"    {text}" for text in log)
    head = ",\n".join(
        f'  "{name}": {msgspec.json.encode(value).decode()}'
        for name in HEAD
        if (value := getattr(save, name)) is not UNSET
    )
    return f'{{\n{head},\n  "actions": [\n{lines}\n  ]\n}}\n'.encode()


class Kept(NamedTuple):
    """A save as it was read, not yet replayed."""

    setup: Setup
    log: tuple[Action, ...]
    hash: str
    origin: tuple[tuple[int, int], ...]


def read(data: bytes | str) -> Kept:
    """Set-up and log of a save without replaying it; a SaveError that says what is wrong otherwise."""
    try:
        save = msgspec.json.decode(data, type=Save)
    except UNREADABLE as error:
        raise SaveError(f"not a saved game: {unreadable(error)}") from None
    if save.format not in (FIRST_FORMAT, FORMAT):
        raise SaveError(f"save format {save.format}; this program reads formats {FIRST_FORMAT} and {FORMAT}")
    rules, form = save.rules, save.form
    if save.format == FIRST_FORMAT:
        if rules is not UNSET or form is not UNSET:
            raise SaveError("not a saved game: format 1 has no version of its rules and no form of its hash")
        rules = form = 1
    if rules is UNSET or form is UNSET:
        raise SaveError("not a saved game: the version of its rules or the form of its hash is missing")
    if rules < 1:
        raise SaveError(f"bad set-up: there are no rules of version {rules}")
    try:
        found = title(save.game)
    except ValueError as error:
        raise SaveError(str(error)) from None
    try:
        entry: Any = Union[(*found.actions, *ENTRIES)]
        actions = msgspec.json.decode(b"[" + b",".join(map(bytes, save.actions)) + b"]", type=list[entry])
    except UNREADABLE as error:
        raise SaveError(f"an action cannot be read: {unreadable(error)}") from None
    components: str | UnsetType = UNSET
    if save.components is not UNSET:
        if found.components is None:
            raise SaveError(f"{save.game} has no components of another kind")
        components = canonical(save.components.contents).decode()
        if component_hash(components) != save.components.hash:
            raise SaveError("the components do not have the hash that the file says")
    # As written, then as understood: an action may have got a field since, or the file another layout.
    written = [msgspec.Raw(msgspec.json.encode(msgspec.json.decode(action))) for action in save.actions]
    if save.digest not in (_digest(save, written), _digest(save, actions)):
        raise SaveError("the digest does not match: the file was changed or is incomplete")
    setup = Setup(save.game, save.players, save.variant, save.rulings, save.seed, components, rules, form)
    return Kept(setup, tuple(actions), save.hash, save.origin)


def load(
    data: bytes | str, warn: Callable[[str], None] = lambda text: None
) -> tuple[Game, tuple[tuple[int, int], ...]]:
    """Return the whole game of a save, replayed; raise a SaveError that says what is wrong otherwise.

    Where every action is legal but the last position is not the one that the file says, `warn` is told: a
    rule has other consequences now than when the file was written.
    """
    kept = read(data)
    try:
        game = Game(kept.setup)
    except ValueError as error:
        raise SaveError(f"bad set-up: {error}") from None
    except Exception as error:  # a set-up can be wrong in ways that its title did not think of
        raise SaveError("bad set-up: something in it does not fit") from error
    for number, action in enumerate(kept.log, start=1):
        try:
            game.enter(action)
        except Refusal as refusal:
            raise SaveError(f"action {number} is refused: {refusal}") from None
        except Exception as error:
            raise SaveError(f"action {number} cannot be carried out: it does not fit the game") from error
    found_hash = state_hash(game.state)
    if kept.hash not in (found_hash, UNREPLAYED):
        warn(f"replay gives hash {found_hash[:12]}…, the file says {kept.hash[:12]}…")
    return game, kept.origin
