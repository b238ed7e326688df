"""F: free actions."""

from typing import Any

import pytest

from stellwerk.engine import legal
from stellwerk.engine.canonical import canonical
from stellwerk.games.gimperial_steam.data.checks import check
from stellwerk.games.gimperial_steam.data.components import components, own_text, read
from stellwerk.games.gimperial_steam.rules.access import BuyAccess
from stellwerk.games.gimperial_steam.rules.deliver import Deliver, demands_left, payment
from stellwerk.games.gimperial_steam.rules.goods import BuyGood, OrderGood
from stellwerk.games.gimperial_steam.rules.hire import HireWorker
from stellwerk.games.gimperial_steam.rules.influence import accessible
from stellwerk.games.gimperial_steam.rules.locomotives import BuyLocomotive
from stellwerk.games.gimperial_steam.rules.shares import MovePrice, SellShare
from stellwerk.games.gimperial_steam.rules.state import Points
from stellwerk.games.gimperial_steam.rules.track import LayTrack
from stellwerk.games.gimperial_steam.rules.turn import ChooseAction, EndTurn, TakeHandBack, helped, provided
from tests.games.gimperial_steam.table import (
    GELB,
    LILA,
    LINKS,
    ROT,
    TUERKIS,
    cash,
    column,
    counted,
    do,
    events,
    goods,
    influence,
    money,
    offered,
    plant,
    ready,
    refused,
    station,
    tracks,
    turn,
    version_1,
    workers,
)

# -- when --------------------------------------------------------------------------------------


@pytest.mark.rule("IS-F0-1")
def test_before_during_and_after() -> None:
    s = ready().change(ROT, investors=4)
    s = do(turn(s), SellShare(ROT), ChooseAction(ROT, "hire"), SellShare(ROT))
    s = do(s, HireWorker(ROT, "bronze-1"), SellShare(ROT), EndTurn(ROT))
    assert s.players[ROT].shareholders == 3
    refused(s, SellShare(ROT), "P7-1")


@pytest.mark.rule("IS-F0-1")
def test_one_delivery_per_turn() -> None:
    s = port().change(GELB, hands=2)
    s = do(s, Deliver(GELB, "F01", "gloggnitz"))
    refused(s, Deliver(GELB, "F02", "gloggnitz"), "F0-1")
    again = turn(s, GELB)  # another hand, another turn
    assert Deliver(GELB, "F02", "gloggnitz") in legal(again, GELB)


# -- shares ------------------------------------------------------------------------------------


def investors(number: int, price: int) -> Any:
    s = ready()
    return turn(s.change(ROT, investors=number, price=s.book.prices.index(price)))


@pytest.mark.rule("IS-F1-1", "IS-F1-2", "IS-F1-3")
def test_seven_investors_at_130_are_four_sales() -> None:
    s = investors(7, 130)
    sold = 0
    while SellShare(ROT) in legal(s, ROT):
        before = money(s)[ROT]
        s = do(s, SellShare(ROT))
        assert money(s)[ROT] == before + 130
        sold += 1
    assert sold == 4
    assert (s.players[ROT].investors, s.players[ROT].shareholders) == (3, 4)
    assert refused(s, SellShare(ROT), "F1-1").figures == {"most": 90, "price": 130}


@pytest.mark.rule("IS-F1-2", "IS-A9-2")
def test_three_investors_need_a_lower_price() -> None:
    s = investors(3, 130)
    refused(s, SellShare(ROT), "F1-1")
    s = do(s, ChooseAction(ROT, "price"), MovePrice(ROT, 90), SellShare(ROT))
    assert money(s)[ROT] == 230
    refused(s, SellShare(ROT), "F1-1")


@pytest.mark.rule("IS-F1-2")
def test_one_sale_at_the_start() -> None:
    s = do(turn(ready()), SellShare(ROT))
    assert money(s)[ROT] == 180
    refused(s, SellShare(ROT), "F1-1")


# -- deliveries --------------------------------------------------------------------------------


