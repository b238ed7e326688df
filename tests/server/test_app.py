"""The application in this process: people, cookies, headers, limits, failures."""

import time
from collections.abc import Iterator

import msgspec
import pytest
from litestar import Request, Response, get, post
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.engine import Game, Setup, title, titles, view
from stellwerk.server.app import Pages, create_app
from stellwerk.server.dependencies import Asker, Service
from stellwerk.server.session import COOKIE, sign_in, sign_out
from stellwerk.server.settings import Settings, from_environment, to_environment
from tests.server.fixtures import SETTINGS

API = "/api/v1"


@get("/who", sync_to_thread=True)
def who(user: Asker) -> str:
    return user.name if user else "nobody"


@post("/enter", sync_to_thread=True, status_code=200)
def enter(request: Request, service: Service) -> Response[str]:
    response = Response("in")
    sign_in(request, response, service.guest("Anna"))
    return response


@post("/out", sync_to_thread=True, status_code=200)
def out(request: Request) -> Response[str]:
    response = Response("out")
    sign_out(request, response)
    return response


@get("/broken", sync_to_thread=True)
def broken() -> str:
    raise RuntimeError("secret detail")


@pytest.fixture
def client(sqlite_address: str) -> Iterator[TestClient]:
    settings = structs.replace(SETTINGS, database=sqlite_address, metrics_token="let me see")
    app = create_app(settings, Pages([who, enter, out, broken]))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def bearer(client: TestClient, name: str = "Anna") -> dict[str, str]:
    token = client.post(f"{API}/guests", json={"name": name}).json()["token"]
    return {"authorization": f"Bearer {token}"}


def wish(count: int = 3) -> dict:
    return {"game": "1848", "seats": [{"kind": "me"}, *[{"kind": "hotseat"}] * (count - 1)]}


def test_guests_accounts_and_their_seats(client: TestClient) -> None:
    guest = bearer(client)
    table = client.post(f"{API}/tables", json=wish(), headers=guest).json()["id"]
    account = {"name": "Anna", "password": "correct horse", "email": "Anna@Example.org"}
    made = client.post(f"{API}/accounts", json=account, headers=guest).json()
    assert not made["user"]["guest"]
    assert client.post(f"{API}/accounts", json=account).status_code == 409
    for name in ("anna", "ANNA@example.org"):
        entered = client.post(f"{API}/sessions", json={"name": name, "password": "correct horse"}).json()
        mine = client.get(
            f"{API}/tables?which=mine", headers={"authorization": f"Bearer {entered['token']}"}
        ).json()
        assert [t["id"] for t in mine] == [table], "the guest's seats came along"
    wrong = client.post(f"{API}/sessions", json={"name": "Anna", "password": "wrong horse"})
    nobody = client.post(f"{API}/sessions", json={"name": "Nobody", "password": "wrong horse"})
    assert (wrong.status_code, wrong.json()) == (403, nobody.json())


def test_login_claims_a_guests_seats(client: TestClient) -> None:
    client.post(f"{API}/accounts", json={"name": "Anna", "password": "correct horse"})
    guest = bearer(client, "Anna on the phone")
    table = client.post(f"{API}/tables", json=wish(), headers=guest).json()["id"]
    entered = client.post(
        f"{API}/sessions", json={"name": "Anna", "password": "correct horse"}, headers=guest
    ).json()
    account = {"authorization": f"Bearer {entered['token']}"}
    assert client.get(f"{API}/tables/{table}", headers=account).json()["my_seats"] == [0, 1, 2]


@pytest.mark.parametrize(
    "data", [{"name": ""}, {"name": "\0"}, {"name": "x" * 81}, {}, [], {"name": 1}, {"no": 1}]
)
def test_no_name(client: TestClient, data: object) -> None:
    answer = client.post(f"{API}/guests", json=data)
    assert answer.status_code == 400
    assert answer.json()["error"]


@pytest.mark.parametrize("password", ["short", "x" * 300])
def test_bad_passwords(client: TestClient, password: str) -> None:
    assert client.post(f"{API}/accounts", json={"name": "A", "password": password}).status_code == 400


def test_tokens(client: TestClient) -> None:
    anna = bearer(client)
    made = client.post(f"{API}/tokens", json={"label": "my bot"}, headers=anna).json()
    mine = {"authorization": f"Bearer {made['token']}"}
    assert client.get(f"{API}/me", headers=mine).json()["name"] == "Anna"
    listed = client.get(f"{API}/tokens", headers=mine).text
    assert made["token"] not in listed
    client.delete(f"{API}/tokens/{made['info']['id']}", headers=anna)
    assert client.get(f"{API}/me", headers=mine).status_code == 401
    assert client.get(f"{API}/me", headers={"authorization": "Bearer sw_nonsense"}).status_code == 401
    assert client.get(f"{API}/me", headers={"authorization": "Basic abc"}).status_code == 401


