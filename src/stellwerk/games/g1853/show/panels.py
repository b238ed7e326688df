"""The choices that only 1853 has, as rows with buttons: each says what it costs and what it brings about."""

from collections.abc import Iterable
from typing import Any

from stellwerk.engine.action import Action
from stellwerk.engine.offload import Offload
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.state import Event
from stellwerk.engine.step import Pass
from stellwerk.engine.text import Said, msg, said
from stellwerk.games.g1853.rules.cities import NameCity, Naming, named, worth
from stellwerk.games.g1853.rules.directors import CreditDue
from stellwerk.games.g1853.rules.elephant import (
    ELEPHANT,
    ElephantOffer,
    ElephantSale,
    ExtraRound,
    OfferElephant,
    OrderRound,
    elephant_prices,
)
from stellwerk.games.g1853.rules.fulfilment import Pardon, Vote
from stellwerk.games.g1853.rules.opening import WriteBond
from stellwerk.games.g1853.rules.runs import LeaveMail
from stellwerk.games.g1853.rules.state import India, SharesRound, Turn, pair
from stellwerk.games.g1853.rules.stock import (
    PayShare,
    counted_papers,
    purchase_price,
    sale_price,
    share_is_there,
)
from stellwerk.games.g1853.rules.track import ChooseOption
from stellwerk.games.g1853.rules.trains import (
    PayTrain,
    SettleTrain,
    TakeOnCredit,
    gift,
    owed,
)
from stellwerk.mech18.answering import answer_rows, refused_before
from stellwerk.mech18.events import DirectorChanged, TrainBought
from stellwerk.mech18.negotiation import Answer, refused_prices
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.state import BANK, POOL, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares
from stellwerk.mech18.trains import BuyTrain, owned_version, prices_in_vain, version_of

Choice = tuple[Any, Any, Refusal | None]
"""A move, one of its actions, and the refusal that rules it out (or None)."""
Panel = dict[str, Any]
Row = dict[str, Any]


def panels(s: India, seat: int, choices: Iterable[Choice], offload: Offload) -> list[Panel]:
    """What no panel takes up is the kit's to show."""
    by_kind: dict[type[Action], list[Choice]] = {}
    for choice in choices:
        by_kind.setdefault(type(choice[1]), []).append(choice)

    def of(kind: type[Action]) -> list[Choice]:
        return by_kind.get(kind, [])

    found = [
        bidding(s, of(WriteBond)),
        naming(s, seat, of(NameCity)),
        payments(s, seat, of(PayShare)),
        selling(s, seat, of(SellShares)),
        buying(s, of(BuyShare)),
        elephant_sale(s, of(OfferElephant)),
        elephant_answer(s, of(Answer)),
        extra_round(of(OrderRound)),
        option(s, of(ChooseOption)),
        pardon(s, of(Vote)),
        mail(s, of(LeaveMail)),
        traded_trains(s, of(BuyTrain)),
        credit(s, of(TakeOnCredit)),
        credit_paid(s, of(PayTrain)),
        credit_due(s, of(SettleTrain)),
        passing(s, of(Pass)),
    ]
    return [panel for panel in found if panel.get("rows") or panel.get("banner")]


def button(choice: Choice, template: str, **figures: object) -> dict[str, Any]:
    _, action, why = choice
    return {"action": action, "why": why, "label": said(template, **figures)}


def told(event: Event) -> Said:
    return said(event.says, **event.figures)


# -- contracts ---------------------------------------------------------------------------------


def bidding(s: India, choices: list[Choice]) -> Panel:
    """2.5.2: one field instead of a button for every amount."""
    if not choices:
        return {}
    least, step = s.facts.least_bond, s.rulings.bond_step
    fewest, most = s.facts.contract_cities
    number = {
        "action": choices[0][1],
        "field": "bond",
        "low": least,
        "high": s.book.cash,
        "step": step,
        "value": least,
        "alone": True,
        "label": said(msg("Bond")),
        "button": said(msg("Seal the bond")),
    }
    text = [
        said(msg("¤{least} to ¤{most}, in steps of {step}"), least=least, most=s.book.cash, step=step),
        said(msg("for {fewest} to {most} cities of ¤20 to ¤50"), fewest=fewest, most=most),
        said(msg("the highest takes the elephant and begins")),
        said(msg("nobody sees it before all are in")),
        said(msg("it is final")),
    ]
    rows = [
        {
            "tag": "",
            "name": "",
            "text": text,
            "buttons": [button(choice, "{bond}", bond=choice[1].bond) for choice in choices],
            "number": number,
        }
    ]
    return {"id": "bond", "title": said(msg("Sealed bond")), "place": "papers", "rows": rows}


