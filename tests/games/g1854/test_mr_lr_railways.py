"""MR, LR: mountain and local railways."""

import pytest

from stellwerk.engine import Pass
from stellwerk.games.g1854.rules.opening import hand_item_over
from stellwerk.games.g1854.rules.runs import RUNS, stop_of
from stellwerk.games.g1854.rules.tunnels import DigTunnel
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import OUT
from stellwerk.mech18.stock import SellShares
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

from .lines import earns, graz, innsbruck, kirchdorf, klagenfurt, sell_all, vb
from .table import (
    LOCAL_RUN,
    LOCAL_TRACK,
    LOCAL_TRAINS,
    RUN,
    TRACK,
    TRAINS,
    cash_of,
    do,
    forbidden,
    give,
    home,
    local,
    major,
    mountain,
    offered,
    opening,
    phase,
    refused,
    run,
    stock,
    stuck,
    tile,
    told,
    train,
    turn,
)


@pytest.mark.rule("1854-MR-2")
def test_mountains_are_never_sold_and_keep_nobody_off():
    s = mountain(major(stock(), "KT"), "P1", 0)
    refused(s, SellShares(0, "P1", 1), "SR-4")
    # E5 is free to others: VB of Ben reaches it from Bregenz and pays 100.
    s = tile(mountain(stock(), "P1", 0), "E3", "6", 4)  # Bregenz: sides 4 and 0
    s = turn(home(major(s, "VB", 1), "VB"), "VB", TRACK)
    s = do(s, LayTile(1, "E5", "9", 1))
    assert s.cash["VB"] == 820 - 100


@pytest.mark.rule("1854-MR-3", "1854-MR-9")
def test_one_mountain_tile_is_cheaper():
    s = mountain(klagenfurt(), "P1", 0)
    s = turn(s, "KT", TRACK)
    lay = LayTile(0, "H16", "55", 0, "P1")
    assert lay in offered(s, 0, LayTile)
    assert LayTile(0, "H16", "55", 0) in offered(s, 0, LayTile)  # optional
    after = do(s, lay)
    assert after.cash["KT"] == 820 - 50  # 70 - 20
    assert after.powers_used == ("P1",)
    assert after.privates["P1"] == "seat0"  # still open
    again = turn(after.replace(board=s.board, supply=s.supply), "KT", TRACK)
    forbidden(again, lay, "MR-3")
    theirs = turn(mountain(klagenfurt(), "P1", 1), "KT", TRACK)
    forbidden(theirs, lay, "MR-3")
    # Water is no mountain: Landeck F6.
    water = tile(mountain(stock(), "P1", 0), "F8", "57", 1)
    water = turn(home(major(water, "NT"), "NT"), "NT", TRACK)
    forbidden(water, LayTile(0, "F6", "4", 1, "P1"), "MR-3")


@pytest.mark.rule("1854-MR-3")
def test_a_local_railway_is_a_company_of_its_owner():
    s = turn(home(local(mountain(stock(), "P1", 0), "5", 0), "5"), "5", LOCAL_TRACK)
    after = do(s, LayTile(0, "K29", "8", 2, "P1"))
    assert after.cash["5"] == 150 - 40  # 60 - 20
    terrain = {r: stock(rulings=r).book.atlas.hexes["K33"].terrain for r in ("book", "other")}
    assert terrain == {"book": "mountain", "other": "water"}


@pytest.mark.rule("1854-MR-3", "1854-MR-9")
def test_one_tunnel_is_cheaper():
    s = turn(mountain(innsbruck(), "P2", 0), "NT", TRACK)
    after = do(s, DigTunnel(0, "G11", 1, 5, "P2"))
    assert after.cash["NT"] == 820 - 60
    again = turn(after, "NT", TRACK)
    forbidden(again, DigTunnel(0, "F10", 1, 4, "P2"), "MR-3")
    assert DigTunnel(0, "F10", 1, 4) in offered(again, 0, DigTunnel)


@pytest.mark.rule("1854-MR-4")
def test_no_terrain_on_the_own_hex():
    s = tile(stock(), "E3", "6", 4)
    own = turn(home(major(mountain(s, "P1", 0), "VB"), "VB"), "VB", TRACK)
    forbidden(own, LayTile(0, "E5", "9", 1, "P1"), "MR-3")  # nothing to make cheaper
    after = do(own, LayTile(0, "E5", "9", 1))
    assert after.cash["VB"] == 820
    assert after.frame.lays == ("yellow",)  # the normal tile of the turn
    closed = turn(home(major(s, "VB"), "VB"), "VB", TRACK)
    assert do(closed, LayTile(0, "E5", "9", 1)).cash["VB"] == 720


@pytest.mark.rule("1854-MR-5")
def test_graz_earns_ten_more():
    way = run("F22.0", "F24.0", card="3-0")
    assert earns(graz(), way) == 30  # 20 + 10
    assert earns(mountain(graz(), "P3", 0), way) == 40
    assert earns(mountain(graz(), "P3", 1), way) == 30
    assert RUNS.best(mountain(graz(), "P3", 0), "KT").revenue == 40
    values = [stop_of(mountain(graz(), "P3", 0), "KT", stop).revenue for stop in ("F22.0", "F24.0")]
    assert values == [30, 10]


@pytest.mark.rule("1854-MR-6")
def test_the_share_comes_with_the_railway():
    s = hand_item_over(opening(), "P4", 2, 170)
    assert (s.papers["VB_1"], s.shares("seat2", "VB"), s.issued("VB")) == ("seat2", 2, 2)


