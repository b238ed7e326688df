"""What must never be lost or made from nothing."""

from collections import Counter

from stellwerk.games.g1848.rules.book import BOE
from stellwerk.games.g1848.rules.state import CLOSED, Australia, Takeover
from stellwerk.mech18.conserved import money, papers, station_markers, tiles, trains
from stellwerk.mech18.state import OFFER


def conserved(s: Australia) -> list[str]:
    """Return every breach, as a sentence for developers.

    V-2: privates own no trains, so none may turn up there.
    """
    closing = tuple(frame.company for frame in s.stack if isinstance(frame, Takeover))
    found = [
        *money(s, s.book.bank + s.facts.bank_of_england),
        *papers(s),
        *tiles(s),
        *trains(s, closing),
        *station_markers(s, heir=BOE),
    ]
    owners = {OFFER, CLOSED, *s.players, *s.markers, *closing}
    found += [f"private {sym} belongs to {owner}" for sym, owner in s.privates.items() if owner not in owners]
    if sum(s.loans.values()) != s.granted_loans or s.granted_loans > s.facts.loan_markers:
        found.append(f"{s.granted_loans} loans granted, companies have {sum(s.loans.values())}")
    if s.prices[BOE].column != s.granted_loans:
        found.append(f"the Bank of England stands at {s.prices[BOE].column} after {s.granted_loans} loans")
    if s.cash[BOE] != s.facts.bank_of_england - s.granted_loans * s.facts.loan:
        found.append(f"the Bank of England has {s.cash[BOE]} after {s.granted_loans} loans")
    found += [f"{name} taken over {n} times" for name, n in Counter(s.takeovers).items() if n > 1]
    return found
