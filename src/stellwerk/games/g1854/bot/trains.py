"""TN, LR: which trains companies buy, keep, and hand on to the local railways of their director.

Trains are bought after the run, so whoever waits for one until it is needed stands still for a turn.
"""

from stellwerk.board.hexes import StopId
from stellwerk.board.reach import reaches
from stellwerk.engine.action import Action
from stellwerk.engine.play import play
from stellwerk.games.g1854.bot.local_railways import plus_trains
from stellwerk.games.g1854.rules.ownership import is_plus, must_buy, offers_for
from stellwerk.games.g1854.rules.runs import RUNS
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.book import TrainType
from stellwerk.mech18.bot.earnings import ahead, known_kinds, next_kinds, settled, single_run
from stellwerk.mech18.negotiation import talks_of
from stellwerk.mech18.operating import OperatingTurn, step_of
from stellwerk.mech18.state import BANK, STOCKS
from stellwerk.mech18.track import LayTile, terrain_cost
from stellwerk.mech18.trains import BuyTrain, is_asked, owned_version

FIRST_PLUS, BETTER_PLUS = 0.2, 0.04
"""What a train counts by which a local railway runs at all, or further, in parts of a mean seat's money."""
LONGER = 0.004
"""The same for each kind by which it is longer."""
GIFT = 0.03
"""What a train counts that a company buys for a local railway of its director."""
FIRST_GIFT = 0.06
"""The same for one that has none."""
EARLY = 0.03
"""What a company's first train counts that it will run in its next turn, when it has built on."""
HANDED_ON = 0.08
"""The same when the local railway takes it."""
GIVEN_AWAY = 0.5
"""The part of its printed price below which no train is sold to another director."""
TOKEN = 1
"""TN-14: the least price between companies of one director."""
GROWS = "J38"
"""TR-9: the home of two local railways, which green track joins."""
OPENS_TRADE = "3"
"""TN-6."""
HASTE = 0.03
"""What every number train counts until then: green tiles and trade are what local railways wait for."""
SHORTEST, A_PAIR = "2", 2
"""Trains that are soon scrapped, and how many of them are enough: the money is for a lasting one."""
LAST = 2
"""Cards of a kind by which the next one is near."""


def known_trains(s: Austria, company: str) -> list[TrainType]:
    """LR-4, LA-5, TN-2: plus trains for local railways, number trains for all others."""
    local = s.is_local(company)
    there = known_kinds(s) | {kind.name for kind in next_kinds(s) if kind.versions[0].plus and local}
    return [kind for kind in s.book.trains.values() if kind.name in there and kind.versions[0].plus == local]


def best_single(s: Austria, company: str) -> int:
    """Return the best run of one of the trains that are known by now."""
    there, kinds = settled(s, company), known_trains(s, company)
    return max((single_run(there, company, kind, kind.versions[0].name) for kind in kinds), default=0)


def next_price(s: Austria, railway: str) -> int:
    """LR-7: nobody helps a local railway, so its next train comes before anything else that costs money."""
    if not s.trains_of(railway):
        return min((price for _, _, price in offers_for(s, railway)), default=0)
    later = plus_trains(s)[rank(s, railway) + 1 :]
    # After the last of them comes the merger, and a scrapped 2 of the Lokalbahn AG (LA-5).
    return later[0].versions[0].price if later else s.book.trains["2"].versions[0].price


def number_of(s: Austria, train: str) -> int:
    """Return the place of a plus train among its kinds."""
    return plus_trains(s).index(s.book.trains[s.train_type(train)])


def rank(s: Austria, railway: str) -> int:
    """Return the place of a local railway's best train; -1 where it has none."""
    return max((number_of(s, card) for card in s.trains_of(railway)), default=-1)


def upcoming(s: Austria) -> set[str]:
    """Return the kinds of number train that will be sold next."""
    stock = [one for one in next_kinds(s) if not one.versions[0].plus]
    left = sum(s.train_type(card) == stock[0].name for card in s.trains_of(BANK)) if stock else 0
    return {one.name for one in stock[: 2 if left <= LAST else 1]}


