"""What a player may do in a stock round (VI, XII, X.4)."""

from referees.g1824.plain import Action, Position, seat_name, top
from referees.g1824.tables import (
    COAL_PRICES,
    COALS,
    MOUNTAIN_PRICE,
    PRE_STATES,
    REGIONALS,
    SHARE_COMPANIES,
    START_PRICES,
    is_two_player,
    paper_limit,
    price_of,
)


def companies(position: Position) -> list[str]:
    """The share companies of this game, the bond railway not among them (X.4)."""
    return [
        name for name in SHARE_COMPANIES if f"{name}_0" in position["papers"] and name != position["bond"]
    ]


def papers_of(position: Position, company: str, owner: str) -> list[str]:
    """The papers of one company in one hand; number 0 is the director's."""
    size = 9 if company in SHARE_COMPANIES else 1
    names = [f"{company}_{number}" for number in range(size)]
    return [name for name in names if position["papers"].get(name) == owner]


def shares_of(position: Position, company: str, owner: str) -> int:
    """Shares of a company in one hand: the director's paper is two of the ten."""
    return sum(2 if name.endswith("_0") else 1 for name in papers_of(position, company, owner))


def director(position: Position, company: str) -> str:
    """Who decides for a company: the owner of its director's paper (II, IV.4.1)."""
    owner: str = position["papers"].get(f"{company}_0", "")
    return owner


def paper_count(position: Position, owner: str) -> int:
    """Papers that count towards the limit: all but mountain railways (VI.7, IV.1)."""
    return sum(1 for holder in position["papers"].values() if holder == owner)


def most_to_sell(position: Position, company: str, owner: str, may_change: bool) -> int:
    """How many shares a player may sell at once of a company (VI.6, VI.8)."""
    held = shares_of(position, company, owner)
    most = held
    if director(position, company) == owner:
        others = [shares_of(position, company, name) for name in position["debt"] if name != owner]
        if not may_change:
            # VII.12: no change of director, so nobody may have more afterwards
            most = held - max([2, *others])
        elif max(others) < 2:
            most = held - 2  # the director's paper itself is never sold to the bank
    in_bank = sum(shares_of(position, company, where) for where in ("offer", "pool", "reserved"))
    return max(0, min(most, 5 - in_bank))  # VI.8: not more than 50% in the bank


def may_sell(position: Position, company: str) -> bool:
    """Only shares of companies that have been in operation (VI.8)."""
    return company in position["operated"]


def sales(position: Position, seat: int) -> list[Action]:
    """Sales of shares in a stock round."""
    frame, owner, found = top(position), seat_name(seat), list[Action]()
    if frame["number"] == 1:
        return []  # VI.3, VI.8
    for company in companies(position):
        if not may_sell(position, company) or company in frame["turn_sold"]:
            continue  # ruling: one sale of each company in a turn (VIII.3 "pro Verkauf")
        for shares in range(1, most_to_sell(position, company, owner, may_change=True) + 1):
            found.append({"type": "sell_shares", "seat": seat, "company": company, "shares": shares})
    return found


def bond_sales(position: Position, seat: int) -> list[Action]:
    """Sales of papers of the bond railway, however many lie in the pool (X.4)."""
    owner, bond = seat_name(seat), position["bond"]
    held = papers_of(position, bond, owner)
    singles = sum(not name.endswith("_0") for name in held)
    found = list[Action]()
    for double in {False, len(held) > singles}:
        for number in range(0 if double else 1, singles + 1):
            found.append({"type": "sell_bond", "seat": seat, "singles": number, "double": double})
    return found


def has_sold(position: Position, seat: int, company: str) -> bool:
    """Whether a player has sold shares of a company in this stock round (VI.4)."""
    return f"{seat}/{company}" in top(position)["sold"]


def purchases(position: Position, seat: int) -> list[Action]:
    """Purchases of shares and director's papers (VI.4)."""
    owner, found = seat_name(seat), list[Action]()
    cash, room = position["cash"][owner], paper_count(position, owner) < paper_limit(position)
    if position["debt"][owner] or not room:
        return []  # VII.12, VI.7
    for company in companies(position):
        if has_sold(position, seat, company):
            continue
        held, price = shares_of(position, company, owner), price_of(position, company)
        if price:
            for source in ("offer", "pool"):
                ordinary = [name for name in papers_of(position, company, source) if not name.endswith("_0")]
                # X.4: papers from the pool may go beyond the 60% of VI.7
                if (
                    ordinary
                    and cash >= price
                    and (held < 6 or (source == "pool" and is_two_player(position)))
                ):
                    found.append({"type": "buy_share", "seat": seat, "company": company, "source": source})
        elif position["papers"][f"{company}_0"] == "offer" and held < 6:
            found += [
                {"type": "start_company", "seat": seat, "company": company, "par": par}
                for par in START_PRICES
                if cash >= 2 * par
            ]
    return found


