"""A2: hire workers and engineers."""

from collections.abc import Iterator

from stellwerk.engine.action import Action
from stellwerk.engine.rule import Fault, refuse, rule
from stellwerk.engine.state import with_item
from stellwerk.engine.step import Move
from stellwerk.games.gimperial_steam.data.components import BRIDGE, HUBS, TUNNEL
from stellwerk.games.gimperial_steam.rules.events import EngineerHired, WorkerHired
from stellwerk.games.gimperial_steam.rules.influence import accessible, column
from stellwerk.games.gimperial_steam.rules.state import Steam, shifted


class HireWorker(Action, frozen=True):
    """Hire a worker from a wage column, "white-1" for instance."""

    column: str


class HireEngineer(Action, frozen=True):
    """Hire a bridge or tunnel engineer from a hub."""

    kind: str
    hub: str


def hub_of(column: str) -> str:
    return column.partition("-")[0]


def wage(s: Steam, column: str) -> int:
    return s.numbers.wages[s.wages[column]]


def out_of_reach(s: Steam, seat: int, hub: str) -> Fault:
    """INF-6, in the figures of the track."""
    step = s.numbers.step
    return refuse(
        "The {hub} hub stands at {needed}; your influence is {owned}.",
        hub=hub,
        needed=s.hubs[hub] * step,
        owned=column(s, seat) * step,
    )


def is_the_column(s: Steam, a: HireWorker) -> Fault | None:
    """A2-1: all workers of one action come from one column."""
    if a.column not in s.wages:
        return refuse("There is no wage column {column}.", column=a.column)
    chosen = s.turn.column if s.turn else ""
    if chosen and chosen != a.column:
        return refuse("This action hires from column {column}.", column=chosen)
    return None


def hub_is_accessible(s: Steam, a: HireWorker) -> Fault | None:
    """A2-6: asked when the column is chosen; a delivery later on does not stop it."""
    if s.turn and s.turn.column:
        return None
    hub = hub_of(a.column)
    if accessible(s, a.seat, hub):
        return None
    return out_of_reach(s, a.seat, hub)


def has_the_wage(s: Steam, a: HireWorker) -> Fault | None:
    price, cash = wage(s, a.column), s.players[a.seat].cash
    if cash >= price:
        return None
    return refuse("The wage is {wage}; you have {cash}.", wage=price, cash=cash)


def has_a_figure(s: Steam, a: HireWorker) -> Fault | None:
    """A2-3: no more figures than there are, wherever the others stand."""
    if s.players[a.seat].reserve:
        return None
    return refuse(
        "{workers:Your only worker is|All your # workers are} hired.", workers=s.book.parts.box.workers
    )


class HireWorkerMove(Move[Steam, HireWorker]):
    action = HireWorker

    def candidates(self, s: Steam, seat: int) -> Iterator[HireWorker]:
        chosen = s.turn.column if s.turn else ""
        return (HireWorker(seat, column) for column in ((chosen,) if chosen else s.book.columns))

    def apply(self, s: Steam, a: HireWorker) -> Steam:
        """A2-2: pay, the wage rises by one field up to 50, the worker goes to training field 1."""
        player, price, turn = s.players[a.seat], wage(s, a.column), s.now
        top = len(s.numbers.wages) - 1
        s = s.pay(a.seat, price).replace(wages=with_item(s.wages, a.column, min(s.wages[a.column] + 1, top)))
        s = s.change(a.seat, reserve=player.reserve - 1, training=shifted(player.training, 0, 1))
        s = s.update_turn(column=a.column, done=turn.done + 1)
        return s.say(WorkerHired(s.names[a.seat], hub_of(a.column), price))


HIRE_WORKER = HireWorkerMove(
    rule("A2-1", is_the_column),
    rule("A2-1", hub_is_accessible),
    rule("A2-3", has_a_figure),
    rule("A2-2", has_the_wage),
)


def is_for_hire(s: Steam, a: HireEngineer) -> Fault | None:
    if a.hub in s.engineers and a.kind in s.engineers[a.hub]:
        return None
    return refuse("The {hub} hub has no {kind} engineer.", hub=a.hub, kind=a.kind)


def is_the_first(s: Steam, a: HireEngineer) -> Fault | None:
    if a.kind in s.players[a.seat].engineers:
        return refuse("You have a {kind} engineer already.", kind=a.kind)
    return None


def engineers_hub_is_accessible(s: Steam, a: HireEngineer) -> Fault | None:
    """A2-6: asked for each engineer; A2-7: any accessible hub, whatever the workers' column."""
    if accessible(s, a.seat, a.hub):
        return None
    return out_of_reach(s, a.seat, a.hub)


def has_the_engineers_price(s: Steam, a: HireEngineer) -> Fault | None:
    price, cash = s.numbers.engineer, s.players[a.seat].cash
    if cash >= price:
        return None
    return refuse("An engineer costs {price}; you have {cash}.", price=price, cash=cash)


class HireEngineerMove(Move[Steam, HireEngineer]):
    action = HireEngineer

    def candidates(self, s: Steam, seat: int) -> Iterator[HireEngineer]:
        return (HireEngineer(seat, kind, hub) for hub in HUBS for kind in (BRIDGE, TUNNEL))

    def apply(self, s: Steam, a: HireEngineer) -> Steam:
        left = list(s.engineers[a.hub])
        left.remove(a.kind)
        turn = s.now
        s = s.pay(a.seat, s.numbers.engineer).replace(engineers=with_item(s.engineers, a.hub, tuple(left)))
        s = s.change(a.seat, engineers=(*s.players[a.seat].engineers, a.kind))
        s = s.update_turn(hired=(*turn.hired, a.kind), done=turn.done + 1)
        return s.say(EngineerHired(s.names[a.seat], a.kind, a.hub, s.numbers.engineer))


HIRE_ENGINEER = HireEngineerMove(
    rule("A2-4", is_for_hire),
    rule("A2-5", is_the_first),
    rule("A2-7", engineers_hub_is_accessible),
    rule("A2-4", has_the_engineers_price),
)
