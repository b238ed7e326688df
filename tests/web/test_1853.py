"""1853 in words and panels: every choice is shown and told; gauges, prices and areas are on the map."""

import gc
import re
import weakref

import pytest
from msgspec import structs

from stellwerk.board import HexId
from stellwerk.draw.page import tile_svg
from stellwerk.engine import Game, Setup, legal, play, title, to_act
from stellwerk.engine.books import CORRECTED, OWN, _corrected, _own, book_of
from stellwerk.engine.save import dump, load
from stellwerk.games.g1853.show.joining import METRE, STANDARD, Takes, effort, takes_so_far, takes_with, trees
from stellwerk.games.g1853.show.naming import signs
from stellwerk.games.g1853.show.view import areas, flags
from stellwerk.mech18.dividends import Dividend
from stellwerk.mech18.phases import DiscardTrain
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.state import OUT
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain
from stellwerk.notation import sentence
from stellwerk.notation.sentences import tellers
from stellwerk.text import LANGUAGES
from stellwerk.web.assets import colour_sheet
from stellwerk.web.map.choices import choices, kinds
from stellwerk.web.map.context import shown_map, svg
from stellwerk.web.map.map_view import MapView
from stellwerk.web.map.picker import picker
from stellwerk.web.map.words import hex_words
from stellwerk.web.panels import actions_in, arranged
from stellwerk.web.render import Speech
from tests.browser import positions_1853 as positions
from tests.games.g1853.test_1_corrected import changed
from tests.sampling import some
from tests.strategies import played, together
from tests.web.pages import checked

pytestmark = together("1853")
NAMES = ("Anna", "Bartek", "Clara", "Dorota", "Emil", "Franka")
SEEDS = [4, 3, 6]
"""A short game of three by the book, a long one of six with slips, and a short one of five."""


def random_play(seed):
    """The states of a random game in which somebody decides."""
    states = [state for state, _ in played("1853", seed).history]
    return [state for state in states if any(seat >= 0 for seat in to_act(state))]


def shown_panels(state, seat=None, lang="en"):
    return arranged(state, to_act(state)[0] if seat is None else seat, lang, kinds("1853"))


def map_view(state, seat=None, lang="en"):
    return MapView("t", state, 0, state.version, state.version, seat, lang)


def position(name):
    goal, options = positions.GOALS[name]
    return positions.reached(goal, **options).state


@pytest.mark.parametrize("seed", SEEDS)
def test_every_choice_is_in_a_panel_or_on_the_map(seed):
    tags, seen = kinds("1853"), set()
    for state in some(random_play(seed), f"1853 {seed}", 2):
        seat = to_act(state)[0]
        panels = shown_panels(state)
        shown = {action for panel in panels for action in actions_in(panel)}
        wanted = [a for a in legal(state, seat) if a.__struct_config__.tag not in tags]
        assert not [a for a in wanted if a not in shown]
        assert len({panel.id for panel in panels}) == len(panels), "two panels of one name"
        seen |= {panel.id for panel in panels}
        if state.version % 60 == 0:  # the map now and then, it takes its time
            looked = map_view(state, seat)
            assert shown_map(looked).svg
            for key in list(choices(state, seat).hexes)[:2]:
                assert picker(looked, key).hex == key
    assert "moves" not in seen, "a choice that nothing but the plain list shows"
    assert {"bond", "cities", "buy", "sell", "elephant", "trains"} <= seen


@pytest.mark.parametrize("seed", SEEDS)
def test_every_choice_is_told_in_every_language(seed):
    assert set(title("1853").actions) <= set(tellers("1853"))
    for state in some(random_play(seed), f"1853 {seed}", 4):
        offers = legal(state, to_act(state)[0])
        offers = [a for a in offers if not isinstance(a, BuyTrain | DiscardTrain)]
        for lang in LANGUAGES:
            told = [sentence(state, action, lang) for action in offers]
            assert not any("{" in text for text in told), told
            assert len(set(told)) == len(offers), sorted(told)


