"""A1: build track, and what a joined city gives."""

import pytest

from stellwerk.engine import legal
from stellwerk.engine.canonical import canonical
from stellwerk.games.gimperial_steam.data.checks import check
from stellwerk.games.gimperial_steam.data.components import components, own_text, read
from stellwerk.games.gimperial_steam.rules.access import BuyAccess
from stellwerk.games.gimperial_steam.rules.build import BuildFactory
from stellwerk.games.gimperial_steam.rules.deliver import Deliver
from stellwerk.games.gimperial_steam.rules.goods import free_wagons
from stellwerk.games.gimperial_steam.rules.joining import UsePoint, join, lay
from stellwerk.games.gimperial_steam.rules.state import Points
from stellwerk.games.gimperial_steam.rules.track import (
    AssignWorker,
    LayTrack,
    effort,
    experience,
    has_the_workers,
)
from stellwerk.games.gimperial_steam.rules.turn import EndTurn
from tests.games.gimperial_steam.table import (
    GELB,
    LILA,
    LINKS,
    ROT,
    TUERKIS,
    cash,
    column,
    counted,
    do,
    engineer,
    goods,
    influence,
    money,
    offered,
    opening,
    plant,
    ready,
    refused,
    station,
    tracks,
    trains,
    turn,
    workers,
)

BRATISLAVA, NEUSTADT = LINKS["wien-bratislava"], LINKS["wien-wr_neustadt"]


def builder(seat: int = ROT, *links: str, three: int = 4) -> object:
    """Plenty of workers and goods."""
    s = tracks(workers(trains(ready(), seat, 8), seat, three=three), seat, *links)
    return goods(s, seat, "wood", "stone", "stone", "stone", "iron", "iron", "iron", "coal")


@pytest.mark.rule("IS-A1-1")
def test_two_tracks_at_most() -> None:
    s = turn(builder(), ROT, "track")
    refused(s, EndTurn(ROT), "P7-5")
    s = do(s, LayTrack(ROT, BRATISLAVA), LayTrack(ROT, NEUSTADT))
    assert s.players[ROT].tracks == (BRATISLAVA, NEUSTADT)
    refused(s, LayTrack(ROT, "L01"), "A1-1")


@pytest.mark.rule("IS-A1-1")
def test_one_track_per_player_and_link_but_all_may_share() -> None:
    s = tracks(builder(ROT, BRATISLAVA), LILA, NEUSTADT)
    refused(turn(s, ROT, "track"), LayTrack(ROT, BRATISLAVA), "A1-1")
    s = do(turn(s, ROT, "track"), LayTrack(ROT, NEUSTADT))
    assert s.on_link(NEUSTADT) == [ROT, LILA]
    refused(turn(builder(), ROT, "track"), LayTrack(ROT, "L99"), "A1-1")


@pytest.mark.rule("IS-A1-2")
def test_tracks_touch_the_network() -> None:
    s = turn(builder(), ROT, "track")
    assert {a.link for a in offered(s, ROT, LayTrack)} == {"L01", "L02", "L03"}, "the first leaves Wien"
    refused(s, LayTrack(ROT, LINKS["bratislava-sopron"]), "A1-2")
    s = do(s, LayTrack(ROT, BRATISLAVA))
    assert LayTrack(ROT, LINKS["bratislava-sopron"]) in legal(s, ROT), "through the first"


@pytest.mark.rule("IS-A1-3")
def test_not_on_a_crown() -> None:
    s = builder().replace(crowns=(BRATISLAVA,))
    refused(turn(s, ROT, "track"), LayTrack(ROT, BRATISLAVA), "A1-3")


@pytest.mark.rule("IS-A1-4", "IS-A3-2a")
def test_two_links_without_a_station() -> None:
    """Gelb: Wr. Neustadt–Sopron is legal, then Wr. Neustadt–Gloggnitz is the third; Wien has a station."""
    s = turn(builder(GELB, BRATISLAVA, NEUSTADT), GELB, "track")
    s = do(s, LayTrack(GELB, LINKS["wr_neustadt-sopron"]))
    if isinstance(s.frame, Points):
        s = do(s, *[UsePoint(GELB, "influence")] * s.frame.left)
    found = refused(s, LayTrack(GELB, LINKS["wr_neustadt-gloggnitz"]), "A1-4")
    assert found.figures["city"] == "Wr. Neustadt"
    assert LayTrack(GELB, LINKS["wien-lilienfeld"]) in legal(s, GELB)
    with_station = station(s, GELB, "wr_neustadt")
    assert LayTrack(GELB, LINKS["wr_neustadt-gloggnitz"]) in legal(with_station, GELB)


