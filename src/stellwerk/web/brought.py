"""What titles bring in their packages for their tables, beside what is here: templates and static files."""

from collections.abc import Callable
from pathlib import Path

from jinja2 import BaseLoader, Environment, FileSystemLoader, TemplateNotFound

from stellwerk.engine.pages import Page
from stellwerk.engine.registry import home, titles


class TitleTemplates(BaseLoader):
    """`ID:table.html` is the file `show/templates/table.html` in the package of the title with this id."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        game, colon, name = template.partition(":")
        if not colon:
            raise TemplateNotFound(template)
        try:
            return templates_of(game).get_source(environment, name)
        except (TemplateNotFound, ValueError):  # no such file, or no such title
            raise TemplateNotFound(template) from None

    def list_templates(self) -> list[str]:
        return [f"{game}:{name}" for game in own_pages() for name in templates_of(game).list_templates()]


def own_pages() -> dict[str, Page]:
    """Return the pages that titles bring, by title."""
    pages = {found.id: found.pages().page for found in titles()}
    return {game: page for game, page in pages.items() if isinstance(page, Page)}


def templates_of(game: str) -> FileSystemLoader:
    return FileSystemLoader(Path(str(home(game)), "show", "templates"))


def static_room(game: str) -> Path:
    """Where a title's style sheets and scripts lie."""
    return Path(str(home(game)), "show", "static")


def static_folders() -> dict[str, Path]:
    """Return the folders of style sheets and scripts that titles bring, by title."""
    return {game: static_room(game) for game, page in own_pages().items() if page.styles or page.scripts}
