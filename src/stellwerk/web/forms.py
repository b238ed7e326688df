"""Forms as they arrive, and where to go afterwards."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, TypeAlias

from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect

from stellwerk.engine.json_data import Json
from stellwerk.server.dependencies import Asker as Person
from stellwerk.server.dependencies import Service as Service
from stellwerk.server.problems import Invalid

__all__ = [
    "Fields",
    "Form",
    "Person",
    "Service",
    "Upload",
    "local_path",
    "optional_number",
    "redirect",
    "required_number",
    "text",
]

if TYPE_CHECKING:
    Fields: TypeAlias = Mapping[str, str | UploadFile | Sequence[str | UploadFile]]
else:  # a browser sends what it likes: nothing is refused for its form
    Fields = dict[str, Json]
"""A form as it arrives: of several fields with the same name all values."""
Form = Annotated[Fields, Body(media_type=RequestEncodingType.URL_ENCODED)]
Upload = Annotated[Fields, Body(media_type=RequestEncodingType.MULTI_PART)]


def text(form: Fields, name: str, otherwise: str = "") -> str:
    """One field; of several with the same name the last."""
    value = form.get(name, otherwise)
    if isinstance(value, list):
        value = value[-1] if value else otherwise
    return value if isinstance(value, str) else otherwise


def optional_number(form: Fields, name: str) -> int | None:
    """Return a whole number from 0, None when the field is empty."""
    given = text(form, name).strip()
    if not given:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 18:
        raise Invalid("{value} is not a number.", value=given[:40])
    return int(given)


def required_number(form: Fields, name: str) -> int:
    found = optional_number(form, name)
    if found is None:
        raise Invalid("{field} is missing.", field=name)
    return found


def local_path(path: str) -> str:
    """Return a path of this server; anything else leads to the lobby."""
    safe = (
        path.startswith("/") and not path.startswith(("//", "/\\")) and "\n" not in path and "\r" not in path
    )
    return path if safe else "/"


def redirect(path: str) -> Redirect:
    """Redirect to a page, so that reloading does not send the form again."""
    return Redirect(local_path(path), status_code=303)
