"""Preferences of a reader: language, light or dark, bell, letter keys."""

from typing import Any

from litestar import Request
from litestar.datastructures import Cookie
from msgspec import Struct

from stellwerk.server.model import User
from stellwerk.text import LANGUAGES

THEMES = ("auto", "light", "dark")
YEAR = 365 * 86_400


class Preferences(Struct, frozen=True):
    lang: str = LANGUAGES[0]
    theme: str = THEMES[0]
    bell: bool = False
    keys: bool = True


def accepted(header: str) -> str:
    """Return the first language of the browser that we speak."""
    for part in header.split(",")[:20]:
        code = part.split(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]


def preferences_of(request: Request[Any, Any, Any], user: User | None) -> Preferences:
    """Return the account's language first, then the cookie's, then the browser's."""
    cookies = request.cookies
    told = cookies.get("lang", "")
    lang = (user.language if user is not None else None) or (told if told in LANGUAGES else None)
    theme = cookies.get("theme", "")
    return Preferences(
        lang=lang or accepted(request.headers.get("accept-language", "")),
        theme=theme if theme in THEMES else THEMES[0],
        bell=cookies.get("bell") == "on",
        keys=cookies.get("keys") != "off",
    )


def cookie(name: str, value: str) -> Cookie:
    return Cookie(key=name, value=value, max_age=YEAR, path="/", samesite="lax", httponly=True)
