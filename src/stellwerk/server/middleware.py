"""Middleware: every request passes here first and every answer last.

Limits and same-origin checks before, security headers, counters and a line in the log after.
"""

import asyncio
import logging
import math
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.types import HTTPScope, Message, Receive, Send
from litestar.utils.path import normalize_path

from stellwerk.server.clock import Clock
from stellwerk.server.failures import ABORTED, Failure
from stellwerk.server.limits import ENTRY, MANY, READ, UPLOAD, WRITE, Limits, Rate
from stellwerk.server.session import Claim, address_of, claim_of
from stellwerk.server.turns import SENDER, Turns

_log = logging.getLogger("stellwerk.server")
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
METHODS = SAFE | {"POST", "PUT", "PATCH", "DELETE"}
ENTRIES = frozenset(
    {"/api/v1/guests", "/api/v1/accounts", "/api/v1/sessions", "/guest", "/login", "/register"}
)
"""Where people come in: here it is counted by address, and slowly."""
UPLOADS = frozenset({"/api/v1/uploads", "/upload"})
LONGEST_PATH = 1_000
LONGEST_QUERY, MOST_PARAMETERS = 16_384, 100
LONGEST_HEADERS = 16_384
MOST_FIELDS = 500
"""Of a form. Addresses, headers and forms are taken apart in the event loop, where everybody waits for it."""
BUSY = "Too many requests; please wait a little."

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
NEVER_KEPT = (b"cache-control", b"no-store")
TRANSPORT = (b"strict-transport-security", b"max-age=31536000")


class GuardedApp(Litestar):
    """A Litestar application behind this middleware."""

    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.turns = Turns()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        clock: Clock = self.state.clock
        began = clock.monotonic()
        status = 500
        # The router finds the same route behind doubled and trailing slashes: whatever is decided by the
        # path, here or later, is decided by the one that it finds.
        path = scope["path"] = normalize_path(scope["path"])
        sender, has_turn = "", False

        def done() -> None:
            nonlocal has_turn
            if has_turn:
                has_turn = False
                self.turns.go(sender)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                done()  # it has been worked out; how fast it is read is nobody's concern
                status = message["status"]
                have = {name.lower() for name, _ in message["headers"]}
                extra = [header for header in HEADERS if header[0] not in have]
                if scope["scheme"] == "https":
                    extra.append(TRANSPORT)
                if path.startswith("/api/") and b"cache-control" not in have:
                    extra.append(NEVER_KEPT)
                message["headers"] = [*message["headers"], *extra]
                self._note(scope, status, clock.monotonic() - began)
            await send(message)

        refused = self._refuse(scope)
        if refused is not None:
            await _reply(sending, *refused)
            return
        settings = self.state.settings
        sender = address_of(ASGIConnection(scope))
        SENDER.set(sender)
        if settings.rate_limits:
            has_turn = await self.turns.come(sender)
            if not has_turn:
                await _reply(sending, 429, BUSY, [(b"retry-after", b"5")])
                return
        patience = settings.body_seconds * (4 if path in UPLOADS else 1)
        try:
            await super().__call__(
                scope, _as_form(scope, _within(scope, receive, patience, clock), settings.body_limit), sending
            )
        finally:
            done()

    def _refuse(self, scope: HTTPScope) -> tuple[int, str, list[tuple[bytes, bytes]]] | None:
        """Return why a request does not even come in: status, reason, headers."""
        scope["app"] = scope["litestar_app"] = self
        connection: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        path, safe = scope["path"], scope["method"] in SAFE
        if len(path) > LONGEST_PATH or not path.isprintable():
            return 404, "Not Found", []
        query = scope["query_string"]
        if len(query) > LONGEST_QUERY or query.count(b"&") >= MOST_PARAMETERS:
            return 414, "The address is too long.", []
        if not _is_host(connection.headers.get("host", "")):
            return 400, "There is no such host.", []
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LONGEST_HEADERS:
            return 431, "The headers are too long.", []
        if path.startswith("/static/"):
            return None
        claim = claim_of(connection)
        if self.state.settings.rate_limits:
            wait = _wait(self.state.limits, address_of(connection), claim, path, safe)
            if wait:
                seconds = str(math.ceil(wait)).encode()
                return 429, BUSY, [(b"retry-after", seconds)]
        if path.startswith("/api/") and not safe and (reason := _from_elsewhere(connection)):
            return 403, reason, []
        return None

    def _note(self, scope: HTTPScope, status: int, seconds: float) -> None:
        route = str(scope.get("path_template") or "-")
        metrics = self.state.metrics
        method = scope["method"] if scope["method"] in METHODS else "other"
        metrics.requests.labels(method, route, status).inc()
        metrics.seconds.labels(route).observe(seconds)
        level = logging.INFO if status not in (500, 501, 502) else logging.ERROR
        if _log.isEnabledFor(level):
            figures = {"method": method, "route": route, "status": status}
            _log.log(level, "request", extra={**figures, "ms": round(seconds * 1000, 1)})


