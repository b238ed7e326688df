"""IV.1: mountain railways: their income, and their exchange for shares of regional railways."""

from collections.abc import Iterator, Sequence

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import Frame, with_item
from stellwerk.engine.step import Activity, Move, PassMove
from stellwerk.engine.text import Figures, msg
from stellwerk.games.g1824.rules.book import REGIONAL
from stellwerk.games.g1824.rules.events import MountainLost, MountainSwapped
from stellwerk.games.g1824.rules.regionals import open_if_sold
from stellwerk.games.g1824.rules.state import AustriaHungary
from stellwerk.mech18.shares import settle_director, transfer
from stellwerk.mech18.state import OFFER, OUT, POOL, SEAT_OF, SEATS
from stellwerk.mech18.stock import end_acting, not_sold_this_round, room_under


class SwapMountain(Action, frozen=True):
    """Exchange a mountain railway for a share of a regional railway."""

    private: str
    company: str


class MountainSwaps(Frame, frozen=True):
    """Interruption: the first 4 is sold; the owners exchange in the order of the numbers."""

    left: tuple[str, ...]


def source(s: AustriaHungary, company: str) -> str | None:
    """Return where an ordinary share of the company lies (IV.1-9: none is kept for this)."""
    papers = s.book.papers_of[company]
    for owner in (OFFER, POOL):
        if any(s.papers[p.id] == owner and not p.director and p.shares == 1 for p in papers):
            return owner
    return None


def open_regionals(s: AustriaHungary) -> list[str]:
    """IV.1-10, IV.1-10b: with or without a price; X.4-5c: the bond railway too."""
    return [sym for sym, company in s.book.companies.items() if company.kind == REGIONAL and source(s, sym)]


def swap(s: AustriaHungary, private: str, company: str) -> AustriaHungary:
    """The share for the paper; it may exceed the limits (VI.7-3b) and open or turn over the company."""
    owner, place = s.privates[private], source(s, company)
    assert place is not None
    s = transfer(s.replace(privates=with_item(s.privates, private, OUT)), company, place, owner, 1)
    s = s.say(MountainSwapped(s.name(owner), private, company))
    if company == s.bond:
        return s
    waits = not s.rulings.opened_by_a_mountain_acts
    return open_if_sold(settle_director(s, company), company, waits)


# -- rules -------------------------------------------------------------------------------------


def swaps_have_begun(s: AustriaHungary, a: SwapMountain) -> Fault | None:
    if s.granted("mountain_swaps"):
        return None
    return refuse("Mountain railways are exchanged only after the first 3-train is sold.")


def owns_it(s: AustriaHungary, a: SwapMountain) -> Fault | None:
    if s.privates.get(a.private) == SEATS[a.seat]:
        return None
    return refuse("{player} does not own {private}.", player=s.names[a.seat], private=a.private)


def is_a_regional(s: AustriaHungary, a: SwapMountain) -> Fault | None:
    company = s.book.companies.get(a.company)
    if company is not None and company.kind == REGIONAL:
        return None
    return refuse("{private} becomes a share of a regional railway, not of {company}.", **_names(a))


def has_a_share_left(s: AustriaHungary, a: SwapMountain) -> Fault | None:
    if source(s, a.company):
        return None
    return refuse("No 10% share of {company} is left for {private}.", **_names(a))


def not_sold_or_allowed(s: AustriaHungary, a: SwapMountain) -> Fault | None:
    """VI.4-1b: an exchange is no purchase, but for the ruling."""
    return None if s.rulings.exchange_after_a_sale else not_sold_this_round(s, a)


def is_next(s: AustriaHungary, a: SwapMountain) -> Fault | None:
    return (
        None
        if a.private == s.top(MountainSwaps).left[0]
        else refuse("It is the turn of {private}.", private=s.top(MountainSwaps).left[0])
    )


def _names(a: SwapMountain) -> dict[str, str]:
    return {"private": a.private, "company": a.company}


