"""SR-9, SR-10: how share companies start and float, and where they begin."""

from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.events import CompanyOpened, MarkerPlaced
from stellwerk.mech18.markers import home_stops, place_name, put_marker
from stellwerk.mech18.state import BANK


def float_if_sold(s: Austria, company: str) -> Austria:
    """SR-10: at once when half has left the offering, options with 10% and the shares of MR-6 included."""
    if company in s.opened or s.issued(company) < s.book.float_shares:
        return s
    capital = s.book.capital_shares * s.par[company]
    s = s.pay(BANK, company, capital).but(opened=(*s.opened, company))
    return s.say(CompanyOpened(company, capital))


def place_homes(s: Austria, company: str) -> Austria:
    """TK-1, TK-6: the home marker, free, on the bare hex too."""
    for stop in home_stops(s, company):
        s = put_marker(s, company, stop).say(MarkerPlaced(company, place_name(s, stop), 0))
    return s


# -- the paper limit -----------------------------------------------------------------------------


def counts_as_paper(s: Austria, company: str) -> bool:
    """SR-12, ST-10, LA-7, LR-6: share papers outside the yellow cells; Q3: local railways."""
    if s.is_local(company):
        return s.rulings.locals_are_papers
    if s.is_lokalbahn(company) and not s.rulings.halves_are_papers:
        return False
    marker = s.prices.get(company)
    return marker is None or marker.cell not in s.facts.yellow


def papers_held(s: Austria, owner: str) -> int:
    """MR-2: mountain railways never count; OP-9: an option is one paper."""
    return sum(
        1
        for paper, holder in s.papers.items()
        if holder == owner and counts_as_paper(s, s.book.papers[paper].company)
    )


def paper_limit(s: Austria, owner: str) -> int:
    """SR-12: it grows with every split; Q2: or is fixed."""
    if s.rulings.paper_limit == "fixed":
        return s.facts.fixed_papers
    return (s.facts.papers + s.facts.papers_per_split * len(s.split)) // len(s.names)


def holding_limit(s: Austria, company: str) -> int:
    """SR-11, SP-4: in tenths."""
    if company in s.split:
        return s.facts.holding_after_split
    return s.facts.holding_before_split
