"""The stock round: sales, purchases, new companies, options (summary, stock round)."""

from collections.abc import Iterator

from referees.g1854.plain import Action, Position, passing, seat_name, top
from referees.g1854.tables import (
    COMPANIES,
    LOKALBAHNEN,
    MAJORS,
    PARS,
    YELLOW,
    director,
    price,
    seats,
)


def size(position: Position, paper: str) -> int:
    """A paper in tenths; the two papers of a Lokalbahn AG are one piece each."""
    company, _, number = paper.partition("_")
    if company in LOKALBAHNEN:
        return 1
    found: int = position["sizes"].get(paper, 4 if number == "0" else 2)
    return found


def papers_of(position: Position, owner: str, company: str) -> list[str]:
    """An owner's papers of a company."""
    return [
        paper
        for paper, has in position["papers"].items()
        if has == owner and paper.partition("_")[0] == company
    ]


def holding(position: Position, owner: str, company: str) -> int:
    """What an owner holds, in tenths; a paper with an open option counts as one tenth."""
    return sum(
        1 if paper in position["options"] else size(position, paper)
        for paper in papers_of(position, owner, company)
    )


def ordinary(position: Position, owner: str, company: str) -> list[str]:
    """An owner's fully paid papers of a company besides the director's."""
    return [
        paper
        for paper in papers_of(position, owner, company)
        if not paper.endswith("_0") and paper not in position["options"]
    ]


def is_yellow(position: Position, company: str) -> bool:
    """Whether a company's papers do not count: its price stands in the yellow area."""
    cell = position["prices"].get(company)
    return cell is not None and (cell["row"], cell["column"]) in YELLOW


def counted(position: Position, owner: str) -> int:
    """Papers that count towards the limit: not mountain and local railways, not in the yellow area.

    Ruling halves_are_papers: those of the Lokalbahn AGs count.
    """
    return sum(
        len(papers_of(position, owner, company)) for company in COMPANIES if not is_yellow(position, company)
    )


def paper_limit(position: Position) -> int:
    """Ruling paper_limit, formula: it grows with every split."""
    return (32 + 5 * len(position["split"])) // len(position["names"])


def own_option(position: Position, owner: str) -> str:
    """The paper on which a player has an open option, or ""."""
    return next((paper for paper in position["options"] if position["papers"][paper] == owner), "")


def sales(position: Position, owner: str) -> Iterator[tuple[str, int]]:
    """Companies and numbers of tenths that a player may sell in the stock round."""
    if top(position).get("number", 0) == 1:
        return  # not in the first round
    for company in COMPANIES:
        if company not in position["prices"] or director(position, company) in ("offer", "reserved"):
            continue  # not before the director's paper is sold
        if company in top(position)["turn_sold"]:
            continue  # ambiguous: what a player sells in a turn is sold at once, so one sale for each company
        own = ordinary(position, owner, company)
        each = 1 if company in position["split"] or company in LOKALBAHNEN else 2
        for count in range(1, len(own) + 1):
            yield company, count * each
        if director(position, company) == owner and company not in LOKALBAHNEN:
            all_ = holding(position, owner, company)
            pieces = (2 if each == 1 else 4) // each
            for count in range(len(own) + 1, len(own) + pieces + 1):
                if can_exchange(position, owner, company, all_ - count * each, pieces):
                    yield company, count * each


def can_exchange(position: Position, owner: str, company: str, left: int, pieces: int) -> bool:
    """Whether somebody who will hold more can take the director's paper for ordinary ones."""
    others = [who for who in seats(position) if who != owner]
    most = max(holding(position, who, company) for who in others)
    return most > left and any(
        holding(position, who, company) > left and len(ordinary(position, who, company)) >= pieces
        for who in others
    )


def purchases(position: Position, owner: str) -> Iterator[Action]:
    """One paper: of the offering at par, of the pool or new after a split at the market's price.

    Also of a company that the player sold in this round (stock round 2.1; ruling buying_back: yes).
    """
    cash: int = position["cash"][owner]
    room = counted(position, owner) < paper_limit(position)
    for company in COMPANIES:
        if not room and not is_yellow(position, company):
            continue
        if company in MAJORS and director(position, company) == "offer":
            for par in PARS:
                if 4 * par <= cash:
                    yield {"type": "start_company", "company": company, "par": par}
            continue
        if company not in position["prices"]:
            continue
        most = 6 if company in position["split"] else 10
        held = holding(position, owner, company)
        for source in ("offer", "pool", "issue"):
            papers = papers_of(position, source, company)
            if not papers:
                continue
            each = size(position, papers[0])
            cost = price(position, company)
            if source == "offer" and company not in position["split"]:
                cost = position["par"][company]
            if held + each <= most and cost * each <= cash:
                yield {"type": "buy_share", "company": company, "source": source}
            if each == 2 and source != "issue" and held + 1 <= most and cost <= cash:
                yield {"type": "take_option", "company": company, "source": source}


def stock_turn(position: Position, seat: int) -> list[Action]:
    """What a player may do in a turn of the stock round."""
    owner, frame = seat_name(seat), top(position)
    found: list[Action] = []
    option = own_option(position, owner)
    over = counted(position, owner) > paper_limit(position)
    if (
        over
    ):  # stock round 1: a player above the limit must sell first (ambiguous: also beside an open option)
        for company, shares in sales(position, owner):
            found.append({"type": "sell_shares", "seat": seat, "company": company, "shares": shares})
        if option and position["options"][option]["taken"] != frame["number"]:
            found.append({"type": "sell_option", "seat": seat})
    elif option:
        terms = position["options"][option]
        if terms["rest"] <= position["cash"][owner]:
            found.append({"type": "complete_option", "seat": seat})
        if terms["taken"] != frame["number"]:
            found.append({"type": "sell_option", "seat": seat})
    else:
        for company, shares in sales(position, owner):
            found.append({"type": "sell_shares", "seat": seat, "company": company, "shares": shares})
        for action in purchases(position, owner):
            found.append({**action, "seat": seat})
    if not over or not found:
        found.append(passing(seat))
    return found
