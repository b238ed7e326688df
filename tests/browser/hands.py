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
        tiles = picker.locator(".opt")
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

    def reach(self, target: Locator, most: int = 400) -> None:
        """Tab until the target has the focus."""
        for _ in range(most):
            if target.evaluate("node => node === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} is not reached by Tab")

    def press(self, button: Locator) -> None:
        self.reach(button)
        self.page.keyboard.press("Enter")