def port(*sorts: str) -> Any:
    """Gelb is joined to Gloggnitz, the blue hub, with factories in Wien and two coal."""
    s = tracks(ready(), GELB, LINKS["wien-wr_neustadt"], LINKS["wr_neustadt-gloggnitz"])
    for site, sort in zip(("F01", "F02", "F03", "F04"), sorts or ("iron", "wood"), strict=False):
        s = plant(s, GELB, site, sort)
    return turn(goods(s, GELB, "coal", "coal", "wood"), GELB)


@pytest.mark.rule("IS-F2-7", "IS-F2-5", "IS-F2-6")
def test_the_book_example() -> None:
    """Wr. Neustadt–Gloggnitz, then −1 coal, iron from Bratislava, +90, blue hub +1."""
    s = tracks(ready(), GELB, "L02", LINKS["wien-bratislava"])
    s = workers(s, GELB, three=1).replace(taken=(0, 0, 2, 0))
    s = plant(s, GELB, "bratislava-1", "iron", 3)
    s = do(turn(s, GELB, "track"), LayTrack(GELB, LINKS["wr_neustadt-gloggnitz"]))
    before, blue = money(s)[GELB], s.hubs["blue"]
    assert payment(s, "iron") == 90
    s = do(s, Deliver(GELB, "bratislava-1", "gloggnitz"))
    assert money(s)[GELB] == before + 90
    assert s.hubs["blue"] == blue + 1
    assert "coal" not in counted(s.players[GELB].goods)
    assert s.plants["bratislava-1"].goods == 2
    assert counted(s.delivered["gloggnitz"]) == {"iron": 1}


@pytest.mark.rule("IS-F2-1")
def test_a_cube_on_a_wagon_cannot_be_delivered() -> None:
    s = tracks(ready(), GELB, "L02", "L07")
    assert offered(turn(s, GELB), GELB, Deliver) == []
    refused(turn(s, GELB), Deliver(GELB, "F01", "gloggnitz"), "F2-1")
    others = turn(plant(s, LILA, "F01", "iron"), GELB)
    refused(others, Deliver(GELB, "F01", "gloggnitz"), "F2-1")


@pytest.mark.rule("IS-F2-1")
def test_no_coal_no_delivery() -> None:
    s = goods(port(), GELB, "wood").change(GELB, dock=(0, 0, 0, 3))
    refused(s, Deliver(GELB, "F01", "gloggnitz"), "F2-1")
    far = port().change(GELB, cities=("wien", "wr_neustadt"))
    refused(far, Deliver(GELB, "F01", "gloggnitz"), "F2-1")


@pytest.mark.rule("IS-F2-2")
def test_demands_are_met_once_for_all_players() -> None:
    s = port()
    assert counted(demands_left(s, "gloggnitz")) == {"wood": 1, "stone": 1, "iron": 1, "coal": 2}
    s = do(s, Deliver(GELB, "F01", "gloggnitz"))
    refused(turn(s, GELB), Deliver(GELB, "F01", "gloggnitz"), "F2-2")
    rot = goods(plant(tracks(s, ROT, "L02", "L07"), ROT, "F03", "iron"), ROT, "coal")
    refused(turn(rot, ROT), Deliver(ROT, "F03", "gloggnitz"), "F2-2")
    refused(turn(s, GELB), Deliver(GELB, "F02", "wien"), "F2-2")


@pytest.mark.rule("IS-F2-3", "IS-F2-4")
def test_coal_earns_keys_and_only_once_per_player() -> None:
    s = do(port("coal", "coal"), Deliver(GELB, "F01", "gloggnitz"))
    assert s.players[GELB].keys == ("blue-gold",)
    assert money(s)[GELB] == 140, "a key instead of money"
    refused(turn(s, GELB), Deliver(GELB, "F02", "gloggnitz"), "F2-3")
    s = goods(plant(tracks(s, ROT, "L02", "L07"), ROT, "F03", "coal"), ROT, "coal")
    s = do(turn(s, ROT), Deliver(ROT, "F03", "gloggnitz"))
    assert s.players[ROT].keys == ("blue-silver",)
    assert s.keys["blue"] == 0
    s = goods(plant(tracks(s, LILA, "L02", "L07"), LILA, "F04", "coal"), LILA, "coal")
    refused(turn(s, LILA), Deliver(LILA, "F04", "gloggnitz"), "F2-2")


