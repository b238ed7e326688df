"""What the table is told: the events of 1824, word for word, figure by figure."""

from typing import Any

import pytest

from stellwerk.engine import Action, Pass, play
from stellwerk.engine.play import activity_of, settle
from stellwerk.engine.rule import english
from stellwerk.games.g1824.rules.bond import BondMarker, BuyBond, PlaceBondMarker, SellBond, bond_pays
from stellwerk.games.g1824.rules.builders import close_builders
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.draft import DrawBuilders
from stellwerk.games.g1824.rules.emergency import RepayDebt, add_interest
from stellwerk.games.g1824.rules.events import (
    BondMarkerPlaced,
    BondPays,
    BuildersClose,
    BuildersDrawn,
    CoalSwapped,
    DebtNoted,
    DebtRepaid,
    DirectorAids,
    FirstTrain,
    InterestAdded,
    MarkerReturned,
    MountainLost,
    MountainSwapped,
    NeverSold,
    NoDirector,
    PoolEarns,
    PriceSet,
    StateFormed,
    StateWillForm,
    TownMarkerPlaced,
    TownsAgreed,
    TownsNamed,
    TrainGoesAbroad,
)
from stellwerk.games.g1824.rules.goods_time import NameTowns, PlaceTown
from stellwerk.games.g1824.rules.mountains import SwapMountain, force_swaps
from stellwerk.games.g1824.rules.opening import BuyRailway, remove_unsold
from stellwerk.games.g1824.rules.phases import export
from stellwerk.games.g1824.rules.regionals import place_homes
from stellwerk.games.g1824.rules.state_railways import ChooseHome, Forming
from stellwerk.mech18.course import DrawSeats
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.events import (
    CompanyOpened,
    DirectorChanged,
    IncomePaid,
    MarkerPlaced,
    Passed,
    PriceMoved,
    RailwayBought,
    ShareBought,
    SharesSold,
)
from stellwerk.mech18.privates import pay_incomes
from stellwerk.mech18.state import OFFER, POOL
from stellwerk.mech18.stock import BuyShare
from stellwerk.mech18.trains import BuyTrain

from .lines import GREEN, at_step
from .small import A, C, bare, drafted, two, whose
from .table import (
    DIVIDEND,
    TRAINS,
    cash_of,
    director,
    do,
    home,
    opening,
    own,
    phase,
    sells,
    singles,
    start,
    stock,
    tile,
    to_pool,
    train,
)


def told(s: Any, action: Action) -> list[Any]:
    """What an action brings about, up to the next decision."""
    return list(play(s.replace(news=()), action).events)


def among(found: list[Any], *kinds: type) -> list[Any]:
    return [event for event in found if isinstance(event, kinds)]


# -- railways ------------------------------------------------------------------------------------


@pytest.mark.rule("1824-VI.3-3", "1824-IV.2-1", "1824-IV.2-6")
def test_a_railway_is_bought():
    s = opening()
    assert told(s, BuyRailway(3, "EOD", 180))[:3] == [
        RailwayBought("Dee", "EOD", 180),
        PriceSet("MS", 90),
        FirstTrain("EOD", "1g", 120),
    ]
    assert told(s, BuyRailway(3, "SD1", 240))[:1] == [RailwayBought("Dee", "SD1", 240)]
    assert told(s, BuyRailway(3, "B2", 120))[:1] == [RailwayBought("Dee", "B2", 120)]


@pytest.mark.rule("1824-VI.3-5")
def test_what_nobody_bought():
    s = own(own(opening(3), 0, "SD1"), 1, "EPP").replace(news=())
    found = remove_unsold(s)
    assert found.news == (NeverSold("SD2, SD3, UG1, UG2, KK1, KK2, EOD, MLB, SPB, B1, B2, B3, B4"),)
    assert remove_unsold(found).news == found.news


@pytest.mark.rule("1824-IV.1-3")
def test_the_income_of_mountain_railways():
    s = own(own(stock(number=1), 2, "B3"), 1, "B1").replace(news=())
    assert pay_incomes(s).news == (IncomePaid("B1", "Ben", 25), IncomePaid("B3", "Cy", 25))


