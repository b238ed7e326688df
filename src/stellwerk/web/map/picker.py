"""The picker of a hex: every legal tile in every legal rotation, what it costs and what it changes."""

from collections.abc import Iterable
from typing import Any

import msgspec

from stellwerk.board import HexId, TileId, reach, revenue
from stellwerk.board.gestures import ChoosesStop, DigsTunnel
from stellwerk.draw.page import tile_svg, tunnel_svg
from stellwerk.engine import Action, FormatError, Refusal, decode, play
from stellwerk.engine.play import activity_of
from stellwerk.engine.text import msg
from stellwerk.mech18.advice import runs_of, worth
from stellwerk.mech18.markers import PlaceMarker, marker_cost
from stellwerk.mech18.operating import OperatingTurn, TurnActivity
from stellwerk.mech18.track import LayMove, LayTile, TrackStep
from stellwerk.notation import sentence
from stellwerk.text import translate
from stellwerk.web.map.choices import Why, lay_of, reasons
from stellwerk.web.map.sight import Sight
from stellwerk.web.map.words import (
    flag_words,
    gauge_words,
    kind_words,
    premium_words,
    price_words,
    slot_words,
    stop_name,
    terrain_words,
)

OPPOSITE_SIDE = 3


def encoded(action: Action) -> str:
    return msgspec.json.encode(action).decode()


def picker(sight: Sight, key: HexId) -> dict[str, Any]:
    """Everything that a hex's picker shows."""
    state, seat = sight.state, sight.seat if sight.now else None
    found = sight.choices
    lays_here, markers_here = found.lays.get(key, []), found.markers.get(key, [])
    why = reasons(state, seat, key)
    if lays_here or key in found.tunnels:  # a hex with a legal lay needs no excuse for other lays
        why = [reason for reason in why if reason.stop]
    return {
        "hex": key,
        "name": sight.drawn.name(key),
        "ground": ground(sight, key),
        "stops": [
            ", ".join([kind_words(sight, stop), *slot_words(sight, here)])
            for here, stop in zip(
                sight.atlas.stop_ids[key], sight.board.face(sight.atlas, key).stops, strict=False
            )
        ],
        "picture": sight.picture(sight.board, key),
        "lays": [*tiles(sight, key, lays_here), *tunnels(sight, key, found.tunnels.get(key, []))],
        "markers": [marker(sight, action) for action in markers_here],
        "spots": [spot(sight, key, action) for action in found.spots.get(key, [])],
        "why": [told(sight, reason) for reason in why],
        "note": lay_note(sight, key) if lays_here else "",
        "about": about(sight, key),
        "kind": sight.atlas.hexes[key].colour,
    }


def told(sight: Sight, why: Why) -> dict[str, Any]:
    """A refusal in the reader's language, with its paragraph's address."""
    refusal: Refusal = why.refusal
    game = sight.game
    short = refusal.rule.removeprefix(f"{game}-")
    return {
        "text": translate(refusal.message, refusal.figures, sight.lang),
        "place": stop_name(sight.state, why.stop) if why.stop else "",
        "rule": refusal.rule,
        "short": short,
        "href": f"/rules/{game}/{short}",
    }


def ground(sight: Sight, key: HexId) -> str:
    """ "mountain · 50" """
    spec, laid = sight.atlas.hexes[key], sight.board.laid.get(key)
    if laid is not None:
        colour = sight.board.colour(sight.atlas, key)
        return translate(msg("{colour} tile {tile}"), {"colour": colour, "tile": laid.tile}, sight.lang)
    if spec.cost:
        figures = {"terrain": terrain_words(sight, spec), "cost": price_words(sight, spec)}
        return translate(msg("{terrain} · {cost}"), figures, sight.lang)
    if spec.buildable:
        plain = msg("plain · no cost")
        return translate(plain if not spec.printed.stops else msg("no cost"), None, sight.lang)
    return ""


