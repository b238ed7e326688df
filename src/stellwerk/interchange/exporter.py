"""Exporting a game in the format of 18xx.games."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from stellwerk.engine import Game, title
from stellwerk.engine.json_data import JsonObject
from stellwerk.engine.rulings import Value, resolve

OTHER_PROGRAM = "18xx.games"
"""The ruling set by which that program plays."""


class RulingApart(Struct, frozen=True):
    """A ruling of a game that makes the other program play differently."""

    ruling: str
    text: str
    here: Value
    there: Value


class Player(Struct, frozen=True):
    id: int
    name: str


class Options(Struct, frozen=True):
    seed: int
    optional_rules: Sequence[str]


class Export(Struct, frozen=True, kw_only=True):
    """A game as that site writes it; beyond that, what lets us read our own file again."""

    id: str = "hs_stellwerk"
    title: str
    description: str = ""
    players: Sequence[Player]
    min_players: int
    max_players: int
    settings: Options
    status: str
    mode: str = "hotseat"
    result: Mapping[str, int]
    rulings: str
    rulings_apart: Sequence[RulingApart]
    actions: Sequence[JsonObject]


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
    state = game.state
    ids = {seat: seat + 1 for seat in range(len(game.setup.players))}
    writer = exchange.writer(game, ids)
    names, result = writer.names(), found.result(state)
    document = Export(
        title=name,
        players=[Player(ids[seat], name) for seat, name in enumerate(names)],
        min_players=found.players[game.setup.variant][0],
        max_players=found.players[game.setup.variant][1],
        settings=Options(writer.seed(), options),
        status="finished" if state.over else "active",
        result={str(ids[seat]): result[name] for seat, name in enumerate(names)},
        rulings=game.setup.rulings,
        rulings_apart=rulings_apart(game),
        actions=writer.actions(),
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"