@pytest.mark.rule("1824-IV.1-5", "1824-IV.1-9", "1824-IV.1-7")
def test_mountain_railways_go():
    s = phase(own(stock(number=1), 0, "B3"), *GREEN)
    assert told(s, SwapMountain(0, "B3", "BH"))[0] == MountainSwapped("Ann", "B3", "BH")
    for company in ("BK", "MS", "CL", "SB", "BH"):
        s = singles(s, 1, company, 8)
    s = settle(force_swaps(s.replace(news=())))
    assert s.news == (MountainLost("Ann", "B3"),)


@pytest.mark.rule("1824-IV.2-14", "1824-IV.2-9")
def test_a_coal_railway_goes():
    s = phase(train(stock(owners={"EOD": 0}), "EOD", "2g-1"), *GREEN)
    s = cash_of(s, "EOD", 75)
    assert told(s, SwapCoal(0, "EOD"))[0] == CoalSwapped("Ann", "EOD", "MS", 75, 2)


@pytest.mark.rule("1824-VI.5-2")
def test_a_company_opens_with_its_capital():
    s = start(stock(), "BH", shares=4, price=70).replace(opened=())
    assert CompanyOpened("BH", 700) in told(s, BuyShare(0, "BH", OFFER))


@pytest.mark.rule("1824-VII.8-1b")
def test_the_home_marker_is_free():
    s = start(stock(), "BK").replace(news=())
    assert place_homes(s, "BK").news == (MarkerPlaced("BK", "Prag", 0),)


# -- state railways ------------------------------------------------------------------------------


def forming(s: Any, state: str) -> tuple[Any, ...]:
    """What is told when it forms."""
    found: tuple[Any, ...] = settle(s.replace(stack=(Forming((state,)),), news=())).news
    return found


@pytest.mark.rule("1824-IV.3-2")
def test_a_state_railway_announces_itself():
    s = at_step(home(start(sells(stock(), "4"), "BK", cash=3000), "BK"), "BK", TRAINS)
    assert StateWillForm("SD") in told(s, BuyTrain(0, "4-0", "4", 280))


@pytest.mark.rule("1824-IV.4.4-4", "1824-IV.4.4-5")
def test_a_state_railway_forms():
    s = home(stock(owners={"SD1": 0, "SD3": 1}), "SD1", "SD3")
    s = train(cash_of(cash_of(s, "SD1", 31), "SD3", 11), "SD1", "2-0", "2-1")
    assert among(list(forming(s, "SD")), StateFormed, NoDirector) == [
        StateFormed("SD", "SD1, SD3", 7 * 120, 42, 2)
    ]


@pytest.mark.rule("1824-IV.4.4-9", "1824-IV.4.4-10", "1824-IV.4.4-11")
def test_a_state_railway_without_forerunners_and_director():
    assert forming(stock(), "UG") == (
        StateFormed("UG", "–", 1200, 0, 0),
        MarkerPlaced("UG", "Budapest", 0),
        NoDirector("UG"),
    )


@pytest.mark.rule("1824-IV.4.4-12")
def test_a_freed_directors_share_finds_its_owner():
    s = singles(stock(4, {"SD2": 3}), 0, "SD", 1)
    assert DirectorChanged("Ann", "SD") in told(s, BuyShare(0, "SD", OFFER))


@pytest.mark.rule("1824-IV.4.4-7")
def test_a_marker_of_kk_goes():
    s = home(stock(owners={"KK1": 0, "KK2": 1}), "KK1", "KK2")
    asked = settle(s.replace(stack=(*s.stack[:1], Forming(("KK",))), news=()))
    assert among(list(asked.news), MarkerReturned) == []
    assert among(told(asked, ChooseHome(0, "E12.2")), MarkerReturned) == [MarkerReturned("KK", "Wien")]
    for number in ("499", "491", "493"):
        s = tile(s, "E12", number, 0)
    assert among(list(forming(s, "KK")), MarkerReturned) == [MarkerReturned("KK", "Wien")]


@pytest.mark.rule("1824-VII.15-1")
def test_a_train_goes_abroad():
    s = sells(stock(), "3").replace(news=())
    assert export(s).news[0] == TrainGoesAbroad("3")


# -- money ---------------------------------------------------------------------------------------


def needy(treasury: int, private: int) -> Any:
    """BK of Ann needs a 3 for 180."""
    s = home(start(sells(stock(), "3"), "BK"), "BK")
    return at_step(cash_of(cash_of(s, "BK", treasury), 0, private), "BK", TRAINS)


