"""LA: mergers and Lokalbahn AGs."""

import pytest

from stellwerk.board.hexes import HexId
from stellwerk.engine import Pass, title, to_act
from stellwerk.games.g1854.rules.lokalbahn import ChooseHome, tiles_for
from stellwerk.games.g1854.rules.mergers import (
    Founding,
    FoundLokalbahn,
    MergerOffer,
    MergerWindow,
    ProposeMerger,
)
from stellwerk.games.g1854.rules.ownership import must_buy
from stellwerk.games.g1854.rules.state import LocalTurn, Turn
from stellwerk.mech18.course import Course
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.state import OUT, SCRAP
from stellwerk.mech18.stock import BuyShare, StockRound
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain

from .table import (
    MAIL,
    TRACK,
    TRAINS,
    at,
    cash_of,
    do,
    forbidden,
    home,
    local,
    locals_of,
    lokalbahn,
    major,
    offered,
    phase,
    refused,
    rounds,
    stock,
    stuck,
    tile,
    told,
    train,
    turn,
)


def six(number="5", owners=(0, 1, 2, 3, 0, 1), players=4, rulings="book"):
    return locals_of(phase(stock(players, rulings=rulings), number), *owners)


def window(s, forced=False):
    return s.replace(stack=(Course(2, 1, 1), MergerWindow(forced)))


@pytest.mark.rule("1854-LA-1", "1854-LA-9")
def test_windows_open_with_the_first_5():
    assert isinstance(rounds(six()).frame, MergerWindow)
    assert isinstance(rounds(six("4")).frame, LocalTurn)
    # At the end of the round in which the first 5 is bought.
    s = home(major(six("4"), "KT", cash=5000), "KT")
    s = s.replace(trains={c: OUT if s.train_type(c) == "4" else o for c, o in s.trains.items()})
    s = turn(s, "KT", TRAINS, acted=("1", "2", "3", "4", "5", "6"))
    s = do(s, BuyTrain(0, "5-0", "5", 530))
    while isinstance(s.frame, Turn):
        s = do(s, Pass(0))
    assert isinstance(s.frame, MergerWindow)
    assert not s.frame.forced


@pytest.mark.rule("1854-LA-1")
def test_an_offer_and_an_answer():
    s = window(six())
    refused(s, ProposeMerger(1, "2", "3"), "LA-1")  # Ann with railway 1 is asked first
    forbidden(s, ProposeMerger(0, "2", "3"), "LA-1")
    forbidden(s, ProposeMerger(0, "1", "1"), "LA-1")
    forbidden(s, ProposeMerger(0, "1", "KT"), "LA-1", partner="KT")
    assert [a.partner for a in offered(s, 0, ProposeMerger)] == list("23456")
    asked = do(s, ProposeMerger(0, "1", "3"))
    assert isinstance(asked.frame, MergerOffer)
    refused(asked, Answer(0, True), "LA-1")  # Cy owns railway 3
    assert offered(asked, 2, Answer) == [Answer(2, True), Answer(2, False), Answer(2, False, leave=True)]
    refused(asked, Answer(2, False, 10), "LA-1")  # a merger has no price
    no = do(asked, Answer(2, False))
    assert isinstance(no.frame, MergerWindow)
    # Nobody hears it twice in a window, but another owner may be asked, or nobody any more.
    forbidden(no, ProposeMerger(0, "1", "3"), "LA-1", player="Cy")
    assert [a.partner for a in offered(no, 0, ProposeMerger)] == list("2456")
    assert isinstance(do(no, ProposeMerger(0, "1", "2"), Answer(1, True)).frame, Founding)
    assert do(no, Pass(0)).frame.asked == ("1",)
    # The other way round it is another offer: Cy, whose turn comes, may ask Ann.
    other_way = do(no, Pass(0), Pass(1), ProposeMerger(2, "3", "1"))
    assert to_act(other_way) == (0,)
    yes = do(asked, Answer(2, True))
    assert isinstance(yes.frame, Founding)
    merged = do(yes, FoundLokalbahn(0, "B"))
    assert "B" in merged.opened
    assert not {"1", "3"} & set(merged.opened)
    # With two left they are still asked; with none the window is no window.
    two = phase(stock(), "5")
    two = local(local(two, "3", 0), "6", 1)
    assert [a.partner for a in offered(window(two), 0, ProposeMerger)] == ["6"]
    assert isinstance(rounds(two).frame, MergerWindow)
    assert not any(isinstance(f, MergerWindow) for f in rounds(phase(stock(), "5")).stack)
    # All decline: the window closes.
    closed = window(six())
    for seat in (0, 1, 2, 3, 0, 1):
        closed = do(closed, Pass(seat))
    assert not any(isinstance(f, MergerWindow) for f in closed.stack)
    assert len([c for c in closed.opened if c in "123456"]) == 6


