"""The map of a position with all that stands around it, and the tile sheet."""

from markupsafe import Markup

from stellwerk.board import COLOURS, HexId
from stellwerk.draw.page import Marks, SignMark, chip, grid_svg, legend_sign, tile_svg
from stellwerk.draw.places import sign_of
from stellwerk.engine.text import msg
from stellwerk.mech18.title import railway_pages
from stellwerk.text import translate
from stellwerk.web.map.gains import may_gain
from stellwerk.web.map.map_view import MapView
from stellwerk.web.map.running import run_slip
from stellwerk.web.map.shown import KeyLine, LastRun, OpenHex, RunSlip, SheetColour, SheetTile, ShownMap
from stellwerk.web.map.words import GAUGES, gauge_words, hex_words, reached

USUAL = 960.0
"""So wide is a map on a desktop."""
KEY = (250.0, 230.0)
"""What the key takes of it."""
SLIP = (285.0, 200.0)
"""What a run takes of it."""

SEVERAL = 3
"""More prices than these are told as a range."""


def shown_map(seen: MapView) -> ShownMap:
    """Return what `map/map.html` shows."""
    slip = run_slip(seen)
    found, mine = seen.choices, reached(seen)
    sea = any(spec.colour == "blue" for spec in seen.atlas.hexes.values())
    return ShownMap(
        base=f"/t/{seen.table}/map/",
        svg=Markup(svg(seen, slip)),
        open=[
            OpenHex(key, hex_words(seen, key, mine, found), seen.href(f"hex/{key}"))
            for key in seen.atlas.hexes
            if key in open_hexes(seen)
        ],
        slip=slip,
        last=[
            LastRun(company, revenue, seen.href(f"last/{company}"))
            for company, revenue in seen.state.last_run.items()
            if revenue
        ],
        key=key_of(seen),
        full=not (sea or has_room(seen, KEY, left=True, top=False)),
        slip_top=not sea and has_room(seen, SLIP, left=False, top=True),
        areas=list(seen.areas),
        gains=may_gain(seen),
        signed=any(not sign.number for sign in seen.signs.values()),
        tiles_href=seen.href("tiles"),
    )


def open_hexes(seen: MapView) -> frozenset[HexId]:
    """Where something can be built, and what can be named."""
    return seen.choices.hexes | {key for key, sign in seen.signs.items() if sign.can}


def has_room(seen: MapView, size: tuple[float, float], *, left: bool, top: bool) -> bool:
    scale = seen.drawn.width / USUAL
    return seen.drawn.free(left, top, size[0] * scale, size[1] * scale)


def svg(seen: MapView, slip: RunSlip | None = None) -> str:
    """Return the map of a position; with a run slip, its routes are drawn and stops can be added to them."""
    found = seen.choices
    mine = reached(seen)
    base, tail = f"/t/{seen.table}/map/hex/", seen.href("").partition("?")[2]
    query = f"?{tail}" if tail else ""
    drawn = grid_svg(
        seen.drawn,
        seen.board,
        Marks(
            open=open_hexes(seen),
            stops=found.stops,
            flags=seen.flags,
            areas=areas_of(seen),
            signs=[SignMark(sign, seen.amount(sign.value)) for sign in seen.signs.values()],
            considered=seen.considered,
        ),
        phase=seen.phase,
        waiting=seen.waiting,
        title=translate(msg("Map of {game}"), {"game": seen.game}, seen.lang),
        words=lambda key: hex_words(seen, key, mine, found),
        link=lambda key: f"{base}{key}{query}",
        sheets={
            name: translate(words, None, seen.lang) for name, words in railway_pages(seen.game).sheets.items()
        },
    )
    if slip is None:
        return drawn
    return drawn.replace('<g id="map-routes">', f'<g id="map-routes">{slip.routes_svg}', 1)


def areas_of(seen: MapView) -> dict[str, tuple[frozenset[HexId], str]]:
    return {name: (hexes, seen.drawn.colours[name][0]) for name, hexes in seen.areas.items()}


