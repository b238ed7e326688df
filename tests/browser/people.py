"""Somebody at a browser: a page, and everything that went wrong on it."""

import re
from typing import Any
from weakref import WeakKeyDictionary

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    WebError,
    expect,
)

from stellwerk.server.session import COOKIE
from stellwerk.server.transfer import UploadMode
from tests.browser.serving import Station

EVENTS = re.compile(r"/events(\?|$)")
DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
WAIT = 30_000
"""Milliseconds: generous, for a machine that does other things too."""


KINDS = {"me": "Me", "hotseat": "Screen", "open": "Link", "bot": "Bot"}


def seat(form: Locator, number: int, kind: str) -> None:
    """Say in the form of a new table who shall sit on a seat."""
    kinds = form.get_by_role("radiogroup", name=f"Seat {number}", exact=True)
    kinds.get_by_role("radio", name=KINDS[kind], exact=True).check()


class Rooms:
    """Contexts of a browser that nobody is in any more, each with one tab.

    Who comes next finds the files of the site there, as on a second visit, and nothing of the one before.
    """

    def __init__(self) -> None:
        self._free: WeakKeyDictionary[Browser, dict[str, list[BrowserContext]]] = WeakKeyDictionary()

    def take(self, browser: Browser, options: dict[str, Any]) -> BrowserContext:
        free = self._of(browser, options)
        return free.pop() if free else browser.new_context(**options)

    def leave(self, browser: Browser, options: dict[str, Any], context: BrowserContext) -> None:
        """Cookies are thrown away, and pages closed but for one: a new tab is dear."""
        context.set_offline(False)
        for page in context.pages[1:]:
            page.close()
        for page in context.pages:
            if page.viewport_size != options["viewport"] or not self._emptied(page):
                page.close()
        context.clear_cookies()
        self._of(browser, options).append(context)

    @staticmethod
    def _emptied(page: Page) -> bool:
        """Whether this tab is like a new one: nothing shown, kept, behind it, or under the mouse."""
        try:
            page.unroute_all(behavior="ignoreErrors")
            page.goto("/health")
            page.evaluate("() => { sessionStorage.clear(); localStorage.clear(); }")
            page.mouse.move(-1, -1)
            session = page.context.new_cdp_session(page)
            session.send("Page.resetNavigationHistory")
            session.detach()
        except Error:  # its server is gone
            return False
        return True

    def _of(self, browser: Browser, options: dict[str, Any]) -> list[BrowserContext]:
        return self._free.setdefault(browser, {}).setdefault(repr(sorted(options.items())), [])


ROOMS = Rooms()


class Person:
    """One browser context with one page. What it complains of is kept in `faults`."""

    def __init__(self, browser: Browser, station: Station, **options: Any) -> None:
        self.station, self.browser = station, browser
        usual = {**DESKTOP, "base_url": station.url, "locale": "en-GB", "reduced_motion": "reduce"}
        self.options = {**usual, **options}
        self.context = ROOMS.take(browser, self.options)
        self.context.set_default_timeout(WAIT)
        self.faults: list[str] = []
        self.expected: list[str] = []
        self.gone = False
        self.context.on("console", self._console)
        self.context.on("weberror", self._broken)
        self.context.on("requestfailed", self._failed)
        self.page: Page = self.context.pages[0] if self.context.pages else self.context.new_page()

    def expects(self, *patterns: str) -> None:
        """From now on these complaints are part of the test."""
        self.expected += patterns

    @property
    def complaints(self) -> list[str]:
        return [fault for fault in self.faults if not any(re.search(p, fault) for p in self.expected)]

    def _console(self, message: ConsoleMessage) -> None:
        # Of two tabs tapped quickly the later wins: htmx tells of the request it gave up.
        if message.text in ("htmx:sendAbort", "htmx:afterRequest"):
            return
        # An answer of 400 or above is an error here, whatever asked for it.
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text} {message.location.get('url', '')}")

    def _broken(self, error: WebError) -> None:
        self.faults.append(f"script: {error.error}")

    def _failed(self, request: Request) -> None:
        # A page that is left ends its event stream; leaving a page also ends what it still loads.
        if not EVENTS.search(request.url) and request.failure != "net::ERR_ABORTED":
            self.faults.append(f"failed: {request.method} {request.url} {request.failure}")

    # -- coming in

    def arrive(self, name: str) -> None:
        """A guest with a name, whom the server knows already; the page is still empty."""
        cookie = self.station.admit(name)
        self.context.add_cookies([{"name": COOKIE, "value": cookie, "url": self.station.url}])

    def enter(self, name: str) -> None:
        """A guest with a name, through the lobby."""
        self.page.goto("/")
        self.page.locator("form[action='/guest']").get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Play as a guest").click()
        expect(self.page.get_by_text("Who are you?")).to_have_count(0)

    def resume(self, save: bytes, mode: UploadMode = "continue") -> str:
        """Go on with a saved game that is on the server; the table's id."""
        cookies = {cookie["name"]: cookie["value"] for cookie in self.context.cookies()}
        table = self.station.put(save, cookies[COOKIE], mode)
        self.page.goto(f"/t/{table}")
        self.unveil()
        return table

    def upload(self, save: bytes, mode: UploadMode = "continue") -> str:
        """The same with a file, through the form in the lobby."""
        self.page.goto("/")
        form = self.page.locator("form[action='/upload']")
        form.locator("[type=file]").set_input_files(
            {"name": "game.json", "mimeType": "application/json", "buffer": save}
        )
        form.locator(f"[name=mode][value={mode}]").check()
        form.locator("button").click()
        self.page.wait_for_url("**/t/*")
        self.unveil()
        return self.table

    def unveil(self) -> None:
        """Take the screen, where it is handed over to somebody."""
        if self.page.locator("#unveil").count():
            self.page.locator("#unveil").click()
            expect(self.page.locator("#turn")).to_be_visible()

    @property
    def table(self) -> str:
        found = re.search(r"/t/([a-z0-9]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    # -- what the server says, for the tests to know where the game is

    def view(self, table: str = "") -> dict[str, Any]:
        answer = self.context.request.get(f"/api/v1/tables/{table or self.table}/view")
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def close(self) -> None:
        self.gone = True
        for name, heard in (
            ("console", self._console),
            ("weberror", self._broken),
            ("requestfailed", self._failed),
        ):
            self.context.remove_listener(name, heard)
        ROOMS.leave(self.browser, self.options, self.context)
