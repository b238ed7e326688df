"""Chapter 1 and the tables: what is in the box."""

import json
from collections import Counter
from pathlib import Path

import pytest

from stellwerk.board.hexes import HexId
from stellwerk.board.tile import STOP
from stellwerk.engine import Game, Setup, legal
from stellwerk.engine.save import dump, load
from stellwerk.engine.text import message
from stellwerk.games.g1853.data.components import FILE
from stellwerk.games.g1853.show.view import facts as told
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.state import BANK, OFFER, POOL, SEATS
from stellwerk.mech18.track import LayTile
from tests.cli.conftest import Run, failed, run  # noqa: F401
from tests.games.g1853.table import (
    MARKER,
    acting,
    base,
    do,
    fresh,
    marker,
    opened,
    phase,
    refused,
    tile,
    turn,
)


@pytest.mark.rule("1853-1-a")
def test_cash_and_capital_come_out_of_the_bank():
    s = fresh(4).state
    assert s.cash[BANK] == 15_000 - 4 * 570
    assert sum(s.cash.values()) == 15_000


@pytest.mark.rule("1853-1-a")
@pytest.mark.parametrize("bank", [3070, 9000, 17_760])
def test_a_shorter_or_longer_game_has_another_bank(bank):
    game = fresh(6, f"book,bank={bank}")
    assert sum(game.state.cash.values()) == bank
    again, _ = load(dump(game))
    assert again.state.book.bank == bank
    assert message("The bank began with {bank}.", bank=bank).under("1-a") in told(game.state)


@pytest.mark.rule("1853-1-a", "1853-2.4")
def test_impossible_banks_are_refused(run: Run, tmp_path: Path):  # noqa: F811
    for bank in ("3060", "17770", "15005", "much", "-10"):
        with pytest.raises(ValueError, match=r"ruling bank cannot be .*, only 3070 to 17760 in steps of 10"):
            fresh(3, f"book,bank={bank}")
    with pytest.raises(ValueError, match="the short game has a bank of its own"):
        fresh(3, "book,bank=12000", "short")
    file = tmp_path / "g.json"
    players = ("--players", "A,B,C", "-o", file)
    assert "3070 to 17760" in failed(run("new", "1853", *players, "--rulings", "book,bank=99999"))
    assert run("new", "1853", *players, "--rulings", "slips,bank=16000").code == 0
    assert load(file.read_bytes())[0].state.book.bank == 16_000


@pytest.mark.rule("1853-2.4")
def test_the_short_bank_is_a_number_of_the_components():
    s = fresh(3, variant="short").state
    assert sum(s.cash.values()) == FILE.typed(FILE.own()).money.short_bank < 15_000
    with pytest.raises(ValueError, match="no variant"):
        fresh(3, variant="endless")


@pytest.mark.rule("1853-1-b")
def test_all_eight_companies_have_ten_shares():
    book = fresh(3).state.book
    assert list(book.companies) == ["EIR", "GIP", "NWR", "BNR", "BBCI", "MSM", "SIR", "ECR"]
    assert {sum(p.shares for p in papers) for papers in book.papers_of.values()} == {10}


@pytest.mark.rule("1853-1-c")
def test_tiles_by_colour_and_the_last_one():
    s = acting("EIR")
    counts: Counter[str] = Counter()
    for found in s.book.atlas.tiles.values():
        counts[found.colour] += found.count
    assert counts == {"yellow": 128, "green": 64, "brown": 18, "gray": 7}
    patna = LayTile(0, "H24", "115", 1)
    assert patna in legal(s, 0)
    refused(s.replace(supply={**s.supply, "115": 0}), patna, "1-c")


@pytest.mark.rule("1853-1-e")
def test_23_cities_five_of_them_printed():
    book = fresh(3).state.book
    assert len(book.facts.cities) == 23
    printed = [c.name for c in book.facts.cities.values() if book.atlas.hexes[HexId(c.hex)].printed.paths]
    assert sorted(printed) == ["Bombay", "Calcutta", "Delhi", "Madras", "Waltair"]
    named = {spec.name for spec in book.atlas.hexes.values() if spec.name}
    assert named == set(book.facts.cities)


