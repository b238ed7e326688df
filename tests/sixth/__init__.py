"""A sixth title and a bot that only the tests have, installed as other people's packages are.

`site` is what a site-packages folder would hold: two packages with their metadata. Nothing in `src` names
them.
"""

import os
from pathlib import Path

SITE = Path(__file__).parent / "site"
GAME = "18Fen"


def environ(site: Path) -> dict[str, str]:
    """The environment of a process in which the packages of the site are installed."""
    return {**os.environ, "PYTHONPATH": str(site)}
