"""State railways on paper: how they form (IV.3, IV.4.4)."""

from typing import TYPE_CHECKING

from stellwerk.games.g1824.bot.exchanges import absorb
from stellwerk.games.g1824.bot.table import DIRECTOR
from stellwerk.games.g1824.bot.trains import meet_limit
from stellwerk.games.g1824.rules.book import PRE_STATE

if TYPE_CHECKING:
    from stellwerk.games.g1824.bot.paper import AustrianPaper


def form_due(paper: "AustrianPaper") -> None:
    """IV.3-2, IV.4.4: at the end of the round."""
    for state in paper.forming:
        line = paper.the(state)
        kept, former = 0, -1
        for minor in paper.lines:
            role = paper.role(minor)
            if role.into == state and role.kind == PRE_STATE and minor.open:
                kept += role.shares
                line.held[minor.director] += role.shares
                former = minor.director if former < 0 else former
                absorb(minor, line)
        paper.reserved[state] = 0
        capital = (line.total - kept) * paper.table.state_price
        line.treasury += capital
        paper.bank -= capital
        line.open = True
        most = max(line.held)
        if most >= DIRECTOR:
            line.director = former if former >= 0 and line.held[former] == most else line.held.index(most)
        meet_limit(paper, line)
    paper.forming = ()
