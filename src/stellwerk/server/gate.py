"""The gate: every request passes here first and every answer last.

Limits and same-origin checks before, security headers, counters and a line in the log after.
"""

import logging
import math
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.types import HTTPScope, Message, Send

from stellwerk.server.failures import Failure
from stellwerk.server.limits import ENTRY, READ, WRITE, Limits
from stellwerk.server.session import claim_of

_log = logging.getLogger("stellwerk.server")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
ENTRIES = frozenset(
    {"/api/v1/guests", "/api/v1/accounts", "/api/v1/sessions", "/guest", "/login", "/register"}
)
"""Where people come in: here it is counted by address, and slowly."""

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]
TRANSPORT = (b"strict-transport-security", b"max-age=31536000")


class Gated(Litestar):
    """A Litestar application behind the gate."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                have = {name.lower() for name, _ in message["headers"]}
                extra = [header for header in HEADERS if header[0] not in have]
                if scope["scheme"] == "https":
                    extra.append(TRANSPORT)
                message["headers"] = [*message["headers"], *extra]
                self._note(scope, status, time.perf_counter() - began)
            await send(message)

        refused = self._refuse(scope)
        if refused is not None:
            await _reply(sending, *refused)
            return
        await super().__call__(scope, receive, sending)

    def _refuse(self, scope: HTTPScope) -> tuple[int, str, list[tuple[bytes, bytes]]] | None:
        """Why a request does not even come in: status, reason, headers."""
        scope["app"] = scope["litestar_app"] = self
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        path, safe = scope["path"], scope["method"] in SAFE
        if path.startswith("/static/"):
            return None
        claim = claim_of(connection)
        if self.state.settings.rate_limits:
            limits: Limits = self.state.limits
            address = connection.client.host if connection.client else "?"
            if path in ENTRIES and not safe:
                wait = limits.wait(f"e{address}", ENTRY)
            else:
                kind = "r" if safe else "w"
                key = claim.key if claim is not None and claim.key else f"a{address}"
                wait = limits.wait(kind + key, READ if safe else WRITE)
            if wait:
                seconds = str(math.ceil(wait)).encode()
                return 429, "Too many requests; please wait a little.", [(b"retry-after", seconds)]
        if path.startswith("/api/") and not safe and (reason := _from_elsewhere(connection)):
            return 403, reason, []
        return None

    def _note(self, scope: HTTPScope, status: int, seconds: float) -> None:
        route = str(scope.get("path_template") or "-")
        metrics = self.state.metrics
        metrics.requests.labels(scope["method"], route, status).inc()
        metrics.seconds.labels(route).observe(seconds)
        level = logging.INFO if status < 500 else logging.ERROR
        if _log.isEnabledFor(level):
            figures = {"method": scope["method"], "route": route, "status": status}
            _log.log(level, "request", extra={**figures, "ms": round(seconds * 1000, 1)})


def _from_elsewhere(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Why a writing call with a cookie may come from a foreign page; empty when it cannot.

    A foreign page cannot send a bearer token, nor JSON, nor a header of its own, without being asked first.
    """
    headers = connection.headers
    if headers.get("authorization"):
        return ""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return "The request comes from another site."
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != headers.get("host", ""):
        return "The request comes from another site."
    plain = not headers.get("content-type", "").startswith("application/json")
    if plain and "x-requested-with" not in headers and connection.cookies:
        return "Send JSON, or the header X-Requested-With."
    return ""


async def _reply(send: Send, status: int, error: str, headers: list[tuple[bytes, bytes]]) -> None:
    body = msgspec.json.encode(Failure(error, error))
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                *headers,
            ],
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})
