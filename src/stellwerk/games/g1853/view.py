"""The table of 1853 as a seat may see it.

1-d: money, papers and trains are open. H1, H2, H4: bonds and cities are secret until the rules show them. H6,
H9: nothing that another seat or a spectator is shown depends on hidden cities.
"""

from typing import Any

import msgspec

from stellwerk.board.reach import joined
from stellwerk.engine.components import RECONSTRUCTED
from stellwerk.engine.text import msg
from stellwerk.games.g1853.bids import Bidding
from stellwerk.games.g1853.book import BBCI, LARGE, SMALL
from stellwerk.games.g1853.cities import Naming, named, worth
from stellwerk.games.g1853.components import FILE
from stellwerk.games.g1853.ending import result
from stellwerk.games.g1853.fulfilment import stations
from stellwerk.games.g1853.state import India, pair
from stellwerk.games.g1853.stock import counted_papers, is_locked
from stellwerk.games.g1853.track import LATER, NOW
from stellwerk.games.g1853.trains import phase, train_by_marker
from stellwerk.mech18.view import Said, railway_view, said

HIDDEN = "?"
SIZES = {LARGE: msg("large company"), SMALL: msg("small company")}


def view(s: Any, seat: int | None) -> dict[str, Any]:
    shown = railway_view(s)
    shown["phase"] = phase(s)
    shown["players"] = {s.names[n]: shown["players"][s.names[n]] | player(s, n) for n in s.order}
    for company, row in shown["companies"].items():
        row |= company_row(s, company)
    shown |= {
        "elephant": s.names[s.priority] if s.bonds else None,
        "contracts": {s.names[n]: contract(s, n, seat) for n in s.order},
        "rulings": msgspec.to_builtins(s.rulings),
        "worth": result(s),
        "components": FILE.shown(s.setup, s.facts.reconstruction),
    }
    complete_table(s, shown["table"], seat)
    return shown


def seen(s: India, seat: int) -> India:
    """H7: the state as a program that plays a seat may know it: other contracts have a length, no cities."""
    if s.over:
        return s
    hidden = {
        other: cities if int(other) in (seat, *s.fulfilled) else (HIDDEN,) * len(cities)
        for other, cities in s.contracts.items()
    }
    s = s.but(contracts=hidden)
    if not isinstance(s.frame, Bidding):
        return s
    return s.mark(bids={other: bid if other == str(seat) else 0 for other, bid in s.frame.bids.items()})


def player(s: India, seat: int) -> dict[str, Any]:
    unpaid = {c: n for c in s.book.companies if (n := s.unpaid.get(pair(seat, c), 0))}
    return {
        "paper_limit": s.book.paper_limits[0],
        "counted_papers": counted_papers(s, seat),
        "unpaid": unpaid,
        "penalised": seat in s.penalised,
    }


def company_row(s: India, company: str) -> dict[str, Any]:
    sheet = s.facts.sheets[company]
    return {
        "number": sheet.number,
        "size": s.size_of(company) or None,
        "managed": company in s.opened and not s.has_director(company),
        "locked": is_locked(s, company),
        "option": s.options.get(company),
        "unpaid_train": s.versions[s.credit[company]] if company in s.credit else None,
        "train_marker": s.size_of(company) == SMALL and company not in s.marked,
        "area": [hex_id for hex_id in s.book.atlas.hexes if sheet.area.holds(hex_id)],
    }


# -- contracts ---------------------------------------------------------------------------------