def test_everything_on_the_table_can_be_said():
    rules = set()
    for state in some(random_play(1), "1853 1", 7):
        table = title("1853").view(state, 0).table
        for lang in LANGUAGES:
            speech = Speech(lang, table.money, state.book.companies)
            told = [*table.facts, *table.phase.rules, table.priority]
            told += [row.state for row in table.contracts]
            told += [note for card in table.companies.values() for note in card.notes]
            told += [change for phase in table.phases for change in phase.brings]
            for text in told:
                assert "{" not in speech.rich_said(text)
                assert "¤" not in speech.rich_said(text)
        rules |= {fact.rule for fact in table.facts}
    assert {"1-e", "3.1.1-b", "2.6.2-a", "2.5.12", "4.4.4"} <= rules


# -- contracts ---------------------------------------------------------------------------------


@pytest.mark.rule("1853-2.5.2-b")
def test_the_bond_is_one_field_with_its_limits():
    """Three players have 730 and bid at least 80."""
    (panel,) = shown_panels(position("bids"), 0)
    number = panel.rows[0].number
    assert (number.low, number.high, number.step) == (80, 730, 10)


@pytest.mark.rule("1853-2.5.9", "1853-2.5.5")
def test_cities_offer_their_shares_and_say_why_not():
    """Bond 80, three players: 40 for Delhi would leave 40, and 60 are needed for three more cities."""
    state = position("naming")
    rows = {row.name: row for row in shown_panels(state)[0].rows}
    assert len(rows) == 23
    assert [b.action.company for b in rows["Peshawar"].buttons] == ["NWR"]
    assert not rows["Delhi"].buttons
    assert {why.rule for why in rows["Delhi"].whys} == {"1853-2.5.9"}


def made(*named, players=3, bonds=(130, 110, 100)):
    """Bonds are written, then seat by seat cities are named with the first share that they offer."""
    game = Game.new(Setup("1853", NAMES[:players], seed=5))
    for bond in bonds:
        seat = to_act(game.state)[0]
        game.enter(next(a for a in legal(game.state, seat) if a.bond == bond))
    for city in named:
        seat = to_act(game.state)[0]
        game.enter(next(a for a in legal(game.state, seat) if getattr(a, "city", "") == city))
    return game.state


@pytest.mark.rule("1853-2.5.9", "1853-H2")
def test_the_map_says_what_can_be_named_and_tells_the_own_cities_to_nobody_else():
    state = made("Lahore", "Madras", "Nagpur")
    own = {sign.hex: sign for sign in signs(state, 0)}
    assert (own["C11"].number, own["C11"].can) == (1, False)
    assert (own["E7"].can, own["E7"].value, own["E7"].offers) == (True, 20, ("NWR",))
    assert not any(sign.number for sign in own.values() if sign.hex != "C11")
    assert {sign.hex for sign in signs(state, 1) if sign.number} == {"R18"}
    assert not any(sign.can or sign.shut for sign in signs(state, 1)), "it is not his turn"
    drawn = svg(map_view(state, 0))
    assert drawn.count('class="flag numbered"') == 1
    assert drawn.count('class="choice-ring"') == sum(sign.can for sign in own.values()) == 22
    assert "flag" not in svg(map_view(state))
    words = hex_words(map_view(state, 0), HexId("E7"), (), choices(state, None))
    assert "you may name it for £20, with a share of NWR" in words
    assert "number 1" in hex_words(map_view(state, 0), HexId("C11"), (), choices(state, None))
    poor = {sign.hex for sign in signs(position("naming"), 0) if sign.shut}
    assert {HexId("F14"), HexId("J28"), HexId("M9")} <= poor
    assert signs(position("first round"), 0) == ()


