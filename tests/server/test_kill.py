"""The server is killed again and again. STELLWERK_KILLS says how often; the soak does it 50 times."""

import os
from collections.abc import Callable

from tests.server.killing import kill_under_load
from tests.server.running import Running

KILLS = int(os.environ.get("STELLWERK_KILLS", "2"))


def test_nothing_acknowledged_is_lost_or_doubled(serve: Callable[..., Running], sqlite_address: str) -> None:
    acknowledged = kill_under_load(serve(sqlite_address), KILLS)
    assert acknowledged >= KILLS


def test_nor_with_postgres(serve: Callable[..., Running], new_postgres: Callable[[], str]) -> None:
    acknowledged = kill_under_load(serve(new_postgres(), workers=2), max(1, KILLS // 3))
    assert acknowledged >= 1
