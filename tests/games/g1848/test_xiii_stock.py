"""XIII: the stock round."""

import pytest

from stellwerk.engine import Pass, legal, to_act
from stellwerk.finance.market import PriceMarker
from stellwerk.games.g1848.rules.takeover import CompensationSale
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.state import BANK, OFFER, POOL, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany, StockRound

from .table import do, events, forbidden, give, home, offered, par, refused, start, stock, to_pool, turn

ANN, BEN, CY, DEE = SEATS[:4]
ROUND = (Pass(0), Pass(1), Pass(2), Pass(3))


def at(s, company, row, column):
    """Put a price marker on a field."""
    return s.replace(
        prices={**s.prices, company: PriceMarker(row, column, s.arrivals)}, arrivals=s.arrivals + 1
    )


def vr(*shares, pool=0, seat=0, number=2, players=4, rulings="book"):
    """VR at 80, so many shares with Ann, Ben, Cy, Dee; Ann is director."""
    s = par(stock(players, number, seat, rulings), "VR", 80)
    for n, count in enumerate(shares):
        s = give(s, n, "VR", count) if count else s
    return to_pool(s, "VR", pool)


def sales(s, seat=0):
    return offered(s, seat, lambda a: isinstance(a, SellShares))


# -- XIII-1 to XIII-4: the turn and the round ------------------------------------------------


@pytest.mark.rule("1848-XIII-1")
def test_sell_any_number_then_buy_one_paper():
    """Two shares of VR and one of NSW at 80 are sold, then one share is bought; the turn is over."""
    s = give(par(vr(4, 0), "NSW", 80), 1, "NSW", 2)
    s = give(s, 0, "NSW", 1)
    s = do(s, SellShares(0, "VR", 2), SellShares(0, "NSW", 1))
    assert to_act(s) == (0,)  # still Ann's turn
    s = do(s, BuyShare(0, "BOE", POOL))
    assert s.cash[ANN] == 630 + 240 - 70
    assert to_act(s) == (1,)


@pytest.mark.rule("1848-XIII-1")
@pytest.mark.parametrize("action", [BuyShare(0, "BOE", POOL), StartCompany(0, "NSW", 70)])
def test_one_purchase_ends_the_turn(action):
    """No second paper, and no sale after the purchase: first sell, then buy."""
    s = do(vr(4), action)
    assert to_act(s) == (1,)
    assert legal(s, 0) == []
    for late in (BuyShare(0, "BOE", POOL), SellShares(0, "VR", 1)):
        assert refused(s, late, "XIII-1").figures == {"seat": 0, "whose": "1"}


@pytest.mark.rule("1848-XIII-1")
def test_selling_alone_is_a_turn():
    s = do(vr(4), SellShares(0, "VR", 1), Pass(0))
    assert to_act(s) == (1,)
    assert s.shares(ANN, "VR") == 3


@pytest.mark.rule("1848-XIII-1")
@pytest.mark.parametrize("count", [-1, 0, 4])
def test_nobody_sells_what_he_has_not(count):
    s = vr(4, 3, seat=1)
    no = refused(s, SellShares(1, "VR", count), "XIII-1")
    assert no.figures == {"player": "Ben", "owned": 3, "company": "VR", "shares": count}
    assert sales(s, 1) == [SellShares(1, "VR", n) for n in (1, 2, 3)]
    refused(s, SellShares(1, "XYZ", 1), "XIII-1")


@pytest.mark.rule("1848-XIII-2")
def test_shares_come_from_the_bank_only():
    s = vr(3, 3)
    assert refused(s, BuyShare(0, "VR", BEN), "XIII-2").figures == {"source": BEN}
    refused(s, BuyShare(0, "XYZ", OFFER), "XIII-2")
    refused(s, StartCompany(0, "XYZ", 70), "XIII-2")
    assert {a.source for a in legal(s, 0) if isinstance(a, BuyShare)} == {OFFER, POOL}