@pytest.mark.rule("1854-LA-1")
def test_whoever_wants_no_proposals_says_so():
    """Ann owns 1 and 5, Ben 2 and 6, Cy 3, Dee 4."""
    s = do(window(six()), ProposeMerger(0, "1", "2"), Answer(1, False, leave=True))
    assert [a.partner for a in offered(s, 0, ProposeMerger)] == list("345")  # nor for his 6
    forbidden(s, ProposeMerger(0, "1", "6"), "LA-1", player="Ben", other="Ann")
    s = do(s, ProposeMerger(0, "1", "3"), Answer(2, False), ProposeMerger(0, "1", "4"), Answer(3, False))
    assert to_act(s) == (0,)  # her own 5 is left
    # Whom everybody has refused is asked no more, and the next window begins anew.
    five = window(six(owners=(0, 1, 2, 3, 1, 2)))
    for partner, owner in zip("23456", (1, 2, 3, 1, 2), strict=True):
        five = do(five, ProposeMerger(0, "1", partner), Answer(owner, False))
    assert five.frame.asked == ("1",)
    assert to_act(five) == (1,)
    assert len(offered(window(five), 0, ProposeMerger)) == 5


@pytest.mark.rule("1854-LA-1")
def test_two_railways_of_one_player():
    s = do(window(six()), ProposeMerger(0, "1", "5"), FoundLokalbahn(0, "A"))
    assert (s.papers["A_0"], s.papers["A_1"]) == ("seat0", "seat0")


@pytest.mark.rule("1854-LA-3", "1854-ST-13")
def test_what_a_merger_does():
    s = home(six(), "1", "4")
    s = train(train(cash_of(cash_of(s, "1", 80), "4", 45), "1", "3+-0"), "4", "3+-1")
    s = at(major(s, "KT", 2), "KT", 5, 2)  # KT stands at 67 already
    s = do(window(s), ProposeMerger(0, "1", "4"), Answer(3, True))
    refused(s, FoundLokalbahn(3, "A"), "LA-3")  # the owner of the lower number picks
    forbidden(s, FoundLokalbahn(0, "D"), "LA-3")
    s = do(s, FoundLokalbahn(0, "C"))
    assert (s.papers["C_0"], s.papers["C_1"]) == ("seat0", "seat3")
    assert s.director("C") == "seat0"
    assert s.cash["C"] == 125
    assert (s.price("C"), s.prices["C"].cell) == (67, (5, 2))
    assert s.price_order() == ["KT", "C"]  # underneath
    assert (s.trains["3+-0"], s.trains["3+-1"]) == (OUT, OUT)
    assert s.board.markers_of("1") == s.board.markers_of("4") == ()
    assert (s.papers["1_0"], s.papers["4_0"]) == (OUT, OUT)