@pytest.mark.rule("1824-VII.12-1", "1824-VII.12-3")
@pytest.mark.parametrize(
    ("treasury", "private", "news"),
    [
        (100, 200, [DirectorAids("Ann", "BK", 80)]),
        (100, 80, [DirectorAids("Ann", "BK", 80)]),
        (100, 79, [DirectorAids("Ann", "BK", 79), DebtNoted("Ann", 1, 2)]),
        (100, 0, [DebtNoted("Ann", 80, 120)]),
        (180, 50, []),
    ],
)
def test_a_director_helps_out(treasury, private, news):
    found = told(needy(treasury, private), BuyTrain(0, "3-0", "3", 180))
    assert among(found, DirectorAids, DebtNoted) == news


@pytest.mark.rule("1824-VII.12-3", "1824-VII.12-4")
def test_debts_grow_and_are_repaid():
    s = stock()
    s = s.replace(debt={**s.debt, "seat0": 31, "seat2": 10}, news=())
    assert add_interest(s).news == (InterestAdded("Ann", 31, 47), InterestAdded("Cy", 10, 15))
    assert told(s, RepayDebt(0, 21)) == [DebtRepaid("Ann", 21, 10)]


# -- variant A -----------------------------------------------------------------------------------


@pytest.mark.rule("1824-X.3-1", "1824-X.4-3", "1824-X.4-6")
def test_the_lot_of_variant_a():
    s = play(bare(2, A), DrawSeats(-1, (0, 1))).state
    assert told(s, DrawBuilders(-1, "KK2", "MLB"))[:2] == [
        BuildersDrawn("KK2, MLB", "CL"),
        MarkerPlaced("CL", "Lemberg", 0),
    ]


@pytest.mark.rule("1824-X.3-2c", "1824-X.5-1")
def test_both_papers_of_a_stack_are_told():
    s = opening(2, A)
    first = whose(s)
    names = ("Ann", "Ben")
    assert told(s, BuyRailway(first, "SD2", 120)) == [
        RailwayBought(names[first], "SD2", 120),
        RailwayBought(names[1 - first], "EPP", 120),
    ]


@pytest.mark.rule("1824-X.5-2")
def test_mountain_railways_of_variant_a_that_nobody_wants():
    s = drafted()
    seat = whose(s)
    names = ("Ann", "Ben")
    one = told(s, Pass(seat))
    assert one == [Passed(names[seat])]
    assert told(do(s, Pass(seat)), Pass(1 - seat))[:2] == [Passed(names[1 - seat]), NeverSold("B1, B2")]
    s = do(s, BuyRailway(seat, "B1", 120))
    assert NeverSold("B2") in told(s, Pass(1 - seat))
    assert among(told(s, BuyRailway(1 - seat, "B2", 120)), NeverSold) == []


@pytest.mark.rule("1824-X.4-3", "1824-X.4-2", "1824-X.4-5b")
def test_papers_of_the_bond_railway_change_hands():
    s = two()
    assert told(s, BuyBond(0, False))[0] == ShareBought("Ann", "BK", 50, POOL)
    assert told(s, BuyBond(0, True))[0] == ShareBought("Ann", "BK", 100, POOL)
    s = director(singles(s, 0, "BK", 3, POOL), 0, "BK")
    assert told(s, SellBond(0, 2, False))[:2] == [SharesSold("Ann", "BK", 2, 100)]
    assert told(s, SellBond(0, 2, True))[:1] == [SharesSold("Ann", "BK", 4, 200)]


@pytest.mark.rule("1824-X.4-4")
def test_the_bond_railway_pays():
    s = two().replace(news=())
    assert bond_pays(s).news == (BondPays("BK", 50, "–"), PriceMoved("BK", 50, 60))
    s = singles(singles(s, 0, "BK", 1, POOL), 1, "BK", 3, POOL)
    assert bond_pays(s).news[0] == BondPays("BK", 50, "Ann 5, Ben 15")


@pytest.mark.rule("1824-X.4-6b", "1824-X.4-6c")
def test_markers_of_the_bond_railway():
    s = two().push(BondMarker(0))
    assert told(s, PlaceBondMarker(0, "E8.0"))[0] == BondMarkerPlaced("BK", "Linz")


