"""The map of the table: what is open is what the rules allow, and what is not says why."""

import re
from functools import cache
from html import unescape
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest
from benchmarks.players import random_game
from hypothesis import given, settings
from hypothesis import strategies as st

from stellwerk.board import Board
from stellwerk.engine import Game, Refusal, Setup, decode, legal, play, to_act
from stellwerk.engine.play import activity_of, judge
from stellwerk.engine.save import dump
from stellwerk.games.g1848.rules.privates import LayTasmania
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.names import stop_name
from stellwerk.mech18.runs import RunTrains
from stellwerk.mech18.track import LayTile
from stellwerk.web.map import has_map, kinds
from stellwerk.web.map.choices import choices, reasons
from stellwerk.web.map.context import shown_map
from stellwerk.web.map.map_view import MapView
from stellwerk.web.map.picker import effect, picker
from stellwerk.web.map.running import Leg, last_run, read_draft, run_slip, write_draft
from stellwerk.web.map.words import hex_words, reached
from tests.strategies import states, together
from tests.web.pages import Checker, checked

GAME = "1848"
pytestmark = together(GAME)
FETCH = {"x-requested-with": "fetch"}


@cache
def long_game(seed: int = 5) -> Game:
    return random_game(Setup(GAME, ("Ann", "Ben", "Cy", "Dee"), seed=seed), "bot")


@cache
def before(kind: type, skip: int = 0, seed: int = 5) -> tuple[int, object]:
    """Where in the game an action of a kind was done, and the state before it."""
    game = long_game(seed)
    found = [number for number, action in enumerate(game.actions) if isinstance(action, kind)]
    number = found[skip % len(found)]
    return number, game.history[number].state


def look(state, seat=None, **fields) -> MapView:
    seats = to_act(state)
    seen = seat if seat is not None else seats[0] if seats else None
    return MapView("x", state, 7, state.version, state.version, seen, **fields)


def on_map(action) -> bool:
    return isinstance(action, LayTile | LayTasmania)


# -- what is open ------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(states(GAME))
def test_open_hexes_are_those_of_the_legal_actions(state):
    for seat in to_act(state):
        if seat < 0:
            continue
        allowed = legal(state, seat)
        where = state.book.atlas.where
        lays = {action.hex for action in allowed if on_map(action)}
        cities = {where[action.stop][0] for action in allowed if isinstance(action, PlaceMarker)}
        found = choices(state, seat)
        assert set(found.lays) == lays
        assert set(found.markers) == cities
        shown = shown_map(look(state, seat)).svg
        assert set(re.findall(r'class="hex open" id="hex-(\w+)"', shown)) == lays | cities


@settings(max_examples=25, deadline=None)
@given(states(GAME))
def test_the_picker_lists_exactly_the_legal_lays(state):
    for seat in to_act(state):
        if seat < 0:
            continue
        allowed = legal(state, seat)
        for key in choices(state, seat).hexes:
            shown = picker(look(state, seat), key)
            lays = [decode(GAME, p.action) for tile in shown.lays for p in tile.positions]
            assert sorted(lays, key=repr) == sorted(
                (a for a in allowed if on_map(a) and a.hex == key), key=repr
            )
            places = [decode(GAME, place.action) for place in shown.markers]
            where = state.book.atlas.where
            assert places == [a for a in allowed if isinstance(a, PlaceMarker) and where[a.stop][0] == key]
            for tile in shown.lays:
                assert tile.left == state.supply[tile.tile]
                for position in tile.positions:
                    spent = state.cash[look(state, seat).company] if look(state, seat).company else 0
                    lay = decode(GAME, position.action)
                    after = judge(state, lay).apply(state, lay)  # what follows by itself costs something else
                    if look(state, seat).company:
                        assert spent - after.cash[look(state, seat).company] == position.cost


@settings(max_examples=25, deadline=None)
@given(states(GAME), st.integers(0, 1000))
def test_a_closed_hex_says_why(state, pick):
    seats = [seat for seat in to_act(state) if seat >= 0]
    if not seats:
        return
    keys = list(state.book.atlas.hexes)
    key = keys[pick % len(keys)]
    seat = seats[0]
    found, why = choices(state, seat), reasons(state, seat, key)
    if key not in found.hexes:
        assert why, key
    for reason in why:
        rule = reason.refusal.rule
        assert rule.startswith(f"{GAME}-")
        assert reason.refusal.text
        known = {r.id for move in activity_of(state).moves(state) for r in move.rules}
        assert rule.removeprefix(f"{GAME}-") in known | {activity_of(state).order_rule}


