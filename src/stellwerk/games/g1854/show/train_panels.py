"""The choices around trains that only 1854 has: pool and scrap stock, and a director who must help out."""

from typing import Any

from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Choice
from stellwerk.engine.offload import Offload
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.text import msg
from stellwerk.games.g1854.rules.emergency import DeclareBankruptcy, dearest, means
from stellwerk.games.g1854.rules.options import SellOption
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.advice import worth
from stellwerk.mech18.answering import refused_before
from stellwerk.mech18.events import PhaseBegins, PriceMoved, TrainBought
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.state import BANK, POOL, SCRAP, SEATS
from stellwerk.mech18.stock import SellShares, StockRound
from stellwerk.mech18.trains import BuyTrain, BuyTrainMove, owned_version, prices_in_vain, treasury_short
from stellwerk.mech18.view import Said, said

Panel = dict[str, Any]


def button(action: Action, why: Refusal | None, template: str, **figures: object) -> dict[str, Any]:
    return {"action": action, "why": why, "label": said(template, **figures)}


def helped(s: Austria, a: BuyTrain, why: Refusal | None) -> bool:
    """EF-1: whether it is bought with the director's money."""
    return why is None and treasury_short(s, a) > 0


def other_stocks(s: Austria, choices: list[Choice]) -> Panel:
    """TN-4, LA-5: what lies in the pool and on the scrap heap."""
    places = {POOL: msg("from the pool"), SCRAP: msg("from the scrap stock")}
    rows = []
    for _, a, why in choices:
        if not isinstance(a, BuyTrain) or s.trains.get(a.train) not in places or helped(s, a, why):
            continue
        owner = s.trains[a.train]
        left = sum(1 for train in s.trains_of(owner) if s.versions[train] == a.version)
        text = [said(places[owner]), said(msg("{left} left"), left=left)]
        made = button(a, why, msg("Buy ¤{price}"), price=a.price)
        rows.append({"tag": a.version, "train": True, "text": text, "buttons": [made]})
    return {"id": "stocks", "title": said(msg("Trains of pool and scrap stock")), "rows": rows}


