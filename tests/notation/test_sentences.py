"""Actions as sentences: every kind, in every language, clear enough to choose by."""

from random import Random

import msgspec
import pytest

from stellwerk.engine import Game, Pass, Redo, Setup, Undo, legal, sample, title, to_act
from stellwerk.engine.action import Action
from stellwerk.engine.state import with_item
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.trains import forced
from stellwerk.games.g1848.show.sentences import SENTENCES
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.phases import DiscardTrain
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain, must_buy
from stellwerk.notation import sentence
from stellwerk.notation.sentences import tellers
from stellwerk.text import LANGUAGES


def random_play(seed: int, most: int = 400):
    """States with the action that comes next."""
    game = Game(Setup("1848", ("Ann", "Bob", "Cid"), seed=seed))
    rng = Random(seed)
    while not game.state.over and len(game.actions) < most:
        state = game.state
        action = sample(state, to_act(state)[0], rng)
        yield state, action
        game.enter(action)


def first(wanted, seeds=range(40)):
    """The first state of random play that has what a test needs."""
    return next(state for seed in seeds for state, action in random_play(seed) if wanted(state, action))


def test_1848_hands_its_own_sentences_over():
    assert title("1848").pages().sentences == SENTENCES


@pytest.mark.parametrize("game", ["1848"])
def test_every_action_has_a_sentence(game):
    assert set(title(game).actions) | {Undo, Redo} <= set(tellers(game))


@pytest.mark.parametrize("seed", range(4))
def test_every_action_of_a_random_game_is_told(seed):
    total, alike = 0, 0
    for state, action in random_play(seed):
        told = [sentence(state, action, lang) for lang in LANGUAGES]
        assert not any("{" in text for text in told), told
        total += 1
        alike += len(set(told)) < len(LANGUAGES)
    assert total > 200
    assert alike < total / 20


@pytest.mark.parametrize("lang", LANGUAGES)
def test_offers_can_be_told_apart(lang):
    """Only cards of one kind are alike."""
    for state, _ in random_play(7, most=200):
        seat = to_act(state)[0]
        offers = [a for a in legal(state, seat) if not isinstance(a, BuyTrain | DiscardTrain)]
        told = [sentence(state, a, lang) for a in offers]
        assert len(set(told)) == len(offers), sorted(told)


def test_places_and_costs_are_named():
    state = first(lambda s, a: isinstance(a, LayTile) and a.hex == "B19")
    action = next(a for a in legal(state, to_act(state)[0]) if isinstance(a, LayTile) and a.hex == "B19")
    assert sentence(state, action).startswith(f"Lay tile {action.tile} on B19 Brisbane")
    desert = LayTile(action.seat, "E6", "9", 2)
    assert sentence(state, desert) == "Lay tile 9 on E6 (turned 2) for 40"
    assert sentence(state, desert, "de") == "Gleisplättchen\xa09 auf E6 legen (gedreht um 2) für 40"
    assert sentence(state, desert, "pl") == "Połóż kafel\xa09 na E6 (obrót 2) za 40"


def test_a_loan_tells_the_price_it_costs():
    state = first(lambda s, a: isinstance(a, TakeLoan))
    told = sentence(state, TakeLoan(to_act(state)[0]))
    assert told.startswith("Take a loan of 100: ")
    assert str(state.price(state.frame.company)) in told or "takes" in told


def test_a_forced_train_tells_its_loans():
    state = first(lambda s, a: isinstance(a, BuyTrain) and must_buy(s, s.frame.company))
    company = state.frame.company
    state = state.move_price(company, state.book.par_cells[100])
    buy = next(a for a in legal(state, to_act(state)[0]) if isinstance(a, BuyTrain))
    poor = state.replace(cash=with_item(state.cash, company, buy.price - 1))
    assert forced(poor, buy)
    assert "by 1 loan" in sentence(poor, buy)
    assert "mit 1 Anleihe kaufen" in sentence(poor, buy, "de")
    assert "(1 pożyczka)" in sentence(poor, buy, "pl")
    broke = state.replace(cash=with_item(state.cash, company, buy.price - 2000))
    assert "the Bank of England takes" in sentence(broke, buy)


def test_what_makes_a_train_cheaper_is_told():
    state = first(lambda s, a: isinstance(a, BuyTrain) and s.limited_trains(s.frame.company))
    old = state.limited_trains(state.frame.company)[0]
    diesel = BuyTrain(to_act(state)[0], "8-0", "D", 800, exchange=old)
    assert sentence(state, diesel) == f"Buy a D for 800 and give a {state.versions[old]} in payment"
    ghan = BuyTrain(to_act(state)[0], "2E-0", "2E", 100, rebate="P4")
    assert sentence(state, ghan) == "Buy a 2E for 100 by the right of P4"
    assert sentence(state, ghan, "de") == "2E-Lok für 100 mit dem Rabatt von P4 kaufen"


def test_an_answer_names_train_buyer_and_price():
    state = first(lambda s, a: isinstance(a, Answer))
    offer, seat = state.frame, to_act(state)[0]
    yes, no = sentence(state, Answer(seat, True)), sentence(state, Answer(seat, False))
    assert yes.startswith(f"Sell the {offer.action.version} of ")
    assert yes.endswith(f" to {offer.company} for {offer.action.price}")
    assert no.startswith("Do not sell the ")


def test_passing_says_what_is_left_out():
    told = {
        sentence(state, Pass(to_act(state)[0]))
        for seed in range(3)
        for state, action in random_play(seed)
        if isinstance(action, Pass)
    }
    assert {"Pass", "Lay no tile", "Place no station marker", "Buy no (more) trains and end the turn"} <= told


def test_undo_and_redo():
    state = Game.new(Setup("1848", ("Ann", "Bob", "Cid"))).state
    assert sentence(state, Undo(0, 3)) == "Take back everything after action 3"
    assert sentence(state, Redo(0), "de") == "Zurückgenommenes wiederholen"


class Juggle(Action, frozen=True):
    balls: int


def test_an_unknown_action_is_its_json():
    state = Game.new(Setup("1848", ("Ann", "Bob", "Cid"))).state
    for action in (Juggle(0, 3), LayTile(0, "Z99", "9", 2), Answer(0, True)):
        assert sentence(state, action, "pl") == msgspec.json.encode(action).decode()
