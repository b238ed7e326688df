"""The packages of `site`, installed outside of the project for the tests of this folder alone."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from stellwerk import bots, text
from stellwerk.engine import registry
from stellwerk.notation.rulebook import _paragraphs
from stellwerk.web.render import static_mark
from tests.sixth import SITE

KEPT = (registry._entries, registry.title, bots.foreign_bots, text._translations, _paragraphs, static_mark)
"""What is found once in a process; here packages come and go."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like site-packages, anywhere but in the project."""
    return Path(shutil.copytree(SITE, tmp_path_factory.mktemp("elsewhere") / "site"))


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The packages can be imported and are found by their entry points."""
    for kept in KEPT:
        kept.cache_clear()
    monkeypatch.syspath_prepend(str(site))
    yield site
    for kept in KEPT:
        kept.cache_clear()
