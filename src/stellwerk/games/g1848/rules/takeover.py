"""VI, receivership: the Bank of England takes a company over."""

from collections.abc import Sequence

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import Frame, with_item
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import Figures, msg
from stellwerk.finance.market import Grid
from stellwerk.games.g1848.rules import phases
from stellwerk.games.g1848.rules.book import BOE
from stellwerk.games.g1848.rules.ending import MANY_TAKEOVERS
from stellwerk.games.g1848.rules.events import Compensated, DirectorLiable, LimitFalls, TakenOver
from stellwerk.games.g1848.rules.prices import after_sale, moved
from stellwerk.games.g1848.rules.privates import close
from stellwerk.games.g1848.rules.state import Australia, Takeover
from stellwerk.mech18.emergency import EmergencySaleMove
from stellwerk.mech18.state import BANK, OUT, SEATS
from stellwerk.mech18.stock import (
    SellShares,
    company_exists,
    has_a_price,
    no_director_changes,
    pool_has_room,
    some_shares,
)

# VI-Rec-8: what is left to do once the markers have turned and the others are paid. 18xx.games lets
# the director sell after everything else (S10, S11).
BOOK_ORDER = ("sale", "limits", "train", "sheet")
LATE_SALE = ("limits", "train", "sheet", "sale")


class CompensationSale(Frame, frozen=True):
    """Interruption: the former director must sell shares."""

    seat: int


def move_left(s: Australia, company: str, steps: int) -> Australia:
    """VI-Rec-1: the hatched column means that the Bank of England takes over at once."""
    s = moved(s, company, s.price_table(Grid).left(s.prices[company].cell, steps))
    return begin_takeover(s, company) if s.prices[company].column == 0 else s


def after_keeping(s: Australia, company: str) -> Australia:
    """XII-1: one left, possibly into receivership."""
    return move_left(s, company, 1)


def begin_takeover(s: Australia, company: str) -> Australia:
    """VI-Rec-1: at once; the company's turn ends here. The markers turn first, then the others are paid."""
    seat = s.director_seat(company)
    s = s.say(TakenOver(company)).pop()
    s = s.replace(
        board=s.board.rename(company, BOE),  # VI-Rec-6: the markers stay, as foreign ones (VI-BoE-9)
        markers={sym: used for sym, used in s.markers.items() if sym != company},
        takeovers=(*s.takeovers, company),
        opened=tuple(sym for sym in s.opened if sym != company),
    )
    s = compensate(s, company, seat)
    prices = {sym: marker for sym, marker in s.prices.items() if sym != company}
    return s.replace(prices=prices).push(
        Takeover(company, seat, LATE_SALE if s.rulings.sale_after_takeover else BOOK_ORDER)
    )


def compensate(s: Australia, company: str, seat: int) -> Australia:
    """VI-Rec-2, VI-Rec-3, VI-Rec-4: par for every other's share; treasury first, then director's cash.

    Cash may become negative: the overdraft, cleared by any later income. All papers leave the game.
    """
    par, director = s.par[company], SEATS[seat]
    for owner in s.players:
        shares = s.shares(owner, company)
        if owner == director or not shares:
            continue
        due = shares * par
        from_treasury = min(due, s.cash[company])
        s = s.pay(company, owner, from_treasury).pay(director, owner, due - from_treasury)
        s = s.say(Compensated(s.name(owner), due, shares, company))
        if due > from_treasury:
            s = s.say(DirectorLiable(s.name(director), due - from_treasury))
    papers = dict(s.papers)
    for paper in s.book.papers_of[company]:
        papers[paper.id] = OUT  # VI-Rec-6
    return s.replace(papers=papers)


def lower_limits(s: Australia, takeover: Takeover) -> Australia:
    """VI-Rec-5: the limit falls for all, for the former director a little more."""
    owner = SEATS[takeover.seat]
    s = s.replace(lost=with_item(s.lost, owner, s.lost[owner] + 1))
    if len(s.takeovers) >= s.facts.takeovers_that_end_the_game:
        s = s.trigger_end(MANY_TAKEOVERS)  # VI-Rec-7, XIV-1
    return s.say(LimitFalls(common_limit(s), s.name(owner), s.facts.director_loses))


def common_limit(s: Australia) -> int:
    """XIII-Lim-1: by the number of companies taken over; five or more share the last column."""
    limits = s.book.paper_limits
    return limits[min(len(s.takeovers), len(limits) - 1)]


def paper_limit(s: Australia, owner: str) -> int:
    """VI-Rec-5, XIII-Lim-1: how many papers a player may hold."""
    return max(0, common_limit(s) - s.lost[owner] * s.facts.director_loses)


