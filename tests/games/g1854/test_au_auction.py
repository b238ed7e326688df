"""SU, AU: set-up and the opening auction."""

from random import Random

import pytest

from stellwerk.engine import Game, Pass, Setup
from stellwerk.games.g1854.rules.opening import (
    Auction,
    AuctionActivity,
    Bid,
    BuyItem,
    Contest,
    face_value,
    free_cash,
    unsold,
)
from stellwerk.games.g1854.rules.state import LocalTurn
from stellwerk.mech18.course import DrawSeats
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.state import BANK, OFFER, RESERVED
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain
from tests.views import view

from .table import MAJORS, NAMES, cash_of, do, forbidden, offered, opening, passes, refused, stock, told

# -- SU ---------------------------------------------------------------------------------------


@pytest.mark.rule("1854-SU-1")
def test_three_to_six_in_drawn_seats():
    for count in (2, 7):
        with pytest.raises(ValueError, match="3 to 6"):
            Game.new(Setup("1854", tuple(f"P{n}" for n in range(count))))
    orders = {Game.new(Setup("1854", NAMES[:4], seed=seed)).state.names for seed in range(8)}
    assert len(orders) > 3
    game = Game(Setup("1854", NAMES[:3]))
    refused(game.state, DrawSeats(-1, (0, 0, 1)), "SU-1")


@pytest.mark.rule("1854-SU-2")
@pytest.mark.parametrize(("players", "cash"), [(3, 860), (4, 650), (5, 525), (6, 450)])
def test_money(players, cash):
    s = opening(players)
    assert [s.cash[owner] for owner in s.players] == [cash] * players
    assert s.cash[BANK] == 10000 - players * cash


@pytest.mark.rule("1854-SU-3")
def test_papers_of_a_major():
    s = opening()
    for company in MAJORS:
        papers = s.book.papers_of[company]
        assert [10 * s.size(p) for p in papers] == [40, 20, 20, 20, 0, 0, 0, 0, 0]
        assert [s.papers[p.id] for p in papers] == [OFFER] * 4 + [RESERVED] * 5
        assert papers[0].director


@pytest.mark.rule("1854-SU-4")
def test_two_stacks_are_on_sale():
    assert opening().offers_of_bank == ("2-0", "1+-0")


@pytest.mark.rule("1854-SU-5")
def test_the_packet():
    s = opening()
    assert [(item, face_value(s, item)) for item in unsold(s)] == [
        ("P1", 20), ("P2", 50), ("P3", 70), ("1", 150), ("2", 150), ("3", 150),
        ("4", 150), ("5", 150), ("6", 150), ("P4", 170), ("P5", 190),
    ]  # fmt: skip


@pytest.mark.rule("1854-SU-6")
def test_everything_is_open():
    s = do(opening(), Bid(0, "P3", 75))
    assert view(s, None) == view(s, 0) == view(s, 3)
    assert view(s, 2)["players"]["Ann"]["free_cash"] == 650 - 75


# -- buying and bidding -----------------------------------------------------------------------


@pytest.mark.rule("1854-AU-1")
def test_buy_the_first_bid_for_a_later_one_or_pass():
    s = opening()
    assert offered(s, 0, BuyItem) == [BuyItem(0, "P1")]
    assert {bid.item for bid in offered(s, 0, Bid)} == set(unsold(s)) - {"P1"}
    assert offered(s, 0, Pass)
    forbidden(s, BuyItem(0, "P2"), "AU-1", item="P1")
    refused(s, BuyItem(1, "P1"), "AU-1")
    s = do(s, BuyItem(0, "P1"), Bid(1, "P3", 75), Pass(2), BuyItem(3, "P2"))
    assert s.privates["P1"] == "seat0"
    assert s.privates["P2"] == "seat3"
    # Ben's bid has won P3, so Cy is next. What is sold or unknown is neither bought nor bid for.
    assert s.frame.seat == 2
    refused(s, BuyItem(2, "P1"), "AU-1")
    refused(s, Bid(2, "P1", 100), "AU-1")
    refused(s, Bid(2, "Z9", 200), "AU-1")


