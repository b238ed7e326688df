"""Late in a game, with long names: nothing lies on anything else, nothing is cut, all of it is in reach."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser import geometry, late
from tests.browser.conftest import Meet
from tests.browser.people import Person
from tests.browser.positions import save
from tests.sampling import ALL

LANGUAGES = ("pl", "de", "en")
SCREENS = {
    "desk": (1440, 900),
    "laptop": (1280, 800),
    "tablet": (1024, 768),
    "upright": (768, 1024),
    "on its side": (844, 390),
    "zoomed": (720, 450),
    "phone": (390, 844),
}
"""`zoomed` is a desk at 200 %."""
VIEWS = ("map", "market", "companies", "players", "papers", "ledger")
PHONE = 700
SHARES = (0.97, 0.75, 0.5)
CASES = [
    (name, share, LANGUAGES[(number + number // 3) % 3])
    for number, (name, share) in enumerate(product(late.games(), SHARES))
]
SAMPLE = (3, 21)
"""One game of 1848 and one of 1854; in `make soak` all golden games of the railways."""


def sized(page: Page, screen: str) -> None:
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def speaks(person: Person, lang: str) -> None:
    person.context.add_cookies([{"name": "lang", "value": lang, "url": person.station.url}])


@pytest.mark.parametrize(("name", "share", "lang"), CASES if ALL else [CASES[number] for number in SAMPLE])
def test_nothing_overlaps_and_nothing_is_cut(meet: Meet, name: str, share: float, lang: str) -> None:
    anna = meet("Anna")
    page = anna.page
    speaks(anna, lang)
    table = anna.resume(late.save(name, share))
    faults = []
    turn = CASES.index((name, share, lang))
    for view in VIEWS if ALL else ("map", VIEWS[1 + turn % 5]):
        page.goto(f"/t/{table}?view={view}")
        anna.unveil()
        expect(page.locator("html")).to_have_attribute("lang", lang)
        if view == "map":
            faults += together(page)
        for screen in SCREENS if ALL else list(SCREENS)[turn % 2 :: 2]:
            sized(page, screen)
            found = geometry.found(page, rail=SCREENS[screen][0] >= PHONE)
            faults += [f"{view}, {screen}, {lang}: {fault}" for fault in found]
        sized(page, "desk")
    assert not faults, "\n".join(faults[:30])


def together(page: Page) -> list[str]:
    """At a desk: the whole map, its tools and the film; of a map that is too high the tools and the film."""
    expect(page.locator("html.map-live")).to_be_attached()
    at = page.evaluate(TOGETHER)
    wrong = {
        "the film lies on the tools": at["tools"][1] > at["film"][0] + 1,
        "the film is out of sight": at["film"][1] > 901,
        "the map is not seen whole": not at["tall"] and at["map"][1] > at["film"][0],
        "cities are too small": at["city"] < 15.9,
    }
    return [f"{what}: {at}" for what, found in wrong.items() if found and at["map"][0] < 160]


TOGETHER = """() => {
    const edges = (query) => {
        const box = document.querySelector(query).getBoundingClientRect();
        return [box.top, box.bottom];
    };
    return {
        map: edges("#map-svg"), tools: edges(".map-tools"), film: edges(".main > .film"),
        tall: document.querySelector("#map-svg").classList.contains("tall"),
        city: document.querySelector("#map-svg .slot").getBoundingClientRect().width,
    };
}"""


def test_the_bar_of_the_turn_keeps_its_height_and_its_steps_their_line(meet: Meet) -> None:
    """In every step of a turn and in every language, at each width."""
    anna = meet("Anna")
    page = anna.page
    heights: dict[str, set[float]] = {}
    for number, name in enumerate(("sale", "track", "run", "pay", "trains")):
        for lang in LANGUAGES if ALL else LANGUAGES[number % 3 :][:1]:
            speaks(anna, lang)
            anna.resume(save(name))
            expect(page.locator("html")).to_have_attribute("lang", lang)
            for screen in ("laptop", "tablet", "upright", "phone", "desk"):
                sized(page, screen)
                high, rows = page.evaluate(BAR)
                heights.setdefault(screen, set()).add(high)
                assert rows <= 1, f"the steps are stacked: {name}, {lang}, {screen}"
    assert all(len(found) == 1 for found in heights.values()), heights


BAR = """() => {
    const bar = document.querySelector("#turn");
    const middle = (box) => Math.round(box.top + box.height / 2);
    const steps = [...bar.querySelectorAll(".steps li")].map((step) => middle(step.getBoundingClientRect()));
    return [bar.offsetHeight, new Set(steps).size];
}"""


def test_what_the_check_would_find(meet: Meet) -> None:
    """A label moved onto another, a word cut, a table too wide, a page too wide: all of it is seen."""
    anna = meet("Anna")
    page = anna.page
    anna.resume(save("later"))
    assert geometry.found(page) == []
    page.evaluate(SPOIL)
    found = "\n".join(geometry.found(page))
    for fault in (
        "label: place-name",
        "cut: ",
        "wider than its panel",
        "runs out",
        "scrolls sideways",
        "bar: ",
    ):
        assert fault in found, f"{fault!r} is not among {found}"


SPOIL = """() => {
    const [one, other] = document.querySelectorAll("#map-svg .place-name");
    other.closest("g").setAttribute("transform", one.closest("g").getAttribute("transform"));
    other.setAttribute("x", one.getAttribute("x"));
    other.setAttribute("y", one.getAttribute("y"));
    const sign = document.querySelector("#turn .sign");
    sign.style.cssText = "width: 30px; white-space: nowrap; overflow: hidden; margin-top: -60px";
    const cells = document.querySelectorAll(".rail td");
    cells[0].style.cssText = "min-width: 900px; display: inline-block";
    const last = document.querySelector(".facts dd");
    last.style.cssText = "width: 4px";
    document.querySelector("main").style.width = "3000px";
}"""
