"""VI: the Bank of England: its dividend, its ladder and its loans."""

from collections.abc import Iterator

from stellwerk.board.tile import revenue
from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.games.g1848.rules.book import BOE
from stellwerk.games.g1848.rules.ending import MANY_LOANS
from stellwerk.games.g1848.rules.events import BankIncomePaid, LoanTaken
from stellwerk.games.g1848.rules.state import Australia, Turn
from stellwerk.games.g1848.rules.takeover import move_left
from stellwerk.games.g1848.rules.train_step import close_if_done
from stellwerk.mech18.dividends import pay_shareholders
from stellwerk.mech18.operating import OperatingTurn


def bank_revenue(s: Australia) -> int:
    """VI-BoE-2, VI-BoE-3: by phase colour, plus the city's value for each of its markers."""
    atlas, total = s.book.atlas, s.bank_income
    for places in (s.board.markers, s.board.beside):
        for stop, owners in places.items():
            total += owners.count(BOE) * revenue(s.board.stop(atlas, stop), s.colour)
    return total


def bank_pays(s: Australia) -> Australia:
    """VI-BoE-2: in every operating round after the privates; its price never moves by it (VI-BoE-4)."""
    amount = bank_revenue(s)
    return pay_shareholders(s.say(BankIncomePaid(amount)), BOE, amount) if amount else s


# -- loans -----------------------------------------------------------------------------------


class TakeLoan(Action, frozen=True):
    """The acting company takes a loan of the Bank of England."""


def loans_have_begun(s: Australia, a: TakeLoan) -> Fault | None:
    return None if s.granted("loans") else refuse("Loans begin with the first 3-train.")


def none_this_round(s: Australia, a: TakeLoan) -> Fault | None:
    taken = s.top(Turn).loans
    if not taken:
        return None
    return refuse(
        "{company} has taken {taken:# loan|# loans} in this round.",
        company=s.top(OperatingTurn).company,
        taken=taken,
    )


def below_voluntary_limit(s: Australia, a: TakeLoan) -> Fault | None:
    taken, limit = s.loans[s.top(OperatingTurn).company], s.facts.voluntary_loans
    if taken < limit:
        return None
    return refuse(
        "{company} has {taken:0=no loan|# loan|# loans}; {limit} may be taken of its own will.",
        company=s.top(OperatingTurn).company,
        taken=taken,
        limit=limit,
    )


def bank_has_markers(s: Australia, a: TakeLoan) -> Fault | None:
    if s.granted_loans < s.facts.loan_markers:
        return None
    return refuse(
        "The Bank of England has granted {markers:its only loan|all of its # loans}.",
        markers=s.facts.loan_markers,
    )


def loan_steps(s: Australia, forced: bool) -> int:
    """VI-Loan-3, VI-Loan-5: two columns for the first loan of a round, three for each further one.

    18xx.games counts three for every loan inside a forced purchase (S5).
    """
    if forced and s.rulings.forced_loans_all_three:
        return 3
    return 3 if s.top(Turn).loans else 2


def grant_loan(s: Australia, forced: bool = False) -> Australia:
    """VI-BoE-5: 100 from the bank's own 2,000; VI-Loan-2: never repaid. May end in receivership."""
    company, steps = s.top(Turn).company, loan_steps(s, forced)
    s = s.pay(BOE, company, s.facts.loan)
    granted = s.granted_loans + 1
    s = s.replace(loans=with_item(s.loans, company, s.loans[company] + 1), granted_loans=granted)
    s = s.update_frame(loans=s.top(Turn).loans + 1)
    s = s.move_price(BOE, (s.facts.bank_row, granted))  # VI-BoE-4: one step per loan
    if granted >= s.facts.loans_that_end_the_game:
        s = s.trigger_end(MANY_LOANS)  # XIV-1
    s = s.say(LoanTaken(company, granted, s.price(BOE)))
    return move_left(s, company, steps)


class LoanMove(Move[Australia, TakeLoan]):
    """VI-Loan-1: at any time of the company's turn."""

    action = TakeLoan

    def candidates(self, s: Australia, seat: int) -> Iterator[TakeLoan]:
        yield TakeLoan(seat)

    def apply(self, s: Australia, a: TakeLoan) -> Australia:
        return grant_loan(close_if_done(s))


TAKE_LOAN = LoanMove(
    rule("VI-Loan-1", loans_have_begun),
    rule("VI-Loan-6", none_this_round),
    rule("VI-Loan-4", below_voluntary_limit),
    rule("VI-BoE-5", bank_has_markers),
)
