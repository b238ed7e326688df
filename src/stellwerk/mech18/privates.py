"""What private railways have in common."""

from stellwerk.mech18.events import IncomePaid
from stellwerk.mech18.state import BANK, S


def pay_incomes(s: S) -> S:
    """The printed income to every owner with a purse, player or company."""
    for private, owner in s.privates.items():
        if owner in s.cash:
            income = s.book.privates[private].income
            s = s.pay(BANK, owner, income).say(IncomePaid(private, s.name(owner), income))
    return s
