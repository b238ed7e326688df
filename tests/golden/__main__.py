"""`make golden`: write the digests anew after a deliberate change, and tell what changed from where on."""

import sys
from collections import Counter

from tests.golden.keeping import differences, names, read, renewed, write

SHOWN = 200
"""Characters of what is said now."""


def main(given: list[str]) -> int:
    """Of all golden games, or of those whose names begin so."""
    changed = 0
    asked = [name for name in names() if name.startswith(tuple(given) or "")]
    for name in asked:
        golden = read(name)
        found = list(differences(golden))
        if not found:
            continue
        changed += 1
        count = Counter(one.aspect for one in found)
        print(f"{name}: {', '.join(f'{aspect} {n}×' for aspect, n in count.items())}")
        first = {one.aspect: one for one in reversed(found)}
        for one in first.values():
            print(f"  {one.aspect} from position {one.at} on, after {one.entry}\n    now {one.now[:SHOWN]}")
        again = renewed(golden)
        if len(again.log) < len(golden.log):
            print(f"  cut off there: {len(golden.log) - len(again.log)} entries are lost")
        write(name, again)
    print(f"{changed} of {len(asked)} golden games changed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
