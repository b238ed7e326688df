"""Puzzles in the browser: asked, answered once, rated once, and kept from whoever may not see the table."""

import re

import pytest

from stellwerk.mech18.state import SEATS
from stellwerk.puzzles.puzzle import KINDS
from stellwerk.puzzles.shelf import Shipped, position, shelf
from stellwerk.server.puzzles import DAY, Puzzles, streaks
from stellwerk.store.schema import PuzzleAnswerRow, PuzzleFigureRow, PuzzleSkillRow, UserRow
from tests.web.conftest import Browser


def one_of(kind: str, skip: str = "") -> Shipped:
    return next(one for one in shelf().values() if one.puzzle.kind == kind and one.id != skip)


def fields(one: Shipped, answer: tuple[str, ...]) -> dict[str, object]:
    """What the form of the page sends."""
    if one.puzzle.kind == "run":
        return {"stops": ",".join(answer), "guest": "Guest"}
    return {"answer": list(answer), "guest": "Guest"}


def wrong(one: Shipped) -> tuple[str, ...]:
    puzzle = one.puzzle
    match puzzle.kind:
        case "run":
            return puzzle.second
        case "director":
            return (str(int(puzzle.answer[0]) + 10),)
        case "tile":
            return (str((int(puzzle.answer[0]) + 1) % 4),)
        case _:
            return (next(option for option in puzzle.options if option not in puzzle.answer),)


def shown(page: str) -> str:
    """The text of the middle of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page.partition("<main")[2]))


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_is_failed_and_another_solved(browser: Browser, kind: str) -> None:
    failed = one_of(kind)
    before = browser.get(f"/puzzles/{failed.id}")
    assert before.status_code == 200
    assert 'id="verdict"' not in before.text
    after = browser.post(f"/puzzles/{failed.id}/answer", **fields(failed, wrong(failed)))
    assert "✗" in after.text
    assert after.url.path == f"/puzzles/{failed.id}"
    assert 'class="rule-link"' in after.text
    solved = one_of(kind, skip=failed.id)
    browser.get(f"/puzzles/{solved.id}")
    told = browser.post(f"/puzzles/{solved.id}/answer", **fields(solved, solved.puzzle.answer)).text
    assert "✓ right" in shown(told)
    for lang in ("de", "pl"):
        browser.post("/look", lang=lang, next=f"/puzzles/{solved.id}")
        assert f'lang="{lang}"' in browser.get(f"/puzzles/{solved.id}").text


@pytest.mark.parametrize("kind", ["run", "tile"])
def test_no_sum_is_told_before_the_answer(browser: Browser, kind: str) -> None:
    """Not in words, and not anywhere in the page's source beside the values that the map prints."""
    one = one_of(kind)
    page = browser.get(f"/puzzles/{one.id}").text
    source = re.sub(r"<svg.*?</svg>", "", page.partition("<main")[2], flags=re.DOTALL)
    assert str(max(one.puzzle.sums)) not in re.findall(r"\d+", source.partition('id="you-h"')[0])
    answered = browser.post(f"/puzzles/{one.id}/answer", **fields(one, wrong(one))).text
    assert str(max(one.puzzle.sums)) in re.findall(r"\d+", shown(answered))


def test_an_answer_sent_twice_counts_once(browser: Browser, client) -> None:
    """Also a second one with another answer: there is one try."""
    one = one_of("tile")
    browser.get(f"/puzzles/{one.id}")
    browser.post(f"/puzzles/{one.id}/answer", **fields(one, wrong(one)))
    browser.post(f"/puzzles/{one.id}/answer", **fields(one, wrong(one)))
    told = browser.post(f"/puzzles/{one.id}/answer", **fields(one, one.puzzle.answer)).text
    assert "✗" in told
    with client.app.state.service.db.read() as session:
        [row] = session.query(PuzzleAnswerRow).all()
        assert not row.solved
        figure = session.get(PuzzleFigureRow, one.id)
        assert (figure.tried, figure.solved) == (1, 0)
        skills = {skill.kind: skill for skill in session.query(PuzzleSkillRow)}
        assert {kind: skill.tried for kind, skill in skills.items()} == {"": 1, "tile": 1}
        assert skills[""].rating < 1200 < figure.rating


