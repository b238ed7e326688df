"""Work that takes long goes to a process of its own."""

import os
import signal
from collections.abc import Iterator

import pytest

from stellwerk.engine.offload import ON_THE_SPOT
from stellwerk.server.worker import Worker


@pytest.fixture
def worker() -> Iterator[Worker]:
    found = Worker()
    yield found
    found.close()


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
    first = worker(here)
    assert first != os.getpid()
    assert worker(here) == first
    with pytest.raises(ValueError, match="as it was said"):
        worker(fails, "as it was said")


def test_it_is_done_at_home_when_the_process_dies(worker: Worker) -> None:
    assert worker(dies_unless, os.getpid()) == "done at home"
    assert worker(here) != os.getpid()  # there is a new one


def test_a_closed_one_hands_nothing_over(worker: Worker) -> None:
    worker(here)
    worker.close()
    assert worker(here) == os.getpid()


def test_without_another_place_it_is_done_on_the_spot() -> None:
    assert ON_THE_SPOT.patience is None
    assert ON_THE_SPOT(here) == os.getpid()
