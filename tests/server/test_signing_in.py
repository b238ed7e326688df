"""Signing in and out: who had something before has nothing of it afterwards."""

import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from argon2 import Type
from argon2.exceptions import VerifyMismatchError
from litestar.testing import TestClient
from msgspec import structs
from sqlalchemy import Integer, update

from stellwerk.cli.serve import create_app
from stellwerk.server import accounts
from stellwerk.server.clock import SYSTEM_CLOCK
from stellwerk.server.lobby import new_slug
from stellwerk.server.model import NewTable, SeatChoice
from stellwerk.server.problems import Conflict, Invalid
from stellwerk.server.purge import purge
from stellwerk.server.service import TableService
from stellwerk.server.session import COOKIE, SECURE_COOKIE
from stellwerk.store.schema import (
    Base,
    ChatRow,
    ConsentRow,
    JobRow,
    RemarkRow,
    TableRow,
    TokenRow,
    UndoRow,
    UserRow,
)
from tests.server.fixtures import DEAR, SETTINGS, hot_seat, three_people
from tests.server.running import Running

API = "/api/v1"
ACCOUNT = {"name": "Anna", "password": "correct horse"}


@pytest.fixture
def client(sqlite_address: str) -> Iterator[TestClient]:
    app = create_app(structs.replace(SETTINGS, database=sqlite_address, pages=True))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def form(client: TestClient, path: str, **fields: str) -> httpx.Response:
    client.get("/login")
    token = client.cookies.get("csrftoken") or client.cookies.get("__Host-csrftoken") or ""
    data = {**fields, "_csrf_token": token}
    return client.post(path, data=data, follow_redirects=False)


def me(client: TestClient, cookie: str) -> int:
    client.cookies.clear()
    return client.get(f"{API}/me", headers={"cookie": f"{COOKIE}={cookie}"}).status_code


def test_passwords_are_kept_dearly() -> None:
    """Whoever steals the database pays for every guess; the other tests use a hash that costs nothing."""
    assert DEAR.type is Type.ID
    assert (DEAR.time_cost, DEAR.memory_cost) >= (2, 19_456)
    kept = DEAR.hash("correct horse")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert DEAR.verify(kept, "correct horse")
    with pytest.raises(VerifyMismatchError):
        DEAR.verify(kept, "wrong horse")


def test_a_guests_old_cookie_is_not_the_accounts(client: TestClient) -> None:
    """Somebody who put their own guest's cookie into another's browser gains nothing."""
    form(client, "/guest", name="Mallory")
    planted = client.cookies[COOKIE]
    assert form(client, "/register", **ACCOUNT).status_code in (302, 303)
    mine = client.cookies[COOKIE]
    assert mine != planted
    assert me(client, mine) == 200
    assert me(client, planted) == 401


def test_a_guests_tokens_do_not_move_along(client: TestClient) -> None:
    for path in ("accounts", "sessions"):
        planted = client.post(f"{API}/guests", json={"name": "Mallory"}).json()["token"]
        bearer = {"authorization": f"Bearer {planted}"}
        entered = client.post(f"{API}/{path}", json=ACCOUNT, headers=bearer)
        assert entered.status_code == 201
        assert client.get(f"{API}/me", headers=bearer).status_code == 401
        mine = {"authorization": f"Bearer {entered.json()['token']}"}
        assert client.get(f"{API}/me", headers=mine).json()["name"] == "Anna"


def test_a_guests_cookie_after_signing_in(client: TestClient) -> None:
    client.post(f"{API}/accounts", json=ACCOUNT)
    form(client, "/guest", name="Mallory")
    planted = client.cookies[COOKIE]
    form(client, "/login", **ACCOUNT)
    assert me(client, planted) == 401


def test_a_copied_cookie_ends_with_signing_out(client: TestClient) -> None:
    client.post(f"{API}/accounts", json=ACCOUNT)
    form(client, "/login", **ACCOUNT)
    other = client.cookies[COOKIE]
    client.cookies.clear()
    form(client, "/login", **ACCOUNT)
    copied = client.cookies[COOKIE]
    form(client, "/logout")
    assert me(client, copied) == 401
    assert me(client, other) == 200, "another browser stays signed in"


def test_signing_out_everywhere_ends_tokens_too(client: TestClient) -> None:
    entered = client.post(f"{API}/accounts", json=ACCOUNT).json()["token"]
    bearer = {"authorization": f"Bearer {entered}"}
    made = client.post(f"{API}/tokens", json={"label": "bot"}, headers=bearer).json()["token"]
    form(client, "/login", **ACCOUNT)
    cookie = client.cookies[COOKIE]
    form(client, "/logout", everywhere="yes")
    assert me(client, cookie) == 401
    for token in (entered, made):
        headers = {"authorization": f"Bearer {token}"}
        assert client.get(f"{API}/me", headers=headers).status_code == 401


