"""A browser that Playwright does not drive: the few things that a person does with it, by WebDriver."""

import time
from collections.abc import Sequence
from typing import Any, Protocol

ENTER, ESCAPE = "\ue007", "\ue00c"


class Missing(Exception):
    """The browser is not on this machine; the text says how to get it."""


class Failed(Exception):
    """The browser could not do it: the page was just going, or there is nothing to go back to."""


class Wire(Protocol):
    """How commands get to the browser: each is called as WebDriver calls it, with its figures."""

    def send(self, command: str, **figures: Any) -> Any: ...

    def complaints(self) -> list[str]:
        """Return the errors and warnings of the page since it was last asked, as far as they are told."""
        ...

    def close(self) -> None: ...


class Screen:
    """One window."""

    def __init__(self, name: str, wire: Wire) -> None:
        self.wire = wire
        told = wire.send("NewSession", capabilities={"alwaysMatch": {}})["capabilities"]
        self.called = f"{name} {told['browserVersion']}"
        wire.send("SetTimeouts", implicit=0, pageLoad=60_000, script=30_000)

    def open(self, address: str) -> None:
        self.wire.send("Navigate", url=address)

    @property
    def url(self) -> str:
        return str(self.wire.send("GetCurrentURL")["value"])

    def ask(self, script: str, *given: Any) -> Any:
        """Return what the body of a function returns on this page."""
        return self.wire.send("ExecuteScript", script=script, args=list(given))["value"]

    def wait(self, script: str, *given: Any, seconds: float = 30.0) -> bool:
        """Return whether something becomes true; while a page is exchanged there may be nobody to ask."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                if self.ask(script, *given):
                    return True
            except Failed:
                pass
            time.sleep(0.05)
        return False

    def tap(self, x: float, y: float) -> None:
        """Press the mouse, at this point of what is seen."""
        place = {"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y), "origin": "viewport"}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self._act("pointer", [place, *press], parameters={"pointerType": "mouse"})

    def type(self, text: Sequence[str]) -> None:
        """Press keys, one after the other."""
        self._act("key", [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")])

    def _act(self, kind: str, actions: Sequence[Any], **more: Any) -> None:
        self.wire.send("PerformActions", actions=[{"type": kind, "id": kind, "actions": actions, **more}])

    def resize(self, width: int, height: int) -> None:
        self.wire.send("SetWindowRect", x=0, y=0, width=width, height=height)

    def back(self) -> None:
        self.wire.send("Back")

    def forward(self) -> None:
        self.wire.send("Forward")

    def reload(self) -> None:
        self.wire.send("Refresh")

    def cookie(self, name: str) -> str:
        """Return the value of a cookie that this page is sent with."""
        return next(str(one["value"]) for one in self.wire.send("GetCookies")["value"] if one["name"] == name)