@pytest.mark.rule("1848-XIII-2")
def test_what_the_bank_has_not_cannot_be_bought():
    s = vr(4, 3)
    assert refused(s, BuyShare(0, "VR", POOL), "XIII-2").figures == {"company": "VR", "source": POOL}
    assert BuyShare(0, "VR", POOL) not in legal(s, 0)
    s = to_pool(s, "VR", 3)  # the last new ones
    refused(s, BuyShare(0, "VR", OFFER), "XIII-2")
    assert BuyShare(0, "VR", POOL) in legal(s, 0)


@pytest.mark.rule("1848-XIII-2")
def test_only_player_and_bank_take_part_in_a_trade():
    s = vr(3, 1)
    for action in (SellShares(0, "VR", 1), BuyShare(0, "VR", OFFER)):
        after = do(s, action)
        assert after.cash[ANN] + after.cash[BANK] == s.cash[ANN] + s.cash[BANK]
        assert all(after.cash[owner] == s.cash[owner] for owner in (BEN, CY, DEE, "VR"))
        assert after.shares(BEN, "VR") == 1


@pytest.mark.rule("1848-XIII-3")
@pytest.mark.parametrize(
    "act", [(BuyShare(0, "BOE", POOL),), (StartCompany(0, "NSW", 70),), (SellShares(0, "VR", 1), Pass(0))]
)
def test_who_acts_gets_a_further_turn(act):
    """Three have passed when Ann acts: the round goes on until all four pass in a row."""
    s = do(vr(4, seat=1), Pass(1), Pass(2), Pass(3), *act, Pass(1), Pass(2), Pass(3))
    assert s.frame.number == 2
    assert to_act(s) == (0,)
    assert len(legal(s, 0)) > 1
    assert do(s, Pass(0)).frame == StockRound(3, 1)


@pytest.mark.rule("1848-XIII-3")
def test_the_round_ends_when_all_pass_in_a_row():
    s = do(stock(), Pass(0), Pass(1), Pass(2))
    assert s.frame.number == 2
    s = do(s, Pass(3))
    assert s.frame.number == 3  # nobody operates, so the next stock round follows


@pytest.mark.rule("1848-XIII-4")
def test_who_has_passed_may_act_later():
    s = do(vr(4), Pass(0), BuyShare(1, "BOE", POOL), Pass(2), Pass(3))
    assert s.frame.number == 2
    assert BuyShare(0, "VR", OFFER) in legal(s, 0)
    assert do(s, SellShares(0, "VR", 1), BuyShare(0, "BOE", POOL)).shares(ANN, "BOE") == 1


# -- XIII-Lim --------------------------------------------------------------------------------

LIMITS = {
    3: (20, 18, 16, 14, 12, 10, 10),
    4: (17, 15, 13, 11, 10, 9, 9),
    5: (14, 13, 12, 10, 9, 8, 8),
    6: (12, 11, 10, 9, 8, 7, 7),
}
GONE = ("QR", "NSW", "WA", "CAR", "FT", "COM")


def with_papers(s, count):
    """Ann gets so many papers: up to nine of VR and of SAR, the director's first, then of the BoE."""
    for company in ("VR", "SAR"):
        some = min(count, 9)
        s = give(par(s, company, 80), 0, company, some + 1) if some else s
        count -= some
    return give(s, 0, "BOE", count, POOL) if count else s


@pytest.mark.rule("1848-XIII-Lim-1")
@pytest.mark.parametrize("players", LIMITS)
@pytest.mark.parametrize("lost", range(7))
def test_the_share_limit(players, lost):
    """By players and companies taken over; the sixth takeover changes nothing any more."""
    limit = LIMITS[players][lost]
    s = stock(players).replace(takeovers=GONE[:lost])
    full = with_papers(s, limit)
    assert full.paper_count(ANN) == limit  # a director's paper is one, and so is one of the Bank of England
    no = refused(full, BuyShare(0, "BOE", POOL), "XIII-Lim-1")
    assert no.figures == {"player": "Ann", "held": limit, "limit": limit}
    assert not offered(full, 0, lambda a: isinstance(a, BuyShare | StartCompany))
    assert BuyShare(0, "BOE", POOL) in legal(with_papers(s, limit - 1), 0)
    assert Pass(0) in legal(full, 0)


