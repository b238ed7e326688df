"""X: what the first train of each type brings about."""

from collections import Counter
from typing import Any

import pytest

from stellwerk.engine import legal
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.phases import remove_train
from stellwerk.games.g1848.rules.privates import TakePrivate
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

from .table import (
    at_home,
    do,
    events,
    forbidden,
    give,
    holding,
    operating_round,
    par,
    phase,
    sells,
    start,
    stock,
    tile,
    train,
    turn,
)

TRAINS = 5
PRICES = {"2": 100, "3": 200, "4": 300, "5": 500, "6": 600, "8": 800}


def eve(kind: str, s: Any = None) -> Any:
    """FT (seat 0) in its train step, about to buy the first train of this type."""
    s = at_home("FT", cash=2000) if s is None else s
    return turn(sells(s, kind), "FT", step=TRAINS)


def first(kind: str, s: Any = None) -> Any:
    """The first train of this type has just been bought."""
    return do(eve(kind, s), BuyTrain(0, f"{kind}-0", kind, PRICES[kind]))


def facts(s: Any) -> dict[str, Any]:
    """All that a phase sets."""
    return {
        "colour": s.colour,
        "tiles": s.yellow_lays,
        "limit": s.train_limits["public"],
        "rounds": s.rounds_per_set,
        "bank": s.bank_income,
    }


def changes(kind: str) -> dict[str, Any]:
    """What the first train of this type changes: name -> (before, after)."""
    before, after = facts(eve(kind)), facts(first(kind))
    return {name: (before[name], after[name]) for name in before if before[name] != after[name]}


def bank_of_england_pays(s: Any) -> int:
    """What one share of the Bank of England gets at the beginning of an operating round."""
    s = give(s, 3, "BOE", 1, "pool")
    return int(operating_round(s).cash["seat3"] - s.cash["seat3"])


# -- X-1, X-2 ---------------------------------


@pytest.mark.rule("1848-X-1")
def test_the_beginning():
    s = stock()
    assert s.phases == ()
    assert facts(s) == {"colour": "yellow", "tiles": 1, "limit": 4, "rounds": 1, "bank": 0}
    assert bank_of_england_pays(start(s, "FT")) == 0


@pytest.mark.rule("1848-X-1")
def test_nothing_of_phase_3_is_possible_yet():
    s = holding(at_home("FT"), "seat0", "P1", "P2", "P3")
    s = turn(tile(s, "G14", "5", 2), "FT")
    forbidden(s, TakeLoan(0), "VI-Loan-1")
    forbidden(s, TakePrivate(0, "P1", 1), "V-4")
    assert not any(s.granted(what) for what in ("loans", "train_trade", "private_powers", "upgrades"))


@pytest.mark.rule("1848-X-2")
def test_the_first_2_changes_nothing():
    assert changes("2") == {}
    s = first("2")
    assert s.phases == ("2",)
    assert bank_of_england_pays(s) == 0
    forbidden(s, TakeLoan(0), "VI-Loan-1")


@pytest.mark.rule("1848-X-2", "1848-X-3", "1848-X-4", "1848-X-5", "1848-X-6", "1848-X-7")
@pytest.mark.parametrize("kind", ["2", "3", "4", "5", "6", "8"])
def test_only_the_first_train_of_a_type_begins_a_phase(kind):
    s = eve(kind)
    assert "PhaseBegins" in events(s, BuyTrain(0, f"{kind}-0", kind, PRICES[kind]))
    s = first(kind)
    assert "PhaseBegins" not in events(s, BuyTrain(0, f"{kind}-1", kind, PRICES[kind]))


# -- X-3 ---------------------------------


@pytest.mark.rule("1848-X-3")
def test_the_first_3():
    assert changes("3") == {
        "colour": ("yellow", "green"),
        "tiles": (1, 2),
        "rounds": (1, 2),
        "bank": (0, 100),
    }
    assert first("3").train_limits["public"] == 4
    assert bank_of_england_pays(first("3")) == 10


@pytest.mark.rule("1848-X-3")
def test_the_first_3_opens_loans_privates_and_trade_at_once():
    """In the very turn in which it is bought; VR, of the same director, has a 2."""
    s = holding(train(start(at_home("FT"), "VR", 0, 70), "VR", "2-0"), "seat0", "P1")
    moves = (TakeLoan(0), TakePrivate(0, "P1", 1), BuyTrain(0, "2-0", "2", 1))
    assert not set(moves) & set(legal(eve("3", s), 0))
    s = first("3", s)
    assert set(moves) <= set(legal(s, 0))


@pytest.mark.rule("1848-X-3")
def test_the_first_3_brings_the_powers_of_the_privates():
    """The desert rebate of P2 for CAR in Port Augusta, next to the desert E6."""
    cheap = LayTile(0, "E6", "9", 1, rebate="P2")
    s = holding(tile(at_home("CAR"), "E4", "57", 1), "seat0", "P2")
    assert cheap not in legal(turn(phase(s, "2"), "CAR"), 0)
    assert cheap in legal(turn(phase(s, "2", "3"), "CAR"), 0)


@pytest.mark.rule("1848-X-3")
def test_the_first_3_scraps_nothing():
    s = first("3", train(start(at_home("FT"), "VR", 1, 70), "VR", "2-0"))
    assert s.trains["2-0"] == "VR"


# -- X-4 ---------------------------------


@pytest.mark.rule("1848-X-4")
def test_the_first_4():
    assert changes("4") == {"limit": (4, 3)}
    s = train(train(start(at_home("FT", cash=2000), "VR", 1, 70), "VR", "2-0", "2+"), "VR", "3-0")
    s = first("4", s)
    assert (s.trains["2-0"], s.trains["3-0"]) == ("out", "VR")
    assert not [card for card, owner in s.trains.items() if s.train_type(card) == "2" and owner != "out"]


