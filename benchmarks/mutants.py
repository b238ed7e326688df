"""`make mutants TITLE=1848`: break single lines of rules and single values of data, and see who notices.

Each mutant is one small change in a copy of the source (`benchmarks.mutations` knows the kinds; a sample has
as many of each). First the golden games run that come to the changed place, then the tests that cite its
paragraphs, at last all tests of the title. What nobody notices is a survivor; the report names it, and of
every other one who noticed it. A survivor that changes nothing at all stands in `benchmarks/equivalent.toml`
with a sentence that proves it.
"""

import argparse
import hashlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from queue import Queue
from random import Random
from threading import Lock
from time import perf_counter

import msgspec
import pytest
from tests.golden.keeping import FOLDER, names

from benchmarks.mutations import Mutant, data_mutants, differs, made, mutants_of, numbered

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "stellwerk"
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
TITLES = {
    "1824": ("games/g1824",),
    "1848": ("games/g1848",),
    "1853": ("games/g1853",),
    "1854": ("games/g1854",),
    "imperial-steam": ("games/gimperial_steam",),
    "kit": ("mech18", "board", "finance"),
}
KITTED = frozenset(TITLES) - {"kit", "imperial-steam"}
"""The titles that are made of the kit."""
SHOWN = frozenset(
    {
        "panels", "train_panels", "tables", "view", "sentences", "events", "facts", "readings", "recorded",
        "recording", "outlook", "valuing", "eagerness", "ways", "terminal", "advice", "share_copies",
        "components", "checks", "bounds", "areas", "conserved", "stops", "record_names", "answering",
    }
)  # fmt: skip
"""Files that show, tell, exchange or advise: no rules."""
PINNED, SHEETS = "tests/games/test_pinned.py", "tests/games/test_sheets.py"
PERFT, CORPUS = "tests/golden/test_perft.py", "tests/corpus/test_saves.py"
"""Tests of all titles; the corpus alone has games under earlier readings."""
LONGEST = 1800
"""Seconds of their processor that tests may take; whoever needs more is told, and nothing is judged by it."""
HANGS = 20
"""Seconds of its processor after which one test, or one golden game, hangs: a mutant is noticed by it."""
SHORT = 4
"""So many short golden games are tried before it is asked which ones come to the changed place."""
MEMORY = 4 << 30
"""Bytes that its tests may take: one that grows without end is noticed, too."""

# -- choosing ------------------------------------------------------------------------------------


def homes(folder: str) -> list[Path]:
    """The files of rules of a folder: all below `rules/` where there is one."""
    rooms = [SOURCE / folder / "rules"] if (SOURCE / folder / "rules").is_dir() else [SOURCE / folder]
    found = [path for room in rooms for path in sorted(room.rglob("*.py"))]
    return [path for path in found if path.stem not in SHOWN and path.stem != "__init__"]


def candidates(folders: tuple[str, ...]) -> list[Mutant]:
    """All mutants of rules and of data."""
    found: list[Mutant] = []
    for folder in folders:
        for path in homes(folder):
            name = path.relative_to(SOURCE).as_posix()
            found += mutants_of(name, path.read_text(encoding="utf-8"))
        for path in sorted((SOURCE / folder).rglob("*.toml")):
            name = path.relative_to(SOURCE).as_posix()
            found += numbered(list(data_mutants(name, path.read_text(encoding="utf-8"))))
    return found


def chosen(title: str, count: int, seed: int) -> list[Mutant]:
    """A sample: the kinds take turns, so that a rare one is tried as often as a common one."""
    rng = Random(f"{title}/{seed}")
    by_kind: dict[str, list[Mutant]] = {}
    for mutant in candidates(TITLES[title]):
        by_kind.setdefault(mutant.kind, []).append(mutant)
    piles = [rng.sample(some, len(some)) for _, some in sorted(by_kind.items())]
    rng.shuffle(piles)
    found: list[Mutant] = []
    while len(found) < count and any(piles):
        for pile in piles:
            while pile and len(found) < count:
                mutant = pile.pop()
                text = (SOURCE / mutant.file).read_text(encoding="utf-8")
                if mutant.kind == "data" or differs(mutant, text):
                    found.append(mutant)
                    break
    return sorted(found)


# -- running -------------------------------------------------------------------------------------


class Chart(msgspec.Struct, frozen=True):
    """Which golden games touch which lines of which file, and how many seconds each takes."""

    lines: dict[str, dict[int, list[str]]]
    times: dict[str, float]

    def touching(self, mutant: Mutant, text: str) -> list[str]:
        """The games that run the changed line, quick ones first."""
        last = mutant.line + text[mutant.start : mutant.end].count("\n")
        there = self.lines.get(mutant.file, {})
        found = {test for line in range(mutant.line, last + 1) for test in there.get(line, ())}
        return self.quick(found)

    def quick(self, tests: Iterable[str]) -> list[str]:
        return sorted(tests, key=self.times.__getitem__)

    def reaching(self, mutant: Mutant, text: str) -> list[str]:
        """The games that run the changed line; all of them where it is run once at import."""
        found = self.touching(mutant, text)
        if found or mutant.where.rpartition(".")[2].islower():
            return found
        return self.quick(self.times)


