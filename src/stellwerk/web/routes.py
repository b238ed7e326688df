"""All pages, as the application finds them."""

import importlib.util
from typing import Any

from litestar import Request, Router, post
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Template
from litestar.template import TemplateConfig
from litestar.types import ControllerRouterHandler

from stellwerk.server.model import User
from stellwerk.server.session import claim_of, find_user
from stellwerk.server.settings import from_environment
from stellwerk.web import curtain, lobby, people, play, rules
from stellwerk.web.assets import colours, static_files, table_colours
from stellwerk.web.render import environment, page

UPLOAD_LIMIT = from_environment().upload_limit + 10_000
"""A file and the rest of its form."""


def handlers() -> list[ControllerRouterHandler]:
    found: list[Any] = [*people.HANDLERS, *lobby.HANDLERS, *play.HANDLERS, *curtain.HANDLERS, *rules.HANDLERS]
    found += [colours, table_colours]
    found.append(post("/upload", sync_to_thread=True, request_max_body_size=UPLOAD_LIMIT)(lobby.upload))
    if importlib.util.find_spec("stellwerk.web.map") is not None:
        found += importlib.import_module("stellwerk.web.map").handlers()
    return [Router("/", route_handlers=found, include_in_schema=False), *static_files()]


def plugins() -> dict[str, Any]:
    return {"template_config": TemplateConfig(instance=JinjaTemplateEngine.from_environment(environment()))}


def error_page(
    request: Request[Any, Any, Any],
    status: int,
    message: str,
    rule: str | None,
    figures: dict[str, Any],
    error: object,
) -> Template:
    """A failure as a page, in the reader's language where he is known."""
    user: User | None = None
    if status < 500:
        user = find_user(request.app.state.service, claim_of(request))
    return page(
        request, "error.html", user, status=status, code=status, message=message, rule=rule, figures=figures
    )
