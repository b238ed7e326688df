"""Pictures of the maps for the lobby's cards, drawn from positions that our bots have played to."""

import hashlib
from functools import cache
from typing import Any, Literal

from litestar import Request, Response, get
from litestar.params import FromPath
from msgspec import Struct

from stellwerk.draw.picture import picture_svg
from stellwerk.draw.style import DARK, LIGHT
from stellwerk.engine.registry import home, title, titles
from stellwerk.engine.save import load
from stellwerk.mech18.state import Railways
from stellwerk.server.problems import NotFound

Light = Literal["light", "dark"]
KEPT = "public, max-age=86400"


class Picture(Struct, frozen=True):
    content: str
    tag: str


def has_picture(game: str) -> bool:
    """Return whether the title brings a position to be drawn."""
    return (home(game) / "show" / "picture.json").is_file()


@cache
def picture_of(game: str, light: Light) -> Picture | None:
    """Return the map of a title's picture; None where it brings none, or nobody can draw it."""
    if not has_picture(game):
        return None
    state = load((home(game) / "show" / "picture.json").read_bytes())[0].state
    own = title(game).pages().picture
    if own is not None:
        content = own(state, light == "dark")
    elif isinstance(state, Railways):
        companies = state.book.companies.items()
        colours = {sym: (company.colour, company.text_colour) for sym, company in companies}
        theme = DARK if light == "dark" else LIGHT
        content = picture_svg(state.book.atlas, state.board, colours, state.colour, theme)
    else:
        return None
    return Picture(content, f'"{hashlib.sha256(content.encode()).hexdigest()[:16]}"')


@get("/pictures/{game:str}/{light:str}", sync_to_thread=True)
def picture(request: Request[Any, Any, Any], game: FromPath[str], light: FromPath[str]) -> Response[str]:
    """Ornament: it says nothing that does not stand beside it in words."""
    known = {found.id for found in titles()}
    found = picture_of(game, "dark" if light == "dark" else "light") if game in known else None
    if found is None or light not in ("light", "dark"):
        raise NotFound("There is no such picture.")
    headers = {"ETag": found.tag, "Cache-Control": KEPT}
    if request.headers.get("if-none-match") == found.tag:
        return Response("", status_code=304, headers=headers, media_type="image/svg+xml")
    return Response(found.content, headers=headers, media_type="image/svg+xml")
