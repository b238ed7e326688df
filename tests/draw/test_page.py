"""The map for pages: whole, well-formed, and without a style or a script of its own."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from stellwerk.board import Board
from stellwerk.draw import DARK, LIGHT, drawing, page_style
from stellwerk.draw.drawing import Drawing
from stellwerk.draw.geometry import HALF, toward, xy
from stellwerk.draw.page import Marks, chip, grid_svg, hex_svg, legend_sign, tile_svg
from stellwerk.draw.style import FILLS, RULES, readable, style
from stellwerk.engine import Game, Setup
from tests.strategies import states, together

SVG = "{http://www.w3.org/2000/svg}"


def book():
    return Game.new(Setup("1848", ("A", "B", "C"), seed=1)).state.book


def palette():
    return {sym: (company.colour, company.text_colour) for sym, company in book().companies.items()}


def drawn_grid(atlas, board, phase="yellow", **marks):
    return grid_svg(
        drawing(atlas, palette()),
        board,
        Marks(**marks),
        phase=phase,
        title="Map",
        words=lambda key: f"{key} <& more>",
        link=lambda key: f"/t/x/map/hex/{key}?a=1&b=2",
    )


@together("1848")
@settings(max_examples=30, deadline=None)
@given(states("1848"))
def test_every_position_is_a_whole_grid(state):
    atlas = state.book.atlas
    text = drawn_grid(atlas, state.board, state.colour)
    root = ElementTree.fromstring(text)
    assert root.get("role") == "grid"
    rows = [element for element in root if element.get("role") == "row"]
    cells = [cell for row in rows for cell in row]
    assert {cell.get("role") for cell in cells} == {"gridcell"}
    links = [link for cell in cells for link in cell]
    assert [link.get("data-hex") for link in links] == list(atlas.hexes)
    assert all(link.get("aria-label").endswith("<& more>") for link in links)
    assert [link.get("tabindex") for link in links].count("0") == 1
    # What is no cell is not spoken.
    for element in root:
        assert (
            element.get("role") == "row"
            or element.get("aria-hidden") == "true"
            or element.tag == f"{SVG}defs"
        )
    names = {attribute for element in root.iter() for attribute in element.attrib}
    assert "style" not in names
    assert not any(name.startswith("on") for name in names)
    assert not {f"{SVG}style", f"{SVG}script", f"{SVG}image"} & {element.tag for element in root.iter()}


@together("1848")
@settings(max_examples=15, deadline=None)
@given(states("1848"))
def test_a_drawing_that_is_remembered_is_the_same_as_a_new_one(state):
    atlas = state.book.atlas
    kept, fresh = drawing(atlas, palette()), Drawing(atlas, palette(), {})
    for key in atlas.hexes:
        assert kept.cell(state.board, key, state.colour) == fresh.cell(state.board, key, state.colour)
    assert kept.gauges(state.board) == fresh.gauges(state.board)


def test_marks():
    atlas = book().atlas
    root = ElementTree.fromstring(drawn_grid(atlas, Board(), open={"E4", "B19"}, stops=("B19.0",)))
    cells = {cell.get("data-hex"): cell for cell in root.iter(f"{SVG}a")}
    assert {key for key, cell in cells.items() if "open" in cell.get("class").split()} == {"E4", "B19"}
    marks = next(group for group in root.iter(f"{SVG}g") if group.get("id") == "map-marks")
    classes = [element.get("class") for element in marks.iter()]
    assert classes.count("open-frame") == 2
    assert classes.count("open-slot") == 1
    # The first hex that is open is the way in for the keyboard.
    assert cells["B19"].get("tabindex") == "0"


def test_every_tile_in_every_rotation():
    for tile in book().atlas.tiles.values():
        for rotation in range(6):
            root = ElementTree.fromstring(tile_svg(tile, rotation, f"tile {tile.number}"))
            assert root.get("aria-label") == f"tile {tile.number}"
            slots = [element for element in root.iter() if element.get("class") == "slot"]
            assert len(slots) == sum(stop.slots for stop in tile.stops)


def test_pictures_are_not_spoken_unless_they_are_named():
    atlas = book().atlas
    assert 'aria-hidden="true"' in hex_svg(drawing(atlas), Board(), "E4", "yellow")
    assert 'role="img"' in hex_svg(drawing(atlas), Board(), "E4", "yellow", "E4")


@pytest.mark.parametrize("kind", ["gauge", "joint", "open", "mountain", "desert", "river"])
def test_signs_of_the_key(kind):
    ElementTree.fromstring(legend_sign(kind))


def test_ranks_are_told_by_pips_and_pattern():
    for rank, colour in enumerate(("yellow", "green", "brown", "gray"), 1):
        text = chip(colour)
        assert text.count('class="pip"') == rank
        assert ("url(#pat-" in text) == (rank > 1)


def test_both_themes_know_every_colour():
    assert set(LIGHT.colours) == set(DARK.colours)
    named = set(re.findall(r"@([a-z]+(?:-[a-z0-9]+)?)", RULES))
    assert named <= set(LIGHT.colours)
    assert set(FILLS) <= set(LIGHT.colours)
    assert "@" not in style(LIGHT)
    page = page_style()
    assert all(f"--drawing-{name}:" in page for name in LIGHT.colours)
    assert set(re.findall(r"var\(--drawing-([a-z0-9-]+)\)", page)) <= set(LIGHT.colours)


def _luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_ink_on_the_markers():
    for company in book().companies.values():
        assert contrast(readable(company.colour), company.colour) >= 4.5, company.sym


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_contrast(theme):
    """Text at least 4.5:1, lines that carry meaning at least 3:1."""
    colours = theme.colours
    for fill in ("yellow", "green", "brown", "gray", "red", "isle"):
        assert contrast("#191b18", colours[fill]) >= 4.5, fill
    for fill in ("blue", "deep", "land-0", "land-1", "land-2"):
        assert contrast(colours["ink"], colours[fill]) >= 4.5, fill
        assert contrast(colours["ink-soft"], colours[fill]) >= 3, fill
    for fill in ("land-0", "land-1", "land-2"):
        assert contrast(colours["gauge"], colours[fill]) >= 3, fill
        assert contrast(colours["reach"], colours[fill]) >= 3, fill


# -- maps printed apart, and tunnels -----------------------------------------------------------


def two_maps():
    return Game.new(Setup("1854", ("A", "B", "C"), seed=1)).state.book.atlas


def test_a_map_printed_apart_lies_in_a_frame_of_its_own():
    atlas = two_maps()
    drawn = drawing(atlas)
    [frame] = drawn.sheets.values()
    for key, (x, y) in drawn.centres.items():
        inside = frame.left < x < frame.right and frame.top < y < frame.bottom
        assert inside == (atlas.hexes[key].sheet == "local"), key
    spots = list(drawn.centres.values())
    assert len(set(spots)) == len(spots)


def test_neighbours_stay_neighbours_on_both_maps():
    atlas = two_maps()
    centres = drawing(atlas).centres
    for key, beyond in atlas.neighbours.items():
        for other in filter(None, beyond):
            (x, y), (u, v) = centres[key], centres[other]
            assert ((x - u) ** 2 + (y - v) ** 2) ** 0.5 == pytest.approx(2 * HALF)


def test_maps_printed_apart_have_names_and_rows_of_their_own():
    atlas = two_maps()
    svg = grid_svg(
        drawing(atlas), Board(), Marks(), phase="yellow", title="Map", words=str, link=str,
        sheets={"local": "Lokalbahnen & mehr"},
    )  # fmt: skip
    root = ElementTree.fromstring(svg)
    assert [node.text for node in root.iter(f"{SVG}text") if node.get("class") == "sheet-name"] == [
        "Lokalbahnen & mehr"
    ]
    for row in (node for node in root.iter(f"{SVG}g") if node.get("role") == "row"):
        keys = [link.get("data-hex") for link in row.iter(f"{SVG}a")]
        assert len({atlas.hexes[key].sheet for key in keys}) == 1


def test_a_tunnel_is_a_dashed_line_with_two_mouths():
    atlas = two_maps()
    drawn = drawing(atlas)
    bare = drawn.cell(Board(), "F12", "yellow").track
    dug = drawn.cell(Board().dig(atlas, "F12", (0, 3)), "F12", "yellow").track
    two = drawn.cell(Board().dig(atlas, "F12", (0, 2)).dig(atlas, "F12", (3, 5)), "F12", "yellow").track
    assert "tunnel-line" not in bare
    assert (dug.count("tunnel-line"), dug.count("portal")) == (1, 2)
    assert two.count("portal") == 4
    assert "M-" in dug
    # A mouth opens to the outside: it stands on the side that the tunnel leads over.
    x, y = toward(0, HALF - 1)
    assert f"translate({xy((x, y))}) rotate(30)" in dug
