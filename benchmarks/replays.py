"""Replays saved games in a process of its own: paths on standard input, fingerprint and name on output."""

import sys
from pathlib import Path

from benchmarks.checks import fingerprint
from stellwerk.engine.save import load


def main() -> None:
    for line in sys.stdin:
        path = Path(line.strip())
        print(fingerprint(load(path.read_bytes())[0]), path.name)


if __name__ == "__main__":
    main()
