"""Drawings of the board; they only read."""

from stellwerk.draw.map import RouteLine, map_svg
from stellwerk.draw.style import DARK, LIGHT, Theme

__all__ = ["DARK", "LIGHT", "RouteLine", "Theme", "map_svg"]
