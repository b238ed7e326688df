"""Plain sense: what is not worth a thought, and what is good by rule of thumb.

A game on paper is a rough guess, and of many rough guesses the highest is often a mistake. What everybody
knows to be foolish is therefore not tried at all.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.mech18.advice import runs_of
from stellwerk.mech18.bot.earnings import next_kinds
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.state import OFFER, AnyRailways, S
from stellwerk.mech18.stock import SellShares, StartCompany
from stellwerk.mech18.trains import BuyTrain

SPENT = 0.95
"""How much of all their money the seats can spend on what has to begin."""
SAVING = 2
"""Runs that a company keeps at most to pay for a train."""


class Leaning(Struct, frozen=True):
    """What steps of an operating turn count beside their use on paper, in parts of a mean seat's money."""

    track: float = 0.0006
    """For each coin that the best run gains."""
    paying: float = 0.01
    train: float = 0.0003
    """For each coin that the best run gains by a train."""
    first_train: float = 0.05
    """For the first train of a company that has a route for it."""
    reserve: float = 0.0
    """For the price of the next train in a treasury."""


def can_begin(s: AnyRailways, a: StartCompany) -> bool:
    """Whether the seats together can pay what this company and those that wait before it still lack."""
    need = s.book.float_shares
    missing = need * a.par
    for company in s.par:
        if company in s.opened or company not in s.prices:
            continue
        sold = sum(one.shares for one in s.book.papers_of[company]) - s.shares(OFFER, company)
        missing += max(0, need - sold) * s.par[company]
    return missing <= SPENT * sum(max(0, s.cash[owner]) for owner in s.players)


def saves_for_a_train(s: AnyRailways) -> bool:
    """Whether keeping the revenue leads to a train that the company needs and cannot pay yet."""
    turn = s.nearest(OperatingTurn)
    if turn is None:
        return True
    company, following = turn.company, next_kinds(s)
    if not following:
        return False
    price = min(version.price for version in following[0].versions)
    cash = s.cash.get(company, 0)
    if cash >= price or cash + SAVING * turn.revenue < price:
        return False
    kinds = list(s.book.trains)
    upcoming = {kind.name for kind in following[:2]}
    lasting = [
        card
        for card in s.trains_of(company)
        if not upcoming.intersection(s.book.trains[s.train_type(card)].scrapped_by)
        and s.train_type(card) in kinds
    ]
    return not lasting


def sensible(s: S, choices: Sequence[Action], saves: Callable[[S], bool] = saves_for_a_train) -> list[Action]:
    """Return the choices without those that only hurt; all of them where nothing else is left."""
    found = [a for a in choices if is_sensible(s, a, saves)]
    return found or list(choices)


def is_sensible(s: S, a: Action, saves: Callable[[S], bool] = saves_for_a_train) -> bool:
    if isinstance(a, StartCompany):
        return can_begin(s, a)
    if isinstance(a, Dividend):
        return a.pay or saves(s)
    return True


def endangered(s: AnyRailways, company: str) -> bool:
    """Whether a company will soon need money of its director: no lasting train and nothing to buy one."""
    following = next_kinds(s)
    if not following or company not in s.opened:
        return False
    price = min(version.price for version in following[0].versions)
    rusting = all(
        following[0].name in s.book.trains[s.train_type(card)].scrapped_by for card in s.trains_of(company)
    )
    return rusting and s.cash.get(company, 0) < price


def worth_selling(s: AnyRailways, a: SellShares) -> bool:
    """Whether a sale makes sense by itself, without something to be bought for its money."""
    return endangered(s, a.company)


def leaning(weights: Leaning, before: S, after: S, company: str, a: Action) -> float:
    """Return what a step counts by rule of thumb."""
    return _use(weights, before, after, company, a) - weights.reserve * _spends_the_next(
        before, after, company
    )


def _spends_the_next(before: AnyRailways, after: AnyRailways, company: str) -> bool:
    """Whether a company that could pay the next train cannot any more, and has not bought it."""
    if company not in after.cash or len(after.trains_of(company)) > len(before.trains_of(company)):
        return False
    following = next_kinds(after)
    price = min((version.price for kind in following[:1] for version in kind.versions), default=0)
    return after.cash[company] < price <= before.cash[company]


def _use(weights: Leaning, before: AnyRailways, after: AnyRailways, company: str, a: Action) -> float:
    if isinstance(a, Dividend):
        return weights.paying if a.pay else 0.0
    if isinstance(a, BuyTrain):
        runs = runs_of(after, company)
        if runs is None:
            return 0.0
        gain = runs.best(after, company).revenue
        if not before.trains_of(company):
            return weights.first_train + weights.train * gain if gain else 0.0
        return weights.train * max(0, gain - runs.best(before, company).revenue)
    return 0.0
