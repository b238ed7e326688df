"""1854 in words, panels and pictures: every choice is shown and told, and what matters is said beforehand."""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from stellwerk.engine import Game, Setup, legal, title, to_act, view
from stellwerk.engine.forms import fill
from stellwerk.engine.save import dump
from stellwerk.games.g1854.rules.book import ruling_table
from stellwerk.games.g1854.rules.mergers import (
    MergerOffer,
    MergerWindow,
    ProposeMerger,
    merge,
    unfounded,
)
from stellwerk.games.g1854.show.ruling_texts import in_force
from stellwerk.mech18.negotiation import Answer
from stellwerk.mech18.phases import DiscardTrain
from stellwerk.mech18.trains import BuyTrain
from stellwerk.notation import sentence
from stellwerk.notation.sentences import tellers
from stellwerk.text import LANGUAGES
from stellwerk.web.hexmarket import hexagons
from stellwerk.web.map.choices import choices, kinds, reasons
from stellwerk.web.map.context import shown_map
from stellwerk.web.map.map_view import MapView
from stellwerk.web.map.picker import picker
from stellwerk.web.panels import actions_in, arranged
from stellwerk.web.render import Speech
from stellwerk.web.table import ranked
from tests.browser.positions_1854 import GOALS, choose, reached
from tests.games.g1854.lines import buy, buying, klagenfurt
from tests.games.g1854.table import do, home, locals_of, lokalbahn, major, phase, rounds, stock, train
from tests.sampling import some
from tests.strategies import played, together

pytestmark = together("1854")
NAMES = ("Anna", "Bartek", "Clara", "Dorota", "Ewa", "Filip")


def random_play(seed=2):
    """The states of a random game in which somebody decides."""
    states = [state for state, _ in played("1854", seed).history]
    return [state for state in states if any(seat >= 0 for seat in to_act(state))]


@cache
def eager_play(seed=15):
    """The states of a game that comes to mergers and Lokalbahn AGs."""
    game, rng, states = Game.new(Setup("1854", NAMES[:4], seed=seed)), Random(seed), []
    while not game.state.over:
        states.append(game.state)
        game.enter(choose(game.state, rng))
    return states


def shown_panels(state, lang="en"):
    return arranged(state, to_act(state)[0], lang, kinds("1854"))


def panel_of(state, name):
    return next(panel for panel in shown_panels(state) if panel.id == name)


def looked_at(state):
    return MapView("t", state, 0, state.version, state.version, to_act(state)[0])


def walk(states, name):
    """Every choice is in a panel or on the map; the panels that were seen."""
    tags, seen = kinds("1854"), set()
    for state in some(states, name, 2):
        seat = to_act(state)[0]
        panels = shown_panels(state)
        shown = {action for panel in panels for action in actions_in(panel)}
        wanted = [a for a in legal(state, seat) if a.__struct_config__.tag not in tags]
        assert not [a for a in wanted if a not in shown]
        seen |= {panel.id for panel in panels}
        if state.version % 40 == 0:  # the map now and then, it takes its time
            map_view = looked_at(state)
            assert shown_map(map_view).svg
            for key in [*list(choices(state, seat).hexes)[:2], "F12", "C17", "K31"]:
                assert picker(map_view, key).hex == key
    assert "moves" not in seen, "a choice that nothing but the plain list shows"
    return seen


@pytest.mark.parametrize("seed", [2, 4, 7])
def test_every_choice_is_in_a_panel_or_on_the_map(seed):
    assert {"auction", "options", "option", "trains"} <= walk(random_play(seed), f"1854 {seed}")


def test_every_late_choice_too():
    assert {"mergers", "reply", "founding", "mail", "answer"} <= walk(eager_play(), "1854 eager")


@pytest.mark.parametrize("states", [random_play, eager_play])
def test_every_choice_is_told_in_every_language(states):
    assert set(title("1854").actions) <= set(tellers("1854"))
    for state in some(states(), f"1854 {states.__name__}", 5):
        offers = legal(state, to_act(state)[0])
        offers = [a for a in offers if not isinstance(a, BuyTrain | DiscardTrain)]
        for lang in LANGUAGES:
            told = [sentence(state, action, lang) for action in offers]
            assert not any("{" in text for text in told), told
            assert len(set(told)) == len(offers), sorted(told)


def cells_of(table):
    for row in table.rows:
        assert len(row.cells) == len(table.columns)
        for cell in row.cells:
            yield from cell.texts


