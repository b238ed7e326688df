"""V: the powers of the single privates, and what is left of them after closing."""

import pytest

from stellwerk.engine import Pass, legal, to_act
from stellwerk.engine.play import settle
from stellwerk.games.g1848.rules.opening import BuyPrivate
from stellwerk.games.g1848.rules.phases import first_train
from stellwerk.games.g1848.rules.privates import LayTasmania, TakePrivate
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.state import BANK, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares, StartCompany
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain
from tests.views import view as look

from .table import (
    do,
    holding,
    home,
    offered,
    opening,
    phase,
    refused,
    start,
    stock,
    tile,
    train,
    turn,
)
from .test_v_privates import FIRST_5, GHAN, REBATED, at_column_1, before_the_first_5, green, operating_rounds

ANN, BEN, CY, DEE = SEATS[:4]

# -- V-P2 ------------------------------------------------------------------------------------


@pytest.mark.rule("1848-V-P2-1")
def test_the_rebate_of_40_makes_a_desert_free():
    s = turn(holding(green(), ANN, "P2"), "CAR")
    assert do(s, LayTile(0, "E6", "9", 1)).cash["CAR"] == 1000 - 40
    after = do(s, REBATED)
    assert after.cash["CAR"] == 1000
    assert after.frame.lays == ("yellow",)  # one of its normal lays
    assert after.rights["P2"] == ""
    assert after.privates["P2"] == ANN  # the private itself goes on paying


@pytest.mark.rule("1848-V-P2-1")
def test_a_penniless_company_may_use_the_rebate():
    s = holding(green(), ANN, "P2")
    s = turn(s.pay("CAR", BANK, 1000), "CAR")
    refused(s, LayTile(0, "E6", "9", 1), "VIII-Lay-6")
    assert REBATED in legal(s, 0)


@pytest.mark.rule("1848-V-P2-1")
def test_the_rebate_holds_once():
    """After E6 the track leads on to E8, a desert as well."""
    s = do(turn(holding(green(), ANN, "P2"), "CAR"), REBATED)
    no = refused(s, LayTile(0, "E8", "9", 1, "P2"), "V-P2-1")
    assert no.figures == {"company": "CAR", "rebate": "P2", "hex": "E8"}
    assert do(s, LayTile(0, "E8", "9", 1)).cash["CAR"] == 1000 - 40


@pytest.mark.rule("1848-V-P2-1", "1848-S20")
def test_the_deserts_of_the_map():
    s = holding(green(), ANN, "P2")
    deserts = [h for h, spec in s.book.atlas.hexes.items() if spec.terrain == "desert"]
    assert deserts == ["B3", "B7", "B9", "C2", "C4", "C8", "E6", "E8"]
    assert {s.book.atlas.hexes[h].cost for h in deserts} == {40}


@pytest.mark.rule("1848-V-P2-1")
@pytest.mark.parametrize(
    ("company", "hex_id"),
    [("FT", "H13"), ("FT", "G12"), ("CAR", "E2")],  # a mountain (50); two towns and a city without terrain
)
def test_only_deserts_are_rebated(company, hex_id):
    s = home(start(holding(green(), ANN, "P2"), "FT", 0, 70), "FT")
    s = turn(tile(s, "G14", "5", 0), company)  # FT's track leads to H13 (SW) and G12 (W)
    plain = next(a for a in legal(s, 0) if isinstance(a, LayTile) and a.hex == hex_id)
    rebated = LayTile(0, hex_id, plain.tile, plain.rotation, "P2")
    refused(s, rebated, "V-P2-1")
    assert rebated not in legal(s, 0)


@pytest.mark.rule("1848-V-P2-1")
def test_no_rebate_for_an_upgrade_in_the_desert():
    s = tile(holding(green(), ANN, "P2"), "E6", "9", 1)
    s = turn(s, "CAR")
    upgrade = next(a for a in legal(s, 0) if isinstance(a, LayTile) and a.hex == "E6")
    refused(s, LayTile(0, "E6", upgrade.tile, upgrade.rotation, "P2"), "V-P2-1")


