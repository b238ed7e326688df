"""The choices that only 1854 has, as rows with buttons: each says what it would bring about."""

from collections.abc import Iterable

from msgspec import structs

from stellwerk.engine.action import Action
from stellwerk.engine.offload import Offload
from stellwerk.engine.play import activity_of
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
    of_kind,
)
from stellwerk.engine.step import Pass
from stellwerk.engine.text import Message, message, msg
from stellwerk.games.g1854.rules import mail
from stellwerk.games.g1854.rules.mergers import (
    Founding,
    FoundLokalbahn,
    MergerOffer,
    MergerWindow,
    ProposeMerger,
    merge,
    unfounded,
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
    Choices,
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


def panels(
    s: Austria, seat: int, choices: Iterable[Choice[Austria, Action]], offload: Offload | None
) -> list[Panel]:
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
    return [panel for panel in found if panel.is_shown]


# -- the auction -------------------------------------------------------------------------------


def auction(s: Austria, seat: int, choices: Choices) -> Panel:
    """AU: the railways in line, what they cost and what has been bid."""
    rows = []
    for _, a, why in of_kind(choices, BuyItem, Bid):
        row = item_row(s, a.item)
        if isinstance(a, BuyItem):
            rows.append(row.plus(button(a, why, msg("Buy ¤{price}"), price=face_value(s, a.item))))
            continue
        number = NumberField(
            action=a,
            field="amount",
            low=a.amount,
            high=free_cash(s, SEATS[seat]) + bids_on(s, a.item).get(SEATS[seat], 0),
            step=s.facts.bid_step,
            value=a.amount,
            label=message(msg("Your bid for {railway}"), railway=a.item),
            button=message(msg("Bid")),
        )
        row = row.plus(button(a, why, msg("Bid ¤{amount}"), amount=a.amount))
        rows.append(structs.replace(row, number=number))
    title = message(msg("Auction"))
    if isinstance(s.frame, Contest):
        title = message(msg("Auction of {railway}"), railway=s.frame.item)
    note = message(msg("¤{cash} not tied up in bids"), cash=free_cash(s, SEATS[seat])) if rows else None
    return Panel(id="auction", title=title, note=note, place="papers", rows=rows)


def item_row(s: Austria, item: str) -> Row:
    printed = s.book.privates.get(item) or s.book.companies[item]
    text = [message(msg("face value ¤{price}"), price=face_value(s, item)), *brings(s, item)]
    if item == unsold(s)[0] and isinstance(s.frame, Auction):
        text.insert(0, message(msg("next for sale")))
    bids = sorted(bids_on(s, item).items(), key=lambda bid: -bid[1])
    if bids:
        names = ", ".join(f"{s.name(owner)} {amount}" for owner, amount in bids)
        text.append(message(msg("bids: {bids}"), bids=names))
    return Row(tag=item, plate=item in s.book.companies, name=printed.name, text=text)


# -- options -----------------------------------------------------------------------------------


def own_option(s: Austria, seat: int, choices: Choices) -> Panel:
    """OP-4 to OP-6: pay the rest, or sell it."""
    paper = s.open_option(SEATS[seat])
    rows = []
    if paper is not None and isinstance(s.frame, StockRound):
        company, rest = s.book.papers[paper].company, rest_of(s, paper)
        buttons = [
            button(a, why, msg("Pay ¤{rest}"), rest=rest)
            if isinstance(a, CompleteOption)
            else button(a, why, msg("Sell for ¤{amount}"), amount=s.price(company))
            for _, a, why in of_kind(choices, CompleteOption, SellOption)
        ]
        text = [
            message(msg("20 % half paid: ¤{rest} still due"), rest=rest),
            message(msg("counts 10 % until then")),
        ]
        if buttons:
            rows.append(Row(tag=company, plate=True, text=text, buttons=buttons))
    return Panel(
        id="option",
        title=message(msg("Your option")),
        note=message(msg("no other purchase before it is settled")),
        place="market",
        lead=True,
        rows=rows,
    )


def new_options(s: Austria, choices: Choices) -> Panel:
    """OP-1, OP-2: a 20% paper for half its price; what it opens or changes at once."""
    rows: dict[str, Row] = {}
    for move, a, why in of_kind(choices, TakeOption):
        if is_a_20_percent_paper(s, a) or share_is_there(s, a):
            continue
        price = half_price(s, a)
        text = [message(msg("¤{price} now, ¤{price} later"), price=price)]
        row = rows.get(a.company) or Row(tag=a.company, plate=True, text=text)
        template = msg("Option ¤{price}") if a.source == OFFER else msg("Pool option ¤{price}")
        made = button(a, why, template, price=price)
        rows[a.company] = row.plus(foretelling(made, move, s, CompanyOpened, DirectorChanged))
    return Panel(
        id="options",
        title=message(msg("Take an option")),
        note=message(msg("20 % for half the price, ends the turn")),
        place="market",
        lead=True,
        rows=by_openness(rows.values()),
    )


# -- mergers -----------------------------------------------------------------------------------


def proposals(s: Austria, choices: Choices) -> Panel:
    """LA-1: who may merge with whom, and what would come of it."""
    rows = []
    asked = ""
    for _, a, why in of_kind(choices, ProposeMerger):
        if a.railway == a.partner:
            continue
        asked = a.railway
        text = [*merged(s, a.railway, a.partner), together(s, a.railway, a.partner)]
        if s.director(a.railway) == s.director(a.partner):
            made = button(a, why, msg("Merge"))
        else:
            text.append(message(msg("{player} is asked"), player=s.names[s.director_seat(a.partner)]))
            made = button(a, why, msg("Propose"))
        name = s.book.companies[a.partner].name
        rows.append(Row(tag=a.partner, plate=True, name=name, text=text, buttons=[made]))
    forced = isinstance(s.frame, MergerWindow) and s.frame.forced
    return Panel(
        id="mergers",
        title=message(msg("Merge {railway} with"), railway=asked),
        note=message(msg("all that is left must merge at the end"))
        if forced
        else message(msg("half of a Lokalbahn AG for each owner")),
        rows=rows,
    )


def merged(s: Austria, railway: str, partner: str) -> list[Message]:
    """LA-3: what goes and what comes, as the rules would do it."""
    first, second = sorted((railway, partner))
    company = unfounded(s)[0]
    after = merge(s.replace(news=()), first, second, company)
    trains = [s.versions[train] for local in (first, second) for train in s.trains_of(local)]
    text = [
        message(
            msg("{railway} and {partner} go with their papers and markers"), railway=first, partner=second
        )
    ]
    if trains:
        text.append(message(msg("their trains go: {trains}"), trains=", ".join(trains)))
    owners = [s.names[s.director_seat(local)] for local in (first, second)]
    if owners[0] == owners[1]:
        text.append(message(msg("{player} gets both halves of a Lokalbahn AG"), player=owners[0]))
    else:
        halves = msg("{director} gets half of a Lokalbahn AG and directs it, {other} gets the other half")
        text.append(message(halves, director=owners[0], other=owners[1]))
    text.append(message(msg("its price is ¤{price}"), price=after.price(company)))
    return text


def together(s: Austria, railway: str, partner: str) -> Message:
    """Two treasuries that become one."""
    first, second = (s.cash[sym] for sym in sorted((railway, partner)))
    told = msg("treasuries ¤{first} and ¤{second} → ¤{both}")
    return message(told, first=first, second=second, both=first + second)


def treasuries(s: Austria, railway: str, partner: str) -> list[AccountLine]:
    """Before and after."""
    first, second = sorted((railway, partner))
    held = [
        AccountLine(message(msg("treasury of {company}"), company=sym), s.cash[sym])
        for sym in (first, second)
    ]
    both = s.cash[first] + s.cash[second]
    return [*held, AccountLine(message(msg("treasury of the Lokalbahn AG")), both)]


def reply(s: Austria, choices: Choices) -> Panel:
    offer, rows = s.frame, list[Row]()
    if isinstance(offer, MergerOffer):
        text = [
            message(
                msg("{player} proposes that {railway} and {partner} merge"),
                player=s.names[s.director_seat(offer.railway)],
                railway=offer.railway,
                partner=offer.partner,
            ),
            *merged(s, offer.railway, offer.partner),
        ]
        account = treasuries(s, offer.railway, offer.partner)
        row = Row(tag=offer.railway, plate=True, text=text, account=account)
        rows = answer_rows(s, choices, row, msg("Merge"), sells=False)
    return Panel(id="reply", title=message(msg("A merger is proposed")), rows=rows)


def founding(s: Austria, choices: Choices) -> Panel:
    buttons = [
        button(a, why, msg("Lokalbahn AG {company}"), company=a.company)
        for _, a, why in of_kind(choices, FoundLokalbahn)
    ]
    rows = []
    if buttons:
        frame = s.top(Founding)
        text = [
            message(msg("{railway} and {partner} merge"), railway=frame.railway, partner=frame.partner),
            *merged(s, frame.railway, frame.partner),
        ]
        account = treasuries(s, frame.railway, frame.partner)
        rows.append(Row(tag=frame.railway, plate=True, text=text, account=account, buttons=buttons))
    return Panel(id="founding", title=message(msg("Which Lokalbahn AG?")), rows=rows)


# -- mail --------------------------------------------------------------------------------------


def contracts(s: Austria, choices: Choices) -> Panel:
    """MC: what a contract costs, pays now and will pay."""
    rows = []
    for _, a, why in of_kind(choices, mail.BuyMail):
        text = [
            message(msg("{contract} contract"), contract=a.contract),
            message(msg("{left:0=none|#|#} left"), left=mail.left(s, a.contract)),
            message(msg("pays ¤{amount} each turn now"), amount=mail.income(s, a.contract)),
            mail_income(s, a.contract),
        ]
        made = button(a, why, msg("Buy ¤{price}"), price=s.facts.mail[a.contract].price)
        rows.append(Row(tag="✉", text=text, buttons=[made]))
    return Panel(
        id="mail",
        title=message(msg("Mail contract")),
        note=message(msg("one for good, from the treasury")),
        rows=rows,
    )


# -- passing -----------------------------------------------------------------------------------


def passing(s: Austria, choices: Choices) -> Panel:
    """Where doing nothing has a name of its own."""
    template = nothing(s)
    passes = of_kind(choices, Pass) if template else []
    banner = [Button(a, why, message(template), key="P", go=True) for _, a, why in passes]
    return Panel(id="nothing", banner=banner)


def nothing(s: Austria) -> str:
    if isinstance(s.frame, Contest):
        return msg("Drop out")
    if isinstance(s.frame, MergerWindow):
        return msg("No merger")
    activity = activity_of(s)
    if not isinstance(activity, TurnActivity) or not isinstance(s.frame, OperatingTurn):
        return ""
    return msg("No contract") if isinstance(activity.steps[s.frame.step], mail.MailStep) else ""
