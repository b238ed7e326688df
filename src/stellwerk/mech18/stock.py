"""Stock rounds: sell any number, then buy one paper, or pass; over when all pass in a row."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Check, Fault, Rule, refuse
from stellwerk.engine.state import Frame
from stellwerk.engine.step import Activity, Move, Pass, PassMove
from stellwerk.engine.text import Figures, msg
from stellwerk.finance.market import Cell
from stellwerk.finance.papers import Paper
from stellwerk.mech18.events import (
    CompanyStarted,
    Passed,
    PriorityGoes,
    ShareBought,
    SharesSold,
)
from stellwerk.mech18.prices import tell_price
from stellwerk.mech18.shares import (
    director_after_sale,
    sell_to_bank,
    settle_director,
)
from stellwerk.mech18.state import BANK, ISSUE, OFFER, POOL, SEATS, AnyRailways, S

A = TypeVar("A", bound=Action)
Then = Callable[[S, str], S]
"""What follows when something has happened to a company."""


class StockRound(Frame, frozen=True):
    """The round and the turn in it."""

    number: int
    seat: int
    backwards: int = 0
    """Turns left of a lap that runs against the clock."""
    passed: tuple[int, ...] = ()
    """Seats that have passed since somebody acted."""
    last: int = -1
    """The last seat that acted; -1 while nobody has."""
    sold: tuple[str, ...] = ()
    """`seat/company` for every sale of this round."""
    turn_sold: tuple[str, ...] = ()
    """Companies sold in this turn."""


# -- actions ---------------------------------------------------------------------------------


class SellShares(Action, frozen=True):
    """Sell shares of one company to the bank."""

    company: str
    shares: int


class BuyShare(Action, frozen=True):
    """Buy one ordinary paper, new ("offer"), from the pool ("pool") or issued by the company ("issue")."""

    company: str
    source: str


class StartCompany(Action, frozen=True):
    """Buy the director's paper and set the company's price."""

    company: str
    par: int


class OfCompany(Protocol):
    """An action about a company."""

    @property
    def seat(self) -> int: ...
    @property
    def company(self) -> str: ...


class Purchase(OfCompany, Protocol):
    """An action that buys a paper of a company from a source."""

    @property
    def source(self) -> str: ...


# -- rules that titles give their paragraphs ---------------------------------------------------


def company_exists(s: AnyRailways, a: OfCompany) -> Fault | None:
    if a.company in s.book.companies:
        return None
    return refuse("There is no company {company}.", company=a.company)


def some_shares(s: AnyRailways, a: SellShares) -> Fault | None:
    owned = s.shares(SEATS[a.seat], a.company)
    if 0 < a.shares <= owned:
        return None
    return refuse(
        "{player} has {owned:0=no share|only # share|only # shares} of {company} and cannot sell {shares}.",
        player=s.names[a.seat],
        owned=owned,
        company=a.company,
        shares=a.shares,
    )


def has_a_price(s: AnyRailways, a: OfCompany) -> Fault | None:
    return None if a.company in s.prices else refuse("{company} has no price yet.", company=a.company)


def sales_have_begun(s: AnyRailways, a: Action) -> Fault | None:
    if s.top(StockRound).number > 1:
        return None
    return refuse("No shares are sold in the very first stock round.")


def not_yet_sold_this_turn(s: AnyRailways, a: SellShares) -> Fault | None:
    if a.company in s.top(StockRound).turn_sold:
        return refuse("{company} was already sold in this turn: one sale each.", company=a.company)
    return None


def pool_has_room(s: AnyRailways, a: SellShares) -> Fault | None:
    if not s.book.companies[a.company].pool_limit:
        return None
    there = sum(s.shares(owner, a.company) for owner in s.book.pool_limit_counts)
    limit = s.book.pool_limit
    if there + a.shares <= limit:
        return None
    figures: Figures = {"there": there, "company": a.company, "shares": a.shares, "limit": limit}
    if s.book.pool:
        return refuse(
            "The pool holds {there:0=no share|# share|# shares} of {company}; with {shares} more it "
            "would be over {limit}.",
            **figures,
        )
    return refuse(
        "The bank holds {there:0=no share|# share|# shares} of {company}; with {shares} more it "
        "would be over {limit}.",
        **figures,
    )


def director_paper_has_a_taker(s: AnyRailways, a: SellShares) -> Fault | None:
    """A director's paper is never sold: somebody else must be able to take it over first."""
    if not s.book.companies[a.company].director or s.director_seat(a.company) != a.seat:
        return None
    if director_after_sale(s, a.company, a.seat, a.shares) is not None:
        return None
    return refuse(
        "Nobody else has enough shares of {company} to become director after {player} sells {shares}.",
        company=a.company,
        player=s.names[a.seat],
        shares=a.shares,
    )


