"""A referee knows nothing of the code that it judges."""

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "referees"
TITLES = sorted(path for path in FOLDER.iterdir() if path.is_dir() and (path / "__init__.py").is_file())
FILES = sorted(path for folder in TITLES for path in folder.rglob("*.py"))


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_it_imports_nothing_of_the_project(path: Path) -> None:
    own = f"referees.{path.relative_to(FOLDER).parts[0]}"
    for name in imported(path):
        assert name.partition(".")[0] not in ("stellwerk", "tests", "benchmarks"), name
        assert not name.startswith("referees") or name == own or name.startswith(own + "."), name
    text = path.read_text(encoding="utf-8")
    assert "import_module" not in text
    assert "__import__" not in text
    assert "src/stellwerk" not in text