def bond_purchases(position: Position, seat: int) -> list[Action]:
    """Purchases of the bond railway's papers: always a single share or the 20% paper (X.4)."""
    owner, bond = seat_name(seat), position["bond"]
    if not bond or position["debt"][owner] or has_sold(position, seat, bond):
        return []
    if paper_count(position, owner) >= paper_limit(position):
        return []
    pool, price = papers_of(position, bond, "pool"), price_of(position, bond)
    found = list[Action]()
    for double in (False, True):
        there = any(name.endswith("_0") == double for name in pool)
        if there and position["cash"][owner] >= price * (2 if double else 1):
            found.append({"type": "buy_bond", "seat": seat, "double": double})
    return found


def railways(position: Position, seat: int) -> list[Action]:
    """Coal, pre-state and mountain railways, for sale in the first stock round only (VI.3)."""
    owner = seat_name(seat)
    cash = position["cash"][owner]
    if top(position)["number"] != 1:
        return []
    return [
        {"type": "buy_railway", "seat": seat, "railway": name, "price": price}
        for name, price in railway_prices(position)
        if cash >= price
    ]


def railway_prices(position: Position) -> list[tuple[str, int]]:
    """Railways that lie in the bank, with each price that they can be had for (VI.3)."""
    papers, found = position["papers"], list[tuple[str, int]]()
    for name in (*COALS, *PRE_STATES):
        if papers.get(f"{name}_0") == "offer":
            found += [(name, price) for price in prices_of(position, name)]
    found += [(name, MOUNTAIN_PRICE) for name, owner in position["privates"].items() if owner == "offer"]
    return found


def prices_of(position: Position, railway: str) -> tuple[int, ...]:
    """The prices at which a coal or pre-state railway can be bought (IV.2, IV.3, X.3)."""
    if railway in COALS and railway not in position["builders"]:
        return COAL_PRICES
    return (240,) if railway in PRE_STATES and railway.endswith("1") else (120,)


def mountain_targets(position: Position) -> list[str]:
    """Regional railways of which the bank has a 10% share to give for a mountain railway (IV.1)."""
    found = []
    for company in REGIONALS:
        held = papers_of(position, company, "offer") + papers_of(position, company, "pool")
        if any(not name.endswith("_0") for name in held):
            found.append(company)
    return found


def swaps(position: Position, seat: int) -> list[Action]:
    """Exchanges instead of a purchase, from the first 3 on (IV.1, IV.2)."""
    owner, found = seat_name(seat), list[Action]()
    if "3" not in position["phases"]:
        return []
    if paper_count(position, owner) < paper_limit(position):
        for private, holder in position["privates"].items():
            if holder == owner:
                found += [
                    {"type": "swap_mountain", "seat": seat, "private": private, "company": company}
                    for company in mountain_targets(position)
                ]
    for coal in COALS:
        if position["papers"].get(f"{coal}_0") == owner and coal not in position["builders"]:
            found.append({"type": "swap_coal", "seat": seat, "railway": coal})
    return found


def repayments(position: Position, seat: int) -> list[Action]:
    """Paying debt back: the most that is possible (VII.12)."""
    owner = seat_name(seat)
    most = min(position["cash"][owner], position["debt"][owner])
    return [{"type": "repay_debt", "seat": seat, "amount": most}] if most > 0 else []


def repayment_is_legal(position: Position, seat: int, amount: int) -> bool:
    """Any part of a debt may be paid back by who has the money (VII.12)."""
    owner, frame = seat_name(seat), top(position)
    if frame["frame"] != "stock_round" or frame["seat"] != seat:
        return False
    most: int = min(position["cash"][owner], position["debt"][owner])
    return 0 < amount <= most


def stock_turn(position: Position, seat: int) -> list[Action]:
    """All that a player may do in a turn: sell, then buy or exchange one paper, or pass (VI.1)."""
    frame, selling = top(position), sales(position, seat)
    if position["bond"] and frame["number"] > 1 and position["bond"] not in frame["turn_sold"]:
        selling += bond_sales(position, seat)
    buying = purchases(position, seat) + bond_purchases(position, seat) + railways(position, seat)
    found = selling + buying + swaps(position, seat)
    owner = seat_name(seat)
    over = paper_count(position, owner) > paper_limit(position)
    if not (over and selling):  # VI.7: who has too many papers must sell
        found.append({"type": "pass", "seat": seat})
    return found
