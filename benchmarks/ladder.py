"""All series by which the bots are judged: `python -m benchmarks.ladder play|table`.

`play` plays a game of each series in turn, as long as it is told to, and keeps them in one file for each
(`benchmarks/series`); whoever comes back later goes on where it stopped. `table` tells what the files
hold. The former bot of Imperial Steam is found with `PYTHONPATH=.:benchmarks/site`.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from fnmatch import fnmatch
from pathlib import Path
from statistics import median

from msgspec import Struct

from benchmarks.opponents import Line, is_won, keep, played, series, wilson
from stellwerk.bots import STRENGTHS
from stellwerk.bots.playout import Task
from stellwerk.cli.series import own_commit
from stellwerk.engine import title, titles

SEATS = 4
SERIES = Path("benchmarks/series")
AGAINST_RANDOM = {"gentle": 0.90, "fair": 0.95, "sharp": 0.98}
AMONG_OTHERS = 0.35
TRIESTE, AT_TRIESTE = 0.60, "at Trieste"


class Series(Struct, frozen=True):
    """A series of games: who plays, how many are wanted, and which part of them the first bot should win."""

    game: str
    variant: str
    bots: str
    games: int = 100
    wanted: float | None = None

    @property
    def name(self) -> str:
        return f"{self.game}-{self.variant or 'all'}-{self.bots.replace(',', '-')}"

    def tasks(self, seed: int) -> list[Task]:
        """Return its games. Where no variant is named, they are played in turn."""
        variants = [self.variant] if self.variant else list(title(self.game).players)
        found = []
        for index in range(self.games):
            variant = variants[index % len(variants)]
            least, most = title(self.game).players[variant]
            players = max(least, min(SEATS, most))
            found.append(Task(self.game, index, players, variant, "book", seed, self.bots))
        return found


def all_series() -> Iterator[Series]:
    """Return what is asked of the bots, the most telling first."""
    for one in titles():
        usual = "" if one.thinking and one.thinking.figures else next(iter(one.players))
        for better, worse in (("sharp", "fair"), ("fair", "gentle")):
            yield Series(one.id, usual, f"{better},{worse}", 100, AMONG_OTHERS)
        yield Series(one.id, usual, "sharp", 50)
    yield Series("imperial-steam", "", "sharp,former", 100, AMONG_OTHERS)
    for strength in STRENGTHS:
        for one in titles():
            for variant in one.players:
                yield Series(one.id, variant, f"{strength},random", 100, AGAINST_RANDOM[strength])


# -- playing ----------------------------------------------------------------------------------


def run_play(args: argparse.Namespace) -> None:
    """Play until the time is over; games that have begun are played to their end."""
    args.folder.mkdir(parents=True, exist_ok=True)
    commit = own_commit()
    lines: dict[str, list[Line]] = {}
    waiting: list[list[tuple[str, Task]]] = []
    for one in all_series():
        if fnmatch(one.name, args.only):
            lines[one.name] = series(args.folder / one.name)
            done = {line.task for line in lines[one.name]}
            waiting.append([(one.name, task) for task in one.tasks(args.seed) if task not in done])
    # A game of each series, then a second of each: whenever it stops, all are about as long.
    queue = [some.pop(0) for _ in range(max(map(len, waiting), default=0)) for some in waiting if some]
    until = time.monotonic() + 60 * args.minutes
    with ProcessPoolExecutor(args.processes) as pool:
        under_way: dict[Future[Line], str] = {}
        while under_way or (queue and time.monotonic() < until):
            while queue and len(under_way) < args.processes and time.monotonic() < until:
                name, task = queue.pop(0)
                under_way[pool.submit(played, task, commit)] = name
            for done_one in wait(under_way, return_when=FIRST_COMPLETED).done:
                name = under_way.pop(done_one)
                lines[name].append(done_one.result())
                keep(args.folder / name, lines[name])
    print(f"{len(queue)} games are left")


# -- telling ----------------------------------------------------------------------------------


def told(asked: Series, lines: Sequence[Line]) -> str:
    """Return a line of the table: what was asked, and what was seen."""
    won = sum(is_won(line) for line in lines)
    courses = [line.course for line in lines]
    seen = []
    if asked.wanted is not None:
        seen.append(
            f"richest in {won} (wanted {asked.wanted:.0%}; lower bound {wilson(won, len(lines)):.2f})"
        )
    else:
        rounds = Counter(course.stock_rounds for course in courses if course.stock_rounds)
        turns = sum(course.turns for course in courses)
        if turns:
            ends = Counter(course.end for course in courses)
            seen.append("; ".join(f"{end} {count}" for end, count in ends.most_common()))
            seen.append("stock rounds " + ", ".join(f"{n} in {count}" for n, count in sorted(rounds.items())))
            ran, first = sum(course.ran for course in courses), sum(course.first for course in courses)
            seen.append(
                f"trains ran in {ran / turns:.1%} of the turns,"
                f" {ran / (turns - first):.1%} without companies' first ones"
            )
            seen.append(f"a seat below nothing in {sum(min(course.worth) < 0 for course in courses)}")
        money = sorted(worth for course in courses for worth in course.worth)
        seen.append(f"money {money[0]} to {money[-1]}, median {median(money):.0f}")
    if any(AT_TRIESTE in seat for line in lines for seat in line.figures) and asked.wanted is None:
        there = sum(any(seat[AT_TRIESTE] for seat in line.figures) for line in lines)
        seen.append(f"Trieste reached in {there} (wanted {TRIESTE:.0%})")
    first = asked.bots.split(",")[0]
    times = [line.spent[first] for line in lines if first in line.spent]
    longest = max(one.longest for one in times)
    seen.append(
        f"a decision of `{first}` {median(one.median for one in times):.3f} s,"
        f" p95 {median(one.late for one in times):.2f} s, longest {longest:.1f} s"
    )
    if asked.wanted is None:
        whole = median(sum(some.total for some in line.spent.values()) for line in lines)
        seen.append(f"a game {whole:.0f} s")
    commits = ", ".join(sorted({line.commit for line in lines}))
    variant = asked.variant or "all set-ups"
    return f"| {asked.game} | {variant} | `{asked.bots}` | {len(lines)} | {'; '.join(seen)} | {commits} |"


def run_table(args: argparse.Namespace) -> None:
    print("| Game | Variant | Bots | Games | Seen | Commit |\n|---|---|---|---|---|---|")
    for one in all_series():
        lines = series(args.folder / one.name)
        if lines and fnmatch(one.name, args.only):
            print(told(one, lines))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for name, run in (("play", run_play), ("table", run_table)):
        one = commands.add_parser(name)
        one.add_argument("--folder", type=Path, default=SERIES, help="where the files are (%(default)s)")
        one.add_argument("--only", default="*", help="names of series, e.g. '1848-*-sharp-fair'")
        one.set_defaults(run=run)
        if run is run_play:
            one.add_argument("--minutes", type=float, default=60.0)
            one.add_argument("--processes", type=int, default=1)
            one.add_argument("--seed", type=int, default=2026)
    args = parser.parse_args(words)
    args.run(args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
