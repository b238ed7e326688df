"""Track for tests of 1824: networks on the real map, and companies that run on them."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from stellwerk.games.g1824.rules.runs import RUNS
from stellwerk.mech18.runs import Route, RunTrains

from .table import RUN, TRACK, home, phase, start, stock, tile, train, turn

GREEN = ("2", "3")
BROWN = ("2", "3", "4", "5")
GRAY = ("2", "3", "4", "5", "6", "8")
PHASES = {"yellow": ("2",), "green": GREEN, "brown": BROWN, "gray": GRAY}
"""Trains sold, by the colour of the phase they lead to."""

BOHEMIA = {
    "B5": ("15", 2),
    "A6": ("58", 4),
    "A8": ("87", 4),
    "A10": ("4", 1),
    "B7": ("9", 0),
    "B9": ("14", 1),
    "B11": ("8", 5),
    "C12": ("15", 0),
    "C10": ("4", 1),
}
"""Two mines and eight places, valued in the green phase as in the rulebook's example (VII.9-6).

A Dresden 20, B A6 10, C A8 10, D A10 10, E mine A12, F Pilsen 30, G Prag 30, H C10 10, I mine C6, J Brünn 30.
Track: E–D–C–B–F–A, I–F, I–(B7)–C, C–G–(B11)–J–H.
"""
PLACES = {
    "A": "A4.0",
    "B": "A6.0",
    "C": "A8.0",
    "D": "A10.0",
    "E": "A12.0",
    "F": "B5.0",
    "G": "B9.0",
    "H": "C10.0",
    "I": "C6.0",
    "J": "C12.0",
}
BETWEEN = {"CI": "B7", "GJ": "B11"}
"""Plain track between two places of Bohemia."""


def lay(s: Any, *tracks: Mapping[str, tuple[str, int]]) -> Any:
    """Lay every tile of these networks."""
    for tracks_by_hex in tracks:
        for hex_id, (number, rotation) in tracks_by_hex.items():
            s = tile(s, hex_id, number, rotation)
    return s


def bohemia(s: Any) -> Any:
    return lay(s, BOHEMIA)


def way(places: str) -> tuple[str, ...]:
    """The path of a route named by the letters of Bohemia: way("ICG")."""
    path = [PLACES[places[0]]]
    for before, here in pairwise(places):
        path += [BETWEEN[pair]] if (pair := "".join(sorted(before + here))) in BETWEEN else []
        path.append(PLACES[here])
    return tuple(path)


def runs(*routes: tuple[str, tuple[str, ...]], seat: int = 0) -> RunTrains:
    """Each route is a train card and its path."""
    return RunTrains(seat, tuple(Route(card, path) for card, path in routes))


def ready(s: Any, company: str, *cards: str) -> Any:
    """The company in its run step with these trains."""
    return turn(train(s, company, *cards), company, step=RUN)


def at_step(s: Any, company: str, step: int) -> Any:
    """The company at this step of its turn, even where nothing could be done and it would pass by itself."""
    return turn(s, company, step=TRACK).update_frame(step=step)


def best(s: Any, company: str) -> int:
    """The highest revenue that the company's trains can earn."""
    return RUNS.best(s, company).revenue


def value(s: Any, *routes: tuple[str, tuple[str, ...]]) -> int:
    """What these routes of the acting company earn, whether or not there are better ones."""
    verdict = RUNS.checked(s, s.frame.company, runs(*routes).routes)
    assert verdict.fault is None, verdict.fault
    return sum(run.revenue for run in verdict.runs)


def prag(*sold: str, cash: int = 800, seat: int = 0) -> Any:
    """BK of one seat with its marker in Prag and no track; no other railway plays; these trains are sold."""
    return home(start(phase(stock(), *sold), "BK", seat, cash=cash), "BK")