@pytest.mark.rule("IS-F2-5")
def test_payment_by_factories_taken() -> None:
    s = ready()
    assert [payment(s.replace(taken=(0, 0, n, 0)), "iron") for n in (0, 1, 2, 3, 12)] == [
        110,
        100,
        100,
        90,
        50,
    ]


@pytest.mark.rule("IS-F2-6", "IS-INF-6")
def test_the_hub_grows_cube_by_cube() -> None:
    s = influence(port("iron", "wood", "coal", "stone"), {GELB: 90})
    s = goods(s, GELB, "coal", "coal", "coal", "coal")
    seen = []
    for site in ("F01", "F02", "F03", "F04"):
        s = turn(do(s, Deliver(GELB, site, "gloggnitz")), GELB)
        seen.append(s.hubs["blue"])
    assert s.book.parts.growth[s.growth["blue"]][:4] == (1, 1, 0, 1)
    assert seen == [10, 11, 11, 12]
    assert not accessible(s, GELB, "blue"), "access changes at once"


@pytest.mark.rule("IS-F2-6a", "IS-F2-2")
def test_other_cities_pay_but_do_not_grow() -> None:
    s = goods(plant(tracks(ready(), ROT, "L03"), ROT, "F01", "wood"), ROT, "coal")
    assert s.face("bratislava").demands == {"wood": 1, "stone": 1}
    after = do(turn(s), Deliver(ROT, "F01", "bratislava"))
    assert money(after)[ROT] == 140 + payment(s, "wood")
    assert after.hubs == s.hubs
    assert after.players[ROT].keys == ()
    assert all(not ready(2).face(city).demands for city in ("bratislava", "judenburg", "celje"))


@pytest.mark.rule("IS-F2-5", "IS-F2-3")
def test_coal_for_another_city_would_be_paid_likewise() -> None:
    contents = read(own_text())
    contents["tiles"]["4"]["2"]["demands"] = {"coal": 2}
    contents["factories"]["4"]["coal"]["payments"] = [60] * 13
    assert check(components(canonical(contents).decode())) == []
    s = ready(components=canonical(contents).decode())
    s = goods(plant(tracks(s, ROT, "L03"), ROT, "F01", "coal"), ROT, "coal", "coal")
    after = do(turn(s), Deliver(ROT, "F01", "bratislava"))
    assert money(after)[ROT] == 200
    assert after.players[ROT].keys == ()
    refused(turn(after), Deliver(ROT, "F01", "bratislava"), "F2-3")


# -- state railway -----------------------------------------------------------------------------


def crown(*crowns: str) -> Any:
    return ready().replace(crowns=crowns or (LINKS["wr_neustadt-gloggnitz"],))


@pytest.mark.rule("IS-F3-1")
def test_access_needs_an_end_city() -> None:
    link = LINKS["wr_neustadt-gloggnitz"]
    refused(turn(crown()), BuyAccess(ROT, link), "F3-1")
    s = tracks(crown(), ROT, LINKS["wien-wr_neustadt"])
    s = do(turn(s), BuyAccess(ROT, link))
    refused(s, BuyAccess(ROT, link), "F3-1")
    refused(turn(s), BuyAccess(ROT, "L01"), "F3-1")  # no crown there


@pytest.mark.rule("IS-F3-2")
def test_who_is_paid() -> None:
    """50 and 30: the first pays 50, the second 30 to the first, the third 30 to each."""
    link = LINKS["wr_neustadt-gloggnitz"]
    s = crown()
    assert {s.face(city).station_cost for city in ("wr_neustadt", "gloggnitz")} == {50, 30}
    for seat in (ROT, LILA, TUERKIS):
        s = tracks(s, seat, LINKS["wien-wr_neustadt"])
    bank = s.bank
    s = do(turn(s, ROT), BuyAccess(ROT, link))
    assert (money(s), s.bank) == ([90, 140, 140, 140], bank + 50)
    s = do(turn(s, LILA), BuyAccess(LILA, link))
    assert (money(s), s.bank) == ([120, 110, 140, 140], bank + 50)
    poor = turn(cash(s, TUERKIS, 50), TUERKIS)
    assert refused(poor, BuyAccess(TUERKIS, link), "F3-2").figures["cost"] == 60
    s = do(turn(s, TUERKIS), BuyAccess(TUERKIS, link))
    assert money(s) == [150, 140, 80, 140]


