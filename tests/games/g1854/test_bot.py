"""Bots of 1854: clear choices, every kind of decision answered, the same choice for the same position."""

import pytest

from stellwerk.bots import make_bot
from stellwerk.engine import Game, Pass, Setup, chance, legal, to_act
from stellwerk.games.g1854.bot.economy import ECONOMY, is_sensible, moves
from stellwerk.games.g1854.rules.mail import BuyMail
from stellwerk.games.g1854.rules.mergers import MergerWindow, ProposeMerger
from stellwerk.games.g1854.rules.opening import Auction, Bid, BuyItem
from stellwerk.games.g1854.rules.options import CompleteOption, TakeOption
from stellwerk.mech18.bot.projection import known, on_paper, project
from stellwerk.mech18.course import Course
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.stock import BuyShare, SellShares
from stellwerk.mech18.trains import BuyTrain

from .table import (
    LOCAL_TRAINS,
    MAIL,
    TRAINS,
    cash_of,
    do,
    home,
    local,
    locals_of,
    lokalbahn,
    major,
    opening,
    passes,
    phase,
    stock,
    tile,
    train,
    turn,
)


def choice(s, strength="gentle", seed=1):
    seat = to_act(s)[0]
    action = make_bot(strength, seed, "1854")(s, seat)
    assert action in legal(s, seat)
    return action


def paper_of(s):
    return on_paper(s, ECONOMY, known(s, ECONOMY))


# -- the auction --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_auction_ends_and_nobody_is_ruined_by_it(players):
    """AU-7: whoever passes only pays incomes to others, so all eleven lots find a buyer."""
    s, count = opening(players), 0
    while isinstance(s.nearest(Auction), Auction):
        s, count = do(s, choice(s)), count + 1
        assert count < 150
    assert sum(s.cash[owner] for owner in s.players) > 800
    assert min(s.cash[owner] for owner in s.players) >= 0


def test_a_cheap_lot_is_bought_and_nobody_outbids_themselves():
    """MR: P1 pays 5 in every round until the first 5, so 20 is little. AU-10: a bid is binding."""
    assert choice(opening()) == BuyItem(0, "P1")
    s = passes(do(opening(), Bid(0, "P5", 195)), 3)
    assert choice(s) != Bid(0, "P5", 200)


# -- stock rounds -------------------------------------------------------------------------------


def test_an_option_is_completed():
    """OP-3: nothing else is bought before."""
    s = do(major(stock(), "KE", 1), TakeOption(0, "KE", "offer"))
    s = passes(s, 3)
    assert choice(s) == CompleteOption(0)


def test_what_was_sold_is_not_bought_back():
    """SR-13 allows it; it would only drive the price down."""
    s = major(stock(), "KE", 0, papers=(0, 1, 2))
    s = do(s, SellShares(0, "KE", 2))
    assert not isinstance(choice(s), BuyShare) or choice(s).company != "KE"


# -- operating turns ----------------------------------------------------------------------------


def rich_ke(cash=700):
    """KE with a route from Wien and no train."""
    s = home(major(stock(), "KE", 0, cash=cash), "KE")
    return tile(tile(s, "C21", "57", 1), "C19", "57", 1)


def test_a_company_with_a_route_gets_a_train():
    """TN-7: it must; with 700 there is no reason to wait for its director's help."""
    a = choice(turn(rich_ke(), "KE", TRAINS))
    assert isinstance(a, BuyTrain)
    assert a.version == "2"


def test_a_revenue_is_paid_while_nothing_threatens():
    s = train(rich_ke(), "KE", "2-0")
    a = choice(turn(s, "KE", 6, revenue=60), "fair")
    assert a == Dividend(0, True)


def test_plus_trains_are_for_local_railways():
    """TN-2: a Major may buy one, but not run it."""
    s = turn(rich_ke(), "KE", TRAINS)
    plus = BuyTrain(0, "1+-0", "1+", 100)
    assert plus in legal(s, 0)
    assert not is_sensible(s, "KE", plus)
    railway = home(local(tile(stock(), "J36", "1", 0), "1", 0), "1")
    railway = turn(railway, "1", LOCAL_TRAINS)
    assert is_sensible(railway, "1", plus)


