"""A real server with its pages, in a process of its own."""

import os
import sqlite3
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

    def __init__(self, database: Path, **environ: str) -> None:
        super().__init__(str(database))
        self.database = database
        self.environ = environ

    def choose_seed(self, table: str, seed: int) -> None:
        """Among people nobody can choose the seed of a waiting table; tests can, so that seats are known."""
        connection = sqlite3.connect(self.database, timeout=30)
        with connection:
            done = connection.execute("update tables set seed = ? where slug = ?", (seed, table))
            assert done.rowcount == 1, table
        connection.close()

    def start(self) -> "Station":
        assert vendor.main() == 0, "the front-end packages could not be fetched"
        command = [sys.executable, "-m", "stellwerk", "serve", "--quiet", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--database", self.address],
            env={**os.environ, **ENVIRON, **self.environ},
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
