"""Play the same seeds under two choices of rulings, and see how the games differ.

python examples/compare_rulings.py GAME RULINGS OTHER-RULINGS [GAMES]
"""

import sys
from collections import Counter
from statistics import mean

from stellwerk.bots.playout import Outcome, Task, play_out
from stellwerk.engine import title


def outcomes(game: str, rulings: str, games: int) -> list[Outcome]:
    """So many games of random bots, always with the same seeds."""
    variant, (fewest, _) = next(iter(title(game).players.items()))
    tasks = [Task(game, index, fewest, variant, rulings, 1, "random") for index in range(games)]
    return [play_out(task) for task in tasks]


def main(game: str, first: str, second: str, games: str = "10") -> None:
    for rulings in (first, second):
        found = outcomes(game, rulings, int(games))
        ends = Counter(outcome.end for outcome in found)
        actions = mean(outcome.actions for outcome in found)
        print(f"{rulings}: {len(found)} games, {actions:.0f} actions on average")
        print(f"  richest {mean(max(outcome.worth) for outcome in found):.0f} on average")
        for end, count in ends.most_common():
            print(f"  {count:>3} × {end}")


if __name__ == "__main__":
    main(*sys.argv[1:])
