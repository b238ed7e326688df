"""How the choices that all railway games share are arranged: shares, dividend, trains, answers."""

from collections.abc import Iterable
from typing import Any

from stellwerk.engine import Action, Event, Refusal
from stellwerk.engine.offload import Offload
from stellwerk.engine.play import activity_of
from stellwerk.engine.step import Pass
from stellwerk.engine.text import msg
from stellwerk.mech18.advice import worth
from stellwerk.mech18.answering import answer_rows
from stellwerk.mech18.dividends import Dividend, total_shares
from stellwerk.mech18.events import (
    DirectorChanged,
    EndTriggered,
    PhaseBegins,
    PriceMoved,
    TrainBought,
    TrainTradedIn,
)
from stellwerk.mech18.markers import MarkerStep
from stellwerk.mech18.operating import TurnActivity, company_of
from stellwerk.mech18.phases import DiscardTrain, crowded
from stellwerk.mech18.state import BANK, ISSUE, OFFER, POOL, SEATS
from stellwerk.mech18.stock import (
    BuyShare,
    SellShares,
    StartCompany,
    StockRound,
    first_paper,
    purchase_price,
    share_is_there,
)
from stellwerk.mech18.title import railway_pages
from stellwerk.mech18.track import TrackStep
from stellwerk.mech18.trains import BuyTrain, TrainOffer, TrainStep, owned_version
from stellwerk.mech18.view import Said, said

Choice = tuple[Any, Action, Refusal | None]
Panel = dict[str, Any]


def panels(s: Any, seat: int, choices: Iterable[Choice], offload: Offload) -> list[Panel]:
    chosen = list(choices)
    made = [
        selling(s, seat, chosen),
        buying(s, seat, chosen),
        starting(s, chosen),
        dividend(s, seat, chosen),
        bank_trains(s, chosen, offload),
        other_trains(s, chosen, offload),
        answering(s, chosen),
        discarding(s, chosen),
        passing(s, chosen),
    ]
    return [panel for panel in made if panel.get("rows") or panel.get("columns") or panel.get("banner")]


def button(action: Action, why: Refusal | None, template: str, **figures: object) -> dict[str, Any]:
    return {"action": action, "why": why, "label": said(template, **figures)}


def told(event: Any) -> Said:
    return said(event.says, **event.figures)


def news(move: Any, s: Any, action: Action) -> tuple[Any, ...]:
    """What an action would bring about by itself, told by the rules and not guessed."""
    found: tuple[Any, ...] = move.apply(s.but(news=()), action).news
    return found


# -- shares ------------------------------------------------------------------------------------


def selling(s: Any, seat: int, choices: list[Choice]) -> Panel:
    rows: dict[str, dict[str, Any]] = {}
    for move, a, why in choices:
        if not isinstance(a, SellShares):
            continue
        if why is not None and isinstance(activity_of(s), TurnActivity):
            continue  # in a company's turn nobody expects to sell
        price = s.price(a.company)
        row = rows.get(a.company)
        if row is None:
            held = s.shares(SEATS[seat], a.company)
            text = [said(msg("{held} held"), held=held), where_sold(s, a.company)]
            if s.director_seat(a.company) == seat:
                text.insert(1, said(msg("you are director")))
            row = rows[a.company] = {"tag": a.company, "plate": True, "text": text, "buttons": []}
        made = button(a, why, msg("{shares} · ¤{amount}"), shares=a.shares, amount=a.shares * price)
        if why is None:
            after = move.apply(s.but(news=()), a)
            if a.company in after.prices:
                new = after.price(a.company)
                made["cell"] = cell(after, a.company) if new != price else None
                if len(row["buttons"]) == 0:
                    row["text"].append(said(msg("price {old} → {new}"), old=price, new=new))
            made["effects"] = [told(event) for event in after.news if isinstance(event, DirectorChanged)]
        row["buttons"].append(made)
    return {
        "id": "sell",
        "title": said(msg("Sell")),
        "note": said(msg("any number, first")),
        "place": "market",
        "rows": list(rows.values()),
    }


def where_sold(s: Any, company: str) -> Said:
    """How many shares lie where sold ones go."""
    if s.book.pool:
        return said(msg("pool {pool}"), pool=s.shares(POOL, company))
    return said(msg("bank {bank}"), bank=s.shares(OFFER, company))


