"""How bots have fared in a simulation: wins, money and its spread, and what else a title counts."""

from collections.abc import Mapping, Sequence
from statistics import fmean, median, quantiles, stdev

from msgspec import Struct, structs

from stellwerk.bots.playout import Outcome
from stellwerk.engine.text import msg
from stellwerk.text import translate

COLUMNS = {
    "games": msg("games"),
    "seats": msg("seats"),
    "wins": msg("won"),
    "ahead": msg("ahead"),
    "mean": msg("mean"),
    "spread": msg("spread"),
    "least": msg("least"),
    "lower": msg("lower quartile"),
    "middle": msg("median"),
    "upper": msg("upper quartile"),
    "most": msg("most"),
}


class Standing(Struct, frozen=True):
    """How a bot has fared."""

    games: int
    seats: int
    wins: int
    """Seats with the most money."""
    ahead: int
    """Games in which its best seat beat all other bots."""
    mean: float
    spread: float
    least: int
    lower: float
    middle: float
    upper: float
    most: int
    figures: Mapping[str, float]
    """Means of what the title counts."""


def standings(outcomes: Sequence[Outcome]) -> dict[str, Standing]:
    """By bot: its games, seats, and how they ended."""
    names = sorted({name for outcome in outcomes for name in outcome.table})
    return {
        name: _standing(name, [outcome for outcome in outcomes if name in outcome.table]) for name in names
    }


def _standing(name: str, outcomes: Sequence[Outcome]) -> Standing:
    money: list[int] = []
    figures: list[Mapping[str, int]] = []
    wins = ahead = 0
    for outcome in outcomes:
        own = [seat for seat, bot in enumerate(outcome.table) if bot == name]
        others = [outcome.worth[seat] for seat in range(outcome.players) if seat not in own]
        money += [outcome.worth[seat] for seat in own]
        figures += [outcome.figures[seat] for seat in own if outcome.figures]
        wins += sum(outcome.worth[seat] == max(outcome.worth) for seat in own)
        ahead += bool(others) and max(outcome.worth[seat] for seat in own) > max(others)
    lower, _, upper = quantiles(money, n=4, method="inclusive") if len(money) > 1 else (money[0],) * 3
    counted = list(figures[0]) if figures else []
    return Standing(
        games=len(outcomes),
        seats=len(money),
        wins=wins,
        ahead=ahead,
        mean=round(fmean(money), 1),
        spread=round(stdev(money), 1) if len(money) > 1 else 0.0,
        least=min(money),
        lower=round(lower, 1),
        middle=round(median(money), 1),
        upper=round(upper, 1),
        most=max(money),
        figures={key: round(fmean(figure[key] for figure in figures), 2) for key in counted},
    )


def tell_standings(found: Mapping[str, Standing], lang: str) -> None:
    """A table: a line for each bot, then the means of what the title counts."""
    legend = msg("won: seats with the most money; ahead: games in which its best seat beat all other bots")
    counts = {name: structs.asdict(standing) for name, standing in found.items()}
    means = {name: dict(standing.figures) for name, standing in found.items() if standing.figures}
    for rows, columns in ((counts, COLUMNS), (means, None)):
        if not rows:
            continue
        heads = columns or {key: key for key in next(iter(rows.values()))}
        lines = [["", *(translate(head, {}, lang) for head in heads.values())]]
        lines += [[name, *(str(row[key]) for key in heads)] for name, row in rows.items()]
        widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
        print()
        for line in lines:
            cells = (cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))
            print(line[0].ljust(widths[0]), *cells, sep="  ")
        if columns:
            print(translate(legend, {}, lang))
