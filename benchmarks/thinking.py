"""`python -m benchmarks.thinking`: people move at some tables while bots think at many others.

A server of its own on this machine, with SQLite, as `benchmarks.server` has it. Twelve tables with three
sharp bots each keep the workers at work; measured is what people at other tables notice of it.
"""

import argparse
import asyncio
import os
import sys
import tempfile

import httpx

from benchmarks.server import free_port, load, start_server, told

TARGET_MS = 100.0


def seat_bots(url: str, tables: int, bot: str, game: str) -> tuple[httpx.Client, list[str]]:
    """Open tables of three bots each; they begin at once."""
    client = httpx.Client(base_url=f"{url}/api/v1", timeout=30)
    token = client.post("/guests", json={"name": "Host"}).json()["token"]
    client.headers["authorization"] = f"Bearer {token}"
    wish = {"game": game, "seats": [{"kind": "bot", "bot": bot}] * 3}
    made = [client.post("/tables", json=wish) for _ in range(tables)]
    for answer in made:
        answer.raise_for_status()
    return client, [answer.json()["id"] for answer in made]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thinking", description=__doc__)
    parser.add_argument("--bot-tables", type=int, default=12, help="tables of three bots (default 12)")
    parser.add_argument("--bot", default="sharp", help="which bots (default sharp)")
    parser.add_argument("--game", default="1848", help="what they play (default 1848)")
    parser.add_argument("--tables", type=int, default=10, help="tables of people (default 10)")
    parser.add_argument("--seconds", type=float, default=30, help="how long to measure (default 30)")
    parser.add_argument("--every", type=float, default=1.0, help="seconds between moves (default 1)")
    arguments = parser.parse_args()
    port = free_port()
    before = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        process = start_server(folder, port)
        try:
            url = f"http://127.0.0.1:{port}"
            client, bots = seat_bots(url, arguments.bot_tables, arguments.bot, arguments.game)
            seats = asyncio.run(load(url, arguments.tables, arguments.seconds, arguments.every))
            moves = [client.get(f"/tables/{table}").json()["version"] for table in bots]
            failures = [
                line["text"] for table in bots for line in client.get(f"/tables/{table}/remarks").json()
            ]
            client.close()
            if process.poll() is not None:
                raise RuntimeError(f"the server ended with {process.returncode}")
        finally:
            process.terminate()
            process.wait()
    title = (
        f"{arguments.tables} tables of people, a move every {arguments.every:g} s; "
        f"{arguments.bot_tables} tables of three {arguments.bot} bots ({arguments.game})"
    )
    passed = told(title, seats, arguments.seconds, TARGET_MS)
    print(
        f"Entries at the tables of bots: {sum(moves)} in all, {min(moves, default=0)} at the slowest; "
        f"{len(failures)} replaced. {os.cpu_count()} processors, load before it began {before:.1f}."
    )
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