def test_what_is_no_answer_costs_nothing(browser: Browser, client) -> None:
    run, tile, aid = one_of("run"), one_of("tile"), one_of("director")
    browser.get(f"/puzzles/{run.id}")
    for one, sent in (
        (run, {"stops": ""}),
        (run, {"stops": run.puzzle.answer[0]}),
        (run, {"stops": "nowhere,at all"}),
        (tile, {"answer": "7"}),
        (tile, {}),
        (aid, {"answer": "much"}),
    ):
        assert browser.post(f"/puzzles/{one.id}/answer", guest="Guest", **sent).status_code == 400
    with client.app.state.service.db.read() as session:
        assert session.query(PuzzleAnswerRow).count() == 0
        assert session.query(UserRow).count() == 0


def test_a_run_is_made_stop_by_stop_without_a_script(browser: Browser) -> None:
    """By the links of the page alone, from the first stop to the answer."""
    one = one_of("run")
    page = browser.get(f"/puzzles/{one.id}").text
    for number in range(1, len(one.puzzle.answer) + 1):
        wanted = f"/puzzles/{one.id}?stops={','.join(one.puzzle.answer[:number])}"
        assert f'href="{wanted}"' in page
        page = browser.get(wanted).text
    draft = re.search(r'name="stops" value="([^"]*)"', page)[1]
    told = browser.post(f"/puzzles/{one.id}/answer", stops=draft, guest="Guest").text
    assert "✓ right" in shown(told)


def test_the_puzzle_of_the_day_is_the_same_for_all_and_changes_at_midnight(client) -> None:
    puzzles = Puzzles(client.app.state.service)
    today = puzzles.today
    seen = []
    for day in range(len(shelf())):
        puzzles.clock = Still((today + day) * DAY)
        morning = puzzles.daily().id
        puzzles.clock = Still((today + day + 1) * DAY - 1)
        assert puzzles.daily().id == morning
        seen.append(morning)
    assert sorted(seen) == sorted(shelf())


class Still:
    """A clock that stands."""

    def __init__(self, now: int) -> None:
        self._now = now

    def now(self) -> int:
        return self._now


def test_a_row_of_days_is_broken_by_one_that_was_not_solved() -> None:
    assert streaks({}, 10) == (0, 0)
    assert streaks({8: True, 9: True}, 10) == (2, 2)
    assert streaks({8: True, 9: True, 10: True}, 10) == (3, 3)
    assert streaks({8: True, 9: True, 10: False}, 10) == (0, 2)
    assert streaks({7: True, 8: True}, 10) == (0, 2)
    assert streaks({5: True, 6: True, 8: True, 9: False, 10: True}, 10) == (1, 2)


def test_the_day_counts_once_more_for_who_had_practised_it(client) -> None:
    """The rating does not: only the first answer to a puzzle is rated."""
    service = client.app.state.service
    puzzles, anna = Puzzles(service), service.guest("Anna")
    today = puzzles.today
    name = puzzles.daily().id
    puzzles.clock = Still((today + 1) * DAY)
    assert puzzles.daily().id != name
    practised = puzzles.find(name, anna)
    assert puzzles.answer(anna, practised, practised.puzzle.answer).change
    puzzles.clock = Still(today * DAY)
    asked = puzzles.find(name, anna)
    assert asked.day == today
    assert puzzles.answered(anna, asked) is None
    again = puzzles.answer(anna, asked, asked.puzzle.answer)
    assert (again.solved, again.change) == (True, None)
    assert puzzles.progress(anna).streak == 1


def test_a_guest_takes_the_puzzles_along_into_an_account(client) -> None:
    service = client.app.state.service
    puzzles = Puzzles(service)
    account = service.register("Clara", "correct horse")
    guest = service.guest("Guest")
    asked = puzzles.find(one_of("heir").id, guest)
    puzzles.answer(guest, asked, asked.puzzle.answer)
    service.login("Clara", "correct horse", guest)
    progress = puzzles.progress(account)
    assert asked.id in progress.answered
    assert progress.skills["heir"].solved == 1


def test_forced_purchases_are_of_who_owns_the_company() -> None:
    for one in shelf().values():
        if one.puzzle.kind == "director":
            state = position(one)
            assert state.director(one.puzzle.company) in SEATS
