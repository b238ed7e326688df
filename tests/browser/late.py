"""Late positions of the golden games: many companies, trains and tiles, and names as people have them."""

from functools import cache

from msgspec.structs import replace

from stellwerk.engine import Game
from stellwerk.engine.save import dump
from tests.golden import keeping

NAMES = ("Wilhelmina", "Bartłomiej", "Konstanty", "Dorothea", "Eleonore", "Friedrich")
RAILWAYS = ("1824", "1848", "1853", "1854")


@cache
def save(name: str, share: float) -> bytes:
    """A golden game up to a share of its log, as a file to upload."""
    golden = keeping.read(name)
    game = Game(replace(golden.setup, players=NAMES[: len(golden.setup.players)]))
    actions = golden.actions()
    for action in actions[: int(len(actions) * share)]:
        game.enter(action)
    return dump(game)


def games() -> list[str]:
    """The golden games of the railways, each title's in turn."""
    by_title = [keeping.names(title) for title in RAILWAYS]
    longest = max(map(len, by_title))
    return [names[rank] for rank in range(longest) for names in by_title if rank < len(names)]
