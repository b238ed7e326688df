"""P7, F0: a turn: one hand on one main action, with free actions before, during and after it."""

from collections.abc import Iterator, Mapping
from random import Random

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Activity, Move
from stellwerk.engine.text import Figures, msg
from stellwerk.games.gimperial_steam.rules import track
from stellwerk.games.gimperial_steam.rules.access import (
    BuyAccess,
    BuyAccessMove,
    has_a_crown,
    pays_the_access,
)
from stellwerk.games.gimperial_steam.rules.build import (
    BUILD_FACTORY,
    BUILD_STATION,
    STAFF_FACTORY,
    staff,
    staffings,
)
from stellwerk.games.gimperial_steam.rules.contracts import PLACE_FACTORY, TAKE_CONTRACT, TAKE_OFF_FACTORY
from stellwerk.games.gimperial_steam.rules.deliver import DELIVER
from stellwerk.games.gimperial_steam.rules.events import (
    ActionChosen,
    ActionRepeated,
    DonationsCollected,
    HandTakenBack,
    PointsLost,
)
from stellwerk.games.gimperial_steam.rules.goods import (
    BUY_GOOD,
    DISCARD,
    ORDER_GOOD,
    PRODUCE,
    discard,
    may_go,
    surplus,
)
from stellwerk.games.gimperial_steam.rules.hire import HIRE_ENGINEER, HIRE_WORKER
from stellwerk.games.gimperial_steam.rules.influence import column, move_influence
from stellwerk.games.gimperial_steam.rules.joining import PRICE as PRICE_ROW
from stellwerk.games.gimperial_steam.rules.joining import USE_POINT, UsePoint, useful
from stellwerk.games.gimperial_steam.rules.locomotives import BUY_LOCOMOTIVE, UPGRADE_LOCOMOTIVE
from stellwerk.games.gimperial_steam.rules.shares import MOVE_PRICE, SELL_SHARE, SHOW_CHARITY, SellShare
from stellwerk.games.gimperial_steam.rules.state import Points, Steam, Surplus, Turn
from stellwerk.games.gimperial_steam.rules.track import ASSIGN, LAY_TRACK, assign

TRACK, HIRE, BUILD, PRODUCTION, GOODS = "track", "hire", "build", "produce", "goods"
LOCOMOTIVE, CONTRACT, CHARITY, PRICE, DONATIONS, PASS = (
    "locomotive", "contract", "charity", "price", "donations", "pass",
)  # fmt: skip

TILES: Mapping[str, str] = {
    TRACK: msg("Build track"),
    HIRE: msg("Hire staff"),
    BUILD: msg("Build a building"),
    PRODUCTION: msg("Produce goods"),
    GOODS: msg("Buy or order goods"),
    LOCOMOTIVE: msg("Buy or upgrade a locomotive"),
    CONTRACT: msg("Secure a contract"),
    CHARITY: msg("Show charity"),
    PRICE: msg("Influence the share price"),
    DONATIONS: msg("Collect donations"),
    PASS: msg("Pass"),
}
"""SETUP-D2: the eleven main action tiles, in the order of the book."""

ITEMS: Mapping[str, tuple[Move[Steam, Action], ...]] = {
    TRACK: (LAY_TRACK,),
    HIRE: (HIRE_WORKER, HIRE_ENGINEER),
    BUILD: (BUILD_STATION, BUILD_FACTORY),
    PRODUCTION: (PRODUCE,),
    GOODS: (BUY_GOOD, ORDER_GOOD),
    LOCOMOTIVE: (BUY_LOCOMOTIVE, UPGRADE_LOCOMOTIVE),
    CONTRACT: (TAKE_CONTRACT,),
    CHARITY: (SHOW_CHARITY,),
    PRICE: (MOVE_PRICE,),
    DONATIONS: (),
    PASS: (),
}
"""What each main action lets its player do."""

NEED_AN_ITEM = frozenset((TRACK, BUILD, GOODS, LOCOMOTIVE, CONTRACT))
"""P7-5: these cannot be chosen for nothing."""


class ChooseAction(Action, frozen=True):
    """Put a hand on a main action."""

    tile: str


class TakeHandBack(Action, frozen=True):
    """Take the hand back from a main action that cannot be carried out."""


class EndTurn(Action, frozen=True):
    """The turn is over."""