@pytest.mark.rule("1824-X.3-3")
def test_builders_close():
    s = two().replace(news=())
    assert close_builders(s, "4").news == (BuildersClose("SD2, EPP"),)


@pytest.mark.rule("1824-R22", "1824-VII.10-3b")
def test_what_the_pool_earns():
    s = to_pool(director(start(two(rulings="18xx.games"), "MS", shares=3), 0, "MS"), "MS", 2)
    s = at_step(home(s, "MS"), "MS", DIVIDEND).update_frame(revenue=130)
    assert PoolEarns("MS", 26) in told(s, Dividend(0, True))


# -- Goods Time ----------------------------------------------------------------------------------


@pytest.mark.rule("1824-XII.2-1", "1824-XII.2-2")
def test_town_markers_are_told():
    s = opening(4, C)
    assert told(s, NameTowns(0, 8)) == [TownsNamed("Ann", 8)]
    for seat in range(3):
        s = do(s, NameTowns(seat, 8))
    assert told(s, NameTowns(3, 8)) == [TownsNamed("Dee", 8), TownsAgreed(8)]
    s = do(s, NameTowns(3, 8))
    assert told(s, PlaceTown(0, "B7")) == [TownMarkerPlaced("Ann", "B7")]
    assert told(s, Pass(0)) == [Passed("Ann")]


# -- what is asked -------------------------------------------------------------------------------


def asked(s: Any) -> str:
    """The sentence that the table asks now."""
    return english(activity_of(s).prompt(s))


@pytest.mark.rule("1824-VI.3-4", "1824-VI.1-2")
def test_stock_rounds_ask():
    assert asked(opening()) == "Dee: buy a railway or a share, or pass."
    assert asked(stock(seat=2)) == "Cy: sell, buy one share, or pass."


@pytest.mark.rule("1824-IV.1-7")
def test_a_forced_exchange_asks():
    s = own(own(stock(number=1), 2, "B3"), 1, "B4")
    assert asked(force_swaps(s)) == "Cy: exchange B3 for a share of a regional railway."
    assert asked(do(force_swaps(s), SwapMountain(2, "B3", "BH"))) == (
        "Ben: exchange B4 for a share of a regional railway."
    )


@pytest.mark.rule("1824-IV.4.4-7")
def test_kk_asks_for_its_home():
    s = home(stock(owners={"KK1": 3, "KK2": 1}), "KK1", "KK2")
    s = settle(s.replace(stack=(Forming(("KK",)),)))
    assert asked(s) == "Dee: which home does KK keep?"


@pytest.mark.rule("1824-X.5-1", "1824-X.5-1c", "1824-X.5-2", "1824-X.3-1")
def test_variant_a_asks():
    s = play(bare(2, A), DrawSeats(-1, (0, 1))).state
    assert asked(s) == "The building railways are drawn."
    s = do(s, DrawBuilders(-1, "SD2", "EPP"))
    assert asked(s) == "Ann: take a paper of a stack; the other player gets the second one."
    s = do(s, BuyRailway(0, "SD2", 120), BuyRailway(1, "KK1", 240), BuyRailway(1, "SD3", 120))
    s = do(s, BuyRailway(0, "EOD", 120))
    assert asked(s) == "Ben: what do you pay for MLB?"
    s = do(s, BuyRailway(1, "MLB", 140))
    assert asked(s) == "Ben: buy a mountain railway, or pass."
    s = do(s, Pass(1))
    assert asked(s) == "Ann: buy a mountain railway, or pass."
    assert asked(two().push(BondMarker(1))) == "Ben: place a marker of the bond railway BK."


@pytest.mark.rule("1824-XII.2-1", "1824-XII.2-2")
def test_goods_time_asks():
    s = opening(3, C)
    assert asked(s) == "Ann: how many town markers shall there be? Seven to ten are advised."
    s = do(s, NameTowns(0, 0))
    assert asked(s) == "Ben: agree on this number of town markers (0), or say another."
    s = do(s, NameTowns(1, 2), NameTowns(2, 2), NameTowns(0, 2))
    assert asked(s) == "Ann: place a town marker, or pass; left: 2."
    assert asked(do(s, PlaceTown(0, "B7"))) == "Ben: place a town marker, or pass; left: 1."
