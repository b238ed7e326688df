"""4.1: laying yellow tiles in two gauges."""

from random import Random

import pytest

from stellwerk.engine import legal, play
from stellwerk.engine.play import settle
from stellwerk.engine.step import Pass
from stellwerk.games.g1853.rules.operating import OPERATING_ROUND, OPERATING_TURN
from stellwerk.games.g1853.rules.state import Turn
from stellwerk.games.g1853.rules.track import LATER, LAY, NOW, ChooseOption, after_lay, cost, yellow
from stellwerk.mech18.course import Course
from stellwerk.mech18.operating import OperatingRound
from stellwerk.mech18.state import BANK, SEATS
from stellwerk.mech18.track import LayTile
from stellwerk.text import event_text
from tests.games.g1853.table import (
    TRACK,
    acting,
    base,
    cash,
    do,
    marker,
    offers,
    opened,
    phase,
    refused,
    tile,
    turn,
)

PATNA = LayTile(0, "H24", "6", 0)
BELOW_CALCUTTA = LayTile(0, "I27", "4", 2)
"""From the north-west station of Calcutta; it goes on to H26."""


def two_tiles(company="EIR", option=NOW, **fields):
    s = acting(company, **fields)
    return s.replace(options={company: option})


@pytest.mark.rule("1853-4-a")
def test_companies_act_by_number():
    s = opened(opened(opened(base(), "ECR"), "NWR"), "EIR")
    s = s.move_price("ECR", (0, 30)).replace(stack=(Course(2), OperatingRound(2, 1, 1, True)))
    order = []
    while (company := OPERATING_ROUND.following(s)[1]) is not None:
        order.append(company)
        s = s.update_frame(acted=tuple(order))
    assert order == ["EIR", "NWR", "ECR"]


@pytest.mark.rule("1853-4.1.2")
def test_building_is_optional_and_small_companies_lay_one():
    s = acting("MSM")
    assert Pass(0) in legal(s, 0)
    after = do(s, LayTile(0, "Q17", "9", 2))
    assert after.frame.step > TRACK


@pytest.mark.rule("1853-4.1.3-a")
def test_the_option_is_chosen_in_the_first_round():
    s = turn(opened(base(), "EIR"), "EIR", 1, first=True)
    refused(s, Pass(0), "4-a")
    assert do(s, ChooseOption(0, True)).options == {"EIR": NOW}
    assert do(s, ChooseOption(0, False)).options == {"EIR": LATER}
    managed = turn(opened(base(), "EIR", None), "EIR", 1, first=True)
    assert offers(managed, 0, ChooseOption)


@pytest.mark.rule("1853-4.1.3-a", "1853-4.1.3-b")
@pytest.mark.parametrize(
    ("company", "option", "phases", "fee"),
    [("EIR", NOW, (), 50), ("EIR", NOW, ("3", "4"), 50), ("EIR", LATER, ("3",), 0), ("EIR", LATER, (), None)],
)
def test_the_second_tile_and_its_fee(company, option, phases, fee):
    s = phase(two_tiles(company, option), *phases)
    s = do(s, BELOW_CALCUTTA)
    if fee is None:
        assert s.frame.step > TRACK
        return
    before = s.cash["EIR"]
    assert before - do(s, PATNA).cash["EIR"] == 60 + fee


@pytest.mark.rule("1853-4.1.3-b")
def test_fees_by_company():
    sheets = base().facts.sheets
    assert {c: sheets[c].fee for c in ("EIR", "GIP", "NWR", "BNR", "BBCI")} == {
        "EIR": 50, "GIP": 20, "NWR": 20, "BNR": 20, "BBCI": 20,
    }  # fmt: skip


@pytest.mark.rule("1853-4.1.4", "1853-4.1.4-b", "1853-K4")
def test_no_yellow_on_printed_cities_and_nothing_else_on_empty_hexes():
    s = phase(acting("EIR"), "3")
    refused(s, LayTile(0, "J28", "6", 0), "4.1.4-b")
    refused(s, LayTile(0, "H24", "12", 0), "4.1.4-b")
    assert s.board.colour(s.book.atlas, "J28") == "green"


@pytest.mark.rule("1853-4.1.5")
def test_everybody_builds_both_gauges():
    gauges = {acting("EIR").book.atlas.tiles[a.tile].gauge for a in offers(acting("EIR"), 0, LayTile)}
    assert gauges == {"standard", "metre"}


