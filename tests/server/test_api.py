"""The JSON interface through a real server: a bot sits down, streams are live, limits hold."""

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from examples import http_bot

from tests.server.running import Running

SALE_IS_OVER = 14
pytestmark = pytest.mark.xdist_group("api")  # one server for most of them


def new_table(client: httpx.Client, *kinds: str, game: str = "1848") -> dict:
    answer = client.post("/tables", json={"game": game, "seats": [{"kind": kind} for kind in kinds]})
    assert answer.status_code == 201, answer.text
    return answer.json()


def first(client: httpx.Client, table: str) -> httpx.Response:
    legal = client.get(f"/tables/{table}/legal").json()
    return client.post(
        f"/tables/{table}/actions", json={"action": legal["actions"][0], "seen": legal["version"]}
    )


class Stream:
    """The event stream of a table, read in a thread."""

    def __init__(self, client: httpx.Client, table: str, since: int | None = None) -> None:
        self.events: list[tuple[str, dict, str]] = []
        self.changed = threading.Condition()
        self.opened = threading.Event()
        self.closing = False
        self.url = f"/tables/{table}/events" + ("" if since is None else f"?since={since}")
        self.client = client
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()
        assert self.opened.wait(10)

    def _read(self) -> None:
        try:
            with self.client.stream("GET", self.url, timeout=30) as answer:
                self.opened.set()
                event, id = "", ""
                for line in answer.iter_lines():
                    if self.closing:
                        return
                    name, _, value = line.partition(": ")
                    if name == "event":
                        event = value
                    elif name == "id":
                        id = value
                    elif name == "data":
                        with self.changed:
                            self.events.append((event, json.loads(value), id))
                            self.changed.notify_all()
        except httpx.TransportError:
            self.opened.set()

    def wait(self, event: str, test: Callable[[dict], bool] = lambda data: True) -> dict:
        def found() -> dict | None:
            return next((data for name, data, _ in self.events if name == event and test(data)), None)

        with self.changed:
            assert self.changed.wait_for(lambda: found() is not None, 15), (event, self.events)
            data = found()
            assert data is not None
            return data


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all who play at tables of their own."""
    running = Running(f"sqlite:///{tmp_path_factory.mktemp('api') / 'stellwerk.db'}")
    yield running.start()
    running.stop()


def test_a_private_sale_played_by_programs(server: Running) -> None:
    host = server.client("Host")
    table = new_table(host, "open", "open", "open")
    played: list[int] = []

    def play(name: str) -> None:
        played.append(http_bot.play(server.url, table["id"], name, SALE_IS_OVER))

    bots = [threading.Thread(target=play, args=(name,), daemon=True) for name in ("Ann", "Ben", "Cy")]
    for bot in bots:
        bot.start()
    for bot in bots:
        bot.join(30)
    assert len(played) == 3
    assert sum(played) >= SALE_IS_OVER - 1
    log = host.get(f"/tables/{table['id']}/log").json()
    assert [entry["number"] for entry in log] == list(range(1, len(log) + 1))
    assert {entry["seat"] for entry in log} >= {0, 1, 2}


def test_live_stale_and_reconnecting(server: Running) -> None:
    anna, bartek, clara = (server.client(name) for name in ("Anna", "Bartek", "Clara"))
    table = new_table(anna, "me", "open", "open")["id"]
    watching = Stream(clara, table)
    for guest in (bartek, clara):
        assert guest.post(f"/tables/{table}/join", json={}).status_code == 200
    assert watching.wait("table", lambda data: data["status"] == "running")["my_seats"]
    players = {
        client.get(f"/tables/{table}").json()["my_seats"][0]: client for client in (anna, bartek, clara)
    }
    info = anna.get(f"/tables/{table}").json()
    actor = players[info["to_act"][0]]
    outcome = first(actor, table).json()
    seen = watching.wait("move", lambda data: data["version"] == outcome["version"])
    assert seen["entries"][-1]["events"]
    assert seen["to_act"] == outcome["to_act"]
    # stale: the same version again is told what happened
    late = {"action": {"type": "pass", "seat": info["to_act"][0]}, "seen": info["version"]}
    stale = actor.post(f"/tables/{table}/actions", json=late)
    assert stale.status_code == 409
    assert [entry["number"] for entry in stale.json()["entries"]] == [outcome["version"]]
    # reconnecting: the stream begins with what was missed
    missed = Stream(server.client("Dora"), table, since=info["version"])
    again = missed.wait("move")
    assert [entry["number"] for entry in again["entries"]] == [outcome["version"]]
    # chat, presence, undo
    anna.post(f"/tables/{table}/chat", json={"text": "Good luck!"})
    assert watching.wait("chat")["text"] == "Good luck!"
    watching.wait("presence", lambda data: {"Clara", "Dora"} <= set(data["present"]))
    second = players[outcome["to_act"][0]]
    first(second, table)
    version = anna.get(f"/tables/{table}").json()["version"]
    asked = actor.post(f"/tables/{table}/undo", json={"seen": version, "to": info["at"]}).json()
    assert asked["outcome"] is None
    number = asked["request"]["id"]
    watching.wait("undo", lambda data: data["id"] == number and data["status"] == "open")
    for client in players.values():
        if client is not actor:
            assert client.post(f"/tables/{table}/undo/{number}", json={"agree": True}).status_code == 200
    watching.wait("undo", lambda data: data["id"] == number and data["status"] == "agreed")
    watching.wait("move", lambda data: data["at"] == info["at"] and data["version"] == version + 1)


def test_bots_play_by_themselves(server: Running) -> None:
    anna = server.client("Anna")
    table = new_table(anna, "bot", "bot", "bot")["id"]
    watching = Stream(anna, table)
    assert watching.wait("move", lambda data: data["version"] > 20)


def test_several_workers_on_postgres(serve: Callable[..., Running], new_postgres: Callable[[], str]) -> None:
    """Whoever watches through one process hears what was done in another; the same version wins once."""
    server = serve(new_postgres(), workers=2)
    anna = server.client("Anna")
    table = new_table(anna, "me", "hotseat", "hotseat")["id"]
    streams = [Stream(server.client(f"Watcher {n}"), table) for n in range(6)]
    for _ in range(4):
        legal = anna.get(f"/tables/{table}/legal").json()

        def submit(number: int, legal: dict = legal) -> int:
            action = legal["actions"][number % len(legal["actions"])]
            with httpx.Client(base_url=anna.base_url, headers=anna.headers, timeout=20) as fresh:
                return fresh.post(
                    f"/tables/{table}/actions", json={"action": action, "seen": legal["version"]}
                ).status_code

        with ThreadPoolExecutor(6) as pool:
            codes = sorted(pool.map(submit, range(6)))
        assert codes == [200, 409, 409, 409, 409, 409]
        for stream in streams:
            stream.wait("move", lambda data, v=legal["version"]: data["version"] == v + 1)
    streams[0].wait("presence", lambda data: len(data["present"]) == 6)


def test_upload_and_save_through_the_interface(server: Running) -> None:
    anna = server.client("Anna")
    table = new_table(anna, "me", "hotseat", "hotseat")["id"]
    for _ in range(5):
        assert first(anna, table).status_code == 200
    save = anna.get(f"/tables/{table}/save")
    assert save.headers["content-disposition"].startswith("attachment")
    again = anna.post("/uploads?mode=continue&name=Again", content=save.content,
                      headers={"content-type": "application/json"})  # fmt: skip
    assert again.status_code == 201, again.text
    assert again.json()["name"] == "Again"
    assert again.json()["at"] == 6
    bad = anna.post("/uploads", json={"actions": []})
    assert bad.status_code == 400
    copy = anna.post(f"/tables/{table}/sandbox", json={"at": 3}).json()
    assert copy["sandbox"]
    assert server.client("Ben").get(f"/tables/{copy['id']}").status_code == 404
    assert anna.delete(f"/tables/{copy['id']}").status_code == 204


def test_a_hint_and_a_stand_in(server: Running) -> None:
    """Somebody asks, waits for the event, goes through the steps, and lets a bot play on."""
    anna = server.client("Anna")
    table = new_table(anna, "me", "hotseat", "hotseat")
    at, [seat] = f"/tables/{table['id']}", table["to_act"]
    stream = Stream(anna, table["id"])
    waiting = anna.post(f"{at}/hint", json={"seen": table["version"]}).json()
    assert (waiting["ready"], waiting["where"]) == (False, None)
    told = stream.wait("hint")
    assert told["version"] == table["version"]
    steps = [
        anna.post(f"{at}/hint", json={"seen": table["version"], "step": step}).json() for step in (1, 2, 3)
    ]
    assert [step["action"] is None for step in steps] == [True, False, False]
    assert steps[2]["judged"][0]["action"] == steps[1]["action"]
    assert steps[0]["where"]["kind"] == steps[1]["action"]["type"]
    assert anna.post(f"{at}/hint", json={"seen": table["version"], "step": 4}).status_code == 400
    handed = anna.put(f"{at}/seats/{seat}/stand-in", json={"bot": "gentle"}).json()
    assert handed["seats"][seat]["stand_in"] == "gentle"
    assert stream.wait("move", lambda move: move["version"] > table["version"])["entries"]
    back = anna.delete(f"{at}/seats/{seat}/stand-in").json()
    assert back["seats"][seat]["stand_in"] is None
    [thought] = anna.get(f"{at}/thoughts").json()
    assert (thought["seat"], thought["bot"], thought["open"]) == (seat, "gentle", True)
    kinds = [remark["kind"] for remark in anna.get(f"{at}/remarks").json()]
    assert kinds == ["all_aids", "hint", "handed", "taken_back"]
    stream.closing = True
