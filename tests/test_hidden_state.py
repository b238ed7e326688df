"""No hidden state: what is kept beyond a call is kept with a value, or stands here with its reason."""

import ast
import functools
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("hidden state")

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "stellwerk"
FILES = [*sorted(SOURCE.rglob("*.py")), *sorted((ROOT / "tools").glob("*.py"))]
MEMO = SOURCE / "engine" / "memo.py"

TITLES = "by title: no more than are installed"
DATA = "a file of the title's data, read once"
MAPS = "by rulings that change the map: few values each"
TEXTS = "by title and language: no more than are installed"
KINDS = "by type: no more than are declared"

KEPT = {
    "bots/__init__.py foreign_bots": "entry points, found once",
    "cli/moves.py _decoder": TITLES,
    "engine/canonical.py _tag": KINDS,
    "engine/hashing.py _written": KINDS,
    "engine/play.py _decoder": TITLES,
    "engine/registry.py _entries": "entry points, found once",
    "engine/registry.py title": TITLES,
    "games/g1824/rules/book.py _atlas": MAPS,
    "games/g1824/rules/book.py _table": DATA,
    "games/g1824/rules/book.py ruling_table": DATA,
    "games/g1848/rules/book.py _atlas": MAPS,
    "games/g1848/rules/book.py _table": DATA,
    "games/g1848/rules/book.py ruling_table": DATA,
    "games/g1853/rules/book.py ruling_table": DATA,
    "games/g1853/rules/book.py table": DATA,
    "games/g1854/rules/book.py _atlas": MAPS,
    "games/g1854/rules/book.py _table": DATA,
    "games/g1854/rules/book.py ruling_table": DATA,
    "games/gimperial_steam/rules/book.py _numbers": DATA,
    "games/gimperial_steam/rules/book.py ruling_table": DATA,
    "games/gimperial_steam/rules/scoring.py best": "inside a function, and gone with its call",
    "games/gimperial_steam/show/labels.py places": "by what is drawn; the last 64",
    "learn/lesson.py lessons": "of the files as they are installed",
    "learn/texts.py game_text": TEXTS,
    "learn/texts.py glossary": "of the files as they are installed",
    "learn/positions.py whole_game": "shipped games: no more than are installed",
    "notation/rulebook.py _paragraphs": TEXTS,
    "notation/sentences.py tellers": TITLES,
    "puzzles/paragraphs.py paragraphs": "a data file of the package, read once",
    "puzzles/shelf.py positions": "by shipped file, the positions that are asked about; the last 64",
    "puzzles/shelf.py shelf": "data files of the package, read once",
    "server/queue.py _claiming": "by kind of database: two",
    "server/sidebar.py _statement": "by the parts of a page that are read",
    "server/table_lookup.py _statement": "by the ways of signing in",
    "server/games.py _decoder": TITLES,
    "text/zones.py zones": "the time zones that the machine knows, read once",
    "store/database.py revisions": "of the files as they are installed",
    "text/__init__.py _translations": "by language: no more than there are",
    "web/assets.py colour_sheet": TITLES,
    "web/new_table.py start_of": "by game, variant and players; the last 256",
    "web/pictures.py picture_of": TITLES,
    "learn/measured.py measured": TITLES,
    "web/render.py _games": "the prefixes of the installed titles",
    "web/render.py static_mark": "of the files as they are installed",
    "web/rulebook.py html": TEXTS,
}
"""Functions with a cache of their own, and why it cannot grow or tell something old."""

CONTAINERS = {
    "engine/books.py _corrected": "books of corrected sets; bounded",
    "engine/books.py _own": "books by set-up, which every state looks for; bounded",
    "server/turns.py SENDER": "whose request is being answered; each request has its own",
    "store/database.py _one_at_a_time": "Alembic keeps its context in the module, so migrations take turns",
}
"""What a module keeps in itself and changes."""

LIBRARY = "as the signature of a library wants it"
READ = "a data file or a record as it is read"

