"""A table that is being played: everything that its page shows, gathered from the service."""

import importlib.util
import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from litestar import Request
from litestar.response import Template
from markupsafe import Markup

from stellwerk.engine import Action, Refusal, title
from stellwerk.server.model import Entry, Position, TableInfo, UndoChoices, User
from stellwerk.server.problems import Problem, Stale
from stellwerk.server.service import TableService
from stellwerk.server.session import base_url
from stellwerk.web.assets import colours_of
from stellwerk.web.graph import graph
from stellwerk.web.hexmarket import hexagons
from stellwerk.web.kinds import Scene, kind_of
from stellwerk.web.log import FILTERS, effective, lines, rounds_at, runs_by_round, since_turn
from stellwerk.web.look import look_of
from stellwerk.web.panels import arranged
from stellwerk.web.render import Speech, page

RECENT = 80
"""So many entries are looked at for the log beside the map."""
SHOWN = 150
"""So many lines are shown there at most."""


class Trouble:
    """Why the last thing that somebody wanted did not happen."""

    def __init__(self, error: Exception, action: Any = None) -> None:
        self.action = action
        self.rule, self.figures = "", {}
        self.entries: list[Entry] = []
        self.stale = isinstance(error, Stale)
        if isinstance(error, Refusal):
            self.rule, self.message, self.figures, self.status = error.rule, error.message, error.figures, 422
        elif isinstance(error, Problem):
            self.message, self.figures, self.status = error.error, dict(error.figures), error.status
        else:
            raise error
        if isinstance(error, Stale):
            self.entries = error.entries


class Wish:
    """What of a table somebody wants to see."""

    def __init__(
        self,
        view: str = "",
        at: int | None = None,
        seat: int | None = None,
        log: str = "",
        tab: str = "",
        place: str = "",
    ) -> None:
        self.view, self.place = view, place[:40]
        self.at, self.seat = at, seat
        self.log = log if log in FILTERS else ""
        self.tab = tab if tab in ("log", "chat", "notes") else "log"


@cache
def map_module() -> Any:
    """The drawn map; a table without it lists its moves."""
    if importlib.util.find_spec("stellwerk.web.map") is None:
        return None
    return importlib.import_module("stellwerk.web.map")


def encoded(action: Action) -> str:
    return msgspec.json.encode(action).decode()


def button_id(action: Action) -> str:
    """The same choice has the same id on the next page, so that it keeps the focus."""
    return f"b{zlib.crc32(msgspec.json.encode(action)):08x}"


def table_page(
    request: Request[Any, Any, Any],
    service: TableService,
    user: User | None,
    info: TableInfo,
    wish: Wish,
    trouble: Trouble | None = None,
) -> Template:
    look = look_of(request, user)
    seen = service.glance(info.id, user, wish.seat, wish.at)
    position, state = seen.position(info.id), seen.state
    view = position.view
    past = position.at != position.latest
    railway: Mapping[str, Any] | None = view.get("table")
    kind = kind_of(info.game)
    if wish.view not in kind.tabs:
        wish.view = ""
    money = view.get("money") or (railway or {}).get("money", "")
    speech = Speech(look.lang, money, view.get("companies", {}))
    seat = position.seat
    acting = seat if seat is not None and seat in position.to_act and not past else None
    drawn, shown_map = map_part(position, state, look.lang, wish.view)
    chosen = wish.view or ((railway or {}).get("focus", "map") if not position.over else "map")
    panels = [] if acting is None else arranged(state, acting, look.lang, on_map(state, drawn))
    context = {
        "info": info,
        "colours": colours_of(info.id, state.setup),
        "styles": kind.styles,
        "scripts": kind.scripts,
        "position": position,
        "v": view,
        "t": railway,
        "past": past,
        "seat": seat,
        "acting": acting,
        "view": chosen,
        "wish": wish,
        "views": kind.views,
        "tabs": kind.tabs,
        "keys": kind.keys,
        "steps": (railway or {}).get("steps", ()),
        "hexagons": hexagons(railway["market"], railway["companies"])
        if railway and railway["market"].get("hexagonal")
        else None,
        "exported": title(info.game).exchange is not None,
        "purse": (),
        "panels": [panel for panel in panels if panel["rows"] or panel["columns"]],
        "banner": [button for panel in panels for button in panel["banner"]],
        "encoded": encoded,
        "button_id": button_id,
        "trouble": trouble,
        "again": again(trouble, position),
        "undo": service.undo_choices(info.id, user)
        if user is not None
        else UndoChoices(None, False, 0, False, None),
        "present": frozenset(service.present(info.id)),
        **seats_part(request, service, info, user),
        "names": position.names,
        "me": position.names[seat] if seat is not None and seat < len(position.names) else None,
        "turn_names": [position.names[s] for s in position.to_act if 0 <= s < len(position.names)],
        "asked": asked(position, speech),
        "drawn": drawn,
        "scores": scores(service, info, user, position)
        if position.over and chosen in ("map", "ledger", "players")
        else None,
        **shown_map,
        **talk(service, info, user, wish, chosen),
        **log_part(service, info, user, position, speech, wish, chosen),
    }
    if kind.context is not None:
        query = {"view": wish.view, "at": position.at if past else None, "log": wish.log}
        scene = Scene(view, seat, acting, chosen, wish.place, panels, speech, f"/t/{info.id}", query)
        context |= kind.context(scene)
    return page(
        request,
        kind.template,
        user,
        status=trouble.status if trouble else 200,
        speech=speech,
        look=look,
        headers={"HX-Push-Url": "false"} if trouble else None,
        kind=f"table {info.id}",
        **context,
    )


