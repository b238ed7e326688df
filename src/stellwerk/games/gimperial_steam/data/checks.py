"""What a set of components must hold to (`stellwerk components --check`), with every fault named."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from stellwerk.games.gimperial_steam.data.components import (
    BOARD,
    BRIDGE,
    HUBS,
    PLAIN,
    SORTS,
    STATION,
    TRIESTE,
    TUNNEL,
    WIEN,
    Box,
    Components,
    Face,
)

COUNTS = ("2", "3", "4")
TILES, CARDS, RAILWAY_CARDS, CONTRACTS, SHIPPING = 23, 15, 35, 28, 9
ROUNDS = 8
BOX = Box(
    cubes=40, investors=34, money=4650, factories=12, business_markers=(13, 8, 3), crowns=4,
    reserved_markers=35, workers=15, stations=3, trains=3, wage_markers=8,
)  # fmt: skip
"""What the rulebook's list of pieces says; a correct set cannot say anything else."""
NAME, ID = 40, re.compile(r"[A-Za-z0-9_]{1,24}")
PRINTED = (WIEN, "bruck", "wr_neustadt", TRIESTE)  # SETUP-A4
SHARE_ROWS, LOWEST, HIGHEST = 6, 40, 240  # A9-2
DEMANDS = {"wood": 1, "stone": 1, "iron": 1, "coal": 2}  # F2-2


def check(c: Components) -> list[str]:
    """Return every fault, each with its place; empty when the set can be played with."""
    parts: tuple[Callable[[Components], Iterable[str]], ...] = (
        _ids, _box, _cities, _links, _sites, _faces, _tracks, _locomotives, _boards, _contracts,
        _cards, _fixed,
    )  # fmt: skip
    return [fault for part in parts for fault in part(c)]


def _ten(place: str, *amounts: int) -> Iterator[str]:
    """END-6: all sums are tens."""
    for amount in amounts:
        if amount < 0 or amount % 10:
            yield f"{place}: {amount} is no multiple of 10 from 0"


def _within(place: str, what: str, number: int, low: int, high: int) -> Iterator[str]:
    if not low <= number <= high:
        yield f"{place}: {what} {number} is not {low} to {high}"


def _ids(c: Components) -> Iterator[str]:
    """Ids stand in addresses and commands, names on the map."""
    groups: dict[str, Iterable[str]] = {
        "cities": c.cities, "links": c.links, "sites": c.sites, "contracts": c.contracts, "growth": c.growth,
        "railway_cards": c.railway_cards, "normal_cards": c.normal_cards,
    }  # fmt: skip
    for group, ids in groups.items():
        for id in ids:
            if not ID.fullmatch(id):
                yield f"{group}: {id[:NAME]!r} is no id of up to 24 letters and digits"
    for id, city in c.cities.items():
        if not 1 <= len(city.name) <= NAME or not city.name.isprintable():
            yield f"cities.{id}: a name has 1 to {NAME} letters"


def _box(c: Components) -> Iterator[str]:
    """GEN-7."""
    for piece in BOX.__struct_fields__:
        number, wanted = getattr(c.box, piece), getattr(BOX, piece)
        if number != wanted:
            yield f"box.{piece}: {number}, not {wanted}"


def _cities(c: Components) -> Iterator[str]:
    if set(c.printed) != set(PRINTED):
        yield f"printed: there must be {', '.join(PRINTED)} (SETUP-A4)"
    for id in c.printed:
        if id not in c.cities:
            yield f"printed.{id}: there is no such city"
    numbers = Counter(city.number for city in c.cities.values() if city.number)
    wanted = set(range(1, TILES + len(HUBS) + 1))
    if set(numbers) != wanted or max(numbers.values(), default=0) > 1:
        yield f"cities: the numbers are not 1 to {len(wanted)}, each once"
    for id, city in c.cities.items():
        if bool(city.number) == (id in c.printed):
            yield f"cities.{id}: a city has either a number or printed values"
        yield from _within(f"cities.{id}", "x", city.x, 0, 1000)
        yield from _within(f"cities.{id}", "y", city.y, 0, 1000)
    regions = Counter(city.region for city in c.cities.values() if city.region)
    if sorted(regions) != ["A", "B", "C", "D"]:
        yield f"cities: regions are {', '.join(sorted(regions))}, not A, B, C, D"
    for id in c.printed:
        if id in c.cities and c.cities[id].region:
            yield f"cities.{id}: a printed city has no region"


