"""The public table of an 18xx game as plain data."""

from typing import Any

import msgspec

from stellwerk.mech18.operating import OperatingRound, OperatingTurn
from stellwerk.mech18.state import BANK, OFFER, OUT, POOL
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.trains import bank_offers


def round_name(s: Any) -> str:
    """ "SR 2", "OR 2.1"; empty before the first round and after the end."""
    for frame in s.stack:
        if isinstance(frame, StockRound):
            return f"SR {frame.number}"
        if isinstance(frame, OperatingRound):
            return f"OR {frame.set}.{frame.number}"
    return ""


def railway_view(s: Any) -> dict[str, Any]:
    return {
        "game": s.setup.game,
        "version": s.version,
        "over": s.over,
        "round": round_name(s),
        "acting": next((f.company for f in reversed(s.stack) if isinstance(f, OperatingTurn)), None),
        "phase": s.phases[-1] if s.phases else "1",
        "colour": s.colour,
        "train_limit": s.train_limit,
        "rounds_per_set": s.rounds_per_set,
        "ending": s.ending,
        "priority": s.names[s.priority],
        "bank": s.cash[BANK],
        "players": {
            name: {
                "cash": s.cash[owner],
                "papers": s.paper_count(owner),
                "shares": {c: n for c in s.book.companies if (n := s.shares(owner, c))},
                "privates": s.privates_of(owner),
            }
            for name, owner in zip(s.names, s.players, strict=True)
        },
        "companies": {company: _company(s, company) for company in s.book.companies},
        "depot": {
            "on_sale": [s.train_type(train) for train in bank_offers(s)],
            "bank": _count(s, BANK),
            "gone": _count(s, OUT),
        },
        "board": msgspec.to_builtins(s.board),
        "supply": dict(s.supply),
    }


def _count(s: Any, owner: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for train in s.trains_of(owner):
        counts[s.train_type(train)] = counts.get(s.train_type(train), 0) + 1
    return counts


def _company(s: Any, company: str) -> dict[str, Any]:
    marker = s.prices.get(company)
    director = s.director(company)
    return {
        "name": s.book.companies[company].name,
        "cash": s.cash[company],
        "par": s.par.get(company),
        "price": s.price(company) if marker else None,
        "cell": list(marker.cell) if marker else None,
        "director": s.name(director) if director else None,
        "open": company in s.opened,
        "trains": [s.versions[train] for train in s.trains_of(company)],
        "markers": list(s.board.markers_of(company)),
        "markers_left": len(s.book.companies[company].markers) - s.markers.get(company, 0),
        "new_shares": s.shares(OFFER, company),
        "pool_shares": s.shares(POOL, company),
        "last_run": s.last_run.get(company),
        "privates": s.privates_of(company),
    }
