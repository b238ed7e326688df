"""`stellwerk serve`: here the server is put together from its parts, and the environment is read."""

import argparse
import gc
import os
import sys
from typing import TYPE_CHECKING, Any

from msgspec import structs

from stellwerk.server.admin_commands import database_option, reason_of, settings_of

if TYPE_CHECKING:  # the other commands start without the server's libraries
    from litestar import Litestar

    from stellwerk.server.settings import Settings

HOST, PORT = "127.0.0.1", 1848
SELDOM = (100_000, 50, 50)
"""Thresholds of the garbage collector."""


def register(subparsers: Any, parents: Any = ()) -> None:
    """Add the command; its parser carries its function as `run`."""
    serve = subparsers.add_parser(
        "serve", parents=list(parents), help="tables in the browser", description="tables in the browser"
    )
    serve.add_argument("--host", default=HOST, help="address to listen on (default %(default)s)")
    serve.add_argument("--port", type=int, default=PORT, help="port (default %(default)s)")
    database_option(serve)
    serve.add_argument("--workers", type=int, default=1, metavar="N", help="processes; more need PostgreSQL")
    serve.add_argument("--public-url", default="", metavar="URL", help="how the outside reaches the server")
    serve.add_argument("--quiet", action="store_true", help="log only failures")
    serve.set_defaults(run=run_serve)


def create_app(settings: "Settings") -> "Litestar":
    """The server with its pages, or without them if the settings say so; long work and time as they come."""
    from stellwerk.server import app
    from stellwerk.server.clock import SystemClock
    from stellwerk.server.worker import Worker
    from stellwerk.server.workplace import InAProcess, usual_number
    from stellwerk.web.routes import pages

    workers = [InAProcess() for _ in range(settings.worker_processes or usual_number())]
    shown = pages(settings) if settings.pages else None
    return app.create_app(settings, shown, Worker(), SystemClock(), workers)


def collect_seldom() -> None:
    """Games are frozen values without cycles: who looks through all of them finds nothing, and all wait."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


def open_many_files() -> None:
    """Every connection is an open file, and systems allow a process few unless it asks for more."""
    try:
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (ImportError, ValueError, OSError):  # then it is as it was
        pass


def from_env() -> "Litestar":
    """For each of several workers: settings from the environment, and a log of JSON lines."""
    from stellwerk.server.metrics import log_to_stderr
    from stellwerk.server.settings import from_environment

    settings = from_environment()
    log_to_stderr(settings.log_level)
    app = create_app(settings)
    collect_seldom()
    return app


def run_serve(args: argparse.Namespace) -> int:
    """Bring the database up to date, say where the tables are, and serve them."""
    import uvicorn

    from stellwerk.server.metrics import log_to_stderr
    from stellwerk.server.settings import from_environment, to_environment
    from stellwerk.server.workplace import usual_number
    from stellwerk.store.database import Database

    settings = structs.replace(
        settings_of(args),
        public_url=args.public_url or from_environment().public_url,
        several_workers=args.workers > 1,
        worker_processes=from_environment().worker_processes or max(1, usual_number() // args.workers),
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
        print(f"stellwerk: the database does not open: {reason_of(error)}", file=sys.stderr)
        return 1
    app: Any
    if args.workers > 1:
        os.environ.update(to_environment(settings))  # each worker reads it back
        app = f"{__name__}:{from_env.__name__}"
    else:
        log_to_stderr(settings.log_level)
        app = create_app(settings)
        collect_seldom()
    open_many_files()
    shown = "localhost" if args.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else args.host
    print(f"Stellwerk is at http://{shown}:{args.port}/  (Ctrl-C stops it)", flush=True)
    uvicorn.run(
        app,
        factory=args.workers > 1,
        http="stellwerk.cli.connections:Connection",
        ws="none",
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
