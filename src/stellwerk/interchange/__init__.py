"""Games of 18xx.games: reading its exports, checking them, and writing them again."""

from stellwerk.interchange.reading import Difference, Imported, ImportProblem, import_game
from stellwerk.interchange.writing import export_game

__all__ = ["Difference", "ImportProblem", "Imported", "export_game", "import_game"]