@pytest.mark.rule("1854-LA-2", "1854-LA-9", "1854-LA-8")
def test_after_the_first_6_the_rest_merges():
    s = tile(tile(six("6"), "J30", "55", 0), "K35", "9", 0)
    s = window(s, forced=True)
    # 2 and 6 both belong to Ben, who merges them; 1, 3, 4, 5 are left: 1+3 and 4+5.
    s = do(s, Pass(0), ProposeMerger(1, "2", "6"), FoundLokalbahn(1, "B"), Pass(2), Pass(3), Pass(0))
    assert isinstance(s.frame, Founding)
    assert (s.frame.railway, s.frame.partner) == ("1", "3")
    supply = s.supply
    s = do(s, FoundLokalbahn(0, "A"))  # the third one needs no choice
    assert {s.papers[p] for p in ("A_0", "A_1")} == {"seat0", "seat2"}
    assert (s.papers["C_0"], s.papers["C_1"]) == ("seat3", "seat0")
    # LA-8: with the third AG the tiles of the local map are back.
    assert not any(s.book.atlas.hexes[h].sheet for h in s.board.laid)
    assert (s.supply["55"], s.supply["9"]) == (supply["55"] + 1, supply["9"] + 1)
    assert title("1854").conserved(s) == []


@pytest.mark.rule("1854-LA-8")
def test_before_the_third_ag_the_tiles_stay():
    s = tile(six(), "J30", "55", 0)
    s = do(window(s), ProposeMerger(0, "1", "5"), FoundLokalbahn(0, "A"))
    assert HexId("J30") in s.board.laid


@pytest.mark.rule("1854-LA-2")
@pytest.mark.parametrize(("ruling", "forced"), [("round", True), ("set", False)])
def test_when_the_forced_window_comes(ruling, forced):
    s = home(major(six("6", rulings=f'book,forced_mergers_after="{ruling}"'), "KT"), "KT")
    s = do(turn(s, "KT", MAIL, acted=tuple("123456"), number=1, of=3), Pass(0))
    assert (type(s.frame), s.frame.forced) == (MergerWindow, forced)
    last = home(major(six("6", rulings=f'book,forced_mergers_after="{ruling}"'), "KT"), "KT")
    last = do(turn(last, "KT", MAIL, acted=tuple("123456"), number=3, of=3), Pass(0))
    assert last.frame.forced


@pytest.mark.rule("1854-LA-4")
def test_merged_at_the_start_it_operates_in_that_round():
    s = rounds(home(six(owners=(0, 0, 1, 1, 2, 2)), *"123456"))
    s = do(s, ProposeMerger(0, "1", "2"), FoundLokalbahn(0, "A"), Pass(1), Pass(1), Pass(2), Pass(2))
    seen = []
    for _ in range(60):
        if not isinstance(s.frame, Turn | LocalTurn):
            break
        seen.append(s.frame.company)
        seat = s.director_seat(s.frame.company)
        s = do(s, (offered(s, seat, Pass) or offered(s, seat, ChooseHome))[0])
    assert seen[-1] == "A"
    assert s.board.markers_of("A")
    # Merged at the end: in the next round.
    end = window(home(six(owners=(0, 0, 1, 1, 2, 2)), *"123456"))
    end = do(end, ProposeMerger(0, "1", "2"), FoundLokalbahn(0, "A"), Pass(1), Pass(1), Pass(2), Pass(2))
    assert isinstance(end.frame, StockRound)


