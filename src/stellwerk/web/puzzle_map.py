"""The map of a puzzle: drawn as at a table, with its choices as letters and runs that were answered."""

from collections.abc import Callable, Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from stellwerk.board import HexId, Segment, StopId, reach
from stellwerk.draw.drawing import RouteLine
from stellwerk.draw.page import Marks, grid_svg
from stellwerk.engine.text import msg
from stellwerk.mech18.advice import best_run
from stellwerk.mech18.names import stop_name
from stellwerk.mech18.state import AnyRailways
from stellwerk.mech18.title import railway_pages
from stellwerk.puzzles.proving import driven
from stellwerk.text import translate
from stellwerk.web.map.choices import NOTHING
from stellwerk.web.map.map_view import MapView
from stellwerk.web.map.running import Track
from stellwerk.web.map.words import hex_words


class Stopping(Struct, frozen=True):
    """A stop to which a route can go on."""

    stop: str
    hex: HexId
    name: str
    href: str


def plain_view(state: AnyRailways, lang: str) -> MapView:
    """Return a position as anybody sees it, in which nothing can be done."""
    return MapView(table="", state=state, version=0, at=0, latest=1, seat=None, lang=lang)


def puzzle_svg(
    view: MapView,
    link: Callable[[HexId], str],
    *,
    letters: Mapping[HexId, str],
    open_to: frozenset[HexId],
    routes: Sequence[Sequence[Segment]],
) -> Markup:
    """Return the map; `letters` stand on their hexes."""
    drawn = grid_svg(
        view.drawn,
        view.board,
        Marks(open=open_to, routes=[RouteLine(tuple(segments)) for segments in routes]),
        phase=view.phase,
        waiting=view.waiting,
        title=translate(msg("Map of {game}"), {"game": view.game}, view.lang),
        words=lambda key: " ".join(
            part for part in (letters.get(key, ""), hex_words(view, key, (), NOTHING)) if part
        ),
        link=link,
        sheets={
            name: translate(words, None, view.lang) for name, words in railway_pages(view.game).sheets.items()
        },
    )
    badges = "".join(
        f'<g class="puzzle-letter" transform="translate({view.drawn.centres[key][0] + 30:.1f} '
        f'{view.drawn.centres[key][1] - 34:.1f})"><circle r="17"/><text y="7">{letter}</text></g>'
        for key, letter in letters.items()
    )
    return Markup(drawn.replace('<g id="map-preview">', f'{badges}<g id="map-preview">', 1))


def segments_of(view: MapView, company: str, stops: Sequence[str]) -> tuple[Segment, ...]:
    """Return the track of a run that is being named, or that was answered."""
    if len(stops) < 2:
        return ()
    found = driven(view.state, company, stops)
    return Track(view, company).segments(found.path)


def best_segments(view: MapView, company: str) -> list[tuple[Segment, ...]]:
    """Return the track of a company's best run, train by train."""
    best = best_run(view.state, company)
    track = Track(view, company)
    return [track.segments(route.path) for route in (() if best is None else best.routes)]


def following(
    view: MapView, company: str, stops: Sequence[str], href: Callable[[str], str]
) -> list[Stopping]:
    """Return where a route can begin or go on, by its track; whether a train may run it is another matter."""
    found = reach(view.atlas, view.board, company)
    if not stops:
        ahead = sorted(found.stops)
    else:
        here = StopId(stops[-1])
        if len(stops) > 1 and here not in found.passable:
            return []
        beside = {segment.other(here) for segment in found.segments if here in (segment.a, segment.b)}
        ahead = sorted(beside - set(stops))
    return [
        Stopping(stop, view.atlas.where[stop][0], stop_name(view.state, stop), href(stop)) for stop in ahead
    ]
