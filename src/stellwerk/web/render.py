"""Templates and what they know: words in the reader's language, money, plates, times."""

import hashlib
import re
import time
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import msgspec
from jinja2.environment import TemplateModule
from litestar import MediaType, Request, Response
from litestar.response import Template
from litestar.response.base import ASGIResponse
from markupsafe import Markup, escape
from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.engine.registry import titles
from stellwerk.engine.rulings import word_for
from stellwerk.engine.shown import NumberField
from stellwerk.engine.state import State
from stellwerk.engine.text import Figure, Figures, Message, msg
from stellwerk.notation import sentence
from stellwerk.notation.rulebook import paragraphs
from stellwerk.server.bot_words import STRENGTHS, TEMPERAMENTS, bot_named, usual_bot
from stellwerk.server.model import User
from stellwerk.text import LANGUAGES, translate
from stellwerk.text.zones import local
from stellwerk.web.amounts import CURRENCY, with_sums
from stellwerk.web.brought import TitleTemplates, static_folders, static_room
from stellwerk.web.preferences import Preferences, preferences_of

HERE = Path(__file__).parent
STATIC = HERE / "static"
THIN = "\N{NO-BREAK SPACE}"
RAILWAYS = ("company", "railway", "partner", "item", "seller", "buyer", "other")
"""Figures that name a railway."""
AMOUNT = re.compile(f"{CURRENCY}+(-?)(\\d*)")


def amount(unit: str, figure: object) -> str:
    """ "£80", or "80 G" for a unit that begins with a space."""
    return f"{figure}{unit}" if unit.startswith(THIN) else f"{unit}{figure}"


class PagePart(jinja2.Template):
    """A template whose macros are made once for a page, however many of the page's parts import them.

    They are kept in `made`, which the page brings along.
    """

    def make_module(
        self, known: dict[str, Any] | None = None, shared: bool = False, near: Mapping[str, Any] | None = None
    ) -> TemplateModule:
        made: dict[str, TemplateModule] = (known or {}).get("made", {})
        if self.name is None:
            return super().make_module(known, shared, near)
        if self.name not in made:
            made[self.name] = super().make_module(known, shared, near)
        return made[self.name]


