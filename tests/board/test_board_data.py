"""The data files against the collected facts, hex by hex and tile by tile."""

import json
from pathlib import Path

import pytest

from stellwerk.board import COLOURS, OPPOSITE, Board
from stellwerk.board.tile import STOP, revenue

FACTS = Path(__file__).parents[3] / "shared" / "facts" / "1848.json"
needs_facts = pytest.mark.skipif(not FACTS.exists(), reason="../shared/facts is not at hand")


@pytest.fixture(scope="module")
def facts():
    return json.loads(FACTS.read_text(encoding="utf-8"))


def same_revenue(stop, fact):
    value = fact["revenue"]
    if isinstance(value, int):
        return stop.revenue == value
    return isinstance(stop.revenue, dict) and stop.revenue == value


def same_stops(stops, facts):
    assert len(stops) == len(facts)
    for index, (stop, fact) in enumerate(zip(stops, facts, strict=True)):
        assert fact["i"] == index
        assert stop.kind == fact["kind"]
        assert stop.slots == fact.get("slots", 0)
        assert same_revenue(stop, fact)
        assert stop.role == fact.get("role", "")
        assert list(stop.home) == fact.get("reserved_for", [])
        assert stop.at == (float(fact["position"]) if "position" in fact else None)


def same_paths(paths, facts):
    def end(fact):
        return fact["edge"] if "edge" in fact else STOP + fact["stop"]

    assert [(p.a, p.b, p.terminal) for p in paths] == [
        (end(f["a"]), end(f["b"]), f.get("terminal", False)) for f in facts
    ]


@needs_facts
def test_hexes(atlas, facts):
    assert set(atlas.hexes) == {fact["id"] for fact in facts["hexes"]}
    for fact in facts["hexes"]:
        spec = atlas.hexes[fact["id"]]
        # The harbour at Brisbane has no name of its own, only a description.
        assert (spec.name_18xx or spec.name or spec.note) == (fact["name"] or "")
        assert spec.colour == fact["colour"]
        assert spec.cost == fact.get("cost", 0)
        assert [spec.terrain] == fact.get("terrain", [""])
        assert spec.label == fact.get("label", "")
        later = fact.get("label_later", {"label": "", "from_tile_colour": ""})
        assert (spec.label_later, spec.label_later_from) == (later["label"], later["from_tile_colour"])
        assert spec.buildable == fact["buildable"]
        assert spec.gauge == fact.get("gauge_region", 0)
        assert spec.place_group == fact.get("place_group", "")
        assert list(spec.special) == fact.get("accepts_special", [])
        same_stops(spec.printed.stops, fact["stops"])
        same_paths(spec.printed.paths, fact["paths"])


@needs_facts
def test_neighbours_and_borders(atlas, facts):
    """Neighbours follow from the names, gauge borders from the regions."""
    for fact in facts["hexes"]:
        key = fact["id"]
        found = {str(edge): beyond for edge, beyond in enumerate(atlas.neighbours[key]) if beyond}
        assert found == fact["neighbours"]
        borders = fact.get("borders", [])
        changes = {b["edge"] for b in borders if b["kind"] == "gauge_change"}
        assert {edge for edge in range(6) if atlas.crossings(key, edge)} == changes
        others = {b["edge"]: b["kind"] for b in borders if b["kind"] != "gauge_change"}
        assert atlas.hexes[key].borders == others


@needs_facts
def test_tiles(atlas, facts):
    assert list(atlas.tiles) == [fact["number"] for fact in facts["tiles"]]
    for fact in facts["tiles"]:
        tile = atlas.tiles[fact["number"]]
        assert (tile.colour, tile.count, tile.label) == (fact["colour"], fact["count"], fact.get("label", ""))
        same_stops(tile.stops, fact["stops"])
        same_paths(tile.paths, fact["paths"])


@needs_facts
def test_first_tiles(atlas, facts):
    for fact in facts["hexes"]:
        if not fact["buildable"]:
            continue
        fits = [number for number, _ in atlas.fitting(fact["id"], atlas.hexes[fact["id"]].printed, "yellow")]
        # The facts do not ask whether a rotation stays on the map: no straight fits into H15.
        assert fits == [
            number
            for number in fact["accepts"]
            if any(
                all(atlas.may_lead_on(fact["id"], edge) for edge in atlas.tiles[number].turned(turn).exits)
                for turn in range(6)
            )
        ]


@needs_facts
def test_upgrades(atlas, facts):
    """The listed upgrades are those that keep the track, the places and the label."""
    for fact in facts["tiles"]:
        old = atlas.tiles[fact["number"]]
        if old.colour not in COLOURS[:3]:
            continue
        following = COLOURS[COLOURS.index(old.colour) + 1]
        kinds = [stop.kind for stop in old.stops]
        fits = [
            (tile.number, tile.label)
            for tile in atlas.tiles.values()
            if tile.colour == following
            and [stop.kind for stop in tile.stops] == kinds
            and atlas.rotations(old.turned(0), tile)
        ]
        assert sorted(n for n, label in fits if label == old.label) == sorted(fact["upgrades_to"])
        if "upgrades_to_on_K_hex" in fact:
            assert [n for n, label in fits if label == "K"] == fact["upgrades_to_on_K_hex"]


def test_a_hundred_tiles(atlas):
    counts = dict.fromkeys((*COLOURS, "blue"), 0)
    for tile in atlas.tiles.values():
        counts[tile.colour] += tile.count
    assert counts == {"yellow": 43, "green": 31, "brown": 22, "gray": 3, "blue": 1}


@pytest.mark.parametrize(
    ("number", "links"),
    [
        ("2", {(0, 6), (3, 6), (1, 7), (2, 7)}),  # a straight and a sharp curve, a town on each
        ("16", {(0, 2), (1, 3)}),  # two wide curves that cross
        ("42", {(0, 3), (3, 5), (0, 5)}),  # a straight with a wide curve and a sharp one into its ends
    ],
)
def test_tracks_that_many_tiles_resemble(atlas, number, links):
    assert atlas.tiles[number].turned(0).links == links


def test_a_city_that_is_nobodys_home(atlas):
    """Whyalla has one circle, empty."""
    assert [(stop.kind, stop.slots, stop.home) for stop in atlas.hexes["E2"].printed.stops] == [
        ("city", 1, ())
    ]


def test_printed_track_meets_land(atlas):
    for key, spec in atlas.hexes.items():
        for edge in spec.printed.exits:
            assert Board().leads_on(atlas, key, edge)
            assert atlas.neighbours[atlas.neighbours[key][edge]][OPPOSITE[edge]] == key


def test_revenue_by_colour(atlas):
    perth = atlas.hexes["D1"].printed.stops[0]
    assert [revenue(perth, colour) for colour in COLOURS] == [20, 40, 60, 80]
    assert revenue(atlas.tiles["14"].stops[0], "gray") == 30
