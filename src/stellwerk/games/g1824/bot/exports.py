"""Trains that go abroad on paper (VII.15)."""

from typing import TYPE_CHECKING

from stellwerk.games.g1824.bot.state_railways import form_due
from stellwerk.games.g1824.bot.trains import first_train

if TYPE_CHECKING:
    from stellwerk.games.g1824.bot.paper import AustrianPaper


def send_abroad(paper: "AustrianPaper") -> None:
    """VII.15: a train goes abroad after a set, once the first one was sold."""
    kind = paper.next_kind()
    if paper.exports and kind is not None and not paper.ending:
        paper.left[kind.number] -= 1
        paper.sale = None
        first_train(paper, kind.number)
        form_due(paper)
        if paper.bank <= 0:
            paper.ending = True
