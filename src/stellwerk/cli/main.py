"""The command line. Commands are imported when they are called, so that each starts fast."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from stellwerk.cli import serve
from stellwerk.cli.common import Failed, complain
from stellwerk.engine.refusal import Refusal
from stellwerk.server import admin_commands as admin
from stellwerk.text import LANGUAGES, refusal_text

COMMANDS = {
    "games": "the games, their player numbers and ruling sets",
    "new": "start a game and save it",
    "components": "a game's printed values, to be corrected; and the check of a corrected set",
    "schema": "JSON schema of a game's actions",
    "legal": "whose turn it is and what may be done",
    "do": "play an action and save the game",
    "show": "the table at a glance",
    "replay": "replay a saved game and tell its result",
    "import": "read a game exported by 18xx.games",
    "export": "write a game for 18xx.games",
    "routes": "solve route problems from files",
    "best": "the best run of a company in a saved game",
    "audit": "every run of a game and what it missed",
    "simulate": "let bots play and check every game",
    "rules": "the rules, the code that holds them and the tests",
    "play": "play in the terminal, all at one keyboard",
}
"""Name -> what it is for."""


def language() -> str:
    """STELLWERK_LANG, also written like a locale (de_DE.UTF-8); English for anything else."""
    wanted = os.environ.get("STELLWERK_LANG", "")[:2].lower()
    return wanted if wanted in LANGUAGES else LANGUAGES[0]


def whole(text: str) -> int:
    """Return a whole number from 0 that fits into a save."""
    number = int(text)
    if not 0 <= number < 2**63:
        raise ValueError
    return number


def counted(text: str) -> int:
    """Return a whole number from 1."""
    if (number := whole(text)) < 1:
        raise ValueError
    return number


def span(text: str) -> tuple[int, int]:
    """`4` or `3-6`."""
    low, _, high = text.partition("-")
    first, last = counted(low), counted(high or low)
    if last < first:
        raise ValueError
    return first, last


def patience(text: str) -> float:
    """Seconds, also parts of one."""
    if not 0 <= (seconds := float(text)) < 1e9:
        raise ValueError
    return seconds


whole.__name__, counted.__name__, span.__name__ = "number", "number from 1", "number or range"
patience.__name__ = "number of seconds"


def parser() -> argparse.ArgumentParser:
    """Return all commands. Global options may stand before or after the command's name."""
    top = argparse.ArgumentParser(
        prog="stellwerk", description="Play, check, simulate and exchange railway games.", allow_abbrev=False
    )
    top.add_argument("--lang", choices=LANGUAGES, default=language(), help="language of the sentences")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    machine = argparse.ArgumentParser(add_help=False)
    machine.add_argument("--json", action="store_true", help="JSON on stdout, for programs")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    add: dict[str, Callable[..., Any]] = {}
    for name, purpose in COMMANDS.items():
        parents = [common] if name == "play" else [common, machine]
        sub = commands.add_parser(
            name, parents=parents, help=purpose, description=purpose, allow_abbrev=False
        )
        add[name] = sub.add_argument
    _game_commands(add)
    _file_commands(add)
    _tool_commands(add)
    serve.register(commands, [common])
    admin.register(commands, [common])
    return top


def _setup_options(option: Callable[..., Any], variants: str = "variant of the game") -> None:
    option("--variant", metavar="V", help=f"{variants}; otherwise its first")
    option("--rulings", default="book", metavar="R", help='ruling set, also with changes: "book,NAME=VALUE"')
    option("--seed", type=whole, metavar="N", help="where chance comes from; otherwise a new one")


def _game_commands(add: dict[str, Callable[..., Any]]) -> None:
    for name in ("new", "components", "schema", "simulate", "rules"):
        add[name]("game", metavar="GAME")
    new = add["new"]
    new("--players", required=True, metavar="A,B,C", help="names, separated by commas")
    _setup_options(new)
    for name in ("new", "simulate"):
        add[name]("--components", type=Path, metavar="FILE", help="play with a corrected set of components")
    add["components"]("--check", type=Path, metavar="FILE", help="say what is wrong with this set")
    new("--keep-seats", action="store_true", help="seats as given instead of drawn")
    new("-o", "--output", required=True, type=Path, metavar="FILE", help="the saved game")
    new("--force", action="store_true", help="overwrite FILE")
    simulate = add["simulate"]
    simulate("--players", required=True, type=span, metavar="N", help="players; 3-6 for all of these in turn")
    simulate("--games", required=True, type=counted, metavar="N", help="how many games")
    _setup_options(simulate, "variant of the game, or all of them in turn")
    simulate("--workers", type=counted, metavar="W", help="processes; otherwise one for each core")
    simulate("--bots", "--bot", default="random", metavar="A,B", help="who plays; the last fills the table")
    simulate(
        "--resume", type=Path, metavar="FILE", help="a series: keep every game there, play those that lack"
    )
    simulate("--failures-dir", type=Path, default=Path(), metavar="DIR", help="where failed games are saved")
    rules = add["rules"]
    rules("id", nargs="?", metavar="ID", help="only this rule, with its whole text")
    rules("--missing", action="store_true", help="only ids that no code or no test names")