def test_facts_and_tables_can_be_said():
    said, tables = set(), set()
    for state in some(eager_play(), "1854 eager", 7):
        table = title("1854").view(state, None).table
        for lang in LANGUAGES:
            speech = Speech(lang, table.money, state.book.companies)
            told = [*table.facts, *(cell for own in table.tables for cell in cells_of(own))]
            for text in map(speech.rich_said, told):
                assert "{" not in text
                assert "¤" not in text
        said |= {fact.rule for fact in table.facts}
        tables |= {own.id for own in table.tables}
    assert {"AU-7", "OP-5", "LA-1", "TN-7", "SR-14"} <= said
    assert tables == {"auction", "open-options", "may-merge", "mail", "rulings"}


# -- rulings -----------------------------------------------------------------------------------


def test_every_ruling_tells_its_reason():
    """The same words as in the ledger."""
    ledger = (Path(__file__).parents[2] / "docs" / "rules" / "1854.md").read_text(encoding="utf-8")
    reasons = re.findall(r"^\| `(\w+)` \|.*\| ([^|]+) \|$", ledger, re.MULTILINE)
    state = Game.new(Setup("1854", NAMES[:3], seed=1)).state
    assert {ruling.name: ruling.why.says for ruling in in_force(state)} == dict(reasons)


def test_the_table_marks_what_is_not_the_ledgers_reading():
    def marked(rulings):
        state = Game.new(Setup("1854", NAMES[:3], rulings=rulings, seed=1)).state
        return {ruling.name for ruling in in_force(state) if ruling.changed}

    assert marked("book") == set()
    assert marked("book,tile_69=2") == {"tile_69"}
    assert marked("other") == {name for name, ruling in ruling_table().items() if not ruling.past}


# -- the auction -------------------------------------------------------------------------------


def test_a_bid_has_its_bounds():
    state = reached(GOALS["bids"]).state
    seat = to_act(state)[0]
    owner = state.players[seat]
    panel = panel_of(state, "auction")
    assert [row.tag for row in panel.rows] == [item for item in state.facts.packet if item not in sold(state)]
    first, *later = panel.rows
    assert first.number is None
    free = state.cash[owner] - sum(bids.get(owner, 0) for bids in state.bids.values())
    for row in later:
        if not row.buttons:
            continue
        standing = state.bids.get(row.tag, {})
        face = state.book.privates[row.tag].price if row.tag in state.privates else 150
        assert row.number.low == max([face, *standing.values()]) + 5
        assert row.number.high == free + standing.get(owner, 0)


def sold(state):
    locals_sold = {item for item in state.facts.locals if state.papers[f"{item}_0"] != "offer"}
    return locals_sold | {item for item, owner in state.privates.items() if owner != "offer"}


# -- the hexagonal market ----------------------------------------------------------------------


def market_of(state):
    table = title("1854").view(state, None).table
    return hexagons(table.market, table.companies)


def test_the_market_has_80_cells_each_at_its_place():
    drawn = market_of(Game.new(Setup("1854", NAMES[:3], seed=1)).state)
    assert len(drawn.cells) == 80
    places = {(cell.x, cell.y) for cell in drawn.cells}
    assert len(places) == 80
    at = {cell.id: cell for cell in drawn.cells}
    # A lower row is half a cell (23) further left: 81 lies down to the left of 86, 84 down to the right.
    assert at["1-0"].x == at["0-0"].x - 23
    assert at["1-1"].x == at["0-0"].x + 23
    assert at["0-18"].kind == "end"
    assert [at[f"{row}-2"].kind for row in range(6)] == ["par"] * 6
    assert sum(cell.kind == "yellow" for cell in drawn.cells) == 11


def test_the_red_line_runs_left_of_what_splits():
    drawn = market_of(Game.new(Setup("1854", NAMES[:3], seed=1)).state)
    points = [tuple(map(float, point.split(","))) for point in drawn.line.split()]
    at = {cell.id: cell for cell in drawn.cells}
    # 97, 95, 93, 91 and 89 are the first beyond it; its left side is half a cell from the middle.
    firsts = [at[f"{row}-{row + 3}"] for row in range(5)]
    assert [cell.price for cell in firsts] == [97, 95, 93, 91, 89]
    for cell in firsts:
        assert sum(point[0] == round(cell.x - 23, 1) for point in points) >= 2
    assert min(y for _, y in points) < 0 < max(y for _, y in points)


def test_plates_of_one_cell_stand_apart_in_the_order_of_acting():
    state = reached(lambda s: any(len(cell.markers) > 2 for row in market(s) for cell in row)).state
    full = max(market_of(state).cells, key=lambda cell: len(cell.plates))
    spots = [(plate.y, plate.x) for plate in full.plates]
    assert len(set(spots)) == len(spots) > 2
    assert spots == sorted(spots)


def market(state):
    return title("1854").view(state, None).table.market.rows


# -- tunnels -----------------------------------------------------------------------------------