def no_director_changes(s: AnyRailways, a: SellShares) -> Fault | None:
    """For sales under duress."""
    if s.director_seat(a.company) != a.seat:
        return None
    if director_after_sale(s, a.company, a.seat, a.shares) == a.seat:
        return None
    return refuse(
        "Selling {shares:# share|# shares} of {company} would change its director.",
        shares=a.shares,
        company=a.company,
    )


def first_paper(s: AnyRailways, company: str, source: str) -> Paper | None:
    """Return the ordinary paper that is bought next from a source."""
    papers = s.book.papers_of[company]
    return next((p for p in papers if not p.director and s.papers[p.id] == source), None)


def share_is_there(s: AnyRailways, a: Purchase) -> Fault | None:
    if a.source not in (OFFER, POOL, ISSUE):
        return refuse("There is no source {source}: it is offer or pool.", source=a.source)
    if first_paper(s, a.company, a.source) is not None:
        return None
    return refuse("There is no share of {company} in the {source}.", company=a.company, source=a.source)


def purchase_price(s: AnyRailways, a: Purchase) -> int:
    """Return the current price for each share of the paper; where the book says so, par for new shares."""
    paper = first_paper(s, a.company, a.source)
    size = 1 if paper is None else s.size(paper)
    if a.source == OFFER and s.book.new_at_par:
        return size * s.par.get(a.company, 0)
    return size * s.price(a.company)


def player_pays(price: Callable[[S, A], int]) -> Check[S, A]:
    """The player has what it costs."""

    def check(s: S, a: A) -> Fault | None:
        cash, due = s.cash[SEATS[a.seat]], price(s, a)
        if cash >= due:
            return None
        return refuse("{player} has {cash}; it costs {price}.", player=s.names[a.seat], cash=cash, price=due)

    return check


def paper_price(s: AnyRailways, a: BuyShare | StartCompany) -> int:
    """What the purchase of an ordinary or a director's paper costs."""
    if isinstance(a, StartCompany):
        return a.par * s.book.papers_of[a.company][0].shares
    return purchase_price(s, a)


buyer_can_pay = player_pays(paper_price)


def not_sold_this_round(s: AnyRailways, a: OfCompany) -> Fault | None:
    if f"{a.seat}/{a.company}" in s.top(StockRound).sold:
        return refuse("{player} has sold {company} in this round.", player=s.names[a.seat], company=a.company)
    return None


def below_holding_limit(s: AnyRailways, a: BuyShare | StartCompany) -> Fault | None:
    """Who already holds the limit buys no more of it."""
    return held_within(s, a, s.book.holding_limit)


def held_within(s: AnyRailways, a: OfCompany, limit: int, more: int = 1) -> Fault | None:
    """With so many `more` shares of a company a player is not above the limit."""
    owned = s.shares(SEATS[a.seat], a.company)
    if owned + more <= limit:
        return None
    return refuse(
        "{player} holds {owned:# share|# shares} of {company}; the limit is {limit}.",
        player=s.names[a.seat],
        owned=owned,
        company=a.company,
        limit=limit,
    )


PaperLimit = Callable[[S, str], int]
"""How many papers a player may hold, or does hold."""


def all_papers(s: AnyRailways, owner: str) -> int:
    return s.paper_count(owner)


def room_under(limit: PaperLimit[S], count: PaperLimit[S] = all_papers) -> Check[S, Action]:
    """One more paper fits under the limit."""

    def check(s: S, a: Action) -> Fault | None:
        owner = SEATS[a.seat]
        held, most = count(s, owner), limit(s, owner)
        if held < most:
            return None
        return refuse(
            "{player} holds {held:# paper|# papers}; the limit is {limit}.",
            player=s.names[a.seat],
            held=held,
            limit=most,
        )

    return check


