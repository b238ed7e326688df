"""The JSON interface for people: guests, accounts and tokens."""

from typing import Annotated, Any

from litestar import Request, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from stellwerk.server.core import signed_in
from stellwerk.server.dependencies import Asker, Service
from stellwerk.server.failures import ERRORS
from stellwerk.server.model import ShortText, TokenInfo, User
from stellwerk.server.problems import Invalid
from stellwerk.server.service import TableService
from stellwerk.server.session import address_of, browser_of, claim_of

USUAL: dict[str, Any] = {"sync_to_thread": True, "responses": ERRORS}
Password = Annotated[str, Meta(max_length=200)]


class Guest(Struct, forbid_unknown_fields=True):
    name: ShortText


class Account(Struct, forbid_unknown_fields=True):
    name: ShortText
    password: Password
    email: Annotated[str, Meta(max_length=200)] | None = None


class Login(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=200)]
    password: Password


class Labelled(Struct, forbid_unknown_fields=True):
    label: ShortText = ""


class Entered(Struct):
    """Who you are, and a token to say so with: `Authorization: Bearer …`. It is shown this once."""

    user: User
    token: str


class NewToken(Struct):
    info: TokenInfo
    token: str


def _enter(service: TableService, user: User, label: str) -> Entered:
    return Entered(user, service.entry_token(user, label))


@post("/guests", security=[], **USUAL)
def guest(service: Service, data: JSONBody[Guest]) -> Entered:
    """Play at once: a name is enough."""
    return _enter(service, service.guest(data.name), "guest")


@post("/accounts", **USUAL)
def register(service: Service, user: Asker, data: JSONBody[Account]) -> Entered:
    """An account keeps your seats on all devices; as a guest you bring yours along."""
    return _enter(service, service.register(data.name, data.password, data.email, user), "registered")


@post("/sessions", **USUAL)
def login(request: Request[Any, Any, Any], service: Service, user: Asker, data: JSONBody[Login]) -> Entered:
    """Sign in; a guest's seats become the account's."""
    found = service.login(data.name, data.password, user, address_of(request), browser_of(request))
    return _enter(service, found, "signed in")


@delete("/sessions", **USUAL)
def logout(
    request: Request[Any, Any, Any], service: Service, user: Asker, everywhere: FromQuery[bool] = False
) -> None:
    """Sign out: the token or cookie of this request is void, or all of yours, and so are open streams."""
    claim = claim_of(request)
    if everywhere:
        service.logout_everywhere(signed_in(user))
    elif claim is not None and claim.token:
        service.close_token(claim.token)
    elif claim is not None and claim.session:
        service.close_session(claim.session)
    elif user is not None:  # a cookie from before there were sessions
        service.logout_everywhere(user)


@get("/me", **USUAL)
def me(user: Asker) -> User:
    return signed_in(user)


@get("/tokens", **USUAL)
def tokens(service: Service, user: Asker) -> list[TokenInfo]:
    return service.tokens(user)


@post("/tokens", **USUAL)
def make_token(service: Service, user: Asker, data: JSONBody[Labelled]) -> NewToken:
    return NewToken(*service.make_token(user, data.label))


@delete("/tokens/{token_id:int}", **USUAL)
def drop_token(service: Service, user: Asker, token_id: FromPath[int]) -> None:
    if not 0 < token_id < 2**31:
        raise Invalid("There is no such number.")
    service.drop_token(user, token_id)


ACCOUNT_ROUTES = (guest, register, login, logout, me, tokens, make_token, drop_token)
