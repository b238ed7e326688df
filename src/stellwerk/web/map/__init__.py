"""The map of a table: for any game whose state has a board on an atlas."""

from stellwerk.web.map.choices import kinds
from stellwerk.web.map.context import shown_map
from stellwerk.web.map.map_view import MapView, has_map

__all__ = ["MapView", "has_map", "kinds", "shown_map"]
