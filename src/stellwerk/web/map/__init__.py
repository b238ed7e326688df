"""The map of a table: for any game whose state has a board on an atlas."""

from stellwerk.web.map.choices import kinds
from stellwerk.web.map.context import map_context, tiles_context
from stellwerk.web.map.routes import handlers
from stellwerk.web.map.sight import has_map, sight

__all__ = ["handlers", "has_map", "kinds", "map_context", "sight", "tiles_context"]
