"""As people go: by links and clicks, two at one screen, without network, with a draft unsent."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.axe import grave
from tests.browser.conftest import Meet
from tests.browser.people import Person, seat
from tests.browser.positions import NAMES, save
from tests.browser.test_two import GONE, Two, comes, lower, two, until_turn, version, whose
from tests.browser.wanderer import COLOURED, QUIET

__all__ = ["two"]


def alive(page: Page) -> None:
    """A table with its map drawn, its colours, and one head."""
    expect(page.locator("#turn")).to_be_visible()
    for what, where, rule, dead in (
        ("the map is black", "#map-svg .sea, #map-svg .bare", "fill", "rgb(0, 0, 0)"),
        ("companies are grey", ".rail .plate", "--c", ""),
    ):
        try:
            page.wait_for_function(COLOURED, arg=[where, rule, dead], timeout=QUIET)
        except TimeoutError:
            raise AssertionError(what) from None


def test_every_way_to_a_table_and_back_gives_a_live_one(two: Two) -> None:
    """Lobby, link, list of moves, a copy and back: another's move arrives after each."""
    anna, bartek = two
    page = bartek.page
    address = page.url

    def by_lobby() -> None:
        page.locator(".brand").click()
        page.get_by_role("link", name=re.compile("^(Play|Watch)")).first.click()

    def by_link() -> None:
        page.locator(".brand").click()
        page.get_by_placeholder("Link or code of a table").fill(address)
        page.get_by_role("button", name="Open it").click()

    def by_moves() -> None:
        page.locator(".views").get_by_role("link", name="Log").click()
        page.get_by_role("link", name="All moves as a list").click()
        page.get_by_role("link", name="Back to the table").click()

    def by_copy() -> None:
        page.get_by_role("button", name="Try it").click()
        expect(page.get_by_role("region", name="Trying out")).to_be_visible()
        alive(page)
        page.get_by_role("link", name="Keep it and go to the table").click()

    def by_back() -> None:
        page.locator(".brand").click()
        expect(page.get_by_role("heading", name="Departures")).to_be_visible()
        page.go_back()

    until_turn(two, anna)
    for way in (by_lobby, by_link, by_moves, by_copy, by_back):
        way()
        expect(page.locator("#turn")).to_be_visible()
        page.wait_for_url(re.compile(f"{re.escape(address)}([?#].*)?$"))
        page.locator(".views").get_by_role("link", name="Map").click()
        expect(page.locator("#map-svg")).to_be_visible()
        alive(page)
        page.evaluate("() => { window.stays = true; }")
        mover = whose(two)[0]
        comes((anna if mover is bartek else bartek).page, lower(mover))
        assert page.evaluate("() => window.stays"), "the page was loaded anew"
    # A page that was left alone shows no signs of the table: the lobby is a lobby.
    page.locator(".brand").click()
    expect(page.locator("#live")).to_have_count(0)


def test_runs_and_tiles_open_beside_the_map(meet: Meet) -> None:
    """Alter, the runs of others and the tile sheet never leave the table, and a route is drawn on the map."""
    anna = meet("Anna")
    page = anna.page
    anna.resume(save("later"))
    page.evaluate("() => { window.stays = true; }")
    expect(page.locator("#run-accept")).to_be_visible()
    page.locator(".run-slip .alter").first.click()
    expect(page.locator(".run-slip.editing")).to_be_visible()
    page.locator(".run-slip").get_by_role("link", name="Clear").click()
    begin = page.locator(".run-slip [data-next]").first
    place = begin.get_attribute("data-next")
    page.locator(f"#map-svg #hex-{place}").click()
    expect(page.locator(".run-slip.editing .route-stop").first).to_be_visible()
    page.locator(".run-slip").get_by_role("link", name="Best run").click()
    expect(page.locator(".run-slip.editing")).to_have_count(0)
    page.locator(".map-tools").get_by_role("link", name="Tiles").click()
    expect(page.locator(".tile-sheet")).to_be_visible()
    page.locator(".tile-sheet [data-sheet-close]").click()
    expect(page.locator(".tile-sheet")).to_have_count(0)
    page.locator(".map-last summary").click()
    page.locator(".map-last a").first.click()
    expect(page.locator("[data-run-close]")).to_be_visible()
    expect(page.locator("#map-routes *").first).to_be_attached()
    assert page.evaluate("() => window.stays"), "the table was left"
    assert "/map/" not in page.url


