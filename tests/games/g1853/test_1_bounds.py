"""Sets that could do harm on a server: too large, too dense, with letters that pages cannot bear."""

import pytest

from stellwerk.engine.components import LARGEST
from stellwerk.games.g1853.data import bounds
from stellwerk.games.g1853.data.checks import check
from stellwerk.games.g1853.data.components import FILE
from stellwerk.games.g1853.rules.book import atlas_with
from tests.games.g1853.test_1_corrected import changed

STAR = " ".join(f"{side}-s0(dual)" for side in range(6))
FORK = "0-s0(dual) 1-s0(dual) 3-s0(dual)"
CITY, TOWN = ["city 20 slots=1"], ["town 10"]
NASTY = '<b onclick="x">'


def ecr(**fields):
    return lambda c: c["companies"]["ECR"].update(fields)


def waltair(**fields):
    return lambda c: c["hexes"]["N22"].update(fields)


def tile(**fields):
    return lambda c: c["tiles"]["716"].update(fields)


def many_hexes(c):
    c["hexes"].update({f"{row}{column}": {} for row in "ABCDEFGHIJKLM" for column in range(40, 80)})


def many_tiles(c):
    c["tiles"].update({str(number): c["tiles"]["717"] for number in range(1000, 1200)})


def many_stars(c):
    """Every yellow town a city with six exits."""
    for number, count in (("3", 10), ("4", 14), ("58", 10), ("73", 6), ("74", 4), ("72", 4)):
        c["tiles"][number] = {"colour": "yellow", "count": count, "stops": CITY, "paths": STAR, "becomes": []}


def open_forks(c):
    for number, gauge in (("233", "dual"), ("7", "standard")):
        paths = f"0-1({gauge}) 0-2({gauge})"
        colour = "green" if gauge == "dual" else "yellow"
        c["tiles"][number] = {"colour": colour, "count": 6, "paths": paths, "becomes": []}


