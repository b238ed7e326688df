"""The plan of Imperial Steam on its page: for the seat that looks, where the table tells figures."""

import re

import pytest
from sqlalchemy import update

from stellwerk.server.aids import CHOICES
from stellwerk.store.schema import TableRow
from stellwerk.text import LANGUAGES
from tests.browser.steam import save
from tests.sampling import one_in
from tests.strategies import together
from tests.web.pages import checked

pytestmark = together("imperial-steam")


def put(browser, name):
    service = browser.client.app.state.service
    browser.post("/guest", name="Anna")
    return service.upload(service.user_by_cookie(1, 0), save(name), "continue").id


@pytest.fixture
def table(browser):
    return put(browser, "deliver")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_plan_is_shown_in_every_language(browser, lang):
    browser.post("/look", lang=lang, next="/")
    table = put(browser, "finished")
    shown = 0
    for at in one_in(4, range(9, 350, 29)):
        answer = browser.get(f"/t/{table}?at={at}&view=plan&plan=over.graz")
        assert "¤" not in answer.text
        assert "{" not in re.sub(r"<[^>]*>", "", answer.text.partition("<main")[2].partition("</main>")[0])
        assert not checked(answer).faults
        shown += 'id="plan"' in answer.text
    assert shown
    assert 'id="plan"' not in browser.get(f"/t/{table}?view=plan").text, "the game is over"


def test_aids_decide(browser, table):
    service = browser.client.app.state.service
    for aids in CHOICES:
        with service.db.write() as session:
            session.execute(update(TableRow).where(TableRow.slug == table).values(aids=aids))
        for address in (f"/t/{table}", f"/t/{table}?view=plan", f"/t/{table}?view=plan&plan=over.graz"):
            text = browser.get(address).text
            assert ('class="table steam view-plan"' in text) is (aids != "none" and "plan" in address)
            assert (f'href="/t/{table}?view=plan' in text) is (aids != "none")
            assert ("for your way" in text) is (aids != "none")
    # Beside it: what is closed says what lacks, and what is open what it brings.
    text = browser.get(f"/t/{table}").text
    assert "You could do nothing with this action" not in text
    assert "This track needs 1 wood, 1 stone and 1 iron from your trains and storage." in text
    assert "factory from 20" in text


def test_nobody_else_gets_it(browser, table):
    """Neither who looks on, nor a program: not the plan, nor what was chosen for it."""
    own = browser.get(f"/t/{table}?view=plan&plan=over.graz").text
    assert "My way to Trieste" in own
    assert "over.graz" in own
    position = browser.client.get(f"/api/v1/tables/{table}/view").text
    legal = browser.client.get(f"/api/v1/tables/{table}/legal").text
    for answer in (position, legal):
        assert "version" in answer
        assert "over." not in answer
        assert '"plan"' not in answer
    browser.client.cookies.clear()
    for address in (f"/t/{table}", f"/t/{table}?view=plan&plan=over.graz"):
        text = browser.get(address).text
        assert "My way to Trieste" not in text
        assert "view-plan" not in text
        assert "for your way" not in text


def test_a_choice_for_the_plan_is_not_left_for_who_comes_next(browser, table):
    """At one screen the next page is another player's: its address says nothing of the plan."""
    text = browser.get(f"/t/{table}?plan=over.graz").text
    value = re.search(r'name="action" value="([^"]*donations[^"]*)"', text)
    seen = re.search(r'name="seen" value="(\d+)"', text)
    assert value is not None
    assert seen is not None
    action = value[1].replace("&#34;", '"')
    answer = browser.post(f"/t/{table}/act", action=action, seen=seen[1], plan="over.graz")
    assert "over.graz" not in str(answer.url)
    assert "over.graz" not in answer.text
