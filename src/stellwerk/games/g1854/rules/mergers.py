"""LA-1 to LA-3, LA-8, LA-9: local railways merge into Lokalbahn AGs, by agreement or by force."""

from collections.abc import Iterator, Sequence

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import Event, Frame
from stellwerk.engine.step import Activity, Move, PassMove
from stellwerk.engine.text import Figures, msg
from stellwerk.games.g1854.rules.book import LOCAL_MAP, LOKALBAHN
from stellwerk.games.g1854.rules.events import (
    LocalTilesReturn,
    LokalbahnFormed,
    MergerProposed,
    MergerRefused,
)
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.negotiation import AnswerMove, Offer, OfferActivity, Talking, is_new, propose
from stellwerk.mech18.state import OUT


class MergerWindow(Talking, frozen=True):
    """The start or end of an operating round: the owners are asked in the order of the numbers."""

    forced: bool = False
    """LA-2: whoever is left merges at the end of it."""
    asked: tuple[str, ...] = ()
    """Railways that propose nothing more."""


class MergerOffer(Offer, frozen=True, kw_only=True):
    """Interruption: the owner of the partner answers."""

    railway: str
    partner: str


class Founding(Frame, frozen=True):
    """Interruption: the director of a new Lokalbahn AG picks its sheet."""

    railway: str
    partner: str


class ProposeMerger(Action, frozen=True):
    """Propose that an own local railway merges with another one."""

    railway: str
    partner: str


class FoundLokalbahn(Action, frozen=True):
    """Pick the sheet of the new company: A, B or C."""

    company: str


def unmerged(s: Austria) -> list[str]:
    """By number."""
    return [railway for railway in s.facts.locals if railway in s.opened]


def unfounded(s: Austria) -> list[str]:
    return [
        sym for sym, company in s.book.companies.items() if company.kind == LOKALBAHN and sym not in s.opened
    ]


# -- the merger ------------------------------------------------------------------------------------


def found(s: Austria, railway: str, partner: str) -> Austria:
    """LA-3: the owner of the lower number is director and picks the sheet."""
    first, second = sorted((railway, partner))
    return s.push(Founding(first, second))


def merge(s: Austria, railway: str, partner: str, company: str) -> Austria:
    """LA-3: a half each, cash together, price 67; plus trains and local markers leave the game."""
    owners = [owner for local in (railway, partner) if (owner := s.director(local)) is not None]
    cash, trains, board = dict(s.cash), dict(s.trains), s.board
    total = 0
    for local in (railway, partner):
        total += cash[local]
        cash[local] = 0
        for train in s.trains_of(local):
            trains[train] = OUT  # LR-4: a local railway has plus trains only
        board = board.remove(local)
        s = s.hand_over(f"{local}_0", OUT)
    cash[company] += total
    gone = (railway, partner)
    s = s.replace(
        cash=cash,
        trains=trains,
        board=board,
        opened=(*(sym for sym in s.opened if sym not in gone), company),
        begun=tuple(sym for sym in s.begun if sym not in gone),
        markers={**{sym: used for sym, used in s.markers.items() if sym not in gone}, company: 0},
    )
    for paper, owner in zip(s.book.papers_of[company], owners, strict=True):
        s = s.hand_over(paper.id, owner)
    s = s.move_price(company, s.facts.lokalbahn_cell)  # ST-13: underneath
    s = s.say(LokalbahnFormed(railway, partner, company, total, s.name(owners[0])))
    return s if unfounded(s) else return_tiles(s)


def return_tiles(s: Austria) -> Austria:
    """LA-8: with the third Lokalbahn AG the local map is cleared."""
    hexes = {hex_id for hex_id in s.board.laid if s.book.atlas.hexes[hex_id].sheet == LOCAL_MAP}
    supply = dict(s.supply)
    for hex_id in hexes:
        supply[s.board.laid[hex_id].tile] += 1
    return s.replace(board=s.board.clear(hexes), supply=supply).say(LocalTilesReturn())


# -- the window --------------------------------------------------------------------------------------


def open_window(s: Austria, forced: bool = False) -> Austria:
    """LA-1: from the first 5 on; it closes by itself when there are not two to merge."""
    return s.push(MergerWindow(forced)) if s.granted("mergers") else s


def next_asked(s: Austria) -> str | None:
    return next((railway for railway in unmerged(s) if railway not in s.top(MergerWindow).asked), None)


def is_asked(s: Austria, a: ProposeMerger) -> Fault | None:
    asked = next_asked(s)
    return None if a.railway == asked else refuse("The owner of {railway} is asked.", railway=asked)


def partner_exists(s: Austria, a: ProposeMerger) -> Fault | None:
    if a.partner in unmerged(s) and a.partner != a.railway:
        return None
    return refuse("{railway} cannot merge with {partner}.", railway=a.railway, partner=a.partner)


def thing_of(a: ProposeMerger) -> str:
    return f"{a.railway} {a.partner}"


def proposal_is_new(s: Austria, a: ProposeMerger) -> Fault | None:
    """After a no another partner may be asked, but nobody the same twice."""
    partner = s.director_seat(a.partner)
    return None if partner == a.seat else is_new(s, a.seat, partner, thing_of(a), None)


