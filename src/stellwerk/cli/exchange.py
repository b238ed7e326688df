"""`import` and `export`: games of 18xx.games."""

from argparse import Namespace
from pathlib import Path

from stellwerk.cli.best import as_data, tell
from stellwerk.cli.common import Failed, complain, put_json
from stellwerk.cli.files import Saved, may_write, read_bytes, read_game, write_bytes, write_game
from stellwerk.engine import state_hash
from stellwerk.engine.text import msg
from stellwerk.mech18.advice import audit
from stellwerk.text import translate


def trace_of(args: Namespace) -> bytes | None:
    """The states recorded with the game: as named, or beside it."""
    if args.trace is not None:
        return read_bytes(args.trace)
    beside: Path = args.file.with_suffix(".trace.json")
    return read_bytes(beside) if beside != args.file and beside.is_file() else None


def run_import(args: Namespace) -> int:
    from stellwerk.interchange import import_game

    if args.output is not None:
        may_write(args.output, args.force)
    data, trace = read_bytes(args.file), trace_of(args)
    try:
        found = import_game(data, trace)
    except ValueError as problem:  # no export at all, or one that cannot be followed to its end
        raise Failed("{file}: {reason}", file=str(args.file), reason=str(problem)) from None
    differences = list(found.differences)
    written = args.output is not None and (not differences or args.force)
    if written:
        write_game(Saved(found.game, tuple(found.origin)), args.output)
    state = found.game.state
    audited = list(audit(found.game)) if args.audit else []
    if args.json:
        put_json(
            {
                "game": found.game.setup.game,
                "players": list(found.game.setup.players),
                "actions": len(found.game.actions),
                "finished": state.over,
                "hash": state_hash(state),
                "file": str(args.output) if written else None,
                "traced": trace is not None,
                "differences": [
                    {"action": d.action, "what": d.what, "expected": d.expected, "found": d.found}
                    for d in differences
                ],
                **({"audit": as_data(audited, found.origin)} if args.audit else {}),
            }
        )
    if differences:
        first = differences[0]
        figures = {
            "action": first.action,
            "what": first.what,
            "expected": first.expected,
            "found": first.found,
        }
        template = msg("action {action}: {what} expected {expected}, found {found}")
        complain(translate(template, figures, args.lang))
        return 1
    if not args.json:
        figures = {"file": str(args.output or args.file), "actions": len(found.game.actions)}
        imported, checked = (
            msg("{file}: {actions} actions imported."),
            msg("{file}: {actions} actions agree."),
        )
        print(translate(imported if written else checked, figures, args.lang))
        if args.audit:
            tell(audited, args.lang)
    return 0


def run_export(args: Namespace) -> int:
    from stellwerk.interchange import export_game

    may_write(args.output, args.force)
    game = read_game(args.file).game
    try:
        data = export_game(game)
    except ValueError as error:
        raise Failed("{file}: {reason}", file=str(args.file), reason=str(error)) from None
    write_bytes(data, args.output)
    if args.json:
        put_json({"file": str(args.output), "bytes": len(data)})
    else:
        print(translate(msg("{file} is written."), {"file": str(args.output)}, args.lang))
    return 0
