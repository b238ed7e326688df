"""Tests of a group run in one worker: what they share is made once.

Where groups do not hold, a run passes all the same, and only takes longer.
"""

import os
import subprocess
import sys
from pathlib import Path

TESTS = """
import os
from pathlib import Path

import pytest


@pytest.mark.parametrize("number", range(8))
@pytest.mark.xdist_group("one")
def test_one_of_a_group(number):
    Path(f"{number}.worker").write_text(os.environ["PYTEST_XDIST_WORKER"])
"""


def test_a_group_has_one_worker(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "xdist.plugin", "-n", "2", "--dist", "loadgroup"],
        cwd=tmp_path,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        check=True,
        capture_output=True,
    )
    workers = [path.read_text() for path in tmp_path.glob("*.worker")]
    assert len(workers) == 8
    assert len(set(workers)) == 1