def test_a_tunnel_is_chosen_like_the_positions_of_a_tile():
    state = reached(GOALS["tunnel"]).state
    seat = to_act(state)[0]
    found = choices(state, seat)
    key = next(iter(found.tunnels))
    option = next(option for option in picker(looked_at(state), key).lays if not option.tile)
    assert len(option.positions) == len(found.tunnels[key])
    paid = {position.cost for position in option.positions}
    assert paid <= {state.facts.tunnel_cost, state.facts.tunnel_cost - state.facts.tunnel_rebate.amount}
    assert all('class="tunnel-line"' in position.picture for position in option.positions)


@pytest.mark.parametrize("goal", ["tunnel", "home"])
def test_the_page_of_a_hex_offers_what_is_dug_or_chosen(browser, goal):
    game = reached(GOALS[goal])
    browser.post("/guest", name="Ann")
    service = browser.client.app.state.service
    user = service.guest("Ann")
    table = service.upload(user, dump(game), "continue").id
    signer = browser.client.app.state.signer
    browser.client.cookies.set("stellwerk", signer.write(user.id, service.epoch(user)))
    found = choices(game.state, to_act(game.state)[0])
    key = next(iter(found.tunnels if goal == "tunnel" else found.hexes))
    answer = browser.get(f"/t/{table}/map/hex/{key}")
    assert answer.status_code == 200
    assert ("dig_tunnel" if goal == "tunnel" else "choose_home") in answer.text


def test_a_hex_without_a_tunnel_says_why():
    state = reached(GOALS["tunnel"]).state
    seat = to_act(state)[0]
    far = next(
        key
        for key, spec in state.book.atlas.hexes.items()
        if spec.tunnel_only and key not in choices(state, seat).hexes
    )
    assert "1854-TR-12" in {why.refusal.rule for why in reasons(state, seat, far)}


def test_a_railway_called_2_is_not_a_train_called_2():
    speech = Speech("en", "", ("2", "KE"))
    assert "plate" in speech.rich("{railway} runs", {"railway": "2"})
    assert "plate" not in speech.rich("a {train} is sold", {"train": "2"})
    assert "plate" in speech.rich("a share of {company}", {"company": "KE"})


# -- trade, mergers, mail ------------------------------------------------------------------------


def said_in(texts):
    return [fill(text.says, text.figures) for text in texts]


MOVES = ["KT 82 → 84", "SB 82 → 80"]  # from (2, 2) up to the left, and down to the right


@pytest.mark.parametrize("seller", [0, 1])
def test_a_train_trade_tells_both_price_moves(seller):
    state = train(home(major(klagenfurt("4", cash=500), "SB", seller), "SB"), "SB", "4-1")
    [row] = panel_of(buying(state), "others").rows
    assert [text for text in said_in(row.text) if "82" in text] == MOVES


def test_cards_of_one_type_are_one_row_with_a_price_of_ones_own():
    state = home(major(klagenfurt("4", cash=500), "SB", 1), "SB")
    state = buying(train(train(state, "SB", "4-1"), "SB", "4-2"))
    assert [panel.id for panel in shown_panels(state) if panel.rows] == ["trains", "others"]
    [row] = panel_of(state, "others").rows
    number = row.number
    assert (number.action.train, number.low, number.high, number.value) == ("4-1", 1, 500, 320)
    # What has been refused is told, and another price proposed.
    [row] = panel_of(do(state, buy("4-1", 320), Answer(1, False)), "others").rows
    assert "refused: 320" in said_in(row.text)
    assert row.number.value == 319
    # Nobody who wants no more offers is asked.
    [row] = panel_of(do(state, buy("4-1", 1), Answer(1, False, leave=True)), "others").rows
    assert (row.buttons, row.number) == ([], None)
    assert [why.rule for why in row.whys] == ["1854-TN-14"]


def test_a_train_of_the_pool_that_is_too_dear_says_so():
    state = buying(train(train(klagenfurt("4", cash=150), "KT", "3-1"), "pool", "3-0"))
    [row] = panel_of(state, "stocks").rows
    assert row.buttons == []
    assert [why.rule for why in row.whys] == ["1854-EF-1"]


def test_who_is_asked_for_a_train_sees_them_too():
    state = train(home(major(klagenfurt("4", cash=500), "SB", 1), "SB"), "SB", "4-1")
    row, other = panel_of(do(buying(state), buy("4-1", 300)), "answer").rows
    sell, refuse, leave = row.buttons
    assert (refuse.action.leave, leave.action.leave) == (False, True)
    assert said_in(sell.effects) == [
        "The price of KT goes from 82 to 84.",
        "The price of SB goes from 82 to 80.",
    ]
    assert not refuse.effects
    # Another price: any that KT can pay, and above what is offered.
    number = other.number
    assert (number.low, number.high, number.value) == (1, 500, 320)
    assert number.action.price is not None


