"""V: the privates – incomes, sale to companies, powers, closing."""

import pytest

from stellwerk.engine import Pass, legal, to_act
from stellwerk.engine.play import settle
from stellwerk.finance.market import PriceMarker
from stellwerk.games.g1848.rules.privates import LayTasmania, TakePrivate
from stellwerk.mech18.course import Course
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.state import BANK, OUT, SEATS
from stellwerk.mech18.stock import BuyShare
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

from .table import (
    do,
    events,
    give,
    holding,
    home,
    marker,
    offered,
    par,
    phase,
    refused,
    start,
    stock,
    tile,
    train,
    turn,
)

ANN, BEN, CY, DEE = SEATS[:4]
INCOMES = {"P1": 5, "P2": 10, "P3": 15, "P4": 20, "P5": 25, "P6": 30}
RANGES = {"P1": 40, "P2": 80, "P3": 140, "P4": 220}


def green(rulings="book"):
    """Phase 3: Ann directs CAR (E4 built, its track leads into the desert E6), Ben directs VR."""
    s = phase(stock(rulings=rulings), "2", "3")
    s = home(start(start(s, "CAR", 0, 100), "VR", 1, 80), "CAR", "VR")
    return tile(s, "E4", "57", 1)  # straight track from E2 in the west to E6 in the east


def before_the_first_5(s, company="CAR"):
    """The company's train step, with the 5 as the next train of the bank."""
    smaller = {
        card: OUT if card[0] in "234" and card[1] == "-" else owner for card, owner in s.trains.items()
    }
    return turn(phase(s.replace(trains=smaller), "2", "3", "4"), company, step=5)


FIRST_5 = BuyTrain(0, "5-0", "5", 500)
GHAN = BuyTrain(0, "2E-0", "2E", 100, rebate="P4")
REBATED = LayTile(0, "E6", "9", 1, "P2")


def at_column_1(s, company):
    """Keeping its revenue brings the company into receivership."""
    s = s.replace(prices={**s.prices, company: PriceMarker(3, 1, s.arrivals)})
    return turn(s, company, step=4, revenue=100)


def operating_rounds(s, count=1):
    """So many operating rounds at once; nobody has anything to decide if no company is in operation."""
    return settle(s.replace(stack=(Course(2, 0, count),))).replace(news=())


# -- V-1 to V-3 ------------------------------------------------------------------------------


@pytest.mark.rule("1848-V-1")
@pytest.mark.parametrize(("private", "income"), INCOMES.items())
def test_every_private_pays_its_owner_in_every_operating_round(private, income):
    s = holding(stock(), CY, private)
    assert operating_rounds(s).cash[CY] == 630 + income
    assert operating_rounds(s, 2).cash[CY] == 630 + 2 * income
    assert operating_rounds(s).cash[BANK] == s.cash[BANK] - income


@pytest.mark.rule("1848-V-1")
def test_a_company_is_paid_before_it_acts():
    s = operating_rounds(holding(green(), "VR", "P3"))
    assert s.frame.company == "CAR"  # the first decision of the round
    assert s.cash["VR"] == 800 + 15
    assert s.cash[BEN] == 630


@pytest.mark.rule("1848-V-2")
def test_privates_neither_build_nor_run():
    """With all six sold and no company in operation an operating round asks nobody anything."""
    s = holding(stock(), CY, *INCOMES)
    after = operating_rounds(phase(s, "2", "3"), 3)
    assert type(after.frame).__name__ == "StockRound"
    assert not after.board.laid
    assert after.trains == s.trains
    assert after.cash[CY] == 630 + 3 * sum(INCOMES.values())


@pytest.mark.rule("1848-V-2")
def test_an_owner_who_directs_nothing_can_do_nothing_with_his_privates():
    s = turn(holding(green(), CY, *INCOMES), "CAR")
    assert legal(s, 2) == []
    refused(s, LayTasmania(2, "I8", 1), "VIII-3")
    assert not offered(s, 0, lambda a: isinstance(a, LayTasmania | TakePrivate))


@pytest.mark.rule("1848-V-2", "1848-V-P3-3")
def test_tasmania_is_the_exception():
    """Cy, who directs nothing, lays a tile as the owner of P3 – of P3, not of the "P4" in print."""
    s = do(before_the_first_5(holding(green(), CY, "P3")), FIRST_5)
    assert to_act(s) == (2,)
    s = do(before_the_first_5(holding(green(), CY, "P4")), FIRST_5)
    assert to_act(s) == (0,)


