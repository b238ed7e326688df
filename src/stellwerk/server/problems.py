"""What can go wrong between a person and a table. The engine's Refusal stands beside them.

`error` is a message template and `figures` fill it, like a Refusal's, so that it can be said in any language.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stellwerk.engine.forms import fill
from stellwerk.engine.text import Figure, msg

if TYPE_CHECKING:
    from stellwerk.server.model import Entry


class Problem(Exception):
    status = 400

    def __init__(self, error: str, **figures: Figure) -> None:
        self.error = error
        self.figures = figures
        super().__init__(error, figures)

    @property
    def text(self) -> str:
        return fill(self.error, self.figures)

    def __str__(self) -> str:
        return self.text


class Invalid(Problem):
    """The request makes no sense."""


class NotSignedIn(Problem):
    status = 401


class Forbidden(Problem):
    status = 403


class NotFound(Problem):
    status = 404


class Conflict(Problem):
    """It made sense a moment ago, or will in a moment, but not now."""

    status = 409


class Stale(Conflict):
    """The sender saw an older version; here is what happened meanwhile."""

    def __init__(self, seen: int, version: int, entries: Sequence["Entry"]) -> None:
        super().__init__(
            "The game has moved on: you saw version {seen}, it is at {version}.", seen=seen, version=version
        )
        self.version = version
        self.entries = list(entries)


class Unopened(Conflict):
    """A table of an earlier release whose set-up this one does not know; its log and save can be had."""

    def __init__(self, reason: str) -> None:
        super().__init__(msg("This table cannot be opened by this release: {reason}"), reason=reason)


class TooLarge(Problem):
    status = 413


class Full(Problem):
    """There is no room for anything new."""

    status = 507


class Failing(Problem):
    """The database does not answer, or could not write; nothing was changed."""

    status = 503


class TooMany(Problem):
    status = 429
