"""`python -m tests.golden.first NAME…`: check golden games until one is not as it was. Quick to start.

With `--seconds` a game that takes more of its processor ends the process.
"""

import argparse
from collections.abc import Sequence
from signal import ITIMER_PROF, setitimer

from tests.golden.keeping import differences, read


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.golden.first", description=__doc__)
    parser.add_argument("names", nargs="+")
    parser.add_argument("--seconds", type=float, default=0)
    asked = parser.parse_args(given)
    for name in asked.names:
        setitimer(ITIMER_PROF, asked.seconds)
        for one in differences(read(name)):
            print(f"{name}, {one}")
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
