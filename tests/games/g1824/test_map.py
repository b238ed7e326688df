"""The maps and tiles of 1824 against the collected facts, hex by hex and tile by tile."""

import json
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

import stellwerk
from stellwerk.board import COLOURS, OPPOSITE, Atlas, Board, read_hexes, read_tiles, revenue
from stellwerk.board.tile import STOP

from .table import opening

DATA = Path(stellwerk.__file__).parent / "games" / "g1824" / "data"
FACTS = Path(__file__).parents[4] / "shared" / "facts"
needs_facts = pytest.mark.skipif(not (FACTS / "1824.json").exists(), reason="../shared/facts is not at hand")

BUDAPEST_TILES = {"126", "490", "495", "498"}
RULEBOOK_NAMES = {"Buda Pest": "Budapest"}
TERRAINS = {"water": "river"}


def cisleithania(players):
    hexes = read_hexes(DATA / "cisleithania.toml")
    if players == 3:
        hexes |= read_hexes(DATA / "cisleithania.toml", "hexes_3p")
    tiles = {key: tile for key, tile in read_tiles(DATA / "tiles.toml").items() if key not in BUDAPEST_TILES}
    return Atlas(hexes, tiles)


MAPS = {
    "1824": Atlas.load(DATA / "map.toml", DATA / "tiles.toml"),
    "1824-cisleithania-2p": cisleithania(2),
    "1824-cisleithania-3p": cisleithania(3),
}
BASE = MAPS["1824"]


def facts_of(name):
    return json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))


@pytest.fixture(params=MAPS)
def both(request):
    """A map and the facts about it."""
    return MAPS[request.param], facts_of(request.param)


def same_stops(stops, facts):
    assert len(stops) == len(facts)
    for index, (stop, fact) in enumerate(zip(stops, facts, strict=True)):
        assert fact["i"] == index
        assert stop.kind == fact["kind"]
        assert stop.slots == fact.get("slots", 0)
        assert stop.revenue == fact["revenue"]
        assert list(stop.home) == fact.get("reserved_for", [])


def same_paths(paths, facts):
    assert [(p.a, p.b, p.terminal, p.lane_a, p.lane_b) for p in paths] == [
        (
            *(fact[end].get("edge", STOP + fact[end].get("stop", 0)) for end in "ab"),
            fact.get("terminal", False),
            *(lane(fact, end) for end in "ab"),
        )
        for fact in facts
    ]


def lane(fact, end):
    """The facts count lanes as seen from each hex, the map gives a lane one number on both sides."""
    if "edge" not in fact[end]:
        return 0
    lanes, index = fact.get("lane", {}).get(end, (1, 0))
    return index if fact[end]["edge"] >= 3 else lanes - 1 - index


@needs_facts
def test_hexes(both):
    atlas, facts = both
    assert set(atlas.hexes) == {fact["id"] for fact in facts["hexes"]}
    for fact in facts["hexes"]:
        spec = atlas.hexes[fact["id"]]
        name = fact["name"] or ""
        # Mines and the entrances of Sarajevo have no names, only a description.
        assert (spec.name or spec.note) == RULEBOOK_NAMES.get(name, name)
        assert (spec.name_18xx or spec.name or spec.note) == name
        assert bool(spec.note) == (fact.get("mine", False) or "entrance" in name)
        assert spec.colour == fact["colour"]
        assert spec.cost == fact.get("cost", 0)
        assert [spec.terrain] == [TERRAINS.get(kind, kind) for kind in fact.get("terrain", [""])]
        assert spec.label == fact.get("label", "")
        assert spec.buildable == fact["buildable"]
        groups = [group for stop in fact["stops"] for group in stop.get("group", [])]
        assert [spec.place_group] == (groups or [""])
        same_stops(spec.printed.stops, fact["stops"])
        same_paths(spec.printed.paths, fact["paths"])
        found = {str(edge): beyond for edge, beyond in enumerate(atlas.neighbours[spec.id]) if beyond}
        assert found == fact["neighbours"]
        assert spec.borders == {border["edge"]: border["kind"] for border in fact.get("borders", [])}


@needs_facts
def test_tiles(both):
    atlas, facts = both
    assert list(atlas.tiles) == [fact["number"] for fact in facts["tiles"]]
    for fact in facts["tiles"]:
        tile = atlas.tiles[fact["number"]]
        assert (tile.colour, tile.count, tile.label) == (fact["colour"], fact["count"], fact.get("label", ""))
        same_stops(tile.stops, fact["stops"])
        same_paths(tile.paths, fact["paths"])


