"""How choices are arranged: all legal ones are there, what is shut says why, loans show their ledger."""

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from msgspec import structs

from stellwerk.engine import Game, Setup, considered, legal, sample, to_act
from stellwerk.engine.forms import fill
from stellwerk.engine.offload import ON_THE_SPOT
from stellwerk.interchange import import_game
from stellwerk.mech18.runs import SOLVED
from stellwerk.mech18.stock import BuyShare
from stellwerk.mech18.trains import BuyTrain
from stellwerk.routing import solve
from stellwerk.server.judging import Verdict
from stellwerk.web.graph import graph
from stellwerk.web.map import kinds
from stellwerk.web.panels import actions_in, arranged, buttons_in, plain
from tests.sampling import some
from tests.server.fixtures import choose_seed
from tests.server.test_advising import Watched, until
from tests.strategies import played, together
from tests.web.conftest import new_table

FIXTURE = Path(__file__).parents[3] / "shared" / "fixtures" / "18xx.games" / "1848-game-end-bank.json"


def test_every_legal_action_is_in_one_panel():
    game, rng = Game.new(Setup("1848", ("A", "B", "C"), seed=4)), Random(4)
    on_map = kinds("1848")
    for step in range(300):
        state = game.state
        if state.over:
            break
        seat = to_act(state)[0]
        if step % 5 == 0:
            shown = [action for panel in arranged(state, seat, "en", on_map) for action in actions_in(panel)]
            wanted = [a for a in legal(state, seat) if a.__struct_config__.tag not in on_map]
            assert set(wanted) <= set(shown)
            assert len(shown) == len(set(shown))
        game.submit(sample(state, seat, rng))


def test_what_is_shut_says_why():
    state = Game.new(Setup("1848", ("A", "B", "C"), seed=4)).state
    seat = to_act(state)[0]
    levers = [button for panel in arranged(state, seat, "en") for button in panel.banner]
    assert [button.why.rule for button in levers] == ["1848-IV-8"]


def test_a_title_without_panels_gets_a_list():
    state = Game.new(Setup("1848", ("A", "B", "C"), seed=4)).state
    seat = to_act(state)[0]
    made = plain(state, seat, considered(state, seat), ON_THE_SPOT)
    assert set(legal(state, seat)) <= {action for panel in made for action in actions_in(panel)}


@pytest.mark.skipif(not FIXTURE.exists(), reason="../shared/fixtures is not at hand")
def test_a_forced_purchase_shows_its_ledger():
    """A company that has lost its trains and money, at a step where trains are bought."""
    game = import_game(FIXTURE.read_bytes()).game
    ledgers = []
    for state, _ in game.history[300:330]:
        turn = state.frame
        if getattr(turn, "step", None) != 5:
            continue
        company = turn.company
        trains = {card: "out" if owner == company else owner for card, owner in state.trains.items()}
        poor = state.replace(trains=trains, cash={**state.cash, company: 95})
        panels = arranged(poor, to_act(poor)[0], "en", kinds("1848"))
        ledgers += [row.ledger for panel in panels if panel.id == "forced" for row in panel.rows]
        order = [panel.stop for panel in panels]
        assert order == sorted(order, reverse=True), "what the game waits for stands first"
    assert ledgers
    for lines in ledgers:
        assert [line.there for line in lines] == [95 + 100 * n for n in range(len(lines))]
        assert lines[-1].missing == 0 or lines[-1].price is None


def test_the_graph_keeps_its_labels_apart():
    drawn = graph([{"A": 100, "B": 100, "C": 90}, {"A": 900, "B": 905, "C": 910}])
    labels = sorted(line.label for line in drawn.lines)
    assert all(b - a >= 14 for a, b in pairwise(labels))
    assert graph([]) is None


def test_the_graph_shows_debts():
    drawn = graph([{"A": 120, "B": 120}, {"A": 245, "B": -80}])
    rich, poor = drawn.lines
    nothing = next(level.y for level in drawn.levels if level.value == 0)
    assert rich.y < nothing < poor.y <= drawn.height
    assert drawn.levels[0].value <= -80