def naming(s: India, seat: int, choices: list[Choice]) -> Panel:
    """2.5.4: every city with its value and the shares that it offers."""
    rows: dict[str, Row] = {}
    for choice in choices:
        a = choice[1]
        city = s.facts.cities[a.city]
        row = rows.get(a.city)
        if row is None:
            text = [said(msg("value ¤{value}"), value=city.value), said("{hex}", hex=city.hex)]
            if a.city in (*s.facts.valley, s.facts.mouth):
                text.append(said(msg("on the Ganges")))
            row = rows[a.city] = {"tag": "", "name": a.city, "text": text, "buttons": []}
        row["buttons"].append(
            button(choice, msg("{company} ¤{par}"), company=a.company, par=s.par[a.company])
        )
    cities = named(s, seat)
    bond = s.bonds[str(seat)] if rows else 0
    figures = {"left": bond - worth(s.facts, cities), "bond": bond, "count": len(cities)}
    return {
        "id": "cities",
        "title": said(msg("Name a city in secret, take a share openly")),
        "note": said(msg("{count} named · ¤{left} of ¤{bond} left"), **figures) if rows else None,
        "place": "papers",
        "grid": True,
        "rows": open_first(rows.values()),
    }


def open_first(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: all(b["why"] is not None for b in row["buttons"]))


def payments(s: India, seat: int, choices: list[Choice]) -> Panel:
    """2.7.4: contract shares that are still to be paid."""
    rows = []
    for choice in choices:
        company = choice[1].company
        text = [
            said(msg("{count} unpaid"), count=s.unpaid[pair(seat, company)]),
            said(msg("earns nothing before it is paid")),
        ]
        made = button(choice, msg("Pay ¤{price}"), price=s.par[company])
        rows.append({"tag": company, "plate": True, "text": text, "buttons": [made]})
    return {
        "id": "unpaid",
        "title": said(msg("Unpaid contract shares")),
        "note": said(msg("no purchase before all are paid")),
        "place": "market",
        "rows": rows,
    }


# -- shares ------------------------------------------------------------------------------------


def selling(s: India, seat: int, choices: list[Choice]) -> Panel:
    """3.1.5: into the pool; no price moves."""
    rows: dict[str, Row] = {}
    for choice in choices:
        move, a, why = choice
        row = rows.get(a.company)
        if row is None:
            text = [said(msg("{held} held"), held=s.shares(SEATS[seat], a.company))]
            text.append(said(msg("pool {pool}"), pool=s.shares(POOL, a.company)))
            if s.directors.get(a.company) == seat:
                text.append(said(msg("you are director")))
            row = rows[a.company] = {"tag": a.company, "plate": True, "text": text, "buttons": []}
        amount = a.shares * sale_price(s, a.company)
        made = button(choice, msg("{shares} · ¤{amount}"), shares=a.shares, amount=amount)
        if why is None:
            news = move.apply(s.but(news=()), a).news
            made["effects"] = [told(event) for event in news if isinstance(event, DirectorChanged)]
        row["buttons"].append(made)
    first = isinstance(s.frame, SharesRound) and s.frame.number == 1
    note = said(msg("par less ¤{loss}"), loss=s.facts.first_round_loss) if first else None
    return {
        "id": "sell",
        "title": said(msg("Sell")),
        "note": note or said(msg("before or after the purchase; no price moves")),
        "place": "market",
        "rows": list(rows.values()),
    }


def buying(s: India, choices: list[Choice]) -> Panel:
    """3.1.1, 3.1.4: one share at par from the bank, or at its price from the pool."""
    rows: dict[str, Row] = {}
    for choice in choices:
        _, a, why = choice
        row = rows.setdefault(
            a.company, {"tag": a.company, "plate": True, "text": [], "buttons": [], "shut": [], "covered": []}
        )
        if share_is_there(s, a) is not None:  # no news while the other source has a share
            row["covered"].append(button(choice, ""))
            continue
        left = s.shares(a.source, a.company)
        template = msg("pool {left}") if a.source == POOL else msg("new {left}")
        row["text"].append(said(template, left=left))
        label = msg("Pool ¤{price}") if a.source == POOL else msg("New ¤{price}")
        made = button(choice, label, price=purchase_price(s, a))
        row["buttons" if why is None else "shut"].append(made)
    for company, row in rows.items():
        if not row["buttons"] and not row["shut"]:
            row["shut"] = [row["covered"].pop(0)]
        if company not in s.opened:
            figures = {"issued": s.issued(company), "needed": s.book.float_shares}
            row["text"].append(said(msg("{issued} of {needed} shares out"), **figures))
    ordered = sorted(rows.values(), key=lambda row: not row["buttons"])
    seat = choices[0][1].seat if choices else 0
    papers = {"papers": counted_papers(s, seat), "limit": s.book.paper_limits[0]}
    return {
        "id": "buy",
        "title": said(msg("Buy")),
        "note": said(msg("one share a turn · {papers} of {limit} papers"), **papers),
        "place": "market",
        "rows": ordered,
    }


