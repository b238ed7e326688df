"""OR, DV, MC: operating rounds, revenue, mail."""

import pytest

from stellwerk.engine import Pass, legal
from stellwerk.games.g1854.rules.mail import BuyMail
from stellwerk.games.g1854.rules.state import LocalTurn, Turn
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

from .lines import kirchdorf, klagenfurt
from .table import (
    LOCAL_TRAINS,
    MAIL,
    PAY,
    RUN,
    TRACK,
    TRAINS,
    at,
    do,
    forbidden,
    give,
    home,
    local,
    locals_of,
    lokalbahn,
    major,
    mountain,
    offered,
    opening,
    passes,
    phase,
    refused,
    rounds,
    run,
    stock,
    tile,
    told,
    train,
    turn,
)


@pytest.mark.rule("1854-OR-1")
@pytest.mark.parametrize(("number", "of"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("8", 3)])
def test_rounds_by_phase(number, of):
    s = passes(home(major(phase(stock(), number), "KT"), "KT"), 4)
    assert s.stack[0].of == of


@pytest.mark.rule("1854-OR-1")
def test_a_running_set_does_not_grow():
    s = passes(home(major(stock(), "KT"), "KT"), 4)
    assert s.replace(phases=("2", "3")).stack[0].of == 1


@pytest.mark.rule("1854-OR-2", "1854-LR-2", "1854-MR-1")
def test_incomes_then_locals_by_number_then_by_price():
    s = mountain(mountain(opening().replace(stack=stock().stack), "P1", 0), "P2", 1)
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
    s = major(s, "KT").replace(mail={"KT": "small"})
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
    assert offered(s.replace(mail={}), 0, BuyTrain)
    assert isinstance(do(s.replace(mail={}), Pass(0)).frame, Turn)  # then mail


@pytest.mark.rule("1854-OR-4", "1854-SR-10")
def test_who_floats_operates_in_the_next_round():
    s = give(stock(), 1, "VB", 1)
    s = do(
        s, *[a for a in legal(s, 0) if getattr(a, "company", "") == "VB" and getattr(a, "par", 0) == 67][:1]
    )
    s = passes(s.update_frame(seat=1), 4)
    assert s.frame.company == "VB"
    assert s.frame.first


@pytest.mark.rule("1854-OR-5")
def test_optional_steps_and_own_money():
    s = turn(klagenfurt(cash=10), "KT", TRACK)
    assert offered(s, 0, Pass)
    s = do(s, Pass(0))
    assert not offered(s, 0, BuyMail)  # 10 is too little, the director does not help here
    refused(s.update_frame(step=MAIL), BuyMail(0, "small"), "MC-3")


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
    s = klagenfurt().replace(mail={"KT": "large"})
    s = turn(s, "KT")
    assert s.cash["KT"] == 850
    s = do(s, Pass(0))
    assert s.last_run["KT"] == 0
    assert s.price("KT") == 79


@pytest.mark.rule("1854-MC-1", "1854-MC-3")
def test_one_contract_for_good_as_the_last_step():
    s = turn(klagenfurt(cash=250), "KT", MAIL)
    after = do(s, BuyMail(0, "large"))
    assert (after.cash["KT"], after.mail) == (50, {"KT": "large"})
    assert do(turn(klagenfurt(cash=200), "KT", MAIL), BuyMail(0, "large")).cash["KT"] == 0
    assert getattr(after.frame, "company", "") != "KT"  # the turn is over
    again = s.replace(mail={"KT": "small"}).update_frame(step=MAIL)
    refused(again, BuyMail(0, "large"), "MC-1")
    # Six of each kind; already in the first turn, in any phase.
    all_gone = s.replace(mail=dict.fromkeys(("KE", "FJ", "SD", "KR", "SB", "NT"), "small"))
    forbidden(all_gone, BuyMail(0, "small"), "MC-3")
    do(all_gone, BuyMail(0, "large"))
    forbidden(turn(klagenfurt(cash=199), "KT", MAIL), BuyMail(0, "large"), "MC-3", cash=199, price=200)
    refused(s, BuyMail(0, "huge"), "MC-3")
    ag = turn(lokalbahn(phase(stock(), "6"), "A", hex_id="D18"), "A", MAIL)
    do(ag, BuyMail(0, "small"))


@pytest.mark.rule("1854-MC-2")
@pytest.mark.parametrize(
    ("number", "small", "large"),
    [("2", 10, 30), ("3", 20, 40), ("4", 20, 40), ("5", 20, 40), ("6", 20, 40), ("8", 40, 60)],
)
def test_mail_income_by_phase_without_a_train(number, small, large):
    for contract, amount in (("small", small), ("large", large)):
        s = klagenfurt(number).replace(mail={"KT": contract})
        assert turn(s, "KT").cash["KT"] == 820 + amount
    # The summary's table names the mail with the 3 and the 8; by ruling it rises with the 5 too.
    other = stock(rulings="book,mail_rises_at_brown=true")
    for contract, amount in (("small", small), ("large", large)):
        s = home(major(phase(other, number), "KT"), "KT").replace(mail={"KT": contract})
        assert turn(s, "KT").cash["KT"] == 820 + amount + (10 if number in ("5", "6") else 0)


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