@pytest.mark.rule("IS-F3-3", "IS-F3-4")
def test_access_needs_nothing_else_and_gives_what_joining_gives() -> None:
    s = influence(workers(goods(crown("L44"), ROT), ROT), {ROT: 50})
    s = s.change(ROT, cities=("wien", "maribor"))
    before = s.players[ROT]
    s = do(turn(s, ROT, "track", done=2), BuyAccess(ROT, "L44"))
    assert s.players[ROT].tracks == ("L44",)
    assert s.crowns == ("L44",), "the crown stays"
    assert s.players[ROT].goods == before.goods
    assert isinstance(s.frame, Points), "Celje has a business marker"
    s = ready().replace(crowns=("L51",)).change(ROT, cities=("wien", "ljubljana"))
    assert money(do(turn(s), BuyAccess(ROT, "L51")))[ROT] == 140 - 60 + 10, "Trieste pays"


@pytest.mark.rule("IS-F3-5")
def test_access_obeys_the_two_links() -> None:
    link = LINKS["wr_neustadt-gloggnitz"]
    s = tracks(crown(), ROT, LINKS["wien-wr_neustadt"], LINKS["wr_neustadt-sopron"])
    refused(turn(s), BuyAccess(ROT, link), "F3-5")
    assert BuyAccess(ROT, link) in legal(turn(station(s, ROT, "wr_neustadt")), ROT)
    s = do(turn(tracks(crown(), ROT, LINKS["wien-wr_neustadt"])), BuyAccess(ROT, link))
    with_workers = workers(s, ROT, three=3)
    refused(turn(with_workers, ROT, "track"), LayTrack(ROT, LINKS["wr_neustadt-sopron"]), "A1-4")


@pytest.mark.rule("IS-F3-6")
def test_access_between_own_cities() -> None:
    link = LINKS["bratislava-wr_neustadt"]
    s = tracks(crown(link), ROT, LINKS["wien-wr_neustadt"], LINKS["wien-bratislava"])
    before = column(s, ROT)
    s = do(turn(s), BuyAccess(ROT, link))
    assert link in s.players[ROT].tracks
    assert column(s, ROT) == before


@pytest.mark.rule("IS-P7-5")
def test_one_free_action_after_the_other_while_acting() -> None:
    """55 gulden: access for 50 first, then a share for 40 pays the locomotive that was chosen before both."""
    link = LINKS["wr_neustadt-gloggnitz"]
    s = cash(tracks(crown().replace(round=2), ROT, LINKS["wien-wr_neustadt"]), ROT, 55)
    s = do(turn(s), ChooseAction(ROT, "locomotive"))
    bought = do(s, BuyAccess(ROT, link))
    assert money(bought)[ROT] == 5
    assert BuyLocomotive(ROT, 4) not in legal(bought, ROT)
    refused(bought, EndTurn(ROT), "P7-5")
    done = do(bought, SellShare(ROT), BuyLocomotive(ROT, 4), EndTurn(ROT))
    assert money(done)[ROT] == 5
    assert done.players[ROT].trains == (3, 4)
    s = do(s, BuyLocomotive(ROT, 4))
    refused(s, BuyAccess(ROT, link), "F3-2")
    rich = do(turn(cash(s, ROT, 500)), ChooseAction(ROT, "goods"), BuyAccess(ROT, link))
    assert {type(a) for a in legal(rich, ROT)} >= {BuyGood, OrderGood}


def poor() -> Any:
    """Nothing in hand; the IS-4 costs 40, and one share would bring just that."""
    return cash(ready().replace(round=2), ROT, 0).change(ROT, investors=1)