class Copy:
    """A copy of the source in which one mutant after the other is made and taken back."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("pictures"))
        self.clock = 10

    def write(self, mutant: Mutant, text: str) -> None:
        path = self.folder / "src" / "stellwerk" / mutant.file
        path.write_text(text, encoding="utf-8")
        self.clock += 10  # so that no compiled file of before is taken for this one
        os.utime(path, (path.stat().st_mtime + self.clock,) * 2)

    def noticed(self, mutant: Mutant, title: str, tests: list[str], charts: "Charts", brief: bool) -> str:
        """Who notices, if anybody: golden games, tests that cite its paragraphs, all tests."""
        text = (SOURCE / mutant.file).read_text(encoding="utf-8")
        self.write(mutant, made(mutant, text))
        try:
            if mutant.kind == "data" and (who := self.fails([PINNED])):
                return who
            tried = golden_tests(title)[:SHORT] if mutant.kind != "data" else []
            if who := self.another_game(tried):
                return who
            reaching = charts.golden(self).reaching(mutant, text)
            if who := self.another_game([test for test in reaching if test not in tried]):
                return who
            if who := self.fails(citing(title, mutant.rules)):
                return who
            if brief:
                return ""
            return self.fails(tests)
        finally:
            self.write(mutant, text)

    def another_game(self, tests: list[str]) -> str:
        """Which of these golden games is not as it was. It needs no pytest, so it starts quickly."""
        names = [test.partition("[")[2].removesuffix("]") for test in tests if "[" in test]
        return self.breaks(["-m", "tests.golden.first", "--seconds", str(HANGS), *names]) if names else ""

    def fails(self, tests: list[str], *plugins: str, **environ: str) -> str:
        """Which of these tests fails first; with a plugin they all run."""
        if not tests:
            return ""
        listed = self.folder / "tests.txt"
        listed.write_text("\n".join(tests), encoding="utf-8")
        used = [part for plugin in plugins or ("benchmarks.hanging",) for part in ("-p", plugin)]
        options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *used, *([] if plugins else ["-x"])]
        return self.breaks(["-m", "pytest", *options, f"@{listed}"], STELLWERK_HANGS=str(HANGS), **environ)

    def breaks(self, command: list[str], **environ: str) -> str:
        """How Python ends with a fault: what it said last, or the signal that ended it."""
        environment = {
            **os.environ,
            "STELLWERK_ALL_POSITIONS": "1",
            "PYTHONPATH": f"{self.folder / 'src'}{os.pathsep}{ROOT}",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self.folder / "hypothesis"),
            **environ,
        }

        def bounded() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))

        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            preexec_fn=bounded,
        )
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL, pytest.ExitCode.NO_TESTS_COLLECTED):
            raise SystemExit(f"{command[1]} has judged nothing (it ended with {done.returncode})")
        return last_words(done) if done.returncode else ""

    def charted(self, tests: list[str]) -> Chart:
        """What the tests touch."""
        told = self.folder / "touched.json"
        source = self.folder / "src" / "stellwerk"
        who = self.fails(
            tests, "benchmarks.touched", STELLWERK_TOUCHED=str(told), STELLWERK_SOURCE=str(source)
        )
        if who:
            raise SystemExit(f"the tests fail without any change: {who}")
        return msgspec.json.decode(told.read_bytes(), type=Chart)


def last_words(done: subprocess.CompletedProcess[str]) -> str:
    """The first test that failed, or the last line that was said before the end."""
    said = done.stdout.splitlines() + done.stderr.splitlines()
    failed = [line for line in said if line.startswith(("FAILED", "ERROR"))]
    told = failed[0] if failed else next((line for line in reversed(said) if line.strip()), "")
    return f"{told[:160] or 'nothing said'} ({done.returncode})"


class Charts:
    """What the golden games of a title touch, found out when it is first asked for.

    Kept beside the temporary files, by the contents of the source and of the games: a second sample needs no
    new one. All tests of a title take less time than such a chart of them would.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self.lock = Lock()
        self.known: Chart | None = None

    def golden(self, copy: Copy) -> Chart:
        """For the kit, the charts of the titles that are made of it in one."""
        with self.lock:
            if self.known is None:
                charts = [self._kept(copy, title) for title in made_of(self.title)]
                lines: dict[str, dict[int, list[str]]] = {}
                for chart in charts:
                    for file, there in chart.lines.items():
                        for line, tests in there.items():
                            lines.setdefault(file, {}).setdefault(line, []).extend(tests)
                self.known = Chart(
                    lines, {test: took for chart in charts for test, took in chart.times.items()}
                )
            return self.known

    def _kept(self, copy: Copy, title: str) -> Chart:
        path = Path(tempfile.gettempdir()) / "stellwerk-charts" / f"{title}-golden-{contents()}"
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            found = Copy(copy.folder / f"for-{title}").charted(golden_tests(title))
            path.write_bytes(msgspec.json.encode(found))
        return msgspec.json.decode(path.read_bytes(), type=Chart)


