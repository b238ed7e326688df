"""Bots of 1853: choices that are clear, every kind of question, nothing secret."""

from random import Random
from typing import Any

import pytest

from stellwerk.bots import make_bot
from stellwerk.engine import Game, Setup, chance, legal, play, to_act
from stellwerk.engine.step import Pass
from stellwerk.games.g1853.bot.contracts import between, drawn, guessed, missing
from stellwerk.games.g1853.bot.economy import economy, foreseen, is_better_placed, promise, worth_trying
from stellwerk.games.g1853.bot.opening import Opening
from stellwerk.games.g1853.bot.paper import IndianPaper
from stellwerk.games.g1853.rules.cities import NameCity, named
from stellwerk.games.g1853.rules.directors import CreditDue
from stellwerk.games.g1853.rules.elephant import ElephantSale, ExtraRound, OfferElephant
from stellwerk.games.g1853.rules.fulfilment import Pardon
from stellwerk.games.g1853.rules.opening import WriteBond
from stellwerk.games.g1853.rules.state import India, SharesRound, pair
from stellwerk.games.g1853.rules.stock import PayShare
from stellwerk.mech18.bot.projection import known, on_paper
from stellwerk.mech18.course import Course
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.phases import SurplusTrains
from stellwerk.mech18.stock import BuyShare
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain
from tests.games.g1853.table import (
    DIVIDEND,
    NAMES,
    TRAINS,
    acting,
    base,
    cash,
    do,
    fresh,
    give,
    opened,
    phase,
    sold_out,
    stock,
    tile,
    train,
    turn,
)
from tests.games.g1853.table import named as bonds_shown
from tests.games.g1853.test_4_3_contracts import with_contract


def choice(s: Any, seat: int, strength: str = "gentle", seed: int = 1) -> Any:
    return make_bot(strength, seed, "1853")(s, seat)


# -- what is clear -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_bond_is_little_more_than_the_least(players):
    """2.5.4-c: with 40 more another city would have to be named; 2.5.3-a: who bids more begins."""
    s = fresh(players).state
    least = s.facts.least_bond
    bids = {
        strength: {choice(s, 0, strength, seed).bond - least for seed in range(12)}
        for strength in ("gentle", "fair", "sharp")
    }
    assert bids == {"gentle": {0, 10}, "fair": {20}, "sharp": {30}}


def test_a_contract_is_named_as_a_whole():
    """Three cities in a row, all with shares of the company whose home is one of them."""
    s = bonds_shown(60, 60, 60, 60).state
    me = s.frame.seat
    for _ in range(12):
        seat = s.frame.seat
        s = play(s, choice(s, seat, "sharp") if seat == me else legal(s, seat)[-1]).state
    assert set(named(s, me)) == {"Lahore", "Rawalpindi", "Peshawar"}
    assert s.claimed[pair(me, "NWR")] == 3


def test_shares_that_all_want_are_not_counted_on():
    """2.5.10-b: eight papers are not enough for four who want three of them."""
    free = crowded = bonds_shown(60, 60, 60, 60).state
    for _ in range(3):
        crowded = do(crowded, NameCity(crowded.frame.seat, "Lahore", "NWR"))
    me, cities = crowded.frame.seat, ("Peshawar", "Rawalpindi", "Jaipur")
    one, other = ({"NWR": 3}, {"NWR": 2, "BBCI": 1})
    opening = Opening((0,), 0.0, Random(1))
    assert opening.value(free, me, cities, 5.0, one) > opening.value(free, me, cities, 5.0, other)
    assert opening.value(crowded, me, cities, 5.0, one) < opening.value(crowded, me, cities, 5.0, other)


def test_ways_between_cities_are_what_is_missing():
    """Two ways to reckon one figure: with track laid, too."""
    for s in (base(), lahore_without_delhi(base())):
        for cities in (("Delhi", "Lahore"), ("Peshawar", "Lahore", "Delhi"), ("Calcutta", "Patna", "Madras")):
            assert between(s, cities) == pytest.approx(missing(s, cities))


def lahore_without_delhi(s: Any) -> Any:
    """One tile is missing between the two homes of NWR."""
    return tile(tile(s, "E13", "4", 2), "C11", "115", 5)


@pytest.mark.parametrize("strength", ["fair", "sharp"])
def test_the_last_tile_of_a_contract_is_laid(strength):
    """It joins both homes as well, so that the train runs between them (4.3.2-a)."""
    s = with_contract(lahore_without_delhi(opened(base(), "NWR")), 0, "Delhi", "Lahore")
    s = train(turn(s, "NWR"), "NWR", "2")
    chosen = choice(s, 0, strength)
    assert isinstance(chosen, LayTile)
    assert chosen.hex == "D12"
    assert 0 in play(s, chosen).state.fulfilled


