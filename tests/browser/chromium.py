"""Where Chromium is, and how the tests start it.

Its headless shell is the same browser without windows, and lighter. On Debian it is the package
`chromium-headless-shell`; where there is none and we may install it, we do.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PACKAGE = "chromium-headless-shell"
NEEDED = f"Chromium is needed for the tests in the browser: on Debian, `apt-get install {PACKAGE}` as root"
NAMES = (PACKAGE, "chromium", "chromium-browser")


def find() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """Debian's own package, where this process is allowed to install it; several processes take turns."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    with (Path(sys.prefix) / "chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if find():
            return
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for order in (["update"], ["install", "-y", "--no-install-recommends", PACKAGE]):
            subprocess.run(["apt-get", "-qq", *order], env=quiet, check=False, stdout=subprocess.DEVNULL)


def chromium() -> str | None:
    """Its path; None when there is none and none can be had."""
    if not find():
        install()
    return find()
