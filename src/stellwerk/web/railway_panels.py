"""How the choices that all railway games share are arranged: shares, dividend, trains, answers."""

from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from stellwerk.engine import Action, Event
from stellwerk.engine.offload import Offload
from stellwerk.engine.play import activity_of
from stellwerk.engine.shown import (
    Button,
    Choice,
    Column,
    NumberField,
    Panel,
    Row,
    button,
    by_openness,
    foretelling,
    news_of,
    of_kind,
    told,
)
from stellwerk.engine.step import Pass
from stellwerk.engine.text import Message, message, msg
from stellwerk.mech18.advice import worth
from stellwerk.mech18.answering import answer_rows
from stellwerk.mech18.dividends import Dividend, DividendMove, total_shares
from stellwerk.mech18.events import (
    DirectorChanged,
    EndTriggered,
    PhaseBegins,
    PriceMoved,
    TrainBought,
    TrainTradedIn,
)
from stellwerk.mech18.markers import MarkerStep
from stellwerk.mech18.operating import OperatingTurn, TurnActivity, company_of
from stellwerk.mech18.phases import DiscardTrain, SurplusTrains, crowded
from stellwerk.mech18.state import BANK, ISSUE, OFFER, POOL, SEATS, AnyRailways
from stellwerk.mech18.stock import (
    BuyShare,
    SellShares,
    StockRound,
    first_paper,
    purchase_price,
    share_is_there,
)
from stellwerk.mech18.title import railway_pages
from stellwerk.mech18.track import TrackStep
from stellwerk.mech18.trains import BuyTrain, BuyTrainMove, TrainOffer, TrainStep, owned_version
from stellwerk.web.start_panel import starting

Choices = Sequence[Choice[AnyRailways, Action]]


class PayoutLine(Struct, frozen=True):
    """What a player would get."""

    name: str
    part: int
    """Per cent of the company."""
    sum: int
    me: bool


class Payout(Column, frozen=True, kw_only=True):
    """What paying, or keeping, does: each player's sum, the treasury and the price before and after."""

    company: str
    lines: Sequence[PayoutLine]
    treasury: tuple[int, int]
    price: tuple[int, int | None]
    """None: the company has no price any more."""


def panels(
    s: AnyRailways, seat: int, choices: Iterable[Choice[AnyRailways, Action]], offload: Offload | None
) -> list[Panel]:
    chosen = list(choices)
    made = [
        selling(s, seat, chosen),
        buying(s, seat, chosen),
        starting(s, seat, chosen),
        dividend(s, seat, chosen),
        bank_trains(s, chosen, offload),
        other_trains(s, chosen, offload),
        answering(s, chosen),
        discarding(s, chosen),
        passing(s, chosen),
    ]
    return [panel for panel in made if panel is not None and panel.is_shown]


# -- shares ------------------------------------------------------------------------------------


def selling(s: AnyRailways, seat: int, choices: Choices) -> Panel:
    rows: dict[str, Row] = {}
    for move, a, why in of_kind(choices, SellShares):
        if why is not None and isinstance(activity_of(s), TurnActivity):
            continue  # in a company's turn nobody expects to sell
        price = s.price(a.company)
        row = rows.get(a.company)
        if row is None:
            held = s.shares(SEATS[seat], a.company)
            text = [message(msg("{held} held"), held=held), where_sold(s, a.company)]
            if s.director_seat(a.company) == seat:
                text.insert(1, message(msg("you are director")))
            row = Row(tag=a.company, plate=True, text=text)
        made = button(a, why, msg("{shares} · ¤{amount}"), shares=a.shares, amount=a.shares * price)
        if why is None:
            after = move.apply(s.replace(news=()), a)
            if a.company in after.prices:
                new = after.price(a.company)
                if new != price:
                    made = structs.replace(made, cell=cell(after, a.company))
                if not row.buttons:
                    row = row.plus(text=[message(msg("price {old} → {new}"), old=price, new=new)])
            made = made.telling(event for event in after.news if isinstance(event, DirectorChanged))
        rows[a.company] = row.plus(made)
    return Panel(
        id="sell",
        title=message(msg("Sell", "step")),
        note=message(msg("any number, before buying")),
        place="market",
        rows=list(rows.values()),
    )


