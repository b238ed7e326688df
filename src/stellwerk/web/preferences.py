"""Preferences of a reader: language, time zone, light or dark, size, motion, sounds, letter keys."""

from typing import Any
from urllib.parse import unquote

from litestar import Request
from litestar.datastructures import Cookie
from msgspec import Struct

from stellwerk.server.model import User
from stellwerk.text import LANGUAGES
from stellwerk.text.zones import is_zone

THEMES = ("auto", "light", "dark")
SIZES = ("usual", "large", "largest")
MOTIONS = ("auto", "still")
BELLS = ("off", "on", "all")
"""No sound, a bell at one's own turn, or also a tick at every move of others."""
CHOICES = {"theme": THEMES, "size": SIZES, "motion": MOTIONS, "bell": BELLS, "keys": ("on", "off")}
"""What a cookie may say; the first is meant where it says nothing."""
YEAR = 365 * 86_400


class Preferences(Struct, frozen=True):
    lang: str = LANGUAGES[0]
    theme: str = THEMES[0]
    size: str = SIZES[0]
    motion: str = MOTIONS[0]
    bell: str = BELLS[0]
    keys: bool = True
    zone: str = ""
    """In which times are told; empty where the browser has not said: the server's."""


def accepted(header: str) -> str:
    """Return the first language of the browser that we speak."""
    for part in header.split(",")[:20]:
        code = part.split(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]


def preferences_of(request: Request[Any, Any, Any], user: User | None) -> Preferences:
    """Return what the account says first, then the cookie, then the browser."""
    cookies = request.cookies
    told = cookies.get("lang", "")
    lang = (user.language if user is not None else None) or (told if told in LANGUAGES else None)
    zone = (user.zone if user is not None else None) or unquote(cookies.get("zone", ""))
    told_of = {name: cookies.get(name, "") for name in CHOICES}
    chosen = {name: told_of[name] if told_of[name] in words else words[0] for name, words in CHOICES.items()}
    return Preferences(
        lang=lang or accepted(request.headers.get("accept-language", "")),
        theme=chosen["theme"],
        size=chosen["size"],
        motion=chosen["motion"],
        bell=chosen["bell"],
        keys=chosen["keys"] == "on",
        zone=zone if is_zone(zone) else "",
    )


def cookie(name: str, value: str) -> Cookie:
    return Cookie(key=name, value=value, max_age=YEAR, path="/", samesite="lax", httponly=True)
