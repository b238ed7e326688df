"""Coal and pre-state railways on paper: their worth, how they begin, which are left out (VI.3)."""

from typing import TYPE_CHECKING

from stellwerk.games.g1824.rules.book import COAL, PRE_STATE
from stellwerk.mech18.bot.paper import Line

if TYPE_CHECKING:
    from stellwerk.games.g1824.bot.paper import AustrianPaper

MINORS = (COAL, PRE_STATE)


def minor_worth(paper: "AustrianPaper", line: Line, price: int, horizon: float) -> float:
    """What a coal or pre-state railway brings: its shares, and half of what it earns until then."""
    role = paper.role(line)
    into = paper.the(role.into)
    each = price // role.shares
    train = (paper.table.normal,) if role.kind == COAL else (0,)
    rounds = min(horizon, paper.delay(into) + 1.0)
    own = 0.5 * line.earned(train, paper.clock + 2) * rounds
    return role.shares * paper.worth(into, max(into.price, each), horizon) + own


def coal_owner(paper: "AustrianPaper", line: Line) -> int:
    """The seat that will be the director of a regional railway."""
    if not paper.reserved.get(line.sym):
        return -1
    coal = (other for other in paper.lines if other.halves and paper.role(other).into == line.sym)
    return max((other.director for other in coal if other.open), default=-1)


def begin_railway(paper: "AustrianPaper", line: Line, seat: int, price: int) -> None:
    """VI.3-3: the price becomes the treasury; a coal railway buys a 1g and sets a share price."""
    role = paper.role(line)
    paper.cash[seat] -= price
    line.director, line.open, line.treasury = seat, True, price
    line.held[seat] = 1
    if role.kind == COAL:
        number = paper.table.normal
        line.trains = (number,)
        paper.left[number] -= 1
        paper.sale = None
        cost = paper.kinds[number].price
        line.treasury -= cost
        paper.bank += cost
        into = paper.the(role.into)
        into.par = into.price = price // role.shares
        into.cell = paper.cells[into.par]
        paper.eights |= {into.sym}


def end_opening(paper: "AustrianPaper") -> None:
    """VI.3-5: what nobody bought is out, and the shares kept for it are free."""
    paper.opening, paper.unsold = False, 0
    for line in paper.lines:
        role = paper.role(line)
        if role.kind in MINORS and line.director < 0 and not line.lost:
            line.lost = True
            into = paper.the(role.into)
            paper.reserved[into.sym] -= role.shares
            into.offer += role.shares
            into.pars = paper.role(into).prices
