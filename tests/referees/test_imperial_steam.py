"""The referee of Imperial Steam finds what the examples of its rulebook say."""

from referees.imperial_steam import offers
from referees.imperial_steam.plain import Frame, Player, Position


def a_player() -> Player:
    return {
        "cash": 0,
        "reserve": 13,
        "training": [0, 0, 0],
        "working": [0, 0, 0],
        "engineers": [],
        "hands": 1,
        "used": {},
        "trains": [3],
        "passenger": 0,
        "reserved": 0,
        "goods": [1, 1, 1, 1],
        "dock": [0, 0, 0, 0],
        "price": 0,
        "investors": 0,
        "shareholders": 0,
        "contracts": [],
        "factories": [0, 0, 0, 0],
        "placed": {},
        "stations": ["wien"],
        "tracks": [],
        "cities": ["wien"],
        "coal_to": [],
    }


def a_position(tile: str, player: Player) -> Position:
    """The fixed set-up for four; the player of seat 0 has 70 influence and a hand on a main action."""
    turn: Frame = {
        "frame": "turn",
        "seat": 0,
        "tile": tile,
        "done": 0,
        "delivered": False,
        "effort": 0,
        "assigned": 0,
        "column": "",
        "hired": [],
        "produced": [],
        "ordering": False,
        "site": "",
        "sort": "",
        "withdrawn": [],
    }
    tiles = [str(number) for number in range(1, 28)]
    for number, colour in ((5, "blue"), (10, "bronze"), (11, "green"), (16, "white")):
        tiles[number - 1] = colour
    return {
        "stack": [turn],
        "players": [player, a_player(), a_player(), a_player()],
        "standing": [(7, 0), (3, 1), (2, 2), (1, 3)],
        "round": 3,
        "supply": [20, 20, 20, 20],
        "market": [10, 10, 10, 10],
        "shipping": [2, 3, 4, 3, 2, 2, 3],
        "tiles": tiles,
        "crowns": [],
        "hubs": {"bronze": 3, "white": 5, "green": 8, "blue": 9},
        "markers": {},
        "plants": {},
        "delivered": {},
        "wages": {"white-1": 1, "green-1": 0, "bronze-1": 2, "blue-1": 0},
        "engineers": {"bronze": ["tunnel"], "white": ["bridge"], "green": ["tunnel"], "blue": []},
        "taken": [0, 0, 0, 0],
        "locomotives": {"4": 4, "5": 4, "6": 4, "7": 4, "8": 4},
        "contracts": [],
    }


def found(position: Position, kind: str, field: str) -> set[object]:
    return {dict(action)[field] for action in offers(position, 0) if action["type"] == kind}


def test_seven_investors_buy_four_times_at_130() -> None:  # p. 26
    player = a_player()
    player["price"], player["investors"] = 3, 7
    sold = 0
    while found(a_position("", player), "sell_share", "seat"):
        player["investors"] -= 1
        sold += 1
    assert sold == 4


def test_no_third_track_at_wiener_neustadt_without_a_station_but_one_at_wien() -> None:  # p. 14
    player = a_player()
    player["training"] = [0, 3, 0]
    player["tracks"], player["cities"] = (
        ["L02", "L03", "L06"],
        ["wien", "wr_neustadt", "bratislava", "sopron"],
    )
    links = found(a_position("track", player), "lay_track", "link")
    assert "L07" not in links  # Wr. Neustadt to Gloggnitz
    assert "L01" in links  # from Wien to the south-west


def test_four_points_of_experience_reach_wiener_neustadt_only_alone() -> None:  # p. 15
    player = a_player()
    player["training"] = [0, 2, 0]
    player["tracks"], player["cities"] = ["L03"], ["wien", "bratislava"]
    position = a_position("track", player)
    assert "L04" in found(position, "lay_track", "link")
    frame = position["stack"][-1]
    frame["done"], frame["effort"], frame["assigned"] = 1, 3, 4
    player["training"], player["tracks"] = [0, 0, 0], ["L03", "L04"]
    player["cities"] = ["wien", "bratislava", "wr_neustadt"]
    assert found(position, "lay_track", "link") == set()
    assert found(position, "end_turn", "seat") == {0}


def test_influence_opens_the_hubs_at_the_same_height_or_left_of_it() -> None:  # p. 17, 18
    player = a_player()
    player["cash"] = 230
    position = a_position("hire", player)
    assert found(position, "hire_worker", "column") == {"white-1", "bronze-1"}
    assert found(position, "hire_engineer", "hub") == {"white", "bronze"}
    position["stack"][-1]["column"] = "white-1"
    assert found(position, "hire_worker", "column") == {"white-1"}


def test_nobody_brings_coal_to_a_hub_twice() -> None:  # p. 26
    player = a_player()
    player["cities"], player["tracks"] = ["wien", "wr_neustadt", "gloggnitz"], ["L02", "L07"]
    position = a_position("", player)
    position["plants"] = {"F01": {"seat": 0, "sort": "coal", "goods": 2}}
    assert found(position, "deliver", "city") == {"gloggnitz"}
    position["delivered"], player["coal_to"] = {"gloggnitz": [0, 0, 0, 1]}, ["gloggnitz"]
    assert found(position, "deliver", "city") == set()


def test_a_contract_asks_for_wagons_that_are_not_reserved() -> None:  # p. 24
    player = a_player()
    player["reserved"] = 2
    position = a_position("contract", player)
    position["contracts"] = ["K01", "K09"]
    assert found(position, "take_contract", "contract") == {"K01"}


def test_an_access_opens_no_main_action_that_stays_impossible() -> None:  # p. 13, 28
    player = a_player()
    player["cash"], player["goods"] = 500, [0, 0, 0, 0]
    player["tracks"], player["cities"] = ["L02"], ["wien", "wr_neustadt"]
    position = a_position("", player)
    position["crowns"] = ["L07"]  # Wr. Neustadt to Gloggnitz
    assert found(position, "buy_access", "link") == {"L07"}
    assert "track" not in found(position, "choose_action", "tile")
    player["goods"], player["training"] = [1, 1, 1, 0], [0, 0, 3]
    assert "track" in found(position, "choose_action", "tile")
