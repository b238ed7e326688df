"""IX, S16: how long a company may buy trains in its turn."""

from stellwerk.engine.rule import Fault, refuse
from stellwerk.games.g1848.rules.state import Australia, Turn
from stellwerk.mech18.operating import step_of
from stellwerk.mech18.state import BANK, OUT
from stellwerk.mech18.trains import BuyTrain, TrainStep, bank_offers, must_buy

GHAN_REBATE = 100  # V-P4-1


def can_buy(s: Australia, company: str) -> bool:
    """Room for a train, and money for the cheapest one there is: 1 is enough for another company's.

    At the limit, money for a train that one of its own is given for. No record of 1848 shows that; those of
    1824 do, each time, and titles share this step of that program.
    """
    if len(s.limited_trains(company)) >= s.train_limit(company):
        return any(s.cash[company] >= price for price in trade_in_prices(s, company))
    prices = [s.book.trains[s.train_type(train)].versions[0].price for train in bank_offers(s)]
    others = [train for train, owner in s.trains.items() if owner not in (BANK, OUT, company)]
    if s.granted("train_trade") and others:
        prices.append(1)
    return bool(prices) and s.cash[company] >= min(prices)


def trade_in_prices(s: Australia, company: str) -> list[int]:
    """IX-5: what the bank's trains cost that take one of the company's in payment."""
    owned = {s.train_type(train) for train in s.trains_of(company)}
    sides = [side for train in bank_offers(s) for side in s.book.trains[s.train_type(train)].versions]
    return [side.price - side.takes_for for side in sides if side.takes in owned]


def could_buy_a_ghan(s: Australia, company: str) -> bool:
    """18xx.games also waits for whoever has the price of a 2E with its rebate, even before there are any.

    Records show it at the train limit in phases 3 and 4, when no 2E is on sale: neither limit nor phase is
    asked, so it is the same in phase 2.
    """
    owned = {s.train_type(train) for train in s.trains_of(company)}
    return "2E" not in owned and s.cash[company] >= s.book.trains["2E"].versions[0].price - GHAN_REBATE


def waits(s: Australia, company: str) -> bool:
    """S16: whether 18xx.games stops in its train step when it is reached."""
    return must_buy(s, company) or can_buy(s, company) or could_buy_a_ghan(s, company)


def goes_on(s: Australia, company: str) -> bool:
    """S16: whether its train step stays open after a purchase: a 2E alone does not keep it open."""
    return must_buy(s, company) or can_buy(s, company)


def is_open(s: Australia) -> bool:
    """S16: whether the acting company may still buy trains in this turn."""
    turn = s.top(Turn)
    if turn.closed:
        return False
    return goes_on(s, turn.company) if turn.bought else waits(s, turn.company)


def close_if_done(s: Australia) -> Australia:
    """S16: money that comes in later does not open the train step again."""
    if not s.rulings.train_step_closes or step_of(s, s.top(Turn)) != TrainStep.name or is_open(s):
        return s
    return s.update_frame(closed=True)


def train_step_is_open(s: Australia, a: BuyTrain) -> Fault | None:
    if not s.rulings.train_step_closes or is_open(s):
        return None
    return refuse(
        "{company} could buy no train before and has ended its purchases.", company=s.top(Turn).company
    )
