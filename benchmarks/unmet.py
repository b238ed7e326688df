"""`python -m benchmarks.unmet 1848`: rules that refuse nothing, neither in a golden game nor in a test.

Such a rule may cite any paragraph, or judge nothing at all, and nobody notices. Each one is named by the line
where it gets its paragraph. Either a test is missing, or the rule can never say no and is dead. The same is
asked of the paragraphs that say whose turn it is (`order_rule`), named by the frame.
"""

import argparse
import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from stellwerk.engine import Refusal, title
from stellwerk.engine.rule import Check, Rule

id_of = id
RULE, PLAY = (importlib.import_module(f"stellwerk.engine.{name}") for name in ("rule", "play"))


class Watch:
    """Sees which rules are made, and which of them refuse an action."""

    def __init__(self) -> None:
        self.made: dict[str, str] = {}
        """Place -> the paragraph and the check."""
        self.places: dict[int, tuple[Rule[Any, Any], str]] = {}
        """By the rule's identity; the rule is kept, so that no other one has it."""
        self.met: set[str] = set()
        self.disturbed: set[str] = set()
        """Frames in which somebody acted out of turn, or otherwise than asked."""
        self.refusing, self.judging = PLAY.refusal, PLAY.judge
        RULE.rule = self.rule  # type: ignore[attr-defined]  # before the titles are imported
        PLAY.refusal = self.refusal  # type: ignore[attr-defined]
        PLAY.judge = self.judge  # type: ignore[attr-defined]

    def rule(self, id: str, check: Check[Any, Any]) -> Rule[Any, Any]:
        caller = sys._getframe(1)
        place = f"{caller.f_code.co_filename}:{caller.f_lineno}: {id}"
        self.made[place] = getattr(check, "__qualname__", repr(check))
        made = Rule(id, check)
        self.places[id_of(made)] = made, place
        return made

    def refusal(self, state: Any, move: Any, action: Any) -> Any:
        said = self.refusing(state, move, action)
        if said is not None:
            first = next(rule for rule in move.rules if rule.check(state, action) is not None)
            if id_of(first) in self.places:
                self.met.add(self.places[id_of(first)][1])
        return said

    def judge(self, state: Any, action: Any) -> Any:
        try:
            return self.judging(state, action)
        except Refusal as refusal:
            if not state.over and {"whose", "action"} & refusal.figures.keys():
                self.disturbed.add(type(state.frame).__name__)
            raise


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.unmet", description=__doc__)
    parser.add_argument("title")
    given = parser.parse_args()
    watch = Watch()
    from tests.golden.keeping import differences, names, read

    for name in names(f"{given.title}-"):
        assert not list(differences(read(name))), f"{name} is not as it was"
    folder = f"g{given.title.replace('-', '_')}"
    pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", f"tests/games/{folder}"])
    home = Path("games", folder).as_posix()
    rules = {place: check for place, check in watch.made.items() if home in Path(place).as_posix()}
    unmet = sorted(rules.keys() - watch.met)
    for place in unmet:
        print(f"refuses nothing: {place[place.index(home) :]}, {rules[place]}")
    frames = {frame.__name__ for frame in title(given.title).activities}
    print(f"nobody is out of turn: {', '.join(sorted(frames - watch.disturbed)) or '–'}")
    print(f"{given.title}: {len(rules)} rules, {len(unmet)} refuse nothing")
    return 1 if unmet else 0


if __name__ == "__main__":
    raise SystemExit(main())