def about(sight: Sight, key: HexId) -> list[str]:
    """What else is special here: a premium, areas, one's own wishes."""
    spec, found = sight.atlas.hexes[key], []
    if spec.premium and key not in sight.board.laid:
        found.append(premium_words(sight, spec))
    if inside := [company for company, hexes in sight.areas.items() if key in hexes]:
        figures = {"companies": ", ".join(inside)}
        found.append(translate(msg("area of {companies}"), figures, sight.lang))
    if key in sight.flags:
        found.append(flag_words(sight, key))
    return found


def lay_note(sight: Sight, key: HexId) -> str:
    """ "2nd yellow of 2": how many lays of the turn are left."""
    activity, frame = activity_of(sight.state), sight.state.frame
    if not isinstance(activity, TurnActivity) or not isinstance(frame, OperatingTurn):
        return ""
    step = activity.steps[frame.step]
    allowed = step.yellow(sight.state) if isinstance(step, TrackStep) else 0
    if not allowed or sight.atlas.hexes[key].special:
        return ""
    if key in sight.board.laid:
        return translate(msg("upgrade"), None, sight.lang)
    return translate(
        msg("tile {number} of {allowed}"), {"number": len(frame.lays) + 1, "allowed": allowed}, sight.lang
    )


# -- tiles -------------------------------------------------------------------------------------


def tiles(sight: Sight, key: HexId, actions: Iterable[Action]) -> list[dict[str, Any]]:
    """The legal tiles, each with its legal positions."""
    by_tile: dict[TileId, list[dict[str, Any]]] = {}
    for action in actions:
        made = position(sight, key, action)
        by_tile.setdefault(made["tile"], []).append(made)
    return [
        {
            "tile": number,
            "left": sight.state.supply.get(number),
            "gauge": gauge_words(sight, sight.atlas.tiles[number]),
            "picture": positions[0]["tile_picture"],
            "positions": positions,
        }
        for number, positions in by_tile.items()
    ]


def tunnels(sight: Sight, key: HexId, actions: Iterable[Action]) -> list[dict[str, Any]]:
    """All tunnels of a hex, chosen like the positions of a tile."""
    positions = [tunnel(sight, key, action) for action in actions]
    if not positions:
        return []
    return [
        {
            "tile": "",
            "left": None,
            "gauge": "",
            "picture": positions[0]["tile_picture"],
            "positions": positions,
        }
    ]


def tunnel(sight: Sight, key: HexId, action: Action) -> dict[str, Any]:
    assert isinstance(action.on_map, DigsTunnel)
    state, company, dug = sight.state, sight.company, action.on_map.of(action)
    move = next(move for move in activity_of(state).moves(state) if move.action is type(action))
    after = move.apply(state.but(news=()), action)
    paid = state.cash[company] - after.cash[company]
    return {
        "action": encoded(action),
        "tile": "",
        "rotation": 0,
        "rebate": dug.rebate,
        "cost": paid,
        "price": sight.amount(paid),
        "picture": sight.picture(after.board, key),
        "tile_picture": tunnel_svg((dug.sides,)),
        "changes": reached_anew(sight, key, after.board),
        "effect": effect_link(sight, action),
    }


def position(sight: Sight, key: HexId, action: Action) -> dict[str, Any]:
    _, number, rotation, rebate = lay_of(sight.atlas, action)
    after = sight.board.lay(sight.atlas, key, number, rotation)
    paid = cost(sight, action)
    return {
        "action": encoded(action),
        "tile": number,
        "rotation": rotation,
        "rebate": rebate,
        "cost": paid,
        "price": sight.amount(paid) if paid else "",
        "picture": sight.picture(after, key),
        "tile_picture": tile_svg(sight.atlas.tiles[number], rotation),
        "changes": changes(sight, key, after),
        "effect": effect_link(sight, action),
    }


def cost(sight: Sight, action: Action) -> int:
    """What the title takes for a lay; lays of other kinds are free."""
    for move in activity_of(sight.state).moves(sight.state):
        if isinstance(move, LayMove) and isinstance(action, LayTile):
            return move.cost(sight.state, action)
    return 0


