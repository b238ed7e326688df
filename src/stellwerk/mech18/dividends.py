"""Paying the revenue out or keeping it, and the price move that follows."""

from collections.abc import Callable, Iterator
from typing import Any

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Rule
from stellwerk.engine.step import Move
from stellwerk.engine.text import msg
from stellwerk.mech18.events import DividendPaid, RevenueHalved, RevenueKept
from stellwerk.mech18.operating import Step, next_step
from stellwerk.mech18.state import BANK, SEATS


class Dividend(Action, frozen=True):
    """Pay all of the revenue out (`pay`), or keep all of it."""

    pay: bool


def total_shares(s: Any, company: str) -> int:
    return sum(paper.shares for paper in s.book.papers_of[company])


def pay_shareholders(s: Any, company: str, revenue: int) -> Any:
    """Each player his part; the part of shares in bank and pool stays in the bank."""
    per_share, rest = divmod(revenue, total_shares(s, company))
    assert not rest, f"{revenue} cannot be divided among the shares of {company}"
    told = []
    for owner in SEATS[: len(s.names)]:
        part = per_share * s.shares(owner, company)
        if part:
            s = s.pay(BANK, owner, part)
            told.append(f"{s.name(owner)} {part}")
    return s.say(DividendPaid(company, revenue, ", ".join(told) or "–"))


def pay_half(s: Any, company: str, revenue: int) -> Any:
    """Half to the owner, half to the treasury."""
    owner, half = s.director(company), revenue // 2
    s = s.pay(BANK, owner, half).pay(BANK, company, revenue - half)
    return s.say(RevenueHalved(company, revenue, s.name(owner), half))


class DividendMove(Move[Any, Dividend]):
    action = Dividend

    def __init__(
        self,
        *rules: Rule,
        paid: Callable[[Any, str], Any],
        kept: Callable[[Any, str], Any],
        beside: Callable[[Any, str], Any] = lambda s, company: s,
    ) -> None:
        super().__init__(*rules)
        self.paid = paid
        self.kept = kept
        self.beside = beside
        """What the treasury gets beside the revenue, whatever becomes of that."""

    def candidates(self, s: Any, seat: int) -> Iterator[Dividend]:
        yield Dividend(seat, True)
        yield Dividend(seat, False)

    def apply(self, s: Any, a: Dividend) -> Any:
        company, revenue = s.frame.company, s.frame.revenue
        s = self.beside(s, company)
        if a.pay:
            return self.paid(next_step(pay_shareholders(s, company, revenue)), company)
        return self.keep(next_step(s), company, revenue)

    def keep(self, s: Any, company: str, revenue: int) -> Any:
        s = s.pay(BANK, company, revenue).say(RevenueKept(company, revenue))
        return self.kept(s, company)


class DividendStep(Step):
    """Director's choice; earning nothing counts as keeping."""

    asks = msg("{player}: does {company} pay its revenue out or keep it?")
    optional = False
    skippable = False

    def __init__(self, move: DividendMove, halves: Callable[[Any, str], bool] = lambda s, c: False) -> None:
        self.move = move
        self.moves = (move,)
        self.halves = halves
        """Companies that always give half to their owner and keep half."""

    def wanted(self, s: Any) -> bool:
        return bool(s.frame.revenue) and not self.halves(s, s.frame.company)

    def skipped(self, s: Any) -> Any:
        company, revenue = s.frame.company, s.frame.revenue
        s = self.move.beside(s, company)
        return pay_half(s, company, revenue) if revenue else self.move.keep(s, company, 0)
