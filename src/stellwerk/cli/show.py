"""`show`: the table at a glance, and the map as a drawing."""

from argparse import Namespace
from pathlib import Path
from typing import Any

import msgspec

from stellwerk.cli.common import Failed, put_json
from stellwerk.cli.files import read_game, write_bytes
from stellwerk.cli.moves import prompt
from stellwerk.cli.setup import seated
from stellwerk.engine import title, to_act, view
from stellwerk.engine.text import msg
from stellwerk.mech18.state import Railways


def map_of(state: Any) -> str:
    """Return the map as SVG."""
    game = title(state.setup.game)
    if not isinstance(state, Railways):
        raise Failed(msg("{game} has no map to draw"), game=game.id)
    from stellwerk.draw import map_svg
    from stellwerk.mech18.markers import waiting

    companies = state.book.companies.items()
    colours = {sym: (company.colour, company.text_colour) for sym, company in companies}
    return map_svg(
        state.book.atlas,
        state.board,
        colours=colours,
        phase=state.colour,
        waiting=waiting(state),
        title=game.name,
    )


def draw(state: Any, file: Path) -> None:
    write_bytes(map_of(state).encode(), file)


def turn_of(state: Any) -> tuple[str, ...]:
    """Return the players whose turn it is."""
    names = seated(state)
    return tuple(names[seat] for seat in to_act(state) if seat >= 0)


def run_show(args: Namespace) -> int:
    game = read_game(args.file).game
    state = game.state
    if args.svg is not None:
        draw(state, args.svg)
    if args.json:
        put_json(msgspec.to_builtins(view(state, None)) | {"version": game.version})
        return 0
    from rich.console import Console

    from stellwerk.cli.tables import glance

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, 140)
    console.print(glance(view(state, None), args.lang, turn_of(state)))
    console.print(prompt(state, args.lang), markup=False)
    return 0
