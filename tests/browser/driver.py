"""Plays a table by what its page offers: it looks for panels and buttons and presses them.

It knows no rules. Whether a mouse, a finger or the keyboard presses is the hand's business.
"""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.hands import Hand
from tests.browser.people import WAIT, Person


class Driver:
    """`step` makes one move, whatever the page asks for; `done` counts what was done."""

    def __init__(self, person: Person, hand: Hand, floats: int = 2) -> None:
        self.person, self.page, self.hand = person, person.page, hand
        self.floats = floats
        self.done: dict[str, int] = {}
        self.rounds: list[str] = []
        self._seen: tuple[str, dict[str, Any]] = ("", {})
        """The last view, and which page it belongs to."""

    # -- where the game is

    @property
    def version(self) -> str:
        return self.page.locator("#page").get_attribute("data-version") or ""

    def look(self) -> dict[str, Any]:
        here = f"{self.page.url.partition('?')[0]} {self.version}"
        if here != self._seen[0]:
            self._seen = (here, self.person.view()["view"])
        view = self._seen[1]
        if view["round"] and view["round"] not in self.rounds:
            self.rounds.append(view["round"])
        return view

    def operating_rounds(self) -> int:
        return sum(1 for name in self.rounds if name.startswith("OR"))

    def floated(self) -> int:
        view = self.look()
        cards = view["table"]["companies"]
        return sum(
            1 for sym, company in view["companies"].items() if company["open"] and cards[sym]["railway"]
        )

    def until(self, reached: Callable[["Driver"], bool], most: int = 200) -> None:
        for _ in range(most):
            self.look()
            if reached(self):
                return
            self.step()
        raise AssertionError(f"not there after {most} moves: {self.rounds}, {self.done}")

    # -- moves

    def move(self, kind: str, button: Locator) -> None:
        """Press a button that sends a move, and wait for the page that it leads to."""
        before = self.version
        self.hand.press(button)
        expect(self.page.locator(f'#page:not([data-version="{before}"])')).to_be_attached(timeout=WAIT)
        self.person.unveil()
        assert self.page.locator("#refusal").count() == 0, self.page.locator("#refusal").inner_text()
        self.done[kind] = self.done.get(kind, 0) + 1

    def offered(self, panel: str, words: str = "") -> list[Locator]:
        """Buttons of a panel that begin with these words."""
        found = self.page.locator(f"#panel-{panel} button")
        if words:
            found = found.filter(has_text=re.compile(rf"^\s*{words}"))
        return found.all()

    def step(self) -> None:
        for attempt in (self.forced, self.sale, self.stock, self.dividend, self.run,
                        self.map, self.train, self.finish):  # fmt: skip
            if attempt():
                return
        raise AssertionError(f"nothing to press: {self.page.locator('#turn').inner_text()}")

    def forced(self) -> bool:
        for panel in ("discard", "answer", "forced"):
            if buttons := self.offered(panel):
                self.move(panel, buttons[0])
                return True
        return False

    def sale(self) -> bool:
        if buttons := self.offered("sale", "Buy"):
            self.move("buy private", buttons[0])
            return True
        return False

    def stock(self) -> bool:
        """Enough companies shall float; then everybody passes."""
        if not self.look()["round"].startswith("SR"):
            return False
        if "view-market" not in (self.page.locator("main").get_attribute("class") or ""):
            self.hand.press(self.page.get_by_role("link", name="Market", exact=True).locator("visible=true"))
            expect(self.page.locator("main.view-market")).to_be_visible()
        if self.floated() < self.floats:
            for kind, buttons in (("buy", self.offered("buy", "New")), ("start", self.offered("start"))):
                if buttons:
                    self.move(kind, buttons[0])
                    return True
        return self.finish()

    def dividend(self) -> bool:
        if buttons := self.offered("dividend", "Pay") or self.offered("dividend"):
            self.move("dividend", buttons[0])
            return True
        return False

    def run(self) -> bool:
        accept = self.page.locator("#run-accept")
        if not accept.count():
            return False
        self.move("run", accept)
        return True

    def pick(self) -> Locator | None:
        """Choose the first marked hex of the map; what is offered for it."""
        marked = self.page.locator("#map-svg .hex.open")
        if not marked.count():
            return None
        self.hand.choose(marked.first)
        picker = self.page.locator(".picker")
        expect(picker).to_be_visible()
        return picker

    def map(self) -> bool:
        """A station, or a tile in another position than the first."""
        picker = self.pick()
        if picker is None:
            return False
        if picker.locator(".stations").count():
            self.move("station", picker.locator("[data-confirm]").first)
            return True
        self.hand.alter(picker)
        self.move("lay", picker.locator(".positions .on [data-confirm]"))
        return True

    def train(self) -> bool:
        view = self.look()
        if not view["acting"] or view["companies"][view["acting"]]["trains"]:
            return False
        if buttons := self.offered("trains"):
            self.move("train", buttons[0])
            return True
        return False

    def finish(self) -> bool:
        lever = self.page.locator("#turn .levers button[data-key]").last
        if not lever.count():
            return False
        self.move("finish", lever)
        return True
