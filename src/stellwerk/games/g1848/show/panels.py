"""The choices that only 1848 has, as panels of rows and buttons."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from stellwerk.engine.action import Action
from stellwerk.engine.offload import Offload
from stellwerk.engine.shown import (
    Choice,
    LedgerLine,
    NumberField,
    Panel,
    Row,
    button,
    foretelling,
    news_of,
    of_kind,
)
from stellwerk.engine.state import Event
from stellwerk.engine.text import Message, message, msg
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan
from stellwerk.games.g1848.rules.events import LoanTaken, TakenOver
from stellwerk.games.g1848.rules.opening import BuyPrivate, CutPrice
from stellwerk.games.g1848.rules.privates import LayTasmania, TakePrivate
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.games.g1848.rules.trains import forced
from stellwerk.games.g1848.show.view import POWERS
from stellwerk.mech18.events import PriceMoved
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.trains import BuyTrain

Choices = Sequence[Choice[Australia, Action]]


def panels(
    s: Australia, seat: int, choices: Iterable[Choice[Australia, Action]], offload: Offload | None
) -> list[Panel]:
    """The choices that only 1848 knows. What no panel takes up is the kit's to show."""
    chosen = list(choices)
    found = [
        _loan(s, chosen),
        _sale(s, chosen),
        _forced(s, chosen),
        _privates(s, chosen),
        _tasmania(s, chosen),
    ]
    return [panel for panel in found if panel.is_shown]


def _sale(s: Australia, choices: Choices) -> Panel:
    """Each paper with its price, minimum and income; buy it or make it cheaper."""
    rows: dict[str, Row] = {}
    for _, a, why in of_kind(choices, BuyPrivate, CutPrice):
        price = s.sale[a.private]
        row = rows.get(a.private) or Row(tag=a.private, name=s.book.privates[a.private].name)
        if isinstance(a, BuyPrivate):
            row = structs.replace(row, text=_brings(s, a.private))
            rows[a.private] = row.plus(button(a, why, msg("Buy ¤{price}"), price=price))
        else:
            lower = price - s.facts.auction_step
            rows[a.private] = row.plus(button(a, why, msg("Lower to ¤{price}"), price=lower))
    return Panel(
        id="sale",
        title=message(msg("Private sale")),
        note=message(msg("buy one or lower one by {step}"), step=s.facts.auction_step),
        place="papers",
        rows=list(rows.values()),
    )


def _brings(s: Australia, private: str) -> list[Message]:
    printed = s.book.privates[private]
    text = [
        message(msg("income {income}"), income=printed.income),
        *([message(msg("minimum {minimum}"), minimum=printed.minimum)] if printed.minimum else []),
    ]
    power = POWERS.get(private)
    if printed.gives is not None:
        paper = s.book.papers[printed.gives]
        template = (
            msg("with the director's share of {company}")
            if paper.director
            else msg("with a share of {company}")
        )
        text.append(message(template, company=paper.company))
    elif power:
        text.append(message(power))
    return text


def _privates(s: Australia, choices: Choices) -> Panel:
    """A company buys from its director; any price within the range."""
    rows: dict[str, Row] = {}
    for _, a, why in of_kind(choices, TakePrivate):
        printed = s.book.privates[a.private]
        low, high = printed.range or (0, 0)
        row = rows.get(a.private) or Row(
            tag=a.private,
            name=printed.name,
            text=[message(msg("from ¤{low} to ¤{high}"), low=low, high=high)],
            number=NumberField(
                action=a,
                field="price",
                low=low,
                high=max(low, min(high, s.cash[company_of(s)])),
                label=message(msg("Price to pay")),
                button=message(msg("Buy")),
            ),
        )
        rows[a.private] = row.plus(button(a, why, msg("Buy ¤{price}"), price=a.price))
    return Panel(
        id="private",
        title=message(msg("Private railways")),
        note=message(msg("from the director, at any time of the turn")),
        place="rail",
        rows=list(rows.values()),
    )


def _tasmania(s: Australia, choices: Choices) -> Panel:
    rows: dict[str, Row] = {}
    for _, a, why in of_kind(choices, LayTasmania):
        if why is None:
            row = rows.get(a.hex) or Row(tag=a.hex)
            rows[a.hex] = row.plus(button(a, why, msg("Lay, turned {rotation}"), rotation=a.rotation))
    return Panel(
        id="tasmania",
        title=message(msg("Tasmania")),
        note=message(msg("beside the normal track, without cost")),
        rows=list(rows.values()),
    )


def _loan(s: Australia, choices: Choices) -> Panel:
    """A loan is a lever in the banner, with what it does to the price."""
    buttons = []
    for move, a, why in of_kind(choices, TakeLoan):
        made = button(a, why, msg("Loan ¤{amount}"), amount=s.facts.loan)
        buttons.append(foretelling(made, move, s))
    return Panel(id="loan", banner=buttons)


def _forced(s: Australia, choices: Choices) -> Panel:
    """IX-Force: the ledger of price, treasury and missing sum, loan by loan, before anything is decided."""
    rows, note = [], None
    for move, a, why in of_kind(choices, BuyTrain):
        if why is not None or not forced(s, a):
            continue
        company = company_of(s)
        note = message(msg("{company} has a route and no train"), company=company)
        news = news_of(move, s, a)
        taken = any(isinstance(event, TakenOver) for event in news)
        template = msg("Try {train}: receivership") if taken else msg("Buy {train} with loans")
        rows.append(
            Row(
                tag=a.version,
                card=True,
                text=[message(msg("price ¤{price}"), price=a.price)],
                ledger=_loans(s, company, a.price, news),
                buttons=[button(a, why, template, train=a.version)],
            )
        )
    return Panel(id="forced", title=message(msg("Forced purchase")), note=note, stop=True, rows=rows)


def _loans(s: Australia, company: str, price: int, news: Iterable[Event]) -> list[LedgerLine]:
    """Return a line for now and one for each loan: treasury, what is missing, share price."""
    treasury, stands = s.cash[company], s.price(company)
    lines = [LedgerLine(message(msg("now")), treasury, price - treasury, stands)]
    for event in news:
        match event:
            case LoanTaken():
                treasury += s.facts.loan
                step = message(msg("loan {number}"), number=len(lines))
                lines.append(LedgerLine(step, treasury, max(0, price - treasury), stands))
            case PriceMoved(company=moved) if moved == company:
                stands = event.new
                lines[-1] = structs.replace(lines[-1], price=stands)
            case TakenOver():
                lines[-1] = structs.replace(lines[-1], price=None)
    return lines
