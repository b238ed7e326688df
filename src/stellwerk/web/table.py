"""A table that is being played: everything that its page shows, gathered from the service."""

import zlib
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import Request
from litestar.response import Template
from markupsafe import Markup
from msgspec import Struct, structs

from stellwerk.engine import Action, Refusal, State, title
from stellwerk.engine.json_data import JsonObject
from stellwerk.engine.pages import Content, Page, PageContext
from stellwerk.engine.text import Figures
from stellwerk.mech18.shown import RailwayView
from stellwerk.server.model import Entry, Position
from stellwerk.server.problems import Problem, Stale
from stellwerk.server.session import base_url
from stellwerk.server.snapshot import Snapshot
from stellwerk.web.assets import colours_of
from stellwerk.web.bot_moves import becauses, bot_move
from stellwerk.web.coach import shown_coach
from stellwerk.web.endline import end_line
from stellwerk.web.film import film_of
from stellwerk.web.going_back import going_back
from stellwerk.web.graph import Graph, graph
from stellwerk.web.hexmarket import hexagons
from stellwerk.web.hint_words import ShownHint
from stellwerk.web.log import FILTERS, LogLine, effective, lines, rounds_at, runs_by_round, since_turn
from stellwerk.web.map import MapView, kinds, shown_map
from stellwerk.web.news import news
from stellwerk.web.pages import page_of
from stellwerk.web.panels import arranged
from stellwerk.web.preferences import preferences_of
from stellwerk.web.render import Speech, page

RECENT = 80
"""So many entries are looked at for the log beside the map."""
SHOWN = 150
"""So many lines are shown at most, until somebody asks for earlier ones."""


class Trouble(Struct, frozen=True, kw_only=True):
    """Why the last thing that somebody wanted did not happen."""

    status: int
    message: str
    figures: Figures
    rule: str = ""
    action: JsonObject | None = None
    """What was wanted."""
    stale: bool = False
    entries: Sequence[Entry] = ()
    """What happened meanwhile."""


def trouble_of(error: Exception, action: JsonObject | None = None) -> Trouble:
    match error:
        case Refusal():
            return Trouble(
                status=422, message=error.message, figures=error.figures, rule=error.rule, action=action
            )
        case Problem():
            stale = isinstance(error, Stale)
            return Trouble(
                status=error.status,
                message=error.error,
                figures=dict(error.figures),
                action=action,
                stale=stale,
                entries=error.entries if isinstance(error, Stale) else (),
            )
    raise error


class Wish(Struct, frozen=True):
    """What of a table somebody wants to see, and what has just gone wrong."""

    view: str = ""
    log: str = ""
    tab: str = "log"
    place: str = ""
    older: int = 0
    """So many lines of the log are shown beyond the last ones."""
    plan: str = ""
    """What has been chosen for the own plan."""
    trouble: Trouble | None = None
    hint: ShownHint | None = None


def wish_of(
    view: str = "", log: str = "", tab: str = "", place: str = "", older: int = 0, plan: str = ""
) -> Wish:
    """As an address or a form says it; what makes no sense is left out."""
    tab = tab if tab in ("log", "chat", "notes") else "log"
    return Wish(view, log if log in FILTERS else "", tab, place[:40], older, plan[:400])


def address_of(table: str, wish: Wish, at: int | None, place: str) -> str:
    """The same look at a table, with a place chosen."""
    given = {"view": wish.view, "at": "" if at is None else str(at), "log": wish.log, "place": place}
    given["plan"] = wish.plan
    tail = urlencode({name: value for name, value in given.items() if value})
    return f"/t/{table}?{tail}" if tail else f"/t/{table}"


def encoded(action: Action) -> str:
    return msgspec.json.encode(action).decode()


def button_id(action: Action) -> str:
    """The same choice has the same id on the next page, so that it keeps the focus."""
    return f"b{zlib.crc32(msgspec.json.encode(action)):08x}"