@pytest.mark.rule("1848-V-P2-2")
def test_a_players_rebate_stays_his_after_the_closing():
    """Cy holds P2 and directs nothing; when he takes CAR over much later, CAR may use it."""
    s = do(before_the_first_5(holding(green(), CY, "P2")), FIRST_5)
    assert (s.privates["P2"], s.rights["P2"]) == ("closed", CY)
    refused(turn(s, "CAR"), REBATED, "V-P2-1")  # Ann directs it still
    after = do(turn(s.hand_over("CAR_0", CY), "CAR"), LayTile(2, "E6", "9", 1, "P2"))
    assert after.cash["CAR"] == 1000 - 500
    assert after.rights["P2"] == ""


@pytest.mark.rule("1848-V-P2-2")
def test_a_players_rebate_does_not_go_with_the_company():
    s = do(before_the_first_5(holding(green(), ANN, "P2")), FIRST_5)
    assert REBATED in legal(turn(s, "CAR"), 0)
    refused(turn(s.hand_over("CAR_0", CY), "CAR"), LayTile(2, "E6", "9", 1, "P2"), "V-P2-1")


@pytest.mark.rule("1848-V-P2-2")
def test_a_companys_rebate_stays_with_the_company():
    """Whoever directs CAR uses it; Ann's other company does not."""
    s = do(before_the_first_5(holding(green(), "CAR", "P2")), FIRST_5)
    assert s.rights["P2"] == "CAR"
    s = s.hand_over("CAR_0", CY)
    after = do(turn(s, "CAR"), LayTile(2, "E6", "9", 1, "P2"))
    assert after.cash["CAR"] == 1000 - 500
    assert after.rights["P2"] == ""


# -- V-P3 ------------------------------------------------------------------------------------


@pytest.mark.rule("1848-V-P3-1")
def test_the_buyer_of_p3_gets_the_tile():
    assert do(opening(), BuyPrivate(0, "P3")).rights == {"P2": "", "P3": ANN, "P4": ""}


@pytest.mark.rule("1848-V-P3-1")
@pytest.mark.parametrize("hex_id", ["I8", "I10"])
def test_tasmania_is_additional_free_and_needs_no_connection(hex_id):
    s = turn(holding(green(), ANN, "P3"), "CAR")  # CAR's track is nowhere near
    after = do(s, LayTasmania(0, hex_id, 1))
    assert after.cash["CAR"] == 1000
    assert after.frame.lays == ()
    assert after.board.laid[hex_id].tile == "241"
    assert after.supply["241"] == 0
    after = do(after, LayTile(0, "E6", "9", 1), LayTile(0, "E8", "9", 1))  # both normal lays are still there
    other = {"I8": "I10", "I10": "I8"}[hex_id]
    refused(after, LayTasmania(0, other, 1), "V-P3-1")


@pytest.mark.rule("1848-V-P3-1")
def test_tasmania_goes_nowhere_else():
    s = turn(holding(green(), ANN, "P3"), "CAR")
    assert refused(s, LayTasmania(0, "H9", 1), "V-P3-1").figures == {"hex": "H9"}
    refused(s, LayTasmania(0, "Z9", 1), "V-P3-1")
    # Only turned by 1 do both its tracks lead onto land (NW and NE).
    assert offered(s, 0, lambda a: isinstance(a, LayTasmania)) == [
        LayTasmania(0, "I8", 1),
        LayTasmania(0, "I10", 1),
    ]
    refused(s, LayTasmania(0, "I8", 2), "VIII-Lay-5")


@pytest.mark.rule("1848-V-P3-1", "1848-S3")
def test_18xx_games_wants_p3_in_the_company():
    s = turn(holding(green("18xx.games"), ANN, "P3"), "CAR")
    refused(s, LayTasmania(0, "I8", 1), "V-P3-1")
    assert LayTasmania(0, "I8", 1) in legal(do(s, TakePrivate(0, "P3", 1)), 0)


