"""What a seat sees: in 1854 everything but the seed (SU-6)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from stellwerk.board.hexes import hex_of
from stellwerk.engine.play import activity_of
from stellwerk.engine.text import Message, message, msg
from stellwerk.engine.views import extended
from stellwerk.games.g1854.rules import mail
from stellwerk.games.g1854.rules.book import LOCAL, LOKALBAHN, MAJOR, Rulings
from stellwerk.games.g1854.rules.companies import holding_limit, paper_limit, papers_held
from stellwerk.games.g1854.rules.ending import result
from stellwerk.games.g1854.rules.lokalbahn import LokalbahnHomeStep
from stellwerk.games.g1854.rules.mergers import MergerWindow, unmerged
from stellwerk.games.g1854.rules.opening import (
    Auction,
    Contest,
    bids_on,
    face_value,
    free_cash,
    owner_of,
    unsold,
)
from stellwerk.games.g1854.rules.options import rest_of
from stellwerk.games.g1854.rules.state import Austria, Turn
from stellwerk.games.g1854.show.reminders import reminders
from stellwerk.games.g1854.show.tables import auctioning, power, tables
from stellwerk.mech18.course import Course
from stellwerk.mech18.operating import OperatingRound, TurnActivity
from stellwerk.mech18.shown import (
    Card,
    CompanyShown,
    Depot,
    Market,
    MarketCell,
    Minor,
    PhaseRow,
    RailwayPlayer,
    RailwayView,
    StepShown,
    Table,
    TrainShown,
)
from stellwerk.mech18.state import ISSUE, OFFER, OUT, POOL, SCRAP, SEAT_OF
from stellwerk.mech18.view import railway_view, standing

KINDS = {
    MAJOR: msg("share company"),
    LOCAL: msg("local railway"),
    LOKALBAHN: msg("Lokalbahn AG"),
}
GRANTS = {
    "mountains_close": msg("mountain railways close"),
    "mergers": msg("local railways may merge"),
    "forced_mergers": msg("local railways must merge"),
}
GULDEN = "\N{NO-BREAK SPACE}G"


class AustriaPlayer(RailwayPlayer, frozen=True, kw_only=True):
    free_cash: int
    """What is not tied up in bids."""
    railways: Sequence[str]
    option: str | None


class AustriaCompany(CompanyShown, frozen=True, kw_only=True):
    issue_shares: int
    split: bool
    mail: str | None


class AustriaDepot(Depot, frozen=True, kw_only=True):
    pool: Mapping[str, int]
    scrap: Mapping[str, int]


class Lot(Struct, frozen=True, kw_only=True):
    """A paper of the packet that is sold by auction."""

    item: str
    price: int
    first: bool
    owner: str | None
    bids: Mapping[str, int]


class OpenOption(Struct, frozen=True, kw_only=True):
    player: str
    company: str
    rest: int
    """What is still to be paid."""
    source: str
    taken: int
    """In which stock round."""


class AustriaView(RailwayView, frozen=True, kw_only=True):
    players: Mapping[str, AustriaPlayer]
    companies: Mapping[str, AustriaCompany]
    depot: AustriaDepot
    rulings: Rulings
    auction: Sequence[Lot]
    options: Sequence[OpenOption]
    split: Sequence[str]
    mail: Mapping[str, str]
    mail_left: Mapping[str, int]
    may_merge: Sequence[str]
    bankrupt: str | None


def view(s: Austria, seat: int | None) -> AustriaView:
    shown = railway_view(
        s, money=GULDEN, worth=result(s), papers=paper_limit(s, s.players[0]), paper_limit=paper_limit
    )
    phase = next((kind for kind in reversed(s.phases) if kind in s.book.phases), "2")
    owners = zip(s.names, s.players, strict=True)
    return extended(
        AustriaView,
        structs.replace(
            shown,
            round=shown.round or round_just_over(s),
            phase=phase,
            depot=extended(AustriaDepot, shown.depot, pool=counted(s, POOL), scrap=counted(s, SCRAP)),
            players={name: player_shown(s, owner, shown.players[name]) for name, owner in owners},
            companies={company: company_shown(s, company, row) for company, row in shown.companies.items()},
            table=table_of(s, shown.table, phase),
        ),
        auction=auction(s),
        options=options(s),
        split=s.split,
        mail=s.mail,
        mail_left={contract: mail.left(s, contract) for contract in s.facts.mail},
        may_merge=unmerged(s) if s.granted("mergers") else (),
        bankrupt=s.name(s.bankrupt) if s.bankrupt else None,
    )


def player_shown(s: Austria, owner: str, known: RailwayPlayer) -> AustriaPlayer:
    return extended(
        AustriaPlayer,
        structs.replace(known, papers=papers_held(s, owner)),
        free_cash=free_cash(s, owner),
        railways=[sym for sym in s.facts.locals if s.papers[f"{sym}_0"] == owner],
        option=s.open_option(owner),
    )


def company_shown(s: Austria, company: str, known: CompanyShown) -> AustriaCompany:
    if s.is_lokalbahn(company) and company not in s.opened:
        known = structs.replace(known, reserved_shares=0)  # its papers are nobody's before it forms
    return extended(
        AustriaCompany,
        known,
        issue_shares=s.shares(ISSUE, company),
        split=company in s.split,
        mail=s.mail.get(company),
    )


def round_just_over(s: Austria) -> str:
    """LA-1: the window after a round still belongs to it."""
    if not any(isinstance(frame, MergerWindow) for frame in s.stack):
        return ""
    course = next(frame for frame in s.stack if isinstance(frame, Course))
    return f"OR {course.set}.{course.number}"


def counted(s: Austria, owner: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    for train in s.trains_of(owner):
        counts[s.versions[train]] = counts.get(s.versions[train], 0) + 1
    return counts


def auction(s: Austria) -> list[Lot]:
    """Return the packet while the auction lasts: what is left, its price and the standing bids."""
    if not any(isinstance(frame, Auction) for frame in s.stack):
        return []
    left = unsold(s)
    return [
        Lot(
            item=item,
            price=face_value(s, item),
            first=item in left[:1],
            owner=s.name(owner_of(s, item)) if owner_of(s, item) in SEAT_OF else None,
            bids={s.name(owner): amount for owner, amount in bids_on(s, item).items()},
        )
        for item in s.facts.packet
    ]


def options(s: Austria) -> list[OpenOption]:
    return [
        OpenOption(
            player=s.name(s.papers[paper]),
            company=s.book.papers[paper].company,
            rest=rest_of(s, paper),
            source=option.source,
            taken=option.taken,
        )
        for paper, option in s.options.items()
    ]


# -- the part for pages ------------------------------------------------------------------------


def table_of(s: Austria, table: Table, phase: str) -> Table:
    """With what 1854 adds to the table of its family."""
    opening = isinstance(s.frame if s.stack else None, Auction | Contest)
    return structs.replace(
        table,
        focus="papers" if opening else table.focus,
        market=market(s),
        phase=structs.replace(table.phase, name=phase),
        limits=structs.replace(table.limits, holding=None, pool=None),
        order=order(s),
        steps=steps(s, table.steps),
        companies={company: card_of(s, company, card) for company, card in table.companies.items()},
        minors=[minor_view(s, sym) for sym in s.facts.locals],
        privates_title=message(msg("Mountain railways")),
        privates=[structs.replace(private, power=power(s, private.sym)) for private in table.privates],
        trains=[train_of(s, train) for train in table.trains],
        phases=phases(s, phase),
        tables=tables(s),
        papers_told=auctioning(s),
        facts=reminders(s),
    )


def train_of(s: Austria, train: TrainShown) -> TrainShown:
    coming = () if train.reached else brings(s, train.name)
    reached = train.reached or train.gone  # plus trains begin no phase
    return structs.replace(train, brings=[*train.brings, *coming], reached=reached)


def steps(s: Austria, known: Sequence[StepShown]) -> Sequence[StepShown]:
    """With the mail at the end of a share company's turn, and the home where it is to be chosen."""
    activity = None if s.over else activity_of(s)
    if not isinstance(activity, TurnActivity) or not isinstance(s.frame, Turn):
        return known
    step = activity.steps[s.frame.step]
    home = [StepShown(message(msg("Home")), now=True)] if isinstance(step, LokalbahnHomeStep) else []
    return [*home, *known, StepShown(message(msg("Mail")), isinstance(step, mail.MailStep))]


