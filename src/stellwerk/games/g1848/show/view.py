"""What a seat sees: in 1848 everything but the seed (III-3)."""

from typing import Any

import msgspec

from stellwerk.engine.text import msg
from stellwerk.games.g1848.rules.book import BOE, COM
from stellwerk.games.g1848.rules.ending import result
from stellwerk.games.g1848.rules.opening import PrivateSale
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.games.g1848.rules.takeover import common_limit, paper_limit
from stellwerk.games.g1848.show.reminders import reminders
from stellwerk.mech18.view import railway_view, said

POWERS = {
    "P1": None,
    "P2": msg("one desert hex without its cost of 40"),
    "P3": msg("the Tasmania tile"),
    "P4": msg("100 off one 2E"),
    "P5": None,
    "P6": None,
}


def view(s: Australia, seat: int | None) -> dict[str, Any]:
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


def complete_table(s: Australia, table: dict[str, Any]) -> None:
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
    table["facts"] = reminders(s)


def _market(s: Australia, market: dict[str, Any]) -> None:
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