def sold_down(
    limit: PaperLimit[S], *sales: Move[S, Action], count: PaperLimit[S] = all_papers
) -> Check[S, Action]:
    """Who is over the limit sells on their turn, as far as is legal, before it ends."""

    def check(s: S, a: Action) -> Fault | None:
        owner = SEATS[a.seat]
        held, most = count(s, owner), limit(s, owner)
        if held <= most or not any(sale.possible(s, a.seat) for sale in sales):
            return None
        return refuse(
            "{player} holds {held:# paper|# papers}, the limit is {limit}: sell first.",
            player=s.names[a.seat],
            held=held,
            limit=most,
        )

    return check


def one_sale_a_turn(free: Callable[[S, SellShares], bool], limit: PaperLimit[S]) -> Check[S, SellShares]:
    """A company is sold once in a turn, but for sales that are `free`; who must sell down sells again."""

    def check(s: S, a: SellShares) -> Fault | None:
        owner = SEATS[a.seat]
        if free(s, a) or s.paper_count(owner) > limit(s, owner):
            return None
        return not_yet_sold_this_turn(s, a)

    return check


def not_started(s: AnyRailways, a: StartCompany) -> Fault | None:
    papers = s.book.papers_of[a.company]
    if papers and papers[0].director and s.papers[papers[0].id] == OFFER:
        return None
    return refuse("The director's share of {company} is not on sale.", company=a.company)


def par_is_printed(s: AnyRailways, a: StartCompany) -> Fault | None:
    pars = s.book.companies[a.company].pars
    if a.par in pars:
        return None
    return refuse(
        "{company} cannot start at {par}: choose one of {pars}.",
        company=a.company,
        par=a.par,
        pars=", ".join(map(str, pars)),
    )


# -- moves -----------------------------------------------------------------------------------


def sales(s: S, seat: int, size: Callable[[S, str], int] = lambda s, company: 1) -> Iterator[SellShares]:
    """Every number of shares that a player could sell of each company, in papers of this size."""
    for company in s.prices:
        paper = size(s, company)
        for shares in range(paper, s.shares(SEATS[seat], company) + 1, paper):
            yield SellShares(seat, company, shares)


class SellMove(Move[S, SellShares]):
    """Sell: money at the price before the drop, then the price falls (`fall`)."""

    action = SellShares

    def __init__(
        self,
        *rules: Rule[S, SellShares],
        fall: Callable[[S, str], Cell],
        steps: Callable[[S, SellShares], int] = lambda s, a: 1,
        falls_again: Callable[[S], bool] = lambda s: False,
    ) -> None:
        super().__init__(*rules)
        self.fall = fall
        self.steps = steps
        """How often the price falls for a sale."""
        self.falls_again = falls_again
        """Whether a second sale of a company in the same turn makes its price fall again."""

    def candidates(self, s: S, seat: int) -> Iterator[SellShares]:
        return sales(s, seat)

    def apply(self, s: S, a: SellShares) -> S:
        turn = s.top(StockRound)
        # What is sold of a company in a turn is one sale: the price falls once.
        again = a.company in turn.turn_sold
        stays = again and not self.falls_again(s)
        s = sell(s, a, self.fall, 0 if stays else self.steps(s, a))
        return note_sale(s, a.seat, a.company)


def note_sale(s: S, seat: int, company: str) -> S:
    """The round remembers who sold what, and that somebody has acted."""
    turn = s.top(StockRound)
    return s.update_frame(
        sold=tuple(sorted({*turn.sold, f"{seat}/{company}"})),
        turn_sold=turn.turn_sold if company in turn.turn_sold else (*turn.turn_sold, company),
        last=seat,
        passed=(),
    )


def sell(s: S, a: SellShares, fall: Callable[[S, str], Cell], steps: int = 1) -> S:
    """A sale with its price moves, in any round."""
    amount = a.shares * s.price(a.company)
    s = sell_to_bank(s, a.company, a.seat, a.shares)
    s = s.say(SharesSold(s.names[a.seat], a.company, a.shares, amount))
    if not s.book.companies[a.company].falls:
        return s
    old = s.price(a.company)
    for _ in range(steps):
        s = s.move_price(a.company, fall(s, a.company))
    return tell_price(s, a.company, old)