@pytest.mark.rule("IS-A1-4")
def test_both_ends_are_looked_at() -> None:
    s = builder(ROT, BRATISLAVA, NEUSTADT, LINKS["bratislava-wr_neustadt"])
    found = refused(turn(s, ROT, "track"), LayTrack(ROT, LINKS["bratislava-sopron"]), "A1-4")
    assert found.figures["city"] == "Bratislava"
    others = station(tracks(builder(ROT, BRATISLAVA), LILA, *LINKS.values()), LILA, "bratislava")
    assert LayTrack(ROT, LINKS["bratislava-sopron"]) in legal(turn(others, ROT, "track"), ROT)


@pytest.mark.rule("IS-A1-5")
def test_others_on_the_link_get_ten_each() -> None:
    s = tracks(tracks(cash(builder(), ROT, 20), LILA, BRATISLAVA), TUERKIS, BRATISLAVA)
    after = do(turn(s, ROT, "track"), LayTrack(ROT, BRATISLAVA))
    assert money(after) == [0, 150, 150, 140]
    refused(turn(cash(s, ROT, 10), ROT, "track"), LayTrack(ROT, BRATISLAVA), "A1-5")


@pytest.mark.rule("IS-A1-6")
def test_goods_are_paid_once_per_action() -> None:
    s = do(turn(builder(), ROT, "track"), LayTrack(ROT, BRATISLAVA), LayTrack(ROT, NEUSTADT))
    assert counted(s.players[ROT].goods) == {"stone": 2, "iron": 2, "coal": 1}
    poor = goods(builder(), ROT, "wood", "stone", "coal").change(ROT, dock=(0, 0, 3, 0))
    poor = plant(poor, ROT, "F01", "iron")
    refused(turn(poor, ROT, "track"), LayTrack(ROT, BRATISLAVA), "A1-6")


@pytest.mark.rule("IS-A1-7")
def test_a_bridge_needs_its_engineer_and_a_stone() -> None:
    bridge = LINKS["wr_neustadt-lilienfeld"]
    s = builder(ROT, NEUSTADT)
    refused(turn(s, ROT, "track"), LayTrack(ROT, bridge), "A1-7")
    s = engineer(s, ROT, "bridge")
    refused(turn(goods(s, ROT, "wood", "stone", "iron"), ROT, "track"), LayTrack(ROT, bridge), "A1-6")
    s = do(turn(s, ROT, "track"), LayTrack(ROT, bridge))
    assert counted(s.players[ROT].goods) == {"stone": 1, "iron": 2, "coal": 1}


@pytest.mark.rule("IS-A1-8")
def test_a_bridge_and_a_tunnel() -> None:
    """1 wood, 2 stone, 2 iron."""
    s = builder(ROT, NEUSTADT, LINKS["wr_neustadt-gloggnitz"])
    s = station(s, ROT, "wr_neustadt")
    refused(turn(s, ROT, "track"), LayTrack(ROT, LINKS["gloggnitz-friedberg"]), "A1-8")
    s = turn(engineer(s, ROT, "bridge", "tunnel"), ROT, "track")
    s = do(s, LayTrack(ROT, LINKS["wr_neustadt-lilienfeld"]))
    while isinstance(s.frame, Points):
        s = do(s, UsePoint(ROT, "influence"))
    s = do(s, LayTrack(ROT, LINKS["gloggnitz-friedberg"]))
    assert counted(s.players[ROT].goods) == {"stone": 1, "iron": 1, "coal": 1}


@pytest.mark.rule("IS-A1-9")
def test_example_one_not_enough_experience() -> None:
    """Wr. Neustadt 3 and Sopron 2 need 5; two workers on 2 have 4. And a third track at Bratislava."""
    s = workers(builder(TUERKIS, BRATISLAVA), TUERKIS, two=2)
    s = turn(s, TUERKIS, "track")
    assert [s.face(city).effort for city in ("wr_neustadt", "sopron")] == [3, 2]
    s = do(s, LayTrack(TUERKIS, LINKS["bratislava-wr_neustadt"]))
    refused(s, LayTrack(TUERKIS, LINKS["bratislava-sopron"]), "A1-4")
    roomy = station(s, TUERKIS, "bratislava")
    found = refused(roomy, LayTrack(TUERKIS, LINKS["bratislava-sopron"]), "A1-9")
    assert (found.figures["needed"], found.figures["able"]) == (1, 0)