def changes(sight: Sight, key: HexId, after: Any) -> list[str]:
    """What a lay changes: values, circles, gauges joined, stops reached."""
    atlas, board, lang = sight.atlas, sight.board, sight.lang
    old, new = board.surface(atlas, key), after.surface(atlas, key)
    found: list[str] = []
    for index, target in enumerate(atlas.stop_map(old, new) if old.stops else ()):
        before, then = old.stops[index], new.stops[target]
        name = stop_name(sight.state, atlas.stop_ids[key][index])
        values = revenue(before, sight.phase), revenue(then, sight.phase)
        if values[0] != values[1]:
            figures = {"place": name, "old": values[0], "new": values[1]}
            found.append(translate(msg("{place} {old} → {new}"), figures, lang))
        if then.slots != before.slots:
            figures = {"old": before.slots, "new": then.slots}
            found.append(translate(msg("circles {old} → {new}"), figures, lang))
    if not old.stops:
        for stop in new.stops:
            found.append(kind_words(sight, stop))
    joined = [
        beyond
        for edge in sorted(new.exits - old.exits)
        if (beyond := atlas.neighbours[key][edge]) is not None
        and atlas.crossings(key, edge)
        and (edge + OPPOSITE_SIDE) % 6 in board.face(atlas, beyond).exits
    ]
    if joined:
        figures = {"hexes": ", ".join(joined)}
        found.append(translate(msg("joins another gauge at {hexes}"), figures, lang))
    return found + reached_anew(sight, key, after)


def reached_anew(sight: Sight, key: HexId, after: Any) -> list[str]:
    """The places that the company's track would come to."""
    atlas, state, company = sight.atlas, sight.state, sight.company
    if not company:
        return []
    fresh = reach(atlas, after, company).stops - reach(atlas, sight.board, company).stops
    names = dict.fromkeys(stop_name(state, stop) for stop in sorted(fresh) if atlas.where[stop][0] != key)
    return [translate(msg("reaches {places}"), {"places": ", ".join(names)}, sight.lang)] if names else []


# -- markers -----------------------------------------------------------------------------------


def marker(sight: Sight, action: Action) -> dict[str, Any]:
    """A station that can be placed: where, for how much, how many are left.

    Other actions at a stop say in their own words what they do.
    """
    assert isinstance(action.on_map, ChoosesStop)
    state, stop = sight.state, action.on_map.of(action)
    after = play(state, action).state
    key = sight.atlas.where[stop][0]
    found = {
        "action": encoded(action),
        "place": stop_name(state, stop),
        "picture": sight.picture(after.board, key),
        "does": "" if isinstance(action, PlaceMarker) else sentence(state, action, sight.lang),
    }
    if not isinstance(action, PlaceMarker):
        return found
    before, then = sight.board.slots(sight.atlas, stop), after.board.slots(sight.atlas, stop)
    slot = next((n for n, (a, b) in enumerate(zip(before, then, strict=False)) if a != b), 0)
    company = sight.company
    return found | {
        "slot": slot + 1,
        "slots": len(before),
        "price": sight.amount(marker_cost(state, company)),
        "left": len(state.book.companies[company].markers) - state.markers[company],
        "effect": effect_link(sight, action),
    }


def spot(sight: Sight, key: HexId, action: Action) -> dict[str, Any]:
    """Something that marks the hex itself."""
    after = play(sight.state, action).state
    return {
        "action": encoded(action),
        "does": sentence(sight.state, action, sight.lang),
        "picture": sight.picture(after.board, key),
    }


# -- what the trains would earn ----------------------------------------------------------------


def effect_link(sight: Sight, action: Action) -> str:
    """Where to ask what an action would add to the best run; empty when no run could tell."""
    if not sight.company or runs_of(sight.state, sight.company) is None:
        return ""
    return sight.href("worth", action=encoded(action))


def effect(sight: Sight, text: str) -> dict[str, Any] | None:
    """The best run before and after an action; None when it is not legal or there is nothing to run."""
    try:
        action = decode(sight.game, text)
        found = (
            worth(sight.state, action, sight.verdicts.offload)
            if sight.company and action.seat == sight.seat
            else None
        )
    except (FormatError, Refusal):
        return None
    if found is None:
        return None
    return {
        "trains": bool(sight.state.trains_of(found.company)),
        "old": found.before,
        "new": found.after,
        "change": found.change,
        "proved": found.proved,
    }
