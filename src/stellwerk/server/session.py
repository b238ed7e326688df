"""Who asks: a signed cookie for people, a bearer token for programs."""

import hashlib
import hmac
import time
from typing import Any

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from msgspec import Struct

from stellwerk.server.model import User
from stellwerk.server.service import TableService
from stellwerk.server.settings import Settings

COOKIE = "stellwerk"
DAYS = 180
_SECONDS = DAYS * 86_400


class Claim(Struct, frozen=True):
    """What a request says about its sender; only the database knows whether it still holds."""

    user_id: int = 0
    epoch: int = 0
    token: str = ""

    @property
    def key(self) -> str:
        """For counting requests: one person, one key; empty for nobody."""
        if self.token:
            return "t" + hashlib.sha256(self.token.encode(errors="replace")).hexdigest()[:24]
        return f"u{self.user_id}" if self.user_id else ""


class Signer:
    """Cookies that only this server can write: user, epoch, time of issue, and a keyed hash of them."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()

    def _mark(self, text: str) -> str:
        return hmac.new(self._key, b"session:" + text.encode(), hashlib.sha256).hexdigest()

    def write(self, user_id: int, epoch: int) -> str:
        text = f"{user_id}.{epoch}.{int(time.time())}"
        return f"{text}.{self._mark(text)}"

    def read(self, value: str) -> Claim | None:
        text, _, mark = value.rpartition(".")
        if not mark.isascii() or not text.isascii() or not hmac.compare_digest(self._mark(text), mark):
            return None
        try:
            user_id, epoch, issued = (int(part) for part in text.split("."))
        except ValueError:
            return None
        return Claim(user_id, epoch) if time.time() - issued < _SECONDS else None


def claim_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Claim | None:
    """A bearer token counts alone: with it the cookie is not looked at."""
    given = connection.headers.get("authorization", "")
    if given:
        scheme, _, token = given.partition(" ")
        return Claim(token=token.strip()) if scheme.lower() == "bearer" and token.strip() else None
    signer: Signer = connection.app.state.signer
    value = connection.cookies.get(COOKIE, "")
    return signer.read(value) if 0 < len(value) < 200 else None


def find_user(service: TableService, claim: Claim | None) -> User | None:
    if claim is None:
        return None
    if claim.token:
        return service.user_by_token(claim.token)
    return service.user_by_cookie(claim.user_id, claim.epoch)


def sign_in(request: Request[Any, Any, Any], response: Response[Any], user: User) -> None:
    """Give the browser a cookie for this user."""
    state = request.app.state
    service: TableService = state.service
    settings: Settings = state.settings
    response.set_cookie(
        Cookie(
            key=COOKIE,
            value=state.signer.write(user.id, service.epoch(user)),
            max_age=_SECONDS,
            httponly=True,
            secure=settings.secure_cookies or request.url.scheme == "https",
            samesite="lax",
            path="/",
        )
    )


def sign_out(response: Response[Any]) -> None:
    response.delete_cookie(COOKIE, path="/")