def test_undo_by_consent(browser):
    path = new_table(browser, kinds=("me", "open", "hotseat"))
    table, service = path.rpartition("/")[2], browser.client.app.state.service
    first = browser.client.cookies["stellwerk"]
    browser.client.cookies.delete("stellwerk")
    browser.get(path)
    browser.post(f"{path}/seats", do="join", seat=1, name="Otto")
    second = browser.client.cookies["stellwerk"]
    people = {user.name: user for user in (service.user_by_cookie(1, 0), service.user_by_cookie(2, 0))}
    choose_seed(service, table, 0)  # Otto moves last, so that Anna's own last move is not the last one
    service.start(table, people["Anna"])
    assert service.state(table, None, people["Anna"]).names[2] == "Otto"
    rng = Random(1)
    for _ in range(3):
        state = service.state(table, None, people["Anna"])
        seat = to_act(state)[0]
        owner = people["Otto"] if state.names[seat] == "Otto" else people["Anna"]
        service.submit(table, owner, sample(state, seat, rng), service.info(table, owner).version)
    browser.client.cookies.set("stellwerk", first)
    version = service.info(table, people["Anna"]).version
    assert "These moves would go: 2 moves." in browser.get(path).text
    browser.post(f"{path}/undo", do="undo", seen=version, to=1, reason="Sorry!")
    assert "Undo by consent" in browser.last.text
    browser.client.cookies.set("stellwerk", second)
    browser.get(path)
    assert "Sorry!" in browser.last.text
    request = re.search(r'name="request" value="(\d+)"', browser.last.text)[1]
    browser.post(f"{path}/undo", do="agree", request=request)
    assert service.info(table, people["Otto"]).at == 1


@pytest.mark.parametrize("name", ["1848", "1854"])
def test_what_a_train_would_earn_is_worked_out_where_the_server_says(monkeypatch, name):
    game = until(BuyTrain, name)
    place, limits = Watched(), []

    def solving(problem, limit=None):
        assert limit is not None or place.busy, "nobody else could play meanwhile"
        limits.append(limit)
        return solve(problem, limit)

    monkeypatch.setattr("stellwerk.mech18.runs.solve", solving)
    SOLVED.of(game.state.book).clear()
    seat = to_act(game.state)[0]
    panels = arranged(game.state, seat, "en", verdict=Verdict(game.state, seat, place))
    assert any("best run" in str(row.text) for panel in panels for row in panel.rows)
    assert limits


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=together(game)) for game in ("1824", "1848", "1853", "1854")]
)
def test_buttons_say_what_they_do_and_what_can_be_done_comes_first(game):
    """No two buttons of a panel say the same, none only "Buy" or "Bid", and what is closed stands last.

    In a stock turn passing is no call to act while something can be bought.
    """
    states = [state for state, _ in played(game, 4).history]
    bought = 0
    for state in some([s for s in states if any(seat >= 0 for seat in to_act(s))], f"words {game}", 30):
        panels = arranged(state, to_act(state)[0], "en", kinds(game), figures=False)
        for panel in panels:
            for row in panel.rows:
                if row.number is not None and row.number.alone:
                    continue  # one field instead of all its buttons
                labels = [
                    (fill(made.label.says, made.label.figures), made.at) for made in row.buttons if made.label
                ]
                assert len(set(labels)) == len(labels), (panel.id, labels)
                assert not {"Buy", "Bid", "Sell"} & {words for words, _ in labels}
                if row.number is not None:
                    held = row.number.high if row.number.value is None else row.number.value
                    typed = structs.replace(row.number.action, **{row.number.field: held})
                    assert typed not in [made.action for made in row.buttons], "one figure, two buttons"
        shown = [panel for panel in panels if panel.rows or panel.columns]
        closed = [not any(made.why is None for made in buttons_in(panel)) for panel in shown]
        for kind in (True, False):
            one = [
                shut
                for panel, shut in zip(shown, closed, strict=True)
                if panel.stop is kind and not panel.late
            ]
            assert one == sorted(one), [panel.id for panel in shown]
        if any(isinstance(a, BuyShare) for a in legal(state, to_act(state)[0])):
            bought += 1
            assert any(panel.leads for panel in panels), [panel.id for panel in panels]
    assert bought
