"""`stellwerk serve` and `stellwerk admin`: for the command line.

`register(subparsers)` adds both; each parser carries its function as `run`.
"""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import structs

if TYPE_CHECKING:  # the other commands start without the server's libraries
    from stellwerk.server.settings import Settings

HOST, PORT = "127.0.0.1", 1848


def register(subparsers: Any, parents: Any = ()) -> None:
    serve = subparsers.add_parser(
        "serve", parents=list(parents), help="tables in the browser", description="tables in the browser"
    )
    serve.add_argument("--host", default=HOST, help="address to listen on (default %(default)s)")
    serve.add_argument("--port", type=int, default=PORT, help="port (default %(default)s)")
    _database_option(serve)
    serve.add_argument("--workers", type=int, default=1, metavar="N", help="processes; more need PostgreSQL")
    serve.add_argument("--public-url", default="", metavar="URL", help="how the outside reaches the server")
    serve.add_argument("--quiet", action="store_true", help="log only failures")
    serve.set_defaults(run=run_serve)
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
        _database_option(task)
        task.set_defaults(run=run_admin)


def _days(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least one day")
    return number


def _database_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database", default="", metavar="URL|FILE", help="PostgreSQL address or SQLite file"
    )


def _settings(args: argparse.Namespace) -> "Settings":
    from stellwerk.server.settings import from_environment

    settings = from_environment()
    return structs.replace(settings, database=args.database) if args.database else settings


def run_serve(args: argparse.Namespace) -> int:
    """Bring the database up to date, say where the tables are, and serve them."""
    import uvicorn

    from stellwerk.server.settings import from_environment, to_environment
    from stellwerk.store.database import Database

    settings = structs.replace(
        _settings(args),
        public_url=args.public_url or from_environment().public_url,
        several_workers=args.workers > 1,
        log_level="ERROR" if args.quiet else from_environment().log_level,
    )
    settings = structs.replace(settings, database=settings.address)
    try:
        db = Database(settings.address)
        if args.workers > 1 and db.sqlite:
            print("stellwerk: several workers need PostgreSQL", file=sys.stderr)
            return 1
        db.migrate()
        db.close()
    except Exception as error:  # the address may be wrong in many ways
        print(f"stellwerk: the database does not open: {_reason(error)}", file=sys.stderr)
        return 1
    os.environ.update(to_environment(settings))
    shown = "localhost" if args.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else args.host
    print(f"Stellwerk is at http://{shown}:{args.port}/  (Ctrl-C stops it)", flush=True)
    uvicorn.run(
        "stellwerk.server.app:from_env",
        factory=True,
        host=args.host,
        port=args.port,
        workers=args.workers if args.workers > 1 else None,
        log_level="error",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=30,
    )
    return 0


def run_admin(args: argparse.Namespace) -> int:
    from sqlalchemy.exc import SQLAlchemyError

    from stellwerk.server import admin
    from stellwerk.server.purge import purge
    from stellwerk.store.database import Database

    db: Database | None = None
    try:
        db = Database(_settings(args).address)
        match args.task:
            case "backup":
                print(f"{admin.backup(db, args.file)} rows in {args.file}")
            case "restore":
                print(f"{admin.restore(db, args.file)} rows restored")
            case "export-all":
                db.migrate()
                print(f"{admin.export_all(db, args.folder)} games in {args.folder}")
            case "purge":
                db.migrate()
                gone = purge(db, args.days, args.games_after, args.dry_run)
                print(
                    f"{'would delete' if args.dry_run else 'deleted'}: "
                    f"{gone.waiting} tables that never began, {gone.copies} private copies, "
                    f"{gone.hidden} tables that all have hidden, "
                    f"{gone.games} games, {gone.sessions} ended sessions, {gone.guests} guests"
                )
            case "verify":
                db.migrate()
                verdict = admin.verify(db, print)
                print(
                    f"{verdict.games} games, {verdict.entries} entries replayed: "
                    f"{len(verdict.faults) or 'no'} fault(s)"
                    + (f", {len(verdict.notes)} game(s) of earlier rules named" if verdict.notes else "")
                )
                return 1 if verdict.faults else 0
    except (SQLAlchemyError, ValueError, OSError) as error:  # a database can be wrong in many ways
        print(f"stellwerk: {_reason(error)}", file=sys.stderr)
        return 1
    finally:
        if db is not None:
            db.close()
    return 0


def _reason(error: Exception) -> str:
    """What is wrong, in one line; what the database itself says rather than what was asked of it."""
    said = getattr(error, "orig", None) or error
    first = (str(said).strip() or type(said).__name__).splitlines()[0]
    known = {
        "file is not a database": "the file is not a database, or damaged",
        "database disk image is malformed": "the database file is damaged; restore a backup",
        "attempt to write a readonly database": "the database cannot be written: see the rights of its file",
        "unable to open database file": "the database file cannot be opened: see its path and rights",
        "database or disk is full": "the disk is full",
        "database is locked": "another program holds the database",
    }
    return known.get(first, first)