def test_the_buyer_answers_another_price_in_the_same_way():
    state = train(home(major(klagenfurt("4", cash=500), "SB", 1), "SB"), "SB", "4-1")
    state = do(buying(state), buy("4-1", 300), Answer(1, False, 400))
    row, other = panel_of(state, "answer").rows
    assert said_in(row.text) == ["SB asks ¤400 for a 4"]
    assert said_in(made.label for made in row.buttons) == ["Buy it", "Refuse", "No more offers"]
    assert other.number.value == 320


def test_a_proposal_has_no_field_for_a_price():
    state = phase(stock(), "5")
    state = locals_of(state, 0, 1, 2, 3, 0, 1)
    state = do(state.replace(stack=(state.stack[0], MergerWindow())), ProposeMerger(0, "1", "2"))
    [row] = panel_of(state, "reply").rows
    assert said_in(made.label for made in row.buttons) == ["Merge", "Refuse", "No more offers"]
    assert row.number is None


def test_a_forced_trade_tells_both_price_moves():
    state = train(home(major(klagenfurt("4", cash=100), "SB", 1), "SB"), "SB", "4-1")
    rows = panel_of(buying(state), "forced").rows
    [row] = [row for row in rows if row.number and row.number.action.train == "4-1"]
    assert [text for text in said_in(row.text) if "82" in text] == MOVES


def test_the_window_after_a_round_bears_its_name():
    state = rounds(locals_of(phase(stock(), "5"), 0, 1, 2, 3, 0, 1), 2, 3)
    assert isinstance(state.frame, MergerWindow)
    assert view(state, None).round == "OR 2.2"  # before the round
    after = state.replace(stack=(state.stack[0], MergerWindow()))
    assert view(after, None).round == "OR 2.2"
    asked = MergerOffer(by=0, to=1, first=0, thing="1 2", railway="1", partner="2")
    assert view(after.replace(stack=(*after.stack, asked)), None).round == "OR 2.2"


def test_the_mail_contract_of_a_lokalbahn_ag_is_on_its_card():
    state = lokalbahn(phase(stock(), "5"), "A").replace(mail={"A": "large"})
    cards = view(state, None).table.companies
    assert said_in(cards["A"].notes) == ["large mail contract: ¤40 each turn"]
    assert cards["A"].state is None
    assert cards["B"].state.says == "forms by a merger"


# -- what is chosen, told before and after ---------------------------------------------------------


@pytest.mark.rule("1854-LA-3")
def test_a_merger_says_what_goes_and_what_comes():
    """As the rules do it: halves, trains, treasuries and the price are those of the merged railway."""
    state = reached(GOALS["merger"]).state
    speech = Speech("en", "G")
    rows = panel_of(state, "mergers").rows
    assert rows
    for row in rows:
        a = row.buttons[0].action
        first, second = sorted((a.railway, a.partner))
        company = unfounded(state)[0]
        after = merge(state, first, second, company)
        told = " · ".join(speech.said(text) for text in row.text)
        assert f"{first} and {second} go with their papers and markers" in told
        for local in (first, second):
            assert state.names[state.director_seat(local)] in told
            assert all(state.versions[card] in told for card in state.trains_of(local))
        assert f"→ G{after.cash[company]}" in told
        assert f"its price is G{after.price(company)}" in told
    asked = reached(GOALS["reply"]).state
    both = sorted((asked.frame.railway, asked.frame.partner))
    account = panel_of(asked, "reply").rows[0].account
    assert [line.sum for line in account] == [
        *(asked.cash[sym] for sym in both),
        sum(asked.cash[sym] for sym in both),
    ]


@pytest.mark.rule("1854-TR-11")
def test_ground_that_takes_no_tile_does_not_look_like_a_tile():
    """A ridge has a fill and a pattern of its own; brown tiles have theirs."""
    state = random_play()[0]
    drawn = shown_map(looked_at(state)).svg
    ridges = [key for key, spec in state.book.atlas.hexes.items() if spec.tunnel_only]
    assert drawn.count("fill-ridge") == len(ridges) > 5
    assert drawn.count("url(#pat-ridge)") == len(ridges)
    assert not re.search(r'hex-ground[^"]*fill-brown', drawn), "no brown tile lies there yet"


@pytest.mark.rule("1854-GE-2")
def test_the_account_of_a_bankrupt_has_no_shares_below_nothing():
    """He is last, whatever is left to him: his total is no sum of what he has."""
    state = max(eager_play(), key=lambda s: min(s.cash[player] for player in s.players))
    poor = state.players[0]
    assert state.cash[poor]
    state = state.replace(bankrupt=poor)
    cash = {state.name(player): state.cash[player] for player in state.players}
    rows = {row.name: row for row in ranked(title("1854").result(state), cash)}
    assert rows.pop(state.name(poor)).papers is None
    assert all(row.papers == row.total - row.cash >= 0 for row in rows.values())