def test_a_company_with_money_and_no_train_buys_one():
    """Without a train it would never earn anything; its capital is good for nothing else."""
    s = lahore_without_delhi(acting("NWR", TRAINS))
    chosen = choice(s, 0)
    assert isinstance(chosen, BuyTrain)
    assert chosen.version == "2"


def test_a_director_pays_where_no_train_is_to_be_saved_for():
    """4.7.1-b: a dividend raises the price, keeping does not."""
    s = train(phase(acting("NWR", DIVIDEND, revenue=200), "3", "4", "5"), "NWR", "5", "6")
    assert choice(s.replace(last_run={"NWR": 200}), 0) == Dividend(0, True)


def test_unpaid_shares_are_paid_before_anything_else():
    """2.7.4-a: nothing can be bought before; 2.7.3-b: until then they earn nothing."""
    s = give(opened(stock(), "EIR", 0, 5), 1, "EIR")
    s = cash(s.replace(unpaid={pair(1, "EIR"): 1}), 1, 400)
    assert choice(s.update_frame(seat=1), 1) == PayShare(1, "EIR")


def test_a_share_far_below_its_price_is_bought():
    """3.1.4: the bank sells at par, whatever the market says."""
    s = train(lahore_without_delhi(opened(stock(), "NWR", 1, 6)), "NWR", "2")
    top = s.book.grid.prices.index(200)
    s = s.replace(prices={"NWR": type(s.prices["NWR"])(0, top, 0)})
    assert choice(s, 0, "fair") == BuyShare(0, "NWR", "offer")


def test_no_more_is_paid_for_the_elephant_than_it_is_worth():
    s = base().replace(stack=(Course(2), ElephantSale()), priority=0)
    s = do(opened(s, "EIR", 1), OfferElephant(0, 1, 400))
    assert not choice(s, 1, "fair").accept


def test_the_only_train_is_not_sold_for_ten():
    s = train(opened(acting("EIR", TRAINS), "NWR", 1), "NWR", "2")
    card = s.trains_of("NWR")[0]
    s = do(lahore_without_delhi(s), BuyTrain(0, card, "2", 10))
    assert choice(s, 1, "fair") == Answer(1, False)


def test_no_train_is_bought_with_the_last_money_for_track_that_it_cannot_use():
    """4.5.3: on metre track a 2 earns nothing, and without money no other is laid: it would stand still."""
    s = cash(acting("NWR", TRAINS), "NWR", 320)
    metre = tile(tile(tile(s, "E13", "73", 2), "C11", "75", 5), "D12", "78", 4)
    assert isinstance(choice(metre, 0), Pass)
    assert isinstance(choice(tile(lahore_without_delhi(s), "D12", "7", 4), 0), BuyTrain)


def test_metre_track_promises_less_to_whoever_may_buy_no_metre_train():
    """4.8.15: NWR is large and gets none before phase 3."""
    s = opened(base(), "NWR")
    metre, standard = tile(s, "C11", "75", 5), tile(s, "C11", "5", 5)
    assert promise(metre, "NWR", 0) < promise(standard, "NWR", 0)


def test_only_a_spare_train_is_taken_from_the_other_company():
    """A company without its only train would never earn the next one; of two that lie idle one may go."""
    s = tile(lahore_without_delhi(opened(acting("NWR", TRAINS), "EIR")), "D12", "7", 4)
    one, two = train(s, "EIR", "2"), train(s, "EIR", "2", "2")
    assert not is_better_placed(one, one.trains_of("EIR")[0])
    assert is_better_placed(two, two.trains_of("EIR")[0])


def test_a_train_stays_where_it_earns_more():
    """EIR has no track; back and forth between two companies a train would never run."""
    s = tile(lahore_without_delhi(opened(acting("EIR", TRAINS), "NWR")), "D12", "7", 4)
    s = train(s, "NWR", "2", "2")
    assert not any(is_better_placed(s, card) for card in s.trains_of("NWR"))


def test_track_that_nothing_can_extend_promises_less():
    """4.10.2-b: phase 2 knows no upgrades, so metre track that ends at standard track stays where it is."""
    s = opened(base(), "EIR")
    for hex_id, kind, rotation in (("I27", "3", 5), ("H24", "75", 0), ("I23", "72", 3)):
        s = tile(s, hex_id, kind, rotation)
    on, against = tile(s, "I25", "78", 5), tile(s, "I25", "79", 1)
    assert promise(on, "EIR", 0) > promise(s, "EIR", 0) > promise(against, "EIR", 0)


