"""What an action brings, in money: figures of the position before it and of the one it leads to.

They are short, since three of them make a sentence ("price 110 → 120, 72 for the own shares, the next train
costs 500"), and they say only what everybody at the table may know.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from stellwerk.engine.action import CHANCE, Action
from stellwerk.engine.capabilities import Deed
from stellwerk.engine.play import activity_of
from stellwerk.engine.step import Pass
from stellwerk.engine.text import Message, message, msg
from stellwerk.mech18.advice import acting_company, runs_of
from stellwerk.mech18.dividends import Dividend, total_shares
from stellwerk.mech18.operating import OperatingTurn, TurnActivity
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import OUT, SCRAP, SEATS, AnyRailways
from stellwerk.mech18.trains import TrainStep

Fact = Callable[[Deed[AnyRailways]], Iterator[Message]]


def reasons(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """Return what an action brings, the weightiest first."""
    if deed.action.seat == CHANCE:
        return iter(())
    return chain.from_iterable(fact(deed) for fact in _facts(deed.action))


def owner_of(deed: Deed[AnyRailways]) -> str:
    """Return who acts, as an owner of cash and papers."""
    return SEATS[deed.action.seat]


def company_of(deed: Deed[AnyRailways]) -> str:
    """Return the company whose turn it is; empty outside of such turns."""
    return acting_company(deed.before)


def _facts(action: Action) -> Sequence[Fact]:
    match action:
        case Pass():
            return (what_stays,)
        case RunTrains():
            return (runs,)
        case Dividend():
            return (prices, own_part, treasuries, next_train)
    return (best_run, floats, directors, scrapped, prices, shares, incomes, treasuries, purse)


# -- a company's turn --------------------------------------------------------------------------


def best_run(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """What a tile, a station or a train adds to the best run of who lays, places or buys it."""
    company, old, new = company_of(deed), deed.before, deed.done
    if not company or (new.board == old.board and new.trains == old.trains):
        return
    known = runs_of(old, company)
    if known is None:
        return
    was, now = known.most(old, company).revenue, known.most(new, company).revenue
    if was != now:
        yield message(msg("best run {old} → {new}"), old=was, new=now)
    elif now:
        yield message(msg("best run stays {revenue}"), revenue=now)


def runs(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """What the trains earn, against the last time and against the best."""
    s, company, action = deed.before, company_of(deed), deed.action
    known = runs_of(s, company)
    if known is None or not isinstance(action, RunTrains):
        return
    revenue = sum(run.revenue for run in known.checked(s, company, action.routes).runs)
    best = known.most(s, company)
    if not best.revenue:
        return
    if best.proved and revenue >= best.revenue:
        yield message(msg("no run earns more"))
    elif best.revenue > revenue:
        yield message(msg("the best run earns {best}"), best=best.revenue)
    each, rest = divmod(revenue, total_shares(s, company) or 1)
    if each and not rest:
        yield message(msg("{each} for each share"), each=each)
    last = s.last_run.get(company)
    if last is not None:
        yield message(msg("the last run earned {revenue}"), revenue=last)


def own_part(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """What who decides gets of a dividend."""
    part = deed.done.cash[owner_of(deed)] - deed.before.cash[owner_of(deed)]
    if part > 0:
        yield message(msg("{amount} for the own shares"), amount=part)


def treasuries(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """The treasury of the acting company, then those of other companies that who acts directs."""
    old, new, company = deed.before, deed.done, company_of(deed)
    if company and old.cash.get(company, 0) != new.cash.get(company, 0):
        yield message(
            msg("treasury {old} → {new}"), old=old.cash.get(company, 0), new=new.cash.get(company, 0)
        )
    for other in old.book.companies:
        known = other != company and other in old.opened and old.director(other) == owner_of(deed)
        if known and old.cash.get(other, 0) != new.cash.get(other, 0):
            yield message(
                msg("treasury of {company} {old} → {new}"),
                company=other,
                old=old.cash.get(other, 0),
                new=new.cash.get(other, 0),
            )


def next_train(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """What the company will need for the next train of the bank."""
    price = cheapest_train(deed.done)
    if price is not None:
        yield message(msg("the next train costs {price}"), price=price)


def cheapest_train(s: AnyRailways) -> int | None:
    """Return the lowest price of what the bank sells now."""
    sides = (side for card in s.offers_of_bank for side in s.sides_on_sale(card))
    return min((side.price for side in sides), default=None)


def scrapped(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """The trains of companies that go because of a new one."""
    old, new = deed.before, deed.done
    begun = set(new.phases).difference(old.phases)
    for kind in old.book.trains.values():
        owners = [
            owner
            for owner in old.book.companies
            for train in old.trains_of(owner)
            if old.train_type(train) == kind.name and new.trains.get(train) in (OUT, SCRAP)
        ]
        if owners and not begun.isdisjoint(kind.scrapped_by):
            yield message(
                msg("scraps {count} × {train} ({owners})"),
                count=len(owners),
                train=kind.name,
                owners=", ".join(dict.fromkeys(owners)),
            )


# -- papers and prices -------------------------------------------------------------------------


def prices(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """Prices that move, that of the acting company first."""
    old, new = deed.before, deed.done
    for company in sorted(old.prices, key=lambda company: company != company_of(deed)):
        if company in new.prices and old.price(company) != new.price(company):
            if company == company_of(deed):
                yield message(msg("price {old} → {new}"), old=old.price(company), new=new.price(company))
            else:
                yield message(
                    msg("price of {company} {old} → {new}"),
                    company=company,
                    old=old.price(company),
                    new=new.price(company),
                )


def shares(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """Which part of a company who acts holds now."""
    old, new, owner = deed.before, deed.done, owner_of(deed)
    for company in old.book.companies:
        held, holds = old.shares(owner, company), new.shares(owner, company)
        total = sum(new.size(paper) for paper in new.book.papers_of[company])
        if held != holds and total and not (100 * held % total or 100 * holds % total):
            yield message(
                msg("{old}% → {new}% of {company}"),
                old=100 * held // total,
                new=100 * holds // total,
                company=company,
            )


def directors(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """Companies that get a director, or another one."""
    old, new = deed.before, deed.done
    for company in old.book.companies:
        now = new.director(company)
        if now is None or now == old.director(company):
            continue
        if now == owner_of(deed):
            yield message(msg("directs {company}"), company=company)
        else:
            yield message(msg("{player} directs {company}"), player=new.name(now), company=company)


def floats(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """Companies that go into operation."""
    for company in deed.done.opened:
        capital = deed.done.cash.get(company, 0)
        if company not in deed.before.opened and capital:
            yield message(msg("{company} begins with {capital}"), company=company, capital=capital)


def incomes(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """What private railways that change hands pay from now on."""
    old, new, owner = deed.before, deed.done, owner_of(deed)
    bought = [private for private in new.privates_of(owner) if old.privates[private] != owner]
    if income := sum(new.book.privates[private].income for private in bought):
        yield message(msg("income {amount} a round"), amount=income)


def purse(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """The cash of who acts."""
    old, new = deed.before.cash[owner_of(deed)], deed.done.cash[owner_of(deed)]
    if old != new:
        yield message(msg("purse {old} → {new}"), old=old, new=new)


# -- passing -----------------------------------------------------------------------------------


def what_stays(deed: Deed[AnyRailways]) -> Iterator[Message]:
    """What is not spent, and in a train step what a train would cost."""
    s, company = deed.before, company_of(deed)
    if not company:
        yield message(msg("purse {cash}"), cash=s.cash[owner_of(deed)])
        return
    activity, turn = activity_of(s), s.frame
    if not (isinstance(activity, TurnActivity) and isinstance(turn, OperatingTurn)):
        return
    step = activity.steps[turn.step]
    yield message(msg("treasury {cash}"), cash=s.cash.get(company, 0))
    if isinstance(step, TrainStep):
        yield from next_train(Deed(deed.action, s, s, s))
    elif (known := runs_of(s, company)) and (best := known.most(s, company).revenue):
        yield message(msg("best run {revenue}"), revenue=best)
