"""Games of 18xx.games: reading its exports, checking them, and writing them again."""

from stellwerk.interchange.exporter import RulingApart, export_game, rulings_apart
from stellwerk.interchange.importer import Difference, Imported, import_game
from stellwerk.interchange.position import position_hash
from stellwerk.interchange.problem import ImportProblem

__all__ = [
    "Difference",
    "ImportProblem",
    "Imported",
    "RulingApart",
    "export_game",
    "import_game",
    "position_hash",
    "rulings_apart",
]