def lasts(s: Austria, kind: str) -> bool:
    """Whether a kind of train outlives the next sales of the bank."""
    return upcoming(s).isdisjoint(s.book.trains[kind].scrapped_by)


def keeps_one(s: Austria, seller: str, train: str) -> bool:
    """Whether a company that parts with a train has another one that lasts."""
    return any(lasts(s, s.train_type(card)) for card in s.limited_trains(seller) if card != train)


# -- local railways ---------------------------------------------------------------------------


def may_build(s: Austria, railway: str, price: int) -> bool:
    """Whether a tile leaves enough for the next train, or is needed for one that its director will give."""
    if not price or s.cash[railway] - price >= next_price(s, railway):
        return True
    return not best_single(s, railway) and not grows(s, railway) and bool(sponsors(s, railway))


def must_build(s: Austria, railway: str) -> bool:
    """Whether it is time for a tile, and the railway has no route yet, or none for its train any more."""
    turn = s.nearest(OperatingTurn)
    if turn is None or step_of(s, turn) != "track":
        return False
    return not best_single(s, railway) or stands_still(s, railway)


def stands_still(s: Austria, railway: str) -> bool:
    """TR-6, RT-9: whether its trains have no run, as a 1+ among towns that have become cities."""
    return bool(s.trains_of(railway)) and not RUNS.best(s, railway).revenue


def wakes(s: Austria, railway: str, a: LayTile) -> bool:
    """Whether a tile gives a run to trains that have none."""
    return stands_still(s, railway) and RUNS.best(play(s, a).state, railway).revenue > 0


def grows(s: Austria, railway: str) -> bool:
    """TR-9: whether its home will be joined to the track of its neighbour for nothing."""
    return s.book.atlas.where[StopId(s.book.companies[railway].homes[0])][0] == GROWS


def sponsors(s: Austria, railway: str) -> list[str]:
    """TN-2, LR-8: the companies that may buy a plus train for a local railway."""
    owner = s.director(railway)
    return [sym for sym in s.opened if not s.is_local(sym) and s.director(sym) == owner]


def suits_local(s: Austria, railway: str, a: BuyTrain) -> bool:
    """From the bank, or for next to nothing from its director's company: only what is longer than its own."""
    if number_of(s, a.train) <= rank(s, railway):
        return False
    if s.trains[a.train] not in STOCKS and not is_handed_on(s, railway, a):
        return False
    if best_single(s, railway):
        return True
    # The next tile may make a route, and who has a train by then runs it at once.
    return not s.trains_of(railway) and ahead(s, railway) > 0 and not is_stuck(s, railway, a.price)


def is_handed_on(s: Austria, railway: str, a: BuyTrain) -> bool:
    """TN-14: whether a company of the same director gives a train that it cannot run.

    Whoever has none comes first.
    """
    if is_asked(s, a.train) or s.is_local(s.trains[a.train]) or a.price != TOKEN:
        return False
    if not s.trains_of(railway):
        return True
    owner = s.director(railway)
    others = [sym for sym in s.opened if s.is_local(sym) and s.director(sym) == owner]
    return all(s.trains_of(other) or not best_single(s, other) for other in others)


def is_stuck(s: Austria, railway: str, price: int) -> bool:
    """Whether a local railway could pay no further tile after this train."""
    atlas, board, left = s.book.atlas, s.board, s.cash[railway] - price
    if grows(s, railway):
        return False
    ends = {
        atlas.neighbours[here][edge] for part in reaches(atlas, board, railway) for here, edge in part.exits
    }
    return all(terrain_cost(s, beyond) > left for beyond in ends if beyond is not None)


def needs_a_train(s: Austria, railway: str, number: int) -> bool:
    """LR-4: whether a local railway has a route, room and use for a train that it cannot pay itself."""
    price = plus_trains(s)[number].versions[0].price
    return (
        rank(s, railway) < number
        and len(s.trains_of(railway)) < s.train_limit(railway)
        and s.cash[railway] < price
        and best_single(s, railway) > 0
    )


