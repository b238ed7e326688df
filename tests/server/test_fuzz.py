"""Schemathesis reads the interface's own description and sends it nonsense: never a 5xx."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from litestar.testing import TestClient
from msgspec import structs

from stellwerk.server.app import create_app
from tests.sampling import ALL
from tests.server.fixtures import SETTINGS

EXAMPLES = 20 if ALL else 4
"""For each of the interface's operations; more in `make soak`."""


@pytest.fixture
def client(sqlite_address: str) -> Iterator[TestClient]:
    app = create_app(structs.replace(SETTINGS, database=sqlite_address))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def test_no_server_error(client: TestClient) -> None:
    schema = schemathesis.openapi.from_dict(client.get("/schema/openapi.json").json())
    token = client.post("/api/v1/guests", json={"name": "Fuzz"}).json()["token"]
    seats = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]
    headers = {"authorization": f"Bearer {token}"}
    running = client.post("/api/v1/tables", json={"game": "1848", "seats": seats}, headers=headers).json()[
        "id"
    ]
    seats[2] = {"kind": "open"}
    waiting = client.post("/api/v1/tables", json={"game": "1848", "seats": seats}, headers=headers).json()[
        "id"
    ]
    faults: list[str] = []
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path.endswith("/events"):
            continue  # a stream has no end; test_api reads it

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def send(case: Any) -> None:
            nonlocal tried
            for table in (running, waiting, None):
                path: Any = dict(case.path_parameters or {})
                if table is not None and "table" in path:
                    path["table"] = table
                elif table is not None:
                    continue
                url = case.operation.path
                for name, value in path.items():
                    url = url.replace("{" + name + "}", _quoted(value))
                try:
                    answer = client.request(
                        case.method,
                        url,
                        params={k: str(v) for k, v in (case.query or {}).items()},
                        headers=headers,
                        **_body(case.body),
                    )
                except (UnicodeError, ValueError):
                    continue  # what cannot even be sent
                tried += 1
                if answer.status_code >= 500:
                    faults.append(f"{case.method} {url} {case.query} {case.body!r}: {answer.status_code}")

        send()
    assert faults == []
    assert tried > 150


def _quoted(value: object) -> str:
    from urllib.parse import quote

    return quote(str(value), safe="") or "-"


def _body(body: Any) -> dict[str, Any]:
    from schemathesis.core import NotSet

    return {} if isinstance(body, NotSet) else {"json": body}


RAW = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"x"',
    b"\xff\xfe\x00",
    b'{"action": {"type": "pass", "seat": 1e400}, "seen": 1}',
    b'{"action": {"type": "pass", "seat": 99999999999999999999999}, "seen": 1}',
    b'{"action": {"type": "\\ud800", "seat": 0}, "seen": 1}',
    b'{"action": {"type": "buy_private", "seat": 0, "private": "\\u0000"}, "seen": 1}',
    b'{"seen": -1, "action": {}}',
    b'{"action": ' + b'{"a":' * 3000 + b"1" + b"}" * 3000 + b', "seen": 1}',
]


PATHS = ["/tables/{}/actions", "/tables", "/guests", "/tables/{}/chat", "/uploads", "/tables/{}/undo"]


def test_raw_bodies(client: TestClient) -> None:
    token = client.post("/api/v1/guests", json={"name": "Fuzz"}).json()["token"]
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    seats = [{"kind": "me"}, {"kind": "hotseat"}, {"kind": "hotseat"}]
    table = client.post("/api/v1/tables", json={"game": "1848", "seats": seats}, headers=headers).json()["id"]
    for path in PATHS:
        for body in RAW:
            answer = client.post("/api/v1" + path.format(table), content=body, headers=headers)
            assert 400 <= answer.status_code < 500, (path, body[:80], answer.text)
            assert answer.json()["error"]
