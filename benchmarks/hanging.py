"""A pytest plugin for `benchmarks.mutants`: a test that takes too long ends the run.

`STELLWERK_HANGS` says how many seconds of its processor one test may take.
"""

import os
from collections.abc import Iterator
from signal import ITIMER_PROF, setitimer

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Iterator[None]:
    setitimer(ITIMER_PROF, float(os.environ["STELLWERK_HANGS"]))
    try:
        return (yield)
    finally:
        setitimer(ITIMER_PROF, 0)
