"""Maps of Imperial Steam in every set-up, and what of their lettering covers something else."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from stellwerk.engine.pages import PageContext
from stellwerk.engine.text import Figure
from stellwerk.games.gimperial_steam.show.drawing import network_svg
from stellwerk.games.gimperial_steam.show.map import Draughtsman
from stellwerk.games.gimperial_steam.show.view import view
from tests.games.gimperial_steam.table import opening

COVERED = """svg => {
  document.querySelector(".net-wrap").innerHTML = svg;
  const names = [...document.querySelectorAll("#net-svg .net-name")];
  const pieces = [...document.querySelectorAll(
    "#net-svg .net-name, #net-svg .net-city, #net-svg .net-bonus, #net-svg .net-counter, " +
    "#net-svg .net-house, #net-svg .net-cube, #net-svg .net-site, #net-svg .net-plate, #net-svg .net-sign")];
  const frame = document.getElementById("net-svg").getBoundingClientRect();
  const found = [];
  for (const name of names) {
    // The letters themselves: a box of text has empty room above and below them.
    const box = name.getBoundingClientRect();
    const one = { left: box.left, right: box.right,
                  top: box.top + box.height * 0.2, bottom: box.bottom - box.height * 0.22 };
    if (one.left < frame.left || one.right > frame.right) found.push(name.textContent + " leaves the map");
    for (const piece of pieces) {
      if (piece === name) continue;
      const other = piece.getBoundingClientRect();
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 0.5 && down > 0.5)
        found.push(`${name.textContent} on ${piece.textContent || piece.className.baseVal}`);
    }
  }
  return found;
}"""


def plain(text: str, /, **figures: Figure) -> str:
    return text


def maps(seeds: range) -> Iterator[tuple[str, str]]:
    """Every set-up with every number of players: its name and its drawing."""
    for variant in ("fixed", "normal", "random"):
        for players in (2, 3, 4):
            for seed in seeds:
                yield (
                    f"{variant}, {players} players, seed {seed}",
                    drawn(opening(players, variant, seed=seed)),
                )


def drawn(state: Any) -> str:
    shown = view(state, None)
    letters = dict(zip(shown.players, "ABDE", strict=False))
    scene = PageContext(
        view=shown, seat=None, acting=None, chosen="map", place="", panels=(), speech=plain, href=str
    )
    return network_svg(Draughtsman(scene, shown, (), letters, (), str).network(None))


def covered(page: Page, svg: str) -> list[str]:
    """What of the lettering lies on something else, when a page with a map shows this one instead."""
    found: list[str] = page.evaluate(COVERED, svg)
    return found
