"""X.1, X.2, X.3-1, X.5: variant A for two: what is in the box, the stacks and the first stock round."""

from collections import Counter
from typing import Any

import pytest

from stellwerk.engine import Game, Pass, Setup, legal, play
from stellwerk.games.g1824.rules.book import STATE
from stellwerk.games.g1824.rules.draft import Draft, DraftPrice, DrawBuilders, MountainLap
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.mech18.course import DrawSeats
from stellwerk.mech18.state import OUT, RESERVED
from stellwerk.mech18.stock import BuyShare, SellShares, StockRound
from tests.games.g1824.small import BOOK, GAMES, A, bare, drafted, whose
from tests.games.g1824.table import cash_of, do, events, forbidden, offered, opening, refused, singles


@pytest.mark.rule("1824-X.1-1")
def test_what_two_players_need() -> None:
    book = bare(2, A).book
    kinds: dict[str, list[str]] = {}
    for sym, company in book.companies.items():
        kinds.setdefault(company.kind, []).append(sym)
    assert kinds == {
        "coal railway": ["EPP", "EOD", "MLB"],
        "pre-state": ["SD1", "SD2", "SD3", "KK1", "KK2"],
        "regional": ["BK", "MS", "CL"],
        "state": ["SD", "KK"],
    }
    assert list(book.privates) == ["B1", "B2"]
    assert {name: kind.count for name, kind in book.trains.items()} == {
        "2": 6, "3": 5, "4": 4, "5": 2, "6": 2, "8": 1, "10": None,
        "1g": 3, "2g": 2, "3g": 2, "4g": 1, "5g": 2,
    }  # fmt: skip
    assert len(book.atlas.hexes) == 65  # the small map, where Pest is a red link
    assert book.atlas.hexes["G12"].printed.stops[0].kind == "offboard"


@pytest.mark.rule("1824-X.2-1")
def test_cash_and_papers_of_two_players() -> None:
    s = bare(2, A)
    assert (s.cash["seat0"], s.cash["seat1"], s.cash["bank"]) == (830, 830, 4000 - 2 * 830)
    assert sum(s.cash.values()) == 4000
    s = drafted()  # four papers each
    s = singles(s.replace(stack=(s.stack[0], StockRound(1, 0))), 0, "MS", 8)
    s = singles(s, 0, "CL", 1)
    assert BuyShare(0, "CL", "offer") in legal(s, 0)
    forbidden(singles(s, 0, "CL", 1), BuyShare(0, "CL", "offer"), "VI.7-1", held=14, limit=14)


# -- the lot ---------------------------------------------------------------------------------------


def before_the_lot() -> Any:
    game = Game(Setup("1824", ("Ann", "Ben"), A))
    game.enter(DrawSeats(-1, (0, 1)))
    return game.state


@pytest.mark.rule("1824-X.3-1")
def test_a_single_pre_state_and_a_coal_railway_are_drawn() -> None:
    s = before_the_lot()
    pairs = {(a.pre_state, a.coal) for a in legal(s, -1)}
    assert pairs == {(before, coal) for before in ("SD2", "SD3", "KK2") for coal in ("EPP", "EOD", "MLB")}
    for wrong in (("SD1", "EPP"), ("KK1", "EPP"), ("SD2", "SD3"), ("EPP", "EPP"), ("UG2", "SPB")):
        refused(s, DrawBuilders(-1, *wrong), "X.3-1")


@pytest.mark.rule("1824-X.3-1")
def test_the_seed_draws_every_pair() -> None:
    pairs = [Game.new(Setup("1824", ("Ann", "Ben"), A, seed=seed)).state.builders for seed in range(80)]
    assert len(set(pairs)) == 9
    assert max(Counter(pairs).values()) < 25


@pytest.mark.rule("1824-X.3-1")
@pytest.mark.parametrize(
    ("builders", "stacks"),
    [
        (("SD2", "EPP"), (("SD2", "EPP"), ("SD1", "KK1"), ("SD3", "KK2"), ("EOD", "MLB"))),
        (("KK2", "MLB"), (("KK2", "MLB"), ("SD1", "KK1"), ("SD2", "SD3"), ("EPP", "EOD"))),
        (("SD3", "EOD"), (("SD3", "EOD"), ("SD1", "KK1"), ("SD2", "KK2"), ("EPP", "MLB"))),
    ],
)
def test_four_stacks(builders: tuple[str, str], stacks: tuple[tuple[str, str], ...]) -> None:
    s = opening(2, A, builders=builders)
    assert isinstance(s.frame, Draft)
    assert s.frame.stacks == stacks
    assert {a.railway for a in legal(s, 0)} == {railway for stack in stacks for railway in stack}


# -- the draft -------------------------------------------------------------------------------------


