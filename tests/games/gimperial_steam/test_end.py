"""END: the final scoring."""

from typing import Any

import pytest

from stellwerk.games.gimperial_steam.rules.fees import fee_path
from stellwerk.games.gimperial_steam.rules.scoring import (
    after_dividend,
    best_filled,
    close,
    figures,
    finish,
    hub_bonus,
    key_value,
    result,
    scores,
    winners,
)
from stellwerk.games.gimperial_steam.rules.setup import start
from stellwerk.games.gimperial_steam.rules.state import Course
from tests.games.gimperial_steam.table import (
    GELB,
    LILA,
    ROT,
    TUERKIS,
    cash,
    contract,
    factories,
    goods,
    influence,
    money,
    ready,
    setup,
    trains,
    version_1,
)


def joined(s: Any, seat: int, *links: str) -> Any:
    """Tracks anywhere, with their cities; for paths it does not matter how they were reached."""
    cities = {"wien", *(end for link in links for end in s.book.ends[link])}
    return s.change(seat, tracks=links, cities=tuple(sorted(cities)))


def finished(s: Any) -> Any:
    return finish(s.replace(stack=(Course(8),)))


@pytest.mark.rule("IS-END-1")
def test_the_income_once_more_and_the_semmering_twice() -> None:
    s = ready().change(ROT, passenger=2, stations=("wien", "graz")).replace(semmering=ROT)
    score = scores(s)[ROT]
    assert (score.income, score.semmering) == (40, 40)
    assert (scores(s)[LILA].income, scores(s)[LILA].semmering) == (10, 0)


@pytest.mark.rule("IS-END-2")
def test_goods_on_trains_and_in_storage() -> None:
    s = goods(ready(), ROT, "coal", "wood", "iron").change(ROT, dock=(3, 0, 0, 0))
    assert scores(s)[ROT].goods == 30


@pytest.mark.rule("IS-END-3")
def test_city_keys() -> None:
    s = ready().replace(hubs={"blue": 12, "white": 11, "bronze": 10, "green": 10})
    assert [key_value(s, f"{hub}-gold") for hub in ("blue", "white", "bronze", "green")] == [
        120,
        110,
        100,
        100,
    ]
    assert [key_value(s, f"{hub}-silver") for hub in ("blue", "white", "bronze", "green")] == [60, 60, 50, 50]
    assert scores(s.change(ROT, keys=("blue-gold", "white-silver")))[ROT].keys == 180


@pytest.mark.rule("IS-END-4")
@pytest.mark.parametrize(("at", "worth"), [(20, 0), (30, 10), (60, 30), (80, 60), (90, 100)])
def test_accessible_hubs(at: int, worth: int) -> None:
    """Bronze 30, white 50, green 70, blue 90."""
    assert hub_bonus(influence(ready(), {ROT: at}), ROT) == worth


def carriers(trieste: bool = True) -> Any:
    """Rot has reached Trieste, if wanted; Lila has one filled and one open contract."""
    s = joined(ready(), ROT, "L52") if trieste else ready()
    s = contract(trains(s, LILA, 8), LILA, "K05", "K09")
    return factories(s, LILA, "iron")


@pytest.mark.rule("IS-END-5")
def test_without_trieste_contracts_are_void() -> None:
    score = scores(carriers(trieste=False))[LILA]
    assert (score.filled, score.unfilled, score.fees) == (0, 0, 0)


@pytest.mark.rule("IS-END-5a-i", "IS-END-5a-ii")
def test_filled_and_open_contracts() -> None:
    s = joined(carriers(), LILA, "L52")
    score = scores(s)[LILA]
    assert (score.filled, score.unfilled) == (40, 90)
    assert score.fulfilled == ("K05",)


@pytest.mark.rule("IS-END-5a-ii", "IS-GEN-5")
def test_factories_are_put_where_the_sum_is_best() -> None:
    parts = ready().book.parts
    assert best_filled(parts, ("K01", "K09"), (2, 0, 0, 0)) == ("K09",)
    assert best_filled(parts, ("K09", "K01", "K02"), (2, 0, 0, 0)) == ("K09",)
    assert best_filled(parts, ("K01", "K02", "K13"), (2, 1, 0, 0)) == ("K02", "K13")
    placed = joined(carriers(), LILA, "L52").change(
        LILA, factories=(0, 0, 0, 0), placed={"K05": (0, 0, 1, 0)}
    )
    assert scores(placed)[LILA].fulfilled == ("K05",)


