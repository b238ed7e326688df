"""Two lines of an owner at once, on a row of hexes."""

import pytest

from stellwerk.board import Atlas, Board
from stellwerk.board.atlas import hexes_of, tiles_of
from stellwerk.board.hexes import HexId, StopId, TileId
from stellwerk.board.lines import begins, leads_out, lines_beside

WEST, EAST = 1, 4


@pytest.fixture(scope="module")
def row() -> Atlas:
    """Cities in A2, A6 and A10, plain land between them."""
    city = {"stops": ["city slots=1"]}
    hexes = {"A2": city, "A4": {}, "A6": city, "A8": {}, "A10": city}
    tiles = {
        "57": {"colour": "yellow", "count": 3, "stops": ["city 20 slots=1"], "paths": "1-s0 s0-4"},
        "9": {"colour": "yellow", "count": 2, "paths": "1-4"},
    }
    return Atlas(hexes_of(hexes), tiles_of(tiles))


def built(row: Atlas, **markers: str) -> Board:
    """Track from end to end, with markers by city."""
    board = Board()
    for hex_id in row.hexes:
        board = board.lay(row, hex_id, TileId("57" if row.hexes[hex_id].printed.stops else "9"), 0)
    for hex_id, owner in markers.items():
        board = board.place(row, StopId(f"{hex_id}.0"), owner)
    return board


def test_a_second_line_starts_at_another_station(row: Atlas) -> None:
    (gauge,) = row.gauges
    lines = lines_beside(row, built(row, A2="N", A10="N"), "N", HexId("A4"))
    assert lines.second(begins(StopId("A10.0")))
    assert lines.second(leads_out(HexId("A8"), WEST, gauge))
    assert lines.second(leads_out(HexId("A2"), WEST, gauge)), "the first one comes from the other end"
    alone = lines_beside(row, built(row, A2="N"), "N", HexId("A4"))
    assert not alone.second(begins(StopId("A2.0"))), "one station has one line"
    assert not alone.second(leads_out(HexId("A2"), EAST, gauge))


def test_two_lines_share_no_track(row: Atlas) -> None:
    (gauge,) = row.gauges
    lines = lines_beside(row, built(row, A2="N", A10="N"), "N", HexId("A6"))
    assert lines.second(leads_out(HexId("A8"), WEST, gauge)), "one from each side"
    assert not lines.second(leads_out(HexId("A8"), EAST, gauge)), "from A2 it would use what A10's line needs"


def test_a_foreign_marker_stops_a_line(row: Atlas) -> None:
    (gauge,) = row.gauges
    for middle, through in (({}, True), ({"A6": "E"}, False)):
        board = built(row, A2="N", A10="N", **middle)
        lines = lines_beside(row, board, "N", HexId("A10"))
        assert lines.second(leads_out(HexId("A8"), EAST, gauge)) is through
