"""What comes in: limits that cannot be walked around, and requests that make no sense."""

import gc
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import httpx
import pytest
import segno
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.cli.serve import create_app
from stellwerk.engine import titles
from stellwerk.server import limits
from stellwerk.server.limits import Limits, Rate
from stellwerk.server.problems import TooMany
from stellwerk.server.session import COOKIE, KNOWN
from stellwerk.server.stream_limits import ONLOOKERS_OF_AN_ADDRESS, StreamLimits, Visitor
from tests.server.clock import HandClock
from tests.server.fixtures import SETTINGS
from tests.server.running import Running

API = "/api/v1"


@pytest.fixture
def strict(sqlite_address: str) -> Iterator[TestClient]:
    """A server that counts."""
    settings = structs.replace(SETTINGS, database=sqlite_address, rate_limits=True, pages=True)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def client(sqlite_address: str) -> Iterator[TestClient]:
    settings = structs.replace(SETTINGS, database=sqlite_address, pages=True)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


# -- limits


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/sessions",
        "/api/v1/sessions/",
        "//api/v1/sessions",
        "/api//v1/sessions",
        "/api/v1//sessions//",
    ],
)
def test_passwords_are_not_guessed_by_another_path(strict: TestClient, path: str) -> None:
    base = str(strict.base_url).rstrip("/")
    guess = {"name": "Anna", "password": "wrong horse"}
    codes = [strict.post(base + path, json=guess).status_code for _ in range(40)]
    assert codes.count(429) >= 5
    assert set(codes) <= {403, 429}


def test_passwords_are_not_guessed_with_invented_tokens(strict: TestClient) -> None:
    strict.post(f"{API}/accounts", json={"name": "Anna", "password": "correct horse"})
    codes = []
    for number in range(60):
        headers = {"authorization": f"Bearer sw_invented{number}"}
        guess = {"name": "Anna", "password": f"wrong horse {number}"}
        codes.append(strict.post(f"{API}/sessions", json=guess, headers=headers).status_code)
    assert codes.count(403) <= 25


