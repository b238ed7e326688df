"""`python -m tests.browser.abroad firefox`: the traveller goes through the site in another browser."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.browser.abroad.firefox import Marionette
from tests.browser.abroad.screen import Missing, Screen
from tests.browser.abroad.traveller import Traveller
from tests.browser.abroad.webkit import WebKitDriver
from tests.browser.serving import Station
from tests.browser.wanderer import Companion

BROWSERS = {"firefox": ("Firefox", Marionette), "webkit": ("WebKitGTK", WebKitDriver)}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.abroad", description=__doc__)
    parser.add_argument("browser", choices=sorted(BROWSERS))
    parser.add_argument("--seconds", type=float, default=300, help="how long (default 300)")
    parser.add_argument("--seed", type=int, default=1848, help="which way (default 1848)")
    given = parser.parse_args()
    name, start = BROWSERS[given.browser]
    try:
        wire = start()
    except Missing as reason:
        print(f"{reason}; nothing was walked.")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        station = Station(Path(folder) / "stellwerk.db").start()
        companion = Companion(station)
        try:
            screen = Screen(name, wire)
            traveller = Traveller(screen, station, companion, given.seed)
            traveller.enter()
            traveller.travel(given.seconds)
        finally:
            companion.close()
            wire.close()
            station.stop()
    moves = ", ".join(f"{count} of {game}" for game, count in sorted(traveller.moves.items()))
    walked = f"{len(traveller.trail)} steps, {len(traveller.ways)} ways, {traveller.heard} moves heard"
    print(f"{screen.called}, seed {given.seed}: {walked}; moves made: {moves}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
