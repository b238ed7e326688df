"""How an offer and its answers are shown: buttons for yes and no, and a field for another price."""

from collections.abc import Iterable

from msgspec import structs

from stellwerk.engine.action import Action
from stellwerk.engine.shown import Button, Choice, NumberField, Row
from stellwerk.engine.text import Message, message, msg
from stellwerk.mech18.negotiation import Answer, AnswerMove, Offer, talks_of
from stellwerk.mech18.state import S


def answer_rows(s: S, choices: Iterable[Choice[S, Action]], row: Row, accept: str, sells: bool) -> list[Row]:
    """`row` with a button for each plain answer, and below it a price of one's own where there is one.

    `accept` is the word for yes; `sells` whether who answers would get the money, and so names more.
    """
    buttons: list[Button] = []
    counters: list[Button] = []
    open_counters: dict[int, Answer] = {}
    asked: AnswerMove[S, Offer, Action] | None = None
    for move, a, why in choices:
        if not (isinstance(a, Answer) and isinstance(move, AnswerMove)):
            continue
        asked = move
        if a.price is None:
            label = message(accept if a.accept else msg("No more offers") if a.leave else msg("Refuse"))
            buttons.append(Button(a, why, label))
            continue
        counters.append(Button(a, why, message(msg("¤{amount}"), amount=a.price)))
        if why is None:
            open_counters.setdefault(a.price, a)
    if asked is None:
        return []
    rows = [structs.replace(row, buttons=buttons)]
    offer = s.top(Offer)
    found = asked.prices(s.pop(), offer)
    if open_counters and found is not None and offer.price is not None:
        number = NumberField(
            action=next(iter(open_counters.values())),
            field="price",
            key=len(talks_of(s).offered),
            low=found.low,
            high=found.high,
            value=suggested(sorted(open_counters), offer.price, sells),
            alone=True,
            label=message(msg("Another price")),
            button=message(msg("Name it")),
        )
        text = [message(msg("or another price, ¤{low} to ¤{high}"), low=found.low, high=found.high)]
        rows.append(Row(text=text, buttons=counters, number=number))
    return rows


def suggested(named: list[int], offered: int, sells: bool) -> int:
    """Who sells begins above what is offered, who buys below."""
    if sells:
        return next((price for price in named if price > offered), named[-1])
    return next((price for price in reversed(named) if price < offered), named[0])


def refused_before(taken: Iterable[int]) -> list[Message]:
    """At which prices there was a no in this turn."""
    amounts = ", ".join(map(str, sorted(taken)))
    return [message(msg("refused: {amounts}"), amounts=amounts)] if amounts else []
