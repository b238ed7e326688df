"""The same game on any machine: nothing may depend on a process, such as its hashing of texts."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = """
from random import Random
from stellwerk.engine import Game, Setup, legal, sample, state_hash, to_act
from stellwerk.engine.canonical import canonical
from stellwerk.engine.save import dump
game, rng = Game.new(Setup("1848", ("Ann", "Ben", "Cy", "Dee"), seed=11)), Random(5)
while not game.state.over and len(game.log) < 250:
    seat = to_act(game.state)[0]
    if len(game.log) % 10 == 0:
        print(canonical(legal(game.state, seat)).decode())
    game.submit(sample(game.state, seat, rng))
print(state_hash(game.state), dump(game).decode())
"""


def output(hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return done.stdout


def test_processes_that_hash_differently_agree() -> None:
    first = output("1")
    assert first.count("\n") > 50
    assert output("2") == first
    assert output("random") == first
