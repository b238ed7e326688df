"""`python -m benchmarks.painting`: from a press at the table to the painted page, in a real browser.

A server of its own with SQLite, and Chromium. A game of bots of every title is put on it at a few points
from beginning to end; there, somebody presses what is offered, as long as is told. Measured in the page
is the time from the press until what has changed is painted; and beside it the work that this was, which
tells something on a busy machine, too: processor time of the server, bytes that were sent, and processor
time of the page's main thread, with what of it scripts, styles and layout took.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from playwright.sync_api import CDPSession, Page, TimeoutError, sync_playwright
from rich.console import Console
from rich.table import Table

from benchmarks.players import random_game, setup_of
from benchmarks.server import free_port, percentile, start_server
from stellwerk.engine import Game, title, titles
from stellwerk.engine.save import dump, load
from stellwerk.puzzles.shelf import read, shelf
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
CHOICES = "form[action$='/act'] button:not([type=button], [disabled]):visible"
PICKED = f".picker {CHOICES}"
OPEN = "#map-svg .hex.open, #net-svg .open"
PRESS = """async button => {
    const began = performance.now();
    let answered = 0;
    const heard = () => { answered = performance.now() - began; };
    document.body.addEventListener("htmx:beforeSwap", heard, {once: true});
    const loaded = () => performance.getEntriesByType("resource");
    const sent = () => loaded().reduce((sum, one) => sum + one.transferSize, 0);
    const painted = new Promise((told) => {
        const done = () => told([answered, performance.now() - began, sent()]);
        const settled = () => requestAnimationFrame(() => setTimeout(done));
        document.body.addEventListener("htmx:afterSettle", settled, {once: true});
    });
    performance.clearResourceTimings();
    const late = new Promise((told) => setTimeout(told, 10000, null));
    button.click();
    return Promise.race([painted, late]);
}"""


def whole_game(game: str) -> Game:
    """The longest that is shipped, or a random one where there is none."""
    names = {one.bundle for one in shelf().values() if one.game == game}
    shipped = [load(read(name).save)[0] for name in names]
    if not shipped:
        return random_game(setup_of(title(game), seed=1), "bot")
    return max(shipped, key=lambda one: (len(one.actions), one.setup.seed))


def saves(game: str) -> Iterator[bytes]:
    """A game, at every point."""
    whole = whole_game(game)
    for point in POINTS:
        yield dump(Game.replay(whole.setup, whole.actions[: int(point * len(whole.actions))]))


class Press(NamedTuple):
    """What a press cost; milliseconds, but for the bytes."""

    answered: float
    """Until the page had the server's answer."""
    painted: float
    sent: int
    """Bytes of the answer, as they go over the wire."""
    server: float
    """Processor time of the server, with the processes that work for it."""
    tasks: float
    """Processor time of the page's main thread, of which the next ones are parts."""
    script: float
    style: float
    layout: float


PARTS = ("TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration")


class Work:
    """Processor time, of the server and of a page's main thread."""

    def __init__(self, page: Page, server: int) -> None:
        self.server = server
        self.tools: CDPSession = page.context.new_cdp_session(page)
        self.tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def so_far(self) -> tuple[float, ...]:
        """Return milliseconds of the server, then the parts of the page's."""
        told = {one["name"]: one["value"] for one in self.tools.send("Performance.getMetrics")["metrics"]}
        return (processor_time(self.server), *(1000 * told[part] for part in PARTS))


def processor_time(server: int) -> float:
    """Return milliseconds of a process and of those that it began."""
    family, spent = [server], 0.0
    for one in family:
        for children in Path(f"/proc/{one}/task").glob("*/children"):
            family += map(int, children.read_text().split())
        spent += time.clock_gettime((~one << 3) | 2)  # the clock of another process, as Linux counts them
    return 1000 * spent


def pressed(page: Page, work: Work, random: Random) -> Press | None:
    """Press one of the things offered; None where there was nothing to press."""
    if page.locator("#unveil").count():
        page.locator("#unveil").click()
        page.locator("#turn").wait_for()
    found = page.locator(f"#page {CHOICES}").all()
    hexes = page.locator(OPEN)
    if hexes.count() and (not found or random.random() < 0.7):
        hexes.nth(random.randrange(hexes.count())).dispatch_event("click")
        try:
            page.locator(PICKED).first.wait_for(timeout=3000)
        except TimeoutError:  # nothing can be built there after all
            return None
        found = page.locator(PICKED).all()
    if not found:
        return None
    button = random.choice(found)
    before = work.so_far()
    taken = button.evaluate(PRESS)
    after = work.so_far()
    if taken is None:
        return None
    return Press(*taken, *(late - early for early, late in zip(before, after, strict=True)))


def measure(
    page: Page, work: Work, service: TableService, guest: User, game: str, presses: int
) -> dict[float, list[Press]]:
    """Return the presses of a game by its points."""
    taken: dict[float, list[Press]] = {}
    random = Random(game)
    for point, save in zip(POINTS, saves(game), strict=True):
        table = service.upload(guest, save, "continue").id
        page.goto(f"/t/{table}")
        for _ in range(presses):
            one = pressed(page, work, random)
            if one is None:
                page.goto(f"/t/{table}")
            else:
                taken.setdefault(point, []).append(one)
    return taken


def costs(presses: list[Press]) -> Iterator[str]:
    """Tell every kind of work that presses were."""
    for part in ("server", "tasks", "script", "style", "layout", "sent"):
        found = [getattr(one, part) / (1024 if part == "sent" else 1) for one in presses]
        yield f"{median(found):.0f} / {percentile(found, 0.95):.0f} / {max(found):.0f}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.painting", description=__doc__)
    parser.add_argument("--presses", type=int, default=15, help="at each point of each game (default 15)")
    parser.add_argument("--game", action="append", help="only this one; may be given several times")
    arguments = parser.parse_args()
    browser_path = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if browser_path is None:
        print("no Chromium was found", file=sys.stderr)
        return 2
    speed = Table(title="from a press to the painted page, ms")
    for column in ("", "presses", "answer, median", "painted, median", "p95", "most"):
        speed.add_column(column, justify="left" if not column else "right")
    effort = Table(title="the work of it: processor ms, median / p95 / most")
    for column in ("", "over", "server", "page", "scripts", "styles", "layout", "KiB sent"):
        effort.add_column(column, justify="left" if not column else "right")
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
            work = Work(page, process.pid)
            for game in arguments.game or [one.id for one in titles()]:
                found = measure(page, work, service, guest, game, arguments.presses)
                presses = [one for some in found.values() for one in some]
                painted = [one.painted for one in presses]
                usual, late = median(painted), percentile(painted, 0.95)
                met = met and usual < MEDIAN_MS and late < LATE_MS
                figures = (median(one.answered for one in presses), usual, late, max(painted))
                speed.add_row(game, str(len(presses)), *(f"{figure:.0f}" for figure in figures))
                for point, some in found.items():
                    effort.add_row(game, f"{point:.0%}", *costs(some))
                effort.add_row(game, "all", *costs(presses), end_section=True)
        finally:
            browser.close()
            process.terminate()
            process.wait()
    console = Console()
    console.print(effort)
    console.print(speed)
    wanted = f"median < {MEDIAN_MS:g}, p95 < {LATE_MS:g}"
    console.print(f"{wanted}: [green]met[/]" if met else f"{wanted}: [red]missed[/]")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
