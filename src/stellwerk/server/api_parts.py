"""What the routes of the JSON interface have in common."""

from typing import Annotated, Any

from litestar.params import QueryParameter
from msgspec import Meta

from stellwerk.server.failures import ERRORS
from stellwerk.server.problems import Invalid

USUAL: dict[str, Any] = {"sync_to_thread": True, "responses": ERRORS}
DONE: dict[str, Any] = {**USUAL, "status_code": 200}
Since = Annotated[int, QueryParameter(ge=0, le=2**31 - 1)]
MaybeNumber = Annotated[int | None, QueryParameter(ge=0, le=2**31 - 1)]
Text = Annotated[str, Meta(max_length=20_000)]


def row_id(number: int) -> int:
    if not 0 < number < 2**31:
        raise Invalid("There is no such number.")
    return number
