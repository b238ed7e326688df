"""How the time for best runs grows: random maps of any size, and a plot of what was measured."""

from collections.abc import Iterable, Sequence
from math import log10
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from stellwerk.routing import Limit, Problem, Segment, Stop, Train, solve

PATIENCE = 20.0
"""Seconds; a problem that needs longer ends its line."""
MAPS = 5
SIZES = (10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200)
USUAL = 48
"""Stops of a late map of 1824 without foreign stations, the largest of the five games."""


class Line(NamedTuple):
    name: str
    points: list[tuple[int, float]]
    """(size, median seconds)"""


def network(stops: int, trains: Sequence[int], seed: int) -> Problem:
    """A map as dense as a late one: each stop joined with near ones, 1.65 segments a stop, a tenth own."""
    rng = Random(seed)
    side = stops**0.5
    at = [(rng.uniform(0, side), rng.uniform(0, side)) for _ in range(stops)]
    near = sorted(
        ((at[a][0] - at[b][0]) ** 2 + (at[a][1] - at[b][1]) ** 2, a, b)
        for a in range(stops)
        for b in range(a + 1, stops)
    )
    degree = [0] * stops
    ends = []
    for _, a, b in near:
        if max(degree[a], degree[b]) < 5 and len(ends) < 1.65 * stops:
            degree[a] += 1
            degree[b] += 1
            ends.append((a, b))
    own = set(rng.sample(range(stops), max(2, stops // 10)))
    values = (10, 10, 20, 20, 30, 40, 50, 60)
    return Problem(
        tuple(Stop(f"s{n}", "city", rng.choice(values), own=n in own) for n in range(stops)),
        tuple(Segment(str(n), a, b, (f"a{n}", f"b{n}")) for n, (a, b) in enumerate(ends)),
        tuple(Train(str(n), (Limit(("city",), most),)) for n, most in enumerate(trains)),
    )


def measured(stops: int, trains: Sequence[int]) -> float | None:
    """The median over some maps; None when one of them took too long."""
    times = []
    for seed in range(MAPS):
        problem = network(stops, trains, seed)
        began = process_time()
        if not solve(problem, PATIENCE).proved:
            return None
        times.append(process_time() - began)
    return median(times)


def line(name: str, cases: Iterable[tuple[int, int, Sequence[int]]]) -> Line:
    """`cases`: size on the plot, stops, trains."""
    points = []
    for size, stops, trains in cases:
        seconds = measured(stops, trains)
        if seconds is None:
            break
        points.append((size, seconds))
    return Line(name, points)


def by_size() -> list[Line]:
    sets = {"one 6": (6,), "two 6": (6, 6), "5, 6, 8": (5, 6, 8), "5, 6, 6, 8": (5, 6, 6, 8)}
    return [line(name, [(n, n, trains) for n in SIZES]) for name, trains in sets.items()]


def by_trains() -> list[Line]:
    return [
        line(f"all {most}", [(count, USUAL, (most,) * count) for count in range(1, 8)])
        for most in (4, 6, 8, 10)
    ]


def by_range() -> list[Line]:
    return [
        line(f"{count} trains" if count > 1 else "1 train", [(n, USUAL, (n,) * count) for n in range(2, 17)])
        for count in (1, 2, 3)
    ]


def passes(one: Line, seconds: float) -> str:
    """From which size on a line lies above a time."""
    found = next((size for size, time in one.points if time > seconds), None)
    if found is None:
        return "–" if one.points else "at once"
    return str(found)


# -- the plot ----------------------------------------------------------------------------------

WIDTH, HEIGHT, GAP, EDGE = 300, 260, 70, 50
LEAST, MOST = -4, 1  # powers of ten of a second
COLOURS = ("#1b6ca8", "#c8553d", "#3b8250", "#8a5a9e")


def _y(seconds: float) -> float:
    return HEIGHT * (MOST - log10(max(seconds, 10**LEAST))) / (MOST - LEAST)


def _panel(title: str, across: str, lines: Sequence[Line], targets: Sequence[float]) -> str:
    most = max((size for one in lines for size, _ in one.points), default=1)
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" class="f"/>',
        f'<text y="-14" class="t">{title}</text>',
    ]
    for power in range(LEAST, MOST + 1):
        y = _y(10**power)
        told = f"{10**power:g} s" if power >= 0 else f"{10 ** (power + 3):g} ms"
        parts.append(f'<path d="M0 {y:.1f}H{WIDTH}" class="g"/>')
        parts.append(f'<text x="-6" y="{y + 4:.1f}" class="e">{told}</text>')
    parts += [f'<path d="M0 {_y(target):.1f}H{WIDTH}" class="a"/>' for target in targets]
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100) if most / s <= 8)
    for size in range(step, most + 1, step):
        x = WIDTH * size / most
        parts.append(f'<path d="M{x:.1f} {HEIGHT}v4" class="g"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT + 17}" class="m">{size}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT + 36}" class="m">{across}</text>')
    for number, one in enumerate(lines):
        spots = [(WIDTH * size / most, _y(seconds)) for size, seconds in one.points]
        if spots:
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)
            parts.append(f'<path d="M{path}" class="l" stroke="{COLOURS[number]}"/>')
            parts += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{COLOURS[number]}"/>' for x, y in spots
            ]
        parts.append(f'<text x="8" y="{16 + 15 * number}" style="fill:{COLOURS[number]}">{one.name}</text>')
    return "".join(parts)


def plot(panels: Sequence[tuple[str, str, Sequence[Line]]], targets: Sequence[float]) -> str:
    width = EDGE + len(panels) * (WIDTH + GAP)
    style = (
        "text{font:11px sans-serif;fill:#333}.t{font-weight:bold}.e{text-anchor:end}.m{text-anchor:middle}"
        ".f{fill:#fff;stroke:#999}.g{stroke:#ddd}.a{stroke:#c00;stroke-dasharray:4 3}"
        ".l{fill:none;stroke-width:1.6}"
    )
    drawn = "".join(
        f'<g transform="translate({EDGE + place * (WIDTH + GAP)} 34)">{_panel(*panel, targets)}</g>'
        for place, panel in enumerate(panels)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT + 84}" role="img" '
        f'aria-label="Time for the best runs by stops, trains and range"><style>{style}</style>'
        f'<rect width="{width}" height="{HEIGHT + 84}" fill="#fff"/>{drawn}</svg>\n'
    )