@pytest.mark.rule("1853-2.5.9")
def test_a_city_that_costs_more_than_is_left_says_so():
    state = made(
        "Delhi",
        "Madras",
        "Nagpur",
        "Lahore",
        "Mysore",
        "Patna",
        "Jaipur",
        "Bangalore",
        "Waltair",
        bonds=(120, 110, 100),
    )
    rows = {row.name: row for row in shown_panels(state)[0].rows}
    (why,) = rows["Calcutta"].whys
    assert why.message == "{city} costs {value}, and {free} of the bond are left."
    assert why.figures["free"] == 120 - 40 - 20 - 20


@pytest.mark.rule("1853-4.3.1-a")
def test_what_joining_takes_is_counted_hex_by_hex():
    """Lahore, D12 and E13: Delhi has track already. With three ends the best meeting place is looked for."""
    state = made("Lahore", "Madras", "Nagpur")
    assert takes_so_far(state, ["Lahore", "Delhi", "Multan"]) == [
        Takes(1, 0, 0),
        Takes(3, 0, 0),
        Takes(6, 0, 0),
    ]
    ends = [HexId(state.facts.cities[city].hex) for city in ("Peshawar", "Karachi", "Nagpur")]
    for gauge, figure in ((STANDARD, 1), (METRE, 2)):
        apart = [trees(state, [end], gauge) for end in ends]
        least = min(
            tuple(sum(found[key][n] for found in apart) - 2 * effort(state, key, gauge)[n] for n in (0, 1))
            for key in apart[0]
        )
        takes = takes_with(state, ["Peshawar", "Karachi"], ["Nagpur"])["Nagpur"]
        assert (takes.tiles, takes[figure]) == least


def test_a_table_without_aids_does_not_count_for_anybody():
    state = made("Lahore", "Madras", "Nagpur")
    told = {panel.id for panel in shown_panels(state)}
    untold = arranged(state, 0, "en", kinds("1853"), figures=False)
    assert told - {panel.id for panel in untold} == {"joining"}
    (cities,) = [panel for panel in untold if panel.id == "cities"]
    assert not any("tiles" in text.says for row in cities.rows for text in row.text)


