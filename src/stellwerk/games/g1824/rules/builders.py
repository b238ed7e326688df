"""X.3: the building railways of variant A, which lay track and do nothing else."""

from stellwerk.games.g1824.rules.events import BuildersClose
from stellwerk.games.g1824.rules.regionals import close_railway
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.state import OUT


def closing_train(s: AustriaHungary) -> str:
    """X.3-3: the first 4 with a builder of SD, the first 5 with KK2: when its state railway forms."""
    state = next(minor.into for sym, minor in s.facts.pre_state.items() if sym in s.builders)
    return next(kind for kind, forms in s.facts.forms.items() if forms == state)


def close_builders(s: AustriaHungary, kind: str) -> AustriaHungary:
    """X.3-3: both together; their markers go; X.3-4: the share of the pre-state railway is free."""
    if not s.builders or kind != closing_train(s):
        return s
    for railway in s.builders:
        s = close_railway(s.replace(board=s.board.remove(railway)), railway).hand_over(f"{railway}_0", OUT)
    if s.rulings.builder_costs_a_marker:  # R16
        state = next(s.facts.pre_state[sym].into for sym in s.builders if sym in s.facts.pre_state)
        s = s.replace(spent={**s.spent, state: 1})
    return s.replace(builders=()).say(BuildersClose(", ".join(s.builders)))
