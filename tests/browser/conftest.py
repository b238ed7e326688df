"""One server and one Chromium for all tests of this folder; every person has their own context."""

import os
from collections.abc import Callable, Iterator
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Two workers share these tests, each with a server and a browser of its own; the wanderer goes alone,
    and as that takes longest, first."""
    files = sorted({item.path for item in items if item.path.parent == HERE})
    for item in items:
        if item.path in files:
            alone = item.path.stem == "test_wanderer"
            item.add_marker(
                pytest.mark.xdist_group("wanderer" if alone else f"browser {files.index(item.path) % 2}")
            )
    items.sort(key=lambda item: item.path.stem != "test_wanderer")


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

    def make(name: str = "", url: str = "", **options: Any) -> Person:
        person = Person(browser, url or station.url, **options)
        met.append(person)
        if name:
            person.enter(name)
        return person

    yield make
    complaints = [fault for person in met for fault in person.complaints]
    for person in met:
        person.close()
    assert not complaints, "\n".join(complaints)
