"""The money of 1848 on paper: its market, loans in place of forced purchases, the Bank of England."""

from collections.abc import Callable, Sequence

from msgspec import structs

from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Manner
from stellwerk.engine.memo import Once
from stellwerk.finance.market import Cell, Grid
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.book import BOE, COM, Facts, Rulings
from stellwerk.games.g1848.rules.opening import BuyPrivate, CutPrice, PrivateSale
from stellwerk.games.g1848.rules.prices import highest_price
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.mech18.book import Book
from stellwerk.mech18.bot.earnings import Scale
from stellwerk.mech18.bot.paper import Line, Paper
from stellwerk.mech18.bot.planner import STRENGTHS, RailwayJudge, budget_of
from stellwerk.mech18.bot.prices import Prices
from stellwerk.mech18.bot.projection import Economy, sold_in_turn
from stellwerk.mech18.operating import OperatingTurn
from stellwerk.mech18.shares import holdings
from stellwerk.mech18.state import BANK
from stellwerk.mech18.stock import BuyShare, StartCompany
from stellwerk.mech18.trains import BuyTrain


@Once
def moves(book: Book[Facts, Rulings]) -> Prices:
    """XII, XIII: one right for a payment, one left for none, one down for a sale, one up when sold out."""
    grid = book.grid
    assert isinstance(grid, Grid)

    def up(cell: Cell) -> Cell:
        above = grid.up(cell)
        return above if grid.holds(*above) else cell

    return Prices(grid.rows, paid=grid.right_or_up, kept=grid.left, fallen=grid.down, sold_out=up)


def take_over(paper: Paper, line: Line) -> None:
    """VI-Rec-2: the others get par from the treasury and the director."""
    due = sum(shares for seat, shares in enumerate(line.held) if seat != line.director) * line.par
    for seat, shares in enumerate(line.held):
        if seat != line.director:
            paper.cash[seat] += shares * line.par
    if line.director >= 0:
        paper.cash[line.director] -= max(0, due - line.treasury)
    line.held = [0] * len(line.held)
    line.offer = line.pool = line.price = line.treasury = 0
    line.open, line.lost, line.cell = False, True, None


def forced(s: Australia) -> Callable[[Paper, Line, int], None]:
    grid = s.price_table(Grid)
    loan = s.facts.loan

    def borrow(paper: Paper, line: Line, price: int) -> None:
        """IX-Force, VI-Loan: 100 each; the price falls by two columns, then by three."""
        assert line.cell is not None
        cell, steps = line.cell, 2
        while line.treasury < price:
            line.treasury += loan
            cell, steps = grid.left(cell, steps), 3
            if cell[1] == 0:
                take_over(paper, line)
                return
        paper.move(line, cell)
        line.treasury -= price

    return borrow


def adjust(s: Australia, paper: Paper) -> None:
    """VI-BoE-2: the Bank of England's dividend, as it is now, is an income of its holders."""
    income = s.bank_income // 10
    for seat, shares in holdings(s, BOE).items():
        paper.incomes[seat] += shares * income
        paper.cash[seat] += shares * s.price(BOE)
    paper.incomes_until = 99
    com = paper.line(COM)
    if com is not None and not com_is_free(s):
        com.begins = next(number for number, kind in enumerate(sold_in_turn(s)) if kind.name == FREES_COM)


FREES_COM = "6"
"""VI-COM-2: the train with whose first sale COM may begin in any case."""

FAIR = {"P1": 35, "P2": 75, "P3": 125, "P4": 190, "P5": 175, "P6": 235}
"""What the privates are worth to whoever starts the game with them."""


def opening(s: Australia, seat: int, choices: Sequence[Action]) -> Sequence[float] | None:
    """IV: buy what costs less than it is worth; cut what would be too dear."""
    if not isinstance(s.frame, PrivateSale):
        return None
    found = []
    for a in choices:
        if isinstance(a, BuyPrivate):
            found.append(FAIR[a.private] - s.sale[a.private] - 0.1)
        elif isinstance(a, CutPrice):
            found.append(-0.5 - 0.001 * (FAIR[a.private] - s.sale[a.private] + 100))
        else:
            found.append(0.0)
    return found


def com_is_free(s: Australia) -> bool:
    """VI-COM-1, VI-COM-2: Sydney and Adelaide are joined, or the first 6 is sold."""
    return s.joined or s.granted("com_free")


def worth_trying(s: Australia, choices: Sequence[Action]) -> Sequence[Action]:
    return [a for a in choices if is_worth_trying(s, a)] or choices


def is_worth_trying(s: Australia, a: Action) -> bool:
    """VI-Loan: nobody borrows who has a train; VI-COM-1: COM is for those who can wait.

    IX-Buy-2: nor is a company left without a train by a sale to another of the same director.
    """
    if isinstance(a, BuyTrain):
        seller = s.trains[a.train]
        return seller == BANK or len(s.trains_of(seller)) > 1
    if isinstance(a, TakeLoan):
        turn = s.nearest(OperatingTurn)
        return turn is None or not s.trains_of(turn.company)
    if isinstance(a, StartCompany | BuyShare) and a.company == COM:
        return com_is_free(s) or "5" in s.phases
    return True


ECONOMY = Economy[Australia](
    scale=Scale(22, 4.5),
    prices=lambda s: moves(s.book),
    start_cell=lambda s, par: s.book.par_cells[par],
    forced=forced,
    adjust=adjust,
    without=frozenset({BOE}),
    top=highest_price,
    opening=opening,
    worth_trying=worth_trying,
)


BUDGETS = {**STRENGTHS, "gentle": structs.replace(STRENGTHS["gentle"], doubt=0.035)}
"""Where loans end a game early, whoever is further off than this is caught by chance now and then."""


def judge(manner: Manner, seed: str) -> RailwayJudge[Australia]:
    return RailwayJudge(ECONOMY, budget_of(manner, BUDGETS), seed)
