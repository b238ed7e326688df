"""4.8.9, 3.1.11: a price is agreed on, so one no is not the last word."""

from random import Random

import pytest

from stellwerk.bots import RandomBot
from stellwerk.engine import legal, play, to_act
from stellwerk.engine.play import activity_of
from stellwerk.engine.step import Pass
from stellwerk.games.g1853.rules.elephant import ElephantSale, OfferElephant
from stellwerk.games.g1853.rules.state import SharesRound, Turn
from stellwerk.mech18.course import Course
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.state import SEATS
from stellwerk.mech18.trains import BuyTrain, TrainOffer
from stellwerk.notation import sentence
from stellwerk.text import event_text
from tests.games.g1853.table import TRAINS, acting, base, cash, do, offers, opened, phase, refused, train


def market(money=700, trains=1):
    """EIR of Ann may buy; GIP of Ben has trains that cost 440 new. The bank sells 4s, which are too dear."""
    s = cash(opened(acting("EIR", TRAINS), "GIP", 1), "EIR", money)
    s = phase(train(s, "GIP", *["3"] * trains), "3", "4")
    return cash(s, 0, 0)


def ask(price, card="3-0"):
    return BuyTrain(0, card, "3", price)


@pytest.mark.rule("1853-4.8.9")
def test_a_refused_train_is_asked_for_again_at_another_price():
    s = do(market(), ask(100), Answer(1, False))
    refused(s, ask(100), "4.8.9")
    s = do(s, ask(90), Answer(1, False), ask(250))
    assert to_act(s) == (1,)
    sold = do(s, Answer(1, True))
    assert (sold.trains["3-0"], sold.cash["EIR"], sold.cash["GIP"]) == ("EIR", 450, 960 + 250)


@pytest.mark.rule("1853-4.8.9")
def test_few_prices_are_listed_and_any_is_accepted():
    s = market()
    for price in (10, 440, 700):
        listed = [a.price for a in offers(s, 0, BuyTrain) if a.train == "3-0"]
        assert len(listed) == 3
        assert price in listed
        s = do(s, ask(price), Answer(1, False))
    assert [a.price for a in offers(s, 0, BuyTrain) if a.train == "3-0"] == [11, 439, 699]
    do(s, ask(333), Answer(1, True))


@pytest.mark.rule("1853-4.8.9")
def test_an_answer_may_be_another_price():
    s = do(market(), ask(100))
    assert [a.price for a in offers(s, 1, Answer)] == [None, None, None, 10, 440, 700]
    s = do(s, Answer(1, False, 400))
    assert isinstance(s.frame, TrainOffer)
    assert (to_act(s), s.frame.price) == ((0,), 400), "now the buyer is asked"
    assert activity_of(s).prompt(s).message == "{player}: buy {train} of {seller} for {price}?"
    for price in (100, 400):
        refused(s, Answer(0, False, price), "4.8.9")  # named already
    refused(s, Answer(0, False, 9), "4.8.9")
    refused(s, Answer(0, False, 701), "4.8.8")  # more than there is
    s = do(s, Answer(0, False, 250), Answer(1, False, 300))
    sold = do(s, Answer(0, True))
    assert (sold.trains["3-0"], sold.cash["EIR"], sold.cash["GIP"]) == ("EIR", 400, 960 + 300)
    assert isinstance(sold.frame, Turn)


@pytest.mark.rule("1853-4.8.9")
def test_nobody_hears_the_same_offer_twice():
    s = do(market(), ask(100), Answer(1, False, 400), Answer(0, False))
    assert isinstance(s.frame, Turn)
    refused(s, ask(100), "4.8.9")
    # What Ben asked for Ann may offer herself: that is an offer of hers. Ben has named 400 once.
    assert do(s, ask(400), Answer(1, True)).cash["EIR"] == 300
    refused(do(s, ask(120)), Answer(1, False, 400), "4.8.9")
    # Cards of one type are alike; what was accepted may be offered again.
    two = do(market(trains=2), ask(100), Answer(1, False))
    refused(two, ask(100, "3-1"), "4.8.9")
    both = do(two, ask(200), Answer(1, True), ask(200, "3-1"), Answer(1, True))
    assert both.cash["GIP"] == 960 + 400


