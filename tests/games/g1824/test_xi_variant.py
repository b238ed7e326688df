"""XI: variant B, Cisleithania for three."""

from typing import Any

import pytest

from stellwerk.engine import Pass, legal, to_act
from stellwerk.games.g1824.rules.conserved import conserved
from stellwerk.games.g1824.rules.opening import BuyRailway
from stellwerk.games.g1824.rules.phases import first_train
from stellwerk.games.g1824.rules.runs import RUNS, bonuses
from stellwerk.mech18.markers import PlaceMarker, marker_cost
from stellwerk.mech18.runs import Route, RunTrains
from stellwerk.mech18.state import BANK, OFFER, OUT, POOL, RESERVED
from stellwerk.mech18.stock import BuyShare, SellShares, StockRound
from stellwerk.mech18.track import LayTile
from tests.games.g1824.small import B, bare, line, whose
from tests.games.g1824.table import (
    MARKER,
    RUN,
    cash_of,
    do,
    forbidden,
    home,
    marker,
    offered,
    opening,
    operated,
    operating_round,
    refused,
    round_ends,
    sells,
    singles,
    stock,
    tile,
    train,
    turn,
)

ALL = {"SD1": 0, "SD2": 1, "SD3": 2, "UG1": 0, "KK1": 1, "KK2": 2, "EPP": 0, "EOD": 1, "MLB": 2}


def three(owners: dict[str, int] | None = None, **more: Any) -> Any:
    return stock(3, ALL if owners is None else owners, variant=B, **more)


@pytest.mark.rule("1824-XI.1-1")
def test_what_three_players_need_on_the_small_map() -> None:
    book = bare(3, B).book
    kinds: dict[str, list[str]] = {}
    for sym, company in book.companies.items():
        kinds.setdefault(company.kind, []).append(sym)
    assert kinds == {
        "coal railway": ["EPP", "EOD", "MLB"],
        "pre-state": ["SD1", "SD2", "SD3", "UG1", "KK1", "KK2"],
        "regional": ["BK", "MS", "CL"],
        "state": ["SD", "UG", "KK"],
    }
    assert list(book.privates) == ["B1", "B2", "B3"]
    assert {name: kind.count for name, kind in book.trains.items()} == {
        "2": 8, "3": 6, "4": 4, "5": 3, "6": 3, "8": 2, "10": None,
        "1g": 5, "2g": 4, "3g": 3, "4g": 2, "5g": 2,
    }  # fmt: skip
    assert len(book.atlas.hexes) == 65
    for out in ("BH", "SB", "SPB", "UG2"):
        assert out not in book.companies


@pytest.mark.rule("1824-XI.2-1")
def test_cash_and_papers_of_three_players() -> None:
    s = bare(3, B)
    assert [s.cash[f"seat{n}"] for n in range(3)] == [680, 680, 680]
    assert sum(s.cash.values()) == 9000
    s = three({"EPP": 1, "EOD": 1, "MLB": 1})
    held = singles(singles(s, 0, "MS", 8), 0, "CL", 7)
    assert BuyShare(0, "CL", OFFER) not in legal(singles(held, 0, "CL", 1), 0)
    assert held.paper_count("seat0") == 15
    assert BuyShare(0, "BK", OFFER) in legal(held, 0)
    refused(singles(held, 0, "BK", 1), BuyShare(0, "BK", OFFER), "VI.7-1")


# -- UG in Budapest ------------------------------------------------------------------------------------


@pytest.mark.rule("1824-XI.3-1")
def test_ug1_is_in_budapest_from_set_up() -> None:
    s = bare(3, B)
    assert (s.board.markers, s.markers["UG1"]) == ({"G12.0": ("UG1",)}, 1)
    spec = s.book.atlas.hexes["G12"]
    assert (spec.name, spec.colour, spec.buildable) == ("Budapest", "red", False)
    s = operating_round(three({"UG1": 0}))
    assert s.frame.company == "UG1"
    assert s.board.markers_of("UG1") == ("G12.0",)  # its first turn places no other
    first = {a.hex for a in offered(s, 0, lambda a: isinstance(a, LayTile))}
    assert first == {"H11", "G10", "F11", "F13"}  # its home cannot be built on


@pytest.mark.rule("1824-XI.3-1")
def test_trains_run_to_budapest_and_end_there() -> None:
    s = line(three(), "G10", "G12", "F13", "E14")
    s = train(train(home(s, "SD2", "UG1"), "SD2", "3-0"), "UG1", "3-1")
    assert (RUNS.best(s, "SD2").revenue, RUNS.best(s, "UG1").revenue) == (20 + 20, 20 + 20)
    for company, card in (("SD2", "3-0"), ("UG1", "3-1")):  # nor does UG1's own marker let it through
        way = Route(card, ("G10.0", "G12.0", "F13", "E14.0"))
        refused(turn(s, company, step=RUN), RunTrains(s.director_seat(company), (way,)), "VII.2-3")


@pytest.mark.rule("1824-XI.3-1b")
@pytest.mark.parametrize(
    ("rulings", "stays", "refusal"),
    [("book", True, "VII.8-1"), ("book,budapest_marker_stays=false", False, "VII.8-4")],
)
def test_nobody_else_places_a_marker_there(rulings: str, stays: bool, refusal: str) -> None:
    s = line(three({"EOD": 1}, rulings=rulings), "G12", "G10", "F9", "E8")
    assert bool(s.board.markers_of("UG1")) == stays  # it was not sold: its marker or the place is kept for UG
    s = home(s.hand_over("MS_0", "seat1").replace(opened=("MS",)), "MS")
    s = turn(cash_of(marker(s, "MS", "G10.0"), "MS", 400), "MS", step=MARKER)
    assert offered(s, 1, lambda a: isinstance(a, PlaceMarker)) == [PlaceMarker(1, "E8.0")]
    forbidden(s, PlaceMarker(1, "G12.0"), refusal)