class ProposeMove(Move[Austria, ProposeMerger]):
    action = ProposeMerger

    def candidates(self, s: Austria, seat: int) -> Iterator[ProposeMerger]:
        railway = next_asked(s)
        assert railway is not None
        for partner in unmerged(s):
            yield ProposeMerger(seat, railway, partner)

    def apply(self, s: Austria, a: ProposeMerger) -> Austria:
        partner = s.director_seat(a.partner)
        if s.rulings.mergers_proposed_once:
            s = s.update_frame(asked=(*s.top(MergerWindow).asked, a.railway))
        if partner == a.seat:
            return found(s, a.railway, a.partner)  # LA-1: both railways of one player
        offer = MergerOffer(
            by=a.seat, to=partner, first=a.seat, thing=thing_of(a), railway=a.railway, partner=a.partner
        )
        return propose(s.say(MergerProposed(s.names[a.seat], a.railway, a.partner)), offer)


def propose_none(s: Austria) -> Austria:
    return s.update_frame(asked=(*s.top(MergerWindow).asked, next_asked(s)))


class MergerWindowActivity(Activity[Austria]):
    """LA-1: each owner proposes partners until one agrees or they stop; LA-2, LA-9: then the rest must."""

    order_rule = "LA-1"
    asks = msg("{player}: does {railway} propose a merger?")
    _propose = ProposeMove(
        rule("LA-1", is_asked), rule("LA-1", partner_exists), rule("LA-1", proposal_is_new)
    )
    _moves = (_propose, PassMove[Austria](propose_none))

    def seats(self, s: Austria) -> tuple[int, ...]:
        railway = next_asked(s)
        assert railway is not None
        return (s.director_seat(railway),)

    def moves(self, s: Austria) -> Sequence[Move[Austria, Action]]:
        return self._moves

    def figures(self, s: Austria) -> Figures:
        railway = next_asked(s)
        assert railway is not None
        return {"player": s.names[s.director_seat(railway)], "railway": railway}

    def advance(self, s: Austria) -> Austria | None:
        left, railway = unmerged(s), next_asked(s)
        if len(left) > 1 and railway is not None:
            # Who has been refused by all is asked no more.
            return None if self._propose.possible(s, s.director_seat(railway)) else propose_none(s)
        if len(left) > 1 and s.top(MergerWindow).forced:
            return found(s, left[0], left[1])  # the lowest numbers first
        return s.pop()


# -- the answer --------------------------------------------------------------------------------------


class MergerAnswerMove(AnswerMove[Austria, MergerOffer, ProposeMerger]):
    """A merger has no price, so all answers are listed."""

    offer = MergerOffer
    listed = True

    def deal(self, s: Austria, offer: MergerOffer) -> Austria:
        return found(s, offer.railway, offer.partner)

    def refused(self, s: Austria, offer: MergerOffer) -> Event:
        return MergerRefused(s.names[offer.to], offer.railway, offer.partner)


class MergerOfferActivity(OfferActivity[Austria, MergerOffer, ProposeMerger]):
    asks = msg("{player}: shall {partner} merge with {railway}?")

    def __init__(self) -> None:
        super().__init__(MergerAnswerMove("LA-1"), order_rule="LA-1")

    def figures(self, s: Austria) -> Figures:
        offer = s.top(MergerOffer)
        return {"player": s.names[offer.to], "railway": offer.railway, "partner": offer.partner}


# -- the founding ------------------------------------------------------------------------------------


def sheet_is_free(s: Austria, a: FoundLokalbahn) -> Fault | None:
    left = unfounded(s)
    if a.company in left:
        return None
    return refuse("Pick one of {companies}.", companies=", ".join(left))


class FoundMove(Move[Austria, FoundLokalbahn]):
    action = FoundLokalbahn

    def candidates(self, s: Austria, seat: int) -> Iterator[FoundLokalbahn]:
        for company in unfounded(s):
            yield FoundLokalbahn(seat, company)

    def apply(self, s: Austria, a: FoundLokalbahn) -> Austria:
        founding = s.top(Founding)
        return merge(s.pop(), founding.railway, founding.partner, a.company)


class FoundingActivity(Activity[Austria]):
    """LA-3; the last sheet is nobody's choice."""

    order_rule = "LA-3"
    asks = msg("{player}: which Lokalbahn AG do {railway} and {partner} become?")
    _moves = (FoundMove(rule("LA-3", sheet_is_free)),)

    def seats(self, s: Austria) -> tuple[int, ...]:
        return (s.director_seat(s.top(Founding).railway),)

    def moves(self, s: Austria) -> Sequence[Move[Austria, Action]]:
        return self._moves

    def figures(self, s: Austria) -> Figures:
        frame = s.top(Founding)
        player = s.names[s.director_seat(frame.railway)]
        return {"player": player, "railway": frame.railway, "partner": frame.partner}

    def advance(self, s: Austria) -> Austria | None:
        left = unfounded(s)
        if len(left) > 1:
            return None
        frame = s.top(Founding)
        return merge(s.pop(), frame.railway, frame.partner, left[0])