@needs_facts
@pytest.mark.rule("1824-VII.6-4", "1824-VII.6-4b", "1824-VII.6-4c")
def test_first_tiles(both):
    atlas, facts = both
    for fact in facts["hexes"]:
        if not fact["buildable"]:
            continue
        fits = [number for number, _ in atlas.fitting(fact["id"], atlas.hexes[fact["id"]].printed, "yellow")]
        # The facts do not ask whether a rotation stays on the map.
        assert fits == [
            number
            for number in fact["accepts"]
            if any(
                all(atlas.may_lead_on(fact["id"], edge) for edge in atlas.tiles[number].turned(turn).exits)
                for turn in range(6)
            )
        ]


@needs_facts
@pytest.mark.rule("1824-VII.7-1b", "1824-VII.7-3")
def test_upgrades(both):
    """Whatever can follow each other on some hex is what the facts list: no pair less, none more."""
    atlas, facts = both
    found = {number: set() for number in atlas.tiles}
    for key, spec in atlas.hexes.items():
        if not spec.buildable:
            continue
        faces = {"": spec.printed}
        for colour in COLOURS:
            following = {}
            for face in faces.values():
                for number, rotations in atlas.fitting(key, face, colour):
                    if face is not spec.printed:
                        found[face.key.partition(":")[0]].add(number)
                    for rotation in rotations:
                        following[number, rotation] = atlas.face(number, rotation)
            faces = following
    assert found == {fact["number"]: set(fact["upgrades_to"]) for fact in facts["tiles"]}


@needs_facts
def test_goods_time():
    """XII.1: the tiles and hexes of variant C."""
    data = tomllib.loads((DATA / "goods_time.toml").read_text(encoding="utf-8"))
    new = read_tiles(DATA / "goods_time.toml")
    facts = facts_of("1824")["variants"]["goods_time"]
    assert {name: data[name] for name in ("one_town", "two_towns")} == facts["town_markers"]
    assert data["extra"] | {number: tile.count for number, tile in new.items()} == facts["extra_tiles"]
    assert sum(data["extra"].values()) + new["204"].count == facts["extra_tile_total"] == 17
    assert new["204"].colour == facts["tile_204"]["colour"]
    same_stops(new["204"].stops, facts["tile_204"]["stops"])
    same_paths(new["204"].paths, facts["tile_204"]["paths"])
    # It follows the same yellow tiles as the towns of the base game.
    atlas = Atlas(BASE.hexes, {**BASE.tiles, **new})
    below = [
        number
        for number, tile in BASE.tiles.items()
        if any(fit == "204" for fit, _ in atlas.fitting("C10", tile.turned(1), "green"))
    ]
    assert below == facts["tile_204"]["upgraded_from"]


@pytest.mark.rule("1824-XII.2-1")
def test_goods_time_towns_come_where_there_is_no_place():
    data = tomllib.loads((DATA / "goods_time.toml").read_text(encoding="utf-8"))
    for key in data["one_town"] + data["two_towns"]:
        spec = BASE.hexes[key]
        assert spec.buildable
        assert not spec.printed.stops
        assert not spec.label
    assert set(data["extra"]) <= set(BASE.tiles)


@pytest.mark.parametrize("atlas", MAPS.values(), ids=MAPS)
def test_printed_track_meets_land(atlas):
    for key, spec in atlas.hexes.items():
        for edge in spec.printed.exits:
            assert Board().leads_on(atlas, key, edge)
            assert atlas.neighbours[atlas.neighbours[key][edge]][OPPOSITE[edge]] == key


@pytest.mark.parametrize("atlas", MAPS.values(), ids=MAPS)
def test_areas_of_two_hexes_are_one_place_with_one_value(atlas):
    groups = {}
    for spec in atlas.hexes.values():
        if spec.place_group:
            groups.setdefault(spec.place_group, []).append(spec)
    whole = {"Dresden", "Kiew", "Mailand"} | ({"Bukarest"} if atlas is BASE else set())
    assert set(groups) == whole
    for one, other in groups.values():
        assert other.id in atlas.neighbours[one.id]
        assert one.printed.stops == other.printed.stops
        assert set(one.borders.values()) == set(other.borders.values()) == {"merged_area"}