def _is_host(text: str) -> bool:
    """Return whether a Host header can be read; whoever asks for an address of this server reads it."""
    try:
        urlsplit(f"//{text}").port  # noqa: B018
    except ValueError:
        return False
    return True


def _wait(limits: Limits, address: str, claim: Claim | None, path: str, safe: bool) -> float:
    """Return the seconds that the sender has to wait, 0 for none."""
    known = claim is not None and limits.knows(claim.proof)
    if not safe and (
        path in ENTRIES or not known
    ):  # whoever writes without a name gets one: that is entering
        return limits.wait(f"e{address}", ENTRY)
    kind, rate = ("r", READ) if safe else ("w", WRITE)
    if path in UPLOADS and not safe and (wait := limits.wait(f"p{address}", UPLOAD)):
        return wait
    if known and claim is not None:
        all_there = Rate(rate.burst * MANY, rate.each * MANY)
        return limits.wait(kind + claim.key, rate) or limits.wait(f"{kind}*{address}", all_there)
    return limits.wait(f"{kind}{address}", rate)


def _within(scope: HTTPScope, receive: Receive, seconds: float, clock: Clock) -> Receive:
    """Return the same request, if it arrives in time.

    That its sender left in the middle is noted in the scope.
    """
    deadline = clock.monotonic() + seconds
    whole = False

    async def receiving() -> Any:
        nonlocal whole
        if whole:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(0.01, deadline - clock.monotonic()))
        except TimeoutError:
            whole = True
            raise HTTPException(status_code=408, detail="The request did not arrive in time.") from None
        if message["type"] == "http.disconnect":
            scope.setdefault("state", {})[ABORTED] = whole = True
        elif not message.get("more_body", False):
            whole = True
        return message

    return receiving


def _as_form(scope: HTTPScope, receive: Receive, most: int) -> Receive:
    """Return the same request, if what a page is sent is no larger than a form, in bytes and in fields.

    Only a file that is uploaded may be larger; it comes in parts of its own (multipart).
    """
    path = scope["path"]
    kind = ASGIConnection[Any, Any, Any, Any](scope).headers.get("content-type", "").strip().lower()
    if path.startswith("/api/") or (path in UPLOADS and kind.startswith("multipart/form-data")):
        return receive
    length = fields = 0

    async def receiving() -> Any:
        nonlocal length, fields
        message: Any = await receive()
        if message["type"] == "http.request":
            body: bytes = message.get("body", b"")
            length, fields = length + len(body), fields + body.count(b"&")
            if length > most or fields >= MOST_FIELDS:
                raise HTTPException(status_code=413, detail="The form is too large.")
        return message

    return receiving


def _from_elsewhere(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return why a writing call with a cookie may come from a foreign page; empty when it cannot.

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
