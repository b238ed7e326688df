"""Steps of a turn that passed by themselves: what a company could not do, and why."""

from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from stellwerk.engine.action import Action
from stellwerk.engine.memo import Memo
from stellwerk.engine.play import states_between, title_of
from stellwerk.engine.rule import Fault
from stellwerk.mech18.operating import OperatingTurn, TurnActivity
from stellwerk.mech18.state import AnyRailways

_KEPT: Memo[Action, tuple["Missed", ...]] = Memo("missed", 1)


class Missed(Struct, frozen=True):
    """What a company could not do because nothing was possible in a step."""

    company: str
    seat: int
    """Of who would have decided."""
    what: Fault
    why: Fault


def missed(before: AnyRailways, action: Action, after: AnyRailways) -> tuple[Missed, ...]:
    """Return the steps that passed by themselves when an action led from one decision to another."""
    if not _may_have_passed(before, after):
        return ()
    kept = _KEPT.of(after)
    if action not in kept:
        kept[action] = tuple(_passed(before, action))
    return kept[action]


def _passed(before: AnyRailways, action: Action) -> Iterator[Missed]:
    for now, then in pairwise(states_between(before, action)):
        turn = now.frame if now.stack else None
        activity = title_of(now).activities.get(type(turn)) if isinstance(turn, OperatingTurn) else None
        if not isinstance(turn, OperatingTurn) or not isinstance(activity, TurnActivity):
            continue
        if then.stack and isinstance(then.frame, OperatingTurn) and then.frame.step == turn.step:
            continue
        found = activity.missed(now)
        if found is not None:
            yield Missed(turn.company, now.decider(turn.company), *found)


def _may_have_passed(before: AnyRailways, after: AnyRailways) -> bool:
    """Return whether a step lies between that might tell something: so that most moves cost nothing."""
    old, new = before.nearest(OperatingTurn), after.nearest(OperatingTurn)
    if new is None:
        return old is not None and _tells(before, old, old.step + 1, None)
    if old is None or old.company != new.company:
        ended = old is not None and _tells(before, old, old.step + 1, None)
        return ended or _tells(after, new, 0, new.step)
    return _tells(after, new, old.step + 1, new.step)


def _tells(s: AnyRailways, turn: OperatingTurn, first: int, end: int | None) -> bool:
    activity = title_of(s).activities.get(type(turn))
    return isinstance(activity, TurnActivity) and activity.may_tell(first, end)
