"""A lesson: some steps on positions of one real game, each with its choices, its goal and its texts.

Lessons are TOML in `data/lessons`, a file each, named by the lesson's id; texts are there in all languages.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from stellwerk.board import HexId
from stellwerk.engine import Action, decode, legal, to_act
from stellwerk.learn.goals import AnyGoal
from stellwerk.learn.positions import position
from stellwerk.mech18.state import AnyRailways

LESSONS = Path(__file__).parent / "data" / "lessons"
Number = int
"""Of a step, from 0."""


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """A text in every language."""

    en: str
    de: str
    pl: str

    def told(self, lang: str) -> str:
        """Return it in a language."""
        return {"de": self.de, "pl": self.pl}.get(lang, self.en)


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One decision of a position: what may be tried, what is wanted, and what the teacher says."""

    at: int
    """So many actions of the game have been made."""
    goal: AnyGoal
    task: Words
    """In one sentence, with its figure."""
    teaches: Words
    """What the teacher says before anything is tried."""
    shown: str
    """The move that the teacher would make, as JSON."""
    reason: Words
    """Why, in money."""
    options: tuple[str, ...] = ()
    """The choices as JSON, those that a rule refuses among them; without any, all that the rules offer."""
    wrong: tuple[str, ...] = ()
    """Choices beside those that the rules offer, which a rule refuses."""
    company: str = ""
    """The company that the step is about; its places are shown on the map."""
    hexes: tuple[HexId, ...] = ()
    """Where to look, beyond the places of the choices."""
    place: HexId = HexId("")
    """The hex that the teacher marks on demand."""
    market: bool = False
    """Whether prices are shown instead of the map."""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """Steps on one game, in the order of its actions."""

    order: int
    game: str
    """The name of a shipped game (`data/positions`)."""
    minutes: int
    title: Words
    about: Words
    """In a sentence, for the list of lessons."""
    steps: tuple[Step, ...]
    refusals: Mapping[str, Words] = {}
    """What a refusal teaches, by the id of its rule."""
    id: str = ""

    def start(self, step: Number) -> AnyRailways:
        """Return the position in which a step is decided."""
        return position(self.game, self.steps[step].at)

    def seat(self, step: Number) -> int:
        """Return whose decision it is."""
        return to_act(self.start(step))[0]

    def choices(self, step: Number) -> Sequence[Action]:
        """Return what may be tried in a step."""
        start, wanted = self.start(step), self.steps[step]
        if wanted.options:
            return [decode(start.setup.game, text) for text in wanted.options]
        wrong = [decode(start.setup.game, text) for text in wanted.wrong]
        return [*legal(start, self.seat(step)), *wrong]

    def model(self, step: Number) -> Action:
        """Return the move that the teacher would make."""
        return decode(self.start(step).setup.game, self.steps[step].shown)


@cache
def lessons() -> Mapping[str, Lesson]:
    """Return all lessons by their ids, in the order in which they build on one another."""
    found = [
        msgspec.structs.replace(msgspec.toml.decode(path.read_bytes(), type=Lesson), id=path.stem)
        for path in LESSONS.glob("*.toml")
    ]
    return {lesson.id: lesson for lesson in sorted(found, key=lambda lesson: lesson.order)}
