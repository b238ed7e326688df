"""A person who goes through the site in another browser, as the wanderer does in Chromium: links, back,
forward, anew, other sizes, colours and languages, moves at tables of all games, lessons and puzzles.

After every step the page must be alive: styled, its map coloured, not wider than the window, without a word
of complaint in the console; at the companion's table the other's moves come by themselves.
"""

import re
import time
from collections.abc import Callable
from random import Random
from typing import Any

from stellwerk.server.session import COOKIE
from tests.browser import positions, positions_1824, positions_1853, positions_1854, steam
from tests.browser.abroad.screen import Failed, Screen
from tests.browser.serving import Station
from tests.browser.wanderer import COLOURED, Companion

SIZES = ((1440, 900), (1024, 768), (768, 1024), (500, 900), (844, 480))
"""Narrower than 500 no window of these browsers can be."""
FILES = r"^/(static|schema|api)|/map/|\.(json|svg)($|\?)|/rules/[^/]+/[^/#]+$"
"""Addresses that are no pages."""
FORMS = "[action$='/act'], [action$='/undo'], [action$='/hint'], [action^='/learn'], [action^='/puzzles'], "
FORMS += "[action='/play'], [action='/look']"
"""What may be pressed as often as one likes."""
BUTTONS = f"#page form:is({FORMS}) button:not([type=button], [disabled]), #page button[form]:not([disabled])"
POINT = """
const node = [...document.querySelectorAll(arguments[0])][arguments[1]];
if (!node) return null;
node.closest("details")?.setAttribute("open", "");
node.scrollIntoView({block: "center", inline: "center"});
for (const box of [...node.getClientRects(), node.getBoundingClientRect()]) {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (node.contains(document.elementFromPoint(x, y))) return [x, y];
}
return null;
"""
"""Where something can be pressed: nothing lies above it there."""
SEEN = """
return [...document.querySelectorAll(arguments[0])].map((node, number) => [number, node.getAttribute("href"),
    node.checkVisibility({visibilityProperty: true}) && getComputedStyle(node).pointerEvents !== "none"])
    .filter((one) => one[2]);
"""
STATE = """
const page = document.getElementById("page");
return {
    styled: getComputedStyle(document.body).getPropertyValue("--enamel").trim(),
    main: Boolean(document.querySelector("#main")?.getClientRects().length),
    status: performance.getEntriesByType("navigation")[0]?.responseStatus ?? 200,
    width: document.scrollingElement.clientWidth,
    wide: document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth,
    widest: [...document.querySelectorAll("#page *")]
        .filter((node) => node.getBoundingClientRect().right > document.scrollingElement.clientWidth + 1)
        .slice(0, 12).map((node) => `${node.tagName}.${node.className.baseVal ?? node.className}`).join(" "),
    pages: document.querySelectorAll("#page").length,
    live: Boolean(document.getElementById("live")),
    version: page?.dataset.version ?? "",
    past: page?.dataset.past ?? "",
    curtain: Boolean(document.getElementById("unveil")),
};
"""
COME = """
return !location.pathname.includes(arguments[1])
    || Number(document.getElementById("page")?.dataset.version) >= arguments[0];
"""
"""Whether a version is shown; true as well where a link that was pressed has only now led elsewhere."""
QUIET = "return document.readyState === 'complete' && !document.querySelector('.htmx-request')"
COLOURS = (
    ("the map", "#map-svg .hex polygon", "fill", "rgb(0, 0, 0)"),
    ("the map of cities", "#net-svg .city circle", "fill", "rgb(0, 0, 0)"),
    ("a company", ".rail .plate", "--c", ""),
)
FORGIVEN = (
    r"htmx:(sendAbort|sendError|afterRequest)|The connection to .*/events.* was interrupted"
    r"|Loading failed for the (module|<script>) with source"
    r"|Layout was forced before the page was fully loaded"
)
"""What a browser says when a page is left before everything has come, or asked about before."""


