"""What the pages of 1854 list: the auction, options, mail contracts, mergers, the rulings in force."""

from stellwerk.board.hexes import hex_of
from stellwerk.engine.text import Figure, Message, message, msg
from stellwerk.games.g1854.rules import mail
from stellwerk.games.g1854.rules.mergers import unmerged
from stellwerk.games.g1854.rules.opening import Auction, Contest, bids_on, face_value, owner_of, unsold
from stellwerk.games.g1854.rules.options import rest_of
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.games.g1854.show.ruling_texts import in_force
from stellwerk.mech18.shown import Cell, OwnTable, TableColumn, TableRow, cell
from stellwerk.mech18.state import OFFER, OUT, SEAT_OF


def tables(s: Austria) -> list[OwnTable]:
    found = [auction(s), options(s), mergers(s), contracts(s), rulings(s)]
    return [table for table in found if table.rows]


def column(template: str, left: bool = False, wide: bool = False) -> TableColumn:
    return TableColumn(message(template), left or wide, wide)


def row(*cells: Cell | Message, now: bool = False, off: bool = False) -> TableRow:
    return TableRow([cell(content) for content in cells], now, off)


def money(amount: int) -> Message:
    return message("¤{amount}", amount=amount)


def plain(text: Figure) -> Message:
    return message("{text}", text=text)


# -- the auction -------------------------------------------------------------------------------


def auctioning(s: Austria) -> bool:
    return any(isinstance(frame, Auction) for frame in s.stack)


def auction(s: Austria) -> OwnTable:
    """AU-1, AU-2: the packet in its order with the standing bids."""
    rows = []
    left = unsold(s) if auctioning(s) else []
    contested = s.frame.item if left and isinstance(s.frame, Contest) else None
    for item in s.facts.packet if auctioning(s) else ():
        printed = s.book.privates.get(item) or s.book.companies[item]
        owner = owner_of(s, item)
        bids = sorted(bids_on(s, item).items(), key=lambda bid: -bid[1])
        rows.append(
            row(
                Cell(plate=item) if item in s.book.companies else Cell(head=item),
                plain(printed.name),
                money(face_value(s, item)),
                Cell(list=brings(s, item)),
                plain(", ".join(f"{s.name(bidder)} {amount}" for bidder, amount in bids) or "–"),
                plain(s.name(owner)) if owner in SEAT_OF else message(msg("for sale")),
                now=item == (contested or next(iter(left), None)),
                off=owner != OFFER,
            )
        )
    return OwnTable(
        id="auction",
        views=["papers"],
        title=message(msg("Railways in order of sale")),
        note=message(msg("the first is bought, the others are bid for")),
        columns=[
            column(msg("Railway")),
            column(msg("Name"), left=True),
            column(msg("Face value")),
            column(msg("What it brings"), wide=True),
            column(msg("Bids"), left=True),
            column(msg("Owner"), left=True),
        ],
        rows=rows,
    )


def brings(s: Austria, item: str) -> list[Message]:
    """MR, LR: what the owner of a mountain or local railway has of it."""
    if item in s.facts.locals:
        home = hex_of(s.book.companies[item].homes[0])
        return [
            message(msg("local railway")),
            message(msg("home {place}"), place=s.book.atlas.hexes[home].name or home),
            message(msg("begins with ¤{cash}"), cash=s.facts.local_cash),
        ]
    income = message(msg("income ¤{income} a round"), income=s.book.privates[item].income)
    told = power(s, item)
    return [income] if told is None else [income, told]


def power(s: Austria, private: str) -> Message | None:
    """MR: what a mountain railway does."""
    if s.privates[private] == OUT:
        return None
    hex_id = s.facts.mountain_hexes[private]
    if private in s.powers_used:
        return message(msg("no terrain cost on {hex}; its rebate is used up"), hex=hex_id)
    if private == s.facts.mountain_rebate.private:
        told = msg("one mountain tile ¤{amount} cheaper; no terrain cost on {hex}")
        return message(told, amount=s.facts.mountain_rebate.amount, hex=hex_id)
    if private == s.facts.tunnel_rebate.private:
        told = msg("one tunnel ¤{amount} cheaper; no terrain cost on {hex}")
        return message(told, amount=s.facts.tunnel_rebate.amount, hex=hex_id)
    if private == s.facts.graz.private:
        told = msg("trains in Graz earn ¤{amount} more; no terrain cost on {hex}")
        return message(told, amount=s.facts.graz.amount, hex=hex_id)
    gift = s.book.privates[private].gives
    assert gift is not None
    company = s.book.papers[gift].company
    told = msg("20 % of {company}; closes when {company} first runs; no terrain cost on {hex}")
    return message(told, company=company, hex=hex_id)


