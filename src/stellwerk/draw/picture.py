"""A part of the map as a picture without words, for a card: where most has been built."""

import re

from stellwerk.board.atlas import Atlas
from stellwerk.board.board import Board
from stellwerk.draw.drawing import drawing
from stellwerk.draw.geometry import HALF, RADIUS, number
from stellwerk.draw.places import Colours
from stellwerk.draw.style import LIGHT, PATTERNS, Theme, style

WIDE = 16 / 9
"""Of the picture: its width by its height."""
LEAST = 9 * 2 * HALF
"""Its width: a hex more or less, so that signs can still be told apart."""
MOST = 14 * 2 * HALF
WORDS = re.compile(r"<(text|title)\b.*?</\1>", re.DOTALL)
MUTE = ".value-disc,.cost-box,.premium,.pip{display:none}"
"""What only frames a figure."""


def picture_svg(atlas: Atlas, board: Board, colours: Colours, phase: str, theme: Theme = LIGHT) -> str:
    """Draw the map around what has been built, as a file that stands alone."""
    drawn = drawing(atlas, colours, None)
    cells = {key: drawn.cell(board, key, phase, None) for key in atlas.hexes}
    layers = (
        drawn.background,
        drawn.frames({}),
        *(f'<g class="hex" {drawn.at[key]}>{cell.ground}</g>' for key, cell in cells.items()),
        *(drawn.placed(key, cell.track) for key, cell in cells.items()),
        drawn.gauges(board),
        *(drawn.placed(key, cell.places) for key, cell in cells.items()),
    )
    spots = [drawn.centres[key] for key in board.laid] or list(drawn.centres.values())
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    width = max(max(xs) - min(xs) + 2 * HALF, (max(ys) - min(ys) + 2 * RADIUS) * WIDE, LEAST)
    width = min(width, MOST, drawn.width, drawn.height * WIDE)
    height = width / WIDE
    left = _within(sum(xs) / len(xs) - width / 2, drawn.left, drawn.left + drawn.width - width)
    top = _within(sum(ys) / len(ys) - height / 2, drawn.top, drawn.top + drawn.height - height)
    box = " ".join(map(number, (left, top, width, height)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing map" viewBox="{box}" '
        f'width="{number(width)}" height="{number(height)}">'
        f"<style>{style(theme)}{MUTE}</style>{PATTERNS}{WORDS.sub('', ''.join(layers))}</svg>\n"
    )


def _within(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))
