"""The value graph: what everybody was worth, round by round, as figures for an SVG."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 240, 44, 120, 14, 26
NARROWEST = 15


class Line(Struct, frozen=True):
    """What one player was worth."""

    name: str
    points: str
    value: int
    """At the end."""
    y: float
    label: float
    """Where the name stands."""
    style: int


class Level(Struct, frozen=True):
    """A line of the grid across."""

    value: int
    y: float


class Tick(Struct, frozen=True):
    """A round on the lower edge."""

    number: int
    x: float


class Graph(Struct, frozen=True):
    lines: tuple[Line, ...]
    levels: tuple[Level, ...]
    ticks: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def graph(rounds: Sequence[Mapping[str, int]]) -> Graph | None:
    """Lines by player with their ends, and the grid; labels at the ends do not overlap."""
    if not rounds or not rounds[-1]:
        return None
    names = list(rounds[-1])
    worths = [value for values in rounds for value in values.values()]
    top, low = max(*worths, 1), min(*worths, 0)
    step = next(
        s for s in (50, 100, 250, 500, 1000, 2000, 5000, 10_000, 50_000, 10**9) if (top - low) / s <= 6
    )
    floor, ceiling = low // step * step, (top // step + 1) * step
    across = (WIDTH - LEFT - RIGHT) / max(1, len(rounds) - 1)

    def x(number: int) -> float:
        return round(LEFT + number * across, 1)

    def y(value: int) -> float:
        return round(HEIGHT - BOTTOM - (value - floor) / (ceiling - floor) * (HEIGHT - TOP - BOTTOM), 1)

    lines = []
    for number, name in enumerate(names):
        points = " ".join(f"{x(i)},{y(values.get(name, 0))}" for i, values in enumerate(rounds))
        end = rounds[-1][name]
        lines.append(Line(name, points, end, y(end), y(end), number % 6))
    return Graph(
        _apart(lines),
        tuple(Level(level, y(level)) for level in range(floor, ceiling + 1, step)),
        tuple(Tick(n, x(n)) for n in range(0, len(rounds), max(1, len(rounds) // 8))),
    )


def _apart(lines: Sequence[Line]) -> tuple[Line, ...]:
    """With their labels moved until none lies on another: down first, and up again from the lower edge."""
    order = sorted(range(len(lines)), key=lambda number: lines[number].y)
    labels: dict[int, float] = {}
    last = -1e9
    for number in order:
        last = labels[number] = max(lines[number].y, last + NARROWEST)
    last = HEIGHT - BOTTOM + NARROWEST
    for number in reversed(order):
        last = labels[number] = round(min(labels[number], last - NARROWEST), 1)
    return tuple(structs.replace(line, label=labels[number]) for number, line in enumerate(lines))
