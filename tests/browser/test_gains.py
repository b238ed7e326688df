"""Where is it worth building: a figure in every open hex, asked for by a key where hints are allowed."""

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.shots import later


def test_open_hexes_say_what_they_would_add(meet: Meet) -> None:
    anna = meet("Anna")
    page = anna.page
    anna.resume(later("lay_tile"))
    open_ = page.locator("#map-svg .hex.open")
    figures = page.locator("#map-gains .gain-text")
    expect(figures).to_have_count(0)
    page.keyboard.press("w")
    expect(page.locator("[data-map-said]")).not_to_be_empty()
    assert 0 < figures.count() <= open_.count()
    # What a hex says is the best of what its picker says, tile by tile and position by position.
    key = page.locator(".map-open [data-map-hex]:has(.gain)").first.get_attribute("data-map-hex")
    said = page.locator(f'.map-open [data-map-hex="{key}"] .gain').text_content() or ""
    page.locator(f"#hex-{key}").click()
    links = page.locator(".picker [data-effect], .picker .on .effect")
    expect(links.first).to_be_attached()
    answers = []
    for link in page.evaluate(
        "href => fetch(href, {headers: {'X-Requested-With': 'fetch'}}).then(a => a.text()).then(text => "
        "[...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('[data-effect]')]"
        ".map(node => node.getAttribute('href')))",
        page.locator(f"#hex-{key}").get_attribute("href"),
    ):
        told = anna.context.request.get(link, headers={"X-Requested-With": "fetch"}).text()
        change = told.partition("(")[2].partition(")")[0].replace("−", "-")
        answers.append(int(change or 0))
    assert int(said.strip().replace("−", "-").rstrip("?")) == max(answers)
    page.keyboard.press("Escape")
    page.locator("[data-map-gains]").click()
    expect(figures).to_have_count(0)
