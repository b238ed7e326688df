"""The picker of a hex: every legal tile in every legal rotation, what it costs and what it changes."""

from collections.abc import Iterable

import msgspec

from stellwerk.board import Board, HexId, TileId, reach, revenue
from stellwerk.board.gestures import ChoosesStop, DigsTunnel, Lay
from stellwerk.draw.page import tile_svg, tunnel_svg
from stellwerk.engine import Action, FormatError, Refusal, decode, play
from stellwerk.engine.play import activity_of
from stellwerk.engine.text import Figures, msg
from stellwerk.mech18.advice import runs_of, worth
from stellwerk.mech18.markers import PlaceMarker, marker_cost
from stellwerk.mech18.names import stop_name
from stellwerk.mech18.operating import OperatingTurn, TurnActivity
from stellwerk.mech18.track import LayMove, LayTile, TrackStep
from stellwerk.text import translate
from stellwerk.web.map.choices import Why, lay_of, reasons
from stellwerk.web.map.map_view import MapView
from stellwerk.web.map.shown import (
    Circle,
    Effect,
    Picker,
    Reason,
    SpotOption,
    StopOption,
    TileOption,
    TilePosition,
)
from stellwerk.web.map.words import (
    flag_words,
    gauge_words,
    kind_words,
    premium_words,
    price_words,
    slot_words,
    terrain_words,
)

OPPOSITE_SIDE = 3


def encoded(action: Action) -> str:
    return msgspec.json.encode(action).decode()


def picker(map_view: MapView, key: HexId) -> Picker:
    """Return everything that a hex's picker shows."""
    state, seat = map_view.state, map_view.seat if map_view.now else None
    found = map_view.choices
    lays_here, markers_here = found.lays.get(key, []), found.markers.get(key, [])
    why = reasons(state, seat, key)
    if lays_here or key in found.tunnels:  # a hex with a legal lay needs no excuse for other lays
        why = [reason for reason in why if reason.stop]
    return Picker(
        hex=key,
        name=map_view.drawn.name(key),
        ground=ground(map_view, key),
        stops=[
            ", ".join([kind_words(map_view, stop), *slot_words(map_view, here)])
            for here, stop in zip(
                map_view.atlas.stop_ids[key], map_view.board.face(map_view.atlas, key).stops, strict=False
            )
        ],
        picture=map_view.picture(map_view.board, key),
        lays=[*tiles(map_view, key, lays_here), *tunnels(map_view, key, found.tunnels.get(key, []))],
        markers=[marker(map_view, action) for action in markers_here],
        spots=[spot(map_view, key, action) for action in found.spots.get(key, [])],
        why=[told(map_view, reason) for reason in why],
        note=lay_note(map_view, key) if lays_here else "",
        about=about(map_view, key),
    )


def told(map_view: MapView, why: Why) -> Reason:
    """Return a refusal in the reader's language, with its paragraph's address."""
    refusal: Refusal = why.refusal
    game = map_view.game
    short = refusal.rule.removeprefix(f"{game}-")
    return Reason(
        text=map_view.speech(refusal.message, **refusal.figures),
        place=stop_name(map_view.state, why.stop) if why.stop else "",
        rule=refusal.rule,
        short=short,
        href=f"/rules/{game}/{short}",
    )


def ground(map_view: MapView, key: HexId) -> str:
    """ "mountain · 50" """
    spec, laid = map_view.atlas.hexes[key], map_view.board.laid.get(key)
    if laid is not None:
        colour = map_view.board.colour(map_view.atlas, key)
        return translate(msg("{colour} tile {tile}"), {"colour": colour, "tile": laid.tile}, map_view.lang)
    if spec.cost:
        figures = {"terrain": terrain_words(map_view, spec), "cost": price_words(map_view, spec)}
        return translate(msg("{terrain} · {cost}"), figures, map_view.lang)
    if spec.buildable:
        # Of the ground alone: a lay may cost something all the same.
        plain = msg("plain, free ground")
        return translate(plain if not spec.printed.stops else msg("free ground"), None, map_view.lang)
    return ""


def about(map_view: MapView, key: HexId) -> list[str]:
    """Return what else is special here: a premium, areas, one's own wishes."""
    spec, found = map_view.atlas.hexes[key], []
    if spec.premium and key not in map_view.board.laid:
        found.append(premium_words(map_view, spec))
    if inside := [company for company, hexes in map_view.areas.items() if key in hexes]:
        figures = {"companies": ", ".join(inside)}
        found.append(translate(msg("area of {companies}"), figures, map_view.lang))
    if key in map_view.flags:
        found.append(flag_words(map_view, key))
    return found


