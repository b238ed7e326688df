"""`python -m benchmarks.soak`: many random games with every check, and very many wrong actions.

Every game is saved and replayed by a fresh process, which must meet the same state and the same offers.
"""

import argparse
import os
import sys
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from msgspec import Struct
from rich.console import Console
from rich.progress import track

from benchmarks.checks import check_game, replay_elsewhere
from benchmarks.players import MANNERS, setup_of
from benchmarks.wrong import Fuzzer
from stellwerk.engine import title, titles
from stellwerk.engine.save import dump

BATCH = 25
"""Games per task; their saves are replayed together, as a fresh process costs more than a replay."""


EVERY = 50
"""Positions from one in which every offer is tried to the next; the plain checks follow every action."""


class Task(Struct, frozen=True):
    game: str
    variant: str
    seeds: tuple[int, ...]
    wrong: int
    """Wrong actions for each game."""


class Report(Struct):
    games: int = 0
    actions: int = 0
    replayed: int = 0
    answers: dict[str, int] = {}
    failures: list[str] = []


def soak(task: Task) -> Report:
    """A batch of games. A failure is noted with all that is needed to see it again."""
    report = Report()
    answers: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        marks: dict[str, str] = {}
        for seed in task.seeds:
            setup = setup_of(title(task.game), seed, task.variant)
            manner = sorted(MANNERS)[0 if seed % 3 else 1]
            try:
                game, mark = check_game(setup, manner, EVERY)
                path = Path(folder) / f"{seed}.json"
                path.write_bytes(dump(game))
                marks[path.name] = mark
                report.games += 1
                report.actions += len(game.log)
                answers += Fuzzer(game, seed).run(task.wrong)
            except Exception as error:
                report.failures.append(f"{setup} ({manner}): {type(error).__name__}: {error}")
        try:
            found = replay_elsewhere(Path(folder) / name for name in marks)
            report.replayed = len(found)
            for name, mark in marks.items():
                if found.get(name) != mark:
                    report.failures.append(
                        f"{task.game} {task.variant}, seed {name}: a fresh process differs"
                    )
        except AssertionError as error:
            report.failures.append(f"{task}: replay in a fresh process: {error}")
    report.answers = dict(answers)
    return report


def batches(games: int, wrong: int, first: int, only: str = "") -> list[Task]:
    """So many games of each variant, of one title if it is named; the wrong actions are shared out."""
    variants = [(found.id, name) for found in titles() if only in ("", found.id) for name in found.players]
    each = -(-wrong // (games * len(variants))) if variants else 0
    return [
        Task(game, variant, tuple(range(at, min(at + BATCH, first + games))), each)
        for at in range(first, first + games, BATCH)
        for game, variant in variants
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__)
    parser.add_argument(
        "--games", type=int, default=1000, help="random games of each variant of each title (default 1000)"
    )
    parser.add_argument("--wrong", type=int, default=100_000, help="wrong actions in all (default 100000)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="seed of the first game")
    parser.add_argument("--title", default="", help="one title only, by its id")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: all cores)"
    )
    arguments = parser.parse_args()
    console = Console()
    start = perf_counter()
    total, answers = Report(), Counter[str]()
    tasks = batches(arguments.games, arguments.wrong, arguments.first, arguments.title)
    with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn")) as pool:
        running = [pool.submit(soak, task) for task in tasks]
        for done in track(as_completed(running), "Soaking", total=len(running), console=console):
            report = done.result()
            total.games += report.games
            total.actions += report.actions
            total.replayed += report.replayed
            answers.update(report.answers)
            total.failures += report.failures
            for failure in report.failures:
                console.print(failure, style="red", markup=False, highlight=False)
    refused = answers.total() - answers["accepted"] - answers["format"]
    console.print(
        f"{total.games} games, {total.actions} actions; {total.replayed} saves replayed in fresh processes.\n"
        f"{answers['format'] + refused} wrong actions: {refused} refused by {len(answers) - 2} rules, "
        f"{answers['format']} no actions at all; {answers['accepted']} more happened to be right.\n"
        f"{len(total.failures)} failures in {perf_counter() - start:.0f} s.",
        highlight=False,
    )
    return 1 if total.failures else 0


if __name__ == "__main__":
    sys.exit(main())
