"""Real and heavy positions with a proven optimum, when the corpus lies beside the project."""

from pathlib import Path

import pytest

from stellwerk.routing import solve
from stellwerk.routing.bench_format import load

from .test_solve import verify

CORPUS = Path(__file__).parents[3] / "shared" / "bench" / "routes"
FILES = sorted(CORPUS.glob("*.json")) if CORPUS.is_dir() else []

pytestmark = pytest.mark.skipif(not FILES, reason="../shared/bench is not at hand")


def check(path: Path) -> None:
    problem, meta = load(path)
    solution = solve(problem)
    assert (solution.revenue, solution.proved) == (meta["optimum_revenue"], True), meta["id"]
    verify(problem, solution)


def test_real_positions() -> None:
    real = [path for path in FILES if not path.name.startswith("synthetic")]
    assert len(real) == 150
    for path in real:
        check(path)


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.name.startswith("synthetic")], ids=lambda p: p.stem
)
def test_heavy_positions(path: Path) -> None:
    check(path)
