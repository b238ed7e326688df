"""No hidden state: what is kept beyond a call is kept with a value, or stands here with its reason."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "stellwerk"
FILES = [*sorted(SOURCE.rglob("*.py")), *sorted((ROOT / "tools").glob("*.py"))]
MEMO = SOURCE / "engine" / "memo.py"

TITLES = "by title: no more than are installed"
DATA = "a file of the title's data, read once"
MAPS = "by rulings that change the map: few values each"
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
    "notation/rulebook.py _paragraphs": TITLES,
    "notation/sentences.py tellers": TITLES,
    "server/sidebar.py _statement": "by the parts of a page that are read",
    "server/table_lookup.py _statement": "by the ways of signing in",
    "server/games.py _decoder": TITLES,
    "text/__init__.py _translations": "by language: no more than there are",
    "web/assets.py colour_sheet": TITLES,
    "web/lobby.py start_of": "by game, variant and players; the last 256",
    "web/render.py _games": "the prefixes of the installed titles",
    "web/render.py static_mark": "of the files as they are installed",
    "web/rulebook.py html": TITLES,
}
"""Functions with a cache of their own, and why it cannot grow or tell something old."""

CONTAINERS = {
    "engine/books.py _corrected": "books of corrected sets; bounded",
    "engine/books.py _own": "books by set-up, which every state looks for; bounded",
    "store/database.py _one_at_a_time": "Alembic keeps its context in the module, so migrations take turns",
}
"""What a module keeps in itself and changes."""

FIGURES = "figures of a message, by the names that stand in it"
JSON = "JSON as it was read, or as it is written"
SHOWN = "a view, a panel or what a template is given"
FORM = "a form as a browser sent it"
ROWS = "values of a statement or a row"
LIBRARY = "as a library wants it"

UNLIKE = {
    "cli/best.py": (1, SHOWN),
    "cli/menu.py": (1, FIGURES),
    "cli/moves.py": (1, FIGURES),
    "cli/tables.py": (8, SHOWN),
    "engine/canonical.py": (1, JSON),
    "engine/capabilities.py": (1, SHOWN),
    "engine/components.py": (1, JSON),
    "engine/play.py": (4, JSON),
    "engine/refusal.py": (2, FIGURES),
    "engine/rule.py": (1, FIGURES),
    "engine/rulings.py": (2, "the table of rulings as its TOML has it"),
    "engine/save.py": (3, JSON),
    "engine/state.py": (1, FIGURES),
    "engine/step.py": (1, FIGURES),
    "engine/text.py": (2, FIGURES),
    "interchange/envelope.py": (12, JSON),
    "interchange/action_fields.py": (1, JSON),
    "interchange/importer.py": (10, JSON),
    "interchange/exporter.py": (1, JSON),
    "server/admin.py": (1, ROWS),
    "server/api.py": (7, JSON),
    "server/api_accounts.py": (1, LIBRARY),
    "server/app.py": (1, LIBRARY),
    "server/sidebar.py": (1, ROWS),
    "server/failures.py": (4, FIGURES),
    "server/table_lookup.py": (1, ROWS),
    "server/games.py": (1, FIGURES),
    "server/lobby.py": (1, ROWS),
    "server/model.py": (5, JSON),
    "server/metrics.py": (2, LIBRARY),
    "server/playing.py": (1, JSON),
    "server/upload_checks.py": (1, FIGURES),
    "text/__init__.py": (3, FIGURES),
    "text/extraction.py": (2, LIBRARY),
    "web/forms.py": (5, FORM),
    "web/hexmarket.py": (3, SHOWN),
    "web/lobby.py": (7, FORM),
    "web/map/context.py": (5, SHOWN),
    "web/map/picker.py": (10, SHOWN),
    "web/map/running.py": (7, SHOWN),
    "web/map/map_view.py": (1, "a query"),
    "web/extraction.py": (2, LIBRARY),
    "web/play.py": (3, FORM),
    "web/render.py": (2, FIGURES),
    "web/routes.py": (1, FIGURES),
    "web/table.py": (4, SHOWN),
}
"""Mappings from names to unlike things beside those of titles and kit (`test_types.py`): at most so many."""

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


def unlike(tree: ast.Module) -> Iterator[int]:
    """Lines that speak of `dict[str, Any]` and its kin."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple):
            key, *values = (named(part) for part in node.slice.elts)
            if named(node.value) in ("dict", "Mapping", "MutableMapping") and key == "str":
                yield from (node.lineno for value in values if value in ("Any", "object"))


def found(search: object) -> set[str]:
    assert callable(search)
    return {
        f"{place(path)} {name}"
        for path in FILES
        for name in search(ast.parse(path.read_text(encoding="utf-8")))
    }


def test_every_cache_has_a_reason() -> None:
    assert found(caches) == set(KEPT)


def test_every_container_of_a_module_has_a_reason() -> None:
    assert found(containers) == set(CONTAINERS)


def test_nothing_goes_around_what_is_declared_but_the_memo() -> None:
    here = place(MEMO)
    assert found(used) - {f"{here} __dict__"} == set(ALLOWED)


def test_mappings_of_unlike_things_become_fewer() -> None:
    """What one part of the program tells another is a Struct, not a mapping whose keys nobody checks."""
    more = []
    for path in SOURCE.rglob("*.py"):
        if path.relative_to(SOURCE).parts[0] in ("games", "mech18", "board", "finance", "routing", "draw"):
            continue
        count = len(list(unlike(ast.parse(path.read_text(encoding="utf-8")))))
        if count > UNLIKE.get(place(path), (0, ""))[0]:
            more.append(f"{place(path)}: {count}")
    assert more == []


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
        (used, "from importlib import import_module\ndef f():\n    global g", {"import_module", "global"}),
    ],
)
def test_the_search_finds_what_it_should(search: object, text: str, expected: set[object]) -> None:
    assert callable(search)
    assert set(search(ast.parse(text))) == expected
