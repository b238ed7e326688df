"""What colours say is said without them, too, and what must be seen is seen: also by eyes that lack a kind of
cones. The three are simulated (Machado, Oliveira and Fernandes 2009, whole loss)."""

import re
from itertools import combinations
from pathlib import Path

import pytest

from stellwerk import web
from stellwerk.draw import DARK, LIGHT
from stellwerk.draw.page import chip, tile_svg
from stellwerk.draw.style import DASHES, FILLS, OPEN_CASING, OPEN_DASH, ROUTES, RULES, Theme, readable
from stellwerk.engine import Game, Setup
from tests.draw.test_page import contrast

EYES = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)
    ),
}  # fmt: skip
GAMES = ("1824", "1848", "1853", "1854")


def linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def seen(colour: str, eyes: str) -> str:
    """A colour as these eyes see it."""
    parts = linear(colour)
    mixed = [sum(share * part for share, part in zip(row, parts, strict=True)) for row in EYES[eyes]]
    bounded = [min(1.0, max(0.0, part)) for part in mixed]
    coded = [part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in bounded]
    return "#" + "".join(f"{round(part * 255):02x}" for part in coded)


def test_simulated_eyes() -> None:
    """Who lacks a kind of cones sees white as white, and takes some pairs of colours for one."""
    for eyes in EYES:
        assert contrast(seen("#ffffff", eyes), "#ffffff") < 1.01
    assert seen("#d02020", "all cones") == "#d02020"
    far = contrast("#c8c800", "#ff9090")
    assert contrast(seen("#c8c800", "tritanopia"), seen("#ff9090", "tritanopia")) != far


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_open_hexes_stand_out_on_every_ground(theme: Theme, eyes: str) -> None:
    """The frame is dashes on a casing: these differ, and one of them differs from whatever lies below."""
    dash, casing = seen(OPEN_DASH, eyes), seen(OPEN_CASING, eyes)
    assert contrast(dash, casing) >= 7
    for fill in FILLS:
        ground = seen(theme.colours[fill], eyes)
        assert max(contrast(dash, ground), contrast(casing, ground)) >= 3, fill


def test_tile_colours_are_told_by_pips_and_pattern() -> None:
    book = Game.new(Setup("1848", ("A", "B", "C"), seed=1)).state.book
    patterns = {}
    for rank, colour in enumerate(("yellow", "green", "brown", "gray"), 1):
        tile = next(tile for tile in book.atlas.tiles.values() if tile.colour == colour)
        patterns[colour] = re.findall(r"url\(#(pat-\w+)\)", tile_svg(tile, 0))
        assert chip(colour).count('class="pip"') == rank
    assert len({tuple(found) for found in patterns.values()}) == 4, patterns


@pytest.mark.parametrize("game", GAMES)
def test_companies_are_told_by_letters(game: str) -> None:
    """Every one has letters of its own, which any eyes can read on its colour."""
    companies = Game.new(Setup(game, ("A", "B", "C"), seed=1)).state.book.companies
    assert len({company.sym for company in companies.values()}) == len(companies)
    for company in companies.values():
        for eyes in EYES:
            ink, ground = seen(readable(company.colour), eyes), seen(company.colour, eyes)
            assert contrast(ink, ground) >= 3, (company.sym, eyes)


def test_routes_and_seats_are_told_by_their_lines() -> None:
    """No two routes have one dash, but the last is drawn double; no two lines of the graph have one."""
    assert len(ROUTES) == len(DASHES)
    assert len(set(DASHES[:-1])) == len(DASHES) - 1
    assert ".route-middle" in RULES
    sheet = (Path(web.__file__).parent / "static" / "css" / "table.css").read_text(encoding="utf-8")
    lines = re.findall(r"\.graph-line-(\d) \{([^}]*)\}", sheet)
    assert len(lines) == 6
    dashes = {number: re.findall(r"stroke-dasharray: ([^;]*);", rule) for number, rule in lines}
    for (one, first), (other, second) in combinations(dashes.items(), 2):
        assert first != second, (one, other)