@pytest.mark.rule("1853-4.8.9")
def test_whoever_wants_to_be_left_alone_says_so():
    s = train(market(1000), "GIP", "4")
    s = do(s, ask(100))
    for answer in (Answer(1, True, leave=True), Answer(1, False, 200, leave=True), Answer(1, True, 200)):
        refused(s, answer, "4.8.9")
    s = do(s, Answer(1, False, leave=True))
    for action in (ask(101), ask(500), BuyTrain(0, "4-0", "4", 500)):
        refused(s, action, "4.8.9")
    # The buyer may refuse to hear more as well: then no price is named to the buyer.
    s = do(market(), ask(100), Answer(1, False, 400), Answer(0, False, leave=True), ask(110))
    refused(s, Answer(1, False, 300), "4.8.9")
    assert [a.price for a in offers(s, 1, Answer)] == [None, None, None]


@pytest.mark.rule("1853-4.8.9")
def test_the_step_waits_while_there_is_a_price_to_name():
    """Nothing else can be bought: after a no the turn is not over, after a closed door it is."""
    s = market(20)
    no = do(s, ask(10), Answer(1, False))
    assert isinstance(no.frame, Turn)
    assert {type(a) for a in legal(no, 0)} == {BuyTrain, Pass}
    alone = do(s, ask(10), Answer(1, False, leave=True))
    assert not isinstance(alone.frame, Turn) or alone.frame.company != "EIR"


@pytest.mark.rule("1853-4.8.9")
def test_the_memory_ends_with_the_turn():
    s = do(market(), ask(100), Answer(1, False, leave=True))
    later = s.replace(stack=market().stack)
    assert do(later, ask(100), Answer(1, True)).trains["3-0"] == "EIR"


@pytest.mark.rule("1853-4.8.9")
def test_everything_is_told():
    s = do(market(), ask(100))
    assert sentence(s, Answer(1, False, 400)) == "Ask 400 of EIR for the 3 of GIP instead"
    assert (
        sentence(s, Answer(1, False, leave=True)) == "Refuse, and hear no more offers from Ann in this turn"
    )
    after = play(s, Answer(1, False, 400))
    assert [event_text(e) for e in after.events] == ["Ben names another price: 400."]
    s = after.state
    assert sentence(s, Answer(0, True)) == "Buy the 3 of GIP for 400"
    assert sentence(s, Answer(0, False)) == "Do not buy the 3 of GIP for 400"
    assert sentence(s, Answer(0, False, 300)) == "Offer 300 for the 3 of GIP instead"
    assert [event_text(e) for e in play(s, Answer(0, False, leave=True)).events] == [
        "Ann does not buy the 3 for 400.",
        "Ann wants no more offers from Ben in this turn.",
    ]


def sale(holder=2):
    return base().replace(priority=holder, stack=(Course(2), ElephantSale()))


@pytest.mark.rule("1853-3.1.11")
def test_the_elephant_may_be_haggled_over():
    s = do(sale(), OfferElephant(2, 0, 50))
    assert {a.price for a in offers(s, 0, Answer)} == {None, 0, 10}
    refused(s, Answer(0, False, 471), "3.1.11")  # he has 470
    refused(s, Answer(0, False, -1), "3.1.11")
    s = do(s, Answer(0, False, 20))
    assert to_act(s) == (2,)
    assert activity_of(s).prompt(s).message == "{player}: sell the elephant for {price}?"
    refused(s, Answer(2, False, 471), "3.1.11")  # nobody is asked for what they do not have
    kept = play(s, Answer(2, False))
    assert [event_text(e) for e in kept.events] == ["Cy does not sell the elephant for 20."]
    assert isinstance(kept.state.frame, ElephantSale)
    s = do(s, Answer(2, False, 30))
    assert sentence(s, Answer(0, True)) == "Buy the elephant for 30"
    sold = do(s, Answer(0, True))
    assert (sold.priority, sold.cash[SEATS[0]], sold.cash[SEATS[2]]) == (0, 440, base().cash[SEATS[2]] + 30)
    assert isinstance(sold.frame, SharesRound)


