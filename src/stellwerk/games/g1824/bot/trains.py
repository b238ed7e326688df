"""Trains on paper: what is on sale, how long it lasts, what the first of a kind does (VII.11, VII.14)."""

from typing import TYPE_CHECKING

from stellwerk.games.g1824.rules.book import COAL
from stellwerk.mech18.bot.paper import Line, TrainKind

if TYPE_CHECKING:
    from stellwerk.games.g1824.bot.paper import AustrianPaper

PACE = (3.0, 3.0, 2.0, 1.5, 1.0, 1.0)
"""Operating rounds from the first train of a type to that of the next, as people play."""
NEVER_PAID = 9999
"""More than any treasury holds."""
GOODS_LAST = 3.0
"""Operating rounds that a goods train runs on after the one that scraps it is on sale."""


def on_sale(paper: "AustrianPaper", line: Line) -> tuple[TrainKind, ...]:
    """IV.2-5, VII.11-5b: a coal railway owns goods trains only."""
    sale = paper.sale
    if sale is None:
        sale = look(paper)
    if line.kind == COAL and sale and sale[0].number < paper.table.normal:
        return sale[1:]
    return sale


def look(paper: "AustrianPaper") -> tuple[TrainKind, ...]:
    """Return what the bank sells, and note what one of these trains costs at least."""
    table, kinds, left, phase = paper.table, paper.kinds, paper.left, paper.phase
    kind = paper.next_kind()
    found = [] if kind is None else [kind]
    if paper.exports:
        for number in range(table.normal, len(kinds)):
            if left[number] and table.sold_from[number] <= phase:
                found.append(kinds[number])
    paper.least = min([one.price - table.takes_for[one.number] for one in found], default=NEVER_PAID)
    paper.sale, paper.coming = tuple(found), ()
    return paper.sale


def train_limit(paper: "AustrianPaper", line: Line) -> int:
    return paper.table.limits[line.kind][paper.phase]


def until(paper: "AustrianPaper", number: int) -> float:
    """Operating rounds before the first train of a normal kind is sold."""
    if paper.sale is None:
        look(paper)
    if not paper.coming:
        rounds, coming = 0.0, [0.0] * paper.table.normal
        for one in range(paper.phase, paper.table.normal - 1):
            rounds += PACE[one] * paper.left[one] / paper.table.counts[one]
            coming[one + 1] = rounds
        paper.coming = coming
    return paper.coming[number]


def life(paper: "AustrianPaper", kind: TrainKind) -> float:
    """Operating rounds that a train will run."""
    rusts = kind.rusts
    if rusts >= len(paper.kinds):
        return paper.ahead
    if kind.number >= paper.table.normal:
        return min(paper.ahead, until(paper, paper.table.sold_from[rusts]) + GOODS_LAST)
    return min(paper.ahead, until(paper, rusts))


def first_train(paper: "AustrianPaper", number: int) -> None:
    if number >= paper.table.normal:
        if number > paper.goods:
            paper.goods = number
            scrap(paper, paper.table.normal, len(paper.kinds), number)
    elif number > paper.phase:
        paper.begin(number)


def scrap(paper: "AustrianPaper", first: int, end: int, by: int) -> None:
    kinds = paper.kinds
    rusty = {n for n in range(first, end) if kinds[n].rusts <= by}
    if rusty:
        for line in paper.lines:
            if line.trains:
                line.trains = tuple(n for n in line.trains if n not in rusty)
        for number in rusty:
            paper.left[number] = 0
        paper.sale = None


def meet_limit(paper: "AustrianPaper", line: Line) -> None:
    limit = train_limit(paper, line)
    if len(line.trains) > limit:
        best = sorted(line.trains, key=lambda n: -line.earned((n,), paper.clock + 1))[:limit]
        line.trains = tuple(sorted(best, reverse=True))
