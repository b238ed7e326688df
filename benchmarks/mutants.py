"""`make mutants TITLE=1848`: break single lines of rules and single values of data, and see who notices.

Each mutant is one small change in a copy of the source: a comparison, a sign, a number, a step left out, a
rule that never refuses, a value of a data file. First the tests run that cite the paragraphs of the changed
place, then those that touch the changed line, quick ones first, at last all tests of the title. What no test
notices is a survivor; the report names it. A survivor that changes nothing at all stands in
`benchmarks/equivalent.toml` with a sentence that proves it.
"""

import argparse
import ast
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from queue import Queue
from random import Random
from time import perf_counter
from typing import NamedTuple

import msgspec

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
SHOWN = frozenset(
    {
        "panels", "train_panels", "tables", "view", "sentences", "events", "facts", "readings", "recorded",
        "recording", "outlook", "valuing", "eagerness", "ways", "terminal", "advice", "share_copies",
        "components", "checks", "bounds", "areas", "conserved",
    }
)  # fmt: skip
"""Files that show, tell, exchange or advise: no rules."""
PROSE = re.compile(r"^\s*(text|source|sources|note|notes|reason|provenance|comment|title|says|doubt|of)\s*=")
LONGEST = 600
"""Seconds after which a mutant that hangs the tests counts as noticed."""
MEMORY = 4 << 30
"""Bytes that its tests may take: one that grows without end is noticed, too."""
MANY = 60
"""So many tests of those that touch a line are run on their own."""

SWAPPED = {
    "<=": "<", ">=": ">", "<": "<=", ">": ">=", "==": "!=", "!=": "==", "in": "not in", "not in": "in",
    "is": "is not", "is not": "is", "and": "or", "or": "and",
    "+": "-", "-": "+", "*": "+", "//": "*", "%": "//", "|": "&", "&": "|",
}  # fmt: skip