@pytest.mark.rule("1854-AU-2")
def test_bids_go_up_in_fives():
    s = opening()
    for amount in (70, 74, 76, 50):
        refused(s, Bid(0, "P3", amount), "AU-2")
    s = do(s, Bid(0, "P3", 80))
    forbidden(s, Bid(1, "P3", 80), "AU-2", least=85)
    s = do(s, Bid(1, "P3", 85), Pass(2), Pass(3), Bid(0, "P3", 90))
    # One standing bid each: Ann's 80 is replaced, not added.
    assert s.bids == {"P3": {"seat0": 90, "seat1": 85}}
    assert free_cash(s, "seat0") == 650 - 90


@pytest.mark.rule("1854-AU-10")
def test_money_in_bids_is_tied():
    # Dee would need 650: two bids of 300 leave 50, enough for P1 but not for a third bid of 55.
    s = do(
        opening(), Pass(0), Pass(1), Pass(2), Bid(3, "P4", 300), Pass(0), Pass(1), Pass(2), Bid(3, "P5", 300)
    )
    s = s.update_frame(seat=3, idle=0)
    assert free_cash(s, "seat3") == 50
    forbidden(s, Bid(3, "P2", 55), "AU-10", cash=50)
    do(s, BuyItem(3, "P1"))
    do(s.update_frame(cut=-30), BuyItem(3, "P1"))  # for exactly 50
    poor = s.update_frame(cut=-40)  # were P1 dearer than the free cash, at 60
    forbidden(poor, BuyItem(3, "P1"), "AU-10", cash=50, price=60)
    do(s, Bid(3, "P5", 350))  # a raise frees the money of the bid before: 50 + 300
    forbidden(s, Bid(3, "P5", 355), "AU-10", cash=350)
    forbidden(s, Bid(3, "P1", 25), "AU-10", item="P1")  # the first in line is bought


@pytest.mark.rule("1854-AU-3", "1854-AU-5", "1854-AU-10")
def test_a_single_bid_wins_when_its_turn_comes():
    s = do(opening(), Bid(0, "P2", 60), BuyItem(1, "P1"))
    # P2 became first: Ann pays her 60, and her left neighbour Ben is next.
    assert s.privates["P2"] == "seat0"
    assert s.cash["seat0"] == 590
    assert (s.frame.seat, s.bids) == (1, {})


@pytest.mark.rule("1854-AU-3")
def test_without_a_bid_nothing_happens():
    s = do(opening(), BuyItem(0, "P1"))
    assert unsold(s)[0] == "P2"
    assert isinstance(s.frame, Auction)


@pytest.mark.rule("1854-AU-2", "1854-AU-4", "1854-AU-5", "1854-AU-10")
def test_several_bidders_fight_it_out():
    s = do(opening(), Bid(0, "P2", 55), Bid(1, "P2", 60), Bid(2, "P2", 65), BuyItem(3, "P1"))
    assert isinstance(s.frame, Contest)
    refused(s, Bid(3, "P2", 90), "AU-4")  # Dee has not bid before
    refused(s, Bid(1, "P2", 90), "AU-4")  # the lowest, Ann, begins
    refused(s, Bid(0, "P2", 65), "AU-2")
    refused(s, Bid(0, "P3", 75), "AU-4")
    forbidden(s, Bid(0, "P2", 655), "AU-10", cash=650)
    s = do(s, Bid(0, "P2", 70))  # now Ben is lowest
    s = do(s, Pass(1))
    assert free_cash(s, "seat1") == 650
    s = do(s, Bid(2, "P2", 80), Pass(0))
    # Cy is left: 80; the turn goes to Dee, his left neighbour.
    assert s.privates["P2"] == "seat2"
    assert s.cash["seat2"] == 570
    assert s.cash["seat0"] == 650
    assert (s.frame.seat, s.bids) == (3, {})


@pytest.mark.rule("1854-AU-5")
def test_the_left_neighbour_of_the_last_buyer_goes_on():
    s = do(opening(), Pass(0), BuyItem(1, "P1"))
    assert s.frame.seat == 2


# -- all pass ---------------------------------------------------------------------------------


@pytest.mark.rule("1854-AU-6")
def test_the_first_railway_falls_to_nothing():
    s = opening()
    for price in (15, 10, 5, 0):
        s = passes(s, 4)
        assert (face_value(s, "P1"), face_value(s, "P2")) == (price, 50)
    assert s.frame.seat == 0  # after Dee, the last to pass
    forbidden(s, Pass(0), "AU-6")
    forbidden(s, Bid(0, "P2", 55), "AU-6")
    s = do(s, BuyItem(0, "P1"))
    assert s.cash["seat0"] == 650
    assert (s.frame.seat, s.frame.last) == (1, 0)  # it was a purchase


