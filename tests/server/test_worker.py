"""Work that takes long goes to a process of its own."""

import os
import signal
from collections.abc import Iterator

import pytest

from stellwerk.engine.elsewhere import elsewhere, there_is_a_place
from stellwerk.server.worker import Worker


@pytest.fixture
def worker() -> Iterator[Worker]:
    found = Worker()
    found.start()
    yield found
    found.stop()


def here() -> int:
    return os.getpid()


def fails(text: str) -> None:
    raise ValueError(text)


def dies_unless(home: int) -> str:
    """A process that is killed, as by a system without memory."""
    if os.getpid() != home:
        os.kill(os.getpid(), signal.SIGKILL)
    return "done at home"


def test_another_process_does_it(worker: Worker) -> None:
    first = elsewhere(here)
    assert first != os.getpid()
    assert elsewhere(here) == first
    with pytest.raises(ValueError, match="as it was said"):
        elsewhere(fails, "as it was said")


def test_it_is_done_at_home_when_the_process_dies(worker: Worker) -> None:
    assert elsewhere(dies_unless, os.getpid()) == "done at home"
    assert elsewhere(here) != os.getpid()  # there is a new one


def test_without_a_place_it_is_done_on_the_spot() -> None:
    assert not there_is_a_place()
    assert elsewhere(here) == os.getpid()