def possible(s: Steam, seat: int, tile: str) -> bool:
    """Return whether the main action could do anything now."""
    for move in ITEMS[tile]:
        checks = [rule.check for rule in move.rules]
        for candidate in move.candidates(s, seat):
            if all(check(s, candidate) is None for check in checks):
                return True
    return False


# -- choosing ----------------------------------------------------------------------------------


def is_a_tile(s: Steam, a: ChooseAction) -> Fault | None:
    return None if a.tile in TILES else refuse("There is no main action {tile}.", tile=a.tile)


def repeat_cost(s: Steam, seat: int, tile: str) -> int:
    """P7-3: one step for every own hand there; P7-2: others' hands do not matter."""
    return s.players[seat].used.get(tile, 0)


def can_repeat(s: Steam, a: ChooseAction) -> Fault | None:
    cost, owned = repeat_cost(s, a.seat, a.tile), column(s, a.seat)
    if owned >= cost:
        return None
    step = s.numbers.step
    return refuse(
        "Choosing it again costs {needed} influence; you have {owned}.",
        needed=cost * step,
        owned=owned * step,
    )


def provided(s: Steam, seat: int) -> Steam:
    """The position with all the money that free actions could bring: every share and the best delivery."""
    while SELL_SHARE.legal(s, seat):
        s = SELL_SHARE.apply(s, SellShare(seat))
    paid = [DELIVER.apply(s, a) for a in DELIVER.legal(s, seat)]
    return max(paid, key=lambda after: after.players[seat].cash, default=s)


def in_reach(s: Steam, seat: int, tile: str) -> bool:
    """F0-1: whether free actions could make a main action possible.

    Money is all that sales and deliveries add to one. A link of the state railway changes the network: where
    one can be bought, every order of free actions that could help is tried.
    """
    rich = provided(s, seat)
    if possible(rich, seat, tile):
        return True
    if not BUY_ACCESS.legal(rich, seat):
        return False
    todo, seen = [s], set[tuple[object, ...]]()
    while todo:
        now = todo.pop()
        player = now.players[seat]
        key = (player.cash, player.investors, player.price, frozenset(player.tracks), now.now.delivered)
        if key in seen:
            continue
        seen.add(key)
        if possible(now, seat, tile):
            return True
        todo += helped(now, seat)
    return False


def helped(s: Steam, seat: int) -> Iterator[Steam]:
    """After one more free action: a share sold, the best delivery, an access with what its marker gives."""
    for sale in SELL_SHARE.legal(s, seat):
        yield SELL_SHARE.apply(s, sale)
    paid = [DELIVER.apply(s, a) for a in DELIVER.legal(s, seat)]
    if paid:
        yield max(paid, key=lambda after: after.players[seat].cash)
    for access in BUY_ACCESS.legal(s, seat):
        after = BUY_ACCESS.apply(s, access)
        marker = after.frame.left if isinstance(after.frame, Points) else 0
        yield after.replace(stack=s.stack)
        for _ in range(marker):  # A1-14: of its points those for the share price bring money
            if PRICE_ROW not in useful(after, seat):
                break
            after = USE_POINT.apply(after, UsePoint(seat, PRICE_ROW))
            yield after.replace(stack=s.stack)


def has_an_item(s: Steam, a: ChooseAction) -> Fault | None:
    if a.tile not in NEED_AN_ITEM or possible(s, a.seat, a.tile):
        return None
    if s.book.rulings.only_what_is_possible:
        return refuse("You could do nothing with this action now.")
    if a.tile in s.now.withdrawn:
        return refuse("You have taken your hand back from it and could do nothing with it now.")
    if in_reach(s, a.seat, a.tile):
        return None
    cash = provided(s, a.seat).players[a.seat].cash
    return refuse(
        "You could do nothing with this action, not even with {cash} after free actions.", cash=cash
    )


class ChooseMove(Move[Steam, ChooseAction]):
    action = ChooseAction

    def candidates(self, s: Steam, seat: int) -> Iterator[ChooseAction]:
        return (ChooseAction(seat, tile) for tile in TILES)

    def sample(self, s: Steam, seat: int, rng: Random) -> ChooseAction | None:
        """Asks no more tiles than it must: looking whether one could do anything takes time."""
        tiles = list(TILES)
        rng.shuffle(tiles)
        for tile in tiles:
            a = ChooseAction(seat, tile)
            if all(rule.check(s, a) is None for rule in self.rules):
                return a
        return None

    def apply(self, s: Steam, a: ChooseAction) -> Steam:
        """P7-4: the cost of choosing again is paid before anything else."""
        player, name = s.players[a.seat], s.names[a.seat]
        cost = repeat_cost(s, a.seat, a.tile)
        stood = s.standing if cost else ()
        s = s.change(a.seat, hands=player.hands - 1, used=with_item(player.used, a.tile, cost + 1))
        s = s.update_frame(tile=a.tile, stood=stood).say(ActionChosen(name, TILES[a.tile]))
        if cost:
            s = move_influence(s, a.seat, -cost).say(ActionRepeated(name, cost))
        if a.tile == DONATIONS:  # A10-1; A11-1: passing does nothing at all
            s = s.pay(a.seat, -s.numbers.donation).say(DonationsCollected(name, s.numbers.donation))
        return s