@pytest.mark.rule("1854-LA-4", "1854-LA-10")
def test_the_home_on_a_bare_hex():
    s = turn(lokalbahn(phase(stock(), "5"), "A"), "A")
    choices = offered(s, 0, ChooseHome)
    assert {a.hex for a in choices} == {"D18", "D20"}
    assert {a.tile for a in choices} == {"14", "15", "619"}
    # Rotations that show another picture: 14 has three, 15 and 619 six.
    assert len([a for a in choices if a.hex == "D18"]) == 3 + 6 + 6
    refused(s, ChooseHome(0, "C17", "14", 0), "LA-4")
    forbidden(s, ChooseHome(0, "D18"), "LA-10")
    after = do(s, ChooseHome(0, "D18", "14", 0))
    assert (after.board.markers_of("A"), after.cash["A"]) == (("D18.0",), 300)
    assert after.supply["14"] == s.supply["14"] - 1
    assert after.frame.lays == ()  # the normal tile is still open
    assert offered(after, 0, LayTile)
    refused(s, Pass(0), "OR-3")  # no choice to have no home
    again = turn(after, "A")  # in its next turn nobody asks again
    assert (again.frame.step, again.board.markers_of("A")) == (TRACK, ("D18.0",))
    for hex_id in ("D18", "D20"):
        assert all(s.board.leads_on(s.book.atlas, HexId(hex_id), side) for side in range(6))


@pytest.mark.rule("1854-LA-10", "1854-LA-4")
def test_the_home_on_yellow_green_and_full_hexes():
    base = tile(lokalbahn(phase(stock(), "5"), "A"), "D18", "56", 1)
    s = turn(base, "A")
    exits = s.book.atlas.face("56", 1).exits
    fits = [a for a in offered(s, 0, ChooseHome) if a.hex == "D18"]
    assert {a.tile for a in fits} == {"15"}
    assert all(s.book.atlas.face(a.tile, a.rotation).exits == exits for a in fits)
    after = do(s, fits[0])
    assert after.supply["56"] == s.supply["56"] + 1
    green = turn(tile(lokalbahn(phase(stock(), "5"), "A"), "D20", "619", 0), "A")
    assert ChooseHome(0, "D20") in offered(green, 0, ChooseHome)
    forbidden(green, ChooseHome(0, "D20", "14", 0), "LA-10")
    forbidden(green, ChooseHome(0, "D20", "", 3), "LA-10")
    stays = do(green, ChooseHome(0, "D20"))
    assert stays.board.laid[HexId("D20")].tile == "619"
    full = lokalbahn(lokalbahn(phase(stock(), "5"), "B", hex_id="D18"), "C", hex_id="D18")
    full = turn(lokalbahn(full, "A"), "A")
    forbidden(full, ChooseHome(0, "D18"), "LA-10")
    assert {a.hex for a in offered(full, 0, ChooseHome)} == {"D20"}


@pytest.mark.rule("1854-LA-10")
def test_an_extra_piece_if_none_is_left():
    s = lokalbahn(phase(stock(), "5"), "A")
    no_14 = s.replace(supply={**s.supply, "14": 0})
    assert "14" not in {number for number, _ in tiles_for(no_14, "D18")}  # 15 and 619 are there
    # Laid out elsewhere, so that stock and map still add up: four 14s, seven 15s, four 619s.
    hexes = [h for h, spec in s.book.atlas.hexes.items() if spec.buildable and h not in ("D18", "D20")]
    for number, count in (("14", 4), ("15", 7), ("619", 4)):
        for _ in range(count):
            s = tile(s, hexes.pop(), number, 0)
    assert {s.supply[number] for number in ("14", "15", "619")} == {0}
    s = turn(s, "A")
    after = do(s, ChooseHome(0, "D18", "15", 0))
    assert after.extra_tiles == {"15": 1}
    assert after.supply["15"] == 0


@pytest.mark.rule("1854-LA-5", "1854-LA-11")
def test_trains_of_the_scrap_stock():
    s = lokalbahn(phase(stock(), "6"), "A", cash=500, hex_id="D18")
    s = train(train(s, SCRAP, "2-0"), SCRAP, "3-0")
    s = stuck(s, "A", TRAINS)
    assert {(a.version, a.price) for a in offered(s, 0, BuyTrain)} == {("2", 130), ("3", 230)}  # any type
    forbidden(s, BuyTrain(0, "2-0", "2", 100), "LA-5", printed=130)
    after = do(s, BuyTrain(0, "3-0", "3", 230))
    assert (after.cash["A"], after.trains["3-0"]) == (270, "A")
    assert after.train_limit("A") == 2
    assert do(after, BuyTrain(0, "2-0", "2", 130)).cash["A"] == 140


