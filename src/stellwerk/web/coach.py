"""The coach beside the table, and the page from which a guided game begins."""

from typing import Any

from litestar import Request, get, post
from litestar.response import Redirect, Template
from markupsafe import Markup
from msgspec import Struct

from stellwerk.engine import title
from stellwerk.engine.coach import Chapter, Option
from stellwerk.engine.registry import first_game
from stellwerk.engine.text import Message, msg
from stellwerk.server.coaching import coached, guided_table
from stellwerk.server.dependencies import Asker, Service
from stellwerk.server.problems import Problem
from stellwerk.server.session import sign_in
from stellwerk.server.snapshot import Snapshot
from stellwerk.text import translate
from stellwerk.web.accounts import somebody
from stellwerk.web.forms import Form, redirect, text
from stellwerk.web.preferences import preferences_of
from stellwerk.web.render import Speech, page


class ShownOption(Struct, frozen=True):
    """A choice of the comparison: its heading, and the sentence on its button."""

    option: Option
    words: str


class ShownLine(Struct, frozen=True):
    name: Markup
    cells: list[str]
    total: bool


class ShownCoach(Struct, frozen=True, kw_only=True):
    """What the coach says, in the reader's language."""

    chapters: list[tuple[str, Chapter]]
    title: Markup
    options: list[ShownOption]
    lines: list[ShownLine]
    text: Markup
    questions: list[tuple[str, str]]
    goodbye: bool


def shown_coach(seen: Snapshot, speech: Speech) -> ShownCoach | None:
    """Return the panel of the coach, if there is one."""
    found = coached(seen)
    if found is None:
        return None

    def said(told: Message) -> str:
        return speech.said(told)

    return ShownCoach(
        chapters=[(said(chapter.name), chapter) for chapter in found.chapters],
        title=speech.rich_said(found.title),
        options=[ShownOption(option, speech.does(seen.state, option.action)) for option in found.options],
        lines=[
            ShownLine(speech.rich_said(line.name), [said(cell) for cell in line.cells], line.total)
            for line in found.lines
        ],
        text=Markup(" ").join(speech.rich_said(told) for told in found.text),
        questions=[(said(question.asked), said(question.answer)) for question in found.questions],
        goodbye=found.goodbye,
    )


@get("/learn/guided", sync_to_thread=True)
def guided(request: Request[Any, Any, Any], user: Asker) -> Template:
    """What the guided game is, and the button that begins it."""
    return guided_page(request, user)


def guided_page(request: Request[Any, Any, Any], user: Asker, error: Problem | None = None) -> Template:
    status = error.status if error else 200
    return page(request, "guided.html", user, status=status, game=title(first_game()), error=error)


@post("/learn/guided", sync_to_thread=True)
def begin(request: Request[Any, Any, Any], service: Service, user: Asker, data: Form) -> Redirect | Template:
    """Sit down to a guided game; a name can wait."""
    lang = preferences_of(request, user).lang
    form = {**data, "guest": text(data, "guest") or translate(msg("Guest"), None, lang)}
    try:
        with somebody(service, user, form) as host:
            name = translate(msg("Guided game"), None, lang)
            info = service.create_table(host, guided_table(first_game(), name))
    except Problem as problem:
        return guided_page(request, user, problem)
    response = redirect(f"/t/{info.id}")
    if user is None:
        sign_in(request, response, host)
    return response


HANDLERS = [guided, begin]
