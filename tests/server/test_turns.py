"""Nobody who asks for much at once keeps the others waiting."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextvars import copy_context
from typing import Any

import jinja2
import pytest
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.cli.serve import create_app
from stellwerk.server import turns
from stellwerk.server.middleware import LONGEST_HEADERS, LONGEST_QUERY, MOST_FIELDS, MOST_PARAMETERS
from stellwerk.server.turns import AT_ONCE, SENDER, OneEach, Turns
from tests.server.fixtures import SETTINGS

FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture
def client(sqlite_address: str) -> Iterator[TestClient[Any]]:
    settings = structs.replace(SETTINGS, database=sqlite_address, pages=True)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


# -- lines of requests


async def everything_ready() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_of_one_address_only_some_requests_are_worked_on_at_once() -> None:
    async def crowd() -> None:
        line = Turns()
        many = [asyncio.ensure_future(line.come("crowd")) for _ in range(3 * AT_ONCE)]
        await everything_ready()
        assert sum(one.done() for one in many) == AT_ONCE
        assert await asyncio.wait_for(line.come("another"), 1)
        line.go("crowd")
        await everything_ready()
        assert sum(one.done() for one in many) == AT_ONCE + 1
        for _ in range(3 * AT_ONCE - 1):
            line.go("crowd")
            await everything_ready()
        line.go("another")
        assert all(one.result() for one in many)
        assert len(line) == 0, "nothing is kept of those who went"

    asyncio.run(crowd())


def test_who_leaves_the_line_takes_no_turn_along() -> None:
    async def crowd() -> None:
        line = Turns()
        for _ in range(AT_ONCE):
            await line.come("crowd")
        leaver, called, stayer = (asyncio.ensure_future(line.come("crowd")) for _ in range(3))
        await everything_ready()
        leaver.cancel()
        await everything_ready()
        line.go("crowd")
        called.cancel()  # it has been called already, and does not hear it any more
        await everything_ready()
        assert await asyncio.wait_for(stayer, 1)
        for _ in range(AT_ONCE):
            line.go("crowd")
        assert len(line) == 0

    asyncio.run(crowd())


def test_a_line_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def crowd() -> None:
        monkeypatch.setattr(turns, "MOST_WAITING", 2)
        line = Turns()
        many = [asyncio.ensure_future(line.come("crowd")) for _ in range(AT_ONCE + 3)]
        await everything_ready()
        assert [one.result() for one in many if one.done()] == [True] * AT_ONCE + [False]
        for one in many:
            one.cancel()

    asyncio.run(crowd())


def test_one_thing_of_every_sender_at_a_time() -> None:
    line, running, most = OneEach(), 0, 0

    def work() -> None:
        nonlocal running, most
        with line.turn():
            running += 1
            most = max(most, running)
            time.sleep(0.01)
            running -= 1

    def together(sender: str) -> int:
        nonlocal most
        SENDER.set(sender)
        most = 0
        threads = [threading.Thread(target=copy_context().run, args=(work,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return most

    assert copy_context().run(together, "crowd") == 1
    assert copy_context().run(together, "") > 1, "what the server does by itself does not wait"
    assert not line._turns


def test_a_crowd_at_one_address_leaves_threads_to_others(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests that take long, from one address, and one from another meanwhile."""
    monkeypatch.setattr("stellwerk.server.middleware.address_of", lambda asked: asked.headers["x-from"])
    settings = structs.replace(SETTINGS, database=sqlite_address, rate_limits=True)
    app = create_app(settings)
    go_on, most = threading.Event(), 0
    running, lock = 0, threading.Lock()

    def slow(*_: object) -> list[object]:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        go_on.wait(30)
        with lock:
            running -= 1
        return []

    monkeypatch.setattr(app.state.service, "games", slow)
    with TestClient(app) as client:
        many = [
            threading.Thread(
                target=client.get, args=("/api/v1/games",), kwargs={"headers": {"x-from": "crowd"}}
            )
            for _ in range(50)
        ]
        for one in many:
            one.start()
        try:
            deadline = time.monotonic() + 20
            while running < AT_ONCE and time.monotonic() < deadline:
                time.sleep(0.01)
            assert client.get("/health", headers={"x-from": "another"}, timeout=10).status_code == 200
            assert not go_on.is_set()
        finally:
            go_on.set()
            for one in many:
                one.join()
    assert most == AT_ONCE


# -- what the event loop has to take apart


@pytest.mark.parametrize("path", ["/upload", "/login", "/"])
@pytest.mark.parametrize("method", ["POST", "GET"])
def test_a_form_has_few_fields(client: TestClient[Any], path: str, method: str) -> None:
    body = b"a=1&" * MOST_FIELDS
    assert client.request(method, path, content=body, headers=FORM).status_code in (405, 413)
    fits = b"a=1&" * (MOST_FIELDS - 1)
    assert client.request(method, path, content=fits, headers=FORM).status_code != 413


def test_only_files_are_large(client: TestClient[Any]) -> None:
    """What is no file is not taken at the length of one, whatever it calls itself."""
    body = b"a" * (SETTINGS.body_limit + 1)
    assert client.post("/upload", content=body, headers=FORM).status_code == 413
    client.get("/")
    token = client.cookies["csrftoken"]
    for kind in ("application/x-www-form-urlencoded", "application/json", "text/plain", ""):
        headers = {"content-type": kind, "x-csrftoken": token}
        assert client.post("/upload", content=body, headers=headers).status_code in (400, 413)
    files = {"file": ("game.json", body)}
    assert client.post("/upload", files=files, headers={"x-csrftoken": token}).status_code == 400


def test_addresses_and_headers_are_short(client: TestClient[Any]) -> None:
    assert client.get("/?" + "a&" * MOST_PARAMETERS).status_code == 414
    assert client.get("/static/x?" + "a" * (LONGEST_QUERY + 1)).status_code == 414
    assert client.get("/help", headers={"cookie": "a=1;" * (LONGEST_HEADERS // 4)}).status_code == 431
    assert client.get("/help?" + "a&" * (MOST_PARAMETERS - 1)).status_code == 200


def test_pages_are_not_written_in_the_event_loop(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of a long log takes seconds; in the loop everybody would wait for it."""
    inside: list[bool] = []
    render = jinja2.Template.render

    def watched(self: jinja2.Template, *args: Any, **given: Any) -> str:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            inside.append(False)
        else:
            inside.append(True)
        return render(self, *args, **given)

    monkeypatch.setattr(jinja2.Template, "render", watched)
    for path in ("/", "/help", "/rules", "/rules/1848", "/login", "/settings"):
        assert client.get(path).status_code == 200
    assert inside == [False] * 6
