"""The hash of a state, in the form that its game began with.

Form 2, the present one, leaves out every field at its default: a state that gets another field with a
default hashes as before. Form 1 covers all fields that the states of release 0.1.0 had, in their order
then, and nothing that was added since.
"""

import hashlib
from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec import NODEFAULT, Struct, defstruct, structs

from stellwerk.engine.canonical import canonical
from stellwerk.engine.history import History
from stellwerk.engine.registry import title
from stellwerk.engine.state import FORM, State

FORMS = (1, FORM)
_sorted = msgspec.json.Encoder(order="sorted")


def state_hash(state: State) -> str:
    """Return the hash by which states are compared: the same in every release."""
    return hashlib.sha256(encoded(state, state)).hexdigest()


def encoded(state: State, value: object) -> bytes:
    """Return a state, or a part of one, as JSON in the form that its game began with."""
    if state.setup.form == FORM:
        return _sorted.encode(value)
    return canonical(_then(state, value, title(state.setup.game).history))


@cache
def _written(kind: type[Struct], fields: tuple[str, ...]) -> type[Struct]:
    """Return a struct with these fields in this order, under the name that the other one has in JSON."""
    config = kind.__struct_config__
    return defstruct(
        kind.__name__,
        [(name, object) for name in fields],
        tag_field=config.tag_field,
        tag=config.tag,
        array_like=config.array_like,
    )


def _then(state: State, value: object, history: History) -> object:
    """A value as 0.1.0 wrote it. A struct that came later has those fields that are not at their default."""
    if isinstance(value, Struct):
        kind = type(value)
        fields = history.first_form.get(kind.__name__) or _beside_defaults(value)
        values = [_then(state, _field(state, value, name, history), history) for name in fields]
        return _written(kind, fields)(*values)
    if isinstance(value, Mapping):
        return {key: _then(state, part, history) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [_then(state, part, history) for part in value]
    return value


def _field(state: State, value: Struct, name: str, history: History) -> object:
    former = history.former.get(f"{type(value).__name__}.{name}")
    return getattr(value, name) if former is None else former(state, value)


def _beside_defaults(value: Struct) -> tuple[str, ...]:
    def at_default(field: structs.FieldInfo) -> bool:
        default = field.default
        if default is NODEFAULT and field.default_factory is not NODEFAULT:
            default = field.default_factory()
        return default is not NODEFAULT and bool(getattr(value, field.name) == default)

    return tuple(field.name for field in structs.fields(value) if not at_default(field))