def trade(s: Austria, choices: list[Choice], offload: Offload) -> Panel:
    """TN-6, TN-14: trains of other companies at any price, a row for each type that a company has."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for move, a, why in choices:
        if not isinstance(a, BuyTrain) or s.trains.get(a.train) not in s.opened or helped(s, a, why):
            continue
        seller, version = s.trains[a.train], s.versions[a.train]
        asked = s.director(seller) != s.director(company_of(s))
        row = rows.setdefault((seller, version), {"tag": seller, "plate": True, "buttons": [], "covered": []})
        made = button(a, why, msg("Ask for ¤{price}") if asked else msg("Buy ¤{price}"), price=a.price)
        if row.get("card", a.train) != a.train:
            row["covered"].append(made)  # cards of one type are alike
            continue
        row["buttons"].append(made)
        if why is None and "card" not in row:
            row["card"] = a.train
            row["number"] = price_field(move, s, a, asked)
            row["text"] = trade_told(move, s, a, asked, offload)
        row.setdefault("text", [said(msg("a {train}"), train=version)])
    return {
        "id": "others",
        "title": said(msg("Trains of other companies")),
        "late": True,
        "rows": list(rows.values()),
    }


def price_field(move: BuyTrainMove[Austria], s: Austria, a: BuyTrain, asked: bool) -> dict[str, Any]:
    treasury, taken = s.cash[company_of(s)], prices_in_vain(s, a.seat, a.train)
    return {
        "action": a,
        "field": "price",
        "key": len(taken),
        "low": 1,
        "high": treasury,
        "value": move.prices(s, a.train).nearest(min(owned_version(s, a.train).price, treasury), taken),
        "label": said(msg("Price to pay")),
        "button": said(msg("Ask") if asked else msg("Buy")),
        "alone": True,
    }


def trade_told(
    move: BuyTrainMove[Austria], s: Austria, a: BuyTrain, asked: bool, offload: Offload
) -> list[Said]:
    """Whom it takes, ST-6: what it does to both prices, and what the train would earn."""
    text = [said(msg("a {train}"), train=a.version)]
    if asked:
        text.append(said(msg("{player} is asked"), player=s.names[s.director_seat(s.trains[a.train])]))
        text += refused_before(prices_in_vain(s, a.seat, a.train))
    text += price_moves(move, s, a)
    found = worth(s, a, offload)
    if found is not None:
        text.append(said(msg("best run ¤{old} → ¤{new}"), old=found.before, new=found.after))
    return text


def price_moves(move: BuyTrainMove[Austria], s: Austria, a: BuyTrain) -> list[Said]:
    after = move.pay_and_take(s.but(news=()), company_of(s), a)
    return [
        said(msg("{company} {old} → {new}"), **event.figures)
        for event in after.news
        if isinstance(event, PriceMoved)
    ]


# -- emergency ---------------------------------------------------------------------------------


def forced_purchase(s: Austria, choices: list[Choice]) -> Panel:
    """EF-1, EF-4: the treasury gives everything, the director the rest."""
    rows = []
    for move, a, why in choices:
        if not isinstance(a, BuyTrain) or not helped(s, a, why):
            continue
        company, seller = company_of(s), s.trains[a.train]
        short = treasury_short(s, a)
        asked = seller in s.opened and s.director(seller) != s.director(company)
        text = [said(msg("from {seller}"), seller=seller)]
        if asked:
            text.append(said(msg("{player} is asked"), player=s.names[s.director_seat(seller)]))
            text += refused_before(prices_in_vain(s, a.seat, a.train))
        if seller in s.opened:
            text += price_moves(move, s, a)
        elif seller == BANK:
            news = move.apply(s.but(news=()), a).news
            text += [
                said(event.says, **event.figures)
                for event in news
                if not isinstance(event, TrainBought | PhaseBegins) and type(event).__name__ != "DirectorAids"
            ]
        account = [
            {"name": said(msg("{company} pays"), company=company), "sum": a.price - short, "stop": False},
            {
                "name": said(msg("{player} pays"), player=s.names[s.director_seat(company)]),
                "sum": short,
                "stop": False,
            },
        ]
        template = msg("Ask for ¤{price}") if asked else msg("Buy ¤{price}")
        made = button(a, why, template, price=a.price)
        row = {"tag": a.version, "train": True, "text": text, "account": account, "buttons": [made]}
        if seller in s.opened:
            most = min(owned_version(s, a.train).price, means(s))  # EF-2
            row["number"] = {**price_field(move, s, a, asked), "high": most, "value": a.price}
        rows.append(row)
    return {
        "id": "forced",
        "title": said(msg("Forced purchase")),
        "note": said(msg("{company} must own a train"), company=company_of(s)) if rows else None,
        "stop": True,
        "rows": rows,
    }


def emergency_sales(s: Austria, seat: int, choices: list[Choice]) -> Panel:
    """EF-1, EF-5, OP-10: what the director may sell for the missing money."""
    rows: dict[str, dict[str, Any]] = {}
    missing = 0
    for move, a, why in choices:
        if not isinstance(a, SellShares | SellOption) or why is not None or isinstance(s.frame, StockRound):
            continue
        missing = dearest(s) - means(s)
        after = move.apply(s.but(news=()), a)
        if isinstance(a, SellOption):
            paper = s.open_option(SEATS[seat])
            assert paper is not None
            company, option = s.book.papers[paper].company, True
        else:
            company, option = a.company, False
        old, new = s.price(company), after.price(company)
        row = rows.get(f"{company} {option}")
        if row is None:
            text = [said(msg("price {old} → {new}"), old=old, new=new)]
            if option:
                text.insert(0, said(msg("your option")))
            else:
                text.insert(0, said(msg("{held} held"), held=s.shares(SEATS[seat], company)))
            row = rows[f"{company} {option}"] = {"tag": company, "plate": True, "text": text, "buttons": []}
        if isinstance(a, SellOption):
            made = button(a, why, msg("Sell for ¤{amount}"), amount=old)
        else:
            made = button(a, why, msg("{shares} · ¤{amount}"), shares=a.shares, amount=a.shares * old)
        row["buttons"].append(made)
    return {
        "id": "help",
        "title": said(msg("Sell to help out")),
        "note": said(msg("¤{missing} missing for the dearest train"), missing=missing),
        "stop": True,
        "rows": list(rows.values()),
    }


def bankruptcy(s: Austria, choices: list[Choice]) -> Panel:
    rows = []
    for _, a, why in choices:
        if isinstance(a, DeclareBankruptcy) and why is None:
            text = [said(msg("nothing on offer can be paid; the game ends at once"))]
            made = button(a, why, msg("Declare bankruptcy"))
            rows.append({"tag": company_of(s), "plate": True, "text": text, "buttons": [made]})
    return {"id": "bankruptcy", "title": said(msg("Bankruptcy")), "stop": True, "rows": rows}