def where_sold(s: AnyRailways, company: str) -> Message:
    """Return how many shares lie where sold ones go."""
    if s.book.pool:
        return message(msg("pool {pool}"), pool=s.shares(POOL, company))
    return message(msg("bank {bank}"), bank=s.shares(OFFER, company))


def cell(s: AnyRailways, company: str) -> str:
    marker = s.prices[company]
    return f"{marker.row}-{marker.column}"


def buying(s: AnyRailways, seat: int, choices: Choices) -> Panel:
    by_company: dict[str, list[tuple[BuyShare, Button]]] = {}
    for _, a, why in of_kind(choices, BuyShare):
        made = button(a, why, share_words(s, a)[0], price=purchase_price(s, a))
        by_company.setdefault(a.company, []).append((a, made))
    rows = [purchases(s, company, offers) for company, offers in by_company.items()]
    return Panel(
        id="buy",
        title=message(msg("Buy", "step")),
        note=message(msg("one paper, ends the turn")),
        place="market",
        lead=True,
        rows=by_openness(rows),
    )


def purchases(s: AnyRailways, company: str, offers: Sequence[tuple[BuyShare, Button]]) -> Row:
    """The shares of a company; that a source is empty is no news while the other one has a share."""
    there = [(a, made) for a, made in offers if share_is_there(s, a) is None]
    text = [share_words(s, a)[1] for a, _ in there]
    if company not in s.opened and s.book.companies[company].director:
        text.append(message(msg("not floated")))
    shut = [made for _, made in there if made.why] if there else [made for _, made in offers[:1]]
    found = [made for _, made in offers if made.why is None] if there else []
    return Row(tag=company, plate=True, text=text, buttons=found, shut=shut)


def share_words(s: AnyRailways, a: BuyShare) -> tuple[str, Message]:
    """Return the button's words, and what kind of share it is."""
    if not s.book.pool:
        return msg("Buy ¤{price}"), message(msg("{left:0=none|#|#} left"), left=s.shares(OFFER, a.company))
    paper = first_paper(s, a.company, a.source)
    if paper is not None and s.size(paper) > 1:
        percent = 100 * s.size(paper) // total_shares(s, a.company)
        kind = message(
            msg("pool, {percent} %") if a.source == POOL else msg("new, {percent} %"), percent=percent
        )
        return msg("Pool ¤{price}") if a.source == POOL else msg("New ¤{price}"), kind
    if a.source == POOL:
        return msg("Pool ¤{price}"), message(msg("pool"))
    if a.source == ISSUE:
        return msg("From the company ¤{price}"), message(msg("new since the split"))
    return msg("New ¤{price}"), message(msg("new · par") if s.book.new_at_par else msg("new"))


# -- dividend ----------------------------------------------------------------------------------


def dividend(s: AnyRailways, seat: int, choices: Choices) -> Panel:
    """Two equal columns: each player's sum, the treasury, the price move."""
    columns = [
        payout(s, seat, move, a)
        for move, a, why in of_kind(choices, Dividend)
        if why is None and isinstance(move, DividendMove)
    ]
    note = None
    if columns:
        turn, mail = turn_of(s), getattr(s.frame, "mail", 0)
        template = msg("{company} ran ¤{revenue}, mail ¤{mail} to the treasury")
        note = message(
            template if mail else msg("{company} ran ¤{revenue}"),
            company=turn.company,
            revenue=turn.revenue,
            mail=mail,
        )
    return Panel(id="dividend", title=message(msg("Pay out or withhold")), note=note, columns=columns)


def turn_of(s: AnyRailways) -> OperatingTurn:
    """Return the turn that is being taken."""
    turn = s.nearest(OperatingTurn)
    assert turn is not None
    return turn


