"""How tests of all titles ask what is refused, by which paragraph."""

from typing import Any

import pytest

from stellwerk.engine import Action, Refusal, legal, play, title


def refused(s: Any, action: Action, rule: str) -> Refusal:
    """Assert that the action is refused by this paragraph; the refusal, for its figures."""
    with pytest.raises(Refusal) as caught:
        play(s, action)
    assert caught.value.rule == title(s.setup.game).cite(rule), str(caught.value)
    return caught.value


def forbidden(s: Any, action: Action, rule: str, /, **figures: object) -> None:
    """Refused by this paragraph with these figures, and not among the legal actions."""
    found = refused(s, action, rule)
    assert {name: found.figures[name] for name in figures} == figures
    assert action not in legal(s, action.seat)
