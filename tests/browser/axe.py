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
RUN = """async ([colours, only, grave, drawn, known]) => {
    const maps = drawn ? [] : [...document.querySelectorAll("#map-svg, #net-svg")];
    const drawings = maps.map((map) => [map, [...map.childNodes]]);
    const rules = axe._audit.rules.filter((rule) => !rule.impact || grave.includes(rule.impact));
    const others = rules.map((rule) => rule.id).filter((id) => !colours.includes(id));
    const off = axe._audit.rules.map((rule) => rule.id).filter((id) => !others.includes(id));
    const violations = async (context, options) =>
        (await axe.run(context, {resultTypes: ["violations"], ...options})).violations;
    const looks = new Map();
    const mixed = (look, told) => {
        for (let at = 0; at < told.length; at += 1) look = (Math.imul(look, 31) + told.charCodeAt(at)) | 0;
        return look;
    };
    const beside = (node, part) => {
        const style = getComputedStyle(node, part);
        return style.content === "none" || style.content === "normal" ? "" :
            [style.content, style.color, style.backgroundColor, style.backgroundImage, style.position].join();
    };
    const read = (node, above, plain) => {
        const style = getComputedStyle(node);
        if (style.display === "none") return;
        const text = [...node.childNodes].some((part) => part.nodeType === 3 && part.data.trim());
        const painted = [
            node.disabled, node.ariaDisabled, style.color, style.backgroundColor, style.backgroundImage,
            style.opacity, style.visibility, style.position, style.textShadow, style.filter,
            style.mixBlendMode, beside(node, "::before"), beside(node, "::after"),
        ].join();
        const look = painted === plain ? above : mixed(above, `${node.getAttribute("class")}${painted}`);
        if (text || node.matches("input, select, textarea, button")) {
            const own = mixed(look, [
                node.tagName, node.getAttribute("class"), text, style.fill, style.fontSize, style.fontWeight,
                style.textDecorationLine, style.borderBottomStyle,
            ].join());
            if (!looks.has(own)) looks.set(own, []);
            looks.get(own).push(node);
        }
        const through = [
            undefined, null, style.color, "rgba(0, 0, 0, 0)", "none", "1", style.visibility, "static",
            style.textShadow, "none", "normal", "", "",
        ].join();
        for (const child of node.children) read(child, look, through);
    };
    for (const [map] of drawings) map.replaceChildren();
    try {
        read(document.documentElement, 7, "");
        const old = new Set(known);
        const fresh = [...looks].filter(([look]) => !old.has(look));
        const found = only ? [] : await violations(
            document, {rules: Object.fromEntries(off.map((id) => [id, {enabled: false}]))},
        );
        if (fresh.length) {
            const context = {include: fresh.flatMap(([, nodes]) => nodes)};
            found.push(...await violations(context, {runOnly: {type: "rule", values: colours}}));
        }
        return [found, fresh.map(([look]) => look)];
    } finally {
        for (const [map, drawing] of drawings) map.replaceChildren(...drawing);
    }
}"""
"""A rule has one impact for all it finds: those that find nothing serious are not asked. A map that is not
looked at is empty meanwhile, in its frame: axe goes through shapes even where it shall say nothing.

Colours are the dearest question, and tables share most of what they show. What they depend on is the style of
an element and of all it lies in: elements whose styles were looked at on an earlier page are not asked again.
What an element lies in counts only where it paints something, is placed, or begins another colour.
"""


@cache
def source() -> str:
    return fetch().read_text(encoding="utf-8")


def bring(page: Page) -> None:
    """Have axe on the page; as an expression it is compiled once for all pages of a tab."""
    session = page.context.new_cdp_session(page)
    answer = session.send("Runtime.evaluate", {"expression": source()})
    assert "exceptionDetails" not in answer, answer
    session.detach()


def grave(page: Page, known: set[int], only_colours: bool = False, drawn: bool = True) -> list[str]:
    """Serious and critical findings, one line each.

    `known` are the looks whose colours were asked for already; those of this page come to them. `drawn` says
    whether the map is looked at, too: that takes long, and from step to step it is the same. The
    page's context must bypass the page's own policy.
    """
    if not page.evaluate("() => Boolean(window.axe)"):
        bring(page)
    found: list[dict[str, Any]]
    found, looks = page.evaluate(RUN, [COLOURS, only_colours, GRAVE, drawn, list(known)])
    known.update(looks)
    return [
        f"{violation['id']} ({violation['impact']}): {node['target']} {node['failureSummary']}"
        for violation in found
        if violation["impact"] in GRAVE
        for node in violation["nodes"][:4]
    ]
