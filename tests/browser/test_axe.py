"""axe finds nothing serious on any page, light and dark, on a desk and in a hand."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.axe import fetch, grave
from tests.browser.conftest import Meet
from tests.browser.people import DESKTOP, PHONE, Person, seat
from tests.browser.positions import save
from tests.sampling import ALL, every_third

TABLES = ("sale", "track", "selling", "pay", "run", "trains", "station", "finished")
PAGES = ("/login", "/settings", "/help", "/rules", "/rules/1848", "/rules/1848/VIII-Lay-6", "/t/nothinghere")
VIEWS = ("market", "companies", "players", "papers", "ledger", "log")


PAPER = "() => getComputedStyle(document.body).backgroundColor"
CHOOSE = "theme => { document.documentElement.dataset.theme = theme; }"
Night = Literal["system", "chosen"]
"""How it gets dark: by the system, or as somebody chose by the button."""


Place = Literal["desk", "hand"]
SIZES: dict[Place, ViewportSize] = {"desk": DESKTOP["viewport"], "hand": PHONE["viewport"]}
"""Styles and scripts ask for the width alone, so a page that gets narrow is what a phone shows."""
BOTH: tuple[Place, ...] = ("desk", "hand")
SELDOM = 5
LOOKS = set[int]()
"""How parts of pages looked whose colours were asked for in this process."""


@pytest.fixture(scope="module")
def axe() -> Path:
    try:
        return fetch()
    except (OSError, subprocess.CalledProcessError) as error:
        needed = f"axe-core is needed from npm: {error}"
        if os.environ.get("CI") == "true":
            pytest.fail(needed)
        pytest.skip(needed)


class Look:
    """Gathers what axe finds, page by page, by day and by night.

    At a desk and in a hand the page is the same, its colours too, and what is shown of it differs little from
    state to state: by night it is looked at in one of the two places, and in the other `make test` looks at
    every fifth page, `make soak` at all.
    """

    def __init__(
        self,
        person: Person,
        places: tuple[Place, ...] = ("desk",),
        dark: Place = "desk",
        night: Night = "system",
        known: set[int] = LOOKS,
        everywhere: bool = ALL,
    ) -> None:
        self.person, self.found, self.known = person, list[str](), known
        self.pages, self.everywhere = 0, everywhere
        self.places, self.dark, self.night = places, dark, night
        self.maps = set[tuple[str, str]]()
        """The kinds of map that were looked at, and where: one to look at only, one with places to choose."""

    def at(self, name: str, path: str = "") -> None:
        if path:
            self.person.page.goto(path)
        page = self.person.page
        expect(page.locator("main")).to_be_visible()
        drawn = page.locator("#map-svg, #net-svg").count() > 0
        kind = "open" if page.locator("#map-svg .open, #net-svg .open").count() else "still"
        for place in self.here():
            self.go_to(place)
            new = drawn and (place, kind) not in self.maps
            self.found += [f"{name}, {place}: {line}" for line in grave(page, self.known, drawn=new)]
            if place == self.dark:
                with self.darkness():
                    night = grave(page, self.known, True, new)
                    self.found += [f"{name} by night: {line}" for line in night]
            self.maps |= {(place, kind)} if drawn else set()
        self.go_to("desk")

    def here(self) -> tuple[Place, ...]:
        """Where the next page is looked at."""
        self.pages += 1
        return self.places if self.everywhere or self.pages % SELDOM == 1 else (self.dark,)

    def view(self, name: str) -> None:
        """A view of this table, by its link if there is one at a desk: the page stays, and axe on it."""
        page = self.person.page
        link = page.locator(f".views a[href*='view={name}']")
        if not link.count():
            self.at(name, f"/t/{self.person.table}?view={name}")
            return
        link.click()
        expect(page.locator(f"main.view-{name}")).to_be_visible()
        expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)
        self.at(name)

    def go_to(self, place: Place) -> None:
        page, size = self.person.page, SIZES[place]
        if page.viewport_size != size:
            page.set_viewport_size(size)
            page.wait_for_function("width => innerWidth === width", arg=size["width"])

    @contextmanager
    def darkness(self) -> Iterator[None]:
        """On the same page, as the server would have sent it to whoever has chosen it."""
        page = self.person.page
        day = page.evaluate(PAPER)
        if self.night == "system":
            page.emulate_media(color_scheme="dark")
        else:
            page.evaluate(CHOOSE, "dark")
        assert page.evaluate(PAPER) != day, "it does not get dark"
        try:
            yield
        finally:
            page.emulate_media(color_scheme="light")
            page.evaluate(CHOOSE, "")
        assert page.evaluate(PAPER) == day, "it stays dark"


def reader(meet: Meet) -> Person:
    """Somebody by day at a desk, whose pages take axe along."""
    return meet("Anna", color_scheme="light", bypass_csp=True)


def test_dark_is_chosen_by_a_button(meet: Meet) -> None:
    """What the server sends then is what `Look` makes of a page by day."""
    page = meet("Anna", color_scheme="light", **PHONE).page
    page.goto("/")
    day = page.evaluate(PAPER)
    page.evaluate(CHOOSE, "dark")
    dark = page.evaluate(PAPER)
    assert dark != day
    for name, theme, paper in (("Dark", "dark", dark), ("Light", "light", day)):
        page.locator("#bar-more summary").tap()
        with page.expect_navigation():
            page.get_by_role("button", name=name).tap()
        page.locator("#bar-more summary").tap()
        chosen = page.locator(f"#bar-more [aria-current=true][value={theme}]")
        expect(chosen).to_be_visible()
        page.locator("#bar-more summary").tap()
        assert page.evaluate(PAPER) == paper


PLANTED = """main => main.insertAdjacentHTML("beforeend", `<style>
    .handy { display: none; @media (width <= 699px) { display: block; } }
    .dim { color: #333; background: white; @media (prefers-color-scheme: dark) { background: black; } }
    </style><svg id="map-svg" width="100" height="50"><a href="#here"><path d="M0 0h9v9z"/></a></svg>
    <p class="dim">dim</p><div class="handy"><button></button></div>`)"""


def test_what_is_wrong_is_found(meet: Meet, axe: Path) -> None:
    """Where it is to be seen: in a hand alone, by night alone, colours and the map where they are new."""
    anna = reader(meet)
    anna.page.goto("/help")
    anna.page.locator("main").evaluate(PLANTED)
    look = Look(anna, BOTH, known=set(), everywhere=True)
    look.at("first")
    look.at("again")
    found = sorted(" ".join(line.split()[:3]) for line in look.found)
    assert found == [
        "again, hand: button-name",
        "first by night:",
        "first, desk: link-name",
        "first, hand: button-name",
        "first, hand: link-name",
    ]
    assert all("color-contrast" in line and ".dim" in line for line in look.found if "night" in line)
    assert anna.page.locator("#map-svg path").count() == 1, "the map is whole again"


def test_pages_around_the_table(meet: Meet, axe: Path) -> None:
    anna = meet(color_scheme="light", bypass_csp=True)
    anna.expects("404")
    look = Look(anna, BOTH, "hand", "chosen")
    look.at("lobby of a stranger", "/")
    anna.enter("Anna")
    look.at("empty lobby")
    for path in PAGES:
        look.at(path, path)
    anna.page.goto("/#new")
    form = anna.page.locator("#new-table")
    seat(form, 2, "open")
    form.get_by_text("More", exact=True).click()
    look.at("new table")
    form.get_by_role("button", name="Open the table").click()
    anna.page.wait_for_url("**/t/*")
    look.at("waiting table")
    anna.upload(save("track"))
    anna.upload(save("finished"), "look")
    look.at("lobby with tables", "/")
    assert not look.found, "\n".join(look.found)


def test_the_table_in_every_step(meet: Meet, axe: Path) -> None:
    anna = reader(meet)
    page = anna.page
    look = Look(anna, BOTH)
    for name in every_third(TABLES):
        anna.resume(save(name))
        look.at(name)
        if name in ("track", "station"):
            page.locator("#map-svg .hex.open").first.click()
            expect(page.locator(".picker")).to_be_visible()
            look.at(f"{name} with the picker")
        if name == "run":
            page.locator(".run-slip").get_by_role("link", name="Change").first.click()
            expect(page.locator(".run-slip.editing")).to_be_visible()
            look.at("altering a run")
        if name == "selling":
            look.view("market")
    assert not look.found, "\n".join(look.found)


def test_every_view_of_a_table(meet: Meet, axe: Path) -> None:
    anna = reader(meet)
    anna.expects("422")
    look = Look(anna, BOTH, "hand", "chosen")
    table = anna.resume(save("later"))
    for view in every_third(VIEWS):
        look.view(view)
    look.at("past", f"/t/{table}?at=40")
    look.at("chat", f"/t/{table}?tab=chat")
    look.at("notes", f"/t/{table}?tab=notes")
    look.at("moves", f"/t/{table}/moves")
    anna.page.goto(f"/t/{table}")
    anna.page.keyboard.press("?")
    expect(anna.page.locator("#note").get_by_role("button")).to_be_visible()
    look.at("help")
    anna.page.locator("#run-accept").evaluate(
        """node => {
            node.form.querySelector("[name=action]").value = '{"type":"pass","seat":0}';
            node.click();
        }"""
    )
    expect(anna.page.get_by_role("alert").first).to_be_visible()
    look.at("refusal")
    assert not look.found, "\n".join(look.found)
