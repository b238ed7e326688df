"""A server with one table in every state and one person of every kind, for asking who may do what.

After every request that changed something the database is put back as it was, so each answer stands alone.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from litestar import Litestar
from litestar.concurrency import set_asyncio_executor
from sqlalchemy import event, update

from stellwerk.cli.serve import create_app
from stellwerk.engine.save import UNREPLAYED
from stellwerk.server.games import GameCache
from stellwerk.server.model import NewTable, SeatChoice, User
from stellwerk.server.service import TableService
from stellwerk.server.session import COOKIE
from stellwerk.server.settings import Settings
from stellwerk.server.upload_checks import prepare_upload
from stellwerk.store.schema import LogRow, TableRow
from tests.server.fixtures import choose_seed

WHO = ("nobody", "guest", "player", "host", "account", "away", "muted", "robot", "left")
"""`away` was sent away from the tables and `muted` at them; `robot` sits there and comes with a token; `left`
is the host's own cookie after signing out; `guest` and `account` only look on."""
STATES = ("waiting", "running", "finished", "unread", "copy")
"""`unread`: a log that today's rules cannot follow; `copy`: the host's private copy of the running table."""
FREED = "Lost"
ILLEGAL = '{"type":"cut_price","seat":0,"private":"P9"}'


class AtOnce(ThreadPoolExecutor):
    """No threads: thousands of small requests would mostly wait for them."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except BaseException as error:
            done.set_exception(error)
        return done


class World:
    """People, tables, and a way to ask."""

    def __init__(self, app: Litestar, file: Path) -> None:
        self.app, self.service = app, app.state.service
        self._loop = asyncio.new_event_loop()
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        self._client = httpx.AsyncClient(transport=transport, base_url="http://testserver.local")
        self.service.prepare = prepare_upload  # here nobody else waits for it
        self.users: dict[str, User] = {}
        self.headers: dict[str, dict[str, str]] = {}
        self.facts: dict[str, Any] = {}
        self._send("GET", "/help")
        self.csrf = self._client.cookies["csrftoken"]
        self._people()
        self._tables()
        self._raw = sqlite3.connect(file)
        self._raw.execute("pragma synchronous=off")
        self._template = sqlite3.connect(":memory:")
        self._raw.backup(self._template)
        self._whole = self._dumped()
        self._seen = self._data_version()

    def close(self) -> None:
        self._loop.run_until_complete(self._client.aclose())
        self._loop.close()
        self._raw.close()
        self._template.close()
        self.service.db.close()

    def _send(self, method: str, path: str, **more: Any) -> httpx.Response:
        return self._loop.run_until_complete(self._client.request(method, path, **more))

    # -- who

    def _people(self) -> None:
        service: TableService = self.service
        for who in WHO[1:-1]:
            self.users[who] = service.guest(who.title())
        for who in ("host", "account"):
            self.users[who] = service.register(who.title(), "correct horse", guest=self.users[who])
        self.users["left"] = self.users["host"]
        for who in WHO:
            cookies = {"csrftoken": self.csrf}
            more = {"x-csrftoken": self.csrf, "x-requested-with": "test"}
            if who == "robot":
                more["authorization"] = f"Bearer {service.make_token(self.users[who], 'robot')[1]}"
            elif who in self.users:
                session = service.open_session(self.users[who])
                epoch = service.epoch(self.users[who])
                cookies[COOKIE] = self.app.state.signer.write(self.users[who].id, epoch, session)
                if who == "left":
                    service.close_session(session)
            self.headers[who] = {**more, "cookie": "; ".join(f"{name}={cookies[name]}" for name in cookies)}
        info, _ = service.make_token(self.users["host"], "the host's")
        self.facts["token"] = info.id
        self.facts["person"] = self.users["away"].id

    # -- tables

    def _tables(self) -> None:
        self.facts["waiting"] = self._waiting()
        for state in ("running", "finished", "unread"):
            self.facts[state] = self._running()
        running, service, users = self.facts["running"], self.service, self.users
        self.facts["copy"] = service.try_it(running, users["host"]).id
        self.facts["save"] = msgspec.json.decode(service.download(running, users["host"]))
        self._finish(self.facts["finished"])
        with service.db.write() as session:
            table = session.query(TableRow).filter_by(slug=self.facts["unread"]).one()
            session.execute(
                update(LogRow)
                .where(LogRow.table_id == table.id, LogRow.number == table.version)
                .values(action=ILLEGAL, hash=UNREPLAYED)
            )
        service.lives = GameCache(50)
        for state in STATES[1:]:
            service.view_for(self.facts[state], users["host"])
        info = service.info(running, users["host"])
        assert info.to_act == info.my_seats, "it is the host's turn"
        action = service.legal_for(running, users["host"])[0]
        self.facts["action"] = msgspec.to_builtins(action)
        self.facts["seen"] = {
            state: service.info(self.facts[state], users["host"]).version for state in STATES
        }
        seat = next(seat.seat for seat in info.seats if seat.kind == "open")
        self.facts["free"] = seat
        self.facts["code"] = service.invitation(running, users["host"], seat).rpartition("/")[2]
        self.facts["taken"] = next(s.seat for s in info.seats if s.name == users["player"].name)
        asked = service.undo(running, users["player"], info.version, 1, "please")
        self.facts["request"] = asked.id
        self.facts["line"] = service.say(running, users["guest"], "Hello").id

    def _waiting(self) -> str:
        service, users = self.service, self.users
        seats: list[SeatChoice] = [SeatChoice("me"), *[SeatChoice("open")] * 4]
        table: str = service.create_table(users["host"], NewTable("1848", seats)).id
        choose_seed(service, table, 1848)
        for who in ("player", "robot", "away"):
            service.join(table, users[who])
        service.kick(table, users["host"], 3)
        line = service.say(table, users["muted"], "I say")
        service.mute(table, users["host"], line.id)
        return table

    def _running(self) -> str:
        """Under way, the host to act, and a seat free that was somebody's."""
        service, users = self.service, self.users
        table = self._waiting()
        lost = service.guest(FREED)
        service.join(table, lost)
        service.start(table, users["host"])
        held = {service.info(table, user).my_seats[0]: user for user in (*users.values(), lost)
                if service.info(table, user).my_seats}  # fmt: skip
        moves = 0
        while moves < 4 or held[service.info(table, None).to_act[0]].id != users["host"].id:
            info = service.info(table, None)
            actor = held[info.to_act[0]]
            service.submit(table, actor, service.legal_for(table, actor)[0], info.version)
            moves += 1
        seat = service.info(table, lost).my_seats[0]
        with self._no_patience():
            service.warn(table, users["host"], seat)
            service.free_seat(table, users["host"], seat)
        return table

    @contextmanager
    def _no_patience(self) -> Iterator[None]:
        usual = self.service.settings
        self.service.settings = msgspec.structs.replace(usual, warning_seconds=-1.0)
        try:
            yield
        finally:
            self.service.settings = usual

    def _finish(self, table: str) -> None:
        """By agreement of all who sit there; the free seat goes to a bot, which is asked nothing."""
        service, users = self.service, self.users
        free = next(s.seat for s in service.info(table, None).seats if s.kind == "open")
        service.seat_bot(table, users["host"], free)
        asked = service.propose_end(table, users["host"], service.info(table, None).version)
        for who in ("player", "robot"):
            service.answer_undo(table, users[who], asked.id, True)
        assert service.info(table, None).status == "finished"

    # -- asking

    def _dumped(self) -> list[str]:
        """All that is kept; a number that was given and taken back is none of it."""
        return [line for line in self._raw.iterdump() if "sqlite_sequence" not in line]

    def _data_version(self) -> int:
        """Another number whenever somebody else has written into the file."""
        version: int = self._raw.execute("pragma data_version").fetchone()[0]
        return version

    def ask(self, who: str, method: str, path: str, **more: Any) -> tuple[httpx.Response, bool]:
        """The answer, and whether anything was written. Afterwards all is as before."""
        self._client.cookies.clear()
        headers = {**self.headers[who], **more.pop("headers", {})}
        answer = self._send(method, path, headers=headers, **more)
        wrote = self._data_version() != self._seen
        if wrote:
            wrote = answer.is_success or self._dumped() != self._whole
            self._template.backup(self._raw)
            self._seen = self._data_version()
            for state in STATES[1:]:
                if self.facts[state] in path:
                    self.service.lives.drop(self.facts[state])
        return answer, wrote


@contextmanager
def world(folder: Path) -> Iterator[World]:
    file = folder / "rights.db"
    set_asyncio_executor(AtOnce(1))
    app = create_app(Settings(database=f"sqlite:///{file}", rate_limits=False))

    @event.listens_for(app.state.service.db.engine, "checkout")
    def hasty(connection: Any, _record: Any, _proxy: Any) -> None:
        connection.execute("pragma synchronous=off")  # nothing here outlives the tests

    made = World(app, file)
    try:
        yield made
    finally:
        made.close()
        set_asyncio_executor(None)
