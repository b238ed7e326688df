"""What must hold in every game of every title. A breach is an AssertionError that says where."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.players import playing
from stellwerk.engine import Action, Game, Setup, decode, legal, play, state_hash, title, to_act, view
from stellwerk.engine.canonical import canonical
from stellwerk.engine.play import activity_of
from stellwerk.engine.save import dump, load

ROOT = Path(__file__).parents[1]
LONGEST = 100_000
"""Entries of a log that no random game has."""


def check_game(setup: Setup, manner: str, every: int = 10, most: int = LONGEST) -> tuple[Game, str]:
    """Play a random game with all checks, but no further than to `most` entries of its log.

    Every so many positions the costly checks are made, too. Returns the game and the fingerprint that its
    replay must give, here (`check_replay`) or in another process (`replay_elsewhere`).
    """
    where = f"{setup} ({manner})"
    before, known = None, ""
    game = None
    for game in playing(setup, manner):
        state = game.state
        place = f"{where} after {len(game.log)} actions"
        assert before is None or state_hash(before) == known, f"{place}: the state before was changed"
        before, known = state, state_hash(state)
        check_state(state, place)
        assert state.version == len(game.actions), f"{place}: version {state.version}"
        if game.log:
            check_round_trip(setup.game, game.log[-1], place)
        if len(game.log) % every == 0:
            check_offers(state, place)
            assert state_hash(state) == known, f"{place}: looking at the state changed it"
        if len(game.log) >= most:
            return game, fingerprint(game)
    assert game is not None
    assert not any(legal(game.state, seat) for seat in range(-1, len(setup.players))), f"{where}: over, but"
    return game, fingerprint(game)


def check_state(state: Any, place: str) -> None:
    breaches = title(state.setup.game).conserved(state)
    assert not breaches, f"{place}: {breaches}"
    assert not state.news, f"{place}: events were left in the state"


def check_round_trip(name: str, action: Action, place: str) -> None:
    text = msgspec.json.encode(action)
    assert decode(name, text) == action, f"{place}: {text!r} is read as another action"


def check_offers(state: Any, place: str) -> None:
    """Every legal action applies, is offered once, survives JSON; who may not act has none."""
    seats = to_act(state)
    players = range(-1, len(state.setup.players))
    assert state.over or seats, f"{place}: nobody acts"
    for seat in players:
        offers = legal(state, seat)
        assert bool(offers) == (seat in seats), f"{place}: seat {seat} has {len(offers)} actions"
        assert offers == legal(state, seat), f"{place}: the order of offers is not stable"
        assert len(set(offers)) == len(offers), f"{place}: something is offered twice to seat {seat}"
        for action in offers:
            assert action.seat == seat, f"{place}: {action} is offered to seat {seat}"
            check_round_trip(state.setup.game, action, place)
            check_state(play(state, action).state, f"{place}, then {action}")
    for seat in seats:
        for move in activity_of(state).moves(state):
            assert move.possible(state, seat) == bool(move.legal(state, seat)), f"{place}: {move.action}"
    for seat in (*players, None):
        canonical(view(state, seat))


def check_replay(game: Game, mark: str) -> None:
    """The saved file, whose log is replayed, gives the same game again."""
    loaded, _ = load(dump(game))
    assert fingerprint(loaded) == mark, f"{game.setup}: the saved game differs"


def fingerprint(game: Game, every: int = 25) -> str:
    """The log, the last state, and what was legal along the way."""
    total = hashlib.sha256(state_hash(game.state).encode())
    total.update(canonical(game.log))
    for transition in game.history[::every]:
        for seat in to_act(transition.state):
            total.update(canonical(legal(transition.state, seat)))
    return total.hexdigest()


def replay_elsewhere(saves: Iterable[Path]) -> dict[str, str]:
    """Fingerprints of saved games by file name, made by a fresh process that hashes differently."""
    ask = "\n".join(str(path) for path in saves)
    here = os.environ.get("PYTHONHASHSEED", "0")
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.replays"],
        input=ask,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "2" if here == "1" else "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(line.split(" ", 1)[::-1] for line in done.stdout.splitlines())