def refused(state, key) -> list[str]:
    return [reason.refusal.rule for reason in reasons(state, to_act(state)[0], key)]


def test_reasons_name_their_paragraph():
    _, state = before(LayTile, 20)
    company = state.frame.company
    assert refused(state, "A4") == ["1848-VIII-Lay-7"]
    far = next(
        key
        for key, spec in state.book.atlas.hexes.items()
        if spec.buildable and key not in state.board.laid and key not in choices(state, to_act(state)[0]).lays
    )
    assert refused(state, far)[0] in ("1848-VIII-Lay-2", "1848-VIII-Lay-3", "1848-VIII-Lay-5")
    poor = state.replace(cash={**state.cash, company: 0})
    costly = [key for key in choices(state, to_act(state)[0]).lays if _first_costs(state, key)]
    for key in costly:
        assert "1848-VIII-Lay-6" in refused(poor, key)


def _first_costs(state, key) -> bool:
    return bool(state.book.atlas.hexes[key].cost) and key not in state.board.laid


def test_reasons_for_markers():
    _, state = before(PlaceMarker)
    assert refused(state, "E10") == ["1848-VIII-Stat-2"]
    own = state.board.markers_of(state.frame.company)[0]
    hex_id = state.book.atlas.where[own][0]
    assert "1848-VIII-Stat-5" in refused(state, hex_id)


def test_whoever_is_not_to_act_is_told_whose_turn_it_is():
    _, state = before(LayTile, 20)
    other = next(seat for seat in range(4) if seat not in to_act(state))
    (why,) = reasons(state, other, "E10")
    assert why.refusal.figures == {"players": state.names[to_act(state)[0]]}
    assert why.refusal.rule == "1848-VIII-3"
    assert reasons(state, None, "E10") == []
    assert not choices(state, other).hexes


def test_nothing_is_built_in_a_stock_round():
    game = long_game()
    state = next(
        t.state for t in game.history if t.state.stack and type(t.state.frame).__name__ == "StockRound"
    )
    (why,) = reasons(state, to_act(state)[0], "E10")
    assert why.refusal.rule.removeprefix("1848-") == activity_of(state).order_rule


def test_tasmania_is_chosen_on_the_map():
    state = next(
        before(LayTasmania, 0, seed)[1]
        for seed in range(1, 30)
        if any(isinstance(a, LayTasmania) for a in long_game(seed).actions)
    )
    seat = to_act(state)[0]
    shown = picker(look(state, seat), "I8")
    assert shown.lays[0].tile == "241"
    # While it is not allowed, its own paragraph is named and not that of the common tiles.
    _, early = before(LayTile, 1)
    assert refused(early, "I8") == ["1848-V-P3-1"]


def test_kinds_that_other_panels_leave_to_the_map():
    assert kinds(GAME) == {"lay_tile", "lay_tasmania", "place_marker", "run_trains"}


# -- what it changes ---------------------------------------------------------------------------


def test_what_a_lay_changes():
    _, state = before(LayTile, 40)
    seen = look(state)
    for key in choices(state, seen.seat).lays:
        for tile in picker(seen, key).lays:
            position = tile.positions[0]
            found = effect(seen, position.action)
            assert found is not None
            assert found.new - found.old == found.change
            assert found.proved
    assert effect(seen, '{"type":"lay_tile","seat":0,"hex":"A4","tile":"9","rotation":0}') is None
    assert effect(seen, "nonsense") is None


# -- words -------------------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(states(GAME), st.sampled_from(("en", "de", "pl")))
def test_every_hex_has_a_name_to_be_spoken(state, lang):
    seen = look(state, lang=lang)
    mine, found = reached(seen), choices(state, seen.seat)
    words = [hex_words(seen, key, mine, found) for key in state.book.atlas.hexes]
    assert all(text.startswith(key) for key, text in zip(state.book.atlas.hexes, words, strict=True))
    assert not any("{" in text for text in words)


def test_a_hex_in_words():
    state = Game.new(Setup(GAME, ("A", "B", "C"), seed=1)).state
    board = Board().lay(state.book.atlas, "B19", "236", 0).place(state.book.atlas, "B19.0", "QR")
    seen = look(state.replace(board=board))
    words = hex_words(seen, "B19", {"B19"}, choices(state, None))
    assert (
        words == "B19 Brisbane, city worth 40, your track reaches it, stations QR, one free, green tile 236"
    )
    assert stop_name(state, "F15.1") == "Bathurst"
    assert stop_name(state, "C18.1") == "C18 (2)"


