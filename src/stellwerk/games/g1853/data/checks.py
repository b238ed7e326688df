"""What a set of components must hold to (`stellwerk components --check`), with every fault named."""

from collections import Counter
from collections.abc import Iterator

from stellwerk.board.atlas import Atlas
from stellwerk.board.hexes import HexId
from stellwerk.board.parse import parse_paths, parse_stop
from stellwerk.board.tile import CITY, COLOURS, DUAL, METRE, STANDARD, STOP, Face
from stellwerk.games.g1853.data import bounds
from stellwerk.games.g1853.data.bounds import CD, HEX, HOME, shown
from stellwerk.games.g1853.data.components import Components, HexPart, TilePart
from stellwerk.games.g1853.rules.book import SMALL, atlas_with, table

TILES = {"yellow": 128, "green": 64, "brown": 18, "gray": 7}  # 1-c
CITIES = 23  # 1-e
NOTES = 17_760  # 1-a: all the money in the box
MARKERS = (3, 5)  # 1-f
STATIONS = ("city", "town", "junction")


def check(c: Components) -> list[str]:
    """Return every fault, each with its place; empty when the set can be played with."""
    if faults := list(bounds.sizes(c)):
        return faults
    faults = [*_money(c), *_companies(c), *bounds.sums(c), *_cities(c), *bounds.letters(c), *_form(c)]
    if faults:
        return faults
    atlas = atlas_with(c)
    return [
        *_map(c, atlas), *bounds.printed(atlas), *_homes(c, atlas), *_premiums(c, atlas),
        *_doubts(c, atlas), *_tiles(atlas), *bounds.tiles(atlas),
    ]  # fmt: skip


def _money(c: Components) -> Iterator[str]:
    bank = c.money.short_bank
    players = table("setup")["players"]
    least = max(int(count) * row["cash"] for count, row in players.items())
    if bank % 10 or not least < bank <= NOTES:
        yield f"money.short_bank: {bank} is no multiple of 10 above {least} and up to {NOTES}"


def _companies(c: Components) -> Iterator[str]:
    rows = table("companies")["companies"]
    prices = table("market")["prices"]
    for sym, row in rows.items():
        if "par" not in row and sym not in c.companies:
            yield f"companies.{sym} is missing"
    for sym, part in c.companies.items():
        place = f"companies.{sym}"
        if sym not in rows:
            yield f"companies.{shown(sym)}: there is no such company; there are {', '.join(rows)}"
            continue
        if part.par not in prices:
            yield f"{place}: par {part.par} is no price of the market"
        homes = 1 if rows[sym]["size"] == SMALL else 2
        if len(part.homes) != homes or len(set(part.homes)) != homes:
            yield f"{place}: {len(part.homes)} homes, not {homes} different ones"
            continue
        if not MARKERS[0] <= len(part.markers) <= MARKERS[1]:
            yield f"{place}: {len(part.markers)} markers, not {MARKERS[0]} to {MARKERS[1]} (1-f)"
            continue
        if list(part.markers) != sorted(part.markers) or part.markers.count(0) != len(part.homes):
            costs = ", ".join(map(str, part.markers))
            yield f"{place}: markers {costs}: one free for each home ({len(part.homes)}), then dearer ones"
        for name, colour in (("colour", part.colour), ("text_colour", part.text_colour)):
            if len(colour) != 7 or colour[0] != "#" or not set(colour[1:]) <= set("0123456789abcdefABCDEF"):
                yield f"{place}: {name} {shown(colour)} is not of the form #ff0000"


def _cities(c: Components) -> Iterator[str]:
    companies = len(table("companies")["companies"])
    for city, numbers in c.cities.items():
        wrong = not set(numbers) <= set(range(1, companies + 1)) or len(set(numbers)) != len(numbers)
        if not numbers or wrong:
            told = list(numbers[: companies + 1])
            yield f"cities.{shown(city)}: {told} are not numbers from 1 to {companies}, each once (2.5.5)"