@pytest.mark.rule("1848-XIII-Lim-1")
def test_no_director_share_above_the_limit():
    refused(with_papers(stock(), 17), StartCompany(0, "NSW", 70), "XIII-Lim-1")
    s = with_papers(stock(), 16)
    after = do(s, StartCompany(0, "NSW", 70))  # 20%, but one paper
    assert after.paper_count(ANN) == 17


@pytest.mark.rule("1848-XIII-Lim-1", "1848-VI-Rec-5")
@pytest.mark.parametrize(("players", "own", "limit"), [(4, 1, 13 - 2), (3, 2, 16 - 4), (5, 1, 12 - 1)])
def test_a_former_director_has_less(players, own, limit):
    """Two companies are gone, so many of them Ann's own."""
    s = stock(players).replace(takeovers=("QR", "NSW"))
    s = s.replace(lost={**s.lost, ANN: own})
    refused(with_papers(s, limit), BuyShare(0, "BOE", POOL), "XIII-Lim-1")
    assert BuyShare(0, "BOE", POOL) in legal(with_papers(s, limit - 1), 0)


@pytest.mark.rule("1848-XIII-Lim-2")
def test_above_a_fallen_limit_one_must_sell():
    """17 papers when the first company goes: the limit is 15, so Ann sells two, not one."""
    s = with_papers(stock(), 17).replace(takeovers=("QR",))
    no = refused(s, Pass(0), "XIII-Lim-2")
    assert no.figures == {"player": "Ann", "held": 17, "limit": 15}
    refused(s, BuyShare(0, "BOE", POOL), "XIII-Lim-1")
    assert {type(a) for a in legal(s, 0)} == {SellShares}
    one = do(s, SellShares(0, "VR", 1))
    assert refused(one, Pass(0), "XIII-Lim-2").figures["held"] == 16
    two = do(s, SellShares(0, "VR", 2))
    assert to_act(do(two, Pass(0))) == (1,)


@pytest.mark.rule("1848-XIII-Lim-2")
def test_the_swap_for_a_lost_director_share_can_lead_above_the_limit():
    """Ann has 17 papers, NSW's director share among them; she loses it to Ben for two shares: 18."""
    s = give(par(with_papers(stock(seat=1), 15), "NSW", 80), 0, "NSW", 3)
    s = give(s, 1, "NSW", 3)
    assert s.paper_count(ANN) == 17
    s = do(s, BuyShare(1, "NSW", OFFER), Pass(2), Pass(3))
    assert s.paper_count(ANN) == 18
    assert refused(s, Pass(0), "XIII-Lim-2").figures == {"player": "Ann", "held": 18, "limit": 17}
    assert to_act(do(s, SellShares(0, "NSW", 1), Pass(0))) == (1,)


@pytest.mark.rule("1848-XIII-Lim-2")
def test_who_can_sell_nothing_may_stay_above_the_limit():
    """Both pools are full and Ann holds nothing else: nothing is left to sell."""
    s = stock().replace(takeovers=GONE[:5])
    s = to_pool(give(par(s, "VR", 80), 1, "VR", 2), "VR", 5)
    s = to_pool(give(par(s, "SAR", 80), 1, "SAR", 2), "SAR", 5)
    s = give(give(s, 0, "VR", 1), 0, "SAR", 1).replace(lost={**s.lost, ANN: 4})  # 9 − 8 = 1
    assert s.paper_count(ANN) == 2
    assert legal(s, 0) == [Pass(0)]


@pytest.mark.rule("1848-XIII-Lim-2")
def test_selling_down_in_small_portions_is_no_way_around_the_limit():
    """Ann is 4 papers over and sells one share at a time: her turn may not end above the limit."""
    s = stock().replace(takeovers=GONE[:2])  # the limit is 13
    s = with_papers(s, 17)
    while (single := [a for a in sales(s) if a.shares == 1]) and s.paper_count(ANN) > 13:
        s = do(s, single[0])
    assert legal(s, 0)
    if Pass(0) in legal(s, 0):
        assert s.paper_count(ANN) <= 13


