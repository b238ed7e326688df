"""Work for worker processes in tests; in a file of its own, so that they need to read no more."""

import os
import signal
import time
from pathlib import Path

import msgspec
from msgspec import Struct

from stellwerk.server.jobs import Bench, Report


class Chore(Struct, frozen=True):
    """What a worker is told to do: a word, and a file to leave traces in."""

    do: str
    trace: str = ""


def obey(bench: Bench, task: Chore, report: Report) -> str:
    if task.trace:
        with Path(task.trace).open("a") as file:
            file.write(f"{os.getpid()}\n")
    match task.do:
        case "fail":
            raise LookupError("no")
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "sleep":
            time.sleep(60)
        case "die once" if len(Path(task.trace).read_text().split()) == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        case "tell":
            report(0.25, "one of four")
            time.sleep(0.3)
    return msgspec.json.encode({"did": task.do, "in": os.getpid()}).decode()