@pytest.mark.rule("1824-X.5-1")
def test_start_player_then_twice_the_other_then_the_start_player() -> None:
    s = opening(2, A)
    order = []
    while isinstance(s.frame, Draft | DraftPrice):
        if isinstance(s.frame, Draft):
            order.append(whose(s))
        s = do(s, legal(s, whose(s))[0])
    assert order == [0, 1, 1, 0]


@pytest.mark.rule("1824-X.5-1")
def test_any_stack_and_the_other_player_gets_its_second_paper_at_once() -> None:
    s = do(opening(2, A), BuyRailway(0, "KK1", 240))
    assert (s.papers["KK1_0"], s.papers["SD1_0"]) == ("seat0", "seat1")
    assert (s.cash["seat0"], s.cash["seat1"]) == (830 - 240, 830 - 240)
    assert (s.cash["KK1"], s.cash["SD1"]) == (240, 240)
    for gone in ("KK1", "SD1"):
        forbidden(s, BuyRailway(1, gone, 240), "X.5-1", railway=gone)
    refused(s, BuyRailway(0, "SD3", 120), "X.5-1")  # Ben's turn
    s = do(s, BuyRailway(1, "SD2", 120))
    assert (s.papers["SD2_0"], s.papers["EPP_0"]) == ("seat1", "seat0")
    assert whose(s) == 1


@pytest.mark.rule("1824-X.5-1")
def test_whoever_is_left_a_coal_railway_says_what_he_pays() -> None:
    s = do(opening(2, A), BuyRailway(0, "MLB", 180))
    assert (s.frame, whose(s)) == (DraftPrice(1, "EOD"), 1)
    forbidden(s, BuyRailway(1, "SD1", 240), "X.5-1c", railway="EOD")
    refused(s, Pass(1), "X.5-1c")
    s = do(s, BuyRailway(1, "EOD", 140))
    assert (s.par, s.cash["seat0"], s.cash["seat1"]) == ({"CL": 90, "MS": 70}, 650, 690)
    assert whose(s) == 1  # now he leads


@pytest.mark.rule("1824-X.5-1b")
def test_nobody_passes_and_both_end_with_four_papers() -> None:
    s = opening(2, A)
    while isinstance(s.frame, Draft):
        refused(s, Pass(whose(s)), "X.5-1")
        s = do(s, legal(s, whose(s))[-1])
        if isinstance(s.frame, DraftPrice):
            s = do(s, legal(s, whose(s))[-1])
    assert (s.paper_count("seat0"), s.paper_count("seat1")) == (4, 4)


@pytest.mark.rule("1824-X.5-1c")
@pytest.mark.parametrize(("more", "par"), [(0, 60), (20, 70), (40, 80), (60, 90), (80, 100)])
def test_a_coal_railway_costs_more_for_a_higher_par(more: int, par: int) -> None:
    s = do(opening(2, A), BuyRailway(0, "EOD", 120 + more))
    assert (s.par["MS"], s.price("MS"), s.cash["EOD"]) == (par, par, more)  # it has bought its 1g
    assert s.cash["seat0"] == 830 - 120 - more
    assert len(s.trains_of("EOD")) == 1


@pytest.mark.rule("1824-X.5-1c")
def test_prices_are_the_printed_ones() -> None:
    s = opening(2, A)
    for railway, price in (("SD1", 120), ("SD3", 240), ("EOD", 130), ("EOD", 220), ("SD2", 240)):
        forbidden(s, BuyRailway(0, railway, price), "X.5-1c")
    assert {a.price for a in offered(s, 0, lambda a: a.railway == "MLB")} == {120, 140, 160, 180, 200}
    s = do(s, BuyRailway(0, "MLB", 120))
    forbidden(s, BuyRailway(1, "EOD", 100), "X.5-1c")


@pytest.mark.rule("1824-X.5-1", "1824-X.5-1b")
def test_the_dearest_papers_can_always_be_paid() -> None:
    s = opening(2, A)
    s = do(s, BuyRailway(0, "EOD", 200), BuyRailway(1, "MLB", 200))
    s = do(s, BuyRailway(1, "SD1", 240), BuyRailway(1, "SD3", 120), BuyRailway(0, "EPP", 120))
    assert (s.cash["seat0"], s.cash["seat1"]) == (150, 150)


# -- mountains and the further laps ----------------------------------------------------------------


@pytest.mark.rule("1824-X.5-2")
def test_each_may_buy_one_mountain_railway() -> None:
    s = drafted()
    assert s.frame == MountainLap((1, 0))  # who did not open the draft comes first
    assert legal(s, 1) == [BuyRailway(1, "B1", 120), BuyRailway(1, "B2", 120), Pass(1)]
    s = do(s, BuyRailway(1, "B2", 120))
    assert legal(s, 0) == [BuyRailway(0, "B1", 120), Pass(0)]
    forbidden(s, BuyRailway(0, "B2", 120), "X.5-2", railway="B2")
    forbidden(s, BuyRailway(0, "SD1", 240), "X.5-2", railway="SD1")
    s = do(s, BuyRailway(0, "B1", 120))
    assert (s.privates, s.cash["seat0"]) == ({"B1": "seat0", "B2": "seat1"}, 230 - 120)
    assert (s.frame.number, whose(s)) == (1, 1)


