"""The choices around trains that only 1854 has: pool and scrap stock, and a director who must help out."""

from collections.abc import Sequence

from msgspec import structs

from stellwerk.engine.action import Action
from stellwerk.engine.offload import Offload
from stellwerk.engine.refusal import Refusal
from stellwerk.engine.shown import (
    AccountLine,
    Button,
    Choice,
    NumberField,
    Panel,
    Row,
    button,
    news_of,
    of_kind,
    told,
)
from stellwerk.engine.text import Message, message, msg
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

Choices = Sequence[Choice[Austria, Action]]


def helped(s: Austria, a: BuyTrain, why: Refusal | None) -> bool:
    """EF-1: whether it is bought with the director's money."""
    return why is None and treasury_short(s, a) > 0


def other_stocks(s: Austria, choices: Choices) -> Panel:
    """TN-4, LA-5: what lies in the pool and on the scrap heap."""
    places = {POOL: msg("from the pool"), SCRAP: msg("from the scrap stock")}
    rows = []
    for _, a, why in of_kind(choices, BuyTrain):
        if s.trains.get(a.train) not in places or helped(s, a, why):
            continue
        owner = s.trains[a.train]
        left = sum(1 for train in s.trains_of(owner) if s.versions[train] == a.version)
        text = [message(places[owner]), message(msg("{left:0=none|#|#} left"), left=left)]
        made = button(a, why, msg("Buy ¤{price}"), price=a.price)
        rows.append(Row(tag=a.version, card=True, text=text, buttons=[made]))
    return Panel(id="stocks", title=message(msg("Trains of pool and scrap stock")), rows=rows)


def trade(s: Austria, choices: Choices, offload: Offload | None) -> Panel:
    """TN-6, TN-14: trains of other companies at any price, a row for each type that a company has."""
    offers: dict[tuple[str, str], list[Choice[Austria, BuyTrain]]] = {}
    for choice in of_kind(choices, BuyTrain):
        _, a, why = choice
        if s.trains.get(a.train) in s.opened and not helped(s, a, why):
            offers.setdefault((s.trains[a.train], s.versions[a.train]), []).append(choice)
    return Panel(
        id="others",
        title=message(msg("Trains of other companies")),
        late=True,
        rows=[traded(s, seller, version, found, offload) for (seller, version), found in offers.items()],
    )


def traded(
    s: Austria,
    seller: str,
    version: str,
    offers: Sequence[Choice[Austria, BuyTrain]],
    offload: Offload | None,
) -> Row:
    """Cards of one type are alike: the first that can be had stands for the others."""
    asked = s.director(seller) != s.director(company_of(s))
    template = msg("Offer ¤{price}") if asked else msg("Buy ¤{price}")
    row = Row(tag=seller, plate=True, text=[message(msg("a {train}"), train=version)])
    card: str | None = None
    covered: list[Button] = []
    for move, a, why in offers:
        made = button(a, why, template, price=a.price)
        if card not in (None, a.train):
            covered.append(made)
            continue
        row = row.plus(made)
        if why is None and card is None:
            assert isinstance(move, BuyTrainMove)
            card = a.train
            row = structs.replace(
                row, number=price_field(move, s, a, asked), text=trade_told(move, s, a, asked, offload)
            )
    return structs.replace(row, covered=covered)


def price_field(move: BuyTrainMove[Austria], s: Austria, a: BuyTrain, asked: bool) -> NumberField:
    treasury, taken = s.cash[company_of(s)], prices_in_vain(s, a.seat, a.train)
    return NumberField(
        action=a,
        field="price",
        key=len(taken),
        low=1,
        high=treasury,
        value=move.prices(s, a.train).nearest(min(owned_version(s, a.train).price, treasury), taken),
        label=message(msg("Price to pay")),
        button=message(msg("Ask") if asked else msg("Buy")),
        alone=True,
    )


def trade_told(
    move: BuyTrainMove[Austria], s: Austria, a: BuyTrain, asked: bool, offload: Offload | None
) -> list[Message]:
    """Whom it takes, ST-6: what it does to both prices, and what the train would earn."""
    text = [message(msg("a {train}"), train=a.version)]
    if asked:
        text.append(message(msg("{player} is asked"), player=s.names[s.director_seat(s.trains[a.train])]))
        text += refused_before(prices_in_vain(s, a.seat, a.train))
    text += price_moves(move, s, a)
    found = None if offload is None else worth(s, a, offload)
    if found is not None:
        text.append(message(msg("best run ¤{old} → ¤{new}"), old=found.before, new=found.after))
    return text


