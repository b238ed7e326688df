"""The choices that only 1824 has, as rows with buttons: each says what it would bring about."""

from collections.abc import Iterable, Sequence

from stellwerk.engine.action import Action
from stellwerk.engine.offload import Offload
from stellwerk.engine.shown import (
    AccountLine,
    Choice,
    NumberField,
    Panel,
    Row,
    button,
    foretelling,
    news_of,
    of_kind,
    told,
)
from stellwerk.engine.state import Event
from stellwerk.engine.text import Figures, Message, message, msg
from stellwerk.games.g1824.rules.bond import DOUBLE, BuyBond, SellBond, price_of, singles_of
from stellwerk.games.g1824.rules.coal import SwapCoal
from stellwerk.games.g1824.rules.draft import Draft, DraftPrice
from stellwerk.games.g1824.rules.emergency import RepayDebt, with_interest
from stellwerk.games.g1824.rules.goods_time import NameTowns, TownCount, room
from stellwerk.games.g1824.rules.mountains import MountainSwaps, SwapMountain
from stellwerk.games.g1824.rules.opening import BuyRailway, prices
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.games.g1824.show.reminders import mine_of, triggers
from stellwerk.games.g1824.show.view import percent
from stellwerk.mech18.events import CompanyOpened, DirectorChanged, PhaseBegins, TrainBought, TrainTradedIn
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.state import BANK, POOL, SEATS
from stellwerk.mech18.stock import SellShares, StockRound
from stellwerk.mech18.trains import BuyTrain, treasury_short

Choices = Sequence[Choice[AustriaHungary, Action]]


def panels(
    s: AustriaHungary, seat: int, choices: Iterable[Choice[AustriaHungary, Action]], offload: Offload | None
) -> list[Panel]:
    """What no panel takes up is the kit's to show."""
    chosen = list(choices)
    found = [
        towns(s, chosen),
        railways(s, chosen),
        forced_purchase(s, chosen),
        emergency_sales(s, seat, chosen),
        coal_swaps(s, chosen),
        mountain_swaps(s, chosen),
        bond(s, seat, chosen),
        debt(s, seat, chosen),
    ]
    return [panel for panel in found if panel.is_shown]


# -- Goods Time --------------------------------------------------------------------------------


def towns(s: AustriaHungary, choices: Choices) -> Panel:
    """XII.2-1: the numbers that the book advises, the one on the table to agree to, and any other."""
    rows = []
    asked = of_kind(choices, NameTowns)
    if asked:
        frame, first = s.top(TownCount), asked[0][1]
        text = [message(msg("7 to 10 are advised"))]
        if frame.number >= 0:
            text.append(message(msg("on the table: {number}"), number=frame.number))
            wanting = ", ".join(s.names[(frame.seat - n) % len(s.names)] for n in range(frame.agreed, 0, -1))
            text.append(message(msg("agreed so far: {players}"), players=wanting))
        number = NumberField(
            action=first,
            field="number",
            low=0,
            high=room(s),
            value=first.number,
            label=message(msg("Town markers")),
            button=message(msg("Ask for it")),
        )
        agree, ask = msg("Agree: {number}"), msg("Ask for {number}")
        buttons = [
            button(a, why, agree if a.number == frame.number else ask, number=a.number) for _, a, why in asked
        ]
        rows.append(Row(text=text, buttons=buttons, number=number))
    return Panel(
        id="towns",
        title=message(msg("How many town markers?")),
        note=message(msg("placing begins when all have agreed")),
        rows=rows,
    )


# -- the papers of the beginning ---------------------------------------------------------------


