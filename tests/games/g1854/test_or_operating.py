"""OR, MR, LR, RT, DV, MC: operating rounds, mountain and local railways, runs, mail."""

import pytest

from stellwerk.engine import Pass, legal
from stellwerk.games.g1854.auction import hand_item_over
from stellwerk.games.g1854.mail import BuyMail
from stellwerk.games.g1854.runs import RUNS, stop_of, trains_of
from stellwerk.games.g1854.state import LocalTurn, Turn
from stellwerk.games.g1854.tunnels import DigTunnel
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.state import OUT
from stellwerk.mech18.stock import SellShares
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

from .table import (
    LOCAL_RUN,
    LOCAL_TRACK,
    LOCAL_TRAINS,
    MAIL,
    PAY,
    RUN,
    TRACK,
    TRAINS,
    at,
    cash_of,
    do,
    forbidden,
    give,
    home,
    local,
    locals_of,
    lokalbahn,
    major,
    marker,
    mountain,
    offered,
    opening,
    passes,
    phase,
    refused,
    rounds,
    run,
    stock,
    stuck,
    tile,
    told,
    train,
    turn,
)
from .test_tr_track import innsbruck, klagenfurt


def earns(s, action):
    """The revenue of a run."""
    return do(s, action).last_run[s.frame.company]


# -- the round --------------------------------------------------------------------------------


@pytest.mark.rule("1854-OR-1")
@pytest.mark.parametrize(("number", "of"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("8", 3)])
def test_rounds_by_phase(number, of):
    s = passes(home(major(phase(stock(), number), "KT"), "KT"), 4)
    assert s.stack[0].of == of


@pytest.mark.rule("1854-OR-1")
def test_a_running_set_does_not_grow():
    s = passes(home(major(stock(), "KT"), "KT"), 4)
    assert s.but(phases=("2", "3")).stack[0].of == 1


@pytest.mark.rule("1854-OR-2", "1854-LR-2", "1854-MR-1")
def test_incomes_then_locals_by_number_then_by_price():
    s = mountain(mountain(opening().but(stack=stock().stack), "P1", 0), "P2", 1)
    s = local(local(s, "4", 1), "2", 0)
    # KE 82 (2, 2), FJ 82 under it, SB 85 (2, 3), KR 85 (4, 6): equal prices, KR further right.
    s = at(major(major(major(major(s, "KE"), "FJ", 1), "SB", 2), "KR", 3), "SB", 2, 3)
    s = rounds(at(s, "KR", 4, 6))
    assert (s.cash["seat0"], s.cash["seat1"]) == (655, 660)
    seen = []
    for _ in range(60):
        if not isinstance(s.frame, Turn | LocalTurn):
            break
        if s.frame.company not in seen:
            seen.append(s.frame.company)
        s = do(s, Pass(s.director_seat(s.frame.company)))
    assert seen == ["2", "4", "KR", "SB", "KE", "FJ"]


@pytest.mark.rule("1854-OR-2")
def test_the_order_is_looked_at_anew():
    # SB (77) and KT (82); KE (87) buys KT's train: KT falls down-right from 82 (2, 2) to 80 (3, 3), still
    # above 77, but with SB lifted above it meanwhile the next in line is SB.
    s = major(major(major(phase(stock(), "3"), "KE", par=87), "KT", par=82), "SB", par=77)
    s = turn(home(s, "KE", "KT", "SB"), "KE", MAIL)
    moved = at(s, "SB", 1, 3)  # 91
    after = do(moved, Pass(0))
    assert after.frame.company == "SB"
    assert do(s, Pass(0)).frame.company == "KT"