def environment() -> jinja2.Environment:
    env = jinja2.Environment(
        loader=jinja2.ChoiceLoader([TitleTemplates(), jinja2.FileSystemLoader(HERE / "templates")]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    env.template_class = PagePart
    env.globals["asset"] = asset
    env.filters["short_id"] = short_id
    env.filters["ruling_word"] = word_for
    env.filters["game_of"] = game_of
    env.filters["priced"] = priced
    env.filters["head"] = head
    env.globals["known_rule"] = known_rule
    env.globals["strengths"] = STRENGTHS
    env.globals["temperaments"] = TEMPERAMENTS
    env.filters["bot_named"] = bot_named
    env.filters["usual_bot"] = usual_bot
    return env


@cache
def static_mark() -> str:
    """Changes with the content of any static file, of the site or of a title."""
    found = hashlib.sha256()
    for place, folder in served_folders().items():
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            found.update(f"{place}/{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes())
    return found.hexdigest()[:10]


def served_folders() -> dict[str, Path]:
    """Where below the address of static files each folder of them is served: the site's own, then titles'."""
    return {"": STATIC, **{f"/titles/{game}": folder for game, folder in static_folders().items()}}


def asset(name: str) -> str:
    """Return the address of a static file, which browsers may keep for ever, or nothing if it is not there.

    What a title brings has its id before it, as in names of templates. The mark of the content is a folder:
    what a module imports by its relative address has it, too.
    """
    game, colon, file = name.rpartition(":")
    place, folder = (f"titles/{game}/", static_room(game)) if colon else ("", STATIC)
    return f"/static/{static_mark()}/{place}{file}" if (folder / file).is_file() else ""


class Priced(Struct, frozen=True):
    """An action that takes one figure from a field of its form."""

    action: Action
    field: str
    """Of the action."""
    typed: str = msgspec.field(name="from")
    """The field of the form."""


def priced(number: NumberField, typed: str) -> str:
    """Return the value of a button that takes one figure of its action from a field of the form."""
    return msgspec.json.encode(Priced(number.action, number.field, typed)).decode()


def known_rule(game: str, rule: str) -> bool:
    """Return whether our ledger has this paragraph; links are made only to what is there."""
    return rule in paragraphs(game)


@cache
def _games() -> tuple[tuple[str, str], ...]:
    """Return what full rule ids begin with, and the game."""
    return tuple(sorted(((t.cite(""), t.id) for t in titles()), key=lambda pair: -len(pair[0])))


def head(name: str) -> str:
    """Return a game's name without what follows its colon."""
    return name.partition(": ")[0]


def game_of(rule: str) -> str:
    """Return the game of a full rule id."""
    return next((game for prefix, game in _games() if rule.startswith(prefix)), "")


def short_id(rule: str) -> str:
    return rule.removeprefix(next((prefix for prefix, _ in _games() if rule.startswith(prefix)), ""))


class Speech:
    """All that a template says to one reader."""

    def __init__(self, lang: str, money: str = "", companies: Iterable[str] = (), zone: str = "") -> None:
        self.lang = lang
        self.zone = zone
        self.unit = money
        self.companies = frozenset(companies)

    def __call__(self, text: str, of: str = "", /, **figures: Figure) -> str:
        told = translate(msg(text, of), with_sums(text, figures), self.lang)
        return AMOUNT.sub(self._amount, told) if CURRENCY in told else told

    def _amount(self, found: re.Match[str]) -> str:
        sign, digits = found.groups()
        return f"{'−' if sign else ''}{amount(self.unit, self.number(int(digits)) if digits else '')}"

    def said(self, told: Message | None) -> str:
        """Return a text of the view: its template and figures."""
        return "" if told is None else self(told.says, **told.figures)

    def does(self, state: State, action: Action) -> str:
        """Return what an action does."""
        return sentence(state, action, self.lang, self.tell)

    def tell(self, text: str, figures: Figures, lang: str) -> str:
        """What `notation` asks of whoever puts texts into words; the language is the reader's."""
        return self(text, **figures)

    def rich(self, template: str, figures: Figures) -> Markup:
        """Return a sentence with its companies as plates."""
        marked = {
            name: f"\0{figure}\0" if self.is_company(name, figure) else figure
            for name, figure in figures.items()
        }
        parts = self(template, **marked).split("\0")
        return Markup("").join(
            self.plate(part) if number % 2 else escape(part) for number, part in enumerate(parts)
        )

    def is_company(self, name: str, figure: object) -> bool:
        """A railway that is called "2" is meant only where a railway is asked for: "2" may be a train."""
        if not isinstance(figure, str) or figure not in self.companies:
            return False
        return len(figure) > 1 or name in RAILWAYS

    def rich_said(self, told: Message) -> Markup:
        return self.rich(told.says, told.figures)

    def plate(self, company: str, extra: str = "") -> Markup:
        classes = f"plate c-{company} {extra}".rstrip()
        return Markup('<span class="{}">{}</span>').format(classes, company)

    def number(self, value: int) -> str:
        """Thousands apart, as the language writes them."""
        gap = {"en": ",", "de": ".", "pl": THIN}.get(self.lang, ",")
        return f"{value:,}".replace(",", gap) if abs(value) > 9999 or self.lang != "pl" else str(value)

    def percent(self, value: int) -> str:
        """ "20%" in Polish, "20 %" elsewhere, never broken."""
        return f"{value}%" if self.lang == "pl" else f"{value}{THIN}%"

    def money(self, value: int | None) -> str:
        if value is None:
            return "–"
        return f"{'−' if value < 0 else ''}{amount(self.unit, self.number(abs(value)))}"

    def ago(self, then: int, now: int) -> str:
        """Return how long ago, roughly."""
        seconds = max(0, stamp(now) - stamp(then))
        if seconds < 60:
            return self(msg("just now"))
        if seconds < 3600:
            return self(msg("{minutes} min"), minutes=seconds // 60)
        if seconds < 86_400:
            return self(msg("{hours} h"), hours=seconds // 3600)
        return self(msg("{days:# day|# days}"), days=seconds // 86_400)

    def clock(self, then: int) -> str:
        return f"{local(stamp(then), self.zone):%H:%M}"

    def date(self, then: int) -> str:
        form = {"de": "%d.%m.%Y", "pl": "%d.%m.%Y"}.get(self.lang, "%Y-%m-%d")
        return local(stamp(then), self.zone).strftime(form)

    def iso(self, then: int) -> str:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(stamp(then)))


def stamp(then: int) -> int:
    """Seconds, whether it was told in seconds or in milliseconds."""
    return then // 1000 if then > 10**11 else then


class RenderedPage(Template):
    """A template that is rendered where it is made: by the handler, in its thread.

    Litestar would do it in the event loop, where everybody waits until the longest page is written.
    """

    def __init__(
        self,
        request: Request[Any, Any, Any],
        template: str,
        context: dict[str, Any],
        status: int,
        headers: dict[str, str],
    ) -> None:
        super().__init__(
            template_name=template,
            context=context,
            status_code=status,
            headers=headers,
            media_type=MediaType.HTML,
        )
        assert request.app.template_engine is not None
        found = request.app.template_engine.get_template(template)
        self.content = found.render(**self.create_template_context(request)).encode()

    def to_asgi_response(self, *args: Any, **given: Any) -> ASGIResponse:
        return Response.to_asgi_response(self, *args, **given)


def page(
    request: Request[Any, Any, Any],
    template: str,
    user: User | None,
    *,
    status: int = 200,
    speech: Speech | None = None,
    preferences: Preferences | None = None,
    headers: dict[str, str] | None = None,
    kind: str = "site",
    address: str = "",
    **context: Any,
) -> Template:
    """Return a page, with all that every page needs.

    `kind` tells which styles, scripts and events its head brings. A page of another kind cannot be put in
    the middle of one that is open: whoever asks for that is sent to load it whole. `address` is where the
    page is found, if it was not asked for there.
    """
    headers = {**(headers or {}), **({"HX-Replace-Url": address} if address else {})}
    here = address or request.url.path + (f"?{request.url.query}" if request.url.query else "")
    asked = request.headers.get("x-page", kind) if request.headers.get("hx-target") == "page" else kind
    if asked != kind and request.method == "GET" and status < 500 and status != 429:
        return Template(template_str=" ", headers={"HX-Redirect": here, "Cache-Control": "no-store"})
    preferences = preferences or preferences_of(request, user)
    speech = speech or Speech(preferences.lang, zone=preferences.zone)
    context = {
        "_": speech,
        "speech": speech,
        "preferences": preferences,
        "user": user,
        "languages": LANGUAGES,
        "here": here,
        "now": request.app.state.clock.now(),
        "kind": kind,
        "made": {},
        **context,
    }
    return RenderedPage(
        request, template, context, status, {"Cache-Control": "no-store", "Vary": "Cookie", **headers}
    )
