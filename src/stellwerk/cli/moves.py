"""`legal` and `do`: what may be done, and doing it."""

import sys
from argparse import Namespace
from collections.abc import Sequence
from functools import cache
from typing import Any, Union

import msgspec

from stellwerk.cli.common import Failed, complain, put_json
from stellwerk.cli.files import alone, read_game, write_game
from stellwerk.cli.setup import seated
from stellwerk.engine import (
    ENTRIES,
    Action,
    FormatError,
    Redo,
    Refusal,
    Undo,
    legal,
    state_hash,
    title,
    to_act,
)
from stellwerk.engine.play import activity_of
from stellwerk.engine.text import Figure, msg
from stellwerk.notation import sentence
from stellwerk.text import event_text, refusal_text, translate


@cache
def _decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Union[(*title(game).actions, *ENTRIES)])


def entry(game: str, text: str | bytes) -> Action:
    """Return a log entry from its JSON text: an action of the game, or undo and redo."""
    try:
        action: Action = _decoder(game).decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise FormatError(f"not an action of {game}: {error}") from None
    return action


def prompt(state: Any, lang: str) -> str:
    """Return what is expected now."""
    if state.over:
        return translate(msg("The game is over."), {}, lang)
    asked = activity_of(state).prompt(state)
    return translate(asked.message, asked.figures, lang)


def open_kinds(state: Any, actions: Sequence[Action]) -> list[str]:
    """Kinds of action of which only a useful few are listed."""
    listed = {type(action) for action in actions}
    moves = activity_of(state).moves(state) if listed else ()
    kinds = [move.action for move in moves if not move.listed and move.action in listed]
    return [str(kind.__struct_config__.tag) for kind in kinds]


def acting_seat(state: Any, wanted: int | None) -> int | None:
    """Return the seat asked for, else the first whose turn it is; None when the game is over."""
    names = seated(state)
    if wanted is not None and not 0 <= wanted < len(names):
        raise Failed(msg("there is no seat {seat}: seats are 0 to {last}"), seat=wanted, last=len(names) - 1)
    return wanted if wanted is not None else next(iter(to_act(state)), None)


def run_legal(args: Namespace) -> int:
    game = read_game(args.file).game
    state = game.state
    seat = acting_seat(state, args.seat)
    actions = [] if seat is None else legal(state, seat)
    asks = prompt(state, args.lang)
    player = None if seat is None else seated(state)[seat]
    if args.json:
        put_json(
            {
                "seat": seat,
                "player": player,
                "asks": asks,
                "turn": list(to_act(state)),
                "version": game.version,
                "actions": [msgspec.to_builtins(action) for action in actions],
                "texts": [sentence(state, action, args.lang) for action in actions],
                "more": open_kinds(state, actions),
            }
        )
        return 0
    print(asks)
    if seat is not None and not actions:
        figures: dict[str, Figure] = {"player": player, "seat": seat}
        print(translate(msg("{player} (seat {seat}) has nothing to do now."), figures, args.lang))
    for number, action in enumerate(actions, start=1):
        print(f"{number:>3}  {sentence(state, action, args.lang)}")
        print(f"     {msgspec.json.encode(action).decode()}")
    if kinds := open_kinds(state, actions):
        print(translate(msg("Others are possible too: {kinds}."), {"kinds": ", ".join(kinds)}, args.lang))
    return 0


def run_do(args: Namespace) -> int:
    with alone(args.file):
        return _do(args)


def _do(args: Namespace) -> int:
    saved = read_game(args.file)
    game = saved.game
    text: str | bytes = args.action
    if text == "-":
        stream = getattr(sys.stdin, "buffer", None)
        text = stream.read() if stream is not None else sys.stdin.read()
    try:
        action = entry(game.setup.game, text)
    except FormatError as error:
        raise Failed("{reason}", reason=str(error)) from None
    try:
        events = game.submit(action, args.seen)
    except Refusal as refusal:
        if args.json:
            figures = {name: _plain(figure) for name, figure in refusal.figures.items()}
            refused = {"rule": refusal.rule, "message": refusal.message, "figures": figures}
            put_json({"refused": refused | {"text": translate(refusal.message, refusal.figures, args.lang)}})
        complain(refusal_text(refusal, args.lang))
        return 1
    write_game(saved, args.file)
    state = game.state
    if args.json:
        told = [msgspec.to_builtins(event) | {"text": event_text(event, args.lang)} for event in events]
        put_json({"version": game.version, "events": told, "hash": state_hash(state)})
        return 0
    for event in events:
        print(event_text(event, args.lang))
    if isinstance(action, Undo | Redo):
        print(translate(msg("The game is at action {version} now."), {"version": state.version}, args.lang))
    print(prompt(state, args.lang))
    return 0


def _plain(figure: object) -> object:
    return figure if isinstance(figure, int | str | float | None) else str(figure)
