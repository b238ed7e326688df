"""The referee of 1848 by itself: its board and its rules on small cases of the book."""

import pytest
from referees.g1848.board import Board
from referees.g1848.lays import keeps
from referees.g1848.papers import most_to_sell
from referees.g1848.plain import Map, Position
from referees.g1848.routes import Broken, route_right
from referees.g1848.tables import KIND, NEIGHBOURS, TILES, gauge_change


def board_of(laid: dict[str, tuple[str, int]], markers: dict[str, list[str]]) -> Board:
    plan: Map = {"laid": laid, "markers": markers, "beside": {}}
    position: Position = {"board": plan}  # type: ignore[typeddict-item]
    return Board(position)


def test_neighbours_see_each_other() -> None:
    for name, around in NEIGHBOURS.items():
        assert all(NEIGHBOURS[other][(edge + 3) % 6] == name for edge, other in around.items())
    assert len(KIND) == 63
    assert len(TILES) == 51


def test_two_cities_apart_stay_apart() -> None:
    green = TILES["59"]  # one city at edge 0, the other at edge 2
    assert not keeps(green, TILES["64"])  # would join both edges in one city
    assert keeps(green, TILES["67"])
    assert keeps(green, TILES["64"].turned(4))


def test_a_gauge_change_counts_like_a_city_but_one_is_free_for_plus_trains() -> None:
    # Adelaide, over a gauge change into G8, on to Geelong
    board = board_of({"G6": ("57", 1), "G8": ("8", 5), "H9": ("5", 2)}, {"G6.0": ["SAR"]})
    path = ["G6.0", "G8", "H9.0"]
    assert gauge_change("G6", "G8")
    with pytest.raises(Broken):
        route_right(board, "SAR", "2", path)
    assert len(route_right(board, "SAR", "2+", path)) == 2
    with pytest.raises(Broken):
        route_right(board, "VR", "3", path)  # no marker of its own


def test_a_balloon_loop_does_not_turn_a_train_round() -> None:
    """Track used once is not used again backwards, even where a loop leads back to it (XI)."""
    loop = {"E14": ("6", 0), "D13": ("23", 5), "C12": ("7", 4), "C14": ("7", 0)}
    reach = board_of(loop, {"E14.0": ["NSW"]}).reach("NSW")
    assert {("D13", 5), ("D13", 2), ("D13", 3)} <= reach.arrivals
    assert ("E14", 2) not in reach.arrivals


def test_a_director_sells_half_of_his_paper_only_to_a_successor() -> None:
    papers = {f"VR_{number}": "offer" for number in range(9)} | {"VR_0": "seat0", "VR_1": "seat1"}
    position: Position = {  # type: ignore[typeddict-item]
        "setup": {"players": ["A", "B", "C"]},
        "papers": papers,
        "prices": {"VR": {"row": 1, "column": 5, "arrival": 0}},
    }
    assert most_to_sell(position, 0, "VR") == []
    papers["VR_2"] = "seat1"
    assert most_to_sell(position, 0, "VR") == [1, 2]
    assert most_to_sell(position, 0, "VR", change=False) == []
    papers.update({f"VR_{number}": "pool" for number in range(3, 7)})
    assert most_to_sell(position, 0, "VR") == [1]