@pytest.mark.rule("IS-A1-9")
def test_example_two_both_workers_go() -> None:
    s = workers(builder(TUERKIS, BRATISLAVA), TUERKIS, two=2)
    s = do(turn(s, TUERKIS, "track"), LayTrack(TUERKIS, LINKS["bratislava-wr_neustadt"]))
    assert s.players[TUERKIS].training == (0, 0, 0)
    assert s.players[TUERKIS].working == (0, 2, 0)


@pytest.mark.rule("IS-A1-10")
def test_only_workers_in_training() -> None:
    s = workers(builder(), ROT, working=(0, 0, 5))
    refused(turn(s, ROT, "track"), LayTrack(ROT, BRATISLAVA), "A1-9")
    s = workers(builder(), ROT, one=2, two=1)
    s = do(turn(s, ROT, "track"), LayTrack(ROT, BRATISLAVA))
    refused(s, AssignWorker(ROT, 3), "A1-10")
    refused(s, AssignWorker(ROT, 0), "A1-10")
    s = do(s, AssignWorker(ROT, 2))
    assert (s.players[ROT].training, s.players[ROT].working) == ((2, 0, 0), (0, 1, 0))


@pytest.mark.rule("IS-A1-11", "IS-A1-16")
def test_a_link_between_own_cities_takes_the_lower_effort() -> None:
    s = builder(ROT, BRATISLAVA, NEUSTADT)
    assert effort(s, ROT, LINKS["bratislava-wr_neustadt"]) == 2
    before = column(s, ROT)
    s = do(turn(s, ROT, "track"), LayTrack(ROT, LINKS["bratislava-wr_neustadt"]))
    assert column(s, ROT) == before, "no city joins, so nothing is given"


@pytest.mark.rule("IS-A1-11")
def test_the_second_track_profits_from_the_first() -> None:
    s = station(builder(ROT, BRATISLAVA), ROT, "bratislava")
    s = do(turn(s, ROT, "track"), LayTrack(ROT, LINKS["bratislava-wr_neustadt"]))
    assert effort(s, ROT, NEUSTADT) == 3
    assert effort(s, ROT, LINKS["bratislava-sopron"]) == 2


@pytest.mark.rule("IS-A1-11a")
def test_wien_has_an_effort() -> None:
    s = builder(ROT, BRATISLAVA, LINKS["bratislava-wr_neustadt"])
    assert s.face("wien").effort == 3
    assert effort(s, ROT, NEUSTADT) == 3


@pytest.mark.rule("IS-A1-12", "IS-F0-1")
def test_what_track_one_left_over_counts_for_track_two() -> None:
    """Efforts 2 + 2 with workers on 3 and 1."""
    s = workers(builder(), ROT, one=1, three=1)
    s = turn(s, ROT, "track")
    assert s.face("bratislava").effort == s.face("lilienfeld").effort == 2
    s = do(s, LayTrack(ROT, BRATISLAVA), AssignWorker(ROT, 3))
    assert s.frame.assigned == 3
    assert any(a.__class__.__name__ == "SellShare" for a in legal(s, ROT)), "free actions in between"
    s = do(s, LayTrack(ROT, LINKS["wien-lilienfeld"]))
    while isinstance(s.frame, Points):
        s = do(s, UsePoint(ROT, "influence"))
    assert s.players[ROT].working == (1, 0, 1)


@pytest.mark.rule("IS-A1-13")
@pytest.mark.parametrize("variant", ["fixed", "normal", "random"])
def test_a_corrected_set_may_print_the_three_steps_on_the_board(variant: str) -> None:
    contents = read(own_text())
    contents["cities"]["feldkirchen"]["influence"] = 3
    for tiles in contents["tiles"].values():
        tiles["21"]["influence"] = 0
    text = canonical(contents).decode()
    assert check(components(text)) == []
    s = opening(4, variant, components=text, seed=11)
    tile = dict(zip(s.book.places, s.tiles, strict=True))["feldkirchen"]
    under = s.book.parts.hubs[tile] if tile in s.book.parts.hubs else s.book.tiles[tile]
    assert s.face("feldkirchen").influence == 3 + under.influence
    contents["cities"]["wien"]["influence"] = 1
    assert check(components(canonical(contents).decode())) == ["cities.wien: influence 1 is not 0 to 0"]