def remove_permanent_train(s: Australia) -> Australia:
    """VI-BoE-6: at the second and fifth takeover the cheapest permanent train of the bank is removed."""
    if len(s.takeovers) not in s.facts.takeovers_that_remove_a_train:
        return s
    for kind in s.book.trains.values():
        if not kind.scrapped_by and not kind.extra:
            train = next((t for t, o in s.trains.items() if o == BANK and s.train_type(t) == kind.name), None)
            if train is not None:
                return phases.remove_train(s, train)
    return s


def clear_sheet(s: Australia, company: str, seat: int) -> Australia:
    """VI-Rec-6: the rest of the treasury to the bank, trains out; V-P2-3: its rights and privates too.

    V-P3-3: Tasmania is still laid at the first 5, by the director whom the company had.
    """
    s = s.pay(company, BANK, s.cash[company])
    heirs = {"P3": SEATS[seat]} if s.rulings.tasmania_outlives_company else {}
    s = s.replace(
        trains={train: OUT if owner == company else owner for train, owner in s.trains.items()},
        rights={
            right: heirs.get(right, "") if owner == company else owner for right, owner in s.rights.items()
        },
    )
    for private in s.privates_of(company):
        s = close(s, private)
    return s


def first_of_all(before: Australia, s: Australia) -> Australia:
    """VI-Rec-8: what the removed train demands comes at once; 18xx.games ends the takeover first (S10).

    Tasmania stays due although the sheet of P3's company is cleared meanwhile (V-P3-3).
    """
    below = len(before.stack) - 1
    takeover, *duties = s.stack[below:]
    if not s.rulings.takeover_before_duties or not duties:
        return s
    assert isinstance(takeover, Takeover)
    if s.rights["P3"] == takeover.company:
        heir = SEATS[takeover.seat]
        s = s.replace(rights=with_item(s.rights, "P3", heir), privates=with_item(s.privates, "P3", heir))
    return s.replace(stack=(*s.stack[:below], *duties, takeover))


class TakeoverActivity(Activity[Australia]):
    """VI-Rec-8: the rest of the takeover, in its order."""

    order_rule = "VI-Rec-8"

    def seats(self, s: Australia) -> tuple[int, ...]:
        return ()

    def moves(self, s: Australia) -> Sequence[Move[Australia, Action]]:
        return ()

    def advance(self, s: Australia) -> Australia | None:
        takeover = s.top(Takeover)
        if not takeover.left:
            return s.pop()
        s = s.update_frame(left=takeover.left[1:])
        match takeover.left[0]:
            case "sale":
                return s.push(CompensationSale(takeover.seat))
            case "limits":
                return lower_limits(s, takeover)
            case "train":
                return first_of_all(s, remove_permanent_train(s))
            case _:
                return clear_sheet(s, takeover.company, takeover.seat)


# -- the director sells ----------------------------------------------------------------------


def only_what_is_needed(s: Australia, a: SellShares) -> Fault | None:
    """VI-Rec-3: shares are sold only while cash does not suffice, and none more than that."""
    short, price = -s.cash[SEATS[a.seat]], s.price(a.company)
    if (a.shares - 1) * price < short:
        return None
    return refuse(
        "{player} lacks {short}: fewer than {shares:# share|# shares} of {company} at {price} are enough.",
        player=s.names[a.seat],
        short=max(short, 0),
        shares=a.shares,
        company=a.company,
        price=price,
    )


class CompensationActivity(Activity[Australia]):
    """VI-Rec-3: normal sales, but no directorship changes (XIII-Sell-4); over when nothing can be sold."""

    order_rule = "VI-Rec-3"
    asks = msg("{player}: sell shares to pay the compensation.")
    _move = EmergencySaleMove[Australia](
        rule("VI-Rec-3", company_exists),
        rule("VI-Allg-7", has_a_price),
        rule("VI-Rec-3", some_shares),
        rule("VI-Allg-5", pool_has_room),
        rule("XIII-Sell-4", no_director_changes),
        rule("VI-Rec-3", only_what_is_needed),
        fall=after_sale,
    )

    def seats(self, s: Australia) -> tuple[int, ...]:
        return (s.top(CompensationSale).seat,)

    def moves(self, s: Australia) -> Sequence[Move[Australia, Action]]:
        return (self._move,)

    def figures(self, s: Australia) -> Figures:
        return {"player": s.names[s.top(CompensationSale).seat]}

    def advance(self, s: Australia) -> Australia | None:
        return None if self._move.possible(s, s.top(CompensationSale).seat) else s.pop()
