"""kill -9 under load: whoever got an answer can rely on it, whatever happens a moment later."""

import random
import threading
from typing import Any

import httpx

from stellwerk.server import admin
from stellwerk.store import Database
from tests.server.running import Running


class Player(threading.Thread):
    """Plays one hot-seat table as fast as it can, and remembers what was acknowledged."""

    def __init__(self, server: Running, number: int) -> None:
        super().__init__(daemon=True)
        self.server, self.random = server, random.Random(number)
        self.client = server.client(f"Player {number}")
        seats = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]
        self.table = self.client.post("/tables", json={"game": "1848", "seats": seats}).json()["id"]
        self.acknowledged: dict[int, dict[str, Any]] = {}
        self.stopping = threading.Event()
        self.fault = ""

    def run(self) -> None:
        while not self.stopping.is_set():
            try:
                self._move()
            except httpx.TransportError:  # the server is down: no answer, no promise
                self.stopping.wait(0.02)
            except Exception as error:
                self.fault = f"{type(error).__name__}: {error}"
                return

    def _move(self) -> None:
        legal = self.client.get(f"/tables/{self.table}/legal").json()
        if not legal["actions"]:
            self.stopping.set()  # the game is over
            return
        action = self.random.choice(legal["actions"])
        body = {"action": action, "seen": legal["version"]}
        answer = self.client.post(f"/tables/{self.table}/actions", json=body)
        if answer.status_code == 200:
            number = answer.json()["entries"][0]["number"]
            assert number == legal["version"] + 1
            assert number not in self.acknowledged, "a number was given twice"
            self.acknowledged[number] = action
        elif answer.status_code != 409:
            raise RuntimeError(f"{answer.status_code}: {answer.text[:200]}")

    def check(self) -> int:
        """Every acknowledged action is in the log, once, under its number."""
        log = self.client.get(f"/tables/{self.table}/log").json()
        assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
        for number, action in self.acknowledged.items():
            assert log[number - 1]["action"] == action, f"acknowledged action {number} is lost"
        return len(self.acknowledged)


def kill_under_load(server: Running, kills: int, players: int = 4, seconds: float = 0.5) -> int:
    """Returns how many actions were acknowledged; fails if any of them is lost or doubled."""
    seed = random.Random(kills)
    load = [Player(server, number) for number in range(players)]
    for player in load:
        player.start()
    for _ in range(kills):
        threading.Event().wait(seconds * seed.uniform(0.3, 1.5))
        server.kill()
        server.start()
    threading.Event().wait(seconds)
    for player in load:
        player.stopping.set()
    for player in load:
        player.join(20)
        assert not player.fault, player.fault
    acknowledged = sum(player.check() for player in load)
    server.kill()
    db = Database(server.address)
    verdict = admin.verify(db)
    db.close()
    assert verdict.games == players
    assert verdict.faults == []
    return acknowledged
