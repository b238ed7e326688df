"""The choices that only 1854 has, as rows with buttons: each says what it would bring about."""

from collections.abc import Iterable
from typing import Any

from stellwerk.engine.action import Action
from stellwerk.engine.capabilities import Choice
from stellwerk.engine.offload import Offload
from stellwerk.engine.play import activity_of
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.state import Event
from stellwerk.engine.step import Pass
from stellwerk.engine.text import msg
from stellwerk.games.g1854.rules import mail
from stellwerk.games.g1854.rules.mergers import (
    Founding,
    FoundLokalbahn,
    MergerOffer,
    MergerWindow,
    ProposeMerger,
)
from stellwerk.games.g1854.rules.opening import (
    Auction,
    Bid,
    BuyItem,
    Contest,
    bids_on,
    face_value,
    free_cash,
    unsold,
)
from stellwerk.games.g1854.rules.options import (
    CompleteOption,
    SellOption,
    TakeOption,
    half_price,
    is_a_20_percent_paper,
    rest_of,
)
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.games.g1854.show.tables import brings, mail_income
from stellwerk.games.g1854.show.train_panels import (
    bankruptcy,
    emergency_sales,
    forced_purchase,
    other_stocks,
    trade,
)
from stellwerk.mech18.answering import answer_rows
from stellwerk.mech18.events import CompanyOpened, DirectorChanged
from stellwerk.mech18.operating import OperatingTurn, TurnActivity
from stellwerk.mech18.state import OFFER, SEATS
from stellwerk.mech18.stock import StockRound, share_is_there
from stellwerk.mech18.view import Said, said

Panel = dict[str, Any]


def panels(s: Austria, seat: int, choices: Iterable[Choice], offload: Offload) -> list[Panel]:
    """What no panel takes up is the kit's to show."""
    chosen = list(choices)
    found = [
        auction(s, seat, chosen),
        own_option(s, seat, chosen),
        new_options(s, chosen),
        proposals(s, chosen),
        reply(s, chosen),
        founding(s, chosen),
        forced_purchase(s, chosen),
        emergency_sales(s, seat, chosen),
        bankruptcy(s, chosen),
        other_stocks(s, chosen),
        trade(s, chosen, offload),
        contracts(s, chosen),
        passing(s, chosen),
    ]
    return [panel for panel in found if panel.get("rows") or panel.get("banner")]


def button(action: Action, why: Refusal | None, template: str, **figures: object) -> dict[str, Any]:
    return {"action": action, "why": why, "label": said(template, **figures)}


def told(event: Event) -> Said:
    return said(event.says, **event.figures)


# -- the auction -------------------------------------------------------------------------------


def auction(s: Austria, seat: int, choices: list[Choice]) -> Panel:
    """AU: the railways in line, what they cost and what has been bid."""
    rows = []
    for _, a, why in choices:
        if isinstance(a, BuyItem):
            row = item_row(s, a.item)
            row["buttons"].append(button(a, why, msg("Buy ¤{price}"), price=face_value(s, a.item)))
            rows.append(row)
        elif isinstance(a, Bid):
            row = item_row(s, a.item)
            row["buttons"].append(button(a, why, msg("Bid ¤{amount}"), amount=a.amount))
            row["number"] = {
                "action": a,
                "field": "amount",
                "low": a.amount,
                "high": free_cash(s, SEATS[seat]) + bids_on(s, a.item).get(SEATS[seat], 0),
                "step": s.facts.bid_step,
                "value": a.amount,
                "label": said(msg("Your bid for {railway}"), railway=a.item),
                "button": said(msg("Bid")),
            }
            rows.append(row)
    title = said(msg("Auction"))
    if isinstance(s.frame, Contest):
        title = said(msg("Auction of {railway}"), railway=s.frame.item)
    note = said(msg("¤{cash} not tied up in bids"), cash=free_cash(s, SEATS[seat])) if rows else None
    return {
        "id": "auction",
        "title": title,
        "note": note,
        "place": "papers",
        "rows": rows,
    }


