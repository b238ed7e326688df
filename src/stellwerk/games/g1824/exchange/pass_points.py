"""Where 18xx.games stops in a company's turn of 1824."""

from stellwerk.games.g1824.rules.book import COAL
from stellwerk.games.g1824.rules.state import AustriaHungary, Turn
from stellwerk.games.g1824.rules.trains import goods, must_buy, offers_for
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.pass_points import PassPoints
from stellwerk.mech18.state import BANK, OUT
from stellwerk.mech18.trains import bank_offers


def can_buy(s: AustriaHungary, company: str, traded: bool) -> bool:
    """Room for a train and money for the cheapest one, or a train to give in payment (`traded`: it was done).

    It stops for the price of any train once there is one that the company may own.
    """
    others = [train for train, owner in s.trains.items() if owner not in (BANK, OUT, company)]
    traded_freely = others if s.granted("train_trade") else []
    fit = [train for train in traded_freely if s.kind(company) != COAL or goods(s, train)]
    if not offers_for(s, company) and not fit:
        return False
    cash = s.cash[company]
    sides = [s.book.trains[s.train_type(train)].versions[0] for train in bank_offers(s)]
    if len(s.trains_of(company)) >= s.train_limit(company):
        owned = {s.train_type(train) for train in s.trains_of(company)}
        dear = [side.price - side.takes_for for side in sides if side.takes in owned]
        return not traded and any(cash >= price for price in dear)
    prices = [side.price for side in sides]
    if traded_freely:
        prices.append(1)
    return bool(cash >= min(prices))


class PassPoints1824(PassPoints[AustriaHungary]):
    def waits_for_trains(self, s: AustriaHungary, turn: OperatingTurn) -> bool:
        company = turn.company
        return isinstance(turn, Turn) and (must_buy(s, company) or can_buy(s, company, turn.traded))
