"""IV: the sale of the six privates."""

import pytest

from stellwerk.engine import Pass, legal, to_act
from stellwerk.games.g1848.rules.opening import BuyPrivate, CutPrice, PrivateSale
from stellwerk.mech18.state import BANK, OFFER, SEATS
from stellwerk.mech18.stock import BuyShare, StartCompany, StockRound

from .table import do, events, holding, offered, opening, refused

ANN, BEN, CY, DEE = SEATS[:4]
MINIMUM = {"P1": 0, "P2": 40, "P3": 80, "P4": 140, "P5": 140, "P6": 200}


def at_minimum(s):
    return s.replace(sale=MINIMUM)


def one_each(s):
    """P1 Ann, P2 Ben, P3 Cy, P4 Dee; P5 and P6 unsold at their base prices."""
    for seat, private in enumerate(("P1", "P2", "P3", "P4")):
        s = holding(s, SEATS[seat], private)
    return s


# -- IV-1 ------------------------------------------------------------------------------------


@pytest.mark.rule("1848-IV-1")
def test_the_privates_start_at_their_base_prices():
    s = opening()
    assert s.sale == {"P1": 30, "P2": 70, "P3": 110, "P4": 170, "P5": 170, "P6": 230}
    assert set(s.privates.values()) == {OFFER}


@pytest.mark.rule("1848-IV-1")
def test_the_first_seat_begins_and_the_turn_goes_left():
    s = opening()
    assert to_act(s) == (0,)
    no = refused(s, BuyPrivate(1, "P1"), "IV-1")
    assert no.figures == {"seat": 1, "whose": "0"}
    s = do(s, BuyPrivate(0, "P1"))
    assert to_act(s) == (1,)
    s = do(s, CutPrice(1, "P2"), CutPrice(2, "P2"), CutPrice(3, "P2"))
    assert to_act(s) == (0,)


@pytest.mark.rule("1848-IV-1")
def test_only_privates_are_offered_first():
    assert set(legal(opening(), 0)) == {
        kind(0, private) for kind in (BuyPrivate, CutPrice) for private in MINIMUM
    }


@pytest.mark.rule("1848-IV-1")
def test_a_private_costs_its_base_price_less_the_cuts():
    s = do(opening(), CutPrice(0, "P3"), CutPrice(1, "P3"), BuyPrivate(2, "P3"))
    assert s.cash[CY] == 630 - 100  # 110 − 2 × 5
    assert s.cash[BANK] == 7480 + 100
    assert s.privates["P3"] == CY


@pytest.mark.rule("1848-IV-1")
def test_a_cut_takes_five_off_one_private_and_costs_nothing():
    s = opening()
    after = do(s, CutPrice(0, "P4"))
    assert after.sale == {**s.sale, "P4": 165}
    assert after.cash == s.cash


@pytest.mark.rule("1848-IV-1")
@pytest.mark.parametrize("action", [BuyPrivate, CutPrice])
def test_what_is_sold_is_neither_bought_nor_cut(action):
    s = do(opening(), BuyPrivate(0, "P2"))
    assert refused(s, action(1, "P2"), "IV-1").figures == {"private": "P2"}
    assert not offered(s, 1, lambda a: a.private == "P2")
    refused(s, action(1, "P7"), "IV-1")  # there is no seventh


@pytest.mark.rule("1848-IV-1")
def test_a_private_must_be_paid_in_cash():
    s = opening().pay(ANN, BANK, 630 - 229)
    no = refused(s, BuyPrivate(0, "P6"), "IV-1")
    assert no.figures == {"player": "Ann", "cash": 229, "private": "P6", "price": 230}
    assert BuyPrivate(0, "P6") not in legal(s, 0)
    assert BuyPrivate(0, "P6") in legal(s.pay(BANK, ANN, 1), 0)


# -- IV-8 ------------------------------------------------------------------------------------


@pytest.mark.rule("1848-IV-8")
def test_the_first_player_cuts_p6_to_225():
    assert do(opening(), CutPrice(0, "P6")).sale["P6"] == 225


