"""The choices that only 1824 has, as rows with buttons: each says what it would bring about."""

from collections.abc import Iterable
from typing import Any

from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Choice
from stellwerk.engine.offload import Offload
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.state import Event
from stellwerk.engine.text import msg
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
from stellwerk.mech18.view import Said, said

Panel = dict[str, Any]


def panels(s: AustriaHungary, seat: int, choices: Iterable[Choice], offload: Offload) -> list[Panel]:
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
    return [panel for panel in found if panel["rows"]]


def button(action: Action, why: Refusal | None, template: str, **figures: object) -> dict[str, Any]:
    return {"action": action, "why": why, "label": said(template, **figures)}


def told(event: Event) -> Said:
    return said(event.says, **event.figures)


# -- Goods Time --------------------------------------------------------------------------------


def towns(s: AustriaHungary, choices: list[Choice]) -> Panel:
    """XII.2-1: the numbers that the book advises, the one on the table to agree to, and any other."""
    buttons = []
    for _, a, why in choices:
        if isinstance(a, NameTowns):
            agrees = a.number == s.top(TownCount).number
            template = msg("Agree: {number}") if agrees else msg("Ask for {number}")
            buttons.append((a, button(a, why, template, number=a.number)))
    rows = []
    if buttons:
        frame, first = s.top(TownCount), buttons[0][0]
        named = frame.number
        text = [said(msg("7 to 10 are advised"))]
        if named >= 0:
            text.append(said(msg("on the table: {number}"), number=named))
            wanting = ", ".join(s.names[(frame.seat - n) % len(s.names)] for n in range(frame.agreed, 0, -1))
            text.append(said(msg("agreed so far: {players}"), players=wanting))
        number = {
            "action": first,
            "field": "number",
            "low": 0,
            "high": room(s),
            "value": first.number,
            "label": said(msg("Town markers")),
            "button": said(msg("Ask for it")),
        }
        rows = [{"tag": "", "text": text, "buttons": [made for _, made in buttons], "number": number}]
    return {
        "id": "towns",
        "title": said(msg("How many town markers?")),
        "note": said(msg("placing begins when all have agreed")),
        "place": "aside",
        "rows": rows,
    }


# -- the papers of the beginning ---------------------------------------------------------------


