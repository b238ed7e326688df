"""Texts that people send: bounded, printable, and never what a database chokes on."""

import re
import unicodedata

from stellwerk.server.problems import Invalid
from stellwerk.store.names import drawn

NAME_LENGTH = 40
_KEPT = frozenset("\n\t")


def clean(text: str, most: int, what: str = "text", *, lines: bool = False) -> str:
    """Return the text without control characters and outer blanks; raise Invalid when it is too long."""
    kept = _KEPT if lines else frozenset[str]()
    text = "".join(
        c if c in kept else " " if c.isspace() else c
        for c in unicodedata.normalize("NFC", text)
        if c in kept or c.isspace() or unicodedata.category(c) not in ("Cc", "Cs", "Cf", "Co", "Cn")
    ).strip()
    if len(text) > most:
        raise Invalid("The {what} is too long: {length:# character|# characters}, at most {most}.", what=what,
                      length=len(text), most=most)  # fmt: skip
    return text


def person_name(text: str) -> str:
    """Return a name to show; raise Invalid when nothing is left of it."""
    name = name_or_nothing(text)
    if not name:
        raise Invalid("Please give a name.")
    return name


def name_or_nothing(text: str) -> str:
    """Return a name to show, empty when nothing is left of it."""
    return " ".join(drawn(clean(text, NAME_LENGTH, "name")).split())


_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s.]+(\.[^@\s.]+)+")


def email_address(text: str | None) -> str | None:
    """Return a plausible address in lower case, or None for an empty one."""
    if text is None or not text.strip():
        return None
    address = clean(text, 200, "e-mail address").lower()
    if not _EMAIL.fullmatch(address):
        raise Invalid("This is not an e-mail address.")
    return address


_SLUG = re.compile(r"[a-z2-9]{6,24}")


def is_slug(text: str) -> bool:
    return _SLUG.fullmatch(text) is not None
