"""What a seat sees: in 18Fen everything but the seed."""

from collections.abc import Mapping

from msgspec import structs

from fens.rules.book import Rulings
from fens.rules.ending import result
from fens.rules.state import Fens
from fens.rules.stock import paper_limit
from stellwerk.engine.text import message, msg
from stellwerk.engine.views import extended
from stellwerk.mech18.shown import RailwayView
from stellwerk.mech18.view import railway_view


class FensView(RailwayView, frozen=True, kw_only=True):
    drained: Mapping[str, str]
    """Hex -> the company that drained it."""
    rulings: Rulings


def view(s: Fens, seat: int | None) -> FensView:
    shown = railway_view(
        s, money="£", worth=result(s), papers=s.book.paper_limits[0], paper_limit=paper_limit
    )
    told = msg("Drained by {company}: {hex}.")
    facts = [
        message(told, company=company, hex=hex_id).under("FN-3") for hex_id, company in s.drained.items()
    ]
    table = structs.replace(shown.table, facts=facts)
    return extended(FensView, structs.replace(shown, table=table), drained=s.drained)
