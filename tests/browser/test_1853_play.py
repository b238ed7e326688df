"""1853 at the table: sealed bonds, secret cities, the first stock round, two gauges, a contract, the end."""

import re

from playwright.sync_api import Locator, Page, expect

from stellwerk.engine.save import dump
from tests.browser.conftest import Meet
from tests.browser.driver import Driver
from tests.browser.hands import Keys, Mouse
from tests.browser.people import Person, seat
from tests.browser.positions_1853 import before_the_end, game, missing_lay, save

BONDS = {"Anna": 130, "Bartek": 170, "Clara": 90}


def seated(meet: Meet, name: str) -> tuple[Person, Driver]:
    anna = meet("Anna")
    anna.resume(save(name))
    return anna, Driver(anna, Mouse())


def three(meet: Meet) -> list[Person]:
    """Anna opens a table for three, the others come by its link."""
    anna = meet("Anna")
    page = anna.page
    page.goto("/?game=1853#new")
    form = page.locator("#new-table")
    form.locator("[name=count][value='3']").check()
    expect(form).to_contain_text("£730 each · 21 papers")
    for number in (2, 3):
        seat(form, number, "open")
    form.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    link = page.get_by_label("Link", exact=True).input_value()
    people = [anna]
    for number, name in enumerate(("Bartek", "Clara"), 2):
        guest = meet()
        guest.page.goto(link)
        guest.page.get_by_label(f"Name on seat {number}").fill(name)
        guest.page.get_by_role("button", name="Sit here").first.click()
        people.append(guest)
    page.locator("#start").click()
    for person in people:
        expect(person.page.locator("#panel-bond")).to_be_visible()
    return people


def seal(page: Page, bond: int) -> None:
    panel = page.locator("#panel-bond")
    panel.get_by_label("Bond", exact=True).fill(str(bond))
    panel.get_by_role("button", name="Seal the bond").click()
    expect(panel).to_have_count(0)


def contracts(page: Page) -> Locator:
    return page.locator("section", has=page.get_by_role("heading", name="All contracts", exact=True))


def test_three_people_bid_and_name_cities_in_secret(meet: Meet) -> None:
    people = three(meet)
    names = dict(zip(BONDS, people, strict=True))
    # Bartek is still writing when Anna's bond comes in: his page is renewed, and his figure stays.
    bond = names["Bartek"].page.get_by_label("Bond", exact=True)
    bond.fill("170")
    seal(names["Anna"].page, BONDS["Anna"])
    anna_there = contracts(names["Bartek"].page).locator("tr", has_text="Anna")
    expect(anna_there).to_contain_text("bond sealed")
    expect(bond).to_have_value("170")
    expect(bond).to_be_focused()
    seal(names["Bartek"].page, BONDS["Bartek"])
    # Two bonds are in: the third knows that, and no amount. Each knows the own one.
    clara = names["Clara"].page
    expect(contracts(clara).locator("tr", has_text="Bartek")).to_contain_text("bond sealed")
    assert not re.search("£1[37]0", clara.content())
    expect(contracts(names["Anna"].page).locator("tr", has_text="Anna")).to_contain_text("£130")
    assert "£170" not in names["Anna"].page.content()
    seal(clara, BONDS["Clara"])
    for person in people:
        expect(person.page.locator("#log-lines")).to_contain_text("Bartek 170, Anna 130, Clara 90")
        expect(person.page.locator("tr", has_text="Bartek").locator(".elephant")).to_be_visible()
    assert [*people[0].view()["view"]["players"]] == ["Bartek", "Anna", "Clara"], "seats by falling bonds"

    # Bartek names Calcutta and takes a share of EIR: the others see the share and no city.
    bartek = names["Bartek"].page
    expect(bartek.locator("#map-svg .hex.open")).to_have_count(23)
    draft(bartek, "J28", "Calcutta")
    bartek.locator(".map-pick").get_by_role("button", name="Name Calcutta, take EIR").click()
    mine = bartek.locator(".contract")
    expect(mine.locator("li")).to_contain_text(["Calcutta"])
    expect(mine).to_contain_text("£120 of it free")
    for name in ("Anna", "Clara"):
        page = names[name].page
        expect(page.locator("#log-lines")).to_contain_text("Bartek names a city and takes a share of EIR")
        expect(contracts(page).locator("tr", has_text="Bartek")).to_contain_text("1 secret")
        expect(contracts(page).locator("tr", has_text="Bartek")).not_to_contain_text("Calcutta")
    seen = names["Clara"].view()["view"]["contracts"]["Bartek"]
    assert seen["cities"] is None
    assert "missing" not in seen
    # Closing is refused with its reason before four cities are named.
    anna = names["Anna"].page
    expect(anna.locator("#turn .not-now")).to_contain_text("at least 4 cities")


