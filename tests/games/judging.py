"""How tests of all titles ask what is refused, by which paragraph."""

from typing import Any

import pytest

from stellwerk.engine import Action, Refusal, legal, play, title
from stellwerk.mech18.names import stop_name, train_name


def refused(s: Any, action: Action, rule: str) -> Refusal:
    """Assert that the action is refused by this paragraph; the refusal, for its figures."""
    with pytest.raises(Refusal) as caught:
        play(s, action)
    assert caught.value.rule == title(s.setup.game).cite(rule), str(caught.value)
    return caught.value


def known_as(s: Any, figure: object) -> object:
    """Return a figure as people read it: the name of a train or stop whose id it is."""
    if figure in getattr(s, "trains", ()):
        return train_name(s, str(figure))
    stops = s.book.atlas.where if hasattr(s.book, "atlas") else ()
    return stop_name(s, str(figure)) if figure in stops else figure


def forbidden(s: Any, action: Action, rule: str, /, **figures: object) -> None:
    """Refused by this paragraph with these figures, and not among the legal actions.

    Trains and stops may be given by their ids; people read their names.
    """
    found = refused(s, action, rule)
    told = {name: known_as(s, figure) for name, figure in figures.items()}
    assert {name: found.figures[name] for name in figures} == told
    assert action not in legal(s, action.seat)
