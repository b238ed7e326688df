"""X: what the first train of each type brings about."""

from stellwerk.games.g1848.rules.book import COM
from stellwerk.games.g1848.rules.companies import open_if_sold
from stellwerk.games.g1848.rules.events import TrainRemoved
from stellwerk.games.g1848.rules.privates import close_all
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.mech18.phases import begin_phase, leave_bank, meet_limit, scrap
from stellwerk.mech18.state import OUT


def first_train(s: Australia, kind: str) -> Australia:
    """X-2 to X-7: every effect hangs on the first train of its own type, sold or removed (VI-BoE-7)."""
    if kind in s.phases or s.book.trains[kind].extra:
        return s
    return effects(begin_phase(s, kind), kind)


def effects(s: Australia, kind: str) -> Australia:
    """Scrapping, closing and the new limit, at once. Later frames lie on top and are decided first."""
    s = meet_limit(scrap(s, kind))  # IX-Buy-5
    if "privates_close" in s.book.phases[kind].grants and not s.incomes_over:
        s = close_all(s)
    return open_if_sold(s, COM)  # VI-COM-2


def remove_train(s: Australia, train: str) -> Australia:
    """VI-BoE-7: a removed train counts as sold. 18xx.games (S10) moves on only to the very next phase."""
    kind = s.train_type(train)
    s = leave_bank(s, train, OUT).say(TrainRemoved(kind))
    if not s.rulings.removed_train_opens_next_phase_only or kind in s.phases:
        return first_train(s, kind)
    order = [train.name for train in s.book.trains.values() if not train.extra]
    if order[: order.index(kind)] == [name for name in order if name in s.phases]:
        return first_train(s, kind)
    return effects(s, kind)