@pytest.mark.rule("1853-1-f")
def test_markers_and_the_last_one():
    s = acting("SIR", MARKER)
    assert [len(c.markers) for c in s.book.companies.values()] == [5, 5, 5, 5, 4, 4, 4, 3]
    s = tile(tile(s, "T16", "5", 2), "S17", "4", 0)
    s = tile(s, "R18", "105", 0)
    place = PlaceMarker(0, "R18.0")
    assert place in legal(s, 0)
    for hex_id in ("R14", "C11", "E7"):
        s = marker(s, f"{hex_id}.0", "SIR")
    refused(s, place, "1-f")


@pytest.mark.rule("1853-1-g", "1853-4.1.2")
@pytest.mark.parametrize(("company", "homes"), [("EIR", 2), ("MSM", 1)])
def test_large_and_small(company, homes):
    s = phase(opened(base(), company), "3")
    assert len(s.board.markers_of(company)) == homes
    s = turn(s, company)
    assert s.is_large(company) == (homes == 2)
    first = {"EIR": LayTile(0, "H24", "6", 0), "MSM": LayTile(0, "Q17", "9", 2)}[company]
    after = do(s, first)
    assert (after.frame.step == s.frame.step) == (homes == 2)


@pytest.mark.rule("1853-T2")
def test_areas_with_their_borders():
    s = fresh(3).state

    def areas(hex_id):
        return [c for c, sheet in s.facts.sheets.items() if sheet.area.holds(hex_id)]

    assert areas("G19") == ["EIR", "GIP"]
    assert areas("H20") == ["EIR", "GIP", "BNR"]
    assert areas("I3") == ["NWR", "BBCI"]
    for company in s.book.companies.values():
        assert all(s.facts.sheets[company.sym].area.holds(home.split(".")[0]) for home in company.homes)


@pytest.mark.rule("1853-T3")
@pytest.mark.parametrize(
    ("players", "cash", "cities", "bond", "holding", "papers", "start"),
    [
        (3, 730, (4, 6), 80, 6, 21, 6),
        (4, 570, (3, 6), 60, 6, 16, 5),
        (5, 570, (3, 5), 60, 5, 13, 5),
        (6, 510, (3, 4), 60, 4, 11, 4),
    ],
)
def test_table_3(players, cash, cities, bond, holding, papers, start):
    s = fresh(players).state
    assert s.cash[SEATS[0]] == cash
    assert s.facts.contract_cities == cities
    assert s.facts.least_bond == bond
    assert (s.book.holding_limit, s.book.paper_limits, s.book.float_shares) == (holding, (papers,), start)


@pytest.mark.rule("1853-T4", "1853-4.1.12")
@pytest.mark.parametrize(
    ("hex_id", "standard", "metre"),
    [("F6", 40, 30), ("I3", 60, 40), ("N14", 80, 50), ("H10", 140, 70), ("B12", 240, 100), ("L10", 120, 80)],
)
def test_table_4(hex_id, standard, metre):
    spec = fresh(3).state.book.atlas.hexes[HexId(hex_id)]
    assert dict(spec.costs) == {"standard": standard, "metre": metre}


@pytest.mark.rule("1853-T5")
def test_table_5():
    book = fresh(3).state.book
    found = {
        v.name: (kind.count, v.price, v.reach, v.gauge, *kind.scrapped_by)
        for kind in book.trains.values()
        for v in kind.versions
    }
    assert found == {
        "2": (7, 300, 2, "standard", "4"), "1M": (7, 180, 1, "metre", "4"),
        "3": (5, 440, 3, "standard", "5"), "2M": (3, 250, 2, "metre", "5"),
        "4": (4, 620, 4, "standard"), "3M": (4, 430, 3, "metre"),
        "5": (3, 830, 5, "standard"), "4M": (2, 590, 4, "metre"), "6": (2, 1050, 6, "standard"),
    }  # fmt: skip
    assert book.facts.in_the_box == ("2-6", "2M-2", "3M-3")


@pytest.mark.rule("1853-4.1.14")
def test_premiums():
    """In brackets on the map: Peshawar, Rawalpindi, the frontier, the hills, Karachi and Darjeeling."""
    assert fresh(3).state.facts.premiums == {
        "B8": 100, "B10": 40, "C5": 200, "D2": 200, "D14": 40, "H2": 40, "I3": 100, "G29": 100,
    }  # fmt: skip


