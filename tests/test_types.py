"""Types through the rules: where `Any` stands, and that mypy finds what is wrong in a rule of a title."""

import ast
from collections import Counter
from pathlib import Path

import pytest
from mypy import api

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "stellwerk"
KIT = ("engine", "board", "finance", "mech18")

DECODED = {
    # file:place where JSON or TOML is read, or where a value of any shape is written as JSON
    "board/atlas.py:_followers",
    "board/atlas.py:_hex",
    "board/atlas.py:_tile",
    "board/atlas.py:hexes_of",
    "board/atlas.py:tiles_of",
    "engine/json_data.py:Json",
    "engine/save.py:read",
    "engine/text.py:Figure",
    "mech18/record_names.py:Recorded",
}


def places(path: Path) -> list[str]:
    """Where a file says `Any`: the function, else the class or the name that is defined there."""
    found: list[str] = []

    def visit(node: ast.AST, place: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = place
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                inner = child.name
            elif isinstance(child, ast.Assign) and not place and isinstance(child.targets[0], ast.Name):
                inner = child.targets[0].id
            if (isinstance(child, ast.Name) and child.id == "Any") or (
                isinstance(child, ast.Attribute) and child.attr == "Any"
            ):
                found.append(f"{path.relative_to(SOURCE).as_posix()}:{place}")
            visit(child, inner)

    visit(ast.parse(path.read_text(encoding="utf-8")), "")
    return found


def test_the_kit_says_any_only_where_the_list_says() -> None:
    found = {place for part in KIT for path in (SOURCE / part).rglob("*.py") for place in places(path)}
    assert found == DECODED


def test_titles_say_any_less_and_less() -> None:
    """What is counted here goes down, to the places where data is read; no file gets more."""
    counts = Counter(
        place.rpartition(":")[0] for path in (SOURCE / "games").rglob("*.py") for place in places(path)
    )
    listed = (Path(__file__).parent / "any_in_titles.txt").read_text(encoding="utf-8")
    allowed = {name: int(count) for name, count in (line.split() for line in listed.splitlines())}
    assert dict(counts) == allowed, "lower the count in tests/any_in_titles.txt; it never goes up"


def test_the_rules_of_a_title_say_any_only_where_its_data_is_read() -> None:
    found = {place for path in (SOURCE / "games").glob("*/rules/*.py") for place in places(path)}
    assert {place.partition(":")[0].split("/")[-1] for place in found} == {"book.py"}, sorted(found)


WRONG = """
from stellwerk.engine.rule import Fault, rule
from stellwerk.games.{game}.rules.state import {state}
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.stock import BuyShare, SellMove, SellShares
from stellwerk.finance.market import Cell
from stellwerk.games.{other}.rules.state import {other_state}

def misspelt(s: {state}, a: SellShares) -> Fault | None:
    return None if s.rulings.no_such_ruling else None  # wrong

def unknown(s: {state}, a: SellShares) -> Fault | None:
    return None if s.facts.no_such_fact or s.no_such_field else None  # wrong

def good(s: {state}, a: SellShares) -> Fault | None:
    return None

def of_another_title(s: {other_state}, a: SellShares) -> Fault | None:
    return None

def of_another_action(s: {state}, a: PlaceMarker) -> Fault | None:
    return None

def fall(s: {state}, company: str) -> Cell:
    return s.prices[company].cell

# Named, the state is certain; left to be inferred, mypy would take what no state is (a meet of two).
SellMove[{state}](rule("1", good), fall=fall)
SellMove[{state}](rule("1", of_another_title), fall=fall)  # wrong
SellMove[{state}](rule("1", good), rule("2", of_another_action), fall=fall)  # wrong
"""

STATES = {"g1824": "AustriaHungary", "g1848": "Australia", "g1853": "India", "g1854": "Austria"}


@pytest.mark.xdist_group("mypy")
def test_mypy_finds_what_is_wrong_in_a_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Misspelt rulings and fields, and rules of another title or action, in every title."""
    monkeypatch.setenv("MYPYPATH", str(ROOT / "src"))
    wrong: set[str] = set()
    files = []
    for (game, state), other in zip(STATES.items(), [*STATES][1:] + [*STATES][:1], strict=True):
        text = WRONG.format(game=game, state=state, other=other, other_state=STATES[other])
        files.append(tmp_path / f"rules_of_{game}.py")
        files[-1].write_text(text, encoding="utf-8")
        wrong |= {f"{game}:{n}" for n, line in enumerate(text.splitlines(), 1) if line.endswith("# wrong")}
    config = str(ROOT / "pyproject.toml")
    cache = str(ROOT / ".mypy_cache")
    said, trouble, _ = api.run(["--config-file", config, "--cache-dir", cache, *map(str, files)])
    assert not trouble
    errors = [line.split(":") for line in said.splitlines() if ": error:" in line]
    found = {f"{Path(error[0]).stem.removeprefix('rules_of_')}:{error[1]}" for error in errors}
    assert found == wrong, said