class BuyMove(Move[S, BuyShare]):
    """Buy one ordinary paper; the turn is over."""

    action = BuyShare

    def __init__(
        self, *rules: Rule[S, BuyShare], then: Then[S], sources: tuple[str, ...] = (OFFER, POOL)
    ) -> None:
        super().__init__(*rules)
        self.then = then
        self.sources = sources

    def candidates(self, s: S, seat: int) -> Iterator[BuyShare]:
        for company in s.prices:
            for source in self.sources:
                yield BuyShare(seat, company, source)

    def apply(self, s: S, a: BuyShare) -> S:
        price, paper = purchase_price(s, a), first_paper(s, a.company, a.source)
        assert paper is not None
        s = s.pay(SEATS[a.seat], a.company if a.source == ISSUE else BANK, price)
        s = s.hand_over(paper.id, SEATS[a.seat])
        s = s.say(ShareBought(s.names[a.seat], a.company, price, a.source))
        s = self.then(settle_director(s, a.company), a.company)
        return end_acting(s, a.seat)


class StartMove(Move[S, StartCompany]):
    """Buy the director's paper; its price is set; the turn is over."""

    action = StartCompany

    def __init__(self, *rules: Rule[S, StartCompany], then: Then[S]) -> None:
        super().__init__(*rules)
        self.then = then

    def candidates(self, s: S, seat: int) -> Iterator[StartCompany]:
        for company in s.book.companies.values():
            if company.sym not in s.prices:
                for par in company.pars:
                    yield StartCompany(seat, company.sym, par)

    def apply(self, s: S, a: StartCompany) -> S:
        paper = s.book.papers_of[a.company][0]
        paid = a.par * paper.shares
        s = s.pay(SEATS[a.seat], BANK, paid).hand_over(paper.id, SEATS[a.seat])
        s = set_par(s, a.company, a.par)
        s = s.say(CompanyStarted(s.names[a.seat], a.company, a.par, paid))
        s = self.then(settle_director(s, a.company), a.company)
        return end_acting(s, a.seat)


def set_par(s: S, company: str, par: int) -> S:
    """The price marker goes to its start cell."""
    s = s.replace(par={**s.par, company: par})
    return s.move_price(company, s.book.par_cells[par])


# -- the round -------------------------------------------------------------------------------


def end_turn(s: S) -> S:
    """The next in turn: clockwise, after a lap against the clock; its last player begins the next lap."""
    turn = s.top(StockRound)
    if not turn.backwards:
        return s.update_frame(seat=s.after(turn.seat), turn_sold=())
    left = turn.backwards - 1
    seat = (turn.seat - 1) % len(s.names) if left else turn.seat
    return s.update_frame(seat=seat, backwards=left, turn_sold=())


def end_acting(s: S, seat: int) -> S:
    """A purchase or a swap ends the turn; whoever passed before may act again."""
    return end_turn(s.update_frame(last=seat, passed=()))


def pass_turn(s: S) -> S:
    """Passing after a sale only ends the turn; passing without one counts."""
    turn = s.top(StockRound)
    if turn.turn_sold:
        return end_turn(s)
    passed = tuple(sorted({*turn.passed, turn.seat}))
    return end_turn(s.update_frame(passed=passed).say(Passed(s.names[turn.seat])))


class StockActivity(Activity[S]):
    """A stock round. `close` is what happens at its end (price rises, …)."""

    asks = msg("{player}: sell, buy one share, or pass.")

    def __init__(
        self,
        *moves: Move[S, Action],
        order_rule: str,
        pass_rules: Sequence[Rule[S, Pass]],
        close: Callable[[S], S],
        ending: Callable[[S], S] = pass_turn,
        first_asks: str = "",
    ) -> None:
        self.order_rule = order_rule
        self.first_asks = first_asks or self.asks
        """What the very first round asks, where it offers something else."""
        self._moves = (*moves, PassMove(ending, *pass_rules))
        self.close = close

    def seats(self, s: S) -> tuple[int, ...]:
        return (s.top(StockRound).seat,)

    def moves(self, s: S) -> Sequence[Move[S, Action]]:
        return self._moves

    def prompt(self, s: S) -> Fault:
        turn = s.top(StockRound)
        return refuse(self.first_asks if turn.number == 1 else self.asks, player=s.names[turn.seat])

    def advance(self, s: S) -> S | None:
        turn = s.top(StockRound)
        if len(turn.passed) < len(s.names):
            return None
        if turn.last >= 0:
            s = s.replace(priority=s.after(turn.last))
        s = self.close(s).say(PriorityGoes(s.names[s.priority]))
        return s.pop()