def _file_commands(add: dict[str, Callable[..., Any]]) -> None:
    for name in ("legal", "do", "show", "replay", "export", "best", "audit"):
        add[name]("file", type=Path, metavar="FILE")
    add["best"]("--company", metavar="C", help="otherwise the one whose turn it is, or all that own trains")
    add["legal"]("--seat", type=int, metavar="N", help="another seat than the one whose turn it is")
    add["do"]("action", metavar="ACTION-JSON", help="the action; - reads it from stdin")
    add["do"]("--seen", type=whole, metavar="VERSION", help="refuse if the game is at another version")
    add["show"]("--svg", type=Path, metavar="MAP.svg", help="also draw the map")
    add["replay"]("--at", type=whole, metavar="N", help="stop after N actions")
    add["import"]("file", type=Path, metavar="EXPORT")
    add["import"]("--audit", action="store_true", help="also tell every run and what it missed")
    add["import"]("--trace", type=Path, metavar="FILE", help="states to compare with; else NAME.trace.json")
    add["import"]("-o", "--output", type=Path, metavar="FILE", help="keep the game; else it is only checked")
    add["export"]("-o", "--output", required=True, type=Path, metavar="FILE")
    for name in ("import", "export"):
        add[name]("--force", action="store_true", help="overwrite; for import: write despite differences")


def _tool_commands(add: dict[str, Callable[..., Any]]) -> None:
    add["routes"]("files", nargs="+", type=Path, metavar="FILE", help="route problems (format 1)")
    add["routes"]("--time-limit", type=patience, metavar="S", help="seconds for each; otherwise to the proof")
    play = add["play"]
    play("what", nargs="?", metavar="GAME|FILE", help="a game to start or a saved game to continue")
    play("file", nargs="?", type=Path, metavar="FILE", help="where the game is saved after each move")
    play("--players", metavar="A,B,C", help="names; a name that begins with bot: plays by itself")
    play("--bots", default="0", metavar="A,B|N", help="who else plays: sharp,fair-bold, or how many bots")
    play("--bot", metavar="NAME", help="what bots are whose name does not say it; otherwise fair, or random")
    play("--keep-seats", action="store_true", help="seats as given instead of drawn")
    _setup_options(play)


def command(name: str) -> Callable[[argparse.Namespace], int]:
    """The function that carries out a command; its module is imported here, and no other."""
    match name:
        case "games":
            from stellwerk.cli.setup import run_games

            return run_games
        case "new":
            from stellwerk.cli.setup import run_new

            return run_new
        case "components":
            from stellwerk.cli.components import run_components

            return run_components
        case "schema":
            from stellwerk.cli.setup import run_schema

            return run_schema
        case "legal":
            from stellwerk.cli.moves import run_legal

            return run_legal
        case "do":
            from stellwerk.cli.moves import run_do

            return run_do
        case "show":
            from stellwerk.cli.show import run_show

            return run_show
        case "replay":
            from stellwerk.cli.replay import run_replay

            return run_replay
        case "import":
            from stellwerk.cli.exchange import run_import

            return run_import
        case "export":
            from stellwerk.cli.exchange import run_export

            return run_export
        case "routes":
            from stellwerk.cli.routes import run_routes

            return run_routes
        case "best":
            from stellwerk.cli.best import run_best

            return run_best
        case "audit":
            from stellwerk.cli.best import run_audit

            return run_audit
        case "simulate":
            from stellwerk.cli.simulate import run_simulate

            return run_simulate
        case "rules":
            from stellwerk.cli.rules import run_rules

            return run_rules
        case "play":
            from stellwerk.cli.play import run_play

            return run_play
    raise ValueError(f"no command {name!r}")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command: 0 when it was done, 1 when it was refused or failed, 2 when it was misspelt."""
    args = parser().parse_args(argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows a question mark
    try:
        run = args.run if "run" in args else command(args.command)  # the server brings its own commands
        code: int = run(args)
        sys.stdout.flush()
    except Failed as failed:
        complain(failed.text(args.lang))
        return 1
    except Refusal as refusal:
        complain(refusal_text(refusal, args.lang))
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has gone; say no more
        return 1
    except KeyboardInterrupt:
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
