"""1824 in words and panels: every choice is shown and told, and what matters is said beforehand."""

import pytest

from stellwerk.engine import legal, title, to_act
from stellwerk.games.g1824.rules.emergency import with_interest
from stellwerk.games.g1824.rules.state_railways import form
from stellwerk.games.g1824.show.reminders import forecast
from stellwerk.mech18.phases import DiscardTrain
from stellwerk.mech18.trains import BuyTrain
from stellwerk.notation import sentence
from stellwerk.notation.sentences import tellers
from stellwerk.text import LANGUAGES
from stellwerk.web.map.choices import choices, kinds
from stellwerk.web.map.context import shown_map
from stellwerk.web.map.map_view import MapView
from stellwerk.web.map.picker import picker
from stellwerk.web.panels import actions_in, arranged
from stellwerk.web.render import Speech
from tests.sampling import some
from tests.strategies import played, together

pytestmark = together("1824")
SEEDS = [0, 1, 4, 5, 6]
"""Games of three and of four, both of Cisleithania, and one of Goods Time."""


def random_play(seed):
    """The states of a random game in which somebody decides."""
    states = [state for state, _ in played("1824", seed).history]
    return [state for state in states if any(seat >= 0 for seat in to_act(state))]


def shown_panels(state, lang="en"):
    return arranged(state, to_act(state)[0], lang, kinds("1824"))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_choice_is_in_a_panel_or_on_the_map(seed):
    tags, seen = kinds("1824"), set()
    for state in some(random_play(seed), f"1824 {seed}", 2):
        seat = to_act(state)[0]
        panels = shown_panels(state)
        shown = {action for panel in panels for action in actions_in(panel)}
        wanted = [a for a in legal(state, seat) if a.__struct_config__.tag not in tags]
        assert not [a for a in wanted if a not in shown]
        seen |= {panel.id for panel in panels}
        if len(seen) < 6 or state.version % 40 == 0:  # the map now and then, it takes its time
            map_view = MapView("t", state, 0, state.version, state.version, seat)
            assert shown_map(map_view).svg
            for key in list(choices(state, seat).hexes)[:2]:
                assert picker(map_view, key).hex == key
    assert "moves" not in seen, "a choice that nothing but the plain list shows"
    assert {"railways", "trains", "forced"} <= seen


@pytest.mark.parametrize("seed", SEEDS)
def test_every_choice_is_told_in_every_language(seed):
    assert set(title("1824").actions) <= set(tellers("1824"))
    for state in some(random_play(seed), f"1824 {seed}", 4):
        offers = legal(state, to_act(state)[0])
        offers = [a for a in offers if not isinstance(a, BuyTrain | DiscardTrain)]
        for lang in LANGUAGES:
            told = [sentence(state, action, lang) for action in offers]
            assert not any("{" in text for text in told), told
            assert len(set(told)) == len(offers), sorted(told)


def test_facts_can_be_said():
    said = set()
    for state in some(random_play(2), "1824 2", 5):
        table = title("1824").view(state, None).table
        for lang in LANGUAGES:
            speech = Speech(lang, table.money, state.book.companies)
            for fact in table.facts:
                text = speech.rich_said(fact)
                assert "{" not in text
                assert "¤" not in text
                assert fact.rule
        said |= {fact.rule for fact in table.facts}
    assert {"VI.3-2", "VI.3-5", "IV.3-2", "VII.15-1", "VII.3-3", "VII.11-1"} <= said


@pytest.mark.rule("1824-IV.4.4-2", "1824-IV.4.4-4")
def test_the_forecast_is_what_happens():
    checked = 0
    for state in random_play(1) + random_play(3):
        if not state.forming:
            continue
        for company in state.forming:
            seen, after = forecast(state, company), form(state, company)
            owner = after.director(company)
            assert seen.director == (None if owner is None else state.name(owner))
            assert after.cash[company] == state.cash[company] + seen.capital + seen.cash
            checked += 1
    assert checked


@pytest.mark.rule("1824-VII.12-1", "1824-VII.12-3")
def test_a_forced_purchase_says_who_pays_what():
    accounts = []
    for state in random_play(1) + random_play(3):
        company = getattr(state.frame, "company", "")
        if company and not state.trains_of(company):
            forced = [panel for panel in shown_panels(state) if panel.id == "forced"]
            accounts += [(state, row) for panel in forced for row in panel.rows]
    assert accounts
    for state, row in accounts:
        action = row.buttons[0].action
        paid = sum(line.sum for line in row.account if not line.stop)
        debts = [line.sum for line in row.account if line.stop]
        assert debts == ([with_interest(action.price - paid)] if paid < action.price else [])
        assert row.account[0].sum == min(action.price, state.cash[state.frame.company])


def test_money_stands_after_its_figure():
    speech = Speech("en", "\N{NO-BREAK SPACE}G")
    assert speech("Buy ¤{price}", price=80) == "Buy 80\N{NO-BREAK SPACE}G"
    assert speech.money(1200) == "1,200\N{NO-BREAK SPACE}G"
    assert Speech("en", "£")("Buy ¤{price}", price=80) == "Buy £80"
