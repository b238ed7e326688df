"""Exchanges on paper: mountain railways for shares, coal railways for regional railways (IV.1, IV.2)."""

from typing import TYPE_CHECKING

from stellwerk.games.g1824.bot.table import BOND
from stellwerk.games.g1824.rules.book import COAL, REGIONAL
from stellwerk.mech18.bot.paper import Line

if TYPE_CHECKING:
    from stellwerk.games.g1824.bot.paper import AustrianPaper


def swap_mountain(paper: "AustrianPaper", seat: int) -> None:
    """IV.1-9: for the best share that is left, if any is."""
    paper.mountains[seat] -= 1
    horizon = paper.horizon()
    best, most = None, 0.0
    for line in paper.lines:
        if line.kind in (REGIONAL, BOND) and line.offer + line.pool and not line.lost:
            worth = paper.worth(line, line.price, horizon) if line.price else 40.0
            if worth > most:
                best, most = line, worth
    if best is not None:
        if best.offer:
            best.offer -= 1
        else:
            best.pool -= 1
        best.held[seat] += 1
        paper.settle(best)


def swap_coal(paper: "AustrianPaper", line: Line) -> None:
    """IV.2-9, IV.2-14: the director's share; cash and trains go with it."""
    into = paper.the(paper.role(line).into)
    into.held[line.director] += paper.role(line).shares
    paper.reserved[into.sym] = 0
    if into.director < 0:
        into.director = line.director
    absorb(line, into)
    paper.settle(into)


def opens(paper: "AustrianPaper", line: Line) -> bool:
    """Whether an exchange of this coal railway opens its regional railway."""
    role = paper.role(line)
    return sum(paper.the(role.into).held) + role.shares >= line.float_at


def open_regionals(paper: "AustrianPaper") -> None:
    """Exchange the coal railways whose regional railways open by it."""
    if paper.phase >= paper.table.swaps:
        for line in paper.lines:
            if line.kind == COAL and line.open and opens(paper, line):
                swap_coal(paper, line)


def absorb(line: Line, into: Line) -> None:
    """Cash and trains of a railway go to the company that it becomes part of."""
    into.treasury += line.treasury
    into.trains = tuple(sorted((*into.trains, *line.trains), reverse=True))
    line.open, line.lost, line.trains, line.treasury = False, True, (), 0
    line.held = [0] * len(line.held)