# -- the elephant ------------------------------------------------------------------------------


def elephant_sale(s: India, choices: list[Choice]) -> Panel:
    """3.1.11: to whom, for what price both agree on."""
    rows: dict[int, Row] = {}
    for choice in choices:
        a = choice[1]
        if a.to == a.seat:
            continue
        cash, taken = s.cash[SEATS[a.to]], refused_prices(s, a.seat, a.to, ELEPHANT)
        row = rows.get(a.to)
        if row is None:
            number = {
                "action": a,
                "field": "price",
                "key": len(taken),
                "low": 0,
                "high": max(0, cash),
                "value": elephant_prices(s, a.to).nearest(s.facts.elephant_step, taken),
                "alone": True,
                "label": said(msg("Price to pay")),
                "button": said(msg("Offer it")),
            }
            text = [said(msg("has ¤{cash}"), cash=cash), said(msg("is asked")), *refused_before(taken)]
            name = s.names[a.to]
            row = rows[a.to] = {"tag": "", "name": name, "text": text, "buttons": [], "number": number}
        row["buttons"].append(button(choice, msg("¤{amount}"), amount=a.price))
    return {
        "id": "elephant",
        "title": said(msg("Sell the elephant")),
        "note": said(msg("begins stock rounds, orders extra operating rounds")),
        "rows": list(rows.values()),
    }


def elephant_answer(s: India, choices: list[Choice]) -> Panel:
    if not choices or not isinstance(s.frame, ElephantOffer):
        return {}
    offer = s.frame
    if offer.counter:
        template, accept = msg("{player} would pay ¤{price}"), msg("Sell it")
    else:
        template, accept = msg("{player} offers it for ¤{price}"), msg("Buy it")
    row = {"tag": "", "text": [said(template, player=s.names[offer.by], price=offer.price)]}
    rows = answer_rows(s, choices, row, accept, sells=offer.counter)
    return {"id": "elephant", "title": said(msg("The elephant")), "rows": rows}


def extra_round(choices: list[Choice]) -> Panel:
    """4.9."""
    rows = [
        {
            "tag": "",
            "text": [said(msg("all companies act once more before the stock round"))],
            "buttons": [button(choice, msg("Order another round"))],
        }
        for choice in choices
    ]
    return {"id": "elephant", "title": said(msg("The elephant")), "rows": rows}


# -- a company's turn --------------------------------------------------------------------------


def option(s: India, choices: list[Choice]) -> Panel:
    """4.1.3-a."""
    rows = []
    for choice in choices:
        if choice[1].now:
            fee = s.facts.sheets[company_of(s)].fee
            text = said(msg("every second tile of a turn costs ¤{fee}"), fee=fee)
            made = button(choice, msg("Two tiles at once"))
        else:
            text = said(msg("second tiles are free"))
            made = button(choice, msg("Two tiles from phase 3 on"))
        rows.append({"tag": "", "text": [text], "buttons": [made]})
    return {
        "id": "option",
        "title": said(msg("The second tile")),
        "note": said(msg("chosen once, for the whole game")),
        "rows": rows,
    }


def pardon(s: India, choices: list[Choice]) -> Panel:
    """4.3.2-b."""
    if not choices:
        return {}
    seat = s.top(Pardon).seat
    name = s.names[seat]
    template = {True: msg("Pardon {player}"), False: msg("Do not pardon {player}")}
    buttons = [button(choice, template[choice[1].pardon], player=name) for choice in choices]
    cities = ", ".join(named(s, seat))
    text = [
        said(msg("the illegal contract: {cities}"), cities=cities),
        said(msg("more than half of the others must pardon")),
        said(msg("else he gives up every directorship")),
    ]
    rows = [{"tag": "", "name": name, "text": text, "buttons": buttons}]
    return {"id": "pardon", "title": said(msg("A vote")), "stop": True, "rows": rows}


def mail(s: India, choices: list[Choice]) -> Panel:
    """4.6.6."""
    rows = [
        {
            "tag": "",
            "text": [said(msg("¤{amount} to the treasury, whatever is paid"), amount=s.top(Turn).mail)],
            "buttons": [button(choice, msg("Carry no mail"))],
        }
        for choice in choices
    ]
    return {"id": "mail", "title": said(msg("The mail")), "rows": rows}


