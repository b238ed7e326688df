"""Books: what does not change during play, made once for each kind of set-up and shared by all its states."""

from collections.abc import Hashable

from msgspec import UNSET

from stellwerk.engine.registry import title
from stellwerk.engine.state import Setup

OWN, CORRECTED = 256, 32
"""So many books are kept: with the titles' own components, and with those that people bring."""

_own: dict[Hashable, object] = {}
_corrected: dict[Hashable, object] = {}


def book_of(setup: Setup) -> object:
    """The book of a set-up, as its title makes it."""
    if setup.components is UNSET:
        return _kept(_own, setup.key, setup, OWN)
    return _kept(_corrected, (setup.key, setup.components), setup, CORRECTED)


def _kept(books: dict[Hashable, object], key: Hashable, setup: Setup, most: int) -> object:
    book = books.get(key)
    if book is None:
        book = title(setup.game).make_book(setup)
        if len(books) >= most:
            books.clear()
        books[key] = book
    return book
