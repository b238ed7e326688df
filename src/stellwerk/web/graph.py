"""The value graph: what everybody was worth, round by round, as figures for an SVG."""

from collections.abc import Mapping, Sequence
from typing import Any

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 240, 44, 120, 14, 26
NARROWEST = 15


def graph(rounds: Sequence[Mapping[str, int]]) -> dict[str, Any]:
    """Lines by player with their ends, and the grid; labels at the ends do not overlap."""
    if not rounds or not rounds[-1]:
        return {}
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

    lines: list[dict[str, Any]] = []
    for number, name in enumerate(names):
        points = " ".join(f"{x(i)},{y(values.get(name, 0))}" for i, values in enumerate(rounds))
        end = rounds[-1][name]
        lines.append({"name": name, "points": points, "value": end, "y": y(end), "style": number % 6})
    labels = sorted(lines, key=lambda line: line["y"])
    last = -1e9
    for line in labels:
        last = line["label"] = max(line["y"], last + NARROWEST)
    last = HEIGHT - BOTTOM + NARROWEST
    for line in reversed(labels):
        last = line["label"] = round(min(line["label"], last - NARROWEST), 1)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "lines": lines,
        "levels": [{"value": level, "y": y(level)} for level in range(floor, ceiling + 1, step)],
        "ticks": [{"number": n, "x": x(n)} for n in range(0, len(rounds), max(1, len(rounds) // 8))],
    }
