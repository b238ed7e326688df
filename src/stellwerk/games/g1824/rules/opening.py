"""VI.3: the first stock round: coal, pre-state and mountain railways; what nobody buys."""

from collections.abc import Iterator

from stellwerk.board.board import Board
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Check, Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.games.g1824.rules.events import FirstTrain, NeverSold, PriceSet
from stellwerk.games.g1824.rules.mountains import paper_limit
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.events import RailwayBought
from stellwerk.mech18.state import BANK, OFFER, OUT, RESERVED, SEATS
from stellwerk.mech18.stock import end_acting, player_pays, room_under, set_par


class BuyRailway(Action, frozen=True):
    """Buy a coal, pre-state or mountain railway."""

    railway: str
    price: int


def paper_of(s: AustriaHungary, railway: str) -> str:
    """Return the owner of the paper; "" if there is no such railway."""
    if railway in s.facts.minors:
        return s.papers[f"{railway}_0"]
    return s.privates.get(railway, "")


def prices(s: AustriaHungary, railway: str) -> tuple[int, ...]:
    """IV.1-1, IV.2-1, IV.3-1: what may be paid."""
    minor = s.facts.minors.get(railway)
    return minor.prices if minor else (s.book.privates[railway].price,)


def for_sale(s: AustriaHungary) -> list[str]:
    """VI.3-1: pre-state, coal and mountain railways that nobody has bought."""
    syms = [*s.facts.pre_state, *s.facts.coal, *s.book.privates]
    return [sym for sym in syms if paper_of(s, sym) == OFFER]


# -- rules -------------------------------------------------------------------------------------


def is_for_sale(s: AustriaHungary, a: BuyRailway) -> Fault | None:
    if a.railway in for_sale(s):
        return None
    return refuse("{railway} is not for sale.", railway=a.railway)


def price_is_open(s: AustriaHungary, a: BuyRailway) -> Fault | None:
    if a.price in prices(s, a.railway):
        return None
    return refuse(
        "{railway} costs {prices}, not {price}.",
        railway=a.railway,
        prices=", ".join(map(str, prices(s, a.railway))),
        price=a.price,
    )


can_pay: Check[AustriaHungary, BuyRailway] = player_pays(lambda s, a: a.price)


def room_for_a_paper(s: AustriaHungary, a: BuyRailway) -> Fault | None:
    """VI.7-1b: coal and pre-state railways count, mountain railways do not (IV.1-4)."""
    if a.railway in s.book.privates and not s.rulings.mountains_are_papers:
        return None
    return _room(s, a)


_room = room_under(paper_limit)


# -- the purchase ------------------------------------------------------------------------------


def buy(s: AustriaHungary, seat: int, railway: str, price: int) -> AustriaHungary:
    """VI.3-3: the price goes into the treasury; a coal railway pays for its 1g and sets a share price."""
    owner = SEATS[seat]
    s = s.say(RailwayBought(s.names[seat], railway, price))
    if railway in s.book.privates:
        return s.pay(owner, BANK, price).replace(privates=with_item(s.privates, railway, owner))
    s = s.hand_over(f"{railway}_0", owner).replace(opened=(*s.opened, railway))
    s = s.pay(owner, railway, price)
    return found_coal(s, railway, price) if railway in s.facts.coal else s


def found_coal(s: AustriaHungary, railway: str, price: int) -> AustriaHungary:
    """IV.2-1: half the price is the par of its regional; IV.2-6: a 1g, and the rest stays as cash."""
    company, kind = s.facts.coal[railway].into, s.book.trains[s.facts.coal_train]
    s = set_par(s, company, price // 2).say(PriceSet(company, price // 2))
    # III.4-3b: the card comes out of the stock, before the bank offers any.
    card = next(t for t, holder in s.trains.items() if holder == BANK and s.train_type(t) == kind.name)
    cost = kind.versions[0].price
    s = s.pay(railway, BANK, cost)
    s = s.replace(trains=with_item(s.trains, card, railway), versions=with_item(s.versions, card, kind.name))
    return s.say(FirstTrain(railway, kind.name, cost))


class BuyRailwayMove(Move[AustriaHungary, BuyRailway]):
    action = BuyRailway

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[BuyRailway]:
        for railway in for_sale(s):
            for price in prices(s, railway):
                yield BuyRailway(seat, railway, price)

    def apply(self, s: AustriaHungary, a: BuyRailway) -> AustriaHungary:
        return end_acting(buy(s, a.seat, a.railway, a.price), a.seat)


# IV.1-2, IV.2-2, IV.3-4: no action sells one of them again.
BUY_RAILWAY = BuyRailwayMove(
    rule("VI.3-5", is_for_sale),
    rule("VI.3-1", price_is_open),
    rule("VI.4-2", can_pay),
    rule("VI.7-1b", room_for_a_paper),
)


def remove_unsold(s: AustriaHungary) -> AustriaHungary:
    """VI.3-5, IV.2-16: what nobody bought is out; the shares kept for it are free.

    IV.4.4-8b, IV.4.4-12: the 10% of a pre-state railway are on sale; the 20% of nr 1 lie open but are
    not bought: the first with two shares gets them (states.py).
    """
    unsold = for_sale(s)
    if not unsold:
        return s
    papers, privates = dict(s.papers), dict(s.privates)
    for railway in unsold:
        minor = s.facts.minors.get(railway)
        if minor is None:
            privates[railway] = OUT
            continue
        papers[f"{railway}_0"] = OUT
        if papers[minor.paper] == RESERVED:
            papers[minor.paper] = OFFER
    stays = [sym for sym in unsold if s.rulings.budapest_marker_stays and s.board.markers_of(sym)]  # XI.3-1b
    gone = [sym for sym in unsold if sym not in stays]
    markers = {sym: used for sym, used in s.markers.items() if sym not in gone}
    for state in s.facts.forms.values():
        # IV.4.4-9: a state railway without any pre-state railway needs the place of nr 1 itself.
        if all(minor.sym in unsold for minor in s.facts.pre_states_of(state)):
            markers[state] = 0
    s = s.replace(papers=papers, privates=privates, markers=markers, board=_without(s, gone))
    return s.say(NeverSold(", ".join(unsold)))


def _without(s: AustriaHungary, railways: list[str]) -> Board:
    """R15: a marker that lay there from set-up goes with its railway; XI.3-1b: with the book it stays."""
    board = s.board
    for railway in railways:
        if board.markers_of(railway):
            board = board.remove(railway)
    return board