CHOOSE = ChooseMove(rule("SETUP-D2", is_a_tile), rule("INF-4", can_repeat), rule("P7-5", has_an_item))


# -- ending ------------------------------------------------------------------------------------


def owes_an_item(s: Steam, seat: int) -> bool:
    """P7-5: chosen, and nothing done yet."""
    turn = s.turn
    if turn is None or turn.tile not in NEED_AN_ITEM or turn.done:
        return False
    return not s.book.rulings.only_what_is_possible or possible(s, seat, turn.tile)


def nothing_is_owed(s: Steam, a: EndTurn) -> Fault | None:
    return refuse("The main action is still to be carried out.") if owes_an_item(s, a.seat) else None


# -- taking a hand back ------------------------------------------------------------------------


def nothing_was_done(s: Steam, a: TakeHandBack) -> Fault | None:
    return None if owes_an_item(s, a.seat) else refuse("There is no hand that could be taken back.")


def nothing_can_be_done(s: Steam, a: TakeHandBack) -> Fault | None:
    if not possible(s, a.seat, s.now.tile):
        return None
    return refuse("The main action can be carried out, so the hand stays where it is.")


class TakeHandBackMove(Move[Steam, TakeHandBack]):
    """P7-6: the hand and what it has cost come back; free actions that were made stay made."""

    action = TakeHandBack

    def candidates(self, s: Steam, seat: int) -> Iterator[TakeHandBack]:
        yield TakeHandBack(seat)

    def apply(self, s: Steam, a: TakeHandBack) -> Steam:
        player, turn = s.players[a.seat], s.now
        there = player.used[turn.tile] - 1
        used = {tile: hands for tile, hands in with_item(player.used, turn.tile, there).items() if hands}
        s = influence_back(s, a.seat, there).change(a.seat, hands=player.hands + 1, used=used)
        s = s.update_frame(tile="", stood=(), withdrawn=(*turn.withdrawn, turn.tile))
        return s.say(HandTakenBack(s.names[a.seat], TILES[turn.tile]))


def influence_back(s: Steam, seat: int, cost: int) -> Steam:
    """The steps of P7-3; to the very place where the marker stood, unless it has moved meanwhile."""
    stood = s.now.stood
    if stood and {who: at for at, who in stood}[seat] == column(s, seat) + cost:
        return s.replace(standing=stood)
    return move_influence(s, seat, cost)


TAKE_BACK = TakeHandBackMove(rule("P7-6", nothing_was_done), rule("P7-6", nothing_can_be_done))


class EndMove(Move[Steam, EndTurn]):
    action = EndTurn

    def candidates(self, s: Steam, seat: int) -> Iterator[EndTurn]:
        yield EndTurn(seat)

    def apply(self, s: Steam, a: EndTurn) -> Steam:
        return s.pop()


END_TURN = EndMove(rule("P7-5", nothing_is_owed))


# -- free actions ------------------------------------------------------------------------------


def leaves_an_item(s: Steam, a: BuyAccess) -> Fault | None:
    """Where a hand is never taken back, an access must not make its action impossible."""
    if not s.book.rulings.only_what_is_possible or not owes_an_item(s, a.seat):
        return None
    if possible(BUY_ACCESS.apply(s, a), a.seat, s.now.tile):
        return None
    return refuse("The chosen main action would become impossible.")


BUY_ACCESS = BuyAccessMove(
    rule("F3-1", has_a_crown),
    rule("F3-1", track.has_no_own_track),
    rule("F3-1", track.touches_the_network),
    rule("F3-5", track.leaves_room_at_cities),
    rule("F3-2", pays_the_access),
    rule("P7-5", leaves_an_item),
)
FREE: tuple[Move[Steam, Action], ...] = (SELL_SHARE, DELIVER, BUY_ACCESS, PLACE_FACTORY, TAKE_OFF_FACTORY)
"""F0-1: open at every decision of the own turn."""


