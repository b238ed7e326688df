"""A person who wanders: by links from page to page, back, forward, anew, in two tabs, offline, out and in.

Somebody else plays at one of the tables all the time. After every step the page must be alive: its map drawn,
its colours there, the other's move on it. Which way to go is drawn from a seed; ways between kinds of pages
that were not gone yet come first.
"""

import re
import time
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, TimeoutError, expect

from stellwerk.server.undoing import MOST_UNDONE
from tests.browser import positions_1853, steam
from tests.browser.people import Person
from tests.browser.positions import save
from tests.browser.serving import Station

KINDS = (
    ("table", r"^/t/\w+(\?|#|$)"),
    ("moves", r"^/t/\w+/moves"),
    ("settings", r"^/settings"),
    ("login", r"^/login"),
    ("rules", r"^/rules/?$"),
    ("ledger", r"^/rules/"),
    ("help", r"^/help"),
    ("lobby", r"^/(\?|#|$)"),
)
"""Kinds of pages by their address; other addresses are files, or parts of a page."""
LINKS = """nodes => nodes.map((node, number) => [number, node.getAttribute("href"),
    Boolean(node.getClientRects().length) && getComputedStyle(node).visibility === "visible"
    && getComputedStyle(node).pointerEvents !== "none"])"""
COLOURED = """([where, rule, dead]) => {
    const there = [...document.querySelectorAll(where)];
    return !there.length || there.some(node => getComputedStyle(node).getPropertyValue(rule).trim() !== dead);
}"""
"""Asked again and again: while the page is exchanged, what was there has no style."""
SEED = 5
"""With it Anna is the first to act, and as she takes every move back, she stays the one."""
LOYALTY = 0.4
"""How often to go where the companion plays, if a link leads there."""
GLANCE = 500
"""At most so many milliseconds are spent on a page before going on."""
AN_EVENING = MOST_UNDONE - 100
"""After so many moves taken back the companion opens another table: nobody may go back for ever."""
QUIET = 12_000
"""Milliseconds in which a page must be alive again."""
GONE = r"ERR_(CONNECTION|INCOMPLETE|INTERNET|NETWORK|EMPTY|SOCKET)|htmx:sendError|Event "
"""What a browser says while it is offline."""


class Companion:
    """Plays at a table through the API: a move, and back again, as often as one likes."""

    def __init__(self, station: Station) -> None:
        self.http = httpx.Client(base_url=f"{station.url}/api/v1", timeout=30)
        token = self.call("POST", "/guests", name="Anna")["token"]
        self.http.headers["Authorization"] = f"Bearer {token}"
        self.station = station
        self.table = self.begin()
        self.stirred = 0

    def begin(self) -> str:
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "hotseat", "name": "Clara"}]
        new = self.call("POST", "/tables", game="1848", seats=seats, name="The long evening", public=True)
        self.station.choose_seed(new["id"], SEED)
        return str(new["id"])

    def call(self, method: str, path: str, **data: Any) -> Any:
        answer = self.http.request(method, path, json=data or None)
        assert answer.is_success, answer.text
        return answer.json()

    def stir(self) -> int:
        """A move and its undo; the version after both."""
        path = f"/tables/{self.table}"
        found = self.call("GET", f"{path}/legal")
        done = self.call("POST", f"{path}/actions", action=found["actions"][-1], seen=found["version"])
        self.call("POST", f"{path}/undo", seen=done["version"])
        version = int(self.call("GET", path)["version"])
        self.stirred += 1
        if self.stirred % AN_EVENING == 0:
            self.table = self.begin()
        return version

    def close(self) -> None:
        self.http.close()


