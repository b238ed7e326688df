"""English, German, Polish: banner, buttons, log and refusals, chosen by each person."""

import re

import pytest
from playwright.sync_api import expect

from stellwerk.engine.text import Figure
from stellwerk.web.render import Speech
from tests.browser.conftest import Meet
from tests.browser.people import Person
from tests.browser.positions import save


def choose(person: Person, lang: str) -> None:
    person.page.locator(f".bar button[name=lang][value={lang}]").locator("visible=true").click()
    expect(person.page.locator("html")).to_have_attribute("lang", lang)


def said(template: str, lang: str, **figures: Figure) -> str:
    """The catalogue's sentence with the money of 1848, which must not be the English one."""
    found, english = (Speech(spoken, "£")(template, **figures) for spoken in (lang, "en"))
    assert found != english, f"{template!r} is not translated"
    return found


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


@pytest.mark.parametrize("lang", ["de", "pl"])
def test_a_table_speaks_the_language_of_its_reader(meet: Meet, lang: str) -> None:
    anna = meet("Anna")
    page = anna.page
    table = anna.resume(save("trains"))
    choose(anna, lang)
    assert anna.table == table, "the choice led away from the table"
    prompt = anna.view()["prompt"]
    banner = page.locator("#turn")
    expect(page.locator("#status")).to_contain_text(said("Your turn.", lang))
    assert said(prompt["message"], lang, **prompt["figures"]) in page.locator("#status").inner_text()
    expect(banner.locator(".levers")).to_contain_text(said("End turn", lang))
    expect(banner.get_by_role("button", name=said("Undo", lang))).to_be_visible()
    expect(page.locator("#panel-trains h2")).to_have_text(said("Trains of the bank", lang), ignore_case=True)
    expect(
        page.locator("nav.views").get_by_role("link", name=said("Market", lang), exact=True)
    ).to_be_visible()

    page.goto(f"/t/{table}?view=log&log=all")
    log = plain(page.locator("#log-lines").inner_text())
    entries = anna.context.request.get(f"/api/v1/tables/{table}/log").json()
    events = [event for entry in entries[-6:] for event in entry["events"]]
    assert events
    for event in events:
        assert plain(said(event["says"], lang, **event["figures"])) in log
        assert event["text"] not in log


@pytest.mark.parametrize("lang", ["de", "pl"])
def test_reasons_and_refusals_are_translated(meet: Meet, lang: str) -> None:
    anna = meet("Anna")
    anna.expects("422")
    page = anna.page
    table = anna.resume(save("selling"))
    choose(anna, lang)
    page.goto(f"/t/{table}?view=market")
    why = page.locator("#panel-sell .why").first
    expect(why).to_contain_text(said("No shares are sold in the very first stock round.", lang))
    # The page offers nothing that is refused: one button is given a forbidden action.
    seat = anna.view()["to_act"][0]
    page.locator("#panel-sell button").first.evaluate(
        "(node, value) => { node.value = value; node.click(); }",
        f'{{"type":"sell_shares","seat":{seat},"company":"CAR","shares":1}}',
    )
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(said("No shares are sold in the very first stock round.", lang))
    expect(alert).to_contain_text(said("nothing was changed", lang))
    expect(alert).to_contain_text("1848-VI-Allg-4")


def test_two_people_read_one_table_in_two_languages(meet: Meet) -> None:
    anna, bartek = meet("Anna"), meet("Bartek")
    table = anna.resume(save("sale"))
    bartek.page.goto(f"/t/{table}")
    choose(bartek, "pl")
    choose(anna, "de")
    anna.page.locator("#panel-sale button").first.click()
    expect(anna.page.locator("#log-lines")).to_contain_text("P1")
    expect(bartek.page.locator("#log-lines")).to_contain_text("P1")
    entries = anna.context.request.get(f"/api/v1/tables/{table}/log").json()
    event = entries[-1]["events"][0]
    expect(anna.page.locator("#log-lines")).to_contain_text(said(event["says"], "de", **event["figures"]))
    expect(bartek.page.locator("#log-lines")).to_contain_text(said(event["says"], "pl", **event["figures"]))
    bartek.page.goto("/")
    expect(bartek.page.locator("html")).to_have_attribute("lang", "pl")


def test_the_browsers_own_language_is_the_first_choice(meet: Meet) -> None:
    clara = meet(locale="de-AT")
    clara.page.goto("/")
    expect(clara.page.locator("html")).to_have_attribute("lang", "de")
    expect(clara.page.get_by_role("button", name=said("Play as a guest", "de"))).to_be_visible()
