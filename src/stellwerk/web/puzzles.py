"""Puzzles: the day's, by kind, from one's own games; and the page of one. It works without script."""

from typing import Any

from litestar import Request, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from msgspec import Struct

from stellwerk.engine import title
from stellwerk.puzzles.puzzle import KINDS, NAMES
from stellwerk.puzzles.shelf import shelf
from stellwerk.server.dependencies import Asker, Service
from stellwerk.server.model import User
from stellwerk.server.problems import Invalid, Problem
from stellwerk.server.puzzles import ALL, Asked, Progress, Puzzles, Skill
from stellwerk.server.session import sign_in
from stellwerk.web.accounts import somebody
from stellwerk.web.forms import Fields, Form, redirect, text
from stellwerk.web.preferences import preferences_of
from stellwerk.web.puzzle_shown import BEFORE, BEST, MINE, fault_of, known_stops, read_stops, shown_puzzle
from stellwerk.web.render import Speech, page

SHOWN = (BEST, MINE, BEFORE)


class Theme(Struct, frozen=True):
    """A kind of puzzle: how good one is at it, and the next one of it."""

    kind: str
    name: str
    skill: Skill
    done: int
    all: int
    next: str


class OwnPuzzle(Struct, frozen=True):
    """A puzzle from a game of one's own."""

    id: str
    name: str
    done: bool


class OwnTable(Struct, frozen=True):
    """A finished game and its puzzles, or where the search for them is."""

    id: str
    name: str
    game: str
    state: str
    puzzles: list[OwnPuzzle]


def themes_of(puzzles: Puzzles, progress: Progress) -> list[Theme]:
    found = []
    for kind in KINDS:
        ids = [one.id for one in shelf().values() if one.puzzle.kind == kind]
        found.append(
            Theme(
                kind=kind,
                name=NAMES[kind],
                skill=progress.skills[kind],
                done=sum(1 for name in ids if name in progress.answered),
                all=len(ids),
                next=puzzles.next_of(progress, kind),
            )
        )
    return found


def kind_name(puzzle: str) -> str:
    """Return what a puzzle of a table is called, by its address."""
    return next(name for kind, name in NAMES.items() if f"-{kind}-" in puzzle)


def own_tables(puzzles: Puzzles, user: User | None, progress: Progress) -> list[OwnTable]:
    found = []
    for one in puzzles.tables(user) if user is not None else ():
        own = [OwnPuzzle(name, kind_name(name), name in progress.answered) for name in one.puzzles]
        found.append(OwnTable(one.table.id, one.table.name, one.table.game_name, one.state or "", own))
    return found


@get("/puzzles", sync_to_thread=True)
def puzzle_list(request: Request[Any, Any, Any], service: Service, user: Asker) -> Template:
    return _list(request, service, user)


def _list(
    request: Request[Any, Any, Any], service: Service, user: User | None, error: Problem | None = None
) -> Template:
    puzzles = Puzzles(service)
    progress = puzzles.progress(user)
    daily = puzzles.daily()
    return page(
        request,
        "puzzles/list.html",
        user,
        status=error.status if error else 200,
        error=error,
        daily=daily,
        daily_name=NAMES[daily.puzzle.kind] if daily else "",
        daily_game=title(daily.game).name if daily else "",
        progress=progress,
        skill=progress.skills[ALL],
        themes=themes_of(puzzles, progress),
        mixed=puzzles.next_of(progress),
        tables=own_tables(puzzles, user, progress),
    )


@get("/puzzles/{name:str}", sync_to_thread=True)
def puzzle_page(
    request: Request[Any, Any, Any],
    service: Service,
    user: Asker,
    name: FromPath[str],
    stops: FromQuery[str] = "",
    show: FromQuery[str] = BEST,
) -> Template:
    puzzles = Puzzles(service)
    asked = puzzles.find(name, user)
    return _page(request, puzzles, user, asked, stops, show if show in SHOWN else BEST)


def _page(
    request: Request[Any, Any, Any],
    puzzles: Puzzles,
    user: User | None,
    asked: Asked,
    stops: str = "",
    show: str = BEST,
    error: Problem | None = None,
) -> Template:
    lang = preferences_of(request, user).lang
    answered, progress = puzzles.answered(user, asked), puzzles.progress(user)
    draft = known_stops(asked, read_stops(stops))
    shown = shown_puzzle(asked, answered, lang, draft, show)
    following = ""
    if answered is not None:
        following = puzzles.next_of(progress, asked.puzzle.kind, asked.id) or puzzles.next_of(
            progress, here=asked.id
        )
    return page(
        request,
        "puzzles/puzzle.html",
        user,
        status=error.status if error else 200,
        speech=Speech(lang, shown.money, asked.state.book.companies),
        kind=f"puzzle {asked.game}",
        error=error,
        asked=asked,
        p=shown,
        answered=answered,
        progress=progress,
        skill=progress.skills[ALL],
        theme=progress.skills[asked.puzzle.kind],
        figures=puzzles.found_by(asked),
        following=following,
        game_name=title(asked.game).name,
    )


@post("/puzzles/{name:str}/answer", sync_to_thread=True)
def answer(
    request: Request[Any, Any, Any], service: Service, user: Asker, name: FromPath[str], data: Form
) -> Redirect | Template:
    """One try. What is no answer at all is said, and nothing is counted."""
    puzzles = Puzzles(service)
    asked = puzzles.find(name, user)
    try:
        given = given_answer(asked, data)
        with somebody(service, user, data) as person:
            puzzles.answer(person, asked, given)
    except Problem as problem:
        return _page(request, puzzles, user, asked, text(data, "stops"), error=problem)
    response = redirect(f"/puzzles/{asked.id}")
    if user is None:
        sign_in(request, response, person)
    return response


def given_answer(asked: Asked, data: Fields) -> tuple[str, ...]:
    """Return the answer that a form brings; Invalid where it is none."""
    puzzle = asked.puzzle
    if puzzle.kind == "run":
        stops = known_stops(asked, read_stops(text(data, "stops")))
        fault = fault_of(asked, stops)
        if fault is not None:
            raise Invalid(fault.message, **fault.figures)
        return stops
    value: Any = data.get("answer", "")
    chosen: list[str | UploadFile] = list(value) if isinstance(value, list) else [value]
    given = tuple(dict.fromkeys(one for one in chosen if isinstance(one, str) and one))
    if puzzle.kind == "director":
        amount = given[-1].strip() if given else ""
        if not amount.isascii() or not amount.isdigit() or len(amount) > 6:
            raise Invalid("{value} is not a number.", value=amount[:40])
        return (str(int(amount)),)
    known = [str(n) for n in range(len(puzzle.options))] if puzzle.kind == "tile" else puzzle.options
    if not given or not set(given) <= set(known) or (puzzle.kind != "rust" and len(given) > 1):
        raise Invalid("Choose an answer first.")
    return given


@post("/puzzles/from/{table:str}", sync_to_thread=True)
def look_for(
    request: Request[Any, Any, Any], service: Service, user: Asker, table: FromPath[str]
) -> Redirect | Template:
    """Have a finished game of one's own looked through."""
    try:
        Puzzles(service).look_for(table, user)
    except Problem as problem:
        return _list(request, service, user, problem)
    return redirect("/puzzles#own")


HANDLERS = [puzzle_list, puzzle_page, answer, look_for]
