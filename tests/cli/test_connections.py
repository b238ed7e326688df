"""Connections that are only held open."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import uvicorn

from stellwerk.cli import connections
from stellwerk.cli.connections import Connection, is_trusted

ASK = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
Open = Callable[[], socket.socket]


async def answers(scope: Any, receive: Any, send: Any) -> None:
    """A first part at once, a second one a second later."""
    import asyncio

    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"first", "more_body": True})
    await asyncio.sleep(1)
    await send({"type": "http.response.body", "body": b"second", "more_body": False})


@contextmanager
def serving(trusted: str) -> Iterator[Open]:
    config = uvicorn.Config(
        answers, http=Connection, ws="none", lifespan="off", log_level="critical", port=0,
        forwarded_allow_ips=trusted, timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    opened: list[socket.socket] = []

    def connect() -> socket.socket:
        opened.append(socket.create_connection(("127.0.0.1", port), timeout=10))
        return opened[-1]

    try:
        yield connect
    finally:
        for one in opened:
            one.close()
        server.should_exit = True
        thread.join()


def is_closed(one: socket.socket) -> bool:
    """Wait until the other side closes it."""
    try:
        return one.recv(1000) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "])
def test_who_does_not_ask_is_not_kept(monkeypatch: pytest.MonkeyPatch, said: bytes) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.2)
    with serving("") as connect:
        one = connect()
        one.sendall(said)
        assert is_closed(one)


def test_an_answer_may_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.1)
    with serving("") as connect:
        one, told = connect(), b""
        one.sendall(ASK)
        while part := one.recv(1000):
            told += part
        assert b"first" in told
        assert b"second" in told


def test_an_address_has_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "OF_AN_ADDRESS", 3)
    with serving("") as connect:
        three = [connect() for _ in range(3)]
        for one in three:
            one.sendall(ASK)
            assert one.recv(15).startswith(b"HTTP/1.1 200")
        assert is_closed(connect())
        three.pop().close()
        deadline = time.monotonic() + 10
        again = connect()
        again.settimeout(0.5)  # one that stays open is waited for as long
        while is_closed(again) and time.monotonic() < deadline:
            again = connect()
            again.settimeout(0.5)
        again.sendall(ASK)
        again.settimeout(10)
        assert again.recv(15).startswith(b"HTTP/1.1 200")


def test_a_proxy_brings_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "OF_AN_ADDRESS", 3)
    with serving("127.0.0.1") as connect:
        for one in [connect() for _ in range(6)]:
            one.sendall(ASK)
            assert one.recv(15).startswith(b"HTTP/1.1 200")


def test_who_is_a_proxy() -> None:
    assert is_trusted("10.0.0.1", "127.0.0.1, 10.0.0.1")
    assert is_trusted("10.0.0.1", ["10.0.0.0/8"])
    assert is_trusted("fd00::7", "*")
    for allowed in ("10.0.0.10", ["192.168.0.0/16"], "unix:/run/proxy", "", None):
        assert not is_trusted("10.0.0.1", allowed)
