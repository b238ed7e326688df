"""The page of Imperial Steam: every choice has its place, every position is shown, in every language."""

import pytest
from msgspec import structs

from stellwerk.engine import legal, title, to_act
from stellwerk.games.gimperial_steam.show.boards import Place, load
from stellwerk.games.gimperial_steam.show.page import PAGE
from stellwerk.games.gimperial_steam.show.rows import Storage, TrainRow
from stellwerk.games.gimperial_steam.show.view import view
from stellwerk.server.model import NewTable, SeatChoice
from stellwerk.text import LANGUAGES
from stellwerk.web.pages import PLAIN, RAILWAYS, page_of
from stellwerk.web.panels import actions_in, arranged
from stellwerk.web.render import asset
from tests.browser.steam import GAME, save, whole
from tests.foreign import install
from tests.strategies import together

pytestmark = together("imperial-steam")


def test_every_legal_action_is_in_one_panel_of_its_own():
    for state, _ in whole().history[6:]:
        for seat in to_act(state)[:1]:
            panels = arranged(state, seat, "en")
            shown = [action for panel in panels for action in actions_in(panel)]
            assert set(legal(state, seat)) <= set(shown)
            assert len(shown) == len(set(shown))
            assert "moves" not in {panel.id for panel in panels}, "nothing is left for the plain list"


def test_rows_know_their_place_on_the_map():
    shown = view(whole().state, None)
    placed = 0
    for state, _ in whole().history[6::7]:
        for panel in arranged(state, to_act(state)[0], "en") if to_act(state) else ():
            for row in panel.rows:
                if row.place:
                    placed += 1
                    assert row.place in shown.cities or row.place in shown.links
    assert placed > 100


def test_goods_lie_on_the_board():
    """Coal on locomotives, then wagons, then storage; what finds no place lies beside the board."""
    player = structs.replace(
        view(whole().state, None).players["Anna"],
        goods={"wood": 1, "stone": 2, "iron": 0, "coal": 4},
        trains=[TrainRow(level=3, wagons=["reserved", "passenger", "freight"])],
        storage=Storage(open=2, all=3),
    )
    held = load(player)
    [train] = held.trains
    assert train.coal
    assert [wagon.good for wagon in train.wagons] == ["", "", "wood"]
    assert held.storage == [Place(True, "stone"), Place(True, "stone"), Place(False, "")]
    assert held.over == {"coal": 3}
    assert load(structs.replace(player, goods=dict.fromkeys(player.goods, 0))).over == {}


def test_a_title_names_its_page_or_brings_it():
    files = {"template": f"{GAME}:table.html", "scripts": (f"{GAME}:map.js",)}
    styles = (f"{GAME}:tokens.css", f"{GAME}:table.css", f"{GAME}:plan.css")
    assert page_of(GAME) == structs.replace(PAGE, **files, styles=styles)
    assert page_of("1848") is RAILWAYS


def test_a_title_without_a_page_gets_the_plain_one(monkeypatch):
    install(monkeypatch, sealed="tests.engine.sealed:TITLE")
    assert page_of("sealed") is PLAIN


@pytest.fixture
def table(browser):
    service = browser.client.app.state.service
    browser.post("/guest", name="Anna")
    user = service.user_by_cookie(1, 0)
    return service.upload(user, save("finished"), "continue").id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_position_is_shown(browser, table, lang):
    browser.post("/look", lang=lang, next="/")
    for at in (*range(6, 350, 29), 350):
        for which in ("", "boards", "markets", "log"):
            answer = browser.get(f"/t/{table}?at={at}&view={which}")
            assert answer.status_code == 200
            assert "¤" not in answer.text
    for place in ("wien", "L09", "way-3", "nowhere"):
        assert browser.get(f"/t/{table}?place={place}").status_code == 200
    assert browser.last.text.count('class="net-way') == 9, "the way of the first who pays"


def test_its_sheets_and_scripts_are_loaded_by_its_tables_alone(browser, table):
    text = browser.get(f"/t/{table}").text
    brought = [asset(f"{GAME}:{name}") for name in (*PAGE.styles, *PAGE.scripts)]
    assert all(f'"{address}"' in text for address in brought)
    assert [browser.get(address).status_code for address in brought] == [200] * 4
    assert asset("css/map.css") not in text, "it has no map of hexes"
    browser.post(
        "/tables", game="1848", variant="base", count=3, rulings="book", seat0="me", seat1="bot", seat2="bot"
    )
    assert asset("css/map.css") in browser.last.text
    for page in (browser.last.text, browser.get("/").text):
        assert "/titles/" not in page


def test_variants_are_told_in_words(browser):
    text = browser.get(f"/?game={GAME}").text
    assert "Fixed set-up" in text
    assert "Normal set-up" in text
    assert "140" in text, "start money"


def test_bots_can_be_chosen(browser):
    """Strength and temperament, with a sentence each; whatever else there is stands under “More”."""
    text = browser.get(f"/?game={GAME}").text
    strengths = text.index('<option value="gentle"'), text.index('<option value="sharp"')
    assert strengths[0] < strengths[1] < text.index('<optgroup label="More"') < text.index('value="random"')
    assert "thinks two rounds ahead and blocks" in text
    assert "lays track first, buys trains late" in text
    browser.post("/guest", name="Anna")
    chairs = {"seat0": "me", "seat1": "open", "seat2": "bot", "bot2": "fair", "temper2": "", "seat3": "open"}
    path = str(
        browser.post("/tables", game=GAME, variant="fixed", count=4, rulings="book", **chairs).url.path
    )
    assert "bot: fair" in browser.last.text
    browser.post(f"{path}/seats", do="set", seat=1, kind="bot", bot="sharp", temper="bold")
    service = browser.client.app.state.service
    [table] = service.tables_of(service.user_by_cookie(1, 0))
    assert [seat.bot for seat in table.seats] == [None, "sharp-bold", "fair", None]
    assert "bot: sharp, bold" in browser.get(path).text


def test_the_first_variant_is_the_default(browser):
    service = browser.client.app.state.service
    browser.post("/guest", name="Anna")
    user = service.user_by_cookie(1, 0)
    chairs = [SeatChoice("me"), SeatChoice("bot"), SeatChoice("bot")]
    assert service.create_table(user, NewTable(GAME, chairs)).variant == "fixed"
    assert service.create_table(user, NewTable("1848", chairs)).variant == next(iter(title("1848").players))
