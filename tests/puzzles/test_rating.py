"""Glicko, against the example of Glickman's paper."""

from stellwerk.puzzles.rating import LEAST, Rating, Result, after, expected, rated


def test_the_example_of_the_paper() -> None:
    """A player of 1500 (200) wins against 1400 (30), loses to 1550 (100) and 1700 (300)."""
    others = [Rating(1400, 30), Rating(1550, 100), Rating(1700, 300)]
    mine = Rating(1500, 200)
    assert [round(expected(mine, other), 3) for other in others] == [0.639, 0.432, 0.303]
    found = rated(mine, [Result(other, score) for other, score in zip(others, (1, 0, 0), strict=True)])
    assert round(found.value) == 1464
    assert round(found.deviation, 1) == 151.4


def test_what_a_person_gains_a_puzzle_loses() -> None:
    person, puzzle = after(Rating(), Rating(), right=True)
    assert person.value > 1200 > puzzle.value
    assert round(person.value + puzzle.value) == 2400
    worse, harder = after(Rating(), Rating(), right=False)
    assert (worse, harder) == (puzzle, person)


def test_nobody_is_ever_so_well_known_that_nothing_moves() -> None:
    person = Rating()
    for _ in range(500):
        person, _ = after(person, Rating(person.value, 50), right=True)
    assert person.deviation == LEAST
    assert rated(person, []) == person
