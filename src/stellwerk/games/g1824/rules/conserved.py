"""What must never be lost or made from nothing."""

from stellwerk.games.g1824.rules.book import STATE
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.conserved import money, papers, station_markers, tiles, trains
from stellwerk.mech18.state import OFFER, OUT


def conserved(s: AustriaHungary) -> list[str]:
    """Return every breach, as a sentence for developers."""
    found = [*money(s, s.book.bank), *papers(s, s.bond), *tiles(s), *trains(s), *station_markers(s)]
    owners = {OFFER, OUT, *s.players}
    found += [f"{sym} belongs to {owner}" for sym, owner in s.privates.items() if owner not in owners]
    found += [f"{owner} owes {debt}" for owner, debt in s.debt.items() if debt < 0]
    for company in s.opened:
        if s.book.companies[company].kind != STATE and s.director(company) is None:
            found.append(f"{company} is open and nobody directs it")
    for train, owner in s.trains.items():
        if owner in s.builders:
            found.append(f"the builder {owner} has the train {train}")
    return found