def lay_note(map_view: MapView, key: HexId) -> str:
    """ "2nd yellow of 2": how many lays of the turn are left."""
    activity, frame = activity_of(map_view.state), map_view.state.frame
    if not isinstance(activity, TurnActivity) or not isinstance(frame, OperatingTurn):
        return ""
    step = activity.steps[frame.step]
    allowed = step.yellow(map_view.state) if isinstance(step, TrackStep) else 0
    if not allowed or map_view.atlas.hexes[key].special:
        return ""
    if key in map_view.board.laid:
        return translate(msg("upgrade"), None, map_view.lang)
    return translate(
        msg("tile {number} of {allowed}"), {"number": len(frame.lays) + 1, "allowed": allowed}, map_view.lang
    )


# -- tiles -------------------------------------------------------------------------------------


def tiles(map_view: MapView, key: HexId, actions: Iterable[Action]) -> list[TileOption]:
    """Return the legal tiles, each with its legal positions."""
    by_tile: dict[TileId, list[TilePosition]] = {}
    for action in actions:
        lay = lay_of(map_view.atlas, action)
        by_tile.setdefault(lay.tile, []).append(position(map_view, action, lay))
    return [
        TileOption(
            tile=number,
            left=map_view.state.supply.get(number),
            gauge=gauge_words(map_view, map_view.atlas.tiles[number]),
            positions=positions,
        )
        for number, positions in by_tile.items()
    ]


def tunnels(map_view: MapView, key: HexId, actions: Iterable[Action]) -> list[TileOption]:
    """Return all tunnels of a hex, chosen like the positions of a tile."""
    positions = [tunnel(map_view, key, action) for action in actions]
    return [TileOption(tile="", positions=positions)] if positions else []


def tunnel(map_view: MapView, key: HexId, action: Action) -> TilePosition:
    assert isinstance(action.on_map, DigsTunnel)
    state, company, dug = map_view.state, map_view.company, action.on_map.of(action)
    move = next(move for move in activity_of(state).moves(state) if move.action is type(action))
    after = move.apply(state.replace(news=()), action)
    paid = state.cash[company] - after.cash[company]
    return TilePosition(
        action=encoded(action),
        rebate=dug.rebate,
        cost=paid,
        price=map_view.amount(paid),
        picture=map_view.picture(after.board, key),
        tile_picture=tunnel_svg((dug.sides,)),
        changes=reached_anew(map_view, key, after.board),
        effect=effect_link(map_view, action),
    )


def position(map_view: MapView, action: Action, lay: Lay) -> TilePosition:
    after = map_view.board.lay(map_view.atlas, lay.hex, lay.tile, lay.rotation)
    paid = cost(map_view, action)
    beside = paid - ground_cost(map_view, lay)
    fee = (
        [translate(msg("{fee} of it beside the ground"), {"fee": map_view.amount(beside)}, map_view.lang)]
        if beside > 0
        else []
    )
    return TilePosition(
        action=encoded(action),
        rebate=lay.rebate,
        cost=paid,
        price=map_view.amount(paid) if paid else "",
        picture=map_view.picture(after, lay.hex),
        tile_picture=tile_svg(map_view.atlas.tiles[lay.tile], lay.rotation),
        changes=[*fee, *changes(map_view, lay.hex, after)],
        effect=effect_link(map_view, action),
    )


def ground_cost(map_view: MapView, lay: Lay) -> int:
    """What the map prints for the first tile of a hex, in the gauge of this one."""
    spec = map_view.atlas.hexes[lay.hex]
    if lay.hex in map_view.board.laid:
        return 0
    return spec.costs.get(map_view.atlas.tiles[lay.tile].gauge, 0) if spec.costs else spec.cost


def cost(map_view: MapView, action: Action) -> int:
    """What the title takes for a lay; lays of other kinds are free."""
    for move in activity_of(map_view.state).moves(map_view.state):
        if isinstance(move, LayMove) and isinstance(action, LayTile):
            return move.cost(map_view.state, action)
    return 0


