"""`python -m referees.sample TITLE …`: chooses the positions of random games that `make test` compares.

What is decided seldom (help in an emergency, a merger, a debt that falls due) is found in a few of a thousand
positions, and every twentieth position of a game misses it. So positions are told apart by what is decided in
them. Of each kind one is compared, of rare kinds three, in the games that show most in the fewest actions.
"""

import argparse
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.players import playing

from referees.match import Count, Difference, compare, covered, plain, positions, referee_of
from stellwerk.engine import Setup, State, titles

CHOSEN = Path(__file__).parent / "sample.toml"
RARE = 3
"""How many positions of a rare kind are compared: one that less than half of the games show."""
NEW_FRAME = 30
"""What a frame that no chosen game has shown is worth, counted in kinds."""
START = 150
"""What a further game costs, counted in actions."""


class Decision(NamedTuple):
    """What tells positions apart: where the cursor is, and which actions led there and away."""

    frame: str
    step: str
    after: str
    then: str


class Chosen(NamedTuple):
    """The sample of a title."""

    games: dict[int, list[int]]
    """By seed, the numbers of positions."""
    frames: set[str]
    """The frames in which somebody decides there."""
    decisions: int


Shown = dict[Decision, list[int]]
"""The numbers of the positions in which a game shows each kind."""


def decisions(setup: Setup, manner: str, most: int | None = None) -> Iterator[tuple[Decision, int, State]]:
    """Every position of a random game but the last, with what is decided in it and its number."""
    before: State | None = None
    after = ""
    for number, game in enumerate(playing(setup, manner)):
        if before is not None:
            then = str(plain(game.log[-1])["type"])
            frame = plain(before.stack[-1])
            yield Decision(str(frame["frame"]), str(frame.get("step", "")), after, then), number - 1, before
            after = then
        if game.state.over or (most is not None and number > most):
            return
        before = game.state


def setup_of(game: str, seed: int) -> tuple[Setup, str]:
    """A random game by the rulings `book`."""
    return next(positions(game, seed, "book", None))


def chosen(game: str) -> Chosen:
    found = tomllib.loads(CHOSEN.read_text(encoding="utf-8"))[game]
    games = {int(seed): numbers for seed, numbers in found["games"].items()}
    return Chosen(games, set(found["frames"]), found["decisions"])


def match_sample(game: str) -> tuple[Count, set[Decision]]:
    """Compare the chosen positions; also tells which kinds they are."""
    referee, kinds = referee_of(game), set[Decision]()
    compared, differences = Counter[str](), list[Difference]()
    for seed, numbers in chosen(game).games.items():
        setup, manner = setup_of(game, seed)
        rng = Random(seed)
        for decision, number, state in decisions(setup, manner, max(numbers)):
            if number in numbers and covered(referee, state):
                kinds.add(decision)
                compared[decision.frame] += 1
                for _, who, action in compare(state, referee, rng):
                    differences.append(Difference(setup, manner, number, who, action))
    return Count(compared.total(), compared, differences), kinds


# -- choosing ----------------------------------------------------------------------------------


def shown_by(game: str, seed: int) -> Shown:
    found: Shown = {}
    for decision, number, _ in decisions(*setup_of(game, seed)):
        found.setdefault(decision, []).append(number)
    return found


def choose(shown: dict[int, Shown], budget: int) -> dict[int, list[int]]:
    """The positions to compare, by seed."""
    games = Counter(decision for kinds in shown.values() for decision in kinds)
    lengths = _lengths(shown, games, budget)
    found: dict[int, list[int]] = {}
    for decision, count in games.items():
        inside = [
            (order, seed, number)
            for seed, length in lengths.items()
            for order, number in enumerate(shown[seed].get(decision, ()))
            if number <= length
        ]
        wanted = 1 if 2 * count >= len(shown) else RARE
        for _, seed, number in sorted(inside)[:wanted]:  # rather of different games than of one
            found.setdefault(seed, []).append(number)
    return {seed: sorted(numbers) for seed, numbers in sorted(found.items())}


def _lengths(shown: dict[int, Shown], games: Counter[Decision], budget: int) -> dict[int, int]:
    """How far each game is played: always on with the one that shows most for its further actions.

    A kind that few games show counts for more than one that is everywhere.
    """
    found, known = dict[int, int](), set[Decision]()
    while True:
        best, frames = (0.0, 0, 0), {decision.frame for decision in known}
        for seed, kinds in shown.items():
            worth = 0.0
            for decision, numbers in sorted(kinds.items(), key=lambda item: item[1][0]):
                if decision not in known:
                    worth += 1 + len(shown) / (2 * games[decision])
                    worth += NEW_FRAME * (decision.frame not in frames)
                    best = max(best, (worth / _cost(found, seed, numbers[0]), seed, numbers[0]))
        worth, seed, length = best
        if not worth or _cost(found, seed, length) > budget:
            return found
        budget -= _cost(found, seed, length)
        found[seed] = length
        known |= {decision for decision, numbers in shown[seed].items() if numbers[0] <= length}


def _cost(found: dict[int, int], seed: int, length: int) -> int:
    """In actions. What a game shows on the way there is known already, if it is played so far."""
    return max(1, length - found[seed] if seed in found else START + length)


def lines_of(game: str, games: dict[int, list[int]], shown: dict[int, Shown]) -> Iterator[str]:
    """The part of a title in the file."""
    kinds = {
        kind
        for seed, numbers in games.items()
        for kind, at in shown[seed].items()
        if not set(numbers).isdisjoint(at)
    }
    frames = ", ".join(f'"{frame}"' for frame in sorted({kind.frame for kind in kinds}))
    yield f"[{game}]"
    yield f"decisions = {len(kinds)}"
    yield f"frames = [{frames}]"
    yield f"[{game}.games]"
    yield from (f"{seed} = {numbers}" for seed, numbers in games.items())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m referees.sample", description=__doc__)
    parser.add_argument("titles", nargs="+", choices=[found.id for found in titles()])
    parser.add_argument("--games", type=int, default=30, help="random games to choose from (default 30)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--actions", type=int, default=5000, help="to play in all (default 5000)")
    given = parser.parse_args()
    for game in given.titles:
        shown = {seed: shown_by(game, seed) for seed in range(given.first, given.first + given.games)}
        print("\n".join(lines_of(game, choose(shown, given.actions), shown)))
        print(f"# of {len({kind for kinds in shown.values() for kind in kinds})} kinds\n", flush=True)


if __name__ == "__main__":
    main()
