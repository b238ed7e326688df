"""The bot that later ones are measured against plays as it always did, and nobody is offered it."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import msgspec
from benchmarks.former_steam_bot import FORMER

from stellwerk.bots import bots_of
from stellwerk.engine import Game, chance, to_act
from tests.games.gimperial_steam.table import setup

ROOT = Path(__file__).parents[2]
PLAYED = "d873bdda323d7858"
"""Of its choices when `lookahead` was what people played against."""


def test_it_plays_as_it_did() -> None:
    game, bot = Game(setup(2, "normal", seed=9)), FORMER.make("4")
    chosen = []
    while game.state.round < 3:
        lot = chance(game.state)
        if lot is None:
            seat = to_act(game.state)[0]
            chosen.append(bot(game.state, seat))
        game.enter(lot or chosen[-1])
    assert hashlib.sha256(msgspec.json.encode(chosen)).hexdigest()[:16] == PLAYED


def test_it_is_offered_to_nobody_and_known_where_it_is_asked_for() -> None:
    assert "former" not in bots_of("imperial-steam")
    command = [
        sys.executable, "-m", "stellwerk.cli.main", "simulate", "imperial-steam", "--players", "2",
        "--games", "1", "--bots", "former,random", "--seed", "1", "--workers", "1",
    ]  # fmt: skip
    path = os.pathsep.join(str(ROOT / part) for part in ("src", "", "benchmarks/site"))
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "former" in done.stdout