# -- track fees --------------------------------------------------------------------------------

ROT_WAY = ("L21", "L29", "L46", "L51")
TUERKIS_WAY = ("L40", "L44", "L45", "L51")


def example() -> Any:
    """Influence Lila > Türkis > Rot > Gelb; Gelb stands at Bruck and at Fürstenfeld with a contract."""
    s = influence(ready(), {LILA: 120, TUERKIS: 110, ROT: 100, GELB: 50})
    s = joined(joined(s, ROT, *ROT_WAY), TUERKIS, *TUERKIS_WAY)
    s = joined(s, LILA, "L21").change(GELB, cities=("wien", "bruck", "fuerstenfeld"))
    return contract(trains(s, GELB, 5), GELB, "K05")


def paid(s: Any, seat: int) -> dict[int, int]:
    score = scores(s)[seat]
    return {other: 20 * score.payees.count(other) for other in range(4) if other in score.payees}


@pytest.mark.rule(
    "IS-END-5b", "IS-END-5b-i", "IS-END-5b-ii", "IS-END-5b-ii-a", "IS-END-5b-iii", "IS-END-5b-iv"
)
def test_gelb_goes_from_bruck() -> None:
    s = example()
    path, payees = fee_path(s, GELB)
    assert path == ROT_WAY
    assert payees == (LILA, ROT, ROT, TUERKIS)
    assert paid(s, GELB) == {LILA: 20, ROT: 40, TUERKIS: 20}
    received = [score.received for score in scores(s)]
    assert received == [40, 20, 20, 0]
    assert scores(s)[GELB].fees == 80


@pytest.mark.rule("IS-END-5b-ii-b", "IS-END-5b-v")
def test_with_lila_on_both_first_links_gelb_goes_from_fuerstenfeld() -> None:
    s = joined(example(), LILA, "L21", "L40")
    assert fee_path(s, GELB)[0] == TUERKIS_WAY
    assert paid(s, GELB) == {LILA: 20, TUERKIS: 60}


@pytest.mark.rule("IS-END-5b-ii-b")
def test_who_was_equal_breaks_the_tie() -> None:
    """Lila has both first links and the second from Graz; Türkis is above her, but not of the tie."""
    s = influence(example(), {TUERKIS: 130, LILA: 120, ROT: 100, GELB: 50})
    s = joined(s, LILA, "L21", "L40", "L29")
    s = joined(s, TUERKIS, "L44", "L45", "L51")
    path, payees = fee_path(s, GELB)
    assert path == ROT_WAY
    assert payees == (LILA, LILA, ROT, TUERKIS)


@pytest.mark.rule("IS-END-5b-ii-b", "IS-END-5b-iii")
def test_equal_influence_of_two_players() -> None:
    """Rot from Bruck and Türkis from Fürstenfeld stand in one column, Türkis above: no better."""
    s = influence(example(), {LILA: 130, TUERKIS: 110, ROT: 110, GELB: 50})
    s = joined(joined(s, LILA), ROT, *ROT_WAY)
    both = joined(s, TUERKIS, *TUERKIS_WAY)
    assert fee_path(both, GELB)[1] == (TUERKIS,) * 4, "equal to the end: the higher place counts"
    # On the second link from Fürstenfeld only Lila has a track: of the two who were equal Rot goes on.
    other = joined(joined(both, TUERKIS, "L40", "L45", "L51"), LILA, "L44")
    assert fee_path(other, GELB)[0] == ROT_WAY
    assert fee_path(other, GELB)[1] == (ROT, ROT, ROT, TUERKIS)
    # The column counts, not the place in it: one step more and Türkis's first link is the better one.
    assert fee_path(influence(other, {TUERKIS: 120}), GELB)[0] == TUERKIS_WAY


