"""The two maps, the tiles and the tables of 1854 against the collected facts, hex by hex."""

import json
from pathlib import Path

import pytest

from stellwerk.board import COLOURS, OPPOSITE, Board
from stellwerk.board.tile import STOP
from stellwerk.games.g1854.rules.companies import holding_limit, paper_limit
from stellwerk.games.g1854.rules.runs import stop_of
from stellwerk.games.g1854.rules.tunnels import SHAPES

from .table import BANK, MAJORS, PHASES, opening

FACTS = Path(__file__).parents[4] / "shared" / "facts" / "1854.json"
needs_facts = pytest.mark.skipif(not FACTS.exists(), reason="../shared/facts is not at hand")

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
        if "position" in fact and fact["position"] != "center":
            assert stop.at == float(fact["position"])
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
        assert spec.yellow_exit == fact.get("yellow_must_exit")
        assert dict(spec.borders) == {border["edge"]: border["kind"] for border in fact.get("borders", [])}
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
def test_places_that_are_one():
    """RT-3: what the facts call one group is one place for a train, and nothing else is."""
    groups = {
        f"{fact['id']}.{stop['i']}": stop["group"][0]
        for fact in facts()["hexes"]
        for stop in fact["stops"]
        if "group" in stop
    }
    found = {}
    for spec in ATLAS.hexes.values():
        for index in range(len(spec.printed.stops)):
            if stop_of(START, "KE", f"{spec.id}.{index}").groups:
                found[f"{spec.id}.{index}"] = spec.place_group or spec.name
    assert found == groups


@needs_facts
def test_what_follows_what():
    """Whatever can be laid on each hex and on each tile is what the facts list: no tile less, none more."""
    found = facts()
    following = {number: set() for number in ATLAS.tiles}
    for fact in found["hexes"]:
        spec = ATLAS.hexes[fact["id"]]
        if not spec.buildable:
            assert "accepts" not in fact
            continue
        faces = {"": spec.printed}
        first = "green" if spec.colour == "yellow" else "yellow"
        # The facts do not ask whether a tile has room at the edge of the map.
        fits = [
            number
            for number, tile in ATLAS.tiles.items()
            if (tile.colour, tile.label) == (first, spec.label)
            and ATLAS.same_places(spec.id, spec.printed, tile)
        ]
        assert sorted(fits) == sorted(fact["accepts"])
        for colour in COLOURS[COLOURS.index(first) :]:
            above = {}
            for face in faces.values():
                for number, rotations in ATLAS.fitting(spec.id, face, colour):
                    if face is not spec.printed:
                        following[face.key.partition(":")[0]].add(number)
                    for rotation in rotations:
                        above[number, rotation] = ATLAS.face(number, rotation)
            faces = above
    assert following == {fact["number"]: set(fact["upgrades_to"]) for fact in found["tiles"]}


@needs_facts
def test_special_hexes():
    found = facts()
    homes = {fact["id"]: fact["lokalbahn_home_tiles"] for fact in found["hexes"] if "frame" in fact}
    assert homes == {key: list(START.facts.home_tiles) for key in START.facts.home_hexes}
    [(key, shortcut)] = [(fact["id"], fact["shortcut"]) for fact in found["hexes"] if "shortcut" in fact]
    assert START.facts.shortcut == f"{key}.e{shortcut['edges'][0]}"
    assert START.facts.toll == -shortcut["revenue"]
    tunnels = found["tunnels"]
    assert START.facts.tunnel_cost == tunnels["cost"]
    assert START.facts.tunnels_in_hex == tunnels["max_per_hex"]
    assert [key for key, spec in ATLAS.hexes.items() if spec.tunnel_only] == tunnels["tunnel_only_hexes"]
    printed = [shape["edges"] for shape in tunnels["shapes"]]
    turned = {tuple(sorted((side + turn) % 6 for side in shape)) for shape in printed for turn in range(6)}
    assert set(SHAPES) == turned


@needs_facts
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_money_and_limits(players):
    money, s = facts()["money"], opening(players)
    assert s.book.cash == money["starting_cash"][str(players)]
    assert s.cash[BANK] == money["bank"] - players * s.book.cash
    limits = money["cert_limit"]["by_players_and_splits"][str(players)]
    assert [paper_limit(s.replace(split=MAJORS[:splits]), "seat0") for splits in range(9)] == limits
    held = money["holding_limit_percent"]
    assert holding_limit(s, "KE") * 10 == held["default"]
    assert holding_limit(s.replace(split=("KE",)), "KE") * 10 == held["after_split"]


@needs_facts
def test_papers():
    found = facts()["companies"]
    # The facts list the packet by kind and price; P4 and P5 are dearer than the local railways.
    packet = sorted((fact for fact in found if "price" in fact), key=lambda fact: fact["price"])
    assert list(START.facts.packet) == [fact["sym"] for fact in packet]
    for fact in (fact for fact in found if fact["kind"] != "mountain"):
        sym, kind = fact["sym"], fact["kind"]
        papers = BOOK.papers_of[sym]
        assert papers[0].director
        percents = [row["percent"] for row in fact["shares"] for _ in range(row["count"])]
        whole = sum(paper.shares for paper in papers)
        assert [paper.shares * 100 // whole for paper in papers if paper.shares] == percents
        if kind == "local":
            assert (START.facts.local_price, START.facts.local_cash) == (fact["price"], fact["start_cash"])
        elif kind == "lokalbahn":
            cell = START.facts.lokalbahn_cell
            assert {"row": cell[0], "col": cell[1]} == fact["par_cell"]
            assert BOOK.grid.rows[cell[0]][cell[1]] == fact["par"]
            assert list(START.facts.home_hexes) == [home["hex"] for home in fact["home_options"]]
        else:
            after = [row["percent"] for row in fact["shares_after_split"] for _ in range(row["count"])]
            assert [START.facts.split_sizes[paper.id] * 10 for paper in papers] == after
            assert list(BOOK.companies[sym].pars) == fact["par_options"]
            assert (BOOK.float_shares * 10, BOOK.capital_shares) == (fact["float_percent"], 10)


@needs_facts
def test_companies_and_mail():
    found = facts()
    assert {fact["sym"] for fact in found["companies"]} == {*BOOK.companies, *BOOK.privates}
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
        reach = fact["distance"]
        assert kind.versions[0].reach == reach["cities" if fact["kind"] == "plus" else "stops"]
        assert kind.versions[0].plus == (fact["kind"] == "plus")
        for other, version in zip(fact["variants"], kind.versions[1:], strict=True):
            assert (version.name, version.price) == (other["name"], other["price"])
            assert (version.reach, version.picks) == (other["distance"]["stops"], True)
    for name, price in found["train_stocks"]["scrap_stock"]["prices"].items():
        assert BOOK.trains[name].versions[0].price + START.facts.scrap_surcharge == price
    [eights] = [fact["physical_count"] for fact in found["trains"] if "physical_count" in fact]
    printed = opening(rulings='book,eights="printed"').facts.cards
    assert printed == {name: eights[name] for name in printed}
    colours = found["mail_contracts"]["colour_by_phase"]
    for fact in found["phases"]:
        s = START.replace(phases=PHASES[fact["name"]])
        assert s.train_limits == fact["train_limit"]
        assert (s.rounds_per_set, s.colour) == (fact["operating_rounds"], fact["tiles"][-1])
        assert s.colour == colours[fact["name"]]


@needs_facts
def test_price_table():
    rows = facts()["market"]["rows"]
    assert len(BOOK.grid.rows) == len(rows)
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
