"""Drawings of the board; they only read."""

from stellwerk.draw.drawing import Drawing, RouteLine, drawing
from stellwerk.draw.map import map_svg
from stellwerk.draw.style import DARK, LIGHT, Theme, page_style

__all__ = ["DARK", "LIGHT", "Drawing", "RouteLine", "Theme", "drawing", "map_svg", "page_style"]
