"""Guests, accounts, and how everybody wants to see the pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar import Request, get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from stellwerk.engine.text import msg
from stellwerk.server.dependencies import Asker, Service
from stellwerk.server.model import User
from stellwerk.server.problems import Problem
from stellwerk.server.session import address_of, browser_of, claim_of, sign_in, sign_out
from stellwerk.text import LANGUAGES
from stellwerk.text.zones import zones
from stellwerk.web.forms import Form, redirect, required_number, text
from stellwerk.web.preferences import CHOICES, cookie
from stellwerk.web.render import page


@contextmanager
def somebody(service: Service, user: Asker, form: Form) -> Iterator[User]:
    """Who asks; somebody new becomes a guest with the name that the form brings, if anything comes of it."""
    if user is not None:
        yield user
        return
    made = service.guest(text(form, "guest") or text(form, "name"))
    try:
        yield made
    except BaseException:
        service.dismiss(made)
        raise


@post("/guest", sync_to_thread=True)
def guest(request: Request[Any, Any, Any], service: Service, user: Asker, data: Form) -> Redirect:
    """Play at once: a name is enough."""
    response = redirect(text(data, "next", "/"))
    sign_in(request, response, service.guest(text(data, "name")))
    return response


@get("/login", sync_to_thread=True)
def entrance(request: Request[Any, Any, Any], user: Asker, next: FromQuery[str] = "/") -> Template:
    return page(request, "login.html", user, next=next, error=None)


@get("/register")
async def other_entrance() -> Redirect:
    """Both forms stand on one page."""
    return redirect("/login")


@post("/login", sync_to_thread=True)
def login(request: Request[Any, Any, Any], service: Service, user: Asker, data: Form) -> Redirect | Template:
    try:
        found = service.login(
            text(data, "name"), text(data, "password"), user, address_of(request), browser_of(request)
        )
    except Problem as problem:
        return page(
            request, "login.html", user, status=problem.status, next=text(data, "next", "/"), error=problem
        )
    response = redirect(text(data, "next", "/"))
    sign_in(request, response, found)
    return response


@post("/register", sync_to_thread=True)
def register(
    request: Request[Any, Any, Any], service: Service, user: Asker, data: Form
) -> Redirect | Template:
    try:
        made = service.register(text(data, "name"), text(data, "password"), text(data, "email") or None, user)
    except Problem as problem:
        return page(
            request, "login.html", user, status=problem.status, next=text(data, "next", "/"), error=problem
        )
    response = redirect(text(data, "next", "/"))
    sign_in(request, response, made)
    return response


@post("/logout", sync_to_thread=True)
def logout(request: Request[Any, Any, Any], service: Service, user: Asker, data: Form) -> Redirect | Template:
    """A guest has no way back to the own tables, and is asked first."""
    if user is not None and user.guest and text(data, "sure") != "yes":
        tables = len(service.tables_of(user)) + len(service.copies_of(user))
        return page(request, "logout.html", user, tables=tables, everywhere=text(data, "everywhere"))
    if user is not None and text(data, "everywhere"):
        service.logout_everywhere(user)
    response = redirect("/")
    sign_out(request, response)
    return response


@post("/look", sync_to_thread=True)
def set_look(service: Service, user: Asker, data: Form) -> Redirect:
    """All of `CHOICES` and the language: cookies, and the language with the account too."""
    response = redirect(text(data, "next", "/"))
    lang = text(data, "lang")
    if lang in LANGUAGES:
        response.set_cookie(cookie("lang", lang))
        if user is not None:
            service.set_language(user, lang)
    for name, words in CHOICES.items():
        if text(data, name) in words:
            response.set_cookie(cookie(name, text(data, name)))
    return response


CHANGED = {"password": msg("Your password is changed. Whoever was signed in elsewhere no longer is.")}


@get("/settings", sync_to_thread=True)
def settings_page(
    request: Request[Any, Any, Any], service: Service, user: Asker, done: FromQuery[str] = ""
) -> Template:
    return _settings(request, service, user, done=CHANGED.get(done, ""))


def _settings(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    secret: str = "",
    problem: Problem | None = None,
    done: str = "",
) -> Template:
    claim = claim_of(request)
    return page(
        request,
        "settings.html",
        user,
        status=problem.status if problem is not None else 200,
        tokens=service.tokens(user) if user is not None else [],
        sessions=service.sessions(user, claim.session if claim is not None else "")
        if user is not None
        else [],
        zones=zones(),
        secret=secret,
        error=problem,
        done=done,
    )


@post("/settings/name", sync_to_thread=True, status_code=200)
def change_name(request: Request[Any, Any, Any], service: Service, user: Asker, data: Form) -> Template:
    """Games that have begun keep the name they began with."""
    try:
        user = service.change_name(user, text(data, "name"))
    except Problem as problem:
        return _settings(request, service, user, problem=problem)
    return _settings(request, service, user, done=msg("You are {name} from now on."))


@post("/settings/password", sync_to_thread=True, status_code=200)
def change_password(
    request: Request[Any, Any, Any], service: Service, user: Asker, data: Form
) -> Redirect | Template:
    """Everybody who was signed in no longer is, but for this browser."""
    try:
        changed = service.change_password(user, text(data, "old"), text(data, "new"))
    except Problem as problem:
        return _settings(request, service, user, problem=problem)
    response = redirect("/settings?done=password")
    sign_in(request, response, changed)
    return response


@post("/settings/sessions/end", sync_to_thread=True)
def end_session(service: Service, user: Asker, data: Form) -> Redirect:
    service.end_session(user, text(data, "id"))
    return redirect("/settings")


@post("/settings/zone", sync_to_thread=True)
def set_zone(service: Service, user: Asker, data: Form) -> Redirect:
    """With the account; a guest's browser keeps it, too."""
    zone = text(data, "zone")
    service.set_zone(user, zone)
    return redirect("/settings")


@post("/settings/tokens", sync_to_thread=True, status_code=200)
def make_token(request: Request[Any, Any, Any], service: Service, user: Asker, data: Form) -> Template:
    """The token is shown this once, so here is no redirect."""
    _, secret = service.make_token(user, text(data, "label"))
    return _settings(request, service, user, secret)


@post("/settings/tokens/drop", sync_to_thread=True)
def drop_token(service: Service, user: Asker, data: Form) -> Redirect:
    service.drop_token(user, required_number(data, "id"))
    return redirect("/settings")


HANDLERS = [
    guest,
    entrance,
    other_entrance,
    login,
    register,
    logout,
    set_look,
    settings_page,
    make_token,
    drop_token,
    change_name,
    change_password,
    end_session,
    set_zone,
]
