"""Moving shares between owners, who is director because of it, and what opens a company."""

from stellwerk.mech18.events import CompanyOpened, DirectorChanged
from stellwerk.mech18.state import BANK, OFFER, POOL, SEAT_OF, SEATS, AnyRailways, S


def transfer(s: S, company: str, source: str, target: str, shares: int) -> S:
    """Move ordinary papers worth so many shares, the largest and then the lowest numbers first."""
    papers = dict(s.papers)
    left = shares
    there = [paper for paper in s.book.papers_of[company] if papers[paper.id] == source]
    for paper in sorted(there, key=s.size, reverse=True) if s.sizes else there:
        if left and not paper.director and s.size(paper) <= left:
            papers[paper.id] = target
            left -= s.size(paper)
    assert not left, f"{source} lacks {left} share(s) of {company}"
    return s.replace(papers=papers)


def rightful_director(s: AnyRailways, company: str, holdings: dict[int, int]) -> int | None:
    """Return the seat that must be director given shares by seat; None if nobody can take the paper.

    The present director stays unless somebody has strictly more; of several, the next one clockwise.
    """
    paper = s.book.papers_of[company][0]
    present = s.director_seat(company)
    most = max(holdings.values(), default=0)
    if most < s.size(paper):
        return None
    if present >= 0 and holdings[present] == most:
        return present
    return next(seat for seat in s.seats_from(s.after(max(present, 0))) if holdings[seat] == most)


def holdings(s: AnyRailways, company: str) -> dict[int, int]:
    """Shares of a company by seat."""
    owned = dict.fromkeys(range(len(s.names)), 0)
    for paper in s.book.papers_of[company]:
        seat = SEAT_OF.get(s.papers[paper.id])
        if seat is not None:
            owned[seat] += s.size(paper)
    return owned


def director_after_sale(s: AnyRailways, company: str, seat: int, shares: int) -> int | None:
    """Return who would be director once this seat has sold so many shares; None if the paper had no taker."""
    owned = holdings(s, company)
    owned[seat] -= shares
    return rightful_director(s, company, owned)


def make_director(s: S, company: str, seat: int) -> S:
    """Swap the director's paper for ordinary ones of the same worth. Everything on the sheet follows."""
    paper = s.book.papers_of[company][0]
    old = s.papers[paper.id]
    new = SEATS[seat]
    if old == new:
        return s
    s = transfer(s, company, new, old, s.size(paper))
    return s.hand_over(paper.id, new).say(DirectorChanged(s.names[seat], company))


def settle_director(s: S, company: str) -> S:
    """After a purchase: the one with strictly more shares takes over."""
    if s.director(company) is None:
        return s
    seat = rightful_director(s, company, holdings(s, company))
    return s if seat is None else make_director(s, company, seat)


def sell_to_bank(s: S, company: str, seat: int, shares: int) -> S:
    """Papers to the pool (or back on offer) and money to the seller, at the price before any drop.

    If the sale makes another player director, the swap comes first, so that the director's paper
    itself never leaves the players.
    """
    owner = SEATS[seat]
    if s.book.companies[company].director and s.director_seat(company) == seat:
        heir = director_after_sale(s, company, seat, shares)
        assert heir is not None
        s = make_director(s, company, heir)
    s = s.pay(BANK, owner, shares * s.price(company))
    return transfer(s, company, owner, POOL if s.book.pool else OFFER, shares)


def capital(s: AnyRailways, company: str) -> int:
    """The starting capital: so many times par as the book says."""
    return s.par[company] * s.book.capital_shares


def open_company(s: S, company: str, amount: int) -> S:
    """It goes into operation with so much from the bank."""
    s = s.pay(BANK, company, amount).replace(opened=(*s.opened, company))
    return s.say(CompanyOpened(company, amount))


def enough_issued(s: AnyRailways, company: str) -> bool:
    """Whether so many shares have left the new-share sheet that the company can open."""
    return s.issued(company) >= s.book.float_shares


def open_if_issued(s: S, company: str) -> S:
    """With enough shares issued a company opens at once and gets its capital."""
    if company in s.opened or not enough_issued(s, company):
        return s
    return open_company(s, company, capital(s, company))
