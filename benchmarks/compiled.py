"""A copy of the program with the bots' paper compiled: `python -m benchmarks.compiled DIR`.

Long series are played with `PYTHONPATH=DIR/src:DIR` in two thirds of the time: mypyc compiles the modules
in which a game on paper is stepped, and nothing else changes. `--check FILE…` plays the first game of series
again and says whether it went the same way. Times of such a copy say nothing of the program that people run.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.opponents import played, series

ROOT = Path(__file__).parent.parent
PAPER = ("mech18/bot", "games/g1824/bot", "games/g1853/bot", "games/g1854/bot")
PLAIN = {"__init__", "aid", "economy", "planner", "projection", "reasons", "sense", "thumb"}
"""Modules that look at states rather than at paper: there is little to gain."""


def paper_modules(src: Path) -> list[str]:
    found = [path for place in PAPER for path in sorted((src / "stellwerk" / place).glob("*.py"))]
    return [str(path.relative_to(src.parent)) for path in found if path.stem not in PLAIN]


def build(folder: Path) -> None:
    """Copy the sources and the benchmarks of this commit and compile what is worth it."""
    subprocess.run(("git", "clone", "--quiet", str(ROOT), str(folder)), check=True)
    modules = paper_modules(folder / "src")
    setup = folder / "compile_paper.py"
    setup.write_text(
        "from setuptools import setup\nfrom mypyc.build import mypycify\n"
        f"compiled = mypycify(['--strict', *{modules!r}])\n"
        "setup(name='paper', packages=[], package_dir={'': 'src'}, ext_modules=compiled)\n"
    )
    with (folder / ".git" / "info" / "exclude").open("a") as excluded:
        excluded.write("*.so\nbuild/\ncompile_paper.py\n")
    subprocess.run(
        (sys.executable, setup.name, "--quiet", "build_ext", "--inplace"),
        cwd=folder,
        env={**os.environ, "MYPYPATH": "src"},
        check=True,
    )
    shutil.rmtree(folder / "build", ignore_errors=True)


def run_check(files: Sequence[Path]) -> int:
    different = 0
    for path in files:
        line = series(path)[0]
        same = played(line.task, line.commit).course == line.course
        different += not same
        print(f"{path.name}: {'the same game' if same else 'ANOTHER GAME'}", flush=True)
    return 1 if different else 0


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.compiled", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", help="where the copy goes; it must not exist yet")
    parser.add_argument(
        "--check", type=Path, nargs="+", default=(), help="series whose first game is played again"
    )
    args = parser.parse_args(words)
    if args.folder is not None:
        build(args.folder)
    return run_check(args.check)


if __name__ == "__main__":
    sys.exit(main())
