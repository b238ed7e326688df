"""`python -m tests.golden.first NAME…`: check golden games until one is not as it was. Quick to start."""

import sys

from tests.golden.keeping import differences, read


def main(given: list[str]) -> int:
    for name in given:
        for one in differences(read(name)):
            print(f"{name}, {one}")
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
