"""The map of cities and links (`city_map`) as SVG: lines, tracks of players, what lies at each city.

The drawing is one layer that is not spoken; above it lie links of the page without any text, one for each
city and each line, named by their words. Classes and no colours: those are in `static`.
"""

from collections.abc import Mapping, Sequence
from html import escape
from math import hypot

from stellwerk.games.gimperial_steam.show.city_map import City, Link, Mark, Network, Site, Way
from stellwerk.games.gimperial_steam.show.labels import Box, Line, Spot, places

LETTERS = {"ijlfI.,'- ": 5.9, "rt": 7.8, "szcxvy": 9.1, "mwMW": 15.0}
"""Widths of letters in a city's name; of all others `LETTER`."""
LETTER = 10.6
NAME, LINE, ICONS = 19.0, 16.0, 15.0
"""Heights of a label's parts: the name, a second line of it, what lies below."""
LONG = 13
"""From so many letters on a name may take two lines."""
GAP = 8.4
"""Between the middles of two tracks on one link."""
CUBE, SITE = 13.0, 27.0
PLATE = 40.0
"""How far above a link its sign stands."""


def network_svg(network: Network) -> str:
    """One SVG; its cities and links are links of the page."""
    cities, links, ways = network.cities, network.links, network.ways
    at = {city.id: city for city in cities}
    frame = frame_of(cities)
    where = places(
        tuple(Spot(city.x, city.y, *size(city), pieces(city)) for city in cities),
        tuple(line_of(link, at) for link in links),
        tuple(box for link in links for box in signs_of(link, at)),
        frame,
    )
    width, height = frame[2] - frame[0], frame[3] - frame[1]
    parts = [
        f'<svg class="net" id="net-svg" viewBox="{frame[0]:g} {frame[1]:g} {width:g} {height:g}" '
        f'role="group" aria-label="{escape(network.title)}">',
        f'<g aria-hidden="true"><rect class="net-land" x="{frame[0]:g}" y="{frame[1]:g}" width="{width:g}" '
        f'height="{height:g}"/>{network.ground}</g>',
        '<g aria-hidden="true">',
        *(draw_way(way, links, at) for way in ways),
        *(draw_link(link, at) for link in links),
        *(draw_city(city, *middle) for city, middle in zip(cities, where, strict=True)),
        *(draw_steps(way, links, at) for way in ways),
        "</g>",
        *(link_anchor(link, at) for link in links),
        *(city_anchor(city, *middle) for city, middle in zip(cities, where, strict=True)),
        "</svg>",
    ]
    return "".join(parts)


def frame_of(cities: Sequence[City]) -> Box:
    """Return the part of the plane that is drawn, with room for labels at its edges."""
    xs, ys = [city.x for city in cities], [city.y for city in cities]
    return min(xs) - 66, min(ys) - 66, max(xs) + 72, max(ys) + 56


def icons(city: City) -> float:
    """Width of the second line of its label."""
    return CUBE * len(city.cubes) + SITE * len(city.sites)


def size(city: City) -> tuple[float, float]:
    width = icons(city)
    lines = name_lines(city.name)
    wide = max(width_of(line) for line in lines)
    return max(wide, width) + 4, NAME + LINE * (len(lines) - 1) + (ICONS if width else 0)


def name_lines(name: str) -> tuple[str, ...]:
    """A long name of several words on two lines, as even as they can be; none ends with a short form."""
    spaces = [at for at, letter in enumerate(name) if letter == " " and name[at - 1] != "."]
    if len(name) < LONG or not spaces:
        return (name,)
    middle = min(spaces, key=lambda at: abs(2 * at - len(name)))
    return name[:middle], name[middle + 1 :]


def width_of(name: str) -> float:
    return sum(next((width for some, width in LETTERS.items() if letter in some), LETTER) for letter in name)


def pieces(city: City) -> tuple[Box, ...]:
    """The boxes of what is drawn at a city."""
    half = 22.0 if city.shape != "plain" else 17.5
    found = [(city.x - half, city.y - min(half, 22.0), city.x + half, city.y + half)]
    if city.bonus:
        found.append((city.x + 9, city.y - 26, city.x + 29, city.y - 4))
    for number in range(len(city.counters)):
        x, y = counter_at(city, number)
        found.append((city.x + x - 10, city.y + y - 10, city.x + x + 10, city.y + y + 10))
    if city.houses:
        across = len(city.houses) * 6.75
        found.append((city.x - across, city.y + 17, city.x + across, city.y + 33))
    return tuple(found)


def counter_at(city: City, number: int) -> tuple[float, float]:
    """Where a business marker lies, from the middle of its city: on the side that has no bonus."""
    side = -1 if city.bonus else 1
    return side * (18 + number * 5), -14 - number * 3


