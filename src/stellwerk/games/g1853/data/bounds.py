"""How large a set of components may be, and what it may be written with: a server reads what people bring.

Ids stand in addresses, classes and commands, names and labels on the map. Maps and tiles may differ from
ours, but not so much that drawing them or looking for routes on them takes for ever.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from stellwerk.board.atlas import MOST_STOPS, Atlas
from stellwerk.board.tile import CITY, JUNCTION, STOP, Path, Stop
from stellwerk.games.g1853.data.components import Components, HexPart, TilePart
from stellwerk.games.g1853.rules.book import table

HEX = re.compile(r"[A-Z][1-9][0-9]?")
TILE = re.compile(r"[1-9][0-9]{0,3}")
HOME = re.compile(r"[A-Z][1-9][0-9]?\.[0-5]")
NAME = re.compile(r"[^\W\d_]+([ '’.-]{1,2}[^\W\d_]+)*\.?")
LABEL = re.compile(r"[A-Z]{0,2}")
STATION = re.compile(r"[a-z]+( [0-9]{1,4})?( slots=[0-9])?", re.ASCII)
TRACK = re.compile(r"([0-5]|s[0-5])-([0-5]|s[0-5])(\([a-z]*\))?", re.ASCII)

HEXES = 400  # ours are 157
TILES = 217  # 1-c: no more kinds than pieces
LETTERS = 24  # of a name
LONG = 200  # a stop, or all the track of a tile; ours have up to 65 letters
CIRCLES = 4
STOPS = 3  # in a hex or on a tile; in Calcutta and Delhi as many as there are sides
PATHS = 12
FOLLOWERS = 24
VALUE = 200
PREMIUM = 500
MARKER = 200
PRINTED = 12  # hexes with printed track; ours are 5
PIECES = 640  # of track on all tiles; ours are 526
OPEN = 3  # pieces of track on a tile that lead from side to side
WAYS = {"town": 4, JUNCTION: 5}  # pieces of track at one
FORKS = {"open track": 24, "towns": 12, "junctions": 10}
"""Tiles on which track forks outside a city, where neither range nor markers end a route; ours: 18, 10, 8."""
CD = "CD"


def sizes(c: Components) -> Iterator[str]:
    """What must be small before anything else is looked at."""
    hexes = len({*table("map")["hexes"], *c.hexes})
    if hexes > HEXES:
        yield f"hexes: {hexes} hexes, at most {HEXES}"
    tiles = len({*table("tiles")["tiles"], *c.tiles})
    if tiles > TILES:
        yield f"tiles: {tiles} kinds, at most {TILES} (1-c)"
    for group, entries in (
        ("companies", c.companies),
        ("cities", c.cities),
        ("premiums", c.premiums),
        ("doubtful", c.doubtful),
    ):
        if len(entries) > HEXES:
            yield f"{group}: {len(entries)} entries, at most {HEXES}"


def letters(c: Components) -> Iterator[str]:
    """Ids, names and labels."""
    for key in c.hexes:
        if not HEX.fullmatch(key):
            yield f"hexes.{shown(key)}: a hex is a row letter and a column number from 1 to 99"
    for key in c.tiles:
        if not TILE.fullmatch(key):
            yield f"tiles.{shown(key)}: a tile has a number from 1 to 9999"
    for city in c.cities:
        if not is_name(city):
            yield f"cities.{shown(city)}: a name has 1 to {LETTERS} letters"
    for key, spec in c.hexes.items():
        if spec.name and not is_name(spec.name):
            yield f"hexes.{shown(key)}: {shown(spec.name)!r}: a name has 1 to {LETTERS} letters"
    parts: list[tuple[str, HexPart | TilePart]] = [
        (f"hexes.{shown(key)}", part) for key, part in c.hexes.items()
    ]
    parts += [(f"tiles.{shown(key)}", part) for key, part in c.tiles.items()]
    for place, part in parts:
        if not LABEL.fullmatch(part.label):
            yield f"{place}: label {shown(part.label)!r} is not up to two capitals"
        if len(part.becomes or ()) > FOLLOWERS:
            yield f"{place}: {len(part.becomes or ())} tiles may follow, at most {FOLLOWERS}"
        yield from (
            f"{place}: {shown(number)!r} is no number of a tile"
            for number in part.becomes or ()
            if not TILE.fullmatch(number)
        )


def is_name(text: str) -> bool:
    return len(text) <= LETTERS and NAME.fullmatch(text) is not None


def shown(text: str) -> str:
    """As much of a text as a fault repeats."""
    return text if len(text) <= LETTERS else f"{text[:LETTERS]}…"


def readable(part: HexPart | TilePart) -> bool:
    """Return whether the texts of stops and track are short enough to be read."""
    return (
        all(len(text) <= LONG for text in (*part.stops, part.paths, part.colour))
        and len(part.stops) <= MOST_STOPS
    )


def written(place: str, part: HexPart | TilePart) -> Iterator[str]:
    """How stops and track are written, and how many there are."""
    if not readable(part):
        yield f"{place}: at most {MOST_STOPS} stops, and texts of at most {LONG} letters"
        return
    most = MOST_STOPS if part.label == CD else STOPS
    if len(part.stops) > most:
        yield f"{place}: {len(part.stops)} stops, at most {most}"
    for text in part.stops:
        if not STATION.fullmatch(text):
            yield f"{place}: {shown(text)!r} is no stop like 'city 30 slots=2'"
    words = part.paths.split()
    if len(words) > PATHS:
        yield f"{place}: {len(words)} pieces of track, at most {PATHS}"
    for word in words:
        if not TRACK.fullmatch(word):
            yield f"{place}: {shown(word)!r} is no track like '0-s0(dual)'"


def drawn(place: str, stops: Sequence[Stop], paths: Sequence[Path]) -> Iterator[str]:
    """Circles, values, and track that leads somewhere."""
    for stop in stops:
        if stop.slots > CIRCLES:
            yield f"{place}: {stop.slots} circles, at most {CIRCLES}"
        if isinstance(stop.revenue, int) and stop.revenue > VALUE:
            yield f"{place}: the value {stop.revenue} is above {VALUE}"
    links = [path.link for path in paths]
    if any(a == b for a, b in links) or len(set(links)) < len(links):
        yield f"{place}: each piece of track joins two places, and no other joins the same"
    ends = Counter(end for link in links for end in link)
    if paths and any(STOP + index not in ends for index in range(len(stops))):
        yield f"{place}: a stop without track beside others that have some"
    for index, stop in enumerate(stops):
        ways, most = ends[STOP + index], WAYS.get(stop.kind, PATHS)
        if ways > most:
            yield f"{place}: {ways} pieces of track at a {shown(stop.kind)}, at most {most}"
    if (plain := sum(link[1] < STOP for link in links)) > OPEN:
        yield f"{place}: {plain} pieces of track from side to side, at most {OPEN}"


def printed(atlas: Atlas) -> Iterator[str]:
    """Track on the map itself."""
    there = [spec for spec in atlas.hexes.values() if spec.printed.paths]
    if len(there) > PRINTED:
        yield f"hexes: {len(there)} with printed track, at most {PRINTED}"
    for spec in there:
        stops = spec.printed.stops
        plain = any(max(path.link) < STOP for path in spec.printed.paths)
        if plain or any(stop.kind != CITY for stop in stops):
            yield f"hexes.{spec.id}: printed track leads to cities"


def tiles(atlas: Atlas) -> Iterator[str]:
    """All tiles together: how much track they have, and how often it forks where no marker stops a train."""
    pieces = sum(tile.count * len(tile.paths) for tile in atlas.tiles.values())
    if pieces > PIECES:
        yield f"tiles: {pieces} pieces of track in all, at most {PIECES}"
    there = forks(atlas)
    for kind, most in FORKS.items():
        if there[kind] > most:
            yield f"tiles: {kind} with forks on {there[kind]} tiles, at most {most}"


def forks(atlas: Atlas) -> Counter[str]:
    """Return where track forks outside a city -> on how many tiles."""
    found = Counter[str]()
    for tile in atlas.tiles.values():
        ends = Counter(end for path in tile.paths for end in path.link)
        kinds = {tile.stops[end - STOP].kind for end, count in ends.items() if end >= STOP and count > 2}
        found["open track"] += tile.count * any(end < STOP and count > 1 for end, count in ends.items())
        found["towns"] += tile.count * ("town" in kinds)
        found["junctions"] += tile.count * (JUNCTION in kinds)
    return found


def sums(c: Components) -> Iterator[str]:
    """Premiums, and what markers cost."""
    for key, amount in c.premiums.items():
        if amount > PREMIUM:
            yield f"premiums.{shown(key)}: {amount} is above {PREMIUM}"
    for sym, part in c.companies.items():
        if any(not 0 <= cost <= MARKER or cost % 10 for cost in part.markers):
            yield f"companies.{shown(sym)}: a marker costs 0 to {MARKER}, in tens"