def test_a_program_signs_out(client: TestClient) -> None:
    tokens = [client.post(f"{API}/accounts", json=ACCOUNT).json()["token"]]
    tokens += [client.post(f"{API}/sessions", json=ACCOUNT).json()["token"] for _ in range(2)]
    first, second, third = ({"authorization": f"Bearer {token}"} for token in tokens)
    assert client.delete(f"{API}/sessions", headers=first).status_code == 204
    assert client.get(f"{API}/me", headers=first).status_code == 401
    assert client.get(f"{API}/me", headers=second).status_code == 200
    assert client.delete(f"{API}/sessions?everywhere=true", headers=second).status_code == 204
    assert client.get(f"{API}/me", headers=third).status_code == 401


def test_a_cookie_from_before_there_were_sessions_signs_out_too(client: TestClient) -> None:
    entered = client.post(f"{API}/accounts", json=ACCOUNT).json()["user"]["id"]
    old = client.app.state.signer.write(entered, 1)
    assert me(client, old) == 200
    client.cookies.clear()
    headers = {"cookie": f"{COOKIE}={old}", "content-type": "application/json"}
    assert client.delete(f"{API}/sessions", headers=headers).status_code == 204
    assert me(client, old) == 401


def test_an_old_cookie_is_not_somebody_elses_who_got_the_number(client: TestClient) -> None:
    """A guest goes for good; whoever comes next and has the number is not who holds the old cookie."""
    service, signer = client.app.state.service, client.app.state.signer
    gone = service.guest("Anna")
    issued = int(time.time()) - 50 * 86_400
    with service.db.write() as session:
        session.execute(update(UserRow).values(created=1000 * issued))
    text = f"{gone.id}.0.{issued}"  # as it was written before there were sessions
    old = f"{text}.{signer._mark(text)}"
    assert me(client, old) == 200
    assert purge(service.db, days=30).guests == 1
    assert me(client, old) == 401
    with service.db.write() as session:  # as a restored backup or another database might count
        session.add(UserRow(id=gone.id, name="Ben", created=SYSTEM_CLOCK.now()))
    client.cookies.clear()
    form(client, "/guest", name="Clara")
    table = hot_seat(service, ben := service.user_by_cookie(gone.id, 0))
    assert ben.name == "Ben"
    for path in ("/me", f"/tables/{table.id}/legal", f"/tables/{table.id}"):
        client.cookies.clear()
        answer = client.get(f"{API}{path}", headers={"cookie": f"{COOKIE}={old}"})
        assert answer.status_code == 401 or not answer.json().get("my_seats", answer.json().get("actions"))
    client.cookies.clear()
    assert "Ben" not in client.get("/", headers={"cookie": f"{COOKIE}={old}"}).text


def test_a_number_is_never_given_again(service: TableService) -> None:
    """Cookies, pages and programs hold numbers of people, tokens, tables, lines and requests."""
    anna, ben = service.guest("Anna"), service.guest("Ben")
    table = three_people(service)[0]
    numbers: dict[str, list[int]] = {}
    for _ in range(2):
        with service.db.write() as session:
            made = [
                UserRow(name="X", created=0),
                TokenRow(user_id=anna.id, label="", digest=secrets.token_hex(), created=0),
                TableRow(slug=new_slug(), name="", game="1848", variant="base", rulings="book", seed=1,
                         status="waiting", public=False, created=0, updated=0),
                ChatRow(table_id=1, user_id=ben.id, name="", text="", created=0),
                asked := UndoRow(table_id=1, user_id=ben.id, seat=0, back_to=0, seen=0, reason="",
                                 status="open", created=0),
                RemarkRow(table_id=1, number=0, at=0, seat=0, kind="hint", figures="{}", created=0),
                JobRow(kind="x", key="y", payload="{}", host_id=0, priority=0, state="waiting", due=0,
                       created=0, updated=0),
            ]  # fmt: skip
            session.add_all(made)
            session.flush()
            session.add(said := ConsentRow(request_id=asked.id, user_id=anna.id, agree=True, reason=""))
            session.flush()
            for row in [said, *reversed(made)]:
                numbers.setdefault(row.__tablename__, []).append(row.id)
                session.delete(row)
                session.flush()
    assert service.info(table.id, None).status == "running"
    assert len(numbers) == 8
    for name, (first, second) in numbers.items():
        assert second > first, name
    counted = {
        t.name for t in Base.metadata.sorted_tables if "id" in t.c and isinstance(t.c.id.type, Integer)
    }
    assert counted == set(numbers), "another table with numbers"


@pytest.mark.parametrize("said", [{"secure_cookies": True}, {"public_url": "https://games.example.org"}])
def test_cookies_over_https(sqlite_address: str, said: dict[str, Any]) -> None:
    settings = structs.replace(SETTINGS, database=sqlite_address, pages=True, **said)
    with TestClient(create_app(settings), base_url="https://testserver.local") as client:
        answer = form(client, "/guest", name="Anna")
        given = next(v for v in answer.headers.get_list("set-cookie") if v.startswith(SECURE_COOKIE + "="))
        assert "Secure" in given
        assert "Path=/" in given
        assert "omain=" not in given
        assert client.get(f"{API}/me").json()["name"] == "Anna"
        plain = client.cookies[SECURE_COOKIE]
        client.cookies.clear()
        assert client.get(f"{API}/me", headers={"cookie": f"{COOKIE}={plain}"}).status_code == 401
        client.cookies.clear()
        client.get("/login")
        assert "__Host-csrftoken" in client.cookies