@pytest.mark.rule("1853-3.3.2", "1853-4.7.3", "1853-K7")
def test_the_line_of_prices_and_where_companies_start():
    """35 fields from 10 to 400, each dearer than the one before; par is a field of it (3.3.2)."""
    s = fresh(3).state
    prices = s.book.grid.prices
    assert (len(prices), prices[0], prices[-1]) == (35, 10, 400)
    assert list(prices) == sorted(set(prices))
    assert list(s.par.values()) == [100, 96, 92, 88, 84, 80, 75, 70]
    assert set(s.par.values()) <= set(prices)


@pytest.mark.rule("1853-2.5.5")
def test_every_city_offers_a_company_that_may_build_there():
    facts = fresh(3).state.facts
    assert facts.cities["Delhi"].companies == ("EIR", "GIP", "NWR", "BBCI")
    for city in facts.cities.values():
        assert city.companies
        assert all(facts.sheets[company].area.holds(city.hex) for company in city.companies)


FACTS = Path(__file__).parents[4] / "shared" / "facts" / "1853.json"


@pytest.fixture(scope="module")
def facts():
    if not FACTS.is_file():
        pytest.skip("../shared/facts is not at hand")
    return json.loads(FACTS.read_text(encoding="utf-8"))


def end_of(end):
    return end["edge"] if "edge" in end else STOP + end["stop"]


def picture(stops, paths):
    """Stations and track as the facts write them, to be compared with ours."""
    return (
        [(s["kind"], s.get("revenue", 0), s.get("slots", 0) or 0) for s in stops],
        sorted((*sorted((end_of(p["a"]), end_of(p["b"]))), p["gauge"]) for p in paths),
    )


def ours(face):
    return (
        [(s.kind, s.revenue, s.slots) for s in face.stops],
        sorted((*path.link, path.gauge) for path in face.paths),
    )


def test_the_map_is_that_of_the_facts(facts):
    book = fresh(3).state.book
    assert {h["id"] for h in facts["hexes"]} == set(book.atlas.hexes)
    for h in facts["hexes"]:
        spec = book.atlas.hexes[h["id"]]
        assert ours(spec.printed) == picture(h["stops"], h["paths"]), h["id"]
        assert (spec.name or None, spec.colour, spec.label) == (h["name"], h["colour"], h.get("label", ""))
        assert h.get("cost", {}) == dict(spec.costs)
        assert h.get("premium", 0) == book.facts.premiums.get(h["id"], 0)
        assert list(spec.printed.becomes or ()) == h.get("upgrades_to", [])
        if "contract" in h:
            city = book.facts.cities[h["name"]]
            numbers = [book.facts.sheets[c].number for c in city.companies]
            assert (city.value, numbers) == (h["contract"]["value"], h["contract"]["companies"])


def test_the_tiles_are_those_of_the_facts(facts):
    tiles = fresh(3).state.book.atlas.tiles
    assert {t["number"] for t in facts["tiles"]} == set(tiles)
    for t in facts["tiles"]:
        tile = tiles[t["number"]]
        assert ours(tile.turned(0)) == picture(t["stops"], t["paths"]), t["number"]
        assert (tile.count, tile.colour, tile.label) == (t["count"], t["colour"], t.get("label", ""))
        assert list(tile.becomes or ()) == t["upgrades_to"]


def test_companies_market_and_trains_are_those_of_the_facts(facts):
    book = fresh(3).state.book
    for c in facts["companies"]:
        sheet, company = book.facts.sheets[c["sym"]], book.companies[c["sym"]]
        large = c.get("if_large", {})
        homes = [*c["home"], *([large["extra_home"]] if large else [])]
        assert company.homes == tuple(f"{h['hex']}.{h['stop']}" for h in homes)
        assert list(company.markers) == large.get("tokens", c["tokens"])
        assert (company.pars, company.name, company.colour) == ((c["par"],), c["name"], c["colour"])
        assert (sheet.number, sheet.fee) == (c["number"], c.get("early_second_tile_cost", 0))
        inside = [hex_id for hex_id in book.atlas.hexes if sheet.area.holds(hex_id)]
        assert sorted(inside) == sorted(c["area_hexes"])
    assert list(book.grid.prices) == [cell["price"] for cell in facts["market"]["rows"][0]]
    for t in facts["trains"]:
        kind = book.trains[t["name"]]
        version = kind.versions[0]
        assert kind.count == t.get("count_if_small_started", t["count"])
        assert (version.price, version.gauge) == (t["price"], t["gauge"])
        assert version.reach == t["distance"]["cities"]
        assert list(kind.scrapped_by) == (t["rusts_on"] or [])


