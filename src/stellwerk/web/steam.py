"""The table of Imperial Steam: its map, influence track and accounts, made from the view alone."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from stellwerk.draw.network import City, Cube, House, Link, Site, Way, network_svg
from stellwerk.engine.shown import Row
from stellwerk.engine.text import msg, said
from stellwerk.web.ground import GROUND
from stellwerk.web.scene import Scene

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
KINDS = {
    "plain": msg("plain link"),
    "bridge": msg("bridge: engineer and a stone"),
    "tunnel": msg("tunnel: engineer and an iron"),
    "crown": msg("state railway: access only"),
}
WAY = "way-"
"""What a chosen fee path begins with; its player's seat follows."""
SMALL = {
    "workers": msg("Workers"), "staff": msg("Workers"), "points": msg("Points"), "surplus": msg("Goods"),
}  # fmt: skip
"""Panels of a decision inside an action."""


def context(scene: Scene) -> dict[str, Any]:
    view, speech = scene.view, scene.speech
    rows: dict[str, list[Row]] = {}
    for panel in scene.panels:
        for row in panel.rows:
            if row.place:
                rows.setdefault(row.place, []).append(row)
    own = player_of(view, scene.seat)
    way = chosen_way(scene)
    found: dict[str, Any] = {
        "letters": letters(view),
        "hub_marks": hub_marks(scene),
        "steps": steps(scene),
        "purse": [] if own is None else [(speech(msg("Influence")), own.influence)],
        "phases": PHASES,
        "tracks": influence(view),
        "holds": {name: load(player) for name, player in view.players.items()},
        "place": place_slip(scene, rows),
        "away": scene.href(),
        "on_map": any(row.buttons for found in rows.values() for row in found) or bool(scene.place),
        "places": {place: scene.href(place) for place in rows},
        "ways": {} if not view.scoring else {n: scene.href(f"{WAY}{n}") for n in range(len(view.players))},
        "way": way,
        "account": account(view) if view.over else (),
        "goods": list(view.market),
    }
    if scene.chosen == "map" or view.over:
        found["net"] = Markup(drawn(scene, rows, way))
        found["key"] = [(kind, speech(words)) for kind, words in KINDS.items()]
    return found


def player_of(view: Any, seat: int | None) -> Any:
    return next((p for p in view.players.values() if p.seat == seat), None)


def letters(view: Any) -> dict[str, str]:
    """One letter for every player: nothing is told by colour alone."""
    found: dict[str, str] = {}
    for name in view.players:
        given = (*(letter.upper() for letter in name if letter.isalnum()), *"ABCDEFGH")
        found[name] = next(letter for letter in given if letter not in found.values())
    return found


def hub_marks(scene: Scene) -> dict[str, str]:
    """The first letter of a hub's colour, or two where two begin alike."""
    names = {hub: scene.speech(hub).capitalize() for hub in scene.view.hubs}
    return {
        hub: name[: 1 if sum(other[:1] == name[:1] for other in names.values()) == 1 else 2]
        for hub, name in names.items()
    }


def steps(scene: Scene) -> list[dict[str, Any]]:
    """Choose, carry out, and what is being decided in between."""
    turn = scene.view.turn
    if turn is None:
        return []
    tile = turn["tile"]
    between = next((SMALL[panel.id] for panel in scene.panels if panel.id in SMALL), None)
    found = [{"name": said(msg("Main action")), "now": not tile and between is None}]
    name = scene.view.actions[tile]["name"] if tile else msg("Carry out")
    found.append({"name": said(name), "now": bool(tile) and between is None})
    if between is not None:
        found.append({"name": said(between), "now": True})
    return found


