"""What fits on a player's board."""

from referees.imperial_steam.plain import Player


def wagons(player: Player) -> int:
    """Goods wagons without a reserved marker (p. 24)."""
    return sum(player["trains"]) - player["passenger"] - player["reserved"]


def overflow(player: Player, goods: list[int]) -> int:
    """How many cubes have no place: a coal on each locomotive, one cube a wagon or free store (p. 21).

    A store is opened by each station on the board, the one in Wien included.
    """
    loose = sum(goods[:3]) + max(0, goods[3] - len(player["trains"]))
    return max(0, loose - wagons(player) - len(player["stations"]))
