"""Hexes, tiles, station markers and the network of track."""

from stellwerk.board.atlas import Atlas, HexSpec, read_hexes, read_tiles
from stellwerk.board.board import Board, Laid
from stellwerk.board.hexes import EDGES, OPPOSITE, HexId, StopId, TileId, split, stop_id
from stellwerk.board.reach import Reach, connected, reach
from stellwerk.board.tile import COLOURS, Face, Path, Stop, Tile, revenue
from stellwerk.board.track import Network, Segment, Walk, network

__all__ = [
    "COLOURS",
    "EDGES",
    "OPPOSITE",
    "Atlas",
    "Board",
    "Face",
    "HexId",
    "HexSpec",
    "Laid",
    "Network",
    "Path",
    "Reach",
    "Segment",
    "Stop",
    "StopId",
    "Tile",
    "TileId",
    "Walk",
    "connected",
    "network",
    "reach",
    "read_hexes",
    "read_tiles",
    "revenue",
    "split",
    "stop_id",
]
