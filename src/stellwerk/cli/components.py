"""`components`: a title's printed values as a file to be corrected, and the check of a corrected one."""

from argparse import Namespace
from pathlib import Path

from stellwerk.cli.common import Failed, complain, put_json
from stellwerk.cli.files import read_bytes
from stellwerk.cli.setup import find_title
from stellwerk.engine.canonical import canonical, unreadable
from stellwerk.engine.capabilities import Components
from stellwerk.engine.components import component_hash
from stellwerk.engine.text import msg
from stellwerk.text import translate


def correctable(game: str) -> Components:
    found = find_title(game)
    if found.components is None:
        raise Failed(msg("{game} has no components that could be corrected"), game=found.id)
    return found.components


def read_set(parts: Components, path: Path) -> tuple[str, list[str]]:
    """Return the set of a file as canonical JSON, and everything that is wrong with it."""
    try:
        contents = canonical(parts.read(read_bytes(path).decode())).decode()
    except (ValueError, TypeError, RecursionError) as error:  # no TOML, no UTF-8, or values such as dates
        raise Failed(msg("{file}: {reason}"), file=str(path), reason=unreadable(error)) from None
    try:
        return contents, parts.check(contents)
    except ValueError as error:  # the form is wrong, so the rest cannot be looked at
        return contents, [str(error)]


def component_set(game: str, path: Path) -> str:
    """Return a set that can be played with; its first fault otherwise."""
    contents, faults = read_set(correctable(game), path)
    if faults:
        raise Failed(
            msg("{file}: {fault} ({count:# fault|# faults})"),
            file=str(path),
            fault=faults[0],
            count=len(faults),
        )
    return contents


def run_components(args: Namespace) -> int:
    parts = correctable(args.game)
    if args.check is None:
        text = parts.text()
        if args.json:
            put_json(parts.read(text))
        else:
            print(text, end="")
        return 0
    contents, faults = read_set(parts, args.check)
    if args.json:
        put_json({"hash": component_hash(contents), "faults": faults})
    elif not faults:
        figures = {"file": str(args.check), "hash": component_hash(contents)}
        print(translate(msg("{file}: a whole set, {hash}"), figures, args.lang))
    for fault in () if args.json else faults:
        complain(fault)
    return 1 if faults else 0