def key_of(seen: MapView) -> list[KeyLine]:
    """Return the key: only what this map has."""
    specs = seen.atlas.hexes.values()
    lang = seen.lang
    found: list[tuple[str, str]] = []
    if seen.drawn.borders:
        found.append((legend_sign("gauge"), translate(msg("change of gauge, uses range"), None, lang)))
        found.append((legend_sign("joint"), translate(msg("track joins two gauges"), None, lang)))
    if len(seen.atlas.gauges) > 1:
        found += [(legend_sign(gauge), translate(gauge, None, lang)) for gauge in GAUGES]
    for terrain, costs in terrain_costs(seen):
        words = f"{translate(terrain.replace('_', ' '), None, lang)} {costs}"
        found.append((legend_sign(sign_of(terrain)), words))
    if any(spec.premium for spec in specs):
        found.append((legend_sign("premium"), translate(msg("premium for the first tile"), None, lang)))
    if seen.flags:
        found.append((legend_sign("flag"), translate(msg("city of your contract"), None, lang)))
    if any(sign.can for sign in seen.signs.values()):
        found.append((legend_sign("can"), translate(msg("can be named, value and shares"), None, lang)))
    if any(sign.shut for sign in seen.signs.values()):
        found.append((legend_sign("shut"), translate(msg("cannot be named"), None, lang)))
    if any(spec.tunnel_only for spec in specs):
        found.append((legend_sign("tunnel"), translate(msg("tunnel"), None, lang)))
        found.append((legend_sign("ridge"), translate(msg("only tunnels lead through"), None, lang)))
    if any(stop.kind == "mine" for spec in specs for stop in spec.printed.stops):
        found.append(
            (legend_sign("mine"), translate(msg("mine, its value goes to the treasury"), None, lang))
        )
    if seen.considered:
        found.append((legend_sign("considered"), translate(msg("a bot may build here"), None, lang)))
    found.append((legend_sign("open"), translate(msg("you can act here"), None, lang)))
    colours = sorted({t.colour for t in seen.atlas.tiles.values()} & set(COLOURS), key=COLOURS.index)
    found += [(chip(colour), translate(colour, None, lang)) for colour in colours]
    return [KeyLine(Markup(sign), words) for sign, words in found]


def terrain_costs(seen: MapView) -> list[tuple[str, str]]:
    """Return what a first tile costs by terrain: each price, or from the lowest to the highest of many.

    What is two kinds of terrain at once is told by both.
    """
    costs: dict[str, set[tuple[int, ...]]] = {}
    for spec in seen.atlas.hexes.values():
        if spec.cost and spec.terrain and " " not in spec.terrain:
            costs.setdefault(spec.terrain, set()).add(tuple(spec.costs.values()) or (spec.cost,))
    found: list[tuple[str, str]] = []
    for terrain, all_ in sorted(costs.items()):
        if len(all_) > SEVERAL:
            found.append((terrain, f"{min(all_)[0]}–{seen.amount(max(all_)[0])}"))
        else:
            found += [(terrain, " / ".join(map(seen.amount, prices))) for prices in sorted(all_)]
    return found


def tile_sheet(seen: MapView) -> list[SheetColour]:
    """Return the tile sheet: every tile with the pieces in stock and in all."""
    state = seen.state
    groups = []
    for colour in dict.fromkeys(tile.colour for tile in seen.atlas.tiles.values()):
        tiles = [
            SheetTile(
                tile=number,
                left=state.supply.get(number, 0),
                all=tile.count,
                gauge=gauge_words(seen, tile),
                picture=Markup(tile_svg(tile, 0)),
                where=[key for key, laid in state.board.laid.items() if laid.tile == number],
            )
            for number, tile in seen.atlas.tiles.items()
            if tile.colour == colour
        ]
        rank = COLOURS.index(colour) + 1 if colour in COLOURS else 0
        groups.append(SheetColour(translate(colour, None, seen.lang), rank, tiles))
    return groups
