"""Laying tiles and placing station markers."""

import msgspec
import pytest

from stellwerk.board import Board, Laid


def test_a_board_is_a_value(atlas):
    blank = Board()
    board = blank.lay(atlas, "E4", "57", 1)
    assert blank.laid == {}
    assert board.laid == {"E4": Laid("57", 1)}
    assert board.colour(atlas, "E4") == "yellow"
    assert board.colour(atlas, "E6") == "white"
    assert board == Board().lay(atlas, "E4", "57", 1)


def test_markers_stay_and_slots_grow(atlas):
    board = Board().place(atlas, "E4.0", "CAR").lay(atlas, "E4", "57", 1)
    assert board.slots(atlas, "E4.0") == ("CAR",)
    assert board.free_slots(atlas, "E4.0") == 0
    board = board.lay(atlas, "E4", "14", 1)
    assert board.slots(atlas, "E4.0") == ("CAR", "")
    board = board.place(atlas, "E4.0", "WA", slot=1).lay(atlas, "E4", "611", 1)
    assert board.markers == {"E4.0": ("CAR", "WA")}
    with pytest.raises(ValueError, match="no free slot"):
        board.place(atlas, "E4.0", "QR")
    with pytest.raises(ValueError, match="no free slot"):
        Board().place(atlas, "E4.0", "CAR").place(atlas, "E4.0", "WA", slot=0)


def test_markers_follow_their_city(atlas):
    board = Board().lay(atlas, "B17", "235", 2)
    board = board.place(atlas, "B17.0", "QR").place(atlas, "B17.1", "FT")
    same = board.lay(atlas, "B17", "59", 2)
    assert same.markers == {"B17.0": ("QR",), "B17.1": ("FT",)}
    swapped = board.lay(atlas, "B17", "59", 0)
    assert swapped.markers == {"B17.1": ("QR",), "B17.0": ("FT",)}


def test_two_cities_become_one(atlas):
    board = Board().lay(atlas, "B17", "59", 0).place(atlas, "B17.0", "QR").place(atlas, "B17.1", "FT")
    assert board.lay(atlas, "B17", "611", 0).markers == {"B17.0": ("QR", "FT")}
    # One slot too few: the second marker waits at the edge.
    narrow = board.lay(atlas, "B17", "5", 0)
    assert narrow.markers == {"B17.0": ("QR",)}
    assert narrow.beside == {"B17.0": ("FT",)}


def test_markers_beside(atlas):
    board = Board().lay(atlas, "F17", "6", 1).place(atlas, "F17.0", "NSW").place_beside("F17.0", "COM")
    assert board.markers_of("COM") == ("F17.0",)
    assert board.holds("F17.0", "COM")
    board = board.lay(atlas, "F17", "236", 0)
    assert board.beside == {"F17.0": ("COM",)}
    board = board.move_in(atlas, "F17.0", "COM")
    assert board.markers == {"F17.0": ("NSW", "COM")}
    assert board.beside == {}
    with pytest.raises(ValueError, match="no marker beside"):
        board.move_in(atlas, "F17.0", "COM")


def test_rename_and_remove(atlas):
    board = Board().place(atlas, "E4.0", "CAR").place(atlas, "F5.0", "WA").place_beside("G6.0", "CAR")
    assert board.rename("CAR", "BOE").markers_of("BOE") == ("E4.0", "G6.0")
    gone = board.remove("CAR")
    assert gone.markers == {"F5.0": ("WA",)}
    assert gone.beside == {}


def test_a_board_can_be_stored(atlas):
    board = Board().lay(atlas, "E4", "57", 1).place(atlas, "E4.0", "CAR").place_beside("G6.0", "COM")
    board.__dict__["network"] = "never stored"
    stored = msgspec.json.encode(board)
    assert msgspec.json.decode(stored, type=Board) == board
    assert b"never" not in stored
