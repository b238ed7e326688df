"""Work that takes long goes to a process of its own."""

import os
import signal
from collections.abc import Callable, Iterator
from multiprocessing import get_all_start_methods
from typing import Any

import pytest
from benchmarks.players import playing

from stellwerk.engine import Setup, title, titles
from stellwerk.engine.offload import ON_THE_SPOT
from stellwerk.engine.save import dump
from stellwerk.server.service import TableService
from stellwerk.server.worker import Worker
from tests.server.fixtures import SETTINGS


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


def parent() -> int:
    return os.getppid()


@pytest.mark.skipif("forkserver" not in get_all_start_methods(), reason="nothing can be forked here")
def test_processes_come_from_one_that_has_read_the_rules(worker: Worker) -> None:
    first = worker(parent)
    assert first != os.getpid()
    other = Worker()
    assert other(parent) == first
    other.close()
    worker.close()
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
    again = Worker()
    assert again(parent) not in (first, os.getpid())  # there is a new one
    again.close()


def test_a_closed_one_hands_nothing_over(worker: Worker) -> None:
    worker(here)
    worker.close()
    assert worker(here) == os.getpid()


def test_without_another_place_it_is_done_on_the_spot() -> None:
    assert ON_THE_SPOT.patience is None
    assert ON_THE_SPOT(here) == os.getpid()


# -- long logs


class Impatient(Worker):
    """Hands everything over, and knows what."""

    patience: float | None = 0.0

    def __init__(self) -> None:
        super().__init__()
        self.handed: list[str] = []

    def __call__(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        self.handed.append(function.__name__)
        return super().__call__(function, *args, **kwargs)


@pytest.fixture(scope="module")
def impatient() -> Iterator[Impatient]:
    found = Impatient()
    yield found
    found.close()


@pytest.mark.parametrize("game", [found.id for found in titles()])
def test_a_long_log_is_followed_elsewhere(local: TableService, impatient: Impatient, game: str) -> None:
    """Nobody waits while a game is opened for the first time, and it is the same game."""
    setup = Setup(game, ("Ann", "Ben", "Cy"), next(iter(title(game).players)), seed=5)
    played = next(found for found in playing(setup, "bot") if len(found.log) >= 80)
    ann = local.guest("Ann")
    table = local.upload(ann, dump(played), "continue", "").id
    service = TableService(local.db, SETTINGS, impatient)
    impatient.handed.clear()
    there, here = service.snapshot(table, ann), local.snapshot(table, ann)
    assert impatient.handed[0] == "follow"
    assert there.live.entries == here.live.entries
    assert there.live.game.history == here.live.game.history
    assert (there.live.stop, there.live.redoable) == (here.live.stop, here.live.redoable)
    assert there.seen_from(None).position() == here.seen_from(None).position()
    assert service.download(table, ann) == local.download(table, ann)
    copy = service.try_it(table, ann, 10).id
    assert impatient.handed[-1] == "hashed"
    assert local.snapshot(copy, ann).live.stop is None
    if game in ("1824", "1848"):
        assert service.export_18xx(table, ann) == local.export_18xx(table, ann)
        assert impatient.handed[-1] == "exported"
