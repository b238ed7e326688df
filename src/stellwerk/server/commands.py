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
    ):
        task = tasks.add_parser(name, help=purpose, description=purpose)
        if what:
            task.add_argument(what, type=Path, metavar=what.upper())
        _database_option(task)
        task.set_defaults(run=run_admin)


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
        print(f"stellwerk: the database does not open: {str(error).splitlines()[0]}", file=sys.stderr)
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
    from stellwerk.server import admin
    from stellwerk.store.database import Database

    db = Database(_settings(args).address)
    try:
        match args.task:
            case "backup":
                print(f"{admin.backup(db, args.file)} rows in {args.file}")
            case "restore":
                print(f"{admin.restore(db, args.file)} rows restored")
            case "export-all":
                print(f"{admin.export_all(db, args.folder)} games in {args.folder}")
            case "verify":
                db.migrate()
                verdict = admin.verify(db, print)
                print(
                    f"{verdict.games} games, {verdict.entries} entries replayed: "
                    f"{len(verdict.faults) or 'no'} fault(s)"
                )
                return 1 if verdict.faults else 0
    except (admin.BackupError, OSError) as error:
        print(f"stellwerk: {error}", file=sys.stderr)
        return 1
    finally:
        db.close()
    return 0
