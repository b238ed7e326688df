"""LA: when local railways merge.

Plus trains leave the game with a merger (LA-3), and a Lokalbahn AG buys scrapped trains from what both had:
two railways that can get no train any more are better off together, and the sooner the better.
"""

from collections.abc import Sequence

from stellwerk.engine.action import Action
from stellwerk.games.g1854.bot.local_railways import plus_trains
from stellwerk.games.g1854.rules.mergers import MergerOffer, MergerWindow, ProposeMerger, unmerged
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.state import BANK

ENOUGH = 260
"""LA-5: two scrapped 2s."""


def is_agreeable(s: Austria, a: Action) -> bool:
    """Whether a merger may be proposed or accepted: who has a train gives it up only for two others."""
    if isinstance(a, ProposeMerger):
        return may_merge(s, a.railway, a.partner) and may_merge(s, a.partner, a.railway)
    offer = s.frame
    if isinstance(a, Answer) and a.accept and isinstance(offer, MergerOffer):
        return may_merge(s, offer.partner, offer.railway)
    return True


def may_merge(s: Austria, railway: str, partner: str) -> bool:
    window = s.nearest(MergerWindow)
    if not s.trains_of(railway) or (window is not None and window.forced):
        return True
    return s.cash[railway] + s.cash[partner] >= ENOUGH


def is_stranded(s: Austria, railway: str) -> bool:
    """LR-7: whether a local railway has no train, and none is left that it could pay."""
    if s.trains_of(railway):
        return False
    last = plus_trains(s)[-1]
    price = last.versions[0].price
    if s.cash[railway] < price:
        return True
    left = sum(s.train_type(card) == last.name for card in s.trains_of(BANK))
    before = [sym for sym in unmerged(s) if sym < railway and not s.trains_of(sym) and s.cash[sym] >= price]
    return left <= len(before)


def duty(s: Austria, choices: Sequence[Action]) -> Action | None:
    """Whoever is stranded proposes to whoever is stranded as well, the richest first, and accepts it."""
    offer = s.frame
    if isinstance(offer, MergerOffer):
        both = is_stranded(s, offer.railway) and is_stranded(s, offer.partner)
        return next((a for a in choices if isinstance(a, Answer) and a.accept and both), None)
    found = [
        a
        for a in choices
        if isinstance(a, ProposeMerger) and is_stranded(s, a.railway) and is_stranded(s, a.partner)
    ]
    return max(found, key=lambda a: s.cash[a.partner], default=None)
