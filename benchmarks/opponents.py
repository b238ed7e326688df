"""What the bots reach: `python -m benchmarks.opponents play|course|agree …`.

`play` gathers a series of games in a file, with their course and the processor time of every decision;
`course` counts recorded games of people in the same way; `agree` asks how often people did what a bot
would have done.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, median, quantiles

import msgspec
from msgspec import Struct

from benchmarks.course import Course, course_of
from stellwerk.bots import make_bot, make_thinker
from stellwerk.bots.playout import MOST_ACTIONS, Task
from stellwerk.cli.series import own_commit
from stellwerk.engine import Game, State, chance, legal, title, to_act
from stellwerk.engine.action import CHANCE, Action
from stellwerk.engine.play import play
from stellwerk.engine.save import load
from stellwerk.engine.step import Pass
from stellwerk.interchange import import_game

CHOICES = 10
"""Only decisions with more choices than these are compared with people's."""
FIRST = 5


class Spent(Struct, frozen=True):
    """Processor seconds of a bot's decisions."""

    decisions: int
    total: float
    median: float
    late: float
    """95 of 100 took less."""
    longest: float


class Line(Struct, frozen=True):
    """A game of a series."""

    task: Task
    commit: str
    course: Course
    spent: dict[str, Spent]
    figures: tuple[dict[str, int], ...] = ()
    """More about each seat, where the title has such (`thinking.figures`)."""


# -- playing ----------------------------------------------------------------------------------


def played(task: Task, commit: str) -> Line:
    """Play one game."""
    game = Game(task.setup)
    bots = {name: make_bot(name, task.game_seed, task.game) for name in set(task.table)}
    times: dict[str, list[float]] = {name: [] for name in bots}
    while not game.state.over and len(game.log) < MOST_ACTIONS:
        state = game.state
        action = chance(state)
        if action is None:
            seat = to_act(state)[0]
            name = task.table[seat]
            began = time.process_time()
            action = bots[name](state, seat)
            times[name].append(time.process_time() - began)
        game.enter(action)
    course = course_of(one.state for one in game.history)
    thinking = title(task.game).thinking
    figures = None if thinking is None else thinking.figures
    return Line(
        task,
        commit,
        course,
        {name: spent(some) for name, some in times.items() if some},
        () if figures is None else tuple(figures(game.state, seat) for seat in range(task.players)),
    )


def spent(times: Sequence[float]) -> Spent:
    ordered = sorted(times)
    figures = (sum(ordered), median(ordered), ordered[int(0.95 * (len(ordered) - 1))], ordered[-1])
    return Spent(len(ordered), *(round(figure, 4) for figure in figures))


def series(path: Path) -> list[Line]:
    if not path.exists():
        return []
    lines = path.read_bytes().splitlines(keepends=True)
    return [msgspec.json.decode(line, type=Line) for line in lines if line.endswith(b"\n")]


def keep(path: Path, lines: Iterable[Line]) -> None:
    """Write a series anew: half a line that an earlier run left would spoil the next one."""
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    new.replace(path)


def run_play(args: argparse.Namespace) -> None:
    commit = own_commit()
    done = {line.task: line for line in series(args.file)}
    tasks = [
        Task(args.game, index, args.players, args.variant, "book", args.seed, args.bots)
        for index in range(args.games)
    ]
    found = []
    for task in tasks:
        line = done.get(task)
        if line is None:
            line = played(task, commit)
            done[task] = line
            keep(args.file, done.values())
        found.append(line)
    tell(found)


def is_won(line: Line) -> bool:
    """Whether the first bot named is alone the richest, among others."""
    first = line.task.bots.split(",")[0]
    best = max(line.course.worth)
    winners = [bot for bot, worth in zip(line.task.table, line.course.worth, strict=True) if worth == best]
    return winners == [first] and any(bot != first for bot in line.task.table)


def wilson(won: int, games: int) -> float:
    """Return the lower 95 % bound of a share of games won."""
    if not games:
        return 0.0
    z, share = 1.96, won / games
    middle = share + z * z / (2 * games)
    margin = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - margin) / (1 + z * z / games)