def _links(c: Components) -> Iterator[str]:
    pairs: dict[frozenset[str], str] = {}
    for id, link in c.links.items():
        for end in link.ends:
            if end not in c.cities:
                yield f"links.{id}: there is no city {end}"
        if link.ends[0] == link.ends[1]:
            yield f"links.{id}: both ends are {link.ends[0]}"
        if (other := pairs.setdefault(frozenset(link.ends), id)) != id:
            yield f"links.{id}: the same cities as {other}"
        if link.type not in (PLAIN, BRIDGE, TUNNEL):
            yield f"links.{id}: type {link.type} is not {PLAIN}, {BRIDGE} or {TUNNEL}"
    passes = [set(link.ends) for link in c.links.values() if link.semmering]
    if passes != [{"muerzzuschlag", "gloggnitz"}]:
        yield "links: exactly the link Mürzzuschlag–Gloggnitz is the Semmering (SETUP-A2)"
    reached, waiting = {WIEN}, [WIEN]
    while waiting:
        city = waiting.pop()
        new = {end for link in c.links.values() if city in link.ends for end in link.ends} - reached
        reached |= new
        waiting += new
    for city in c.cities:
        if city not in reached:
            yield f"cities.{city}: no way leads there from Wien"


def _sites(c: Components) -> Iterator[str]:
    for id, site in c.sites.items():
        if site.city not in c.cities:
            yield f"sites.{id}: there is no city {site.city}"
        yield from _within(f"sites.{id}", "players", site.players, 2, 4)
        yield from _cost(f"sites.{id}", site.cost)
    yield from _within("sites", "number", len(c.sites), 0, 40)


def _cost(place: str, cost: str | int) -> Iterator[str]:
    if isinstance(cost, str):
        if cost not in (BOARD, STATION):
            yield f'{place}: cost {cost} is not "{BOARD}", "{STATION}" or an amount'
    else:
        yield from _ten(place, cost)


def _all_faces(c: Components) -> Iterator[tuple[str, Face]]:
    yield from ((f"printed.{id}", face) for id, face in c.printed.items())
    yield from ((f"hubs.{id}", face) for id, face in c.hubs.items())
    for count, tiles in c.tiles.items():
        yield from ((f"tiles.{count}.{id}", face) for id, face in tiles.items())


def _faces(c: Components) -> Iterator[str]:
    if sorted(c.tiles) != list(COUNTS):
        yield "tiles: there must be sets for 2, 3 and 4 players"
    if set(c.hubs) != set(HUBS):
        yield f"hubs: there must be {', '.join(HUBS)}"
    if len(set(c.growth)) != len(HUBS):
        yield f"growth: {len(c.growth)} tiles, not {len(HUBS)}"
    numbers = {city.number for city in c.cities.values() if city.number}
    for count, tiles in c.tiles.items():
        if len(tiles) != TILES:
            yield f"tiles.{count}: {len(tiles)} tiles, not {TILES} (SETUP-A3)"
        for id in tiles:
            if not id.isdecimal() or int(id) not in numbers:
                yield f"tiles.{count}.{id}: no city has this number"
        yield from _business(c, count, tiles.values())
    for id, city in c.cities.items():
        yield from _within(f"cities.{id}", "influence", city.influence, 0, 9 if city.number else 0)
    for place, face in _all_faces(c):
        yield from _within(place, "effort", face.effort, 1, 9)
        yield from _within(place, "influence", face.influence, 0, 9)
        yield from _within(place, "business", face.business, 0, 3)
        yield from _within(place, "station_sites", face.station_sites, 0, 4)
        yield from _within(place, "number of sites", len(face.sites), 0, 4)
        yield from _ten(place, face.station_cost)
        for cost in face.sites:
            yield from _cost(place, cost)
        for sort, number in face.demands.items():
            if sort not in SORTS:
                yield f"{place}: there is no good {sort}"
            yield from _within(place, f"demand for {sort}", number, 0, 9)
        if face.demands.get("coal") and not place.startswith("hubs.") and not _coal_is_paid(c, place):
            yield f"{place}: coal is asked for by hubs alone, since it has no payments (F2-5)"
    for hub, face in c.hubs.items():
        cubes = sum(face.demands.values())
        if face.demands != DEMANDS:
            yield f"hubs.{hub}: a hub asks for 1 wood, 1 stone, 1 iron and 2 coal (F2-2)"
        for id, steps in c.growth.items():
            if len(steps) < cubes:
                yield f"growth.{id}: {len(steps)} numbers for the {cubes} cubes of {hub}"


def _coal_is_paid(c: Components, place: str) -> bool:
    """Return whether the factory boards with which this face is used pay for coal."""
    _, _, rest = place.partition("tiles.")
    counts = [rest.partition(".")[0]] if rest else COUNTS
    rows = [c.factories.get(count, {}).get("coal") for count in counts]
    return all(row is not None and row.payments for row in rows)


