"""VII.14, VII.15: what the first train of a type brings about, and trains that go abroad."""

from stellwerk.games.g1824.rules.bond import after_export
from stellwerk.games.g1824.rules.builders import close_builders
from stellwerk.games.g1824.rules.coal import close_all
from stellwerk.games.g1824.rules.events import TrainGoesAbroad
from stellwerk.games.g1824.rules.mountains import force_swaps
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.games.g1824.rules.state_railways import announce, form_due
from stellwerk.mech18.phases import begin_phase, leave_bank, meet_limit, scrap
from stellwerk.mech18.state import BANK, OUT


def first_train(s: AustriaHungary, kind: str) -> AustriaHungary:
    """VII.14-10: at once, in the middle of the buyer's turn. Later frames lie on top and come first."""
    if kind in s.phases:
        return s
    s = meet_limit(scrap(begin_phase(s, kind), kind))  # VII.14-9; VII.11-7b
    phase = s.book.phases.get(kind)
    if phase is None:  # a goods train only scraps
        return s
    if "coal_closes" in phase.grants:
        s = close_all(s)  # VII.14-5b
    if "mountains_close" in phase.grants:
        s = force_swaps(s)  # VII.14-4c
    return announce(close_builders(s, kind), kind)  # VII.14-4e, VII.14-5d, VII.14-6c; X.3-3


def next_abroad(s: AustriaHungary) -> str | None:
    """VII.15-1: the normal train now on offer; none before the first 2 was bought (but R2)."""
    if not s.granted("exports") and not s.rulings.export_after_every_set:
        return None
    return next(
        (
            train
            for kind in s.book.trains.values()
            if kind.sold_from is None
            for train, owner in s.trains.items()
            if owner == BANK and s.train_type(train) == kind.name
        ),
        None,
    )


def export(s: AustriaHungary) -> AustriaHungary:
    """VII.15-1, VII.15-2: at the end of a set a train leaves; what it triggers happens before the SR."""
    train = next_abroad(s)
    if train is None:
        return s
    kind = s.train_type(train)
    s = after_export(leave_bank(s, train, OUT).say(TrainGoesAbroad(kind)), kind)
    # R2: goods trains come only with a 2 that was bought.
    if kind == "2":
        return s
    return form_due(first_train(s, kind))
