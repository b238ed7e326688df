"""What a run says of skipped tests, and when that makes it fail."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = (Path(__file__).parent / "conftest.py").read_text()
SKIPPED = """
import pytest

def test_done():
    pass

@pytest.mark.skipif(True, reason={reason!r})
def test_left_out():
    pass
"""


def run(folder: Path, reason: str, **environment: str) -> tuple[int, str]:
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_some.py").write_text(SKIPPED.format(reason=reason))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "xdist.plugin", "-n", "2", str(folder)],
        capture_output=True,
        text=True,
        cwd=folder,
        # Without what else is installed, it takes a second and not ten.
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "STELLWERK_SKIPS": "", **environment},
    )
    return done.returncode, done.stdout


def test_the_number_and_the_reasons_are_told(tmp_path: Path) -> None:
    code, told = run(tmp_path, "no browser here")
    assert code == 0
    assert "skipped: 1\n  1 × no browser here\n" in told


@pytest.mark.parametrize(("reason", "code"), [("no browser here", 1), ("../shared/facts is not at hand", 0)])
def test_only_what_lies_outside_may_be_left_out(tmp_path: Path, reason: str, code: int) -> None:
    assert run(tmp_path, reason, STELLWERK_SKIPS="shared")[0] == code