@pytest.mark.rule("1854-OR-3")
def test_the_steps_of_a_turn():
    s = tile(phase(stock(), "3"), "H18", "6", 5)
    s = major(s, "KT").but(mail={"KT": "small"})
    s = turn(train(s, "KT", "2-0"), "KT")
    assert s.board.markers_of("KT") == ("H18.0",)  # home
    assert s.cash["KT"] == 820 + 20  # mail, green
    order = [s.frame.step]
    s = do(s, LayTile(0, "H16", "55", 0))
    refused(s, BuyTrain(0, "3-0", "3", 200), "OR-3")
    s = do(s, Pass(0)) if s.frame.step == TRACK else s  # a tunnel would still be open
    order.append(s.frame.step)
    s = do(s, run("H18.0", "I19.0"))
    order.append(s.frame.step)
    s = do(s, Dividend(0, True))
    order.append(s.frame.step)
    assert order == [TRACK, RUN, PAY, TRAINS]  # no city for a marker is in reach
    assert offered(s.but(mail={}), 0, BuyTrain)
    assert isinstance(do(s.but(mail={}), Pass(0)).frame, Turn)  # then mail


@pytest.mark.rule("1854-OR-4", "1854-SR-10")
def test_who_floats_operates_in_the_next_round():
    s = give(stock(), 1, "VB", 1)
    s = do(
        s, *[a for a in legal(s, 0) if getattr(a, "company", "") == "VB" and getattr(a, "par", 0) == 67][:1]
    )
    s = passes(s.mark(seat=1), 4)
    assert s.frame.company == "VB"
    assert s.frame.first


@pytest.mark.rule("1854-OR-5")
def test_optional_steps_and_own_money():
    s = turn(klagenfurt(cash=10), "KT", TRACK)
    assert offered(s, 0, Pass)
    s = do(s, Pass(0))
    assert not offered(s, 0, BuyMail)  # 10 is too little, the director does not help here
    refused(s.mark(step=MAIL), BuyMail(0, "small"), "MC-3")


# -- mountain railways ------------------------------------------------------------------------


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
    again = turn(after.but(board=s.board, supply=s.supply), "KT", TRACK)
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
    after = do(own, LayTile(0, "E5", "9", 1))
    assert after.cash["VB"] == 820
    assert after.frame.lays == ("yellow",)  # the normal tile of the turn
    closed = turn(home(major(s, "VB"), "VB"), "VB", TRACK)
    assert do(closed, LayTile(0, "E5", "9", 1)).cash["VB"] == 720


def graz(number="3", seat=0):
    """KT with a marker in Graz too; Graz and a tunnel-free line to Oberwart F24."""
    s = tile(tile(phase(stock(), number), "F22", "57", 1), "F24", "4", 1)
    s = marker(home(major(s, "KT"), "KT"), "KT", "F22.0")
    return turn(train(s, "KT", "3-0"), "KT", RUN)


@pytest.mark.rule("1854-MR-5")
def test_graz_earns_ten_more():
    way = run("F22.0", "F24.0", card="3-0")
    assert earns(graz(), way) == 30  # 20 + 10
    assert earns(mountain(graz(), "P3", 0), way) == 40
    assert earns(mountain(graz(), "P3", 1), way) == 30
    assert RUNS.best(mountain(graz(), "P3", 0), "KT").revenue == 40


@pytest.mark.rule("1854-MR-6")
def test_the_share_comes_with_the_railway():
    s = hand_item_over(opening(), "P4", 2, 170)
    assert (s.papers["VB_1"], s.shares("seat2", "VB"), s.issued("VB")) == ("seat2", 2, 2)


def vb(number="2"):
    """VB with track to Augsburg (side 3) and Zürich (side 1); a 2-train."""
    s = tile(phase(stock(), number), "E3", "6", 1)
    s = home(major(s, "VB"), "VB")
    return train(s, "VB", "2-0") if number in "23" else s


@pytest.mark.rule("1854-MR-7", "1854-MR-8")
def test_p4_closes_with_the_first_run_of_vb():
    s = turn(give(mountain(mountain(vb(), "P4", 1), "P5", 1), 1, "VB", 2), "VB", RUN)
    still = do(s, RunTrains(0))
    assert still.privates["P4"] == "seat1"  # standing still is no run
    after = do(s, run("E3.0", "E1.0"))
    assert (after.privates["P4"], after.privates["P5"]) == (OUT, "seat1")
    assert after.papers["VB_2"] == "seat1"  # the share stays
    assert after.cash["seat1"] == s.cash["seat1"]  # no compensation


