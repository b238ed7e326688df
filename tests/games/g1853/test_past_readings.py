"""Readings of version 1, which games that began with it keep (data/versions.toml)."""

from typing import Any

import pytest
from msgspec import structs

from stellwerk.games.g1853.rules.elephant import ElephantSale, OfferElephant
from stellwerk.games.g1853.rules.state import Turn
from stellwerk.mech18.course import Course
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.trains import BuyTrain

from .table import TRAINS, base, cash, do, offers, opened, phase, refused, train, turn


def past(s: Any) -> Any:
    """The same position in a game that began with version 1."""
    return s.replace(setup=structs.replace(s.setup, rules=1))


# -- the elephant ----------------------------------------------------------------------------------


@pytest.mark.rule("1853-3.1.11")
@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_sale_of_the_elephant_was_over_when_everybody_had_been_asked(players: int) -> None:
    s = base(players).replace(priority=2, stack=(Course(2), ElephantSale()))
    before = past(s)
    for seat in (seat for seat in range(players) if seat != 2):
        assert isinstance(before.frame, ElephantSale), f"seat {seat} has not been asked"
        s, before = (do(one, OfferElephant(2, seat, 50), Answer(seat, False)) for one in (s, before))
    assert not isinstance(before.frame, ElephantSale)
    assert isinstance(s.frame, ElephantSale), "today another price may be named"


# -- trains of others ------------------------------------------------------------------------------


def market() -> Any:
    """EIR, Ann's, may buy; GIP, Ben's, has two trains of one type."""
    s = opened(opened(base(), "EIR"), "GIP", 1)
    s = train(phase(s, "2", "3"), "GIP", "3", "3")
    return turn(cash(s, "EIR", 700), "EIR", TRAINS)


def cards(s: Any) -> list[str]:
    return [card for card in s.trains_of("GIP") if s.versions[card] == "3"]


@pytest.mark.rule("1853-4.8.9")
def test_a_refusal_was_one_of_a_card_at_any_price() -> None:
    one, other = cards(market())
    for now, s in ((True, market()), (False, past(market()))):
        price = s.book.trains["3"].versions[0].price
        s = do(s, BuyTrain(0, one, "3", price), Answer(1, False))
        assert isinstance(s.frame, Turn)
        if now:  # the type at this price, whichever card it is
            refused(s, BuyTrain(0, other, "3", price), "4.8.9")
            assert do(s, BuyTrain(0, one, "3", price + 1), Answer(1, True)).trains[one] == "EIR"
        else:  # this card, whatever the price
            refused(s, BuyTrain(0, one, "3", price + 1), "4.8.9")
            assert do(s, BuyTrain(0, other, "3", price), Answer(1, True)).trains[other] == "EIR"


@pytest.mark.rule("1853-4.8.9")
def test_others_were_asked_at_the_printed_price() -> None:
    one, _ = cards(market())
    printed = market().book.trains["3"].versions[0].price
    listed = {a.price for a in offers(past(market()), 0, BuyTrain) if a.train == one}
    assert listed == {printed}
    assert {a.price for a in offers(market(), 0, BuyTrain) if a.train == one} > listed
