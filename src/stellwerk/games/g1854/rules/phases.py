"""TN: what the first train of a type brings about, and the last 4."""

from stellwerk.engine.state import with_item
from stellwerk.games.g1854.rules.events import LastFourGone
from stellwerk.games.g1854.rules.mountains import close_all
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.book import TrainType
from stellwerk.mech18.phases import SurplusTrains, begin_phase, crowded, scrap
from stellwerk.mech18.state import BANK, OUT, SCRAP

LAST_OF = "4"
"""TN-8: the type whose last card does not wait."""


def scrapped_to(s: Austria, kind: TrainType, owner: str) -> str:
    """TN-5: number trains are kept for the Lokalbahn AGs, plus trains leave the game.

    LA-5, Q17: what such a company has bought from the pool stays with it.
    """
    if owner in s.book.companies and s.is_lokalbahn(owner):
        return owner
    return OUT if kind.versions[0].plus else SCRAP


def first_train(s: Austria, company: str, kind: str) -> Austria:
    """TN-11: phase; scrapping everywhere; new limits; closings. TN-1: plus trains change no phase."""
    if kind in s.phases or s.book.trains[kind].versions[0].plus:
        return s
    s = scrap(begin_phase(s, kind), kind, scrapped_to)
    phase = s.book.phases.get(kind)
    if phase is not None and "mountains_close" in phase.grants:
        s = close_all(s)  # MR-7
    # The frame pushed last comes first: the buyer, local railways by number, then by price.
    order = dict.fromkeys((company, *s.facts.locals, *s.price_order()))
    over = crowded(s, [sym for sym in order if sym in s.opened])
    return s.push(*(SurplusTrains((sym,)) for sym in reversed(over)))


def last_four(s: Austria) -> Austria:
    """TN-8, TN-13: exactly one 4 unsold at the end of a set leaves the game; it is no purchase."""
    left = [train for train in s.trains_of(BANK) if s.train_type(train) == LAST_OF]
    if len(left) != 1:
        return s
    return s.replace(trains=with_item(s.trains, left[0], OUT)).say(LastFourGone(LAST_OF))
