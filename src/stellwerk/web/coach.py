"""The coach beside the table, and the page from which a guided game begins."""

from typing import Any

from litestar import Request, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup
from msgspec import Struct

from stellwerk.engine import title, titles
from stellwerk.engine.coach import Chapter, FirstGame, Option
from stellwerk.engine.registry import first_game
from stellwerk.engine.text import Message, msg
from stellwerk.engine.title import AnyTitle
from stellwerk.server.coaching import coached, first_game_of, guided_table
from stellwerk.server.dependencies import Asker, Service
from stellwerk.server.problems import NotFound, Problem
from stellwerk.server.session import sign_in
from stellwerk.server.snapshot import Snapshot
from stellwerk.text import translate
from stellwerk.web.accounts import somebody
from stellwerk.web.cards import named
from stellwerk.web.forms import Form, redirect
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
    """What the guided game is, and the button that begins it: the one for newcomers."""
    return guided_page(request, user, first_game())


@get("/learn/guided/{game:str}", sync_to_thread=True)
def guided_of(request: Request[Any, Any, Any], user: Asker, game: FromPath[str]) -> Template:
    """The same, of a game that somebody has chosen."""
    return guided_page(request, user, game)


def guided_page(
    request: Request[Any, Any, Any], user: Asker, game: str, error: Problem | None = None
) -> Template:
    first = taught(game)
    others = [other for other in guided_games() if other.id != game]
    status = error.status if error else 200
    return page(
        request,
        "guided.html",
        user,
        status=status,
        game=title(game),
        says=first.says,
        others=others,
        error=error,
    )


def guided_games() -> list[AnyTitle]:
    """Return the games that have a guided one, the one for newcomers first."""
    found = [game for game in titles() if game.pages().first_game is not None]
    return sorted(found, key=lambda game: game.id != first_game())


def taught(game: str) -> FirstGame:
    """Return the first game of a title that somebody has asked for by its id."""
    if game not in {found.id for found in titles()}:
        raise NotFound("There is no game {game}.", game=game[:40])
    return first_game_of(game)


@post("/learn/guided/{game:str}", sync_to_thread=True)
def begin(
    request: Request[Any, Any, Any], service: Service, user: Asker, data: Form, game: FromPath[str]
) -> Redirect | Template:
    """Sit down to a guided game; a name can wait."""
    taught(game)
    lang = preferences_of(request, user).lang
    try:
        with somebody(service, user, named(request, user, data)) as host:
            name = translate(msg("Guided game"), None, lang)
            info = service.create_table(host, guided_table(game, name))
    except Problem as problem:
        return guided_page(request, user, game, problem)
    response = redirect(f"/t/{info.id}")
    if user is None:
        sign_in(request, response, host)
    return response


HANDLERS = [guided, guided_of, begin]