def tell(lines: Sequence[Line]) -> None:
    """Print what a series has shown."""
    first = lines[0].task.bots.split(",")[0]
    won = sum(is_won(line) for line in lines)
    print(f"{len(lines)} games, commits {', '.join(sorted({line.commit for line in lines}))}")
    print(f"{first}: alone the richest in {won}; lower bound {wilson(won, len(lines)):.3f}")
    print("ends:", dict(Counter(line.course.end for line in lines)))
    print("stock rounds:", dict(sorted(Counter(line.course.stock_rounds for line in lines).items())))
    turns = sum(line.course.turns for line in lines)
    ran = sum(line.course.ran for line in lines)
    begun = sum(line.course.first for line in lines)
    print(f"turns in which trains ran: {ran} of {turns}, {ran / max(1, turns):.3f};", end=" ")
    print(f"without first turns {ran / max(1, turns - begun):.3f}")
    print("games with a seat below nothing:", sum(min(line.course.worth) < 0 for line in lines))
    for name in sorted({bot for line in lines for bot in line.task.table}):
        money = [
            worth
            for line in lines
            for bot, worth in zip(line.task.table, line.course.worth, strict=True)
            if bot == name
        ]
        low, middle, high = quantiles(money, n=4) if len(money) > 1 else (money[0],) * 3
        times = [line.spent[name] for line in lines if name in line.spent]
        print(
            f"{name}: money {min(money)} {low:.0f} {middle:.0f} {high:.0f} {max(money)},"
            f" mean {fmean(money):.0f}; median {median(one.median for one in times):.3f} s,"
            f" p95 {max(one.late for one in times):.2f} s at most,"
            f" longest {max(one.longest for one in times):.2f} s,"
            f" a game {median(one.total for one in times):.1f} s of processor"
        )


# -- games of people --------------------------------------------------------------------------


def read(path: Path) -> Game:
    """Return a recorded game of the other program, or a save of ours."""
    data = path.read_bytes()
    try:
        return load(data)[0]
    except ValueError:
        return import_game(data).game


def run_course(args: argparse.Namespace) -> None:
    for path in args.files:
        game = read(path)
        found = course_of(one.state for one in game.history)
        print(f"{path.name}: {game.setup.game} {game.setup.variant}, {len(game.setup.players)} players")
        print(
            f"  {found.end}; {found.stock_rounds} stock rounds, {found.operating_rounds} operating rounds;"
            f" trains ran in {found.ran} of {found.turns} turns, {found.share:.3f},"
            f" without first turns {found.later_share:.3f}; {found.worth}"
        )


class Tally(Struct):
    """How often a person's move was among a bot's first."""

    asked: int = 0
    first: int = 0
    five: int = 0


def decisions(game: Game) -> Iterator[tuple[State, int, Action]]:
    """Return the decisions of a game: the state, who decides, and what was done."""
    state = game.history[0].state
    for action in game.actions:
        seats = to_act(state)
        if seats and seats[0] != CHANCE and action.seat >= 0:
            yield state, action.seat, action
        state = play(state, action).state


def run_agree(args: argparse.Namespace) -> None:
    for path in args.files:
        game = read(path)
        think = make_thinker(args.bot, args.seed, game.setup.game)
        tallies: dict[str, Tally] = {}
        for number, (state, seat, action) in enumerate(decisions(game)):
            if number % args.every or len(legal(state, seat)) <= CHOICES:
                continue
            listed = [one.action for one in think(state, seat).judged] or [think(state, seat).action]
            kind = str(type(action).__struct_config__.tag)
            for name in (kind, "all but passes") if not isinstance(action, Pass) else (kind,):
                tally = tallies.setdefault(name, Tally())
                tally.asked += 1
                tally.first += action == listed[0]
                tally.five += action in listed[:FIRST]
        print(f"{path.name} with {args.bot}: decisions with more than {CHOICES} choices")
        for name, tally in sorted(tallies.items(), key=lambda one: -one[1].asked):
            print(
                f"  {name}: {tally.asked}, first choice {tally.first} ({tally.first / tally.asked:.2f}),"
                f" among the first five {tally.five} ({tally.five / tally.asked:.2f})"
            )


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.opponents", description=__doc__)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("play")
    one.add_argument("game")
    one.add_argument("--bots", default="sharp")
    one.add_argument("--variant", default="")
    one.add_argument("--players", type=int, default=4)
    one.add_argument("--games", type=int, default=100)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--file", type=Path, required=True)
    one.set_defaults(run=run_play)
    two = commands.add_parser("course")
    two.add_argument("files", nargs="+", type=Path)
    two.set_defaults(run=run_course)
    three = commands.add_parser("agree")
    three.add_argument("files", nargs="+", type=Path)
    three.add_argument("--bot", default="sharp")
    three.add_argument("--seed", type=int, default=1)
    three.add_argument("--every", type=int, default=1, help="look at every n-th decision only")
    three.set_defaults(run=run_agree)
    args = parser.parse_args(words)
    if args.run is run_play and not args.variant:
        args.variant = next(iter(title(args.game).players))
    args.run(args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
