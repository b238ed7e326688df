"""How an offer and its answers are shown: buttons for yes and no, and a field for another price."""

from collections.abc import Iterable
from typing import Any

from stellwerk.engine.action import Action
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.step import Move
from stellwerk.engine.text import Said, msg, said
from stellwerk.mech18.negotiation import Answer, AnswerMove, Offer, talks_of
from stellwerk.mech18.state import S

Row = dict[str, Any]


def answer_rows(
    s: S,
    choices: Iterable[tuple[Move[S, Action], Action, Refusal | None]],
    row: Row,
    accept: str,
    sells: bool,
) -> list[Row]:
    """`row` with a button for each plain answer, and below it a price of one's own where there is one.

    `accept` is the word for yes; `sells` whether who answers would get the money, and so names more.
    """
    buttons: list[dict[str, Any]] = []
    counters: list[dict[str, Any]] = []
    asked: AnswerMove[S, Offer, Action] | None = None
    for move, a, why in choices:
        if not (isinstance(a, Answer) and isinstance(move, AnswerMove)):
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
    offer = s.top(Offer)
    found = asked.prices(s.pop(), offer)
    if named and found is not None and offer.price is not None:
        number = {
            "action": next(made["action"] for made in counters if made["why"] is None),
            "field": "price",
            "key": len(talks_of(s).offered),
            "low": found.low,
            "high": found.high,
            "value": suggested(named, offer.price, sells),
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
