"""What the runs of a saved game earned, and what they missed.

python examples/analyse_runs.py SAVE
"""

import sys
from collections import Counter
from pathlib import Path

from stellwerk.engine.save import load
from stellwerk.mech18.advice import audit


def main(save: str) -> None:
    game, _ = load(Path(save).read_bytes())
    earned: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for run in audit(game):
        earned[run.company] += run.revenue
        missed[run.company] += run.shortfall
    for company, revenue in earned.most_common():
        print(f"{company:<6} earned {revenue:>6}, missed {missed[company]:>5}")


if __name__ == "__main__":
    main(*sys.argv[1:])
