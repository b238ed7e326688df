"""Templates that titles bring in their packages, beside those of this one."""

from collections.abc import Callable
from pathlib import Path

from jinja2 import BaseLoader, Environment, FileSystemLoader, TemplateNotFound

from stellwerk.engine.pages import Page
from stellwerk.engine.registry import home, titles

ROOM = Path("show", "templates")
"""Where they lie in a title's package."""


class TitleTemplates(BaseLoader):
    """`imperial-steam:table.html` is the file `show/templates/table.html` of Imperial Steam."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        game, colon, name = template.partition(":")
        if not colon:
            raise TemplateNotFound(template)
        try:
            return folder_of(game).get_source(environment, name)
        except (TemplateNotFound, ValueError):  # no such file, or no such title
            raise TemplateNotFound(template) from None

    def list_templates(self) -> list[str]:
        return [
            f"{found.id}:{name}"
            for found in titles()
            if isinstance(found.pages().page, Page)
            for name in folder_of(found.id).list_templates()
        ]


def folder_of(game: str) -> FileSystemLoader:
    return FileSystemLoader(Path(str(home(game))) / ROOM)