def draft(page: Page, hex: str, name: str) -> Locator:
    """A city chosen on the map: beside it stands what naming it would mean."""
    page.locator(f"#hex-{hex}").click()
    card = page.locator(".map-pick .draft")
    expect(card.get_by_role("heading")).to_contain_text(name)
    return card


def test_a_city_is_a_draft_until_its_button_is_pressed(meet: Meet) -> None:
    """Nothing leaves the browser, the page may be exchanged beneath it, and why not there is said there."""
    anna, driver = seated(meet, "naming")
    page = anna.page
    version = driver.version
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    card = draft(page, "E7", "Multan")
    expect(card).to_contain_text("Bond £80: £0 named, £20 for this city, £60 left")
    expect(card).to_contain_text("joining it takes 1 tile more")
    expect(page.locator("#map-preview .chosen-frame")).to_have_count(1)
    shut = draft(page, "F14", "Delhi")
    expect(shut).to_contain_text("With Delhi 40 of the bond would be left; 60 are still needed.")
    expect(shut.locator("[data-confirm]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(shut).to_have_count(0)
    expect(page.locator("#hex-F14")).to_be_focused()
    assert not asked, "a draft is nobody's business"
    # The page is exchanged for another tab of the log, and the draft is still there.
    draft(page, "E7", "Multan")
    page.get_by_role("link", name="Chat", exact=True).click()
    expect(page.locator("#chat-line")).to_be_visible()
    expect(card).to_contain_text("Multan")
    assert driver.version == version
    # The same as a list, by its key; there, too, a city opens first and is sent by its button.
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    rows = page.locator("#panel-cities .city")
    expect(rows).to_have_count(18)
    assert "view-map" in (page.locator("main").get_attribute("class") or ""), "L was not the log"
    rows.filter(has_text="Multan").locator("summary").click()
    confirm = rows.filter(has_text="Multan").locator("[data-confirm]")
    driver.move("city", confirm)
    expect(page.locator("main.view-map")).to_be_visible()
    expect(page.locator("#map-signs .flag.numbered")).to_have_count(0)  # Bartek's turn, and he has named none
    for hex in ("E7", "C11"):
        driver.move("city", draft(page, hex, "").locator("[data-confirm]").first)
    expect(page.locator("#map-signs .flag.numbered")).to_have_count(1)
    expect(page.locator(".slip .named")).to_contain_text("Multan")
    expect(page.locator(".slip")).to_contain_text("Bond £80: £20 named, £60 left")
    expect(page.locator(".slip")).to_contain_text("£92")
    draft(page, "C11", "Lahore")
    expect(page.locator("#map-preview .dotted-line")).to_have_count(1)


def test_cities_are_named_by_keys(meet: Meet) -> None:
    anna = meet("Anna")
    anna.resume(save("naming"))
    keys = Keys(anna.page)
    driver = Driver(anna, keys)
    for _ in range(12):
        keys.choose(anna.page.locator("#map-svg .hex.open").first)
        confirm = anna.page.locator(".map-pick [data-confirm]").first
        expect(confirm).to_be_focused()
        driver.move("city", confirm)
    driver.finish()
    assert driver.look()["round"] in ("", "SR 1")
    assert sum(len(c["claimed"]) > 0 for c in driver.look()["contracts"].values()) == 3


def test_the_first_stock_round(meet: Meet) -> None:
    """Shares at par, sales at par less 5, companies outside all contracts held back, directors at the end."""
    anna, driver = seated(meet, "first round")
    page = anna.page
    expect(page.locator("main.view-market .price-line li")).to_have_count(35)
    expect(page.locator(".price-line .end")).to_contain_text("400")
    shut = page.locator("#panel-buy li.shut", has_text="EIR").first
    expect(shut).to_contain_text("others must be sold out first")
    before = driver.look()["players"]["Anna"]["cash"]
    driver.move("sell", driver.offered("sell", "1 · £87")[0])
    assert driver.look()["players"]["Anna"]["cash"] == before + 87
    driver.move("buy", driver.offered("buy", "New £75")[0])
    expect(page.locator("#panel-buy")).to_contain_text("A share was already bought in this turn")
    driver.finish()
    for _ in range(60):
        if driver.look()["round"] != "SR 1":
            break
        buttons = driver.offered("buy", "New")
        if buttons:
            driver.move("buy", buttons[0])
        driver.finish()
    opened = [sym for sym, c in driver.look()["companies"].items() if c["open"]]
    assert opened, driver.done
    page.goto(f"/t/{anna.table}?view=companies")
    expect(page.locator(f".company-card.c-{opened[0]}")).to_contain_text(re.compile("Director|Manager"))


def laid(driver: Driver, hex: str, tile: str) -> None:
    """A tile chosen by its number in the open picker of a hex."""
    picker = driver.page.locator(".picker")
    expect(picker).to_contain_text(hex)
    picker.locator(f".tile-option[data-tile='{tile}']").click()
    driver.move("lay", picker.locator(".positions .on [data-confirm]"))


def test_two_tiles_in_both_gauges(meet: Meet) -> None:
    """EIR at Patna (rivers: 60 or 40) and at Calcutta; the second tile costs 50 beside its land."""
    anna, driver = seated(meet, "two tiles")
    page = anna.page
    assert driver.look()["acting"] == "EIR"
    treasury = driver.look()["companies"]["EIR"]["cash"]
    page.locator("#hex-H24").click()
    picker = page.locator(".picker")
    expect(picker).to_contain_text("standard £60, metre £40")
    expect(picker).to_contain_text("area of EIR, BNR")
    expect(picker).to_contain_text("tile 1 of 2")
    expect(picker.locator(".tile-option", has_text="metre")).to_have_count(3)
    laid(driver, "H24", "76")
    assert driver.look()["companies"]["EIR"]["cash"] == treasury - 40
    expect(page.locator("#map-svg .ties")).not_to_have_count(0)
    page.locator("#hex-I27").click()
    expect(picker).to_contain_text("tile 2 of 2")
    laid(driver, "I27", "4")
    assert driver.look()["companies"]["EIR"]["cash"] == treasury - 40 - 50
    assert {"H24", "I27"} <= set(driver.look()["board"]["laid"])
    expect(page.locator("#turn [aria-current=step]")).not_to_contain_text("Track")


def test_an_area_is_shown_on_demand_and_stays(meet: Meet) -> None:
    anna, driver = seated(meet, "two tiles")
    page = anna.page
    area = page.locator("#map-svg .area-GIP")
    expect(area).to_be_hidden()
    page.get_by_text("Areas", exact=True).click()
    page.locator(".map-areas").get_by_label("GIP").check()
    expect(area).to_be_visible()
    page.get_by_text("Areas", exact=True).click()
    driver.finish()
    expect(area).to_be_visible()


def test_a_contract_is_paid_back(meet: Meet) -> None:
    """Clara's MSM lays the tile that joins the last of her cities."""
    anna, driver = seated(meet, "fulfilled")
    page = anna.page
    lay, seat = missing_lay()
    state = game("fulfilled").state
    name, cities, bond = state.names[seat], state.contracts[str(seat)], state.bonds[str(seat)]
    own = page.locator(".contract", has_text=name)
    expect(own.locator("li")).to_have_count(len(cities))
    expect(own.locator("li.out")).not_to_have_count(0)
    cash = driver.look()["players"][name]["cash"]

    page.locator(f"#hex-{lay.hex}").click()
    picker = page.locator(".picker")
    picker.locator(f".tile-option[data-tile='{lay.tile}']").click()
    chosen = picker.locator(".positions .on")
    for _ in range(6):
        if f'"rotation":{lay.rotation},' in (chosen.locator("[name=action]").get_attribute("value") or ""):
            break
        chosen.locator("[data-turn='1']").click()
    driver.move("lay", chosen.locator("[data-confirm]"))
    told = f"{name} has fulfilled the contract ({', '.join(cities)}) and takes £{bond} back"
    expect(page.locator("#log-lines")).to_contain_text(told)
    assert driver.look()["players"][name]["cash"] == cash + bond
    page.goto(f"/t/{anna.table}?view=papers")
    row = contracts(page).locator("tr", has_text=name)
    expect(row).to_contain_text("fulfilled")
    expect(row).to_contain_text(", ".join(cities))


def test_the_elephant_orders_another_round_and_is_offered(meet: Meet) -> None:
    anna, driver = seated(meet, "extra round")
    page = anna.page
    before = driver.look()["round"]
    driver.move("order", page.locator("#panel-elephant").get_by_role("button", name="Order another round"))
    assert driver.look()["round"].startswith("OR")
    assert driver.look()["round"] != before
    anna.resume(save("elephant"))
    holder = driver.look()["elephant"]
    panel = page.locator("#panel-elephant")
    row = panel.locator(".offer > li").filter(has_text=re.compile(r"has £\d\d")).first
    row.get_by_label("Price").fill("0")
    buyer = row.locator(".name").inner_text()
    driver.move("offer", row.get_by_role("button", name="Offer it"))
    expect(page.locator("#panel-elephant")).to_contain_text(f"{holder} offers it for £0")
    # For a pound he would take it, which is too little; for nothing it may not be offered again.
    panel.get_by_label("Another price").fill("1")
    driver.move("counter", panel.get_by_role("button", name="Name it"))
    expect(panel).to_contain_text(f"{buyer} would pay £1")
    driver.move("refuse", panel.get_by_role("button", name=re.compile("^Refuse")))
    row = panel.locator(".offer > li").filter(has_text=buyer)
    expect(row).to_contain_text("refused: 0")
    row.get_by_label("Price").fill("2")
    driver.move("offer", row.get_by_role("button", name="Offer it"))
    driver.move("answer", page.get_by_role("button", name=re.compile("^Buy it")))
    assert driver.look()["elephant"] == buyer


def test_a_manager_takes_a_train_on_credit(meet: Meet) -> None:
    anna, driver = seated(meet, "credit")
    page = anna.page
    company = driver.look()["acting"]
    expect(page.locator(".company-card").first).to_contain_text("Manager")
    driver.move("credit", driver.offered("credit")[0])
    page.goto(f"/t/{anna.table}?view=companies")
    expect(page.locator(f".cards .company-card.c-{company}")).to_contain_text("owes for its")
    assert driver.look()["companies"][company]["unpaid_train"]


def test_the_last_moves_lead_to_the_final_scores(meet: Meet) -> None:
    """What was secret to the end is shown with them."""
    anna = meet("Anna")
    anna.resume(dump(before_the_end()))
    page, driver = anna.page, Driver(anna, Mouse())
    assert not anna.view()["over"]
    driver.until(lambda d: d.person.view()["over"], most=20)
    page.goto(f"/t/{anna.table}")
    expect(page.get_by_role("heading", name="Final scores")).to_be_visible()
    expect(page.locator(".final-scores tbody tr")).to_have_count(3)
    expect(page.locator(".contract")).to_contain_text("Not fulfilled: the bond is lost.")
    page.goto(f"/t/{anna.table}?view=papers")
    expect(contracts(page)).not_to_contain_text("secret")


def test_without_script(meet: Meet) -> None:
    """A bond by a form, a city by the list, an area by a radio button."""
    anna = meet("Anna", java_script_enabled=False)
    anna.resume(save("bids"))
    page = anna.page
    page.locator("#panel-bond").get_by_label("Bond", exact=True).fill("120")
    page.get_by_role("button", name="Seal the bond").click()
    page.get_by_role("button", name="I am Bartek").click()
    expect(contracts(page).locator("tr", has_text="Anna")).to_contain_text("bond sealed")
    anna.resume(save("naming"))
    page.locator("#cities-list").click()
    city = page.locator("#panel-cities .city", has_text="Lahore")
    city.locator("summary").click()
    city.get_by_role("button", name="Name Lahore, take NWR").click()
    page.get_by_role("button", name="I am Bartek").click()
    expect(contracts(page).locator("tr", has_text="Anna")).to_contain_text("1 secret")
    anna.resume(save("two tiles"))
    page.get_by_text("Areas", exact=True).click()
    page.locator(".map-areas").get_by_label("NWR").check()
    expect(page.locator("#map-svg .area-NWR")).to_be_visible()


def test_the_values_are_said_to_be_reconstructed(meet: Meet) -> None:
    anna, _ = seated(meet, "two tiles")
    facts = anna.page.locator("section", has=anna.page.get_by_role("heading", name="To bear in mind"))
    expect(facts).to_contain_text("printed values are reconstructed; they can be corrected in one file")
