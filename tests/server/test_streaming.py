"""What an event stream tells, and that it tells it once."""

import asyncio
from typing import Any, cast

from stellwerk.server.model import Notice
from stellwerk.server.service import TableService
from stellwerk.server.stream_limits import Visitor
from stellwerk.server.streaming import Watcher
from tests.server.fixtures import hot_seat


def test_a_line_is_told_once_however_late_its_notice_comes(local: TableService) -> None:
    """Ten people speak before anybody is told: ten notices, and ten lines."""
    anna = local.guest("Anna")
    table = hot_seat(local, anna).id
    notices: list[Notice] = []
    local.announce = lambda _, notice: notices.append(notice)
    said = [local.say(table, anna, f"line {number}") for number in range(10)]
    nothing = cast("Any", None)
    watcher = Watcher(local, nothing, nothing, table, anna, None, Visitor("here", True))

    async def told() -> list[str]:
        answers = [await watcher._answer(notice) for notice in notices]
        return [str(message.data) for messages in answers for message in messages if message.event == "chat"]

    lines = asyncio.run(told())
    assert len(lines) == len(said)
    assert all(f"line {number}" in line for number, line in enumerate(lines))


def test_a_line_that_was_written_late_is_told_too(local: TableService) -> None:
    """PostgreSQL gives numbers before it writes: of two at once, the first may be written second."""
    anna = local.guest("Anna")
    table = hot_seat(local, anna).id
    notices: list[Notice] = []
    local.announce = lambda _, notice: notices.append(notice)
    early, late = local.say(table, anna, "early"), local.say(table, anna, "late")
    nothing = cast("Any", None)
    watcher = Watcher(local, nothing, nothing, table, anna, None, Visitor("here", True))

    async def told() -> list[str]:
        answers = [await watcher._answer(notice) for notice in reversed(notices)]
        return [str(message.data) for messages in answers for message in messages if message.event == "chat"]

    lines = asyncio.run(told())
    assert [str(line.id) in text for line, text in zip((late, early), lines, strict=True)] == [True, True]
    assert "late" in lines[0]
    assert "early" in lines[1]