def payout(s: AnyRailways, seat: int, move: DividendMove[AnyRailways], a: Dividend) -> Payout:
    notable: tuple[type[Event], ...] = (EndTriggered, *railway_pages(s.setup.game).notable)
    company, revenue = turn_of(s).company, turn_of(s).revenue
    shares = total_shares(s, company)
    after = move.apply(s.replace(news=()), a)
    held = [move.earning(s, owner, company) for owner in s.players]
    gone = company not in after.prices
    pays = message(msg("Pay ¤{each} a share"), each=revenue // shares)
    return Payout(
        title=pays if a.pay else message(msg("Withhold ¤{revenue}"), revenue=revenue),
        company=company,
        lines=[
            PayoutLine(s.names[number], 100 * part // shares, revenue // shares * part, number == seat)
            for number, part in enumerate(held)
            if a.pay and part
        ],
        treasury=(s.cash[company], after.cash[company]),
        price=(s.price(company), None if gone else after.price(company)),
        effects=[
            told(event)
            for event in after.news
            if (gone and type(event).__name__ not in ("DividendPaid", "RevenueKept"))
            or isinstance(event, notable)
        ],
        buttons=[
            Button(
                a,
                None,
                message(msg("Pay") if a.pay else msg("Withhold")),
                cell=None if gone else cell(after, company),
            )
        ],
    )


# -- trains ------------------------------------------------------------------------------------


def bank_trains(s: AnyRailways, choices: Choices, offload: Offload | None) -> Panel:
    rows: dict[str, Row] = {}
    for move, a, why in of_kind(choices, BuyTrain):
        if s.trains.get(a.train) != BANK:
            continue
        if why is not None and (a.exchange or a.rebate):
            continue  # a right that nobody has is no choice
        kind = s.train_type(a.train)
        row = rows.get(kind) or Row(tag=kind, card=True, text=[left_of(s, kind)])
        if a.exchange:
            template = msg("{train} ¤{price} and a {old}")
        elif a.rebate:
            template = msg("{train} ¤{price} ({right})")
        else:
            template = msg("{train} ¤{price}")
        old = s.versions.get(a.exchange, "")
        made = button(a, why, template, train=a.version, price=a.price, old=old, right=a.rebate)
        if why is None and len(row.text) == 1:
            coming = news_of(move, s, a)
            begun = [event.phase for event in coming if isinstance(event, PhaseBegins)]
            row = row.plus(text=[message(msg("begins phase {phase}"), phase=phase) for phase in begun])
            quiet = TrainBought | TrainTradedIn | PhaseBegins
            row = row.plus(text=[told(event) for event in coming if not isinstance(event, quiet)])
            row = row.plus(text=run_change(s, a, offload))
        rows[kind] = row.plus(made)
    return Panel(
        id="trains",
        title=message(msg("Trains of the bank")),
        note=holding(s) if rows else None,
        rows=list(rows.values()),
    )


def run_change(s: AnyRailways, a: BuyTrain, offload: Offload | None) -> list[Message]:
    """Return what the train would add to the company's best run, where that is told."""
    found = None if offload is None else worth(s, a, offload)
    if found is None:
        return []
    return [message(msg("best run ¤{old} → ¤{new}"), old=found.before, new=found.after)]


def left_of(s: AnyRailways, kind: str) -> Message:
    if s.book.trains[kind].count is None:
        return message(msg("no limit"))
    return message(
        msg("{left:0=none|#|#} left"),
        left=sum(1 for train in s.trains_of(BANK) if s.train_type(train) == kind),
    )


def holding(s: AnyRailways) -> Message:
    company = company_of(s)
    return message(
        msg("{company} has {owned} of {limit}"),
        company=company,
        owned=len(s.limited_trains(company)),
        limit=s.train_limit(company),
    )


def other_trains(s: AnyRailways, choices: Choices, offload: Offload | None) -> Panel:
    """Trains of other companies: at the printed price, or any price under one director."""
    rows: dict[str, Row] = {}
    cards: dict[str, str] = {}
    """The card that a row is about; others of its kind are alike."""
    worths: set[str] = set()
    for move, a, why in of_kind(choices, BuyTrain):
        if s.trains.get(a.train) == BANK:
            continue
        seller = s.trains[a.train]
        director = s.director(seller)
        if why is not None and (seller not in s.opened or director is None):
            continue  # nobody could sell it
        key = f"{seller}/{s.versions[a.train]}"
        same = director == s.director(company_of(s))
        card = cards.setdefault(key, a.train)
        row = rows.get(key)
        if row is None:
            text = [message(msg("a {train}"), train=s.versions[a.train])]
            if not same and director is not None:
                text.append(message(msg("{player} is asked"), player=s.name(director)))
            free = same or (isinstance(move, BuyTrainMove) and move.free_prices)
            row = Row(tag=seller, plate=True, text=text, number=price_field(s, a, same) if free else None)
        if why is None and key not in worths:
            worths.add(key)
            row = row.plus(text=run_change(s, a, offload))
        if card != a.train:
            template = msg("another, ¤{price}")
        else:
            template = msg("{train} ¤{price}") if same else msg("Offer ¤{price}")
        rows[key] = row.plus(button(a, why, template, train=s.versions[a.train], price=a.price))
    return Panel(id="others", title=message(msg("Trains of other companies")), rows=list(rows.values()))


def price_field(s: AnyRailways, a: BuyTrain, same: bool) -> NumberField:
    most = max(1, s.cash[company_of(s)])
    return NumberField(
        action=a,
        field="price",
        low=1,
        high=most,
        value=min(owned_version(s, a.train).price, most),
        label=message(msg("Price to pay")),
        button=message(
            msg("Buy the {train}") if same else msg("Make an offer for the {train}"),
            train=s.versions[a.train],
        ),
    )


def answering(s: AnyRailways, choices: Choices) -> Panel | None:
    offer = s.frame
    if not isinstance(offer, TrainOffer):
        return None
    seller = s.trains[offer.train]
    if offer.counter:
        template, accept, tag = msg("{seller} asks ¤{price} for a {train}"), msg("Buy it"), seller
    else:
        template, accept, tag = msg("{company} offers ¤{price} for a {train}"), msg("Sell it"), offer.company
    said = message(template, company=offer.company, seller=seller, price=offer.price, train=offer.version)
    row = Row(tag=tag, plate=True, text=[said])
    rows = answer_rows(s, choices, row, accept, sells=not offer.counter)
    moves = {id(a): move for move, a, _ in choices}
    if rows:
        buttons = [foretelling(made, moves[id(made.action)], s, PriceMoved) for made in rows[0].buttons]
        rows[0] = structs.replace(rows[0], buttons=buttons)
    return Panel(id="answer", title=message(msg("An offer")), rows=rows)


def discarding(s: AnyRailways, choices: Choices) -> Panel:
    rows = []
    for _, a, why in of_kind(choices, DiscardTrain):
        version = s.versions.get(a.train, s.train_type(a.train))
        text = [message(msg("price ¤{price}"), price=owned_version(s, a.train).price)]
        rows.append(Row(tag=version, card=True, text=text, buttons=[button(a, why, msg("Give up"))]))
    over = crowded(s, s.top(SurplusTrains).companies) if rows else ()
    limits = sorted({s.train_limit(company) for company in over})
    note = message(msg("the limit is {limit}"), limit=", ".join(map(str, limits)))
    return Panel(id="discard", title=message(msg("Too many trains")), note=note, stop=True, rows=rows)


# -- passing -----------------------------------------------------------------------------------


def passing(s: AnyRailways, choices: Choices) -> Panel:
    key, template = pass_words(s)
    banner = [Button(a, why, message(template), key=key, go=True) for _, a, why in of_kind(choices, Pass)]
    return Panel(id="pass", banner=banner)


def pass_words(s: AnyRailways) -> tuple[str, str]:
    """Return the key and the words for doing nothing more here."""
    activity, frame = activity_of(s), s.frame
    if isinstance(frame, StockRound) and frame.turn_sold:
        return "F", msg("End turn")
    step = None
    if isinstance(activity, TurnActivity) and isinstance(frame, OperatingTurn):
        step = activity.steps[frame.step]
    if isinstance(step, TrackStep) and isinstance(frame, OperatingTurn):
        return "F", msg("Finish track") if frame.lays else msg("Lay nothing")
    if isinstance(step, MarkerStep):
        return "F", msg("No station")
    if isinstance(step, TrainStep):
        return "F", msg("End turn")
    return "P", msg("Pass")