# -- options, mergers, mail ----------------------------------------------------------------------


def options(s: Austria) -> OwnTable:
    """OP-5: what is open and what it still costs."""
    sources = {OFFER: msg("offer"), "pool": msg("pool")}
    rows = [
        row(
            Cell(plate=s.book.papers[paper].company),
            plain(s.name(s.papers[paper])),
            money(rest_of(s, paper)),
            money(s.price(s.book.papers[paper].company)),
            message(msg("SR {number}, {source}"), number=option.taken, source=sources[option.source]),
        )
        for paper, option in s.options.items()
    ]
    return OwnTable(
        id="open-options",
        views=["market", "ledger", "players"],
        title=message(msg("Open options")),
        note=message(msg("20 % papers half paid, 10 % until then")),
        columns=[
            column(msg("Railway")),
            column(msg("Owner"), left=True),
            column(msg("Still due")),
            column(msg("Sells for")),
            column(msg("Taken"), left=True),
        ],
        rows=rows,
    )


def mergers(s: Austria) -> OwnTable:
    """LA-1, LA-2: who may merge with whom."""
    left = unmerged(s) if s.granted("mergers") else []
    rows = [
        row(
            Cell(plate=railway),
            plain(s.names[s.director_seat(railway)]),
            money(s.cash[railway]),
            Cell(plates=[other for other in left if other != railway]),
        )
        for railway in (left if len(left) > 1 else ())
    ]
    forced = s.granted("forced_mergers")
    return OwnTable(
        id="may-merge",
        views=["companies", "papers", "ledger"],
        title=message(msg("Mergers")),
        note=message(msg("all that is left must merge")) if forced else message(msg("if both owners agree")),
        columns=[
            column(msg("Railway")),
            column(msg("Owner"), left=True),
            column(msg("Treasury")),
            column(msg("may merge with"), wide=True),
        ],
        rows=rows,
    )


def contracts(s: Austria) -> OwnTable:
    """MC: the mail contracts, who has them and what they pay."""
    rows = []
    for kind, contract in s.facts.mail.items():
        holders = [company for company, held in s.mail.items() if held == kind]
        rows.append(
            row(
                Cell(head=message(kind)),
                money(contract.price),
                money(mail.income(s, kind)),
                mail_income(s, kind),
                message(msg("{left} of {count}"), left=mail.left(s, kind), count=contract.count),
                Cell(plates=holders),
            )
        )
    return OwnTable(
        id="mail",
        views=["companies", "ledger"],
        title=message(msg("Mail contracts")),
        note=message(msg("one for a company, for good")),
        columns=[
            column(msg("Contract")),
            column(msg("Price to pay")),
            column(msg("Pays now")),
            column(msg("Pays by phase"), left=True),
            column(msg("Left")),
            column(msg("Held by"), wide=True),
        ],
        rows=rows,
    )


def mail_income(s: Austria, contract: str) -> Message:
    """MC-2: yellow, green, brown and gray."""
    by_colour = dict(s.facts.mail[contract].income)
    if not s.rulings.mail_rises_at_brown:
        by_colour["brown"] = by_colour["green"]
    return message(msg("{yellow} yellow, {green} green, {brown} brown, {gray} gray"), **by_colour)


# -- rulings -------------------------------------------------------------------------------------


def rulings(s: Austria) -> OwnTable:
    rows = [
        row(Cell(code=ruling.name), ruling.value, ruling.text, ruling.why, now=ruling.changed)
        for ruling in in_force(s)
    ]
    return OwnTable(
        id="rulings",
        views=["ledger"],
        title=message(msg("Rulings in force")),
        note=message(msg("marked: not the reading of our ledger")),
        columns=[
            column(msg("Ruling"), left=True),
            column(msg("Value"), left=True),
            column(msg("What it says"), wide=True),
            column(msg("Why we read it so"), wide=True),
        ],
        rows=rows,
    )