def item_row(s: Austria, item: str) -> dict[str, Any]:
    printed = s.book.privates.get(item) or s.book.companies[item]
    text = [said(msg("face value ¤{price}"), price=face_value(s, item)), *brings(s, item)]
    if item == unsold(s)[0] and isinstance(s.frame, Auction):
        text.insert(0, said(msg("first in line")))
    bids = sorted(bids_on(s, item).items(), key=lambda bid: -bid[1])
    if bids:
        names = ", ".join(f"{s.name(owner)} {amount}" for owner, amount in bids)
        text.append(said(msg("bids: {bids}"), bids=names))
    return {
        "tag": item,
        "plate": item in s.book.companies,
        "name": printed.name,
        "text": text,
        "buttons": [],
    }


# -- options -----------------------------------------------------------------------------------


def own_option(s: Austria, seat: int, choices: list[Choice]) -> Panel:
    """OP-4 to OP-6: pay the rest, or sell it."""
    paper = s.open_option(SEATS[seat])
    rows = []
    if paper is not None and isinstance(s.frame, StockRound):
        company = s.book.papers[paper].company
        buttons = []
        for _, a, why in choices:
            if isinstance(a, CompleteOption):
                buttons.append(button(a, why, msg("Pay ¤{rest}"), rest=rest_of(s, paper)))
            elif isinstance(a, SellOption):
                buttons.append(button(a, why, msg("Sell for ¤{amount}"), amount=s.price(company)))
        text = [
            said(msg("20 % half paid: ¤{rest} still due"), rest=rest_of(s, paper)),
            said(msg("counts 10 % until then")),
        ]
        rows.append({"tag": company, "plate": True, "text": text, "buttons": buttons})
    return {
        "id": "option",
        "title": said(msg("Your option")),
        "note": said(msg("no other purchase before it is settled")),
        "place": "market",
        "rows": [row for row in rows if row["buttons"]],
    }


def new_options(s: Austria, choices: list[Choice]) -> Panel:
    """OP-1, OP-2: a 20% paper for half its price; what it opens or changes at once."""
    rows: dict[str, dict[str, Any]] = {}
    for move, a, why in choices:
        if not isinstance(a, TakeOption) or is_a_20_percent_paper(s, a) or share_is_there(s, a):
            continue
        price = half_price(s, a)
        text = [said(msg("¤{price} now, ¤{price} later"), price=price)]
        row = rows.setdefault(a.company, {"tag": a.company, "plate": True, "text": text, "buttons": []})
        template = msg("Option ¤{price}") if a.source == OFFER else msg("Pool option ¤{price}")
        made = button(a, why, template, price=price)
        if why is None:
            news = move.apply(s.but(news=()), a).news
            made["effects"] = [told(e) for e in news if isinstance(e, CompanyOpened | DirectorChanged)]
        row["buttons"].append(made)
    return {
        "id": "options",
        "title": said(msg("Take an option")),
        "note": said(msg("20 % for half the price, ends the turn")),
        "place": "market",
        "rows": sorted(rows.values(), key=lambda row: all(one["why"] for one in row["buttons"])),
    }


# -- mergers -----------------------------------------------------------------------------------


def proposals(s: Austria, choices: list[Choice]) -> Panel:
    """LA-1: who may merge with whom, and what would come of it."""
    rows = []
    asked = ""
    for _, a, why in choices:
        if not isinstance(a, ProposeMerger) or a.railway == a.partner:
            continue
        asked = a.railway
        first = min(a.railway, a.partner)
        text = [
            said(msg("together ¤{cash}"), cash=s.cash[a.railway] + s.cash[a.partner]),
            said(msg("{player} would be director"), player=s.names[s.director_seat(first)]),
        ]
        if s.director(a.railway) == s.director(a.partner):
            made = button(a, why, msg("Merge"))
        else:
            text.append(said(msg("{player} is asked"), player=s.names[s.director_seat(a.partner)]))
            made = button(a, why, msg("Propose"))
        name = s.book.companies[a.partner].name
        rows.append({"tag": a.partner, "plate": True, "name": name, "text": text, "buttons": [made]})
    return {
        "id": "mergers",
        "title": said(msg("Merge {railway} with"), railway=asked),
        "note": said(msg("all that is left must merge at the end"))
        if isinstance(s.frame, MergerWindow) and s.frame.forced
        else said(msg("half of a Lokalbahn AG for each owner")),
        "rows": rows,
    }