@pytest.mark.rule("1848-V-3", "1848-XIII-Lim-1")
def test_privates_do_not_count_towards_the_share_limit():
    """Ann has 16 of 17 papers and six privates: she may buy one more share, and no further one."""
    s = holding(stock(), ANN, *INCOMES)
    for company in ("VR", "NSW", "SAR"):
        s = give(par(s, company, 80), 0, company, 6)  # the director's paper and 4 more: 5 papers
    s = give(s, 0, "BOE", 1, "pool")
    assert s.paper_count(ANN) == 16
    s = do(s, BuyShare(0, "BOE", "pool"), Pass(1), Pass(2), Pass(3))
    refused(s, BuyShare(0, "BOE", "pool"), "XIII-Lim-1")


# -- V-4: companies buy privates -------------------------------------------------------------


@pytest.mark.rule("1848-V-4")
def test_a_company_buys_a_private_from_its_director():
    s = turn(holding(green(), ANN, "P3"), "CAR")
    after = do(s, TakePrivate(0, "P3", 77))  # any whole number of the range
    assert (after.cash["CAR"], after.cash[ANN]) == (1000 - 77, 630 + 77)
    assert after.privates["P3"] == after.rights["P3"] == "CAR"
    assert after.frame == s.frame  # it uses up nothing of the turn


@pytest.mark.rule("1848-V-4")
@pytest.mark.parametrize(("private", "most"), RANGES.items())
def test_the_price_lies_in_the_printed_range(private, most):
    s = turn(holding(green(), ANN, private), "CAR")
    for price in (1, most):
        assert TakePrivate(0, private, price) in legal(s, 0)
        assert do(s, TakePrivate(0, private, price)).privates[private] == "CAR"
    for price in (0, -1, most + 1):
        no = refused(s, TakePrivate(0, private, price), "V-4")
        assert no.figures == {"private": private, "low": 1, "high": most, "price": price}


@pytest.mark.rule("1848-V-4")
@pytest.mark.parametrize("private", ["P5", "P6"])
def test_p5_and_p6_are_never_bought(private):
    s = turn(holding(green(), ANN, private), "CAR")
    assert refused(s, TakePrivate(0, private, 1), "V-4").figures == {"private": private}
    assert not offered(s, 0, lambda a: isinstance(a, TakePrivate))


@pytest.mark.rule("1848-V-4", "1848-V-5")
def test_not_before_the_first_3():
    s = turn(phase(holding(green(), ANN, "P1", "P2", "P3"), "2"), "CAR")
    refused(s, TakePrivate(0, "P1", 1), "V-4")
    refused(s, LayTasmania(0, "I8", 1), "V-P3-1")
    refused(s, LayTile(0, "E6", "9", 1, "P2"), "V-P2-1")
    assert not offered(s, 0, lambda a: isinstance(a, TakePrivate | LayTasmania) or getattr(a, "rebate", ""))


@pytest.mark.rule("1848-V-4")
@pytest.mark.parametrize("step", [1, 2, 3, 4, 5])
def test_at_any_moment_of_its_turn(step):
    s = train(marker(tile(holding(green(), ANN, "P1"), "E2", "57", 1), "CAR", "E2.0"), "CAR", "3-0")
    s = turn(s, "CAR", step=step, revenue=40 if step == 4 else 0)
    assert s.frame.step == step
    assert do(s, TakePrivate(0, "P1", 40)).privates["P1"] == "CAR"


@pytest.mark.rule("1848-V-4")
def test_only_in_its_own_turn():
    """Ben directs VR and owns P1, but CAR is on turn; and nobody buys privates in a stock round."""
    s = holding(green(), BEN, "P1")
    refused(turn(s, "CAR"), TakePrivate(1, "P1", 1), "VIII-3")
    refused(holding(stock(), ANN, "P1"), TakePrivate(0, "P1", 1), "XIII-1")


@pytest.mark.rule("1848-V-4")
def test_the_treasury_pays():
    s = holding(green(), ANN, "P1")
    s = turn(s.pay("CAR", BANK, 971), "CAR")
    no = refused(s, TakePrivate(0, "P1", 30), "V-4")
    assert no.figures == {"company": "CAR", "cash": 29, "private": "P1", "price": 30}
    assert offered(s, 0, lambda a: isinstance(a, TakePrivate)) == [TakePrivate(0, "P1", p) for p in (1, 29)]


# -- V-5, V-6 --------------------------------------------------------------------------------


@pytest.mark.rule("1848-V-5")
@pytest.mark.parametrize(
    ("owner", "may"),
    [(ANN, True), ("CAR", True), (BEN, False), ("VR", False), ("FT", False)],
)
def test_whose_powers_a_company_may_use(owner, may):
    """Its director's or its own; not another player's or company's, not even if Ann directs that one too."""
    s = start(green(), "FT", 0, 70)
    s = turn(holding(s, owner, "P2", "P3"), "CAR")
    assert (LayTile(0, "E6", "9", 1, "P2") in legal(s, 0)) is may
    assert (LayTasmania(0, "I8", 1) in legal(s, 0)) is may
    if not may:
        no = refused(s, LayTile(0, "E6", "9", 1, "P2"), "V-P2-1")
        assert no.figures == {"company": "CAR", "rebate": "P2", "hex": "E6"}
        assert refused(s, LayTasmania(0, "I8", 1), "V-P3-1").figures == {"company": "CAR"}


