"""TN: buying trains."""

from collections.abc import Iterator
from random import Random

from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.games.g1854.rules.emergency import (
    BANKRUPTCY,
    EMERGENCY_OPTION,
    EMERGENCY_SALE,
    aid,
    aid_is_open,
    last_sale_was_needed,
    means,
)
from stellwerk.games.g1854.rules.events import TwosGone
from stellwerk.games.g1854.rules.ownership import (
    all_offers,
    must_buy,
    owns_such_trains,
    price_of,
    side_is_left,
)
from stellwerk.games.g1854.rules.phases import first_train
from stellwerk.games.g1854.rules.prices import after_trade
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.emergency import aid_up_to_face_value, has_its_train, too_dear
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.phases import SurplusActivity, is_surplus
from stellwerk.mech18.state import OUT, POOL, SCRAP, STOCKS
from stellwerk.mech18.trains import (
    BuyTrain,
    BuyTrainMove,
    TrainOfferActivity,
    TrainStep,
    bank_sells_it_now,
    below_train_limit,
    card_side_fixed,
    complete,
    offer_is_new,
    pays_the_printed_price,
    price_is_agreed,
    seller_is_open,
    trade_in_fits,
    trade_is_open,
    train_exists,
    treasury_short,
)

FIRST_BOUGHT, THEN_GONE = "4", "2"
"""LA-6: the scrapped train that makes others leave."""


# -- rules -----------------------------------------------------------------------------------------


def no_rebate(s: Austria, a: BuyTrain) -> Fault | None:
    if not a.rebate:
        return None
    return refuse(
        "{company} has no right {rebate} for this train.",
        company=s.top(OperatingTurn).company,
        rebate=a.rebate,
    )


def treasury_or_director_pays(s: Austria, a: BuyTrain) -> Fault | None:
    """OR-5, EF-1: the treasury alone, or with its director's cash where the duty forces the purchase."""
    company = s.top(OperatingTurn).company
    if not treasury_short(s, a):
        return None
    if aid_is_open(s) and s.counts(company, s.train_type(a.train)):
        if means(s) >= a.price:
            return None
        return refuse(
            "{company} and its director have {cash}; the train costs {price}.",
            company=company,
            cash=means(s),
            price=a.price,
        )
    return too_dear(s, a)


def face_value_by_ruling(s: Austria, a: BuyTrain) -> Fault | None:
    """EF-2: under that ruling another company's train costs at most its face value with private money."""
    fault = aid_up_to_face_value(s, a) if s.rulings.aid_up_to_face_value else None
    return fault if fault is not None and aid_is_open(s) else None


# -- moves -----------------------------------------------------------------------------------------


def choices(s: Austria, seat: int) -> Iterator[BuyTrain]:
    """What the bank would sell."""
    for train, version, price in all_offers(s, s.top(OperatingTurn).company):
        yield BuyTrain(seat, train, version, price)


def purse(s: Austria, company: str) -> int:
    return means(s) if aid_is_open(s) else int(s.cash[company])


def sold_by_bank(s: Austria, company: str, train: str) -> Austria:
    return first_train(s, company, s.train_type(train))


def pay_and_take(s: Austria, company: str, a: BuyTrain) -> Austria:
    """The purchase; ST-6, TN-14: every train traded moves both prices; LA-6."""
    seller = s.trains[a.train]
    s = complete(aid(s, company, a.price), company, a, sold_by_bank)
    if seller not in STOCKS:
        return after_trade(s, company, seller)
    return twos_leave(s, a.train) if seller == SCRAP else s


def twos_leave(s: Austria, train: str) -> Austria:
    """LA-6, LA-11: with the first scrapped 4 all 2s leave the game, those of Lokalbahn AGs too."""
    if s.first_four or s.train_type(train) != FIRST_BOUGHT:
        return s
    trains = {card: OUT if s.train_type(card) == THEN_GONE else owner for card, owner in s.trains.items()}
    return s.replace(trains=trains, first_four=True).say(TwosGone(FIRST_BOUGHT, THEN_GONE))


class BuyMove(BuyTrainMove[Austria]):
    """Trade is open with everybody at any price, so a random purchase is from the bank as often as not."""

    def sample(self, s: Austria, seat: int, rng: Random) -> BuyTrain | None:
        found = self.usual(s, seat)
        sold = [action for action in found if s.trains[action.train] in STOCKS]
        choices = sold if sold and rng.random() < 0.5 else found
        return rng.choice(choices) if choices else None


# TN-3: no action gives a train up at will. TN-10: any number, in any order.
BUY = BuyMove(
    rule("TN-10", train_exists),
    rule("TN-1", bank_sells_it_now),
    rule("TN-1", side_is_left),
    rule("TN-12", owns_such_trains),
    rule("TN-6", trade_is_open),
    rule("TN-14", seller_is_open),
    rule("TN-10", card_side_fixed),
    rule("TN-10", trade_in_fits),
    rule("TN-10", no_rebate),
    rule("TN-3", below_train_limit),
    rule("LA-5", pays_the_printed_price(price_of)),
    rule("TN-6", price_is_agreed),
    rule("TN-14", offer_is_new),
    rule("EF-2", face_value_by_ruling),
    rule("EF-1", treasury_or_director_pays),
    rule("EF-5", last_sale_was_needed),
    bank_choices=choices,
    pay_and_take=pay_and_take,
    purse=purse,
    free_prices=True,
)

LOCAL_TRAINS = TrainStep[Austria](BUY)  # LR-4: without any duty
TRAINS = TrainStep[Austria](
    BUY, rule("TN-7", has_its_train(must_buy)), also=(EMERGENCY_SALE, EMERGENCY_OPTION, BANKRUPTCY)
)
OFFER = TrainOfferActivity[Austria](BUY, order_rule="TN-14")


def into_the_pool(s: Austria, train: str) -> Austria:
    return s.replace(trains=with_item(s.trains, train, POOL))


SURPLUS = SurplusActivity[Austria](rule("TN-4", is_surplus), give_up=into_the_pool)
