"""WebKitGTK, the engine of Safari as Linux has it: its small browser by WebDriver, on an unseen screen."""

import os
import re
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
OPTIONS = ["--automation", "--enable-write-console-messages-to-stdout=true"]
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
FAULT = re.compile(r"^CONSOLE .*(ERROR|WARN).*", re.MULTILINE)


class WebKitDriver:
    def __init__(self) -> None:
        driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
        browser = next(Path("/").glob(BROWSERS.removeprefix("/")), None)
        if not (driver and screen and browser):
            raise Missing(NEEDED)
        self.browser = str(browser)
        self.folder = tempfile.TemporaryDirectory()
        self.said = Path(self.folder.name, "said")
        self.read = 0
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
        with self.said.open("wb") as output:
            self.process = subprocess.Popen(
                [driver, f"--port={port}"],
                env={**os.environ, **home, "DISPLAY": display, "LANG": "C.UTF-8", "NO_AT_BRIDGE": "1"},
                stdout=output,
                stderr=output,
            )
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=90, trust_env=False)
        self.session = ""

    def send(self, command: str, **figures: Any) -> Any:
        if command == "NewSession":
            return self._begin()
        method, path = COMMANDS[command]
        return {"value": self._do(method, f"/session/{self.session}/{path}", figures)}

    def _begin(self) -> Any:
        wish = {"webkitgtk:browserOptions": {"binary": self.browser, "args": OPTIONS}}
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
        said = self.said.read_bytes()
        new, self.read = said[self.read :].decode(errors="replace"), len(said)
        return [found[0] for found in FAULT.finditer(new)]

    def close(self) -> None:
        if self.session:
            self.http.delete(f"/session/{self.session}")
        self.http.close()
        for process in (self.process, self.screen):
            process.terminate()
            process.wait()
        self.folder.cleanup()
