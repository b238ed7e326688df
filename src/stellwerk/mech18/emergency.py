"""Forced purchases: a company that must own a train, and who pays what its treasury lacks."""

from collections.abc import Callable, Iterator

from stellwerk.engine.rule import Check, Fault, Rule, refuse
from stellwerk.engine.step import Move, Pass
from stellwerk.engine.text import msg
from stellwerk.finance.market import Cell
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.state import STOCKS, AnyRailways, S
from stellwerk.mech18.stock import SellShares, sales, sell
from stellwerk.mech18.trains import BuyTrain, treasury_short, version_of

ROUTE_DUTY = msg("{company} has a route and must own a train at the end of its turn.")


def means(s: AnyRailways, company: str) -> int:
    """What a company and its director have together."""
    owner = s.director(company)
    assert owner is not None
    return s.cash[company] + s.cash[owner]


# -- rules that titles give their paragraphs ---------------------------------------------------


def has_its_train(must_buy: Callable[[S, str], bool], told: str = ROUTE_DUTY) -> Check[S, Pass]:
    """No turn ends while the duty is open."""

    def check(s: S, a: Pass) -> Fault | None:
        company = company_of(s)
        return refuse(told, company=company) if must_buy(s, company) else None

    return check


def treasury_pays_train(helped: Callable[[S, BuyTrain], bool] = lambda s, a: False) -> Check[S, BuyTrain]:
    """The company pays alone, unless it is `helped`."""
    return lambda s, a: too_dear(s, a) if treasury_short(s, a) and not helped(s, a) else None


def too_dear(s: AnyRailways, a: BuyTrain) -> Fault:
    company = company_of(s)
    return refuse(
        "{company} has {cash}; the train costs {price}.", company=company, cash=s.cash[company], price=a.price
    )


def aid_up_to_face_value(s: AnyRailways, a: BuyTrain) -> Fault | None:
    """With private money no other company gets more than the printed price."""
    version = version_of(s, a.train, a.version)
    assert version is not None
    if s.trains[a.train] in STOCKS or a.price <= version.price or not treasury_short(s, a):
        return None
    return refuse("With private money at most the printed {printed} is paid.", printed=version.price)


# -- sales -----------------------------------------------------------------------------------


class EmergencySaleMove(Move[S, SellShares]):
    """Shares sold because money is due, outside of stock rounds: the price falls (`fall`), as in those."""

    action = SellShares

    def __init__(
        self,
        *rules: Rule[S, SellShares],
        fall: Callable[[S, str], Cell],
        steps: Callable[[S, SellShares], int] = lambda s, a: 1,
        size: Callable[[S, str], int] = lambda s, company: 1,
        before: Callable[[S], S] = lambda s: s,
    ) -> None:
        super().__init__(*rules)
        self.fall = fall
        self.steps = steps
        self.size = size
        """In papers of how many shares a company is sold."""
        self.before = before
        """What is noted before the sale."""

    def candidates(self, s: S, seat: int) -> Iterator[SellShares]:
        return sales(s, seat, self.size)

    def apply(self, s: S, a: SellShares) -> S:
        return sell(self.before(s), a, self.fall, self.steps(s, a))
