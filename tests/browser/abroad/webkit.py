"""WebKitGTK, the engine of Safari as Linux has it: its small browser by WebDriver, on an unseen screen."""

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from tests.browser.abroad.screen import Failed, Missing
from tests.server.running import free_port

NEEDED = "WebKitGTK is not here: on Debian, `apt-get install webkit2gtk-driver xvfb` as root"
BROWSERS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"
COMMANDS = {
    "SetTimeouts": ("POST", "timeouts"),
    "Navigate": ("POST", "url"),
    "GetCurrentURL": ("GET", "url"),
    "ExecuteScript": ("POST", "execute/sync"),
    "PerformActions": ("POST", "actions"),
    "SetWindowRect": ("POST", "window/rect"),
    "Back": ("POST", "back"),
    "Forward": ("POST", "forward"),
    "Refresh": ("POST", "refresh"),
    "GetCookies": ("GET", "cookie"),
}
HEARD = """
if (!window.heard) {
    window.heard = [];
    addEventListener("error", ({message, filename}) => window.heard.push(`${message} ${filename}`));
    addEventListener("unhandledrejection", (event) => window.heard.push(`promise: ${event.reason}`));
    addEventListener("securitypolicyviolation", (event) => window.heard.push(`policy: ${event.blockedURI}`));
    for (const kind of ["error", "warn"]) {
        const usual = console[kind];
        console[kind] = (...said) => {
            window.heard.push(`console ${kind}: ${said.join(" ")}`);
            usual(...said);
        };
    }
}
return window.heard.splice(0);
"""
"""The driver tells nothing of the console: the page is listened to from the first question on."""


class WebKitDriver:
    def __init__(self) -> None:
        driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
        browser = next(Path("/").glob(BROWSERS.removeprefix("/")), None)
        if not (driver and screen and browser):
            raise Missing(NEEDED)
        self.browser = str(browser)
        self.folder = tempfile.TemporaryDirectory()
        receiving, sending = os.pipe()
        self.screen = subprocess.Popen(
            [screen, "-displayfd", str(sending), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
            pass_fds=[sending],
            stderr=subprocess.DEVNULL,
        )
        os.close(sending)
        with os.fdopen(receiving) as told:
            display = f":{told.readline().strip()}"
        port = free_port()
        home = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"), self.folder.name)
        self.process = subprocess.Popen(
            [driver, f"--port={port}"],
            env={**os.environ, **home, "DISPLAY": display, "LANG": "C.UTF-8", "NO_AT_BRIDGE": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=90, trust_env=False)
        self.session = ""

    def send(self, command: str, **figures: Any) -> Any:
        if command == "NewSession":
            return self._begin()
        method, path = COMMANDS[command]
        return {"value": self._do(method, f"/session/{self.session}/{path}", figures)}

    def _begin(self) -> Any:
        wish = {"webkitgtk:browserOptions": {"binary": self.browser, "args": ["--automation"]}}
        until = time.monotonic() + 60
        while True:
            try:
                found = self._do("POST", "/session", {"capabilities": {"alwaysMatch": wish}})
                break
            except httpx.ConnectError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)
        self.session = found["sessionId"]
        return found

    def _do(self, method: str, path: str, figures: Any) -> Any:
        answer = self.http.request(method, path, json=figures if method == "POST" else None)
        found = answer.json()["value"]
        if not answer.is_success:
            raise Failed(f"{found['error']}: {found['message']}")
        return found

    def complaints(self) -> list[str]:
        found: list[str] | None = self.send("ExecuteScript", script=HEARD, args=[])["value"]
        return found or []

    def close(self) -> None:
        if self.session:
            self.http.delete(f"/session/{self.session}")
        self.http.close()
        for process in (self.process, self.screen):
            process.terminate()
            process.wait()
        self.folder.cleanup()
