"""Canonical JSON: the same value gives the same bytes on any machine."""

from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec import UNSET, Struct, structs

from stellwerk.engine.json_data import Json, JsonObject

_encoder = msgspec.json.Encoder(order="deterministic")


def canonical(value: object) -> bytes:
    """JSON with sorted keys; mappings in a state have textual keys."""
    return _encoder.encode(value)


UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What decoding a text can end with that is no JSON, or not of the wanted form."""


LONGEST = 300
"""Letters of such a reason: it may quote what stands in the text."""


def unreadable(error: Exception) -> str:
    """What is wrong with such a text, in words."""
    if isinstance(error, UnicodeError):
        return "it is not in UTF-8"
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    said = str(error)
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 60]}…{said[-60:]}"


@cache
def _tag(kind: type[Struct]) -> JsonObject:
    config = kind.__struct_config__
    return {} if config.tag_field is None else {config.tag_field: config.tag}


def plain(value: object) -> Json:
    """A value as JSON has it, with every field: also those that its struct leaves out at their default."""
    if isinstance(value, Struct) and not value.__struct_config__.array_like:
        return _tag(type(value)) | {
            name: plain(part) for name, part in structs.asdict(value).items() if part is not UNSET
        }
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    found: Json = msgspec.to_builtins(value, order="deterministic")
    return found
