"""A package is taken away: its tables can only be read, and nobody else notices."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.browser.serving import Station
from tests.sixth import GAME

pytestmark = pytest.mark.xdist_group("gone")  # one server for all of them


class Left:
    """A server with two tables of the title and one with its bot, from before they were taken away."""

    def __init__(self, station: Station) -> None:
        self.anna = station.client("Anna")
        other = {"kind": "hotseat", "name": "Ben"}
        self.begun = self.table(GAME, {"kind": "me"}, other)
        self.waiting = self.table(GAME, {"kind": "me"}, {"kind": "open"})
        self.sound = self.table("1848", {"kind": "me"}, other, {"kind": "bot", "bot": "hasty"})
        station.kill()
        station.environ = {}
        station.start()
        self.pages = httpx.Client(base_url=station.url, headers=self.anna.headers)
        self.guest = station.client("Gus")

    def table(self, game: str, *seats: dict[str, str]) -> str:
        answer = self.anna.post("/tables", json={"game": game, "public": True, "seats": seats})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])


@pytest.fixture(scope="module")
def left(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Left]:
    station = Station(tmp_path_factory.mktemp("gone") / "stellwerk.db", PYTHONPATH=str(site))
    found = Left(station.start())
    yield found
    found.pages.close()
    station.stop()


@pytest.mark.parametrize("which", ["mine", "public"])
def test_the_lists_go_on(left: Left, which: str) -> None:
    listed = {table["id"]: table for table in left.anna.get("/tables", params={"which": which}).json()}
    assert listed[left.waiting]["game_name"] == GAME
    assert left.pages.get("/").status_code == 200


def test_the_table_can_only_be_read(left: Left) -> None:
    for table in (left.begun, left.waiting):
        page = left.pages.get(f"/t/{table}")
        assert page.status_code == 200
        assert "no game" in page.text
    assert left.anna.get(f"/tables/{left.begun}/view").status_code == 409
    assert left.anna.get(f"/tables/{left.begun}/save").json()["game"] == GAME
    [entry] = left.anna.get(f"/tables/{left.begun}/log").json()
    assert entry["seat"] == -1


def test_what_may_be_secret_stays_so(left: Left) -> None:
    """Whether the title has secrets nobody can say any more: only who sits alone has the file."""
    assert left.guest.get(f"/tables/{left.begun}/save").status_code == 403
    assert {entry["action"] is None for entry in left.guest.get(f"/tables/{left.begun}/log").json()} == {True}


def test_nobody_begins_it(left: Left) -> None:
    answer = left.guest.post(f"/tables/{left.waiting}/join", json={})
    assert answer.status_code == 400
    assert "no game" in answer.json()["error"]


def test_other_tables_go_on_without_its_bot(left: Left) -> None:
    assert left.pages.get(f"/t/{left.sound}").status_code == 200
    assert left.anna.get(f"/tables/{left.sound}/view").status_code == 200