@pytest.mark.rule("1848-IV-8")
@pytest.mark.parametrize(("private", "minimum"), MINIMUM.items())
def test_no_cut_below_the_minimum(private, minimum):
    s = opening()
    s = s.replace(sale={**s.sale, private: minimum + 5})
    last = do(s, CutPrice(0, private))
    assert last.sale[private] == minimum
    no = refused(last, CutPrice(1, private), "IV-8")
    assert no.figures == {"private": private, "minimum": minimum}
    assert CutPrice(1, private) not in legal(last, 1)


@pytest.mark.rule("1848-IV-8")
def test_without_a_private_nobody_passes_while_a_price_can_fall():
    s = at_minimum(opening())
    s = s.replace(sale={**s.sale, "P5": 145, "P6": 205})
    no = refused(s, Pass(0), "IV-8")
    assert no.figures == {"player": "Ann", "privates": "P5, P6"}
    assert Pass(0) not in legal(s, 0)


@pytest.mark.rule("1848-IV-8")
def test_what_others_own_does_not_let_a_player_pass():
    """Ben owns P1, but Ann does not; P6 can still be cut."""
    s = holding(at_minimum(opening()), BEN, "P1")
    refused(s.replace(sale={**s.sale, "P6": 205}), Pass(0), "IV-8")


@pytest.mark.rule("1848-IV-8", "1848-IV-3")
def test_a_sold_private_above_its_minimum_forces_nobody():
    """P6 was sold for 230: only unsold ones count, and those stand at their minimum."""
    s = holding(at_minimum(opening()), BEN, "P6")
    assert Pass(0) in legal(s.replace(sale={**s.sale, "P6": 230}), 0)


# -- IV-2, IV-3, IV-4 ------------------------------------------------------------------------


@pytest.mark.rule("1848-IV-2")
@pytest.mark.parametrize("rulings", ["book", "18xx.games"])
def test_all_at_minimum_and_none_sold_must_buy(rulings):
    s = at_minimum(opening(rulings=rulings))
    assert refused(s, Pass(0), "IV-2").figures == {"player": "Ann"}
    assert set(legal(s, 0)) == {BuyPrivate(0, private) for private in MINIMUM}
    after = do(s, BuyPrivate(0, "P1"))  # P1 costs nothing by now
    assert after.cash[ANN] == 630
    assert after.privates["P1"] == ANN


@pytest.mark.rule("1848-IV-3")
def test_all_at_minimum_and_one_sold_buy_or_pass():
    """By whomever it was bought: Ann owns none and may pass."""
    s = holding(at_minimum(opening()), BEN, "P1")
    assert set(legal(s, 0)) == {Pass(0), *(BuyPrivate(0, p) for p in MINIMUM if p != "P1")}
    assert to_act(do(s, Pass(0))) == (1,)


@pytest.mark.rule("1848-IV-3", "1848-S4")
def test_18xx_games_lets_nobody_pass_without_a_private():
    s = holding(at_minimum(opening(rulings="18xx.games")), BEN, "P1")
    assert refused(s, Pass(0), "IV-3").figures == {"player": "Ann"}
    assert Pass(0) not in legal(s, 0)


@pytest.mark.rule("1848-IV-4")
@pytest.mark.parametrize("rulings", ["book", "18xx.games"])
@pytest.mark.parametrize("cuts", [False, True])
def test_an_owner_of_a_private_may_always_pass(rulings, cuts):
    s = holding(opening(rulings=rulings), ANN, "P1")
    s = s if cuts else at_minimum(s)
    assert Pass(0) in legal(s, 0)
    after = do(s, Pass(0))
    assert to_act(after) == (1,)
    assert (after.cash, after.sale, after.privates) == (s.cash, s.sale, s.privates)


# -- IV-5 ------------------------------------------------------------------------------------


@pytest.mark.rule("1848-IV-5")
def test_all_pass_and_the_sold_privates_pay_once():
    s = do(one_each(opening()), *(Pass(seat) for seat in range(4)))
    assert [s.cash[owner] - 630 for owner in s.players] == [5, 10, 15, 20]  # P1 to P4; P5 and P6 pay nobody
    assert isinstance(s.frame, PrivateSale)
    assert to_act(s) == (0,)
    assert set(legal(s, 0)) == {  # buying, cutting, passing
        Pass(0),
        *(kind(0, private) for kind in (BuyPrivate, CutPrice) for private in ("P5", "P6")),
    }


