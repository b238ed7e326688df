"""1854 at the table: the auction, a local railway on its map, tunnels, options, a split, mergers, the end."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Meet
from tests.browser.driver import Driver
from tests.browser.hands import Keys, Mouse
from tests.browser.people import Person, seat
from tests.browser.positions_1854 import end, save

LOCAL_MAP = re.compile(r"^hex-([J-M]\d+|I(29|31|37))$")


def seated(meet: Meet, name: str) -> tuple[Person, Driver]:
    anna = meet("Anna")
    anna.resume(save(name))
    return anna, Driver(anna, Mouse())


def log(person: Person) -> Locator:
    return person.page.locator("#log-lines")


def acting(person: Person) -> str:
    """The name of who is to act."""
    shown = person.view()
    name: str = shown["names"][shown["to_act"][0]]
    return name


def pressed(driver: Driver, kind: str, words: str) -> None:
    """The button in the banner."""
    driver.move(kind, driver.page.locator("#turn .levers button", has_text=words))


# -- the auction -------------------------------------------------------------------------------


def opened(meet: Meet) -> tuple[Person, Driver]:
    """A table for three, opened in the lobby and played by one person."""
    anna = meet("Anna")
    anna.page.goto("/#new")
    form = anna.page.locator("#new-table")
    form.get_by_role("link", name="1854").click()
    expect(form.locator("[name=game]")).to_have_value("1854")
    form.locator("[name=count][value='3']").check()
    for number in (2, 3):
        seat(form, number, "hotseat")
    form.get_by_role("button", name="Open the table").click()
    anna.page.wait_for_url("**/t/*")
    return anna, Driver(anna, Mouse())


def item(person: Person, name: str) -> Locator:
    return person.page.locator("#panel-auction .offer > li", has_text=name)


def bid(driver: Driver, name: str, amount: int) -> str:
    """Who bids so much for a railway."""
    bidder = acting(driver.person)
    row = item(driver.person, name)
    row.locator("input[type=number]").fill(str(amount))
    driver.move("bid", row.get_by_role("button", name="Bid", exact=True))
    return bidder


def test_the_first_railway_falls_while_all_pass(meet: Meet) -> None:
    anna, driver = opened(meet)
    expect(anna.page.locator("main.view-papers")).to_contain_text("If all pass, P1 falls from 20 G to 15 G.")
    expect(item(anna, "Außerfernbahn").get_by_role("button")).to_have_text("Buy 20 G")
    for _ in range(3):
        pressed(driver, "pass", "Pass")
    expect(log(anna)).to_contain_text("P1 now costs 15 G")
    expect(item(anna, "Außerfernbahn").get_by_role("button")).to_have_text("Buy 15 G")
    expect(anna.page.locator("#table-auction tr.now")).to_contain_text("15 G")


def test_an_auction_with_competing_bids(meet: Meet) -> None:
    """Two want the Murtalbahn (50): 55, 60; when the first is sold, the lower one is asked."""
    anna, driver = opened(meet)
    page = anna.page
    low = bid(driver, "Murtalbahn", 55)
    expect(item(anna, "Murtalbahn")).to_contain_text(f"bids: {low} 55")
    expect(page.locator("#table-auction")).to_contain_text(f"{low} 55")
    high = bid(driver, "Murtalbahn", 60)
    expect(item(anna, "Murtalbahn")).to_contain_text(f"bids: {high} 60, {low} 55")
    buyer = acting(anna)
    driver.move("buy", item(anna, "Außerfernbahn").get_by_role("button", name="Buy"))

    expect(page.get_by_role("heading", name="Auction of P2")).to_be_visible()
    expect(page.locator("#panel-auction .offer > li")).to_have_count(1)
    assert acting(anna) == low, "the lowest bidder is asked"
    bid(driver, "Murtalbahn", 75)
    assert acting(anna) == high
    pressed(driver, "drop", "Drop out")

    expect(log(anna)).to_contain_text(f"{high} drops out and takes 60 G back.")
    expect(log(anna)).to_contain_text(f"{low} buys P2 for 75 G.")
    players = driver.look()["players"]
    assert players[low]["privates"] == ["P2"]
    assert players[buyer]["privates"] == ["P1"]
    # 860 each with three players: 75 and 20 are paid, what was bid in vain is free again.
    assert [players[name]["cash"] for name in (low, high, buyer)] == [785, 860, 840]
    assert players[high]["free_cash"] == 860


def test_a_bid_too_low_explains_itself(meet: Meet) -> None:
    anna, _ = opened(meet)
    anna.expects("422")
    row = item(anna, "Murtalbahn")
    row.locator("input[type=number]").evaluate("field => { field.removeAttribute('min'); field.value = 50; }")
    row.get_by_role("button", name="Bid", exact=True).click()
    refusal = anna.page.locator("#refusal")
    expect(refusal).to_contain_text("A bid for P2 is a multiple of 5 from 55 on.")
    expect(refusal).to_contain_text("1854-AU-2")
    expect(refusal).to_contain_text("nothing was changed")


# -- local railways ----------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["mouse", "keys"])
def test_a_local_railway_takes_its_turn_on_its_map(meet: Meet, hand: str) -> None:
    anna, driver = seated(meet, "local")
    page = anna.page
    if hand == "keys":
        driver.hand = Keys(page)
    railway = driver.look()["acting"]
    expect(page.locator("#map-svg .sheet-name")).to_have_text("Local railways")
    expect(page.locator(".company-card").first).to_contain_text("local railway · Owner")
    for hex_ in page.locator("#map-svg .hex.open").all():
        assert LOCAL_MAP.match(hex_.get_attribute("id") or "")
    laid = driver.look()["board"]["laid"]
    assert driver.map()
    new = set(driver.look()["board"]["laid"]) - set(laid)
    assert len(new) == 1
    assert LOCAL_MAP.match(f"hex-{new.pop()}")
    while driver.look()["acting"] == railway and not driver.offered("trains"):
        driver.step()
    driver.move("train", driver.offered("trains", r"1\+")[0])
    assert driver.look()["companies"][railway]["trains"] == ["1+"]


def test_a_local_railway_pays_half(meet: Meet) -> None:
    anna, driver = seated(meet, "local run")
    before = driver.look()
    railway = before["acting"]
    owner = before["companies"][railway]["director"]
    earned = int(re.sub(r"\D", "", anna.page.locator("[data-run] .sum").inner_text()))
    driver.move("run", anna.page.locator("#run-accept"))
    after = driver.look()
    assert after["companies"][railway]["last_run"] == earned > 0
    # Values are multiples of 10, so half of them is whole.
    assert after["players"][owner]["cash"] - before["players"][owner]["cash"] == earned // 2
    assert after["companies"][railway]["cash"] - before["companies"][railway]["cash"] == earned // 2


def test_an_arrow_leads_from_one_map_to_the_other(meet: Meet) -> None:
    anna, _ = seated(meet, "local")
    page, keys = anna.page, Keys(anna.page)
    keys.reach(page.locator("#map-svg .hex[tabindex='0']"))
    for _ in range(12):
        keys.hit("ArrowDown")
        focused = page.evaluate("document.activeElement.id")
        if not LOCAL_MAP.match(focused):
            return
    raise AssertionError(f"still on the local map: {focused}")


# -- tunnels and homes -------------------------------------------------------------------------


def test_a_tunnel_is_dug(meet: Meet) -> None:
    anna, driver = seated(meet, "tunnel")
    page = anna.page
    before = driver.look()
    company = before["acting"]
    dug = sum(map(len, before["board"]["tunnels"].values()))
    shown = page.locator("#map-svg .tunnel-line").count()
    for hex_ in page.locator("#map-svg .hex.open").all():
        hex_.click()
        option = page.locator(".picker .tile-option", has_text="tunnel")
        expect(page.locator(".picker")).to_be_visible()
        if option.count():
            break
        page.locator("[data-pick-close]").click()
    option.click()
    expect(page.locator("#map-preview .tunnel-line").first).to_be_visible()
    confirm = page.locator(".positions .on [data-confirm]")
    expect(confirm).to_contain_text("Dig · ")
    price = int(re.sub(r"\D", "", confirm.inner_text()))
    driver.move("dig", confirm)
    after = driver.look()
    assert sum(map(len, after["board"]["tunnels"].values())) == dug + 1
    assert before["companies"][company]["cash"] - after["companies"][company]["cash"] == price
    assert page.locator("#map-svg .tunnel-line").count() >= shown
    expect(log(anna)).to_contain_text("digs a tunnel through")


def test_a_tunnel_is_dug_without_script(meet: Meet) -> None:
    anna = meet("Anna", java_script_enabled=False)
    page = anna.page
    table = anna.resume(save("tunnel"))
    before = anna.view()["view"]["board"]["tunnels"]
    page.goto(f"/t/{table}")
    for number in range(page.locator("#map-svg .hex.open").count()):
        page.goto(f"/t/{table}")
        page.locator("#map-svg .hex.open").nth(number).click()
        if page.get_by_role("button", name="Dig").count():
            break
    page.get_by_role("button", name="Dig").first.click()
    page.wait_for_url(f"**/t/{table}*")
    after = anna.view(table)["view"]["board"]["tunnels"]
    assert sum(map(len, after.values())) == sum(map(len, before.values())) + 1


def test_a_lokalbahn_ag_chooses_its_home(meet: Meet) -> None:
    anna, driver = seated(meet, "home")
    page = anna.page
    company = driver.look()["acting"]
    assert driver.look()["companies"][company]["markers"] == []
    expect(page.locator("#turn .steps [aria-current=step]")).to_contain_text("Home")
    open_hexes = {hex_.get_attribute("data-hex") for hex_ in page.locator("#map-svg .hex.open").all()}
    assert open_hexes <= {"D18", "D20"}
    key = sorted(filter(None, open_hexes))[0]
    page.locator(f"#hex-{key}").click()
    driver.move("home", page.locator(".picker [data-confirm]:visible").first)
    assert driver.look()["companies"][company]["markers"] == [f"{key}.0"]


# -- the stock market --------------------------------------------------------------------------


def test_an_option_is_taken_and_listed(meet: Meet) -> None:
    anna, driver = seated(meet, "stock")
    page = anna.page
    before = driver.look()
    player = acting(anna)
    row = page.locator("#panel-options .offer > li").first
    company = row.locator(".tag").inner_text().strip()
    button = row.get_by_role("button").first
    price = int(re.sub(r"\D", "", button.inner_text()))
    assert price == before["companies"][company]["par"], "half of a 20% paper"
    driver.move("option", button)
    after = driver.look()
    assert before["players"][player]["cash"] - after["players"][player]["cash"] == price
    assert (
        after["players"][player]["shares"][company] == before["players"][player]["shares"].get(company, 0) + 1
    )
    [option] = [option for option in after["options"] if option["player"] == player]
    assert (option["company"], option["rest"]) == (company, price)
    page.get_by_role("link", name="Market", exact=True).locator("visible=true").click()
    line = page.locator("#table-open-options tbody tr", has_text=player)
    expect(line).to_contain_text(company)
    expect(line).to_contain_text(f"{price} G")
    expect(log(anna)).to_contain_text("takes an option on 20% of")


def test_the_rest_of_an_option_is_paid(meet: Meet) -> None:
    anna, driver = seated(meet, "own option")
    page = anna.page
    before = driver.look()
    player = acting(anna)
    [option] = [option for option in before["options"] if option["player"] == player]
    panel = page.locator("#panel-option")
    expect(panel).to_contain_text(f"{option['rest']} G still due")
    driver.move("complete", panel.get_by_role("button", name="Pay"))
    after = driver.look()
    company = option["company"]
    assert before["players"][player]["cash"] - after["players"][player]["cash"] == option["rest"]
    assert after["players"][player]["shares"][company] == before["players"][player]["shares"][company] + 1
    assert not [left for left in after["options"] if left["player"] == player]


def cell_of(view: dict[str, Any], company: str) -> str:
    row, column = view["companies"][company]["cell"]
    return f"#cell-{row}-{column}"


def test_a_dividend_carries_a_price_over_the_red_line(meet: Meet) -> None:
    """Everybody is paid the new price for each 10% that is exchanged; five new shares are for sale."""
    anna, driver = seated(meet, "split")
    page = anna.page
    before = driver.look()
    company = before["acting"]
    panel = page.locator("#panel-dividend")
    expect(panel).to_contain_text("are split at")
    driver.move("pay", panel.get_by_role("button", name="Pay"))
    after = driver.look()
    assert after["split"] == [*before["split"], company]
    price = after["companies"][company]["price"]
    revenue = after["companies"][company]["last_run"]
    for name, player in before["players"].items():
        held = player["shares"].get(company, 0)
        half = after["players"][name]["shares"].get(company, 0)
        assert half == held // 2
        assert after["players"][name]["cash"] - player["cash"] == revenue // 10 * held + price * half
    assert after["companies"][company]["issue_shares"] == 5
    page.get_by_role("link", name="Market", exact=True).locator("visible=true").click()
    expect(page.locator(f"{cell_of(after, company)} .market-symbol")).to_contain_text([company])
    expect(page.locator(".hex-market .market-line")).to_have_count(1)
    expect(page.locator(".hex-market .market-cell")).to_have_count(80)


def test_the_market_shows_where_a_price_would_go(meet: Meet) -> None:
    anna, _ = seated(meet, "stock")
    page = anna.page
    page.locator("#panel-sell button").first.hover()
    expect(page.locator(".hex-market .market-cell.target")).to_have_count(1)


def test_a_mail_contract_is_bought(meet: Meet) -> None:
    anna, driver = seated(meet, "mail")
    page = anna.page
    company = driver.look()["acting"]
    left = driver.look()["mail_left"]["small"]
    panel = page.locator("#panel-mail")
    expect(panel).to_contain_text("10 yellow, 20 green, 20 brown, 40 gray")
    driver.move("mail", panel.get_by_role("button", name="Buy").first)
    after = driver.look()
    assert after["mail"][company] == "small"
    assert after["mail_left"]["small"] == left - 1
    page.get_by_role("link", name="Companies", exact=True).locator("visible=true").click()
    expect(page.locator("#table-mail tbody tr").first).to_contain_text(company)


def test_a_train_is_sold_to_another_company(meet: Meet) -> None:
    """The row and the offer tell both price moves beforehand, and so they come."""
    anna, driver = seated(meet, "trade")
    page = anna.page
    before = driver.look()
    buyer = before["acting"]
    asking = page.locator("#panel-others .offer > li").filter(
        has=page.get_by_role("button", name="Ask", exact=True)
    )
    row = asking.filter(has_text=re.compile(r"\d+ → \d+.*\d+ → \d+", re.DOTALL)).first
    seller = row.locator(".tag").inner_text().strip()
    moves = {
        sym: [int(old), int(new)]
        for sym, old, new in re.findall(r"(\w+)\s+(\d+) → (\d+)", row.locator(".facts-line").inner_text())
    }
    row.locator("input[type=number]").fill("37")
    driver.move("ask", row.get_by_role("button", name="Ask", exact=True))
    assert acting(anna) == before["companies"][seller]["director"]
    offer = page.locator("#panel-answer")
    for sym in (buyer, seller):
        expect(offer).to_contain_text(re.compile(rf"{sym}\s+goes from {moves[sym][0]} to {moves[sym][1]}"))
    driver.move("sell", offer.get_by_role("button", name="Sell it"))
    after = driver.look()["companies"]
    for sym in (buyer, seller):
        assert [before["companies"][sym]["price"], after[sym]["price"]] == moves[sym]
    assert after[buyer]["cash"] == before["companies"][buyer]["cash"] - 37
    assert after[seller]["cash"] == before["companies"][seller]["cash"] + 37


def test_two_directors_haggle(meet: Meet) -> None:
    """A price, another one in answer, a no, and again for more: by the keyboard alone."""
    anna, _ = seated(meet, "trade")
    page = anna.page
    driver = Driver(anna, Keys(page))
    before = driver.look()
    buyer = before["acting"]
    ask = page.get_by_role("button", name="Ask", exact=True)
    row = page.locator("#panel-others .offer > li").filter(has=ask).first
    seller = row.locator(".tag").inner_text().strip()
    row.locator("input[type=number]").fill("11")
    driver.move("ask", row.get_by_role("button", name="Ask", exact=True))
    offer = page.locator("#panel-answer")
    offer.get_by_label("Another price").fill("31")
    driver.move("counter", offer.get_by_role("button", name="Name it"))
    expect(log(anna)).to_contain_text("names another price: 31 G")
    assert acting(anna) == before["companies"][buyer]["director"]
    expect(offer).to_contain_text(re.compile(rf"{seller}\s+asks\s+31"))
    expect(offer.get_by_label("Another price")).not_to_have_value("31")
    driver.move("refuse", offer.get_by_role("button", name=re.compile("^Refuse")))
    row = page.locator("#panel-others .offer > li").filter(has=ask).first
    expect(row).to_contain_text("refused: 11")
    row.locator("input[type=number]").fill("23")
    driver.move("ask", row.get_by_role("button", name="Ask", exact=True))
    driver.move("sell", offer.get_by_role("button", name=re.compile("^Sell it")))
    assert driver.look()["companies"][seller]["cash"] == before["companies"][seller]["cash"] + 23


def test_who_wants_no_more_offers_is_left_alone(meet: Meet) -> None:
    anna, driver = seated(meet, "trade")
    page = anna.page
    ask = page.get_by_role("button", name="Ask", exact=True)
    asking = page.locator("#panel-others .offer > li").filter(has=ask)
    driver.move("ask", asking.first.get_by_role("button", name="Ask", exact=True))
    asked = acting(anna)
    driver.move(
        "leave", page.locator("#panel-answer").get_by_role("button", name=re.compile("^No more offers"))
    )
    expect(log(anna)).to_contain_text(f"{asked} wants no more offers from")
    expect(asking.filter(has_text=f"{asked} is asked")).to_have_count(0)


# -- mergers -----------------------------------------------------------------------------------


def proposed(meet: Meet) -> tuple[Person, Driver, str, str]:
    """Somebody asks the owner of another railway; the two railways."""
    anna, driver = seated(meet, "merger")
    page = anna.page
    asker = acting(anna)
    view = driver.look()
    railway = re.search(r"Does (\w+) propose", anna.page.locator("#turn .ask").inner_text())
    assert railway
    expect(page.locator("#turn .sign")).to_contain_text(re.compile(r"OR \d+\.\d"))
    rows = page.locator("#panel-mergers .offer > li")
    assert rows.count() == len(view["may_merge"]) - 1
    row = rows.filter(has=page.get_by_role("button", name="Propose")).first
    partner = row.locator(".tag").inner_text().strip()
    driver.move("propose", row.get_by_role("button", name="Propose"))
    assert acting(anna) != asker
    assert acting(anna) == view["companies"][partner]["director"]
    expect(page.locator("#panel-reply")).to_contain_text(f"{asker} proposes that")
    return anna, driver, railway[1], partner


def test_two_owners_agree_to_merge(meet: Meet) -> None:
    anna, driver, railway, partner = proposed(meet)
    page = anna.page
    before = driver.look()["companies"]
    cash = before[railway]["cash"] + before[partner]["cash"]
    director = before[min(railway, partner)]["director"]
    driver.move("agree", page.locator("#panel-reply").get_by_role("button", name=re.compile("^Merge")))
    assert acting(anna) == director, "the owner of the lower number picks the sheet"
    driver.move("found", page.locator("#panel-founding").get_by_role("button", name="Lokalbahn AG B"))
    after = driver.look()
    assert after["companies"]["B"]["open"]
    assert after["companies"]["B"]["director"] == director
    assert after["companies"]["B"]["cash"] == cash
    assert after["companies"]["B"]["price"] == 67
    assert not after["companies"][railway]["open"]
    assert railway not in after["may_merge"]
    expect(log(anna)).to_contain_text("become the Lokalbahn AG")


def test_an_owner_refuses_through_the_api(meet: Meet) -> None:
    anna, driver, railway, partner = proposed(meet)
    shown = anna.view()
    seat = shown["to_act"][0]
    legal = anna.context.request.get(f"/api/v1/tables/{anna.table}/legal?seat={seat}").json()
    assert [a["accept"] for a in legal["actions"]] == [True, False, False]
    assert legal["actions"][2]["leave"]
    token = {cookie["name"]: cookie["value"] for cookie in anna.context.cookies()}["csrftoken"]
    answer = anna.context.request.post(
        f"/api/v1/tables/{anna.table}/actions",
        data={"action": legal["actions"][1], "seen": legal["version"]},
        headers={"x-csrftoken": token},
    )
    assert answer.ok, answer.text()
    expect(log(anna)).to_contain_text("refuses the merger of")
    after = driver.look()
    assert {railway, partner} <= set(after["may_merge"])


# -- the end -----------------------------------------------------------------------------------


def test_the_last_move_leads_to_the_scores(meet: Meet) -> None:
    before, last = end()
    anna = meet("Anna")
    anna.resume(before)
    page, driver = anna.page, Driver(anna, Mouse())
    values = [button.get_attribute("value") for button in page.locator("button[name=action]").all()]
    driver.move("last", page.locator("button[name=action]").nth(values.index(last.decode())))
    view = driver.look()
    assert view["over"]
    expect(page.get_by_role("heading", name="Final scores")).to_be_visible()
    best = max(view["worth"], key=lambda name: view["worth"][name])
    expect(page.locator(".final-scores tbody tr").first).to_contain_text(best)


def test_a_table_plays_from_the_lobby_into_an_operating_round(meet: Meet) -> None:
    anna, driver = opened(meet)
    for _ in range(12):
        if driver.look()["round"]:
            break
        driver.move("buy", anna.page.locator("#panel-auction button", has_text="Buy").first)
    driver.until(lambda d: d.operating_rounds() == 2, most=160)
    assert driver.done["buy"] >= 11
    assert {"lay", "train", "finish"} <= driver.done.keys()


def test_the_rulings_in_force_are_shown(meet: Meet) -> None:
    anna = meet("Anna")
    table = anna.resume(save("auction", "book,tile_69=2"))
    anna.page.goto(f"/t/{table}?view=ledger")
    rows = anna.page.locator("#table-rulings tbody tr")
    expect(rows.filter(has_text="tile_69")).to_have_class("now")
    expect(anna.page.locator("#table-rulings tbody tr.now")).to_have_count(1)
    expect(anna.page.locator("#table-rulings")).to_contain_text("A sale does not move a price back")
