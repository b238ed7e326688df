"""Bots of 1848: plain sense, clear choices, the same choice for the same position."""

import pytest

from stellwerk.bots import TEMPERAMENTS, make_bot, make_thinker, manner_of
from stellwerk.engine import Game, Pass, Setup, chance, legal, title, to_act
from stellwerk.engine.capabilities import Manner
from stellwerk.games.g1848.bot.economy import ECONOMY, worth_trying
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.mech18.bot.planner import budget_of, utility
from stellwerk.mech18.bot.projection import known, project
from stellwerk.mech18.bot.sense import endangered, is_sensible, leaning, saves_for_a_train, sensible
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.state import BANK, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany
from stellwerk.mech18.trains import BuyTrain

from .table import HOMES, do, give, home, opening, par, phase, start, stock, tile, train, turn


def purse(s, *money):
    """Give the seats this much money each."""
    return s.replace(cash={**s.cash, **dict(zip(SEATS, money, strict=False))})


def running(cash=300, trains=("2-0",), seat=0):
    """QR with track to a second place and trains, in the operating turn of its director."""
    s = home(start(stock(), "QR", seat, cash=cash), "QR")
    s = tile(s, HOMES["QR"], "5", 0)
    for card in trains:
        s = train(s, "QR", card)
    return s


def choice(s, strength="gentle", seed=1):
    seat = to_act(s)[0]
    found = make_bot(strength, seed, "1848")(s, seat)
    assert found in legal(s, seat)
    return found


# -- plain sense --------------------------------------------------------------------------------


@pytest.mark.rule("VI-Norm-2")
@pytest.mark.parametrize(("money", "expected"), [(50, False), (400, True)])
def test_nobody_starts_what_cannot_begin(money, expected):
    s = purse(stock(), 400, money, money, money)
    starts = [a for a in legal(s, 0) if isinstance(a, StartCompany) and a.par == 100]
    assert starts
    assert all(is_sensible(s, a) is expected for a in starts)


def test_those_that_wait_come_first():
    """What a company that is started already still lacks is not there for another one."""
    s = purse(stock(), 260, 260, 260, 260)
    a = next(a for a in legal(s, 0) if isinstance(a, StartCompany) and a.company == "WA" and a.par == 100)
    assert is_sensible(s, a)
    assert not is_sensible(give(par(s, "QR", 100), 1, "QR", 2), a)


@pytest.mark.parametrize(
    ("cash", "revenue", "trains", "expected"),
    [
        (150, 60, (), True),  # 200 for a 3 are within reach
        (150, 10, (), False),  # they are not
        (250, 60, (), False),  # they are there already
        (150, 60, ("5-0",), False),  # nothing scraps what it has
    ],
)
def test_revenue_is_kept_for_a_train_alone(cash, revenue, trains, expected):
    s = running(cash, trains)
    s = phase(s.replace(trains={**s.trains, **{c: "out" for c in s.trains if c.startswith("2-")}}), "2", "3")
    s = turn(s, "QR").update_frame(revenue=revenue)
    assert saves_for_a_train(s) is expected
    assert (Dividend(0, False) in sensible(s, [Dividend(0, True), Dividend(0, False)])) is expected


@pytest.mark.rule("IX-Buy-2")
@pytest.mark.parametrize(("theirs", "expected"), [(("3-1",), False), (("3-1", "3-2"), True)])
def test_nobody_takes_the_only_train_of_another_company(theirs, expected):
    s = running(cash=300, trains=())
    s = home(start(s, "WA", 0), "WA")
    for card in theirs:
        s = train(s, "WA", card)
    s = turn(phase(s, "2", "3"), "QR", step=5)
    offered = [a for a in legal(s, 0) if isinstance(a, BuyTrain) and s.trains[a.train] == "WA"]
    assert offered
    assert any(a in worth_trying(s, legal(s, 0)) for a in offered) is expected


def test_a_company_without_trains_and_money_is_in_danger():
    assert endangered(running(cash=50, trains=()), "QR")
    assert not endangered(running(cash=500, trains=()), "QR")
    assert not endangered(running(cash=50, trains=("5-0",)), "QR")


@pytest.mark.rule("VI-Loan")
def test_nobody_borrows_who_has_a_train():
    s = turn(phase(running(), "2", "3"), "QR")
    assert worth_trying(s, [TakeLoan(0), Pass(0)]) == [Pass(0)]
    s = turn(phase(running(trains=()), "2", "3"), "QR")
    assert worth_trying(s, [TakeLoan(0), Pass(0)]) == [TakeLoan(0), Pass(0)]