@pytest.mark.rule("1848-XIII-Lim-3")
@pytest.mark.parametrize(("players", "most"), [(3, 7), (4, 6), (5, 6), (6, 6)])
@pytest.mark.parametrize("source", [OFFER, POOL])
def test_who_holds_60_percent_buys_no_more(players, most, source):
    """With three players 70%."""
    s = vr(most, pool=1, players=players)
    no = refused(s, BuyShare(0, "VR", source), "XIII-Lim-3")
    assert no.figures == {"player": "Ann", "owned": most, "company": "VR", "limit": most}
    assert not offered(s, 0, lambda a: isinstance(a, BuyShare) and a.company == "VR")
    assert BuyShare(0, "VR", source) in legal(vr(most - 1, pool=1, players=players), 0)


@pytest.mark.rule("1848-XIII-Lim-3")
@pytest.mark.parametrize("rulings", ["book", "18xx.games"])
def test_the_60_percent_hold_for_the_bank_of_england_too(rulings):
    s = give(stock(rulings=rulings), 0, "BOE", 6, POOL)
    assert refused(s, BuyShare(0, "BOE", POOL), "XIII-Lim-3").figures["owned"] == 6
    assert BuyShare(0, "BOE", POOL) not in legal(s, 0)
    s = give(stock(rulings=rulings), 0, "BOE", 5, POOL)
    assert do(s, BuyShare(0, "BOE", POOL)).shares(ANN, "BOE") == 6


@pytest.mark.rule("1848-XIII-Lim-3")
def test_the_60_percent_hold_for_a_director_share():
    """It cannot come about in play, where only P5's share comes before the director's."""
    s = stock()
    for _ in range(6):
        s = give(s, 0, "QR", 1)
    refused(s, StartCompany(0, "QR", 70), "XIII-Lim-3")


# -- XIII-Buy --------------------------------------------------------------------------------


@pytest.mark.rule("1848-XIII-Buy-1")
@pytest.mark.parametrize(
    ("action", "price"),
    # Par 80 for a new share, 90 on the market for one of the pool, 2 × 70 for a director's share, 70 the BoE.
    [
        (BuyShare(0, "VR", OFFER), 80),
        (BuyShare(0, "VR", POOL), 90),
        (StartCompany(0, "NSW", 70), 140),
        (BuyShare(0, "BOE", POOL), 70),
    ],
)
def test_one_buys_with_the_cash_one_has(action, price):
    s = at(vr(0, 3, pool=1), "VR", 2, 5)
    poor = s.pay(ANN, BANK, 630 - price + 1)
    assert refused(poor, action, "XIII-Buy-1").figures == {"player": "Ann", "cash": price - 1, "price": price}
    assert action not in legal(poor, 0)
    exact = s.pay(ANN, BANK, 630 - price)
    assert action in legal(exact, 0)
    after = do(exact, action)
    assert after.cash[ANN] == 0
    assert after.cash[BANK] == exact.cash[BANK] + price


@pytest.mark.rule("1848-XIII-Buy-1")
def test_no_buying_back_in_the_same_round():
    """Neither at once nor in a later turn of the round, neither old shares nor new ones."""
    now = do(vr(4), SellShares(0, "VR", 1))
    later = do(now, Pass(0), Pass(1), Pass(2), Pass(3))
    for s in (now, later):
        choices = offered(s, 0, lambda a: isinstance(a, BuyShare))
        assert choices == [BuyShare(0, "BOE", POOL)]


@pytest.mark.rule("1848-XIII-Buy-1")
@pytest.mark.parametrize("source", [OFFER, POOL])
def test_buying_back_is_refused_by_the_paragraph_for_railways(source):
    """XIII-Buy-3 is only about the Bank of England."""
    s = do(vr(4), SellShares(0, "VR", 1))
    no = refused(s, BuyShare(0, "VR", source), "XIII-Buy-1")
    assert no.figures == {"player": "Ann", "company": "VR"}


