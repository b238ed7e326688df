"""EF: a director who must help out, the sales, and bankruptcy."""

from collections.abc import Iterator

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.step import Move
from stellwerk.engine.text import msg
from stellwerk.games.g1854.rules.events import Bankruptcy, DirectorAids
from stellwerk.games.g1854.rules.options import SellOption, has_open_option, sell_option
from stellwerk.games.g1854.rules.ownership import must_buy, offers_for
from stellwerk.games.g1854.rules.prices import after_sale
from stellwerk.games.g1854.rules.state import Austria, Turn
from stellwerk.games.g1854.rules.stock import SALE_RULES, paper_size, papers_in
from stellwerk.mech18 import emergency
from stellwerk.mech18.events import EndTriggered
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.state import SEATS
from stellwerk.mech18.stock import SellShares, no_director_changes, sales
from stellwerk.mech18.trains import BuyTrain

BANKRUPT = msg("a player is bankrupt")


def aid_is_open(s: Austria) -> bool:
    """EF-4: the train duty, and a treasury that can pay no train the company may own."""
    company = company_of(s)
    return must_buy(s, company) and all(price > s.cash[company] for _, _, price in offers_for(s, company))


def means(s: Austria) -> int:
    """EF-1: what the treasury has, then what the director has."""
    return emergency.means(s, company_of(s))


def within_reach(s: Austria) -> list[int]:
    """EF-5: the prices of the bank's trains that cash and sales can pay."""
    most = means(s) + raisable(s, s.director_seat(company_of(s)))
    return [price for _, _, price in offers_for(s, company_of(s)) if price <= most]


def dearest(s: Austria) -> int:
    """EF-4, EF-5: the dearest train within reach; if there is none, the cheapest of all."""
    return max(within_reach(s), default=cheapest(s))


def cheapest(s: Austria) -> int:
    return min(price for _, _, price in offers_for(s, company_of(s)))


def aid(s: Austria, company: str, price: int) -> Austria:
    """EF-1, EF-4: the treasury gives everything, the director exactly the rest."""
    missing = price - s.cash[company]
    if missing <= 0:
        return s
    owner = s.director(company)
    assert owner is not None
    return s.pay(owner, company, missing).say(DirectorAids(s.name(owner), company, missing))


# -- sales -----------------------------------------------------------------------------------------


def aid_is_short(s: Austria, a: Action) -> Fault | None:
    """EF-4, EF-5: cash goes in before any sale, and nothing is sold that is not needed."""
    if aid_is_open(s) and means(s) < dearest(s):
        return None
    company = company_of(s)
    return refuse("{player} need not sell anything for {company}.", player=s.names[a.seat], company=company)


def no_more_than_needed(s: Austria, a: SellShares) -> Fault | None:
    """EF-5: without its smallest paper the sale would not suffice."""
    size = paper_size(s, a.company)
    without = (a.shares - size) * s.price(a.company)
    if means(s) + without < dearest(s):
        return None
    return refuse(
        "Selling {shares:# share|# shares} of {company} is more than needed.",
        shares=a.shares,
        company=a.company,
    )


def note_means(s: Austria) -> Austria:
    return s.update_frame(before_sale=means(s))


# EF-6: mountain and local railways are no share papers, so no sale names them.
EMERGENCY_SALE = emergency.EmergencySaleMove[Austria](
    rule("EF-4", aid_is_short),
    *SALE_RULES,
    rule("EF-1", no_director_changes),
    rule("EF-5", no_more_than_needed),
    fall=after_sale,
    steps=papers_in,
    size=paper_size,
    before=note_means,
)


class EmergencyOptionMove(Move[Austria, SellOption]):
    """OP-10."""

    action = SellOption

    def candidates(self, s: Austria, seat: int) -> Iterator[SellOption]:
        yield SellOption(seat)

    def apply(self, s: Austria, a: SellOption) -> Austria:
        return sell_option(note_means(s), a.seat)


# EF-1: no director loses the company by it: beside the 40% and the paper of the option there are two of 20%.
EMERGENCY_OPTION = EmergencyOptionMove(rule("EF-4", aid_is_short), rule("OP-10", has_open_option))


def raisable(s: Austria, seat: int) -> int:
    """EF-7: what all legal sales together would bring."""
    rules = (*SALE_RULES, rule("EF-1", no_director_changes))
    legal = (sale for sale in sales(s, seat, paper_size) if all(r.check(s, sale) is None for r in rules))
    most = {sale.company: sale.shares for sale in legal}
    total = sum(shares * s.price(company) for company, shares in most.items())
    paper = s.open_option(SEATS[seat])
    if paper is not None:
        total += s.price(s.book.papers[paper].company)
    return total


def last_sale_was_needed(s: Austria, a: BuyTrain) -> Fault | None:
    """EF-5: who sold for a dearer train takes no cheaper one, unless the dearer is out of reach (EF-7).

    If the bank has none at all within reach, it is a ruling whether that sale binds.
    """
    before = s.frame.before_sale if isinstance(s.frame, Turn) else -1
    if a.price > before or not aid_is_open(s):
        return None
    reach = within_reach(s)
    if max(reach) <= before if reach else not s.rulings.hopeless_sale_binds:
        return None
    return refuse(
        "The last sale was not needed: {cash} were there for a train at {price}.",
        cash=before,
        price=a.price,
    )


# -- bankruptcy ------------------------------------------------------------------------------------


class DeclareBankruptcy(Action, frozen=True):
    """All that can be sold is sold, and nothing on offer can be paid: the game is over."""


def nothing_can_be_paid(s: Austria, a: DeclareBankruptcy) -> Fault | None:
    """EF-3, EF-7."""
    company = company_of(s)
    if not aid_is_open(s):
        return refuse("{company} need not be helped.", company=company)
    left, price = raisable(s, a.seat), cheapest(s)
    most = means(s) + left
    if most >= price:
        return refuse(
            "{player} can raise {most}; a train costs {price}.",
            player=s.names[a.seat],
            most=most,
            price=price,
        )
    if left and not s.rulings.bankrupt_unsold:
        return refuse(
            "{player} can still sell papers for {left}: bankruptcy comes after the sale.",
            player=s.names[a.seat],
            left=left,
        )
    return None


class BankruptcyMove(Move[Austria, DeclareBankruptcy]):
    action = DeclareBankruptcy

    def candidates(self, s: Austria, seat: int) -> Iterator[DeclareBankruptcy]:
        yield DeclareBankruptcy(seat)

    def apply(self, s: Austria, a: DeclareBankruptcy) -> Austria:
        """GE-1: the game ends at once; this end counts before any other (GE-3)."""
        s = s.say(Bankruptcy(s.names[a.seat], company_of(s)), EndTriggered(BANKRUPT))
        return s.replace(bankrupt=SEATS[a.seat], ending=BANKRUPT, stack=s.stack[:1])


BANKRUPTCY = BankruptcyMove(rule("EF-7", nothing_can_be_paid))
