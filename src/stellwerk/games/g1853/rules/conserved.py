"""What must never be lost or made from nothing."""

from stellwerk.games.g1853.rules.state import ENVELOPES, India
from stellwerk.mech18.conserved import money, papers, station_markers, tiles, trains
from stellwerk.mech18.state import BANK, SEATS


def conserved(s: India) -> list[str]:
    """Return every breach, as a sentence for developers."""
    found = [
        *money(s, s.book.bank),
        *papers(s),
        *tiles(s),
        *trains(s, endless=("2",)),
        *station_markers(s),
    ]
    aside = sum(bond for seat, bond in s.bonds.items() if int(seat) not in s.fulfilled)
    if s.cash[ENVELOPES] != aside:
        found.append(f"{s.cash[ENVELOPES]} lie aside, not {aside}")
    found += [f"{name} has {s.cash[SEATS[n]]}" for n, name in enumerate(s.names) if s.cash[SEATS[n]] < 0]
    for key, count in s.unpaid.items():
        holder, _, company = key.partition("/")
        if not 0 < count <= s.shares(SEATS[int(holder)], company):
            found.append(f"{count} unpaid shares of {key}")
    for company, seat in s.directors.items():
        if company not in s.opened or s.shares(SEATS[seat], company) < 2:
            found.append(f"{company} is directed by seat {seat}")
    found += [f"{c} owes for {train}" for c, train in s.credit.items() if s.trains.get(train) != c]
    found += [f"{train} lies beside" for train in s.beside if s.trains.get(train) != BANK]
    held = {
        f"{seat}/{company}"
        for seat in range(len(s.names))
        for company in s.book.companies
        if s.shares(SEATS[seat], company)
    }
    if held != set(s.since):
        found.append(f"holdings {sorted(held ^ set(s.since))}")
    return found
