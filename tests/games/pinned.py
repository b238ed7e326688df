"""Every value of a title's data files as one readable line: `python -m tests.games.pinned` writes them anew.

The lines are a second copy of what was checked against the sources: a slip of the keyboard in a data file is
noticed by anybody who has the clone alone. Whoever corrects a value corrects its line too, on purpose.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from stellwerk import games
from stellwerk.engine import titles

FOLDER = Path(__file__).parent / "data_lines"
GAMES = Path(games.__file__).parent
PROSE = frozenset(
    {"text", "source", "sources", "note", "notes", "reason", "provenance", "comment", "doubt", "why"}
)


def folder_of(game: str) -> Path:
    return GAMES / f"g{game.replace('-', '_')}" / "data"


def flat(path: str, value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in PROSE or isinstance(inner, dict):
                yield from flat(f"{path} {key}", inner)
    elif isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
        for number, inner in enumerate(value):
            yield from flat(f"{path} [{number}]", inner)
    else:
        yield f"{path}: {value!r}"


def lines_of(game: str) -> list[str]:
    found = []
    for path in sorted(folder_of(game).glob("*.toml")):
        found += flat(path.stem, tomllib.loads(path.read_text(encoding="utf-8")))
    return found


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for title in titles():
        text = "\n".join(lines_of(title.id)) + "\n"
        (FOLDER / f"{title.id}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
