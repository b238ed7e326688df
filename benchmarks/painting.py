"""`python -m benchmarks.painting`: from a press at the table to the painted page, in a real browser.

A server of its own with SQLite, and Chromium. Random games of every title are put on it at a few points
from beginning to end; there, somebody presses what is offered, as long as is told. Measured in the page
is the time from the press until what has changed is painted.
"""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Page, TimeoutError, sync_playwright
from rich.console import Console
from rich.table import Table

from benchmarks.players import random_game, setup_of
from benchmarks.server import free_port, percentile, start_server
from stellwerk.engine import Game, title, titles
from stellwerk.engine.save import dump
from stellwerk.server.clock import SYSTEM_CLOCK
from stellwerk.server.model import User
from stellwerk.server.service import TableService
from stellwerk.server.session import COOKIE, Signer
from stellwerk.server.settings import Settings
from stellwerk.store.database import Database

MEDIAN_MS, LATE_MS = 100.0, 250.0
POINTS = (0.05, 0.35, 0.65, 0.95)
"""How much of a game is over where somebody goes on with it."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
CHOICES = "#page form[action$='/act'] button[name=action]:not([disabled])"
OPEN = "#map-svg .hex.open, #net-svg .open"
PRESS = """async button => {
    const began = performance.now();
    let answered = 0;
    const heard = () => { answered = performance.now() - began; };
    document.body.addEventListener("htmx:beforeSwap", heard, {once: true});
    const painted = new Promise((told) => {
        const done = () => told([answered, performance.now() - began]);
        const settled = () => requestAnimationFrame(() => setTimeout(done));
        document.body.addEventListener("htmx:afterSettle", settled, {once: true});
    });
    const late = new Promise((told) => setTimeout(told, 10000, null));
    button.click();
    return Promise.race([painted, late]);
}"""


def saves(game: str, seed: int) -> Iterator[bytes]:
    """A random game, at every point."""
    whole = random_game(setup_of(title(game), seed))
    for point in POINTS:
        yield dump(Game.replay(whole.setup, whole.actions[: int(point * len(whole.actions))]))


class Press(NamedTuple):
    """Milliseconds from a press."""

    answered: float
    """Until the page had the server's answer."""
    painted: float


def pressed(page: Page, random: Random) -> Press | None:
    """Press one of the things offered; None where there was nothing to press."""
    if page.locator("#unveil").count():
        page.locator("#unveil").click()
        page.locator("#turn").wait_for()
    found = [one for one in page.locator(CHOICES).all() if one.is_visible()]
    hexes = page.locator(OPEN)
    if hexes.count() and (not found or random.random() < 0.7):
        hexes.nth(random.randrange(hexes.count())).dispatch_event("click")
        picked = page.locator(f".picker {CHOICES.removeprefix('#page ')}")
        try:
            picked.first.wait_for(timeout=3000)
        except TimeoutError:  # nothing can be built there after all
            return None
        found = [picked.first]
    if not found:
        return None
    taken = random.choice(found).evaluate(PRESS)
    return None if taken is None else Press(*taken)


def measure(page: Page, service: TableService, guest: User, game: str, presses: int) -> list[Press]:
    taken: list[Press] = []
    random = Random(game)
    for save in saves(game, seed=1):
        table = service.upload(guest, save, "continue").id
        page.goto(f"/t/{table}")
        for _ in range(presses):
            one = pressed(page, random)
            if one is None:
                page.goto(f"/t/{table}")
            else:
                taken.append(one)
    return taken


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.painting", description=__doc__)
    parser.add_argument("--presses", type=int, default=15, help="at each point of each game (default 15)")
    parser.add_argument("--game", action="append", help="only this one; may be given several times")
    arguments = parser.parse_args()
    browser_path = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if browser_path is None:
        print("no Chromium was found", file=sys.stderr)
        return 2
    table = Table(title="from a press to the painted page, ms")
    for column in ("", "presses", "answer, median", "painted, median", "p95", "most"):
        table.add_column(column, justify="left" if not column else "right")
    met, port = True, free_port()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process = start_server(folder, port, pages=True)
        browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS)
        try:
            url = f"http://127.0.0.1:{port}"
            service = TableService(Database(str(Path(folder) / "bench.db")), Settings(rate_limits=False))
            guest = service.guest("Ada")
            signer = Signer(service.secret("cookies"), SYSTEM_CLOCK)
            cookie = signer.write(guest.id, service.epoch(guest), service.open_session(guest))
            context = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900})
            context.add_cookies([{"name": COOKIE, "value": cookie, "url": url}])
            page = context.new_page()
            for game in arguments.game or [one.id for one in titles()]:
                presses = measure(page, service, guest, game, arguments.presses)
                painted = [one.painted for one in presses]
                usual, late = median(painted), percentile(painted, 0.95)
                met = met and usual < MEDIAN_MS and late < LATE_MS
                figures = (median(one.answered for one in presses), usual, late, max(painted))
                table.add_row(game, str(len(presses)), *(f"{figure:.0f}" for figure in figures))
        finally:
            browser.close()
            process.terminate()
            process.wait()
    console = Console()
    console.print(table)
    wanted = f"median < {MEDIAN_MS:g}, p95 < {LATE_MS:g}"
    console.print(f"{wanted}: [green]met[/]" if met else f"{wanted}: [red]missed[/]")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
