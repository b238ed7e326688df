"""A real server with its pages, in a process of its own."""

import os
import subprocess
import sys
import time
from pathlib import Path

import httpx

from stellwerk.web import vendor
from tests.server.running import ROOT, Running

ENVIRON = {"STELLWERK_RATE_LIMITS": "false", "STELLWERK_BOT_DELAY": "0"}


class Station(Running):
    """As `Running`, with pages; it can be stopped and started again on the same port and file."""

    def __init__(self, database: Path) -> None:
        super().__init__(str(database))

    def start(self) -> "Station":
        assert vendor.main() == 0, "the front-end packages could not be fetched"
        command = [sys.executable, "-m", "stellwerk.server", "serve", "--quiet", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--database", self.address],
            env={**os.environ, **ENVIRON},
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            assert self.process.poll() is None, f"the server ended with {self.process.returncode}"
            try:
                if httpx.get(f"{self.url}/health", timeout=2).status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server did not come up")
