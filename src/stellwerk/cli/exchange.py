"""`import` and `export`: games of 18xx.games."""

import json
from argparse import Namespace
from pathlib import Path

from msgspec import structs

from stellwerk.cli.best import as_data, tell
from stellwerk.cli.common import Failed, complain, put_json
from stellwerk.cli.files import Saved, may_write, read_bytes, read_game, write_bytes, write_game
from stellwerk.engine import state_hash
from stellwerk.engine.refusal import RecordFault
from stellwerk.engine.text import Figures, msg
from stellwerk.mech18.advice import audit
from stellwerk.text import fault_text, translate


def trace_of(args: Namespace) -> bytes | None:
    """Return the states recorded with the game: as named, or beside it."""
    if args.trace is not None:
        return read_bytes(args.trace)
    beside: Path = args.file.with_suffix(".trace.json")
    return read_bytes(beside) if beside != args.file and beside.is_file() else None


def run_import(args: Namespace) -> int:
    from stellwerk.interchange import import_game, position_hash

    if args.output is not None:
        may_write(args.output, args.force)
    data, trace = read_bytes(args.file), trace_of(args)
    try:
        found = import_game(data, trace)
    except RecordFault as problem:  # no export at all, or one that cannot be followed to its end
        reason = fault_text(problem.fault, args.lang)
        raise Failed("{file}: {reason}", file=str(args.file), reason=reason) from None
    except ValueError as problem:  # a set-up that the title does not take
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
                "supplied": found.supplied,
                "finished": state.over,
                "hash": state_hash(state),
                "position": position_hash(state),
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
        template = msg("action {action}: {what} expected {expected}, found {found}")
        complain(translate(template, differences[0].figures(), args.lang))
        return 1
    if not args.json:
        figures: Figures = {"file": str(args.output or args.file), "actions": len(found.game.actions)}
        imported, checked = (
            msg("{file}: {actions:# action|# actions} imported."),
            msg("{file}: {actions:# action agrees|# actions agree}."),
        )
        print(translate(imported if written else checked, figures, args.lang))
        if found.supplied:
            supplied = msg("Passes supplied where 18xx.games passes by itself: {count}.")
            print(translate(supplied, {"count": found.supplied}, args.lang))
        if args.audit:
            tell(audited, args.lang)
    return 0


def run_export(args: Namespace) -> int:
    from stellwerk.interchange import export_game, position_hash, rulings_apart

    may_write(args.output, args.force)
    game = read_game(args.file).game
    try:
        data = export_game(game)
    except ValueError as error:
        raise Failed("{file}: {reason}", file=str(args.file), reason=str(error)) from None
    write_bytes(data, args.output)
    apart = rulings_apart(game)
    if args.json:
        put_json(
            {
                "file": str(args.output),
                "bytes": len(data),
                "position": position_hash(game.state),
                "rulings_apart": [
                    structs.replace(ruling, text=translate(ruling.text, {}, args.lang)) for ruling in apart
                ],
            }
        )
        return 0
    print(translate(msg("{file} is written."), {"file": str(args.output)}, args.lang))
    if apart:
        print(translate(msg("18xx.games plays otherwise and may stop or end differently:"), {}, args.lang))
    for ruling in apart:
        said = translate(ruling.text, {}, args.lang)
        values = {"name": ruling.ruling, "here": put_value(ruling.here), "there": put_value(ruling.there)}
        print("-", translate(msg("{name} (here {here}, there {there}):"), values, args.lang), said)
    return 0


def put_value(value: object) -> str:
    """Return a ruling's value as `--rulings` takes it."""
    return value if isinstance(value, str) else json.dumps(value)