def csrf(client: TestClient) -> dict[str, str]:
    client.get("/who")
    return {"x-csrftoken": client.cookies["csrftoken"]}


def test_the_cookie(client: TestClient) -> None:
    assert client.get("/who").text == "nobody"
    assert client.post("/enter").status_code == 403, "a form needs its token"
    answer = client.post("/enter", headers=csrf(client))
    assert answer.status_code == 200
    given = next(v for v in answer.headers.get_list("set-cookie") if v.startswith(COOKIE + "="))
    assert "HttpOnly" in given
    assert "SameSite=lax" in given
    assert client.get("/who").text == "Anna"
    value = client.cookies[COOKIE]
    for forged in (
        value[:-1] + ("0" if value[-1] != "0" else "1"),
        "1" + value,
        "1.0.9999999999.",
        "x",
        "ä.b",
    ):
        client.cookies.delete(COOKIE)
        assert client.get("/who", headers={"cookie": f"{COOKIE}={forged}".encode()}).text == "nobody"
    client.post("/enter", headers=csrf(client))
    assert client.get("/who").text == "Anna"
    client.post("/out", headers=csrf(client))
    assert client.get("/who").text == "nobody"


def test_a_foreign_page_cannot_write(client: TestClient) -> None:
    client.post("/enter", headers=csrf(client))
    body = msgspec.json.encode(wish())
    json = {"content-type": "application/json"}
    assert client.post(f"{API}/tables", content=body, headers=json).status_code == 201
    for headers in (
        {"content-type": "text/plain"},
        {"content-type": "application/x-www-form-urlencoded"},
        {**json, "origin": "https://evil.example"},
        {**json, "sec-fetch-site": "cross-site"},
    ):
        assert client.post(f"{API}/tables", content=body, headers=headers).status_code == 403


