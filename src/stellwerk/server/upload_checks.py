"""A game that comes from a file, made ready to be written: replayed and hashed before anybody waits for it.

A server does this in a process of its own with a budget of processor time (`UploadProcess`): a file that
takes long delays nobody but its sender.
"""

import logging
from collections.abc import Iterable
from itertools import chain, repeat
from multiprocessing.connection import Connection
from threading import BoundedSemaphore
from typing import Any

import msgspec
from msgspec import UNSET, Struct, structs

from stellwerk.engine import Action, Game, Setup, state_hash, title
from stellwerk.engine.canonical import UNREADABLE, unreadable
from stellwerk.engine.save import load
from stellwerk.engine.text import Figures
from stellwerk.interchange import Difference, import_game
from stellwerk.server.problems import Invalid, Problem, TooLarge, TooMany
from stellwerk.server.processes import fresh_processes
from stellwerk.server.user_text import NAME_LENGTH, clean

MOST_UPLOADED = 10_000
"""Actions in an uploaded game."""
Origin = tuple[tuple[int, int], ...]

_log = logging.getLogger("stellwerk.server")


class Written(Struct, frozen=True):
    """A log entry as it is kept."""

    action: str
    at: int
    hash: str
    created: int = 0
    """In milliseconds; 0: nobody knows."""


class Prepared(Struct, frozen=True):
    """A game under way: its set-up, its log, and the state that it leads to."""

    setup: Setup
    log: list[Written]
    state: Any
    origin: Origin = ()


class _Peek(Struct):
    """Enough of a file to see what it is and how large."""

    actions: list[msgspec.Raw]
    digest: str | None = None
    title: str | None = None


def read_upload(data: bytes) -> tuple[Game, Origin, tuple[int, ...]]:
    """Return the game of a save or of an 18xx.games export, and when its actions were made if it says so.

    Raise Invalid with the reason if it is neither.
    """
    try:
        peek = msgspec.json.decode(data, type=_Peek)
    except UNREADABLE as error:
        raise Invalid(
            "This is neither a saved game nor an export of 18xx.games: {reason}",
            reason=clean(unreadable(error)[:300], 300),
        ) from None
    if len(peek.actions) > MOST_UPLOADED:
        raise TooLarge("The game has more than {most:# action|# actions}.", most=MOST_UPLOADED)
    differences: list[Difference] = []
    times: tuple[int, ...] = ()
    try:
        if peek.digest is not None:
            game, origin = load(data, lambda told: _log.warning("upload", extra={"problem": told}))
        else:
            imported = import_game(data)
            game, origin, differences = imported.game, imported.origin, imported.differences
            times = imported.times
    except ValueError as error:
        raise Invalid("{reason}", reason=clean(str(error)[:500], 500)) from None
    except Exception as error:  # a file can be wrong in ways that its reader did not think of
        _log.warning("upload", extra={"problem": type(error).__name__}, exc_info=error)
        raise Invalid("The file cannot be read: something in it does not fit.") from None
    if differences:
        raise Invalid(
            "The record differs from our game at action {action}: {what} expected {expected}, found {found}.",
            **differences[0].figures(),
        )
    parts = title(game.setup.game).components
    if game.setup.components is not UNSET and (parts is None or not parts.hosted):
        raise Invalid("A game with corrected components can be played on the command line only.")
    for name in game.setup.players:
        if clean(name, NAME_LENGTH, "name") != name or not name:
            raise Invalid("A player's name cannot be used.")
    return game, origin, times


def write_log(setup: Setup, log: Iterable[Action], times: Iterable[int] = ()) -> tuple[Game, list[Written]]:
    """Return every entry with the state that it leads to, and when it was made as far as that is told."""
    game = Game(setup)
    written = []
    for action, created in zip(log, chain(times, repeat(0)), strict=False):
        game.enter(action)
        text = msgspec.json.encode(action).decode()
        written.append(Written(text, game.state.version, state_hash(game.state), created))
    return game, written


def prepare_upload(data: bytes, seed: int) -> Prepared:
    """Return the same game under another seed: what was drawn stays, what will be drawn is new."""
    game, origin, times = read_upload(data)
    setup = structs.replace(game.setup, seed=seed)
    again, written = write_log(setup, game.log, times)
    return Prepared(setup, written, again.state, origin)


class UploadProcess:
    """`prepare_upload` in a process of its own, for so many seconds of processor time and no more."""

    WAITING = 4
    """Files that are looked at or wait for it; more are sent away."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        self._places = BoundedSemaphore(self.WAITING)
        self._turn = BoundedSemaphore(1)

    def __call__(self, data: bytes, seed: int) -> Prepared:
        if not self._places.acquire(blocking=False):
            raise TooMany("Too many files are being checked; please try again in a minute.")
        try:
            with self._turn:
                return self._run(data, seed)
        finally:
            self._places.release()

    def _run(self, data: bytes, seed: int) -> Prepared:
        context = fresh_processes()
        ours, theirs = context.Pipe()
        process = context.Process(target=_child, args=(theirs, data, seed, self.seconds), daemon=True)
        process.start()
        theirs.close()
        answer: Prepared | tuple[type[Problem], str, Figures] | None = None
        try:
            if ours.poll(4 * self.seconds):  # the machine may have other work
                answer = ours.recv()
        except EOFError:
            pass
        finally:
            ours.close()
            if answer is None and process.is_alive():
                process.kill()
            process.join()
        if isinstance(answer, Prepared):
            return answer
        if answer is None:
            raise TooLarge(
                "The game takes longer than {most:# second|# seconds} to check.", most=self.seconds
            )
        kind, error, figures = answer
        raise kind(error, **figures)


def _child(pipe: Connection, data: bytes, seed: int, seconds: int) -> None:
    try:
        import resource
    except ImportError:  # no such limits on this system: the clock alone decides
        pass
    else:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        pipe.send(prepare_upload(data, seed))
    except Problem as problem:
        pipe.send((type(problem), problem.error, problem.figures))
