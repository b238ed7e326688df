"""The map for a page: a grid of links to its hexes, layers that pages can fill, and single tiles.

No colours and no style: classes and `page_style` do that. No names of seats or rules either: the page says
what a hex is called, where it leads and how it is marked.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from html import escape

import msgspec

from stellwerk.board.atlas import Atlas, HexSpec, Tunnels
from stellwerk.board.board import Board
from stellwerk.board.hexes import HexId, StopId, position
from stellwerk.board.signs import PlaceSign
from stellwerk.board.tile import Face, Tile
from stellwerk.draw.drawing import (
    FLAG,
    VAULT,
    Drawing,
    RouteLine,
    draw_stops,
    ground_of,
    track_of,
    tunnels_of,
    values_of,
)
from stellwerk.draw.geometry import HALF, RADIUS, corners, points
from stellwerk.draw.places import HAMMERS, SIGNS, Places
from stellwerk.draw.style import PATTERNS

TILE_BOX = "-44.5 -51.5 89 103"
TALL = 900
"""A map that is higher than this is not seen as a whole at a desk: its names would be too small."""
RATIO = 1.35
"""Width to height of a picture of a part of a map, at least."""


class SignMark(msgspec.Struct, frozen=True):
    """A place with what it is worth, in words."""

    sign: PlaceSign
    words: str


class Marks(msgspec.Struct, frozen=True):
    """What is marked on a map."""

    open: Collection[HexId] = ()
    """Hexes where something can be done."""
    stops: Sequence[StopId] = ()
    """Stops where a marker can be placed."""
    routes: Sequence[RouteLine] = ()
    flags: Mapping[HexId, bool] = {}
    """Hexes with a flag, and whether it is raised."""
    areas: Mapping[str, tuple[Collection[HexId], str]] = {}
    """Areas that can be shown, with their colours."""
    chosen: str = ""
    signs: Sequence[SignMark] = ()
    """What stands beside single places."""
    considered: Collection[HexId] = ()
    """Hexes where somebody else can do something, who is thinking about it."""


def rows_of(atlas: Atlas) -> list[list[HexId]]:
    """Map by map, from the top."""
    rows: dict[tuple[str, int], list[HexId]] = {}
    for key, spec in atlas.hexes.items():
        rows.setdefault((spec.sheet, position(key)[1]), []).append(key)
    return [rows[row] for row in sorted(rows)]


def grid_svg(
    drawn: Drawing,
    board: Board,
    marks: Marks,
    *,
    phase: str,
    waiting: Collection[str] | None = None,
    title: str,
    words: Callable[[HexId], str],
    link: Callable[[HexId], str],
    sheets: Mapping[str, str] | None = None,
) -> str:
    """Return one SVG: hexes as cells of a grid, row by row; everything else lies above and is not spoken."""
    atlas = drawn.atlas
    cells = {key: drawn.cell(board, key, phase, waiting) for key in atlas.hexes}
    # One hex is in the tab order: the chosen one, else the first that is open, else the first.
    entry = marks.chosen or next(
        (key for key in atlas.hexes if key in marks.open), next(iter(atlas.hexes), "")
    )
    kind = "drawing map tall" if drawn.height > TALL else "drawing map"
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" id="map-svg" viewBox="{drawn.box}" '
        f'role="grid" aria-label="{escape(title)}">{PATTERNS}<g aria-hidden="true">{drawn.background}'
        f"{drawn.frames(sheets or {})}</g>"
    ]
    for row in rows_of(atlas):
        out.append('<g role="row">')
        for key in row:
            kind = "hex open" if key in marks.open else "hex"
            x, y = drawn.centres[key]
            out.append(
                f'<g role="gridcell"><a class="{kind}" id="hex-{key}" href="{escape(link(key))}" '
                f'tabindex="{0 if key == entry else -1}" data-hex="{key}" data-x="{x:.1f}" data-y="{y:.1f}" '
                f'aria-label="{escape(words(key))}" {drawn.at[key]}>{cells[key].ground}</a></g>'
            )
        out.append("</g>")
    out.append('<g class="over" aria-hidden="true">')
    out.extend(
        f'<g class="area area-{name}">{drawn.area(hexes, colour)}</g>'
        for name, (hexes, colour) in marks.areas.items()
    )
    out.extend(drawn.placed(key, cell.track) for key, cell in cells.items())
    out.append(drawn.gauges(board))
    out.append(f'<g id="map-routes">{routes_svg(drawn, board, marks.routes)}</g>')
    out.extend(drawn.placed(key, cell.places) for key, cell in cells.items())
    out.append(f'<g id="map-marks">{marks_svg(drawn, board, marks)}</g>')
    out.append(f'<g id="map-preview"></g><g id="map-signs">{signs_svg(drawn, board, marks.signs)}</g>')
    out.append('<g id="map-focus"></g></g></svg>')
    return "".join(out)


def part_svg(
    drawn: Drawing,
    board: Board,
    marks: Marks,
    *,
    phase: str,
    waiting: Collection[str] | None = None,
    title: str,
    around: Collection[HexId] = (),
    sheets: Mapping[str, str] | None = None,
) -> str:
    """Return a picture of a map, or of the part around some hexes."""
    atlas = drawn.atlas
    centres = [drawn.centres[key] for key in around or atlas.hexes]
    across, down = (3 * HALF, 2.5 * RADIUS) if around else (2 * HALF, 1.5 * RADIUS)
    left, right = min(x for x, _ in centres) - across, max(x for x, _ in centres) + across
    top, bottom = min(y for _, y in centres) - down, max(y for _, y in centres) + down
    if around:  # the part of a picture of this shape, so that all of them look alike
        more = max(0.0, (bottom - top) * RATIO - (right - left)) / 2
        left, right = left - more, right + more
    near = [
        key
        for key in atlas.hexes
        if left - HALF < drawn.centres[key][0] < right + HALF
        and top - RADIUS < drawn.centres[key][1] < bottom + RADIUS
    ]
    cells = {key: drawn.cell(board, key, phase, waiting) for key in near}
    width, height = right - left, bottom - top
    at, size = f'x="{left:.0f}" y="{top:.0f}"', f'width="{width:.0f}" height="{height:.0f}"'
    layers = (
        f'<rect class="{drawn.around}" {at} {size}/>',
        drawn.background,
        drawn.frames(sheets or {}),
        *(drawn.placed(key, cell.ground) for key, cell in cells.items()),
        *(drawn.placed(key, cell.track) for key, cell in cells.items()),
        drawn.gauges(board),
        routes_svg(drawn, board, marks.routes),
        *(drawn.placed(key, cell.places) for key, cell in cells.items()),
        marks_svg(drawn, board, marks),
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing map" role="img" '
        f'viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" '
        f'aria-label="{escape(title)}">{"".join(layers)}</svg>'
    )


def routes_svg(drawn: Drawing, board: Board, routes: Iterable[RouteLine]) -> str:
    return "".join(drawn.route(board, rank, route) for rank, route in enumerate(routes))


def marks_svg(drawn: Drawing, board: Board, marks: Marks) -> str:
    signed = {mark.sign.hex for mark in marks.signs}
    flags = [drawn.flag(key, reached) for key, reached in marks.flags.items() if key not in signed]
    frames = [drawn.frame(key) for key in drawn.atlas.hexes if key in marks.open and key not in signed]
    frames += [drawn.considered(key) for key in drawn.atlas.hexes if key in marks.considered]
    rings = [drawn.slot_rings(board, stop) for stop in marks.stops]
    return "".join(flags + frames + rings)


def signs_svg(drawn: Drawing, board: Board, marks: Sequence[SignMark]) -> str:
    """What is said of places, above all else; those that are chosen are joined by dots."""
    numbered = sorted((mark.sign for mark in marks if mark.sign.number), key=lambda sign: sign.number)
    way = drawn.way([sign.hex for sign in numbered])
    return way + "".join(drawn.sign(board, mark.sign, mark.words) for mark in marks)


def hex_svg(
    drawn: Drawing,
    board: Board,
    key: HexId,
    phase: str,
    title: str = "",
    waiting: Collection[str] | None = None,
) -> str:
    """Return one hex as it looks on a board, for previews."""
    cell = drawn.cell(board, key, phase, waiting)
    return _small(f"<g>{cell.ground}{cell.track}{cell.places}</g>", title)


def tile_svg(tile: Tile, rotation: int, title: str = "") -> str:
    """Return a tile as it lies in the stock: track, slots, values, letters."""
    face: Face = tile.turned(rotation)
    fill = "isle" if tile.colour == "blue" else tile.colour
    places = Places(HexSpec(HexId(""), Face("")), face, tile, fill, {})
    draw_stops(places, [("",) * stop.slots for stop in face.stops], [()] * len(face.stops))
    wanted = values_of(places, face)
    if tile.label:
        wanted.append(places.label(tile.label))
    places.out += places.spots.settle(wanted)
    return _small(f"{ground_of(fill, tile.colour)}{track_of(face)}{''.join(places.out)}", title)


def tunnel_svg(tunnels: Tunnels) -> str:
    """Tunnels as such, on bare ground."""
    return _small(f"{ground_of('land-0', 'white')}{tunnels_of(tunnels)}", "")


def _small(parts: str, title: str) -> str:
    said = f'role="img" aria-label="{escape(title)}"' if title else 'aria-hidden="true"'
    box = f'viewBox="{TILE_BOX}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing tile" {box} {said}>{parts}</svg>'


def legend_sign(kind: str) -> str:
    """Return a small sign for the key."""
    box, parts = _SIGNS_OF_KEY[kind]
    return f'<svg class="drawing key-sign" viewBox="{box}" aria-hidden="true">{parts}</svg>'


def chip(colour: str) -> str:
    """Return a swatch of a tile colour with its pattern and pips."""
    rank = ("yellow", "green", "brown", "gray").index(colour) + 1
    pattern = f'<rect width="18" height="15" fill="url(#pat-{colour})"/>' if rank > 1 else ""
    left = 9 - (rank * 2.6 + (rank - 1)) / 2
    pips = "".join(
        f'<rect class="pip" x="{left + pip * 3.6:.1f}" y="6.2" width="2.6" height="2.6"/>'
        for pip in range(rank)
    )
    return (
        f'<svg class="drawing key-chip" viewBox="0 0 18 15" aria-hidden="true">'
        f'<rect class="phase fill-{colour}" width="18" height="15"/>{pattern}{pips}</svg>'
    )


def _rail(*kinds: str) -> str:
    return "".join(f'<path class="{kind}" d="M1 6H39"/>' for kind in ("casing", *kinds))


_SIGNS_OF_KEY = {
    "standard": ("0 0 40 12", _rail("track")),
    "metre": ("0 0 40 12", _rail("metre", "ties")),
    "dual": ("0 0 40 12", _rail("dual", "dual-gap", "dual-middle")),
    "premium": (
        "0 0 30 12",
        '<rect class="premium" width="30" height="12" rx="6"/>'
        '<text class="premium-text" x="15" y="9.300">+</text>',
    ),
    "flag": ("-39 7 19 24", f'<path class="flag" d="{FLAG}"/>'),
    "can": ("-22 -22 44 44", '<circle class="choice-ring" r="18"/>'),
    "shut": (
        "0 0 40 20",
        '<rect class="sign-box shut" x="2" y="2" width="36" height="16"/><path class="strike" d="M8 10h24"/>',
    ),
    "hill": ("-26 -16 52 24", SIGNS["hill"]),
    "high_mountain": ("-28 -21 56 29", SIGNS["high_mountain"]),
    "rivers": ("-24 -18 48 28", SIGNS["rivers"]),
    "gauge": ("0 0 40 12", '<path class="gauge-casing" d="M2 6H38"/><path class="gauge-line" d="M2 6H38"/>'),
    "joint": ("0 0 18 18", '<path class="gauge-joint" d="M9 1.500l7.500 7.500l-7.500 7.500l-7.500-7.500Z"/>'),
    "open": (
        "-14 -16 28 32",
        f'<polygon class="open-casing" points="{points(corners(12))}"/>'
        f'<polygon class="open-frame" points="{points(corners(12))}"/>',
    ),
    "considered": ("-14 -16 28 32", f'<polygon class="considered" points="{points(corners(13))}"/>'),
    "mountain": ("-26 -16 52 24", SIGNS["mountain"]),
    "desert": ("-27 -13 54 24", SIGNS["desert"]),
    "river": ("-24 -15 48 24", SIGNS["river"]),
    "tunnel": (
        "-34 -9 68 18",
        '<path class="tunnel-casing" d="M-26 2H26"/><path class="tunnel-line" d="M-26 2H26"/>'
        f'<path class="portal" transform="translate(-24 7)" d="{VAULT}"/>'
        f'<path class="portal" transform="translate(24 7)" d="{VAULT}"/>',
    ),
    "ridge": (
        "-14 -16 28 32",
        f'<polygon class="hex-ground fill-ridge" points="{points(corners(13))}"/>'
        f'<polygon points="{points(corners(13))}" fill="url(#pat-ridge)"/>',
    ),
    "mine": ("-12 -12 24 24", f'<path class="hammers" d="{HAMMERS}"/>'),
}
