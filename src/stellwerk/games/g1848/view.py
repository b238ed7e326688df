"""What a seat sees: in 1848 everything but the seed (III-3)."""

from typing import Any

import msgspec

from stellwerk.games.g1848.ending import result
from stellwerk.games.g1848.takeover import paper_limit
from stellwerk.mech18.view import railway_view


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
    return shown