UNLIKE = {
    "board/atlas.py": (5, READ),
    "games/g1824/rules/book.py": (5, READ),
    "games/g1848/rules/book.py": (2, READ),
    "games/g1853/data/components.py": (1, READ),
    "games/g1853/rules/book.py": (3, READ),
    "games/g1854/rules/book.py": (1, READ),
    "mech18/record_names.py": (1, READ),
    "routing/bench_format.py": (7, READ),
    "server/api_parts.py": (2, LIBRARY),
    "server/api_accounts.py": (1, LIBRARY),
    "server/app.py": (1, LIBRARY),
    "text/extraction.py": (2, LIBRARY),
    "web/extraction.py": (2, LIBRARY),
    "web/render.py": (3, LIBRARY),
}
"""Mappings from names to unlike things. What one part of the program tells another is a struct; the figures
of a text are `engine.text.Figures`, JSON without a form of its own is `engine.json_data.Json`."""

OPEN = {
    "engine/json_data.py Json": "what msgspec decodes it as; for mypy it is a closed union",
    "engine/text.py Figure": "what msgspec writes it as; for mypy it is a closed union",
}
"""Names that stand for a value of any kind."""

FORBIDDEN = {
    "__dict__",
    "__setattr__",
    "setattr",
    "delattr",
    "vars",
    "find_spec",
    "import_module",
    "__import__",
}
ALLOWED = {
    "server/metrics.py vars": "what a log record has beside its own fields, as the logging cookbook does it",
}


def place(path: Path) -> str:
    return (path.relative_to(SOURCE) if path.is_relative_to(SOURCE) else path.relative_to(ROOT)).as_posix()


def named(node: ast.expr) -> str:
    """`cache` of `cache`, `functools.cache` and `cache(…)`."""
    if isinstance(node, ast.Call):
        return named(node.func)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def caches(tree: ast.Module) -> Iterator[str]:
    """Functions that a cache is put around, as a decorator or otherwise."""
    decorators = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                decorators |= {id(part) for part in ast.walk(decorator)}
                if named(decorator) in ("cache", "lru_cache"):
                    yield node.name
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and id(node) not in decorators
            and named(node) in ("cache", "lru_cache")
        ):
            yield f"line {node.lineno}"


def containers(tree: ast.Module) -> Iterator[str]:
    """Names of a module for what can be filled later: made empty, bounded or by a call."""
    makers = {"dict", "list", "set", "OrderedDict", "defaultdict", "deque", "Kept", "Lock", "RLock", "local"}
    makers |= {"ContextVar", "WeakKeyDictionary", "WeakValueDictionary", "count"}
    for node in tree.body:
        targets, value = [], None
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.AnnAssign):
            targets, value = [node.target], node.value
        frozen = isinstance(node, ast.AnnAssign) and named_type(node.annotation) in ("Mapping", "Sequence")
        empty = (isinstance(value, ast.Dict) and not value.keys) or (
            isinstance(value, ast.List | ast.Set) and not value.elts
        )
        made = isinstance(value, ast.Call) and not (value.args and named(value) in ("dict", "list", "set"))
        if not frozen and (empty or (made and value is not None and named(value) in makers)):
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def named_type(node: ast.expr) -> str:
    return named(node.value) if isinstance(node, ast.Subscript) else named(node)


def used(tree: ast.Module) -> Iterator[str]:
    """Ways around what is declared: attributes and names by text, modules by name, globals."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in FORBIDDEN:
            yield node.attr
        elif isinstance(node, ast.Name) and node.id in FORBIDDEN:
            yield node.id
        elif isinstance(node, ast.alias) and node.name.rpartition(".")[2] in FORBIDDEN:
            yield node.name
        elif isinstance(node, ast.Global):
            yield "global"


MAPPINGS = ("dict", "Dict", "defaultdict", "OrderedDict", "Mapping", "MutableMapping")


def any_kind(node: ast.expr) -> bool:
    """Whether a type is of any kind: `Any`, `object`, or one of them beside others."""
    if isinstance(node, ast.BinOp):
        return any_kind(node.left) or any_kind(node.right)
    return named_type(node) in ("Any", "object") and not isinstance(node, ast.Subscript)


def unlike(tree: ast.Module) -> Iterator[int]:
    """Lines that speak of `dict[str, Any]` and its kin."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
            key, *values = node.slice.elts
            if named(node.value) in MAPPINGS and named(key) == "str":
                yield from (node.lineno for value in values if any_kind(value))


