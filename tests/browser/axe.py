"""axe-core, fetched from npm by name into the virtual environment, and what it finds on a page."""

import fcntl
import subprocess
import sys
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


def grave(page: Page, rules: tuple[str, ...] = ()) -> list[str]:
    """Serious and critical findings of all rules or of these, one line each.

    The page's context must bypass the page's own policy.
    """
    if not page.evaluate("() => Boolean(window.axe)"):
        page.add_script_tag(path=fetch())
    found: dict[str, Any] = page.evaluate(
        """rules => axe.run(document, {
            resultTypes: ["violations"], ...(rules.length ? {runOnly: {type: "rule", values: rules}} : {}),
        })""",
        list(rules),
    )
    return [
        f"{violation['id']} ({violation['impact']}): {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in GRAVE
        for node in violation["nodes"][:4]
    ]
