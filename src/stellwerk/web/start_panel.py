"""Starting a company: one price is chosen for all, then the company, each by one button."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import structs

from stellwerk.engine import Action
from stellwerk.engine.shown import Button, Choice, Panel, PriceOption, Row, button, of_kind
from stellwerk.engine.text import Message, message, msg
from stellwerk.mech18.dividends import total_shares
from stellwerk.mech18.state import SEATS, AnyRailways
from stellwerk.mech18.stock import StartCompany

Started = Sequence[Choice[AnyRailways, StartCompany]]


def starting(s: AnyRailways, seat: int, choices: Iterable[Choice[AnyRailways, Action]]) -> Panel:
    """The prices with what they cost and leave, and a card for each company."""
    found = of_kind(choices, StartCompany)
    title = message(msg("Start a company"))
    if not any(why is None for _, _, why in found):
        return Panel(id="start", title=title, place="market", wide=True, rows=closed(found))
    pars = sorted({a.par for _, a, _ in found}, reverse=True)
    best = max(a.par for _, a, why in found if why is None)
    return Panel(
        id="start",
        title=title,
        note=message(msg("first the price, then the company; ends the turn")),
        place="market",
        lead=True,
        wide=True,
        prices=[price_option(s, seat, par, found, par == best) for par in pars],
        rows=[*cards(s, found), *begun(s)],
    )


def closed(found: Started) -> list[Row]:
    """Nothing can be started: each reason once, with the companies that it is about."""
    about: dict[tuple[str, str], tuple[list[str], Button]] = {}
    for _, a, why in found:
        if why is not None:
            names, _ = about.setdefault((why.rule, why.message), ([], Button(a, why)))
            if a.company not in names:
                names.append(a.company)
    return [Row(name=", ".join(names), shut=[made]) for names, made in about.values()]


def price_option(s: AnyRailways, seat: int, par: int, found: Started, chosen: bool) -> PriceOption:
    """What a price means with the director's share that most of the companies have."""
    companies = [a.company for _, a, _ in found if a.par == par]
    sizes = Counter(s.book.papers_of[company][0].shares for company in companies)
    size = sizes.most_common(1)[0][0]
    company = next(name for name in companies if s.book.papers_of[name][0].shares == size)
    papers, cash = s.book.papers_of[company], s.cash[SEATS[seat]]
    left = cash - par * size
    coming = par * papers[1].shares if len(papers) > 1 else 0
    at = s.book.par_cells.get(par)
    keeps = message(msg("you keep ¤{left}"), left=left)
    return PriceOption(
        price=par,
        facts=[
            message(
                msg("director's {percent} %: ¤{paid}"),
                percent=100 * size // total_shares(s, company),
                paid=par * size,
            ),
            message(msg("treasury ¤{amount}"), amount=par * s.book.capital_shares),
            *([message(msg("next paper ¤{price}"), price=coming)] if coming else []),
            *acts_after(s, company, par, found),
        ],
        keeps=keeps if left >= 0 else message(msg("¤{short} short"), short=-left),
        short=left < coming,
        chosen=chosen,
        cell=f"{at[0]}-{at[1]}" if at else None,
    )


def acts_after(s: AnyRailways, company: str, par: int, found: Started) -> list[Message]:
    """Which companies would act before one that begins at this price."""
    for move, a, why in found:
        if a.company == company and a.par == par and why is None:
            order = move.apply(s.replace(news=()), a).price_order()
            before = order[: order.index(company)]
            if not before:
                return [message(msg("acts first"))]
            return [message(msg("acts after {companies}"), companies=", ".join(before))]
    return []


def cards(s: AnyRailways, found: Started) -> list[Row]:
    """The companies that can be started, each with a button for each price."""
    rows: dict[str, Row] = {}
    for move, a, why in found:
        paper = s.book.papers_of[a.company][0]
        row = rows.get(a.company)
        if row is None:
            row = Row(tag=a.company, plate=True, name=s.book.companies[a.company].name)
        if why is None and not row.text:
            row = row.plus(text=[floats(move.apply(s.replace(news=()), a), a.company)])
        made = button(a, why, msg("Start · ¤{paid}"), paid=a.par * paper.shares)
        at = s.book.par_cells.get(a.par)
        made = structs.replace(made, at=a.par, cell=f"{at[0]}-{at[1]}" if at else None)
        rows[a.company] = row.plus(made)
    return list(rows.values())


def floats(after: AnyRailways, company: str) -> Message:
    """When it goes into operation, once its director's share is bought."""
    missing = after.book.float_shares - after.issued(company)
    if company in after.opened or missing <= 0:
        return message(msg("in operation at once"))
    percent = 100 * missing // total_shares(after, company)
    return message(msg("in operation when {percent} % more are sold"), percent=percent)


def begun(s: AnyRailways) -> list[Row]:
    """Companies that somebody directs already."""
    rows = []
    for sym, company in s.book.companies.items():
        director = s.director(sym) if sym in s.prices and company.pars else None
        if director is not None:
            text = message(
                msg("{player} directs it, price {price}"), player=s.name(director), price=s.price(sym)
            )
            rows.append(Row(tag=sym, plate=True, name=company.name, text=[text]))
    return rows
