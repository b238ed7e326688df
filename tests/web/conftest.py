"""A server in memory with one browser, and a table where one person plays every seat."""

import re
import shutil
from collections.abc import Iterator
from random import Random

import pytest
from litestar.testing import TestClient

from stellwerk.cli.serve import create_app
from stellwerk.engine import sample, to_act
from stellwerk.server.settings import Settings
from tests.server.fixtures import migrated as migrated
from tests.server.templates import _templates_are_compiled_once as _templates_are_compiled_once

UNVEIL = re.compile(r'value="(\d+)" id="unveil"')
NAMES = ("Anna", "Bartek", "Clara", "Dávid")


class Browser:
    """Follows links and presses buttons; knows no rules and no script."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.last = self.get("/")

    def get(self, path: str, **headers: str):
        """A page; where the screen is to be handed over, whoever is asked for takes it."""
        self.last = self.client.get(path, headers=headers)
        if curtain := UNVEIL.search(self.last.text):
            self.post(f"{self.last.url.path.partition('/map')[0]}/eyes", seat=curtain[1])
            self.last = self.client.get(path, headers=headers)
        return self.last

    @property
    def token(self) -> str:
        return re.search(r'_csrf_token" value="([^"]+)"', self.last.text)[1]

    def post(self, path: str, **fields: object):
        data = {"_csrf_token": self.client.cookies["csrftoken"], **fields}
        self.last = self.client.post(path, data=data)
        return self.last


@pytest.fixture
def client(migrated, tmp_path) -> Iterator[TestClient]:
    database = shutil.copy(migrated, tmp_path / "web.db")
    app = create_app(Settings(database=f"sqlite:///{database}", rate_limits=False, bot_delay=0.0))
    with TestClient(app) as made:
        yield made


@pytest.fixture
def browser(client) -> Browser:
    return Browser(client)


def new_table(
    browser: Browser, *, seed: int = 7, kinds: tuple[str, ...] = ("me", *("hotseat",) * 3), **fields
):
    """Open a table through the form; the address of its page."""
    for number, kind in enumerate(kinds):
        fields |= {f"seat{number}": kind, f"name{number}": NAMES[number], f"bot{number}": "random"}
    guest = {} if "stellwerk" in browser.client.cookies else {"guest": "Anna"}
    answer = browser.post(
        "/tables",
        game=fields.pop("game", "1848"),
        count=len(kinds),
        rulings="book",
        seed="" if "open" in kinds else seed,  # nobody chooses the lots of others
        **guest,
        **fields,
    )
    assert answer.status_code == 200, answer.text
    return str(answer.url.path)


class Played:
    """A hot-seat game that a careless player drives through the service."""

    def __init__(self, browser: Browser, seed: int = 7) -> None:
        self.browser = browser
        self.path = new_table(browser, seed=seed)
        self.table = self.path.rpartition("/")[2]
        self.service = browser.client.app.state.service
        self.user = self.service.user_by_cookie(1, self.service.epoch(_Id(1)))
        self.rng = Random(seed)

    @property
    def state(self):
        return self.service.state(self.table, None, self.user)

    def move(self) -> None:
        state = self.state
        action = sample(state, to_act(state)[0], self.rng)
        self.service.submit(self.table, self.user, action, self.service.info(self.table, self.user).version)


class _Id:
    def __init__(self, id: int) -> None:
        self.id = id


@pytest.fixture
def played(browser) -> Played:
    return Played(browser)
