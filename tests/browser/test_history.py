"""Looking back, trying out, the log, talk and notes, and the rule behind a refusal."""

import json
import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Meet
from tests.browser.positions import save


def shown(page: Page) -> str:
    """The state that the slider shows: "12 / 66"."""
    return page.locator(".film output").first.inner_text()


def test_slider_keys_and_log_lead_through_the_history(meet: Meet) -> None:
    anna = meet("Anna")
    page = anna.page
    anna.resume(save("later"))
    latest = int(shown(page).split("/")[1])
    output = page.locator(".film output").first

    page.keyboard.press("[")
    expect(output).to_have_text(f"{latest - 1} / {latest}")
    expect(page.locator("#map.past")).to_be_visible()
    page.keyboard.press("[")
    expect(output).to_have_text(f"{latest - 2} / {latest}")
    page.keyboard.press("]")
    expect(output).to_have_text(f"{latest - 1} / {latest}")

    slider = page.get_by_role("slider")
    slider.focus()
    page.evaluate("window.samePage = true")
    for back in (2, 3, 4):
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#turn")).to_contain_text(f"{latest - back} of {latest}")
        expect(slider).to_be_focused()
    # A key that follows at once must not reach a form which is not yet bound: the page would reload.
    assert page.evaluate("window.samePage")
    # Nothing can be done in the past but to look, to go back and to try.
    expect(page.locator("#turn .levers")).to_have_count(0)
    expect(page.locator("#map-svg .hex.open")).to_have_count(0)
    page.get_by_role("link", name="Back to the present").click()
    expect(output).to_have_text(f"{latest} / {latest}")

    page.get_by_role("link", name="All", exact=True).click()
    expect(page.locator(".chip[aria-current]")).to_have_text("All")
    page.locator("#log-lines li:not(.since) a").nth(-4).click()
    expect(page.get_by_role("link", name="Back to the present")).to_be_visible()
    expect(output).not_to_have_text(f"{latest} / {latest}")


def test_try_it_is_private_and_leaves_the_table_alone(meet: Meet) -> None:
    anna = meet("Anna")
    page = anna.page
    table = anna.resume(save("track"))
    version = anna.view(table)["version"]
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("region", name="Trying out")).to_be_visible()
    sandbox = anna.table
    assert sandbox != table
    page.locator("#turn .levers button[data-key=F]").click()
    expect(page.locator("#turn [aria-current=step]")).not_to_contain_text("Track")
    assert anna.view(table)["version"] == version

    other = meet("Bartek")
    other.expects("40[34]")
    other.page.goto(f"/t/{sandbox}")
    expect(other.page.get_by_role("alert")).to_be_visible()
    expect(other.page.locator("#turn")).to_have_count(0)

    page.get_by_role("button", name="Discard").click()
    page.wait_for_url(f"**/t/{table}*")
    expect(page.locator("#turn [aria-current=step]")).to_contain_text("Track")


def test_the_log_can_be_filtered(meet: Meet) -> None:
    anna = meet("Anna")
    page = anna.page
    anna.resume(save("later"))
    page.goto(f"/t/{anna.table}?view=log")
    counts = {}
    for name in ("All", "Money", "Track", "Trains"):
        page.locator(".chip", has_text=re.compile(f"^{name}$")).click()
        expect(page.locator(".chip[aria-current]")).to_have_text(name)
        counts[name] = page.locator("#log-lines li:not(.since)").count()
    assert all(0 < counts[name] < counts["All"] for name in ("Money", "Track", "Trains")), counts


def test_chat_is_for_all_and_notes_are_for_oneself(meet: Meet) -> None:
    anna = meet("Anna")
    table = anna.resume(save("track"))
    other = meet("Bartek")
    other.page.goto(f"/t/{table}?tab=chat")
    anna.page.locator("#tab-chat").click()
    anna.page.get_by_label("Say something").fill("Who builds to <Sydney>?")
    anna.page.get_by_role("button", name="Say", exact=True).click()
    expect(anna.page.locator("#chat-lines")).to_contain_text("Who builds to <Sydney>?")
    expect(other.page.locator("#chat-lines")).to_contain_text("Who builds to <Sydney>?")

    anna.page.locator("#tab-notes").click()
    anna.page.get_by_label("Only you see this").fill("sell VR early")
    with anna.page.expect_response("**/talk"):
        anna.page.get_by_role("button", name="Save", exact=True).click()
    anna.page.goto(f"/t/{table}?tab=notes")
    expect(anna.page.get_by_label("Only you see this")).to_have_value("sell VR early")
    other.page.goto(f"/t/{table}?tab=notes")
    expect(other.page.get_by_label("Only you see this")).to_have_value("")
    assert "sell VR early" not in other.page.content()


