"""4.1.7 by brute force: every pair of lines, drawn piece by piece from the pictures of the tiles."""

from collections.abc import Iterator
from typing import NamedTuple

from stellwerk.board import Board
from stellwerk.board.atlas import Atlas

STOP = 6
RAILS = {"standard": ("standard", "dual"), "metre": ("metre", "dual")}


class TooMany(Exception):
    """There are more lines than a test should draw."""


class Way(NamedTuple):
    """A line from a marker: the track it uses, and the (hex, side, gauge) it leads over last, if any."""

    start: str
    pieces: frozenset[tuple[str, int]]
    over: tuple[str, int, str] | None


class Pencil:
    """Draws the lines of a company."""

    def __init__(self, atlas: Atlas, board: Board, company: str, most: int = 20_000) -> None:
        self.atlas, self.board, self.company = atlas, board, company
        self.left = most
        self.markers = board.markers_of(company)

    def lines(self, starts, closed: frozenset[tuple[str, int]], shut: str) -> Iterator[Way]:
        """Every line from these markers without the closed track and without any track in the shut hex."""
        for start in starts:
            hex_id, index = self.atlas.where[start]
            yield Way(start, frozenset(), None)
            if hex_id != shut:
                yield from self._leave(start, hex_id, STOP + index, closed, frozenset(), shut, None)

    def _leave(self, start, hex_id, end, closed, used, shut, gauge) -> Iterator[Way]:
        """On from a stop or junction over every piece of track there."""
        for one in RAILS if gauge is None else (gauge,):
            for number, path in enumerate(self.board.face(self.atlas, hex_id).paths):
                if path.gauge in RAILS[one] and end in (path.a, path.b):
                    other = path.b if path.a == end else path.a
                    yield from self._along(start, hex_id, number, other, closed, used, shut, one)

    def _along(self, start, hex_id, number, end, closed, used, shut, gauge) -> Iterator[Way]:
        """Over a piece of track to its other end."""
        self.left -= 1
        if self.left < 0:
            raise TooMany
        if end >= STOP:
            yield from self._meet(start, hex_id, end, closed, used, shut, gauge, (hex_id, 100 + number))
            return
        piece = (hex_id, end)
        if piece in used or piece in closed:
            return
        used |= {piece}
        yield Way(start, used, (hex_id, end, gauge))
        beyond, side = self.atlas.neighbours[hex_id][end], (end + 3) % 6
        piece = (beyond, side)
        if beyond is None or beyond == shut or piece in used or piece in closed:
            return
        for on, path in enumerate(self.board.face(self.atlas, beyond).paths):
            if path.gauge not in RAILS[gauge] or side not in (path.a, path.b):
                continue
            other = path.b if path.a == side else path.a
            if other >= STOP:
                yield from self._meet(start, beyond, other, closed, used | {piece}, shut, gauge, None)
            else:
                yield from self._along(start, beyond, on, other, closed, used | {piece}, shut, gauge)

    def _meet(self, start, hex_id, end, closed, used, shut, gauge, between) -> Iterator[Way]:
        """At a stop or junction; `between` is track inside the hex that led here from another stop."""
        if between is not None:
            if between in used or between in closed:
                return
            used |= {between}
        stops = self.board.face(self.atlas, hex_id).stops
        if stops[end - STOP].kind == "junction":
            yield from self._leave(start, hex_id, end, closed, used, shut, gauge)
            return
        stop = self.atlas.stop_ids[hex_id][end - STOP]
        owners = self.board.markers.get(stop, ("",))
        if self.company not in owners and "" not in owners:
            return
        yield from self._leave(
            start, hex_id, end, closed, used, shut, None if self.company in owners else gauge
        )


def second_ends(atlas: Atlas, board: Board, company: str, first: str) -> set[object]:
    """Where second lines may end: (hex, side, gauge) that they lead over, or hexes of their markers."""
    pencil = Pencil(atlas, board, company)
    sides = {
        (atlas.neighbours[first][end], (end + 3) % 6, gauge)
        for gauge, rails in RAILS.items()
        for path in board.face(atlas, first).paths
        if path.gauge in rails
        for end in (path.a, path.b)
        if end < STOP
    }
    found = {
        (way.start, way.pieces)
        for way in pencil.lines(pencil.markers, frozenset(), first)
        if (way.over in sides if way.over is not None else atlas.where[way.start][0] == first)
    }
    least = [
        (start, pieces)
        for start, pieces in found
        if not any(start == other and less < pieces for other, less in found)
    ]
    ends: set[object] = set()
    for start, pieces in least:
        others = [stop for stop in pencil.markers if stop != start]
        for way in pencil.lines(others, pieces, first):
            ends.add(atlas.where[way.start][0] if way.over is None else way.over)
    return ends
