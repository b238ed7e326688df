"""2.7.4, 2.8, 3: the stock rounds, the first one with rules of its own."""

from collections.abc import Iterator
from random import Random

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Check, Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move, Pass
from stellwerk.games.g1853.rules.book import SINGLES
from stellwerk.games.g1853.rules.companies import open_all, start_company
from stellwerk.games.g1853.rules.directors import give_shares, settle_head, take_shares
from stellwerk.games.g1853.rules.events import SharePaid, ThresholdReached
from stellwerk.games.g1853.rules.state import India, SharesRound, pair
from stellwerk.mech18.events import Passed, ShareBought, SharesSold
from stellwerk.mech18.shares import enough_issued
from stellwerk.mech18.state import BANK, OFFER, POOL, SEAT_OF, SEATS
from stellwerk.mech18.stock import (
    BuyShare,
    SellShares,
    StockActivity,
    below_holding_limit,
    company_exists,
    not_sold_this_round,
    player_pays,
    room_under,
    some_shares,
)


class PayShare(Action, frozen=True):
    """Pay for a contract share that is still unpaid."""

    company: str


# -- limits ------------------------------------------------------------------------------------


def counts(s: India, company: str) -> bool:
    """3.1.2-b: companies at 40 or less count for no limit."""
    return company not in s.prices or s.price(company) > s.facts.outside_limits


def counted_papers(s: India, seat: int) -> int:
    """3.1.2-a: a director's paper is one."""
    owner = SEATS[seat]
    shares = sum(s.shares(owner, company) for company in s.book.companies if counts(s, company))
    return shares - sum(1 for company in s.directs(seat) if counts(s, company))


def over_limit(s: India, seat: int) -> list[str]:
    """Companies of which something must be sold; all that count when it is the papers that are too many."""
    held = [company for company in s.book.companies if s.shares(SEATS[seat], company) and counts(s, company)]
    if counted_papers(s, seat) > s.book.paper_limits[0]:
        return held
    return [company for company in held if s.shares(SEATS[seat], company) > s.book.holding_limit]


# -- selling -----------------------------------------------------------------------------------


def sale_price(s: India, company: str) -> int:
    """3.1.7: the market price; in the first round always par less 5."""
    return s.par[company] - s.facts.first_round_loss if s.top(SharesRound).number == 1 else s.value(company)


def only_paid_ones(s: India, a: SellShares) -> Fault | None:
    paid = s.paid_shares(a.seat, a.company)
    if a.shares <= paid:
        return None
    return refuse("Only {count} of these shares of {company} are paid for.", count=paid, company=a.company)


def no_sale_in_operation(s: India, a: SellShares) -> Fault | None:
    """2.8.3-b, in the first round: a company in operation is not sold, but for contract shares."""
    if s.top(SharesRound).number > 1 or not enough_issued(s, a.company):
        return None
    if pair(a.seat, a.company) in s.top(SharesRound).windows:
        return None
    return refuse("{company} is in operation: no share of it is sold in this round.", company=a.company)


def contract_shares_only(s: India, a: SellShares) -> Fault | None:
    """2.8.3-c: in the first turn after it went into operation, contract shares alone."""
    if s.top(SharesRound).number > 1 or not enough_issued(s, a.company):
        return None
    key = pair(a.seat, a.company)
    claimed = s.claimed.get(key, 0) - s.unpaid.get(key, 0)
    if a.shares <= claimed:
        return None
    return refuse(
        "{company} is in operation: only paid contract shares ({claimed}) may be sold now.",
        company=a.company,
        claimed=claimed,
    )


def not_started_this_round(s: India, a: SellShares) -> Fault | None:
    if a.company not in s.top(SharesRound).started:
        return None
    return refuse("{company} went into operation in this stock round: not for sale yet.", company=a.company)


def not_bought_this_turn(s: India, a: SellShares) -> Fault | None:
    if s.top(SharesRound).bought != a.company:
        return None
    return refuse("A share of {company} was bought in this turn: none may be sold.", company=a.company)


class SaleMove(Move[India, SellShares]):
    """3.1.5, 3.1.6: any number into the pool; no price moves because of it."""

    action = SellShares

    def candidates(self, s: India, seat: int) -> Iterator[SellShares]:
        for company in s.book.companies:
            for shares in range(1, s.paid_shares(seat, company) + 1):
                yield SellShares(seat, company, shares)

    def apply(self, s: India, a: SellShares) -> India:
        turn, amount = s.top(SharesRound), a.shares * sale_price(s, a.company)
        s = s.update_frame(
            sold=tuple(sorted({*turn.sold, pair(a.seat, a.company)})),
            turn_sold=tuple(dict.fromkeys((*turn.turn_sold, a.company))),
        )
        s = give_shares(s.pay(BANK, SEATS[a.seat], amount), a.seat, a.company, a.shares, POOL)
        if s.top(SharesRound).number == 1:
            s = forget_claims(s, a)
        s = s.say(SharesSold(s.names[a.seat], a.company, a.shares, amount))
        return settle_head(s, a.company)