def _form(c: Components) -> Iterator[str]:
    """Hexes and tiles one by one: what cannot be read cannot be looked at together."""
    words = table("setup")["terrain"]
    for key, spec in c.hexes.items():
        place = f"hexes.{shown(key)}"
        if not HEX.fullmatch(key):
            continue  # told already
        terrain = spec.terrain[: bounds.LONG].split()
        for word in terrain:
            if word not in words:
                yield f"{place}: there is no terrain {shown(word)}; there are {', '.join(words)}"
        if len(set(terrain)) < len(terrain) or len(spec.terrain) > bounds.LONG:
            yield f"{place}: each terrain is named once"
        if spec.colour not in ("white", *COLOURS):
            yield f"{place}: there is no colour {shown(spec.colour)}; there are white, {', '.join(COLOURS)}"
        yield from _picture(place, spec)
    for key, tile in c.tiles.items():
        place = f"tiles.{shown(key)}"
        if tile.colour not in COLOURS:
            yield f"{place}: there is no colour {shown(tile.colour)}; there are {', '.join(COLOURS)}"
        if tile.count < 1:
            yield f"{place}: count {tile.count} is no number from 1"
        yield from _picture(place, tile)


def _picture(place: str, part: HexPart | TilePart) -> Iterator[str]:
    """Stops and track of a hex or tile."""
    yield from bounds.written(place, part)
    if not bounds.readable(part):
        return
    try:
        stops, paths = [parse_stop(text) for text in part.stops], parse_paths(part.paths)
    except ValueError as error:
        yield f"{place}: {error}"
        return
    for stop in stops:
        if stop.kind not in STATIONS:
            yield f"{place}: a stop is {', '.join(STATIONS)}, not {stop.kind}"
        if not isinstance(stop.revenue, int) or stop.revenue < 0 or stop.revenue % 10:
            yield f"{place}: the value {stop.revenue} is no multiple of 10"
        if (stop.kind == CITY) != (stop.slots > 0):
            yield f"{place}: cities have circles, and nothing else has"
    for path in paths:
        if path.gauge not in (STANDARD, METRE, DUAL):
            yield f"{place}: track has a gauge: {STANDARD}, {METRE} or {DUAL}"
        if max(path.link) >= STOP + len(stops):
            yield f"{place}: track leads to stop {max(path.link) - STOP}, which is not there"
    yield from bounds.drawn(place, stops, paths)
    if isinstance(part, TilePart) and not paths:
        yield f"{place}: a tile without track"


def _map(c: Components, atlas: Atlas) -> Iterator[str]:
    """The whole map: cities, track that is printed, and that it hangs together."""
    named = Counter(spec.name for spec in atlas.hexes.values() if spec.name)
    if named.total() != CITIES or len(named) != CITIES:
        yield f"hexes: {named.total()} names of {len(named)} cities, not {CITIES} (1-e)"
    known = {**table("contracts")["cities"], **c.cities}
    for city in sorted(set(named) ^ set(known)):
        yield f"cities.{city}: " + ("there is no such city" if city in known else "its numbers are missing")
    fixed = table("setup")
    for city in dict.fromkeys(
        [
            *table("contracts")["values"],
            *table("contracts")["ganges"]["valley"],
            *fixed["rickshaws"],
            *fixed["large_bbci"],
        ]
    ):
        if city not in named:
            yield f"hexes: {city} is missing"
    for key, spec in atlas.hexes.items():
        if spec.name and not any(stop.kind == CITY for stop in spec.printed.stops):
            yield f"hexes.{key}: {spec.name} has no circle for a marker"
        for edge in sorted(spec.printed.exits):
            if atlas.neighbours[key][edge] is None:
                yield f"hexes.{key}: track leads off the map over side {edge}"
        if spec.printed.paths:
            yield from _big_city(f"hexes.{key}", spec.label, spec.printed)
        yield from _followers(f"hexes.{key}", spec.printed, atlas)
    for key in sorted(_unreached(atlas)):
        yield f"hexes.{key}: it does not hang together with the others"