@pytest.mark.rule("1854-AU-11")
def test_all_pass_means_in_a_row():
    s = do(opening(), Pass(0), Pass(1), Pass(2), Bid(3, "P2", 55), Pass(0), Pass(1), Pass(2))
    assert face_value(s, "P1") == 20  # Dee's bid began the count anew
    assert face_value(do(s, Pass(3)), "P1") == 15
    assert do(s, BuyItem(3, "P1")).frame.idle == 0


def sold(*owners):
    """P1 to P3 and the local railway 1 bought in this order by these seats at face value."""
    s = opening()
    for item, seat in zip(("P1", "P2", "P3", "1"), owners, strict=False):
        s = do(s.update_frame(seat=seat), BuyItem(seat, item))
    return s


@pytest.mark.rule("1854-AU-7", "1854-AU-11", "1854-MR-1")
def test_the_first_time_all_pass_local_railways_operate():
    s = sold(0, 1, 2, 3)
    before = dict(s.cash)
    s = passes(s, 4)
    # Incomes 5, 10, 15 first; then railway 1 of Dee has a whole turn in phase 2, with its home marker.
    assert [s.cash[o] - before[o] for o in s.players] == [5, 10, 15, 0]
    assert isinstance(s.frame, LocalTurn)
    assert (s.frame.company, s.board.markers_of("1")) == ("1", ("J38.0",))
    assert s.stack[-2] == OperatingRound(0, 1, 1, True, ("1",))  # of no set
    assert s.director_seat("1") == 3
    s = do(s, LayTile(3, "J36", "55", 0))
    s = do(s, BuyTrain(3, "1+-0", "1+", 100))  # 150 - 50 for the terrain - 100
    # No merger window, no other railway; back to the auction, the left neighbour of the last buyer, Ann.
    assert isinstance(s.frame, Auction)
    assert (s.frame.seat, s.frame.operated) == (0, True)
    assert s.trains["1+-0"] == "1"
    again = passes(s, 4)
    assert isinstance(again.frame, Auction)
    assert again.cash["seat2"] == s.cash["seat2"] + 15
    assert again.frame.seat == 0


@pytest.mark.rule("1854-AU-7", "1854-AU-5")
def test_after_all_have_passed_the_neighbour_of_the_last_buyer_goes_on():
    # Ann has bought; Ben bids, and four passes later the turn would be Cy's. It is Ben's.
    s = do(sold(0), Bid(1, "P3", 75))
    assert s.frame.seat == 2
    s = passes(s, 4)
    assert (s.frame.seat, s.frame.last) == (1, 0)
    again = passes(do(s, Pass(1), Bid(2, "P3", 80)), 4)
    assert again.frame.seat == 1


@pytest.mark.rule("1854-AU-7")
def test_without_a_local_railway_only_incomes_are_paid():
    s = passes(sold(0), 4)
    assert s.cash["seat0"] == 650 - 20 + 5
    assert isinstance(s.frame, Auction)
    assert s.frame.seat == 1


# -- what is bought ---------------------------------------------------------------------------


@pytest.mark.rule("1854-AU-8", "1854-SU-2")
def test_money_goes_to_the_bank_and_a_local_gets_its_own():
    s = sold(0, 1, 2)
    s = do(s.update_frame(seat=3), Bid(3, "2", 200))
    s = do(s.update_frame(seat=0), BuyItem(0, "1"))
    # Railway 2 falls to Dee at 200 at once; both treasuries have 150.
    assert (s.cash["1"], s.cash["2"], s.cash["seat3"], s.cash["seat0"]) == (150, 150, 450, 630 - 150)
    assert s.cash[BANK] == 10000 - 4 * 650 + 20 + 50 + 70 + 150 + 200 - 300


@pytest.mark.rule("1854-AU-9", "1854-MR-6")
def test_the_auction_ends_with_the_eleventh():
    s = opening(3)
    for number, item in enumerate(s.facts.packet):
        seat = number % 3
        s = do(s.update_frame(seat=seat), BuyItem(seat, item)) if number < 10 else s
    assert s.papers["VB_1"] == "seat0"  # P4 was the tenth, bought by Ann
    assert isinstance(s.frame, Auction)
    s = do(s.update_frame(seat=1), BuyItem(1, "P5"))
    assert s.papers["SD_1"] == "seat1"
    assert isinstance(s.frame, StockRound)
    assert (s.frame.number, s.frame.seat, s.priority) == (1, 2, 2)  # left of Ben
    refused(s, BuyItem(2, "P1"), "SR-2")


