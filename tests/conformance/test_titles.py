"""What every registered title must hold to, shown by random games."""

import json
from pathlib import Path
from random import Random

import msgspec
import pytest
from benchmarks.checks import LONGEST, check_game, replay_elsewhere
from benchmarks.players import kinds_of, setup_of
from benchmarks.wrong import Fuzzer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stellwerk.engine import (
    Game,
    Refusal,
    Setup,
    decode,
    legal,
    play,
    sample,
    state_hash,
    title,
    titles,
    to_act,
    view,
)
from stellwerk.engine.forms import fill
from stellwerk.engine.play import activity_of
from stellwerk.engine.save import dump
from stellwerk.notation.rulebook import paragraphs
from tests.sampling import ALL
from tests.strategies import LEAST, PLAYED, games, manner_of, of_each_title, states, together

TITLES = [found.id for found in titles()]
SAMPLE = {found.id: max(LEAST, len(kinds_of(found))) for found in titles()}
"""Random games per title: seeds go round variants, player counts and ruling sets."""
TOGETHER = 14
"""So many games are replayed by one fresh process: most of what it costs is its start."""


SELDOM = 157
"""So many positions and more lie between two in which every offer is tried and everybody's view looked at. No
two games have the same; the soak, with its thousands of games, looks more often."""
CUT = 250
"""So many entries are played of games beyond those that other tests look at; `make soak` plays all."""
BUNDLES = [
    pytest.param(name, tuple(range(first, min(first + TOGETHER, count))), marks=together(name))
    for name, count in SAMPLE.items()
    for first in range(0, count, TOGETHER)
]

unhurried = settings(
    deadline=None, derandomize=True, max_examples=7, suppress_health_check=[HealthCheck.too_slow]
)
"""Of each title; the first is always the simplest, the others are drawn."""


@pytest.mark.parametrize(("name", "seeds"), BUNDLES, ids=lambda part: str(part).replace(" ", ""))
def test_random_games_hold(name: str, seeds: tuple[int, ...], tmp_path: Path) -> None:
    """Checked after every action; saved, and replayed by a fresh process with the same offers on the way."""
    marks = {}
    for seed in seeds:
        whole = ALL or seed < LEAST
        most = LONGEST if whole else CUT
        game, mark = check_game(setup_of(title(name), seed), manner_of(seed), SELDOM + seed, most)
        if whole:
            PLAYED[name, seed] = game
        path = tmp_path / f"{seed}.json"
        path.write_bytes(dump(game))
        marks[path.name] = mark
    assert replay_elsewhere(tmp_path.iterdir()) == marks


@pytest.mark.parametrize("name", TITLES)
def test_the_sample_goes_round_all_set_ups(name: str) -> None:
    found = title(name)
    setups = [setup_of(found, seed) for seed in range(SAMPLE[name])]
    wanted = {(variant, n) for variant, (low, high) in found.players.items() for n in range(low, high + 1)}
    assert {(setup.variant, len(setup.players)) for setup in setups} == wanted
    assert {setup.rulings for setup in setups} == set(found.rulings)
    twice = [setup_of(found, seed) for seed in range(len(found.rulings) * len(wanted))]
    assert len({(setup.variant, len(setup.players), setup.rulings) for setup in twice}) == len(twice)


@pytest.mark.parametrize(("name", "variant"), [(t.id, variant) for t in titles() for variant in t.players])
def test_a_variant_has_its_own_round_of_set_ups(name: str, variant: str) -> None:
    found = title(name)
    low, high = found.players[variant]
    setups = [setup_of(found, seed, variant) for seed in range(len(found.rulings) * (high - low + 1))]
    assert {setup.variant for setup in setups} == {variant}
    assert len({(len(setup.players), setup.rulings) for setup in setups}) == len(setups)


@pytest.mark.parametrize("name", TITLES)
def test_titles_are_described(name: str) -> None:
    found = title(name)
    assert found.name
    assert found.players
    assert all(found.rulings.values())
    assert "book" in found.rulings
    assert found.end_rule in paragraphs(name)
    tags = [kind.__struct_config__.tag for kind in found.actions]
    assert len(set(tags)) == len(tags)
    for setup in (setup_of(found, seed) for seed in range(SAMPLE[name])):
        assert sorted(found.result(Game.new(setup).state)) == sorted(setup.players)


@of_each_title
@given(data=st.data())
@unhurried
def test_nothing_is_lost(name: str, data: st.DataObject) -> None:
    state = data.draw(states(name))
    assert title(state.setup.game).conserved(state) == []


@of_each_title
@given(data=st.data())
@unhurried
def test_what_is_offered_is_accepted(name: str, data: st.DataObject) -> None:
    state = data.draw(states(name))
    seats = to_act(state)
    if not seats:
        return
    offers = legal(state, data.draw(st.sampled_from(seats)))
    action = data.draw(st.sampled_from(offers))
    before = state_hash(state)
    after = play(state, action).state
    assert title(after.setup.game).conserved(after) == []
    assert after.version == state.version + 1
    assert state_hash(state) == before
    assert decode(after.setup.game, msgspec.json.encode(action)) == action


@of_each_title
@given(data=st.data())
@unhurried
def test_what_is_sampled_is_accepted(name: str, data: st.DataObject) -> None:
    state = data.draw(states(name))
    seed = data.draw(st.integers(0, 1000))
    for seat in to_act(state):
        action = sample(state, seat, Random(seed))
        assert action is not None
        play(state, action)


@of_each_title
@given(data=st.data())
@unhurried
def test_who_is_not_to_act_can_do_nothing(name: str, data: st.DataObject) -> None:
    state = data.draw(states(name))
    seat = data.draw(st.integers(-3, 9))
    if seat in to_act(state):
        return
    assert legal(state, seat) == []
    for other in to_act(state):
        for offer in legal(state, other)[:3]:
            with pytest.raises(Refusal):
                play(state, msgspec.structs.replace(offer, seat=seat))


@of_each_title
@given(data=st.data())
@unhurried
def test_what_is_not_offered_is_refused(name: str, data: st.DataObject) -> None:
    """For moves that list everything: legal actions with changed fields."""
    game = data.draw(games(name))
    seed = data.draw(st.integers(0, 10**6))
    fuzzer = Fuzzer(game, seed)
    state = fuzzer.rng.choice(fuzzer.rng.choice(fuzzer.positions))
    for _ in range(5):
        action = fuzzer.mutated(state)
        if action is not None:
            fuzzer.send(state, action)


@of_each_title
@given(data=st.data())
@unhurried
def test_every_seat_has_a_view_and_a_prompt(name: str, data: st.DataObject) -> None:
    state = data.draw(states(name))
    for seat in (None, *range(len(state.setup.players))):
        assert json.loads(msgspec.json.encode(view(state, seat)))
    if not state.over:
        prompt = activity_of(state).prompt(state)
        assert fill(prompt.message, prompt.figures)


@of_each_title
@given(data=st.data())
@unhurried
def test_any_beginning_of_a_log_replays(name: str, data: st.DataObject) -> None:
    game = data.draw(games(name))
    length = data.draw(st.integers(0, min(150, len(game.log))))
    again = Game.replay(game.setup, game.log[:length])
    assert state_hash(again.state) == state_hash(game.history[length].state)


def test_the_seed_decides_the_lots_alone() -> None:
    for name in TITLES:
        setup = setup_of(title(name), 3)
        assert state_hash(Game.new(setup).state) == state_hash(Game.new(setup).state)
        other = Setup(setup.game, setup.players, setup.variant, setup.rulings, 4)
        assert Game.new(other).log != Game.new(setup).log or not Game.new(setup).log
