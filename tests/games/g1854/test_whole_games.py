"""Whole random games, and late positions played on at random: what holds after every single action."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from benchmarks.players import kinds_of

from stellwerk.engine import legal, play, sample, title, to_act
from stellwerk.games.g1854.rules.book import MAJOR
from stellwerk.games.g1854.rules.companies import holding_limit
from stellwerk.games.g1854.rules.opening import free_cash
from stellwerk.games.g1854.rules.ownership import is_plus
from stellwerk.mech18.phases import SurplusTrains
from stellwerk.mech18.state import OFFER, OUT, POOL, RESERVED, SCRAP
from tests.strategies import played, together

from .table import give, home, locals_of, lokalbahn, major, phase, rounds, stock, tile, train

TRAINS = ("2", "3", "4", "5", "6", "8")


@together("1854")
@pytest.mark.parametrize("seed", range(len(kinds_of(title("1854")))))
def test_whole_games_hold_together(seed: int) -> None:
    """Games of all player counts, with both ruling sets; tests/conformance plays and replays them."""
    before = None
    for s, _ in played("1854", seed).history:
        assert broken(s) == []
        assert before is None or set(before.phases) <= set(s.phases)
        assert before is None or before.split == s.split[: len(before.split)]
        before = s


def late(number: str, seed: int) -> Any:
    """Phase 5 or later: six local railways, five Majors with trains and homes, some scrapped trains."""
    s = phase(stock(4, rulings=("book", "other")[seed % 2]), number)
    s = s.replace(
        trains={card: OUT if s.scrapped(s.train_type(card)) else owner for card, owner in s.trains.items()}
    )
    s = locals_of(s, 0, 1, 2, 3, 0, 1)
    s = tile(tile(tile(s, "H18", "6", 5), "C17", "6", 3), "E13", "5", 2)
    for seat, company in enumerate(("KT", "KR", "SB", "KE", "VB")):
        s = give(home(major(s, company, seat % 4), company), (seat + 1) % 4, company, 2)
    for n, company in enumerate(("KT", "KR", "SB")):
        s = train(s, company, f"5-{n}")
    for n in range(3):
        s = train(train(s, SCRAP, f"2-{n}"), SCRAP, f"3-{n}") if number != "5" else train(s, SCRAP, f"2-{n}")
    return s


@pytest.mark.parametrize("number", ["5", "6", "8"])
@pytest.mark.parametrize("seed", range(2))
def test_late_positions_hold_together(number: str, seed: int) -> None:
    """Mergers, homes of the AGs, scrapped trains and emergencies come up in every one of these."""
    s = rounds(late(number, seed), of=3)
    rng, seen = Random(f"{number}/{seed}"), set[str]()
    for _ in range(500):
        if s.over:
            break
        seat = rng.choice(to_act(s))
        action = sample(s, seat, rng)
        assert action is not None
        seen.add(type(action).__name__)
        s = play(s, action).state
        assert breaches(s) == []
        assert s.over or all(legal(s, seat) for seat in to_act(s))
    assert "ProposeMerger" in seen
    assert s.over or "ChooseHome" in seen


# -- what must hold between any two actions ----------------------------------------------------------


def breaches(s: Any) -> list[str]:
    """What is lost, and every paragraph that the state breaks."""
    return [*title("1854").conserved(s), *broken(s)]


def broken(s: Any) -> list[str]:
    return [*papers(s), *trains(s), *markers(s), *tunnels(s), *money(s)]


def money(s: Any) -> list[str]:
    """AU-10, OR-5: nobody but the bank owes anything, bids included."""
    found = [f"{owner} has {cash}" for owner, cash in s.cash.items() if cash < 0 and owner != "bank"]
    return found + [f"{owner} has bid too much" for owner in s.players if free_cash(s, owner) < 0]


def papers(s: Any) -> list[str]:
    """SR-7, SR-11, SU-3, SP-1, OP-3."""
    found = []
    for company, printed in s.book.companies.items():
        if printed.kind != MAJOR:
            continue
        split = company in s.split
        sizes = Counter(s.size(p) for p in s.book.papers_of[company] if p.id not in s.options)
        options = sum(s.book.papers[paper].company == company for paper in s.options)
        wanted = Counter({1: 8, 2: 1}) if split else Counter({4: 1, 2: 3 - options, 0: 5})
        if +sizes != +wanted or (split and options):
            found.append(f"{company} has papers {sizes} and {options} option(s)")
        aside = [p.id for p in s.book.papers_of[company] if s.papers[p.id] == RESERVED]
        if len(aside) != (0 if split else 5):
            found.append(f"{company}: {aside} lie aside")
        held = {owner: s.shares(owner, company) for owner in s.players}
        if s.director(company) and held[s.director(company)] < max(held.values()):
            found.append(f"{company} is not directed by who has most of it")
        found += [
            f"{owner} has {n} of {company}" for owner, n in held.items() if n > holding_limit(s, company)
        ]
    owners = [s.papers[paper] for paper in s.options]
    if len(set(owners)) < len(owners):
        found.append("somebody has two options")
    return found


def trains(s: Any) -> list[str]:
    """TN-3, TN-5, TN-12, LR-4, LA-5, LA-6."""
    found = []
    interrupted = any(isinstance(frame, SurplusTrains) for frame in s.stack)
    for card, owner in s.trains.items():
        kind = s.train_type(card)
        if s.scrapped(kind) and not (
            owner in (SCRAP, OUT) or (owner in s.book.companies and s.is_lokalbahn(owner))
        ):
            found.append(f"{card} was not scrapped")
        if owner == SCRAP and (is_plus(s, card) or not s.scrapped(kind)):
            found.append(f"{card} lies in the scrap stock")
        if s.first_four and kind == "2" and owner != OUT:
            found.append(f"{card} has not left the game")
        if owner in s.book.companies and owner not in s.opened:
            found.append(f"{owner} owns {card}")
    for company in s.opened:
        owned = s.trains_of(company)
        if s.is_local(company) and not all(is_plus(s, card) for card in owned):
            found.append(f"the local railway {company} has {owned}")
        if s.is_lokalbahn(company) and any(is_plus(s, card) for card in owned):
            found.append(f"{company} has {owned}")
        if len(s.limited_trains(company)) > s.train_limit(company) and not interrupted:
            found.append(f"{company} has {len(owned)} trains")
    bought = [kind for kind in s.phases if kind in TRAINS]
    if bought != sorted(bought, key=TRAINS.index):
        found.append(f"phases in the order {bought}")
    return found


def markers(s: Any) -> list[str]:
    """TK-3, TK-5, LR-1, LA-3: one in a hex, each on its own map."""
    there = Counter(
        (owner, stop.partition(".")[0]) for stop, owners in s.board.markers.items() for owner in owners
    )
    found = []
    for (owner, hex_id), count in there.items():
        if not owner:
            continue
        if count > 1:
            found.append(f"{owner} has {count} markers in {hex_id}")
        if bool(s.book.atlas.hexes[hex_id].sheet) != s.is_local(owner):
            found.append(f"{owner} has a marker in {hex_id}")
        if hex_id in s.facts.home_hexes and not s.is_lokalbahn(owner) and len(s.operated) < 3:
            found.append(f"{owner} has a marker in {hex_id} before its time")
    return found


def tunnels(s: Any) -> list[str]:
    """TR-11, TR-12: two at most, not crossing; unless sides are shared, from four sides, beside the track."""
    found = []
    for hex_id, dug in s.board.tunnels.items():
        sides = [side for tunnel in dug for side in tunnel]
        track = s.board.surface(s.book.atlas, hex_id).exits
        alone = s.rulings.tunnel_sides == "alone"
        if len(dug) > 2 or (alone and (len(set(sides)) < len(sides) or track & set(sides))):
            found.append(f"{hex_id} has tunnels {dug} beside {sorted(track)}")
        meet = len(set(sides)) < len(sides)
        if len(dug) == 2 and not meet and len({dug[0][0] < side < dug[0][1] for side in dug[1]}) == 2:
            found.append(f"the tunnels {dug} of {hex_id} cross")
    return found


def test_the_checks_would_notice() -> None:
    s = lokalbahn(train(late("6", 0), "1", "4-0"), "A")
    assert breaches(s.replace(trains={**s.trains, "4-0": OUT})) == []
    wrong = s.replace(
        papers={**s.papers, "KE_4": OFFER},
        sizes={"SB_1": 1},
        trains={**s.trains, "1+-0": SCRAP, "3-0": "KT", "2-0": POOL, "5-0": "A", "2-5": "KE"},
        phases=("2", "3", "4", "6", "5"),
        first_four=True,
        cash={**s.cash, "KT": -1, "KR": s.cash["KR"] + s.cash["KT"] + 1},
        board=s.board.place(s.book.atlas, "J32.0", "KT")
        .dig(s.book.atlas, "G11", (1, 5))
        .dig(s.book.atlas, "G11", (0, 2)),
    )
    told = " / ".join(breaches(wrong))
    for part in (
        "KE: ",
        "SB has papers",
        "the local railway 1 has ['4-0']",
        "3-0 was not scrapped",
        "1+-0 lies in the scrap stock",
        "2-0 has not left the game",
        "order ['2', '3', '4', '6', '5']",
        "KT has -1",
        "KT has a marker in J32",
        "of G11 cross",
    ):
        assert part in told, part