@pytest.mark.rule("VI-COM-1", "VI-COM-2")
def test_com_is_for_those_who_can_wait():
    s = par(purse(stock(), 400, 400, 400, 400), "COM", 100)
    a, other = BuyShare(0, "COM", "offer"), BuyShare(0, "QR", "offer")
    assert worth_trying(s, [a, other]) == [other]
    assert worth_trying(s.replace(joined=True), [a, other]) == [a, other]


# -- choices ------------------------------------------------------------------------------------


@pytest.mark.parametrize("strength", ["gentle", "fair", "sharp"])
def test_a_company_with_a_route_buys_its_first_train(strength):
    s = running(cash=500, trains=())
    s = tile(tile(s, "B17", "235", 4), "C18", "8", 0)
    s = turn(s, "QR")
    for _ in range(8):
        a = choice(s, strength)
        if isinstance(a, BuyTrain):
            return
        s = do(s, a)
    raise AssertionError("no train was bought")


@pytest.mark.parametrize("strength", ["fair", "sharp"])
def test_nothing_is_sold_without_need(strength):
    s = purse(stock(), 0, 0, 0, 0)
    s = train(home(start(s, "QR", 0, shares=6), "QR"), "QR", "5-0")
    assert not isinstance(choice(s, strength), SellShares)


def test_the_private_sale_ends_and_leaves_money_to_start_with():
    s, count = opening(), 0
    while s.nearest(type(opening().frame)) is not None:
        s, count = do(s, choice(s, "sharp")), count + 1
        assert count < 80
    assert sum(s.cash[seat] for seat in s.players) > 1200


# -- thoughts -----------------------------------------------------------------------------------


def test_a_thought_lists_what_it_compared_the_best_first():
    s = purse(stock(), 500, 500, 500, 500)
    thought = make_thinker("fair", 1, "1848")(s, 0)
    values = [one.value for one in thought.judged]
    assert thought.judged[0].action == thought.action
    assert values == sorted(values, reverse=True)
    assert 1 < len(values) <= 6 <= thought.looked_at
    assert [len(one.money) for one in thought.judged[:2]] == [4, 4]


def test_the_same_position_gives_the_same_choice_and_other_luck_other_figures():
    s = purse(stock(), 500, 500, 500, 500)
    think = make_thinker("fair", 1, "1848")
    assert think(s, 0) == think(s, 0) == make_thinker("fair", 1, "1848")(s, 0)
    assert think(s, 0).judged != make_thinker("fair", 2, "1848")(s, 0).judged


def test_who_has_more_ends_with_more():
    s = running()
    poor, rich = (project(x, ECONOMY, known(x, ECONOMY)) for x in (s, s.pay(BANK, SEATS[1], 300)))
    assert rich[1] > poor[1] + 200
    assert utility(rich, 1) > utility(poor, 1)


def test_names_of_manners():
    assert manner_of("sharp-bold") == Manner("sharp", "bold")
    assert manner_of("lookahead") == Manner("sharp")
    assert manner_of("greedy") == Manner("fair")
    assert {manner_of(name) for name in ("random", "sharp-", "sharp-sly", "bold")} == {None}
    with pytest.raises(ValueError, match="sharp-sly"):
        make_bot("sharp-sly", 1, "1848")


def test_temperaments_change_weights_only():
    plain = budget_of(Manner("sharp"))
    for temperament in TEMPERAMENTS:
        other = budget_of(Manner("sharp", temperament))
        assert other != plain
        assert (other.width, other.lays, other.fortunes) == (plain.width, plain.lays, plain.fortunes)


def test_a_careful_director_keeps_the_price_of_the_next_train():
    s = turn(running(cash=230), "QR")
    poorer = s.pay("QR", BANK, 160)
    a = Pass(0)
    careful, plain = (budget_of(Manner("sharp", name)).leaning for name in ("careful", ""))
    assert leaning(careful, s, poorer, "QR", a) < leaning(plain, s, poorer, "QR", a)
    assert leaning(careful, s, s, "QR", a) == leaning(plain, s, s, "QR", a)


# -- whole games --------------------------------------------------------------------------------


def test_a_game_against_random_bots():
    game = Game(Setup("1848", ("A", "B", "C"), seed=3))
    bots = [make_bot(name, 3, "1848") for name in ("gentle", "random", "random")]
    while not game.state.over:
        s = game.state
        seat = to_act(s)[0]
        game.enter(chance(s) or bots["ABC".index(s.names[seat])](s, seat))
    result = title("1848").result(game.state)
    assert result["A"] == max(result.values())
