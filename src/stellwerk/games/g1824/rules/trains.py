"""VII.11 to VII.13: buying trains."""

from collections.abc import Iterator

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.text import msg
from stellwerk.games.g1824.rules.bond import (
    SellBondMove,
    after_bank_sale,
    owns_them,
    pool_has_room,
    there_is_one,
)
from stellwerk.games.g1824.rules.book import COAL
from stellwerk.games.g1824.rules.emergency import aid, emergency_sale_rules, note_means
from stellwerk.games.g1824.rules.phases import first_train
from stellwerk.games.g1824.rules.prices import after_sale
from stellwerk.games.g1824.rules.state import AustriaHungary, Turn
from stellwerk.games.g1824.rules.trading import not_the_bond
from stellwerk.mech18.emergency import EmergencySaleMove, aid_up_to_face_value, has_its_train, means, too_dear
from stellwerk.mech18.events import TrainDiscarded
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.phases import SurplusActivity, SurplusTrains, crowded, is_surplus, leaves_the_game
from stellwerk.mech18.state import BANK
from stellwerk.mech18.trains import (
    BuyTrain,
    BuyTrainMove,
    TrainOfferActivity,
    TrainStep,
    bank_choices,
    bank_offers,
    bank_sells_it_now,
    below_train_limit,
    complete,
    kind_of,
    offer_is_new,
    pays_the_printed_price,
    price_between_companies,
    seller_is_open,
    trade_in_fits,
    trade_is_open,
    train_exists,
    treasury_short,
)


def goods(s: AustriaHungary, train: str) -> bool:
    kind = kind_of(s, train)
    return kind is not None and kind.versions[0].goods


def offers_for(s: AustriaHungary, company: str) -> list[str]:
    """Return what the bank now sells that the company may own (IV.2-5)."""
    return [train for train in bank_offers(s) if s.kind(company) != COAL or goods(s, train)]


def must_buy(s: AustriaHungary, company: str) -> bool:
    """VII.11-1, IV.2-4, IV.3-4c: a train at the end of the turn, route or not.

    VII.11-2: not a coal railway while the bank has no goods train. R21: nor a company whom nobody helps.
    """
    if s.director(company) is None and not payable(s, company):
        return False
    return not s.trains_of(company) and bool(offers_for(s, company))


def payable(s: AustriaHungary, company: str) -> list[str]:
    """Trains on sale at the bank that the treasury pays alone."""
    return [train for train in offers_for(s, company) if _price(s, train) <= s.cash[company]]


def aid_is_open(s: AustriaHungary) -> bool:
    """VII.12-1, VII.12-5b: only for the one train that the duty demands, and only in need.

    VII.12-1b: a treasury that pays a cheaper train is in no need, but for the ruling.
    """
    turn = s.top(Turn)
    company = turn.company
    if turn.aided or s.director(company) is None or not must_buy(s, company):
        return False
    return s.rulings.help_with_a_dearer_train or not payable(s, company)


# -- rules -------------------------------------------------------------------------------------


def coal_owns_goods_only(s: AustriaHungary, a: BuyTrain) -> Fault | None:
    company = s.top(OperatingTurn).company
    if s.kind(company) != COAL or goods(s, a.train):
        return None
    return refuse("{company} is a coal railway and owns goods trains only.", company=company)


def one_trade_in(s: AustriaHungary, a: BuyTrain) -> Fault | None:
    if not a.exchange or not s.top(Turn).traded:
        return None
    return refuse(
        "{company} has given a train in payment in this round.", company=s.top(OperatingTurn).company
    )


def treasury_or_director_pays(s: AustriaHungary, a: BuyTrain) -> Fault | None:
    if not treasury_short(s, a) or aid_is_open(s):
        return None
    company = s.top(OperatingTurn).company
    cheaper = payable(s, company)
    if not must_buy(s, company) or not cheaper:
        return too_dear(s, a)
    return refuse(
        "{company} has {cash}, enough for a {train}: nobody helps it with a train for {price}.",
        company=company,
        cash=s.cash[company],
        price=a.price,
        train=s.train_type(cheaper[0]),
    )


def sale_was_needed(s: AustriaHungary, a: BuyTrain) -> Fault | None:
    """VII.12-2b: shares were sold to spare an overdraft, so the train is one that was out of reach before."""
    before = s.top(Turn).before_sales
    if a.price > before or not s.rulings.sold_for_a_dearer_train:  # R13
        return None
    return refuse(
        "Shares were sold for a train that costs more than the {means} there were; this one costs {price}.",
        means=before,
        price=a.price,
    )


def aid_is_needed(s: AustriaHungary, a: Action) -> Fault | None:
    """VII.11, VII.12-1: without need for help there is nothing to sell for."""
    if aid_is_open(s):
        return None
    company = s.top(OperatingTurn).company
    player, cheaper = s.names[s.decider(company)], payable(s, company)
    if must_buy(s, company) and cheaper:
        told = msg("{company} has {cash} and pays a {train} alone: {player} need not sell anything.")
        train, cash = s.train_type(cheaper[0]), s.cash[company]
        return refuse(told, company=company, cash=cash, train=train, player=player)
    return refuse("{player} need not sell anything for {company}.", player=player, company=company)


