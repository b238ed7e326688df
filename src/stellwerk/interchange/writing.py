"""Exporting a game in the format of 18xx.games."""

from typing import Any

import msgspec

from stellwerk.engine import Game, title


def export_game(game: Game) -> bytes:
    """The game as that site would export it; it plays under the ruling set `18xx.games`."""
    found = title(game.setup.game)
    make_writer = found.extras.get("writer")
    known = found.extras.get("recorded_as", {})
    if make_writer is None or game.setup.variant not in known:
        raise ValueError(f"games of {game.setup.game} ({game.setup.variant}) cannot be exported")
    name, options = known[game.setup.variant]
    state = game.state
    ids = {seat: seat + 1 for seat in range(len(state.names))}
    result = found.result(state)
    document: dict[str, Any] = {
        "id": "hs_stellwerk",
        "title": name,
        "description": "",
        "players": [{"id": ids[seat], "name": name} for seat, name in enumerate(state.names)],
        "min_players": found.players[game.setup.variant][0],
        "max_players": found.players[game.setup.variant][1],
        "settings": {"seed": game.setup.seed, "optional_rules": list(options)},
        "status": "finished" if state.over else "active",
        "mode": "hotseat",
        "result": {str(ids[seat]): result[name] for seat, name in enumerate(state.names)},
        "actions": make_writer(game, ids).actions(),
    }
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"
