"""One line after a person's turn: what it brought, who is next, and when it is one's turn again.

Its figures are those that the seat sees before the turn and when it is done. It stays until the next turn.
"""

from collections.abc import Sequence
from itertools import groupby, pairwise, takewhile

from markupsafe import Markup
from msgspec import Struct

from stellwerk.engine import CHANCE, Event, Pass, State, title, view
from stellwerk.engine.memo import Memo
from stellwerk.engine.play import states_between
from stellwerk.engine.reasons import reasons
from stellwerk.engine.text import Message, message, msg
from stellwerk.mech18.shown import RailwayView
from stellwerk.mech18.state import SEATS, AnyRailways, Railways
from stellwerk.server.games import seat_names
from stellwerk.server.model import Position
from stellwerk.server.snapshot import Snapshot
from stellwerk.web.bot_moves import told
from stellwerk.web.render import Speech

HEADLINES = {
    "dividend_paid": msg("{company} paid ¤{revenue}"),
    "revenue_halved": msg("{company} paid half of ¤{revenue}"),
    "revenue_kept": msg("{company} kept ¤{revenue}"),
}
"""What a company's turn is told by, by the kind of event."""


PURSE = msg("purse {old} → {new}")
"""What the line tells by itself."""


class Change(Struct, frozen=True):
    """By how much the turn has changed a sum of one's own."""

    words: str
    """To be translated."""
    money: int


class Coming(Struct, frozen=True):
    """Who acts, and for which company, where that is known."""

    name: str
    company: str = ""
    mine: bool = False


class EndLine(Struct, frozen=True, kw_only=True):
    """The turn that has just ended."""

    words: Markup
    changes: Sequence[Change]
    """Of one's own money."""
    facts: Sequence[Markup]
    coming: Sequence[Coming]
    """Who is next, up to one's own turn."""
    later: bool
    """Whether one's own turn comes only after this round."""
    back: bool
    """Whether the last move can be taken back: nobody has acted since."""


class Turn(Struct, frozen=True):
    """The last turn of a seat: its actions from `first` to before `end`, and the company it was taken for."""

    first: int
    end: int
    company: str


class Brought(Struct, frozen=True):
    """What a turn has changed, for who took it."""

    changes: Sequence[Change]
    facts: Sequence[Message]


_KEPT: Memo[tuple[Turn, int], Brought] = Memo("end line", 4)


def end_line(seen: Snapshot, position: Position, speech: Speech) -> EndLine | None:
    """Return what is said to a seat that has ended its turn; None while it is to act, and in the past."""
    seat = seen.seat
    waits = seat is not None and not position.over and position.stop is None and seen.at == seen.latest
    if seat is None or not waits or seat in position.to_act or seen.info.seats[seat].stand_in:
        return None
    turn = last_turn(seen, seat)
    if turn is None:
        return None
    history, actions = seen.live.game.history, seen.live.game.actions
    brought = brought_by(seen, turn, seat)
    since = [seen.names[action.seat] for action in actions[turn.end :] if action.seat >= 0]
    line = coming(position, seat, since)
    events = [event for point in history[turn.first + 1 : turn.end + 1] for event in point.events]
    return EndLine(
        words=headline(seen, turn, events, speech),
        changes=brought.changes,
        facts=[speech.rich_said(fact) for fact in brought.facts],
        coming=line,
        later=bool(line) and bool(line[-1].company) and not line[-1].mine,
        back=seen.undo.free and all(action.seat == CHANCE for action in actions[turn.end :]),
    )


def brought_by(seen: Snapshot, turn: Turn, seat: int) -> Brought:
    """Return what a turn has changed. Pages ask for it until the next turn, so it is kept."""
    history, last = seen.live.game.history, turn.end - 1
    before, after = history[turn.first].state, history[turn.end].state
    kept = _KEPT.of(after)
    if (turn, seat) not in kept:
        start = history[last].state
        if isinstance(before, Railways) and isinstance(start, Railways):
            # When the last action was done: what came by itself before the next decision is not the turn's.
            done = next(states_between(start, seen.live.game.actions[last]))
            kept[turn, seat] = of_railways(before, done, seat, turn.company)
        else:
            kept[turn, seat] = Brought(own_cash(before, after, seat), of_action(seen, turn))
    return kept[turn, seat]


def last_turn(seen: Snapshot, seat: int) -> Turn | None:
    """Return the last turn of a seat; None where it has had none, or where a bot took it."""
    history, actions = seen.live.game.history, seen.live.game.actions
    last = next((at for at in range(len(actions) - 1, -1, -1) if actions[at].seat == seat), None)
    if last is None:
        return None
    entry = next(entry for entry in reversed(seen.live.entries) if entry.at == last + 1)
    if entry.bot is not None:
        return None
    company = company_at(history[last].state)
    first = last
    for at in range(last - 1, -1, -1):
        if actions[at].seat not in (seat, CHANCE) or company_at(history[at].state) != company:
            break
        if actions[at].seat == seat:
            first = at
    return Turn(first, last + 1, company)