@pytest.mark.rule("1848-V-P3-2")
def test_tasmania_uses_range():
    """Geelong 20, Melbourne 20, Tasmania 50: three places, so a 3 earns 90 and a 2 gets only two of them."""
    s = tile(tile(green(), "H11", "5", 0), "H9", "5", 3)  # H11 to I10 and H9; H9 to H11 and G10
    s = do(turn(holding(s, BEN, "P3"), "VR"), LayTasmania(1, "I10", 1))
    path = ("H9.0", "H11.0", "I10.0")
    two = turn(train(s, "VR", "2-0"), "VR", step=3)
    no = refused(two, RunTrains(1, (Route("2-0", path),)), "IX-2")
    assert (no.figures["count"], no.figures["max"]) == (3, 2)
    assert do(two, RunTrains(1, (Route("2-0", path[1:]),))).frame.revenue == 70
    three = turn(train(s, "VR", "3-0"), "VR", step=3)
    assert do(three, RunTrains(1, (Route("3-0", path),))).frame.revenue == 90


@pytest.mark.rule("1848-V-P3-3")
@pytest.mark.parametrize("rulings", ["book", "18xx.games"])
@pytest.mark.parametrize(("owner", "seat"), [(CY, 2), ("VR", 1), (ANN, 0)])
def test_at_the_first_5_the_owner_must_lay_tasmania_at_once(rulings, owner, seat):
    """Cy, who holds P3; or Ben, the director of VR, which holds it – before anything else goes on."""
    s = do(before_the_first_5(holding(green(rulings), owner, "P3")), FIRST_5)
    assert to_act(s) == (seat,)
    assert legal(s, seat) == [LayTasmania(seat, "I8", 1), LayTasmania(seat, "I10", 1)]
    refused(s, Pass(seat), "V-P3-3")
    refused(s, LayTasmania((seat + 1) % 4, "I8", 1), "V-P3-3")
    refused(s, LayTasmania(seat, "H9", 1), "V-P3-1")
    after = do(s, LayTasmania(seat, "I10", 1))
    assert after.board.laid["I10"].tile == "241"
    assert (after.privates["P3"], after.rights["P3"]) == ("closed", "")
    assert to_act(after) == (0,)  # CAR's turn goes on
    assert after.frame.company == "CAR"


@pytest.mark.rule("1848-V-P3-3")
def test_a_tile_that_is_laid_asks_nothing_of_anybody():
    s = do(turn(holding(green(), ANN, "P3"), "CAR"), LayTasmania(0, "I8", 1))
    s = do(before_the_first_5(s), FIRST_5)
    assert s.frame.company == "CAR"


@pytest.mark.rule("1848-V-P3-3", "1848-VI-Rec-8")
@pytest.mark.parametrize("rulings", ["book", "18xx.games"])
def test_tasmania_when_the_first_5_goes_with_p3s_own_company(rulings):
    """The second takeover is CAR's, which holds P3, and removes the first 5.

    The train goes before the sheet (VI-Rec-8), so the tile is due, and Ann, CAR's last director, lays it.
    """
    s = holding(green(rulings), "CAR", "P3")
    s = s.replace(takeovers=("WA",), markers={c: n for c, n in s.markers.items() if c != "WA"})
    after = do(at_column_1(s, "CAR"), Dividend(0, False))
    assert to_act(after) == (0,)
    assert LayTasmania(0, "I8", 1) in legal(after, 0)


@pytest.mark.rule("1848-V-P3-3", "1848-V-P2-3")
def test_tasmania_outlives_the_company_that_held_p3():
    """CAR goes with P3. Ann, its director, has the tile: not for another company, but for the first 5."""
    s = at_column_1(holding(green(), "CAR", "P3"), "CAR")
    s = do(s, Dividend(0, False))
    assert (s.takeovers, s.privates["P3"], s.rights["P3"]) == (("CAR",), "closed", ANN)
    s = home(start(s, "SAR"), "SAR")
    refused(turn(s, "SAR"), LayTasmania(0, "I8", 1), "V-P3-1")
    assert not offered(turn(s, "SAR"), 0, lambda a: isinstance(a, LayTasmania))
    s = settle(first_train(turn(s, "VR", step=5), "5"))
    assert to_act(s) == (0,)
    assert legal(s, 0) == [LayTasmania(0, "I8", 1), LayTasmania(0, "I10", 1)]
    after = do(s, LayTasmania(0, "I8", 1))
    assert after.board.laid["I8"].tile == "241"
    assert after.rights["P3"] == ""
    assert to_act(after) == (1,)  # VR's turn goes on


