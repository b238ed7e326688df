"""A bot that sits down at a table through the JSON API. It needs nothing but Python's standard library.

python examples/http_bot.py http://localhost:1848 TABLE [NAME]
"""

import json
import random
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any


class Table:
    """A table as a program sees it: a name, a token, and a few calls."""

    def __init__(self, server: str, table: str, name: str) -> None:
        self.api = f"{server.rstrip('/')}/api/v1"
        self.table = table
        self.token = ""
        self.token = self.call("POST", "/guests", {"name": name})["token"]

    def call(self, method: str, path: str, data: object = None) -> Any:
        request = urllib.request.Request(self.api + path, method=method)
        request.add_header("content-type", "application/json")
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        body = None if data is None else json.dumps(data).encode()
        with urllib.request.urlopen(request, body, timeout=30) as answer:
            return json.loads(answer.read() or b"null")

    def at(self, path: str, data: object = None) -> Any:
        return self.call("GET" if data is None else "POST", f"/tables/{self.table}{path}", data)

    def turns(self) -> Iterator[dict[str, Any]]:
        """Every `move` event of the stream: something happened, or we have just come."""
        request = urllib.request.Request(f"{self.api}/tables/{self.table}/events")
        request.add_header("authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=60) as stream:
            event = ""
            for line in stream:
                text = line.decode().rstrip("\r\n")
                if text.startswith("event: "):
                    event = text[7:]
                elif text.startswith("data: ") and event in ("move", "table"):
                    yield json.loads(text[6:])


def play(server: str, table: str, name: str, stop_after: int | None = None) -> int:
    """Sit down and play at random until the game is over. Returns the number of own actions."""
    bot = Table(server, table, name)
    bot.at("/join", {})
    played = 0
    for news in bot.turns():
        while news["your_turn"]:
            legal = bot.at("/legal")
            if not legal["actions"]:
                break
            try:
                bot.at("/actions", {"action": random.choice(legal["actions"]), "seen": legal["version"]})
                played += 1
            except urllib.error.HTTPError as error:
                if error.code != 409:  # 409: somebody was faster; look again
                    raise
        if news.get("over") or (stop_after is not None and news.get("at", 0) >= stop_after):
            return played
    return played


def main(server: str, table: str, name: str = "Example bot") -> None:
    print(f"{play(server, table, name)} actions")


if __name__ == "__main__":
    main(*sys.argv[1:])