def changes(map_view: MapView, key: HexId, after: Board) -> list[str]:
    """Return what a lay changes: values, circles, gauges joined, stops reached."""
    atlas, board, lang = map_view.atlas, map_view.board, map_view.lang
    old, new = board.surface(atlas, key), after.surface(atlas, key)
    found: list[str] = []
    for index, target in enumerate(atlas.stop_map(old, new) if old.stops else ()):
        before, then = old.stops[index], new.stops[target]
        name = stop_name(map_view.state, atlas.stop_ids[key][index])
        values = revenue(before, map_view.phase), revenue(then, map_view.phase)
        if values[0] != values[1]:
            figures: Figures = {"place": name, "old": values[0], "new": values[1]}
            found.append(translate(msg("{place} {old} → {new}"), figures, lang))
        if then.slots != before.slots:
            circles = {"old": before.slots, "new": then.slots}
            found.append(translate(msg("station spaces {old} → {new}"), circles, lang))
    if not old.stops:
        for stop in new.stops:
            found.append(kind_words(map_view, stop))
    joined = [
        beyond
        for edge in sorted(new.exits - old.exits)
        if (beyond := atlas.neighbours[key][edge]) is not None
        and atlas.crossings(key, edge)
        and (edge + OPPOSITE_SIDE) % 6 in board.face(atlas, beyond).exits
    ]
    if joined:
        hexes = {"hexes": ", ".join(joined)}
        found.append(translate(msg("joins another gauge at {hexes}"), hexes, lang))
    return found + reached_anew(map_view, key, after)


def reached_anew(map_view: MapView, key: HexId, after: Board) -> list[str]:
    """Return the places that the company's track would come to."""
    atlas, state, company = map_view.atlas, map_view.state, map_view.company
    if not company:
        return []
    fresh = reach(atlas, after, company).stops - reach(atlas, map_view.board, company).stops
    names = dict.fromkeys(stop_name(state, stop) for stop in sorted(fresh) if atlas.where[stop][0] != key)
    return [translate(msg("reaches {places}"), {"places": ", ".join(names)}, map_view.lang)] if names else []


# -- markers -----------------------------------------------------------------------------------


def marker(map_view: MapView, action: Action) -> StopOption:
    """Return a station that can be placed: where, for how much, how many are left.

    Other actions at a stop say in their own words what they do.
    """
    assert isinstance(action.on_map, ChoosesStop)
    state, stop = map_view.state, action.on_map.of(action)
    after = play(state, action).state
    key = map_view.atlas.where[stop][0]
    place, picture = stop_name(state, stop), map_view.picture(after.board, key)
    if not isinstance(action, PlaceMarker):
        return StopOption(encoded(action), place, picture, does=map_view.speech.does(state, action))
    before, then = map_view.board.slots(map_view.atlas, stop), after.board.slots(map_view.atlas, stop)
    slot = next((n for n, (a, b) in enumerate(zip(before, then, strict=False)) if a != b), 0)
    company = map_view.company
    circle = Circle(
        slot=slot + 1,
        slots=len(before),
        price=map_view.amount(marker_cost(state, company)),
        left=len(state.book.companies[company].markers) - state.markers[company],
        effect=effect_link(map_view, action),
    )
    return StopOption(encoded(action), place, picture, circle=circle)


def spot(map_view: MapView, key: HexId, action: Action) -> SpotOption:
    """Something that marks the hex itself."""
    after = play(map_view.state, action).state
    return SpotOption(
        action=encoded(action),
        does=map_view.speech.does(map_view.state, action),
        picture=map_view.picture(after.board, key),
    )


# -- what the trains would earn ----------------------------------------------------------------


def effect_link(map_view: MapView, action: Action) -> str:
    """Return where to ask what an action would add to the best run; empty when no run could tell."""
    if not map_view.figures or not map_view.company or runs_of(map_view.state, map_view.company) is None:
        return ""
    return map_view.href("worth", action=encoded(action))


def effect(map_view: MapView, text: str) -> Effect | None:
    """Return the best run before and after an action.

    None when it is not legal or there is nothing to run.
    """
    try:
        action = decode(map_view.game, text)
        found = (
            worth(map_view.state, action, map_view.verdicts.offload)
            if map_view.company and action.seat == map_view.seat
            else None
        )
    except (FormatError, Refusal):
        return None
    if found is None:
        return None
    return Effect(
        trains=bool(map_view.state.trains_of(found.who)),
        old=found.before,
        new=found.after,
        change=found.change,
        proved=found.proved,
    )