@pytest.mark.rule("1848-V-P3-3")
@pytest.mark.parametrize("rulings", ["18xx.games", "book,tasmania_outlives_company=false"])
def test_the_other_choice_loses_tasmania_with_its_company(rulings):
    s = do(at_column_1(holding(green(rulings), "CAR", "P3"), "CAR"), Dividend(0, False))
    assert (s.privates["P3"], s.rights["P3"]) == ("closed", "")
    s = settle(first_train(turn(s, "VR", step=5), "5"))
    assert to_act(s) == (1,)


# -- V-P4 ------------------------------------------------------------------------------------


def brown(owner):
    """Phase 5 with P4's rebate at its owner; CAR buys trains."""
    s = green().replace(incomes_over=True)
    s = s.replace(rights={**s.rights, "P4": owner})
    return turn(phase(s, "2", "3", "4", "5"), "CAR", step=5)


@pytest.mark.rule("1848-V-P4-1")
def test_the_table_says_what_p4_takes_off():
    """Of one 2E, not of the first that anybody buys."""
    shown = {private["sym"]: private["power"] for private in look(opening(), 0)["table"]["privates"]}
    assert shown["P4"]["says"] == "100 off one 2E"


@pytest.mark.rule("1848-V-P4-1")
@pytest.mark.parametrize("owner", [ANN, "CAR"])
def test_the_ghan_costs_100_once(owner):
    s = brown(owner)
    assert GHAN in legal(s, 0)
    assert BuyTrain(0, "2E-0", "2E", 200) in legal(s, 0)  # nobody must use it
    after = do(s, GHAN)
    assert after.cash["CAR"] == 1000 - 100
    assert after.rights["P4"] == ""
    again = turn(start(after, "FT", 0, 70), "FT", step=5)
    no = refused(again, BuyTrain(0, "2E-1", "2E", 100, rebate="P4"), "V-P4-1")
    assert no.figures == {"company": "FT", "rebate": "P4"}


@pytest.mark.rule("1848-V-P4-1")
@pytest.mark.parametrize("owner", ["", BEN, "VR"])
def test_no_ghan_rebate_for_others(owner):
    s = brown(owner)
    refused(s, GHAN, "V-P4-1")
    assert GHAN not in legal(s, 0)
    refused(s, BuyTrain(0, "2E-0", "2E", 100), "IX-Buy-4")  # and without it the price is 200


@pytest.mark.rule("1848-V-P4-1")
def test_the_rebate_is_for_a_2e_only():
    s = brown(ANN)
    refused(s, BuyTrain(0, "2-0", "2+", 20, rebate="P4"), "V-P4-1")
    refused(s, BuyTrain(0, "2E-0", "2E", 160, rebate="P2"), "V-P4-1")


@pytest.mark.rule("1848-V-P4-1", "1848-V-P2-2")
def test_the_ghan_rebate_outlives_p4():
    s = do(before_the_first_5(holding(green(), ANN, "P4")), FIRST_5)
    assert s.privates["P4"] == "closed"
    assert do(s, GHAN).cash["CAR"] == 1000 - 500 - 100  # already in the turn that closed it


# -- V-P5, V-P6 ------------------------------------------------------------------------------


@pytest.mark.rule("1848-V-P5-1")
def test_p5_brings_a_share_of_qr_without_price_or_director():
    s = do(opening(), BuyPrivate(0, "P5"))
    assert s.shares(ANN, "QR") == 1
    assert s.paper_count(ANN) == 1  # it counts towards the share limit
    assert s.director("QR") is None
    assert set(s.prices) == {"BOE"}  # neither QR has a price, nor CAR, which waits for P6


@pytest.mark.rule("1848-V-P5-1")
def test_the_share_of_p5_is_not_sold_before_qr_has_a_price():
    s = stock().hand_over("QR_1", ANN)
    assert refused(s, SellShares(0, "QR", 1), "VI-Allg-7").figures == {"company": "QR"}
    assert not offered(s, 0, lambda a: isinstance(a, SellShares))
    after = do(s, Pass(0), StartCompany(1, "QR", 90))
    assert after.director("QR") == BEN
    assert SellShares(0, "QR", 1) in legal(do(after, Pass(2), Pass(3)), 0)