@pytest.mark.rule("1853-3.1.11")
def test_nobody_is_shown_a_price_for_the_elephant_that_he_cannot_pay():
    s = cash(sale(), 0, 7)
    assert {a.price for a in offers(s, 2, OfferElephant) if a.to == 0} == {0}
    s = do(s, OfferElephant(2, 0, 0), Answer(0, False))
    assert {a.price for a in offers(s, 2, OfferElephant) if a.to == 0} == {1}
    asked = do(s, OfferElephant(2, 0, 7))
    assert {a.price for a in offers(asked, 0, Answer)} == {None, 0}


@pytest.mark.rule("1853-3.1.11")
def test_the_sale_ends_when_nobody_wants_to_hear_of_it():
    s = sale()
    others = [seat for seat in range(len(s.names)) if seat != 2]
    for seat in others[:-1]:
        s = do(s, OfferElephant(2, seat, 5), Answer(seat, False, leave=True))
        refused(s, OfferElephant(2, seat, 4), "3.1.11")
        assert isinstance(s.frame, ElephantSale)
    s = do(s, OfferElephant(2, others[-1], 5), Answer(others[-1], False))
    assert isinstance(s.frame, ElephantSale), "he may still be asked for less"
    s = do(s, OfferElephant(2, others[-1], 4), Answer(others[-1], False, leave=True))
    assert isinstance(s.frame, SharesRound)
    assert s.priority == 2


@pytest.mark.rule("1853-4.8.9")
@pytest.mark.parametrize("seed", range(12))
def test_random_players_do_not_haggle_for_ever(seed):
    """Each usual price once: so many offers and counter-offers at most for each thing."""
    s, bot, count = market(trains=3), RandomBot(seed), 0
    while isinstance(s.frame, TrainOffer) or (isinstance(s.frame, Turn) and s.frame.company == "EIR"):
        seat = to_act(s)[0]
        s = play(s, bot(s, seat)).state
        count += 1
        assert count < 60


def drawn(s, seat, kind):
    """What a random player may come to send of a kind of action."""
    [move] = [move for move in activity_of(s).moves(s) if move.action is kind]
    return {move.sample(s, seat, Random(seed)) for seed in range(80)}


@pytest.mark.rule("1853-3.1.11")
def test_random_players_offer_the_elephant_at_the_usual_prices_alone():
    """Each once to everybody: the prices listed beside those that were refused are for people."""
    s = sale()
    assert {a.price for a in drawn(s, 2, OfferElephant)} == {0, 10}
    s = do(s, OfferElephant(2, 0, 0), Answer(0, False))
    assert {a.price for a in offers(s, 2, OfferElephant) if a.to == 0} == {1, 10}
    assert {(a.to, a.price) for a in drawn(s, 2, OfferElephant)} == {
        (0, 10),
        (1, 0),
        (1, 10),
        (3, 0),
        (3, 10),
    }
    for seat in (0, 1, 3):
        for price in (0, 10) if seat else (10,):
            s = do(s, OfferElephant(2, seat, price), Answer(seat, False))
    assert offers(s, 2, OfferElephant)
    assert drawn(s, 2, OfferElephant) == {None}


@pytest.mark.rule("1853-4.8.9")
def test_random_players_ask_for_trains_at_the_usual_prices_alone():
    s = market()
    assert {a.price for a in drawn(s, 0, BuyTrain) if a.train == "3-0"} == {10, 440, 700}
    s = do(s, ask(10), Answer(1, False), ask(440), Answer(1, False))
    assert {a.price for a in drawn(s, 0, BuyTrain) if a.train == "3-0"} == {700}
    s = do(s, ask(700), Answer(1, False))
    assert [a.price for a in offers(s, 0, BuyTrain) if a.train == "3-0"] == [11, 439, 699]
    assert not [a for a in drawn(s, 0, BuyTrain) if a is not None and a.train == "3-0"]


@pytest.mark.rule("1853-4.8.9")
def test_random_players_answer_with_the_usual_prices_alone():
    s = do(market(), ask(440), Answer(1, False), ask(100))
    assert {a.price for a in drawn(s, 1, Answer)} <= {None, 10, 440, 700}
    s = do(market(), ask(100), Answer(1, False, 440), Answer(0, False), ask(120))
    assert 439 in {a.price for a in offers(s, 1, Answer)}
    assert {a.price for a in drawn(s, 1, Answer)} == {None, 10, 700}
