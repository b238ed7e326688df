"""The architecture, as who may import whom. Imports point one way; titles are met through the registry."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "stellwerk"

MAY_IMPORT: dict[str, set[str]] = {
    # package:     parts of the project it may import besides itself
    # -- the core: any turn-based game
    "engine":      set(),
    # -- the kit: each part knows only its own subject
    "board":       {"engine"},
    "finance":     {"engine"},
    "routing":     set(),
    "mech18":      {"finance", "routing", "board", "engine"},
    # -- the titles: a folder each, never another title
    "games":       {"mech18", "finance", "routing", "board", "engine"},
    # -- beside the titles: they meet them through the registry
    "text":        {"engine"},
    "notation":    {"engine", "text"},
    "bots":        {"engine"},
    "interchange": {"engine"},
    "draw":        {"board", "engine"},
    "learn":       {"engine", "board", "mech18"},
    "puzzles":     {"engine", "board", "finance", "routing", "mech18"},
    # -- on top: programs for people
    "store":       {"engine"},
    "server":      {"engine", "store", "text", "notation", "bots", "interchange", "puzzles"},
    "web":         {"engine", "server", "text", "notation", "draw", "board", "mech18", "learn", "puzzles"},
    "cli":         {"engine", "board", "finance", "routing", "mech18",
                    "text", "notation", "bots", "interchange", "draw", "store", "server", "web"},
}  # fmt: skip

MAY_USE: dict[str, set[str]] = {
    # package:     libraries besides the standard one; all others use msgspec alone
    "text":        {"msgspec", "babel"},
    "cli":         {"msgspec", "babel", "rich", "litestar", "uvicorn"},
    "store":       {"msgspec", "sqlalchemy", "alembic"},
    "server":      {"msgspec", "sqlalchemy", "litestar", "argon2", "segno", "anyio", "psycopg",
                    "prometheus_client"},
    "web":         {"msgspec", "litestar", "jinja2", "markupsafe"},
}  # fmt: skip

RAILWAY_WORDS = {
    "float", "par", "share", "shares", "stock", "market", "dividend", "certificate", "paper",
    "papers", "director", "president", "treasury", "bank", "loan", "railway", "railways", "company",
    "companies", "private", "privates", "train", "trains", "tile", "tiles", "hex", "hexes", "route",
    "routes", "track", "station", "token", "tokens", "rust", "city", "town",
}  # fmt: skip

MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE)


@cache
def imported(path: Path) -> frozenset[str]:
    """Full names of the modules that a file imports, at its top or anywhere inside."""
    here = ("stellwerk", *path.relative_to(SOURCE).parent.parts)
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = list(here[: len(here) - node.level + 1]) if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found.add(module)
            # `from stellwerk import cli` names a part as well
            found |= {
                f"{module}.{alias.name}" for alias in node.names if module in ("stellwerk", "stellwerk.games")
            }
    return frozenset(found)


def part(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0]


def test_every_part_has_its_place() -> None:
    assert {part(path) for path in MODULES} <= set(MAY_IMPORT)


def test_the_architecture_has_no_circle() -> None:
    below: set[str] = set()
    for name, allowed in MAY_IMPORT.items():
        assert allowed <= below, f"{name} stands above {allowed - below}"
        below.add(name)


@pytest.mark.parametrize("name", MAY_IMPORT)
def test_imports_point_one_way(name: str) -> None:
    wrong = []
    for path in MODULES:
        if part(path) != name:
            continue
        for module in imported(path):
            _, _, inside = module.partition("stellwerk.")
            target = inside.partition(".")[0]
            if module.startswith("stellwerk.") and target not in MAY_IMPORT[name] | {name}:
                wrong.append(f"{path.relative_to(SOURCE)} imports {module}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", ["server", "web"])
def test_nothing_is_imported_by_its_name_at_run_time(name: str) -> None:
    """Whoever puts the program together imports its parts and hands them over."""
    loaders = {"import_module", "find_spec", "__import__"}
    for path in MODULES:
        if part(path) == name:
            used = {
                getattr(node.func, "attr", getattr(node.func, "id", ""))
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.Call)
            }
            assert not used & loaders, path.relative_to(SOURCE)


def test_no_title_imports_another() -> None:
    for path in MODULES:
        if part(path) != "games" or path.parent == SOURCE / "games":
            continue
        own = f"stellwerk.games.{path.relative_to(SOURCE).parts[1]}"
        for module in imported(path):
            if module.startswith("stellwerk.games"):
                assert f"{module}.".startswith(f"{own}."), f"{path.relative_to(SOURCE)} imports {module}"


@pytest.mark.parametrize("name", MAY_IMPORT)
def test_libraries(name: str) -> None:
    allowed = {"stellwerk", *MAY_USE.get(name, {"msgspec"}), *sys.stdlib_module_names}
    for path in MODULES:
        if part(path) == name:
            used = {module.partition(".")[0] for module in imported(path)}
            assert used <= allowed, f"{path.relative_to(SOURCE)} uses {used - allowed}"


def test_the_core_has_no_clock_and_no_randomness_of_its_own() -> None:
    """It draws lots from the game's seed alone (`Random` with a seed), and only saving touches files."""
    for path in (SOURCE / "engine").glob("*.py"):
        used = imported(path)
        assert not used & {"time", "datetime", "secrets", "uuid", "os", "threading", "asyncio", "socket"}, (
            path.name
        )
        assert "pathlib" not in used or path.name == "save.py", path.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Random":
                assert node.args, f"{path.name}:{node.lineno} draws from no seed"


def words(path: Path) -> set[str]:
    """The words in a module's names: of classes, functions, arguments, variables, fields."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.Name(id=name):
                names.add(name)
            case ast.arg(arg=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                names.add(name)
    names -= {"float"}  # Python's own
    return {word.lower() for name in names for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)}


def test_the_core_speaks_of_no_railways() -> None:
    for path in (SOURCE / "engine").glob("*.py"):
        assert not words(path) & RAILWAY_WORDS, f"{path.name}: {words(path) & RAILWAY_WORDS}"


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("__init__.py")), ids=lambda path: path.parent.name)
def test_no_module_hides_what_its_package_exports(path: Path) -> None:
    """`from package import name` is the function until somebody imports the module of that name."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    taken = [node for node in nodes if isinstance(node, ast.ImportFrom)]
    exported = {alias.asname or alias.name for node in taken for alias in node.names}
    parts = path.parent.iterdir()
    names = {part.stem for part in parts if part.suffix == ".py" or (part / "__init__.py").exists()}
    names -= {(node.module or "").rpartition(".")[2] for node in taken}  # these are there before the name is
    assert exported & names == set()


def test_rules_know_nothing_of_how_they_are_shown() -> None:
    rooms = {"show", "exchange", "bot"}
    found = {
        f"{path.relative_to(SOURCE)}: {name}"
        for path in (SOURCE / "games").glob("*/rules/**/*.py")
        for name in imported(path)
        if rooms & set(name.split(".")[3:4])
    }
    assert found == set()