@pytest.mark.rule("1853-2.8.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_depot_has_what_can_be_bought(seed):
    """Without a small company in the first round no 1M is shown, and the cards in the box are not counted."""
    shown = set()
    for state in some(random_play(seed), f"1853 depot {seed}", 20):
        rows = {train.name: train for train in title("1853").view(state, None).table.trains}
        boxed = [train for train in state.facts.in_the_box if state.trains.get(train) == OUT]
        back = "1M" in [version.name for version in rows["2"].versions]
        if state.back_sides:
            assert back
            assert rows["2"].count == 7
        elif boxed and not state.over:
            assert not back
            assert (rows["2"].count, rows["2M"].count, rows["3M"].count) == (6, 2, 3)
        assert all(train.count is None or train.left <= train.count for train in rows.values())
        shown.add(back)
    assert shown


@pytest.mark.rule("1853-3.1.2-a")
@pytest.mark.parametrize("seed", SEEDS)
def test_papers_are_counted_one_way_everywhere(seed):
    """As the limit counts them: in the players' list, in the banner and on the panel where one buys."""
    told = 0
    for state in some(random_play(seed), f"1853 papers {seed}", 8):
        players = title("1853").view(state, 0).players
        for panel in shown_panels(state):
            if panel.id == "buy":
                told += 1
                assert panel.note.figures["papers"] == players[state.names[to_act(state)[0]]].papers
    assert told


@pytest.mark.rule("1853-4.1.3-b")
def test_a_lay_never_says_that_it_costs_nothing_and_something():
    """The second tile of a turn costs a fee on free ground, too."""
    state = position("two tiles")
    seat = to_act(state)[0]
    first = next(a for a in legal(state, seat) if isinstance(a, LayTile))
    state = play(state, first).state
    fees = 0
    for key in choices(state, seat).lays:
        shown = picker(map_view(state, seat), key)
        for position_ in (one for option in shown.lays for one in option.positions):
            assert "no cost" not in shown.ground
            if "free ground" in shown.ground and position_.cost:
                fees += 1
                assert f"£{position_.cost} of it beside the ground" in position_.changes
    assert fees


@pytest.mark.rule("1853-H2", "1853-H3")
def test_flags_on_the_map_are_the_own_contract_only():
    state = position("two tiles")
    seat = to_act(state)[0]
    marked = flags(state, seat)
    assert marked == {HexId(state.facts.cities[city].hex): False for city in state.contracts[str(seat)]}
    assert svg(map_view(state, seat)).count('class="flag') == len(marked) == 3
    assert 'class="flag' not in svg(map_view(state))
    here = next(iter(marked))
    assert "in your contract" in hex_words(map_view(state, seat), here, (), choices(state, None))
    assert "contract" not in hex_words(map_view(state), here, (), choices(state, None))


@pytest.mark.rule("1853-H9")
def test_what_others_see_of_a_table_does_not_depend_on_hidden_cities():
    state = position("two tiles")
    other = state.replace(contracts={**state.contracts, "0": ("Karachi", "Multan", "Ajmer")})
    view = title("1853").view
    for seat in (None, 1, 2, 3):
        assert view(state, seat) == view(other, seat)
        assert svg(map_view(state, seat)) == svg(map_view(other, seat))
    assert view(state, 0) != view(other, 0)


# -- the map -----------------------------------------------------------------------------------


@pytest.mark.rule("1853-4.1.5")
def test_gauges_differ_by_pattern_and_colour():
    """Standard rails are one solid line, metre rails have ties, dual rails are double with ties between."""
    tiles = position("two tiles").book.atlas.tiles
    lines = {
        gauge: [part.split('"')[0] for part in tile_svg(tiles[number], 0).split('<path class="')[1:]]
        for gauge, number in (("standard", "9"), ("metre", "79"), ("dual", "233"))
    }
    assert lines == {
        "standard": ["casing", "track"],
        "metre": ["casing", "metre", "ties"],
        "dual": ["casing", "dual", "dual-gap", "dual-middle"],
    }


@pytest.mark.rule("1853-4.1.12", "1853-4.1.14")
def test_a_hex_tells_both_prices_and_its_premium():
    """Peshawar lies in the mountains: 140 for standard, 70 for metre gauge; 100 for the first tile."""
    state = position("two tiles")
    told = picker(map_view(state), HexId("B8"))
    assert told.ground == "mountain · standard £140, metre £70"
    assert told.about == ["premium £100", "area of NWR"]
    words = hex_words(map_view(state), HexId("B8"), (), choices(state, None))
    assert "first tile costs standard £140, metre £70, premium £100" in words


@pytest.mark.rule("1853-4.1.12", "1853-4.1.3-b")
def test_the_picker_prices_every_tile_by_its_gauge_and_turn():
    """EIR at Patna, rivers: 60 or 40; its second tile costs 50 more, wherever it lies."""
    state = position("two tiles")
    assert state.frame.company == "EIR"
    seat = to_act(state)[0]
    told = picker(map_view(state, seat), HexId("H24"))
    assert {(option.gauge, p.cost) for option in told.lays for p in option.positions} == {
        ("standard", 60),
        ("metre", 40),
    }
    assert told.note == "tile 1 of 2"
    first = next(a for a in legal(state, seat) if isinstance(a, LayTile) and a.hex == "H24")
    second = play(state, first).state
    told = picker(map_view(second, seat), HexId("I27"))
    assert told.note == "tile 2 of 2"
    assert {p.cost for option in told.lays for p in option.positions} == {50}


@pytest.mark.rule("1853-T2")
def test_areas_can_be_shown_for_every_company():
    state = position("two tiles")
    drawn, sheet = svg(map_view(state)), colour_sheet("1853")
    for company, hexes in areas(state).items():
        assert f'class="area area-{company}"' in drawn
        assert f"[value={company}]:checked) .area-{company}" in sheet
        assert all(state.facts.sheets[company].area.holds(key) for key in hexes)
    assert shown_map(map_view(state)).areas == list(state.book.companies)


# -- money -------------------------------------------------------------------------------------


@pytest.mark.rule("1853-4.6.5", "1853-4.6.6", "1853-2.7.3-b")
def test_pay_or_keep_tells_what_everybody_gets():
    """Unpaid shares earn nothing; the mail comes into the treasury either way."""
    checked, game = 0, played("1853", 6)
    for (state, _), action in zip(game.history, game.actions, strict=False):
        if not isinstance(action, Dividend):
            continue
        (panel,) = [panel for panel in shown_panels(state) if panel.id == "dividend"]
        for column in panel.columns:
            action = column.buttons[0].action
            after = play(state, action).state
            gained = {
                name: after.cash[owner] - state.cash[owner]
                for name, owner in zip(state.names, state.players, strict=True)
            }
            assert {line.name: line.sum for line in column.lines} == {
                name: sum_ for name, sum_ in gained.items() if sum_
            }
            checked += 1
    assert checked > 10


@pytest.mark.rule("1853-2.8.3-a")
def test_selling_in_the_first_round_brings_par_less_five():
    state = position("first round")
    (sell,) = [panel for panel in shown_panels(state) if panel.id == "sell"]
    (row,) = sell.rows
    assert row.tag == "NWR"
    assert [b.label.figures["amount"] for b in row.buttons] == [87, 174, 261, 348]


# -- another set of components -----------------------------------------------------------------


def another_map(c):
    """Waltair is worth 40 and has a town for a neighbour, hills stand in K29, ECR is red."""
    c["hexes"]["N22"]["stops"] = ["city 40 slots=1"]
    c["hexes"]["N24"] = {"stops": ["town"]}
    c["hexes"]["K29"] = {"terrain": "hill"}
    c["companies"]["ECR"]["colour"] = "#aa1122"


OURS = Setup("1853", NAMES[:3])
OTHERS = Setup("1853", NAMES[:3], components=changed(another_map))


def told_of(state, key, lang="en"):
    return hex_words(map_view(state, lang=lang), HexId(key), (), choices(state, None))


def test_two_maps_of_the_game_beside_each_other():
    """Whichever is looked at first: nothing that is kept of one map is told or drawn of the other."""
    ours, others = Game.new(OURS).state, Game.new(OTHERS).state
    for _ in range(2):
        assert "rivers, first tile costs standard £60" in told_of(ours, "K29")
        assert "hill, first tile costs standard £80" in told_of(others, "K29")
        assert "city worth 30" in told_of(ours, "N22")
        assert "city worth 40" in told_of(others, "N22")
        assert 'id="hex-N24"' not in svg(map_view(ours))
        assert 'id="hex-N24"' in svg(map_view(others))
        assert picker(map_view(ours), HexId("K29")).picture != picker(map_view(others), HexId("K29")).picture


def test_what_is_kept_of_a_map_goes_with_it():
    atlas = Game.new(OTHERS).state.book.atlas
    svg(map_view(Game.new(OTHERS).state))
    gone = weakref.ref(atlas)
    del atlas
    _corrected.clear()
    gc.collect()
    assert gone() is None


def test_books_of_many_sets_are_not_all_kept():
    ours = book_of(OURS)
    for value in range(CORRECTED + 3):
        book_of(
            Setup(
                "1853",
                NAMES[:3],
                components=changed(lambda c, v=value: c["premiums"].update(K29=10 * v + 10)),
            )
        )
        assert len(_corrected) <= CORRECTED
    assert book_of(structs.replace(OURS)) is ours, "our own set does not make room for others"
    assert len(_own) <= OWN


def test_a_hosted_set_shows_on_the_pages_of_its_table_and_no_other(browser):
    """Uploaded by the form, read again from the database, shown, and downloaded; ours stands beside it."""
    browser.post("/guest", name="Anna")
    token = {"_csrf_token": browser.client.cookies["csrftoken"], "mode": "continue"}
    paths = []
    for setup in (OTHERS, OURS):
        file = ("game.json", dump(Game.new(setup)), "application/json")
        answer = browser.client.post("/upload", data=token, files={"file": file})
        assert answer.status_code == 200, answer.text
        paths.append(str(answer.url.path))
        browser.client.app.state.service.lives.drop(paths[-1].rpartition("/")[2])
    others, ours = ([browser.get(f"{path}?view={view}") for view in ("map", "papers")] for path in paths)
    for page in (*others, *ours):
        checked(page)
    hashed = title("1853").view(Game.new(OTHERS).state, None).components.hash[:12]
    assert f"Played with a corrected set of components, {hashed}." in others[1].text
    assert "corrected set" not in ours[1].text
    assert "hill, first tile costs standard £80" in re.search(r'id="hex-K29"[^>]*', others[0].text)[0]
    assert "rivers, first tile costs standard £60" in re.search(r'id="hex-K29"[^>]*', ours[0].text)[0]
    assert 'id="hex-N24"' in others[0].text
    assert 'id="hex-N24"' not in ours[0].text
    assert browser.get(f"{paths[0]}/map/hex/N24").status_code == 200
    assert browser.get(f"{paths[1]}/map/hex/N24").status_code == 404
    sheets = [re.search(r'href="([^"]*/colours[^"]*)"', page.text)[1] for page in (others[0], ours[0])]
    assert [".c-ECR{--c:#aa1122" in browser.get(sheet).text for sheet in sheets] == [True, False]
    assert load(browser.get(f"{paths[0]}/save.json").content)[0].setup.components == OTHERS.components
    assert b'"components"' not in browser.get(f"{paths[1]}/save.json").content


def test_the_colours_of_a_table_are_for_those_who_may_see_it(browser):
    service = browser.client.app.state.service
    user = service.guest("Anna")
    table = service.upload(user, dump(Game.new(OTHERS))).id
    copy = service.try_it(table, user).id
    codes = [browser.get(f"/t/{id}/colours").status_code for id in (table, copy, "nowhere")]
    assert codes == [200, 404, 404]


def test_the_lobby_takes_another_bank_and_says_what_is_possible(browser):
    seats = {"seat0": "me", "seat1": "hotseat", "seat2": "hotseat"} | {f"name{n}": NAMES[n] for n in range(3)}
    form = seats | {"game": "1853", "variant": "base", "count": 3, "rulings": "book", "guest": "Anna"}
    wrong = browser.post("/tables", **form, changes="bank=20000")
    assert "only 3070 to 17760 in steps of 10" in wrong.text
    table = browser.post("/tables", **form, changes="bank=17760")
    assert table.status_code == 200
    page = browser.get(f"{table.url.path}?view=papers").text
    assert "The bank began with" in page
    assert re.search(r"began with £?17[, ]?760", page), re.search(r"The bank began with.{30}", page)


def test_the_last_run_is_shown_to_everybody(browser):
    """Contracts are secret in 1853, runs are not."""
    whole = played("1853", 4)
    number = max(n for n, a in enumerate(whole.actions) if isinstance(a, RunTrains) and a.routes)
    game = Game.replay(whole.setup, whole.actions[: number + 1])
    company, route = game.history[number].state.frame.company, whole.actions[number].routes[0]
    assert not game.state.over
    browser.post("/guest", name="Anna")
    token = {"_csrf_token": browser.client.cookies["csrftoken"], "mode": "continue"}
    file = ("game.json", dump(game), "application/json")
    path = str(browser.client.post("/upload", data=token, files={"file": file}).url.path)
    page = browser.get(f"{path}/map/last/{company}").text
    assert f"Last run of {company}" in page
    assert whole.history[number].state.versions[route.train] in page
