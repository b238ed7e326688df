"""What a seat sees: in 1848 everything but the seed (III-3); and the choices that only 1848 has, as rows."""

from collections.abc import Iterable
from typing import Any

import msgspec

from stellwerk.engine.action import Action
from stellwerk.engine.play import activity_of
from stellwerk.engine.text import msg
from stellwerk.games.g1848.rules.bank_of_england import TakeLoan, bank_revenue
from stellwerk.games.g1848.rules.book import BOE, COM
from stellwerk.games.g1848.rules.ending import result
from stellwerk.games.g1848.rules.events import LoanTaken, TakenOver
from stellwerk.games.g1848.rules.opening import BuyPrivate, CutPrice, PrivateSale
from stellwerk.games.g1848.rules.privates import LayTasmania, TakePrivate
from stellwerk.games.g1848.rules.takeover import common_limit, paper_limit
from stellwerk.games.g1848.rules.trains import affordable, forced
from stellwerk.mech18.events import PriceMoved
from stellwerk.mech18.state import OFFER
from stellwerk.mech18.trains import BuyTrain, TrainStep, bank_offers, must_buy
from stellwerk.mech18.view import Said, railway_view, said

POWERS = {
    "P1": None,
    "P2": msg("one desert hex without its cost of 40"),
    "P3": msg("the Tasmania tile"),
    "P4": msg("100 off one 2E"),
    "P5": None,
    "P6": None,
}


def view(s: Any, seat: int | None) -> dict[str, Any]:
    shown = railway_view(s)
    shown |= {
        "loans": dict(s.loans),
        "granted_loans": s.granted_loans,
        "takeovers": list(s.takeovers),
        "rights": {right: s.name(owner) for right, owner in s.rights.items() if owner},
        "sale": {sym: s.sale[sym] for sym, owner in s.privates.items() if owner == "offer"},
        "cities_joined": s.joined,
        "rulings": msgspec.to_builtins(s.rulings),
        "worth": result(s),
    }
    for name, owner in zip(s.names, s.players, strict=True):
        shown["players"][name]["paper_limit"] = paper_limit(s, owner)
    complete_table(s, shown["table"])
    return shown


# -- the part for pages ------------------------------------------------------------------------


def complete_table(s: Any, table: dict[str, Any]) -> None:
    """What 1848 adds to the table of its family."""
    table["money"] = "£"
    if s.stack and isinstance(s.frame, PrivateSale):
        table["focus"] = "papers"
    _market(s, table["market"])
    table["limits"]["papers"] = common_limit(s)
    for train in table["trains"]:
        if train["extra"]:
            train["note"] = said(msg("Alice Springs only, one for each railway"))
    for private in table["privates"]:
        sym = private["sym"]
        private["price"] = s.sale[sym] if private["for_sale"] else private["price"]
        power = POWERS.get(sym)
        private["power"] = said(power) if power else None
        private["right"] = bool(s.rights.get(sym))
    for company, card in table["companies"].items():
        card["loans"] = s.loans.get(company, 0)
        if company in s.takeovers:
            card["state"] = said(msg("taken over by the Bank of England"))
    com = table["companies"][COM]
    if COM in s.prices and COM not in s.opened and not s.joined and not s.granted("com_free"):
        com["state"] = said(
            msg("not open: {sold} % sold, needs {needed} % and Sydney joined with Adelaide"),
            sold=10 * s.issued(COM),
            needed=10 * s.book.float_shares,
        )
    table["facts"] = facts(s)


def _market(s: Any, market: dict[str, Any]) -> None:
    """The ladder of the Bank of England stands below the table, not in it."""
    ladder = market["rows"].pop(s.facts.bank_row)
    for row in market["rows"]:
        row[0]["kind"] = "receivership"
        row[0]["price"] = None
    market["rows"][0][-1]["kind"] = "end"
    ladder[s.facts.loans_that_end_the_game]["kind"] = "end"
    note = said(
        msg("Bank of England · {granted} of {all} loans out · ends the game at {end}"),
        granted=s.granted_loans,
        all=s.facts.loan_markers,
        end=s.facts.loans_that_end_the_game,
    )
    market["ladders"] = [{"company": BOE, "cells": ladder, "now": s.granted_loans, "note": note}]


