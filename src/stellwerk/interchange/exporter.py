"""Exporting a game in the format of 18xx.games."""

from typing import Any, NamedTuple

import msgspec

from stellwerk.engine import Game, title
from stellwerk.engine.rulings import resolve

OTHER_PROGRAM = "18xx.games"
"""The ruling set by which that program plays."""


class RulingApart(NamedTuple):
    """A ruling of a game that makes the other program play differently."""

    ruling: str
    text: str
    here: object
    there: object


def rulings_apart(game: Game) -> list[RulingApart]:
    """Return the rulings of this game that 18xx.games does not share, in the order of the title's table."""
    found = title(game.setup.game)
    if found.exchange is None:
        return []
    table = found.ruling_table()
    ours, theirs = resolve(table, game.setup.rulings, game.setup.rules), resolve(table, OTHER_PROGRAM)
    return [
        RulingApart(name, ruling.text, ours[name], theirs[name])
        for name, ruling in table.items()
        if ours[name] != theirs[name]
    ]


def export_game(game: Game) -> bytes:
    """Return the game as that site would export it.

    That program plays by the ruling set `18xx.games`; `rulings_apart` in the file lists what it does not
    share, and `rulings` lets us read our own file again.
    """
    found = title(game.setup.game)
    exchange = found.exchange
    if exchange is None or game.setup.variant not in exchange.recorded_as:
        raise ValueError(f"games of {game.setup.game} ({game.setup.variant}) cannot be exported")
    name, options = exchange.recorded_as[game.setup.variant]
    state: Any = game.state
    ids = {seat: seat + 1 for seat in range(len(state.names))}
    writer = exchange.writer(game, ids)
    result = found.result(state)
    document: dict[str, Any] = {
        "id": "hs_stellwerk",
        "title": name,
        "description": "",
        "players": [{"id": ids[seat], "name": name} for seat, name in enumerate(state.names)],
        "min_players": found.players[game.setup.variant][0],
        "max_players": found.players[game.setup.variant][1],
        "settings": {"seed": writer.seed(), "optional_rules": list(options)},
        "status": "finished" if state.over else "active",
        "mode": "hotseat",
        "result": {str(ids[seat]): result[name] for seat, name in enumerate(state.names)},
        "rulings": game.setup.rulings,
        "rulings_apart": [ruling._asdict() for ruling in rulings_apart(game)],
        "actions": writer.actions(),
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"
