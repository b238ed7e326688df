"""Who sits at a running table: the link, a free seat's personal link, and ending by agreement."""

import re

from litestar.testing import TestClient
from msgspec import structs
from sqlalchemy import update

from stellwerk.store.schema import SeatRow
from tests.web.conftest import Browser, new_table
from tests.web.pages import checked


def test_the_link_is_there_while_the_game_runs(browser: Browser) -> None:
    path = new_table(browser)
    page = browser.get(path)
    checked(page)
    assert f'{path}" ' in page.text or f'{path}">' in page.text
    assert "End the game here" in page.text
    assert "chosen-seed" in page.text


def test_a_game_for_one_ends_at_once(browser: Browser) -> None:
    path = new_table(browser)
    seen = re.search(r'name="seen" value="(\d+)"', browser.get(path).text)[1]
    page = browser.post(f"{path}/undo", do="end", seen=seen)
    assert page.status_code == 200
    assert "The game is over" in page.text


def test_a_seat_is_freed_and_taken_by_its_personal_link(browser: Browser, client: TestClient) -> None:
    path = new_table(browser, kinds=("me", "open", "open", "hotseat"))
    service = client.app.state.service
    table = path.rpartition("/")[2]
    guests = [service.guest(name) for name in ("Bela", "Cleo")]
    for guest in guests:
        service.join(table, guest)
    browser.post(f"{path}/seats", do="start")
    page = browser.get(path)
    checked(page)
    seat = service.info(table, guests[0]).my_seats[0]
    assert ">Warn</button>" in page.text
    page = browser.post(f"{path}/seats", do="free", seat=seat)
    assert page.status_code == 409
    assert "must be warned first" in page.text
    page = browser.post(f"{path}/seats", do="warn", seat=seat)
    assert "can be freed in 10 min" in page.text
    service.settings = structs.replace(service.settings, warning_seconds=0.0)
    page = browser.post(f"{path}/seats", do="free", seat=seat)
    link = re.search(rf'id="invite-{seat}" readonly value="[^"]*(/t/{table}/sit/[^"]+)"', page.text)[1]
    client.cookies.clear()
    stranger = Browser(client)
    shown = stranger.get(link)
    checked(shown)
    assert "invites you to go on for" in shown.text
    taken = stranger.post(link, guest="Dora")
    assert taken.status_code == 200
    assert taken.url.path == path
    assert stranger.post(link).status_code == 409


def test_a_button_that_fails_does_not_lift_the_curtain(browser: Browser) -> None:
    """At one screen: what Anna presses in vain does not show her the bids that Bartek is to make."""
    path = new_table(browser, kinds=("me", "hotseat", "hotseat"), game="imperial-steam")
    hidden = browser.client.get(path)
    assert 'id="unveil"' in hidden.text
    answer = browser.post(f"{path}/seats", do="free", seat=1)
    assert 'id="unveil"' in answer.text
    assert '"type":"bid"' not in answer.text
    assert "&#34;bid&#34;" not in answer.text


def test_every_table_tells_its_rulings(browser: Browser) -> None:
    """By the link of its page: what is chosen here, what the rulebook says, and where."""
    path = new_table(browser, changes="car_markers=4")
    link = re.search(rf'href="({path}/rulings)"', browser.get(path).text)[1]
    page = browser.get(link)
    checked(page)
    rows = re.findall(r"<tr.*?</tr>", page.text, re.DOTALL)
    [changed] = [row for row in rows if 'class="now"' in row]
    assert "How many station markers CAR has." in changed
    assert re.findall(r"<td[^>]*>\s*(?:<b>)?(\d)(?:</b>)?\s*</td>", changed) == ["4", "3"]
    assert 'href="/rules/1848#S2"' in changed
    assert "Any number of sales" in page.text or "sales_of_one_company" in page.text
    assert "Version 2 of the rules." in page.text
    told = browser.client.get(f"/api/v1/tables/{path.rpartition('/')[2]}/rulings").json()
    assert told[0] == {
        "name": "car_markers",
        "text": "How many station markers CAR has.",
        "why": "",
        "value": 4,
        "book": 3,
        "rules": ["1848-S2"],
        "past": False,
    }
    assert browser.client.get(f"/api/v1/tables/{path.rpartition('/')[2]}").json()["rules"] == 2


def test_a_table_says_that_its_bot_is_gone(browser: Browser, client: TestClient) -> None:
    path = new_table(browser, kinds=("me", "open", "hotseat", "hotseat"))
    service, table = client.app.state.service, path.rpartition("/")[2]
    service.join(table, service.guest("Bela"))
    browser.post(f"{path}/seats", do="start")
    seat = service.info(table, None).to_act[0]
    with service.db.write() as session:
        values = {"kind": "bot", "bot": "deep-steam", "user_id": None}
        session.execute(update(SeatRow).where(SeatRow.seat == seat).values(values))
    page = browser.get(path)
    checked(page)
    assert "the bot deep-steam is not installed here any more" in page.text
    assert client.get(f"/api/v1/tables/{table}").json()["seats"][seat]["missing"] is True
    page = browser.post(f"{path}/seats", do="free", seat=seat)
    assert "not installed here any more" not in page.text
    page = browser.post(f"{path}/seats", do="bot", seat=seat)
    assert service.info(table, None).seats[seat].bot == "random"
