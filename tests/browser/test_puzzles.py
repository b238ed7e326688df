"""Puzzles by clicking: from the lobby to the list, one failed, one solved, by mouse, keys and finger."""

import re

from playwright.sync_api import expect

from stellwerk.puzzles.shelf import shelf
from tests.browser.conftest import Meet
from tests.browser.people import PHONE


def name_in(url: str) -> str:
    return url.rpartition("/")[2].partition("?")[0]


def test_one_is_failed_and_one_is_solved(meet: Meet) -> None:
    """By somebody who has not said a name; the verdict is told to a screen reader, too."""
    page = meet().page
    page.goto("/")
    page.get_by_role("link", name="Puzzles").click()
    page.locator(".puzzle-themes li", has_text="Which tile adds most").get_by_role("link").click()
    puzzle = shelf()[name_in(page.url)].puzzle
    best = int(puzzle.answer[0])
    page.locator(f"#choice-{'ABCD'[(best + 1) % 4]}").click()
    verdict = page.get_by_role("status")
    expect(verdict).to_contain_text("not best")
    expect(verdict).to_contain_text(str(max(puzzle.sums) - puzzle.before))
    expect(page.locator("#map-routes path.route").first).to_be_attached()
    page.keyboard.press("Enter")
    expect(page.locator("#choice-A")).to_be_enabled()
    second = shelf()[name_in(page.url)].puzzle
    page.keyboard.press("abcd"[int(second.answer[0])])
    expect(page.get_by_role("status")).to_contain_text("right")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator(".puzzle-stats")).to_contain_text("of 2")


def test_a_run_is_tapped_on_the_map_of_a_phone(meet: Meet) -> None:
    page = meet("Ben", **PHONE).page
    page.goto("/")
    page.get_by_role("link", name="Puzzles").click()
    page.locator(".puzzle-themes li", has_text="Find the best run").get_by_role("link").click()
    puzzle = shelf()[name_in(page.url)].puzzle
    for number, stop in enumerate(puzzle.answer, start=1):
        step = page.locator(f'a[href$="{stop}"][data-next]')
        if page.locator(f'[data-next="{stop.partition(".")[0]}"]').count() == 1:
            page.locator(f"#hex-{stop.partition('.')[0]}").dispatch_event("click")
        else:
            step.tap()
        expect(page.locator(".puzzle-stops li:not(.muted)")).to_have_count(number)
    page.locator("#send").tap()
    expect(page.get_by_role("status")).to_contain_text(re.compile(rf"right\s+{puzzle.sums[0]}"))
