"""`python -m benchmarks.server`: many tables, a move a second at each, somebody watching every one.

A server of its own on this machine, with SQLite. Measured is the time from sending an action until the
watcher of its table has the news. The clients share the machine with the server.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table

TARGET_MS = 150.0
WARM_UP = 3.0


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Seat:
    """One table: its player, who sends, and its watcher, who waits."""

    def __init__(self, client: httpx.AsyncClient, number: int) -> None:
        self.client, self.number = client, number
        self.random = random.Random(number)
        self.table = ""
        self.headers: dict[str, str] = {}
        self.sent: dict[int, float] = {}
        self.delays: list[float] = []
        self.answers: list[float] = []
        self.refused = 0
        self.version = 0

    async def set_up(self) -> None:
        entered = (await self.client.post("/guests", json={"name": f"Player {self.number}"})).json()
        self.headers = {"authorization": f"Bearer {entered['token']}"}
        seats = [{"kind": "me"}, *[{"kind": "hotseat"}] * 3]
        wish = {"game": "1848", "seats": seats, "seed": self.number}
        made = (await self.client.post("/tables", json=wish, headers=self.headers)).json()
        self.table, self.version = made["id"], made["version"]

    async def watch(self) -> None:
        with contextlib.suppress(httpx.TransportError):
            await self._watch()

    async def _watch(self) -> None:
        async with self.client.stream("GET", f"/tables/{self.table}/events", timeout=None) as stream:
            event = ""
            async for line in stream.aiter_lines():
                if line.startswith("event: "):
                    event = line[7:]
                elif line.startswith("data: ") and event == "move":
                    arrived = time.perf_counter()
                    version = json.loads(line[6:])["version"]
                    if (sent := self.sent.pop(version, None)) is not None:
                        self.delays.append(arrived - sent)

    async def play(self, every: float, until: float, measure_from: float) -> None:
        await asyncio.sleep(self.random.uniform(0, every))
        while time.perf_counter() < until:
            began = time.perf_counter()
            legal: Any = (await self.client.get(f"/tables/{self.table}/legal", headers=self.headers)).json()
            if not legal["actions"]:
                return
            body = {"action": self.random.choice(legal["actions"]), "seen": legal["version"]}
            sent = time.perf_counter()
            if sent > measure_from:
                self.sent[legal["version"] + 1] = sent
            answer = await self.client.post(f"/tables/{self.table}/actions", json=body, headers=self.headers)
            if answer.status_code != 200:
                self.refused += 1
            elif sent > measure_from:
                self.answers.append(time.perf_counter() - sent)
            await asyncio.sleep(max(0.0, every - (time.perf_counter() - began)))


async def load(url: str, tables: int, seconds: float, every: float) -> list[Seat]:
    # An idle connection is given up by us, before the server does it while we are sending.
    limits = httpx.Limits(
        max_connections=4 * tables, max_keepalive_connections=4 * tables, keepalive_expiry=2
    )
    async with httpx.AsyncClient(base_url=f"{url}/api/v1", limits=limits, timeout=30) as client:
        seats = [Seat(client, number) for number in range(tables)]
        for seat in seats:
            await seat.set_up()
        watchers = [asyncio.create_task(seat.watch()) for seat in seats]
        await asyncio.sleep(0.5)
        start = time.perf_counter()
        until = start + WARM_UP + seconds
        await asyncio.gather(*(seat.play(every, until, start + WARM_UP) for seat in seats))
        await asyncio.sleep(1)
        for watcher in watchers:
            watcher.cancel()
        await asyncio.gather(*watchers, return_exceptions=True)
    return seats


def start_server(folder: str, port: int, pages: bool = False) -> subprocess.Popen[bytes]:
    environ = {**os.environ, "STELLWERK_RATE_LIMITS": "false", "STELLWERK_PAGES": str(pages).lower()}
    command = [sys.executable, "-m", "stellwerk", "serve", "--port", str(port), "--quiet"]
    command += ["--database", str(Path(folder) / "bench.db")]
    process = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL)
    for _ in range(600):
        try:
            if httpx.get(f"http://127.0.0.1:{port}/health", timeout=2).status_code == 200:
                return process
        except httpx.TransportError:
            time.sleep(0.05)
    raise RuntimeError("the server did not come up")


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("--tables", type=int, default=50, help="tables (default 50)")
    parser.add_argument("--seconds", type=float, default=20, help="how long to measure (default 20)")
    parser.add_argument(
        "--every", type=float, default=1.0, help="seconds between a table's moves (default 1)"
    )
    arguments = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        process = start_server(folder, port)
        try:
            url = f"http://127.0.0.1:{port}"
            seats = asyncio.run(load(url, arguments.tables, arguments.seconds, arguments.every))
            if process.poll() is not None:
                raise RuntimeError(f"the server ended with {process.returncode}")
        finally:
            process.terminate()
            process.wait()
    title = f"{arguments.tables} tables, a move every {arguments.every:g} s, a watcher on each"
    return 0 if told(title, seats, arguments.seconds, TARGET_MS) else 1


def told(title: str, seats: list[Seat], seconds: float, target: float) -> bool:
    """Print what was measured; return whether it is as fast as it should be."""
    delays = [1000 * delay for seat in seats for delay in seat.delays]
    answers = [1000 * answer for seat in seats for answer in seat.answers]
    lost = sum(len(seat.sent) for seat in seats)
    if not delays:
        print("nothing was measured", file=sys.stderr)
        return False
    worst = percentile(delays, 0.95)
    table = Table(title=title)
    for column in ("", "median", "p95", "p99", "most", "target"):
        table.add_column(column, justify="left" if not column else "right")
    for name, values, wanted in (
        ("action sent → watcher has it, ms", delays, f"p95 < {target:g}"),
        ("action sent → acknowledged, ms", answers, ""),
    ):
        figures = (median(values), percentile(values, 0.95), percentile(values, 0.99), max(values))
        table.add_row(name, *(f"{figure:.1f}" for figure in figures), wanted)
    console = Console()
    console.print(table)
    rate = len(delays) / seconds
    refused = sum(seat.refused for seat in seats)
    console.print(f"{len(delays)} moves seen ({rate:.1f} a second), {lost} not seen, {refused} refused.")
    passed = worst < target and not lost
    console.print("[green]met[/]" if passed else "[red]missed[/]")
    return passed


if __name__ == "__main__":
    sys.exit(main())
