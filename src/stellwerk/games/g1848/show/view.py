"""What a seat sees: in 1848 everything but the seed (III-3)."""

from collections.abc import Mapping, Sequence

from msgspec import structs

from stellwerk.engine.text import message, msg
from stellwerk.engine.views import extended
from stellwerk.games.g1848.rules.book import BOE, COM, Rulings
from stellwerk.games.g1848.rules.ending import result
from stellwerk.games.g1848.rules.opening import PrivateSale
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.games.g1848.rules.takeover import common_limit, paper_limit
from stellwerk.games.g1848.show.reminders import reminders
from stellwerk.mech18.shown import Card, Ladder, Market, PrivateShown, RailwayView, Table, TrainShown
from stellwerk.mech18.view import railway_view

NAMED = (msg("Bank of England", "company"),)
"""Companies whose name other languages have a word for; railways keep theirs."""
POWERS = {
    "P1": None,
    "P2": msg("one desert hex without its cost of 40"),
    "P3": msg("the Tasmania tile"),
    "P4": msg("100 off one 2E"),
    "P5": None,
    "P6": None,
}


class AustraliaView(RailwayView, frozen=True, kw_only=True):
    loans: Mapping[str, int]
    granted_loans: int
    takeovers: Sequence[str]
    rights: Mapping[str, str]
    """Private -> who has its right."""
    sale: Mapping[str, int]
    """What is left of the opening sale, and its price."""
    cities_joined: bool
    rulings: Rulings


def view(s: Australia, seat: int | None) -> AustraliaView:
    shown = railway_view(s, money="£", worth=result(s), papers=common_limit(s), paper_limit=paper_limit)
    return extended(
        AustraliaView,
        structs.replace(shown, table=_table(s, shown.table)),
        loans=s.loans,
        granted_loans=s.granted_loans,
        takeovers=s.takeovers,
        rights={right: s.name(owner) for right, owner in s.rights.items() if owner},
        sale={sym: s.sale[sym] for sym, owner in s.privates.items() if owner == "offer"},
        cities_joined=s.joined,
    )


# -- the part for pages ------------------------------------------------------------------------


def _table(s: Australia, table: Table) -> Table:
    """With what 1848 adds to the table of its family."""
    return structs.replace(
        table,
        focus="papers" if s.stack and isinstance(s.frame, PrivateSale) else table.focus,
        market=_market(s, table.market),
        trains=[_train(train) for train in table.trains],
        privates=[_private(s, private) for private in table.privates],
        companies={company: _card(s, company, card) for company, card in table.companies.items()},
        facts=reminders(s),
    )


def _train(train: TrainShown) -> TrainShown:
    if not train.extra:
        return train
    return structs.replace(train, note=message(msg("Alice Springs only, one for each railway")))


def _private(s: Australia, private: PrivateShown) -> PrivateShown:
    power = POWERS.get(private.sym)
    return structs.replace(
        private,
        price=s.sale[private.sym] if private.for_sale else private.price,
        power=message(power) if power else None,
        right=bool(s.rights.get(private.sym)),
    )


def _card(s: Australia, company: str, card: Card) -> Card:
    state = card.state
    if company in s.takeovers:
        state = message(msg("taken over by the Bank of England"))
    waits = company == COM and COM in s.prices and COM not in s.opened
    if waits and not s.joined and not s.granted("com_free"):
        state = message(
            msg("not floated: {sold} % sold, needs {needed} % and Sydney joined with Adelaide"),
            sold=10 * s.issued(COM),
            needed=10 * s.book.float_shares,
        )
    return structs.replace(card, loans=s.loans.get(company, 0), state=state)


def _market(s: Australia, market: Market) -> Market:
    """The ladder of the Bank of England stands below the table, not in it."""
    rows = [list(row) for row in market.rows]
    ladder = rows.pop(s.facts.bank_row)
    for row in rows:
        row[0] = structs.replace(row[0], kind="receivership", price=None)
    rows[0][-1] = structs.replace(rows[0][-1], kind="end")
    end = s.facts.loans_that_end_the_game
    ladder[end] = structs.replace(ladder[end], kind="end")
    note = message(
        msg("Bank of England · {granted} of {all} loans out · ends the game at {end}"),
        granted=s.granted_loans,
        all=s.facts.loan_markers,
        end=end,
    )
    ladders = [Ladder(company=BOE, cells=ladder, now=s.granted_loans, note=note)]
    return structs.replace(market, rows=rows, ladders=ladders)