class Mutant(NamedTuple):
    file: str
    """Below the source's root."""
    line: int
    start: int
    end: int
    """The changed characters, counted from the start of the file."""
    old: str
    new: str
    context: str
    """The whole line as it was."""
    rules: tuple[str, ...] = ()
    """The paragraphs whose home the changed function is."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {squeezed(self.old)!r} -> {squeezed(self.new)!r}   | {self.context}"

    @property
    def key(self) -> str:
        return f"{self.file} | {self.context} | {squeezed(self.old)} -> {squeezed(self.new)}"


def squeezed(text: str) -> str:
    return " ".join(text.split())


# -- Python ------------------------------------------------------------------------------------


class Finder(ast.NodeVisitor):
    """Collects the places of a module where one small change makes another program."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.lines = text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[Mutant] = []
        self.homes = paragraphs(text)
        self.within: list[str] = []

    def offset(self, line: int, column: int) -> int:
        # Columns of the syntax tree count bytes.
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        return (
            self.offset(node.lineno, node.col_offset),
            self.offset(node.end_lineno or 0, node.end_col_offset or 0),
        )

    def add(self, line: int, start: int, end: int, new: str) -> None:
        rules = tuple(rule for name in self.within for rule in self.homes.get(name, ()))
        self.found.append(
            Mutant(
                self.name, line, start, end, self.text[start:end], new, self.lines[line - 1].strip(), rules
            )
        )

    def between(self, left: ast.expr, right: ast.expr) -> None:
        """The operator between two operands."""
        start, end = self.span(left)[1], self.span(right)[0]
        gap = self.text[start:end]
        match = re.fullmatch(
            r"([\s)]*)(<=|>=|==|!=|<|>|not in|is not|in|is|\+|-|\*|//|%|and|or|\||&)([\s(]*)", gap
        )
        if match and match[2] in SWAPPED:
            at = start + len(match[1])
            self.add(right.lineno, at, at + len(match[2]), SWAPPED[match[2]])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.within.append(node.name)
        for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)):
            self.visit(default)
        for statement in node.body:
            self.visit(statement)
        self.within.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.within.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.within.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        """States what cannot be otherwise."""

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in ("msg", "no", "cast", "TypeVar", "Refusal"):
            return
        if name in ("min", "max", "any", "all"):
            start, end = self.span(node.func)
            other = {"min": "max", "max": "min", "any": "all", "all": "any"}[name]
            self.add(node.lineno, start, end, other)
        if name == "rule" and len(node.args) == 2:
            start, end = self.span(node.args[1])
            self.within.append("")
            ids = node.args[0].value if isinstance(node.args[0], ast.Constant) else ""
            self.homes[""] = (str(ids),)
            self.add(node.lineno, start, end, "(lambda s, a: None)")
            self.within.pop()
            return
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, right in pairwise(operands):
            self.between(left, right)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not (isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)):
            self.between(node.left, node.right)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in pairwise(node.values):
            self.between(left, right)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start, end = self.span(node)
            inner = self.span(node.operand)[0]
            self.add(node.lineno, start, end, self.text[inner:end])
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        start, end = self.span(node)
        if isinstance(node.value, bool):
            self.add(node.lineno, start, end, str(not node.value))
        elif isinstance(node.value, int):
            self.add(node.lineno, start, end, str(node.value + 1))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts are not rules."""

    def visit_If(self, node: ast.If) -> None:
        start, end = self.span(node.test)
        self.add(node.lineno, start, end, f"not ({self.text[start:end]})")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        start, end = self.span(node.test)
        self.add(node.lineno, start, end, f"not ({self.text[start:end]})")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        call = node.value
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "no":
            start, end = self.span(node)
            self.add(node.lineno, start, end, "return None")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if (
            self.within
            and isinstance(target, ast.Name)
            and target.id == "s"
            and "s." in ast.unparse(node.value)
        ):
            start, end = self.span(node)
            self.add(node.lineno, start, end, "pass")
        self.generic_visit(node)


def paragraphs(text: str) -> dict[str, tuple[str, ...]]:
    """Function -> ids of the paragraphs that it is given in this file."""
    found: dict[str, tuple[str, ...]] = {}
    for match in re.finditer(r'rule\(\s*"([^"]+)",\s*(\w+)', text):
        found[match[2]] = (*found.get(match[2], ()), match[1])
    return found


# -- data ----------------------------------------------------------------------------------------

TOKEN = re.compile(r'"(?P<text>[^"]*)"|(?<![\w.#-])(?P<number>-?\d+)(?![\w.])|\b(?P<flag>true|false)\b')


def unlike(word: str, words: list[str]) -> str:
    """Another word of the same shape (`E4` for `B7`), else the same one with another figure, else any."""
    shape = re.sub(r"\d+", "0", word)
    others = [other for other in words if other != word and re.sub(r"\d+", "0", other) == shape]
    if others:
        return next((other for other in others if other > word), others[0])
    changed = re.sub(r"\d", lambda found: str((int(found[0]) + 1) % 10), word, count=1)
    return changed if changed != word else next((other for other in words if other > word), "x")


def data_mutants(name: str, text: str) -> Iterator[Mutant]:
    """One number, word or flag changed to something else of its kind."""
    told = [line for line in text.splitlines() if "#" not in line]
    words = sorted({match["text"] for line in told for match in TOKEN.finditer(line) if match["text"]})
    at = 0
    prose = False
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        quotes = line.count('"""')
        if PROSE.match(line) or prose or line.lstrip().startswith("#"):
            prose = prose ^ (quotes % 2 == 1)
            at += len(line)
            continue
        body = line.split(" #")[0]
        value = body.find("=") + 1
        for match in TOKEN.finditer(body, value):
            if match["number"] is not None:
                old = int(match["number"])
                new = str(old + (10 if abs(old) >= 20 else 1))
            elif match["flag"] is not None:
                new = "false" if match["flag"] == "true" else "true"
            else:
                new = f'"{unlike(match["text"], words)}"'
            yield Mutant(
                name, number, at + match.start(), at + match.end(), match[0], new, line.strip()[:160]
            )
        at += len(line)


# -- choosing and running ------------------------------------------------------------------------


