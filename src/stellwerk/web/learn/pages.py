"""The pages of Learn beside the lessons: what there is, the games, the glossary, the signs."""

from typing import Any

from litestar import Request, get
from litestar.params import FromPath
from litestar.response import Template
from markupsafe import Markup

from stellwerk.draw.drawing import drawing
from stellwerk.draw.page import Marks, part_svg
from stellwerk.draw.style import PATTERNS
from stellwerk.engine import title, titles
from stellwerk.engine.text import msg
from stellwerk.learn.texts import SIGNS, game_text, glossary, pictured
from stellwerk.mech18.markers import waiting
from stellwerk.mech18.state import AnyRailways
from stellwerk.mech18.title import railway_pages
from stellwerk.server.dependencies import Asker, Service
from stellwerk.server.problems import NotFound
from stellwerk.web.coach import guided_games
from stellwerk.web.learn.routes import progress_of
from stellwerk.web.learn.shown import ladder
from stellwerk.web.learn.signs import signs
from stellwerk.web.map.map_view import colours
from stellwerk.web.preferences import preferences_of
from stellwerk.web.render import Speech, page
from stellwerk.web.rulebook import text_html


@get("/learn", sync_to_thread=True)
def home(request: Request[Any, Any, Any], service: Service, user: Asker) -> Template:
    """All lessons with the reader's progress, the games, and where words and signs are explained."""
    rungs = ladder(progress_of(service, user), preferences_of(request, user).lang)
    begin = next((rung for rung in rungs if not rung.done), rungs[0])
    games = [game for game in titles() if game_text(game.id, "en")]
    return page(
        request, "learn/home.html", user, rungs=rungs, begin=begin, games=games, guided=guided_games()
    )


@get("/learn/{game:str}", sync_to_thread=True)
def about_game(request: Request[Any, Any, Any], user: Asker, game: FromPath[str]) -> Template:
    """What a game is, how it differs, and what is special about it."""
    preferences = preferences_of(request, user)
    text = game_text(game, preferences.lang) if game in {found.id for found in titles()} else ""
    if not text:
        raise NotFound("There is nothing to learn about {game} here.", game=game[:40])
    speech = Speech(preferences.lang)
    state = pictured(game)
    return page(
        request,
        "learn/game.html",
        user,
        speech=speech,
        game=title(game),
        guided=title(game).pages().first_game is not None,
        text=text_html(text, preferences.lang),
        picture=Markup("") if state is None else whole_map(state, speech),
        map_patterns=PATTERNS,
    )


def whole_map(state: AnyRailways, speech: Speech) -> Markup:
    """Return the map of a position as a picture."""
    game = state.setup.game
    return Markup(
        part_svg(
            drawing(state.book.atlas, colours(state)),
            state.board,
            Marks(),
            phase=str(state.colour),
            waiting=waiting(state),
            title=speech(msg("Map of {game}"), game=game),
            sheets={name: speech(words) for name, words in railway_pages(game).sheets.items()},
        )
    )


@get("/learn/glossary", sync_to_thread=True)
def words(request: Request[Any, Any, Any], user: Asker) -> Template:
    """Every word with one sentence."""
    lang = preferences_of(request, user).lang
    told = sorted(glossary(), key=lambda word: word.word.told(lang).casefold())
    return page(request, "learn/glossary.html", user, words=told, lang=lang)


@get("/learn/signs", sync_to_thread=True)
def key_to_signs(request: Request[Any, Any, Any], user: Asker) -> Template:
    """The signs on maps, drawn as the maps draw them."""
    state = pictured(SIGNS)
    assert state is not None  # it is shipped
    speech = Speech(preferences_of(request, user).lang)
    return page(
        request,
        "learn/signs.html",
        user,
        speech=speech,
        signs=list(signs(state, speech)),
        map_patterns=PATTERNS,
    )


HANDLERS = [home, about_game, words, key_to_signs]
