"""Who asks: a signed cookie for people, a bearer token for programs."""

import hashlib
import hmac
import re
import secrets
from ipaddress import ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from stellwerk.server.accounts import Browser
from stellwerk.server.claim import SESSION_DAYS
from stellwerk.server.claim import Claim as Claim
from stellwerk.server.clock import Clock
from stellwerk.server.model import User
from stellwerk.server.service import TableService
from stellwerk.server.settings import Settings

COOKIE = "stellwerk"
SECURE_COOKIE = "__Host-stellwerk"
"""Over https: a browser takes it from this very host alone, never from a neighbour below the same domain."""
KNOWN = "-known"
"""Behind the name of the cookie: the one by which a browser is known to its account's owner."""
_SECONDS = SESSION_DAYS * 86_400


class Signer:
    """Cookies that only this server can write: user, epoch, time of issue, and a keyed hash of them."""

    def __init__(self, key: str, clock: Clock) -> None:
        self._key = key.encode()
        self.clock = clock

    def _mark(self, text: str) -> str:
        return hmac.new(self._key, b"session:" + text.encode(), hashlib.sha256).hexdigest()

    def write(self, user_id: int, epoch: int, session: str = "") -> str:
        text = f"{user_id}.{epoch}.{self.clock.now() // 1000}" + (f".{session}" if session else "")
        return f"{text}.{self._mark(text)}"

    def write_browser(self, user_id: int) -> str:
        text = f"{user_id}.{secrets.token_urlsafe(12)}"
        return f"{text}.{self._mark('browser:' + text)}"

    def read_browser(self, value: str) -> Browser | None:
        text, _, mark = value.rpartition(".")
        if not value.isascii() or not hmac.compare_digest(self._mark("browser:" + text), mark):
            return None
        return Browser(int(text.partition(".")[0]), text)

    def read(self, value: str) -> Claim | None:
        text, _, mark = value.rpartition(".")
        if not mark.isascii() or not text.isascii() or not hmac.compare_digest(self._mark(text), mark):
            return None
        try:
            first, second, third, *rest = text.split(".")
            user_id, epoch, issued = int(first), int(second), int(third)
        except ValueError:
            return None
        if self.clock.now() / 1000 - issued >= _SECONDS:
            return None
        return Claim(user_id, epoch, session=rest[0] if rest else "", issued=issued)


def claim_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Claim | None:
    """A bearer token counts alone: with it the cookie is not looked at."""
    given = connection.headers.get("authorization", "")
    if given:
        scheme, _, token = given.partition(" ")
        return Claim(token=token.strip()) if scheme.lower() == "bearer" and token.strip() else None
    signer: Signer = connection.app.state.signer
    value = connection.cookies.get(cookie_name(connection), "")
    return signer.read(value) if 0 < len(value) < 200 else None


def browser_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Browser | None:
    """Return whether somebody has been signed in to an account here: that outlives signing out."""
    signer: Signer = connection.app.state.signer
    value = connection.cookies.get(cookie_name(connection) + KNOWN, "")
    return signer.read_browser(value) if 0 < len(value) < 200 else None


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return where a request comes from; of an IPv6 address the network, which belongs to one household."""
    host = connection.client.host if connection.client else "?"
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if found.version == 6 and not found.is_loopback:
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else str(ip_network((found, 64), strict=False))
    return host


HOME = (".local", ".localhost", ".lan", ".home.arpa", ".internal")


def base_url(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return how the outside reaches this server: as the operator says, else as it was reached just now.

    A name in the Host header can be anybody's, so it is believed only where it can lead nowhere else: as a
    number, or a private name. For any other the server's own number stands.
    """
    settings: Settings = connection.app.state.settings
    if settings.public_url:
        return settings.public_url.rstrip("/")
    host = connection.headers.get("host", "")
    if not _is_private_name(host):
        name, port = connection.scope.get("server") or ("localhost", None)
        name = f"[{name}]" if ":" in name else name
        usual = {"http": 80, "https": 443}.get(connection.url.scheme)
        host = name if port in (None, usual) else f"{name}:{port}"
    return f"{connection.url.scheme}://{host}"


def _is_private_name(host: str) -> bool:
    try:
        parts = urlsplit(f"//{host}")
        name, _ = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.netloc != host or parts.username is not None or not name:
        return False
    try:
        ip_address(name)
    except ValueError:
        return re.fullmatch(r"[a-z0-9.-]+", name) is not None and ("." not in name or name.endswith(HOME))
    return True


def is_secure(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    settings: Settings = connection.app.state.settings
    return settings.secure or connection.url.scheme == "https"


def cookie_name(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return SECURE_COOKIE if is_secure(connection) else COOKIE


def find_user(service: TableService, claim: Claim | None) -> User | None:
    if claim is None:
        return None
    if claim.token:
        return service.user_by_token(claim.token)
    return service.user_by_cookie(claim.user_id, claim.epoch, claim.session, claim.made_by)


def _set(request: Request[Any, Any, Any], response: Response[Any], name: str, value: str, age: int) -> None:
    response.set_cookie(
        Cookie(
            key=name, value=value, max_age=age, httponly=True,
            secure=is_secure(request), samesite="lax", path="/",
        )
    )  # fmt: skip


def sign_in(request: Request[Any, Any, Any], response: Response[Any], user: User) -> None:
    """Give the browser a cookie for this user."""
    state = request.app.state
    service: TableService = state.service
    known = browser_of(request)
    if not user.guest and (known is None or known.user_id != user.id):
        _set(
            request, response, cookie_name(request) + KNOWN, state.signer.write_browser(user.id), 2 * _SECONDS
        )
    opened = service.open_session(user, browser_words(request.headers.get("user-agent", "")))
    session = state.signer.write(user.id, service.epoch(user), opened)
    _set(request, response, cookie_name(request), session, _SECONDS)


BROWSERS = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
"""What a browser calls itself, and what people call it; the first counts, since many name others too."""
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip


def browser_words(agent: str) -> str:
    """Return a browser as its owner knows it again, "Firefox, Linux"; empty where nothing of it is known."""
    found = (next((name for mark, name in marks if mark in agent), "") for marks in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))


def sign_out(request: Request[Any, Any, Any], response: Response[Any]) -> None:
    """The session ends here and now; a copy of its cookie is void too."""
    claim = claim_of(request)
    service: TableService = request.app.state.service
    if claim is not None and claim.session:
        service.close_session(claim.session)
    elif claim is not None and claim.user_id and (user := find_user(service, claim)) is not None:
        service.logout_everywhere(user)  # a cookie from before there were sessions
    _set(request, response, cookie_name(request), "", 0)
