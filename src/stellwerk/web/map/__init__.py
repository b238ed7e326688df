"""The map of a table: for any game whose state has a board on an atlas."""

from stellwerk.web.map.choices import kinds
from stellwerk.web.map.context import map_context, tiles_context
from stellwerk.web.map.map_view import has_map

__all__ = ["has_map", "kinds", "map_context", "tiles_context"]