@pytest.mark.rule("IS-END-5b-ii-b")
def test_in_games_of_version_1_the_higher_place_decides_at_once() -> None:
    s = influence(example(), {LILA: 130, TUERKIS: 110, ROT: 110, GELB: 50})
    s = joined(joined(s, LILA), ROT, *ROT_WAY)
    s = joined(joined(s, TUERKIS, "L40", "L45", "L51"), LILA, "L44")
    assert fee_path(s, GELB)[1] == (ROT, ROT, ROT, TUERKIS)
    assert fee_path(version_1(s), GELB) == (TUERKIS_WAY, (TUERKIS, LILA, TUERKIS, TUERKIS))
    # Of several links of one owner any is followed, and then the best owner counts again.
    again = influence(example(), {TUERKIS: 130, LILA: 120, ROT: 100, GELB: 50})
    again = joined(joined(again, LILA, "L21", "L40", "L29"), TUERKIS, "L44", "L45", "L51")
    assert fee_path(again, GELB)[0] == ROT_WAY
    assert fee_path(version_1(again), GELB) == (TUERKIS_WAY, (LILA, TUERKIS, TUERKIS, TUERKIS))


@pytest.mark.rule("IS-END-5b", "IS-END-5b-vi")
def test_lila_without_a_contract_pays_nothing() -> None:
    s = example()
    assert fee_path(s, LILA)[1] == (ROT, ROT, TUERKIS)
    assert scores(s)[LILA].fees == 0
    with_one = contract(trains(s, LILA, 5), LILA, "K06")
    assert paid(with_one, LILA) == {ROT: 40, TUERKIS: 20}
    arrived = contract(trains(s, ROT, 5), ROT, "K07")
    assert scores(arrived)[ROT].fees == 0, "who reached Trieste pays none"


@pytest.mark.rule("IS-END-5b-i", "IS-END-5b-iii")
def test_crowned_links_count_only_with_a_track() -> None:
    s = example().replace(crowns=("L21", "L32"))
    assert fee_path(s, GELB)[0] == ROT_WAY, "the track beside the crown counts"
    s = joined(s, LILA).change(GELB, cities=("wien", "bruck", "graz"))
    assert fee_path(s, GELB)[0] == ("L29", "L46", "L51")


@pytest.mark.rule("IS-END-5b-ii")
def test_only_the_shortest_way_counts() -> None:
    s = example().change(GELB, cities=("wien", "bruck", "celje"))
    assert fee_path(s, GELB)[0] == ("L45", "L51")


@pytest.mark.rule("IS-END-5b-ii-c")
def test_equal_ways_pay_the_same() -> None:
    """Rot owns both ways: whichever is taken, Rot is paid for each link."""
    s = influence(ready(), {ROT: 120})
    s = joined(s, ROT, "L29", "L46", "L51", "L30", "L44", "L45", "L21")
    s = s.change(GELB, cities=("wien", "graz", "maribor"))
    s = contract(trains(s, GELB, 5), GELB, "K05")
    assert paid(s, GELB) == {ROT: 60}


@pytest.mark.rule("IS-END-5c", "IS-GEN-2")
def test_debts_are_possible_and_receivers_get_everything() -> None:
    s = contract(cash(example(), GELB, 0), GELB, "K09", "K10")
    s = goods(s.change(GELB, stations=(), shareholders=3), GELB)
    score = scores(s)[GELB]
    assert score.total == score.hubs - 40 - 90 - 90 - 80
    assert score.total < 0
    assert score.final == score.total, "a debt is not made smaller"
    assert [other.received for other in scores(s)] == [40, 20, 20, 0]
    over = finished(s)
    assert money(over)[GELB] == score.total


@pytest.mark.rule("IS-END-6")
def test_dividends() -> None:
    assert after_dividend(640, 3) == 448
    assert after_dividend(640, 10) == after_dividend(640, 12) == 0
    assert after_dividend(640, 0) == 640
    s = ready().change(ROT, investors=5)
    assert scores(s)[ROT].final == scores(s)[ROT].total, "investors on the board cost nothing"