def open_names(tree: ast.Module) -> Iterator[str]:
    """Other names for `Any` and `object`, by which a mapping could hide what it is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            value = node.value
            if isinstance(value, ast.Subscript) and named(value.value) == "Annotated":
                value = value.slice.elts[0] if isinstance(value.slice, ast.Tuple) else value.slice
            if isinstance(value, ast.Name | ast.Attribute | ast.BinOp) and any_kind(value):
                yield node.targets[0].id


@functools.cache
def places() -> dict[Callable[[ast.Module], Iterator[object]], list[tuple[str, object]]]:
    """What each search finds, and in which file; every file is parsed once."""
    found: dict[Callable[[ast.Module], Iterator[object]], list[tuple[str, object]]] = {}
    for path in FILES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for search in (caches, containers, used, unlike, open_names):
            found.setdefault(search, []).extend((place(path), name) for name in search(tree))
    return found


def found(search: Callable[[ast.Module], Iterator[object]]) -> set[str]:
    return {f"{where} {name}" for where, name in places()[search]}


def test_every_cache_has_a_reason() -> None:
    assert found(caches) == set(KEPT)


def test_every_container_of_a_module_has_a_reason() -> None:
    assert found(containers) == set(CONTAINERS)


def test_nothing_goes_around_what_is_declared_but_the_memo() -> None:
    here = place(MEMO)
    assert found(used) - {f"{here} __dict__"} == set(ALLOWED)


def test_no_mapping_holds_unlike_things() -> None:
    """Neither more than the list says nor fewer: what is gone from a file goes from the list."""
    counts = Counter(where for where, _ in places()[unlike])
    assert counts == {name: count for name, (count, _) in UNLIKE.items()}


def test_no_other_name_stands_for_any() -> None:
    assert found(open_names) == set(OPEN)


@pytest.mark.parametrize(
    ("search", "text", "expected"),
    [
        (caches, "@cache\ndef f(x): ...", {"f"}),
        (caches, "@functools.lru_cache(maxsize=3)\ndef f(x): ...", {"f"}),
        (caches, "f = lru_cache(3)(g)", {"line 1"}),
        (caches, "class C:\n    @cached_property\n    def f(self): ...", set()),
        (containers, "_a = {}\nb: list[int] = []\nC: Mapping[str, int] = {}\nD = {1: 2}", {"_a", "b"}),
        (containers, "_a: Kept[str, int] = Kept(3)\nLOCK = Lock()\nE = dict(D)", {"_a", "LOCK"}),
        (
            used,
            "object.__setattr__(a, 'b', 1)\nsetattr(a, 'b', 1)\na.__dict__",
            FORBIDDEN & {"__setattr__", "setattr", "__dict__"},
        ),
        (unlike, "a: dict[str, Any]\nb: Mapping[str, int | object]\nc: dict[str, list[Any]]", {1, 2}),
        (unlike, "a: dict[int, Any]\nb: tuple[str, dict[str, typing.Any]]\nc: dict[str, Json]", {2}),
        (open_names, "A = Any\nB = Annotated[object, 1]\nC = str | Any\nD = dict[str, int]", {"A", "B", "C"}),
        (used, "from importlib import import_module\ndef f():\n    global g", {"import_module", "global"}),
    ],
)
def test_the_search_finds_what_it_should(search: object, text: str, expected: set[object]) -> None:
    assert callable(search)
    assert set(search(ast.parse(text))) == expected