def table_page(request: Request[Any, Any, Any], seen: Snapshot, wish: Wish, address: str = "") -> Template:
    """Return the page of a snapshot. `address`: where it is found, if it was not asked for there."""
    user, info, state = seen.user, seen.info, seen.state
    preferences, trouble = preferences_of(request, user), wish.trouble
    position = seen.position()
    view = position.view
    past = position.at != position.latest
    railway = view.table if isinstance(view, RailwayView) else None
    kind = page_of(info.game)
    plan = plan_of(seen, wish)
    if plan is None:
        kind = without_plan(kind)
    if wish.view not in kind.tabs:
        wish = structs.replace(wish, view="")
    companies = view.companies if isinstance(view, RailwayView) else ()
    speech = Speech(preferences.lang, view.unit, companies, preferences.zone)
    seat = position.seat
    acting = seat if seat is not None and seat in position.to_act and not past else None
    if acting is not None and info.seats[acting].stand_in:
        acting = None  # a bot plays for the seat until it is taken back
    drawn = isinstance(view, RailwayView)
    chosen = wish.view or (railway.focus if railway and not position.over else "map")
    panels = []
    if acting is not None:
        panels = arranged(
            state, acting, preferences.lang, on_map(state, drawn), seen.verdict, seen.figures, view.unit
        )
    content = Content()
    if kind.content is not None:
        scene = PageContext(
            view=view,
            seat=seat,
            acting=acting,
            chosen=chosen,
            place=wish.place,
            panels=panels,
            speech=speech,
            href=lambda place: address_of(info.id, wish, position.at if past else None, place),
            plan=plan,
            planned=lambda choice: address_of(
                info.id,
                structs.replace(wish, view=kind.planning, plan=choice),
                position.at if past else None,
                "",
            ),
        )
        content = kind.content(scene)
    map_view = map_of(seen, position, preferences.lang, wish.view)
    base, log = base_url(request), log_part(seen, position, speech, wish, chosen)
    return page(
        request,
        kind.template,
        user,
        status=trouble.status if trouble else 200,
        speech=speech,
        preferences=preferences,
        headers={"HX-Push-Url": "false"} if trouble else None,
        address=address,
        kind=f"table {info.id}",
        info=info,
        colours=colours_of(info.id, state.setup),
        styles=kind.styles,
        scripts=kind.scripts,
        position=position,
        v=view,
        t=railway,
        plain=None if kind.views else msgspec.to_builtins(view),
        past=past,
        seat=seat,
        acting=acting,
        view=chosen,
        wish=wish,
        views=kind.views,
        tabs=kind.tabs,
        keys=kind.keys,
        steps=railway.steps if railway and kind.content is None else content.steps,
        hexagons=hexagons(railway.market, railway.companies)
        if railway and railway.market.hexagonal
        else None,
        exported=title(info.game).exchange is not None,
        purse=content.purse,
        own=content.own,
        panels=[panel for panel in panels if panel.rows or panel.columns],
        banner=[button for panel in panels for button in panel.banner],
        encoded=encoded,
        button_id=button_id,
        trouble=trouble,
        again=again(trouble, position),
        undo=seen.undo,
        going=going_back(seen, back_to(seen, position), speech),
        present=seen.present,
        chat=seen.chat,
        note=seen.note,
        notices=seen.notices,
        # The links by which others come: the table's, and personal ones to free seats.
        invitations={seat: base + path for seat, path in seen.invitations.items()},
        link=f"{base}/t/{info.id}",
        bots=seen.bots,
        bot_move=bot_move(seen, speech),
        ended=end_line(seen, position, speech),
        tidings=news(seen, position, speech),
        hint=wish.hint,
        coach=shown_coach(seen, speech),
        may_ask=seen.hints and acting is not None,
        thinking=None if past else thinking_of(request, seen),
        alone=all(chair.kind == "bot" or chair.mine for chair in info.seats),
        names=position.names,
        me=position.names[seat] if seat is not None and seat < len(position.names) else None,
        turn_names=[position.names[s] for s in position.to_act if 0 <= s < len(position.names)],
        asked=asked(position, speech),
        drawn=drawn,
        scores=scores(seen, position) if position.over and chosen in ("map", "ledger", "players") else None,
        map_view=map_view,
        shown_map=shown_map(map_view) if map_view else None,
        log=log,
        film=film_of(seen.live.game, seen.undo.first, position.at, position.latest),
    )


def back_to(seen: Snapshot, position: Position) -> int | None:
    """Return where the buttons and the request on the page would go back to."""
    if position.at != position.latest:
        return position.at
    request = seen.undo.request
    return seen.undo.to if request is None else request.to


def plan_of(seen: Snapshot, wish: Wish) -> object:
    """Return what the seat that looks can plan with; None where it may not, or there is nothing to plan.

    It is made anew for every look and goes into this seat's own page alone.
    """
    plan, secrecy = title(seen.info.game).pages().plan, title(seen.info.game).secrecy
    if plan is None or seen.seat is None or not seen.figures:
        return None
    return plan(secrecy.seen(seen.state, seen.seat), seen.seat, wish.plan)


def without_plan(kind: Page) -> Page:
    """The page for who has no plan."""
    if not kind.planning:
        return kind
    views = {name: words for name, words in kind.views.items() if name != kind.planning}
    return structs.replace(kind, views=views, tabs=[name for name in kind.tabs if name != kind.planning])


class ThinkingNow(Struct, frozen=True):
    """A bot that has not moved yet."""

    name: str
    """Of the seat."""
    bot: str
    stands_in: bool
    """Whether it plays for a person."""
    passed: int
    """For so many milliseconds."""


