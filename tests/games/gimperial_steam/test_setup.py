"""SETUP: the table before the first turn."""

from collections import Counter
from random import Random

import pytest

from stellwerk.engine import CHANCE, Game, chance
from stellwerk.engine.play import settle
from stellwerk.games.gimperial_steam.data.components import HUBS, TRIESTE, WIEN
from stellwerk.games.gimperial_steam.rules.lots import LOTS, Draw
from stellwerk.games.gimperial_steam.rules.setup import start
from stellwerk.games.gimperial_steam.rules.turn import TILES, ChooseAction
from tests.games.gimperial_steam.table import NAMES, counted, do, opening, ready, refused, setup, turn


def drawn(game: Game, lot: str) -> tuple[str, ...]:
    return next(a.drawn for a in game.log if isinstance(a, Draw) and a.lot == lot)


@pytest.mark.rule("IS-SETUP-A2")
def test_the_semmering_tile_waits_at_its_link() -> None:
    s = opening()
    [link] = [link for link in s.book.parts.links.values() if link.semmering]
    assert set(link.ends) == {"muerzzuschlag", "gloggnitz"}
    assert s.semmering == -1


@pytest.mark.rule("IS-SETUP-A3", "IS-SETUP-A4")
@pytest.mark.parametrize("variant", ["fixed", "normal", "random"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_city_but_four_has_a_tile(players: int, variant: str) -> None:
    s = opening(players, variant)
    tiles = [tile for tile in s.tiles if tile not in HUBS]
    assert sorted(tiles) == sorted(s.book.parts.tiles[str(players)])
    assert sorted(set(s.tiles) - set(tiles)) == sorted(HUBS)
    assert not {WIEN, TRIESTE, "bruck", "wr_neustadt"} & set(s.book.places)
    assert s.face(WIEN) == s.book.parts.printed[WIEN]


@pytest.mark.rule("IS-SETUP-A4a", "IS-SETUP-A4b", "IS-SETUP-A4c", "IS-SETUP-I4")
@pytest.mark.parametrize("players", [3, 4])
def test_the_normal_card(players: int) -> None:
    game = Game.new(setup(players, "normal", seed=5))
    [id] = drawn(game, "card")
    card = game.state.book.parts.normal_cards[id]
    assert card.players == players
    tiles = dict(zip(game.state.book.places, game.state.tiles, strict=True))
    assert {tiles[city] for city in card.hubs} == set(HUBS)
    assert {tiles[city] for city in card.cities} == {str(number) for number in card.tiles}
    assert game.state.crowns == card.crowns


@pytest.mark.rule("IS-SETUP-A4c")
def test_two_players_have_no_named_tiles() -> None:
    game = Game.new(setup(2, "normal"))
    assert "named" not in {a.lot for a in game.log if isinstance(a, Draw)}


@pytest.mark.rule("IS-SETUP-A4d")
def test_the_other_tiles_are_drawn() -> None:
    layouts = {Game.new(setup(4, "normal", seed=seed)).state.tiles for seed in range(4)}
    assert len(layouts) == 4


@pytest.mark.rule("IS-SETUP-A4e", "IS-SETUP-A4f", "IS-SETUP-I5", "IS-SETUP-R1", "IS-SETUP-C2")
def test_the_fixed_set_up() -> None:
    s = opening(4)
    tiles = dict(zip(s.book.places, s.tiles, strict=True))
    assert tiles["sopron"] == "4"
    assert tiles["feldkirchen"] == "21"
    assert tiles["gloggnitz"] == "blue"
    assert opening(3).layout.hub_city["blue"] == "muerzzuschlag"
    assert s.shipping == (2, 3, 4, 3, 2, 2, 3)
    assert s.hubs == {"bronze": 3, "white": 5, "green": 7, "blue": 9}
    assert s.growth["blue"] == "G1"
    assert len(opening(2).crowns) == 2
    assert len(s.crowns) == 3


@pytest.mark.rule("IS-SETUP-A5a", "IS-SETUP-A5b", "IS-SETUP-A5c")
def test_business_markers() -> None:
    four, two = opening(4), opening(2)
    stacks = {four.face(city).business: stack for city, stack in four.markers.items()}
    assert stacks == {1: (1,), 2: (1, 2), 3: (1, 2, 3)}
    assert {two.face(city).business: stack for city, stack in two.markers.items()}[3] == (2, 3)
    assert Counter(n for stack in four.markers.values() for n in stack) == {1: 13, 2: 8, 3: 3}


@pytest.mark.rule("IS-SETUP-A6", "IS-SETUP-I1")
def test_turn_order_is_drawn() -> None:
    game = Game.new(setup(4, seed=8))
    order = tuple(map(int, drawn(game, "order")))
    assert game.state.order == order
    assert game.state.standing == tuple((0, seat) for seat in order)
    assert len({Game.new(setup(4, seed=seed)).state.order for seed in range(8)}) > 3


@pytest.mark.rule("IS-SETUP-A6")
def test_wrong_lots_are_refused() -> None:
    s = settle(start(setup(4)))
    for wrong in (("0", "1", "2"), ("0", "1", "2", "2"), ("0", "1", "2", "9"), ()):
        refused(s, Draw(CHANCE, "order", wrong), "SETUP-A6")
    refused(s, Draw(CHANCE, "tiles", ("0", "1", "2", "3")), "SETUP-A6")


@pytest.mark.rule("IS-SETUP-A7", "IS-SETUP-E1", "IS-SETUP-E2", "IS-SETUP-E3", "IS-SETUP-E4", "IS-SETUP-F1")
@pytest.mark.parametrize(("players", "money"), [(2, 120), (3, 130), (4, 140)])
def test_a_player_at_the_start(players: int, money: int) -> None:
    for player in opening(players).players:
        assert player.stations == ("wien",)
        assert (player.training, player.working, player.reserve) == ((2, 0, 0), (0, 0, 0), 13)
        assert player.trains == (3,)
        assert counted(player.goods) == {"wood": 1, "stone": 1, "iron": 1, "coal": 1}
        assert player.cash == money
        assert (player.price, player.investors, player.shareholders) == (0, 1, 0)
    view = opening(players).book.prices
    assert view[0] == 40


@pytest.mark.rule("IS-SETUP-R1")
def test_shipping_is_seven_of_nine() -> None:
    found = {Game.new(setup(4, "normal", seed=seed)).state.shipping for seed in range(6)}
    assert len(found) > 3
    tiles = Counter((2, 2, 2, 3, 3, 3, 4, 4, 5))
    assert all(len(shipping) == 7 and not Counter(shipping) - tiles for shipping in found)


@pytest.mark.rule("IS-SETUP-R2", "IS-SETUP-R3")
def test_round_one_with_two_hands() -> None:
    s = opening()
    assert s.round == 1
    assert [player.hands for player in s.players] == [2] * 4


@pytest.mark.rule("IS-SETUP-R4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_locomotive_per_player_and_level(players: int) -> None:
    assert opening(players).locomotives == {str(level): players for level in range(4, 9)}


@pytest.mark.rule("IS-SETUP-R5")
@pytest.mark.parametrize(("players", "each"), [(2, 1), (3, 2), (4, 3)])
def test_goods_of_the_round_track(players: int, each: int) -> None:
    """With four players 15 of the 20 cubes lie there."""
    s = opening(players)
    assert [len(cubes) for cubes in s.arrivals] == [each] * 5
    assert max(Counter(sort for cubes in s.arrivals for sort in cubes).values()) <= 5
    assert sum(s.supply) == 160 - 40 - 4 * players - 5 * each


@pytest.mark.rule("IS-SETUP-I2", "IS-SETUP-I3")
def test_the_hub_markers_of_the_example() -> None:
    """Bronze, green, blue, white from the bottom; 3, 2, 1, 4: 30, 50, 60, 100."""
    game = Game(setup(4, "normal", seed=2))
    while game.state.frame.left[0] != "stack":
        lot = chance(game.state)
        assert lot is not None
        game.enter(lot)
    s = do(game.state, Draw(CHANCE, "stack", ("bronze", "green", "blue", "white")))
    cards = {card.number: id for id, card in s.book.parts.railway_cards.items() if card.link not in s.crowns}
    s = do(s, Draw(CHANCE, "steps", (cards[3], cards[2], cards[1], cards[4])))
    assert s.hubs == {"bronze": 3, "green": 5, "blue": 6, "white": 10}


@pytest.mark.rule("IS-SETUP-I3", "IS-SETUP-I4")
def test_steps_come_out_of_all_thirty_five_cards() -> None:
    """The links that the set-up card crowns are no reason to take their cards out."""
    game = Game(setup(4, "normal", seed=2))
    while game.state.frame.left[0] != "steps":
        lot = chance(game.state)
        assert lot is not None
        game.enter(lot)
    s = game.state
    cards = s.book.parts.railway_cards
    crowned = [id for id, card in cards.items() if card.link in s.crowns]
    assert len(cards) == 35
    assert crowned
    drawn = (crowned[0], *[id for id in cards if id not in crowned][:3])
    hubs = do(s, Draw(CHANCE, "steps", drawn)).hubs
    assert hubs[s.frame.stack[0]] == cards[crowned[0]].number
    seen = {id for seed in range(60) for id in LOTS["steps"].sample(s, CHANCE, Random(seed)).drawn}
    assert seen == set(cards)
    refused(s, Draw(CHANCE, "steps", (crowned[0],) * 4), "SETUP-I3")


@pytest.mark.rule("IS-SETUP-M")
def test_ten_cubes_in_every_column() -> None:
    assert opening().market == (10, 10, 10, 10)


@pytest.mark.rule("IS-SETUP-B")
@pytest.mark.parametrize(("players", "each"), [(2, 6), (3, 9), (4, 12)])
def test_factory_boards(players: int, each: int) -> None:
    s = opening(players)
    assert {len(row.costs) for row in s.book.factories.values()} == {each}
    assert s.taken == (0, 0, 0, 0)


@pytest.mark.rule("IS-SETUP-C1")
@pytest.mark.parametrize(("players", "columns"), [(2, 4), (3, 6), (4, 8)])
def test_wages_start_at_ten(players: int, columns: int) -> None:
    s = opening(players)
    assert len(s.wages) == columns
    assert {s.numbers.wages[step] for step in s.wages.values()} == {10}


@pytest.mark.rule("IS-SETUP-C2")
def test_growth_tiles_are_drawn_in_the_normal_set_up() -> None:
    found = {tuple(Game.new(setup(3, "normal", seed=seed)).state.growth.items()) for seed in range(6)}
    assert len(found) > 2
    assert all(sorted(dict(one).values()) == ["G1", "G2", "G3", "G4"] for one in found)


@pytest.mark.rule("IS-SETUP-C3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_engineers(players: int) -> None:
    s = opening(players)
    kinds = Counter(kind for of in s.engineers.values() for kind in of)
    assert kinds == {"bridge": players, "tunnel": players}
    assert {hub: len(of) for hub, of in s.engineers.items()} == {
        hub: labour.engineers for hub, labour in s.book.labour.items()
    }


@pytest.mark.rule("IS-SETUP-D1")
@pytest.mark.parametrize(("players", "each"), [(2, 3), (3, 4), (4, 5)])
def test_open_contracts(players: int, each: int) -> None:
    s = opening(players)
    reserved = Counter(s.book.parts.contracts[id].reserved for id in s.contracts)
    assert reserved == {1: each, 2: each, 3: each}


@pytest.mark.rule("IS-SETUP-D2")
def test_eleven_main_actions() -> None:
    assert len(TILES) == 11
    refused(turn(ready()), ChooseAction(0, "dance"), "SETUP-D2")


@pytest.mark.rule("IS-SETUP-X1")
def test_the_fixed_set_up_still_draws_the_rest() -> None:
    one, other = (Game.new(setup(4, seed=seed)).state for seed in (1, 2))
    for same in ("tiles", "hubs", "growth", "shipping", "crowns"):
        assert getattr(one, same) == getattr(other, same)
    lots = {a.lot for a in Game.new(setup(4)).log if isinstance(a, Draw)}
    assert lots == {"order", "arrivals", "engineers", "contracts-1", "contracts-2", "contracts-3"}
    assert (one.arrivals, one.contracts) != (other.arrivals, other.contracts)


@pytest.mark.rule("IS-SETUP-V1", "IS-SETUP-V2")
@pytest.mark.parametrize("seed", range(6))
def test_the_random_variant_has_a_hub_in_every_region(seed: int) -> None:
    s = Game.new(setup(3, "random", seed=seed)).state
    regions = {s.book.parts.cities[city].region for city in s.layout.hub_city.values()}
    assert regions == {"A", "B", "C", "D"}
    assert len(set(s.tiles)) == 27


@pytest.mark.rule("IS-SETUP-V3")
@pytest.mark.parametrize("seed", range(6))
def test_the_random_variant_draws_its_crowns(seed: int) -> None:
    game = Game.new(setup(4, "random", seed=seed))
    [number] = drawn(game, "crowns")
    cards = game.state.book.parts.railway_cards
    assert len(game.state.crowns) == cards[number].number
    used = [id for a in game.log if a.lot in ("steps", "crowns", "crown") for id in a.drawn]
    assert len(set(used)) == len(used), "no card is put back"
    assert game.state.crowns == tuple(cards[a.drawn[0]].link for a in game.log if a.lot == "crown")


@pytest.mark.rule("IS-SETUP-V4")
def test_the_random_variant_is_normal_otherwise() -> None:
    lots = [a.lot for a in Game.new(setup(4, "random")).log]
    assert {"shipping", "stack", "steps", "growth"} <= set(lots)
    assert "named" not in lots


def test_seats_keep_their_names() -> None:
    assert opening().names == NAMES
