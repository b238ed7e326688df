"""How a button is pressed: with the mouse, with a finger, or by keys alone."""

from typing import Protocol

from playwright.sync_api import Locator, Page, expect


class Hand(Protocol):
    def press(self, button: Locator) -> None: ...

    def choose(self, hex: Locator) -> None:
        """A hex of the map."""
        ...

    def alter(self, picker: Locator) -> None:
        """Another tile and another position than the first, where there are any."""
        ...


class Mouse:
    def press(self, button: Locator) -> None:
        button.click()

    def choose(self, hex: Locator) -> None:
        hex.click()

    def alter(self, picker: Locator) -> None:
        tiles = picker.locator(".tile-option")
        if tiles.count() > 1:
            tiles.nth(1).click()
            expect(tiles.nth(1)).to_be_checked()
        turn = picker.locator(".positions .on [data-turn='1']")
        if turn.count():
            said = picker.locator(".positions .on .which").inner_text()
            turn.click()
            expect(picker.locator(".positions .on .which")).not_to_have_text(said)


class Finger(Mouse):
    def press(self, button: Locator) -> None:
        button.tap()

    def choose(self, hex: Locator) -> None:
        hex.tap()


class Keys:
    """Tab, Enter, arrows and letters; the mouse is never touched."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def hit(self, key: str) -> None:
        self.page.keyboard.press(key)

    def reach(self, target: Locator, most: int = 250) -> None:
        """Tab until the target has the focus."""
        expect(target).to_be_attached()
        for _ in range(most):
            if target.evaluate("node => node === document.activeElement"):
                return
            self.hit("Tab")
        raise AssertionError(f"{target} is not reached by Tab")

    def write(self, field: Locator, text: str) -> None:
        self.reach(field)
        self.page.keyboard.type(text)

    def press(self, button: Locator) -> None:
        key = button.get_attribute("data-key")
        if key:
            self.hit(key.lower())
        else:
            self.reach(button)
            self.hit("Enter")

    def choose(self, hex: Locator) -> None:
        """Tab into the map, then from hex to hex by arrows."""
        self.reach(self.page.locator("#map-svg .hex[tabindex='0']"))
        for _ in range(60):
            across, down = hex.evaluate(
                """node => { const here = document.activeElement.dataset;
                return [node.dataset.x - here.x, node.dataset.y - here.y]; }"""
            )
            if abs(across) < 10 and abs(down) < 10:
                self.hit("Enter")
                return
            left = "Shift+" if across < 0 else ""
            if abs(down) > 10:
                self.hit(left + ("ArrowDown" if down > 0 else "ArrowUp"))
            else:
                self.hit("ArrowLeft" if across < 0 else "ArrowRight")
        raise AssertionError("the arrows do not lead to the hex")

    def alter(self, picker: Locator) -> None:
        tiles = picker.locator(".tile-option")
        if tiles.count() > 1:
            self.hit("2")
            expect(tiles.nth(1)).to_be_checked()
            self.hit("ArrowLeft")
            expect(tiles.nth(0)).to_be_checked()
        if picker.locator(".positions .on [data-turn]").count():
            which = picker.locator(".positions .on .which")
            first = which.inner_text()
            self.hit("e")
            expect(which).not_to_have_text(first)
            self.hit("q")
            expect(which).to_have_text(first)