@pytest.mark.rule("1853-4.1.6-a")
def test_a_tile_extends_an_own_unblocked_line():
    s = acting("EIR")
    assert BELOW_CALCUTTA in legal(s, 0)
    refused(s, LayTile(0, "G15", "4", 0), "4.1.6-a")
    refused(s, LayTile(0, "I27", "4", 0), "4.1.6-a")
    # A foreign marker in the only circle blocks the way on.
    far = tile(tile(s, "H24", "6", 1), "H22", "5", 4)
    assert far.board.face(far.book.atlas, "H22").exits == {4, 5}
    assert LayTile(0, "I23", "4", 2) in legal(far, 0)
    refused(marker(far, "H22.0", "NWR"), LayTile(0, "I23", "4", 2), "4.1.6-a")


def line_of_bnr(*more):
    """Nagpur – K19 in standard gauge, then what is given: (hex, tile)."""
    s = acting("BNR")
    s = tile(tile(s, "K17", "6", 4), "K19", "4", 1)
    for hex_id, number in more:
        s = tile(s, hex_id, number, 1)
    return s


@pytest.mark.rule("1853-4.1.6-b", "1853-4.2.8")
def test_dual_track_converts_nothing():
    """The book's picture: standard, then dual, then only standard goes on."""
    s = line_of_bnr(("K21", "233"))
    assert LayTile(0, "K23", "9", 1) in legal(s, 0)
    refused(s, LayTile(0, "K23", "79", 1), "4.1.6-a")


@pytest.mark.rule("1853-4.1.6-b")
def test_behind_dual_track_all_the_way_either_gauge_goes_on():
    s = tile(acting("BNR"), "K27", "233", 0)
    assert LayTile(0, "L26", "3", 2) in legal(s, 0)
    assert LayTile(0, "L26", "72", 2) in legal(s, 0)


@pytest.mark.rule("1853-4.1.6-c", "1853-4.2.6")
def test_an_own_marker_allows_the_change_of_gauge():
    s = tile(tile(tile(acting("GIP"), "H20", "6", 1), "H18", "58", 2), "G17", "716", 0)
    metre = LayTile(0, "G15", "74", 1)
    assert LayTile(0, "G15", "4", 1) in legal(s, 0)
    refused(s, metre, "4.1.6-a")
    assert metre in legal(marker(s, "G17.0", "GIP"), 0)


@pytest.mark.rule("1853-4.1.7")
def test_the_second_tile_does_not_continue_the_first():
    s = do(two_tiles(), BELOW_CALCUTTA)
    refused(s, LayTile(0, "H26", "8", 5), "4.1.7")
    assert PATNA in legal(s, 0)


@pytest.mark.rule("1853-4.1.7")
def test_the_two_lines_share_no_track():
    """A branch behind Calcutta: the second tile cannot go on at its other end; Patna is another station."""
    s = tile(tile(two_tiles(), "I27", "4", 2), "H26", "80", 4)
    assert s.board.face(s.book.atlas, "H26").exits == {0, 4, 5}
    assert LayTile(0, "I25", "7", 2) in legal(s, 0)
    s = do(s, LayTile(0, "H28", "3", 0))
    refused(s, LayTile(0, "I25", "7", 2), "4.1.7")
    assert PATNA in legal(s, 0)


@pytest.mark.rule("1853-4.1.7")
def test_lines_may_cross_in_stations():
    """From Patna and from Allahabad through Benares; without a marker in Allahabad both would be Patna's."""
    s = tile(tile(two_tiles(), "H24", "115", 1), "H22", "14", 0)
    s = tile(s, "H20", "115", 4)
    second = LayTile(0, "G23", "3", 0)
    refused(do(s, LayTile(0, "I21", "9", 0)), second, "4.1.7")
    s = do(marker(s, "H20.0", "EIR"), LayTile(0, "I21", "9", 0))
    assert second in legal(s, 0)


@pytest.mark.rule("1853-4.1.8")
def test_the_home_tile_is_no_duty_and_starts_under_the_marker():
    s = turn(opened(base(), "EIR"), "EIR", TRACK, first=True).replace(options={"EIR": NOW})
    assert BELOW_CALCUTTA in legal(s, 0)
    assert PATNA in legal(s, 0)