@pytest.mark.rule("1848-XIII-Buy-1")
def test_others_and_the_next_round_may():
    s = do(vr(4), SellShares(0, "VR", 1), Pass(0))
    assert BuyShare(1, "VR", POOL) in legal(s, 1)
    s = do(s, Pass(1), Pass(2), Pass(3), Pass(0))
    assert s.frame == StockRound(3, 1)
    assert BuyShare(0, "VR", POOL) in legal(do(s, Pass(1), Pass(2), Pass(3)), 0)


@pytest.mark.rule("1848-XIII-Buy-2")
def test_the_bank_of_england_sells_single_shares_for_the_ordinary_bank():
    s = do(stock(), BuyShare(0, "BOE", POOL))
    assert (s.shares(ANN, "BOE"), s.paper_count(ANN)) == (1, 1)
    assert s.cash[ANN] == 630 - 70
    assert s.cash[BANK] == 7480 + 70
    assert s.cash["BOE"] == 2000  # its own money is for loans
    refused(s, StartCompany(1, "BOE", 70), "VI-Allg-2")  # there is no director's paper
    assert [paper.shares for paper in s.book.papers_of["BOE"]] == [1] * 10


@pytest.mark.rule("1848-XIII-Buy-2")
def test_its_price_goes_by_the_loans_granted():
    s = stock().replace(granted_loans=16).move_price("BOE", (6, 16))
    assert do(s, BuyShare(0, "BOE", POOL)).cash[ANN] == 630 - 260


@pytest.mark.rule("1848-XIII-Buy-3")
def test_book_lets_one_buy_the_bank_of_england_back():
    s = do(give(stock(), 0, "BOE", 2, POOL), SellShares(0, "BOE", 2))
    assert BuyShare(0, "BOE", POOL) in legal(s, 0)
    assert do(s, BuyShare(0, "BOE", POOL)).shares(ANN, "BOE") == 1


@pytest.mark.rule("1848-XIII-Buy-3")
def test_18xx_games_does_not():
    s = do(give(stock(rulings="18xx.games"), 0, "BOE", 2, POOL), SellShares(0, "BOE", 2))
    assert refused(s, BuyShare(0, "BOE", POOL), "XIII-Buy-3").figures == {"player": "Ann", "company": "BOE"}
    assert BuyShare(0, "BOE", POOL) not in legal(s, 0)
    assert BuyShare(1, "BOE", POOL) in legal(do(s, Pass(0)), 1)


# -- XIII-Sell -------------------------------------------------------------------------------


@pytest.mark.rule("1848-XIII-Sell-1")
def test_a_sale_is_paid_at_the_price_before_it_falls():
    """Three shares at 80 bring 240; then VR stands at 70, one row lower."""
    s = do(vr(5), SellShares(0, "VR", 3))
    assert s.cash[ANN] == 630 + 240
    assert s.cash[BANK] == 7480 - 240
    assert s.price("VR") == 70
    assert s.shares(POOL, "VR") == 3


@pytest.mark.rule("1848-XIII-Sell-1")
def test_the_pool_holds_no_more_than_half():
    s = vr(2, 4, pool=3, seat=1)
    assert sales(s, 1) == [SellShares(1, "VR", n) for n in (1, 2)]
    no = refused(s, SellShares(1, "VR", 3), "VI-Allg-5")
    assert no.figures == {"there": 3, "company": "VR", "shares": 3, "limit": 5}
    assert do(s, SellShares(1, "VR", 2)).shares(POOL, "VR") == 5


@pytest.mark.rule("1848-XIII-Sell-2")
def test_the_bank_of_england_has_no_pool_limit():
    """Ann's six go back to the other four: all ten lie in the pool."""
    s = give(stock(), 0, "BOE", 6, POOL)
    s = do(s, SellShares(0, "BOE", 6))
    assert s.shares(POOL, "BOE") == 10
    assert s.cash[ANN] == 630 + 6 * 70


