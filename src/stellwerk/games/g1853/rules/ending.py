"""5: what ends the game, and the final account."""

from stellwerk.engine.text import msg
from stellwerk.games.g1853.rules.state import India, pair
from stellwerk.mech18.state import SEATS
from stellwerk.mech18.wealth import richest

# 5.1.1: an empty bank (mech18/state.py), or a price of 400 (prices.py). 5.1.2: the running round is played
# out, and what the bank lacks is made (rounds.py, mech18/course.py).
HIGHEST_PRICE = msg("a company stands at the highest price")
IDLE_SETS = 10  # 5.1.1, our ruling: the book knows no standstill, but nobody waits for ever


def result(s: India) -> dict[str, int]:
    """5.2.1: cash in hand and shares; an open contract's bond is lost, an unpaid share owes its par.

    5.2.2: what companies own counts nothing.
    """
    worth = {}
    for seat, name in enumerate(s.names):
        total = s.cash[SEATS[seat]]
        for company in s.book.companies:
            unpaid = s.unpaid.get(pair(seat, company), 0)
            total += s.paid_shares(seat, company) * s.value(company)
            total += unpaid * max(0, s.value(company) - s.par[company])
        worth[name] = total
    return worth


winners = richest(result)  # 5.2.3
