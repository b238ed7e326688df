"""Where the saves and databases of the releases are, and what of them can only be read.

`python -m tests.corpus.kept` writes `stopped.toml` anew, after a paragraph was corrected on purpose.
"""

import gzip
import tomllib
from functools import cache
from pathlib import Path

from stellwerk.engine import Game, Refusal, state_hash
from stellwerk.engine.save import read

HERE = Path(__file__).parent
RELEASES = sorted(path for path in HERE.iterdir() if (path / "saves").is_dir())


def saves() -> list[Path]:
    return sorted(path for release in RELEASES for path in (release / "saves").glob("*.json.gz"))


def name_of(path: Path) -> str:
    return f"{path.parents[1].name}/{path.name.removesuffix('.json.gz')}"


def content(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())


@cache
def stopped() -> dict[str, str]:
    """Saves by name with the paragraph that refuses one of their actions since it was corrected."""
    found: dict[str, str] = tomllib.loads((HERE / "stopped.toml").read_text())
    return found


def outcome(path: Path) -> tuple[str, str]:
    """The paragraph that refuses one of a save's actions, or else the hash to which they lead."""
    kept = read(content(path))
    try:
        return "", state_hash(Game.replay(kept.setup, kept.log).state)
    except Refusal as refusal:
        return refusal.rule, ""


def said(path: Path) -> str:
    """The hash that the file says."""
    return read(content(path)).hash


def main() -> None:
    head = [line for line in (HERE / "stopped.toml").read_text().splitlines() if line.startswith("#")]
    found = [f'"{name_of(path)}" = "{rule}"' for path in saves() if (rule := outcome(path)[0])]
    (HERE / "stopped.toml").write_text("\n".join([*head, *found]) + "\n")


if __name__ == "__main__":
    main()
