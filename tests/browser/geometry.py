"""What lies where on a page: labels that touch, texts that are cut or run out of their place, tables that are
wider than their panel, a page that scrolls sideways. Nothing here knows which game is shown.
"""

from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).with_name("geometry.js").read_text(encoding="utf-8").rstrip(";\n")
"""One function; the formatter ends it like a statement."""


def found(page: Page, *, rail: bool = True) -> list[str]:
    """Everything on this page that lies on something else, or is not seen whole; one line each.

    `rail`: tables have to fit into their panels, too. On a phone they may be scrolled instead.
    """
    faults: list[str] = page.evaluate(SCRIPT, rail)
    return faults