@pytest.mark.rule("1848-V-P5-1")
def test_the_share_of_p5_counts_towards_the_60_percent():
    """20% Ben, 10% Ann from P5: after 2 more shares QR has 50%, after 3 it opens with 10 × 70."""
    s = stock().hand_over("QR_1", ANN)
    s = do(s, Pass(0), StartCompany(1, "QR", 70), BuyShare(2, "QR", "offer"), BuyShare(3, "QR", "offer"))
    assert "QR" not in s.opened
    s = do(s, BuyShare(0, "QR", "offer"))
    assert "QR" in s.opened
    assert s.cash["QR"] == 700


@pytest.mark.rule("1848-V-P6-1")
def test_p6_brings_the_director_share_of_car_at_100():
    s = do(opening(), BuyPrivate(0, "P6"))
    assert s.director("CAR") == ANN
    assert s.shares(ANN, "CAR") == 2
    assert s.paper_count(ANN) == 1
    assert (s.par["CAR"], s.price("CAR"), s.prices["CAR"].cell) == (100, 100, (1, 5))
    assert s.cash[ANN] == 630 - 230  # nothing extra for the share
    assert s.cash["CAR"] == 0


@pytest.mark.rule("1848-V-P6-1")
def test_shares_of_car_are_on_sale_in_the_first_stock_round():
    s = holding(opening(), ANN, "P1", "P2", "P3", "P4", "P5")
    s = do(s, BuyPrivate(0, "P6"))
    refused(s, StartCompany(1, "CAR", 100), "VI-Allg-2")
    s = do(s, BuyShare(1, "CAR", "offer"))
    assert s.cash[BEN] == 630 - 100


@pytest.mark.rule("1848-V-P6-2")
@pytest.mark.parametrize("version", ["2", "2+"])
def test_p6_closes_when_car_buys_a_train(version):
    s = turn(phase(holding(green(), CY, "P6", "P5"), "2"), "CAR", step=5)
    after = do(s, BuyTrain(0, "2-0", version, {"2": 100, "2+": 120}[version]))
    assert after.privates["P6"] == "closed"
    assert after.privates["P5"] == CY
    assert operating_rounds(after.replace(opened=())).cash[CY] == 630 + 25


@pytest.mark.rule("1848-V-P6-2")
def test_p6_closes_when_car_buys_a_used_train():
    s = train(holding(start(green(), "FT", 0, 70), ANN, "P6"), "FT", "3-0")
    after = do(turn(s, "CAR", step=5), BuyTrain(0, "3-0", "3", 1))
    assert after.privates["P6"] == "closed"


@pytest.mark.rule("1848-V-P6-2")
def test_trains_of_other_companies_do_not_close_p6():
    s = turn(phase(holding(green(), ANN, "P6"), "2"), "VR", step=5)
    assert do(s, BuyTrain(1, "2-0", "2", 100)).privates["P6"] == ANN


@pytest.mark.rule("1848-V-P3-1")
@pytest.mark.parametrize(("rulings", "open_later"), [("book", False), ("18xx.games", True)])
def test_tasmania_is_laid_with_the_track(rulings: str, open_later: bool) -> None:
    """The track step waits for the blue tile even after the last normal lay; later only 18xx.games does."""
    s = home(start(phase(stock(rulings=rulings), "2", "3"), "VR"), "VR")
    s = turn(holding(s, "VR", "P3"), "VR", lays=("yellow", "yellow"))
    lay = LayTasmania(0, "I8", 1)
    assert (s.frame.step == 1) == (rulings == "book")
    assert lay in offered(s, 0)
    later = turn(s, "VR", step=5)
    assert (lay in offered(later, 0)) == open_later
    if not open_later:
        refused(later, lay, "V-P3-1")


@pytest.mark.rule("1848-V-P3-1", "1848-VIII-Lay-5")
@pytest.mark.parametrize("rotation", [-5, 7])
def test_tasmania_is_turned_by_0_to_5_sides(rotation):
    """By -5 or by 7 it would lie as by 1; one way of writing it is enough."""
    s = turn(holding(green(), ANN, "P3"), "CAR")
    assert refused(s, LayTasmania(0, "I8", rotation), "VIII-Lay-5").figures["rotation"] == rotation