def test_headers(client: TestClient) -> None:
    for path in ("/who", "/nowhere", f"{API}/tables/nowhere22", "/broken", f"{API}/games"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_failures_say_nothing_of_the_inside(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    answer = client.get("/broken")
    assert answer.status_code == 500
    assert "secret detail" not in answer.text
    assert client.get("/nowhere").status_code == 404


def test_sizes_are_bounded(client: TestClient) -> None:
    anna = bearer(client)
    big = {"game": "1848", "name": "x" * 100_000, "seats": []}
    assert client.post(f"{API}/tables", json=big, headers=anna).status_code == 413
    assert client.post(f"{API}/uploads", json={"actions": ["x" * 200_000]}, headers=anna).status_code == 400
    assert client.post(f"{API}/uploads", content=b"x" * 4_100_000, headers=anna).status_code == 413


def test_rates_are_limited(sqlite_address: str) -> None:
    settings = structs.replace(SETTINGS, database=sqlite_address, rate_limits=True)
    with TestClient(create_app(settings)) as client:
        codes = [client.post(f"{API}/guests", json={"name": "A"}).status_code for _ in range(30)]
        assert codes.count(201) in (20, 21, 22)
        last = client.post(f"{API}/guests", json={"name": "A"})
        assert last.status_code == 429
        assert int(last.headers["retry-after"]) >= 1
        assert client.get(f"{API}/games").status_code == 200, "reading goes on"


def test_health_and_metrics(client: TestClient) -> None:
    assert client.get("/health").json() == {"status": "ok"}
    anna = bearer(client)
    table = client.post(f"{API}/tables", json=wish(), headers=anna).json()["id"]
    legal = client.get(f"{API}/tables/{table}/legal", headers=anna).json()
    act = {"action": legal["actions"][0], "seen": legal["version"]}
    client.post(f"{API}/tables/{table}/actions", json=act, headers=anna)
    client.post(f"{API}/tables/{table}/actions", json=act, headers=anna)
    text = client.get("/metrics", headers={"authorization": "Bearer let me see"}).text
    assert 'stellwerk_submissions_total{outcome="committed"} 1.0' in text
    assert 'stellwerk_submissions_total{outcome="stale"} 1.0' in text
    assert "/api/v1/tables/{table}/actions" in text
    assert table not in text, "links are secrets"


def test_metrics_of_jobs(client: TestClient) -> None:
    anna = bearer(client)
    seats = [{"kind": "bot"}] * 3
    table = client.post(f"{API}/tables", json={"game": "1848", "seats": seats}, headers=anna).json()["id"]
    deadline = time.monotonic() + 20
    told = ""
    # A row of the database is over after some moves in a row.
    while 'stellwerk_jobs_kept{kind="bot",state="done"}' not in told and time.monotonic() < deadline:
        told = client.get("/metrics", headers={"authorization": "Bearer let me see"}).text
    assert 'stellwerk_jobs_kept{kind="bot",state="done"}' in told
    assert 'stellwerk_job_seconds_count{kind="bot"}' in told
    assert 'stellwerk_jobs_total{kind="bot",outcome="done"}' in told
    assert table not in told, "links are secrets"


def test_logs_are_json_without_secrets(
    client: TestClient, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from stellwerk.server.metrics import log_to_stderr

    log_to_stderr("INFO")
    try:
        anna = bearer(client)
        table = client.post(f"{API}/tables", json=wish(), headers=anna).json()["id"]
        client.post(f"{API}/sessions", json={"name": "Anna", "password": "correct horse"})
        client.get("/broken")
    finally:
        log_to_stderr("CRITICAL")
    lines = [msgspec.json.decode(line) for line in capsys.readouterr().err.splitlines()]
    assert {"time", "level", "event"} <= lines[0].keys()
    assert [line["status"] for line in lines if line["event"] == "request"] == [201, 201, 403, 500]
    everything = str(lines)
    for secret in (anna["authorization"].split()[1], table, "correct horse", "Anna"):
        assert secret not in everything


def test_the_interface_documents_itself(client: TestClient) -> None:
    schema = client.get("/schema/openapi.json").json()
    for path in ("/tables", "/tables/{table}/view", "/tables/{table}/legal", "/tables/{table}/actions",
                 "/tables/{table}/events", "/tables/{table}/save", "/uploads", "/tokens"):  # fmt: skip
        assert API + path in schema["paths"]
    assert schema["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    actions = client.get(f"{API}/games/1848/schema").json()
    assert "$defs" in actions
    assert client.get(f"{API}/games/none/schema").status_code == 400
    assert client.get(f"{API}/games/none/view-schema").status_code == 400


@pytest.mark.parametrize("game", [found.id for found in titles()])
def test_a_view_has_the_fields_that_its_schema_tells(client: TestClient, game: str) -> None:
    schema = client.get(f"{API}/games/{game}/view-schema").json()
    told = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    least = min(fewest for fewest, _ in title(game).players.values())
    variant = next(name for name, (fewest, _) in title(game).players.items() if fewest == least)
    state = Game.new(Setup(game, tuple("ABCDEF"[:least]), variant)).state
    shown = msgspec.json.decode(msgspec.json.encode(view(state, 0)))
    assert set(told["required"]) <= shown.keys() <= told["properties"].keys()
    assert msgspec.json.encode(msgspec.convert(shown, type(view(state, 0)))) == msgspec.json.encode(shown)


def test_settings_through_the_environment() -> None:
    given = Settings(database="x.db", bot_delay=1.5, secure_cookies=True, several_workers=True)
    assert from_environment(to_environment(given)) == given
    assert from_environment({"STELLWERK_DATABASE_URL": "postgresql://x/y"}).database == "postgresql://x/y"


def test_chat_and_notes(client: TestClient) -> None:
    anna, ben = bearer(client), bearer(client, "Ben")
    table = client.post(f"{API}/tables", json=wish(), headers=anna).json()["id"]
    assert (
        client.post(f"{API}/tables/{table}/chat", json={"text": "  Hi \0 all "}, headers=ben).status_code
        == 201
    )
    lines = client.get(f"{API}/tables/{table}/chat", headers=anna).json()
    assert [(line["name"], line["text"], line["mine"]) for line in lines] == [("Ben", "Hi  all", False)]
    assert (
        client.put(f"{API}/tables/{table}/note", json={"text": "my\nplan"}, headers=anna).status_code == 200
    )
    assert client.get(f"{API}/tables/{table}/note", headers=anna).json()["text"] == "my\nplan"
    assert client.get(f"{API}/tables/{table}/note", headers=ben).json()["text"] == ""
    for bad in ("", " \n ", "x" * 600):
        answer = client.post(f"{API}/tables/{table}/chat", json={"text": bad}, headers=anna)
        assert answer.status_code == 400


def test_the_schema_as_yaml_is_written_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a tenth of a second and more, and anybody may ask for it."""
    from litestar.openapi.plugins import yaml

    first = client.get("/schema/openapi.yaml")
    assert first.status_code == 200
    monkeypatch.setattr(yaml, "dump", None)
    assert client.get("/schema/openapi.yml").content == first.content
