"""A series of simulated games in a file, so that it can be gathered over several runs."""

import subprocess
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec import Struct

from stellwerk.bots.playout import Outcome, Task
from stellwerk.cli.common import Failed
from stellwerk.engine.text import msg


class Entry(Struct, frozen=True):
    """A line of the file: the game that was to be played, by what, and how it went."""

    task: Task
    commit: str
    """Of the program that played it."""
    outcome: Outcome


class Series:
    """The games that a file holds, and those that are added to it."""

    def __init__(self, path: Path, commit: str) -> None:
        self.path, self.commit = path, commit
        self.entries: list[Entry] = []
        self._whole = 0
        try:
            data = path.read_bytes() if path.exists() else b""
        except OSError as error:
            raise Failed("{file}: {reason}", file=str(path), reason=error.strerror or str(error)) from None
        for number, line in enumerate(data.splitlines(keepends=True), start=1):
            if not line.endswith(b"\n"):
                break  # the run before was stopped while it wrote this line
            try:
                self.entries.append(msgspec.json.decode(line, type=Entry))
            except msgspec.MsgspecError:
                template = msg("{file}: line {line} is no game of a series.")
                raise Failed(template, file=str(path), line=number) from None
            self._whole += len(line)

    def played(self, tasks: Iterable[Task]) -> dict[int, Outcome]:
        """Return how those of these games went that are in the file, by their number."""
        found = {entry.task: entry.outcome for entry in self.entries if not entry.outcome.failure}
        return {task.index: found[task] for task in tasks if task in found}

    def add(self, task: Task, outcome: Outcome) -> None:
        """Write one game; what an earlier run left unfinished goes."""
        entry = Entry(task, self.commit, outcome)
        try:
            with self.path.open("ab") as file:
                file.truncate(self._whole)
                self._whole += file.write(msgspec.json.encode(entry) + b"\n")
        except OSError as error:
            raise Failed(
                "{file}: {reason}", file=str(self.path), reason=error.strerror or str(error)
            ) from None
        self.entries.append(entry)

    @property
    def commits(self) -> list[str]:
        """Of the programs that played its games, in order of appearance."""
        return list(dict.fromkeys(entry.commit for entry in self.entries))


def own_commit() -> str:
    """Return the commit of this program, with `+` where it was changed; without a repository, its version."""
    here = str(Path(__file__).parent)
    try:
        said = subprocess.run(
            ("git", "-C", here, "describe", "--always", "--dirty=+", "--exclude=*"),
            capture_output=True,
            text=True,
            check=True,
            timeout=10,
        )
    except (OSError, subprocess.SubprocessError):
        return version("stellwerk")
    return str(said.stdout).strip()
