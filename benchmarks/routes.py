"""`python -m benchmarks.routes`: best runs on recorded and heavy positions, and how their time grows."""

import argparse
import sys
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from statistics import median
from time import process_time

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from benchmarks import growth
from benchmarks.measures import ROUTES
from stellwerk.routing import solve
from stellwerk.routing.bench_format import load

TARGETS = {"real": (0.003, 0.025), "heavy": (0.3, 2.0)}
"""Seconds that 95 of 100, and that all positions may take."""
TIMES = 3
"""Each position is solved so often; its median counts. Time is that of the core, as it is for the router:
what others do on the machine is left out."""


class Position(Struct, frozen=True):
    name: str
    seconds: float
    right: bool
    """Whether the known optimum was found and proved."""
    router: float | None
    """What the router of 18xx.games took; None when it gave no answer."""
    finished: bool
    """Whether that router went through to its end."""


def positions(folder: Path) -> dict[str, list[Position]]:
    found: dict[str, list[Position]] = {"real": [], "heavy": []}
    for path in sorted(folder.glob("*.json")):
        problem, facts = load(path)
        times = []
        for _ in range(TIMES):
            began = process_time()
            solution = solve(problem)
            times.append(process_time() - began)
        right = solution.proved and solution.revenue == facts["optimum_revenue"]
        finished = facts["autorouter_status"] == "complete"
        one = Position(path.stem, median(times), right, facts["autorouter_seconds"], finished)
        found["heavy" if facts["synthetic"] else "real"].append(one)
    return found


def at(values: Sequence[float], share: float) -> float:
    """The value that this share of all does not exceed."""
    return sorted(values)[ceil(len(values) * share) - 1]


def told(seconds: float, over: bool = False) -> str:
    if seconds == float("inf"):
        return "no answer"
    text = f"{seconds:.1f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
    return f"[red]{text}[/red]" if over else text


def table(found: dict[str, list[Position]]) -> Table:
    view = Table(title="Best runs, from problem to answer, on one core")
    view.add_column("Positions")
    view.add_column("By")
    for heading in ("Median", "p95", "Worst", "Optimum, proved"):
        view.add_column(heading, justify="right")
    for kind, all_of_them in found.items():
        times = [one.seconds for one in all_of_them]
        usual, most = TARGETS[kind]
        right = sum(one.right for one in all_of_them)
        view.add_row(
            f"{kind}, {len(times)}",
            "stellwerk",
            told(median(times)),
            told(at(times, 0.95), at(times, 0.95) > usual),
            told(max(times), max(times) > most),
            f"{right} of {len(times)}",
        )
        view.add_row("", "target", "", told(usual), told(most), "all")
        router = [float("inf") if one.router is None else one.router for one in all_of_them]
        finished = sum(one.finished for one in all_of_them)
        view.add_row(
            "",
            "router of 18xx.games",
            told(at(router, 0.5)),
            told(at(router, 0.95)),
            told(max(router)),
            f"{finished} of {len(times)}",
            end_section=True,
        )
    return view


def missed(found: dict[str, list[Position]]) -> bool:
    return any(
        not all(one.right for one in all_of_them)
        or at([one.seconds for one in all_of_them], 0.95) > TARGETS[kind][0]
        or max(one.seconds for one in all_of_them) > TARGETS[kind][1]
        for kind, all_of_them in found.items()
    )


def grow(console: Console, file: Path) -> None:
    """Measure the growth, say where it bends, and draw it."""
    panels = []
    for title, across, lines in (
        ("Size of the network", "stops", growth.by_size),
        (f"Number of trains, {growth.USUAL} stops", "trains", growth.by_trains),
        (f"Range of the trains, {growth.USUAL} stops", "stops a train may count", growth.by_range),
    ):
        with console.status(title):
            panels.append((title, across, lines()))
        view = Table(title=title)
        view.add_column("Trains")
        for heading in ("over 3 ms from", "over 300 ms from", "last proved"):
            view.add_column(heading, justify="right")
        for one in panels[-1][2]:
            last = str(one.points[-1][0]) if one.points else "–"
            view.add_row(one.name, growth.passes(one, 0.003), growth.passes(one, 0.3), last)
        console.print(view)
    file.write_text(growth.plot(panels, (0.003, 0.3)), encoding="utf-8")
    console.print(f"{file} is written.")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.routes", description=__doc__)
    parser.add_argument("--growth", type=Path, metavar="SVG", help="also measure growth and draw it")
    arguments = parser.parse_args()
    console = Console()
    found = positions(ROUTES)
    over = False
    if any(found.values()):
        console.print(table(found))
        over = missed(found)
    else:
        console.print("There is no corpus of positions beside the project.")
    if arguments.growth:
        grow(console, arguments.growth)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