def _business(c: Components, count: str, faces: Iterable[Face]) -> Iterator[str]:
    """SETUP-A5: the markers in the box suffice."""
    used = [0, 0, 0]
    for face in (*faces, *c.printed.values(), *c.hubs.values()):
        lowest = 2 if face.business == 3 and count == "2" else 1
        for number in range(lowest, min(face.business, 3) + 1):
            used[number - 1] += 1
    for number, (needed, box) in enumerate(zip(used, c.box.business_markers, strict=True), start=1):
        if needed > box:
            yield f"tiles.{count}: {needed} business markers {number}, the box has {box}"


def _tracks(c: Components) -> Iterator[str]:
    yield from _ten("influence.last", c.influence.last)
    yield from _within("influence", "last", c.influence.last, 120, 400)  # END-3 names 120
    columns = c.influence.last // 10 + 1
    if len(c.influence.silver) != columns:
        yield f"influence.silver: {len(c.influence.silver)} values for {columns} columns"
    yield from _ten("influence.silver", *c.influence.silver)
    prices = [row.price for row in c.shares.rows]
    if prices != sorted(set(prices)):
        yield "shares.rows: prices must rise"
    if len(prices) != SHARE_ROWS or (prices[0], prices[-1]) != (LOWEST, HIGHEST):
        yield f"shares.rows: {SHARE_ROWS} rows from {LOWEST} to {HIGHEST} are needed (A9-2)"
    yield from _ten("shares.rows", *prices)
    for row in c.shares.rows:
        yield from _within(f"shares.rows ({row.price})", "cost", row.cost, 0, 20)
        yield from _within(f"shares.rows ({row.price})", "places", row.places, 0, c.box.investors)
    if c.shares.rows and c.shares.rows[0].places < 1:
        yield "shares.rows: the first row needs a place for the first investor (SETUP-F1)"
    if len(c.shipping.tiles) != SHIPPING:
        yield f"shipping.tiles: {len(c.shipping.tiles)} tiles, not {SHIPPING} (SETUP-R1)"
    yield from (f"shipping.tiles: {n} is not 0 to 10" for n in c.shipping.tiles if not 0 <= n <= 10)
    if len(c.market.prices) != 10:
        yield f"market.prices: {len(c.market.prices)} rows, not 10 (SETUP-M)"
    yield from _ten("market.prices", *c.market.prices)
    for id, steps in c.growth.items():
        yield from (f"growth.{id}: {step} is not 0 to 9" for step in steps if not 0 <= step <= 9)


def _locomotives(c: Components) -> Iterator[str]:
    if sorted(c.locomotives) != ["3", "4", "5", "6", "7", "8"]:
        yield "locomotives: levels must be 3 to 8"
    for level, tile in c.locomotives.items():
        if level.isdecimal() and tile.price != 10 * int(level):
            yield f"locomotives.{level}: price {tile.price}, not {10 * int(level)} (A6-2)"
        low, high = (1, 9) if level in ("6", "7", "8") else (0, 0)  # A6-4
        yield from _within(f"locomotives.{level}", "influence", tile.influence, low, high)
        if level == "3" and tile.round:
            yield "locomotives.3: the IS-3 is never sold (A6-1)"
        elif level != "3":
            yield from _within(f"locomotives.{level}", "round", tile.round, 1, ROUNDS)


def _boards(c: Components) -> Iterator[str]:
    for count in COUNTS:
        rows = c.factories.get(count, {})
        wanted = 3 * int(count)
        if set(rows) != set(SORTS):
            yield f"factories.{count}: there must be {', '.join(SORTS)}"
        for sort, row in rows.items():
            place = f"factories.{count}.{sort}"
            if len(row.costs) != wanted:
                yield f"{place}: {len(row.costs)} costs, not {wanted} (SETUP-B)"
            if len(row.payments) != wanted + 1 and (sort != "coal" or row.payments):
                yield f"{place}: {len(row.payments)} payments, not {wanted + 1}"
            yield from _ten(place, *row.costs, *row.payments)
        labour = c.labour.get(count, {})
        if set(labour) != set(HUBS):
            yield f"labour.{count}: there must be {', '.join(HUBS)}"
            continue
        columns = sum(hub.columns for hub in labour.values())
        yield from _within(f"labour.{count}", "columns", columns, 4, min(8, c.box.wage_markers))
        yield from (f"labour.{count}.{hub}: no column" for hub, of in labour.items() if of.columns < 1)
        engineers = sum(hub.engineers for hub in labour.values())
        if engineers != 2 * int(count) or min(hub.engineers for hub in labour.values()) < 0:
            yield f"labour.{count}: {engineers} places for engineers, not {2 * int(count)} (SETUP-C3)"