def influence(view: Any) -> list[dict[str, Any]]:
    """The columns of the track with hubs and players, the first in a column above."""
    track = view.influence_track
    width = track["last"] // (len(track["silver"]) - 1)
    return [
        {
            "value": at * width,
            "silver": silver,
            "hubs": [hub for hub, row in view.hubs.items() if row["influence"] == at * width],
            "players": [one["player"] for one in view.standing if one["influence"] == at * width],
        }
        for at, silver in enumerate(track["silver"])
    ]


def load(player: Any) -> dict[str, Any]:
    """Goods laid on a board: coal on the locomotives first, the others on wagons, the last in storage.

    The rules only count them (GEN-3), so any order that fits will do.
    """
    coal = player.goods["coal"]
    burnt = min(coal, len(player.trains))
    goods = [sort for sort, number in player.goods.items() if sort != "coal" for _ in range(number)]
    goods += ["coal"] * (coal - burnt)
    left = iter(goods)
    trains = [
        {
            "level": train["level"],
            "coal": number < burnt,
            "wagons": [
                {"kind": kind, "good": next(left, "") if kind == "freight" else ""}
                for kind in train["wagons"]
            ],
        }
        for number, train in enumerate(player.trains)
    ]
    places = player.storage
    storage = [
        {"open": at < places["open"], "good": next(left, "") if at < places["open"] else ""}
        for at in range(places["all"])
    ]
    return {"trains": trains, "storage": storage, "over": Counter(left)}


# -- the map -------------------------------------------------------------------------------------


def drawn(scene: Scene, rows: Mapping[str, list[Row]], way: int | None) -> str:
    view, speech = scene.view, scene.speech
    if not view.cities:
        return ""
    open_places = {place for place, found in rows.items() if any(row.buttons for row in found)}
    ways = []
    if way is not None:
        name = list(view.players)[way]
        ways.append(Way(tuple(view.scoring[name]["path"]), owner(view, name)))
    return network_svg(
        [city(scene, id, id in open_places) for id in view.cities],
        [link(scene, id, id in open_places) for id in view.links],
        title=speech(msg("Map of the Southern Railway. Arrow keys move from city to city.")),
        ways=ways,
        ground=GROUND,
    )


def owner(view: Any, name: str) -> str:
    return f"player-{view.players[name].colour}"


def city(scene: Scene, id: str, is_open: bool) -> City:
    view, marks = scene.view, letters(scene.view)
    row = view.cities[id]
    shape = f"hub-{row['hub']}" if row["hub"] else "plain" if row["number"] else "fixed"
    free = row["station_sites"] - len(row["stations"])
    return City(
        id=id,
        name=row["name"],
        x=row["x"],
        y=row["y"],
        shape=shape,
        number=row["effort"],
        bonus=row["influence"],
        counters=tuple(row["business"]),
        houses=(*(House(owner(view, n), marks[n]) for n in row["stations"]), *(House(),) * max(0, free)),
        cubes=tuple(
            Cube(sort, letter(scene, sort), number < asked["left"])
            for sort, asked in row["demands"].items()
            for number in range(asked["all"])
        ),
        sites=tuple(
            Site(owner(view, site["player"]), site["sort"], letter(scene, site["sort"]), site["goods"])
            if site["player"]
            else Site()
            for site in row["sites"].values()
        ),
        words=", ".join(city_words(scene, id, is_open)),
        href=scene.href(id),
        open=is_open,
        chosen=id == scene.place,
    )


def letter(scene: Scene, sort: str) -> str:
    return scene.speech(sort)[:1].upper()


def city_words(scene: Scene, id: str, is_open: bool) -> list[str]:
    row, speech = scene.view.cities[id], scene.speech
    found = [row["name"]]
    if row["hub"]:
        found.append(speech(msg("{hub} hub"), hub=row["hub"]))
    found.append(speech(msg("effort {effort}"), effort=row["effort"]))
    if row["influence"]:
        found.append(speech(msg("influence +{steps}"), steps=row["influence"]))
    if row["business"]:
        found.append(speech(msg("business marker {number}"), number=row["business"][-1]))
    asked = [speech(sort) for sort, demand in row["demands"].items() if demand["left"]]
    if asked:
        found.append(speech(msg("asks for {goods}"), goods=", ".join(asked)))
    if row["joined"]:
        found.append(speech(msg("joined: {players}"), players=", ".join(row["joined"])))
    if is_open:
        found.append(speech(msg("you can act here")))
    return found


