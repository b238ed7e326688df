"""`simulate`: bots play many games, every one of them is checked."""

import os
import secrets
import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from msgspec import Struct, structs

from stellwerk.bots.playout import Outcome, Task, play_out
from stellwerk.cli.common import Failed, complain, put_json
from stellwerk.cli.files import write_bytes
from stellwerk.cli.series import Series, own_commit
from stellwerk.cli.setup import check_bot, components_of, find_title, variant_of
from stellwerk.cli.standings import Standing, standings, tell_standings
from stellwerk.engine import Game
from stellwerk.engine.text import msg
from stellwerk.text import translate

ALL = "all"
"""Instead of a variant: every one of them in turn."""


def tasks_of(args: Namespace, seed: int) -> list[Task]:
    low, high = args.players
    counts = high - low + 1
    variants = list(find_title(args.game).players) if args.variant == ALL else [variant_of(args, args.game)]
    components = components_of(args, args.game)
    return [
        Task(
            args.game,
            index,
            low + index % counts,
            variants[index // counts % len(variants)],
            args.rulings,
            seed,
            args.bots,
            components,
        )
        for index in range(args.games)
    ]


def check(tasks: list[Task]) -> None:
    """A wrong set-up is the caller's mistake, not a failed game."""
    for name in tasks[0].bots.split(","):
        check_bot(name, tasks[0].game)
    kinds = {(task.players, task.variant): task for task in tasks}
    try:
        for task in kinds.values():
            Game(task.setup)
    except ValueError as error:
        raise Failed("{reason}", reason=str(error)) from None


def outcomes(tasks: list[Task], workers: int) -> Iterator[Outcome]:
    """In the order of the tasks, whoever plays them."""
    if workers == 1:
        yield from map(play_out, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    try:
        yield from pool.map(play_out, tasks)
    except BrokenProcessPool:
        raise Failed(msg("a worker process died")) from None
    finally:
        pool.shutdown(cancel_futures=True)


def watched(found: Iterable[Outcome], total: int, lang: str) -> Iterator[Outcome]:
    """The same, with a progress bar on stderr."""
    from rich.console import Console
    from rich.progress import track

    label = translate(msg("Games"), {}, lang)
    yield from track(found, label, total=total, console=Console(stderr=True), transient=True)


class Failure(Struct, frozen=True):
    """A game that went wrong, and where it is kept."""

    game: int
    seed: int
    players: int
    actions: int
    failure: str
    file: str


class Played(Struct, frozen=True):
    """One game, for programs."""

    seed: int
    variant: str
    end: str
    bots: tuple[str, ...]
    worth: tuple[int, ...]
    figures: tuple[Mapping[str, int], ...]


class Report(Struct, frozen=True):
    """What came of all games."""

    game: str
    seed: int
    games: int
    finished: int
    failures: int
    seconds: float
    games_per_second: float
    commits: Sequence[str]
    """Of the programs that played the games of a series."""
    actions: int
    ends: Mapping[str, int]
    failed: Sequence[Failure]
    bots: Mapping[str, Standing]
    played: Sequence[Played]


def keep(outcome: Outcome, game: str, folder: Path) -> Failure:
    """A failed game goes into a file and into the report."""
    file = folder / f"failed-{game}-{outcome.index}-{outcome.seed}.json"
    write_bytes(outcome.save, file)
    return Failure(
        game=outcome.index,
        seed=outcome.seed,
        players=outcome.players,
        actions=outcome.actions,
        failure=outcome.failure,
        file=str(file),
    )


def run_simulate(args: Namespace) -> int:
    if args.resume is not None and args.seed is None:
        raise Failed(msg("A series needs a seed: --seed N."))
    seed = secrets.randbelow(2**32) if args.seed is None else args.seed
    tasks = tasks_of(args, seed)
    check(tasks)
    workers = min(args.workers or os.cpu_count() or 1, len(tasks))
    began = time.perf_counter()
    series = None if args.resume is None else Series(args.resume, own_commit())
    known = {} if series is None else series.played(tasks)
    left = [task for task in tasks if task.index not in known]
    found = outcomes(left, workers)
    if not args.json and sys.stderr.isatty():
        found = watched(found, len(left), args.lang)
    ends: Counter[str] = Counter()
    finished = actions = 0
    failed = []
    played = []
    for outcome in chain(known.values(), found):
        if series is not None and outcome.index not in known:
            series.add(tasks[outcome.index], outcome)
        actions += outcome.actions
        if outcome.failure:
            failed.append(keep(outcome, args.game, args.failures_dir))
            continue
        finished += outcome.finished
        played.append((tasks[outcome.index], outcome))
        ends[outcome.end] += 1
    seconds = time.perf_counter() - began
    report = Report(
        game=args.game,
        seed=seed,
        games=len(tasks),
        finished=finished,
        failures=len(failed),
        seconds=round(seconds, 3),
        games_per_second=round(len(left) / seconds, 2),
        commits=[] if series is None else series.commits,
        actions=actions,
        ends=dict(ends.most_common()),
        failed=failed,
        bots=standings([outcome for _, outcome in played]),
        played=[told(task, outcome) for task, outcome in played],
    )
    if args.json:
        put_json(report)
    else:
        tell(report, args.lang)
    for one in failed:
        template = msg("game {game} (seed {seed}, {players:# player|# players}): {failure}; saved in {file}")
        complain(translate(template, structs.asdict(one), args.lang))
    return 1 if failed else 0


def told(task: Task, outcome: Outcome) -> Played:
    return Played(
        outcome.seed, task.variant, outcome.end, outcome.table, outcome.worth, tuple(outcome.figures)
    )


def tell(report: Report, lang: str) -> None:
    template = msg(
        "{games:# game|# games} of {game} with seed {seed}: {finished} finished, {failures} failed; "
        "{actions:# action|# actions} in {seconds} s, {games_per_second} games per second."
    )
    print(translate(template, structs.asdict(report), lang))
    if report.commits:
        print(translate(msg("Played by: {commits}"), {"commits": ", ".join(report.commits)}, lang))
    for end, count in report.ends.items():
        print(f"{count:>6}  {translate(end, {}, lang)}")
    tell_standings(report.bots, lang)
