"""Files: games read whole or refused, results written whole or not at all."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from stellwerk.cli.common import Failed
from stellwerk.engine.game import Game
from stellwerk.engine.refusal import SaveError
from stellwerk.engine.save import dump, load
from stellwerk.engine.text import msg

_REASON = msg("{file}: {reason}")


class Saved(NamedTuple):
    """A game and where its actions come from, if it was imported."""

    game: Game
    origin: tuple[tuple[int, int], ...]


def _cannot(path: Path, error: Exception) -> Failed:
    reason = getattr(error, "strerror", None) or str(error)
    return Failed(_REASON, file=str(path), reason=reason)


def read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL byte in the name
        raise _cannot(path, error) from None


def read_game(path: Path) -> Saved:
    data = read_bytes(path)
    try:
        return Saved(*load(data, lambda told: print(f"{path}: {told}", file=sys.stderr)))
    except SaveError as error:
        raise _cannot(path, error) from None


def write_game(saved: Saved, path: Path) -> None:
    write_bytes(dump(saved.game, saved.origin), path)


def write_bytes(data: bytes, path: Path) -> None:
    """Write a draft beside the file and rename it, so that nobody reads half of it."""
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            target.write_bytes(data)  # a pipe or a device; a directory fails here
            return
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(13, os.strerror(13))
        draft = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        try:
            draft.write_bytes(data)
            if target.exists():
                shutil.copymode(target, draft)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: links in a circle
        raise _cannot(path, error) from None


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Lock the file: of two commands at once one waits for the other."""
    try:
        import fcntl
    except ImportError:  # not on this system; --seen still tells a stale move
        yield
        return
    while True:
        try:
            handle = path.open("rb")
        except (OSError, ValueError) as error:
            raise _cannot(path, error) from None
        with handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            # A move replaces the file: who waited for the old one must wait for the new one.
            if path.exists() and os.fstat(handle.fileno()).st_ino == path.stat().st_ino:
                yield
                return


def may_write(path: Path, force: bool) -> None:
    """Fails early where a file is in the way."""
    if not force and (path.is_file() or path.is_dir()):
        raise Failed(msg("{file} exists already; --force overwrites it"), file=str(path))