@pytest.mark.rule("1854-MR-7", "1854-MR-8")
def test_p4_closes_with_the_first_run_of_vb():
    s = turn(give(mountain(mountain(vb(), "P4", 1), "P5", 1), 1, "VB", 2), "VB", RUN)
    still = do(s, RunTrains(0))
    assert still.privates["P4"] == "seat1"  # standing still is no run
    after = do(s, run("E3.0", "E1.0"))
    assert (after.privates["P4"], after.privates["P5"]) == (OUT, "seat1")
    assert after.papers["VB_2"] == "seat1"  # the share stays
    assert after.cash["seat1"] == s.cash["seat1"]  # no compensation
    assert "PrivateClosed" in told(s, run("E3.0", "E1.0"))
    assert "PrivateClosed" not in told(turn(after, "VB", RUN), run("E3.0", "E1.0"))  # closed once


@pytest.mark.rule("1854-MR-7", "1854-MR-9", "1854-TN-11")
def test_the_first_5_closes_all():
    s = stock()
    for private in ("P1", "P2", "P3", "P4", "P5"):
        s = mountain(s, private, 1)
    s = sell_all(home(major(phase(s, "4"), "KT", cash=2000), "KT"), "4")
    s = s.replace(privates={**s.privates, "P4": OUT})  # closed before
    first = BuyTrain(0, "5-0", "5", 530)
    assert told(turn(s, "KT", TRAINS), first).count("PrivateClosed") == 4
    s = do(turn(s, "KT", TRAINS), first)
    assert set(s.privates.values()) == {OUT}
    assert not s.power_of("P1", "KT")


@pytest.mark.rule("1854-LR-4", "1854-TN-12")
def test_locals_buy_plus_trains_only_and_need_none():
    s = turn(kirchdorf(), "5", LOCAL_TRAINS)
    forbidden(s, BuyTrain(0, "2-0", "2", 100), "TN-12")
    assert offered(s, 0, Pass)  # a route, no train, no duty
    s = do(s, BuyTrain(0, "1+-0", "1+", 100))
    assert s.trains["1+-0"] == "5"
    two = stuck(kirchdorf("2", "1+-0", "1+-1"), "5", LOCAL_TRAINS)
    refused(two, BuyTrain(0, "1+-2", "1+", 100), "TN-3")
    assert two.train_limit("5") == 2
    assert [phase(two, n).train_limit("5") for n in ("3", "4", "5")] == [2, 1, 1]
    other = phase(stock(rulings="book,local_limit_from_5=2"), "5")
    assert (other.train_limit("5"), phase(other, "4").train_limit("5")) == (2, 1)


@pytest.mark.rule("1854-LR-5", "1854-RT-2", "1854-RT-9")
def test_half_to_the_owner_half_to_the_treasury():
    s = turn(kirchdorf("2", "1+-0"), "5", LOCAL_RUN)
    # A 1+: one city and any towns: Kirchdorf 10 + town 10 = 20; Steyr would be a second city.
    refused(s, run("J28.0", "J30.1", "J32.0", card="1+-0"), "RT-2")
    assert RUNS.best(s, "5").revenue == 20
    s = do(s, run("J28.0", "J30.1", card="1+-0"))
    assert (s.cash["seat0"], s.cash["5"]) == (660, 160)
    two = turn(kirchdorf("3", "2+-0"), "5", LOCAL_RUN)
    # A 2+ in phase 3: Kirchdorf 20 + town 10 + Steyr 20 = 50, 25 each.
    two = do(two, run("J28.0", "J30.1", "J32.0", card="2+-0"))
    assert (two.cash["seat0"], two.cash["5"]) == (675, 175)


@pytest.mark.rule("1854-LR-7")
def test_nobody_helps_a_local_railway():
    s = stuck(cash_of(kirchdorf(), "5", 99), "5", LOCAL_TRAINS)
    forbidden(s, BuyTrain(0, "1+-0", "1+", 100), "EF-1", cash=99)
    assert "5" not in s.prices


@pytest.mark.rule("1854-LR-9")
def test_without_train_or_route_it_earns_nothing():
    s = turn(kirchdorf(), "5", LOCAL_RUN)  # no train
    assert s.last_run["5"] == 0
    assert (s.cash["5"], s.cash["seat0"]) == (150, 650)


@pytest.mark.rule("1854-LR-8", "1854-TN-6", "1854-ST-6")
def test_locals_trade_plus_trains_from_phase_3():
    s = train(kirchdorf("3"), "KT", "1+-0")
    s = home(major(s, "KT"), "KT")
    s = turn(s, "5", LOCAL_TRAINS)
    early = s.replace(phases=())
    forbidden(early, BuyTrain(0, "1+-0", "1+", 1), "TN-6")
    after = do(s, BuyTrain(0, "1+-0", "1+", 1))
    assert (after.trains["1+-0"], after.cash["KT"], after.cash["5"]) == ("5", 821, 149)
    assert after.price("KT") == 80  # the seller goes down-right: (2, 2) -> (3, 3); railway 5 has no price
    # A Major buys of a local railway too; its plus trains fill no limit.
    back = turn(after, "KT", TRAINS)
    assert do(back, BuyTrain(0, "1+-0", "1+", 5)).price("KT") == 82  # and back up-left
