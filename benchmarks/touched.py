"""A pytest plugin for `benchmarks.mutants`: which tests touch which lines, and how long each takes.

`STELLWERK_TOUCHED` names the file that is written at the end, a `benchmarks.mutants.Chart` as JSON;
`STELLWERK_SOURCE` the folder below which lines count.
"""

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import coverage
import pytest

SOURCE = Path(os.environ["STELLWERK_SOURCE"])


class Touched:
    def __init__(self) -> None:
        self.tracer = coverage.Coverage(
            data_file=None, source=[str(SOURCE)], config_file=False, check_preimported=True
        )
        self.times: dict[str, float] = {}
        self.tracer.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.tracer.switch_context(item.nodeid)
        start = perf_counter()
        try:
            return (yield)
        finally:
            self.times[item.nodeid] = perf_counter() - start
            self.tracer.switch_context("")

    def pytest_sessionfinish(self) -> None:
        self.tracer.stop()
        data = self.tracer.get_data()
        lines: dict[str, dict[int, list[str]]] = defaultdict(dict)
        for path in data.measured_files():
            name = Path(path).relative_to(SOURCE).as_posix()
            for line, tests in data.contexts_by_lineno(path).items():
                lines[name][line] = [test for test in tests if test]
        told = json.dumps({"lines": lines, "times": self.times})
        Path(os.environ["STELLWERK_TOUCHED"]).write_text(told, encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Touched())
