"""MC: mail contracts."""

from collections.abc import Iterator

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.engine.text import msg
from stellwerk.games.g1854.rules.events import MailBought, MailIncome
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.operating import OperatingTurn, Step, next_step
from stellwerk.mech18.state import BANK

SMALL, LARGE = msg("small"), msg("large")


class BuyMail(Action, frozen=True):
    """Buy a mail contract, "small" or "large"."""

    contract: str


def left(s: Austria, contract: str) -> int:
    return s.facts.mail[contract].count - list(s.mail.values()).count(contract)


def income(s: Austria, contract: str) -> int:
    """MC-2, MC-3: by colour of the phase; Q7: or not more in brown than in green."""
    colour = s.colour
    if colour == "brown" and not s.rulings.mail_rises_at_brown:
        colour = "green"
    return s.facts.mail[contract].income[colour]


class MailIncomeStep(Step[Austria]):
    """MC-2: at the start of the turn, train or not."""

    def happen(self, s: Austria) -> Austria:
        company = s.top(OperatingTurn).company
        contract = s.mail.get(company)
        if contract is None:
            return s
        amount = income(s, contract)
        return s.pay(BANK, company, amount).say(MailIncome(company, amount))


def contract_is_left(s: Austria, a: BuyMail) -> Fault | None:
    if a.contract in s.facts.mail and left(s, a.contract):
        return None
    return refuse("No {contract} mail contract is left.", contract=a.contract)


def has_none(s: Austria, a: BuyMail) -> Fault | None:
    if s.top(OperatingTurn).company not in s.mail:
        return None
    return refuse("{company} already has a mail contract.", company=s.top(OperatingTurn).company)


def treasury_pays(s: Austria, a: BuyMail) -> Fault | None:
    company, price = s.top(OperatingTurn).company, s.facts.mail[a.contract].price
    if s.cash[company] >= price:
        return None
    cash = s.cash[company]
    return refuse(
        "{company} has {cash}; the contract costs {price}.", company=company, cash=cash, price=price
    )


class BuyMailMove(Move[Austria, BuyMail]):
    action = BuyMail

    def candidates(self, s: Austria, seat: int) -> Iterator[BuyMail]:
        for contract in s.facts.mail:
            yield BuyMail(seat, contract)

    def apply(self, s: Austria, a: BuyMail) -> Austria:
        company, price = s.top(OperatingTurn).company, s.facts.mail[a.contract].price
        s = s.pay(company, BANK, price).replace(mail=with_item(s.mail, company, a.contract))
        return next_step(s.say(MailBought(company, a.contract, price)))


class MailStep(Step[Austria]):
    """MC-1: the last step of a turn; never resold, so no action sells one."""

    asks = msg("{player}: {company} may buy a mail contract.")
    missed = msg("{company} can buy no mail contract.")
    moves = (
        BuyMailMove(
            rule("MC-3", contract_is_left),
            rule("MC-1", has_none),
            rule("MC-3", treasury_pays),
        ),
    )

    def wanted(self, s: Austria) -> bool:
        return s.top(OperatingTurn).company not in s.mail
