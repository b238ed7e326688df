"""Firefox, by Marionette: the protocol that it speaks itself, commands of WebDriver as JSON over a socket."""

import json
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.browser.abroad.screen import Failed, Missing
from tests.server.running import free_port

NAMES = ("firefox-esr", "firefox")
NEEDED = "Firefox is not here: on Debian, `apt-get install firefox-esr` as root"
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "ui.prefersReducedMotion": 1,
}
HEARD = """
const told = Services.console.getMessageArray()
    .filter((one) => one instanceof Ci.nsIScriptError && one.sourceName.startsWith("http"))
    .map((one) => `${one.category}: ${one.errorMessage} ${one.sourceName}:${one.lineNumber}`);
Services.console.reset();
return told;
"""
"""Errors and warnings of pages, asked of the browser itself; what scripts write to the console it hides."""


class Marionette:
    def __init__(self) -> None:
        path = next((found for name in NAMES if (found := shutil.which(name))), None)
        if path is None:
            raise Missing(NEEDED)
        self.folder = tempfile.TemporaryDirectory()
        port = free_port()
        wishes = {**PREFERENCES, "marionette.port": port}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in wishes.items()]
        Path(self.folder.name, "user.js").write_text("\n".join(lines), encoding="utf-8")
        command = [path, "--headless", "--no-remote", "--profile", self.folder.name, "--marionette"]
        self.process = subprocess.Popen(
            [*command, "--remote-allow-system-access"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.socket = self._connected(port)
        self.number = 0
        self._read()  # who it is

    @staticmethod
    def _connected(port: int) -> socket.socket:
        until = time.monotonic() + 60
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=90)
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)

    def _read(self) -> Any:
        """Read one message: its length, a colon, JSON."""
        length = b""
        while not length.endswith(b":"):
            length += self.socket.recv(1)
        data = b""
        while len(data) < int(length[:-1]):
            data += self.socket.recv(int(length[:-1]) - len(data))
        return json.loads(data)

    def send(self, command: str, **figures: Any) -> Any:
        answer = self._do(f"WebDriver:{command}", figures)
        # Some commands answer with a bare value.
        return answer if isinstance(answer, dict) else {"value": answer}

    def _do(self, command: str, figures: Any) -> Any:
        self.number += 1
        data = json.dumps([0, self.number, command, figures]).encode()
        self.socket.sendall(b"%d:%b" % (len(data), data))
        _, _, error, found = self._read()
        if error is not None:
            raise Failed(f"{error['error']}: {error['message']}")
        return found

    def complaints(self) -> list[str]:
        self._do("Marionette:SetContext", {"value": "chrome"})
        found: list[str] = self.send("ExecuteScript", script=HEARD, args=[])["value"]
        self._do("Marionette:SetContext", {"value": "content"})
        return found

    def close(self) -> None:
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()