@pytest.mark.rule("1854-AU-3")
def test_railways_with_bids_fall_one_after_the_other():
    s = do(opening(), Bid(0, "P2", 55), Bid(1, "P3", 75), BuyItem(2, "P1"))
    assert (s.privates["P2"], s.privates["P3"]) == ("seat0", "seat1")
    assert s.frame.seat == 2  # left of Ben, who bought last
    assert "RailwayBought" in told(opening(), BuyItem(0, "P1"))


@pytest.mark.rule("1854-AU-6", "1854-GE-2")
def test_after_the_auction_the_first_railway_has_its_printed_value():
    assert [face_value(stock(), item) for item in ("P1", "P5", "6")] == [20, 190, 150]


@pytest.mark.rule("1854-AU-1", "1854-AU-9")
def test_how_the_auction_begins():
    auction = opening().frame
    assert (auction.seat, auction.idle, auction.last, auction.cut, auction.operated) == (0, 0, -1, 0, False)


# -- bids at random ---------------------------------------------------------------------------


@pytest.mark.rule("1854-AU-2", "1854-AU-10")
def test_bids_at_random_are_legal_and_go_higher_at_times():
    [bids] = [move for move in AuctionActivity().moves(opening()) if move.action is Bid]

    def found(s):
        return {bids.sample(s, 0, Random(seed)) for seed in range(200)}

    class Steps(Random):
        """The first bid in the list, so many steps higher."""

        def choice(self, options):
            return options[self.number] if isinstance(options, tuple) else options[0]

    amounts = []
    for number in range(5):
        steps = Steps()
        steps.number = number
        amounts.append(bids.sample(opening(), 0, steps))
    assert amounts == [Bid(0, "P2", amount) for amount in (55, 55, 60, 65, 85)]
    assert {bid.item for bid in found(opening())} == set(unsold(opening())) - {"P1"}
    # What cannot be paid is not tried: 60 are enough for P2 alone.
    assert found(cash_of(opening(), 0, 60)) == {Bid(0, "P2", 55), Bid(0, "P2", 60)}
    assert found(cash_of(opening(), 0, 54)) == {None}


@pytest.mark.rule("1854-SU-1", "1854-SU-3", "1854-SU-4", "1854-LA-3", "1854-TN-1")
def test_what_lies_on_the_table_at_the_start():
    s = opening()
    cards = {}
    for card in s.trains:
        cards[s.train_type(card)] = cards.get(s.train_type(card), 0) + 1
    # Of the 8s, which never run out, one lies on the table.
    assert cards == {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "8": 1, "1+": 6, "2+": 4, "3+": 3}
    assert set(s.trains.values()) == {BANK}
    assert {s.papers[f"{company}_{n}"] for company in "ABC" for n in (0, 1)} == {RESERVED}
    assert {s.papers[f"{company}_0"] for company in "123456"} == {OFFER}
    assert s.markers == dict.fromkeys((*"123456", *MAJORS), 0)
    for names in (("Ann", "Ann", "Ben"), ("Ann", "Ben", " ")):
        with pytest.raises(ValueError, match="a name of their own"):
            Game.new(Setup("1854", names))


@pytest.mark.rule("1854-SU-3", "1854-SR-5", "1854-SR-8", "1854-LA-3", "1854-LR-3")
def test_companies_of_the_book():
    book = opening().book
    found = {sym: (c.kind, c.markers, c.shares, c.director, c.pars) for sym, c in book.companies.items()}
    assert found["1"] == ("local", (0, 40), (1,), True, ())
    assert found["KT"] == ("major", (0, 40, 100), (4, 2, 2, 2, 0, 0, 0, 0, 0), True, (67, 72, 77, 82, 87, 93))
    assert found["A"] == ("lokalbahn", (0, 40), (1, 1), True, ())
    assert not any(book.companies[sym].pool_limit for sym in ("KT", "A"))
    assert (book.pool_limit, book.pool_limit_counts, book.paper_limits) == (0, (), ())
    assert (book.pool, book.new_at_par, book.holding_limit) == (True, True, 10)
    assert {(c.kind, c.text_colour) for c in book.companies.values() if c.kind != "major"} == {
        ("local", "#ffffff"),
        ("lokalbahn", "#000000"),
    }
