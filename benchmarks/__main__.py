"""`python -m benchmarks`: times with their targets, and as multiples of a yardstick."""

import argparse
import platform
import sys
from pathlib import Path

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from benchmarks.measures import ALL, Measure
from benchmarks.yardstick import yardstick


class Results(Struct, frozen=True):
    """What `--json` writes and `--compare` reads."""

    python: str
    yardstick: float
    measures: list[Measure]


def measure(console: Console) -> Results:
    """All measures; the yardstick before and after, as a machine's speed may change on the way."""
    before = yardstick()
    found: list[Measure] = []
    for group in ALL:
        with console.status(group.__name__.replace("_", " ")):
            found.extend(group())
    return Results(platform.python_version(), min(before, yardstick()), found)


def told(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def table(results: Results, old: Results | None) -> Table:
    view = Table(title=f"Python {results.python}; yardstick {told(results.yardstick)}")
    view.add_column("Measure")
    for heading in ("Time", "Target", "In yardsticks", *(["Against then"] if old else [])):
        view.add_column(heading, justify="right")
    view.add_column("Note")
    then = {m.name: m.seconds / old.yardstick for m in old.measures if m.seconds is not None} if old else {}
    for one in results.measures:
        in_yards = None if one.seconds is None else one.seconds / results.yardstick
        row = [
            one.name,
            f"[red]{told(one.seconds)}[/red]" if one.missed else told(one.seconds),
            told(one.target) if one.target is not None else "",
            "–" if in_yards is None else f"{in_yards:.3g}",
        ]
        if old:
            row.append(f"× {in_yards / then[one.name]:.2f}" if in_yards and then.get(one.name) else "–")
        view.add_row(*row, one.note)
    return view


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to a file")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="show ratios to results written before")
    arguments = parser.parse_args()
    old = msgspec.json.decode(arguments.compare.read_bytes(), type=Results) if arguments.compare else None
    console = Console()
    results = measure(console)
    console.print(table(results, old))
    if arguments.json:
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(results)) + b"\n")
    missed = [one.name for one in results.measures if one.missed]
    if missed:
        console.print(f"[red]Over the target:[/red] {', '.join(missed)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