# -- term by term ------------------------------------------------------------------------------


def bare() -> Any:
    """Four players whose account is nothing at all; Rot stands in column 0 of the track."""
    s = influence(ready(), dict.fromkeys(range(4), 0)).replace(hubs=dict.fromkeys(ready().hubs, 5))
    for seat in range(4):
        s = goods(cash(s, seat, 0), seat).change(seat, stations=(), passenger=0, investors=0)
    return s


def owed(s: Any) -> Any:
    """Lila has a contract and no Trieste, Rot has; Lila pays Rot for the last link."""
    s = joined(s, ROT, "L51").change(LILA, cities=("wien", "ljubljana"))
    return contract(trains(s, LILA, 5), LILA, "K05")


TERMS: dict[str, tuple[Any, int, dict[str, int]]] = {
    "cash": (lambda s: cash(s, ROT, 70), 70, {"cash": 70}),
    "passenger wagons": (lambda s: s.change(ROT, passenger=3), 30, {"income": 30}),
    "stations": (lambda s: s.change(ROT, stations=("wien", "graz")), 20, {"income": 20}),
    "semmering": (
        lambda s: s.change(ROT, passenger=3).replace(semmering=ROT),
        60,
        {"income": 30, "semmering": 30},
    ),
    "another's semmering": (lambda s: s.change(ROT, passenger=3).replace(semmering=LILA), 30, {"income": 30}),
    "goods": (lambda s: goods(s, ROT, "coal", "iron"), 20, {"goods": 20}),
    "goods at the dock": (lambda s: s.change(ROT, dock=(1, 1, 0, 0)), 0, {}),
    "a gold key": (lambda s: s.change(ROT, keys=("blue-gold",)), 50, {"keys": 50}),
    "a silver key": (lambda s: s.change(ROT, keys=("blue-silver",)), 30, {"keys": 30}),
    "one hub": (lambda s: s.replace(hubs={**s.hubs, "blue": 0}), 10, {"hubs": 10}),
    "filled contracts": (
        lambda s: factories(contract(trains(joined(s, ROT, "L51"), ROT, 8), ROT, "K05"), ROT, "iron"),
        40,
        {"filled": 40},
    ),
    "open contracts": (
        lambda s: contract(trains(joined(s, ROT, "L51"), ROT, 8), ROT, "K05"),
        -40,
        {"unfilled": 40},
    ),
    "contracts without Trieste": (lambda s: contract(trains(s, ROT, 8), ROT, "K05"), 0, {}),
    "fees received": (owed, 20, {"received": 20}),
    "factories, tracks and engineers": (
        lambda s: factories(s, ROT, "iron", "wood").change(ROT, engineers=("bridge",), tracks=("L01",)),
        0,
        {},
    ),
}


@pytest.mark.rule(
    "IS-END-1", "IS-END-2", "IS-END-3", "IS-END-4", "IS-END-5a-i", "IS-END-5a-ii", "IS-END-5b-iii"
)
@pytest.mark.parametrize("term", list(TERMS))
def test_every_term_enters_the_total_once(term: str) -> None:
    change, total, parts = TERMS[term]
    s = bare()
    names = ("cash", "income", "semmering", "goods", "keys", "hubs", "filled", "unfilled", "fees", "received")
    assert {name: getattr(scores(s)[ROT], name) for name in names} == dict.fromkeys(names, 0)
    score = scores(change(s))[ROT]
    assert {name: getattr(score, name) for name in names} == dict.fromkeys(names, 0) | parts
    assert (score.total, score.final) == (total, total)
    over = finished(change(s))
    assert money(over)[ROT] == result(over)["Rot"] == total


@pytest.mark.rule("IS-END-5b-iii", "IS-END-5c")
def test_fees_leave_the_total_of_who_pays() -> None:
    score = scores(owed(bare()))[LILA]
    assert (score.unfilled, score.fees, score.total) == (40, 20, -60)