@pytest.mark.rule("IS-P7-5", "IS-F0-1")
def test_an_action_may_be_chosen_that_a_free_one_makes_possible() -> None:
    s = do(turn(poor()), ChooseAction(ROT, "locomotive"))
    assert BuyLocomotive(ROT, 4) not in legal(s, ROT)
    assert BuyLocomotive(ROT, 4) in legal(do(s, SellShare(ROT)), ROT)
    # Without the investor nothing could bring the money.
    alone = turn(poor().change(ROT, investors=0))
    assert refused(alone, ChooseAction(ROT, "locomotive"), "P7-5").figures == {"cash": 0}
    # A delivery would: 1 iron for Gloggnitz, paid with 90.
    delivered = cash(port().replace(round=2), GELB, 0).change(GELB, investors=0)
    s = do(turn(delivered, GELB), ChooseAction(GELB, "locomotive"), Deliver(GELB, "F01", "gloggnitz"))
    assert BuyLocomotive(GELB, 4) in legal(s, GELB)


@pytest.mark.rule("IS-P7-6")
def test_a_hand_that_can_do_nothing_is_taken_back() -> None:
    before = influence(poor().change(ROT, used={"locomotive": 2}), {LILA: 100, ROT: 100, GELB: 100})
    s = do(turn(before), ChooseAction(ROT, "locomotive"))
    assert (column(s, ROT), s.players[ROT].hands) == (80, before.players[ROT].hands - 1)
    assert "HandTakenBack" in events(s, TakeHandBack(ROT))
    back = do(s, TakeHandBack(ROT))
    assert back.standing == before.standing, "to the very place"
    assert back.players == before.players
    # Once in a turn: what could not be done then is chosen again only when it can be done.
    refused(back, ChooseAction(ROT, "locomotive"), "P7-5")
    sold = do(back, SellShare(ROT))
    assert ChooseAction(ROT, "locomotive") in legal(sold, ROT)
    # What can be carried out stays chosen; what was carried out as well; others were never owed.
    refused(do(s, SellShare(ROT)), TakeHandBack(ROT), "P7-6")
    refused(do(s, SellShare(ROT), BuyLocomotive(ROT, 4)), TakeHandBack(ROT), "P7-6")
    refused(do(turn(before), ChooseAction(ROT, "hire")), TakeHandBack(ROT), "P7-1")
    refused(turn(before), TakeHandBack(ROT), "P7-1")


@pytest.mark.rule("IS-P7-6")
def test_the_only_hand_of_a_tile_leaves_nothing_behind() -> None:
    """A tile without a hand is not told as one with none of them: the player is as before the choice."""
    before = turn(poor())
    assert before.players[ROT].used == {}
    back = do(before, ChooseAction(ROT, "locomotive"), TakeHandBack(ROT))
    assert back.players == before.players


@pytest.mark.rule("IS-P7-6", "IS-F3-4")
def test_what_was_done_freely_stays_done_when_the_hand_comes_back() -> None:
    link = LINKS["wr_neustadt-gloggnitz"]
    s = tracks(crown().replace(round=2), ROT, LINKS["wien-wr_neustadt"])
    s = cash(s, ROT, 55).change(ROT, investors=0, used={"locomotive": 1})
    at = column(s, ROT)
    s = do(turn(s), ChooseAction(ROT, "locomotive"), BuyAccess(ROT, link))
    gained = column(s, ROT) - (at - 10)
    assert gained > 0
    back = do(s, TakeHandBack(ROT))
    assert (column(back, ROT), back.players[ROT].used) == (at + gained, {"locomotive": 1})
    assert link in back.players[ROT].tracks


@pytest.mark.rule("IS-P7-5", "IS-F0-1", "IS-F3-1")
def test_an_access_opens_a_main_action_only_if_it_helps() -> None:
    """The way on leads over the state railway; without wood, stone and iron nothing is laid there."""
    link = LINKS["wr_neustadt-gloggnitz"]
    s = tracks(crown(), ROT, LINKS["wien-wr_neustadt"])
    s = turn(cash(s, ROT, 500)).change(ROT, goods=(0, 0, 0, 0), investors=0)
    assert BuyAccess(ROT, link) in legal(s, ROT)
    refused(s, ChooseAction(ROT, "track"), "P7-5")
    assert ChooseAction(ROT, "track") in legal(s.change(ROT, goods=(1, 1, 1, 0), training=(0, 0, 3)), ROT)
    # Building: no place is left in Wien and Wr. Neustadt, but Gloggnitz has one behind the access.
    assert ChooseAction(ROT, "build") in legal(s, ROT)
    # For a locomotive the access only takes money.
    late = turn(cash(s.replace(round=6, locomotives={"8": 1}), ROT, 50)).change(ROT, trains=(8,))
    assert BuyAccess(ROT, link) in legal(late, ROT)
    refused(late, ChooseAction(ROT, "locomotive"), "P7-5")


