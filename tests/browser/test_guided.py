"""Guided games in a browser, by clicking alone: the coach's buttons, a question, goodbye."""

import pytest
from msgspec import structs, to_builtins
from playwright.sync_api import expect

from stellwerk.server.coaching import first_game_of, guided_table
from stellwerk.web.coach import guided_games
from tests.browser.conftest import Meet
from tests.browser.people import DESKTOP, PHONE, Person
from tests.sampling import ALL, one_in

PATIENCE = 30_000
"""Milliseconds: a loaded machine thinks slowly."""
GAMES = [game.id for game in guided_games()]
LANGUAGES = ("en-GB", "de-DE", "pl-PL")
MEANWHILE = r"409 \(Conflict\).*/act$"
"""Sealed bids are made at the same time: who presses just when another bid comes in is asked once more."""
ASKED = {"1848": "What is a private good for?", "imperial-steam": "What is influence good for?"}
"""What one may ask in the first chapter."""


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_begins(meet: Meet, game: str) -> None:
    person = meet()
    person.expects(MEANWHILE)
    page = person.page
    page.goto("/learn")
    page.locator(f"a[href='/learn/guided/{game}']").click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/t/*")
    here, coach = page.locator("#page"), page.locator("#coach")
    for number in range(3):  # a private, a company, a share of it; a bid, a main action, a worker
        expect(here).to_have_attribute("data-turn", "yes", timeout=PATIENCE)
        if not number:
            expect(coach).to_contain_text("your purse")
            coach.get_by_text(ASKED[game]).click()
            expect(coach.locator("details[open] p")).to_be_visible()
        version = here.get_attribute("data-version") or ""
        coach.locator("#coach-1").click()
        expect(here).not_to_have_attribute("data-version", version, timeout=PATIENCE)
    expect(here).to_have_attribute("data-turn", "yes", timeout=PATIENCE)
    expect(coach.locator(".chapters .done")).not_to_have_count(0)
    for width, height in ((1440, 900), (1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        expect(coach.locator("#coach-1")).to_be_visible()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    version = here.get_attribute("data-version") or ""
    coach.locator("#coach-1").evaluate("button => button.click()")
    expect(here).not_to_have_attribute("data-version", version, timeout=PATIENCE)
    expect(here).to_have_attribute("data-turn", "yes", timeout=PATIENCE)
    expect(coach.locator("h3")).to_be_in_viewport()  # the next question is where one looks
    coach.get_by_role("button", name="Send the coach away").click()
    expect(page.locator("#coach")).to_have_count(0)
    expect(here).to_have_attribute("data-turn", "yes", timeout=PATIENCE)


def sits_down(person: Person, game: str, seed: int) -> None:
    """At a guided game of a known seed."""
    person.page.goto("/learn/guided")  # which leaves the token of forms
    wish = structs.replace(guided_table(game, "Guided game"), seed=seed, pace=0)
    tokens = {cookie.get("name"): cookie.get("value", "") for cookie in person.context.cookies()}
    answer = person.context.request.post(
        "/api/v1/tables", data=to_builtins(wish), headers={"x-csrftoken": tokens["csrftoken"]}
    )
    assert answer.ok, answer.text()
    person.page.goto(f"/t/{answer.json()['id']}")


def goes_to_the_goodbye(person: Person, manner: str, most: int) -> int | None:
    """Press the coach's first or last button until goodbye; return how many presses that took."""
    page = person.page
    here, coach = page.locator("#page"), page.locator("#coach")
    goodbye, turn = coach.locator("[data-goodbye]"), page.locator("#page[data-turn=yes]")
    for presses in range(most):
        expect(turn.or_(goodbye).first).to_be_visible(timeout=2 * PATIENCE)
        if goodbye.count():
            assert not coach.locator(".choices").count()
            expect(coach.locator("h3")).to_be_in_viewport()
            return presses
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        version = here.get_attribute("data-version") or ""
        offered = coach.locator(".choices button")
        if not offered.count():  # a decision that the coach says nothing about
            offered = page.locator(".panel button[name=action]")
        (offered.first if manner == "wise" else offered.last).click()
        expect(here).not_to_have_attribute("data-version", version, timeout=PATIENCE)
    return None


CASES = [(game, number, seed) for game in GAMES for number, seed in enumerate(first_game_of(game).seeds)]
"""In `make soak` all seeds: by turns wise and unwise, in all languages, at a desk and on a phone."""


@pytest.mark.parametrize(("game", "number", "seed"), one_in(len(CASES), CASES))
def test_a_first_game_to_the_goodbye(meet: Meet, game: str, number: int, seed: int) -> None:
    """In `make test` a move of it."""
    device = PHONE if number % 4 == 3 else DESKTOP
    person = meet("Ada", locale=LANGUAGES[number % 3], **device)
    person.expects(MEANWHILE)
    sits_down(person, game, seed)
    manner = "unwise" if number % 2 else "wise"
    presses = goes_to_the_goodbye(person, manner, 120 if ALL else 1)
    if not ALL:
        return
    assert presses, "the coach never said goodbye"
    print(f"{game}, seed {seed}, {manner}: {presses} presses")
    if manner == "wise":
        chapters = person.page.locator("#coach .chapters")
        assert chapters.locator(".done").count() == chapters.locator("li").count()