def candidates(folders: tuple[str, ...]) -> tuple[list[Mutant], list[Mutant]]:
    """All mutants of rules and of data."""
    rules: list[Mutant] = []
    data: list[Mutant] = []
    for folder in folders:
        for path in sorted((SOURCE / folder).rglob("*")):
            name = path.relative_to(SOURCE).as_posix()
            if path.suffix == ".py" and path.stem not in SHOWN and path.stem != "__init__":
                text = path.read_text(encoding="utf-8")
                finder = Finder(name, text)
                finder.visit(ast.parse(text))
                rules += finder.found
            elif path.suffix == ".toml":
                data += data_mutants(name, path.read_text(encoding="utf-8"))
    return rules, data


def chosen(title: str, count: int, seed: int) -> list[Mutant]:
    """A sample: three quarters of it rules, a quarter data, each file by its weight."""
    rules, data = candidates(TITLES[title])
    rng = Random(f"{title}/{seed}")
    of_data = min(len(data), count // 4)
    found = rng.sample(rules, min(len(rules), count - of_data)) + rng.sample(data, of_data)
    return sorted(found)


class Chart(msgspec.Struct, frozen=True):
    """Which tests touch which lines of which file, and how many seconds each takes."""

    lines: dict[str, dict[int, list[str]]]
    times: dict[str, float]

    def touching(self, mutant: Mutant, text: str) -> list[str]:
        """Some of the tests that run the changed line, quick ones first."""
        last = mutant.line + text[mutant.start : mutant.end].count("\n")
        there = self.lines.get(mutant.file, {})
        found = {test for line in range(mutant.line, last + 1) for test in there.get(line, ())}
        return sorted(found, key=self.times.__getitem__)[:MANY]


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

    def survives(self, mutant: Mutant, title: str, tests: list[str], chart: Chart) -> bool:
        """Whether no test notices: first those that cite its paragraphs or touch its line, then all."""
        text = (SOURCE / mutant.file).read_text(encoding="utf-8")
        self.write(mutant, text[: mutant.start] + mutant.new + text[mutant.end :])
        try:
            rounds = (citing(title, mutant.rules), chart.touching(mutant, text), tests)
            return not any(some and self.fails(some) for some in rounds)
        finally:
            self.write(mutant, text)

    def fails(self, tests: list[str], plugin: str = "", **environ: str) -> bool:
        environment = {
            **os.environ,
            "PYTHONPATH": f"{self.folder / 'src'}{os.pathsep}{ROOT}",
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self.folder / "hypothesis"),
            **environ,
        }
        listed = self.folder / "tests.txt"
        listed.write_text("\n".join(tests), encoding="utf-8")
        options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", *(["-p", plugin] if plugin else ["-x"])]
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pytest", *options, f"@{listed}"],
                cwd=ROOT,
                env=environment,
                capture_output=True,
                text=True,
                timeout=LONGEST,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
            )
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0

    def charted(self, tests: list[str]) -> Chart | None:
        """What the tests touch; None when they fail without any change."""
        told = self.folder / "touched.json"
        source = self.folder / "src" / "stellwerk"
        if self.fails(tests, "benchmarks.touched", STELLWERK_TOUCHED=str(told), STELLWERK_SOURCE=str(source)):
            return None
        return msgspec.json.decode(told.read_bytes(), type=Chart)


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
            *(t for n in TITLES if n != "kit" for t in tests_of(n)),
        ]
    return ["tests/games/test_pinned.py", *(f"tests/{folder}" for folder in TITLES[title])]


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
        chart = copies.queue[0].charted(tests_of(given.title))
        if chart is None:
            print("the tests fail without any change")
            return 2

        def judge(mutant: Mutant) -> None:
            copy = copies.get()
            try:
                if copy.survives(mutant, given.title, tests_of(given.title), chart):
                    survivors.append(mutant)
                    print(f"survives: {mutant}", flush=True)
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
    print(
        f"{given.title}: {len(mutants)} mutants in {perf_counter() - start:.0f} s, {len(survivors)} survive,"
        f" {len(harmless)} of them change nothing: {left} not noticed"
    )
    return 1 if left > 0.02 * len(mutants) else 0


if __name__ == "__main__":
    raise SystemExit(main())
