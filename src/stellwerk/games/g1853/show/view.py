"""The table of 1853 as a seat may see it.

1-d: money, papers and trains are open. H1, H2, H4: bonds and cities are secret until the rules show them. H6,
H9: nothing that another seat or a spectator is shown depends on hidden cities.
"""

from typing import Any

import msgspec

from stellwerk.board.hexes import HexId
from stellwerk.board.reach import joined
from stellwerk.engine.components import CORRECTED, RECONSTRUCTED
from stellwerk.engine.text import msg
from stellwerk.games.g1853.data.components import FILE
from stellwerk.games.g1853.rules.book import BBCI, LARGE, SMALL, City
from stellwerk.games.g1853.rules.cities import Naming, named, worth
from stellwerk.games.g1853.rules.ending import result
from stellwerk.games.g1853.rules.events import BbciSmall
from stellwerk.games.g1853.rules.fulfilment import stations
from stellwerk.games.g1853.rules.opening import Bidding
from stellwerk.games.g1853.rules.operating import OPERATING_TURN
from stellwerk.games.g1853.rules.state import India, Turn, pair
from stellwerk.games.g1853.rules.stock import counted_papers, is_locked
from stellwerk.games.g1853.rules.track import LATER, NOW, OptionStep
from stellwerk.games.g1853.rules.trains import phase, train_by_marker
from stellwerk.mech18.stock import StockRound
from stellwerk.mech18.view import Said, railway_view, said

HIDDEN = "?"
SIZES = {LARGE: msg("large company"), SMALL: msg("small company")}
ALL = msg("all companies")
ELEPHANT = msg("The elephant: begins the next stock round and may order an operating round")


