"""All pages."""

from typing import Any

from litestar import Request, Router, post
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.response import Template
from litestar.template import TemplateConfig

from stellwerk.engine.text import Figures
from stellwerk.server.app import Pages
from stellwerk.server.model import User
from stellwerk.server.session import claim_of, find_user
from stellwerk.server.settings import Settings
from stellwerk.web import (
    accounts,
    cards,
    coach,
    curtain,
    departures,
    hints,
    lobby,
    new_table,
    pictures,
    play,
    puzzles,
    rules,
)
from stellwerk.web.assets import colours, static_files, table_colours
from stellwerk.web.learn import pages as learn_pages
from stellwerk.web.learn import routes as learn_routes
from stellwerk.web.map import routes as map_routes
from stellwerk.web.render import environment, page

FORM = 10_000
"""Bytes of a form beside the file that is uploaded with it."""


def pages(settings: Settings) -> Pages:
    """Return all pages, for the application."""
    upload = post("/upload", sync_to_thread=True, request_max_body_size=settings.upload_limit + FORM)
    found: list[Any] = [
        *accounts.HANDLERS,
        *lobby.HANDLERS,
        *new_table.HANDLERS,
        cards.play_now,
        cards.watch,
        pictures.picture,
        *departures.HANDLERS,
        *play.HANDLERS,
        *curtain.HANDLERS,
        *hints.HANDLERS,
        *coach.HANDLERS,
        *rules.HANDLERS,
        *puzzles.HANDLERS,
        *map_routes.HANDLERS,
        *learn_pages.HANDLERS,
        *learn_routes.HANDLERS,
        colours,
        table_colours,
        upload(lobby.upload),
    ]
    return Pages(
        [Router("/", route_handlers=found, include_in_schema=False), *static_files()],
        TemplateConfig(instance=JinjaTemplateEngine.from_environment(environment())),
        error_page,
    )


def error_page(
    request: Request[Any, Any, Any],
    status: int,
    message: str,
    rule: str | None,
    figures: Figures,
    error: object,
) -> Template:
    """A failure as a page, in the reader's language where it is known."""
    user: User | None = None
    if status < 500:
        user = find_user(request.app.state.service, claim_of(request))
    return page(
        request, "error.html", user, status=status, code=status, message=message, rule=rule, figures=figures
    )