# -- share companies --------------------------------------------------------------------------


def is_gift(s: Austria, company: str, train: str) -> bool:
    """TN-2, LR-8: whether a company buys a plus train from money to spare for a railway of its director."""
    if s.trains[train] not in STOCKS or not lasts(s, s.train_type(train)):
        return False
    if not s.granted("train_trade") and OPENS_TRADE not in upcoming(s):
        return False
    owner, number = s.director(company), number_of(s, train)
    waiting = sum(
        is_plus(s, card)
        for sym in s.opened
        if s.director(sym) == owner and not s.is_local(sym)
        for card in s.trains_of(sym)
    )
    locals_ = [sym for sym in s.opened if s.is_local(sym) and s.director(sym) == owner]
    return waiting < sum(needs_a_train(s, sym, number) for sym in locals_) and can_spare(s, company, train)


def can_spare(s: Austria, company: str, train: str) -> bool:
    """Whether its own trains last, or the next one can be paid as well."""
    if not s.limited_trains(company):
        return False
    price = s.book.trains[s.train_type(train)].versions[0].price
    following = min((cost for _, _, cost in offers_for(s, company)), default=0)
    own_last = any(lasts(s, s.train_type(card)) for card in s.limited_trains(company))
    return own_last or s.cash[company] - price >= following


def suits_company(s: Austria, company: str, a: BuyTrain) -> bool:
    """No train for whoever cannot run it, but for a gift; no trade but in need; none that goes at once."""
    if is_plus(s, a.train):
        return is_gift(s, company, a.train)
    if not lasts(s, s.train_type(a.train)) and not s.is_lokalbahn(company) and pays_a_lasting_one(s, company):
        return False
    if s.trains[a.train] in STOCKS:
        return len(s.limited_trains(company)) < A_PAIR or s.train_type(a.train) != SHORTEST
    if is_asked(s, a.train):
        return in_need(s, company) and is_worth_asking(s, a)
    if s.limited_trains(company) or pays_a_lasting_one(s, company):
        return False
    return keeps_one(s, s.trains[a.train], a.train)


def pays_a_lasting_one(s: Austria, company: str) -> bool:
    return any(
        price <= s.cash[company] and lasts(s, s.train_type(train))
        for train, _, price in offers_for(s, company)
    )


def in_need(s: Austria, company: str) -> bool:
    """EF-4: whether its director will have to help."""
    prices = [price for _, _, price in offers_for(s, company)]
    return must_buy(s, company) and s.cash[company] < min(prices)


def is_worth_asking(s: Austria, a: BuyTrain) -> bool:
    """Who has another train may part with one for a fair price. Whoever was refused once asks nobody else."""
    seller = s.trains[a.train]
    fair = GIVEN_AWAY * printed_price(s, a.train) <= a.price <= printed_price(s, a.train)
    return fair and len(s.limited_trains(seller)) > 1 and not talks_of(s).offered


def printed_price(s: Austria, train: str) -> int:
    return owned_version(s, train).price


def inclination(before: Austria, after: Austria, company: str, a: Action) -> float:
    """A train comes early, even before the first route, and so does what is bought for a local railway."""
    if not isinstance(a, BuyTrain):
        return 0.0
    if not is_plus(before, a.train):
        waits = not before.limited_trains(company) and not must_buy(before, company)
        early = EARLY if waits and ahead(before, company) > 0 else 0.0
        return early if before.granted("train_trade") else early + HASTE
    longer = LONGER * number_of(before, a.train)
    if not before.is_local(company):
        owner = before.director(company)
        bare = any(
            before.is_local(sym) and before.director(sym) == owner and not before.trains_of(sym)
            for sym in before.opened
        )
        return longer + (FIRST_GIFT if bare else GIFT)
    if before.trains[a.train] not in STOCKS:
        return longer + HANDED_ON
    return longer + (BETTER_PLUS if before.trains_of(company) else FIRST_PLUS)
