"""Every lesson: solved, failed and shown, in every language, by the rules alone."""

import pytest

from stellwerk.engine import Refusal, play
from stellwerk.learn.lesson import Lesson, lessons
from stellwerk.learn.progress import (
    PATIENCE,
    NotOpen,
    Progress,
    again,
    attempt,
    encoded,
    fitting,
    go_on,
    mark,
    now,
    show,
)
from stellwerk.text import LANGUAGES, translate
from stellwerk.web.learn.shown import shown_lesson
from stellwerk.web.render import Speech

ALL = [pytest.param(lesson, id=lesson.id) for lesson in lessons().values()]
SUBJECTS = 8


def walked(lesson: Lesson, how: str) -> Progress:
    """Go through a lesson, solving every step or having it shown."""
    progress = Progress()
    for number in range(len(lesson.steps)):
        assert progress.step == number
        if how == "seen":
            progress = show(lesson, progress)
        else:
            progress = attempt(lesson, progress, encoded(lesson.model(number)))
        assert progress.ready
        if number + 1 < len(lesson.steps):
            progress = go_on(lesson, progress)
    return progress


def beginning(lesson: Lesson, step: int) -> Progress:
    return Progress(step=step, how=("solved",) * step)


@pytest.mark.parametrize("lesson", ALL)
@pytest.mark.parametrize("how", ["solved", "seen"])
def test_every_lesson_can_be_solved_and_shown(lesson: Lesson, how: str) -> None:
    assert walked(lesson, how).done == how


@pytest.mark.parametrize("lesson", ALL)
def test_every_step_asks_for_something_that_is_not_there_yet(lesson: Lesson) -> None:
    assert 3 <= len(lesson.steps) <= 5
    assert [step.at for step in lesson.steps] == sorted(step.at for step in lesson.steps)
    for number, step in enumerate(lesson.steps):
        assert not step.goal.met(lesson.start(number)), f"step {number} is solved before it begins"
        solving = [
            choice
            for choice in lesson.choices(number)
            if attempt(lesson, beginning(lesson, number), encoded(choice)).ready
        ]
        assert solving, f"no choice solves step {number}"
        assert len(solving) < len(lesson.choices(number)), f"every choice solves step {number}"


@pytest.mark.parametrize("lesson", ALL)
def test_a_wrong_move_gets_the_refusal_of_the_table_and_what_it_teaches(lesson: Lesson) -> None:
    met = set()
    for number in range(len(lesson.steps)):
        refusals = {}
        for choice in lesson.choices(number):
            try:
                play(lesson.start(number), choice)
            except Refusal as refusal:
                refusals[encoded(choice)] = refusal
        assert refusals, f"nothing can go wrong in step {number}"
        for choice, refusal in refusals.items():
            progress = attempt(lesson, beginning(lesson, number), choice)
            assert not progress.ready
            assert now(lesson, progress) is lesson.start(number), "nothing was changed"
            met.add(refusal.rule)
            for lang in LANGUAGES:
                told = shown_lesson(lesson, progress, Speech(lang, "£")).refused
                assert told is not None
                assert translate(told.message, told.figures, lang) == translate(
                    refusal.message, refusal.figures, lang
                )
                assert told.rule == refusal.rule
                assert told.teaches == lesson.refusals[refusal.rule].told(lang)
    assert met == set(lesson.refusals), "a text for a refusal that never comes"


@pytest.mark.parametrize("lesson", ALL)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_lesson_is_told_in_every_language(lesson: Lesson, lang: str) -> None:
    speech = Speech(lang, "£")
    for number, step in enumerate(lesson.steps):
        told = shown_lesson(lesson, beginning(lesson, number), speech)
        assert told.task
        assert told.teaches
        assert len(step.reason.told(lang).split()) <= 45, "at most so many words"
        for option in told.options:
            assert not option.words.startswith("{"), "a choice is a sentence"
        shown = shown_lesson(lesson, show(lesson, beginning(lesson, number)), speech)
        assert shown.seen
        assert shown.reason == step.reason.told(lang)
        assert any(option.chosen for option in shown.options), "the teacher's move is one of the choices"
    if lang != "en":
        texts = [lesson.title, lesson.about, *lesson.refusals.values()]
        texts += [words for step in lesson.steps for words in (step.task, step.teaches, step.reason)]
        assert [words.en for words in texts if words.told(lang) == words.en] == []


def test_there_are_lessons_on_all_subjects() -> None:
    assert len(lessons()) >= SUBJECTS
    assert [lesson.order for lesson in lessons().values()] == list(range(1, len(lessons()) + 1))


def test_after_three_refusals_the_teacher_offers_to_mark_the_place() -> None:
    lesson = lessons()["track-and-best-run"]
    progress, refused = Progress(), 0
    for choice in lesson.choices(0):
        told = shown_lesson(lesson, progress, Speech("en", "£"))
        assert told.offers_place == (refused >= PATIENCE)
        if progress.ready or lesson.steps[0].shown == encoded(choice):
            continue
        progress = attempt(lesson, progress, encoded(choice))
        refused = progress.refusals
    assert refused >= PATIENCE
    told = shown_lesson(lesson, mark(progress), Speech("en", "£"))
    assert told.place == "E2 Whyalla"


def test_what_was_tried_keeps_its_result() -> None:
    lesson = lessons()["track-and-best-run"]
    progress = Progress()
    for choice in lesson.choices(0)[2:5]:
        progress = attempt(lesson, progress, encoded(choice))
    told = shown_lesson(lesson, progress, Speech("en", "£"))
    assert [option.verdict for option in told.options] == ["?", "?", "£110", "refused", "£50", "?"]
    assert told.missed == "£50"


def test_a_step_that_is_done_takes_no_more_and_the_lesson_begins_again_on_demand() -> None:
    lesson = lessons()["par-and-float"]
    done = walked(lesson, "solved")
    with pytest.raises(NotOpen):
        attempt(lesson, done, lesson.steps[-1].shown)
    with pytest.raises(NotOpen):
        go_on(lesson, done)
    with pytest.raises(NotOpen):
        go_on(lesson, Progress())
    with pytest.raises(NotOpen):
        attempt(lesson, Progress(), '{"type":"pass","seat":2}')
    assert again(done) == Progress(done="solved")
    seen = again(done)
    for _ in lesson.steps:
        seen = show(lesson, seen)
        seen = go_on(lesson, seen) if seen.step + 1 < len(lesson.steps) else seen
    assert seen.done == "solved", "what was solved once is not forgotten"


def test_progress_that_fits_no_more_begins_again() -> None:
    lesson = lessons()["par-and-float"]
    assert fitting(lesson, Progress(step=9, how=("solved",) * 9, done="seen")) == Progress(done="seen")
    assert fitting(lesson, Progress(step=1, how=())) == Progress()
