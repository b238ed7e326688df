"""A game of our own bots for whoever wants to watch while nobody plays.

A title may ship one (`show/film.json.gz`, written by `python -m benchmarks.lengths`). When it is first asked
for it becomes a table that nobody hosts, so that everything of a finished table is there: film, log, market,
papers.
"""

import gzip
import hashlib

import msgspec
from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from stellwerk.engine.registry import home
from stellwerk.server.lobby import LETTERS, new_seed
from stellwerk.server.problems import NotFound
from stellwerk.server.transfer import Transfer
from stellwerk.store.schema import SeatRow, TableRow

FILM = "film.json.gz"


class Film(Struct, frozen=True):
    """A shipped game."""

    bots: tuple[str, ...]
    """Who played it, by seat."""
    save: str


def has_film(game: str) -> bool:
    """Return whether a title brings a game to watch."""
    return (home(game) / "show" / FILM).is_file()


def film_slug(data: bytes) -> str:
    """Return the link of a shipped game: another game has another one."""
    return "".join(LETTERS[byte % len(LETTERS)] for byte in hashlib.sha256(data).digest()[:14])


class Films(Transfer):
    def film(self, game: str) -> str:
        """Return the table of a title's shipped game."""
        if not has_film(game):
            raise NotFound("There is no game to watch yet.")
        data = (home(game) / "show" / FILM).read_bytes()
        slug = film_slug(data)
        if self._is_there(slug):
            return slug
        self.must_have_room()
        film = msgspec.json.decode(gzip.decompress(data), type=Film)
        prepared = self.prepare(film.save.encode(), new_seed())
        row = self._new_row(prepared.setup, None, "")
        row.slug = slug
        try:
            with self.db.write() as session:
                self._found(session, row, prepared, None, hidden=True)
                for seat in session.scalars(select(SeatRow).where(SeatRow.table_id == row.id)):
                    seat.kind, seat.bot, seat.accepted = "bot", film.bots[seat.seat], True
        except IntegrityError:  # somebody else asked at the same time
            if not self._is_there(slug):
                raise
        return slug

    def _is_there(self, slug: str) -> bool:
        with self.db.read() as session:
            return session.scalar(select(TableRow.id).where(TableRow.slug == slug)) is not None