def test_bad_set_ups_are_refused():
    for names in (("A", "B"), tuple("ABCDEFG"), ("A", "A", "B")):
        with pytest.raises(ValueError, match=r"players|name"):
            Game(Setup("1853", names))


def test_names_and_numbers_of_players():
    for count in (3, 6):
        assert len(fresh(count).state.names) == count
    for names in (("A", " ", "B"), ("A", "", "B"), (" ", " ", " "), ("", "A", "B", "C")):
        with pytest.raises(ValueError, match="name of their own"):
            Game(Setup("1853", names))


@pytest.mark.rule("1853-1-a", "1853-1-b", "1853-T5")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_what_lies_where_before_the_first_bond(players):
    s = fresh(players).state
    cash = {3: 730, 4: 570, 5: 570, 6: 510}[players]
    assert dict(s.cash) == {
        **dict.fromkeys(SEATS[:players], cash),
        **dict.fromkeys(s.book.companies, 0),
        "envelopes": 0,
        BANK: 15_000 - players * cash,
    }
    assert set(s.papers.values()) == {OFFER}
    assert len(s.papers) == 80
    assert dict(s.markers) == dict.fromkeys(s.book.companies, 0)
    assert Counter(s.train_type(card) for card in s.trains) == {
        "2": 7, "3": 5, "4": 4, "5": 3, "6": 2, "2M": 3, "3M": 4, "4M": 2,
    }  # fmt: skip
    assert set(s.trains.values()) == {BANK}
    assert s.order == tuple(range(players))
    assert (s.holders, s.bbci, s.bbci_shown, s.back_sides) == (0, "", -1, False)
    assert dict(s.supply) == {number: found.count for number, found in s.book.atlas.tiles.items()}


@pytest.mark.rule("1853-T4", "1853-4.1.14", "1853-4.2.12-a")
def test_every_hex_has_the_price_of_its_terrain_and_its_premium():
    prices = {"river": (40, 30), "rivers": (60, 40), "hill": (80, 50), "mountain": (140, 70),
              "high_mountain": (240, 100)}  # fmt: skip
    s = fresh(3).state
    for hex_id, spec in s.book.atlas.hexes.items():
        assert spec.premium == s.facts.premiums.get(hex_id, 0)
        words = [] if spec.printed.paths else spec.terrain.split()
        if not words:
            assert (spec.cost, dict(spec.costs)) == (0, {}), hex_id
            continue
        standard, metre = (sum(prices[word][n] for word in words) for n in (0, 1))
        assert (spec.cost, dict(spec.costs)) == (standard, {"standard": standard, "metre": metre}), hex_id


@pytest.mark.rule("1853-1-b", "1853-3.3.2", "1853-2.5.9", "1853-2.6.3")
def test_the_book_of_a_game():
    book = fresh(3).state.book
    assert book.pool
    assert book.new_at_par
    assert (book.pool_limit, book.pool_limit_counts, book.capital_shares) == (10, (POOL,), 10)
    for company in book.companies.values():
        assert not company.director
        assert [paper.shares for paper in book.papers_of[company.sym]] == [1] * 10
        assert not any(paper.director for paper in book.papers_of[company.sym])
    assert book.par_cells == {
        100: (0, 14), 96: (0, 13), 92: (0, 12), 88: (0, 11), 84: (0, 10), 80: (0, 9), 75: (0, 8), 70: (0, 7),
    }  # fmt: skip
    facts = book.facts
    assert [sheet.number for sheet in facts.sheets.values()] == list(range(1, 9))
    assert [sheet.fee for sheet in facts.sheets.values()] == [50, 20, 20, 20, 20, 0, 0, 0]
    values = {"Calcutta": 50, "Bombay": 40, "Delhi": 40, "Madras": 30, "Waltair": 30}
    assert {city.name: city.value for city in facts.cities.values()} == {
        name: values.get(name, 20) for name in facts.cities
    }
    assert facts.small_bbci.homes == ("H10.0",)
    assert book.companies["BBCI"].homes == ("H10.0", "M9.0")
    assert facts.in_the_box == ("2-6", "2M-2", "3M-3")