@pytest.mark.rule("1848-XIII-Sell-2")
@pytest.mark.parametrize("rulings", ["book", "18xx.games"])
def test_the_bank_of_england_can_be_sold_in_the_first_stock_round(rulings):
    s = give(vr(4, number=1, rulings=rulings), 0, "BOE", 2, POOL)
    assert sales(s) == [SellShares(0, "BOE", n) for n in (1, 2)]
    refused(s, SellShares(0, "VR", 1), "VI-Allg-4")
    assert do(s, SellShares(0, "BOE", 2)).cash[ANN] == 630 + 140


@pytest.mark.rule("1848-XIII-Sell-3")
@pytest.mark.parametrize(("ann", "sold"), [(2, 1), (2, 2), (3, 2), (4, 4)])
def test_the_director_share_never_reaches_the_pool(ann, sold):
    """It is swapped for two of Ben's shares first; then single shares are sold."""
    s = do(vr(ann, 3), SellShares(0, "VR", sold))
    assert s.papers["VR_0"] == BEN
    assert s.shares(POOL, "VR") == sold
    assert sum(1 for owner in s.papers.values() if owner == POOL) - 10 == sold  # beside ten of the BoE
    assert (s.shares(ANN, "VR"), s.shares(BEN, "VR")) == (ann - sold, 3)


def compensation(ann_sar, ben_sar):
    """CAR goes into receivership: Ann owes Ben 3 × 100 and has no cash. Both hold SAR (price 80)."""
    s = give(start(stock(), "CAR", 0, 100, shares=3, cash=0), 1, "CAR", 3)
    s = give(give(par(s, "SAR", 80), 0, "SAR", ann_sar), 1, "SAR", ben_sar)
    s = at(home(s, "CAR").pay(ANN, BANK, 630), "CAR", 1, 1)
    return do(turn(s, "CAR", step=4, revenue=50), Dividend(0, False))


@pytest.mark.rule("1848-XIII-Sell-4")
def test_no_directorship_changes_in_a_sale_for_compensation():
    """Treasury 50, so 250 are missing. Ann may sell down to Ben's 3 shares; less would make him director."""
    s = compensation(5, 3)
    assert isinstance(s.frame, CompensationSale)
    assert s.cash[ANN] == -250
    assert sales(s) == [SellShares(0, "SAR", n) for n in (1, 2)]
    no = refused(s, SellShares(0, "SAR", 3), "XIII-Sell-4")
    assert no.figures == {"shares": 3, "company": "SAR"}
    after = do(s, SellShares(0, "SAR", 2))
    assert after.director("SAR") == ANN
    assert after.cash[ANN] == -250 + 160


@pytest.mark.rule("1848-XIII-Sell-4")
def test_the_director_share_itself_is_not_sold_for_compensation():
    """Nobody else has SAR: Ann keeps the 20%. With equal shares on both sides she sells nothing at all."""
    assert sales(compensation(3, 0)) == [SellShares(0, "SAR", 1)]
    s = compensation(3, 3)
    assert not isinstance(s.frame, CompensationSale)
    assert s.cash[ANN] == -250


# -- XIII-Price ------------------------------------------------------------------------------


@pytest.mark.rule("1848-XIII-Price-1")
@pytest.mark.parametrize("count", [1, 3])
def test_one_row_down_however_many_are_sold(count):
    s = do(vr(5), SellShares(0, "VR", count))
    assert s.prices["VR"].cell == (4, 5)  # from the par field 80 in row 3