def thinking_of(request: Request[Any, Any, Any], seen: Snapshot) -> ThinkingNow | None:
    """Return the bot that is thinking now, and for how long."""
    if seen.thinking is None:
        return None
    passed = max(0, request.app.state.clock.now() - seen.thinking.since)
    seat = seen.thinking.seat
    return ThinkingNow(
        seen.names[seat], seen.thinking.bot, seen.info.seats[seat].stand_in is not None, passed
    )


def asked(position: Position, speech: Speech) -> Markup:
    """Return what is expected; the name of who is asked stands above it already."""
    if position.prompt is None:
        return Markup("")
    told = speech.rich(position.prompt.message, position.prompt.figures)
    head, colon, rest = told.partition(": ")
    return rest[:1].upper() + rest[1:] if colon and head == position.prompt.figures.get("player") else told


def again(trouble: Trouble | None, position: Position) -> str:
    """Return the choice of a move that came too late, to be sent once more as it was."""
    if trouble is None or not trouble.stale or trouble.action is None or not position.your_turn:
        return ""
    if trouble.action.get("seat") not in position.to_act:
        return ""  # the turn has passed on
    return msgspec.json.encode(trouble.action).decode()


def map_of(seen: Snapshot, position: Position, lang: str, view: str) -> MapView | None:
    """Return the map, if there is one and it is looked at."""
    if not isinstance(position.view, RailwayView):
        return None
    if (view or position.view.table.focus) != "map" and not position.over:
        return None
    return MapView.of(seen, lang)


def on_map(state: State, drawn: bool) -> frozenset[str]:
    """Return the kinds of action that are chosen on the map itself."""
    return kinds(state.setup.game) if drawn else frozenset()


class ShownLog(Struct, frozen=True, kw_only=True):
    """The log as it is asked for, and what every company ran in the last rounds."""

    lines: Sequence[LogLine]
    earlier: int
    """So many lines before them are left out."""
    wanted: str
    since_count: int
    run_rounds: Sequence[str]
    runs: Mapping[str, Mapping[str, int]]
    filters: Mapping[str, str]


def log_part(seen: Snapshot, position: Position, speech: Speech, wish: Wish, chosen: str) -> ShownLog:
    """Return the log, and on the ledger what every company ran in the last rounds."""
    past = position.at != position.latest
    whole = past or chosen in ("log", "ledger")
    entries = seen.entries(0 if whole else max(0, position.version - RECENT))
    if past and position.stop is None:
        # What led there: of entries that were taken back, none; what counts now has been there once.
        entries = [entry for entry in effective(entries) if entry.at <= position.at]
    wanted = wish.log or ("since" if position.my_seats and not position.over and not past else "all")
    since = since_turn(entries, position.seat)
    own = position.seat if position.your_turn else None
    rounds, runs = runs_by_round(entries) if chosen == "ledger" else ([], {})
    unfollowed = position.stop.number if position.stop is not None else None
    remarks = [remark for remark in seen.remarks if not past or remark.at <= position.at]
    brought = becauses(seen, entries, speech) if position.stop is None else {}
    told = lines(entries, speech, wanted, since, own, unfollowed, brought, remarks)
    shown = SHOWN + (wish.older if chosen == "log" else 0)
    return ShownLog(
        lines=told[-shown:],
        earlier=max(0, len(told) - shown),
        wanted=wanted,
        filters=FILTERS,
        since_count=sum(1 for line in lines(entries, speech, "since", since, None))
        if wanted != "since"
        else sum(1 for line in told if not line.mark),
        run_rounds=rounds,
        runs=runs,
    )


class Ranked(Struct, frozen=True):
    """A player's place in the end."""

    place: int
    name: str
    cash: int | None
    papers: int | None
    """None where the total is no sum of what somebody has: a bankrupt is last, whatever is left."""
    total: int


class Scores(Struct, frozen=True):
    ranked: tuple[Ranked, ...]
    graph: Graph | None


def ranked(found: Mapping[str, int], cash: Mapping[str, int | None]) -> tuple[Ranked, ...]:
    """The players by what they have in the end."""

    def papers(name: str) -> int | None:
        held = cash.get(name)
        return None if held is None or found[name] < held else found[name] - held

    return tuple(
        Ranked(
            place=1 + sum(1 for other in found.values() if other > found[name]),
            name=name,
            cash=cash.get(name),
            papers=papers(name),
            total=found[name],
        )
        for name in sorted(found, key=lambda name: -found[name])
    )


def scores(seen: Snapshot, position: Position) -> Scores:
    """Everybody's final account, and the way there."""
    result = title(seen.info.game).result
    found = result(seen.live.state)
    cash = {name: player.cash for name, player in position.view.players.items()}
    values = [result(seen.state_at(at)) for _, at in rounds_at(seen.entries())]
    return Scores(ranked(found, cash), graph([*values, found]))
