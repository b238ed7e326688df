"""The table page of Imperial Steam: its views, and what its templates show beside the view itself."""

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import Struct

from stellwerk.engine.pages import Content, Page, PageContext, Step
from stellwerk.engine.shown import Row
from stellwerk.engine.text import message, msg
from stellwerk.games.gimperial_steam.plan.plan import Plan
from stellwerk.games.gimperial_steam.show.account import COLUMNS, WAY, Line, account, chosen_way, scoring
from stellwerk.games.gimperial_steam.show.boards import Column, Load, influence, load
from stellwerk.games.gimperial_steam.show.drawing import network_svg
from stellwerk.games.gimperial_steam.show.map import (
    KINDS,
    Draughtsman,
    Slip,
    goods_letters,
    letters,
    owner,
    place_slip,
)
from stellwerk.games.gimperial_steam.show.plan import PlanPage, picking, plan_page
from stellwerk.games.gimperial_steam.show.rows import SteamView

PHASES = (
    msg("Hands back"),
    msg("Market refilled"),
    msg("Orders arrive"),
    msg("Income"),
    msg("Training"),
    msg("Turn order"),
    msg("Main actions"),
    msg("End of the round"),
)
SMALL = {
    "workers": msg("Workers"), "staff": msg("Workers"), "points": msg("Points"), "surplus": msg("Goods"),
}  # fmt: skip
"""Panels of a decision inside an action."""


class Own(Struct, frozen=True, kw_only=True):
    """What the templates know as `own`."""

    letters: Mapping[str, str]
    owners: Mapping[str, str]
    """Player -> class of the player's colour."""
    hub_marks: Mapping[str, str]
    phases: Sequence[str]
    tracks: Sequence[Column]
    holds: Mapping[str, Load]
    goods: Sequence[str]
    places: Mapping[str, str]
    """Place with choices -> where it is shown."""
    place: Slip | None
    away: str
    """Where no place is chosen."""
    on_map: bool
    """Whether the map is where something is to be chosen or has been."""
    map: str
    """The drawing as SVG, or nothing where none is shown."""
    key: Mapping[str, str]
    """Kind of link -> what it means."""
    account: Sequence[Line]
    ways: Mapping[int, str]
    """Seat -> where its way to Trieste is shown."""
    way: int | None
    columns: Sequence[tuple[str, str]]
    """Of the live account: heading and paragraph."""
    plan: PlanPage | None
    """The reader's own plan."""


def content(scene: PageContext) -> Content:
    view = scene.view
    assert isinstance(view, SteamView)
    rows = placed_rows(scene)
    open_places = {place for place, found in rows.items() if any(row.buttons for row in found)}
    marks, way = letters(view, goods_letters(scene).values()), chosen_way(scene, view)
    drawn = bool(view.cities) and (scene.chosen in ("map", "plan") or view.over)
    planned = scene.plan if isinstance(scene.plan, Plan) else None
    plan = None if planned is None else plan_page(scene, view, planned)
    if planned is not None and plan is not None and scene.chosen == "plan":
        draughtsman = Draughtsman(
            scene, view, (), marks, planned.picked, partial(picking, scene, view, planned), plan.links
        )
    else:
        draughtsman = Draughtsman(scene, view, open_places, marks, (scene.place,), scene.href)
    own = Own(
        letters=marks,
        owners={name: owner(view, name) for name in view.players},
        hub_marks=hub_marks(scene, view),
        phases=PHASES,
        tracks=influence(view),
        holds={name: load(player) for name, player in view.players.items()},
        goods=list(view.market),
        places={place: scene.href(place) for place in rows},
        place=place_slip(view, scene.place, rows.get(scene.place, ())),
        away=scene.href(""),
        on_map=bool(open_places or scene.place),
        map=network_svg(draughtsman.network(way)) if drawn else "",
        key=KINDS,
        account=account(view) if view.over else (),
        ways={n: scene.href(f"{WAY}{n}") for n, _ in enumerate(scoring(view))},
        way=way,
        columns=COLUMNS,
        plan=plan,
    )
    mine = next((player for player in view.players.values() if player.seat == scene.seat), None)
    purse = () if mine is None else ((message(msg("Influence")), mine.influence),)
    return Content(own=own, steps=steps(scene, view), purse=purse)


def placed_rows(scene: PageContext) -> dict[str, list[Row]]:
    """The choices that belong to a place on the map."""
    found: dict[str, list[Row]] = {}
    for panel in scene.panels:
        for row in panel.rows:
            if row.place:
                found.setdefault(row.place, []).append(row)
    return found


def hub_marks(scene: PageContext, view: SteamView) -> dict[str, str]:
    """Return two letters of a hub's colour: goods and players have one."""
    return {hub: scene.speech(hub).capitalize()[:2] for hub in view.hubs}


def steps(scene: PageContext, view: SteamView) -> list[Step]:
    """Choose, carry out, and what is being decided in between."""
    if view.turn is None:
        return []
    tile = view.turn.tile
    between = next((SMALL[panel.id] for panel in scene.panels if panel.id in SMALL), None)
    name = view.actions[tile].name if tile else msg("Carry out")
    found = [
        Step(message(msg("Main action")), not tile and between is None),
        Step(message(name), bool(tile) and between is None),
    ]
    return found if between is None else [*found, Step(message(between), True)]


PAGE = Page(
    template="table.html",
    views={
        "map": msg("Map"),
        "plan": msg("Plan"),
        "markets": msg("Markets"),
        "boards": msg("Boards"),
        "log": msg("Log"),
    },
    tabs=("map", "plan", "boards", "markets", "log"),
    planning="plan",
    keys={"map": "M", "plan": "T", "markets": "K", "boards": "C", "log": "L"},
    styles=("tokens.css", "table.css", "plan.css"),
    scripts=("map.js",),
    content=content,
)
