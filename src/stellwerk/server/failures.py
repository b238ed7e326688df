"""Failures as answers: 4xx with the reason, in JSON for programs and as a page for people."""

import logging
from collections.abc import Callable, Mapping
from traceback import walk_tb
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct
from sqlalchemy.exc import DatabaseError, DataError, IntegrityError, InterfaceError, ProgrammingError
from sqlalchemy.exc import TimeoutError as SQLTimeout

from stellwerk.engine import FormatError, Refusal, SaveError
from stellwerk.engine.text import Figure, Figures
from stellwerk.server.model import Entry
from stellwerk.server.problems import Failing, Full, Problem, Stale
from stellwerk.store.group_commit import NotWritten

_log = logging.getLogger("stellwerk.server")

ErrorPage = Callable[[Request[Any, Any, Any], int, str, str | None, Figures, object], Response[Any]]


class Failure(Struct, frozen=True, omit_defaults=True):
    """`error` in English; `message` and `figures` to say it in another language; `rule` if one forbids it."""

    error: str
    message: str = ""
    figures: dict[str, Figure] = {}
    rule: str | None = None
    version: int | None = None
    """For a stale submission: where the game is now …"""
    entries: list[Entry] | None = None
    """… and what happened meanwhile."""


ERRORS: Mapping[int, ResponseSpec] = {
    400: ResponseSpec(Failure, description="The request makes no sense"),
    401: ResponseSpec(Failure, description="Nobody is signed in"),
    403: ResponseSpec(Failure, description="Not for this user"),
    404: ResponseSpec(Failure, description="There is no such thing"),
    409: ResponseSpec(Failure, description="Not now; for a stale submission with what happened meanwhile"),
    413: ResponseSpec(Failure, description="Too large"),
    422: ResponseSpec(Failure, description="A rule of the game forbids it"),
    429: ResponseSpec(Failure, description="Too many requests"),
    503: ResponseSpec(Failure, description="The database does not answer; nothing was changed"),
    507: ResponseSpec(Failure, description="There is no room for anything new"),
}


def _plain(figures: Figures) -> dict[str, Figure]:
    return {
        name: value if isinstance(value, int | float | str | bool | None) else str(value)
        for name, value in figures.items()
    }


OURS = (IntegrityError, ProgrammingError, DataError)
"""Of the database's errors, those that are this program's fault."""
_AWAY = Failing("The database does not answer at the moment. Please try again soon.")
ABORTED = "stellwerk_aborted"


def is_passing(error: BaseException) -> bool:
    """Whether the database is away or full: nothing of this program is wrong, and a trace tells nothing."""
    if isinstance(error, NotWritten | SQLTimeout | Full | Failing):
        return True
    return isinstance(error, DatabaseError | InterfaceError) and not isinstance(error, OURS)


def note(event: str, error: BaseException, **figures: Figure) -> None:
    """A failure in the log: one line where the database is away, with a trace where we are wrong."""
    extra = {**figures, "problem": type(error).__name__}
    if is_passing(error):
        said = str(getattr(error, "orig", None) or error).strip().splitlines()
        _log.error(event, extra={**extra, "reason": said[0][:200] if said else ""})
    else:
        _log.error(event, extra=extra, exc_info=error)


def describe(error: Exception) -> tuple[int, Failure]:
    match error:
        case Stale():
            return error.status, Failure(
                error.text, error.error, _plain(error.figures), None, error.version, error.entries
            )
        case Problem():
            return error.status, Failure(error.text, error.error, _plain(error.figures))
        case Refusal():
            return 422, Failure(error.text, error.message, _plain(error.figures), error.rule)
        case FormatError() | SaveError() | msgspec.ValidationError():
            return 400, Failure(str(error)[:500])
        case UnicodeError():
            return 400, Failure("The request is not in UTF-8.")
        case LookupError() if str(error).startswith("unknown encoding"):
            return 400, Failure("The request is not in UTF-8.")
        case _ if is_passing(error):
            return describe(_AWAY)
        case AttributeError() | TypeError() if _is_no_token(error):
            return 403, Failure("CSRF token verification failed")
        case RecursionError():
            return 400, Failure("The request is nested too deeply.")
        case HTTPException():
            return error.status_code, Failure(_detail(error))
    return 500, Failure("Something went wrong here. It has been written down.")


def _is_no_token(error: Exception) -> bool:
    """Whether a form's token is a file or several: the check of Litestar takes it for a text."""
    return any(frame.f_code.co_name == "_csrf_tokens_match" for frame, _ in walk_tb(error.__traceback__))


def _detail(error: HTTPException) -> str:
    extra: Any = error.extra
    if isinstance(extra, list):  # which field, and why; not what was sent
        parts = [
            f"{part.get('key', '')}: {part.get('message', '')}" for part in extra if isinstance(part, dict)
        ]
        return "; ".join(parts)[:500] or error.detail[:500]
    return error.detail[:500] if error.status_code < 500 else "Something went wrong here."


def answer(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    if request.scope.get("state", {}).get(ABORTED):  # nobody is there to read the answer
        return Response(None, status_code=400)
    status, failure = describe(error)
    if status >= 500:
        note("failure", error)
    headers = dict(getattr(error, "headers", None) or {})
    if status == 503:
        headers["retry-after"] = "5"
    page: ErrorPage | None = getattr(request.app.state, "error_page", None)
    if page is not None and not request.url.path.startswith(("/api/", "/schema", "/health", "/metrics")):
        shown = page(
            request,
            status,
            failure.message or failure.error,
            failure.rule,
            failure.figures,
            error,
        )
        shown.headers.update(headers)
        return shown
    return Response(failure, status_code=status, media_type=MediaType.JSON, headers=headers)