def test_passwords_of_one_account_are_not_guessed_from_many_places(
    strict: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stellwerk.server.middleware.address_of", lambda connection: str(time.monotonic_ns()))
    strict.post(f"{API}/accounts", json={"name": "Anna", "password": "correct horse"})
    strict.post(f"{API}/accounts", json={"name": "Ben", "password": "correct horse"})
    wrong = [
        strict.post(f"{API}/sessions", json={"name": name, "password": f"wrong horse {n}"}).status_code
        for n in range(20)
        for name in ("Anna", "ANNA")
    ]
    assert wrong.count(403) <= limits.ACCOUNT.burst + 1
    last = strict.post(f"{API}/sessions", json={"name": "Anna", "password": "correct horse"})
    assert last.status_code == 429
    other = strict.post(f"{API}/sessions", json={"name": "Ben", "password": "correct horse"})
    assert other.status_code == 201


def test_right_passwords_are_not_counted(strict: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.server.middleware.address_of", lambda connection: str(time.monotonic_ns()))
    strict.post(f"{API}/accounts", json={"name": "Anna", "password": "correct horse"})
    for _ in range(int(limits.ACCOUNT.burst) + 5):
        entered = strict.post(f"{API}/sessions", json={"name": "Anna", "password": "correct horse"})
        assert entered.status_code == 201


def test_an_invented_token_makes_nobody_unlimited(
    strict: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stellwerk.server.middleware.READ", Rate(50, 0.1))  # a slow machine is no excuse
    codes = [
        strict.get(f"{API}/games", headers={"authorization": f"Bearer sw_invented{n}"}).status_code
        for n in range(80)
    ]
    assert codes.count(429) >= 20


def test_guests_do_not_come_in_by_another_door(strict: TestClient) -> None:
    """A form without a name makes a guest: that counts as entering."""
    strict.get("/")
    token = strict.cookies["csrftoken"]
    fields = {"guest": "Mallory", "game": "1848", "count": "3", "_csrf_token": token}
    codes = []
    for _ in range(40):
        strict.cookies.delete("stellwerk")
        codes.append(strict.post("/tables", data=fields, follow_redirects=False).status_code)
    assert codes.count(429) >= 5


def test_who_is_known_is_counted_as_himself(strict: TestClient) -> None:
    token = strict.post(f"{API}/guests", json={"name": "Anna"}).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    assert strict.get(f"{API}/me", headers=headers).status_code == 200
    for _ in range(25):  # others at the same address use up its way in
        strict.post(f"{API}/guests", json={"name": "x"})
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    made = strict.post(f"{API}/tables", json={"game": "1848", "seats": seats}, headers=headers)
    assert made.status_code == 201


def test_the_oldest_bucket_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEPT", 100)
    found, rate = Limits(HandClock()), Rate(3, 0.001)
    for _ in range(3):
        found.wait("mallory", rate)
    for number in range(1_000):
        found.wait(f"invented {number}", rate)
        if number % 50 == 0:
            assert found.wait("mallory", rate) > 0, "invented keys emptied his bucket"


# -- the same path for all who judge it


@pytest.mark.parametrize("path", ["//api/v1/tables", "/api//v1/tables", "/api/v1/tables/"])
def test_a_foreign_page_finds_no_other_path(client: TestClient, path: str) -> None:
    client.get("/login")
    client.post("/guest", data={"name": "Anna", "_csrf_token": client.cookies["csrftoken"]})
    body = b'{"game": "1848", "seats": [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]}'
    base = str(client.base_url).rstrip("/")
    answer = client.post(base + path, content=body, headers={"content-type": "text/plain"})
    assert answer.status_code == 403


# -- what makes no sense


def test_no_utf_8(client: TestClient) -> None:
    token = client.post(f"{API}/guests", json={"name": "Anna"}).json()["token"]
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    for body in (b'{"name": "\xff"}', b"\xff\xfe", b'{"n\xc3": 1}'):
        for path in ("guests", "tables", "uploads", "sessions"):
            assert client.post(f"{API}/{path}", content=body, headers=headers).status_code == 400


@pytest.mark.parametrize(
    "path",
    ["/static/%00", "/static/a%00.css", "/static/" + "a" * 5_000, "/%00", "/t/%0a", f"{API}/tables/%00"],
)
def test_paths_that_are_none(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_answers_are_not_kept(client: TestClient) -> None:
    for path in ("games", "tables", "me", "nowhere"):
        assert client.get(f"{API}/{path}").headers["cache-control"] == "no-store"
    assert client.get("/static/css/map.css").headers.get("cache-control") != "no-store"


# -- metrics


def test_invented_methods_are_no_labels(sqlite_address: str) -> None:
    settings = structs.replace(SETTINGS, database=sqlite_address, metrics_token="x")
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        for number in range(5):
            client.request(f"INVENTED{number}", f"{API}/games")
        text = client.get("/metrics", headers={"authorization": "Bearer x"}).text
    assert "INVENTED" not in text
    assert 'method="other"' in text


def test_metrics_are_for_the_operator(
    serve: Callable[..., Running], sqlite_address: str, tmp_path: Path
) -> None:
    local = serve(sqlite_address)
    assert httpx.get(f"{local.url}/metrics").status_code == 200
    through = httpx.get(f"{local.url}/metrics", headers={"x-forwarded-for": "203.0.113.7"})
    assert through.status_code == 404, "through a proxy on this machine"
    locked = serve(f"sqlite:///{tmp_path / 'other.db'}", metrics_token="let me see")
    assert httpx.get(f"{locked.url}/metrics").status_code == 404
    shown = httpx.get(f"{locked.url}/metrics", headers={"authorization": "Bearer let me see"})
    assert shown.status_code == 200
    assert httpx.get(f"{locked.url}/health").status_code == 200


# -- requests that do not arrive


def test_slow_and_broken_requests(serve: Callable[..., Running], sqlite_address: str) -> None:
    server = serve(sqlite_address, body_seconds="1", log_level="INFO")
    head = b"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    head += b"Content-Length: 100\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.sendall(head + b'{"name"')
        slow.settimeout(10)
        began = time.monotonic()
        answer = slow.recv(1000)
        assert b"408" in answer.split(b"\r\n")[0]
        assert time.monotonic() - began < 5
    with socket.create_connection(("127.0.0.1", server.port)) as broken:
        broken.sendall(head + b'{"name"')
        time.sleep(0.2)
    time.sleep(0.5)
    text = httpx.get(f"{server.url}/metrics").text
    assert 'status="408"' in text
    assert 'status="500"' not in text
    # a stream may stay open for longer than a request may take to arrive
    anna = server.client("Anna")
    seats = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]
    table = anna.post("/tables", json={"game": "1848", "seats": seats}).json()["id"]
    with anna.stream("GET", f"/tables/{table}/events") as stream:
        lines = stream.iter_lines()
        assert any("presence" in line for line in lines)
        time.sleep(2)
        anna.post(f"/tables/{table}/chat", json={"text": "still here"})
        assert any("still here" in line for line in lines)


def test_all_titles_are_there_before_the_first_request(sqlite_address: str) -> None:
    """Threads that import one for the first time at the same time get in each other's way."""
    program = (
        "import sys; from stellwerk.server.app import create_app; from stellwerk.server.settings import *; "
        "create_app(Settings(database=sys.argv[1], pages=False)); "
        "print(sum(name.startswith('stellwerk.games.g') and name.count('.') == 2 for name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, sqlite_address], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) == len([name for name in titles() if name.id != "sealed"])


# -- streams


def test_one_address_does_not_take_all_places() -> None:
    doors = StreamLimits(400)
    crowd, player = Visitor("203.0.113.7", False), Visitor("203.0.113.7", True)

    def fill(visitor: Visitor) -> int:
        for count in range(2_000):
            try:
                doors.check(visitor)
            except TooMany:
                return count
            doors.opened(visitor)
        return 2_000

    assert fill(crowd) == ONLOOKERS_OF_AN_ADDRESS
    doors.check(player)
    doors.opened(player)
    for number in range(50):
        fill(Visitor(f"198.51.100.{number}", False))
    assert doors.onlookers == 300, "a quarter is kept for players"
    doors.check(Visitor("192.0.2.1", True))
    with pytest.raises(TooMany):
        doors.check(Visitor("192.0.2.1", False))
    doors.closed(crowd)
    doors.check(Visitor("192.0.2.1", False))


def test_many_that_come_at_once_are_counted_too(serve: Callable[..., Running], sqlite_address: str) -> None:
    """Between the question whether there is a place and the taking of it others ask as well."""
    server = serve(sqlite_address)
    anna = server.client("Anna")
    seats = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]
    table = anna.post("/tables", json={"game": "1848", "seats": seats}).json()["id"]
    crowd = []
    for _ in range(ONLOOKERS_OF_AN_ADDRESS + 60):
        crowd.append(socket.create_connection(("127.0.0.1", server.port)))
        crowd[-1].sendall(f"GET /api/v1/tables/{table}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    try:
        for one in crowd:
            one.settimeout(20)
            assert one.recv(12).startswith(b"HTTP/1.1 ")
        time.sleep(1)
        shown = httpx.get(f"{server.url}/metrics").text
        watching = next(line for line in shown.splitlines() if line.startswith("stellwerk_watchers "))
        assert float(watching.split()[1]) <= ONLOOKERS_OF_AN_ADDRESS
    finally:
        for one in crowd:
            one.close()


def test_players_find_a_place_when_onlookers_do_not(
    serve: Callable[..., Running], sqlite_address: str
) -> None:
    server = serve(sqlite_address, watchers="8")
    anna = server.client("Anna")
    seats = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]
    table = anna.post("/tables", json={"game": "1848", "seats": seats}).json()["id"]
    url = f"{server.url}{API}/tables/{table}/events"
    opened, lines = [], []
    with httpx.Client(timeout=10) as crowd:
        try:
            for _ in range(10):
                stream = crowd.stream("GET", url)
                answer = stream.__enter__()
                opened.append((stream, answer))
                if answer.status_code == 200:
                    lines.append(answer.iter_lines())
                    next(lines[-1])
            assert [answer.status_code for _, answer in opened] == [200] * 6 + [429] * 4
            with anna.stream("GET", f"/tables/{table}/events") as mine:
                assert mine.status_code == 200
        finally:
            for stream, _ in opened:
                stream.__exit__(None, None, None)


# -- links


def picture(address: str) -> str:
    """The QR code of an address, as a picture of its own."""
    made = BytesIO()
    code = segno.make(address, error="m")
    code.save(made, kind="svg", xmldecl=False, nl=False, scale=4, border=2, omitsize=True)
    return made.getvalue().decode()


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("localhost:1848", "http://localhost:1848"),
        ("192.168.1.5:1848", "http://192.168.1.5:1848"),
        ("[::1]:1848", "http://[::1]:1848"),
        ("living-room.local", "http://living-room.local"),
        ("evil.example", "http://127.0.0.1:{port}"),
        ("localhost.evil.example", "http://127.0.0.1:{port}"),
        ("localhost@evil.example", "http://127.0.0.1:{port}"),
    ],
)
@pytest.mark.xdist_group("links")
def test_a_link_does_not_follow_a_forged_host(shared: Running, host: str, shown: str) -> None:
    client = shared.client("Anna")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    table = client.post("/tables", json={"game": "1848", "seats": seats}).json()["id"]
    wanted = f"{shown.format(port=shared.port)}/t/{table}"
    page = httpx.get(f"{shared.url}/t/{table}", headers={"host": host})
    if page.status_code == 400:  # the framework would not even look at it
        return
    assert wanted in page.text
    assert "evil.example" not in page.text
    code = httpx.get(f"{shared.url}/t/{table}/qr.svg", headers={"host": host}).text
    assert code == picture(wanted)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server with pages for all links."""
    folder = tmp_path_factory.mktemp("links")
    running = Running(f"sqlite:///{folder / 'x.db'}", pages="true")
    yield running.start()
    running.stop()


def test_the_operator_says_how_the_server_is_reached(sqlite_address: str) -> None:
    settings = structs.replace(
        SETTINGS, database=sqlite_address, pages=True, public_url="https://games.example.org/"
    )
    with TestClient(create_app(settings)) as client:
        token = client.post(f"{API}/guests", json={"name": "Anna"}).json()["token"]
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        headers = {"authorization": f"Bearer {token}"}
        table = client.post(f"{API}/tables", json={"game": "1848", "seats": seats}, headers=headers).json()[
            "id"
        ]
        link = f"https://games.example.org/t/{table}"
        assert link in client.get(f"/t/{table}", headers={"host": "evil.example"}).text
        code = client.get(f"/t/{table}/qr.svg").text
        assert code == picture(link)


def test_wrong_passwords_do_not_keep_the_owner_out(
    strict: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody guesses without end, from one address and then from many."""
    monkeypatch.setattr("stellwerk.server.middleware.address_of", lambda connection: str(time.monotonic_ns()))
    monkeypatch.setattr("stellwerk.server.accounts.EVERYWHERE", Rate(60, 1 / 1000))  # machines may be slow
    here = ["10.0.0.1"]
    monkeypatch.setattr("stellwerk.server.api_accounts.address_of", lambda connection: here[0])
    made = strict.post(f"{API}/accounts", json={"name": "Anna", "password": "correct horse"}).json()
    strict.cookies.clear()
    right, wrong = ({"name": "Anna", "password": word} for word in ("correct horse", "wrong horse"))

    def codes(body: dict[str, str], times: int = 1, **headers: str) -> list[int]:
        return [strict.post(f"{API}/sessions", json=body, headers=headers).status_code for _ in range(times)]

    assert 429 in codes(wrong, 30)
    here[0] = "10.0.0.2"
    assert codes(right) == [201], "another address"
    for number in range(3, 12):
        here[0] = f"10.0.0.{number}"
        last = codes(wrong, 12)
    assert last[-1] == 429
    here[0] = "10.0.0.99"
    assert codes(right) == [429], "so many guesses are not let through, wherever they come from"
    known = f"{COOKIE}{KNOWN}={strict.app.state.signer.write_browser(made['user']['id'])}"
    assert codes(right, cookie=known) == [201], "her own browser"
    assert codes(right, authorization=f"Bearer {made['token']}") == [201], "or a program of hers"
    assert codes(wrong, 30, cookie=known).count(403) <= limits.ACCOUNT.burst + 1, "which guesses no faster"
    forged = f"{COOKIE}{KNOWN}={made['user']['id']}.invented.{'0' * 64}"
    assert codes(right, cookie=forged) == [429]


@pytest.mark.parametrize("host", ["a:99999999", "a:b", "[::1", "[x]"])
def test_a_host_that_is_none(client: TestClient, host: str) -> None:
    assert client.get("/help", headers={"host": host}).status_code == 400


def test_a_part_in_an_alphabet_that_nobody_knows(client: TestClient) -> None:
    client.get("/")
    part = (
        b'--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=b\r\n\r\n1\r\n'
    )
    headers = {"content-type": "multipart/form-data; boundary=x", "x-csrftoken": client.cookies["csrftoken"]}
    assert client.post("/upload", content=part + b"--x--\r\n", headers=headers).status_code == 400


# Litestar leaves the file of a form that it turns away to the collector.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("part", ['name="_csrf_token"; filename="a"', 'name="_csrf_token"'])
def test_a_token_that_is_a_file_or_several(client: TestClient, part: str) -> None:
    client.get("/")
    one = f"--x\r\nContent-Disposition: form-data; {part}\r\n\r\n1\r\n".encode()
    headers = {"content-type": "multipart/form-data; boundary=x"}
    assert client.post("/upload", content=one * 2 + b"--x--\r\n", headers=headers).status_code == 403
    gc.collect(1)  # the young are enough, and the games that are kept here are many