def cell(s: Any, company: str) -> str:
    marker = s.prices[company]
    return f"{marker.row}-{marker.column}"


def buying(s: Any, seat: int, choices: list[Choice]) -> Panel:
    rows: dict[str, dict[str, Any]] = {}
    for _, a, why in choices:
        if not isinstance(a, BuyShare):
            continue
        row = rows.setdefault(a.company, {"tag": a.company, "plate": True, "text": [], "buttons": []})
        price = purchase_price(s, a)
        there = share_is_there(s, a) is None
        template, kind = share_words(s, a)
        if there:
            row["text"].append(kind)
        # That a source is empty is no news while the other one has a share.
        row.setdefault("empty", []).append(not there)
        row["buttons"].append(button(a, why, template, price=price))
    for company, row in rows.items():
        empty = row.pop("empty")
        if not all(empty):
            row["shut"] = [b for b, none in zip(row["buttons"], empty, strict=True) if b["why"] and not none]
            row["buttons"] = [b for b in row["buttons"] if b["why"] is None]
        else:
            row["shut"], row["buttons"] = row["buttons"][:1], []
        if company not in s.opened and s.book.companies[company].director:
            row["text"].append(said(msg("not open")))
    ordered = sorted(rows.values(), key=lambda row: not row["buttons"])
    return {
        "id": "buy",
        "title": said(msg("Buy")),
        "note": said(msg("one paper, ends the turn")),
        "place": "market",
        "rows": ordered,
    }


def share_words(s: Any, a: BuyShare) -> tuple[str, Said]:
    """The button's words, and what kind of share it is."""
    if not s.book.pool:
        return msg("Buy ¤{price}"), said(msg("{left} left"), left=s.shares(OFFER, a.company))
    paper = first_paper(s, a.company, a.source)
    if paper is not None and s.size(paper) > 1:
        percent = 100 * s.size(paper) // total_shares(s, a.company)
        kind = said(
            msg("pool, {percent} %") if a.source == POOL else msg("new, {percent} %"), percent=percent
        )
        return msg("Pool ¤{price}") if a.source == POOL else msg("New ¤{price}"), kind
    if a.source == POOL:
        return msg("Pool ¤{price}"), said(msg("pool"))
    if a.source == ISSUE:
        return msg("From the company ¤{price}"), said(msg("new since the split"))
    return msg("New ¤{price}"), said(msg("new · par") if s.book.new_at_par else msg("new"))


def starting(s: Any, choices: list[Choice]) -> Panel:
    rows: dict[str, dict[str, Any]] = {}
    for _, a, why in choices:
        if not isinstance(a, StartCompany):
            continue
        paper = s.book.papers_of[a.company][0]
        row = rows.setdefault(
            a.company,
            {
                "tag": a.company,
                "plate": True,
                "name": s.book.companies[a.company].name,
                "text": [said(msg("director's share: {shares} × par"), shares=paper.shares)],
                "buttons": [],
            },
        )
        made = button(a, why, msg("par {par} · ¤{paid}"), par=a.par, paid=a.par * paper.shares)
        at = s.book.par_cells.get(a.par)
        made["cell"] = f"{at[0]}-{at[1]}" if at else None
        row["buttons"].append(made)
    return {
        "id": "start",
        "title": said(msg("Start a company")),
        "note": said(msg("choose its price, ends the turn")),
        "place": "market",
        "wide": True,
        "rows": list(rows.values()),
    }


# -- dividend ----------------------------------------------------------------------------------