@cache
def contents() -> str:
    """A hash of all that decides what golden games touch."""
    found = hashlib.sha256()
    for top in (ROOT / "src", ROOT / "tests" / "golden"):
        for path in sorted(top.rglob("*")):
            if path.suffix in (".py", ".toml", ".gz"):
                found.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return found.hexdigest()[:16]


def golden_tests(title: str) -> list[str]:
    """The golden games of a title, short ones first; for the kit those of all titles that are made of it."""
    games = [name for name in names() if name.startswith(tuple(f"{one}-" for one in made_of(title)))]
    games.sort(key=lambda name: (FOLDER / f"{name}.json.gz").stat().st_size)
    seen: Counter[str] = Counter()
    turns = {}
    for name in games:  # the shortest of every title before the second one of any
        turns[name] = seen[(of := name.partition("-")[0])]
        seen[of] += 1
    games.sort(key=turns.__getitem__)
    return [f"tests/golden/test_golden.py::test_all_is_said_as_it_was[{name}]" for name in games]


def made_of(title: str) -> tuple[str, ...]:
    """The title itself; for the kit the titles that are made of it."""
    return tuple(sorted(KITTED)) if title == "kit" else (title,)


def citing(title: str, rules: tuple[str, ...]) -> list[str]:
    """The test files of the title in which one of these paragraphs is cited."""
    if not rules:
        return []
    files = [path for test in tests_of(title) for path in sorted((ROOT / test).rglob("test_*.py"))]
    return [
        str(path.relative_to(ROOT)) for path in files if any(f'{rule}"' in path.read_text() for rule in rules)
    ]


def tests_of(title: str) -> list[str]:
    if title == "kit":
        return [
            "tests/board",
            "tests/finance",
            "tests/mech18",
            "tests/engine/test_time.py",
            *dict.fromkeys(test for name in made_of(title) for test in tests_of(name)),
        ]
    return [PINNED, SHEETS, PERFT, *(f"tests/{folder}" for folder in TITLES[title]), CORPUS]


def equivalent() -> dict[str, str]:
    """Mutants that change nothing, with the sentence that proves it."""
    found: dict[str, str] = (
        tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")) if EQUIVALENT.exists() else {}
    )
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description=__doc__)
    parser.add_argument("title", choices=sorted(TITLES))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--brief", action="store_true", help="golden games and citing tests alone")
    parser.add_argument("--list", action="store_true", help="only show the mutants")
    parser.add_argument("--only", default="", help="only mutants whose line or file holds this text")
    given = parser.parse_args()
    mutants = [one for one in chosen(given.title, given.count, given.seed) if given.only in str(one)]
    if given.list:
        print(*mutants, sep="\n")
        return 0
    proved, start = equivalent(), perf_counter()
    survivors: list[Mutant] = []
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(given.jobs) as pool:
        copies: Queue[Copy] = Queue()
        for job in range(given.jobs):
            copies.put(Copy(Path(place) / str(job)))
        charts = Charts(given.title)

        def judge(mutant: Mutant) -> None:
            copy = copies.get()
            try:
                who = copy.noticed(mutant, given.title, tests_of(given.title), charts, given.brief)
                if not who:
                    survivors.append(mutant)
                print(f"{'noticed' if who else 'survives'}: {mutant}\n  {who}", flush=True)
            finally:
                copies.put(copy)

        list(pool.map(judge, mutants))
    harmless = [mutant for mutant in survivors if mutant.key in proved]
    for mutant in harmless:
        print(f"changes nothing: {mutant}\n  {proved[mutant.key]}")
    for mutant in survivors:
        if mutant.key not in proved:
            print(f"not noticed: {mutant}\n  key: {mutant.key!r}")
    left = len(survivors) - len(harmless)
    tried = Counter(mutant.kind for mutant in mutants)
    print(", ".join(f"{kind} {count}" for kind, count in sorted(tried.items())))
    print(
        f"{given.title}: {len(mutants)} mutants in {perf_counter() - start:.0f} s, {len(survivors)} survive,"
        f" {len(harmless)} of them change nothing: {left} not noticed"
    )
    return 1 if left > 0.02 * len(mutants) else 0


if __name__ == "__main__":
    raise SystemExit(main())