def forget_claims(s: India, a: SellShares) -> India:
    """What is sold of a claim is no claim any more; bought shares go first where they may go (2.8.3-c)."""
    key = pair(a.seat, a.company)
    if key not in s.claimed:
        return s
    kept, held = s.claimed[key], s.shares(SEATS[a.seat], a.company)
    left = kept - a.shares if enough_issued(s, a.company) else min(held, kept)
    return s.replace(claimed=with_item(s.claimed, key, left))


SELL = SaleMove(
    rule("3.1.5", company_exists),
    rule("3.1.6", some_shares),
    rule("2.7.4-b", only_paid_ones),
    rule("2.8.3-b", no_sale_in_operation),
    rule("2.8.3-c", contract_shares_only),
    rule("3.1.8", not_started_this_round),
    rule("3.1.9-b", not_bought_this_turn),
)


# -- buying ------------------------------------------------------------------------------------


def purchase_price(s: India, a: BuyShare) -> int:
    """3.1.4: new shares at par; 3.1.7: the pool's at market price."""
    return s.par[a.company] if a.source == OFFER else s.value(a.company)


def is_locked(s: India, company: str) -> bool:
    """2.7.6, 3.1.3-a: companies outside all contracts wait until those inside are issued (3.1.10)."""
    inside = {key.partition("/")[2] for key in s.claimed}
    return company not in inside and any(s.shares(OFFER, other) for other in inside)


def is_on_sale(s: India, a: BuyShare) -> Fault | None:
    if not is_locked(s, a.company):
        return None
    return refuse("{company} is in no contract: others must be sold out first.", company=a.company)


def share_is_there(s: India, a: BuyShare) -> Fault | None:
    if a.source not in (OFFER, POOL):
        return refuse("There is no source {source}: it is offer or pool.", source=a.source)
    if s.shares(a.source, a.company):
        return None
    return refuse("There is no share of {company} in the {source}.", company=a.company, source=a.source)


def single_papers_are_left(s: India, a: BuyShare) -> Fault | None:
    """3.1.3-b: the last two shares are the director's paper until somebody has taken it."""
    taken = a.company in s.directors or a.company in s.former
    if a.source != OFFER or taken or s.issued(a.company) < SINGLES:
        return None
    return refuse("Only the director's paper of {company} is left.", company=a.company)


def one_purchase(s: India, a: BuyShare) -> Fault | None:
    return refuse("A share was already bought in this turn.") if s.top(SharesRound).bought else None


def nothing_is_owed(s: India, a: BuyShare) -> Fault | None:
    """2.7.4-a: first all contract shares are paid for."""
    owed = sum(count for key, count in s.unpaid.items() if key.startswith(f"{a.seat}/"))
    if not owed:
        return None
    return refuse(
        "{player} has {owed:# unpaid contract share|# unpaid contract shares}.",
        player=s.names[a.seat],
        owed=owed,
    )


def below_company_limit(s: India, a: BuyShare) -> Fault | None:
    return below_holding_limit(s, a) if counts(s, a.company) else None


def below_paper_limit(s: India, a: BuyShare) -> Fault | None:
    """3.2.3-c: also where becoming director would bring it down again."""
    return ROOM(s, a) if counts(s, a.company) else None


def papers_held(s: India, owner: str) -> int:
    return counted_papers(s, SEAT_OF[owner])


def paper_limit(s: India, owner: str) -> int:
    return s.book.paper_limits[0]


ROOM: Check[India, Action] = room_under(paper_limit, papers_held)


class PurchaseMove(Move[India, BuyShare]):
    """3.1.1, 3.1.7: one share from bank or pool; the turn goes on, for sales."""

    action = BuyShare

    def candidates(self, s: India, seat: int) -> Iterator[BuyShare]:
        for company in s.book.companies:
            yield BuyShare(seat, company, OFFER)
            yield BuyShare(seat, company, POOL)

    def sample(self, s: India, seat: int, rng: Random) -> BuyShare | None:
        """Often of a company that is soon in operation: chance alone would start too few, or none at all."""
        choices = self.legal(s, seat)
        waiting = [a for a in choices if a.source == OFFER and not enough_issued(s, a.company)]
        running = any(enough_issued(s, company) for company in s.book.companies)
        if waiting and rng.random() < (0.5 if running else 0.95):
            return max(waiting, key=lambda a: s.issued(a.company))
        return rng.choice(choices) if choices else None

    def apply(self, s: India, a: BuyShare) -> India:
        price = purchase_price(s, a)
        before = enough_issued(s, a.company)
        s = take_shares(s.pay(SEATS[a.seat], BANK, price), a.seat, a.company, a.source)
        s = s.update_frame(bought=a.company, last=a.seat, passed=())
        s = s.say(ShareBought(s.names[a.seat], a.company, price, a.source))
        if not before and enough_issued(s, a.company):
            return go_into_operation(s, a.company)
        return settle_head(s, a.company)