@pytest.mark.rule("IS-END-3")
def test_every_column_of_both_keys() -> None:
    """Gold: ten for each column. Silver: the small number that stands nearest, as in the book's example."""
    s = ready()
    for at in range(s.book.last_column + 1):
        here = s.replace(hubs={**s.hubs, "blue": at})
        assert key_value(here, "blue-gold") == 10 * at
        assert key_value(here, "blue-silver") == 10 * ((at + 1) // 2), at


@pytest.mark.rule("IS-END-7", "IS-GEN-1")
def test_equal_players_share_the_victory() -> None:
    s = ready(3)
    scored = finished(s)
    assert len(set(result(scored).values())) == 1
    assert winners(scored) == s.names
    richer = finished(cash(s, LILA, 500))
    assert winners(richer) == ("Lila",)


@pytest.mark.rule("IS-END-7")
def test_448_and_448() -> None:
    s = ready(2)
    extra = [score.total for score in scores(s)]
    s = cash(cash(s, 0, 120 + 640 - extra[0]), 1, 120 + 640 - extra[1])
    s = s.change(0, shareholders=3).change(1, shareholders=3)
    scored = finished(s)
    assert list(result(scored).values()) == [448, 448]
    assert winners(scored) == ("Rot", "Lila")
    assert scored.over
    assert money(scored) == [448, 448]


@pytest.mark.rule("IS-END-5b-ii-b", "IS-END-5b-v")
def test_only_owners_of_the_tie_break_it() -> None:
    """Rot has a track beside Lila's first link: that does not put him into her tie with herself."""
    s = joined(joined(example(), LILA, "L21", "L40"), TUERKIS, "L44", "L45", "L51")
    assert fee_path(s, GELB) == (TUERKIS_WAY, (LILA, TUERKIS, TUERKIS, TUERKIS))


@pytest.mark.rule("IS-END-5b-ii-c")
def test_of_ways_that_cost_the_same_the_first_is_told() -> None:
    s = joined(influence(ready(), {ROT: 120}), ROT, "L29", "L46", "L51", "L30", "L44", "L45", "L21")
    assert fee_path(s.change(GELB, cities=("wien", "graz", "maribor")), GELB)[0] == ("L29", "L46", "L51")
    assert fee_path(s.change(GELB, cities=("wien", "maribor", "graz")), GELB)[0] == ("L44", "L45", "L51")


@pytest.mark.rule("IS-END-5a-ii")
def test_of_equal_contracts_the_later_one_counts_as_filled() -> None:
    parts, owned = ready().book.parts, (1, 0, 1, 1)
    assert parts.contracts["K14"].value == parts.contracts["K15"].value
    assert best_filled(parts, ("K14", "K15"), owned) == ("K15",), "both need the one wood factory"
    assert best_filled(parts, ("K15", "K14"), owned) == ("K14",)
    assert best_filled(parts, ("K14", "K15"), (2, 0, 1, 1)) == ("K14", "K15")


@pytest.mark.rule("IS-END-6")
def test_dividends_of_little() -> None:
    assert [after_dividend(total, 1) for total in (-10, -1, 0, 1, 10)] == [-10, -1, 0, 0, 9]
    assert [after_dividend(100, number) for number in range(12)] == [*range(100, -1, -10), 0]


def test_a_game_that_ends_before_the_board_is_laid_has_no_account() -> None:
    s = start(setup(3))
    assert close(s) is s
    assert result(s) == {"Rot": 130, "Lila": 130, "Türkis": 130}
    s = ready(3)
    assert close(s).scores == scores(s)
    assert result(s) == {name: score.final for name, score in zip(s.names, scores(s), strict=True)}
    assert result(cash(close(s), ROT, 0)) == result(s), "the account is kept"


def test_figures_of_a_player() -> None:
    s = joined(carriers(), LILA, "L51", "L45").change(LILA, keys=("blue-gold",), shareholders=2)
    expected = {"at Trieste": 1, "tracks": 2, "contracts": 2, "filled": 0, "factories": 1, "keys": 1,
                "shareholders": 2, "rounds": 1}  # fmt: skip
    assert figures(s, LILA) == expected
    assert figures(finished(s), LILA) == expected | {"filled": 1}
    assert figures(s, GELB) == dict.fromkeys(expected, 0) | {"rounds": 1}
