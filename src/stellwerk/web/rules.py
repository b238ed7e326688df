"""The rules in our words: the whole ledger as a page, one paragraph as a note beside a refusal."""

import re
from functools import cache
from typing import Any

from litestar import Request, get
from litestar.response import Template
from markdown_it import MarkdownIt
from markupsafe import Markup

from stellwerk.cli.ledger import entries, ledger_text
from stellwerk.engine import title, titles
from stellwerk.server.problems import NotFound
from stellwerk.server.wiring import Asker
from stellwerk.web.render import page

ANCHOR = re.compile(r"<li>\s*(?:<p>)?<strong>([^<\s]+)</strong>")


@cache
def ledger(game: str) -> str:
    try:
        found = ledger_text(title(game).rulebook)
    except ValueError:
        found = None
    if found is None:
        raise NotFound("There are no rules of {game} here.", game=game[:40])
    return found


@cache
def ledger_html(game: str) -> Markup:
    """The ledger with an anchor for every paragraph."""
    made = MarkdownIt("commonmark", {"html": False}).enable("table").render(ledger(game))
    return Markup(ANCHOR.sub(r'<li id="\1"><strong class="rid">\1</strong>', made))


def paragraph(game: str, rule: str) -> Markup:
    found = entries(ledger(game)).get(rule)
    if found is None:
        raise NotFound("{game} has no rule {id}.", game=game[:40], id=rule[:40])
    return Markup(MarkdownIt("commonmark", {"html": False}).renderInline(found))


@get("/rules", sync_to_thread=True)
def rule_list(request: Request[Any, Any, Any], user: Asker) -> Template:
    return page(request, "rules.html", user, games=titles(), game=None, text="")


@get("/rules/{game:str}", sync_to_thread=True)
def rule_page(request: Request[Any, Any, Any], user: Asker, game: str) -> Template:
    return page(request, "rules.html", user, games=titles(), text=ledger_html(game), game=title(game))


@get("/rules/{game:str}/{rule:str}", sync_to_thread=True)
def rule_note(request: Request[Any, Any, Any], user: Asker, game: str, rule: str) -> Template:
    """One paragraph: a note for the table's page, a page of its own without script."""
    note = request.headers.get("hx-request") == "true"
    return page(
        request,
        "rule_note.html" if note else "rule.html",
        user,
        game=title(game),
        rule=rule,
        text=paragraph(game, rule),
    )


@get("/help", sync_to_thread=True)
def help_page(request: Request[Any, Any, Any], user: Asker) -> Template:
    note = request.headers.get("hx-request") == "true" and request.headers.get("hx-target") == "note"
    return page(request, "help_note.html" if note else "help.html", user)


HANDLERS = [rule_list, rule_page, rule_note, help_page]