def _unreached(atlas: Atlas) -> set[HexId]:
    first = next(iter(atlas.hexes))
    reached, waiting = {first}, [first]
    while waiting:
        for beyond in atlas.neighbours[waiting.pop()]:
            if beyond is not None and beyond not in reached:
                reached.add(beyond)
                waiting.append(beyond)
    return set(atlas.hexes) - reached


def _homes(c: Components, atlas: Atlas) -> Iterator[str]:
    rows = table("companies")["companies"]
    kept = Counter[str]()
    for sym, row in rows.items():
        for home in c.companies[sym].homes if sym in c.companies else row["homes"]:
            hex_id, _, index = home.partition(".")
            spec = atlas.hexes.get(HexId(hex_id))
            stops = spec.printed.stops if spec is not None and HOME.fullmatch(home) else ()
            if not stops or int(index) >= len(stops) or stops[int(index)].kind != CITY:
                yield f"companies.{sym}: its home {shown(home)} is no station of a city"
                continue
            kept[home] += 1
            if kept[home] > stops[int(index)].slots:
                yield f"companies.{sym}: its home {home} has no circle left for it"


def _premiums(c: Components, atlas: Atlas) -> Iterator[str]:
    for key, amount in c.premiums.items():
        if HexId(key) not in atlas.hexes:
            yield f"premiums.{shown(key)}: there is no such hex"
        if amount <= 0 or amount % 10:
            yield f"premiums.{shown(key)}: {amount} is no multiple of 10 above 0"


def _doubts(c: Components, atlas: Atlas) -> Iterator[str]:
    for key, reason in c.doubtful.items():
        if HexId(key) not in atlas.hexes:
            yield f"doubtful.{shown(key)}: there is no such hex"
        if not 0 < len(reason) <= bounds.LONG:
            yield f"doubtful.{shown(key)}: the reason has 1 to {bounds.LONG} letters"


def _tiles(atlas: Atlas) -> Iterator[str]:
    counts = Counter[str]()
    for tile in atlas.tiles.values():
        counts[tile.colour] += tile.count
    for colour, count in TILES.items():
        if counts[colour] != count:
            yield f"tiles: {counts[colour]} {colour} tiles, not {count} (1-c)"
    for number, tile in atlas.tiles.items():
        place, face = f"tiles.{number}", tile.turned(0)
        if tile.colour in ("brown", "gray"):
            yield from _all_dual(place, face)
        yield from _followers(place, face, atlas)
        yield from _stations_apart(place, tile.label, face)


def _followers(place: str, face: Face, atlas: Atlas) -> Iterator[str]:
    """4.2.1-b: what the table lets follow must be there and must fit somehow."""
    for number in face.becomes or ():
        tile = atlas.tiles.get(number)
        if tile is None:
            yield f"{place}: there is no tile {number} to follow"
        elif not atlas.rotations(face, tile):
            yield f"{place}: tile {number} keeps its track in no rotation (4.2.4)"


def _big_city(place: str, label: str, face: Face) -> Iterator[str]:
    yield from _all_dual(place, face)
    yield from _stations_apart(place, label, face)


def _all_dual(place: str, face: Face) -> Iterator[str]:
    if any(path.gauge != DUAL for path in face.paths):
        yield f"{place}: all its track is dual (4.2.8, 4.2.12-a)"


def _stations_apart(place: str, label: str, face: Face) -> Iterator[str]:
    if label != CD:
        return
    if any(len(arms) > 1 for arms in face.arms[STOP:]) or any(max(path.link) < STOP for path in face.paths):
        yield f"{place}: no train passes Calcutta or Delhi, so each station has one exit (4.2.12-c)"