# -- offers ------------------------------------------------------------------------------------


def test_the_elephant_is_offered_to_those_who_would_have_it():
    """3.1.11: who has no money buys nothing as the first one either."""
    s = base().replace(stack=(Course(2), ElephantSale()), priority=0)
    s = lahore_without_delhi(opened(opened(s, "NWR", 1, 4), "EIR", 0, 4))
    s = train(train(s, "NWR", "2"), "EIR", "2")
    for seat, money in enumerate((20, 200, 0, 0)):
        s = cash(s, seat, money)
    offered = [a for a in worth_trying(s, legal(s, 0)) if isinstance(a, OfferElephant)]
    assert {a.to for a in offered} == {1}
    assert all(a.price > 0 and foreseen(play(s, a).state).priority == a.to for a in offered)
    chosen = choice(s, 0, "sharp")
    assert chosen in offered
    assert choice(play(s, chosen).state, 1, "sharp") == Answer(1, True)


def test_a_spare_train_of_another_director_is_asked_for():
    """4.8.9: NWR cannot pay a new one; EIR has two that lie idle, and its director has shares of NWR."""
    s = tile(lahore_without_delhi(opened(acting("NWR", TRAINS), "EIR", 1, 3)), "D12", "7", 4)
    s = cash(cash(train(s, "EIR", "2", "2"), "NWR", 100), 0, 0)
    # Whoever has nothing of it helps nobody.
    assert choice(s, 0, "sharp") == Pass(0)
    s = give(s, 1, "NWR", 4)
    chosen = choice(s, 0, "sharp")
    assert isinstance(chosen, BuyTrain)
    assert s.trains[chosen.train] == "EIR"
    assert choice(play(s, chosen).state, 1, "sharp") == Answer(1, True)
    owner = train(s, "NWR", "2")
    assert not any(isinstance(a, BuyTrain) for a in worth_trying(owner, legal(owner, 0)))


# -- money of one's own ------------------------------------------------------------------------


def late(bank: int) -> Any:
    """NWR lacks 500 for a 4 that would add to its runs; so much is left in the bank."""
    s = tile(lahore_without_delhi(opened(acting("NWR", TRAINS), "EIR", 1)), "D12", "7", 4)
    s = train(phase(s, "3", "4"), "NWR", "3M")
    return cash(cash(cash(s, "NWR", 120), 0, 600), "bank", bank)


def test_nobody_sharp_gives_money_for_a_train_that_runs_no_more():
    """4.8.8, 5.1.2: with an empty bank the round is the last one."""
    s = late(-40)
    assert any(isinstance(a, BuyTrain) and a.price > 120 for a in legal(s, 0))
    assert choice(s, 0, "sharp") == Pass(0)


@pytest.mark.parametrize("strength", ["gentle", "fair", "sharp"])
def test_the_last_turn_of_a_game_is_thought_through(strength):
    """5.1.2: what follows the last company is no position any more."""
    s = cash(train(acting("ECR"), "ECR", "2"), "bank", -40).replace(ending="the bank is empty")
    for _ in range(12):
        s = s if s.over else play(s, choice(s, 0, strength)).state
    assert s.over


def test_cash_is_worth_more_while_there_are_shares():
    """A director who gives money for a train buys no shares with it."""
    s = opened(stock(), "NWR", 1, 6)
    mine = economy(0, True, Opening((0,), 0.0, Random(1)))
    paper = on_paper(s, mine, known(s, mine))
    assert isinstance(paper, IndianPaper)
    before = paper.cash[0]
    paper.stock_round(0)
    assert paper.cash[0] > before
    for line in paper.lines:
        line.offer = line.pool = 0
    before = paper.cash[0]
    paper.stock_round(0)
    assert paper.cash[0] == before


# -- every question ----------------------------------------------------------------------------


