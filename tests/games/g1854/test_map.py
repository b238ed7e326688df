"""The two maps, the tiles and the tables of 1854 against the collected facts, hex by hex."""

import json
from pathlib import Path

import pytest

from stellwerk.board import COLOURS, OPPOSITE, Board
from stellwerk.board.tile import STOP

from .table import MAJORS, PHASES, opening

FACTS = Path(__file__).parents[4] / "shared" / "facts" / "1854.json"
needs_facts = pytest.mark.skipif(not FACTS.exists(), reason="the facts are not at hand")

START = opening()
BOOK, ATLAS = START.book, START.book.atlas
RED_DOTS = "offboard_drawn_as_dot"
SPELT = {"Modling & Baden": "Mödling & Baden"}


def facts():
    return json.loads(FACTS.read_text(encoding="utf-8"))


def same_stops(stops, found):
    assert len(stops) == len(found)
    for stop, fact in zip(stops, found, strict=True):
        # 18xx.games draws Zürich and Budapest as dots; trains end there like in other red places.
        assert stop.kind == ("offboard" if fact.get("role") == RED_DOTS else fact["kind"])
        assert stop.slots == fact.get("slots", 0)
        assert stop.revenue == fact["revenue"]
        assert list(stop.home) == [sym.removeprefix("L") for sym in fact.get("reserved_for", [])]


def same_paths(paths, found):
    assert sorted(path.link for path in paths) == sorted(
        tuple(sorted(fact[end].get("edge", STOP + fact[end].get("stop", 0)) for end in "ab"))
        for fact in found
    )


@needs_facts
def test_hexes():
    found = facts()["hexes"]
    assert set(ATLAS.hexes) == {fact["id"] for fact in found}
    for fact in found:
        spec = ATLAS.hexes[fact["id"]]
        name = fact["name"] or ""
        assert spec.name == SPELT.get(name, name)
        assert (spec.colour, spec.cost, spec.label) == (
            fact["colour"],
            fact.get("cost", 0),
            fact.get("label", ""),
        )
        assert [spec.terrain] == fact.get("terrain", [""])
        assert (spec.sheet or "main", spec.buildable) == (fact["submap"], fact["buildable"])
        assert spec.tunnel_only == fact.get("high_mountain", False)
        same_stops(spec.printed.stops, fact["stops"])
        same_paths(spec.printed.paths, fact["paths"])
        beyond = {str(edge): hex_id for edge, hex_id in enumerate(ATLAS.neighbours[spec.id]) if hex_id}
        assert beyond == fact["neighbours"]


@needs_facts
def test_tiles():
    found = {fact["number"]: fact for fact in facts()["tiles"]}
    assert set(ATLAS.tiles) == set(found)
    for number, fact in found.items():
        tile = ATLAS.tiles[number]
        assert (tile.colour, tile.count, tile.label) == (fact["colour"], fact["count"], fact.get("label", ""))
        same_stops(tile.stops, fact["stops"])
        same_paths(tile.paths, fact["paths"])


@needs_facts
def test_companies_and_mail():
    found = facts()
    for fact in found["companies"]:
        sym = fact["sym"]
        if fact["kind"] == "mountain":
            private = BOOK.privates[sym]
            assert (private.name, private.price, private.income) == (
                fact["name"],
                fact["price"],
                fact["revenue"],
            )
            assert START.facts.mountain_hexes[sym] == fact["hex"]
            continue
        company = BOOK.companies[sym]
        assert (company.name, list(company.markers)) == (fact["name"], fact["tokens"])
        if fact["kind"] != "lokalbahn":
            assert list(company.homes) == [f"{home['hex']}.{home['stop']}" for home in fact["home"]]
    assert BOOK.bank == found["money"]["bank"]
    for size, contract in START.facts.mail.items():
        assert (contract.count, contract.price) == (
            found["mail_contracts"][size]["count"],
            found["mail_contracts"][size]["price"],
        )
        assert contract.income == found["mail_contracts"]["income"][size]


@needs_facts
def test_trains_and_phases():
    found = facts()
    assert [fact["name"] for fact in found["trains"] if fact["kind"] == "normal"] == [
        name for name, kind in BOOK.trains.items() if not kind.versions[0].plus
    ]
    for fact in found["trains"]:
        kind = BOOK.trains[fact["name"]]
        assert (kind.count or "unlimited", kind.versions[0].price) == (fact["count"], fact["price"])
        assert list(kind.scrapped_by) == (fact["rusts_on"] or [])
        for other, version in zip(fact["variants"], kind.versions[1:], strict=True):
            assert (version.name, version.price) == (other["name"], other["price"])
    for fact in found["phases"]:
        s = START.but(phases=PHASES[fact["name"]])
        assert s.train_limits == fact["train_limit"]
        assert (s.rounds_per_set, s.colour) == (fact["operating_rounds"], fact["tiles"][-1])


@needs_facts
def test_price_table():
    rows = facts()["market"]["rows"]
    for r, row in enumerate(BOOK.grid.rows):
        for c, price in enumerate(row):
            fact = rows[r][c] or {}
            assert price == fact.get("price", 0)
            types = fact.get("type", [])
            assert ((r, c) in START.facts.yellow) == ("yellow_no_cert_limit" in types)
            assert START.facts.beyond_red_line((r, c)) == bool({"share_split", "end_game"} & set(types))
            assert ((r, c) == START.facts.end_cell) == ("end_game" in types)
            assert ((r, c) in BOOK.par_cells.values()) == ("par" in types)
        assert len(row) == len(rows[r])


def test_printed_track_meets_land():
    for key, spec in ATLAS.hexes.items():
        for edge in spec.printed.exits:
            assert Board().leads_on(ATLAS, key, edge)
            assert ATLAS.neighbours[ATLAS.neighbours[key][edge]][OPPOSITE[edge]] == key


def test_every_company_has_its_home():
    homes = [sym for spec in ATLAS.hexes.values() for stop in spec.printed.stops for sym in stop.home]
    assert sorted(homes) == sorted([*MAJORS, *"123456"])


def test_every_tile_can_follow_somewhere():
    """Whatever can follow each other, from the bare map on: no tile of the box is useless."""
    used = set()
    for key, spec in ATLAS.hexes.items():
        faces = [spec.printed] if spec.buildable else []
        for colour in COLOURS:
            following = []
            for face in faces:
                for number, rotations in ATLAS.fitting(key, face, colour):
                    used.add(number)
                    following += [ATLAS.face(number, rotation) for rotation in rotations]
            faces = following or faces
    assert used == set(ATLAS.tiles)