def take(person: Person, name: str) -> None:
    """The curtain says whose turn at the screen it is, and shows nothing of the table."""
    page = person.page
    expect(page.get_by_role("heading", name=f"Hand the screen to {name}")).to_be_visible()
    expect(page.locator("#turn, .panel, .input")).to_have_count(0)
    expect(page.get_by_role("button", name=f"I am {name}")).to_be_focused()
    page.get_by_role("button", name=f"I am {name}").click()
    expect(page.locator("#turn")).to_be_visible()


@pytest.mark.parametrize("game", ["1853", "imperial-steam"])
def test_sealed_figures_stay_with_who_wrote_them(meet: Meet, game: str) -> None:
    """At one screen: a curtain between all, the next one's field is fresh, going back shows no more."""
    anna = meet("Anna", bypass_csp=True)
    page = anna.page
    page.goto("/#new")
    page.locator(".new-games").get_by_role(
        "link", name=re.compile(game.replace("-", " "), re.IGNORECASE)
    ).click()
    form = page.locator("#new-table")
    expect(form.locator(f"[name=game][value='{game}']")).to_be_attached()
    form.locator("[name=count][value='3']").check()
    for number in (2, 3):
        form.get_by_label(f"Name on seat {number}", exact=True).fill(NAMES[number - 1])
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    assert not grave(page, set())
    seen: list[str] = []
    for _ in range(3):
        name = page.locator(".seat-order .now").inner_text()
        assert name not in seen
        seen.append(name)
        take(anna, name)
        field = page.locator("input.num").first
        fresh, most, step = field.evaluate(
            "node => [node.defaultValue, node.max, node.step || 1].map(Number)"
        )
        assert int(field.input_value()) == fresh, "the field holds what another has written"
        field.fill(str(int(fresh + step if fresh + step <= most else fresh - step)))
        before = version(page)
        page.locator("input.num + button, label:has(input.num) + button").first.click()
        expect(page.locator(f'#page:not([data-version="{before}"])')).to_be_attached()
        if len(seen) == 3:
            break
        # Neither going back nor the list of moves opens a way around.
        page.go_back()
        page.wait_for_load_state()
        page.go_forward()
        expect(page.locator("#turn, .panel")).to_have_count(0)
    assert len(seen) == 3, seen


def test_a_draft_in_the_chat_stays_and_the_table_goes_on(two: Two) -> None:
    anna, bartek = two
    until_turn(two, anna)
    page = bartek.page
    page.locator("#tab-chat").click()
    line = page.get_by_label("Say something")
    line.click()
    page.keyboard.type("Who buys tho")
    page.keyboard.press("ArrowLeft")
    comes(page, lower(anna))
    expect(line).to_have_value("Who buys tho")
    expect(line).to_be_focused()
    page.keyboard.type("x")
    expect(line).to_have_value("Who buys thxo")
    # Looking elsewhere and coming back does not lose it; saying it does.
    page.locator("#tab-log").click()
    expect(page.locator("#log-lines")).to_be_visible()
    page.locator("#tab-chat").click()
    expect(line).to_have_value("Who buys thxo")
    page.get_by_role("button", name="Say", exact=True).click()
    expect(page.locator("#chat-lines")).to_contain_text("Who buys thxo")
    expect(line).to_have_value("")


def test_a_press_is_a_click_although_somebody_moves_meanwhile(two: Two) -> None:
    anna, bartek = two
    until_turn(two, anna)
    page = bartek.page
    page.locator("#tab-chat").hover()
    page.mouse.down()
    new = lower(anna)
    page.wait_for_timeout(500)
    page.mouse.up()
    expect(page.get_by_label("Say something")).to_be_visible()
    comes(page, new)


def test_a_page_that_was_offline_says_so_and_catches_up_at_once(two: Two) -> None:
    anna, bartek = two
    bartek.expects(*GONE)
    until_turn(two, anna)
    bartek.context.set_offline(True)
    expect(bartek.page.locator("#lost")).to_be_visible(timeout=4_000)
    expect(bartek.page.locator("#lost")).to_contain_text(re.compile(r"Trying again in \d+ s"))
    new = lower(anna)
    assert version(bartek.page) < new
    bartek.page.wait_for_timeout(4_000)  # the pauses have grown: waiting for the next one would take longer
    bartek.context.set_offline(False)
    expect(bartek.page.locator("#lost")).to_be_hidden(timeout=3_000)
    expect(bartek.page.locator("#page")).to_have_attribute("data-version", str(new), timeout=3_000)