@pytest.mark.rule("1824-VII.3-3", "1824-VII.2-3")
def test_mines():
    mines = {
        key: spec for key, spec in BASE.hexes.items() if any(s.kind == "mine" for s in spec.printed.stops)
    }
    assert {key: spec.printed.stops[0].home for key, spec in mines.items()} == {
        "A12": ("EOD",),
        "A22": ("MLB",),
        "C6": ("EPP",),
        "H25": ("SPB",),
    }
    values = {
        key: [revenue(spec.printed.stops[0], colour) for colour in COLOURS] for key, spec in mines.items()
    }
    assert values["C6"] == values["A12"] == [10, 10, 40, 40]
    assert values["A22"] == values["H25"] == [20, 20, 60, 60]
    for spec in mines.values():
        assert spec.printed.terminal == (True,)
        assert len(spec.printed.exits) == 2  # VII.9-3
        assert not spec.buildable


def test_homes():
    """Every pre-state, regional and coal railway has one home on the base map."""
    homes = [company for spec in BASE.hexes.values() for stop in spec.printed.stops for company in stop.home]
    states = ["SD1", "SD2", "SD3", "KK1", "KK2", "UG1", "UG2"]
    coal, regional = ["EPP", "EOD", "MLB", "SPB"], ["BK", "MS", "CL", "SB", "BH"]
    assert sorted(homes) == sorted([*states, *coal, *regional])
    assert [stop.home for stop in BASE.hexes["E12"].printed.stops] == [("SD1",), ("KK1",), ("KK2",)]
    assert [stop.home for stop in BASE.hexes["F17"].printed.stops] == [(), ("UG1",)]


@pytest.mark.rule("1824-XI.3-1")
def test_budapest_in_cisleithania():
    """A link with two players, a place for UG1's marker with three; everything else is alike."""
    two, three = MAPS["1824-cisleithania-2p"], MAPS["1824-cisleithania-3p"]
    assert {key for key in two.hexes if two.hexes[key] != three.hexes[key]} == {"G12"}
    assert [stop.kind for stop in two.hexes["G12"].printed.stops] == ["offboard"]
    [city] = three.hexes["G12"].printed.stops
    assert (city.kind, city.slots, city.home) == ("city", 1, ("UG1",))
    assert three.hexes["G12"].printed.terminal == (True,)
    assert len(two.hexes) == len(three.hexes) == 65


@pytest.mark.rule("1824-VII.6-7")
@pytest.mark.parametrize(("key", "tile"), [("E12", "499"), ("F17", "498")])
def test_the_first_tile_of_a_capital_keeps_its_track(key, tile):
    printed = BASE.hexes[key].printed
    [(number, rotations)] = BASE.fitting(key, printed, "yellow")
    assert number == tile
    for rotation in rotations:
        face = BASE.face(number, rotation)
        moved = BASE.stop_map(printed, face)
        assert sorted(moved) == list(range(len(printed.stops)))
        for old, new in enumerate(moved):
            assert printed.stop_exits[old] <= face.stop_exits[new]


def test_the_tiles_of_a_capital_follow_each_other():
    for label, numbers in (("W", ("499", "491", "493", "496")), ("Bu", ("498", "490", "126", "495"))):
        tiles = [BASE.tiles[number] for number in numbers]
        assert [tile.colour for tile in tiles] == list(COLOURS)
        assert {tile.label for tile in tiles} == {label}
        for old, new in pairwise(tiles):
            assert BASE.rotations(old.turned(0), new)
    assert [len(BASE.tiles[number].stops) for number in ("499", "491", "493", "496")] == [3, 3, 2, 1]
    assert [stop.slots for stop in BASE.tiles["493"].stops] == [1, 3]


@pytest.mark.rule("1824-X.1-1", "1824-XI.1-1")
@pytest.mark.parametrize(
    ("variant", "players", "there"),
    [("base", 4, True), ("goods-time", 4, True), ("cisleithania-2", 2, False), ("cisleithania-3", 3, False)],
)
def test_the_small_map_has_no_tiles_of_budapest(variant, players, there):
    s = opening(players, variant)
    assert {number in s.supply for number in ("126", "490", "495", "498")} == {there}
    assert {"499", "491", "493", "496", "401", "447", "405", "497", "494", "7", "57"} <= set(s.supply)
