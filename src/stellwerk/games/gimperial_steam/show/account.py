"""The final scoring for a page: every step with its sum, and whose way to Trieste is drawn."""

from collections.abc import Mapping

from msgspec import UNSET, Struct

from stellwerk.engine.pages import PageContext
from stellwerk.engine.text import Message, message, msg
from stellwerk.games.gimperial_steam.show.rows import ScoreRow, SteamView

WAY = "way-"
"""What a chosen fee path begins with; its player's seat follows."""


class Cell(Struct, frozen=True):
    amount: int
    sum: int
    """Up to here."""


class Line(Struct, frozen=True):
    """A step of the account, by player."""

    name: Message
    rule: str
    cells: Mapping[str, Cell]


def steps(score: ScoreRow) -> tuple[tuple[str, int, str], ...]:
    """What is counted one after the other: its name, the amount, the paragraph."""
    return (
        (msg("Cash at the end"), score.cash, "END-1"),
        (msg("Income once more"), score.income, "END-1"),
        (msg("Semmering: income again"), score.semmering, "END-1"),
        (msg("Goods on the board"), score.goods, "END-2"),
        (msg("City keys"), score.keys, "END-3"),
        (msg("Hubs within reach"), score.hubs, "END-4"),
        (msg("Contracts filled"), score.filled, "END-5a-i"),
        (msg("Contracts not filled"), -score.unfilled, "END-5a-i"),
        (msg("Fees for the way to Trieste"), -score.fees, "END-5b"),
        (msg("Fees received"), score.received, "END-5b-iii"),
    )


COLUMNS = (
    (msg("Cash"), "IS-END-1"),
    (msg("Income"), "IS-END-1"),
    (msg("Goods"), "IS-END-2"),
    (msg("City keys"), "IS-END-3"),
    (msg("Hubs"), "IS-END-4"),
    (msg("Contracts"), "IS-END-5"),
    (msg("Fees"), "IS-END-5b"),
    (msg("Shareholders"), "IS-END-6"),
    (msg("Total"), "IS-END-7"),
)
"""The same in short, for the account while the game goes on."""


def scoring(view: SteamView) -> Mapping[str, ScoreRow]:
    """Everybody's account, or nothing where there is none to be seen."""
    return {} if view.scoring is UNSET else view.scoring


def account(view: SteamView) -> list[Line]:
    """Return every step with its amount and the sum up to it, by player."""
    counted = {name: steps(score) for name, score in scoring(view).items()}
    sums = dict.fromkeys(counted, 0)
    found = []
    for step in zip(*counted.values(), strict=True):
        cells = {}
        for name, (_, amount, _) in zip(counted, step, strict=True):
            sums[name] += amount
            cells[name] = Cell(amount, sums[name])
        words, _, rule = step[0]
        found.append(Line(message(words), f"IS-{rule}", cells))
    return found


def chosen_way(scene: PageContext, view: SteamView) -> int | None:
    """Return whose fee path is drawn: the one asked for, or at the end one's own, or the first there is."""
    there = [number for number, score in enumerate(scoring(view).values()) if score.path]
    asked = scene.place.removeprefix(WAY)
    if scene.place.startswith(WAY) and asked.isdigit() and int(asked) in there:
        return int(asked)
    if not view.over or not there:
        return None
    return scene.seat if scene.seat in there else there[0]