def test_the_code_of_the_link_is_a_picture(meet: Meet) -> None:
    anna = meet("Anna")
    anna.page.goto("/#new")
    form = anna.page.locator("#new-table")
    seat(form, 2, "open")
    form.get_by_role("button", name="Open the table").click()
    picture = anna.page.get_by_alt_text("QR code of the link")
    expect(picture).to_be_visible()
    picture.evaluate("node => node.decode()")  # refuses when it is no picture
    assert picture.evaluate("node => node.naturalWidth") > 0


def test_history_is_in_sight_and_tells_what_had_happened(meet: Meet) -> None:
    anna = meet("Anna")
    page = anna.page
    anna.resume(save("later"))
    latest = int(page.locator(".film output").inner_text().split("/")[1])
    page.get_by_role("link", name="Step back").click()
    slider = page.get_by_role("slider")
    expect(page.locator("#map.past")).to_be_visible()
    slider.fill("10")
    expect(page.locator(".film output")).to_have_text(f"10 / {latest}")
    expect(page.locator("#turn")).to_contain_text(f"10 of {latest}")
    page.mouse.wheel(0, 300)
    for node in (slider, page.locator("#map-svg")):  # both at once, however far down
        expect(node).to_be_in_viewport()
    lines = page.locator("#log-lines li")
    expect(lines.first).to_be_attached()
    assert 5 <= lines.count() <= 40
    expect(page.get_by_text("Nothing has happened.")).to_have_count(0)


def box(locator: Locator) -> dict[str, Any]:
    found = locator.bounding_box()
    assert found is not None
    return dict(found)


def test_a_double_click_makes_one_move(meet: Meet) -> None:
    """The second click would buy the next paper for the next player."""
    anna = meet("Anna")
    anna.resume(save("sale"))
    before = version(anna.page)
    button = box(anna.page.locator("#panel-sale button", has_text="Buy").first)
    at = (button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
    anna.page.mouse.click(*at)
    comes(anna.page, before + 1)
    anna.page.mouse.down(click_count=2)
    anna.page.mouse.up(click_count=2)
    anna.page.wait_for_timeout(500)
    assert version(anna.page) == before + 1


def test_what_comes_next_is_in_sight(meet: Meet) -> None:
    """Far down the page: the picker stands beside the hex, wholly on the screen; after it the next step."""
    anna = meet("Anna", viewport={"width": 1440, "height": 700})
    page = anna.page
    anna.resume(save("track"))
    hexes = page.locator("#map-svg .hex.open")
    lowest = max(hexes.all(), key=lambda one: box(one)["y"])
    lowest.scroll_into_view_if_needed()
    page.mouse.move(700, 400)
    page.evaluate("() => scrollTo(0, document.body.scrollHeight)")
    lowest.evaluate("node => node.scrollIntoView({block: 'end'})")
    lowest.click()
    picker, here = page.locator(".picker"), box(lowest)
    expect(picker).to_be_visible()
    expect(picker.locator(".on [data-confirm]")).to_be_in_viewport(ratio=1)
    placed = box(picker)
    bar = box(page.locator("#turn"))
    assert placed["y"] >= bar["y"] + bar["height"], "it is under the bar"
    covered = [
        one
        for one in page.locator("#map-svg .hex").all()
        if 10 < distance(box(one), here) < 1.2 * here["width"] and share(box(one), placed) > 0.5
    ]
    assert not covered, f"{len(covered)} of the hexes around are covered"
    before = version(page)
    picker.locator(".on [data-confirm]").click()
    expect(page.locator(f'#page:not([data-version="{before}"])')).to_be_attached()
    # What can be done next is to be seen without a search.
    doors = page.locator("#map-svg .hex.open, #main .asides button[name=action], #run-accept")
    assert any(
        0 < (where := box(one))["y"] + where["height"] / 2 < 700 for one in doors.all() if one.is_visible()
    )


def distance(one: dict[str, Any], other: dict[str, Any]) -> float:
    across = one["x"] + one["width"] / 2 - other["x"] - other["width"] / 2
    down = one["y"] + one["height"] / 2 - other["y"] - other["height"] / 2
    return float((across**2 + down**2) ** 0.5)


def share(one: dict[str, Any], other: dict[str, Any]) -> float:
    """How much of the first box the other covers."""
    wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    high = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return float(max(0, wide) * max(0, high) / (one["width"] * one["height"]))