def contract(s: India, seat: int, viewer: int | None) -> dict[str, Any]:
    """H2: bond, number of cities and companies claimed are open; H4: the rest once it is shown."""
    bidding = next((frame for frame in s.stack if isinstance(frame, Bidding)), None)
    naming = next((frame for frame in s.stack if isinstance(frame, Naming)), None)
    own = seat == viewer
    bids = bidding.bids if bidding is not None else s.bonds
    known = bidding is None or own
    cities = named(s, seat)
    shown = own or s.over or seat in s.fulfilled
    found: dict[str, Any] = {
        "written": str(seat) in bids,
        "bond": bids.get(str(seat)) if known else None,
        "count": len(cities),
        "claimed": {c: n for c in s.book.companies if (n := s.claimed.get(pair(seat, c), 0))},
        "closed": naming is None or seat in naming.passed,
        "fulfilled": seat in s.fulfilled,
        "cities": list(cities) if shown else revealed(s, seat),
    }
    if own and bidding is None:
        found["left"] = s.bonds[str(seat)] - worth(s.facts, cities)
        found["missing"] = missing(s, seat)
    return found


def revealed(s: India, seat: int) -> list[str] | None:
    """2.6.2-b: a large BBCI has shown two cities of its first director."""
    if s.bbci == LARGE and s.bbci_shown == seat:
        return list(s.facts.large_bbci)
    return None


def missing(s: India, seat: int) -> list[str]:
    """H3: the own cities that are not joined with the first one yet; nobody else learns of the progress."""
    first, *others = named(s, seat) or ("",)
    links = [stations(s, city) for city in s.facts.rickshaws]
    return [
        city
        for city in others
        if not joined(s.book.atlas, s.board, [stations(s, first)[0], stations(s, city)[0]], links)
    ]


# -- the part for pages ------------------------------------------------------------------------


def complete_table(s: India, table: dict[str, Any], seat: int | None) -> None:
    """What 1853 adds to the table of its family."""
    table["money"] = "£"
    if s.stack and isinstance(s.frame, Bidding | Naming):
        table["focus"] = "papers"
    market(s, table["market"])
    table["phase"]["name"] = phase(s)
    table["limits"]["papers"] = s.book.paper_limits[0]
    for company, card in table["companies"].items():
        card["kind"] = said(SIZES[s.size_of(company)]) if s.size_of(company) in SIZES else None
        card["notes"] = notes(s, company)
    acting = [c for c in s.book.companies if c in s.opened]
    table["order"] = [*acting, *(c for c in s.book.companies if c not in s.opened)]
    table["facts"] = facts(s)


def market(s: India, shown: dict[str, Any]) -> None:
    for cell in shown["rows"][0]:
        if cell["price"] <= s.facts.outside_limits:
            cell["kind"] = "outside_limits"
    shown["rows"][0][-1]["kind"] = "end"
    shown["legend"] = said(
        msg(
            "dividend → one step for each multiple of the price, up to 5 · kept with shares in the pool ← one"
        )
    )


def notes(s: India, company: str) -> list[Said]:
    found = []
    if company in s.opened and not s.has_director(company):
        found.append(said(msg("managed by {player}"), player=s.name(s.director(company) or "")))
    if company in s.credit:
        found.append(said(msg("owes for its {train}"), train=s.versions[s.credit[company]]))
    option = s.options.get(company)
    if option in (NOW, LATER):
        found.append(said(msg("second tile {when}"), when=option))
    if is_locked(s, company):
        found.append(said(msg("in no contract: waits until the others are sold out")))
    return found


def facts(s: India) -> list[Said]:
    """What else everybody should know, each with its paragraph."""
    found = [said(RECONSTRUCTED) | {"rule": "1-e"}] if s.facts.reconstruction else []
    if s.bonds:
        found.append(
            said(msg("{player} has the elephant."), player=s.names[s.priority]) | {"rule": "3.1.1-b"}
        )
    if s.bbci:
        found.append(said(SIZES[s.bbci]) | {"rule": "2.6.2-a", "tag": BBCI})
    for company in s.opened:
        train = train_by_marker(s, company)
        if train is not None and not s.over:
            told = msg("{company} may buy a {train} by its train marker.")
            found.append(said(told, company=company, train=s.train_type(train)) | {"rule": "4.8.19-b"})
    if s.ending:
        found.append(said(msg("The end is near: {reason}."), reason=s.ending) | {"rule": "5.1.1"})
    return found