def paper_limit(s: AustriaHungary, owner: str) -> int:
    """VI.7-1; IV.1-4: mountain railways are no papers, but R3."""
    limit: int = s.book.paper_limits[0]
    return limit - len(s.privates_of(owner)) if s.rulings.mountains_are_papers else limit


# -- moves -------------------------------------------------------------------------------------


class SwapMountainMove(Move[AustriaHungary, SwapMountain]):
    """IV.1-5: in a stock round, instead of a purchase; IV.1-6: it counts as acting."""

    action = SwapMountain

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[SwapMountain]:
        for private in s.privates_of(SEATS[seat]):
            for company in open_regionals(s):
                yield SwapMountain(seat, private, company)

    def apply(self, s: AustriaHungary, a: SwapMountain) -> AustriaHungary:
        return end_acting(swap(s, a.private, a.company), a.seat)


class ForcedSwapMove(Move[AustriaHungary, SwapMountain]):
    """IV.1-7, IV.1-9b: a duty while a share is left; the owner only picks the company."""

    action = SwapMountain

    def candidates(self, s: AustriaHungary, seat: int) -> Iterator[SwapMountain]:
        for company in open_regionals(s):
            yield SwapMountain(seat, s.top(MountainSwaps).left[0], company)

    def apply(self, s: AustriaHungary, a: SwapMountain) -> AustriaHungary:
        return swap(s.update_frame(left=s.top(MountainSwaps).left[1:]), a.private, a.company)


SWAP = SwapMountainMove(
    rule("IV.1-5", swaps_have_begun),
    rule("IV.1-5", owns_it),
    rule("IV.1-10", is_a_regional),
    rule("IV.1-10", has_a_share_left),
    rule("VI.4-1b", not_sold_or_allowed),
    rule("IV.1-9c", room_under(paper_limit)),
)
FORCED_SWAP = ForcedSwapMove(
    rule("IV.1-7", is_next),  # and so its owner's: nobody else is asked
    rule("IV.1-10", is_a_regional),
    rule("IV.1-10", has_a_share_left),
)


def lose(s: AustriaHungary) -> AustriaHungary:
    """IV.1-9: no share left, or (R19) not wanted: the paper is lost."""
    private, *left = s.top(MountainSwaps).left
    owner = s.privates[private]
    s = s.replace(privates=with_item(s.privates, private, OUT)).update_frame(left=tuple(left))
    return s.say(MountainLost(s.name(owner), private))


def may_decline(s: AustriaHungary, a: Action) -> Fault | None:
    if s.rulings.forced_swap_may_be_declined:
        return None
    return refuse("{private} must be exchanged.", private=s.top(MountainSwaps).left[0])


class MountainSwapsActivity(Activity[AustriaHungary]):
    """IV.1-7, IV.1-8: at once, in the order of the numbers; the new shares draw dividends from now on."""

    order_rule = "IV.1-7"
    asks = msg("{player}: exchange {private} for a share of a regional railway.")
    _moves = (FORCED_SWAP, PassMove[AustriaHungary](lose, rule("IV.1-9b", may_decline)))

    def seats(self, s: AustriaHungary) -> tuple[int, ...]:
        return (SEAT_OF[s.privates[s.top(MountainSwaps).left[0]]],)

    def moves(self, s: AustriaHungary) -> Sequence[Move[AustriaHungary, Action]]:
        return self._moves

    def figures(self, s: AustriaHungary) -> Figures:
        private = s.top(MountainSwaps).left[0]
        return {"player": s.name(s.privates[private]), "private": private}

    def advance(self, s: AustriaHungary) -> AustriaHungary | None:
        if not s.top(MountainSwaps).left:
            return s.pop()
        return None if open_regionals(s) else lose(s)


def force_swaps(s: AustriaHungary) -> AustriaHungary:
    """VII.14-4c, IV.1-3b: what is left of the mountain railways."""
    left = tuple(private for private, owner in s.privates.items() if owner in SEAT_OF)
    return s.push(MountainSwaps(left)) if left else s
