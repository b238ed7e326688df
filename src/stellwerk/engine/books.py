"""Books: what does not change during play, made once for each kind of set-up and shared by all its states."""

from collections.abc import Hashable

from msgspec import UNSET

from stellwerk.engine.memo import Kept, Once
from stellwerk.engine.registry import title
from stellwerk.engine.state import Setup

OWN, CORRECTED = 256, 32
"""So many books are kept: with the titles' own components, and with those that people bring."""

_own: Kept[Hashable, object] = Kept(OWN)
_corrected: Kept[Hashable, object] = Kept(CORRECTED)


@Once
def book_of(setup: Setup) -> object:
    """Return the book of a set-up, as its title makes it.

    All states of a game have one set-up, and it keeps its book.
    """
    if setup.components is UNSET:
        return _kept(_own, setup.key, setup)
    return _kept(_corrected, (setup.key, setup.components), setup)


def _kept(books: Kept[Hashable, object], key: Hashable, setup: Setup) -> object:
    book = books.get(key)
    if book is None:
        book = books[key] = title(setup.game).make_book(setup)
    return book
