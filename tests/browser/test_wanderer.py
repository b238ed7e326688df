"""The wanderer for a while: `STELLWERK_WANDER_SECONDS` says how long, `STELLWERK_WANDER_SEED` which way."""

import os

from tests.browser.conftest import Meet
from tests.browser.serving import Station
from tests.browser.wanderer import Companion, Wanderer

SECONDS = float(os.environ.get("STELLWERK_WANDER_SECONDS", "12"))
SEED = int(os.environ.get("STELLWERK_WANDER_SEED", "1848"))


def test_wherever_somebody_goes_the_page_is_alive(meet: Meet, station: Station) -> None:
    companion = Companion(station)
    try:
        wanderer = Wanderer(meet(), companion, SEED)
        wanderer.enter()
        wanderer.wander(SECONDS)
    finally:
        companion.close()
    print(
        f"seed {SEED}: {len(wanderer.trail)} steps, {len(wanderer.ways)} ways, {wanderer.heard} moves heard"
    )
    assert wanderer.heard > SECONDS / 20, wanderer.trail
