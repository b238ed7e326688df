"""The film of a game: where in its history one stands, and where its rounds begin."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from stellwerk.engine.game import Game

ROOMS = {"always": 14.0, "wide": 7.0}
"""Hundredths of the whole that the name of a round takes: on a short slider, and on a long one."""


class FilmRound(Struct, frozen=True):
    """Where a round begins."""

    name: str
    at: int
    x: float
    """Hundredths of the whole."""
    named: str = ""
    """Whether its name has room: "always", only where the slider is "wide", or not at all."""


class Film(Struct, frozen=True):
    """What `table/film.html` shows."""

    first: int
    at: int
    latest: int
    rounds: Sequence[FilmRound]


def film_of(game: Game, first: int, at: int, latest: int) -> Film:
    """Return the film of a game; its first picture is the earliest position that there is to see."""
    first = min(first, at)
    rounds: list[FilmRound] = []
    for number, moment in enumerate(game.history[: latest + 1]):
        for event in moment.events:
            if type(event).__name__ == "RoundBegins":
                x = round(100 * max(0, number - first) / max(1, latest - first), 2)
                rounds.append(FilmRound(str(event.figures.get("round", "")), number, x))
    return Film(first, at, latest, _named(rounds))


def _named(rounds: Sequence[FilmRound]) -> tuple[FilmRound, ...]:
    """Say which names have room: those of short sliders first, and what fits between them on long ones."""
    named: dict[int, str] = {}
    for when, room in ROOMS.items():
        for number, mark in enumerate(rounds):
            taken = (rounds[other].x for other in named)
            if mark.x <= 100 - room / 2 and all(abs(mark.x - x) >= room for x in taken):
                named[number] = when
    return tuple(replace(mark, named=named.get(number, "")) for number, mark in enumerate(rounds))