def view(s: India, seat: int | None) -> dict[str, Any]:
    shown = railway_view(s)
    shown["phase"] = phase(s)
    shown["players"] = {s.names[n]: shown["players"][s.names[n]] | player(s, n) for n in s.order}
    inside = areas(s)
    for company, row in shown["companies"].items():
        row |= company_row(s, company) | {"area": sorted(inside[company])}
    shown |= {
        "elephant": s.names[s.priority] if s.bonds else None,
        "contracts": {s.names[n]: contract(s, n, seat) for n in s.order},
        "rulings": msgspec.to_builtins(s.rulings),
        "worth": result(s),
        "components": FILE.shown(s.setup, s.facts.reconstruction) | {"doubtful": list(s.facts.doubtful)},
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
        found["groups"] = groups(s, seat)
        found["missing"] = missing(found["groups"])
    return found


def revealed(s: India, seat: int) -> list[str] | None:
    """2.6.2-b: a large BBCI has shown two cities of its first director."""
    if s.bbci == LARGE and s.bbci_shown == seat:
        return list(s.facts.large_bbci)
    return None


def groups(s: India, seat: int) -> list[list[str]]:
    """H3: the own cities as far as they are joined, the most first; nobody else learns of the progress."""
    links = [stations(s, city) for city in s.facts.rickshaws]
    found: list[list[str]] = []
    for city in dict.fromkeys(named(s, seat)):
        for group in found:
            if joined(s.book.atlas, s.board, [stations(s, group[0])[0], stations(s, city)[0]], links):
                group.append(city)
                break
        else:
            found.append([city])
    return sorted(found, key=len, reverse=True)


def missing(groups: list[list[str]]) -> list[str]:
    """The cities outside the largest group; all while none are joined."""
    together = groups[0] if groups and len(groups[0]) > 1 else []
    return [city for group in groups for city in group if city not in together]


def flags(s: India, seat: int) -> dict[HexId, bool]:
    """For the map: where the own contract leads, and whether it has come there."""
    lacking = missing(groups(s, seat))
    done = seat in s.fulfilled
    return {HexId(s.facts.cities[city].hex): done or city not in lacking for city in named(s, seat)}


def areas(s: India) -> dict[str, frozenset[HexId]]:
    """T2, for the map."""
    return {
        company: frozenset(hex_id for hex_id in s.book.atlas.hexes if sheet.area.holds(hex_id))
        for company, sheet in s.facts.sheets.items()
    }


# -- the part for pages ------------------------------------------------------------------------


def complete_table(s: India, table: dict[str, Any], seat: int | None) -> None:
    """What 1853 adds to the table of its family."""
    table["money"] = "£"
    table["steps"] = steps(s, table["steps"])
    if s.stack and isinstance(s.frame, Bidding | Naming):
        table["focus"] = "papers"
    market(s, table["market"])
    table["phase"]["name"] = phase(s)
    table["limits"]["papers"] = s.book.paper_limits[0]
    table["phase"]["rules"] = phase_rules(s)
    table["phases"] = phases(s)
    table["priority"] = said(ELEPHANT)
    for company, card in table["companies"].items():
        card["kind"] = said(SIZES[s.size_of(company)]) if s.size_of(company) in SIZES else None
        card["managed"] = company in s.opened and not s.has_director(company)
        card["state"] = card_state(s, company)
        card["notes"] = notes(s, company)
    table["contracts"] = [contract_row(s, other, seat) for other in s.order]
    table["cities"] = [city_row(s, city) for city in s.facts.cities.values()]
    acting = [c for c in s.book.companies if c in s.opened]
    table["order"] = [*acting, *(c for c in s.book.companies if c not in s.opened)]
    table["facts"] = facts(s)


def steps(s: India, usual: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """3-a: buying and selling have no order; 4.1.3-a: the option comes before the first track."""
    if s.over or isinstance(s.frame, StockRound):
        return []
    if usual and isinstance(OPERATING_TURN.steps[s.top(Turn).step], OptionStep):
        return [{"name": said(msg("Option")), "now": True}, *usual]
    return usual


def market(s: India, shown: dict[str, Any]) -> None:
    for cell in shown["rows"][0]:
        if cell["price"] <= s.facts.outside_limits:
            cell["kind"] = "outside_limits"
    shown["rows"][0][-1]["kind"] = "end"
    shown["line"] = True
    shown["legend"] = said(
        msg(
            "dividend → one step for each multiple of the price, up to 5 · kept with shares in the pool ← one"
        )
    )


def card_state(s: India, company: str) -> Said | None:
    """What is missing until it goes into operation."""
    if company in s.opened:
        return None
    if is_locked(s, company):
        return said(msg("in no contract: waits until the others are sold out"))
    told = msg("{issued} of {needed} shares out, par ¤{par}")
    return said(told, issued=s.issued(company), needed=s.book.float_shares, par=s.par[company])


def notes(s: India, company: str) -> list[Said]:
    found = []
    if company in s.credit:
        found.append(said(msg("owes for its {train}"), train=s.versions[s.credit[company]]))
    option, fee = s.options.get(company), s.facts.sheets[company].fee
    if option == NOW:
        found.append(said(msg("a second tile costs ¤{fee}"), fee=fee))
    elif option == LATER:
        found.append(said(msg("a second tile from phase 3 on, free")))
    if company in s.opened and s.size_of(company) == SMALL:
        marker = msg("train marker used") if company in s.marked else msg("has its train marker")
        found.append(said(marker))
    return found


def phase_rules(s: India) -> list[Said]:
    return [
        said(msg("train limit {limit}"), limit=s.train_limits["public"]),
        said(msg("{rounds} operating round(s)"), rounds=s.rounds_per_set),
        said(msg("large companies: two yellow tiles as chosen, or 1 upgrade")),
    ]


def phases(s: India) -> list[dict[str, Any]]:
    """T6."""
    found, colour, rounds, limits = [], "", 0, dict[str, int]()
    now = "start" if phase(s) == "2" else phase(s)
    for kind, begun in s.book.phases.items():
        colour, rounds, limits = begun.colour or colour, begun.rounds or rounds, {**limits, **begun.limits}
        scraps = [
            version.name
            for train in s.book.trains.values()
            if kind in train.scrapped_by
            for version in train.versions
        ]
        sold = [train.name for train in s.book.trains.values() if train.sold_from == kind]
        brings = [said(msg("scraps all {trains}"), trains=", ".join(scraps))] if scraps else []
        if sold:
            brings.append(said(msg("{trains} on sale as well"), trains=", ".join(sold)))
        if kind == s.facts.second_tile_from:
            brings.append(said(msg("second tiles for all large companies")))
        if kind == s.facts.areas_until:
            brings.append(said(msg("no areas for owners of a 5 or 6")))
        row = {"train": "" if kind == "start" else kind, "now": kind == now, "colour": colour}
        found.append(row | {"rounds": rounds, "limits": {ALL: limits["public"]}, "brings": brings})
    return found


def contract_row(s: India, seat: int, viewer: int | None) -> dict[str, Any]:
    """A contract for pages: what is open of it, and all of it for its owner."""
    told = contract(s, seat, viewer)
    if told["fulfilled"]:
        state = said(msg("fulfilled"))
    elif told["bond"] is None:
        state = said(msg("bond sealed")) if told["written"] else said(msg("writes a bond"))
    elif s.over:
        state = said(msg("not fulfilled: the bond is lost"))
    else:
        state = said(msg("unfulfilled")) if told["closed"] else said(msg("names cities"))
    apart = told.get("missing", ())
    cities = [
        {
            "name": city,
            "hex": s.facts.cities[city].hex,
            "value": s.facts.cities[city].value,
            "joined": None if "missing" not in told else told["fulfilled"] or city not in apart,
        }
        for city in told["cities"] or ()
    ]
    row = {"name": s.names[seat], "own": seat == viewer, "state": state, "cities": cities}
    return told | row | {"unnamed": told["count"] - len(cities), "left": told.get("left")}


def city_row(s: India, city: City) -> dict[str, Any]:
    """2.5.5, 2.5.9: what a contract can name."""
    ganges = city.name in (*s.facts.valley, s.facts.mouth)
    companies = list(city.companies)
    return {"name": city.name, "hex": city.hex, "value": city.value, "companies": companies, "ganges": ganges}


def facts(s: India) -> list[Said]:
    """What else everybody should know, each with its paragraph."""
    found = [said(RECONSTRUCTED).under("1-e")] if s.facts.reconstruction else []
    if s.facts.doubtful:
        told = msg("Doubtful on this map, where sources disagree: {hexes}.")
        found.append(said(told, hexes=", ".join(s.facts.doubtful)).under("1-e"))
    shown = FILE.shown(s.setup, s.facts.reconstruction)
    if not shown["own"]:
        found.append(said(CORRECTED, hash=shown["hash"][:12]).under("1-e"))
    if s.bonds:
        found.append(said(msg("{player} has the elephant."), player=s.names[s.priority]).under("3.1.1-b"))
    if s.bbci:
        told = BbciSmall.says if s.bbci == SMALL else msg("{company} is a large company.")
        found.append(said(told, company=BBCI).under("2.6.2-a"))
    for company in s.opened:
        train = train_by_marker(s, company)
        if train is not None and not s.over:
            told = msg("{company} may buy a {train} by its train marker.")
            found.append(said(told, company=company, train=s.train_type(train)).under("4.8.19-b"))
    if s.ending:
        found.append(said(msg("The end is near: {reason}."), reason=s.ending).under("5.1.1"))
    return found + rulings(s)


def rulings(s: India) -> list[Said]:
    """Where the rulebook leaves a choice, what holds at this table."""
    honoured = msg("Contracts are not checked before they are shown; an illegal one is put to the vote.")
    checked = msg("Only legal contracts can be named.")
    several = msg("A company may place several stations in a turn.")
    single = msg("A company places one station in a turn at most.")
    by_train = msg("A manager may take a train on credit that the company cannot pay.")
    poor = msg("A manager takes a train on credit only if the company can pay no new one at all.")
    same_side = msg("A 2/1M card that came back to the bank is sold as what it was before.")
    either = msg("A 2/1M card that came back to the bank is sold with either side.")
    return [
        said(msg("The bank began with {bank}."), bank=s.book.bank).under("1-a"),
        said(honoured if s.rulings.honour_bids else checked).under("2.5.12"),
        said(several if s.rulings.several_markers else single).under("4.4.4"),
        said(by_train if s.rulings.credit_by_train else poor).under("3.4.3"),
        said(same_side if s.rulings.returned_keeps_side else either).under("4.8.6"),
    ]