def dividend(s: Any, seat: int, choices: list[Choice]) -> Panel:
    """Two equal columns: each player's sum, the treasury, the price move."""
    columns = []
    notable: tuple[type[Event], ...] = (EndTriggered, *railway_pages(s.setup.game).notable)
    for move, a, why in choices:
        if not isinstance(a, Dividend) or why is not None:
            continue
        company, revenue = s.frame.company, s.frame.revenue
        shares = total_shares(s, company)
        after = move.apply(s.but(news=()), a)
        lines = []
        for number, owner in enumerate(s.players):
            held = move.earning(s, owner, company)
            if a.pay and held:
                sum_ = revenue // shares * held
                lines.append(
                    {"name": s.names[number], "part": 100 * held // shares, "sum": sum_, "me": number == seat}
                )
        treasury = after.cash[company]
        gone = company not in after.prices
        columns.append(
            {
                "title": said(msg("Pay ¤{each} a share"), each=revenue // shares)
                if a.pay
                else said(msg("Keep ¤{revenue}"), revenue=revenue),
                "lines": lines,
                "company": company,
                "treasury": [s.cash[company], treasury],
                "price": [s.price(company), None if gone else after.price(company)],
                "effects": [
                    told(event)
                    for event in after.news
                    if (gone and type(event).__name__ not in ("DividendPaid", "RevenueKept"))
                    or isinstance(event, notable)
                ],
                "buttons": [
                    button(a, None, msg("Pay") if a.pay else msg("Keep"))
                    | {"cell": None if gone else cell(after, company)}
                ],
            }
        )
    note = None
    if columns:
        figures = {
            "company": s.frame.company,
            "revenue": s.frame.revenue,
            "mail": getattr(s.frame, "mail", 0),
        }
        mail = msg("{company} ran ¤{revenue}, mail ¤{mail} to the treasury")
        note = said(mail if figures["mail"] else msg("{company} ran ¤{revenue}"), **figures)
    return {"id": "dividend", "title": said(msg("Pay or keep")), "note": note, "rows": [], "columns": columns}


# -- trains ------------------------------------------------------------------------------------


def bank_trains(s: Any, choices: list[Choice], offload: Offload) -> Panel:
    rows: dict[str, dict[str, Any]] = {}
    for move, a, why in choices:
        if not isinstance(a, BuyTrain) or s.trains.get(a.train) != BANK:
            continue
        if why is not None and (a.exchange or a.rebate):
            continue  # a right that nobody has is no choice
        kind = s.train_type(a.train)
        row = rows.setdefault(kind, {"tag": kind, "train": True, "text": [left_of(s, kind)], "buttons": []})
        if a.exchange:
            template = msg("{train} ¤{price} and a {old}")
        elif a.rebate:
            template = msg("{train} ¤{price} ({right})")
        else:
            template = msg("{train} ¤{price}")
        old = s.versions.get(a.exchange, "")
        made = button(a, why, template, train=a.version, price=a.price, old=old, right=a.rebate)
        if why is None and len(row["text"]) == 1:
            coming = news(move, s, a)
            if any(isinstance(event, PhaseBegins) for event in coming):
                row["text"].append(said(msg("begins phase {train}"), train=kind))
            row["text"] += [
                told(event)
                for event in coming
                if not isinstance(event, TrainBought | TrainTradedIn | PhaseBegins)
            ]
            row["text"] += run_change(s, a, offload)
        row["buttons"].append(made)
    return {
        "id": "trains",
        "title": said(msg("Trains of the bank")),
        "note": holding(s) if rows else None,
        "rows": list(rows.values()),
    }


def run_change(s: Any, a: BuyTrain, offload: Offload) -> list[Said]:
    """What the train would add to the company's best run."""
    found = worth(s, a, offload)
    if found is None:
        return []
    return [said(msg("best run ¤{old} → ¤{new}"), old=found.before, new=found.after)]


def left_of(s: Any, kind: str) -> Said:
    if s.book.trains[kind].count is None:
        return said(msg("no limit"))
    return said(msg("{left} left"), left=sum(1 for train in s.trains_of(BANK) if s.train_type(train) == kind))


def holding(s: Any) -> Said:
    company = company_of(s)
    return said(
        msg("{company} has {owned} of {limit}"),
        company=company,
        owned=len(s.limited_trains(company)),
        limit=s.train_limit(company),
    )


def other_trains(s: Any, choices: list[Choice], offload: Offload) -> Panel:
    """Trains of other companies: at the printed price, or any price under one director."""
    rows: dict[str, dict[str, Any]] = {}
    for move, a, why in choices:
        if not isinstance(a, BuyTrain) or s.trains.get(a.train) == BANK:
            continue
        seller = s.trains[a.train]
        if why is not None and (seller not in s.opened or s.director(seller) is None):
            continue  # nobody could sell it
        key = f"{seller}/{s.versions[a.train]}"
        same = s.director(seller) == s.director(s.frame.company)
        row = rows.get(key)
        if row is None:
            text = [said(msg("a {train}"), train=s.versions[a.train])]
            if not same:
                text.append(said(msg("{player} is asked"), player=s.name(s.director(seller))))
            row = rows[key] = {"tag": seller, "plate": True, "text": text, "buttons": [], "card": a.train}
            if same or move.free_prices:
                printed = owned_version(s, a.train).price
                row["number"] = {
                    "action": a,
                    "field": "price",
                    "low": 1,
                    "high": max(1, s.cash[s.frame.company]),
                    "value": min(printed, max(1, s.cash[s.frame.company])),
                    "label": said(msg("Price to pay")),
                    "button": said(msg("Buy") if same else msg("Ask")),
                }
        if why is None and not row.get("told"):
            row["told"] = True
            row["text"] += run_change(s, a, offload)
        if row["card"] != a.train:
            row["shut"] = row.get("shut", [])
            row["buttons"].append(button(a, why, msg("another, ¤{price}"), price=a.price))
            continue
        template = msg("Buy ¤{price}") if same else msg("Ask for ¤{price}")
        row["buttons"].append(button(a, why, template, price=a.price))
    return {
        "id": "others",
        "title": said(msg("Trains of other companies")),
        "rows": list(rows.values()),
    }


def answering(s: Any, choices: list[Choice]) -> Panel:
    offer = s.frame
    if not isinstance(offer, TrainOffer):
        return {}
    figures = {
        "company": offer.company,
        "seller": s.trains[offer.train],
        "price": offer.price,
        "train": offer.version,
    }
    if offer.counter:
        template, accept, tag = msg("{seller} asks ¤{price} for a {train}"), msg("Buy it"), figures["seller"]
    else:
        template, accept, tag = msg("{company} offers ¤{price} for a {train}"), msg("Sell it"), offer.company
    row = {"tag": tag, "plate": True, "text": [said(template, **figures)]}
    rows = answer_rows(s, choices, row, accept, sells=not offer.counter)
    moves = {id(a): move for move, a, _ in choices}
    for made in rows[0]["buttons"] if rows else ():
        coming = news(moves[id(made["action"])], s, made["action"])
        made["effects"] = [told(event) for event in coming if isinstance(event, PriceMoved)]
    return {"id": "answer", "title": said(msg("An offer")), "rows": rows}


def discarding(s: Any, choices: list[Choice]) -> Panel:
    rows = []
    for _, a, why in choices:
        if isinstance(a, DiscardTrain):
            version = s.versions.get(a.train, s.train_type(a.train))
            text = [said(msg("price ¤{price}"), price=owned_version(s, a.train).price)]
            made = button(a, why, msg("Give up"))
            rows.append({"tag": version, "train": True, "text": text, "buttons": [made]})
    limits = sorted({s.train_limit(company) for company in crowded(s, s.frame.companies)}) if rows else ()
    note = said(msg("the limit is {limit}"), limit=", ".join(map(str, limits)))
    return {"id": "discard", "title": said(msg("Too many trains")), "note": note, "stop": True, "rows": rows}


# -- passing -----------------------------------------------------------------------------------


def passing(s: Any, choices: list[Choice]) -> Panel:
    banner = []
    for _, a, why in choices:
        if isinstance(a, Pass):
            key, template = pass_words(s)
            banner.append(button(a, why, template) | {"key": key, "go": True})
    return {"id": "pass", "banner": banner}


def pass_words(s: Any) -> tuple[str, str]:
    """The key and the words for doing nothing more here."""
    activity, frame = activity_of(s), s.frame
    if isinstance(frame, StockRound) and frame.turn_sold:
        return "F", msg("End turn")
    step = activity.steps[frame.step] if isinstance(activity, TurnActivity) else None
    if isinstance(step, TrackStep):
        return "F", msg("Finish track") if frame.lays else msg("Lay nothing")
    if isinstance(step, MarkerStep):
        return "F", msg("No station")
    if isinstance(step, TrainStep):
        return "F", msg("End turn")
    return "P", msg("Pass")