# -- otherwise the base game -----------------------------------------------------------------------------


@pytest.mark.rule("1824-XI.3-2")
def test_all_papers_are_on_open_sale() -> None:
    s = opening(3, B)
    assert isinstance(s.frame, StockRound)
    railways = {a.railway for a in offered(s, 2, lambda a: isinstance(a, BuyRailway))}
    assert railways == {*ALL, "B1", "B2", "B3"}
    assert {paper for paper, owner in s.papers.items() if owner == RESERVED} == {
        "BK_0", "MS_0", "CL_0", "SD_0", "SD_1", "SD_2", "UG_0", "KK_0", "KK_1",
    }  # fmt: skip
    assert (s.bond, s.builders, s.facts.stacks) == ("", (), False)


@pytest.mark.rule("1824-XI.3-2")
def test_the_first_lap_runs_backwards() -> None:
    s = opening(3, B)
    order = []
    for railway in ("SD1", "UG1", "KK1", "SD2", "SD3", "KK2"):
        order.append(whose(s))
        price = 240 if railway.endswith("1") else 120
        s = do(s, BuyRailway(whose(s), railway, price))
    assert order == [2, 1, 0, 0, 1, 2]


@pytest.mark.rule("1824-XI.3-2")
def test_there_is_no_pool() -> None:
    s = operated(singles(three(), 0, "MS", 5), "MS")
    after = do(s, SellShares(0, "MS", 2))
    assert (after.shares(POOL, "MS"), after.shares(OFFER, "MS")) == (0, 5)


@pytest.mark.rule("1824-XI.3-2")
def test_ug_forms_with_the_5_and_kk_with_the_6() -> None:
    s = sells(three(), "6")
    forming = {
        kind: first_train(s.replace(forming=(), phases=()), kind).forming for kind in ("4", "5", "6", "8")
    }
    assert forming == {"4": ("SD",), "5": ("UG",), "6": ("KK",), "8": ()}


@pytest.mark.rule("1824-XI.3-2")
def test_no_bonus_for_the_bukowina() -> None:
    s = three()
    assert bonuses(s, {"E12.0": 0, "E26.0": 1}) == ()


@pytest.mark.rule("1824-XI.3-2")
def test_what_nobody_buys_in_the_first_round_is_out() -> None:
    s = do(opening(3, B), BuyRailway(2, "KK1", 240), Pass(1), Pass(0), Pass(0), Pass(1), Pass(2))
    assert not isinstance(s.frame, StockRound)
    assert (s.papers["UG1_0"], s.papers["EPP_0"], s.privates["B1"]) == (OUT, OUT, OUT)
    assert s.board.markers_of("UG1") == ("G12.0",)  # XI.3-1b
    assert to_act(s) == (2,)


# -- UG ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("1824-XI.3-3")
def test_only_20_percent_of_ug_are_kept() -> None:
    s = opening(3, B)
    assert s.papers["UG_0"] == RESERVED
    assert s.shares(OFFER, "UG") == 8
    assert "UG2" not in s.book.companies


@pytest.mark.rule("1824-XI.3-3")
def test_ug_gets_960_and_what_ug1_has() -> None:
    s = cash_of(home(three(), "UG1"), "UG1", 77)
    s = round_ends(s, "UG")
    assert s.formed == ("UG",)
    assert s.cash["UG"] == 8 * 120 + 77 == 960 + 77
    assert s.director("UG") == "seat0"


@pytest.mark.rule("1824-XI.3-3", "1824-XI.3-1b", "1824-R15")
@pytest.mark.parametrize(("rulings", "before"), [("book", ("G12.0",)), ("18xx.games", ())])
def test_without_ug1_it_gets_1200_and_the_marker_in_budapest(rulings: str, before: tuple[str, ...]) -> None:
    s = singles(three({"SD1": 1}, rulings=rulings), 0, "UG", 2)
    assert s.board.markers_of("UG1") == before
    assert not conserved(s)
    s = round_ends(s, "UG")
    assert s.cash["UG"] == 10 * 120
    if rulings != "book":  # R24: with its first turn
        s = turn(s, "UG", step=0)
    assert (s.board.markers_of("UG1"), s.markers["UG"], "UG1" in s.markers) == ((), 1, False)
    assert s.board.markers["G12.0"] == ("UG",)
    assert s.director("UG") == "seat0"


@pytest.mark.rule("1824-XI.3-3")
def test_ug_has_five_markers_the_first_of_them_inherited() -> None:
    s = round_ends(home(three(), "UG1"), "UG")
    assert (s.board.markers_of("UG"), s.markers["UG"]) == (("G12.0",), 1)
    prices = []
    for used in range(1, 6):
        prices.append(marker_cost(s.replace(markers={**s.markers, "UG": used}), "UG"))
    assert prices == [40, 100, 100, 100, None]


@pytest.mark.rule("1824-XI.3-3")
def test_ug_pays_40_for_the_next() -> None:
    s = cash_of(round_ends(home(line(three(), "G10", "G12"), "UG1", "SD2"), "UG"), "UG", 100)
    s = tile(s, "G10", "14", 1)
    after = do(turn(s, "UG", step=MARKER), PlaceMarker(0, "G10.0"))
    assert (after.cash["UG"], after.cash[BANK]) == (60, s.cash[BANK] + 40)