def market(s: Austria) -> Market:
    """Return the hexagonal table by rows, each half a cell further left; in a cell the top marker first."""
    pars, there = set(s.book.par_cells.values()), standing(s)

    def kind(cell: tuple[int, int]) -> str:
        if cell == s.facts.end_cell:
            return "end"
        if cell in s.facts.yellow:
            return "yellow"
        return "par" if cell in pars else ""

    rows = [
        [
            MarketCell(
                price=price or None,
                kind=kind((r, c)) if price else "none",
                beyond=s.facts.beyond_red_line((r, c)),
                markers=there.get((r, c), ()),
            )
            for c, price in enumerate(row)
        ]
        for r, row in enumerate(s.book.grid.rows)
    ]
    legend = msg(
        "pay out → right · withhold ← left · sold ↙ one row for each paper · sold out ↗ · "
        "train bought ↖, train sold ↘ · beyond the red line papers split"
    )
    return Market(rows=rows, hexagonal=True, legend=message(legend))


def order(s: Austria) -> list[str]:
    """OR-2: local railways, then by price; then those that wait. What has merged is left out."""
    by_price = s.price_order()
    running = [sym for sym in (*s.facts.locals, *by_price) if sym in s.opened]
    acted = next((f.acted for f in s.stack if isinstance(f, OperatingRound)), ())
    running.sort(key=lambda company: acted.index(company) if company in acted else len(acted))
    waiting = [sym for sym in by_price if sym not in s.opened]
    rest = [sym for sym in s.book.companies if sym not in s.prices and sym not in s.facts.locals]
    return [*running, *waiting, *rest]


