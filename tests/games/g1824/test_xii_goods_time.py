"""XII: variant C, Goods Time: towns where the map has none."""

from typing import Any

import pytest

from stellwerk.bots.random_bot import RandomBot
from stellwerk.engine import Game, Pass, Setup, legal, to_act
from stellwerk.engine.play import activity_of
from stellwerk.games.g1824.rules.goods_time import NameTowns, PlaceTown, TownCount, TownPlacing, room
from stellwerk.games.g1824.rules.runs import RUNS
from stellwerk.mech18.state import BANK
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.track import LayTile
from stellwerk.web.map.choices import kinds as kinds_of
from stellwerk.web.panels import arranged
from tests.games.g1824.small import C_SCENARIO, A, B, C, bare, line, whose
from tests.games.g1824.table import (
    TRACK,
    cash_of,
    do,
    events,
    forbidden,
    home,
    offered,
    opening,
    own,
    phase,
    refused,
    stock,
    tile,
    turn,
)

PRESET = {"B7": 1, "C8": 1, "C20": 1, "C22": 1, "H21": 1, "F25": 2, "G24": 2}


def kinds(s: Any, hex_id: str) -> list[str]:
    return [stop.kind for stop in s.board.face(s.book.atlas, hex_id).stops]


# -- material ----------------------------------------------------------------------------------------


@pytest.mark.rule("1824-XII.1-1")
@pytest.mark.parametrize("variant", [C, C_SCENARIO])
def test_seventeen_more_tiles(variant: str) -> None:
    base, more = bare(4).supply, bare(4, variant).supply
    extra = {number: count - base.get(number, 0) for number, count in more.items() if number[0] != "M"}
    extra = {number: count for number, count in extra.items() if count}
    assert extra == {"3": 3, "4": 3, "56": 1, "58": 3, "87": 2, "630": 1, "631": 1, "204": 3}
    assert sum(extra.values()) == 17


@pytest.mark.rule("1824-XII.1-1")
def test_tile_204_follows_a_yellow_town() -> None:
    s = stock(4, {"EPP": 0}, variant=C_SCENARIO)
    s = turn(home(phase(tile(s, "B7", "58", 0), "2", "3"), "EPP"), "EPP")
    greens = {a.tile for a in offered(s, 0, lambda a: isinstance(a, LayTile) and a.hex == "B7")}
    assert greens == {"87", "88", "204"}
    lay = next(a for a in legal(s, 0) if isinstance(a, LayTile) and a.tile == "204")
    assert do(s, lay).supply["204"] == 2


@pytest.mark.rule("1824-XII.1-1")
@pytest.mark.parametrize("variant", [C, C_SCENARIO])
@pytest.mark.parametrize(
    ("players", "cash", "limit"), [(3, 820, 21), (4, 680, 16), (5, 560, 13), (6, 460, 11)]
)
def test_otherwise_the_base_game_for_three_to_six(variant: str, players: int, cash: int, limit: int) -> None:
    s, base = bare(players, variant), bare(players)
    assert (s.cash["seat0"], s.book.paper_limits, s.book.bank) == (cash, (limit,), 12_000)
    for same in ("companies", "privates", "trains", "phases", "grid", "bank"):
        assert getattr(s.book, same) == getattr(base.book, same), same
    for wrong in (2, 7):
        with pytest.raises(ValueError, match="for 3 to 6 players"):
            Game.new(Setup("1824", tuple("abcdefg"[:wrong]), variant))


# -- how many ------------------------------------------------------------------------------------------


def agreed(players: int = 4, number: int = 8) -> Any:
    """All want so many markers; the first seat is to place one."""
    s = opening(players, C)
    return do(s, *(NameTowns(seat, number) for seat in range(players)))