@pytest.mark.rule("IS-A1-13")
def test_feldkirchen_gives_three() -> None:
    s = influence(builder(), {ROT: 50})
    assert s.face("feldkirchen").influence == 3
    assert column(join(s, ROT, "feldkirchen"), ROT) == 80
    normal = opening(4, "normal", seed=11)
    place = dict(zip(normal.book.places, normal.tiles, strict=True))
    [city] = [city for city, tile in place.items() if tile == "21"]
    assert normal.face(city).influence == 3, "it moves with the tile"


def spender(points: int) -> object:
    """Rot has just joined a city with such a marker."""
    s = turn(trains(influence(ready(), {ROT: 50}), ROT, 5), ROT, "track", done=1)
    return s.push(Points(ROT, points))


@pytest.mark.rule("IS-A1-14")
def test_a_three_price_twice_and_one_wagon() -> None:
    s = do(spender(3), UsePoint(ROT, "price"), UsePoint(ROT, "price"), UsePoint(ROT, "wagon"))
    assert s.book.prices[s.players[ROT].price] == 90
    assert s.players[ROT].passenger == 1
    assert column(s, ROT) == 50, "no influence is lost for it"
    assert not isinstance(s.frame, Points)


@pytest.mark.rule("IS-A1-14")
def test_points_without_use_are_lost() -> None:
    s = influence(spender(3), {ROT: 200}).change(ROT, price=5, passenger=4)
    s = do(s, UsePoint(ROT, "wagon"))
    assert not isinstance(s.frame, Points)
    top = influence(spender(1), {ROT: 200})
    refused(top, UsePoint(ROT, "influence"), "A1-14")
    refused(spender(1).change(ROT, price=5), UsePoint(ROT, "price"), "A1-14")
    refused(spender(1), UsePoint(ROT, "gold"), "A1-14")


@pytest.mark.rule("IS-A1-14a")
@pytest.mark.parametrize(("players", "expected"), [(4, [3, 2, 1, 0]), (2, [3, 2])])
def test_the_next_player_gets_the_next_marker(players: int, expected: list[int]) -> None:
    s = ready(players)
    city = next(city for city, face in s.layout.faces.items() if face.business == 3)
    seen = []
    for seat in range(players):
        before = len(s.stack)
        s = join(s, seat, city)
        points = s.frame.left if len(s.stack) > before else 0
        seen.append(points)
    assert seen == expected
    assert s.spent_markers == len([n for n in expected if n])


@pytest.mark.rule("IS-A1-15", "IS-A7-3")
def test_reserved_wagons_are_not_turned_and_goods_lose_their_place() -> None:
    s = spender(2).change(ROT, reserved=5)
    refused(s, UsePoint(ROT, "wagon"), "A1-14")
    s = goods(spender(1), ROT, *["wood"] * 6)
    supply = s.supply[0]
    s = do(s, UsePoint(ROT, "wagon"))
    assert free_wagons(s.players[ROT]) == 4
    assert counted(s.players[ROT].goods) == {"wood": 5}
    assert s.supply[0] == supply + 1


@pytest.mark.rule("IS-A1-16")
def test_a_city_joins_once() -> None:
    s = builder(ROT, BRATISLAVA, NEUSTADT)
    marked = s.replace(markers={**s.markers, "wr_neustadt": (1,)})
    after = lay(marked, ROT, LINKS["bratislava-wr_neustadt"])
    assert after.markers["wr_neustadt"] == (1,)
    assert after.players[ROT].cities == s.players[ROT].cities


@pytest.mark.rule("IS-A1-17")
def test_demands_in_this_turn_sites_later() -> None:
    s = plant(builder(GELB, NEUSTADT), GELB, "F01", "iron")
    s = do(turn(s, GELB, "track"), LayTrack(GELB, LINKS["wr_neustadt-gloggnitz"]))
    assert Deliver(GELB, "F01", "gloggnitz") in legal(s, GELB)
    s = do(turn(builder(), ROT, "track"), LayTrack(ROT, BRATISLAVA))
    assert offered(s, ROT, BuildFactory) == []
    assert any(a.site.startswith("bratislava") for a in offered(turn(s, ROT, "build"), ROT, BuildFactory))


