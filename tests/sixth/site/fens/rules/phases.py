"""TN-1: what the first train of a type brings about."""

from typing import Any

from stellwerk.mech18.phases import begin_phase, meet_limit, scrap


def first_train(s: Any, kind: str) -> Any:
    return s if kind in s.phases else meet_limit(scrap(begin_phase(s, kind), kind))