def aid_is_short(s: AustriaHungary, a: Action) -> Fault | None:
    """VII.12-2: shares are sold only to spare the director an overdraft."""
    company = s.top(OperatingTurn).company
    owner, there = s.director(company), means(s, company)
    assert owner is not None
    dearest = max(_price(s, train) for train in offers_for(s, company))
    if there < dearest:
        return None
    return refuse(
        "{company} and {player} have {means}; no train of the bank costs more than {price}.",
        company=company,
        player=s.name(owner),
        means=there,
        price=dearest,
    )


def _price(s: AustriaHungary, train: str) -> int:
    return s.book.trains[s.train_type(train)].versions[0].price


# -- moves -------------------------------------------------------------------------------------


def choices(s: AustriaHungary, seat: int) -> Iterator[BuyTrain]:
    """What the bank would sell; with the director's help also what the treasury cannot pay."""
    yield from bank_choices(s, seat, aid_is_open(s))


def purse(s: AustriaHungary, company: str) -> int:
    """Return what could be paid to another company: with the director's help the dearest train."""
    if aid_is_open(s):
        return max(int(version.price) for kind in s.book.trains.values() for version in kind.versions)
    return int(s.cash[company])


def sold_by_bank(s: AustriaHungary, company: str, train: str) -> AustriaHungary:
    """VII.14: the first of its type changes the phase; X.4-6b."""
    kind = s.train_type(train)
    return after_bank_sale(first_train(s, kind), company, kind)


def pay_and_take(s: AustriaHungary, company: str, a: BuyTrain) -> AustriaHungary:
    """VII.11-3: it runs from the next turn on. The director pays what the treasury lacks (VII.12)."""
    s = s.update_frame(traded=s.top(Turn).traded or bool(a.exchange))
    if not treasury_short(s, a):
        return complete(s, company, a, sold_by_bank)
    s = s.update_frame(aided=True, before_sales=-1)
    if s.trains[a.train] != BANK:
        return aid(complete(s, company, a, sold_by_bank), company)
    # The money is in order before the new train changes anything.
    return complete(s, company, a, lambda s, company, train: sold_by_bank(aid(s, company), company, train))


class Surplus(SurplusActivity[AustriaHungary]):
    """VII.11-7b; IV.4.4-14: without a director the cheapest trains go by themselves, if so ruled."""

    def advance(self, s: AustriaHungary) -> AustriaHungary | None:
        if s.rulings.priority_discards_for_nobody:
            return super().advance(s)
        for company in crowded(s, s.top(SurplusTrains).companies):
            if s.director(company) is None:
                train = min(s.limited_trains(company), key=lambda card: _price(s, card))
                told = TrainDiscarded(company, s.versions[train], s.train_limit(company))
                return leaves_the_game(s, train).say(told)
        return super().advance(s)


# VII.11-7: no action sells a train to the bank or scraps it at will.
BUY = BuyTrainMove[AustriaHungary](
    rule("VII.11-5", train_exists),
    rule("VII.11-5", bank_sells_it_now),  # VII.11-5b: goods trains beside the order; III.4-3
    rule("IV.2-5", coal_owns_goods_only),  # IV.3-5: all others own any train
    rule("VII.11-6", trade_is_open),
    rule("IV.2-14", seller_is_open),
    rule("VII.13-1", trade_in_fits),  # VII.13-1b, VII.13-1e; VII.13-2: even one bought a moment ago
    rule("VII.13-1c", one_trade_in),
    rule("VII.11-4", below_train_limit),  # VII.13-1d: a train given in payment leaves first
    rule("VII.11-5", pays_the_printed_price()),
    rule("VII.11-6b", price_between_companies),
    rule("VII.11-6", offer_is_new),
    rule("VII.12-5", aid_up_to_face_value),
    rule("VII.12-1", treasury_or_director_pays),  # VII.12-1b
    rule("VII.12-2b", sale_was_needed),
    bank_choices=choices,
    pay_and_take=pay_and_take,
    purse=purse,
)

# Shares sold to spare the director the overdraft.
EMERGENCY_SALE = EmergencySaleMove[AustriaHungary](
    rule("X.4-5b", not_the_bond),
    *emergency_sale_rules(aid_is_needed, aid_is_short),
    fall=after_sale,
    before=note_means,
)
EMERGENCY_BOND = SellBondMove(
    rule("X.4-3", there_is_one),
    rule("VII.12-2", aid_is_needed),
    rule("VII.12-2", aid_is_short),
    rule("X.4-5b", owns_them),
    rule("X.4-8", pool_has_room),
    noted=False,
)

DUTY = has_its_train(must_buy, msg("{company} must own a train at the end of its turn."))
TRAINS = TrainStep[AustriaHungary](BUY, rule("VII.11-1", DUTY), also=(EMERGENCY_SALE, EMERGENCY_BOND))
OFFER = TrainOfferActivity[AustriaHungary](BUY, order_rule="VII.11-6")
SURPLUS = Surplus(rule("VII.11-7b", is_surplus))