@pytest.mark.rule("IS-A1-18")
def test_the_first_over_the_semmering() -> None:
    s = engineer(builder(ROT, NEUSTADT, LINKS["wr_neustadt-gloggnitz"]), ROT, "tunnel")
    s = do(turn(s, ROT, "track"), LayTrack(ROT, LINKS["semmering"]))
    assert s.semmering == ROT
    assert lay(s, LILA, LINKS["semmering"]).semmering == ROT


@pytest.mark.rule("IS-A1-18", "IS-F3-4")
def test_the_semmering_through_the_state_railway() -> None:
    s = tracks(ready(), ROT, NEUSTADT, LINKS["wr_neustadt-gloggnitz"]).replace(crowns=(LINKS["semmering"],))
    s = do(turn(s), BuyAccess(ROT, LINKS["semmering"]))
    assert s.semmering == ROT


@pytest.mark.rule("IS-A1-19", "IS-F3-5")
def test_trieste_pays_for_every_own_track() -> None:
    """Trieste with the ninth track: 90, and again for the next player."""
    way = ("L02", "L06", "L34", "L35", "L36", "L38", "L41", "L44")
    s = tracks(tracks(ready(), ROT, *way), LILA, *way)
    s = s.replace(crowns=("L44",))
    paid = lay(tracks(s, ROT, "L45"), ROT, "L51")
    assert money(paid)[ROT] == 140 + 100
    nine = lay(s.change(ROT, cities=(*s.players[ROT].cities, "ljubljana")), ROT, "L51")
    assert money(nine)[ROT] == 140 + 90
    again = lay(nine.change(LILA, cities=(*nine.players[LILA].cities, "ljubljana")), LILA, "L51")
    assert money(again)[LILA] == 140 + 90
    later = lay(nine, ROT, "L45")
    assert money(later)[ROT] == money(nine)[ROT]


@pytest.mark.rule("IS-A1-10")
def test_a_worker_counts_the_number_of_his_field() -> None:
    s = ready()
    assert [experience(workers(s, ROT, *fields).players[ROT]) for fields in
            ((1, 0, 0), (0, 1, 0), (0, 0, 1), (3, 2, 1))] == [1, 2, 3, 10]  # fmt: skip
    s = do(turn(workers(builder(), ROT, one=2, three=1), ROT, "track"), LayTrack(ROT, BRATISLAVA))
    assert {a.field for a in offered(s, ROT, AssignWorker)} == {1, 3}
    for field in (-1, 0, 2, 4):
        refused(s, AssignWorker(ROT, field), "A1-10")
    assert do(s, AssignWorker(ROT, 3)).players[ROT].working == (0, 0, 1)
    assert do(s, AssignWorker(ROT, 1), AssignWorker(ROT, 1)).players[ROT].working == (2, 0, 0)


@pytest.mark.rule("IS-A1-9")
def test_just_enough_workers() -> None:
    s = builder()
    assert LayTrack(ROT, BRATISLAVA) in legal(turn(workers(s, ROT, two=1), ROT, "track"), ROT)
    found = refused(turn(workers(s, ROT, one=1), ROT, "track"), LayTrack(ROT, BRATISLAVA), "A1-9")
    assert found.figures == {"needed": 2, "able": 1}
    # Also where nobody is taking a turn, for those who look ahead.
    assert has_the_workers(workers(s, ROT, two=1), LayTrack(ROT, BRATISLAVA)) is None
    assert has_the_workers(workers(s, ROT, one=1), LayTrack(ROT, BRATISLAVA)) is not None


@pytest.mark.rule("IS-A1-14")
def test_a_point_is_one_step_or_one_row_or_one_wagon() -> None:
    s = spender(3)
    assert column(do(s, UsePoint(ROT, "influence")), ROT) == 60
    assert do(s, UsePoint(ROT, "price")).players[ROT].price == 1
    assert do(s, UsePoint(ROT, "wagon")).players[ROT].passenger == 1
    assert do(s, UsePoint(ROT, "wagon")).frame.left == 2
    near = do(influence(s, {ROT: 190}), UsePoint(ROT, "influence"))
    refused(near, UsePoint(ROT, "influence"), "A1-14")
    full = refused(s.change(ROT, reserved=5), UsePoint(ROT, "wagon"), "A1-14")
    assert full.message == "You have no freight wagon without a reserved marker."
    assert refused(near, UsePoint(ROT, "influence"), "A1-14").figures == {"on": "influence"}
