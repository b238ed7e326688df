from collections.abc import Iterator

import pytest

from stellwerk.engine import registry
from tests.foreign import install


@pytest.fixture(autouse=True)
def _kit_is_a_title(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The registry finds the title that has only parts of the kit."""
    install(monkeypatch, kit="tests.mech18.kit:TITLE")
    yield
    registry.title.cache_clear()
