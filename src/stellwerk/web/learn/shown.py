"""What the pages of lessons show, worked out of a lesson and somebody's progress in it."""

from collections.abc import Sequence

from markupsafe import Markup
from msgspec import Struct

from stellwerk.board import HexId
from stellwerk.board.gestures import ChoosesHex, ChoosesStop, LaysTile
from stellwerk.draw.drawing import drawing
from stellwerk.draw.page import Marks, part_svg, tile_svg
from stellwerk.engine import Action, view
from stellwerk.engine.text import Figures, msg
from stellwerk.learn.lesson import Lesson, lessons
from stellwerk.learn.progress import PATIENCE, SEEN, Progress, Tried, encoded, now
from stellwerk.mech18.markers import waiting
from stellwerk.mech18.state import SEATS, AnyRailways
from stellwerk.web.map.map_view import colours
from stellwerk.web.render import Speech


class Option(Struct, frozen=True, kw_only=True):
    """A choice of a step, and what came of it when it was tried."""

    action: str
    words: str
    picture: Markup
    key: str
    """The digit that presses it."""
    verdict: str
    refused: bool
    chosen: bool
    """Whether the step ended with it."""


class Refused(Struct, frozen=True):
    """Why the last choice was refused, and what that teaches."""

    message: str
    figures: Figures
    rule: str
    teaches: str


class Player(Struct, frozen=True):
    name: str
    you: bool
    cash: int
    shares: int


class Facts(Struct, frozen=True, kw_only=True):
    """The company of a step, and who owns it."""

    company: str
    price: int | None
    treasury: int
    trains: Sequence[str]
    players: Sequence[Player]


class Rung(Struct, frozen=True, kw_only=True):
    """A lesson in the list of lessons."""

    id: str
    number: int
    title: str
    about: str
    minutes: int
    steps: int
    step: int
    """The one that somebody is in, from 1; 0 where nothing was begun."""
    done: str


class ShownLesson(Struct, frozen=True, kw_only=True):
    """A lesson as its page shows it."""

    id: str
    number: int
    title: str
    game: str
    step: int
    """From 1."""
    how: Sequence[str]
    """Of every step: how it was done, "now", or nothing."""
    task: str
    today: str
    """The goal's figure before anything is done."""
    teaches: str
    you: str
    round: str
    options: Sequence[Option]
    refused: Refused | None
    missed: str
    """What the last choice would have brought, where it was legal but not enough."""
    ready: bool
    seen: bool
    """Whether the teacher played the move."""
    reason: str
    figure: str
    """The goal's figure after the step."""
    last: bool
    finished: bool
    next_lesson: str
    offers_place: bool
    place: str
    market: bool
    picture: Markup
    facts: Facts | None


def ladder(progress: dict[str, Progress], lang: str) -> list[Rung]:
    """Return all lessons with somebody's progress."""
    found = []
    for number, lesson in enumerate(lessons().values(), start=1):
        mine = progress.get(lesson.id)
        found.append(
            Rung(
                id=lesson.id,
                number=number,
                title=lesson.title.told(lang),
                about=lesson.about.told(lang),
                minutes=lesson.minutes,
                steps=len(lesson.steps),
                step=mine.step + 1 if mine is not None and (mine.tried or mine.how) else 0,
                done=mine.done if mine is not None else "",
            )
        )
    return found


def shown_lesson(lesson: Lesson, progress: Progress, speech: Speech) -> ShownLesson:
    """Return what the page of a lesson shows."""
    lang, step = speech.lang, lesson.steps[progress.step]
    start, state = lesson.start(progress.step), now(lesson, progress)
    ids = list(lessons())
    after = ids.index(lesson.id) + 1
    last = progress.step + 1 == len(lesson.steps)
    tried = progress.last
    marks = [*progress.how, *([] if progress.ready else ["now"])]
    marks += [""] * (len(lesson.steps) - len(marks))
    missed = tried is not None and not tried.rule and not progress.ready
    return ShownLesson(
        id=lesson.id,
        number=after,
        title=lesson.title.told(lang),
        game=start.setup.game,
        step=progress.step + 1,
        how=marks,
        task=step.task.told(lang),
        today=figure_words(lesson, progress.step, step.goal.figure(start), speech),
        teaches=step.teaches.told(lang),
        you=start.names[lesson.seat(progress.step)],
        round=speech("{round}", round=str(view(start, None).round)),
        options=options(lesson, progress, speech),
        refused=refused(lesson, tried, lang),
        missed=figure_words(lesson, progress.step, tried.figure, speech) if missed and tried else "",
        ready=progress.ready,
        seen=progress.ready and progress.how[progress.step] == SEEN,
        reason=step.reason.told(lang),
        figure=figure_words(lesson, progress.step, tried.figure, speech) if tried else "",
        last=last,
        finished=last and progress.ready,
        next_lesson=ids[after] if after < len(ids) else "",
        offers_place=progress.refusals >= PATIENCE and not progress.ready and bool(step.place),
        place=place_name(start, step.place) if progress.marked and not progress.ready else "",
        market=step.market,
        picture=Markup("") if step.market else picture(lesson, progress, state, speech),
        facts=facts(state, step.company, lesson.seat(progress.step)) if step.company else None,
    )


