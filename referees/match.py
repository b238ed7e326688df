"""`python -m referees.match TITLE`: the engine and the referee of a title judge the same positions."""

import argparse
import importlib
import json
import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, Protocol

import msgspec
from benchmarks.players import MANNERS, playing, setup_of

from stellwerk.engine import Refusal, Setup, State, legal, play, title, titles, to_act
from stellwerk.engine.canonical import plain as whole
from stellwerk.engine.play import decode
from stellwerk.engine.refusal import FormatError

Json = dict[str, Any]  # a position or an action as plain JSON: what referees read


class Referee(Protocol):
    LISTED: frozenset[str]
    JUDGED: frozenset[str]

    def offers(self, position: Json, seat: int) -> list[Json]: ...

    def allows(self, position: Json, action: Json) -> bool: ...


class Difference(NamedTuple):
    """One action on which the two do not agree."""

    setup: Setup
    manner: str
    at: int
    who: str
    """Who calls it legal: "engine" or "referee"."""
    action: str

    def __str__(self) -> str:
        of = self.setup
        words = f"seed {of.seed} {of.variant} {of.rulings} {len(of.players)} players {self.manner}"
        return f"{words} at {self.at}: only the {self.who} allows {self.action}"


def referee_of(game: str) -> Referee:
    name = game.replace("-", "_")
    found: Any = importlib.import_module(f"referees.{name if name[0].isalpha() else 'g' + name}")
    referee: Referee = found
    return referee


def text_of(action: Json) -> str:
    return json.dumps(action, sort_keys=True, separators=(",", ":"))


def plain(value: object) -> Json:
    found: Json = msgspec.json.decode(msgspec.json.encode(value))
    return found


def position_of(state: State) -> Json:
    """The position with every field: referees know no defaults."""
    return plain(whole(state))


def changed(action: Json, rng: Random, pool: list[Json]) -> Iterator[Json]:
    """Copies with one field changed: a number moved, a list shortened or turned, another's value."""
    for field, value in action.items():
        if field in ("type", "seat"):
            continue
        if isinstance(value, bool):
            yield {**action, field: not value}
        elif isinstance(value, int):
            for step in (-10, -1, 1, 10):
                yield {**action, field: value + step}
        elif isinstance(value, list) and value:
            yield {**action, field: value[:-1]}
            yield {**action, field: value[1:]}
            yield {**action, field: value[::-1]}
            yield {**action, field: [*value, rng.choice(value)]}
        others = [other[field] for other in pool if field in other and other[field] != value]
        if others:
            yield {**action, field: rng.choice(others)}


def accepted(state: State, action: Json) -> bool:
    """Whether the engine lets this JSON be played."""
    try:
        play(state, decode(state.setup.game, json.dumps(action)))
    except (Refusal, FormatError):
        return False
    return True


def compare(state: State, referee: Referee, rng: Random) -> Iterator[tuple[str, str, str]]:
    """(kind, who alone allows it, action) for every difference in this position."""
    position = position_of(state)
    for seat in to_act(state):
        if seat < 0:
            continue
        ours = [plain(action) for action in legal(state, seat)]
        theirs = referee.offers(position, seat)
        engine = {text_of(action): action["type"] for action in ours if action["type"] in referee.LISTED}
        other = {text_of(action): action["type"] for action in theirs}
        for text in sorted(engine.keys() - other.keys()):
            yield engine[text], "engine", text
        for text in sorted(other.keys() - engine.keys()):
            yield other[text], "referee", text
        asked = [action for action in ours if action["type"] in referee.JUDGED]
        tried = {text_of(action): action for action in asked}
        for action in asked[:12]:
            for copy in changed(action, rng, asked):
                tried.setdefault(text_of(copy), copy)
        for text, action in list(tried.items())[:80]:
            mine, its = accepted(state, action), referee.allows(position, action)
            if mine != its:
                yield action["type"], "engine" if mine else "referee", text


def covered(referee: Referee, state: State) -> bool:
    """A referee may leave out kinds of position by a function `covers`."""
    covers: Callable[[Json], bool] | None = getattr(referee, "covers", None)
    return covers is None or covers(position_of(state))


def positions(game: str, first: int, rulings: str, variant: str | None) -> Iterator[tuple[Setup, str]]:
    """Random games one after the other: variants and numbers of players take turns."""
    seed = first
    while True:
        setup = setup_of(title(game), seed, variant)
        yield msgspec.structs.replace(setup, rulings=rulings), sorted(MANNERS)[seed % 2]
        seed += 1


class Count(NamedTuple):
    positions: int
    compared: Counter[str]
    differences: list[Difference]


def match(
    game: str,
    wanted: int,
    first: int = 0,
    every: int = 7,
    rulings: str = "book",
    variant: str | None = None,
    most: int = 50,
) -> Count:
    """Compare so many positions, each `every`-th of random games; stops after `most` differences."""
    referee, seen, compared = referee_of(game), 0, Counter[str]()
    differences: list[Difference] = []
    for setup, manner in positions(game, first, rulings, variant):
        rng = Random(setup.seed)
        offset = rng.randrange(every)
        for number, played in enumerate(playing(setup, manner)):
            if number % every != offset or played.state.over:
                continue
            if not covered(referee, played.state):
                continue
            frame = str(plain(played.state.stack[-1])["frame"])
            compared[frame] += 1
            for _, who, action in compare(played.state, referee, rng):
                differences.append(Difference(setup, manner, len(played.log), who, action))
            seen += 1
            if seen >= wanted or len(differences) >= most:
                return Count(seen, compared, differences)
    raise AssertionError("there are always more games")


def _share(task: tuple[str, int, int, int, str, str | None, int]) -> Count:
    return match(*task)


def show(game: str, setup: Setup, manner: str, at: int) -> None:
    """One position as JSON, with what both say of it."""
    for played in playing(setup, manner):
        if len(played.log) >= at:
            print(json.dumps(position_of(played.state), indent=1))
            for _, who, action in compare(played.state, referee_of(game), Random(setup.seed)):
                print(f"only the {who} allows {action}")
            return


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m referees.match", description=__doc__)
    parser.add_argument("title", choices=[found.id for found in titles()])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--every", type=int, default=7, help="each such position of a game (default 7)")
    parser.add_argument("--rulings", default="book")
    parser.add_argument("--variant", default=None)
    parser.add_argument("--most", type=int, default=50, help="differences after which to stop (default 50)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--game", type=int, metavar="SEED", help="show one position of this game")
    parser.add_argument("--at", type=int, default=0, help="... after so many actions")
    given = parser.parse_args()
    if given.game is not None:
        setup, manner = next(positions(given.title, given.game, given.rulings, given.variant))
        show(given.title, setup, manner, given.at)
        return 0
    start, each = perf_counter(), -(-given.positions // given.jobs)
    tasks = [
        (
            given.title,
            each,
            given.first + 100_000 * job,
            given.every,
            given.rulings,
            given.variant,
            given.most,
        )
        for job in range(given.jobs)
    ]
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        counts = pool.map(_share, tasks)
    compared: Counter[str] = sum((count.compared for count in counts), Counter())
    differences = [difference for count in counts for difference in count.differences]
    for difference in differences[: given.most]:
        print(difference)
    seen = sum(count.positions for count in counts)
    told = ", ".join(f"{name} {number}" for name, number in compared.most_common())
    print(f"{given.title}: {seen} positions in {perf_counter() - start:.0f} s ({told})")
    print(f"{len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    raise SystemExit(main())