@pytest.mark.rule("1848-XIII-1", "1848-XIII-Price-1")
def test_a_company_may_be_sold_again_in_the_same_turn():
    """At 80, then at 70, then at 60: every sale moves the price, as often as there are shares."""
    s = do(vr(5), SellShares(0, "VR", 1))
    assert sales(s) == [SellShares(0, "VR", n) for n in (1, 2)]  # the director's share stays
    s = do(s, SellShares(0, "VR", 1))
    assert (s.cash[ANN], s.prices["VR"].cell) == (630 + 80 + 70, (5, 5))
    s = do(s, SellShares(0, "VR", 1))
    assert (s.cash[ANN], s.prices["VR"].cell) == (630 + 80 + 70 + 60, (5, 5))
    assert refused(s, SellShares(0, "VR", 1), "VII-2")
    assert refused(s, BuyShare(0, "VR", POOL), "XIII-Buy-1")
    assert to_act(do(s, Pass(0))) == (1,)


@pytest.mark.rule("1848-XIII-1", "1848-VI-Allg-5")
def test_single_sales_find_the_pool_full_too():
    s = vr(4, 4, pool=2)
    for _ in range(3):
        s = do(s, SellShares(0, "VR", 1))
    assert refused(s, SellShares(0, "VR", 1), "VI-Allg-5").figures["there"] == 5


@pytest.mark.rule("1848-S15")
def test_the_other_choice_is_one_sale_of_a_railway_in_a_turn():
    for rulings in ("18xx.games", "book,sales_of_one_company=one"):
        s = do(vr(5, rulings=rulings), SellShares(0, "VR", 1))
        forbidden(s, SellShares(0, "VR", 1), "S15", company="VR")
        assert sales(s) == []


@pytest.mark.rule("1848-XIII-Sell-2", "1848-S15")
@pytest.mark.parametrize("rulings", ["book", "18xx.games"])
def test_bank_of_england_shares_are_sold_as_often_as_one_likes(rulings):
    s = give(stock(rulings=rulings), 0, "BOE", 4, POOL)
    s = do(s, SellShares(0, "BOE", 1), SellShares(0, "BOE", 2), SellShares(0, "BOE", 1))
    assert (s.cash[ANN], s.price("BOE"), s.shares(POOL, "BOE")) == (630 + 4 * 70, 70, 10)


@pytest.mark.rule("1848-XIII-Price-1", "1848-XIII-Lim-2")
@pytest.mark.parametrize("rulings", ["book", "18xx.games"])
def test_one_rule_for_whoever_is_above_the_limit(rulings):
    """9 − 8 papers are allowed and Ann has 4: under either choice her second sale moves the price too."""
    s = vr(5, rulings=rulings).replace(takeovers=GONE[:5])
    s = s.replace(lost={**s.lost, ANN: 4})
    assert s.paper_count(ANN) == 4
    s = do(s, SellShares(0, "VR", 1), SellShares(0, "VR", 1))
    assert (s.cash[ANN], s.prices["VR"].cell) == (630 + 80 + 70, (5, 5))


@pytest.mark.rule("1848-XIII-Price-1")
def test_every_later_turn_and_every_other_player_moves_it_again():
    s = do(at(vr(4, 3), "VR", 1, 5), SellShares(0, "VR", 1), Pass(0))
    assert s.prices["VR"].cell == (2, 5)
    s = do(s, SellShares(1, "VR", 1), Pass(1))
    assert s.prices["VR"].cell == (3, 5)
    s = do(s, Pass(2), Pass(3), SellShares(0, "VR", 1))
    assert s.prices["VR"].cell == (4, 5)


@pytest.mark.rule("1848-XIII-Price-1")
@pytest.mark.parametrize(
    ("row", "column", "price"),
    [(4, 7, 100), (5, 5, 60), (5, 1, 20), (3, 10, 190), (2, 13, 300), (1, 16, 440)],
)
def test_at_the_bottom_of_a_column_it_stays(row, column, price):
    s = do(at(vr(5), "VR", row, column), SellShares(0, "VR", 2))
    assert s.cash[ANN] == 630 + 2 * price
    assert s.prices["VR"].cell == (row, column)
    assert s.price("VR") == price