def steyr(cash=300):
    """A in Steyr D18 with a way to Linz: a route."""
    s = tile(phase(stock(), "8"), "C17", "6", 3)  # Linz: sides 3 and 5; D18's 14 turned 2 has side 2
    s = tile(s, "D18", "14", 2)
    return lokalbahn(s, "A", cash=cash, hex_id="D18")


@pytest.mark.rule("1854-LA-5", "1854-LA-11", "1854-TN-7", "1854-EF-4")
def test_duty_and_emergency_of_an_ag():
    assert not must_buy(steyr(), "A")  # nothing to buy, no duty
    s = stuck(train(steyr(100), SCRAP, "2-0"), "A", TRAINS)
    forbidden(s, Pass(0), "TN-7")
    after = do(s, BuyTrain(0, "2-0", "2", 130))
    assert (after.cash["A"], after.cash["seat0"]) == (0, 620)


@pytest.mark.rule("1854-LA-6", "1854-LA-11")
def test_the_first_scrapped_4_makes_the_2s_leave():
    s = lokalbahn(steyr(1000), "B", 1, 0)
    s = train(train(train(train(s, SCRAP, "4-0"), SCRAP, "2-0"), "B", "2-1"), "A", "2-2")
    s = stuck(s, "A", TRAINS)
    after = do(s, BuyTrain(0, "4-0", "4", 350))
    assert {after.trains[f"2-{n}"] for n in range(3)} == {OUT}
    assert after.trains["4-0"] == "A"
    full = stuck(train(train(steyr(1000), "A", "2-2"), "A", "2-3"), "A", TRAINS)
    full = train(full, SCRAP, "4-0")
    forbidden(full, BuyTrain(0, "4-0", "4", 350), "TN-3", limit=2)  # they count before they go
    later = stuck(train(after, SCRAP, "4-1"), "A", TRAINS)
    assert do(later, BuyTrain(0, "4-1", "4", 350)).first_four
    assert "TwosGone" in told(s, BuyTrain(0, "4-0", "4", 350))
    assert "TwosGone" not in told(later, BuyTrain(0, "4-1", "4", 350))


@pytest.mark.rule("1854-TK-2", "1854-TK-5", "1854-LA-4")
def test_the_second_marker_of_an_ag():
    s = steyr().replace(operated=("A",))
    s = stuck(s, "A", 4)
    assert s.book.companies["A"].markers == (0, 40)
    forbidden(s, PlaceMarker(0, "C17.0"), "TK-4")  # KR's home
    begun = s.replace(begun=(*s.begun, "KR"))
    assert do(begun, PlaceMarker(0, "C17.0")).cash["A"] == 260


@pytest.mark.rule("1854-LA-7")
def test_the_director_of_an_ag_never_changes():
    s = lokalbahn(phase(stock(), "5"), "A", 0, 1)
    s = do(
        s.update_frame(seat=1),
        *[a for a in offered(s.update_frame(seat=1), 1, object) if getattr(a, "company", "") == "A"][:1],
    )
    s = do(s.update_frame(seat=2), BuyShare(2, "A", "pool"))
    assert s.director("A") == "seat0"


@pytest.mark.rule("1854-LA-8", "1854-LA-3")
def test_only_the_local_map_is_cleared():
    s = tile(tile(lokalbahn(lokalbahn(six(), "A"), "C"), "J30", "55", 0), "H18", "6", 5)
    s = home(s, "1", "4", "5")
    s = do(window(s), ProposeMerger(0, "1", "5"))
    assert set(s.board.laid) == {HexId("H18")}
    assert (s.opened[-1], s.begun) == ("B", ("4",))
    assert not MergerWindow().forced
