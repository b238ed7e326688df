"""Pictures of the pages, for the documents and for a look beside the mock-ups.

`python -m tests.browser.shots FOLDER` writes all of them.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from stellwerk.engine.save import dump
from tests.browser import positions_1853, positions_1854, steam
from tests.browser.chromium import FLAGS, NEEDED, chromium
from tests.browser.people import DESKTOP, PHONE, Person, seat
from tests.browser.positions import NAMES, facts, may, reached, save
from tests.browser.serving import Station

AUSTRIA = ("bids", "local", "stock", "split", "merger")
"""The positions of 1854 that are shown."""


@contextmanager
def serving() -> Iterator[tuple[Browser, Station]]:
    path = chromium()
    if path is None:
        sys.exit(NEEDED)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        station = Station(Path(folder) / "stellwerk.db").start()
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser, station
        finally:
            browser.close()
            station.stop()


def later(kind: str, round: str = "OR 7") -> bytes:
    """A board with some track on it, where this can be done."""
    return dump(reached(lambda s: facts(s)["round"] >= round and may(kind)(s), seed=11))


class Album:
    """One person who looks at all of it, once by day and once by night."""

    def __init__(self, browser: Browser, station: Station, folder: Path) -> None:
        self.browser, self.station, self.folder = browser, station, folder

    def person(self, theme: str, device: dict[str, Any], host: Person | None = None) -> Person:
        state = host.context.storage_state() if host else None
        return Person(self.browser, self.station, color_scheme=theme, storage_state=state, **device)

    def shot(self, person: Person, name: str) -> None:
        person.page.screenshot(path=self.folder / f"{name}.png", animations="disabled")

    def make(self) -> None:
        host = self.person("light", DESKTOP)
        host.arrive(NAMES[0])
        paths = {name: f"/t/{host.resume(data)}" for name, data in self.tables().items()}
        host.resume(save("finished"), "look")
        self.guests()
        for theme in ("light", "dark"):
            for device, width in ((DESKTOP, "1440"), (PHONE, "390")):
                person = self.person(theme, device, host)
                end = f"{width}-{theme}"
                person.page.goto("/")
                self.shot(person, f"lobby-{end}")
                person.page.goto(paths["track"])
                self.pick(person)
                self.shot(person, f"table-1848-{end}")
                person.page.goto(paths["run"])
                self.shot(person, f"run-1848-{end}")
                person.page.goto(paths["market"] + "?view=market")
                self.shot(person, f"market-1848-{end}")
                person.page.goto(paths["pay"])
                self.shot(person, f"pay-1848-{end}")
                person.page.goto(paths["1853 market"])
                self.shot(person, f"market-1853-{end}")
                person.page.goto(paths["1853 track"])
                self.pick(person, 0)
                self.shot(person, f"table-1853-{end}")
                for name in ("track", "finished"):
                    person.page.goto(paths[f"steam {name}"])
                    self.shot(person, f"{name}-imperial-steam-{end}")
                for name in AUSTRIA:
                    person.page.goto(paths[f"1854 {name}"])
                    self.shot(person, f"{name}-1854-{end}")
                person.close()

    @staticmethod
    def tables() -> dict[str, bytes]:
        return {
            "pay": later("dividend"),
            "market": later("sell_shares", "SR 7"),
            "run": later("run_trains"),
            "track": later("lay_tile"),
            "1853 market": positions_1853.save("selling"),
            "1853 track": positions_1853.save("fulfilled"),
            "steam track": steam.save("track"),
            "steam finished": steam.save("finished"),
            **{f"1854 {name}": positions_1854.save(name) for name in AUSTRIA},
        }

    def guests(self) -> None:
        """Somebody else's public tables with free seats."""
        for name, seats in (("Karol", 3), ("Zofia", 4)):
            other = self.person("light", DESKTOP)
            other.arrive(name)
            other.page.goto("/#new")
            form = other.page.locator("#new-table")
            form.locator(f"[name=count][value='{seats}']").check()
            for number in range(2, seats + 1):
                seat(form, number, "open" if number > 2 else "bot")
            form.get_by_text("More", exact=True).click()
            form.get_by_label("Name of the table").fill(f"{name}'s evening")
            form.get_by_label("Everybody can find this table").check()
            form.get_by_role("button", name="Open the table").click()
            other.page.wait_for_url("**/t/*")
            other.close()

    @staticmethod
    def pick(person: Person, number: int = 4) -> None:
        page = person.page
        page.locator("#map-svg .hex.open").nth(number).click()
        expect(page.locator(".picker")).to_be_visible()


def main(folder: str) -> None:
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    with serving() as (browser, station):
        Album(browser, station, into).make()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