def figure_words(lesson: Lesson, step: int, figure: int | None, speech: Speech) -> str:
    """Return the figure of a step's goal as it is written."""
    if figure is None:
        return "–"
    return speech.money(figure) if lesson.steps[step].goal.is_money else speech.number(figure)


def options(lesson: Lesson, progress: Progress, speech: Speech) -> list[Option]:
    """Return the choices of the step, with what came of those that were tried."""
    start = lesson.start(progress.step)
    tried = {one.action: one for one in progress.tried}
    ended = progress.last.action if progress.ready and progress.last else ""
    found = []
    for number, action in enumerate(lesson.choices(progress.step), start=1):
        known = tried.get(encoded(action))
        found.append(
            Option(
                action=encoded(action),
                words=speech.does(start, action),
                picture=tile_picture(start, action),
                key=str(number) if number < 10 else "",
                verdict=verdict(lesson, progress.step, known, speech),
                refused=known is not None and bool(known.rule),
                chosen=encoded(action) == ended,
            )
        )
    return found


def verdict(lesson: Lesson, step: int, tried: Tried | None, speech: Speech) -> str:
    """Return what stands below a choice: what came of it, or that nobody knows yet."""
    if tried is None:
        return "?"
    if tried.rule:
        return speech(msg("refused"))
    return figure_words(lesson, step, tried.figure, speech)


def refused(lesson: Lesson, tried: Tried | None, lang: str) -> Refused | None:
    """Return the refusal of the last choice, with what it teaches: by its rule."""
    if tried is None or not tried.rule:
        return None
    words = lesson.refusals.get(tried.rule)
    return Refused(tried.message, tried.figures, tried.rule, words.told(lang) if words else "")


def tile_picture(state: AnyRailways, action: Action) -> Markup:
    """Return the tile that a choice would lay, if it lays one."""
    if not isinstance(action.on_map, LaysTile):
        return Markup("")
    lay = action.on_map.of(action)
    return Markup(tile_svg(state.book.atlas.tiles[lay.tile], lay.rotation))


def place_of(state: AnyRailways, action: Action) -> HexId | None:
    """Return the hex that a choice is about, if it is about one."""
    match action.on_map:
        case LaysTile() as lays:
            return lays.of(action).hex
        case ChoosesStop() as stops:
            return state.book.atlas.where[stops.of(action)][0]
        case ChoosesHex() as hexes:
            return hexes.of(action)
    return None


def place_name(state: AnyRailways, key: HexId) -> str:
    """ "E2 Whyalla" """
    if not key:
        return ""
    name = drawing(state.book.atlas, colours(state)).name(key)
    return f"{key} {name}" if name and name != key else str(key)


def picture(lesson: Lesson, progress: Progress, state: AnyRailways, speech: Speech) -> Markup:
    """Return the part of the map that the step is about."""
    step, start = lesson.steps[progress.step], lesson.start(progress.step)
    atlas = state.book.atlas
    chosen = {place_of(start, action) for action in lesson.choices(progress.step)} - {None}
    asked = [key for key in atlas.hexes if key in chosen]
    marked = [step.place] if progress.marked and step.place else []
    around = [*step.hexes, *asked]
    return Markup(
        part_svg(
            drawing(atlas, colours(state)),
            state.board,
            Marks(open=marked, considered=[] if progress.ready else asked),
            phase=str(state.colour),
            waiting=waiting(state),
            title=speech(msg("Map of {game}"), game=start.setup.game),
            around=around,
        )
    )


def facts(state: AnyRailways, company: str, seat: int) -> Facts:
    """Return how a company stands, and who owns how much of it."""
    return Facts(
        company=company,
        price=state.price(company) if company in state.prices else None,
        treasury=state.cash[company],
        trains=[state.versions.get(train) or state.train_type(train) for train in state.trains_of(company)],
        players=[
            Player(name, number == seat, state.cash[SEATS[number]], state.shares(SEATS[number], company))
            for number, name in enumerate(state.names)
        ],
    )