def test_mail_is_bought_from_money_to_spare():
    """MC-1: the money for the next train comes first."""
    poor, rich = (turn(train(rich_ke(cash), "KE", "2-0"), "KE", MAIL) for cash in (150, 700))
    assert not is_sensible(poor, "KE", BuyMail(0, "small"))
    assert is_sensible(rich, "KE", BuyMail(0, "small"))


# -- the game on paper --------------------------------------------------------------------------


def test_a_split_on_paper_pays_for_half():
    """SP-1 to SP-4: what is exchanged is paid at the new price; five new shares are on sale."""
    paper = paper_of(major(stock(), "KE", 0, par=93, papers=(0, 1, 2)))
    line = paper.line("KE")
    before = paper.cash[0]
    paper.move(line, paper.prices.paid(line.cell))
    paper.risen(paper, line)
    assert (line.price, line.held[0], line.issue, line.limit) == (97, 4, 5, 6)
    assert paper.cash[0] == before + 4 * 97


def test_a_director_without_means_is_ruined_on_paper():
    """EF-3: and the game is over."""
    paper = paper_of(cash_of(major(stock(), "KE", 0, papers=(0,), cash=0), 0, 20))
    line = paper.line("KE")
    paper.forced(paper, line, 100)
    assert paper.ending
    assert paper.values()[0] < 0


def test_a_director_with_papers_sells_them_on_paper():
    """EF-1: no more than needed, and not the director's paper."""
    paper = paper_of(cash_of(major(stock(), "KE", 0, papers=(0, 1, 2), cash=0), 0, 20))
    line = paper.line("KE")
    paper.forced(paper, line, 100)
    assert not paper.ending
    assert (line.held[0], paper.cash[0]) == (6, 20 + 2 * 82 - 100)


def test_an_open_option_is_owed_on_paper():
    s = do(major(stock(), "KE", 1), TakeOption(0, "KE", "offer"))
    paper = paper_of(s)
    assert paper.line("KE").held[0] == 2
    assert paper.cash[0] == s.cash["seat0"] - 82


def test_halves_of_an_ag_count_at_their_price():
    """GE-2, DV-2: a half is worth 1 × the price and gets half of the revenue."""
    s = lokalbahn(phase(stock(), "6"), "A", 0, 1, hex_id="D18")
    [ag] = paper_of(s).beside
    assert list(ag.values()) == [67, 67, 0, 0]
    assert moves(s.book).price(ag.cell) == 67


def test_a_local_railway_makes_its_owner_richer():
    s = stock()
    without, owned = project(s, ECONOMY, known(s, ECONOMY)), local(s, "4", 0)
    assert project(owned, ECONOMY, known(owned, ECONOMY))[0] > without[0]


# -- every kind of decision ---------------------------------------------------------------------


def test_mergers_are_proposed_answered_and_founded():
    s = locals_of(phase(stock(), "5"), 0, 1, 2, 3, 0, 1)
    s = s.replace(stack=(Course(2, 1, 1), MergerWindow()))
    assert isinstance(choice(s), ProposeMerger | Pass)
    asked = do(s, ProposeMerger(0, "1", "2"))
    assert isinstance(choice(asked), Answer)
    founding = do(asked, Answer(1, True))
    do(founding, choice(founding))


def test_a_home_is_chosen():
    s = turn(lokalbahn(phase(stock(), "6"), "A", 0, 1), "A")
    do(s, choice(s))


def test_an_offer_for_a_train_is_answered():
    s = home(major(phase(rich_ke(), "3"), "KT", 1), "KT")
    s = do(turn(train(s, "KT", "3-0"), "KE", TRAINS), BuyTrain(0, "3-0", "3", 200))
    assert isinstance(choice(s), Answer)


@pytest.mark.parametrize("rulings", ["book", "other"])
def test_a_game_against_random_bots(rulings):
    """Whatever random seats do, every decision gets a legal answer."""
    game = Game(Setup("1854", ("a", "b", "c"), rulings=rulings, seed=5))
    bots = [make_bot(name, 5, "1854") for name in ("gentle", "random", "random")]
    while not game.state.over and len(game.log) < 400:
        seat = to_act(game.state)[0]
        game.enter(chance(game.state) or bots[seat](game.state, seat))
    assert game.state.over or len(game.log) == 400


def test_the_same_choice_twice():
    s = turn(rich_ke(), "KE", TRAINS)
    assert choice(s, "fair", 7) == choice(s, "fair", 7)