@pytest.mark.rule("1854-MR-7", "1854-MR-9", "1854-TN-11")
def test_the_first_5_closes_all():
    s = stock()
    for private in ("P1", "P2", "P3", "P4", "P5"):
        s = mountain(s, private, 1)
    s = sell_all(home(major(phase(s, "4"), "KT", cash=2000), "KT"), "4")
    s = do(turn(s, "KT", TRAINS), BuyTrain(0, "5-0", "5", 530))
    assert set(s.privates.values()) == {OUT}
    assert not s.power_of("P1", "KT")


def sell_all(s, kind):
    """No card of this type is left in the bank."""
    return s.but(trains={c: OUT if s.train_type(c) == kind else o for c, o in s.trains.items()})


# -- local railways ---------------------------------------------------------------------------


def kirchdorf(number="2", *cards):
    """Railway 5 of Ann: Kirchdorf J28 (10/20/30) – town J30.1 (10) – Steyr J32 (20)."""
    s = tile(tile(phase(stock(), number), "J30", "55", 0), "J32", "57", 1)
    s = home(local(s, "5", 0), "5")
    for card in cards:
        s = train(s, "5", card)
    return s


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
    early = s.but(phases=())
    forbidden(early, BuyTrain(0, "1+-0", "1+", 1), "TN-6")
    after = do(s, BuyTrain(0, "1+-0", "1+", 1))
    assert (after.trains["1+-0"], after.cash["KT"], after.cash["5"]) == ("5", 821, 149)
    assert after.price("KT") == 80  # the seller goes down-right: (2, 2) -> (3, 3); railway 5 has no price
    # A Major buys of a local railway too; its plus trains fill no limit.
    back = turn(after, "KT", TRAINS)
    assert do(back, BuyTrain(0, "1+-0", "1+", 5)).price("KT") == 82  # and back up-left


# -- runs -------------------------------------------------------------------------------------


@pytest.mark.rule("1854-RT-1", "1854-RT-10")
def test_what_a_route_needs():
    s = turn(train(klagenfurt(), "KT", "2-0"), "KT", RUN)
    refused(s, run("H18.0"), "RT-1")
    refused(s, run("H18.0", "H16.0"), "RT-1")
    refused(s, run("H18.0", "I19.0", card="3-0"), "RT-10")
    twice = RunTrains(0, (Route("2-0", ("H18.0", "I19.0")), Route("2-0", ("H18.0", "I19.0"))))
    refused(s, twice, "RT-10")
    assert earns(s, run("H18.0", "I19.0")) == 40
    two = turn(train(train(klagenfurt(), "KT", "2-0"), "KT", "2-1"), "KT", RUN)
    same = RunTrains(0, (Route("2-0", ("H18.0", "I19.0")), Route("2-1", ("H18.0", "I19.0"))))
    refused(two, same, "RT-1")


@pytest.mark.rule("1854-RT-1")
def test_an_own_marker_is_on_the_route():
    # Braunau – Ried – Linz: without Linz, KR's marker is missing.
    s = tile(tile(phase(stock(), "2"), "C17", "57", 1), "C15", "4", 1)
    s = turn(train(home(major(s, "KR"), "KR"), "KR", "2-0"), "KR", RUN)
    refused(s, run("C13.0", "C15.0"), "RT-1")
    assert earns(s, run("C15.0", "C17.0")) == 30


@pytest.mark.rule("1854-RT-2")
def test_a_number_train_counts_every_stop():
    s = tile(tile(phase(stock(), "2"), "C17", "57", 1), "C15", "4", 1)
    s = home(major(s, "KR"), "KR")
    two = turn(train(s, "KR", "2-0"), "KR", RUN)
    refused(two, run("C13.0", "C15.0", "C17.0"), "RT-2")
    three = turn(train(s, "KR", "3-0"), "KR", RUN)
    assert earns(three, run("C13.0", "C15.0", "C17.0", card="3-0")) == 40