@pytest.mark.rule("1848-IV-5")
def test_three_passes_do_not_pay_and_the_fourth_does():
    s = do(one_each(opening()), Pass(0), Pass(1), Pass(2))
    assert s.cash[ANN] == 630
    assert events(s, Pass(3)).count("IncomePaid") == 4


@pytest.mark.rule("1848-IV-5")
@pytest.mark.parametrize("between", [CutPrice, BuyPrivate])
def test_only_passes_in_a_row_count(between):
    s = do(one_each(opening()), Pass(0), Pass(1), Pass(2), between(3, "P5"))
    assert "IncomePaid" not in events(s, Pass(0))  # four passes, but not in a row
    s = do(s, Pass(0), Pass(1), Pass(2))
    assert "IncomePaid" in events(s, Pass(3))


@pytest.mark.rule("1848-IV-5")
def test_the_sale_goes_on_after_the_last_who_passed():
    s = do(one_each(opening()), CutPrice(0, "P5"), Pass(1), Pass(2), Pass(3), Pass(0))
    assert s.cash[ANN] == 635
    assert to_act(s) == (1,)


@pytest.mark.rule("1848-IV-5")
def test_a_second_round_of_passes_pays_again():
    s = do(one_each(opening()), *(Pass(seat % 4) for seat in range(8)))
    assert [s.cash[owner] - 630 for owner in s.players] == [10, 20, 30, 40]


# -- IV-6, IV-7 ------------------------------------------------------------------------------


@pytest.mark.rule("1848-IV-6")
def test_left_of_the_buyer_of_the_last_private_begins():
    """Ann acts, Ben passes, Cy buys the last private: Dee begins the first stock round."""
    s = holding(one_each(opening()), ANN, "P1", "P5")
    s = do(s, CutPrice(0, "P6"), Pass(1), BuyPrivate(2, "P6"))
    assert s.frame == StockRound(1, 3)
    assert s.priority == 3
    assert to_act(s) == (3,)


@pytest.mark.rule("1848-IV-6")
def test_priority_after_a_whole_sale():
    """Six purchases in turn: Ann, Ben, Cy, Dee, Ann, Ben; left of Ben sits Cy."""
    s = do(opening(), *(BuyPrivate(n % 4, f"P{n + 1}") for n in range(6)))
    assert to_act(s) == (2,)


@pytest.mark.rule("1848-IV-7", "1848-IV-1")
@pytest.mark.parametrize(
    "action",
    [BuyShare(1, "BOE", "pool"), BuyShare(1, "CAR", "offer"), StartCompany(1, "VR", 80)],
)
def test_no_shares_while_a_private_is_unsold(action):
    """Five are sold, P6 among them, so that CAR has its price: still only P5 is for sale."""
    s = holding(holding(opening(), ANN, "P2", "P3", "P4"), BEN, "P1")
    s = do(s, BuyPrivate(0, "P6"))
    assert s.price("CAR") == 100
    assert refused(s, action, "IV-1").figures == {"action": type(action).__struct_config__.tag}
    assert legal(s, 1) == [BuyPrivate(1, "P5"), CutPrice(1, "P5"), Pass(1)]


@pytest.mark.rule("1848-IV-7")
def test_shares_come_on_sale_with_the_last_private():
    s = holding(opening(), ANN, "P1", "P2", "P3", "P4", "P5")
    assert isinstance(s.frame, PrivateSale)
    s = do(s, BuyPrivate(0, "P6"))
    assert isinstance(s.frame, StockRound)
    choices = legal(s, 1)
    assert BuyShare(1, "BOE", "pool") in choices
    assert BuyShare(1, "CAR", "offer") in choices
    assert {a.company for a in choices if isinstance(a, StartCompany)} == {
        *("QR", "VR", "NSW", "WA", "SAR", "FT", "COM")
    }


@pytest.mark.rule("1848-IV-5")
def test_after_an_income_all_must_pass_again_before_the_next():
    s = do(one_each(opening()), Pass(0), Pass(1), Pass(2), Pass(3))
    s = do(s, Pass(0), Pass(1))
    assert "IncomePaid" not in events(s, Pass(2))
    assert events(do(s, Pass(2)), Pass(3)).count("IncomePaid") == 4