def test_an_open_stream_ends_with_signing_out(serve: Callable[..., Running], sqlite_address: str) -> None:
    server = serve(sqlite_address)
    anna = server.client("Anna")
    seats = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]
    table = anna.post("/tables", json={"game": "1848", "seats": seats}).json()["id"]
    with anna.stream("GET", f"/tables/{table}/events", timeout=30) as stream:
        lines = stream.iter_lines()
        assert any(line.startswith("event: presence") for line in lines)
        token = anna.headers["authorization"]
        assert (
            httpx.delete(f"{server.url}{API}/sessions", headers={"authorization": token}).status_code == 204
        )
        server.client("Ben").post(f"/tables/{table}/chat", json={"text": "for Anna's eyes"})
        rest = []
        for line in lines:
            rest.append(line)
            if "for Anna's eyes" in line:
                break
    assert "for Anna's eyes" not in str(rest)
    assert "event: gone" in rest


def test_twenty_tokens_do_not_keep_anybody_out(service: TableService) -> None:
    anna = service.register("Anna", "correct horse")
    for number in range(accounts.MOST_TOKENS):
        service.make_token(anna, f"bot {number}")
    with pytest.raises(Conflict):
        service.make_token(anna, "one more")
    newest = ""
    for _ in range(accounts.MOST_TOKENS + 5):
        newest = service.entry_token(anna, "signed in")
    assert service.user_by_token(newest) == anna
    assert len(service.tokens(anna)) == 2 * accounts.MOST_TOKENS


def test_sessions_of_a_person_are_bounded(service: TableService) -> None:
    anna = service.guest("Anna")
    names = [service.open_session(anna) for _ in range(accounts.MOST_SESSIONS + 3)]
    alive = [service.user_by_cookie(anna.id, 0, name) is not None for name in names]
    assert alive.count(True) == accounts.MOST_SESSIONS
    assert alive[-1]
    assert service.user_by_cookie(anna.id, 0, "invented") is None


@pytest.mark.parametrize(
    "alike", ["anna", "\u0410nna", "Ann\u0430", "A n n a", "An-na", "\uff21nna", "\u0391nna"]
)
def test_accounts_that_look_alike(service: TableService, alike: str) -> None:
    service.register("Anna", "correct horse")
    with pytest.raises(Conflict):
        service.register(alike, "correct horse")
    for other in ("Anne", "Änna", "Hanna"):
        service.register(other, "correct horse")


BLANK = ["\u034f", "\u115f", "\u17b4", "\u180b", "\u2800", "\u3164", "\ufe0f", "\uffa0", "\U000e0100"]


@pytest.mark.parametrize("blank", BLANK)
def test_a_name_is_seen(local: TableService, blank: str) -> None:
    """What nobody sees is no name, and makes no other name of one."""
    with pytest.raises(Invalid):
        local.guest(blank)
    assert local.guest(f"An{blank}na").name == "Anna"
    anna = local.register("Anna", "correct horse")
    with pytest.raises(Conflict):
        local.register(f"Anna{blank}", "correct horse")
    assert local.login(f"Anna{blank}", "correct horse") == anna
    seats = [SeatChoice("me"), SeatChoice("hotseat", f"Anna{blank}"), SeatChoice("hotseat", blank)]
    table = local.create_table(anna, NewTable("1848", seats))
    assert {seat.name for seat in table.seats} == {"Anna", "Anna 2", "Player 3"}


@pytest.mark.parametrize("at", ["@", "\uff20", "\ufe6b"])
def test_no_name_stands_for_an_address(service: TableService, at: str) -> None:
    anna = service.register("Anna", "correct horse", "anna@example.org")
    with pytest.raises(Invalid):
        service.register(f"anna{at}example.org", "battery staple")
    with service.db.write() as session:  # somebody got one when it was not seen
        row = UserRow(
            name="anna\uff20example.org", key="anna@example.org", password="!", look="x", created=0, epoch=0
        )
        session.add(row)
    assert service.login("Anna@example.org", "correct horse") == anna


def test_seats_that_look_alike(local: TableService) -> None:
    from stellwerk.server.model import NewTable
    from tests.server.fixtures import chairs

    ilia = local.guest("Ilia")
    table = local.create_table(ilia, NewTable("1848", chairs("me", "open", "open")))
    assert local.join(table.id, local.guest("llia")).seats[1].name == "llia 2"


def test_a_guest_keeps_his_seats_when_he_registers(service: TableService) -> None:
    guest = service.guest("Anna")
    table = hot_seat(service, guest)
    anna = service.register("Anna", "correct horse", guest=guest)
    assert service.info(table.id, anna).my_seats == [0, 1, 2]
    assert service.user_by_cookie(guest.id, 0) is None
