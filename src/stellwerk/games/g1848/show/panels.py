"""The choices that only 1848 has, as panels of rows and buttons."""

from collections.abc import Iterable
from typing import Any

from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Choice
from stellwerk.engine.offload import Offload
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.state import Event
from stellwerk.engine.text import msg
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
from stellwerk.mech18.view import Said, said


def panels(s: Australia, seat: int, choices: Iterable[Choice], offload: Offload) -> list[dict[str, Any]]:
    """The choices that only 1848 knows. What no panel takes up is the kit's to show."""
    chosen = list(choices)
    found = [_sale(s, chosen), _forced(s, chosen), _privates(s, chosen), _tasmania(s, chosen)]
    return [_loan(s, chosen), *(panel for panel in found if panel["rows"])]


def _button(action: Action, why: Refusal | None, template: str, **figures: object) -> dict[str, Any]:
    return {"action": action, "why": why, "label": said(template, **figures)}


def _sale(s: Australia, choices: list[Choice]) -> dict[str, Any]:
    """Each paper with its price, minimum and income; buy it or make it cheaper."""
    rows: dict[str, dict[str, Any]] = {}
    for _, a, why in choices:
        if not isinstance(a, BuyPrivate | CutPrice):
            continue
        printed, price = s.book.privates[a.private], s.sale[a.private]
        row = rows.setdefault(a.private, {"tag": a.private, "name": printed.name, "text": [], "buttons": []})
        if isinstance(a, BuyPrivate):
            row["text"] = [
                said(msg("income {income}"), income=printed.income),
                said(msg("least {minimum}"), minimum=printed.minimum),
            ]
            gift = printed.gives
            if gift is not None:
                paper = s.book.papers[gift]
                template = (
                    msg("with the director's share of {company}")
                    if paper.director
                    else msg("with a share of {company}")
                )
                row["text"].append(said(template, company=paper.company))
            elif POWERS.get(a.private):
                row["text"].append(said(POWERS[a.private] or ""))
            row["buttons"].append(_button(a, why, msg("Buy £{price}"), price=price))
        else:
            new = price - s.facts.auction_step
            row["buttons"].append(_button(a, why, msg("Lower to £{price}"), price=new))
    return {
        "id": "sale",
        "title": said(msg("Private sale")),
        "note": said(msg("buy one or lower one by {step}"), step=s.facts.auction_step),
        "place": "papers",
        "rows": list(rows.values()),
    }


def _privates(s: Australia, choices: list[Choice]) -> dict[str, Any]:
    """A company buys from its director; any price within the range."""
    rows: dict[str, dict[str, Any]] = {}
    for _, a, why in choices:
        if not isinstance(a, TakePrivate):
            continue
        printed = s.book.privates[a.private]
        low, high = printed.range or (0, 0)
        row = rows.setdefault(
            a.private,
            {
                "tag": a.private,
                "name": printed.name,
                "text": [said(msg("from £{low} to £{high}"), low=low, high=high)],
                "buttons": [],
                "number": {
                    "action": a,
                    "field": "price",
                    "low": low,
                    "high": max(low, min(high, s.cash[company_of(s)])),
                    "label": said(msg("Price to pay")),
                    "button": said(msg("Buy")),
                },
            },
        )
        row["buttons"].append(_button(a, why, msg("Buy £{price}"), price=a.price))
    return {
        "id": "private",
        "title": said(msg("Private railways")),
        "note": said(msg("from the director, at any time of the turn")),
        "place": "rail",
        "rows": list(rows.values()),
    }


def _tasmania(s: Australia, choices: list[Choice]) -> dict[str, Any]:
    rows: dict[str, dict[str, Any]] = {}
    for _, a, why in choices:
        if isinstance(a, LayTasmania) and why is None:
            row = rows.setdefault(a.hex, {"tag": a.hex, "name": "", "text": [], "buttons": []})
            row["buttons"].append(_button(a, why, msg("Lay, turned {rotation}"), rotation=a.rotation))
    return {
        "id": "tasmania",
        "title": said(msg("Tasmania")),
        "note": said(msg("beside the normal track, without cost")),
        "place": "aside",
        "rows": list(rows.values()),
    }


def _loan(s: Australia, choices: list[Choice]) -> dict[str, Any]:
    """A loan is a lever in the banner, with what it does to the price."""
    buttons = []
    for move, a, why in choices:
        if isinstance(a, TakeLoan):
            button = _button(a, why, msg("Loan £{amount}"), amount=s.facts.loan)
            if why is None:
                button["effects"] = [_effect(event) for event in move.apply(s.but(news=()), a).news]
            buttons.append(button)
    return {"id": "loan", "banner": buttons, "rows": []}


def _effect(event: Event) -> Said:
    return said(event.says, **event.figures)


def _forced(s: Australia, choices: list[Choice]) -> dict[str, Any]:
    """IX-Force: the ledger of price, treasury and missing sum, loan by loan, before anything is decided."""
    panel: dict[str, Any] = {
        "id": "forced",
        "title": said(msg("Forced purchase")),
        "place": "aside",
        "stop": True,
        "rows": [],
    }
    for move, a, why in choices:
        if not isinstance(a, BuyTrain) or why is not None or not forced(s, a):
            continue
        company = company_of(s)
        panel["note"] = said(msg("{company} has a route and no train"), company=company)
        news = move.apply(s.but(news=()), a).news
        panel["rows"].append(
            {
                "tag": a.version,
                "train": True,
                "name": "",
                "text": [said(msg("price £{price}"), price=a.price)],
                "ledger": _loans(s, company, a.price, news),
                "buttons": [
                    _button(a, why, msg("Buy {train} with loans"), train=a.version)
                    if not any(isinstance(event, TakenOver) for event in news)
                    else _button(a, why, msg("Try {train}: receivership"), train=a.version)
                ],
            }
        )
    return panel


def _loans(s: Australia, company: str, price: int, news: Iterable[Event]) -> list[dict[str, Any]]:
    """A line for now and one for each loan: treasury, what is missing, share price."""
    treasury, stands = s.cash[company], s.price(company)
    lines = [{"step": said(msg("now")), "treasury": treasury, "missing": price - treasury, "price": stands}]
    for event in news:
        match event:
            case LoanTaken():
                treasury += s.facts.loan
                count = said(msg("loan {number}"), number=len(lines))
                missing = max(0, price - treasury)
                lines.append({"step": count, "treasury": treasury, "missing": missing, "price": stands})
            case PriceMoved(company=moved) if moved == company:
                stands = event.new
                lines[-1]["price"] = stands
            case TakenOver():
                lines[-1]["price"] = None
    return lines