class Wanderer:
    def __init__(self, person: Person, companion: Companion, seed: int) -> None:
        self.person, self.companion = person, companion
        self.page: Page = person.page
        self.rng = Random(seed)
        self.trail: list[str] = []
        self.seated = ""
        self.ways: set[tuple[str, str]] = set()
        self.heard = 0
        self.draft = ""
        self.discarded: set[str] = set()
        self.steps: list[tuple[Callable[[], bool], int]] = [
            (self.follow, 14), (self.back, 2), (self.forward, 1), (self.reload, 1), (self.tab, 1),
            (self.offline, 1), (self.write, 2), (self.sign_out, 1), (self.look_back, 1), (self.pick, 1),
            (self.try_out, 1),
        ]  # fmt: skip

    # -- coming in

    def enter(self) -> None:
        """An account, a seat beside the companion, and tables of other kinds in the lobby."""
        page = self.page
        page.goto("/login")
        self.sign(page.locator("form[action='/register']"))
        self.person.upload(save("finished"), "look")
        self.person.upload(positions_1853.save("selling"))
        self.person.upload(steam.save("track"))
        self.sit_down()

    def sit_down(self) -> None:
        """From wherever she is to the companion's table."""
        self.leave()
        self.seated = self.companion.table
        self.page.locator(".brand").click()
        self.page.locator(f".tickets a[href='/t/{self.seated}']").click()
        self.page.locator("main form[action$=seats] button[value=join]").first.click()
        self.check("sits down")

    def sign(self, form: Locator) -> None:
        form.locator("[name=name]").fill("Wanda Wanderer")
        form.locator("[name=password]").fill("over the hills")
        form.locator("button").click()
        self.page.wait_for_url(lambda url: "login" not in url)

    def wander(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.seated != self.companion.table:
                self.sit_down()
            step = self.rng.choices([step for step, _ in self.steps], [often for _, often in self.steps])[0]
            if step():
                self.check(step.__name__)
                self.page.wait_for_timeout(self.rng.randrange(GLANCE))

    # -- the page is alive

    @property
    def kind(self) -> str:
        return kind_of(self.page.url)

    def check(self, did: str) -> None:
        self.trail.append(f"{did}: {self.page.url.partition('/t/')[2] or self.page.url}")
        try:
            self.alive()
        except AssertionError as error:
            raise AssertionError(f"{error}\nafter {self.trail[-12:]}") from error
        assert not self.person.complaints, f"{self.person.complaints}\nafter {self.trail[-12:]}"

    def alive(self) -> None:
        page = self.page
        page.wait_for_load_state("load")
        if any(table in page.url for table in self.discarded):
            self.return_from_nowhere()
        expect(page.locator("#main")).to_be_visible(timeout=QUIET)
        expect(page.locator("#page")).to_have_count(1)
        styled = page.locator("body").evaluate("node => getComputedStyle(node).getPropertyValue('--enamel')")
        assert styled, "the page has no colours"
        if self.kind != "table":
            assert not page.locator("#live").count(), "this page is no table, but listens to one"
            return
        if page.locator("#unveil").count():  # the screen is handed over at a game with secrets
            assert not page.locator("#turn, .panel").count(), "something is to be seen beside the curtain"
            page.locator("#unveil").click()
        expect(page.locator("#turn")).to_be_visible(timeout=QUIET)
        for what, where, rule, dead in (
            ("the map", "#map-svg .hex polygon", "fill", "rgb(0, 0, 0)"),
            ("the map of cities", "#net-svg .city circle", "fill", "rgb(0, 0, 0)"),
            ("a company", ".rail .plate", "--c", ""),
        ):
            try:
                page.wait_for_function(COLOURED, arg=[where, rule, dead], timeout=QUIET)
            except TimeoutError:
                raise AssertionError(f"{what} has no colour") from None
        if self.companion.table in page.url and page.locator("#page").get_attribute("data-past") == "no":
            version = self.companion.stir()
            expect(page.locator("#page")).to_have_attribute("data-version", str(version), timeout=QUIET)
            self.heard += 1
            if self.draft and page.locator("#chat-line").count():
                expect(page.locator("#chat-line")).to_have_value(self.draft)

    def return_from_nowhere(self) -> None:
        """Back to a copy that was thrown away: the page says so, and leads on."""
        faults = self.person.faults
        faults[:] = [f for f in faults if "404" not in f or not any(t in f for t in self.discarded)]
        expect(self.page.get_by_role("alert")).to_be_visible(timeout=QUIET)
        self.page.locator("main a[href='/']").click()
        self.page.wait_for_url(re.compile(r"/$"))

    # -- steps; each says whether it could be done here

    def follow(self) -> bool:
        """A link of this page; to a kind of page that was not reached from here yet, if there is one."""
        here = self.which(self.page.url)
        found: dict[str, list[int]] = {}
        links = self.page.locator("#page a[href]")
        for number, href, visible in links.evaluate_all(LINKS):
            kind = self.which(href)
            if visible and kind and href != self.page.url:
                found.setdefault(kind, []).append(number)
        if not found:
            return False
        new = [kind for kind in found if (here, kind) not in self.ways]
        kind = self.rng.choice(sorted(new or found))
        if "the table" in found and self.rng.random() < LOYALTY:
            kind = "the table"
        self.page.keyboard.press("Escape")  # an open note may lie above
        link = links.nth(self.rng.choice(found[kind]))
        self.leave()
        self.ways.add((here, kind))
        link.evaluate("node => node.closest('details')?.setAttribute('open', '')")
        self.press(link)
        self.settle()
        return True

    def press(self, link: Locator) -> None:
        """Click; a level line of the map has no height for Playwright, but a stroke that people can hit."""
        link.evaluate("node => node.scrollIntoView({block: 'center', inline: 'center'})")
        x, y, width, height = link.evaluate(
            "node => (({x, y, width, height}) => [x, y, width, height])(node.getBoundingClientRect())"
        )
        if width and height:
            link.click()
            return
        self.page.mouse.click(x + width / 2, y + height / 2)

    def which(self, address: str) -> str:
        """As `kind_of`; the companion's table is told from others."""
        return (
            "the table"
            if self.companion.table in address and kind_of(address) == "table"
            else kind_of(address)
        )

    def settle(self) -> None:
        """What was clicked has been answered."""
        self.page.wait_for_load_state("networkidle" if self.kind != "table" else "load")
        expect(self.page.locator(".htmx-request")).to_have_count(0, timeout=QUIET)

    def leave(self) -> None:
        """A draft belongs to the page it was written on."""
        self.draft = ""

    def back(self) -> bool:
        self.leave()
        return self.travel(self.page.go_back)

    def forward(self) -> bool:
        self.leave()
        return self.travel(self.page.go_forward)

    def reload(self) -> bool:
        self.leave()
        self.page.reload()
        return True

    def travel(self, go: Callable[[], Any]) -> bool:
        go()
        if not self.page.url.startswith("http"):
            self.page.goto("/")
        self.page.wait_for_load_state("load")
        return True

    def tab(self) -> bool:
        """The same page in a second tab; one step there, and one returns."""
        first, draft = self.page, self.draft
        self.draft = ""
        self.page = self.person.context.new_page()
        self.page.goto(first.url)
        self.check("second tab")
        if self.follow():
            self.check("follow")
        self.page.close()
        self.page, self.draft = first, draft
        return True

    def offline(self) -> bool:
        if self.kind != "table":
            return False
        if self.companion.table not in self.page.url or self.page.locator("#unveil").count():
            return False
        context, before = self.person.context, len(self.person.faults)
        context.set_offline(True)
        expect(self.page.locator("#lost")).to_be_visible(timeout=QUIET)
        self.companion.stir()
        context.set_offline(False)
        expect(self.page.locator("#lost")).to_be_hidden(timeout=QUIET)
        faults = self.person.faults
        faults[before:] = [fault for fault in faults[before:] if not re.search(GONE, fault)]
        return True

    def write(self) -> bool:
        """A draft in the chat, which stays there."""
        if self.kind != "table" or not self.page.locator("#tab-chat").is_visible():
            return False
        self.page.locator("#tab-chat").click()
        line = self.page.locator("#chat-line")
        expect(line).to_be_visible(timeout=QUIET)
        self.draft = f"What if {self.rng.randrange(1000)}"
        line.fill(self.draft)
        return True

    def sign_out(self) -> bool:
        self.leave()
        page = self.page
        page.goto("/settings")
        page.locator("form[action='/logout'] button").first.click()
        page.wait_for_url(re.compile(r"/$"))
        self.check("signed out")
        page.locator("a[href='/login']").first.click()
        self.sign(page.locator("form[action='/login']"))
        return True

    def look_back(self) -> bool:
        """Into the history and back to now."""
        history = self.page.locator("#h-open")
        if self.kind != "table" or not history.is_visible():
            return False
        self.leave()
        history.click()
        expect(self.page.locator("#to-now")).to_be_visible(timeout=QUIET)
        self.check("history")
        self.page.locator("#to-now").click()
        expect(self.page.locator("#to-now")).to_have_count(0, timeout=QUIET)
        return True

    def try_out(self) -> bool:
        """A private copy, and away with it again."""
        button = self.page.locator("#turn form[action$='/try'] button")
        if self.which(self.page.url) != "the table" or not button.is_visible():
            return False
        self.leave()
        button.click()
        expect(self.page.locator(".sandbox")).to_be_visible(timeout=QUIET)
        self.check("copy")
        self.discarded.add(self.page.url.rpartition("/t/")[2])
        self.page.locator(".sandbox button[value=discard]").click()
        expect(self.page.locator(".sandbox")).to_have_count(0, timeout=QUIET)
        return True

    def pick(self) -> bool:
        """A hex of the map, and away from it."""
        hexes = self.page.locator("#map-svg .hex")
        if self.kind != "table" or not hexes.count() or not hexes.first.is_visible():
            return False
        hexes.nth(self.rng.randrange(hexes.count())).dispatch_event("click")
        closer = self.page.locator(".picker [data-pick-close], .run-slip [data-next]").first
        expect(closer).to_be_visible(timeout=QUIET)
        if closer.get_attribute("data-next") is None:
            closer.click()
        return True


def kind_of(address: str) -> str:
    """The kind of page behind an address of this server; empty for what is no page."""
    path = re.sub(r"^https?://[^/]+", "", address)
    return next((kind for kind, form in KINDS if re.search(form, path)), "")
