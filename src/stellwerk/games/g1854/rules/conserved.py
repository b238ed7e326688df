"""What must never be lost or made from nothing."""

from stellwerk.games.g1854.rules.book import MAJOR
from stellwerk.games.g1854.rules.opening import free_cash
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.conserved import money, papers, station_markers, tiles, trains
from stellwerk.mech18.dividends import total_shares
from stellwerk.mech18.state import OFFER, OUT, SEAT_OF


def conserved(s: Austria) -> list[str]:
    """Return every breach, as a sentence for developers."""
    found = [
        *money(s, s.book.bank),
        *papers(s),
        *tiles(s, s.extra_tiles),
        *trains(s),
        *station_markers(s),
        *split_papers(s),
    ]
    owners = {OFFER, OUT, *s.players}
    found += [f"{sym} belongs to {owner}" for sym, owner in s.privates.items() if owner not in owners]
    found += [f"{owner} has bid more cash than there is" for owner in s.players if free_cash(s, owner) < 0]
    for company in s.opened:
        if s.director(company) is None:
            found.append(f"{company} is open and nobody directs it")
    return found


def split_papers(s: Austria) -> list[str]:
    """Papers of a company always make ten tenths; an open option lacks one of them."""
    found = []
    for sym, company in s.book.companies.items():
        if company.kind != MAJOR:
            continue
        tied = sum(1 for paper in s.options if s.book.papers[paper].company == sym)
        total = sum(s.size(paper) for paper in s.book.papers_of[sym])
        if total + tied != total_shares(s, sym):
            found.append(f"the papers of {sym} make {total} tenths with {tied} option(s)")
    for paper in s.options:
        if s.papers[paper] not in SEAT_OF:
            found.append(f"the option on {paper} belongs to {s.papers[paper]}")
    return found