@pytest.mark.rule("1848-V-6")
@pytest.mark.parametrize("owner", [BEN, "VR", "FT"])
def test_a_company_buys_from_nobody_but_its_director(owner):
    """Not from Ben, nor from VR, nor from FT, which Ann directs as well."""
    s = turn(holding(start(green(), "FT", 0, 70), owner, "P1"), "CAR")
    assert refused(s, TakePrivate(0, "P1", 1), "V-6").figures == {"company": "CAR", "private": "P1"}
    assert not offered(s, 0, lambda a: isinstance(a, TakePrivate))


@pytest.mark.rule("1848-V-6")
def test_a_company_keeps_what_it_has_bought():
    """No second sale, and the new director does not get it."""
    s = holding(green(), "CAR", "P1")
    refused(turn(s, "CAR"), TakePrivate(0, "P1", 1), "V-6")
    refused(turn(s, "VR"), TakePrivate(1, "P1", 1), "V-6")


@pytest.mark.rule("1848-V-6", "1848-V-P2-3")
@pytest.mark.parametrize("rulings", ["book", "18xx.games"])
def test_the_bank_of_england_owns_no_privates(rulings):
    """CAR goes into receivership with P1 and P2: both close, and the rebate is lost."""
    s = at_column_1(holding(green(rulings), "CAR", "P1", "P2"), "CAR")
    after = do(holding(s, BEN, "P4"), Dividend(0, False))
    assert after.takeovers == ("CAR",)
    assert (after.privates["P1"], after.privates["P2"]) == ("closed", "closed")
    assert after.rights == {"P2": "", "P3": "", "P4": BEN}
    assert after.privates["P4"] == BEN
    assert not after.privates_of("BOE")


@pytest.mark.rule("1848-V-P2-3")
def test_rebates_left_with_a_company_are_lost_in_receivership():
    """Both privates have closed long since; a right of the director's own is not touched."""
    s = green().replace(incomes_over=True, rights={"P2": "CAR", "P3": "", "P4": ANN})
    after = do(at_column_1(s, "CAR"), Dividend(0, False))
    assert after.rights == {"P2": "", "P3": "", "P4": ANN}


# -- V-7 -------------------------------------------------------------------------------------


@pytest.mark.rule("1848-V-7")
def test_the_first_5_closes_all_privates():
    s = holding(holding(green(), CY, "P1", "P2", "P5"), "VR", "P4")
    s = before_the_first_5(holding(s, ANN, "P6"))
    s = s.replace(rights={**s.rights, "P3": ""})  # Tasmania has been laid
    assert events(s, FIRST_5).count("PrivateClosed") == 5
    after = do(s, FIRST_5)
    assert set(after.privates.values()) == {"closed"}
    assert after.rights == {"P2": CY, "P3": "", "P4": "VR"}  # the rebates live on where they were
    assert operating_rounds(after, 1).cash[CY] == 630


@pytest.mark.rule("1848-V-7")
def test_closed_privates_are_not_bought():
    s = turn(green().replace(incomes_over=True), "CAR")
    refused(s, TakePrivate(0, "P1", 1), "V-7")


@pytest.mark.rule("1848-V-7")
@pytest.mark.parametrize("card", ["3-0", "4-0"])
def test_smaller_trains_close_nothing(card):
    s = holding(phase(green(), "2"), CY, *INCOMES)
    kind = s.train_type(card)
    gone = {c: OUT for c in s.trains if s.train_type(c) in ("2", "3") and s.train_type(c) < kind}
    s = turn(s.replace(trains={**s.trains, **gone}), "VR", step=5)
    after = do(s, BuyTrain(1, card, kind, {"3": 200, "4": 300}[kind]))
    assert set(after.privates_of(CY)) == set(INCOMES)


@pytest.mark.rule("1848-V-7", "1848-S12")
def test_18xx_games_keeps_unused_powers_without_income():
    """P1 and P5 close, also the used P2; the unused P4 stays, and P6 while CAR has no train."""
    s = holding(green("18xx.games"), CY, "P1", "P2", "P4", "P5", "P6")
    s = before_the_first_5(s.replace(rights={**s.rights, "P2": ""}), "VR")
    after = do(s, BuyTrain(1, "5-0", "5", 500))
    assert after.privates_of(CY) == ["P4", "P6"]
    assert operating_rounds(after).cash[CY] == 630
    after = do(turn(holding(after, ANN, "P4"), "CAR", step=5), GHAN)
    assert (after.privates["P4"], after.privates["P6"]) == ("closed", "closed")