def test_what_is_not_open_says_why_and_opens_its_rule(meet: Meet) -> None:
    anna = meet("Anna")
    page = anna.page
    anna.resume(save("selling"))
    page.goto(f"/t/{anna.table}?view=market")
    rule = page.locator("#panel-sell .why a.rule-link").first
    expect(rule).to_be_visible()
    name = rule.inner_text()
    rule.click()
    note = page.locator("#note")
    expect(note.get_by_role("heading")).to_have_text(f"1848-{name}")
    assert len(note.locator("p").first.inner_text()) > 20
    note.get_by_role("button", name="Close").click()
    expect(note).to_be_empty()
    assert "view=market" in page.url


def test_a_refused_move_changes_nothing_and_names_its_rule(meet: Meet) -> None:
    """The page offers no illegal move, so one is forged: a tile in a position that does not fit."""
    anna = meet("Anna")
    anna.expects("422")
    page = anna.page
    anna.resume(save("track"))
    version = anna.view()["version"]
    page.locator("#map-svg .hex.open").first.click()
    form = page.locator(".positions .on form")
    fields = page.locator(".positions input[name=action]")
    offered = [json.loads(value) for value in fields.evaluate_all("all => all.map(node => node.value)")]
    held = json.loads(form.locator("[name=action]").input_value())
    legal = {action["rotation"] for action in offered if action["tile"] == held["tile"]}
    wrong = next(rotation for rotation in range(6) if rotation not in legal)
    forged = json.dumps({**held, "rotation": wrong})
    form.locator("[name=action]").evaluate("(node, value) => { node.value = value; }", forged)
    form.get_by_role("button").click()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("nothing was changed")
    expect(refusal).to_be_focused()
    assert anna.view()["version"] == version
    rule = refusal.locator("a.rule-link")
    expect(rule).to_contain_text("1848-VIII")
    rule.click()
    expect(page.locator("#note").get_by_role("heading")).to_have_text(rule.inner_text())
    page.keyboard.press("Escape")
    expect(page.locator("#note")).to_be_empty()


def test_the_film_stays_in_sight_and_plays(meet: Meet) -> None:
    """Under the map, rounds as ticks: from round to round by keys, Space plays; the market of that action."""
    anna = meet("Anna")
    page = anna.page
    anna.resume(save("later"))
    slider = page.get_by_role("slider")
    expect(slider).to_be_in_viewport(ratio=1)
    ticks = [int(mark.get_attribute("data-at") or 0) for mark in page.locator(".film [data-at]").all()]
    assert len(ticks) > 3, "rounds are marked"
    slider.focus()
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#turn")).to_contain_text(f"Action {ticks[-1]} of")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#turn")).to_contain_text(f"Action {ticks[-2]} of")
    # Map and slider are seen together, and its value is told in words.
    expect(slider).to_be_focused()
    expect(slider).to_be_in_viewport(ratio=1)
    expect(page.locator("#map.past")).to_be_in_viewport()
    expect(slider).to_have_attribute("aria-valuetext", re.compile(rf"action {ticks[-2]}, (SR|OR) .+, .+"))
    page.keyboard.press(" ")
    expect(page.locator("#turn")).to_contain_text(f"Action {ticks[-2] + 2} of")
    page.keyboard.press(" ")
    expect(page.locator("#film-play")).to_have_attribute("aria-pressed", "false")
    held = slider.get_attribute("value")
    page.locator(".views").get_by_role("link", name="Market").click()
    expect(page.locator(".market-table")).to_be_visible()
    expect(slider).to_have_attribute("value", str(held))
    expect(slider).to_be_in_viewport(ratio=1)
