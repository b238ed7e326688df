"""Trains that a company cannot pay, on paper: the director's cash, shares, and a debt (VII.12)."""

from typing import TYPE_CHECKING

from stellwerk.games.g1824.bot.table import BOND, DIRECTOR
from stellwerk.games.g1824.rules.emergency import with_interest
from stellwerk.mech18.bot.paper import Line

if TYPE_CHECKING:
    from stellwerk.games.g1824.bot.paper import AustrianPaper


def help_out(paper: "AustrianPaper", line: Line, price: int) -> None:
    """VII.12: the director's cash, then shares, then a debt with half as much again."""
    seat = line.director
    missing = max(0, price - line.treasury)
    line.treasury = max(0, line.treasury - price)
    if missing > paper.cash[seat]:
        raise_cash(paper, seat, missing)
    own = min(missing, max(0, paper.cash[seat]))
    paper.cash[seat] -= own
    if missing > own:
        paper.debt[seat] += with_interest(missing - own)
        paper.bank -= missing - own


def raise_cash(paper: "AustrianPaper", seat: int, needed: int) -> None:
    """Sell shares, the cheapest first, while cash is short; nobody loses a company by it (VI.8-5)."""
    for line in sorted(paper.lines, key=lambda line: line.price):
        if paper.cash[seat] >= needed:
            return
        room = room_to_sell(paper, line, seat)
        if room > 0:
            sell(paper, line, seat, min(room, -(-(needed - paper.cash[seat]) // line.price)))


def room_to_sell(paper: "AustrianPaper", line: Line, seat: int) -> int:
    """How many shares a seat can sell and lose no company."""
    held = line.held[seat]
    if not held or not line.open or line.cell is None:
        return 0
    if line.kind == BOND:
        return held
    room = min(held, paper.pool_limit - line.pool - line.offer)
    if line.director == seat:
        others = max((n for other, n in enumerate(line.held) if other != seat), default=0)
        room = min(room, held - max(DIRECTOR, others))
    return room


def sell(paper: "AustrianPaper", line: Line, seat: int, shares: int) -> None:
    assert line.cell is not None
    line.held[seat] -= shares
    if paper.table.pool:
        line.pool += shares
    else:  # VI.1-1b
        line.offer += shares
    paper.cash[seat] += shares * line.price
    paper.bank -= shares * line.price
    paper.move(line, paper.prices.sold(line.cell, shares))
