"""What is measured. Every measure gives seconds, with a target where there is one."""

import gc
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import perf_counter

from msgspec import Struct

from benchmarks.players import MANNERS, kinds_of, random_game, setup_of
from stellwerk.engine import Game, Setup, legal, play, title, to_act
from stellwerk.engine.save import dump
from stellwerk.routing import solve
from stellwerk.routing.bench_format import load as load_problem

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
RECORDED = SHARED / "fixtures" / "18xx.games"
ROUTES = SHARED / "bench" / "routes"


class Measure(Struct, frozen=True):
    """A time in seconds. Without one it was not measured, and the note says why."""

    name: str
    seconds: float | None
    target: float | None = None
    note: str = ""

    @property
    def missed(self) -> bool:
        return self.seconds is not None and self.target is not None and self.seconds > self.target


def timed(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start


class Targets(Struct, frozen=True):
    """How long a replay, a random game and the offers of a position may take, in seconds."""

    replay: float | None
    random: float
    legal: float = 0.005


TITLES = {
    "1824": Targets(replay=0.200, random=3.0),
    "1848": Targets(replay=0.150, random=1.5),
    "1853": Targets(replay=None, random=4.0),
    "1854": Targets(replay=0.200, random=3.0),
    "imperial-steam": Targets(replay=None, random=0.200, legal=0.002),
}


def four_players(game: str, seed: int) -> Setup:
    return Setup(game, ("Ann", "Ben", "Cy", "Dee"), next(iter(title(game).players)), seed=seed)


def recorded_game(name: str) -> tuple[Game, str]:
    """The recorded game of a title, or a random one in its place; and which of them."""
    path = RECORDED / f"{name}-game-end-bank.json"
    if path.is_file() and find_spec("stellwerk.interchange"):
        from stellwerk.interchange import import_game

        return import_game(path.read_bytes()).game, "the recorded game"
    return random_game(four_players(name, 1), "bot"), "no recorded game at hand: a random one, seed 1"


def replay() -> Iterator[Measure]:
    """The log of a whole game played again by the engine."""
    for name, targets in TITLES.items():
        game, note = recorded_game(name)
        note = f"{note}, {len(game.log)} actions"
        again = partial(Game.replay, game.setup, game.log)
        times = [timed(again) for _ in range(15)]
        yield Measure(f"{name}: replay of a whole game, median", median(times), targets.replay, note)
    yield from start_up(game)


def start_up(game: Game) -> Iterator[Measure]:
    """`stellwerk replay` as a command, from nothing to its answer."""
    command = str(Path(sys.executable).with_name("stellwerk"))
    name = "command `stellwerk replay`, median"
    if not Path(command).exists() or not find_spec("stellwerk.cli"):
        yield Measure(name, None, note="the command is not installed")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        path.write_bytes(dump(game))
        run = [command, "replay", str(path)]
        done = subprocess.run(run, capture_output=True, text=True, check=False)
        if done.returncode:
            yield Measure(name, None, note=f"it failed: {done.stderr.strip()[-80:]}")
            return
        times = [timed(lambda: subprocess.run(run, capture_output=True, check=True)) for _ in range(7)]
        bare = [sys.executable, "-c", "pass"]
        python = median(timed(lambda: subprocess.run(bare, check=True)) for _ in range(7))
    yield Measure(name, median(times), note=f"of it, Python itself {python * 1000:.0f} ms")


def random_games(count: int = 20) -> Iterator[Measure]:
    """Games of four random players to their end."""
    for name, targets in TITLES.items():
        for manner in sorted(MANNERS):
            times, actions = [], 0
            for seed in range(count):
                start = perf_counter()
                game = random_game(four_players(name, seed), manner)
                times.append(perf_counter() - start)
                actions += len(game.log)
            note = f"{count} games, {actions // count} actions on average"
            yield Measure(f"{name}: random game ({manner}), median", median(times), targets.random, note)
            yield Measure(f"{name}: random game ({manner}), worst", max(times), targets.random)


def legal_actions(least: int = 12) -> Iterator[Measure]:
    """`legal` in every position of games of all kinds, asked when the position is new."""
    for name, targets in TITLES.items():
        found, times = title(name), []
        for seed in range(max(least, len(kinds_of(found)))):
            game = random_game(setup_of(found, seed), "bot")
            gc.collect()
            gc.disable()  # a collection goes through every state of the game, which is not what is asked here
            state = Game(game.setup).state
            for action in game.actions:
                for seat in to_act(state):
                    start = perf_counter()
                    legal(state, seat)
                    times.append(perf_counter() - start)
                state = play(state, action).state
        yield Measure(
            f"{name}: legal actions, median", median(times), targets.legal, f"{len(times)} positions"
        )
        yield Measure(f"{name}: legal actions, worst", max(times), 0.030)


def routes() -> Iterator[Measure]:
    """The route solver over the corpus of problems with known optima."""
    paths = sorted(ROUTES.glob("*.json")) if ROUTES.is_dir() else []
    if not paths:
        yield Measure("route problems", None, note="no corpus at hand")
        return
    times, wrong = [], []
    for path in paths:
        problem, meta = load_problem(path)
        start = perf_counter()
        solution = solve(problem)
        times.append(perf_counter() - start)
        if solution.revenue != meta["optimum_revenue"] or not solution.proved:
            wrong.append(path.stem)
    note = f"{len(paths)} problems" + (f"; not the optimum: {', '.join(wrong)}" if wrong else ", all optimal")
    yield Measure("route problem, median", median(times), note=note)
    yield Measure("route problem, worst", max(times))
    yield Measure("all route problems", sum(times))


ALL: tuple[Callable[[], Iterator[Measure]], ...] = (replay, random_games, legal_actions, routes)