def price_moves(move: BuyTrainMove[Austria], s: Austria, a: BuyTrain) -> list[Message]:
    after = move.pay_and_take(s.replace(news=()), company_of(s), a)
    return [
        message(msg("{company} {old} → {new}"), **event.figures)
        for event in after.news
        if isinstance(event, PriceMoved)
    ]


# -- emergency ---------------------------------------------------------------------------------


def forced_purchase(s: Austria, choices: Choices) -> Panel:
    """EF-1, EF-4: the treasury gives everything, the director the rest."""
    rows = [
        forced_row(s, move, a)
        for move, a, why in of_kind(choices, BuyTrain)
        if helped(s, a, why) and isinstance(move, BuyTrainMove)
    ]
    return Panel(
        id="forced",
        title=message(msg("Forced purchase", "emergency")),
        note=message(msg("{company} must own a train"), company=company_of(s)) if rows else None,
        stop=True,
        rows=rows,
    )


def forced_row(s: Austria, move: BuyTrainMove[Austria], a: BuyTrain) -> Row:
    company, seller = company_of(s), s.trains[a.train]
    short = treasury_short(s, a)
    asked = seller in s.opened and s.director(seller) != s.director(company)
    text = [message(msg("from {source}"), source=seller)]
    number = None
    if asked:
        text.append(message(msg("{player} is asked"), player=s.names[s.director_seat(seller)]))
        text += refused_before(prices_in_vain(s, a.seat, a.train))
    if seller in s.opened:
        text += price_moves(move, s, a)
        most = min(owned_version(s, a.train).price, means(s))  # EF-2
        number = structs.replace(price_field(move, s, a, asked), high=most, value=a.price)
    elif seller == BANK:
        news = news_of(move, s, a)
        text += [
            told(event)
            for event in news
            if not isinstance(event, TrainBought | PhaseBegins) and type(event).__name__ != "DirectorAids"
        ]
    director = s.names[s.director_seat(company)]
    account = [
        AccountLine(message(msg("{company} pays"), company=company), a.price - short),
        AccountLine(message(msg("{player} pays"), player=director), short),
    ]
    made = button(a, None, msg("Offer ¤{price}") if asked else msg("Buy ¤{price}"), price=a.price)
    return Row(tag=a.version, card=True, text=text, account=account, buttons=[made], number=number)


def emergency_sales(s: Austria, seat: int, choices: Choices) -> Panel:
    """EF-1, EF-5, OP-10: what the director may sell for the missing money."""
    rows: dict[tuple[str, bool], Row] = {}
    missing = 0
    for move, a, why in of_kind(choices, SellShares, SellOption):
        if why is not None or isinstance(s.frame, StockRound):
            continue
        missing = dearest(s) - means(s)
        after = move.apply(s.replace(news=()), a)
        if isinstance(a, SellOption):
            paper = s.open_option(SEATS[seat])
            assert paper is not None
            company, what = s.book.papers[paper].company, message(msg("your option"))
            made = button(a, why, msg("Sell for ¤{amount}"), amount=s.price(company))
        else:
            company = a.company
            what = message(msg("{held} held"), held=s.shares(SEATS[seat], company))
            amount = a.shares * s.price(company)
            made = button(a, why, msg("{shares} · ¤{amount}"), shares=a.shares, amount=amount)
        key = company, isinstance(a, SellOption)
        text = [what, message(msg("price {old} → {new}"), old=s.price(company), new=after.price(company))]
        rows[key] = (rows.get(key) or Row(tag=company, plate=True, text=text)).plus(made)
    return Panel(
        id="help",
        title=message(msg("Sell to help out")),
        note=message(msg("¤{missing} missing for the dearest train"), missing=missing),
        stop=True,
        rows=list(rows.values()),
    )


def bankruptcy(s: Austria, choices: Choices) -> Panel:
    rows = []
    for _, a, why in of_kind(choices, DeclareBankruptcy):
        if why is None:
            text = [message(msg("nothing on offer can be paid; the game ends at once"))]
            made = button(a, why, msg("Declare bankruptcy"))
            rows.append(Row(tag=company_of(s), plate=True, text=text, buttons=[made]))
    return Panel(id="bankruptcy", title=message(msg("Bankruptcy")), stop=True, rows=rows)