# -- runs --------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 200))
def test_the_slip_is_the_best_run_and_its_sum_the_revenue(skip):
    _, state = before(RunTrains, skip)
    slip = run_slip(look(state))
    assert slip.badge == "proved"
    action = decode(GAME, slip.action)
    after = play(state, action).state
    company = state.frame.company
    assert slip.total == slip.best == after.last_run[company]
    assert sum(line.revenue or 0 for line in slip.lines) == slip.total
    for line in slip.lines:
        if line.stops:
            assert sum(stop.value for stop in line.stops) + line.extra == line.revenue


def draft_in(href: str):
    query = parse_qs(urlsplit(href).query)
    return read_draft(query["r"][0]), query["train"][0]


def run_with_route():
    return next(
        state
        for skip in range(60)
        for state in (before(RunTrains, skip)[1],)
        if any(len(line.stops) > 2 for line in run_slip(look(state)).lines)
    )


def test_a_route_made_by_hand():
    seen = look(run_with_route())
    best = run_slip(seen)
    line = max(best.lines, key=lambda one: len(one.stops))
    # Without its last stop it is worth less, or no run at all; then the way back to the best.
    shorter = run_slip(seen, *draft_in(run_slip(seen, *draft_in(line.alter)).lines[line.rank - 1].shorter))
    assert shorter.total is None or shorter.below == best.total - shorter.total
    assert line.stops[-1].stop in {step.stop for step in shorter.next}
    again = next(step for step in shorter.next if step.stop == line.stops[-1].stop)
    assert run_slip(seen, *draft_in(again.href)).total == best.total
    # Nothing at all is a legal run too.
    emptied = run_slip(seen, {}, line.train)
    assert emptied.total == 0
    assert decode(GAME, emptied.action).routes == ()
    assert play(seen.state, decode(GAME, emptied.action))


def test_a_wrong_route_is_refused_with_its_paragraph():
    seen = look(run_with_route())
    slip = run_slip(seen)
    line = max(slip.lines, key=lambda one: len(one.stops))
    first = line.stops[0].stop
    alone = run_slip(seen, {line.train: (Leg(first),)}, line.train)
    assert alone.why.rule == "1848-XI-1"
    assert alone.total is None
    assert alone.badge == "refused"
    nowhere = run_slip(seen, {line.train: (Leg(first), Leg("Z99.0"))}, "")
    assert nowhere.why.rule == "1848-XI-1"
    with pytest.raises(Refusal) as refusal:
        play(seen.state, decode(GAME, nowhere.action))
    assert refusal.value.rule == nowhere.why.rule
    assert nowhere.why.href == "/rules/1848/XI-1"


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="46+DE-=,;*.FG017 \x00ß", max_size=60), st.text(max_size=4))
def test_any_draft_is_answered(text, train):
    slip = run_slip(look(run_with_route()), read_draft(text), train)
    assert (slip.total is None) == (slip.why is not None)


@given(
    st.dictionaries(st.sampled_from(("4-1", "D-0")), st.lists(st.sampled_from(("E4.0", "G10.1")), min_size=1))
)
def test_drafts_survive_their_journey(stops):
    draft = {
        train: tuple(Leg(stop, way) for way, stop in enumerate(found, -1)) for train, found in stops.items()
    }
    assert read_draft(write_draft(draft)) == draft


def test_the_last_run():
    game = long_game()
    number, state = before(RunTrains, 30)
    company = state.frame.company
    later = game.history[number + 1].state
    slip = last_run(look(later), game.actions, game.history, company)
    assert slip.total == later.last_run[company]
    assert ('class="route"' in slip.routes_svg) == bool(game.actions[number].routes)
    assert last_run(look(game.history[2].state), game.actions, game.history, company) is None


def test_no_slip_outside_the_run_step():
    assert run_slip(look(before(LayTile)[1])) is None


# -- any game ----------------------------------------------------------------------------------


def test_a_game_without_a_map_has_none():
    state = SimpleNamespace(setup=SimpleNamespace(game=GAME), version=0, stack=())
    assert not has_map(state)


# -- through the server ------------------------------------------------------------------------


