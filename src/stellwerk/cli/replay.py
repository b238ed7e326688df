"""`replay`: what a saved game comes to."""

from argparse import Namespace

from stellwerk.cli.common import Failed, put_json
from stellwerk.cli.files import read_game
from stellwerk.engine.hashing import state_hash
from stellwerk.engine.registry import title
from stellwerk.engine.text import msg


def run_replay(args: Namespace) -> int:
    """Always JSON: this is what other programs compare."""
    game = read_game(args.file).game
    last = len(game.actions)
    at = last if args.at is None else args.at
    if at > last:
        raise Failed(
            msg("{file} has {last} actions, there is no action {at}"), file=str(args.file), last=last, at=at
        )
    state = game.history[at].state
    put_json(
        {
            "game": game.setup.game,
            "actions": at,
            "finished": state.over,
            "result": title(game.setup.game).result(state),
            "hash": state_hash(state),
        }
    )
    return 0