def railways(s: AustriaHungary, choices: Choices) -> Panel:
    """VI.3, X.5: coal, pre-state and mountain railways with their prices and what they lead to."""
    rows: dict[str, Row] = {}
    for _, a, why in of_kind(choices, BuyRailway):
        row = rows.get(a.railway)
        if row is None:
            printed = s.book.privates.get(a.railway) or s.book.companies[a.railway]
            plate = a.railway in s.book.companies
            row = Row(tag=a.railway, plate=plate, name=printed.name, text=railway_text(s, a.railway))
        if a.railway in s.facts.coal and a.railway not in s.builders:
            row = row.plus(button(a, why, msg("¤{price} · par {par}"), price=a.price, par=a.price // 2))
        elif a.price == prices(s, a.railway)[0]:  # a builder of coal has but its printed price
            row = row.plus(button(a, why, msg("Buy ¤{price}"), price=a.price))
        rows[a.railway] = row
    drafting = isinstance(s.frame, Draft | DraftPrice)
    return Panel(
        id="railways",
        title=message(msg("Papers of the stacks") if drafting else msg("Railways for sale")),
        note=message(msg("take one; the other player gets the second paper of the stack"))
        if isinstance(s.frame, Draft)
        else message(msg("one paper, ends the turn")),
        place="papers",
        rows=list(rows.values()),
    )


def railway_text(s: AustriaHungary, railway: str) -> list[Message]:
    """Return what a paper brings."""
    if railway in s.book.privates:
        return [
            message(msg("mountain railway")),
            message(msg("income ¤{income} a round"), income=s.book.privates[railway].income),
            message(msg("later a share of a regional railway")),
        ]
    text = stack_text(s, railway)
    minor = s.facts.minors[railway]
    if railway in s.builders:
        return [*text, message(msg("only builds track"))]
    if railway in s.facts.coal:
        return [
            *text,
            message(msg("coal railway")),
            message(msg("mine ¤{value}"), value=mine_of(s, railway)),
            message(msg("sets the price of {company} and becomes its director's share"), company=minor.into),
            message(msg("pays ¤{price} for a 1g"), price=s.book.trains[s.facts.coal_train].versions[0].price),
        ]
    figures: Figures = {
        "percent": percent(s, minor.paper),
        "company": minor.into,
        "train": triggers(s)[minor.into],
    }
    return [
        *text,
        message(msg("pre-state railway")),
        message(msg("becomes {percent} % of {company} with the first {train}"), **figures),
    ]


def stack_text(s: AustriaHungary, railway: str) -> list[Message]:
    if not isinstance(s.frame, Draft):
        return []
    for number, stack in enumerate(s.frame.stacks, start=1):
        if railway in stack:
            other = next(paper for paper in stack if paper != railway)
            return [message(msg("stack {number}, with {other}"), number=number, other=other)]
    return []


# -- exchanges ---------------------------------------------------------------------------------


def coal_swaps(s: AustriaHungary, choices: Choices) -> Panel:
    """IV.2-9: what moves to the regional railway, and who would be its director."""
    rows = []
    for move, a, why in of_kind(choices, SwapCoal):
        company = s.facts.coal[a.railway].into
        trains = ", ".join(s.versions[train] for train in s.trains_of(a.railway))
        text = [message(msg("director's share of {company}"), company=company)]
        if trains:
            figures: Figures = {"cash": s.cash[a.railway], "trains": trains, "company": company}
            text.append(message(msg("¤{cash} and {trains} go to {company}"), **figures))
        else:
            text.append(message(msg("¤{cash} go to {company}"), cash=s.cash[a.railway], company=company))
        made = button(a, why, msg("Exchange for {company}"), company=company)
        if why is None:
            after = move.apply(s.replace(news=()), a)
            director = s.names[after.director_seat(company)]
            text.append(message(msg("{player} is director then"), player=director))
            made = made.telling(event for event in after.news if isinstance(event, CompanyOpened))
        rows.append(Row(tag=a.railway, plate=True, text=text, buttons=[made]))
    return Panel(
        id="coal",
        title=message(msg("Exchange a coal railway")),
        note=message(msg("instead of a purchase, ends the turn")),
        place="market",
        rows=rows,
    )


def mountain_swaps(s: AustriaHungary, choices: Choices) -> Panel:
    """IV.1-5, IV.1-7: which regional railways have a share left."""
    forced = isinstance(s.frame, MountainSwaps)
    rows: dict[str, Row] = {}
    for move, a, why in of_kind(choices, SwapMountain):
        row = rows.get(a.private) or Row(tag=a.private, name=s.book.privates[a.private].name)
        price = s.price(a.company)
        if price:
            made = button(a, why, msg("{company} · ¤{price}"), company=a.company, price=price)
        else:
            made = button(a, why, msg("{company} · no price yet"), company=a.company)
        rows[a.private] = row.plus(foretelling(made, move, s, CompanyOpened, DirectorChanged))
    return Panel(
        id="mountains",
        title=message(msg("Exchange mountain railways") if not forced else msg("Mountain railways close")),
        note=message(msg("the first 4 is sold: choose a share"))
        if forced
        else message(msg("instead of a purchase, ends the turn")),
        place="aside" if forced else "market",
        stop=forced,
        rows=list(rows.values()),
    )


# -- the bond railway --------------------------------------------------------------------------


def bond(s: AustriaHungary, seat: int, choices: Choices) -> Panel:
    """X.4: its papers; the 20% one is an alternative to a single share."""
    rows: dict[type[Action], Row] = {}
    moved = False
    for move, a, why in of_kind(choices, BuyBond, SellBond):
        if why is not None and not isinstance(s.frame, StockRound):
            continue
        row = rows.get(type(a))
        if isinstance(a, BuyBond):
            price = price_of(s, 0 if a.double else 1, a.double)
            template = msg("20% ¤{price}") if a.double else msg("10% ¤{price}")
            row = row or bond_row(s, POOL, msg("buy"))
            rows[BuyBond] = row.plus(button(a, why, template, price=price))
            continue
        row = row or bond_row(s, SEATS[seat], msg("sell"))
        if why is None and not moved:
            moved = True
            new = move.apply(s.replace(news=()), a).price(s.bond)
            row = row.plus(text=[message(PRICE_MOVE, old=s.price(s.bond), new=new)])
        percent = 10 * (a.singles + (DOUBLE if a.double else 0))
        amount = price_of(s, a.singles, a.double)
        rows[SellBond] = row.plus(
            button(a, why, msg("{percent} % ¤{amount}"), percent=percent, amount=amount)
        )
    return Panel(
        id="bond",
        title=message(msg("Bond railway")),
        note=message(msg("pays ¤{price} a round"), price=s.price(s.bond)) if rows else None,
        place="market" if isinstance(s.frame, StockRound) else "aside",
        rows=list(rows.values()),
    )


def bond_row(s: AustriaHungary, owner: str, what: str) -> Row:
    singles = message(
        msg("{singles:0=no single share|# single share|# single shares} there"),
        singles=len(singles_of(s, owner)),
    )
    return Row(tag=s.bond, plate=True, text=[message(what), singles])


PRICE_MOVE = msg("price {old} → {new}")


# -- debts and forced purchases ----------------------------------------------------------------


def debt(s: AustriaHungary, seat: int, choices: Choices) -> Panel:
    """VII.12-4: any part of it, before the interest of this round."""
    rows = []
    for _, a, why in of_kind(choices, RepayDebt):
        owed = s.debt[SEATS[seat]]
        text = [
            message(msg("you owe ¤{debt}"), debt=owed),
            message(msg("¤{new} after this round's interest"), new=with_interest(owed)),
            message(msg("no purchase before it is repaid")),
        ]
        number = NumberField(
            action=a,
            field="amount",
            low=1,
            high=a.amount,
            label=message(msg("Amount")),
            button=message(msg("Pay back")),
        )
        made = button(a, why, msg("¤{amount}"), amount=a.amount)
        rows.append(Row(text=text, buttons=[made], number=number))
    return Panel(id="debt", title=message(msg("Debt")), place="market", stop=True, rows=rows)


def forced_purchase(s: AustriaHungary, choices: Choices) -> Panel:
    """VII.12: who pays what of a train that the company must have, and the debt it makes."""
    rows = []
    for move, a, why in of_kind(choices, BuyTrain):
        if why is not None or not treasury_short(s, a):
            continue
        seller = s.trains[a.train]
        other = s.director(seller) if seller != BANK else None
        asked = other is not None and other != s.director(company_of(s))
        text = [message(msg("from {source}"), source=seller)]
        if a.exchange:
            text.append(message(msg("with a {old} in payment"), old=s.versions[a.exchange]))
        if other is not None and asked:
            text.append(message(msg("{player} is asked"), player=s.name(other)))
        else:
            news = news_of(move, s, a)
            text += [told(event) for event in news if not isinstance(event, QUIET) and not _in_account(event)]
        if a.exchange:
            template = msg("{train} ¤{price} and a {old}")
        else:
            template = msg("Offer ¤{price} for a {train}") if asked else msg("Buy a {train}: ¤{price}")
        old = s.versions.get(a.exchange, "")
        buttons = [button(a, why, template, train=a.version, price=a.price, old=old)]
        rows.append(Row(tag=a.version, card=True, text=text, account=account(s, a), buttons=buttons))
    return Panel(
        id="forced",
        title=message(msg("Forced purchase", "emergency")),
        note=message(msg("{company} must own a train"), company=company_of(s)) if rows else None,
        stop=True,
        rows=rows,
    )


QUIET = (TrainBought, TrainTradedIn, PhaseBegins)


def _in_account(event: Event) -> bool:
    return type(event).__name__ in ("DirectorAids", "DebtNoted")


def account(s: AustriaHungary, a: BuyTrain) -> list[AccountLine]:
    company = company_of(s)
    owner, short = s.director(company), treasury_short(s, a)
    assert owner is not None
    own = min(short, s.cash[owner])
    lines = [
        AccountLine(message(msg("{company} pays"), company=company), a.price - short),
        AccountLine(message(msg("{player} pays"), player=s.name(owner)), own),
    ]
    if missing := short - own:
        name = message(msg("missing ¤{missing}: debt with interest"), missing=missing)
        lines.append(AccountLine(name, with_interest(missing), stop=True))
    return lines


def emergency_sales(s: AustriaHungary, seat: int, choices: Choices) -> Panel:
    """VII.12-2: shares that would spare the director the debt."""
    rows: dict[str, Row] = {}
    for move, a, why in of_kind(choices, SellShares):
        if why is not None or isinstance(s.frame, StockRound):
            continue
        price = s.price(a.company)
        row = rows.get(a.company)
        if row is None:
            new = move.apply(s.replace(news=()), a).price(a.company)
            text = [
                message(msg("{held} held"), held=s.shares(SEATS[seat], a.company)),
                message(PRICE_MOVE, old=price, new=new),
            ]
            row = Row(tag=a.company, plate=True, text=text)
        label = msg("{shares} · ¤{amount}")
        rows[a.company] = row.plus(button(a, why, label, shares=a.shares, amount=a.shares * price))
    return Panel(
        id="help",
        title=message(msg("Sell to help out")),
        note=message(msg("no director may change")),
        rows=list(rows.values()),
    )