# -- X-5 ---------------------------------


@pytest.mark.rule("1848-X-5")
def test_the_first_5():
    assert changes("5") == {
        "colour": ("green", "brown"),
        "limit": (3, 2),
        "rounds": (2, 3),
        "bank": (100, 200),
    }
    assert bank_of_england_pays(first("5")) == 20


@pytest.mark.rule("1848-X-5")
def test_the_first_5_closes_the_privates():
    s = holding(at_home("FT", cash=2000), "seat1", "P1", "P2", "P4", "P5", "P6")
    assert set(eve("5", s).privates_of("seat1")) == {"P1", "P2", "P4", "P5", "P6"}
    s = first("5", s)
    assert s.privates_of("seat1") == []
    # No income any more, and only the Bank of England pays.
    assert operating_round(s).cash["seat1"] == s.cash["seat1"]


@pytest.mark.rule("1848-X-5")
def test_the_first_5_scraps_nothing():
    s = train(train(start(at_home("FT", cash=2000), "VR", 1, 70), "VR", "3-0"), "VR", "4-0")
    assert first("5", s).trains_of("VR") == ["3-0", "4-0"]


# -- X-6 ---------------------------------


@pytest.mark.rule("1848-X-6")
def test_the_first_6_scraps_the_3s():
    assert changes("6") == {}
    s = train(train(start(at_home("FT", cash=2000), "VR", 1, 70), "VR", "3-0", "3+"), "VR", "4-0")
    s = first("6", s)
    assert s.trains_of("VR") == ["4-0"]
    assert s.trains["3-0"] == "out"


@pytest.mark.rule("1848-X-6")
def test_the_first_6_lets_com_open_without_the_connection():
    """COM at par 80 with 60% sold and no track at all: 800 at the moment of the purchase."""
    s = give(par(at_home("FT", cash=2000), "COM", 80), 1, "COM", 6)
    before = eve("6", s)
    assert ("COM" in before.opened, before.cash["COM"]) == (False, 0)
    s = first("6", s)
    assert ("COM" in s.opened, s.cash["COM"]) == (True, 800)


# -- X-7 ---------------------------------


@pytest.mark.rule("1848-X-7")
@pytest.mark.parametrize(("version", "price"), [("8", 800), ("D", 1100)])
def test_the_first_8_or_d(version, price):
    s = train(train(start(at_home("FT", cash=2000), "VR", 1, 70), "VR", "4-0", "4+"), "VR", "5-0")
    s = eve("8", s)
    before = facts(s)
    s = do(s, BuyTrain(0, "8-0", version, price))
    assert before == {"colour": "brown", "tiles": 2, "limit": 2, "rounds": 3, "bank": 200}
    assert facts(s) == {**before, "colour": "gray", "bank": 300}
    assert s.trains_of("VR") == ["5-0"]
    assert s.trains["4-0"] == "out"
    assert bank_of_england_pays(s) == 30


@pytest.mark.rule("1848-X-4", "1848-X-6", "1848-X-7")
@pytest.mark.parametrize(("kind", "scrapped"), [("4", "2"), ("6", "3"), ("8", "4")])
def test_cards_in_the_bank_are_scrapped_too(kind, scrapped):
    """Possible when the Bank of England removes trains (VI-BoE-7): here one card is still unsold."""
    s = eve(kind)
    card = f"{scrapped}-0"
    s = remove_train(s.replace(trains={**s.trains, card: "bank"}), f"{kind}-0")
    assert s.trains[card] == "out"


# -- IX-8: when 8 and D come ---------------------------------


@pytest.mark.rule("1848-IX-8")
@pytest.mark.parametrize(("version", "price"), [("8", 800), ("D", 1100)])
def test_8_and_d_follow_the_second_6(version, price):
    s = turn(sells(at_home("FT", cash=3000), "6"), "FT", step=TRAINS)
    big = BuyTrain(0, "8-0", version, price)
    forbidden(s, big, "IX-Buy-4", train="8-0")
    s = do(s, BuyTrain(0, "6-0", "6", 600))
    forbidden(s, big, "IX-Buy-4", train="8-0", offers="6, 2E")
    other = turn(s.replace(trains={**s.trains, "6-0": "out"}), "FT", step=TRAINS)
    other = do(other, BuyTrain(0, "6-1", "6+", 660))
    assert big in legal(other, 0)


@pytest.mark.rule("1848-IX-8")
def test_a_removed_6_counts_too():
    s = turn(sells(at_home("FT", cash=3000), "6"), "FT", step=TRAINS)
    s = remove_train(do(s, BuyTrain(0, "6-0", "6", 600)), "6-1")
    assert BuyTrain(0, "8-0", "8", 800) in legal(s, 0)


# -- the train table ---------------------------------


@pytest.mark.rule("1848-IX-Buy-4", "1848-IX-8")
def test_the_train_table():
    s = stock()
    assert Counter(map(s.train_type, s.trains)) == {
        "2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "8": 1, "2E": 1,
    }  # fmt: skip
    assert {
        kind: (tuple(v.price for v in card.versions), next(iter(card.scrapped_by), None), card.count)
        for kind, card in s.book.trains.items()
    } == {
        "2": ((100, 120), "4", 6),
        "3": ((200, 230), "6", 5),
        "4": ((300, 340), "8", 4),
        "5": ((500, 550), None, 3),
        "6": ((600, 660), None, 2),
        "8": ((800, 1100), None, None),
        "2E": ((200,), None, None),
    }
