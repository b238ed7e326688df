"""Hexes and stops in words: names, what a stop is worth, and what a screen reader says of a hex."""

from collections.abc import Collection

from stellwerk.board import HexId, HexSpec, Stop, StopId, Tile, reach, revenue
from stellwerk.engine.memo import Memo
from stellwerk.engine.text import Figures, msg
from stellwerk.text import translate
from stellwerk.web.map.choices import Choices
from stellwerk.web.map.map_view import MapView

TERRAINS = (
    msg("mountain"),
    msg("desert"),
    msg("river"),
    msg("rivers"),
    msg("hill"),
    msg("high mountain"),
    msg("water"),
)
GAUGES = (msg("standard"), msg("metre"), msg("dual"))
KEPT = 10_000
"""So many sentences are remembered for one atlas: another map of the same game has others."""


def terrain_words(map_view: MapView, spec: HexSpec) -> str:
    """ "hill, river"."""
    words = (word.replace("_", " ") for word in spec.terrain.split())
    return ", ".join(translate(word, None, map_view.lang) for word in words)


def price_words(map_view: MapView, spec: HexSpec) -> str:
    """Return what the first tile costs: "£140", or by gauge "standard £140, metre £70"."""
    if not spec.costs:
        return map_view.amount(spec.cost)
    return ", ".join(
        f"{translate(gauge, None, map_view.lang)} {map_view.amount(cost)}"
        for gauge, cost in spec.costs.items()
    )


def gauge_words(map_view: MapView, tile: Tile) -> str:
    """Of a tile's rails; nothing where a game has only one gauge."""
    return translate(tile.gauge, None, map_view.lang) if tile.gauge else ""


def kind_words(map_view: MapView, stop: Stop) -> str:
    """ "city worth 40"."""
    value = revenue(stop, map_view.phase)
    if stop.role:
        template = msg("harbour worth {value}")
    elif stop.kind == "city":
        template = msg("city worth {value}") if value else msg("city")
    elif stop.kind == "town":
        template = msg("town worth {value}") if value else msg("town")
    elif stop.kind == "junction":
        template = msg("junction")
    elif stop.kind == "mine":
        template = msg("mine worth {value}")
    else:
        template = msg("link worth {value}")
    return translate(template, {"value": value}, map_view.lang)


def slot_words(map_view: MapView, stop: StopId) -> list[str]:
    """Return whose stations stand at a stop and how many circles are free."""
    board, lang = map_view.board, map_view.lang
    slots = board.slots(map_view.atlas, stop)
    owners = [*filter(None, slots), *board.beside.get(stop, ())]
    free = slots.count("")
    found = []
    if owners:
        found.append(translate(msg("stations {stations}"), {"stations": " ".join(owners)}, lang))
    if slots and free == 1:
        found.append(translate(msg("one free"), None, lang))
    elif slots and free:
        found.append(translate(msg("{count} free"), {"count": free}, lang))
    elif slots:
        found.append(translate(msg("full"), None, lang))
    return found


def premium_words(map_view: MapView, spec: HexSpec) -> str:
    return translate(msg("premium {amount}"), {"amount": map_view.amount(spec.premium)}, map_view.lang)


def flag_words(map_view: MapView, key: HexId) -> str:
    joined = map_view.flags[key]
    return translate(
        msg("in your contract, joined") if joined else msg("in your contract"), None, map_view.lang
    )


def sign_words(map_view: MapView, key: HexId) -> str:
    """What a place is worth to a contract, and whether it can be named."""
    sign = map_view.signs[key]
    figures: Figures = {
        "number": sign.number,
        "value": map_view.amount(sign.value),
        "companies": ", ".join(sign.offers),
    }
    if sign.number:
        template = msg("number {number}")
    elif sign.can:
        template = msg("you may name it for {value}, with a share of {companies}")
    elif sign.shut:
        template = msg("{value}, you cannot name it")
    else:
        template = msg("a contract names it for {value}, with a share of {companies}")
    return translate(template, figures, map_view.lang)


def reached(map_view: MapView) -> Collection[HexId]:
    """Return the hexes with track that the acting company can use."""
    if not map_view.company:
        return ()
    return reach(map_view.atlas, map_view.board, map_view.company).hexes


_WORDS: Memo[object, str] = Memo("hex_words", KEPT)


def hex_words(map_view: MapView, key: HexId, mine: Collection[HexId], open_to: Choices) -> str:
    """ "B19 Brisbane, city worth 40, your track reaches it, stations QR, one free"."""
    face = map_view.board.face(map_view.atlas, key)
    ids = map_view.atlas.stop_ids[key][: len(face.stops)]
    board = map_view.board
    kept = _WORDS.of(map_view.atlas)
    look = (
        map_view.lang,
        map_view.drawn.name(key),
        face.key,
        key,
        map_view.phase if ids else "",
        tuple(board.slots(map_view.atlas, stop) for stop in ids),
        tuple(board.beside.get(stop, ()) for stop in ids),
        key in mine,
        key in open_to.lays,
        key in open_to.markers,
        key in open_to.spots,
        map_view.flags.get(key),
        map_view.signs.get(key),
        key in open_to.tunnels,
        board.tunnels.get(key),
    )
    found = kept.get(look)
    if found is None:
        found = kept[look] = ", ".join(_parts(map_view, key, key in mine, open_to))
    return found


def _parts(map_view: MapView, key: HexId, mine: bool, open_to: Choices) -> list[str]:
    lang, spec, laid = map_view.lang, map_view.atlas.hexes[key], map_view.board.laid.get(key)
    face = map_view.board.face(map_view.atlas, key)
    parts = [f"{key} {map_view.drawn.name(key)}".rstrip()]
    for index, stop in enumerate(face.stops):
        parts.append(kind_words(map_view, stop))
        if index == 0 and mine:
            parts.append(translate(msg("your track reaches it"), None, lang))
        parts += slot_words(map_view, map_view.atlas.stop_ids[key][index])
    if not face.stops and mine:
        parts.append(translate(msg("your track reaches it"), None, lang))
    if laid is not None:
        colour = map_view.board.colour(map_view.atlas, key)
        parts.append(translate(msg("{colour} tile {tile}"), {"colour": colour, "tile": laid.tile}, lang))
    elif spec.cost:
        figures = {"terrain": terrain_words(map_view, spec), "cost": price_words(map_view, spec)}
        parts.append(translate(msg("{terrain}, first tile costs {cost}"), figures, lang))
    elif spec.terrain and spec.buildable:
        parts.append(terrain_words(map_view, spec))
    elif spec.tunnel_only and not face.stops:
        parts.append(translate(msg("only tunnels lead through"), None, lang))
    elif not face.stops and spec.buildable:
        parts.append(translate(msg("open land"), None, lang))
    elif not face.stops:
        parts.append(translate(msg("sea"), None, lang))
    if spec.premium and laid is None:
        parts.append(premium_words(map_view, spec))
    if key in map_view.flags:
        parts.append(flag_words(map_view, key))
    if key in map_view.signs:
        parts.append(sign_words(map_view, key))
    if tunnels := map_view.board.tunnels.get(key):
        parts.append(translate(msg("{count:# tunnel|# tunnels}"), {"count": len(tunnels)}, lang))
    if key in open_to.lays:
        parts.append(translate(msg("you may build here"), None, lang))
    if key in open_to.tunnels:
        parts.append(translate(msg("you may dig a tunnel here"), None, lang))
    if key in open_to.markers:
        parts.append(translate(msg("you may place a station here"), None, lang))
    if key in open_to.spots:
        parts.append(translate(msg("you may choose this hex"), None, lang))
    return parts