def questions() -> dict[str, tuple[Any, int]]:
    """A position for every kind of frame that asks somebody, and who is asked."""
    rounds = acting("EIR", TRAINS)
    other = opened(base(), "EIR")
    credit = train(opened(stock(), "EIR", None), "EIR", "2")
    credit = give(credit, 0, "EIR", 2).replace(
        credit={"EIR": credit.trains_of("EIR")[0]}, directors={"EIR": 0}
    )
    full = train(sold_out(phase(opened(rounds, "GIP", 1), "3"), "3"), "GIP", "2M")
    full = full.replace(trains={**full.trains, **{f"3-{n}": "GIP" for n in range(3)}})
    full = full.replace(versions={**full.versions, **{f"3-{n}": "3" for n in range(3)}})
    return {
        "bond": (fresh().state, 0),
        "city": (bonds_shown(100, 90, 80, 70).state, 0),
        "shares": (stock(), 0),
        "first turn": (turn(opened(base(), "EIR"), "EIR", 1, first=True), 0),
        "track": (acting("MSM"), 0),
        "credit": (credit.push(CreditDue("EIR")), 0),
        "elephant": (other.replace(stack=(Course(2), ElephantSale()), priority=0), 0),
        "extra round": (other.replace(stack=(Course(4, 2, 2), ExtraRound(4, 3))), 0),
        "pardon": (rounds.push(Pardon(1)), 0),
        "surplus": (do(full, BuyTrain(0, "4-0", "4", 620)), 1),
    }


@pytest.mark.parametrize("name", list(questions()))
def test_every_question_is_answered(name):
    s, seat = questions()[name]
    assert to_act(s)[0] == seat or seat in to_act(s)
    chosen = choice(s, seat)
    assert play(s, chosen)
    assert choice(s, seat) == chosen


def test_the_surplus_question_is_one():
    assert isinstance(questions()["surplus"][0].frame, SurplusTrains)


@pytest.mark.parametrize(("variant", "players", "rulings"), [("base", 3, "book"), ("short", 6, "slips")])
def test_bots_play_the_opening_and_the_first_rounds(variant, players, rulings):
    game = Game(Setup("1853", NAMES[:players], variant, rulings, 3))
    bots = [make_bot("gentle" if seat % 2 else "random", 7, "1853") for seat in range(players)]
    for _ in range(130):
        s = game.state
        seat = to_act(s)[0]
        game.enter(chance(s) or bots[seat](s, seat))
    assert game.state.opened
    assert game.state.nearest(SharesRound) is not None or game.state.operated


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_contracts_on_slips_are_legal_all_the_same(seat):
    """2.5.12: nobody checks; an illegal one costs every directorship (4.3.2-b)."""
    s = bonds_shown(100, 90, 80, rulings="slips").state
    for _ in range(9):
        s = play(s, choice(s, to_act(s)[0])).state
    cities = named(s, seat)
    assert len(set(cities)) == len(cities) >= 3


# -- secrets -----------------------------------------------------------------------------------


def test_what_others_have_named_changes_nothing():
    """H7, H9: the same choice whatever lies in their envelopes."""
    for s in (stock(), acting("NWR"), acting("NWR", TRAINS)):
        other = with_contract(s, 1, "Madras", "Bangalore", "Mysore")
        assert choice(s, 0) == choice(other, 0)
        assert s.contracts != other.contracts


def test_what_others_bid_changes_nothing():
    low, high = fresh().state, fresh().state
    assert choice(do(low, WriteBond(1, 60)), 0) == choice(do(high, WriteBond(1, 500)), 0)


def test_guesses_fit_what_is_open():
    """H2: shares claimed and the number of cities are open; what has been joined would have been shown."""
    game = bonds_shown(100, 90, 80)
    for city, company in (("Delhi", "NWR"), ("Patna", "EIR"), ("Mysore", "SIR")):
        game.submit(NameCity(game.state.frame.seat, city, company))
    s: India = game.state
    for seed in range(8):
        guess = guessed(s, 0, Random(seed))
        assert guess.contracts["0"] == ("Delhi",)
        (city,) = guess.contracts["1"]
        assert "EIR" in s.facts.cities[city].companies
    lists = {drawn(s, 1, 3, Random(seed)) for seed in range(8)}
    assert len(lists) > 1
    assert all(missing(s, cities) > 0 for cities in lists)


# -- the game on paper -------------------------------------------------------------------------


def test_the_bond_counts_by_the_way_that_is_left():
    """5.2.1: it is lost unless the contract is fulfilled."""
    s = opened(base(), "NWR")
    near, far = (with_contract(s, 0, *cities) for cities in (("Delhi", "Jaipur"), ("Peshawar", "Madras")))
    mine = economy(0, False, Opening((0,), 0.0, Random(1)))
    assert (
        on_paper(near, mine, known(near, mine)).values()[0]
        > on_paper(far, mine, known(far, mine)).values()[0]
    )


def test_a_director_has_room_for_one_share_more():
    """3.1.2-a."""
    s = opened(base(), "NWR", 0, 5)
    mine = economy(0, False, Opening((0,), 0.0, Random(1)))
    paper = on_paper(s, mine, known(s, mine))
    line = paper.line("NWR")
    assert line.held[0] == 5
    assert paper.papers(line, 0) == 4