def railways(s: AustriaHungary, choices: list[Choice]) -> Panel:
    """VI.3, X.5: coal, pre-state and mountain railways with their prices and what they lead to."""
    rows: dict[str, dict[str, Any]] = {}
    for _, a, why in choices:
        if not isinstance(a, BuyRailway):
            continue
        row = rows.get(a.railway)
        if row is None:
            printed = s.book.privates.get(a.railway) or s.book.companies[a.railway]
            row = rows[a.railway] = {
                "tag": a.railway,
                "plate": a.railway in s.book.companies,
                "name": printed.name,
                "text": railway_text(s, a.railway),
                "buttons": [],
            }
        if a.railway in s.facts.coal and a.railway not in s.builders:
            row["buttons"].append(
                button(a, why, msg("¤{price} · par {par}"), price=a.price, par=a.price // 2)
            )
        elif a.price == prices(s, a.railway)[0]:  # a builder of coal has but its printed price
            row["buttons"].append(button(a, why, msg("Buy ¤{price}"), price=a.price))
    drafting = isinstance(s.frame, Draft | DraftPrice)
    return {
        "id": "railways",
        "title": said(msg("Papers of the stacks") if drafting else msg("Railways for sale")),
        "note": said(msg("take one; the other player gets the second paper of the stack"))
        if isinstance(s.frame, Draft)
        else said(msg("one paper, ends the turn")),
        "place": "papers",
        "rows": list(rows.values()),
    }


def railway_text(s: AustriaHungary, railway: str) -> list[Said]:
    """What a paper brings."""
    if railway in s.book.privates:
        return [
            said(msg("mountain railway")),
            said(msg("income ¤{income} a round"), income=s.book.privates[railway].income),
            said(msg("later a share of a regional railway")),
        ]
    text = stack_text(s, railway)
    minor = s.facts.minors[railway]
    if railway in s.builders:
        return [*text, said(msg("only builds track"))]
    if railway in s.facts.coal:
        return [
            *text,
            said(msg("coal railway")),
            said(msg("mine ¤{value}"), value=mine_of(s, railway)),
            said(msg("sets the price of {company} and becomes its director's share"), company=minor.into),
            said(msg("pays ¤{price} for a 1g"), price=s.book.trains[s.facts.coal_train].versions[0].price),
        ]
    figures = {"percent": percent(s, minor.paper), "company": minor.into, "train": triggers(s)[minor.into]}
    return [
        *text,
        said(msg("pre-state railway")),
        said(msg("becomes {percent} % of {company} with the first {train}"), **figures),
    ]


def stack_text(s: AustriaHungary, railway: str) -> list[Said]:
    if not isinstance(s.frame, Draft):
        return []
    for number, stack in enumerate(s.frame.stacks, start=1):
        if railway in stack:
            other = next(paper for paper in stack if paper != railway)
            return [said(msg("stack {number}, with {other}"), number=number, other=other)]
    return []


# -- exchanges ---------------------------------------------------------------------------------


def coal_swaps(s: AustriaHungary, choices: list[Choice]) -> Panel:
    """IV.2-9: what moves to the regional railway, and who would be its director."""
    rows = []
    for move, a, why in choices:
        if not isinstance(a, SwapCoal):
            continue
        company = s.facts.coal[a.railway].into
        trains = ", ".join(s.versions[train] for train in s.trains_of(a.railway))
        text = [said(msg("director's share of {company}"), company=company)]
        if trains:
            figures = {"cash": s.cash[a.railway], "trains": trains, "company": company}
            text.append(said(msg("¤{cash} and {trains} go to {company}"), **figures))
        else:
            text.append(said(msg("¤{cash} go to {company}"), cash=s.cash[a.railway], company=company))
        made = button(a, why, msg("Exchange for {company}"), company=company)
        if why is None:
            after = move.apply(s.but(news=()), a)
            director = after.director(company)
            text.append(said(msg("{player} is director then"), player=s.name(director)))
            made["effects"] = [told(event) for event in after.news if isinstance(event, CompanyOpened)]
        rows.append({"tag": a.railway, "plate": True, "text": text, "buttons": [made]})
    return {
        "id": "coal",
        "title": said(msg("Exchange a coal railway")),
        "note": said(msg("instead of a purchase, ends the turn")),
        "place": "market",
        "rows": rows,
    }


def mountain_swaps(s: AustriaHungary, choices: list[Choice]) -> Panel:
    """IV.1-5, IV.1-7: which regional railways have a share left."""
    forced = isinstance(s.frame, MountainSwaps)
    rows: dict[str, dict[str, Any]] = {}
    for move, a, why in choices:
        if not isinstance(a, SwapMountain):
            continue
        row = rows.setdefault(
            a.private,
            {"tag": a.private, "name": s.book.privates[a.private].name, "text": [], "buttons": []},
        )
        price = s.price(a.company)
        if price:
            made = button(a, why, msg("{company} · ¤{price}"), company=a.company, price=price)
        else:
            made = button(a, why, msg("{company} · no price yet"), company=a.company)
        if why is None:
            news = move.apply(s.but(news=()), a).news
            made["effects"] = [told(e) for e in news if isinstance(e, CompanyOpened | DirectorChanged)]
        row["buttons"].append(made)
    return {
        "id": "mountains",
        "title": said(msg("Exchange mountain railways") if not forced else msg("Mountain railways close")),
        "note": said(msg("the first 4 is sold: choose a share"))
        if forced
        else said(msg("instead of a purchase, ends the turn")),
        "place": "aside" if forced else "market",
        "stop": forced,
        "rows": list(rows.values()),
    }


# -- the bond railway --------------------------------------------------------------------------


def bond(s: AustriaHungary, seat: int, choices: list[Choice]) -> Panel:
    """X.4: its papers; the 20% one is an alternative to a single share."""
    rows: dict[str, dict[str, Any]] = {}
    for move, a, why in choices:
        if not isinstance(a, BuyBond | SellBond):
            continue
        if why is not None and not isinstance(s.frame, StockRound):
            continue
        selling = isinstance(a, SellBond)
        row = rows.get(type(a).__name__)
        if row is None:
            owner = SEATS[seat] if selling else POOL
            text = [said(msg("sell")) if selling else said(msg("buy"))]
            text.append(said(msg("{singles} single share(s) there"), singles=len(singles_of(s, owner))))
            row = rows[type(a).__name__] = {"tag": s.bond, "plate": True, "text": text, "buttons": []}
        if isinstance(a, BuyBond):
            price = price_of(s, 0 if a.double else 1, a.double)
            template = msg("20% ¤{price}") if a.double else msg("10% ¤{price}")
            row["buttons"].append(button(a, why, template, price=price))
            continue
        shares = a.singles + (DOUBLE if a.double else 0)
        amount = price_of(s, a.singles, a.double)
        made = button(a, why, msg("{percent} % ¤{amount}"), percent=10 * shares, amount=amount)
        if why is None:
            new = move.apply(s.but(news=()), a).price(s.bond)
            if not any(one["says"] == PRICE_MOVE for one in row["text"]):
                row["text"].append(said(PRICE_MOVE, old=s.price(s.bond), new=new))
        row["buttons"].append(made)
    return {
        "id": "bond",
        "title": said(msg("Bond railway")),
        "note": said(msg("pays ¤{price} a round"), price=s.price(s.bond)) if rows else None,
        "place": "market" if isinstance(s.frame, StockRound) else "aside",
        "rows": list(rows.values()),
    }


PRICE_MOVE = msg("price {old} → {new}")


# -- debts and forced purchases ----------------------------------------------------------------


def debt(s: AustriaHungary, seat: int, choices: list[Choice]) -> Panel:
    """VII.12-4: any part of it, before the interest of this round."""
    rows = []
    for _, a, why in choices:
        if not isinstance(a, RepayDebt):
            continue
        owed = s.debt[SEATS[seat]]
        text = [
            said(msg("you owe ¤{debt}"), debt=owed),
            said(msg("¤{new} after this round's interest"), new=with_interest(owed)),
            said(msg("no purchase before it is repaid")),
        ]
        number = {
            "action": a,
            "field": "amount",
            "low": 1,
            "high": a.amount,
            "label": said(msg("Amount")),
            "button": said(msg("Pay back")),
        }
        made = button(a, why, msg("¤{amount}"), amount=a.amount)
        rows.append({"tag": "", "text": text, "buttons": [made], "number": number})
    return {"id": "debt", "title": said(msg("Debt")), "place": "market", "stop": True, "rows": rows}


def forced_purchase(s: AustriaHungary, choices: list[Choice]) -> Panel:
    """VII.12: who pays what of a train that the company must have, and the debt it makes."""
    rows = []
    for move, a, why in choices:
        if not isinstance(a, BuyTrain) or why is not None or not treasury_short(s, a):
            continue
        seller = s.trains[a.train]
        other = s.director(seller) if seller != BANK else None
        asked = other is not None and other != s.director(company_of(s))
        text = [said(msg("from {seller}"), seller=seller)]
        if a.exchange:
            text.append(said(msg("with a {old} in payment"), old=s.versions[a.exchange]))
        if other is not None and asked:
            text.append(said(msg("{player} is asked"), player=s.name(other)))
        else:
            news = move.apply(s.but(news=()), a).news
            text += [told(event) for event in news if not isinstance(event, QUIET) and not _in_account(event)]
        template = msg("Ask for ¤{price}") if asked else msg("Buy ¤{price}")
        rows.append(
            {
                "tag": a.version,
                "train": True,
                "text": text,
                "account": account(s, a),
                "buttons": [button(a, why, template, price=a.price)],
            }
        )
    note = None
    if rows:
        note = said(msg("{company} must own a train"), company=company_of(s))
    return {
        "id": "forced",
        "title": said(msg("Forced purchase")),
        "note": note,
        "stop": True,
        "place": "aside",
        "rows": rows,
    }


QUIET = (TrainBought, TrainTradedIn, PhaseBegins)


def _in_account(event: Event) -> bool:
    return type(event).__name__ in ("DirectorAids", "DebtNoted")


def account(s: AustriaHungary, a: BuyTrain) -> list[dict[str, Any]]:
    company = company_of(s)
    owner, short = s.director(company), treasury_short(s, a)
    assert owner is not None
    own = min(short, s.cash[owner])
    lines = [
        {"name": said(msg("{company} pays"), company=company), "sum": a.price - short, "stop": False},
        {"name": said(msg("{player} pays"), player=s.name(owner)), "sum": own, "stop": False},
    ]
    if missing := short - own:
        name = said(msg("missing ¤{missing}: debt with interest"), missing=missing)
        lines.append({"name": name, "sum": with_interest(missing), "stop": True})
    return lines


def emergency_sales(s: AustriaHungary, seat: int, choices: list[Choice]) -> Panel:
    """VII.12-2: shares that would spare the director the debt."""
    rows: dict[str, dict[str, Any]] = {}
    for move, a, why in choices:
        if not isinstance(a, SellShares) or why is not None or isinstance(s.frame, StockRound):
            continue
        price = s.price(a.company)
        row = rows.get(a.company)
        if row is None:
            new = move.apply(s.but(news=()), a).price(a.company)
            text = [
                said(msg("{held} held"), held=s.shares(SEATS[seat], a.company)),
                said(PRICE_MOVE, old=price, new=new),
            ]
            row = rows[a.company] = {"tag": a.company, "plate": True, "text": text, "buttons": []}
        label = msg("{shares} · ¤{amount}")
        row["buttons"].append(button(a, why, label, shares=a.shares, amount=a.shares * price))
    return {
        "id": "help",
        "title": said(msg("Sell to help out")),
        "note": said(msg("no director may change")),
        "place": "aside",
        "rows": list(rows.values()),
    }