def reply(s: Austria, choices: list[Choice]) -> Panel:
    offer, rows = s.frame, list[dict[str, Any]]()
    if isinstance(offer, MergerOffer):
        first = min(offer.railway, offer.partner)
        text = [
            said(
                msg("{player} proposes that {railway} and {partner} merge"),
                player=s.names[s.director_seat(offer.railway)],
                railway=offer.railway,
                partner=offer.partner,
            ),
            said(msg("together ¤{cash}"), cash=s.cash[offer.railway] + s.cash[offer.partner]),
            said(msg("{player} would be director"), player=s.names[s.director_seat(first)]),
        ]
        row = {"tag": offer.railway, "plate": True, "text": text}
        rows = answer_rows(s, choices, row, msg("Merge"), sells=False)
    return {"id": "reply", "title": said(msg("A merger is proposed")), "rows": rows}


def founding(s: Austria, choices: list[Choice]) -> Panel:
    buttons = [
        button(a, why, msg("Lokalbahn AG {company}"), company=a.company)
        for _, a, why in choices
        if isinstance(a, FoundLokalbahn)
    ]
    rows = []
    if buttons:
        frame = s.top(Founding)
        text = [
            said(msg("{railway} and {partner} merge"), railway=frame.railway, partner=frame.partner),
            said(msg("¤{cash} go to it"), cash=s.cash[frame.railway] + s.cash[frame.partner]),
        ]
        rows.append({"tag": frame.railway, "plate": True, "text": text, "buttons": buttons})
    return {"id": "founding", "title": said(msg("Which Lokalbahn AG?")), "rows": rows}


# -- mail --------------------------------------------------------------------------------------


def contracts(s: Austria, choices: list[Choice]) -> Panel:
    """MC: what a contract costs, pays now and will pay."""
    rows = []
    for _, a, why in choices:
        if isinstance(a, mail.BuyMail):
            contract = s.facts.mail[a.contract]
            text = [
                said(msg("{left} left"), left=mail.left(s, a.contract)),
                said(msg("pays ¤{amount} each turn now"), amount=mail.income(s, a.contract)),
                mail_income(s, a.contract),
            ]
            made = button(a, why, msg("Buy ¤{price}"), price=contract.price)
            name = said(msg("{contract} contract"), contract=a.contract)
            rows.append({"tag": "✉", "text": [name, *text], "buttons": [made]})
    return {
        "id": "mail",
        "title": said(msg("Mail contract")),
        "note": said(msg("one for good, from the treasury")),
        "rows": rows,
    }


# -- passing -----------------------------------------------------------------------------------


def passing(s: Austria, choices: list[Choice]) -> Panel:
    """Where doing nothing has a name of its own."""
    template = nothing(s)
    banner = []
    if template:
        for _, a, why in choices:
            if isinstance(a, Pass):
                banner.append(button(a, why, template) | {"key": "P", "go": True})
    return {"id": "nothing", "banner": banner, "rows": []}


def nothing(s: Austria) -> str:
    if isinstance(s.frame, Contest):
        return msg("Drop out")
    if isinstance(s.frame, MergerWindow):
        return msg("No merger")
    activity = activity_of(s)
    if not isinstance(activity, TurnActivity) or not isinstance(s.frame, OperatingTurn):
        return ""
    return msg("No contract") if isinstance(activity.steps[s.frame.step], mail.MailStep) else ""
