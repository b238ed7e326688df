"""The rulings in words, for those who play under them."""

from typing import Any

import msgspec

from stellwerk.engine.rulings import word_for
from stellwerk.games.g1854.rules.book import ruling_table
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.view import said


def in_force(s: Austria) -> list[dict[str, Any]]:
    """Every ruling: its name at set-up, what it says, its value, the reason, and whether it is changed.

    Readings of earlier versions are told only to those who play by them.
    """
    table = ruling_table()
    return [
        {
            "name": name,
            "text": said(table[name].text),
            "value": said("{value}", value=value) if type(value) is int else said(word_for(value)),
            "why": said(table[name].why),
            "changed": value != table[name].values["book"],
        }
        for name, value in msgspec.to_builtins(s.rulings).items()
        if value != table[name].values["book"] or not table[name].past
    ]
