"""The rulings in words, for those who play under them."""

import msgspec
from msgspec import Struct

from stellwerk.engine.rulings import word_for
from stellwerk.engine.text import Message, message
from stellwerk.games.g1854.rules.book import ruling_table
from stellwerk.games.g1854.rules.state import Austria


class RulingShown(Struct, frozen=True, kw_only=True):
    name: str
    """At set-up."""
    text: Message
    value: Message
    why: Message
    changed: bool
    """Whether it is not the reading of our ledger."""


def in_force(s: Austria) -> list[RulingShown]:
    """Every ruling.

    Readings of earlier versions are told only to those who play by them.
    """
    table = ruling_table()
    return [
        RulingShown(
            name=name,
            text=message(table[name].text),
            value=message("{value}", value=value) if type(value) is int else message(word_for(value)),
            why=message(table[name].why),
            changed=value != table[name].values["book"],
        )
        for name, value in msgspec.to_builtins(s.rulings).items()
        if value != table[name].values["book"] or not table[name].past
    ]