def company_at(state: State) -> str:
    """Return the company whose turn it is; empty outside of such turns."""
    advice = title(state.setup.game).advice
    return "" if advice is None else advice.acting(state)


def headline(seen: Snapshot, turn: Turn, events: Sequence[Event], speech: Speech) -> Markup:
    """Return what the turn is told by: what the company paid, or the last thing that was done."""
    for event in events:
        says = HEADLINES.get(str(event.__struct_config__.tag))
        if says is not None and event.figures.get("company") == turn.company:
            return speech.rich(says, event.figures)
    at = meant(seen, turn)
    return told(seen.live.game.history[at].state, seen.live.game.actions[at], speech)


def meant(seen: Snapshot, turn: Turn) -> int:
    """Return the last action of a turn that was no pass, if there was one."""
    actions = seen.live.game.actions
    own = [at for at in range(turn.first, turn.end) if actions[at].seat == seen.seat]
    return ([at for at in own if not isinstance(actions[at], Pass)] or own)[-1]


def of_railways(before: AnyRailways, done: AnyRailways, seat: int, company: str) -> Brought:
    """Return how cash and worth of a seat, and price and treasury of its company have changed."""
    owner, name, worth = SEATS[seat], before.names[seat], title(before.setup.game).result
    cash = done.cash[owner] - before.cash[owner]
    gained = worth(done)[name] - worth(before)[name]
    changes = [Change(msg("you"), cash)] if cash else []
    if gained not in (0, cash):
        changes.append(Change(msg("worth"), gained))
    facts = []
    if company in before.prices and company in done.prices and before.price(company) != done.price(company):
        facts.append(message(msg("price {old} → {new}"), old=before.price(company), new=done.price(company)))
    old, new = before.cash.get(company, 0), done.cash.get(company, 0)
    if company and old != new:
        facts.append(message(msg("treasury {old} → {new}"), old=old, new=new))
    return Brought(changes, facts)


def own_cash(before: State, after: State, seat: int) -> list[Change]:
    """Return how the cash of a seat has changed, in any game; nothing when a round has ended meanwhile."""
    old, new = view(before, seat), view(after, seat)
    name = seat_names(before)[seat]
    had, has = (shown.players[name].cash if name in shown.players else None for shown in (old, new))
    known = old.round == new.round and had is not None and has is not None and had != has
    return [Change(msg("you"), (has or 0) - (had or 0))] if known else []


def of_action(seen: Snapshot, turn: Turn) -> list[Message]:
    """Return what the action brought that the turn is told by, but for the purse."""
    history, actions, at = seen.live.game.history, seen.live.game.actions, meant(seen, turn)
    found = reasons(history[at].state, actions[at], history[at + 1].state)
    return [fact for fact in found if fact.says != PURSE]


def coming(position: Position, seat: int, since: Sequence[str]) -> list[Coming]:
    """Return who acts next, up to one's own turn where the order tells; else as far as it does.

    `since`: who has acted since one's own turn.
    """
    shown, names = position.view, position.names
    acting = [names[other] for other in position.to_act if 0 <= other < len(names)]
    me = names[seat]
    if len(acting) != 1:
        return [Coming(name) for name in acting]
    if isinstance(shown, RailwayView) and shown.acting:
        line = [Coming(acting[0], shown.acting), *companies_to_act(shown, me)]
    else:
        order = list(getattr(shown, "order", shown.players))
        line = [Coming(name, mine=name == me) for name in in_turn(order, me, since, acting[0])]
    ahead = [*takewhile(lambda other: not other.mine, line)]
    return line[: len(ahead) + 1]


def companies_to_act(shown: RailwayView, me: str) -> list[Coming]:
    """Return the companies that will still act in this round, in their order now, and who directs them."""
    table = shown.table
    waiting = [
        company
        for company in table.order
        if company not in (*table.acted, shown.acting)
        and shown.companies[company].open
        and table.companies[company].state is None
    ]
    directors = [shown.companies[company].director for company in waiting]
    return [
        Coming(director or "", company, director == me)
        for company, director in zip(waiting, directors, strict=True)
    ]


def in_turn(order: Sequence[str], me: str, since: Sequence[str], acting: str) -> list[str]:
    """Return the players from the acting one on, in the order in which they act, up to oneself.

    The order tells only where it was kept since one's own turn (`since`: who has acted after it): there are
    rounds that go backwards, and players who are passed over. Elsewhere there is the acting one alone.
    """
    line = [name for name, _ in groupby([me, *since, acting])]
    places = [order.index(name) if name in order else -1 for name in line]
    if any(then != (now + 1) % len(order) for now, then in pairwise(places)):
        return [acting]
    return [order[(places[-1] + step) % len(order)] for step in range(len(order) - len(line) + 2)]