class Seated:
    """A position of the long game as a table of which all seats are mine."""

    def __init__(self, browser, kind: type, skip: int = 0) -> None:
        browser.post("/guest", name="Ann")
        number, self.state = before(kind, skip)
        self.service = browser.client.app.state.service
        self.user = self.service.guest("Ann")
        game = Game.replay(long_game().setup, long_game().log[:number])
        self.table = self.service.upload(self.user, dump(game), "continue").id
        signer = browser.client.app.state.signer
        browser.client.cookies.set("stellwerk", signer.write(self.user.id, self.service.epoch(self.user)))
        self.browser = browser

    def part(self, path: str):
        answer = self.browser.client.get(f"/t/{self.table}/map/{path}", headers=FETCH)
        assert answer.status_code == 200, answer.text
        checker = Checker()
        checker.feed(answer.text)
        assert not checker.faults, checker.faults
        assert not checker.open
        return answer.text


def actions_in(text: str) -> list:
    return [decode(GAME, unescape(found)) for found in re.findall(r'name="action" value="([^"]*)"', text)]


def test_the_picker_through_the_server(browser):
    at = Seated(browser, LayTile, 20)
    allowed = legal(at.state, to_act(at.state)[0])
    key = next(a.hex for a in allowed if isinstance(a, LayTile))
    text = at.part(f"hex/{key}")
    assert sorted(actions_in(text), key=repr) == sorted(
        (a for a in allowed if on_map(a) and a.hex == key), key=repr
    )
    version = at.service.info(at.table, at.user).version
    assert f'name="seen" value="{version}"' in text
    assert text.count("_csrf_token") == len(actions_in(text))
    # Without a script the same is a page.
    checked(browser.get(f"/t/{at.table}/map/hex/{key}"))
    # The effect, lazily.
    link = unescape(re.search(r'href="([^"]*/map/worth[^"]*)"', text)[1])
    said = browser.client.get(link, headers=FETCH).text
    assert "→" in said or "no train" in said


def test_a_closed_hex_through_the_server(browser):
    at = Seated(browser, LayTile, 20)
    text = at.part("hex/A4")
    assert 'href="/rules/1848/VIII-Lay-7"' in text
    assert not actions_in(text)
    assert browser.client.get(f"/t/{at.table}/map/hex/Z9", headers=FETCH).status_code == 404


def test_a_station_through_the_server(browser):
    at = Seated(browser, PlaceMarker)
    place = next(a for a in legal(at.state, to_act(at.state)[0]) if isinstance(a, PlaceMarker))
    text = at.part(f"hex/{at.state.book.atlas.where[place.stop][0]}")
    assert place in actions_in(text)


def test_a_run_through_the_server(browser):
    at = Seated(browser, RunTrains, 30)
    text = at.part("run")
    (action,) = actions_in(text)
    assert play(at.state, action)
    alter = unescape(re.search(r'class="alter" href="([^"]*)"', text)[1])
    altered = browser.client.get(alter, headers=FETCH).text
    assert "data-next" in altered or "cannot go on" in altered
    checked(browser.get(alter))


def test_the_past_offers_nothing(browser):
    at = Seated(browser, LayTile, 20)
    key = next(a.hex for a in legal(at.state, to_act(at.state)[0]) if isinstance(a, LayTile))
    earlier = at.service.info(at.table, at.user).at - 3
    assert not actions_in(at.part(f"hex/{key}?at={earlier}"))
    shown = at.part(f"board?at={earlier}")
    assert 'class="hex open"' not in shown
    assert "map-box past" in shown


def test_a_spectator_sees_but_cannot_act(browser):
    at = Seated(browser, LayTile, 20)
    browser.client.cookies.delete("stellwerk")
    shown = at.part("board")
    assert 'class="hex open"' not in shown
    assert 'id="hex-E4"' in shown
    assert not actions_in(at.part("hex/E4"))


def test_tiles_last_runs_and_rules_of_the_drawing(browser):
    at = Seated(browser, LayTile, 60)
    sheet = at.part("tiles")
    for number, tile in at.state.book.atlas.tiles.items():
        assert f"{at.state.supply[number]} / {tile.count}" in sheet
    company = next(c for c, revenue in at.state.last_run.items() if revenue)
    assert company in at.part(f"last/{company}")
    assert "no run" in at.part("last/XYZ")
    answer = browser.get("/map/drawing.css")
    assert answer.headers["content-type"].startswith("text/css")
    tag = answer.headers["etag"]
    assert browser.client.get("/map/drawing.css", headers={"if-none-match": tag}).status_code == 304
