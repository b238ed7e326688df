"""The routes of the lessons: look, try, be shown, go on, begin again."""

from typing import Any

import msgspec
from litestar import Request, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from stellwerk.draw.style import PATTERNS
from stellwerk.engine import view
from stellwerk.learn import progress as steps
from stellwerk.learn.lesson import Lesson, lessons
from stellwerk.learn.progress import Progress
from stellwerk.mech18.shown import RailwayView
from stellwerk.server.dependencies import Asker, Service
from stellwerk.server.model import User
from stellwerk.server.problems import Invalid, NotFound
from stellwerk.server.session import sign_in
from stellwerk.web.accounts import somebody
from stellwerk.web.forms import Form, redirect, text
from stellwerk.web.hexmarket import hexagons
from stellwerk.web.learn.shown import ladder, shown_lesson
from stellwerk.web.preferences import preferences_of
from stellwerk.web.render import Speech, page

GUEST = "Guest"
"""The name of somebody who tries a lesson before having one."""


def lesson_of(name: str) -> Lesson:
    """Return a lesson by its id."""
    found = lessons().get(name)
    if found is None:
        raise NotFound("There is no lesson {lesson}.", lesson=name[:40])
    return found


def read(lesson: Lesson, kept: str | None) -> Progress:
    """Return progress as it was kept; what cannot be read or does not fit any more begins again."""
    if kept is None:
        return Progress()
    try:
        return steps.fitting(lesson, msgspec.json.decode(kept, type=Progress))
    except msgspec.DecodeError:
        return Progress()


def progress_of(service: Service, user: User | None) -> dict[str, Progress]:
    """Return somebody's progress in all lessons that there are."""
    kept = service.progress_of(user)
    return {name: read(lesson, kept[name]) for name, lesson in lessons().items() if name in kept}


@get("/learn/lessons/{lesson:str}", sync_to_thread=True)
def look(request: Request[Any, Any, Any], service: Service, user: Asker, lesson: FromPath[str]) -> Template:
    found = lesson_of(lesson)
    mine = progress_of(service, user)
    progress = mine.get(found.id, Progress())
    state = steps.now(found, progress)
    told = view(state, None)
    railway = told.table if isinstance(told, RailwayView) else None
    speech = Speech(
        preferences_of(request, user).lang,
        told.unit,
        told.companies if isinstance(told, RailwayView) else (),
    )
    return page(
        request,
        "learn/lesson.html",
        user,
        speech=speech,
        lesson=shown_lesson(found, progress, speech),
        rungs=ladder(mine, speech.lang),
        colours=f"/colours/{state.setup.game}",
        map_patterns=PATTERNS,
        t=railway,
        hexagons=hexagons(railway.market, railway.companies)
        if railway is not None and railway.market.hexagonal
        else None,
    )


@post("/learn/lessons/{lesson:str}", sync_to_thread=True)
def act(
    request: Request[Any, Any, Any], service: Service, user: Asker, lesson: FromPath[str], data: Form
) -> Redirect:
    """Try a choice, or press one of the teacher's buttons; somebody new becomes a guest."""
    found = lesson_of(lesson)
    with somebody(service, user, {**data, "guest": text(data, "guest") or GUEST}) as person:
        kept = service.progress_of(person, found.id).get(found.id)
        after, place = done(found, read(found, kept), text(data, "do"), text(data, "action"))
        service.keep_progress(person, found.id, msgspec.json.encode(after).decode())
    response = redirect(f"/learn/lessons/{found.id}{place}")
    if user is None:
        sign_in(request, response, person)
    return response


def done(lesson: Lesson, progress: Progress, do: str, action: str) -> tuple[Progress, str]:
    """Return what a button makes of somebody's progress, and where on the page to look then."""
    try:
        match do:
            case "try":
                after = steps.attempt(lesson, progress, action)
                return after, "#solved" if after.ready else "#teacher"
            case "show":
                return steps.show(lesson, progress), "#solved"
            case "mark":
                return steps.mark(progress), "#picture"
            case "next":
                return steps.go_on(lesson, progress), ""
            case "again":
                return steps.again(progress), ""
    except steps.NotOpen:
        return progress, ""  # pressed on a page from before: the lesson has gone on
    raise Invalid("There is no such button.")


HANDLERS = [look, act]
