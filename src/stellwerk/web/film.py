"""The film of a game: where in its history one stands, and where its rounds begin."""

from collections.abc import Sequence

from msgspec import Struct

from stellwerk.engine.game import Game

ROOM = 7.0
"""Hundredths of the whole that the name of a round takes."""


class FilmRound(Struct, frozen=True):
    """Where a round begins."""

    name: str
    at: int
    x: float
    """Hundredths of the whole."""
    labelled: bool
    """Whether its name has room."""


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
    named = -ROOM
    for number, moment in enumerate(game.history[: latest + 1]):
        for event in moment.events:
            if type(event).__name__ != "RoundBegins":
                continue
            x = round(100 * max(0, number - first) / max(1, latest - first), 2)
            labelled = x - named >= ROOM and x <= 100 - ROOM / 2
            named = x if labelled else named
            rounds.append(FilmRound(str(event.figures.get("round", "")), number, x, labelled))
    return Film(first, at, latest, rounds)
