"""Whole games at random: all set-ups and player counts end, and the accounts add up."""

import time
from random import Random
from statistics import median
from typing import Any

import pytest
from benchmarks.players import kinds_of, random_game
from hypothesis import given

from stellwerk.engine import Game, legal, state_hash, title, to_act
from stellwerk.engine.canonical import canonical
from stellwerk.engine.save import dump, load
from stellwerk.games.gimperial_steam.data.components import SORTS, own_text, read
from stellwerk.games.gimperial_steam.rules.scoring import scores
from tests.conformance.test_titles import unhurried
from tests.games.gimperial_steam.table import setup
from tests.strategies import played, states, together

TITLE = title("imperial-steam")


@together("imperial-steam")
@pytest.mark.parametrize("seed", range(2 * len(kinds_of(TITLE))))
def test_random_games_end_after_the_last_round_or_in_trieste(seed: int) -> None:
    """Games of every set-up and player count; tests/conformance checks and replays such."""
    state: Any = played("imperial-steam", seed).state
    assert state.over
    assert state.round == 8 or state.ending == "Trieste is connected"


@together("imperial-steam")
@given(state=states("imperial-steam"))
@unhurried
def test_offers_stay_few(state: object) -> None:
    """Free actions and rearranging are small choices of their own."""
    for seat in to_act(state):  # type: ignore[arg-type]
        assert 1 <= len(legal(state, seat)) <= 90  # type: ignore[arg-type]


def test_speed() -> None:
    """A random game takes 0.2 s at most, `legal` 2 ms at the median; with room for a busy machine."""
    began = time.perf_counter()
    games = [random_game(setup(4, "normal", seed=seed), "bot") for seed in range(5)]
    assert (time.perf_counter() - began) / 5 < 0.6
    taken = []
    for state, _ in games[0].history[20:]:
        for seat in to_act(state):
            start = time.perf_counter()
            legal(state, seat)
            taken.append(time.perf_counter() - start)
    assert median(taken) < 0.004


def test_the_account_adds_up() -> None:
    for seed in range(6):
        game = random_game(setup(2 + seed % 3, "random", seed=seed))
        for player, score in zip(game.state.players, game.state.scores, strict=True):
            gains = score.cash + score.income + score.semmering + score.goods + score.keys + score.hubs
            assert score.total == gains + score.filled - score.unfilled - score.fees + score.received
            assert player.cash == score.final
        before = game.history[-2].state
        assert sum(score.fees for score in scores(before)) == sum(score.received for score in scores(before))


# -- games that go far -----------------------------------------------------------------------------


def eased() -> str:
    """Our components made so cheap that players who push towards Trieste reach it."""
    contents = read(own_text())
    contents["market"]["prices"] = [0] * 10
    contents["shipping"]["tiles"], contents["fixed"]["shipping"] = [10] * 9, [10] * 7
    faces = [*contents["printed"].values(), *contents["hubs"].values()]
    for tiles in contents["tiles"].values():
        faces += tiles.values()
    for face in faces:
        face.update(effort=1, influence=2)
    for link in contents["links"].values():
        link.pop("type", None)
    for level, tile in contents["locomotives"].items():
        tile.update({} if level == "3" else {"round": 1})
    return canonical(contents).decode()


TILE_WEIGHTS = {"track": 40, "goods": 6, "hire": 8, "build": 6, "produce": 4, "contract": 4, "locomotive": 5}
WEIGHTS = {"lay_track": 300.0, "deliver": 20, "order_good": 5, "take_contract": 5, "build_factory": 10}


def weight(state: Any, seat: int, action: Any, away: dict[str, int]) -> float:
    """How much a player who wants to reach Trieste likes an action."""
    kind = action.__struct_config__.tag
    player = state.players[seat]
    if kind == "choose_action":
        return TILE_WEIGHTS.get(action.tile, 0.3)
    if kind in ("order_good", "buy_good", "discard"):
        at = SORTS.index(action.good)
        lack = (0.5 if action.good == "coal" else 1.5) / (1 + player.goods[at] + player.dock[at]) ** 2
        return 0.1 / lack if kind == "discard" else 8 * lack
    if kind == "lay_track":
        new = [city for city in state.book.ends[action.link] if city not in player.cities]
        nearest = min(away[city] for city in player.cities)
        return float(30 * 5.0 ** (nearest - away[new[0]])) if new else 0.01
    return WEIGHTS.get(kind, 0.5)


def links_to_trieste(state: Any) -> dict[str, int]:
    away, waiting = {"trieste": 0}, ["trieste"]
    for city in waiting:
        for link in state.book.links_at[city]:
            for end in state.book.ends[link]:
                if end not in away:
                    away[end] = away[city] + 1
                    waiting.append(end)
    return away


@pytest.mark.rule("IS-P8-1", "IS-END-5b-iii", "IS-END-5c")
def test_games_that_reach_trieste() -> None:
    components, reached, fees = eased(), 0, 0
    for seed in range(14):
        rng = Random(seed)
        variant = ("fixed", "normal", "random")[seed % 3]
        game = Game.new(setup(2 + seed % 3, variant, seed=seed, components=components))
        away = links_to_trieste(game.state)
        while not (state := game.state).over:
            seat = rng.choice(to_act(state))
            offers = legal(state, seat)
            [action] = rng.choices(offers, [weight(state, seat, offer, away) for offer in offers])
            game.submit(action)
            assert TITLE.conserved(game.state) == [], (seed, action)
        reached += state.ending == "Trieste is connected"
        fees += sum(score.fees for score in state.scores)
        assert sum(score.fees for score in state.scores) == sum(score.received for score in state.scores)
        for score in state.scores:
            assert score.fees == 20 * len(score.path) == 20 * len(score.payees)
        assert state_hash(load(dump(game))[0].state) == state_hash(state)
    assert reached
    assert fees
