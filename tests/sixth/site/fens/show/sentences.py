"""Sentences for what only 18Fen has."""

from collections.abc import Mapping
from typing import Any

from fens.rules.drainage import DrainFen
from stellwerk.engine.action import Action
from stellwerk.engine.text import Teller, Told, msg
from stellwerk.mech18.sentences import RAILWAYS, hex_name


def tell_drain(s: Any, a: DrainFen) -> Told:
    return msg("Drain {hex} for {cost}"), {"hex": hex_name(s, a.hex), "cost": s.facts.drainage}


SENTENCES: Mapping[type[Action], Teller] = {**RAILWAYS, DrainFen: tell_drain}
