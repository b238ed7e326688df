"""`play`: hot-seat in the terminal. How a game is found or begun; the table itself is in hotseat.py."""

import sys
from argparse import Namespace
from pathlib import Path

from stellwerk.cli.common import Failed
from stellwerk.cli.files import Saved, read_game, write_game
from stellwerk.cli.hotseat import BOT, HotSeat
from stellwerk.cli.setup import begin, check_bot, find_title, names_from, setup_from
from stellwerk.engine import titles
from stellwerk.engine.registry import first_game
from stellwerk.engine.text import Figure, msg
from stellwerk.text import translate

NO_BOTS = "0"


def ask(template: str, lang: str, **figures: Figure) -> str:
    """Return one line from the player; raise EOFError when there are no more."""
    return input(translate(template, figures, lang) + " ").strip()


def free_name(game: str) -> Path:
    """1848.save.json, 1848-2.save.json, …: the first that does not exist yet."""
    number, path = 1, Path(f"{game}.save.json")
    while path.exists():
        number += 1
        path = Path(f"{game}-{number}.save.json")
    return path


def newest(game: str) -> Path | None:
    """Return the game saved last in this folder."""
    saves = [path for path in Path().glob(f"{game}*.save.json") if path.is_file()]
    return max(saves, key=lambda path: path.stat().st_mtime, default=None)


def chosen(args: Namespace) -> tuple[str, Path | None]:
    """Return the game to start and the file: `play`, `play GAME`, `play FILE`, `play GAME FILE`."""
    if args.what is None:
        return first_game(), args.file
    if args.what in {game.id for game in titles()}:
        return args.what, args.file
    path = Path(args.what)
    if args.file is not None or not path.exists():
        if not path.exists() and (path.suffix or "/" in args.what):
            raise Failed(msg("{file}: there is no such file"), file=args.what)
        find_title(args.what)  # says which games there are
    return first_game(), path


def bots_of(args: Namespace, game: str) -> tuple[str, ...]:
    """Return the names of the bots: so many, or one for each that is named.

    What a bot is called says how it plays, so that it goes on in the same way when the game is continued.
    """
    if args.bots.isdecimal():
        if len(args.bots) > 2:
            raise Failed(msg("{count:# bot is|# bots are} too many"), count=args.bots)
        return tuple(f"{BOT}{number}" for number in range(1, int(args.bots) + 1))
    kinds = names_from(args.bots)
    found: list[str] = []
    for kind in kinds:
        check_bot(kind, game)
        number = 1 + sum(name.partition(" ")[0] == BOT + kind for name in found)
        found.append(BOT + kind if number == 1 else f"{BOT}{kind} {number}")
    return tuple(found)


def players_of(args: Namespace, game: str) -> tuple[str, ...]:
    """Names as given or asked for, then the bots."""
    variants = find_title(game).players
    low, high = variants.get(args.variant, next(iter(variants.values())))
    text, bots = args.players, bots_of(args, game)
    if text is None:
        few = max(low - len(bots), 0)
        if len(bots) >= low:
            text = ""
        else:
            template = msg("Who plays {game}? {few} to {many} names, separated by commas:")
            text = ask(template, args.lang, game=game, few=few, many=high - len(bots))
    names = names_from(text) if text.strip() else ()
    return (*names, *bots)


def find(args: Namespace) -> tuple[Saved, Path]:
    """Return the game to play and its file."""
    game, path = chosen(args)
    if path is not None and path.exists():
        if args.players is not None or args.bots != NO_BOTS:
            raise Failed(msg("{file} is a game in progress: its players are known"), file=str(path))
        return read_game(path), path
    if path is None and args.players is None and args.bots == NO_BOTS and (last := newest(game)) is not None:
        saved = read_game(last)
        template = msg("{file} holds a game of {players}. Continue it? (yes/no)")
        names = ", ".join(saved.game.setup.players)
        if not saved.game.state.over and not ask(
            template, args.lang, file=str(last), players=names
        ).lower().startswith("n"):
            return saved, last
    if args.bot is not None:
        check_bot(args.bot, game)
    new = begin(setup_from(args, game, players_of(args, game)), args.keep_seats)
    path = path or free_name(game)
    write_game(Saved(new, ()), path)
    return Saved(new, ()), path


def run_play(args: Namespace) -> int:
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdin.isatty():
        import readline  # noqa: F401  (editing and history for input())
    try:
        saved, path = find(args)
    except EOFError:
        print()
        raise Failed(msg("no players were named")) from None
    if args.bot is not None:
        check_bot(args.bot, saved.game.setup.game)
    HotSeat(saved, path, args.bot, args.lang).run()
    return 0
