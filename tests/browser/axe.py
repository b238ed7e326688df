"""axe-core, fetched from npm by name into the virtual environment, and what it finds on a page."""

import fcntl
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from stellwerk.web.vendor import commands

VERSION = "4.14.0"
HOME = Path(sys.prefix) / f"axe-core-{VERSION}"
SCRIPT = HOME / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")


def fetch() -> Path:
    """The script's path; fetched once, however many processes ask."""
    HOME.mkdir(parents=True, exist_ok=True)
    with (HOME / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not SCRIPT.is_file():
            order = ["install", "--prefix", str(HOME), "--ignore-scripts", "--no-audit", "--no-fund"]
            for npm in commands():
                subprocess.run(
                    [*npm, *order, "--loglevel=error", f"axe-core@{VERSION}"], cwd=HOME, check=False
                )
                if SCRIPT.is_file():
                    break
            else:
                raise OSError("npm failed")
    return SCRIPT


COLOURS = ("color-contrast", "link-in-text-block")
"""All that can differ in the dark: the pages are the same."""
RUN = """async ([colours, only, grave, drawn]) => {
    const maps = drawn ? [] : [...document.querySelectorAll("#map-svg, #net-svg")];
    const drawings = maps.map((map) => [map, [...map.childNodes]]);
    const rules = axe._audit.rules.filter((rule) => !rule.impact || grave.includes(rule.impact));
    const light = axe._audit.rules.filter((rule) => !rules.includes(rule));
    const some = only
        ? {runOnly: {type: "rule", values: colours}}
        : {rules: Object.fromEntries(light.map((rule) => [rule.id, {enabled: false}]))};
    for (const [map] of drawings) map.replaceChildren();
    try {
        return (await axe.run(document, {resultTypes: ["violations"], ...some})).violations;
    } finally {
        for (const [map, drawing] of drawings) map.replaceChildren(...drawing);
    }
}"""
"""A rule has one impact for all it finds: those that find nothing serious are not asked. A map that is not
looked at is empty meanwhile, in its frame: axe goes through shapes even where it shall say nothing."""


@cache
def source() -> str:
    return fetch().read_text(encoding="utf-8")


def bring(page: Page) -> None:
    """Have axe on the page; as an expression it is compiled once for all pages of a tab."""
    session = page.context.new_cdp_session(page)
    answer = session.send("Runtime.evaluate", {"expression": source()})
    assert "exceptionDetails" not in answer, answer
    session.detach()


def grave(page: Page, only_colours: bool = False, drawn: bool = True) -> list[str]:
    """Serious and critical findings, one line each.

    `drawn` says whether the map is looked at, too: that takes long, and from step to step it is the same.
    The page's context must bypass the page's own policy.
    """
    if not page.evaluate("() => Boolean(window.axe)"):
        bring(page)
    found: list[dict[str, Any]] = page.evaluate(RUN, [COLOURS, only_colours, GRAVE, drawn])
    return [
        f"{violation['id']} ({violation['impact']}): {node['target']} {node['failureSummary']}"
        for violation in found
        if violation["impact"] in GRAVE
        for node in violation["nodes"][:4]
    ]