def facts(s: Any) -> list[Said]:
    """What else everybody should know, each with its paragraph."""
    found = warnings(s)
    if amount := bank_revenue(s):
        found.append(
            said(msg("The Bank of England pays {amount} a round."), amount=amount) | {"rule": "VI-BoE-2"}
        )
    if s.granted("loans"):
        told = msg("Loans granted: {granted} of {all}; the game ends at {end}.")
        figures = {
            "granted": s.granted_loans,
            "all": s.facts.loan_markers,
            "end": s.facts.loans_that_end_the_game,
        }
        found.append(said(told, **figures) | {"rule": "VI-BoE-5"})
    if s.takeovers:
        told = msg("Taken over: {companies}; the game ends with {end}.")
        figures = {"companies": ", ".join(s.takeovers), "end": s.facts.takeovers_that_end_the_game}
        found.append(said(told, **figures) | {"rule": "VI-Rec-7"})
    for right, owner in s.rights.items():
        if owner and owner not in (OFFER,):
            told = msg("{owner} holds the right of {private}.")
            found.append(said(told, owner=s.name(owner), private=right) | {"rule": f"V-{right}-1"})
    if not s.joined and COM not in s.opened and not s.granted("com_free"):
        found.append(
            said(msg("Sydney and Adelaide are not joined yet: COM waits for it.")) | {"rule": "VI-COM-1"}
        )
    if s.ending:
        found.append(said(msg("The end is near: {reason}."), reason=s.ending) | {"rule": "XIV-1"})
    return found + rulings(s)


def rulings(s: Any) -> list[Said]:
    """How this table plays what the book leaves open or another program does otherwise."""
    several = msg("A railway may be sold several times in a turn; its price falls with every sale.")
    once = msg("A railway is sold once in a turn; shares of the Bank of England as often as one likes.")
    lent = msg("What a director overdraws is lent by the bank, which has so much less.")
    noted = msg("What a director overdraws is only noted; the bank keeps its money.")
    stays = msg("If the company with P3 is taken over, its director still lays Tasmania at the first 5.")
    lost = msg("If the company with P3 is taken over, Tasmania is lost with it.")
    operation = msg("A circle is kept for a home until its company is in operation.")
    turn = msg("A circle is kept for a home until its company's first turn.")
    found = s.rulings
    return [
        said(several if found.sales_of_one_company == "several" else once) | {"rule": "XIII-1"},
        said(lent if found.overdraft_from_bank else noted) | {"rule": "VI-Rec-4"},
        said(stays if found.tasmania_outlives_company else lost) | {"rule": "V-P3-3"},
        said(operation if found.home_kept_until == "operation" else turn) | {"rule": "VIII-Stat-3"},
    ]


# -- choices -----------------------------------------------------------------------------------

Choice = tuple[Any, Action, Any]
"""A move, one of its actions, and the refusal that rules it out (or None)."""


def panels(s: Any, seat: int, choices: Iterable[Choice]) -> list[dict[str, Any]]:
    """The choices that only 1848 knows. What no panel takes up is the kit's to show."""
    chosen = list(choices)
    found = [_sale(s, chosen), _forced(s, chosen), _privates(s, chosen), _tasmania(s, chosen)]
    return [_loan(s, chosen), *(panel for panel in found if panel["rows"])]


def _button(action: Action, why: Any, template: str, **figures: object) -> dict[str, Any]:
    return {"action": action, "why": why, "label": said(template, **figures)}


def _sale(s: Any, choices: list[Choice]) -> dict[str, Any]:
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


def _privates(s: Any, choices: list[Choice]) -> dict[str, Any]:
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
                    "high": max(low, min(high, s.cash[s.frame.company])),
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


def _tasmania(s: Any, choices: list[Choice]) -> dict[str, Any]:
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


def _loan(s: Any, choices: list[Choice]) -> dict[str, Any]:
    """A loan is a lever in the banner, with what it does to the price."""
    buttons = []
    for move, a, why in choices:
        if isinstance(a, TakeLoan):
            button = _button(a, why, msg("Loan £{amount}"), amount=s.facts.loan)
            if why is None:
                button["effects"] = [_effect(event) for event in move.apply(s.but(news=()), a).news]
            buttons.append(button)
    return {"id": "loan", "banner": buttons, "rows": []}


def _effect(event: Any) -> Said:
    return said(event.says, **event.figures)


def _forced(s: Any, choices: list[Choice]) -> dict[str, Any]:
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
        company = s.frame.company
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


def _loans(s: Any, company: str, price: int, news: Iterable[Any]) -> list[dict[str, Any]]:
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


def warnings(s: Any) -> list[Said]:
    """What the acting company will be forced to, said before it happens."""
    if s.over or not hasattr(s.frame, "loans") or not hasattr(s.frame, "step"):
        return []
    company = s.frame.company
    if not must_buy(s, company):
        return []
    step = getattr(activity_of(s), "steps", ())[s.frame.step]
    if isinstance(step, TrainStep) or affordable(s):
        return []
    cheapest = min(
        version.price
        for train in bank_offers(s)
        if not (kind := s.book.trains[s.train_type(train)]).extra
        for version in kind.versions
    )
    told = msg("{company} has a route and no train: it must buy one for {price} and has {cash}.")
    figures = {"company": company, "price": cheapest, "cash": s.cash[company]}
    return [said(told, **figures) | {"rule": "IX-Force-1"}]
