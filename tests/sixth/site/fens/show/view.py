"""What a seat sees: in 18Fen everything but the seed."""

from typing import Any

import msgspec

from fens.rules.ending import result
from fens.rules.state import Fens
from fens.rules.stock import paper_limit
from stellwerk.engine.text import msg
from stellwerk.mech18.view import railway_view, said


def view(s: Fens, seat: int | None) -> dict[str, Any]:
    shown = railway_view(s)
    shown |= {
        "drained": dict(s.drained),
        "rulings": msgspec.to_builtins(s.rulings),
        "worth": result(s),
    }
    for name, owner in zip(s.names, s.players, strict=True):
        shown["players"][name]["paper_limit"] = paper_limit(s, owner)
    table = shown["table"]
    table["money"] = "£"
    table["limits"]["papers"] = s.book.paper_limits[0]
    told = msg("Drained by {company}: {hex}.")
    table["facts"] = [
        said(told, company=company, hex=hex_id).under("FN-3") for hex_id, company in s.drained.items()
    ]
    return shown
