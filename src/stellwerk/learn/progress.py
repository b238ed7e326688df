"""How far somebody has come in a lesson, and what trying, being shown and going on make of it.

Progress is a value: the step, what was tried in it and what came of that. The position is never kept; it is
the step's own, with the choice that solved it where one has.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct, structs

from stellwerk.engine import Action, Refusal, play
from stellwerk.engine.text import Figures
from stellwerk.learn.lesson import Lesson
from stellwerk.mech18.state import AnyRailways

PATIENCE = 3
"""After so many refusals the teacher offers to mark the place."""
SOLVED, SEEN = "solved", "seen"


class NotOpen(LookupError):
    """The choice is none of the step's, or the step is done already."""


class Tried(Struct, frozen=True, omit_defaults=True):
    """A choice, and what came of it."""

    action: str
    """As JSON."""
    rule: str = ""
    """Of the refusal; empty where the rules allow it."""
    message: str = ""
    figures: Figures = {}
    figure: int | None = None
    """What the goal's figure was afterwards."""


class Progress(Struct, frozen=True, omit_defaults=True):
    """Where somebody is in a lesson."""

    step: int = 0
    tried: tuple[Tried, ...] = ()
    """In this step."""
    how: tuple[str, ...] = ()
    """How each step was done that is done: solved, or seen."""
    done: str = ""
    """How the whole lesson was done when it was done best."""
    marked: bool = False
    """Whether the teacher has marked the place of this step."""

    @property
    def ready(self) -> bool:
        """Whether the step is done and the next one may begin."""
        return len(self.how) > self.step

    @property
    def refusals(self) -> int:
        """So many choices of this step were refused."""
        return sum(1 for tried in self.tried if tried.rule)

    @property
    def last(self) -> Tried | None:
        """What was tried last."""
        return self.tried[-1] if self.tried else None


def encoded(action: Action) -> str:
    """Return an action as JSON, as choices are compared."""
    return msgspec.json.encode(action).decode()


def attempt(lesson: Lesson, progress: Progress, wanted: str) -> Progress:
    """Try a choice: the rules judge it, then the goal. Nothing of the position changes unless it solves.

    Raise NotOpen for what is no choice of this step.
    """
    if progress.ready:
        raise NotOpen(wanted)
    action = next((one for one in lesson.choices(progress.step) if encoded(one) == wanted), None)
    if action is None:
        raise NotOpen(wanted)
    start, goal = lesson.start(progress.step), lesson.steps[progress.step].goal
    try:
        after = play(start, action).state
    except Refusal as refusal:
        return _with(progress, Tried(wanted, refusal.rule, refusal.message, dict(refusal.figures)))
    progress = _with(progress, Tried(wanted, figure=goal.figure(after)))
    return _finished(lesson, progress, SOLVED) if goal.met(after) else progress


def show(lesson: Lesson, progress: Progress) -> Progress:
    """Let the teacher play the move: the step counts as seen."""
    if progress.ready:
        raise NotOpen(lesson.steps[progress.step].shown)
    action = lesson.model(progress.step)
    after = play(lesson.start(progress.step), action).state
    tried = Tried(encoded(action), figure=lesson.steps[progress.step].goal.figure(after))
    return _finished(lesson, _with(progress, tried), SEEN)


def mark(progress: Progress) -> Progress:
    """Let the teacher mark the place."""
    return structs.replace(progress, marked=True)


def go_on(lesson: Lesson, progress: Progress) -> Progress:
    """Begin the next step of those there are; raise NotOpen while this one is not done or is the last."""
    if not progress.ready or progress.step + 1 >= len(lesson.steps):
        raise NotOpen("next")
    return Progress(step=progress.step + 1, how=progress.how, done=progress.done)


def again(progress: Progress) -> Progress:
    """Begin the lesson again; that it was done before is not forgotten."""
    return Progress(done=progress.done)


def now(lesson: Lesson, progress: Progress) -> AnyRailways:
    """Return the position that is looked at: the step's, and after it is done the one that came of it."""
    start = lesson.start(progress.step)
    if not progress.ready or progress.last is None:
        return start
    chosen = progress.last.action
    action = next(
        (one for one in lesson.choices(progress.step) if encoded(one) == chosen), lesson.model(progress.step)
    )
    return play(start, action).state


def fitting(lesson: Lesson, progress: Progress) -> Progress:
    """Return progress that fits the lesson: one that has lost steps since begins again."""
    there = 0 <= progress.step < len(lesson.steps) and progress.step <= len(progress.how) <= progress.step + 1
    return progress if there else again(progress)


def _with(progress: Progress, tried: Tried) -> Progress:
    """Each choice is kept once, with what came of it; the last one stands last."""
    others: Sequence[Tried] = [one for one in progress.tried if one.action != tried.action]
    return structs.replace(progress, tried=(*others, tried))


def _finished(lesson: Lesson, progress: Progress, how: str) -> Progress:
    progress = structs.replace(progress, how=(*progress.how, how))
    if len(progress.how) < len(lesson.steps):
        return progress
    whole = SEEN if SEEN in progress.how else SOLVED
    return structs.replace(progress, done=SOLVED if SOLVED in (whole, progress.done) else whole)
