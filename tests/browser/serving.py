"""A real server with its pages, in a process of its own."""

import os
import sqlite3
import subprocess
import sys
from functools import cache, cached_property
from pathlib import Path

from stellwerk.server.clock import SYSTEM_CLOCK
from stellwerk.server.model import User
from stellwerk.server.service import TableService
from stellwerk.server.session import Signer
from stellwerk.server.settings import Settings
from stellwerk.server.transfer import UploadMode
from stellwerk.server.upload_checks import Prepared, prepare_upload
from stellwerk.store.database import Database
from stellwerk.web import vendor
from tests.server.running import ROOT, Running, wait_until_up

ENVIRON = {"STELLWERK_RATE_LIMITS": "false", "STELLWERK_BOT_DELAY": "0"}
SEED = 1848
"""Of lots that are still to be drawn in a game that was put on the server."""


@cache
def prepared(data: bytes) -> Prepared:
    """A saved game, replayed once for all tests that begin with it."""
    return prepare_upload(data, SEED)


class Station(Running):
    """As `Running`, with pages; it can be stopped and started again on the same port and file."""

    def __init__(self, database: Path, **environ: str) -> None:
        super().__init__(str(database))
        self.database = database
        self.environ = environ

    @cached_property
    def service(self) -> TableService:
        """What the server does, done here in its database: so guests and positions come there quickly."""
        service = TableService(Database(self.address), Settings(rate_limits=False))
        service.prepare = lambda data, _seed: prepared(data)
        return service

    @cached_property
    def signer(self) -> Signer:
        return Signer(self.service.secret("cookies"), SYSTEM_CLOCK)

    def admit(self, name: str) -> str:
        """A new guest; the cookie for the guest's browser."""
        guest = self.service.guest(name)
        return self.signer.write(guest.id, self.service.epoch(guest), self.service.open_session(guest))

    def known(self, cookie: str) -> User:
        """Whose cookie it is."""
        claim = self.signer.read(cookie)
        assert claim is not None
        user = self.service.user_by_cookie(claim.user_id, claim.epoch, claim.session)
        assert user is not None
        return user

    def put(self, save: bytes, cookie: str, mode: UploadMode) -> str:
        """A saved game as a table of whoever has this cookie; its id."""
        return self.service.upload(self.known(cookie), save, mode).id

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
        wait_until_up(self.process, self.url)
        return self

    def stop(self) -> None:
        super().stop()
        if "service" in self.__dict__:
            self.service.db.close()