def go_into_operation(s: India, company: str) -> India:
    """3.2.1, 3.3.1: at once; K2: in the first round only the sales change until its end."""
    turn = s.top(SharesRound)
    if turn.number > 1:
        return start_company(s.update_frame(started=(*turn.started, company)), company)
    others = tuple(pair(seat, company) for seat in s.order if seat != turn.seat)
    s = s.update_frame(windows=(*turn.windows, *others), later=(*turn.later, pair(turn.seat, company)))
    return s.say(ThresholdReached(company))


BUY = PurchaseMove(
    rule("3.1.1", company_exists),
    rule("3-a", one_purchase),
    rule("3.1.3-a", is_on_sale),
    rule("3.1.7", share_is_there),
    rule("3.1.3-b", single_papers_are_left),
    rule("2.7.4-a", nothing_is_owed),
    rule("3.1.4", player_pays(purchase_price)),
    rule("3.1.9-a", not_sold_this_round),
    rule("3.1.2-a", below_company_limit),
    rule("3.2.3-c", below_paper_limit),
)


# -- paying for contract shares ----------------------------------------------------------------


def has_unpaid(s: India, a: PayShare) -> Fault | None:
    if s.unpaid.get(pair(a.seat, a.company)):
        return None
    return refuse("{player} has no unpaid share of {company}.", player=s.names[a.seat], company=a.company)


def par_of(s: India, a: PayShare) -> int:
    return s.par[a.company]


class PayMove(Move[India, PayShare]):
    """2.7.4-c: beside the purchase of the turn; it neither prolongs the round nor moves the elephant."""

    action = PayShare

    def candidates(self, s: India, seat: int) -> Iterator[PayShare]:
        for company in s.book.companies:
            if s.unpaid.get(pair(seat, company)):
                yield PayShare(seat, company)

    def apply(self, s: India, a: PayShare) -> India:
        key, price = pair(a.seat, a.company), s.par[a.company]
        unpaid = with_item(s.unpaid, key, s.unpaid[key] - 1)
        s = s.pay(SEATS[a.seat], BANK, price).replace(unpaid={k: n for k, n in unpaid.items() if n})
        return s.say(SharePaid(s.names[a.seat], a.company, price))


PAY = PayMove(
    rule("2.7.4-a", company_exists), rule("2.7.4-a", has_unpaid), rule("2.7.4-a", player_pays(par_of))
)


# -- the round ---------------------------------------------------------------------------------


def sold_down(s: India, a: Pass) -> Fault | None:
    """3.2.3-b, 3.1.2-b: who is over a limit sells on their turn, as far as is legal."""
    over = over_limit(s, a.seat)
    if not over or not any(sale.company in over for sale in SELL.legal(s, a.seat)):
        return None
    return refuse("{player} is over a limit and sells first.", player=s.names[a.seat])


def gives_up_directorships(s: India, a: Pass) -> Fault | None:
    """4.3.2-b: in the first turn of the next round, until nothing is directed any more."""
    if a.seat not in s.penalised:
        return None
    directs = s.directs(a.seat)
    if not any(sale.company in directs for sale in SELL.legal(s, a.seat)):
        return None
    return refuse(
        "{player} must give up every directorship: {companies}.",
        player=s.names[a.seat],
        companies=", ".join(directs),
    )


def end_of_turn(s: India) -> India:
    """3-b: a turn without purchase counts towards the end, whatever was sold in it."""
    turn = s.top(SharesRound)
    seat = turn.seat
    windows = tuple(key for key in turn.windows if not key.startswith(f"{seat}/")) + turn.later
    if not turn.bought:
        s = s.update_frame(passed=tuple(sorted({*turn.passed, seat})))
        if not turn.turn_sold:
            s = s.say(Passed(s.names[seat]))
    s = s.replace(penalised=tuple(other for other in s.penalised if other != seat))
    return s.update_frame(seat=s.after(seat), bought="", turn_sold=(), windows=windows, later=())


def close_round(s: India) -> India:
    """2.9.1: the first round ends with the companies' starts."""
    return open_all(s) if s.top(SharesRound).number == 1 else s


STOCK_ROUND = StockActivity[India](
    SELL,
    BUY,
    PAY,
    order_rule="3-a",
    pass_rules=(rule("4.3.2-b", gives_up_directorships), rule("3.2.3-b", sold_down)),
    close=close_round,  # 3-c: the elephant goes to the left of the last buyer, or stays
    ending=end_of_turn,
)
