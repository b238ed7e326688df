"""The pages of Learn beside the lessons: what there is."""

from typing import Any

from litestar import Request, get
from litestar.response import Template

from stellwerk.server.dependencies import Asker, Service
from stellwerk.web.learn.routes import progress_of
from stellwerk.web.learn.shown import ladder
from stellwerk.web.preferences import preferences_of
from stellwerk.web.render import page


@get("/learn", sync_to_thread=True)
def home(request: Request[Any, Any, Any], service: Service, user: Asker) -> Template:
    """All lessons with the reader's progress."""
    rungs = ladder(progress_of(service, user), preferences_of(request, user).lang)
    begin = next((rung for rung in rungs if not rung.done), rungs[0])
    return page(request, "learn/home.html", user, rungs=rungs, begin=begin)


HANDLERS = [home]