@pytest.mark.rule("IS-P7-5", "IS-P7-6")
def test_games_of_version_1_choose_only_what_is_possible() -> None:
    """No free action opens a main action there, and what has become impossible is not asked for."""
    first = version_1(turn(poor()))
    refused(first, ChooseAction(ROT, "locomotive"), "P7-5")
    sold = do(first, SellShare(ROT), ChooseAction(ROT, "locomotive"))
    assert BuyLocomotive(ROT, 4) in legal(sold, ROT)
    refused(sold, EndTurn(ROT), "P7-5")
    refused(sold, TakeHandBack(ROT), "P7-6")
    # Chosen, and then the money is gone: the turn ends, and the hand stays where it is.
    gone = cash(sold, ROT, 0)
    refused(gone, TakeHandBack(ROT), "P7-6")
    assert do(gone, EndTurn(ROT)).players[ROT].used == {"locomotive": 1}
    refused(cash(do(turn(poor()), ChooseAction(ROT, "locomotive")), ROT, 0), EndTurn(ROT), "P7-5")


@pytest.mark.rule("IS-P7-5", "IS-F3-1")
def test_an_access_leaves_the_main_action_possible_in_games_of_version_1() -> None:
    link = LINKS["wr_neustadt-gloggnitz"]
    s = cash(tracks(crown().replace(round=2), ROT, LINKS["wien-wr_neustadt"]), ROT, 55)
    s = do(turn(s), ChooseAction(ROT, "locomotive"))
    assert BuyAccess(ROT, link) in legal(s, ROT)
    first = version_1(s)
    assert BuyLocomotive(ROT, 4) in legal(first, ROT)
    refused(first, BuyAccess(ROT, link), "P7-5")
    assert BuyAccess(ROT, link) in legal(cash(first, ROT, 500), ROT)
    assert BuyAccess(ROT, link) in legal(cash(do(first, BuyLocomotive(ROT, 4)), ROT, 55), ROT), "it is done"


@pytest.mark.rule("IS-P7-5", "IS-F0-1", "IS-A1-14")
def test_what_free_actions_add_to_the_means() -> None:
    """A share for 40, and an access for 50; the two points of its marker lift the price."""
    s = tracks(crown(), ROT, LINKS["wien-wr_neustadt"]).replace(markers={"gloggnitz": (1, 2)})
    s = turn(cash(s, ROT, 50)).change(ROT, investors=1, price=0)
    after = [(now.players[ROT].cash, now.players[ROT].price, now.frame) for now in helped(s, ROT)]
    assert after == [(90, 0, s.frame), (0, 0, s.frame), (0, 1, s.frame), (0, 2, s.frame)]
    top = s.change(ROT, price=4)  # too high for the investor, and one row below the last
    assert [now.players[ROT].price for now in helped(top, ROT)] == [4, 5]


@pytest.mark.rule("IS-P7-5", "IS-F0-1")
def test_the_best_delivery_decides_what_is_in_reach() -> None:
    """Iron is paid better than wood, and both could be delivered: what the better one brings is in reach."""
    s = cash(port().replace(round=6), GELB, 0).change(GELB, investors=0, trains=(3,))
    low, high = sorted((payment(s, "wood"), payment(s, "iron")))
    assert low < high
    s = turn(cash(s, GELB, 80 - high).replace(locomotives={"8": 1}), GELB).change(GELB, trains=(8,))
    s = do(s, ChooseAction(GELB, "locomotive"))
    assert provided(s, GELB).players[GELB].cash == 80