def signs_of(link: Link, at: Mapping[str, City]) -> list[Box]:
    """The boxes of the signs on a link and beside it."""
    x1, y1, x2, y2 = line_of(link, at)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    found = [plate_of(link, at)] if link.label else []
    if link.kind != "plain" or link.crown:
        wide = 22 if link.kind != "plain" and link.crown else 11
        found.append((x - wide, y - wide, x + wide, y + wide))
    return found


def line_of(link: Link, at: Mapping[str, City]) -> Line:
    one, other = (at[end] for end in link.ends)
    return one.x, one.y, other.x, other.y


def plate_of(link: Link, at: Mapping[str, City]) -> Box:
    """Return where the sign beside a link stands."""
    x1, y1, x2, y2 = line_of(link, at)
    x, y, half = (x1 + x2) / 2, (y1 + y2) / 2 - PLATE, len(link.label) * 3.6 + 4
    return x - half, y - 8, x + half, y + 8


def shifted(line: Line, by: float, short: float = 0.0) -> Line:
    """Beside a line, and not quite as long."""
    x1, y1, x2, y2 = line
    length = hypot(x2 - x1, y2 - y1) or 1.0
    ax, ay = (x2 - x1) / length, (y2 - y1) / length
    return (
        x1 - ay * by + ax * short, y1 + ax * by + ay * short,
        x2 - ay * by - ax * short, y2 + ax * by - ay * short,
    )  # fmt: skip


def stroke(line: Line, kind: str) -> str:
    x1, y1, x2, y2 = line
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def group(kind: str, x: float, y: float, inside: str) -> str:
    return f'<g class="{kind}" transform="translate({x:.1f} {y:.1f})">{inside}</g>'


def drawing(mark: Mark, kind: str, id: str, inside: str) -> str:
    classes = " ".join((kind, *(("open",) if mark.open else ()), *(("chosen",) if mark.chosen else ())))
    return f'<g class="{classes}" data-{kind}="{escape(id)}">{inside}</g>'


def anchor(mark: Mark, kind: str, id: str, x: float, y: float, inside: str) -> str:
    """Open parts are in the order of Tab; the others are reached by arrows."""
    order = 0 if mark.open or mark.chosen else -1
    classes = f"{kind} open" if mark.open else kind
    current = ' aria-current="true"' if mark.chosen else ""
    return (
        f'<a class="{classes}" id="{kind}-{escape(id)}" href="{escape(mark.href)}" tabindex="{order}" '
        f'aria-label="{escape(mark.words)}"{current} data-x="{x:g}" data-y="{y:g}">{inside}</a>'
    )


# -- links ---------------------------------------------------------------------------------------

BRIDGE = "M-8 4V1Q-8-5 0-5Q8-5 8 1V4M-3.4 4Q-3.4-1 0-1Q3.4-1 3.4 4"
TUNNEL = "M-6.5 5V0Q-6.5-6 0-6Q6.5-6 6.5 0V5Z"
CROWN = "M-6.5 4.5L-7.5-4L-3.2-.6L0-6L3.2-.6L7.5-4L6.5 4.5Z"


def sign(kind: str) -> str:
    """Return a round sign around 0, 0."""
    path = {"bridge": BRIDGE, "tunnel": TUNNEL, "crown": CROWN}[kind]
    return f'<g class="net-sign {kind}"><circle r="10"/><path d="{path}"/></g>'


def draw_link(link: Link, at: Mapping[str, City]) -> str:
    line = line_of(link, at)
    x, y = (line[0] + line[2]) / 2, (line[1] + line[3]) / 2
    parts = []
    if link.open or link.chosen:
        parts.append(stroke(shifted(line, 0, 20), "net-reach"))
    parts += [stroke(line, "net-bed"), stroke(line, f"net-line {link.kind}")]
    first = -(len(link.tracks) - 1) / 2
    for number, (owner, pattern) in enumerate(link.tracks):
        beside = shifted(line, (first + number) * GAP, 15)
        parts += [
            stroke(beside, "net-rail-edge"),
            stroke(beside, f"net-rail {owner}"),
            stroke(beside, f"net-rail-pattern pattern-{pattern}"),
        ]
    signs = [kind for kind, there in ((link.kind, link.kind != "plain"), ("crown", link.crown)) if there]
    length = hypot(line[2] - line[0], line[3] - line[1]) or 1.0
    ax, ay = (line[2] - line[0]) / length, (line[3] - line[1]) / length
    for number, kind in enumerate(signs):
        along = (number - (len(signs) - 1) / 2) * 22
        parts.append(f'<g transform="translate({x + ax * along:.1f} {y + ay * along:.1f})">{sign(kind)}</g>')
    if link.label:
        left, top, right, _ = plate_of(link, at)
        box = f'<rect x="{left - x:.1f}" y="-8" width="{right - left:.1f}" height="16" rx="2"/>'
        parts.append(group("net-plate", x, top + 8, f'{box}<text y="4.2">{escape(link.label)}</text>'))
    return drawing(link, "link", link.id, "".join(parts))


