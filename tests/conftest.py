"""For all tests: what a test process keeps in memory, and at the end how many were skipped and why.

`STELLWERK_SKIPS=shared` lets a run fail when anything is skipped but what compares with ../shared, which a
clone need not have beside it.
"""

import gc
import logging
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis.internal.conjecture import providers

ROOT = Path(__file__).parents[1]
OUTSIDE = "../shared"
"""Reasons that begin so are those for files outside the clone."""


SELDOM = (100_000, 50, 50)
"""Tests keep whole games of frozen values: a collector that looks through them often finds nothing."""


def pytest_configure() -> None:
    gc.set_threshold(*SELDOM)
    # Hypothesis would read all sources of the project for values to try: seconds in each process, and other
    # examples in each, by what it has imported.
    providers._get_local_constants = lambda: providers._local_constants


def pytest_collection(session: pytest.Session) -> None:
    """Each worker reads a part of the test files first, whose assertions are rewritten after a change.

    What one of them has rewritten the others find.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is not None:
        found = [path for arg in session.config.args for path in sorted(Path(arg).rglob("test_*.py"))]
        number, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
        for path in found[len(found) * number // count : len(found) * (number + 1) // count]:
            if (path.parent / "__init__.py").exists():
                with suppress(Exception):  # told when the file is collected
                    import_module(".".join(path.absolute().relative_to(ROOT).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _logs_as_before() -> Iterator[None]:
    """A server sets up its own log; without this, the next test that listens would hear nothing."""
    logger = logging.getLogger("stellwerk.server")
    handlers, level, propagate = list(logger.handlers), logger.level, logger.propagate
    yield
    logger.handlers[:] = handlers
    logger.setLevel(level)
    logger.propagate = propagate


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: much of what browsers, servers and databases do is waiting."""
    return (os.cpu_count() or 1) + 1


def reasons(config: pytest.Config) -> Counter[str]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    found: Counter[str] = Counter()
    for report in reporter.stats.get("skipped", []) if reporter is not None else []:
        text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        found[text.removeprefix("Skipped: ")] += 1
    return found


def refused(found: Counter[str]) -> list[str]:
    return [reason for reason in found if not reason.startswith(OUTSIDE)]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if hasattr(session.config, "workerinput") or os.environ.get("STELLWERK_SKIPS") != "shared":
        return
    if exitstatus == 0 and refused(reasons(session.config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    found = reasons(config)
    terminalreporter.write_line(f"skipped: {sum(found.values())}")
    for reason, count in sorted(found.items()):
        forbidden = os.environ.get("STELLWERK_SKIPS") == "shared" and not reason.startswith(OUTSIDE)
        terminalreporter.write_line(f"  {count} × {reason}{' (not allowed here)' if forbidden else ''}")
