"""The whole map as one SVG file that stands alone."""

from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape

from stellwerk.board.atlas import Atlas
from stellwerk.board.board import Board
from stellwerk.board.hexes import HexId
from stellwerk.draw.drawing import RouteLine, describe, drawing
from stellwerk.draw.geometry import number
from stellwerk.draw.places import Colours
from stellwerk.draw.style import LIGHT, PATTERNS, Theme, style


def map_svg(
    atlas: Atlas,
    board: Board,
    *,
    colours: Colours | None = None,
    phase: str = "",
    routes: Sequence[RouteLine] = (),
    reachable: Collection[HexId] = (),
    describe: Callable[[HexId], str] | None = None,
    names: Mapping[HexId, str] | None = None,
    waiting: Collection[str] | None = None,
    theme: Theme = LIGHT,
    title: str = "Map",
) -> str:
    """Draw map, tiles, markers and routes.

    `colours` maps a company to its fill and text colour; `phase` is the colour whose off-board values
    count now; `reachable` hexes get a dashed frame; `describe` words the title of a hex, `names`
    replaces printed names, `waiting` are the companies whose homes are kept free.
    """
    drawn = drawing(atlas, colours, names)
    words = describe or (lambda key: _describe(atlas, board, key, drawn.name(key)))
    cells = {key: drawn.cell(board, key, phase, waiting) for key in atlas.hexes}
    layers = (
        drawn.background,
        drawn.frames({}),
        *(
            f'<g id="hex-{key}" class="hex" {drawn.at[key]}>'
            f"<title>{escape(words(key))}</title>{cell.ground}</g>"
            for key, cell in cells.items()
        ),
        '<g class="over">',
        *(drawn.placed(key, cell.track) for key, cell in cells.items()),
        drawn.gauges(board),
        *(drawn.route(board, rank, route) for rank, route in enumerate(routes)),
        *(drawn.placed(key, cell.places) for key, cell in cells.items()),
        *(drawn.frame(key) for key in atlas.hexes if key in reachable),
        "</g>",
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing map" viewBox="{drawn.box}" '
        f'width="{number(drawn.width)}" height="{number(drawn.height)}" role="img">'
        f"<title>{escape(title)}</title><style>{style(theme)}</style>{PATTERNS}{''.join(layers)}</svg>\n"
    )


_describe = describe