@pytest.mark.rule("1854-RT-3")
def test_wien_is_one_place():
    # KE and its own line from side 1 over C21 (1-4 would lead west); KE and SD cities both of KE's reach:
    # C21 (tile 55, 1-4) and D22 do not meet, so the group is asked of the stops themselves.
    s = turn(train(home(major(phase(stock(), "3"), "KE"), "KE"), "KE", "3-0"), "KE", TRACK)
    assert {stop_of(s, "KE", f"C23.{n}").groups for n in range(3)} == {("C23",)}
    assert stop_of(s, "KE", "E1.0").groups == stop_of(s, "KE", "E1.1").groups == ("Zürich",)
    assert stop_of(s, "KE", "D28.0").groups == stop_of(s, "KE", "E27.0").groups == ("Budapest",)
    assert {stop_of(s, "KE", f"J38.{n}").groups for n in range(2)} == {("J38",)}
    towns = tile(s, "H16", "55", 0)
    assert stop_of(towns, "KE", "H16.0").groups == stop_of(towns, "KE", "H16.1").groups == ()


@pytest.mark.rule("1854-RT-3")
def test_zuerich_twice_is_refused():
    # Bregenz green (sides 1, 0): Zürich E1.0 and, over Dornbirn F2 (3-2), Zürich E1.1.
    s = tile(tile(phase(stock(), "3"), "E3", "5", 0), "F2", "2", 1)  # F2: 1-4 and 2-3
    s = turn(train(home(major(s, "VB"), "VB"), "VB", "4-0"), "VB", RUN)
    refused(s, run("E1.0", "E3.0", "F2.1", "E1.1", card="4-0"), "RT-3")
    assert earns(s, run("E3.0", "F2.1", "E1.1", card="4-0")) == 20 + 10 + 30


@pytest.mark.rule("1854-RT-4")
def test_full_cities_and_red_places_are_not_passed():
    # KT stands in Villach; Klagenfurt (one circle) is held by SB; behind it lie H20, G21 and Graz.
    s = tile(tile(phase(stock(), "3"), "H18", "57", 1), "H16", "14", 0)
    s = tile(tile(tile(s, "H20", "8", 1), "G21", "9", 0), "F22", "57", 0)
    held = marker(major(s, "SB", 1), "SB", "H18.0")
    held = marker(major(held, "KT").but(begun=("KT",)), "KT", "H16.0")
    s = turn(train(held, "KT", "3-0"), "KT", RUN)
    way = ("H16.0", "H18.0", "H20", "G21", "F22.0")
    assert earns(s, run(*way[:2], card="3-0")) == 30 + 20
    refused(s, run(*way, card="3-0"), "RT-4")
    free = turn(
        train(held.but(board=held.board.remove("SB"), markers={**held.markers, "SB": 0}), "KT", "3-0"),
        "KT",
        RUN,
    )
    assert earns(free, run(*way, card="3-0")) == 30 + 20 + 20
    assert not stop_of(s, "KT", "H18.0").through
    assert not stop_of(s, "KT", "I19.0").through
    assert stop_of(s, "KT", "H16.0").through


@pytest.mark.rule("1854-RT-5")
def test_the_shortcut_past_muenchen():
    # Salzburg E13 – D14 (0-1) – D12 – Kufstein E11.0: 20 + 10 - 10 = 20; D12 is no stop of it.
    s = tile(tile(tile(phase(stock(), "2"), "E13", "5", 2), "D14", "7", 0), "E11", "1", 0)
    s = home(major(s, "SB"), "SB")
    two = turn(train(s, "SB", "2-0"), "SB", RUN)
    assert earns(two, run("E13.0", "D14", "D12", "E11.0")) == 20
    # München itself lies behind side 2 of Salzburg: 20 + 20.
    assert earns(two, run("E13.0", "D12.0")) == 40
    best = RUNS.best(two, "SB")
    assert best.revenue == 40
    both = turn(train(train(s, "SB", "2-0"), "SB", "2-1"), "SB", RUN)
    assert RUNS.best(both, "SB").revenue == 60  # 40 + 20: the deduction is for one train only


