"""The lobby: a newcomer is at play after one click, and regulars keep their tables in order."""

import re

from playwright.sync_api import Locator, expect

from stellwerk.server.model import NewTable, SeatChoice, User
from stellwerk.server.service import TableService
from stellwerk.server.session import COOKIE
from tests.browser.conftest import Meet
from tests.browser.people import seat


def test_a_newcomer_plays_at_once(meet: Meet) -> None:
    """First page, a strength, one button: a running game, in which the first move is one's own to make."""
    guest = meet()
    page = guest.page
    page.goto("/")
    expect(page.get_by_text("Start here")).to_be_visible()
    hero = page.locator(".hero")
    hero.get_by_role("radio", name="sharp").check()
    expect(hero.get_by_text("thinks two rounds ahead and blocks")).to_be_visible()
    hero.get_by_role("radio", name="gentle").check()
    page.get_by_role("button", name="Play 1848 now").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#page")).to_have_attribute("data-turn", "yes")
    seen = int(page.locator("#page").get_attribute("data-version") or 0)
    page.locator("#main button[name=action]:visible").first.click()
    expect(page.locator("#page")).not_to_have_attribute("data-version", str(seen))
    page.locator(".brand").click()
    expect(page.get_by_role("heading", name="Departures")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^(Play|Watch) Southern Cross"))).to_be_visible()


def test_regulars_keep_their_tables_in_order(meet: Meet) -> None:
    """Rename, hide, bring back, rematch, delete: by clicking; what others do shows without a reload."""
    anna = meet("Anna")
    page, service = anna.page, anna.station.service
    user = anna.station.known(next(c["value"] for c in anna.context.cookies() if c["name"] == COOKIE))
    chairs = [SeatChoice("me"), *[SeatChoice("bot", "", "random")] * 2]
    done = service.create_table(user, NewTable("1848", chairs, name="Dubbo")).id
    service.propose_end(done, user, service.info(done, user).version)
    table = service.create_table(
        user, NewTable("1848", [SeatChoice("me"), *[SeatChoice("hotseat")] * 2], name="Perth")
    )
    page.goto("/")
    expect(page).to_have_title("(1) Lobby · Stellwerk")
    board = page.get_by_role("region", name="Departures")
    friday = board.get_by_role("link", name="Play Friday")
    expect(board.get_by_text("Buy a private, lower a price, or pass.")).to_be_visible()

    def opened(name: str) -> Locator:
        page.locator(f"summary[aria-label='More for {name}']").click()
        return page.locator(".row-menu[open] .pop-card")

    opened("Perth").get_by_label("Name, for you alone").fill("Friday")
    page.keyboard.press("Enter")
    expect(friday).to_be_visible()
    opened("Friday").get_by_role("button", name="Hide").click()
    expect(friday).to_have_count(0)
    page.get_by_role("link", name="1 hidden").click()
    page.get_by_role("button", name="Bring back Friday").click()
    expect(friday).to_be_visible()

    bartek = meet("Bartek")
    bartek.page.goto("/")
    guest = bartek.station.known(next(c["value"] for c in bartek.context.cookies() if c["name"] == COOKIE))
    page.evaluate("() => { window.stays = true; }")
    bartek.page.get_by_role("link", name="New table").click()
    form = bartek.page.locator("#new-table")
    form.get_by_label("3", exact=True).check()
    seat(form, 2, "open")
    form.get_by_label("Everybody can find this table").check()
    form.get_by_label("Name of the table").fill("Open house")
    form.get_by_role("button", name="Open the table").click()
    bartek.page.wait_for_url("**/t/*")
    expect(page.get_by_role("link", name="Take a seat Open house")).to_be_visible()
    assert page.evaluate("() => window.stays"), "the lobby was loaded anew"
    page.get_by_role("link", name="Take a seat Open house").click()
    page.get_by_role("button", name="Sit here").click()
    expect(page.get_by_text("Bartek starts the game when all are there.")).to_be_visible()
    expect(bartek.page.get_by_role("button", name="Start with 3")).to_be_visible()
    assert service.info(bartek.table, guest).status == "waiting", "the host starts the game"
    bartek.page.get_by_role("button", name="Start with 3").click()
    expect(bartek.page.locator("#page")).to_have_attribute("data-turn", re.compile("yes|no"))
    expect(page.locator("#turn")).to_be_visible()

    page.goto("/")
    opened("Dubbo").get_by_role("button", name="Rematch").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#turn")).to_be_visible()
    assert anna.table != done
    page.locator(".brand").click()
    menu = opened("Friday")
    menu.get_by_text("Delete…").click()
    menu.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("heading", name="Departures")).to_be_visible()
    expect(friday).to_have_count(0)
    assert table.id not in {one.id for one in service.tables_of(user)}
    expect(page.locator("summary[aria-label='More for Open house']")).to_be_visible()
    assert not opened("Open house").get_by_text("Delete…").count(), "others sit there"


def before_anothers_turn(service: TableService, host: User) -> str:
    """A table where it is the host's turn, and after it somebody else's."""
    ben = service.guest("Ben")
    chairs = [SeatChoice("me"), SeatChoice("open"), SeatChoice("hotseat")]
    table = service.create_table(host, NewTable("1848", chairs, name="Dubbo"))
    info = service.join(table.id, ben)
    other = next(seat.seat for seat in info.seats if seat.name == "Ben")
    while info.to_act != [(other - 1) % 3]:
        mover = ben if info.to_act == [other] else host
        service.submit(table.id, mover, service.legal_for(table.id, mover)[0], info.version)
        info = service.info(table.id, host)
    return table.id


def test_letters_lead_through_the_lobby(meet: Meet) -> None:
    anna = meet("Anna")
    anna.expects("ERR_INTERNET_DISCONNECTED", "/events", "Failed to load resource")
    page, service = anna.page, anna.station.service
    user = anna.station.known(next(c["value"] for c in anna.context.cookies() if c["name"] == COOKIE))
    first = before_anothers_turn(service, user)
    table = service.create_table(user, NewTable("1848", [SeatChoice("me"), *[SeatChoice("hotseat")] * 2]))
    page.goto("/")
    page.keyboard.press("/")
    field = page.get_by_label("Link or code of a table")
    expect(field).to_be_focused()
    page.keyboard.type(f"http://elsewhere.example/t/{table.id}")
    expect(page.get_by_text("1848: the table “1848: Australia”, which is being played.")).to_be_visible()
    page.get_by_role("heading", name="Departures").click()
    page.keyboard.press("t")
    expect(page.locator("dialog#new")).to_be_visible()
    page.locator("dialog#new").get_by_role("link", name="1848").focus()
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    expect(page.locator("dialog#new")).to_be_hidden()
    anna.context.set_offline(True)
    expect(page.get_by_text("No connection. This is the board of")).to_be_visible()
    expect(page.get_by_role("link", name="Play Dubbo")).to_be_visible()
    anna.context.set_offline(False)
    expect(page.get_by_text("No connection. This is the board of")).to_be_hidden()

    page.keyboard.press("n")
    page.wait_for_url(f"**/t/{first}")
    expect(page.locator("#in-a-row")).to_be_hidden()
    page.locator("#main button[name=action]:visible").first.click()
    expect(page.get_by_text("The next table opens in")).to_be_visible()
    page.keyboard.press("n")
    page.wait_for_url(f"**/t/{table.id}")
    expect(page.locator("#page")).to_have_attribute("data-turn", "yes")
