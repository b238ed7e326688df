"""Paying the revenue out or keeping it, and the price move that follows."""

from collections.abc import Callable, Iterator

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Rule
from stellwerk.engine.step import Move
from stellwerk.engine.text import msg
from stellwerk.mech18.events import DividendPaid, RevenueHalved, RevenueKept
from stellwerk.mech18.operating import OperatingTurn, Step, next_step
from stellwerk.mech18.state import BANK, SEATS, AnyRailways, S


class Dividend(Action, frozen=True):
    """Pay all of the revenue out (`pay`), or keep all of it."""

    pay: bool


def total_shares(s: AnyRailways, company: str) -> int:
    return sum(paper.shares for paper in s.book.papers_of[company])


def all_shares(s: AnyRailways, owner: str, company: str) -> int:
    return s.shares(owner, company)


def pay_shareholders(
    s: S, company: str, revenue: int, earning: Callable[[S, str, str], int] = all_shares
) -> S:
    """Pay each player their part; the part of shares in bank and pool stays in the bank.

    `earning` says how many of an owner's shares earn something.
    """
    per_share, rest = divmod(revenue, total_shares(s, company))
    assert not rest, f"{revenue} cannot be divided among the shares of {company}"
    told = []
    for owner in SEATS[: len(s.names)]:
        part = per_share * earning(s, owner, company)
        if part:
            s = s.pay(BANK, owner, part)
            told.append(f"{s.name(owner)} {part}")
    return s.say(DividendPaid(company, revenue, ", ".join(told) or "–"))


def pay_half(s: S, company: str, revenue: int) -> S:
    """Half to the owner, half to the treasury."""
    owner, half = s.director(company), revenue // 2
    assert owner is not None, f"{company} has no owner to halve with"
    s = s.pay(BANK, owner, half).pay(BANK, company, revenue - half)
    return s.say(RevenueHalved(company, revenue, s.name(owner), half))


class DividendMove(Move[S, Dividend]):
    action = Dividend

    def __init__(
        self,
        *rules: Rule[S, Dividend],
        paid: Callable[[S, str], S],
        kept: Callable[[S, str], S],
        beside: Callable[[S, str], S] = lambda s, company: s,
        earning: Callable[[S, str, str], int] = all_shares,
    ) -> None:
        super().__init__(*rules)
        self.earning = earning
        self.paid = paid
        self.kept = kept
        self.beside = beside
        """What the treasury gets beside the revenue, whatever becomes of that."""

    def candidates(self, s: S, seat: int) -> Iterator[Dividend]:
        yield Dividend(seat, True)
        yield Dividend(seat, False)

    def apply(self, s: S, a: Dividend) -> S:
        turn = s.top(OperatingTurn)
        company, revenue = turn.company, turn.revenue
        s = self.beside(s, company)
        if a.pay:
            return self.paid(next_step(pay_shareholders(s, company, revenue, self.earning)), company)
        return self.keep(next_step(s), company, revenue)

    def keep(self, s: S, company: str, revenue: int) -> S:
        s = s.pay(BANK, company, revenue).say(RevenueKept(company, revenue))
        return self.kept(s, company)


class DividendStep(Step[S]):
    """Director's choice; earning nothing counts as keeping."""

    name = "dividend"
    asks = msg("{player}: does {company} pay its revenue out or withhold it?")
    optional = False
    skippable = False

    def __init__(self, move: DividendMove[S], halves: Callable[[S, str], bool] = lambda s, c: False) -> None:
        self.move = move
        self.moves = (move,)
        self.halves = halves
        """Companies that always give half to their owner and keep half."""

    def wanted(self, s: S) -> bool:
        turn = s.top(OperatingTurn)
        return bool(turn.revenue) and not self.halves(s, turn.company)

    def skipped(self, s: S) -> S:
        turn = s.top(OperatingTurn)
        company, revenue = turn.company, turn.revenue
        s = self.move.beside(s, company)
        return pay_half(s, company, revenue) if revenue else self.move.keep(s, company, 0)