def much_printed_track(c):
    c["hexes"].update({f"{row}16": {"stops": CITY, "paths": "0-s0(dual)"} for row in "DFHJLNPR"})
    c["hexes"].update({f"{row}17": {"stops": CITY, "paths": "0-s0(dual)"} for row in "EGIKMO"})


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (many_hexes, "hexes, at most 400"),
        (many_tiles, "tiles: 260 kinds, at most 217 (1-c)"),
        (lambda c: c["premiums"].update({f"A{n}": 10 for n in range(500)}), "premiums: 501 entries"),
        (lambda c: c["cities"].update({f"A{n}": [1] for n in range(500)}), "cities: 515 entries"),
        (lambda c: c["hexes"].update(A0={}), "hexes.A0: a hex is a row letter and a column number"),
        (lambda c: c["hexes"].update(A100={}), "hexes.A100: a hex is a row letter"),
        (lambda c: c["hexes"].update(A01={}), "hexes.A01: a hex is a row letter"),
        (lambda c: c["hexes"].update({"A١": {}}), "hexes.A١: a hex is a row letter"),
        (lambda c: c["hexes"].update(AA1={}), "hexes.AA1: a hex is a row letter"),
        (lambda c: c["hexes"].update({NASTY * 9: {}}), f"hexes.{NASTY}{NASTY[:9]}…: a hex is"),
        (lambda c: c["tiles"].update({NASTY: c["tiles"]["716"]}), f"tiles.{NASTY}: a tile has a number"),
        (lambda c: c["tiles"].update({"1:2": c["tiles"]["716"]}), "tiles.1:2: a tile has a number"),
        (waltair(name=NASTY), f"hexes.N22: '{NASTY}': a name has 1 to 24 letters"),
        (waltair(name="W" * 25), "hexes.N22: 'WWWWWWWWWWWWWWWWWWWWWWWW…': a name has 1 to 24"),
        (waltair(name="{hash}"), "hexes.N22: '{hash}': a name has"),
        (waltair(name="W\u0336"), "hexes.N22: 'W\u0336': a name has"),
        (lambda c: c["cities"].update({NASTY: [1]}), f"cities.{NASTY}: a name has"),
        (waltair(label="ABC"), "hexes.N22: label 'ABC' is not up to two capitals"),
        (tile(label="<"), "tiles.716: label '<' is not up to two capitals"),
        (waltair(becomes=[NASTY]), f"hexes.N22: '{NASTY}' is no number of a tile"),
        (tile(becomes=["102"] * 25), "tiles.716: 25 tiles may follow, at most 24"),
        (waltair(terrain="hill hill"), "hexes.N22: each terrain is named once"),
        (waltair(terrain="hill " * 99), "hexes.N22: each terrain is named once"),
        (tile(stops=CITY * 4), "tiles.716: 4 stops, at most 3"),
        (tile(stops=CITY * 7, label="CD"), "tiles.716: at most 6 stops"),
        (tile(stops=["city " + "9" * 300]), "tiles.716: at most 6 stops, and texts of at most 200"),
        (tile(stops=["city 20 slots=5"]), "tiles.716: 5 circles, at most 4"),
        (tile(stops=["city 20 slots=99999999"]), "tiles.716: 'city 20 slots=99999999' is no stop like"),
        (tile(stops=["city 20 slots=1 at=nan"]), "tiles.716: 'city 20 slots=1 at=nan' is no stop like"),
        (tile(stops=["city 20 slots=1 home=X"]), "tiles.716: 'city 20 slots=1 home=X' is no stop like"),
        (tile(stops=["city 210 slots=1"]), "tiles.716: the value 210 is above 200"),
        (tile(paths="0-s0(dual) " * 13), "tiles.716: 13 pieces of track, at most 12"),
        (tile(paths="0-s0(dual) " * 50), "tiles.716: at most 6 stops, and texts of at most 200"),
        (tile(paths="0-s0(dual) s0-0(dual)"), "tiles.716: each piece of track joins two places"),
        (tile(paths="0-0(dual) 0-s0(dual)"), "tiles.716: each piece of track joins two places"),
        (tile(paths="0:99-s0(dual)"), "tiles.716: '0:99-s0(dual)' is no track like"),
        (tile(paths="0-s0(dual)!"), "tiles.716: '0-s0(dual)!' is no track like"),
        (tile(stops=CITY * 2, paths="0-s0(dual)"), "tiles.716: a stop without track beside others"),
        (lambda c: c["premiums"].update(G29=510), "premiums.G29: 510 is above 500"),
        (ecr(markers=[0, 40, 210]), "companies.ECR: a marker costs 0 to 200, in tens"),
        (ecr(markers=[-40, 0, 40]), "companies.ECR: a marker costs 0 to 200, in tens"),
        (ecr(markers=[0, 40, 45]), "companies.ECR: a marker costs 0 to 200, in tens"),
        (ecr(homes=[]), "companies.ECR: 0 homes, not 1"),
        (ecr(homes=["N22.0"] * 2), "companies.ECR: 2 homes, not 1"),
        (ecr(homes=["N22.٠"]), "companies.ECR: its home N22.٠ is no station"),
        (ecr(homes=["T16.0"]), "companies.ECR: its home T16.0 has no circle left for it"),
        (lambda c: c["hexes"].update(H10={"name": "Ajmere", "stops": CITY}), "hexes: Ajmer is missing"),
        (much_printed_track, "with printed track, at most 12"),
        (lambda c: c["hexes"].update(K17={"paths": "0-1(dual)"}), "hexes.K17: printed track leads to cities"),
        (many_stars, "pieces of track in all, at most 640"),
        (tile(stops=TOWN), "tiles.716: 6 pieces of track at a town, at most 4"),
        (tile(stops=["junction"]), "tiles.716: 6 pieces of track at a junction, at most 5"),
        (tile(stops=[], paths="0-1(dual) 0-2(dual) 0-3(dual) 1-2(dual)"), "tiles.716: 4 pieces of track"),
        (tile(stops=TOWN, paths=FORK), "tiles: towns with forks on 14 tiles, at most 12"),
        (tile(stops=["junction"], paths=FORK), "tiles: junctions with forks on 12 tiles, at most 10"),
        (open_forks, "tiles: open track with forks on 30 tiles, at most 24"),
    ],
)  # fmt: skip
def test_bounds_are_named(change, fault):
    found = check(FILE.typed(changed(change)))
    assert any(fault in text for text in found), found
    assert all(len(text) < 400 for text in found)


def test_our_own_set_is_well_inside():
    atlas = atlas_with(FILE.typed(FILE.own()))
    assert len(atlas.hexes) == 157
    assert sum(map(bool, (spec.printed.paths for spec in atlas.hexes.values()))) == 5
    assert sum(tile.count * len(tile.paths) for tile in atlas.tiles.values()) == 526
    assert bounds.forks(atlas) == {"open track": 18, "towns": 10, "junctions": 8}


@pytest.mark.parametrize("name", ["Sankt Anna", "Vizag", "St. John’s", "Ahmad-abad", "Łódź"])
def test_names_of_real_places(name):
    assert bounds.is_name(name)


def test_a_set_has_a_largest_size():
    with pytest.raises(ValueError, match="letters, at most"):
        FILE.typed(changed(lambda c: c.update(junk="x" * LARGEST)))


def test_the_place_of_a_fault_is_not_looked_for_in_a_large_table():
    """Else each entry would be tried with all the others of the set."""

    def change(c):
        c["premiums"] = {f"A{n}": 10 for n in range(1000)} | {"Z": "x"}

    with pytest.raises(ValueError, match=r"premiums\[\.\.\.\]"):
        FILE.typed(changed(change))
