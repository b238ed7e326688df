"""SR-11, SR-12: how much of share companies a player may hold."""

from stellwerk.games.g1854.rules.state import Austria


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