@pytest.mark.rule("1824-X.5-2", "1824-VI.3-1")
@pytest.mark.parametrize("price", [0, 119, 121, 240, -120])
def test_a_mountain_railway_costs_120_there_too(price: int) -> None:
    forbidden(drafted(), BuyRailway(1, "B1", price), "VI.3-1", railway="B1", price=price)


@pytest.mark.rule("1824-VI.4-2", "1824-X.5-1", "1824-X.5-1c", "1824-X.5-2")
def test_nobody_spends_more_than_he_has_in_any_part_of_the_opening() -> None:
    stacks = cash_of(opening(2, A), 0, 239)
    forbidden(stacks, BuyRailway(0, "SD1", 240), "VI.4-2", player="Ann", cash=239, price=240)
    assert BuyRailway(0, "SD1", 240) in legal(cash_of(stacks, 0, 240), 0)
    left = cash_of(do(opening(2, A), BuyRailway(0, "MLB", 180)), 1, 159)  # Ben is left EOD
    forbidden(left, BuyRailway(1, "EOD", 160), "VI.4-2", player="Ben", cash=159, price=160)
    assert {a.price for a in legal(left, 1)} == {120, 140}
    mountains = cash_of(drafted(), 1, 119)
    forbidden(mountains, BuyRailway(1, "B1", 120), "VI.4-2", player="Ben", cash=119, price=120)
    assert BuyRailway(1, "B1", 120) in legal(cash_of(mountains, 1, 120), 1)


@pytest.mark.rule("1824-VI.7-1b", "1824-IV.1-4", "1824-R3")
def test_a_mountain_railway_after_the_stacks_needs_a_place_in_18xx_games_alone() -> None:
    """Whose lap it is holds 14 papers, as many as two players may."""

    def full(rulings: str, held: int) -> Any:
        s = drafted(rulings=rulings)
        return singles(s, whose(s), "MS", held - s.paper_count(f"seat{whose(s)}"))

    for rulings in (BOOK, GAMES):
        s = full(rulings, 10)
        assert BuyRailway(whose(s), "B1", 120) in legal(s, whose(s))
    for s in (singles(full(BOOK, 10), 1, "CL", 4), singles(full(BOOK, 10), 1, "CL", 5)):
        assert BuyRailway(1, "B1", 120) in legal(s, 1)
    s = full(GAMES, 10)
    s = singles(s, whose(s), "CL", 4)
    forbidden(s, BuyRailway(whose(s), "B1", 120), "VI.7-1b", held=14, limit=14)


@pytest.mark.rule("1824-X.5-2")
def test_mountain_railways_that_are_left_leave_the_game() -> None:
    s = do(drafted(), Pass(1))
    assert {type(a) for a in legal(s, 0)} == {BuyRailway, Pass}  # Ben's passing takes nothing from Ann
    assert "NeverSold" in events(s, Pass(0))
    assert do(s, Pass(0)).privates == {"B1": OUT, "B2": OUT}
    one = do(s, BuyRailway(0, "B2", 120))
    assert one.privates == {"B1": OUT, "B2": "seat0"}
    assert not offered(one, 1, lambda a: isinstance(a, BuyRailway))


@pytest.mark.rule("1824-X.5-2")
def test_the_round_goes_on_as_usual_without_sales() -> None:
    s = do(drafted(), Pass(1), Pass(0))
    assert isinstance(s.frame, StockRound)
    s = do(s, BuyShare(1, "MS", "offer"), BuyShare(0, "CL", "offer"))
    assert whose(s) == 1
    for company in ("MS", "CL"):
        refused(s, SellShares(1, company, 1), "VI.3-4")
    s = do(s, Pass(1), BuyShare(0, "CL", "offer"), Pass(1))
    assert isinstance(s.frame, StockRound)  # Ann has acted between: it takes two passes in a row
    s = do(s, Pass(0))
    assert not isinstance(s.frame, StockRound)
    assert s.priority == 1


@pytest.mark.rule("1824-X.1-1", "1824-X.3-4")
def test_what_is_kept_for_the_railways() -> None:
    s = opening(2, A)
    kept = {paper for paper, owner in s.papers.items() if owner == RESERVED}
    assert kept == {"MS_0", "CL_0", "SD_0", "SD_2", "KK_0", "KK_1"}  # not for SD2, which only builds
    states = [sym for sym, company in s.book.companies.items() if company.kind == STATE]
    assert [s.price(state) for state in states] == [120, 120]
    assert play(s, BuyRailway(0, "SD1", 240)).state.papers["SD_0"] == RESERVED
