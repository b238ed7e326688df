"""Forms as they arrive, and where to go afterwards."""

from typing import Annotated, Any

from litestar.enums import RequestEncodingType
from litestar.params import Body
from litestar.response import Redirect

from stellwerk.server.dependencies import Asker as Person
from stellwerk.server.dependencies import Service as Service
from stellwerk.server.problems import Invalid

__all__ = [
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

Form = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.URL_ENCODED)]
Upload = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]


def text(form: dict[str, Any], name: str, otherwise: str = "") -> str:
    """One field; of several with the same name the last."""
    value = form.get(name, otherwise)
    if isinstance(value, list):
        value = value[-1] if value else otherwise
    return value if isinstance(value, str) else otherwise


def optional_number(form: dict[str, Any], name: str) -> int | None:
    """Return a whole number from 0, None when the field is empty."""
    given = text(form, name).strip()
    if not given:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 18:
        raise Invalid("{value} is not a number.", value=given[:40])
    return int(given)


def required_number(form: dict[str, Any], name: str) -> int:
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
