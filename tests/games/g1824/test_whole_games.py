"""Whole random games of every variant with both ruling sets: what holds after every single action."""

from collections import Counter
from typing import Any

import pytest
from benchmarks.players import NAMES, kinds_of

from stellwerk.engine import Game, Setup, title
from stellwerk.games.g1824.rules.book import COAL
from stellwerk.games.g1824.rules.state_railways import Forming, HomeChoice
from stellwerk.mech18.phases import SurplusTrains
from stellwerk.mech18.state import OFFER, OUT, POOL, RESERVED, SEAT_OF
from stellwerk.mech18.stock import StockRound
from tests.games.g1824.small import C_SCENARIO, A, C
from tests.strategies import played, together

TRAINS = ("2", "3", "4", "5", "6", "8", "10")


SEEDS = [*range(KINDS := len(kinds_of(title("1824")))), KINDS + 4, KINDS + 5]
"""A game of every kind, and Cisleithania with the other ruling set too."""


@together("1824")
@pytest.mark.parametrize("seed", SEEDS)
def test_whole_games_hold_together(seed: int) -> None:
    """What tests/conformance plays and replays has its sums checked there."""
    game = played("1824", seed)
    towns: dict[str, int] = {}
    before = None
    for s, _ in game.history:
        assert breaches(s) == []
        assert before is None or set(before.phases) <= set(s.phases)
        before, towns = s, towns or town_markers(s)
    assert bool(towns) == (game.setup.variant in (C, C_SCENARIO))
    assert {hex_id: town_count(s, hex_id) for hex_id in towns} == towns


# -- what must hold between any two actions ----------------------------------------------------------


def breaches(s: Any) -> list[str]:
    """Every paragraph that the state breaks."""
    found = [*trains(s), *markers(s), *papers(s)]
    if s.setup.variant == A and s.bond:
        found += variant_a(s)
    return found


def trains(s: Any) -> list[str]:
    """IV.2-3, IV.2-5, VII.11-7b, VII.14-9, X.3-2."""
    found = []
    interrupted = any(isinstance(frame, SurplusTrains | Forming) for frame in s.stack)
    for company, printed in s.book.companies.items():
        owned = s.trains_of(company)
        if len(owned) > s.train_limit(company) and not interrupted:
            found.append(f"{company} has {len(owned)} trains")
        if printed.kind == COAL and any(not card.partition("-")[0].endswith("g") for card in owned):
            found.append(f"the coal railway {company} has {owned}")
    bought = [kind for kind in s.phases if kind in TRAINS]
    if bought != sorted(bought, key=TRAINS.index):
        found.append(f"phases in the order {bought}")
    for name, kind in s.book.trains.items():
        if any(scrapper in s.phases for scrapper in kind.scrapped_by):
            found += [
                f"{card} was not scrapped"
                for card, owner in s.trains.items()
                if s.train_type(card) == name and owner != OUT
            ]
    return found


def markers(s: Any) -> list[str]:
    """VII.8-3: of each company one marker in a hex, once a forming state railway has chosen."""
    if any(isinstance(frame, Forming | HomeChoice) for frame in s.stack):
        return []
    there = Counter(
        (owner, stop.partition(".")[0])
        for stop, owners in s.board.markers.items()
        for owner in owners
        if owner
    )
    return [f"{owner} has {n} markers in {hex_id}" for (owner, hex_id), n in there.items() if n > 1]


def papers(s: Any) -> list[str]:
    """VI.1-1b, IV.4.1-1: a pool only with two players; the director holds as much as anybody."""
    found = []
    if s.setup.variant != A and POOL in s.papers.values():
        found.append("shares lie in a pool")
    for company in s.opened:
        seat = s.director_seat(company)
        most = max(s.shares(owner, company) for owner in s.players)
        if seat >= 0 and s.shares(s.players[seat], company) < most:
            found.append(f"{company} is not directed by who has most of it")
    for sym, minor in s.facts.minors.items():
        # A paper kept for a railway becomes its owner's, or is free once nobody has the railway.
        if s.papers[minor.paper] == RESERVED and s.papers[f"{sym}_0"] == OUT:
            found.append(f"{minor.paper} is kept for nobody")
    return found


def variant_a(s: Any) -> list[str]:
    """X.3-2, X.4-3, X.4-4, X.4-5b."""
    found = [f"the builder {sym} has money" for sym in s.builders if s.cash[sym]]
    if s.bond in s.opened or s.cash[s.bond] or s.trains_of(s.bond):
        found.append("the bond railway operates")
    found += [
        f"{paper.id} belongs to {s.papers[paper.id]}"
        for paper in s.book.papers_of[s.bond]
        if s.papers[paper.id] != POOL and s.papers[paper.id] not in SEAT_OF
    ]
    return found


def town_count(s: Any, hex_id: str) -> int:
    return sum(stop.kind == "town" for stop in s.board.face(s.book.atlas, hex_id).stops)


def town_markers(s: Any) -> dict[str, int]:
    """XII.2-3: once all are placed, the hexes with a marker and their towns."""
    if s.over or not isinstance(s.frame, StockRound) or s.frame.number > 1:
        return {}
    return {hex_id: town_count(s, hex_id) for hex_id in s.board.laid}


def test_the_checks_would_notice() -> None:
    s = Game.new(Setup("1824", NAMES[:2], A, seed=3)).state
    builder, coal = s.builders
    wrong = s.replace(
        cash={**s.cash, builder: 1},
        trains={**s.trains, "2-0": coal, "3-0": "MS", "3-1": "MS", "3-2": "MS", "3-3": "MS", "3-4": "MS"},
        papers={**s.papers, f"{s.bond}_1": OFFER},
        phases=("3", "2", "4"),
    )
    assert breaches(s) == []
    told = " / ".join(breaches(wrong))
    for part in (
        f"the builder {builder} has money",
        f"coal railway {coal}",
        "order ['3', '2', '4']",
        "scrapped",
    ):
        assert part in told
    assert f"{s.bond}_1 belongs to offer" in told
    assert ("MS has 5 trains" in told) == (s.train_limit("MS") < 5)
