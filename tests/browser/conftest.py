"""One server and one Chromium for all tests of this folder; every person has their own context."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.chromium import FLAGS, NEEDED, chromium
from tests.browser.people import WAIT, Person
from tests.browser.serving import Station

Meet = Callable[..., Person]
HERE = Path(__file__).parent
WANDERER = "test_wanderer"
COSTS = {
    "test_1854_play": 34,
    "test_axe": 32,
    "test_wayfaring": 31,
    "test_1853_looks": 29,
    "test_1853_play": 25,
    "test_steam_looks": 18,
    "test_two": 18,
    "test_1854_axe": 12,
    "test_keyboard": 11,
    "test_mouse": 11,
    "test_steam_play": 11,
    "test_steam_plan": 8,
    "test_1824_play": 10,
    "test_phone": 10,
}
"""Seconds of processor time that files took on a busy machine; it is their proportions that count."""
USUAL = 5


def shared(files: Iterable[str], groups: int = 2) -> dict[str, int]:
    """Files by their group: the dearest first, each to the group that has least to do."""
    dealt, loads = dict[str, int](), [0] * groups
    for file in sorted(files, key=lambda file: (-COSTS.get(file, USUAL), file)):
        dealt[file] = loads.index(min(loads))
        loads[dealt[file]] += COSTS.get(file, USUAL)
    return dealt


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Two workers share these tests, each with a server and a browser of its own; the wanderer goes alone,
    and as that takes longest, first."""
    files = {item.path.stem for item in items if item.path.parent == HERE} - {WANDERER}
    dealt = shared(files)
    for item in items:
        if item.path.parent == HERE:
            name = item.path.stem
            group = WANDERER if name == WANDERER else f"browser {dealt[name]}"
            item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=lambda item: item.path.stem != WANDERER)


@pytest.fixture(scope="package")
def station(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Station]:
    running = Station(tmp_path_factory.mktemp("station") / "stellwerk.db").start()
    yield running
    running.stop()


@contextmanager
def launched() -> Iterator[Browser]:
    """A Chromium, or a reason to skip. While Playwright runs, its thread has a running event loop."""
    path = chromium()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail(NEEDED)
        pytest.skip(NEEDED)
    expect.set_options(timeout=WAIT)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Closed with this folder, for those who come after and have an event loop of their own."""
    with launched() as started:
        yield started


@pytest.fixture
def meet(browser: Browser, station: Station) -> Iterator[Meet]:
    """Somebody at a browser. At the end nobody may have had an error that the test did not expect."""
    met: list[Person] = []

    def make(name: str = "", at: Station | None = None, **options: Any) -> Person:
        person = Person(browser, at or station, **options)
        met.append(person)
        if name:
            person.arrive(name)
        return person

    yield make
    complaints = [fault for person in met for fault in person.complaints]
    for person in met:
        if not person.gone:
            person.close()
    assert not complaints, "\n".join(complaints)
