"""Privates and shares: the opening sale (IV), share rounds (XIII) and sales after a takeover (VI)."""

from collections.abc import Iterator

from referees.g1848.plain import Action, Position, director, seat_name
from referees.g1848.tables import BANK_OF_ENGLAND, HOMES, LEAST, MARKET, PAPER_LIMIT, PRIVATES, STARTS

BOE = "BOE"


def opening(position: Position, seat: int) -> Iterator[Action]:
    """Buy a private, make one cheaper, or pass (IV)."""
    owners, prices = position["privates"], position["sale"]
    left = [name for name in PRIVATES if owners[name] == "offer"]
    for name in left:
        if prices[name] <= position["cash"][seat_name(seat)]:
            yield {"type": "buy_private", "seat": seat, "private": name}
    cheaper = [name for name in left if prices[name] > LEAST[name]]
    for name in cheaper:
        yield {"type": "cut_price", "seat": seat, "private": name}
    if seat_name(seat) in owners.values() or (not cheaper and len(left) < len(PRIVATES)):
        yield {"type": "pass", "seat": seat}


def size(paper: str) -> int:
    """Tenths of the company: the director's paper is two of them (VI General)."""
    company, _, number = paper.partition("_")
    return 2 if number == "0" and company != BOE else 1


def held(position: Position, company: str, owner: str) -> int:
    """Tenths of a company with one owner."""
    return sum(
        size(paper)
        for paper, who in position["papers"].items()
        if who == owner and paper.partition("_")[0] == company
    )


def price_of(position: Position, company: str) -> int | None:
    """What a share is worth on the table of prices."""
    if company == BOE:
        return BANK_OF_ENGLAND[position["granted_loans"]]
    if company not in position["prices"]:
        return None
    at = position["prices"][company]
    return MARKET[at["row"]][at["column"]] or None


def paper_limit(position: Position, seat: int) -> int:
    """The limit of papers by players and takeovers, and what a ruined director lost (XIII; VI)."""
    players = len(position["setup"]["players"])
    each = 2 if players <= 4 else 1
    return PAPER_LIMIT[players][min(len(position["takeovers"]), 5)] - each * position["lost"][seat_name(seat)]


def papers_of(position: Position, seat: int) -> int:
    return sum(1 for owner in position["papers"].values() if owner == seat_name(seat))


def most_to_sell(position: Position, seat: int, company: str, change: bool = True) -> list[int]:
    """How many shares of a company a player may sell at once (VII; XIII Sale).

    Without `change` no sale may make another player director (XIII: sales to pay for a takeover).
    """
    owner = seat_name(seat)
    mine = held(position, company, owner)
    if price_of(position, company) is None:
        return []
    if company == BOE:
        return list(range(1, mine + 1))
    room = 5 - held(position, company, "pool")
    if director(position, company) != owner:
        return list(range(1, min(mine, room) + 1))
    others = max(
        held(position, company, seat_name(other))
        for other in range(len(position["setup"]["players"]))
        if other != seat
    )
    found = []
    for count in range(1, min(mine, room) + 1):
        rest = mine - count
        takes_over = others > rest and others >= 2
        if (takes_over and change) or (rest >= 2 and others <= rest):
            found.append(count)
    return found


def share_round(position: Position, seat: int) -> Iterator[Action]:
    """Sell any number of shares, then buy one; or pass (XIII)."""
    frame = position["stack"][-1]
    over = papers_of(position, seat) > paper_limit(position, seat)
    sales = [
        action
        for action in sell(position, seat)
        # ambiguous: no shares are sold in the first round (VI General), but those of the Bank of England
        # "without restriction" (XIII Sale); read: they may be sold even then.
        if frame["number"] > 1 or action["company"] == BOE
    ]
    yield from sales
    if not (over and sales):  # who has too many papers must sell (XIII Limit)
        yield {"type": "pass", "seat": seat}
    if papers_of(position, seat) + 1 <= paper_limit(position, seat):
        yield from buy(position, seat)


def sell(position: Position, seat: int) -> Iterator[Action]:
    for company in (*HOMES, BOE):
        for count in most_to_sell(position, seat, company):
            yield {"type": "sell_shares", "seat": seat, "company": company, "shares": count}


def buy(position: Position, seat: int) -> Iterator[Action]:
    """One share from the pool at its price, a new one at its start price, or a director's paper."""
    owner = seat_name(seat)
    cash, sold = position["cash"][owner], position["stack"][-1]["sold"]
    most = 7 if len(position["setup"]["players"]) == 3 else 6
    for company in HOMES:
        if f"{seat}/{company}" in sold or company in position["takeovers"]:
            continue
        if held(position, company, owner) >= most:
            continue
        if company not in position["par"]:
            if company != "CAR":  # its director's paper comes with P6 (V)
                for par in STARTS:
                    if 2 * par <= cash:
                        yield {"type": "start_company", "seat": seat, "company": company, "par": par}
            continue
        price = price_of(position, company)
        for source, cost in (("offer", position["par"][company]), ("pool", price)):
            if cost is not None and cost <= cash and held(position, company, source):
                yield {"type": "buy_share", "seat": seat, "company": company, "source": source}
    # ambiguous: whether the Bank of England is a "company" of which nobody buys beyond 60% (XIII Limit); it
    # is, as in VI ("like other companies").
    if held(position, BOE, owner) >= most:
        return
    if held(position, BOE, "pool") and BANK_OF_ENGLAND[position["granted_loans"]] <= cash:
        yield {"type": "buy_share", "seat": seat, "company": BOE, "source": "pool"}


def pay_for_takeover(position: Position, seat: int) -> Iterator[Action]:
    """A director short of money sells shares, but no directorship changes hands (VI; XIII Sale)."""
    debt = -position["cash"][seat_name(seat)]
    for company in (*HOMES, BOE):
        price = price_of(position, company)
        for count in most_to_sell(position, seat, company, change=False):
            # ambiguous: the book does not say whether more than needed may be sold; it may not.
            if price is not None and (count - 1) * price < debt:
                yield {"type": "sell_shares", "seat": seat, "company": company, "shares": count}
