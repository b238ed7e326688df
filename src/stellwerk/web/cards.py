"""The games as cards: what each is, for somebody who has not chosen one, and playing at once."""

from collections.abc import Iterable, Sequence
from typing import Any

from litestar import Request, post
from litestar.datastructures import Cookie
from litestar.response import Redirect, Template
from msgspec import Struct

from stellwerk.engine import title, titles
from stellwerk.engine.cards import Card
from stellwerk.engine.registry import first_game
from stellwerk.engine.text import msg
from stellwerk.learn.measured import Measured, measured
from stellwerk.learn.texts import game_text
from stellwerk.server.bot_words import STRENGTHS
from stellwerk.server.dependencies import Asker, Service
from stellwerk.server.films import has_film
from stellwerk.server.model import NewTable, SeatChoice, TableInfo
from stellwerk.server.problems import Invalid, NotFound
from stellwerk.server.session import sign_in
from stellwerk.web.accounts import somebody
from stellwerk.web.forms import Fields, Form, redirect, text
from stellwerk.web.pictures import has_picture
from stellwerk.web.preferences import YEAR, preferences_of
from stellwerk.web.render import Speech

GUEST = msg("Guest")
"""Who plays without having said a name."""
STRENGTH = "strength"
"""The cookie that keeps how strong bots shall be."""
GRADES = (msg("very easy"), msg("easy"), msg("medium"), msg("hard"), msg("very hard"))
SEATS = 4
SHORT = 100
"""A finished game of so few actions was broken off."""


class Offer(Struct, frozen=True, kw_only=True):
    """A game of the registry, with the fewest and most players over all variants."""

    id: str
    name: str
    place: str
    low: int
    high: int
    first: bool
    """Whether it is the one to begin with."""
    picture: bool
    taught: bool
    """Whether there is a page that tells what it is."""
    guided: bool
    """Whether a coach teaches a first game."""
    card: Card | None
    bots: Sequence[str]
    """Strengths that somebody can play against at once."""

    film: bool = False
    """Whether it brings a game to watch."""
    measured: Measured | None = None
    """How long and how hard it is, where somebody has counted."""

    @property
    def grade(self) -> str:
        """How hard it is, in a word to be translated."""
        return GRADES[self.measured.difficulty - 1] if self.measured else ""


def offers() -> list[Offer]:
    """Return all games, the one for newcomers first."""
    begin, found = first_game(), []
    for game in titles():
        head, _, tail = game.name.partition(": ")
        card = game.pages().card
        found.append(
            Offer(
                id=game.id,
                name=head,
                place=card.place if card else tail,
                low=min(least for least, _ in game.players.values()),
                high=max(most for _, most in game.players.values()),
                first=game.id == begin,
                picture=card is not None and has_picture(game.id),
                taught=bool(game_text(game.id, "en")),
                guided=game.pages().first_game is not None,
                card=card,
                bots=tuple(STRENGTHS) if game.thinking is not None else (),
                film=has_film(game.id),
                measured=measured(game.id),
            )
        )
    return sorted(found, key=lambda offer: (not offer.first, offer.card.rank if offer.card else 99))


def to_watch(tables: Iterable[TableInfo]) -> dict[str, TableInfo]:
    """Return for each game a public table of others that is worth watching: the first of these."""
    found: dict[str, TableInfo] = {}
    for table in tables:
        goes_on = table.status == "running" and table.version > 0
        if (
            table.public
            and not table.my_seats
            and (goes_on or (table.status == "finished" and table.at > SHORT))
        ):
            found.setdefault(table.game, table)
    return found


def strength_of(request: Request[Any, Any, Any]) -> str:
    """Return how strong the bots were that this reader chose last; gentle ones at first."""
    kept = request.cookies.get(STRENGTH, "")
    return kept if kept in STRENGTHS else next(iter(STRENGTHS))


def named(request: Request[Any, Any, Any], user: Asker, form: Fields) -> Fields:
    """Return the form; whoever has not said a name is a guest."""
    if user is not None or text(form, "guest").strip():
        return form
    return {**form, "guest": Speech(preferences_of(request, None).lang)(GUEST)}


def proposed_name(game: str, taken: Iterable[str]) -> str:
    """Return a name for a new table that none of these have, or the game's own."""
    card, used = title(game).pages().card, set(taken)
    fresh = (name for name in (card.tables if card else ()) if name not in used)
    return next(fresh, "")


def at_once(game: str, strength: str, name: str) -> NewTable:
    """Return a table where one person plays against bots."""
    found = title(game)
    variant, (low, high) = next(iter(found.players.items()))
    card = found.pages().card
    count = min(max(card.seats if card else SEATS, low), high)
    bot = strength if found.thinking is not None else "random"
    others = [SeatChoice("bot", "", bot)] * (count - 1)
    return NewTable(game, [SeatChoice("me"), *others], variant, next(iter(found.rulings)), name, pace=None)


@post("/watch", sync_to_thread=True)
def watch(service: Service, user: Asker, data: Form) -> Redirect:
    """A game as a film: one that is being played, or the latest that is over, or one of our own bots.

    The last becomes a table when it is first asked for: so this is no link.
    """
    game = text(data, "game")
    if game not in {found.id for found in titles()}:
        raise NotFound("There is no game {game}.", game=game[:40])
    found = to_watch((*service.public_tables(user), *service.finished_tables(user))).get(game)
    if found is not None and found.status == "running":
        return redirect(f"/t/{found.id}")
    return redirect(f"/t/{found.id if found is not None else service.film(game)}?view=map&at=0")


@post("/play", sync_to_thread=True)
def play_now(
    request: Request[Any, Any, Any], service: Service, user: Asker, data: Form
) -> Redirect | Template:
    """Sit down among bots, and the game begins."""
    game, strength = text(data, "game"), text(data, STRENGTH, strength_of(request))
    if game not in {found.id for found in titles()}:
        raise Invalid("There is no game {game}.", game=game[:40])
    if strength not in STRENGTHS:
        raise Invalid("There is no bot {bot} for {game}; there are: {bots}.",
                      bot=strength[:40], game=title(game).name, bots=", ".join(STRENGTHS))  # fmt: skip
    taken = [table.name for table in service.tables_of(user)]
    with somebody(service, user, named(request, user, data)) as player:
        info = service.create_table(player, at_once(game, strength, proposed_name(game, taken)))
    response = redirect(f"/t/{info.id}")
    response.set_cookie(Cookie(key=STRENGTH, value=strength, max_age=YEAR, path="/", samesite="lax"))
    if user is None:
        sign_in(request, response, player)
    return response