@pytest.mark.rule("1824-XII.2-1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("number", [0, 1, 7, 10, 12, 30])
def test_all_agree_on_a_number(players: int, number: int) -> None:
    s = opening(players, C)
    for seat in range(players):
        assert (whose(s), isinstance(s.frame, TownCount)) == (seat, True)
        s = do(s, NameTowns(seat, number))
    assert isinstance(s.frame, TownPlacing if number else StockRound)


@pytest.mark.rule("1824-XII.2-1")
def test_another_number_asks_everybody_again() -> None:
    s = opening(3, C)
    assert legal(s, 0) == [NameTowns(0, n) for n in (7, 8, 9, 10)]
    s = do(s, NameTowns(0, 7), NameTowns(1, 7), NameTowns(2, 9))
    assert legal(s, 0) == [NameTowns(0, n) for n in (9, 7, 8, 10)]  # to agree comes first
    s = do(s, NameTowns(0, 9))
    assert isinstance(s.frame, TownCount)
    assert "TownsAgreed" in events(s, NameTowns(1, 9))
    assert do(s, NameTowns(1, 9)).frame == TownPlacing(9)


@pytest.mark.rule("1824-XII.2-1")
def test_no_more_than_the_map_has_room_for() -> None:
    s = opening(3, C)
    most = room(s)
    hexes = [spec for spec in s.book.atlas.hexes.values() if spec.buildable and not spec.printed.paths]
    towns = [[stop.kind for stop in spec.printed.stops] for spec in hexes]
    assert most == 2 * towns.count([]) + towns.count(["town"])
    forbidden(s, NameTowns(0, most + 1), "XII.2-1", most=most, number=most + 1)
    forbidden(s, NameTowns(0, -1), "XII.2-1", most=most, number=-1)
    refused(s, NameTowns(1, 7), "XII.2-1")
    full = do(s, *(NameTowns(seat, most) for seat in range(3)))
    while isinstance(full.frame, TownPlacing):
        full = do(full, legal(full, whose(full))[0])
    assert room(full) == 0


@pytest.mark.rule("1824-XII.2-1")
def test_the_page_offers_the_numbers_and_a_field_for_any_other() -> None:
    s = do(opening(3, C), NameTowns(0, 8))
    [panel] = [panel for panel in arranged(s, 1, "en", kinds_of("1824")) if panel.id == "towns"]
    [row] = panel.rows
    assert [made.action.number for made in row.buttons] == [7, 9, 10]
    assert (row.number.low, row.number.high, row.number.value) == (0, room(s), 8)


@pytest.mark.rule("1824-XII.2-1")
def test_random_players_come_to_an_agreement() -> None:
    numbers = set()
    for seed in range(20):
        game = Game.new(Setup("1824", ("Ann", "Ben", "Cy", "Dee"), C, seed=seed))
        bot = RandomBot(seed)
        while isinstance(game.state.frame, TownCount):
            game.submit(bot(game.state, to_act(game.state)[0]))
        numbers.add(getattr(game.state.frame, "left", 0))
        assert len(game.actions) < 120
    assert len(numbers) > 2


# -- placing in turn -----------------------------------------------------------------------------------


HEXES = ("B7", "C8", "C20", "C22", "H21", "F25", "G24", "D9", "E6", "F9", "G6", "H5")


@pytest.mark.rule("1824-XII.2-2")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("number", [7, 10, 12])
def test_one_each_round_the_table_and_back_until_the_number_is_reached(players: int, number: int) -> None:
    s = agreed(players, number)
    order = []
    for hex_id in HEXES:
        if isinstance(s.frame, TownPlacing):
            order.append(whose(s))
            s = do(s, PlaceTown(whose(s), hex_id))
    laps = [*range(players), *reversed(range(players))] * 2
    assert order == laps[:number]
    assert isinstance(s.frame, StockRound)
    assert whose(s) == players - 1  # the first lap runs against the clock, as ever


@pytest.mark.rule("1824-XII.2-2")
def test_nobody_places_out_of_turn() -> None:
    s = agreed(4)
    refused(s, PlaceTown(1, "B7"), "XII.2-2")
    assert to_act(s) == (0,)


@pytest.mark.rule("1824-XII.2-1")
def test_all_passing_in_a_row_makes_fewer_of_them() -> None:
    s = do(agreed(3, 7), PlaceTown(0, "B7"), Pass(1), PlaceTown(2, "C8"), Pass(2), Pass(1))
    assert isinstance(s.frame, TownPlacing)
    s = do(s, Pass(0))
    assert isinstance(s.frame, StockRound)
    assert sorted(s.board.laid) == ["B7", "C8"]


@pytest.mark.rule("1824-XII.2-1")
def test_one_who_passes_does_not_make_them_fewer() -> None:
    s = do(agreed(3, 7), Pass(0), PlaceTown(1, "B7"))
    assert (s.frame.left, s.frame.passed, whose(s)) == (6, (), 2)


@pytest.mark.rule("1824-XII.2-1")
def test_only_hexes_without_a_place_or_with_one_town() -> None:
    s = agreed(4)
    atlas = s.book.atlas
    places = {a.hex for a in offered(s, 0, lambda a: isinstance(a, PlaceTown))}
    wanted = {
        key
        for key, spec in atlas.hexes.items()
        if spec.buildable and [stop.kind for stop in spec.printed.stops] in ([], ["town"])
    }
    assert places == wanted
    assert {"B7", "A8", "D9"} <= places
    # A city, two towns, Wien with its track, a red link, a mine, nothing at all.
    for wrong in ("B9", "B13", "E12", "A4", "C6", "Z9", ""):
        assert wrong not in places
        forbidden(s, PlaceTown(0, wrong), "XII.2-1", hex=wrong)


@pytest.mark.rule("1824-XII.2-1")
def test_a_second_marker_makes_two_towns_and_a_third_is_too_many() -> None:
    s = do(agreed(4), PlaceTown(0, "B7"), PlaceTown(1, "B7"))
    assert kinds(s, "B7") == ["town", "town"]
    forbidden(s, PlaceTown(2, "B7"), "XII.2-1", hex="B7")
    printed = do(s, PlaceTown(2, "A8"))  # one town is printed there
    assert kinds(printed, "A8") == ["town", "town"]
    forbidden(printed, PlaceTown(3, "A8"), "XII.2-1", hex="A8")


# -- the scenario ----------------------------------------------------------------------------------------


@pytest.mark.rule("1824-XII.2-2")
def test_the_scenario_is_laid_before_the_first_round() -> None:
    s = bare(4, C_SCENARIO)
    assert {hex_id: len(kinds(s, hex_id)) for hex_id in s.board.laid} == PRESET
    assert 7 <= sum(PRESET.values()) <= 10
    s = opening(4, C_SCENARIO)
    assert isinstance(s.frame, StockRound)
    refused(s, PlaceTown(3, "D9"), "VI.2-1")


@pytest.mark.rule("1824-XII.2-2")
@pytest.mark.parametrize("variant", ["base", A, B])
def test_other_variants_have_no_markers(variant: str) -> None:
    s = bare({"base": 4, A: 2, B: 3}[variant], variant)
    assert not s.board.laid
    assert "204" not in s.supply


# -- what may be built there -----------------------------------------------------------------------------


@pytest.mark.rule("1824-XII.2-3")
@pytest.mark.parametrize(
    ("hex_id", "tiles"),
    [
        ("B7", {"3", "4", "58"}),
        ("C8", {"3", "4", "58"}),
        ("F25", {"1", "2", "55", "56", "69", "630", "631"}),
        ("B11", {"7", "8", "9"}),
    ],
)
def test_a_hex_with_a_marker_takes_town_tiles_only(hex_id: str, tiles: set[str]) -> None:
    s = stock(4, variant=C_SCENARIO)
    atlas = s.book.atlas
    fits = {number for number, _ in atlas.fitting(hex_id, s.board.face(atlas, hex_id), "yellow")}
    assert fits == tiles


@pytest.mark.rule("1824-XII.2-3")
def test_plain_track_is_refused_there() -> None:
    s = stock(4, {"EPP": 0}, variant=C_SCENARIO)
    s = turn(home(s, "EPP"), "EPP", step=TRACK)
    forbidden(s, LayTile(0, "B7", "8", 0), "VII.6-4", hex="B7", old="town")
    lay = LayTile(0, "B7", "58", 0)
    assert lay in legal(s, 0)
    after = do(s, lay)
    assert (after.supply["M1"], s.supply["M1"]) == (s.supply["M1"] + 1, len(s.book.atlas.hexes) - 5)
    base = turn(home(stock(4, {"EPP": 0}), "EPP"), "EPP", step=TRACK)
    refused(base, lay, "VII.6-4")


@pytest.mark.rule("1824-XII.2-3")
def test_the_tile_on_a_marker_is_the_first_one_there() -> None:
    """Its terrain costs as before, and it is a yellow lay, no upgrade."""
    s = do(agreed(3, 1), PlaceTown(0, "G8"))
    assert s.book.atlas.hexes["G8"].cost == 40
    s = cash_of(own(tile(s, "G10", "57", 1), 0, "SD2"), "SD2", 50)
    s = turn(home(s, "SD2"), "SD2", step=TRACK)
    lay = LayTile(0, "G8", "4", 1)
    assert lay in legal(s, 0)
    after = do(s, lay)
    assert (after.cash["SD2"], after.cash[BANK]) == (10, s.cash[BANK] + 40)
    assert "TileLaid" in events(s, lay)
    assert s.phases == ()  # an upgrade would need the first 3


@pytest.mark.rule("1824-XII.2-3")
def test_the_new_town_is_a_stop() -> None:
    s = stock(4, {"EPP": 0}, variant=C_SCENARIO)
    s = home(line(s, "C6", "B7", "B9"), "EPP")
    assert RUNS.best(s, "EPP").revenue == 10 + 20  # the new town and Prag
    base = home(line(stock(4, {"EPP": 0}), "C6", "B7", "B9"), "EPP")
    assert RUNS.best(base, "EPP").revenue == 20


class Dice:
    """Chance as it is told."""

    def __init__(self, *rolls: float) -> None:
        self.rolls = list(rolls)

    def random(self) -> float:
        return self.rolls.pop(0)

    def choice(self, numbers: Any) -> Any:
        return numbers[-1]

    def randint(self, low: int, high: int) -> Any:
        return (low, high)


@pytest.mark.rule("1824-XII.2-1")
@pytest.mark.parametrize(
    ("named", "rolls", "number"),
    [
        (-1, (0.89,), 10),
        (-1, (0.9,), (0, 16)),
        (0, (0.79,), 0),
        (0, (0.8, 0.1), 10),
        (8, (0.79,), 8),
        (8, (0.8, 0.95), (0, 16)),
    ],
)
def test_random_players_mostly_agree(named: int, rolls: tuple[float, ...], number: Any) -> None:
    s = opening(3, C).update_frame(number=named)
    [move] = activity_of(s).moves(s)
    assert move.sample(s, 0, Dice(*rolls)).number == number
    assert not move.listed


@pytest.mark.rule("1824-XII.2-1")
def test_no_marker_at_all_can_be_agreed_on() -> None:
    s = do(opening(3, C), NameTowns(0, 0))
    assert legal(s, 1) == [NameTowns(1, n) for n in (0, 7, 8, 9, 10)]


@pytest.mark.rule("1824-XII.2-1", "1824-XII.2-2")
def test_how_counting_and_placing_begin() -> None:
    assert opening(3, C).frame == TownCount(0, -1, 0)
    assert agreed(3, 8).frame == TownPlacing(8, 0, ())


@pytest.mark.rule("1824-XII.2-3")
def test_town_markers_lie_as_they_are_printed() -> None:
    s = do(agreed(), PlaceTown(0, "B7"))
    assert (s.board.laid["B7"].tile, s.board.laid["B7"].rotation) == ("M1", 0)
    assert s.supply["M1"] == len(s.book.atlas.hexes) - 1
