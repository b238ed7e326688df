"""axe finds nothing serious on any page, light and dark, on a desk and in a hand."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import expect

from tests.browser.axe import fetch, grave
from tests.browser.conftest import Meet
from tests.browser.people import DESKTOP, PHONE, Person
from tests.browser.positions import save

TABLES = ("sale", "selling", "track", "station", "run", "pay", "trains", "finished")
PAGES = ("/login", "/settings", "/help", "/rules", "/rules/1848", "/rules/1848/VIII-Lay-6", "/t/nothinghere")
VIEWS = ("market", "companies", "players", "papers", "ledger", "log")


PAPER = "() => getComputedStyle(document.body).backgroundColor"
CHOOSE = "theme => { document.documentElement.dataset.theme = theme; }"
Night = Literal["", "system", "chosen"]
"""How it gets dark: not at all, by the system, or as somebody chose by the button."""


def looks(desk: Night, hand: Night) -> pytest.MarkDecorator:
    """By day at a desk and in a hand; by night once: its colours are the same on both."""
    return pytest.mark.parametrize(
        ("device", "night"),
        [pytest.param(DESKTOP, desk, id="desktop"), pytest.param(PHONE, hand, id="phone")],
    )


BY_NIGHT_AT_A_DESK = looks("system", "")
BY_NIGHT_AT_HAND = looks("", "chosen")


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
    """Gathers what axe finds, page by page, by day and then by night."""

    def __init__(self, person: Person, night: Night = "system") -> None:
        self.person, self.found = person, list[str]()
        self.night = night
        self.maps = set[str]()
        """The kinds of map that were looked at: one to look at only, one with places to choose."""

    def at(self, name: str, path: str = "") -> None:
        if path:
            self.person.page.goto(path)
        page = self.person.page
        expect(page.locator("main")).to_be_visible()
        drawn = page.locator("#map-svg, #net-svg").count() > 0
        kind = "open" if page.locator("#map-svg .open, #net-svg .open").count() else "still"
        new = drawn and kind not in self.maps
        self.found += [f"{name}: {line}" for line in grave(page, drawn=new)]
        if self.night:
            with self.darkness():
                self.found += [f"{name} by night: {line}" for line in grave(page, True, new)]
        self.maps |= {kind} if drawn else set()

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
        yield
        page.emulate_media(color_scheme="light")
        page.evaluate(CHOOSE, "")
        assert page.evaluate(PAPER) == day, "it stays dark"


def reader(meet: Meet, device: dict[str, Any]) -> Person:
    """Somebody by day, whose pages take axe along."""
    return meet("Anna", color_scheme="light", bypass_csp=True, **device)


def test_dark_is_chosen_by_a_button(meet: Meet) -> None:
    """What the server sends then is what `Look` makes of a page by day."""
    page = meet("Anna", color_scheme="light", **PHONE).page
    page.goto("/")
    day = page.evaluate(PAPER)
    page.evaluate(CHOOSE, "dark")
    dark = page.evaluate(PAPER)
    assert dark != day
    for name, theme, paper in (("Dark", "dark", dark), ("Light", "light", day)):
        page.get_by_role("button", name=name).click()
        expect(page.locator(f"html[data-theme={theme}] [aria-current=true][value={theme}]")).to_be_visible()
        assert page.evaluate(PAPER) == paper


@BY_NIGHT_AT_HAND
def test_pages_around_the_table(meet: Meet, axe: Path, device: dict[str, Any], night: Night) -> None:
    anna = meet(color_scheme="light", bypass_csp=True, **device)
    anna.expects("404")
    look = Look(anna, night)
    look.at("lobby of a stranger", "/")
    anna.enter("Anna")
    look.at("empty lobby")
    for path in PAGES:
        look.at(path, path)
    anna.page.goto("/")
    form = anna.page.locator("#new-table")
    form.get_by_label("Seat 2", exact=True).select_option("open")
    form.get_by_text("More", exact=True).click()
    look.at("new table")
    form.get_by_role("button", name="Open the table").click()
    anna.page.wait_for_url("**/t/*")
    look.at("waiting table")
    anna.upload(save("track"))
    anna.upload(save("finished"), "look")
    look.at("lobby with tables", "/")
    assert not look.found, "\n".join(look.found)


@BY_NIGHT_AT_A_DESK
def test_the_table_in_every_step(meet: Meet, axe: Path, device: dict[str, Any], night: Night) -> None:
    anna = reader(meet, device)
    page = anna.page
    look = Look(anna, night)
    for name in TABLES:
        anna.resume(save(name))
        look.at(name)
        if name in ("track", "station"):
            page.locator("#map-svg .hex.open").first.click()
            expect(page.locator(".picker")).to_be_visible()
            look.at(f"{name} with the picker")
        if name == "run":
            page.locator(".run-slip").get_by_role("link", name="Alter").first.click()
            expect(page.locator(".run-slip.editing")).to_be_visible()
            look.at("altering a run")
        if name == "selling":
            look.at("market", f"/t/{anna.table}?view=market")
    assert not look.found, "\n".join(look.found)


@BY_NIGHT_AT_HAND
def test_every_view_of_a_table(meet: Meet, axe: Path, device: dict[str, Any], night: Night) -> None:
    anna = reader(meet, device)
    anna.expects("422")
    look = Look(anna, night)
    table = anna.resume(save("later"))
    for view in VIEWS:
        look.at(view, f"/t/{table}?view={view}")
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