def traded_trains(s: India, choices: list[Choice]) -> Panel:
    """4.8.9: any price that both agree on."""
    rows: dict[str, Row] = {}
    for choice in choices:
        move, a, why = choice
        seller = s.trains.get(a.train)
        if seller in (None, BANK) or (why is not None and seller not in s.opened):
            continue
        company, key = company_of(s), f"{seller}/{s.versions[a.train]}"
        row = rows.get(key)
        if row is None:
            same = s.director(seller) == s.director(company)
            least, most = s.facts.least_train_price, s.cash[company] + gift(s, company)
            text = [said(msg("a {train}"), train=s.versions[a.train])]
            if not same:
                text.append(said(msg("{player} is asked"), player=s.names[s.director_seat(seller)]))
            text.append(said(msg("printed price ¤{price}"), price=owned_version(s, a.train).price))
            taken = prices_in_vain(s, a.seat, a.train)
            text += refused_before(taken)
            usual = max(least, min(owned_version(s, a.train).price, s.cash[company]))
            number = {
                "action": a,
                "field": "price",
                "key": len(taken),
                "low": least,
                "high": max(least, most),
                "value": move.prices(s, a.train).nearest(usual, taken),
                "alone": True,
                "label": said(msg("Price to pay")),
                "button": said(msg("Buy")) if same else said(msg("Ask")),
            }
            row = rows[key] = {"tag": seller, "plate": True, "text": text, "buttons": [], "number": number}
        row["buttons"].append(button(choice, msg("¤{amount}"), amount=a.price))
    return {
        "id": "others",
        "title": said(msg("Trains of other companies")),
        "note": said(msg("at any price from ¤{least}"), least=s.facts.least_train_price),
        "rows": list(rows.values()),
    }


def credit(s: India, choices: list[Choice]) -> Panel:
    """3.4.3: a company under a manager, without train and money."""
    rows = []
    for choice in choices:
        move, a, why = choice
        version = version_of(s, a.train, a.version)
        if why is not None or version is None:
            continue
        news = move.apply(s.but(news=()), a).news
        text = [said(msg("owes ¤{price}"), price=version.price)]
        text += [told(event) for event in news[1:] if not isinstance(event, TrainBought)]
        made = button(choice, msg("On credit"))
        rows.append({"tag": a.version, "train": True, "text": text, "buttons": [made]})
    return {
        "id": "credit",
        "title": said(msg("A train on credit")),
        "note": said(msg("nothing else is paid for before it")),
        "rows": rows,
    }


def credit_paid(s: India, choices: list[Choice]) -> Panel:
    rows = []
    for choice in choices:
        company = company_of(s)
        made = button(choice, msg("Pay ¤{price}"), price=owed(s, company))
        text = [said(msg("taken on credit"))]
        tag = s.versions[s.credit[company]]
        rows.append({"tag": tag, "train": True, "text": text, "buttons": [made]})
    return {"id": "owed", "title": said(msg("The unpaid train")), "rows": rows}


def credit_due(s: India, choices: list[Choice]) -> Panel:
    """4.8.10: the new director pays with the treasury and his own money, or gives the train back."""
    if not choices:
        return {}
    company = s.top(CreditDue).company
    price = owed(s, company)
    short = max(0, price - s.cash[company])
    template = {True: msg("Pay ¤{price}"), False: msg("Give it back")}
    row: Row = {
        "tag": s.versions[s.credit[company]],
        "train": True,
        "text": [said(msg("{company} took it on credit"), company=company)],
        "account": [
            {"name": said(msg("{company} pays"), company=company), "sum": price - short, "stop": False},
            {
                "name": said(msg("{player} pays"), player=s.names[s.director_seat(company)]),
                "sum": short,
                "stop": False,
            },
        ],
        "buttons": [button(choice, template[choice[1].pay], price=price) for choice in choices],
    }
    return {"id": "due", "title": said(msg("The unpaid train")), "stop": True, "rows": [row]}


def passing(s: India, choices: list[Choice]) -> Panel:
    """Where doing nothing more has a name of its own."""
    match s.frame:
        case Naming():
            words = msg("Close the contract")
        case ElephantSale():
            words = msg("Keep the elephant")
        case ExtraRound():
            words = msg("Go on to the stock round")
        case SharesRound() as turn if turn.bought or turn.turn_sold:
            words = msg("End turn")
        case _:
            return {}
    key = "P" if isinstance(s.frame, Naming) else "F"
    return {"id": "pass", "banner": [button(c, words) | {"key": key, "go": True} for c in choices]}
