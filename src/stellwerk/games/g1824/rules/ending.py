"""IX: the end and the final account."""

from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.wealth import richest, wealth

# IX.1-1, IX.1-1b, IX.1-1c: an empty bank ends the game after the running set, or after the next one if
# it happens in a stock round; what it pays then is noted as cash (mech18/state.py, mech18/course.py).
IDLE_SETS = 3  # our ruling: after three sets in which nothing has changed nothing will


def result(s: AustriaHungary) -> dict[str, int]:
    """IX.2-1: cash and shares at their current price, less debt."""
    worth = wealth(s)
    for name, owner in zip(s.names, s.players, strict=True):
        worth[name] -= s.debt[owner]
        if s.rulings.railways_count_at_the_end:  # R17
            worth[name] += open_railways(s, owner)
    return worth


def open_railways(s: AustriaHungary, owner: str) -> int:
    """Return what a player's coal, pre-state and mountain railways cost."""
    total = sum(s.book.privates[sym].price for sym in s.privates_of(owner))
    for sym, minor in s.facts.minors.items():
        if s.papers[f"{sym}_0"] == owner:
            # State railways have no par, and a coal railway that only builds sets none (X.3-2c).
            total += 2 * s.par[minor.into] if minor.into in s.par else minor.prices[0]
    return total


winners = richest(result)