@pytest.mark.rule("1854-RT-6", "1854-RT-10", "1854-RT-7")
def test_the_orient_express():
    # Paris D0 (90) – Zürich (grey 50) – Bregenz (20) – Augsburg (grey 40).
    s = vb("8")
    ox = turn(train(s, "VB", "8-5", "8Ox"), "VB", RUN)
    way = ("D0.0", "E1.0", "E3.0", "D4.0")
    assert earns(ox, run(*way, card="8-5")) == 90 + 50 + 20 + 40
    assert RUNS.best(ox, "VB").revenue == 200
    plain = turn(train(s, "VB", "8-5", "8"), "VB", RUN)
    refused(plain, run(*way, card="8-5"), "RT-6")
    assert RUNS.best(plain, "VB").revenue == 110  # it ends in Zürich
    assert earns(plain, run(*way[1:], card="8-5")) == 110
    assert trains_of(ox, "VB")[0].counts == 8
    ends = {r: stock(rulings=r).book.atlas.hexes["F28"].printed.stops[0].revenue for r in ("book", "other")}
    assert ends == {"book": 90, "other": 70}


@pytest.mark.rule("1854-RT-7")
@pytest.mark.parametrize(
    ("number", "value"), [("2", 0), ("3", 20), ("4", 20), ("5", 30), ("6", 30), ("8", 40)]
)
def test_red_places_by_colour_of_the_phase(number, value):
    assert stop_of(vb(number), "VB", "D4.0").revenue == value  # Augsburg


@pytest.mark.rule("1854-RT-10", "1854-DV-3")
def test_a_revenue_of_zero_counts_as_keeping():
    # No such route exists in the start position; Augsburg is worth 0 in phase 2, so 20 + 0.
    s = turn(vb(), "VB", RUN)
    assert earns(s, run("E3.0", "D4.0")) == 20
    s = turn(vb(), "VB", PAY, revenue=0)
    assert s.price("VB") == 79  # nothing to pay out: the price has gone left without a question
    assert s.frame.step > PAY


@pytest.mark.rule("1854-RT-8")
def test_the_best_run_is_offered_not_compulsory():
    s = turn(vb(), "VB", RUN)
    assert offered(s, 0, RunTrains)[0] == run("E1.0", "E3.0")
    assert earns(s, run("E3.0", "D4.0")) == 20
    assert earns(s, RunTrains(0)) == 0


@pytest.mark.rule("1854-RT-9", "1854-RT-1")
def test_trains_meet_in_stops():
    # Two 2-trains of VB: Bregenz–Zürich 40 and Bregenz–Augsburg 20.
    s = turn(train(vb(), "VB", "2-1"), "VB", RUN)
    both = RunTrains(0, (Route("2-0", ("E3.0", "E1.0")), Route("2-1", ("E3.0", "D4.0"))))
    assert earns(s, both) == 60
    # From a stop it goes on over another track, never back over the one it came by.
    three = turn(train(vb("3"), "VB", "3-0"), "VB", RUN)
    assert earns(three, run("E1.0", "E3.0", "D4.0", card="3-0")) == 30 + 20 + 20
    refused(three, run("E1.0", "E3.0", "E1.0", card="3-0"), "RT-1")


@pytest.mark.rule("1854-RT-10")
def test_a_train_bought_now_has_not_run():
    s = turn(klagenfurt(), "KT", TRAINS)
    s = do(s, BuyTrain(0, "2-0", "2", 100))
    refused(s, run("H18.0", "I19.0"), "OR-3")


# -- revenue ----------------------------------------------------------------------------------


@pytest.mark.rule("1854-DV-1")
def test_all_or_nothing():
    s = turn(home(major(stock(), "KT"), "KT"), "KT", PAY, revenue=80)
    assert offered(s, 0, Dividend) == [Dividend(0, True), Dividend(0, False)]
    paid, kept = do(s, Dividend(0, True)), do(s, Dividend(0, False))
    assert (paid.cash["seat0"], paid.cash["KT"]) == (650 + 48, 820)
    assert (kept.cash["seat0"], kept.cash["KT"]) == (650, 900)