@pytest.mark.rule("1848-XIII-Price-1")
def test_a_marker_that_stays_keeps_its_place_on_top():
    """VR came to (5, 5) before NSW. A sale that moves nothing does not put it below."""
    s = at(par(vr(5), "NSW", 70), "VR", 5, 5)
    s = do(at(s, "NSW", 5, 5), SellShares(0, "VR", 1))
    assert s.price_order() == ["BOE", "VR", "NSW"]


@pytest.mark.rule("1848-XIII-Price-1")
def test_sales_do_not_move_the_bank_of_england():
    s = give(stock(), 0, "BOE", 4, POOL)
    after = do(s, SellShares(0, "BOE", 3))
    assert after.prices["BOE"] == s.prices["BOE"]
    assert after.price("BOE") == 70
    assert not s.book.companies["BOE"].falls


@pytest.mark.rule("1848-XIII-Price-2")
def test_at_the_end_sold_out_companies_rise():
    """All ten shares with players: from 80 to 90, one field up – at the end of the round, not before."""
    s = do(vr(4, 3, 3), *ROUND[:3])
    assert s.prices["VR"].cell == (3, 5)
    s = do(s, Pass(3))
    assert s.prices["VR"].cell == (2, 5)
    assert s.price("VR") == 90


@pytest.mark.rule("1848-XIII-Price-2")
@pytest.mark.parametrize(("shares", "pool"), [((4, 3, 2), 0), ((4, 3, 2), 1)])
def test_a_share_with_the_bank_keeps_the_price_down(shares, pool):
    """One new share left, or one in the pool."""
    s = do(vr(*shares, pool=pool), *ROUND)
    assert s.prices["VR"].cell == (3, 5)


@pytest.mark.rule("1848-XIII-Price-2")
def test_at_the_top_it_stays():
    s = do(at(vr(4, 3, 3), "VR", 0, 6), *ROUND)
    assert s.prices["VR"].cell == (0, 6)


@pytest.mark.rule("1848-XIII-Price-2")
def test_the_bank_of_england_does_not_rise():
    s = give(give(stock(), 0, "BOE", 6, POOL), 1, "BOE", 4, POOL)
    after = do(s, *ROUND)
    assert after.prices["BOE"] == s.prices["BOE"]
    assert after.price("BOE") == 70


# -- XIII-Order ------------------------------------------------------------------------------


@pytest.mark.rule("1848-XIII-Order-1")
@pytest.mark.parametrize(
    "act", [(BuyShare(2, "BOE", POOL),), (StartCompany(2, "NSW", 70),), (SellShares(2, "VR", 1), Pass(2))]
)
def test_left_of_the_last_who_acted_begins(act):
    """Ann and Ben buy, Cy acts last, the others pass: Dee has the priority, then it goes clockwise."""
    s = do(vr(3, 0, 3), BuyShare(0, "BOE", POOL), BuyShare(1, "BOE", POOL), *act, Pass(3), Pass(0), Pass(1))
    s = do(s, Pass(2))
    assert s.priority == 3
    assert s.frame == StockRound(3, 3)
    assert to_act(do(s, Pass(3))) == (0,)


@pytest.mark.rule("1848-XIII-Order-1")
def test_if_nobody_acts_the_priority_stays():
    s = stock(seat=2).replace(priority=2)
    s = do(s, Pass(2), Pass(3), Pass(0))
    assert "PriorityGoes" in events(s, Pass(1))
    s = do(s, Pass(1))
    assert s.priority == 2
    assert s.frame == StockRound(3, 2)


@pytest.mark.rule("1848-S15", "1848-XIII-Lim-2")
def test_at_the_limit_18xx_games_takes_no_second_sale_of_a_railway():
    s = stock(rulings="18xx.games")
    for company in ("VR", "NSW", "SAR"):
        s = give(par(s, company, 80), 0, company, 6)  # 5 papers each
    s = give(give(par(s, "QR", 80), 1, "QR", 4), 0, "QR", 3)
    s = do(s, SellShares(0, "QR", 1))  # 18 papers: one too many; now just 17
    assert s.paper_count("seat0") == 17
    refused(s, SellShares(0, "QR", 1), "S15")
