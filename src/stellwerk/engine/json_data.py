"""JSON that has no form of its own: what other programs sent or wrote, schemas, tables of a data file.

Whatever has a form is decoded into a struct instead.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
else:  # msgspec decodes no type that contains itself
    Json = Any
"""A value as JSON has it."""

JsonObject = dict[str, Json]
