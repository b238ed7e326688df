from pathlib import Path

import pytest

from tests.server.fixtures import new_postgres, postgres

__all__ = ["new_postgres", "postgres"]


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The same test on both databases; the SQLite file is not there yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'stellwerk.db'}"
    found: str = request.getfixturevalue("new_postgres")()
    return found