def link(scene: Scene, id: str, is_open: bool) -> Link:
    view, speech = scene.view, scene.speech
    row = view.links[id]
    seats = {name: player.seat for name, player in view.players.items()}
    words = [link_name(view, id), speech(KINDS["crown" if row["crown"] else row["type"]])]
    if row["tracks"]:
        words.append(speech(msg("track of {players}"), players=", ".join(row["tracks"])))
    if is_open:
        words.append(speech(msg("you can act here")))
    return Link(
        id=id,
        ends=tuple(row["ends"]),
        kind=row["type"],
        crown=row["crown"],
        label="Semmering" if row["semmering"] else "",
        tracks=tuple((owner(view, name), seats[name]) for name in row["tracks"]),
        words=", ".join(words),
        href=scene.href(id),
        open=is_open,
        chosen=id == scene.place,
    )


def link_name(view: Any, id: str) -> str:
    return "–".join(view.cities[end]["name"] for end in view.links[id]["ends"])


def place_slip(scene: Scene, rows: Mapping[str, list[Row]]) -> dict[str, Any] | None:
    """What is known of the chosen city or link, and what can be done there."""
    view, id = scene.view, scene.place
    slip = {"id": id, "city": None, "link": None, "kinds": (), "rows": rows.get(id, [])}
    if id in view.cities:
        return slip | {"name": view.cities[id]["name"], "city": view.cities[id]}
    if id in view.links and view.cities:
        row = view.links[id]
        kinds = [KINDS[row["type"]], *([KINDS["crown"]] if row["crown"] else [])]
        return slip | {"name": link_name(view, id), "link": row, "kinds": kinds}
    return None


# -- the final scoring ---------------------------------------------------------------------------

STEPS: tuple[tuple[str, str, int, str], ...] = (
    ("cash", msg("Cash at the end"), 1, "END-1"),
    ("income", msg("Income once more"), 1, "END-1"),
    ("semmering", msg("Semmering: income again"), 1, "END-1"),
    ("goods", msg("Goods on the board"), 1, "END-2"),
    ("keys", msg("City keys"), 1, "END-3"),
    ("hubs", msg("Hubs within reach"), 1, "END-4"),
    ("filled", msg("Contracts filled"), 1, "END-5a-i"),
    ("unfilled", msg("Contracts not filled"), -1, "END-5a-i"),
    ("fees", msg("Fees for the way to Trieste"), -1, "END-5b"),
    ("received", msg("Fees received"), 1, "END-5b-iii"),
)


def account(view: Any) -> list[dict[str, Any]]:
    """Every step with its amount and the sum up to it, by player."""
    sums = dict.fromkeys(view.scoring, 0)
    found = []
    for step, words, factor, rule in STEPS:
        cells = {}
        for name, score in view.scoring.items():
            sums[name] += factor * score[step]
            cells[name] = {"amount": factor * score[step], "sum": sums[name]}
        found.append({"name": said(words), "rule": f"IS-{rule}", "cells": cells})
    return found


def chosen_way(scene: Scene) -> int | None:
    """Whose fee path is drawn: the one asked for, or at the end one's own, or the first there is."""
    scoring = scene.view.scoring
    if not scoring:
        return None
    there = [number for number, score in enumerate(scoring.values()) if score["path"]]
    asked = scene.place.removeprefix(WAY)
    if scene.place.startswith(WAY) and asked.isdigit() and int(asked) in there:
        return int(asked)
    if not scene.view.over or not there:
        return None
    return scene.seat if scene.seat in there else there[0]
