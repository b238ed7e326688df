"""How an offer and its answers are shown: buttons for yes and no, and a field for another price."""

from collections.abc import Iterable
from typing import Any

from stellwerk.engine.text import Said, msg, said
from stellwerk.mech18.negotiation import Answer, talks_of

Row = dict[str, Any]


def answer_rows(
    s: Any, choices: Iterable[tuple[Any, Any, Any]], row: Row, accept: str, sells: bool
) -> list[Row]:
    """`row` with a button for each plain answer, and below it a price of one's own where there is one.

    `accept` is the word for yes; `sells` whether who answers would get the money, and so names more.
    """
    buttons: list[dict[str, Any]] = []
    counters: list[dict[str, Any]] = []
    asked = None
    for move, a, why in choices:
        if not isinstance(a, Answer):
            continue
        asked = move
        if a.price is not None:
            label = said(msg("¤{amount}"), amount=a.price)
        else:
            label = said(accept if a.accept else msg("No more offers") if a.leave else msg("Refuse"))
        made = {"action": a, "why": why, "label": label}
        (buttons if a.price is None else counters).append(made)
    if asked is None:
        return []
    rows = [{**row, "buttons": buttons}]
    named = sorted(made["action"].price for made in counters if made["why"] is None)
    found = asked.prices(s.pop(), s.frame)
    if named and found is not None:
        number = {
            "action": next(made["action"] for made in counters if made["why"] is None),
            "field": "price",
            "key": len(talks_of(s).offered),
            "low": found.low,
            "high": found.high,
            "value": suggested(named, s.frame.price, sells),
            "alone": True,
            "label": said(msg("Another price")),
            "button": said(msg("Name it")),
        }
        text = [said(msg("or another price, ¤{low} to ¤{high}"), low=found.low, high=found.high)]
        rows.append({"tag": "", "text": text, "buttons": counters, "number": number})
    return rows


def suggested(named: list[int], offered: int, sells: bool) -> int:
    """Who sells begins above what he is offered, who buys below."""
    if sells:
        return next((price for price in named if price > offered), named[-1])
    return next((price for price in reversed(named) if price < offered), named[0])


def refused_before(taken: Iterable[int]) -> list[Said]:
    """At which prices there was a no in this turn."""
    amounts = ", ".join(map(str, sorted(taken)))
    return [said(msg("refused: {amounts}"), amounts=amounts)] if amounts else []
