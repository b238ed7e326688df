"""The rules in our words and the reader's language: a page of all, a note of one beside a refusal."""

from typing import Any

from litestar import Request, get
from litestar.params import FromPath
from litestar.response import Template

from stellwerk.engine import title, titles
from stellwerk.notation.rulebook import paragraphs, rulebook
from stellwerk.server.dependencies import Asker
from stellwerk.server.problems import NotFound
from stellwerk.web.preferences import preferences_of
from stellwerk.web.render import page
from stellwerk.web.rulebook import html, inline


@get("/rules", sync_to_thread=True)
def rule_list(request: Request[Any, Any, Any], user: Asker) -> Template:
    return page(request, "rules.html", user, games=titles(), game=None, text="")


@get("/rules/{game:str}", sync_to_thread=True)
def rule_page(request: Request[Any, Any, Any], user: Asker, game: FromPath[str]) -> Template:
    found = rulebook(game, preferences_of(request, user).lang)
    if found is None:
        raise NotFound("There are no rules of {game} here.", game=game[:40])
    text = html(game, found.lang)
    return page(request, "rules.html", user, games=titles(), text=text, lang=found.lang, game=title(game))


@get("/rules/{game:str}/{rule:str}", sync_to_thread=True)
def rule_note(
    request: Request[Any, Any, Any], user: Asker, game: FromPath[str], rule: FromPath[str]
) -> Template:
    """One paragraph: a note for the table's page, a page of its own without script."""
    lang = preferences_of(request, user).lang
    found = paragraphs(game, lang).get(rule) if rulebook(game) is not None else None
    if found is None:
        raise NotFound("{game} has no rule {id}.", game=game[:40], id=rule[:40])
    note = request.headers.get("hx-request") == "true"
    template = "rule_note.html" if note else "rule.html"
    return page(
        request,
        template,
        user,
        game=title(game),
        rule=rule,
        text=inline(found.text, found.lang),
        lang=found.lang,
    )


@get("/help", sync_to_thread=True)
def help_page(request: Request[Any, Any, Any], user: Asker) -> Template:
    note = request.headers.get("hx-request") == "true" and request.headers.get("hx-target") == "note"
    return page(request, "help_note.html" if note else "help.html", user)


HANDLERS = [rule_list, rule_page, rule_note, help_page]