@pytest.mark.rule("1853-4.1.9")
def test_the_tile_fits_the_hex():
    s = acting("EIR")
    refused(s, LayTile(0, "I27", "9", 2), "4.1.9")
    refused(s, LayTile(0, "I27", "6", 2), "4.1.9")
    refused(s, LayTile(0, "H24", "4", 0), "4.1.9")
    refused(s, LayTile(0, "Z99", "4", 0), "4.1.9")


@pytest.mark.rule("1853-4.1.9")
def test_of_two_towns_one_line_must_connect():
    """F16 east of Delhi has two towns."""
    s = marker(acting("NWR"), "F14.1", "NWR")
    found = [a for a in offers(s, 0, LayTile) if a.hex == "F16"]
    assert {a.tile for a in found} <= {"1", "2", "55", "56", "71"}
    assert found
    for a in found:
        assert 1 in s.book.atlas.face(a.tile, a.rotation).exits


@pytest.mark.rule("1853-4.1.10")
def test_no_track_off_the_board():
    s = acting("EIR")
    refused(s, LayTile(0, "H24", "115", 3), "4.1.10")
    assert LayTile(0, "H24", "115", 4) in legal(s, 0)


@pytest.mark.rule("1853-4.1.11")
def test_abutting_is_fine():
    s = tile(acting("EIR"), "H26", "9", 0)
    assert LayTile(0, "H24", "6", 2) in legal(s, 0), "its side 4 meets a closed side of H26"


@pytest.mark.rule("1853-4.1.12", "1853-4.1.12-b")
def test_terrain_by_gauge_from_the_treasury():
    """A treasury of 50 at several rivers: metre yes, standard no, and the director cannot help."""
    s = cash(acting("EIR"), "EIR", 50)
    refused(s, PATNA, "4.1.12-b")
    after = do(s, LayTile(0, "H24", "76", 0))
    assert after.cash["EIR"] == 10
    assert after.cash[SEATS[0]] == s.cash[SEATS[0]]


@pytest.mark.rule("1853-4.1.14")
def test_premiums_come_after_all_tiles():
    """Karachi needs 60 in hand and then brings 100."""
    s = marker(two_tiles("NWR"), "I3.0", "NWR")
    lay = LayTile(0, "I3", "6", 2)
    refused(cash(s, "NWR", 50), lay, "4.1.12-b")
    s = cash(s, "NWR", 70)
    s = do(s, lay)
    assert s.cash["NWR"] == 10, "the second tile may still come"
    after = do(s, Pass(0))
    assert after.cash["NWR"] == 110
    assert after.cash[BANK] == s.cash[BANK] - 100


@pytest.mark.rule("1853-4.1.15", "1853-K12")
def test_yellow_has_no_area():
    s = marker(acting("EIR"), "T16.0", "EIR")
    assert not s.facts.sheets["EIR"].area.holds("T16")
    assert LayTile(0, "T16", "6", 0) in legal(s, 0)


# -- what a turn offers, tells and remembers -------------------------------------------------------


def told(s, action):
    return [event_text(event) for event in play(s, action).events]


@pytest.mark.rule("1853-4.1.3-a")
def test_both_options_are_offered_once_and_told():
    s = turn(opened(base(), "EIR"), "EIR", 1, first=True)
    assert offers(s, 0, ChooseOption) == [ChooseOption(0, True), ChooseOption(0, False)]
    assert told(s, ChooseOption(0, True)) == ["EIR may lay a second tile at once."]
    assert told(s, ChooseOption(0, False)) == ["EIR may lay a second tile from phase 3 on."]
    assert do(s, ChooseOption(0, True)).frame.step == TRACK


@pytest.mark.rule("1853-4.1.3-a", "1853-4-a")
def test_a_turn_begins_with_the_option_of_a_large_company_that_has_none():
    for company, options, step in (("EIR", {}, 1), ("EIR", {"EIR": LATER}, TRACK), ("MSM", {}, TRACK)):
        s = opened(base(), company).replace(options=options)
        s = s.replace(
            stack=(Course(2, 1, 1), OperatingRound(2, 1, 1, True, tuple(s.book.companies)), Turn(company))
        )
        s = settle(s)
        assert s.frame.step == step
        assert s.operated == (company,)
        assert settle(s.replace(stack=(*s.stack[:-1], Turn(company)))).operated == (company,), "noted once"


