"""Bots of 1854: clear choices, every kind of decision answered, the same choice for the same position."""

import pytest

from stellwerk.bots import make_bot
from stellwerk.engine import Game, Pass, Setup, chance, legal, to_act
from stellwerk.games.g1854.bot import mergers
from stellwerk.games.g1854.bot.auction import EYES, value
from stellwerk.games.g1854.bot.economy import ECONOMY, is_sensible, moves, siblings, usual, worth_trying
from stellwerk.games.g1854.rules.mail import BuyMail
from stellwerk.games.g1854.rules.mergers import MergerWindow, ProposeMerger
from stellwerk.games.g1854.rules.opening import Auction, Bid, BuyItem
from stellwerk.games.g1854.rules.options import CompleteOption, TakeOption
from stellwerk.games.g1854.rules.track import cost
from stellwerk.mech18.bot.projection import known, on_paper, project
from stellwerk.mech18.course import Course
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.state import OFFER
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

from .table import (
    LOCAL_TRACK,
    LOCAL_TRAINS,
    MAIL,
    TRAINS,
    cash_of,
    do,
    give,
    home,
    local,
    locals_of,
    lokalbahn,
    major,
    mountain,
    opening,
    passes,
    phase,
    stock,
    tile,
    to,
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


def test_whoever_is_sharp_leaves_the_local_railways_to_the_others():
    """LR-5: 150 for half of small runs; the same money starts a company (SR-9)."""
    s = do(opening(), BuyItem(0, "P1"), BuyItem(1, "P2"), BuyItem(2, "P3"))
    assert choice(s, "gentle") == BuyItem(3, "1")
    assert not isinstance(choice(s, "sharp"), BuyItem)


def test_a_lot_that_leaves_too_little_for_a_company_costs_more():
    """SR-9, SR-10: four times the lowest price and a fifth one, but for VB with P4 and SD with P5 (MR-6)."""
    eye, s = EYES["sharp"], cash_of(opening(), 0, 450)
    gain = {cash: value(cash_of(s, 0, cash), 0, "1", 150, eye) for cash in (600, 450, 400, 200)}
    assert gain[600] - gain[450] == eye.pinched
    assert gain[600] - gain[400] == eye.poor
    assert gain[200] == gain[600], "who is poor already loses no more by it"
    assert value(mountain(s, "P5", 0), 0, "1", 150, eye) == gain[600]


def test_nobody_waits_for_ever():
    """AU-7: however dear, the last lots find their buyers."""
    s = do(opening(), BuyItem(0, "P1"), BuyItem(1, "P2"), BuyItem(2, "P3"))
    late = s.replace(version=s.version + 80)
    assert isinstance(choice(late, "sharp"), BuyItem)


# -- stock rounds -------------------------------------------------------------------------------


def test_whoever_has_started_a_company_lets_it_begin():
    """SR-10: a second share, or an option where the money does not last for one."""
    s = to(major(stock(), "KE", 0, papers=(0,)), OFFER, "KE", 1, 2, 3)
    s = s.replace(opened=tuple(one for one in s.opened if one != "KE"))
    rich, poor = cash_of(s, 0, 300), cash_of(s, 0, 100)
    share, option = BuyShare(0, "KE", "offer"), TakeOption(0, "KE", "offer")
    assert [usual(rich, a, None) for a in (share, option, Pass(0))] == [True, False, False]
    assert [usual(poor, a, None) for a in (share, option, Pass(0))] == [False, True, False]


def test_a_company_that_floats_by_its_starter_alone_may_be_started():
    """SR-10, MR-6: with 20% of SD in somebody's hands the director's paper is enough."""
    s = cash_of(stock(), 0, 300)
    assert not usual(s, StartCompany(0, "KE", 67), None)
    assert usual(cash_of(s, 0, 335), StartCompany(0, "KE", 67), None)
    assert usual(give(s, 1, "SD", 1), StartCompany(0, "SD", 67), None)
    assert usual(phase(cash_of(s, 0, 335), "4"), StartCompany(0, "KE", 67), None)
    assert not usual(phase(cash_of(s, 0, 335), "5"), StartCompany(0, "KE", 67), None)


def test_an_option_is_completed():
    """OP-3: nothing else is bought before."""
    s = do(major(stock(), "KE", 1), TakeOption(0, "KE", "offer"))
    s = passes(s, 3)
    assert choice(s) == CompleteOption(0)


def test_money_for_half_a_paper_is_not_left_idle():
    """OP-1, OP-2: half the price, half the dividends."""
    s = major(stock(), "KE", 1, papers=(0, 1, 2))
    option = TakeOption(0, "KE", "offer")
    half, whole = cash_of(s, 0, 100), cash_of(s, 0, 200)
    assert [usual(half, a, None) for a in (option, Pass(0))] == [True, False]
    assert [usual(whole, a, None) for a in (option, Pass(0))] == [False, True]
    assert [usual(phase(half, "5"), a, None) for a in (option, Pass(0))] == [False, True]
    assert choice(half, "sharp") == option


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


def test_a_local_railway_keeps_the_money_for_its_next_train():
    """LR-7, LR-3: nobody adds anything. After a 1+ comes a 2+ for 120."""
    railway = turn(train(home(local(stock(), "2", 0), "2"), "2", "1+-0"), "2", LOCAL_TRACK)
    second = PlaceMarker(0, "J34.0")
    assert not is_sensible(cash_of(railway, "2", 159), "2", second)
    assert is_sensible(cash_of(railway, "2", 160), "2", second)
    running = turn(with_local(cash=200, card="1+-0"), "5", LOCAL_TRACK)
    dear = next(a for a in legal(running, 0) if isinstance(a, LayTile) and cost(running, a) == 60)
    assert not is_sensible(cash_of(running, "5", 179), "5", dear)
    assert is_sensible(cash_of(running, "5", 180), "5", dear)


def test_a_local_railway_whose_train_has_no_run_builds_for_it():
    """RT-9: a 1+ needs a town. Before K39 is built, 2 has nothing but its home."""
    s = turn(train(home(local(stock(), "2", 0, 100), "2"), "2", "1+-0"), "2", LOCAL_TRACK)
    dear = next(a for a in legal(s, 0) if isinstance(a, LayTile) and cost(s, a) == 60)
    assert is_sensible(s, "2", dear)
    assert not is_sensible(s, "2", Pass(0))


def test_a_local_railway_does_not_spoil_its_own_run():
    """TR-6: J30 would become a city, and a 1+ has one city and needs a town (RT-9)."""
    railway = home(local(tile(phase(stock(), "3"), "J30", "2", 0), "5", 0), "5")
    city = LayTile(0, "J30", "15", 0)
    without, running = (turn(one, "5", LOCAL_TRACK) for one in (railway, train(railway, "5", "1+-0")))
    assert city in legal(running, 0)
    assert is_sensible(without, "5", city)
    assert not is_sensible(running, "5", city)


def with_local(seat=0, cash=50, card="", number="3"):
    """KE with a route, and local railway 5 with one of its own, in a phase."""
    s = home(local(tile(phase(rich_ke(), number), "J30", "2", 0), "5", seat, cash), "5")
    return train(s, "5", card) if card else s


def test_a_local_railway_buys_what_is_longer_than_its_own():
    """LR-4: from the first 4 on it has one train, so a second 1+ is money lost for the 2+."""
    one, two = BuyTrain(0, "1+-0", "1+", 100), BuyTrain(0, "2+-0", "2+", 120)
    for card, sensible in (("", [True, True]), ("1+-5", [False, True]), ("2+-3", [False, False])):
        s = turn(with_local(cash=150, card=card), "5", LOCAL_TRAINS)
        assert {one, two} <= set(legal(s, 0))
        assert [is_sensible(s, "5", a) for a in (one, two)] == sensible
    assert choice(turn(with_local(cash=150, card="1+-5"), "5", LOCAL_TRAINS), "sharp") == two


def test_a_company_buys_a_train_for_a_local_railway_of_its_director():
    """TN-2, LR-7: nobody may give it money, but a train for next to nothing (TN-14)."""
    gift = BuyTrain(0, "2+-0", "2+", 120)

    def is_given(s, cash=300, own="3-0"):
        s = turn(cash_of(train(s, "KE", own), "KE", cash), "KE", TRAINS)
        return gift in legal(s, 0) and is_sensible(s, "KE", gift)

    assert is_given(with_local())
    assert is_given(with_local(card="1+-5")), "the first 4 scraps its 1+"
    assert not is_given(with_local(seat=1)), "it is another's"
    assert not is_given(with_local(cash=120)), "it can pay itself"
    assert not is_given(with_local(card="2+-3"))
    assert not is_given(train(with_local(), "KE", "2+-3")), "one is on its way"
    assert not is_given(phase(with_local(), "4"), 300, "2-0"), "its own next train comes first"
    assert choice(turn(cash_of(train(with_local(), "KE", "3-0"), "KE", 300), "KE", TRAINS), "sharp") == gift


def test_a_local_railway_takes_the_train_that_was_bought_for_it():
    s = turn(train(with_local(), "KE", "2+-0"), "5", LOCAL_TRAINS)
    cheap, dear = (BuyTrain(0, "2+-0", "2+", price) for price in (1, 50))
    assert {cheap, dear} <= set(legal(s, 0))
    assert [is_sensible(s, "5", a) for a in (cheap, dear)] == [True, False]
    assert choice(s, "sharp") == cheap


def test_a_remote_local_railway_builds_before_it_has_a_train():
    """LR-7: 6 has 150, a tile at its home costs 60, a train 100; from the first 3 on it may be given one."""
    alone = home(local(stock(), "6", 0), "6")
    backed = major(alone, "KE", 0)
    lay = next(a for a in legal(turn(alone, "6", LOCAL_TRACK), 0) if isinstance(a, LayTile))
    assert not is_sensible(turn(alone, "6", LOCAL_TRACK), "6", lay)
    assert is_sensible(turn(backed, "6", LOCAL_TRACK), "6", lay)
    assert not is_sensible(turn(alone, "6", LOCAL_TRAINS), "6", BuyTrain(0, "1+-0", "1+", 100))
    assert choice(turn(backed, "6", LOCAL_TRACK), "sharp").hex in ("K29", "L30")


def test_a_local_railway_without_a_route_builds_what_costs_nothing():
    """LR-1: 4 begins on bare land, where one tile earns nothing yet."""
    s = turn(home(local(stock(), "4", 0), "4"), "4", LOCAL_TRACK)
    assert isinstance(choice(s, "sharp"), LayTile)
    assert not is_sensible(s, "4", Pass(0))
    assert is_sensible(turn(with_local(card="1+-5"), "5", LOCAL_TRACK), "5", Pass(0))


def test_no_company_gives_its_only_lasting_train_away():
    """TN-14 allows it, but the seller would stand still until it has the next one."""

    def is_taken(cash, *cards):
        s = home(major(phase(rich_ke(cash), "3"), "KT", 0), "KT")
        for card in ("3-0", "2-0", *cards):
            s = train(s, "KT", card)
        for card in ("3-2", "3-3", "3-4"):
            s = train(s, "NT", card)
        s, a = turn(s, "KE", TRAINS), BuyTrain(0, "3-0", "3", 150)
        return a in legal(s, 0) and is_sensible(s, "KE", a)

    assert is_taken(150, "3-1")
    assert not is_taken(150), "the 4 is next and scraps the 2"
    assert not is_taken(400, "3-1"), "it can pay one of its own"


def test_two_of_the_shortest_trains_are_enough():
    """The first 4 scraps them all; what they cost is missing for the 3."""
    s, third = train(rich_ke(), "KE", "2-0"), BuyTrain(0, "2-2", "2", 100)
    for card, sensible in (("2-1", False), ("", True)):
        one = turn(train(s, "KE", card) if card else train(s, "KT", "2-1"), "KE", TRAINS)
        assert third in legal(one, 0)
        assert is_sensible(one, "KE", third) == sensible


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


def test_local_railways_of_one_owner_build_for_each_other():
    s = locals_of(stock(), 0, 1, 0, 3, 0, 1)
    assert siblings(s, "3") == ("3", "1", "5")
    assert siblings(major(s, "KE", 0), "KE") == ("KE",)


# -- every kind of decision ---------------------------------------------------------------------


def test_mergers_are_proposed_answered_and_founded():
    s = locals_of(phase(stock(), "5"), 0, 1, 2, 3, 0, 1)
    s = s.replace(stack=(Course(2, 1, 1), MergerWindow()))
    assert isinstance(choice(s), ProposeMerger | Pass)
    asked = do(s, ProposeMerger(0, "1", "2"))
    assert choice(asked) in (Answer(1, False), Answer(1, True))
    assert Answer(1, False, leave=True) in legal(asked, 1)
    assert Answer(1, False, leave=True) not in worth_trying(asked, legal(asked, 1))
    founding = do(asked, Answer(1, True))
    do(founding, choice(founding))


def window(s, forced=False):
    return s.replace(stack=(Course(2, 1, 1), MergerWindow(forced=forced)))


def test_a_train_is_given_up_for_a_merger_that_buys_two_others():
    """LA-3, LA-5: plus trains leave the game, and scrapped 2s cost 130 each."""
    s = train(locals_of(phase(stock(), "5"), 0, 1, 2, 3, 0, 1), "3", "3+-0")
    poor = window(cash_of(s, "1", 109))
    proposed = {a.partner for a in worth_trying(poor, legal(poor, 0)) if isinstance(a, ProposeMerger)}
    assert proposed == {"2", "4", "5", "6"}
    for one, listed in ((poor, False), (window(s), True)):
        asked = do(one, ProposeMerger(0, "1", "3"))
        assert (Answer(2, True) in worth_trying(asked, legal(asked, 2))) == listed
    forced = window(cash_of(s, "1", 109), forced=True)
    assert ProposeMerger(0, "1", "3") in worth_trying(forced, legal(forced, 0))


def test_railways_that_can_get_no_train_merge():
    """LR-7, LA-1: with 150 neither buys a 3+; 4 has the most money. 5 has a train, 6 can buy one."""
    s = cash_of(cash_of(locals_of(phase(stock(), "5"), 0, 1, 2, 3, 0, 1), "4", 155), "6", 200)
    s = window(train(s, "5", "3+-0"))
    for strength in ("gentle", "sharp"):
        assert choice(s, strength) == ProposeMerger(0, "1", "4")
        assert choice(do(s, ProposeMerger(0, "1", "4")), strength) == Answer(3, True)
    assert mergers.is_stranded(s, "2")
    assert not mergers.is_stranded(s, "5")
    assert not mergers.is_stranded(s, "6")
    none_left = s.replace(trains={**s.trains, **dict.fromkeys(("3+-1", "3+-2"), "out")})
    assert mergers.is_stranded(none_left, "6")


def test_a_home_is_chosen():
    s = turn(lokalbahn(phase(stock(), "6"), "A", 0, 1), "A")
    do(s, choice(s))


def test_an_offer_for_a_train_is_answered():
    s = home(major(phase(rich_ke(), "3"), "KT", 1), "KT")
    s = do(turn(train(s, "KT", "3-0"), "KE", TRAINS), BuyTrain(0, "3-0", "3", 200))
    assert isinstance(choice(s), Answer)


def asked(price, trains=("3-0",)):
    """KE asks KT for a 3."""
    s = home(major(phase(rich_ke(), "3"), "KT", 1), "KT")
    for card in trains:
        s = train(s, "KT", card)
    return do(turn(s, "KE", TRAINS), BuyTrain(0, "3-0", "3", price))


@pytest.mark.parametrize("strength", ["gentle", "fair", "sharp"])
def test_nobody_haggles_or_gives_a_train_away(strength):
    """TN-6, TN-14: a 3 is printed at 200."""
    for price in (1, 99):
        assert choice(asked(price, ("3-0", "3-1")), strength) == Answer(1, False)
    for price in (200, 500):
        assert choice(asked(price), strength) in (Answer(1, False), Answer(1, True))


def test_whoever_must_buy_and_cannot_asks_once():
    """EF-1, EF-2: a train of somebody who has two, before the director helps out."""
    s = home(major(phase(rich_ke(120), "3"), "KT", 1), "KT")
    s = turn(train(train(s, "KT", "3-0"), "KT", "3-1"), "KE", TRAINS)
    one, dear, cheap = (BuyTrain(0, "3-0", "3", price) for price in (120, 201, 99))
    assert [is_sensible(s, "KE", a) for a in (one, dear, cheap)] == [True, False, False]
    refused = do(s, one, Answer(1, False))
    assert not is_sensible(refused, "KE", BuyTrain(0, "3-0", "3", 119))
    assert not is_sensible(cash_of(s, "KE", 200), "KE", one)


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