# -- activities --------------------------------------------------------------------------------


class TurnActivity(Activity[Steam]):
    order_rule = "P7-1"
    before = (CHOOSE, *FREE)
    during: Mapping[str, tuple[Move[Steam, Action], ...]] = {
        tile: (*items, *FREE, *((TAKE_BACK,) if tile in NEED_AN_ITEM else ()), END_TURN)
        for tile, items in ITEMS.items()
    }
    assigning = (ASSIGN, *FREE)
    staffing = (STAFF_FACTORY, *FREE)

    def seats(self, s: Steam) -> tuple[int, ...]:
        return (s.top(Turn).seat,)

    def moves(self, s: Steam) -> tuple[Move[Steam, Action], ...]:
        turn = s.top(Turn)
        if not turn.tile:
            return self.before
        if turn.assigned < turn.effort:
            return self.assigning
        if turn.site:
            return self.staffing
        return self.during[turn.tile]

    def advance(self, s: Steam) -> Steam | None:
        """Where there is no choice of workers, none is asked for."""
        turn = s.top(Turn)
        if turn.assigned < turn.effort:
            fields = [field for field in (1, 2, 3) if s.players[turn.seat].training[field - 1]]
            return assign(s, turn.seat, fields[0]) if len(fields) == 1 else None
        if turn.site:
            choices = staffings(s, turn.seat)
            if len(choices) == 1:
                return staff(s, turn.seat, choices[0].area, choices[0].field)
        return None

    def prompt(self, s: Steam) -> Fault:
        turn = s.top(Turn)
        player = s.names[turn.seat]
        if not turn.tile:
            hands = s.players[turn.seat].hands
            return refuse("{player} chooses a main action; hands left: {hands}.", player=player, hands=hands)
        if turn.assigned < turn.effort:
            missing = turn.effort - turn.assigned
            return refuse("{player} assigns workers: effort still {missing}.", player=player, missing=missing)
        if turn.site:
            return refuse("{player} sends a worker to the new factory.", player=player)
        if owes_an_item(s, turn.seat):
            if possible(s, turn.seat, turn.tile):
                return refuse("{player} carries out: {tile}.", player=player, tile=TILES[turn.tile])
            return refuse(
                "{player} makes the main action possible by free actions, or takes the hand back: {tile}.",
                player=player,
                tile=TILES[turn.tile],
            )
        return refuse("{player} goes on or ends the turn: {tile}.", player=player, tile=TILES[turn.tile])


class PointsActivity(Activity[Steam]):
    """A1-14: the points of a business marker, one by one."""

    order_rule = "A1-14"
    asks = msg("{player} spends points of the business marker: {left} left.")
    open_moves = (USE_POINT, *FREE)

    def seats(self, s: Steam) -> tuple[int, ...]:
        return (s.top(Points).seat,)

    def moves(self, s: Steam) -> tuple[Move[Steam, Action], ...]:
        return self.open_moves

    def figures(self, s: Steam) -> Figures:
        return {"player": s.names[s.top(Points).seat], "left": s.top(Points).left}

    def advance(self, s: Steam) -> Steam | None:
        frame = s.top(Points)
        if not frame.left:
            return s.pop()
        if useful(s, frame.seat):
            return None
        return s.pop().say(PointsLost(s.names[frame.seat], frame.left))


class SurplusActivity(Activity[Steam]):
    """GEN-4: the owner picks what goes; in their own turn they may also act freely."""

    order_rule = "GEN-4"
    asks = msg("{player} must give goods back: {surplus} too many.")
    alone = (DISCARD,)
    in_turn = (DISCARD, *FREE)

    def seats(self, s: Steam) -> tuple[int, ...]:
        return (s.top(Surplus).seat,)

    def moves(self, s: Steam) -> tuple[Move[Steam, Action], ...]:
        return self.alone if s.turn is None else self.in_turn

    def figures(self, s: Steam) -> Figures:
        seat = s.top(Surplus).seat
        return {"player": s.names[seat], "surplus": surplus(s.players[seat])}

    def advance(self, s: Steam) -> Steam | None:
        frame = s.top(Surplus)
        player = s.players[frame.seat]
        if not surplus(player):
            return s.pop()
        sorts = may_go(player)
        return discard(s, frame.seat, sorts[0]) if len(sorts) == 1 else None