@pytest.mark.rule("1853-4-a")
def test_a_first_turn_is_the_first():
    s = opened(opened(base(), "EIR"), "GIP").replace(operated=("GIP",), options={"EIR": NOW, "GIP": NOW})
    s = settle(s.replace(stack=(Course(2, 1, 1), OperatingRound(2, 1, 1, True))))
    assert (s.frame.company, s.frame.first) == ("EIR", True)
    assert (s.frame.premiums, s.frame.mail, s.frame.duties, s.frame.first_tile) == (0, 0, (), "")
    s = settle(s.replace(stack=(s.stack[0], OperatingRound(2, 1, 1, True, ("EIR",)))))
    assert (s.frame.company, s.frame.first) == ("GIP", False)


@pytest.mark.rule("1853-4.1.2", "1853-4.1.3-a")
@pytest.mark.parametrize(("option", "phases"), [(NOW, ()), (LATER, ("3",)), (NOW, ("3", "4", "5"))])
def test_two_yellow_tiles_are_the_most(option, phases):
    s = phase(two_tiles("EIR", option), *phases)
    s = do(s, BELOW_CALCUTTA)
    assert (s.frame.step, s.frame.first_tile) == (TRACK, "I27")
    after = do(s, PATNA)
    assert after.frame.step > TRACK
    assert yellow(s) == 2


@pytest.mark.rule("1853-4.1.3-b", "1853-4.1.13")
def test_the_fee_comes_on_top_of_terrain_and_of_ajmer():
    s = marker(marker(acting("BBCI"), "M9.0", "BBCI"), "G13.0", "BBCI").replace(
        bbci="large", options={"BBCI": NOW}
    )
    ajmer, jaipur = LayTile(0, "H10", "5", 0), LayTile(0, "G13", "115", 1)
    assert (cost(s, ajmer), cost(s, jaipur)) == (70, 0)
    second = s.update_frame(lays=("yellow",), first_tile="M11")
    assert (cost(second, ajmer), cost(second, jaipur)) == (90, 20)
    later = second.replace(options={"BBCI": LATER})
    assert (cost(later, ajmer), cost(later, jaipur)) == (70, 0)
    small = s.replace(bbci="small")
    assert cost(small, ajmer) == 140
    other = marker(acting("NWR"), "H10.0", "NWR").replace(bbci="large")
    assert cost(other, ajmer) == 140
    assert cost(other, LayTile(0, "H10", "75", 0)) == 70


@pytest.mark.rule("1853-4.1.12-b")
def test_the_last_pound_of_the_treasury_pays():
    s = acting("EIR")
    assert do(cash(s, "EIR", 60), PATNA).cash["EIR"] == 0
    refused(cash(s, "EIR", 59), PATNA, "4.1.12-b")


@pytest.mark.rule("1853-4.1.14")
def test_premiums_of_two_tiles_are_paid_together():
    """Karachi brings 100 and C5 brings 200; upgrades bring nothing."""
    s = do(marker(two_tiles("NWR"), "I3.0", "NWR"), LayTile(0, "I3", "6", 2))
    assert s.frame.premiums == 100
    both = after_lay(s.update_frame(lays=("yellow", "yellow")), LayTile(0, "C5", "9", 0))
    assert (both.frame.premiums, both.frame.first_tile) == (300, "I3")
    made = play(both, Pass(0))
    assert "NWR receives 300 for opening up the land." in [event_text(event) for event in made.events]
    plain = play(two_tiles("EIR", LATER), BELOW_CALCUTTA)
    assert not any("opening up" in event_text(event) for event in plain.events)
    green = phase(tile(s.update_frame(premiums=0, lays=(), first_tile=""), "I3", "6", 2), "3")
    upgrade = next(a for a in LAY.legal(green, 0) if a.hex == "I3")
    assert do(green, upgrade).cash["NWR"] == green.cash["NWR"]


@pytest.mark.rule("1853-4.1.2")
def test_a_random_tile_is_a_legal_one():
    s = acting("EIR")
    for seed in range(3):
        assert LAY.sample(s, 0, Random(seed)) in LAY.legal(s, 0)
    nothing = s.replace(supply=dict.fromkeys(s.supply, 0))
    assert LAY.sample(nothing, 0, Random(0)) is None


@pytest.mark.rule("1853-4-a")
def test_the_steps_of_a_turn_in_the_order_of_the_book():
    assert [type(step).__name__ for step in OPERATING_TURN.steps] == [
        "OperatedStep", "OptionStep", "TrackStep", "PremiumStep", "ContractStep", "MarkerStep", "RunStep",
        "IncomeStep", "TrainStep",
    ]  # fmt: skip
