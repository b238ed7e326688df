"""The final scoring of Imperial Steam: step by step, with the way to Trieste on the map."""

from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.steam import facts, reached, save


def test_the_account_adds_up_and_the_way_is_drawn(meet: Meet) -> None:
    anna = meet("Anna")
    page = anna.page
    anna.resume(save("finished"), "look")
    scoring = facts(reached("finished").state)["scoring"]
    table = page.locator("#scoring table")
    expect(table.locator("tbody tr")).to_have_count(13)
    for number, (name, score) in enumerate(scoring.items()):
        expect(table.locator("thead th").nth(number + 1)).to_have_text(name)
        last = table.locator("tbody tr").nth(9).locator("td").nth(number)
        expect(last).to_contain_text(f"= {score['total']}".replace("-", "−"))
        final = table.locator("tr.now td").nth(number)
        expect(final).to_contain_text(f"{score['final']}".replace("-", "−"))
    expect(table.locator(".winner")).to_have_count(1)

    payers = [name for name, score in scoring.items() if score["path"]]
    assert len(payers) == 3
    expect(page.locator("#scoring .ways > li")).to_have_count(3)
    # Anna pays nothing; the first who does is drawn, until another is chosen.
    expect(page.locator("#net-svg .net-way")).to_have_count(len(scoring[payers[0]]["path"]))
    page.locator("#scoring .ways a").filter(has_text=payers[2]).click()
    expect(page.locator("#net-svg .net-step")).to_have_count(len(scoring[payers[2]]["path"]))
    expect(page.locator("#scoring .path li")).to_have_count(len(scoring[payers[2]]["path"]))
    expect(page.locator("#scoring .path li").first).to_contain_text(scoring[payers[2]]["payees"][0])


def test_the_way_stays_drawn_in_german(meet: Meet) -> None:
    anna = meet("Anna")
    anna.resume(save("finished"), "look")
    anna.page.get_by_role("button", name="DE", exact=True).click()
    expect(anna.page.get_by_role("heading", name="Schlusswertung")).to_be_visible()
    expect(anna.page.get_by_text("Trassenpauschale bis Trieste")).to_be_visible()
