"""A real server in a process of its own, on a free port of this machine."""

import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def wait_until_up(process: "subprocess.Popen[bytes]", url: str) -> None:
    """Ask until the server answers. Without certificates: to read them takes longer than to ask."""
    deadline = time.monotonic() + 30
    with httpx.Client(timeout=2, verify=False) as asking:
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise RuntimeError(f"the server ended with {process.returncode}")
            try:
                if asking.get(f"{url}/health").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
    raise RuntimeError("the server did not come up")


class Running:
    """A server that can be stopped, killed and started again on the same port and database."""

    def __init__(self, address: str, workers: int = 1, **settings: str) -> None:
        """`settings`: STELLWERK_… variables by their names in `Settings`."""
        self.address, self.workers, self.port = address, workers, free_port()
        self.settings = {f"STELLWERK_{name.upper()}": value for name, value in settings.items()}
        self.file_size = 0
        """No file of the server can grow beyond it (0: as far as it wants): that is a full disk."""
        self.process: subprocess.Popen[bytes] | None = None
        self.clients: list[httpx.Client] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Running":
        command = [sys.executable, "-m", "stellwerk", "serve", "--port", str(self.port), "--quiet"]
        command += ["--database", self.address, "--workers", str(self.workers)]
        environ = {
            **os.environ,
            "STELLWERK_RATE_LIMITS": "false",
            "STELLWERK_BOT_DELAY": "0",
            "STELLWERK_PAGES": "false",
            **self.settings,
        }
        self.process = subprocess.Popen(
            command, env=environ, cwd=ROOT, stdout=subprocess.DEVNULL, start_new_session=True,
            preexec_fn=self._small_disk if self.file_size else None,
        )  # fmt: skip
        wait_until_up(self.process, self.url)
        return self

    def _small_disk(self) -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.file_size, self.file_size))

    def kill(self) -> None:
        """As if the power failed: nothing is finished, nothing is closed."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
        for client in self.clients:
            client.close()

    def client(self, name: str) -> httpx.Client:
        """Somebody who plays through the JSON interface."""
        client = httpx.Client(base_url=f"{self.url}/api/v1", timeout=20, verify=False)
        self.clients.append(client)
        client.headers["authorization"] = (
            f"Bearer {client.post('/guests', json={'name': name}).json()['token']}"
        )
        return client


@pytest.fixture
def serve() -> Iterator[Callable[..., Running]]:
    started: list[Running] = []

    def make(address: str, workers: int = 1, **settings: str) -> Running:
        running = Running(address, workers, **settings)
        started.append(running)
        return running.start()

    yield make
    for running in started:
        running.stop()