class Traveller:
    def __init__(self, screen: Screen, station: Station, companion: Companion, seed: int) -> None:
        self.screen, self.station, self.companion = screen, station, companion
        self.rng = Random(seed)
        self.trail: list[str] = []
        self.heard = 0
        self.moves: dict[str, int] = {}
        """How many moves were made, by game."""
        self.games: dict[str, str] = {}
        """The game of each table."""
        self.seated = ""
        self.ways: set[tuple[str, str]] = set()
        self.steps: list[tuple[Callable[[], bool], int]] = [
            (self.follow, 10), (self.act, 10), (self.build, 5), (self.to_a_table, 5), (self.back, 2),
            (self.forward, 1), (self.reload, 1), (self.resize, 1), (self.write, 1), (self.look_back, 1),
            (self.home, 1),
        ]  # fmt: skip

    # -- coming in

    def enter(self) -> None:
        """A guest through the lobby, with a table of every game."""
        self.screen.resize(*SIZES[0])
        self.screen.open(self.station.url)
        self.fill("form[action='/guest'] [name=name]", "Wanda")
        self.press("form[action='/guest'] button")
        entered = "return document.querySelector('#main') && !document.querySelector(arguments[0])"
        assert self.screen.wait(entered, "form[action='/guest']"), "nobody is let in"
        cookie = self.screen.cookie(COOKIE)
        for game, save in (
            ("1824", positions_1824.save(next(iter(positions_1824.GOALS)))),
            ("1848", positions.save("track")),
            ("1853", positions_1853.save("selling")),
            ("1854", positions_1854.save(next(iter(positions_1854.GOALS)))),
            ("imperial-steam", steam.save("track")),
        ):
            self.games[self.station.put(save, cookie, "continue")] = game
        self.sit_down()

    def sit_down(self) -> None:
        self.seated = self.companion.table
        self.games[self.seated] = "1848"
        self.screen.open(f"{self.station.url}/t/{self.seated}")
        self.press("main form[action$=seats] button[value=join]")
        begun = self.screen.wait("return document.querySelector('#turn')")
        assert begun, "the game does not begin"
        self.check("sits down")

    def travel(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.seated != self.companion.table:
                self.sit_down()
            step = self.rng.choices([step for step, _ in self.steps], [often for _, often in self.steps])[0]
            if step():
                self.check(step.__name__)

    # -- the page is alive

    @property
    def here(self) -> str:
        """The address, without the server's."""
        return self.screen.url.removeprefix(self.station.url)

    def check(self, did: str) -> None:
        here = self.here
        self.trail.append(f"{did}: {here}")
        try:
            self.alive(here)
        except AssertionError as error:
            raise AssertionError(f"{error}\nafter {self.trail[-12:]}") from error

    def alive(self, here: str) -> None:
        assert self.screen.wait("return Boolean(document.querySelector('#main')?.getClientRects().length)"), (
            "there is nothing on the page"
        )
        found = self.state()
        assert found["styled"], "the page has no colours"
        assert found["status"] < 400 or not found["status"], f"the server says {found['status']}"
        assert found["pages"] == 1, "the page is there more than once"
        assert found["wide"] <= 1, (
            f"the page is {found['wide']} pixels wider than the window, {found['width']}: {found['widest']}"
        )
        if found["curtain"]:
            self.press("#unveil")
            assert self.screen.wait("return document.querySelector('#turn')"), "the curtain stays"
        if found["live"]:
            for what, where, rule, dead in COLOURS:
                coloured = self.screen.wait(f"return ({COLOURED})(arguments[0])", [where, rule, dead])
                assert coloured, f"{what} has no colour"
        if f"/t/{self.companion.table}" in here and found["past"] == "no":
            version = self.companion.stir()
            assert self.screen.wait(COME, version, self.companion.table), "the other's move does not come"
            self.heard += f"/t/{self.companion.table}" in self.here
        said = [one for one in self.screen.wire.complaints() if not re.search(FORGIVEN, one)]
        assert not said, "\n".join(said)

    def state(self) -> Any:
        """What is to be told of the page; of the next one, if this one is just going."""
        while True:
            assert self.screen.wait("return Boolean(document.body)"), "there is no page"
            try:
                found = self.screen.ask(STATE)
            except Failed:
                continue
            if found is not None:
                return found

    def settle(self) -> None:
        """What was pressed has been answered."""
        time.sleep(0.15)
        assert self.screen.wait(QUIET), "the page is not answered"

    # -- hands

    def press(self, where: str, number: int = 0) -> bool:
        """Press something; False where it cannot be reached."""
        point = self.screen.ask(POINT, where, number)
        if point is None:
            return False
        self.screen.tap(*point)
        return True

    def fill(self, where: str, text: str) -> None:
        assert self.press(where), where
        self.screen.type(text)
        assert self.screen.ask("return document.querySelector(arguments[0]).value", where) == text

    def seen(self, where: str) -> list[tuple[int, str]]:
        """Return what is to be seen of it, by number, with its address."""
        found: list[list[Any]] | None = self.screen.ask(SEEN, where)
        # Of a page that is just going, nothing is told.
        return [(number, str(href or "")) for number, href, _ in found or ()]

    # -- steps; each says whether it could be done here

    def follow(self) -> bool:
        """A link of this page; to a kind of page that was not reached from here yet, if there is one."""
        here = kind_of(self.here)
        links: dict[str, list[int]] = {}
        for number, href in self.seen("#page a[href]"):
            if href.startswith("/") and not re.search(FILES, href):
                links.setdefault(kind_of(href), []).append(number)
        if not links:
            return False
        new = [kind for kind in links if (here, kind) not in self.ways]
        kind = self.rng.choice(sorted(new or links))
        self.ways.add((here, kind))
        self.screen.type("\ue00c")  # Escape: an open note may lie above
        if not self.press("#page a[href]", self.rng.choice(links[kind])):
            return False
        self.settle()
        return True

    def act(self) -> bool:
        """Press one of the things that may be done here."""
        buttons = self.seen(BUTTONS)
        return bool(buttons) and self.done(BUTTONS, self.rng.choice(buttons)[0])

    def build(self) -> bool:
        """On the map: a hex where one can act, and one of the things that can be built there."""
        hexes = self.seen("#map-svg .hex.open")
        if not hexes or not self.press("#map-svg .hex.open", self.rng.choice(hexes)[0]):
            return False
        self.settle()
        built = ".picker form[action$='/act'] button"
        if not self.screen.wait("return document.querySelector('.picker')"):
            return True
        choices = self.seen(built)
        return not choices or self.done(built, self.rng.choice(choices)[0])

    def done(self, where: str, number: int) -> bool:
        """Press, and count it as a move if it was one."""
        here, before = self.here, self.state()
        if not self.press(where, number):
            return False
        self.settle()
        after = self.state()
        if before["version"] != after["version"]:
            game = next((game for table, game in self.games.items() if table in here), "a game with bots")
            self.moves[game] = self.moves.get(game, 0) + 1
        return True

    def to_a_table(self) -> bool:
        """To the table of a game where least was done so far."""
        table = min(self.games, key=lambda table: (self.moves.get(self.games[table], 0), self.rng.random()))
        self.screen.open(f"{self.station.url}/t/{table}")
        return True

    def home(self) -> bool:
        self.screen.open(self.station.url)
        return True

    def back(self) -> bool:
        return self.gone(self.screen.back)

    def forward(self) -> bool:
        return self.gone(self.screen.forward)

    def gone(self, go: Callable[[], None]) -> bool:
        try:
            go()
        except Failed:  # there is nothing in this direction
            return False
        self.settle()
        if not self.screen.url.startswith(self.station.url):
            self.home()
        return True

    def reload(self) -> bool:
        self.screen.reload()
        return True

    def resize(self) -> bool:
        self.screen.resize(*self.rng.choice(SIZES))
        return True

    def write(self) -> bool:
        """A draft in the chat, which a move of somebody else does not take away."""
        if f"/t/{self.seated}" not in self.here or not self.seen("#tab-chat"):
            return False
        self.press("#tab-chat")
        if not self.screen.wait("return document.querySelector('#chat-line')?.getClientRects().length"):
            return False
        draft = f"What if {self.rng.randrange(1000)}"
        self.fill("#chat-line", draft)
        self.check("writes")
        kept = self.screen.ask("return document.querySelector('#chat-line')?.value")
        assert kept == draft, f"the draft is gone: {kept}"
        return True

    def look_back(self) -> bool:
        """Into the history and back to now."""
        if not self.seen("#h-open") or not self.press("#h-open"):
            return False
        assert self.screen.wait("return document.querySelector('#to-now')"), "the history does not open"
        self.check("history")
        self.press("#to-now")
        self.settle()
        return True


def kind_of(address: str) -> str:
    """The kind of page behind an address: what it begins with, and of a table what of it is looked at."""
    path, _, query = address.partition("#")[0].partition("?")
    first, *rest = path.strip("/").split("/")
    if first != "t":
        return first or "lobby"
    return " ".join(["table", *rest[1:2], *re.findall(r"view=(\w+)", query)])
