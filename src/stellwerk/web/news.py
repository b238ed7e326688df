"""What came by itself or by others since a seat's last action, and touches it: said until it acts again.

Steps that passed because nothing was possible, prices of papers that the seat holds, trains that went, and
whatever else names the player. The sentences are the title's own; all of it stands in the log, too.
"""

from collections.abc import Iterator, Sequence

from markupsafe import Markup
from msgspec import Struct

from stellwerk.engine import Action, EndGame, Event, State
from stellwerk.engine.memo import Memo
from stellwerk.engine.play import states_between
from stellwerk.engine.text import Told, msg
from stellwerk.mech18.events import DirectorChanged, PriceMoved, TrainsScrapped
from stellwerk.mech18.missed import missed
from stellwerk.mech18.prices import sold_out
from stellwerk.mech18.state import SEATS, AnyRailways, Railways
from stellwerk.server.model import Position
from stellwerk.server.snapshot import Snapshot
from stellwerk.text import fault_text
from stellwerk.web.render import Speech

FIRST = 2
"""So many are said at once; the others open."""
SOLD_OUT = msg("All its shares are sold.")
_DIRECT: Memo[Action, int] = Memo("events of the action itself", 1)


class Tiding(Struct, frozen=True):
    """One thing that happened, in a sentence or two."""

    words: Markup
    change: int = 0
    """By how much a price has risen or fallen."""


class News(Struct, frozen=True):
    first: Sequence[Tiding]
    others: Sequence[Tiding]


class Step(Struct, frozen=True):
    """An action with what it led from, what it led to, and what came of it."""

    before: State
    action: Action
    after: State
    events: Sequence[Event]


def news(seen: Snapshot, position: Position, speech: Speech) -> News | None:
    """Return what a seat is told; None where there is nothing to tell, in the past, and at the end."""
    seat = seen.seat
    if seat is None or position.over or position.stop is not None or seen.at != seen.latest:
        return None
    steps = since_own(seen, seat)
    told = [*of_railways(steps, seat, speech), *naming(steps, seat, seen.names[seat], speech)]
    return News(told[:FIRST], told[FIRST:]) if told else None


def since_own(seen: Snapshot, seat: int) -> list[Step]:
    """Return the actions from the seat's last one on."""
    history, actions = seen.live.game.history, seen.live.game.actions
    last = next((at for at in range(len(actions) - 1, -1, -1) if actions[at].seat == seat), 0)
    return [
        Step(history[at].state, actions[at], history[at + 1].state, history[at + 1].events)
        for at in range(last, len(actions))
        if not isinstance(actions[at], EndGame)
    ]


def by_others(step: Step, seat: int) -> Sequence[Event]:
    """Return what a seat did not do itself: all that others did, and what followed its own action."""
    if step.action.seat != seat or not step.events:
        return step.events
    kept = _DIRECT.of(step.after)
    if step.action not in kept:
        kept[step.action] = len(next(states_between(step.before, step.action)).news)
    return step.events[kept[step.action] :]


def of_railways(steps: Sequence[Step], seat: int, speech: Speech) -> Iterator[Tiding]:
    """Return what happened to the companies and papers of a seat."""
    yield from prices(steps, seat, speech)
    for step in steps:
        if isinstance(step.before, Railways) and isinstance(step.after, Railways):
            for found in missed(step.before, step.action, step.after):
                if found.seat == seat:
                    what = speech.rich(found.what.message, found.what.figures)
                    yield Tiding(what + " " + fault_text(found.why, speech.lang))


def prices(steps: Sequence[Step], seat: int, speech: Speech) -> Iterator[Tiding]:
    """Return how prices of the seat's papers and companies have moved, and why."""
    moved: dict[str, tuple[int, int]] = {}
    causes: dict[str, list[Markup]] = {}
    for step in steps:
        state = step.after
        if not isinstance(state, Railways) or not any(isinstance(event, PriceMoved) for event in step.events):
            continue
        own = len(step.events) - len(by_others(step, seat))
        for number, event in enumerate(step.events[own:], own):
            if isinstance(event, PriceMoved) and concerns(state, seat, event.company):
                moved[event.company] = moved.get(event.company, (event.old, 0))[0], event.new
                cause, said = (
                    cause_of(state, event.company, step.events[:number]),
                    causes.setdefault(event.company, []),
                )
                if cause is not None and (words := speech.rich(*cause)) not in said:
                    said.append(words)
    for company, (old, new) in moved.items():
        if old != new:
            told = PriceMoved(company, old, new)
            words = speech.rich(told.says, told.figures)
            yield Tiding(Markup(" ").join([words, *causes[company][-2:]]), new - old)


def concerns(s: AnyRailways, seat: int, company: str) -> bool:
    owner = SEATS[seat]
    return bool(s.shares(owner, company)) or s.director(company) == owner


def cause_of(s: AnyRailways, company: str, before: Sequence[Event]) -> Told | None:
    """Return what was told of a company last before its price moved; None where nothing was."""
    for event in reversed(before):
        if event.figures.get("company") == company and not isinstance(event, PriceMoved | DirectorChanged):
            return event.says, event.figures
    return (SOLD_OUT, {}) if sold_out(s, company) else None


def naming(steps: Sequence[Step], seat: int, name: str, speech: Speech) -> Iterator[Tiding]:
    """Return what happened to a player without an action of the player's own, and which trains have gone."""
    for step in steps:
        if any(touches(event, name) for event in step.events):
            for event in by_others(step, seat):
                if touches(event, name):
                    yield Tiding(speech.rich(event.says, event.figures))


def touches(event: Event, name: str) -> bool:
    figures = event.figures
    return isinstance(event, TrainsScrapped) or name in (figures.get("player"), figures.get("owner"))