def link_anchor(link: Link, at: Mapping[str, City]) -> str:
    x1, y1, x2, y2 = line_of(link, at)
    hit = stroke((x1, y1, x2, y2), "net-hit")
    return anchor(link, "link", link.id, (x1 + x2) / 2, (y1 + y2) / 2, hit)


def draw_way(way: Way, links: Sequence[Link], at: Mapping[str, City]) -> str:
    by_id = {link.id: link for link in links}
    return "".join(stroke(line_of(by_id[id], at), f"net-way {way.owner}") for id in way.links)


def draw_steps(way: Way, links: Sequence[Link], at: Mapping[str, City]) -> str:
    """Return the numbers of the way's links, beside their middles."""
    by_id = {link.id: link for link in links}
    parts = []
    for number, id in enumerate(way.links, 1):
        x1, y1, x2, y2 = shifted(line_of(by_id[id], at), 19)
        inside = f'<circle r="10"/><text y="4.6">{number}</text>'
        parts.append(group("net-step", (x1 + x2) / 2, (y1 + y2) / 2, inside))
    return "".join(parts)


# -- cities --------------------------------------------------------------------------------------

HOUSE = "M-6 7V-1L0-6L6-1V7Z"
WORKS = "M-12 6V-6H-8V-1L-3-5V-1L2-5V6Z"


def draw_city(city: City, x: float, y: float) -> str:
    parts = []
    if city.open or city.chosen:
        parts.append('<circle class="net-ring" r="26"/>')
    parts.append(body(city))
    if city.bonus:
        points = "0,-10.5 9.1,-5.2 9.1,5.2 0,10.5 -9.1,5.2 -9.1,-5.2"
        parts.append(
            f'<g class="net-bonus" transform="translate(19 -15)"><polygon points="{points}"/>'
            f'<text y="3.9">+{city.bonus}</text></g>'
        )
    for number, counter in enumerate(city.counters):
        across, up = counter_at(city, number)
        parts.append(
            f'<g class="net-counter" transform="translate({across} {up})"><circle r="9"/>'
            f'<text y="4.2">{counter}</text></g>'
        )
    left = -(len(city.houses) - 1) / 2
    for number, house in enumerate(city.houses):
        inside = f'<path d="{HOUSE}"/><text y="5.6">{escape(house.letter)}</text>'
        parts.append(group(f"net-house {house.owner or 'free'}", (left + number) * 13.5, 25, inside))
    parts.append(label(city, x - city.x, y - city.y))
    inside = f'<g transform="translate({city.x:g} {city.y:g})">{"".join(parts)}</g>'
    return drawing(city, "city", city.id, inside)


def city_anchor(city: City, x: float, y: float) -> str:
    """Return the city, and its label."""
    width, height = size(city)
    hit = (
        f'<rect class="net-hit" x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}"/><circle class="net-hit" cx="{city.x:g}" cy="{city.y:g}" r="27"/>'
    )
    return anchor(city, "city", city.id, city.x, city.y, hit)


def body(city: City) -> str:
    number = f'<text class="net-number" y="6">{city.number}</text>'
    if city.shape == "fixed":
        return f'<g class="net-city fixed"><rect x="-21" y="-16" width="42" height="32" rx="4"/>{number}</g>'
    if city.shape == "plain":
        return f'<g class="net-city"><circle r="16.5"/>{number}</g>'
    square = '<rect x="-15" y="-15" width="30" height="30" rx="4" transform="rotate(45)"/>'
    return f'<g class="net-city {city.shape}">{square}{number}</g>'


def label(city: City, x: float, y: float) -> str:
    """Return the name, and below it what is asked for there and its factory sites."""
    top = y - size(city)[1] / 2
    lines = name_lines(city.name)
    parts = [
        f'<text class="net-name" x="{x:.1f}" y="{top + 14.5 + LINE * number:.1f}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    ]
    across = x - icons(city) / 2
    down = top + NAME + LINE * (len(lines) - 1) + ICONS / 2
    for cube in city.cubes:
        kind = f"net-cube goods-{cube.sort}" if cube.open else "net-cube gone"
        letter = f'<text y="3.4">{escape(cube.letter)}</text>'
        box = '<rect x="-5.5" y="-5.5" width="11" height="11" rx="2"/>'
        parts.append(group(kind, across + CUBE / 2, down, box + letter))
        across += CUBE
    for site in city.sites:
        parts.append(f'<g transform="translate({across + SITE / 2:.1f} {down:.1f})">{works(site)}</g>')
        across += SITE
    return "".join(parts)


def works(site: Site) -> str:
    if not site.owner:
        return f'<g class="net-site free"><path d="{WORKS}" transform="translate(5 0)"/></g>'
    return (
        f'<g class="net-site {site.owner}"><path d="{WORKS}"/>'
        f'<g class="net-cube goods-{site.sort}"><rect x="2.5" y="-6" width="11" height="12" rx="2"/>'
        f'<text x="8" y="3.6">{escape(site.letter)}</text></g>'
        f'<text class="net-left" x="-5" y="5">{site.goods}</text></g>'
    )