@pytest.mark.rule("1854-DV-2")
def test_pool_and_offering_get_nothing_and_a_half_five_tenths():
    s = major(stock(), "KT").hand_over("KT_2", "pool")
    s = turn(home(s, "KT"), "KT", PAY, revenue=100)
    paid = do(s, Dividend(0, True))
    assert (paid.cash["seat0"], paid.cash["KT"]) == (650 + 60, 820)
    ag = lokalbahn(phase(stock(), "6"), "A", 0, 1, hex_id="D18")
    ag = do(turn(ag, "A", PAY, revenue=90), Dividend(0, True))
    assert (ag.cash["seat0"], ag.cash["seat1"]) == (695, 695)


@pytest.mark.rule("1854-DV-3", "1854-MC-2")
def test_mail_is_no_revenue():
    s = klagenfurt().but(mail={"KT": "large"})
    s = turn(s, "KT")
    assert s.cash["KT"] == 850
    s = do(s, Pass(0))
    assert s.last_run["KT"] == 0
    assert s.price("KT") == 79


# -- mail -------------------------------------------------------------------------------------


@pytest.mark.rule("1854-MC-1", "1854-MC-3")
def test_one_contract_for_good_as_the_last_step():
    s = turn(klagenfurt(cash=250), "KT", MAIL)
    after = do(s, BuyMail(0, "large"))
    assert (after.cash["KT"], after.mail) == (50, {"KT": "large"})
    assert getattr(after.frame, "company", "") != "KT"  # the turn is over
    again = s.but(mail={"KT": "small"}).mark(step=MAIL)
    refused(again, BuyMail(0, "large"), "MC-1")
    # Six of each kind; already in the first turn, in any phase.
    all_gone = s.but(mail=dict.fromkeys(("KE", "FJ", "SD", "KR", "SB", "NT"), "small"))
    forbidden(all_gone, BuyMail(0, "small"), "MC-3")
    do(all_gone, BuyMail(0, "large"))
    forbidden(turn(klagenfurt(cash=199), "KT", MAIL), BuyMail(0, "large"), "MC-3", cash=199, price=200)
    refused(s, BuyMail(0, "huge"), "MC-3")
    ag = turn(lokalbahn(phase(stock(), "6"), "A", hex_id="D18"), "A", MAIL)
    do(ag, BuyMail(0, "small"))


@pytest.mark.rule("1854-MC-2")
@pytest.mark.parametrize(
    ("number", "small", "large"),
    [("2", 10, 30), ("3", 20, 40), ("4", 20, 40), ("5", 30, 50), ("6", 30, 50), ("8", 40, 60)],
)
def test_mail_income_by_phase_without_a_train(number, small, large):
    for contract, amount in (("small", small), ("large", large)):
        s = klagenfurt(number).but(mail={"KT": contract})
        assert turn(s, "KT").cash["KT"] == 820 + amount
    other = stock(rulings="book,mail_rises_at_brown=false")
    s = home(major(phase(other, number), "KT"), "KT").but(mail={"KT": "small"})
    assert turn(s, "KT").cash["KT"] == 820 + (20 if number in ("5", "6") else small)


@pytest.mark.rule("1854-MC-3", "1854-MC-2")
def test_the_first_income_comes_in_the_next_turn():
    s = turn(klagenfurt(cash=250), "KT", MAIL)
    s = do(s, BuyMail(0, "small"))
    assert s.cash["KT"] == 150
    assert rounds(s).cash["KT"] == 160


@pytest.mark.rule("1854-LR-2", "1854-OR-3")
def test_a_local_turn_has_neither_mail_nor_tunnel():
    s = turn(kirchdorf("3"), "5", LOCAL_TRAINS)
    refused(s, BuyMail(0, "small"), "LR-2")
    refused(s, PlaceMarker(0, "J32.0"), "LR-2")
    assert "NoRun" in told(turn(locals_of(stock(), 0, 1, 1, 1, 1, 1), "1"), Pass(0))
