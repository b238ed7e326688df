"""TN: buying trains."""

from typing import Any

from fens.rules.ending import LAST_TRAIN
from fens.rules.phases import first_train
from fens.rules.state import Fens
from stellwerk.engine.rule import rule
from stellwerk.mech18.emergency import treasury_pays_train
from stellwerk.mech18.phases import SurplusActivity, is_surplus
from stellwerk.mech18.trains import (
    BuyTrainMove,
    TrainOfferActivity,
    TrainStep,
    bank_choices,
    bank_offers,
    bank_sells_it_now,
    below_train_limit,
    card_side_fixed,
    complete,
    offer_is_new,
    pays_the_printed_price,
    price_between_companies,
    trade_in_fits,
    trade_is_open,
    train_exists,
)


def sold_by_bank(s: Any, company: str, train: str) -> Any:
    """TN-1, EN-1: the first of its type changes the phase, the last of all ends the game."""
    s = first_train(s, s.train_type(train))
    return s if bank_offers(s) else s.trigger_end(LAST_TRAIN)


BUY = BuyTrainMove[Fens](
    rule("TN-1", train_exists),
    rule("TN-1", bank_sells_it_now),
    rule("TN-3", trade_is_open),
    rule("TN-3", card_side_fixed),
    rule("TN-1", trade_in_fits),
    rule("TN-1", below_train_limit),
    rule("TN-1", pays_the_printed_price()),
    rule("TN-3", price_between_companies),
    rule("TN-3", offer_is_new),
    rule("TN-2", treasury_pays_train()),
    bank_choices=lambda s, seat: bank_choices(s, seat, duty=False),
    pay_and_take=lambda s, company, a: complete(s, company, a, sold_by_bank),
)
TRAINS = TrainStep[Fens](BUY)
OFFER = TrainOfferActivity[Fens](BUY, order_rule="TN-3")
SURPLUS = SurplusActivity[Fens](rule("TN-4", is_surplus))
