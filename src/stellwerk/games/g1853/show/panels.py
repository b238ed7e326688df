"""The choices that only 1853 has, as rows with buttons: each says what it costs and what it brings about."""

from collections.abc import Iterable, Sequence

from stellwerk.engine.action import Action
from stellwerk.engine.offload import Offload
from stellwerk.engine.shown import (
    AccountLine,
    Button,
    Choice,
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
from stellwerk.engine.text import message, msg
from stellwerk.games.g1853.rules.cities import Naming, named
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
from stellwerk.games.g1853.show.naming import joining, naming
from stellwerk.mech18.answering import answer_rows, refused_before
from stellwerk.mech18.events import DirectorChanged, TrainBought
from stellwerk.mech18.negotiation import refused_prices
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.state import BANK, POOL, SEATS
from stellwerk.mech18.stock import BuyShare, SellShares
from stellwerk.mech18.trains import BuyTrain, BuyTrainMove, owned_version, prices_in_vain, version_of

Choices = Sequence[Choice[India, Action]]


def panels(
    s: India, seat: int, choices: Iterable[Choice[India, Action]], offload: Offload | None
) -> list[Panel]:
    """What no panel takes up is the kit's to show."""
    chosen = list(choices)
    found = [
        bidding(s, chosen),
        naming(s, seat, chosen, offload is not None),
        joining(s, seat, chosen, offload is not None),
        payments(s, seat, chosen),
        selling(s, seat, chosen),
        buying(s, seat, chosen),
        elephant_sale(s, chosen),
        elephant_answer(s, chosen),
        extra_round(chosen),
        option(s, chosen),
        pardon(s, chosen),
        mail(s, chosen),
        traded_trains(s, chosen),
        credit(s, chosen),
        credit_paid(s, chosen),
        credit_due(s, chosen),
        passing(s, chosen),
    ]
    return [panel for panel in found if panel is not None and panel.is_shown]


# -- contracts ---------------------------------------------------------------------------------


def bidding(s: India, choices: Choices) -> Panel | None:
    """2.5.2: one field instead of a button for every amount."""
    bonds = of_kind(choices, WriteBond)
    if not bonds:
        return None
    least, step = s.facts.least_bond, s.rulings.bond_step
    fewest, most = s.facts.contract_cities
    number = NumberField(
        action=bonds[0][1],
        field="bond",
        low=least,
        high=s.book.cash,
        step=step,
        value=least,
        alone=True,
        label=message(msg("Bond")),
        button=message(msg("Seal the bond")),
    )
    text = [
        message(msg("¤{least} to ¤{most}, in steps of {step}"), least=least, most=s.book.cash, step=step),
        message(msg("for {fewest} to {most:# city|# cities} of ¤20 to ¤50"), fewest=fewest, most=most),
        message(msg("the highest takes the elephant and begins")),
        message(msg("nobody sees it before all are in")),
        message(msg("it is final")),
    ]
    buttons = [button(a, why, "{bond}", bond=a.bond) for _, a, why in bonds]
    rows = [Row(text=text, buttons=buttons, number=number)]
    return Panel(id="bond", title=message(msg("Sealed bond")), place="papers", rows=rows)


def payments(s: India, seat: int, choices: Choices) -> Panel:
    """2.7.4: contract shares that are still to be paid."""
    rows = []
    for _, a, why in of_kind(choices, PayShare):
        text = [
            message(msg("{count} unpaid"), count=s.unpaid[pair(seat, a.company)]),
            message(msg("earns nothing before it is paid")),
        ]
        made = button(a, why, msg("Pay ¤{price}"), price=s.par[a.company])
        rows.append(Row(tag=a.company, plate=True, text=text, buttons=[made]))
    return Panel(
        id="unpaid",
        title=message(msg("Unpaid contract shares")),
        note=message(msg("no purchase before all are paid")),
        place="market",
        lead=True,
        rows=rows,
    )


# -- shares ------------------------------------------------------------------------------------


def selling(s: India, seat: int, choices: Choices) -> Panel:
    """3.1.5: into the pool; no price moves."""
    rows: dict[str, Row] = {}
    for move, a, why in of_kind(choices, SellShares):
        row = rows.get(a.company)
        if row is None:
            text = [message(msg("{held} held"), held=s.shares(SEATS[seat], a.company))]
            text.append(message(msg("pool {pool}"), pool=s.shares(POOL, a.company)))
            if s.directors.get(a.company) == seat:
                text.append(message(msg("you are director")))
            row = Row(tag=a.company, plate=True, text=text)
        amount = a.shares * sale_price(s, a.company)
        made = button(a, why, msg("{shares} · ¤{amount}"), shares=a.shares, amount=amount)
        rows[a.company] = row.plus(foretelling(made, move, s, DirectorChanged))
    first = isinstance(s.frame, SharesRound) and s.frame.number == 1
    note = message(msg("par less ¤{loss}"), loss=s.facts.first_round_loss) if first else None
    return Panel(
        id="sell",
        title=message(msg("Sell", "step")),
        note=note or message(msg("before or after the purchase; no price moves")),
        place="market",
        rows=list(rows.values()),
    )


def buying(s: India, seat: int, choices: Choices) -> Panel:
    """3.1.1, 3.1.4: one share at par from the bank, or at its price from the pool."""
    offers: dict[str, list[Choice[India, BuyShare]]] = {}
    for choice in of_kind(choices, BuyShare):
        offers.setdefault(choice[1].company, []).append(choice)
    rows = [purchases(s, company, found) for company, found in offers.items()]
    papers = {"papers": counted_papers(s, seat), "limit": s.book.paper_limits[0]}
    return Panel(
        id="buy",
        title=message(msg("Buy", "step")),
        note=message(msg("one share a turn · {papers} of {limit:# paper|# papers}"), **papers),
        place="market",
        lead=True,
        rows=by_openness(rows),
    )


def purchases(s: India, company: str, offers: Sequence[Choice[India, BuyShare]]) -> Row:
    """That a source is empty is no news while the other one has a share."""
    text, there, covered = [], [], []
    for _, a, why in offers:
        if share_is_there(s, a) is not None:
            covered.append(Button(a, why))
            continue
        template = msg("pool {left}") if a.source == POOL else msg("new {left}")
        text.append(message(template, left=s.shares(a.source, company)))
        label = msg("Pool ¤{price}") if a.source == POOL else msg("New ¤{price}")
        there.append(button(a, why, label, price=purchase_price(s, a)))
    if company not in s.opened:
        figures = {"issued": s.issued(company), "needed": s.book.float_shares}
        text.append(message(msg("{issued} of {needed:# share|# shares} out"), **figures))
    return Row(
        tag=company,
        plate=True,
        text=text,
        buttons=[made for made in there if made.why is None],
        shut=[made for made in there if made.why is not None] if there else covered[:1],
        covered=covered if there else covered[1:],
    )


# -- the elephant ------------------------------------------------------------------------------


def elephant_sale(s: India, choices: Choices) -> Panel:
    """3.1.11: to whom, for what price both agree on."""
    rows: dict[int, Row] = {}
    for _, a, why in of_kind(choices, OfferElephant):
        if a.to == a.seat:
            continue
        row = rows.get(a.to)
        if row is None:
            cash, taken = s.cash[SEATS[a.to]], refused_prices(s, a.seat, a.to, ELEPHANT)
            number = NumberField(
                action=a,
                field="price",
                key=len(taken),
                low=0,
                high=max(0, cash),
                value=elephant_prices(s, a.to).nearest(s.facts.elephant_step, taken),
                alone=True,
                label=message(msg("Price to pay")),
                button=message(msg("Offer it")),
            )
            text = [message(msg("has ¤{cash}"), cash=cash), message(msg("is asked")), *refused_before(taken)]
            row = Row(name=s.names[a.to], text=text, number=number)
        rows[a.to] = row.plus(button(a, why, msg("¤{amount}"), amount=a.price))
    return Panel(
        id="elephant",
        title=message(msg("Sell the elephant")),
        note=message(msg("begins stock rounds, orders extra operating rounds")),
        rows=list(rows.values()),
    )


def elephant_answer(s: India, choices: Choices) -> Panel | None:
    offer = s.frame
    if not isinstance(offer, ElephantOffer):
        return None
    if offer.counter:
        template, accept = msg("{player} would pay ¤{price}"), msg("Sell it")
    else:
        template, accept = msg("{player} offers it for ¤{price}"), msg("Buy it")
    row = Row(text=[message(template, player=s.names[offer.by], price=offer.price)])
    rows = answer_rows(s, choices, row, accept, sells=offer.counter)
    return Panel(id="elephant", title=message(msg("The elephant")), rows=rows)


def extra_round(choices: Choices) -> Panel:
    """4.9."""
    rows = [
        Row(
            text=[message(msg("all companies act once more before the stock round"))],
            buttons=[button(a, why, msg("Order another round"))],
        )
        for _, a, why in of_kind(choices, OrderRound)
    ]
    return Panel(id="elephant", title=message(msg("The elephant")), rows=rows)


# -- a company's turn --------------------------------------------------------------------------


def option(s: India, choices: Choices) -> Panel:
    """4.1.3-a."""
    rows = []
    for _, a, why in of_kind(choices, ChooseOption):
        if a.now:
            fee = s.facts.sheets[company_of(s)].fee
            text = message(msg("every second tile of a turn costs ¤{fee}"), fee=fee)
            made = button(a, why, msg("Two tiles at once"))
        else:
            text = message(msg("second tiles are free"))
            made = button(a, why, msg("Two tiles from phase 3 on"))
        rows.append(Row(text=[text], buttons=[made]))
    return Panel(
        id="option",
        title=message(msg("The second tile")),
        note=message(msg("chosen once, for the whole game")),
        rows=rows,
    )


def pardon(s: India, choices: Choices) -> Panel | None:
    """4.3.2-b."""
    votes = of_kind(choices, Vote)
    if not votes:
        return None
    seat = s.top(Pardon).seat
    name = s.names[seat]
    template = {True: msg("Pardon {player}"), False: msg("Do not pardon {player}")}
    text = [
        message(msg("the illegal contract: {cities}"), cities=", ".join(named(s, seat))),
        message(msg("more than half of the others must pardon")),
        message(msg("otherwise all directorships are lost")),
    ]
    buttons = [button(a, why, template[a.pardon], player=name) for _, a, why in votes]
    rows = [Row(name=name, text=text, buttons=buttons)]
    return Panel(id="pardon", title=message(msg("A vote")), stop=True, rows=rows)


def mail(s: India, choices: Choices) -> Panel:
    """4.6.6."""
    rows = [
        Row(
            text=[
                message(
                    msg("¤{amount} to the treasury, whether or not a dividend is paid"),
                    amount=s.top(Turn).mail,
                )
            ],
            buttons=[button(a, why, msg("Carry no mail"))],
        )
        for _, a, why in of_kind(choices, LeaveMail)
    ]
    return Panel(id="mail", title=message(msg("The mail")), rows=rows)


def traded_trains(s: India, choices: Choices) -> Panel:
    """4.8.9: any price that both agree on."""
    rows: dict[str, Row] = {}
    for move, a, why in of_kind(choices, BuyTrain):
        seller = s.trains.get(a.train, BANK)
        if seller == BANK or (why is not None and seller not in s.opened):
            continue
        key = f"{seller}/{s.versions[a.train]}"
        row = rows.get(key)
        if row is None:
            assert isinstance(move, BuyTrainMove)
            row = traded_train(s, move, a, seller)
        rows[key] = row.plus(button(a, why, msg("¤{amount}"), amount=a.price))
    return Panel(
        id="others",
        title=message(msg("Trains of other companies")),
        note=message(msg("at any price from ¤{least}"), least=s.facts.least_train_price),
        rows=list(rows.values()),
    )


def traded_train(s: India, move: BuyTrainMove[India], a: BuyTrain, seller: str) -> Row:
    company, printed = company_of(s), owned_version(s, a.train).price
    same = s.director(seller) == s.director(company)
    least, most = s.facts.least_train_price, s.cash[company] + gift(s, company)
    text = [message(msg("a {train}"), train=s.versions[a.train])]
    if not same:
        text.append(message(msg("{player} is asked"), player=s.names[s.director_seat(seller)]))
    text.append(message(msg("printed price ¤{price}"), price=printed))
    taken = prices_in_vain(s, a.seat, a.train)
    text += refused_before(taken)
    number = NumberField(
        action=a,
        field="price",
        key=len(taken),
        low=least,
        high=max(least, most),
        value=move.prices(s, a.train).nearest(max(least, min(printed, s.cash[company])), taken),
        alone=True,
        label=message(msg("Price to pay")),
        button=message(msg("Buy")) if same else message(msg("Ask")),
    )
    return Row(tag=seller, plate=True, text=text, number=number)


def credit(s: India, choices: Choices) -> Panel:
    """3.4.3: a company under a manager, without train and money."""
    rows = []
    for move, a, why in of_kind(choices, TakeOnCredit):
        version = version_of(s, a.train, a.version)
        if why is not None or version is None:
            continue
        news = news_of(move, s, a)
        text = [message(msg("owes ¤{price}"), price=version.price)]
        text += [told(event) for event in news[1:] if not isinstance(event, TrainBought)]
        rows.append(Row(tag=a.version, card=True, text=text, buttons=[button(a, why, msg("On credit"))]))
    return Panel(
        id="credit",
        title=message(msg("A train on credit")),
        note=message(msg("nothing else is paid for before it")),
        rows=rows,
    )


def credit_paid(s: India, choices: Choices) -> Panel:
    rows = []
    for _, a, why in of_kind(choices, PayTrain):
        company = company_of(s)
        made = button(a, why, msg("Pay ¤{price}"), price=owed(s, company))
        text = [message(msg("taken on credit"))]
        rows.append(Row(tag=s.versions[s.credit[company]], card=True, text=text, buttons=[made]))
    return Panel(id="owed", title=message(msg("The unpaid train")), rows=rows)


def credit_due(s: India, choices: Choices) -> Panel | None:
    """4.8.10: the new director pays, with the treasury and own money, or gives the train back."""
    answers = of_kind(choices, SettleTrain)
    if not answers:
        return None
    company = s.top(CreditDue).company
    price = owed(s, company)
    short = max(0, price - s.cash[company])
    template = {True: msg("Pay ¤{price}"), False: msg("Give it back")}
    director = s.names[s.director_seat(company)]
    row = Row(
        tag=s.versions[s.credit[company]],
        card=True,
        text=[message(msg("{company} took it on credit"), company=company)],
        account=[
            AccountLine(message(msg("{company} pays"), company=company), price - short),
            AccountLine(message(msg("{player} pays"), player=director), short),
        ],
        buttons=[button(a, why, template[a.pay], price=price) for _, a, why in answers],
    )
    return Panel(id="due", title=message(msg("The unpaid train")), stop=True, rows=[row])


def passing(s: India, choices: Choices) -> Panel | None:
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
            return None
    key = "P" if isinstance(s.frame, Naming) else "F"
    banner = [Button(a, why, message(words), key=key, go=True) for _, a, why in of_kind(choices, Pass)]
    return Panel(id="pass", banner=banner)
