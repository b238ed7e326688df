"""`stellwerk admin`: for the command line.

`register(subparsers)` adds it; its parsers carry their function as `run`.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import structs

from stellwerk.engine.text import one_line

if TYPE_CHECKING:  # the other commands start without the server's libraries
    from stellwerk.server.settings import Settings


def register(subparsers: Any, parents: Any = ()) -> None:
    admin = subparsers.add_parser(
        "admin", parents=list(parents), help="look after a server's games", description="look after the games"
    )
    tasks = admin.add_subparsers(dest="task", metavar="TASK", required=True)
    for name, purpose, what in (
        ("backup", "write everything into one file", "file"),
        ("restore", "fill an empty database from a backup", "file"),
        ("verify", "replay all games and compare hashes", ""),
        ("export-all", "write every game as a save", "folder"),
        ("purge", "delete what nobody uses any more", ""),
        ("jobs", "list long work that waits, is under way or failed, or cancel some", ""),
        ("password", "give an account a new password, which is printed, and sign it out everywhere", ""),
    ):
        task = tasks.add_parser(name, help=purpose, description=purpose)
        if what:
            task.add_argument(what, type=Path, metavar=what.upper())
        if name == "purge":
            task.add_argument(
                "--days", type=_days, default=30, metavar="N",
                help="tables that never began, private copies and guests without a table, untouched for "
                "so long (default %(default)s)",
            )  # fmt: skip
            task.add_argument(
                "--games-after", type=_days, metavar="N",
                help="also games in which nothing has happened for so many days (default: none)",
            )  # fmt: skip
            task.add_argument("--dry-run", action="store_true", help="only say what would be deleted")
        if name == "jobs":
            task.add_argument("--all", action="store_true", help="also what is done or cancelled")
            task.add_argument(
                "--cancel", type=int, nargs="+", metavar="ID", help="cancel these; who works on one stops"
            )
        if name == "password":
            task.add_argument("account", metavar="NAME", help="the account's name or e-mail address")
        database_option(task)
        task.set_defaults(run=run_admin)


def _days(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least one day")
    return number


def database_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database", default="", metavar="URL|FILE", help="PostgreSQL address or SQLite file"
    )


def settings_of(args: argparse.Namespace) -> "Settings":
    """Of the environment, with the database that was asked for."""
    from stellwerk.server.settings import from_environment

    settings = from_environment()
    return structs.replace(settings, database=args.database) if args.database else settings


def run_admin(args: argparse.Namespace) -> int:
    from sqlalchemy.exc import SQLAlchemyError

    from stellwerk.server import admin
    from stellwerk.server.purge import purge
    from stellwerk.store.database import Database

    db: Database | None = None
    try:
        db = Database(settings_of(args).address)
        match args.task:
            case "backup":
                print(f"{admin.backup(db, args.file)} rows in {args.file}")
            case "restore":
                print(f"{admin.restore(db, args.file)} rows restored")
            case "export-all":
                db.migrate()
                left: list[str] = []
                print(f"{admin.export_all(db, args.folder, left.append)} games in {args.folder}")
                for line in left:
                    print(f"stellwerk: {one_line(line)}", file=sys.stderr)
                return 1 if left else 0
            case "purge":
                db.migrate()
                gone = purge(db, args.days, args.games_after, args.dry_run)
                print(
                    f"{'would delete' if args.dry_run else 'deleted'}: "
                    f"{gone.waiting} tables that never began, {gone.copies} private copies, "
                    f"{gone.hidden} tables that all have hidden, "
                    f"{gone.games} games, {gone.sessions} ended sessions, {gone.guests} guests"
                )
            case "jobs":
                db.migrate()
                return admin.list_jobs(db, print, args.cancel or (), args.all)
            case "password":
                db.migrate()
                print(admin.new_password(db, args.account))
            case "verify":
                db.migrate()
                verdict = admin.verify(db, lambda line: print(one_line(line)))
                print(
                    f"{verdict.games} games, {verdict.entries} entries replayed: "
                    f"{len(verdict.faults) or 'no'} fault(s)"
                    + (f", {len(verdict.notes)} game(s) of earlier rules named" if verdict.notes else "")
                )
                return 1 if verdict.faults else 0
    except (SQLAlchemyError, ValueError, OSError) as error:  # a database can be wrong in many ways
        print(f"stellwerk: {reason_of(error)}", file=sys.stderr)
        return 1
    finally:
        if db is not None:
            db.close()
    return 0


def reason_of(error: Exception) -> str:
    """Return what is wrong, in one line; what the database itself says rather than what was asked of it."""
    said = getattr(error, "orig", None) or error
    first = (str(said).strip() or type(said).__name__).splitlines()[0]
    # SQLite says so of a cell; where its own message quotes such a text, Python cannot read the message.
    if first.startswith("Could not decode to UTF-8") or isinstance(said, UnicodeError):
        return "the database file is damaged: it holds text that is none; restore a backup"
    known = {
        "file is not a database": "the file is not a database, or damaged",
        "database disk image is malformed": "the database file is damaged; restore a backup",
        "attempt to write a readonly database": "the database cannot be written: see the rights of its file",
        "unable to open database file": "the database file cannot be opened: see its path and rights",
        "database or disk is full": "the disk is full",
        "database is locked": "another program holds the database",
    }
    return known.get(first) or one_line(first)