def seats_part(
    request: Request[Any, Any, Any], service: TableService, info: TableInfo, user: User | None
) -> dict[str, Any]:
    """Who was warned, and the links by which others come: the table's, and personal ones to free seats."""
    base = base_url(request)
    free = [
        chair.seat for chair in info.seats if chair.kind == "open" and info.mine and info.status == "running"
    ]
    others = [chair for chair in info.seats if chair.kind != "bot" and not chair.mine]
    return {
        "notices": service.notices(info.id, user),
        "invitations": {seat: base + service.invitation(info.id, user, seat) for seat in free},
        "link": f"{base}/t/{info.id}",
        "bots": service.bots_of(info.game),
        "alone": not others,
    }


def asked(position: Position, speech: Speech) -> Markup:
    """What is expected; the name of who is asked stands above it already."""
    if position.prompt is None:
        return Markup("")
    told = speech.rich(position.prompt.message, position.prompt.figures)
    head, colon, rest = told.partition(": ")
    return rest[:1].upper() + rest[1:] if colon and head == position.prompt.figures.get("player") else told


def again(trouble: Trouble | None, position: Position) -> str:
    """The choice of a move that came too late, to be sent once more as it was."""
    if trouble is None or not trouble.stale or trouble.action is None or not position.your_turn:
        return ""
    if trouble.action.get("seat") not in position.to_act:
        return ""  # the turn has passed on
    return msgspec.json.encode(trouble.action).decode()


def map_part(position: Position, state: Any, lang: str, view: str) -> tuple[bool, dict[str, Any]]:
    """What the map's template needs, if there is a map and it is looked at."""
    module = map_module()
    if module is None or "table" not in position.view:
        return False, {}
    if (view or position.view["table"]["focus"]) != "map" and not position.over:
        return True, {}
    return True, module.map_context(position, state, lang)


def on_map(state: Any, drawn: bool) -> frozenset[str]:
    """The kinds of action that are chosen on the map itself."""
    kinds: frozenset[str] = map_module().kinds(state.setup.game) if drawn else frozenset()
    return kinds


def talk(
    service: TableService, info: TableInfo, user: User | None, wish: Wish, chosen: str
) -> dict[str, Any]:
    return {
        "chat": service.chat(info.id, user),
        "note": service.note(info.id, user) if user is not None else "",
    }


def log_part(
    service: TableService,
    info: TableInfo,
    user: User | None,
    position: Position,
    speech: Speech,
    wish: Wish,
    chosen: str,
) -> dict[str, Any]:
    """The log, and on the ledger what every company ran in the last rounds."""
    past = position.at != position.latest
    whole = past or chosen in ("log", "ledger")
    entries = service.log(info.id, user, 0 if whole else max(0, position.version - RECENT))
    if past and position.stop is None:
        # What led there: of entries that were taken back, none; what counts now has been there once.
        entries = [entry for entry in effective(entries) if entry.at <= position.at]
    wanted = wish.log or ("since" if position.my_seats and not position.over and not past else "all")
    since = since_turn(entries, position.seat)
    own = position.seat if position.your_turn else None
    rounds, runs = runs_by_round(entries) if chosen == "ledger" else ([], {})
    unfollowed = position.stop.number if position.stop is not None else None
    told = lines(entries, speech, wanted, since, own, unfollowed)
    return {
        "log_lines": told if chosen == "log" else told[-SHOWN:],
        "log_wanted": wanted,
        "log_filters": FILTERS,
        "since_count": sum(1 for line in lines(entries, speech, "since", since, None))
        if wanted != "since"
        else sum(1 for line in told if not line["mark"]),
        "run_rounds": rounds,
        "runs": runs,
    }


def scores(service: TableService, info: TableInfo, user: User | None, position: Position) -> dict[str, Any]:
    """Everybody's final account, and the way there."""
    found = title(info.game).result(service.state(info.id, None, user))
    players = position.view.get("players", {})
    ranked = sorted(found, key=lambda name: -found[name])
    begun = rounds_at(service.log(info.id, user))
    values = [title(info.game).result(service.state(info.id, at, user)) for _, at in begun]
    return {
        "ranked": [
            {
                "place": 1 + sum(1 for other in found.values() if other > found[name]),
                "name": name,
                "cash": players.get(name, {}).get("cash"),
                "total": found[name],
            }
            for name in ranked
        ],
        "graph": graph([*values, found]),
    }
