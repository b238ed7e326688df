"""Shares in a stock round (chapter 3, 2.7, 2.8)."""

from referees.g1853.plain import Action, Position, has_single, held, players, seat_name, top
from referees.g1853.tables import COMPANIES, PAPERS_LIMIT, PAR, PRICES, SHARES_LIMIT, SHARES_TO_START


def price(position: Position, company: str) -> int:
    """The market price, or the face value while there is none (3.1.7)."""
    at = position["prices"].get(company)
    return PRICES[at["column"]] if at else PAR[company]


def is_cheap(position: Position, company: str) -> bool:
    """3.1.2: shares that the market values at 40 or less count for no limit."""
    return company in position["prices"] and price(position, company) <= 40


def papers(position: Position, seat: int) -> int:
    """The papers of a player that count; a director's paper is one paper of two shares (3.1.2)."""
    return sum(
        held(position, seat_name(seat), company) - (position["directors"].get(company) == seat)
        for company in COMPANIES
        if not is_cheap(position, company)
    )


def on_offer(position: Position) -> list[str]:
    """3.1.3: companies of the contracts; the others when all shares of those are issued."""
    first = {key.partition("/")[2] for key in position["claimed"]}
    if any(held(position, "offer", company) for company in first):
        return [company for company in COMPANIES if company in first]
    return list(COMPANIES)


def unpaid(position: Position, seat: int, company: str) -> int:
    return position["unpaid"].get(f"{seat}/{company}", 0)


def purchases(position: Position, seat: int) -> list[Action]:
    """One share a turn, new at its face value or from the pool at the market price (3.1.4, 3.1.7)."""
    frame, count = top(position), players(position)
    if frame["bought"] or any(unpaid(position, seat, company) for company in COMPANIES):
        return []  # 2.7.4
    found, offered, cash = list[Action](), on_offer(position), position["cash"][seat_name(seat)]
    for company in COMPANIES:
        if f"{seat}/{company}" in frame["sold"]:
            continue  # 3.1.9
        if not is_cheap(position, company):
            if held(position, seat_name(seat), company) >= SHARES_LIMIT[count]:
                continue
            if papers(position, seat) >= PAPERS_LIMIT[count]:
                continue
        for source, cost in (("offer", PAR[company]), ("pool", price(position, company))):
            if (source == "offer" and company not in offered) or not held(position, source, company):
                continue
            if source == "offer" and not has_single(position, company):
                continue
            if cost <= cash:
                found.append({"type": "buy_share", "seat": seat, "company": company, "source": source})
    return found


def saleable(position: Position, seat: int, company: str) -> int:
    """How many shares a player may sell (3.1.8, 2.8.3); unpaid ones never (2.7.4)."""
    frame = top(position)
    if frame["bought"] == company:
        return 0  # 3.1.9
    paid = held(position, seat_name(seat), company) - unpaid(position, seat, company)
    if frame["number"] == 1:
        # 2.8.3: in the first round a company is in operation as soon as enough shares are issued
        begun = 10 - held(position, "offer", company) >= SHARES_TO_START[players(position)]
    else:
        begun = company in frame["started"]
    if not begun:
        return paid
    if frame["number"] == 1 and f"{seat}/{company}" in frame["windows"]:
        return min(paid, position["claimed"].get(f"{seat}/{company}", 0))
    return 0


def must_sell(position: Position, seat: int) -> bool:
    """3.2.3: a player above a limit corrects this on their turn, if there is something to sell.

    ambiguous: said of the limit of papers after a change of director only; but no more shares of a company
    may be held (3.1.2) when its price has risen above 40 again.
    """
    count = players(position)
    counted = [company for company in COMPANIES if not is_cheap(position, company)]
    if papers(position, seat) > PAPERS_LIMIT[count]:
        return any(saleable(position, seat, company) for company in counted)
    return any(
        held(position, seat_name(seat), company) > SHARES_LIMIT[count] and saleable(position, seat, company)
        for company in counted
    )


def stock_turn(position: Position, seat: int) -> list[Action]:
    """Everything that a player may do in a turn of a stock round."""
    found = purchases(position, seat)
    for company in COMPANIES:
        for shares in range(1, saleable(position, seat, company) + 1):
            found.append({"type": "sell_shares", "seat": seat, "company": company, "shares": shares})
        if unpaid(position, seat, company) and position["cash"][seat_name(seat)] >= PAR[company]:
            found.append({"type": "pay_share", "seat": seat, "company": company})
    if not must_sell(position, seat):
        found.append({"type": "pass", "seat": seat})
    return found