def card_of(s: Austria, company: str, card: Card) -> Card:
    kind = s.kind(company)
    card = structs.replace(card, kind=message(KINDS[kind]))
    if kind == LOCAL:
        return structs.replace(card, owned=True, state=local_state(s, company))
    notes = []
    if company in s.split:
        notes.append(
            message(msg("split: at most {limit} % in one hand"), limit=10 * holding_limit(s, company))
        )
    if company in s.mail:
        contract = s.mail[company]
        told = msg("{contract} mail contract: ¤{amount} each turn")
        notes.append(message(told, contract=contract, amount=mail.income(s, contract)))
    state = card.state
    if kind == LOKALBAHN:
        state = None if company in s.opened else message(msg("forms by a merger"))
    return structs.replace(card, notes=notes, state=state)


def local_state(s: Austria, railway: str) -> Message | None:
    if railway in s.opened:
        return None
    return message(msg("for sale")) if s.papers[f"{railway}_0"] == OFFER else message(msg("merged"))


def minor_view(s: Austria, sym: str) -> Minor:
    """Return a local railway among the papers."""
    owner, home = s.papers[f"{sym}_0"], hex_of(s.book.companies[sym].homes[0])
    return Minor(
        sym=sym,
        name=s.book.companies[sym].name,
        kind=message(KINDS[LOCAL]),
        price=message("¤{price}", price=s.facts.local_price),
        home=message("{place}", place=s.book.atlas.hexes[home].name or home),
        becomes=message(msg("half of a Lokalbahn AG (from the first 5)")),
        owner=s.name(owner) if owner in SEAT_OF else None,
        closed=owner == OUT,
    )


def brings(s: Austria, kind: str) -> list[Message]:
    phase = s.book.phases.get(kind)
    return [message(GRANTS[grant]) for grant in (phase.grants if phase else ()) if grant in GRANTS]


def phases(s: Austria, now: str) -> list[PhaseRow]:
    """Return the table of the phases; the first one begins with the game."""
    limits: dict[str, int] = {}
    colour, rounds = "", 0
    found = []
    for kind, phase in s.book.phases.items():
        limits = {**limits, **phase.limits, **phase.raises}
        colour, rounds = phase.colour or colour, phase.rounds or rounds
        scraps = [other.name for other in s.book.trains.values() if kind in other.scrapped_by]
        told = [message(msg("scraps: {trains}"), trains=", ".join(scraps))] if scraps else []
        news = [message(msg("trains are traded"))] if "train_trade" in phase.grants else []
        name = "2" if kind == "start" else kind
        found.append(
            PhaseRow(
                train=name,
                now=name == now,
                colour=colour,
                rounds=rounds,
                limits=limits,
                brings=[*told, *news, *brings(s, kind)],
            )
        )
    return found