def _contracts(c: Components) -> Iterator[str]:
    if len(c.contracts) != CONTRACTS:
        yield f"contracts: {len(c.contracts)} cards, not {CONTRACTS}"
    stacks = Counter(card.reserved for card in c.contracts.values())
    for reserved in (1, 2, 3):
        if stacks[reserved] < 5:
            yield f"contracts: {stacks[reserved]} cards reserve {reserved}, 5 are shown (SETUP-D1)"
    for id, card in c.contracts.items():
        yield from _within(f"contracts.{id}", "reserved", card.reserved, 1, 3)
        yield from _within(f"contracts.{id}", "investors", card.investors, 1, 3)
        yield from _ten(f"contracts.{id}", card.value)
        yield from _within(f"contracts.{id}", "number of factories", len(card.factories), 1, 6)
        yield from (
            f"contracts.{id}: there is no good {sort}" for sort in card.factories if sort not in SORTS
        )


def _cards(c: Components) -> Iterator[str]:
    if len(c.railway_cards) != RAILWAY_CARDS:
        yield f"railway_cards: {len(c.railway_cards)} cards, not {RAILWAY_CARDS}"
    for id, card in c.railway_cards.items():
        if card.link not in c.links:
            yield f"railway_cards.{id}: there is no link {card.link}"
        yield from _within(f"railway_cards.{id}", "number", card.number, 1, c.box.crowns)
    if len({card.link for card in c.railway_cards.values()}) < len(HUBS) + c.box.crowns + 1:
        yield "railway_cards: too few different links (SETUP-V3)"
    if len(c.normal_cards) != CARDS:
        yield f"normal_cards: {len(c.normal_cards)} cards, not {CARDS}"
    for count in COUNTS:
        if not any(card.players == int(count) for card in c.normal_cards.values()):
            yield f"normal_cards: none for {count} players (SETUP-A4a)"
    yield from _normal_cards(c)


def _normal_cards(c: Components) -> Iterator[str]:
    for id, card in c.normal_cards.items():
        place = f"normal_cards.{id}"
        named = 0 if card.players == 2 else 3
        cities = (*card.hubs, *card.cities)
        if len(card.hubs) != len(HUBS) or len(card.tiles) != named or len(card.cities) != named:
            yield f"{place}: {len(HUBS)} hubs, {named} tiles and {named} cities are needed"
        if len(set(cities)) != len(cities):
            yield f"{place}: a city is named twice"
        for city in cities:
            if city not in c.cities or not c.cities[city].number:
                yield f"{place}: {city} is no city for a tile"
        tiles = c.tiles.get(str(card.players), {})
        yield from (f"{place}: there is no tile {tile}" for tile in card.tiles if str(tile) not in tiles)
        yield from _crowns(c, place, card.crowns)


def _crowns(c: Components, place: str, links: tuple[str, ...]) -> Iterator[str]:
    if len(set(links)) != len(links) or len(links) > c.box.crowns:
        yield f"{place}: {len(links)} crowns, the box has {c.box.crowns}; each link once"
    yield from (f"{place}: there is no link {link}" for link in links if link not in c.links)


def _fixed(c: Components) -> Iterator[str]:
    plan = c.fixed
    missing = Counter(plan.shipping) - Counter(c.shipping.tiles)
    if len(plan.shipping) != ROUNDS - 1 or missing:
        yield "fixed.shipping: seven of the shipping tiles are needed"
    if set(plan.influence) != set(HUBS) or set(plan.growth) != set(HUBS):
        yield "fixed: influence and growth of every hub are needed"
    for hub, value in plan.influence.items():
        yield from _ten(f"fixed.influence.{hub}", value)
        yield from _within("fixed.influence", hub, value, 0, c.influence.last)
    if sorted(plan.growth.values()) != sorted(c.growth):
        yield "fixed.growth: every growth tile goes to one hub"
    if len(plan.crowns) != len(COUNTS):
        yield "fixed.crowns: lists for 2, 3 and 4 players are needed"
    for links in plan.crowns:
        yield from _crowns(c, "fixed.crowns", links)
    for at, count in enumerate(COUNTS):
        if any(len(hub.fixed) != len(COUNTS) for hub in c.hubs.values()):
            yield "hubs: fixed city numbers for 2, 3 and 4 players are needed"
            return
        numbers = [hub.fixed[at] for hub in c.hubs.values()]
        numbers += [int(id) for id in c.tiles.get(count, {}) if id.isdecimal()]
        if sorted(numbers) != list(range(1, TILES + len(HUBS) + 1)):
            yield f"tiles.{count}: tiles and hubs of the fixed set-up do not cover every city once"
