"""VII.12: a director who must help out, and the debts."""

from collections.abc import Iterator
from random import Random

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Check, Fault, Rule, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.games.g1824.rules.events import DebtNoted, DebtRepaid, DirectorAids, InterestAdded
from stellwerk.games.g1824.rules.state import AustriaHungary, Turn
from stellwerk.games.g1824.rules.trading import has_operated
from stellwerk.mech18.emergency import means
from stellwerk.mech18.state import BANK, SEATS
from stellwerk.mech18.stock import (
    SellShares,
    StockRound,
    company_exists,
    has_a_price,
    no_director_changes,
    pool_has_room,
    some_shares,
)


def with_interest(debt: int) -> int:
    """VII.12-3: half as much again, rounded up."""
    return debt + (debt + 1) // 2


def aid(s: AustriaHungary, company: str) -> AustriaHungary:
    """VII.12-1: own cash first, then the account is overdrawn; VII.12-5b: the treasury ends empty.

    Called when the company has paid more than it had: its purse shows what is missing.
    """
    missing = -s.cash[company]
    owner = s.director(company)
    assert owner is not None
    own = min(missing, s.cash[owner])
    if own:
        s = s.pay(owner, company, own).say(DirectorAids(s.name(owner), company, own))
    if short := missing - own:
        s = s.pay(BANK, company, short)
        debt = with_interest(short)
        s = s.replace(debt=with_item(s.debt, owner, s.debt[owner] + debt)).say(
            DebtNoted(s.name(owner), short, debt)
        )
    return s


def add_interest(s: AustriaHungary) -> AustriaHungary:
    """VII.12-3: at the end of every stock round on what is left."""
    for owner, debt in s.debt.items():
        if debt:
            new = with_interest(debt)
            s = s.replace(debt=with_item(s.debt, owner, new)).say(InterestAdded(s.name(owner), debt, new))
    return s


# -- repaying ----------------------------------------------------------------------------------


class RepayDebt(Action, frozen=True):
    """Pay debt back, all or a part."""

    amount: int


def owes_that_much(s: AustriaHungary, a: RepayDebt) -> Fault | None:
    debt = s.debt[SEATS[a.seat]]
    if 1 <= a.amount <= debt:
        return None
    return refuse("{player} owes {debt}.", player=s.names[a.seat], debt=debt)


def has_the_cash(s: AustriaHungary, a: RepayDebt) -> Fault | None:
    cash = s.cash[SEATS[a.seat]]
    if a.amount <= cash:
        return None
    return refuse("{player} has {cash}, not {amount}.", player=s.names[a.seat], cash=cash, amount=a.amount)


class RepayMove(Move[AustriaHungary, RepayDebt]):
    """VII.12-4: in the own stock turn, before or after a sale; it is neither a purchase nor a sale."""

    action = RepayDebt
    listed = False

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[RepayDebt]:
        if most := self.most(s, seat):
            yield RepayDebt(seat, most)

    def most(self, s: AustriaHungary, seat: int) -> int:
        return max(0, int(min(s.debt[SEATS[seat]], s.cash[SEATS[seat]])))

    def sample(self, s: AustriaHungary, seat: int, rng: Random) -> RepayDebt | None:
        most = self.most(s, seat)
        return RepayDebt(seat, most if rng.random() < 0.8 else rng.randint(1, most)) if most else None

    def apply(self, s: AustriaHungary, a: RepayDebt) -> AustriaHungary:
        owner = SEATS[a.seat]
        left = s.debt[owner] - a.amount
        s = s.pay(owner, BANK, a.amount).replace(debt=with_item(s.debt, owner, left))
        if s.rulings.repaying_is_acting:  # R23: whoever pays, the turn's player has acted
            s = s.update_frame(last=s.top(StockRound).seat, passed=())
        return s.say(DebtRepaid(s.names[a.seat], a.amount, left))


def debtors(s: AustriaHungary) -> tuple[int, ...]:
    """Seats that owe something and have money."""
    return tuple(seat for seat, owner in enumerate(s.players) if s.debt[owner] and s.cash[owner] > 0)


REPAY = RepayMove(rule("VII.12-4", owes_that_much), rule("VII.12-4", has_the_cash))


# -- selling under duress ------------------------------------------------------------------------


def note_means(s: AustriaHungary) -> AustriaHungary:
    """VII.12-2: before the first sale for a train; the train must cost more than that."""
    turn = s.top(Turn)
    return s if turn.before_sales >= 0 else s.update_frame(before_sales=means(s, turn.company))


def emergency_sale_rules(
    *needed: Check[AustriaHungary, SellShares],
) -> tuple[Rule[AustriaHungary, SellShares], ...]:
    """VII.12-2: by the rules of selling (VI.8), without any change of a director (VI.8-5)."""
    return (
        *(rule("VII.12-2", check) for check in needed),
        rule("VI.8-1", company_exists),
        rule("VI.1-1", has_a_price),
        rule("VI.1-1", some_shares),
        rule("VI.8-1", has_operated),
        rule("VI.8-3", pool_has_room),
        rule("VI.8-5", no_director_changes),
    )
