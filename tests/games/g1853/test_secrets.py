"""H1 to H9: what is hidden stays hidden."""

from random import Random
from typing import Any

import msgspec
import pytest

from stellwerk.engine import Game, Refusal, legal, sample, title, to_act
from stellwerk.engine.action import Undo
from stellwerk.games.g1853.rules.cities import NameCity, Naming
from stellwerk.games.g1853.rules.fulfilment import settle_contracts
from stellwerk.games.g1853.rules.opening import Bidding, WriteBond
from tests.games.g1853.table import fresh, name, named
from tests.games.g1853.test_4_3_contracts import jaipur_to_lahore, with_contract
from tests.strategies import played, together
from tests.views import view


def shown(s: Any, seat: int | None) -> bytes:
    return msgspec.json.encode(view(s, seat))


@pytest.mark.rule("1853-H1")
def test_bonds_are_secret_until_all_are_written():
    game = fresh(3)
    game.submit(WriteBond(1, 470))
    assert view(game.state, 1)["contracts"]["Ben"]["bond"] == 470
    for seat in (None, 0, 2):
        seen = view(game.state, seat)["contracts"]["Ben"]
        assert seen["bond"] is None
        assert seen["written"]
        assert b"470" not in shown(game.state, seat)
    assert all("470" not in str(event.figures) for event in game.history[-1].events)
    game.submit(WriteBond(0, 100))
    game.submit(WriteBond(2, 90))
    assert view(game.state, None)["contracts"]["Ben"]["bond"] == 470


@pytest.mark.rule("1853-H2", "1853-2.5.11")
def test_cities_are_known_to_their_owner_alone():
    game = named(100, 90, 80)
    events = name(game, "Multan", "NWR")
    seen = view(game.state, 1)["contracts"]["Ann"]
    assert seen["cities"] is None
    assert (seen["count"], seen["claimed"], seen["bond"]) == (1, {"NWR": 1}, 100)
    assert view(game.state, 0)["contracts"]["Ann"]["cities"] == ["Multan"]
    assert all("Multan" not in str(event.figures) for event in events)


@pytest.mark.rule("1853-H3")
def test_what_follows_from_the_cities_is_hidden_too():
    game = named(100, 90, 80)
    name(game, "Multan", "NWR")
    mine, other = (view(game.state, seat)["contracts"]["Ann"] for seat in (0, 1))
    assert mine["left"] == 80
    assert not {"left", "missing"} & set(other)


@pytest.mark.rule("1853-H4")
def test_contracts_are_shown_when_fulfilled_and_at_the_end():
    game = named(100, 90, 80)
    s = with_contract(game.state, 1, "Delhi", "Lahore", "Jaipur")
    s = settle_contracts(jaipur_to_lahore(s))
    assert view(s, 0)["contracts"]["Ben"]["cities"] == ["Delhi", "Lahore", "Jaipur"]
    assert view(s, 0)["contracts"]["Cy"]["cities"] is None
    over = s.replace(stack=(), contracts={**s.contracts, "2": ("Madras",)})
    assert view(over, None)["contracts"]["Cy"]["cities"] == ["Madras"]
    bbci = with_contract(game.state, 1, "Delhi", "Ajmer", "Bombay").replace(bbci="large", bbci_shown=1)
    assert view(bbci, 0)["contracts"]["Ben"]["cities"] == ["Ajmer", "Bombay"]


@pytest.mark.rule("1853-H5", "1853-H6", "1853-H9")
@pytest.mark.parametrize("seed", range(3))
def test_games_that_differ_in_one_hidden_city_look_the_same(seed):
    """Multan or Karachi, both for a share of NWR; the games go on with the same actions."""
    games = [named(100, 90, 80, 70, seed=seed), named(100, 90, 80, 70, seed=seed)]
    for game, city in zip(games, ("Multan", "Karachi"), strict=True):
        game.submit(NameCity(0, city, "NWR"))
    rng = Random(seed)
    for _ in range(60):
        one, two = games
        [seat, *_] = to_act(one.state)
        action = sample(one.state, seat, rng)
        if seat == 0 and isinstance(one.state.frame, Naming):
            common = [a for a in legal(one.state, 0) if a in legal(two.state, 0)]
            action = rng.choice([a for a in common if getattr(a, "city", "") not in ("Multan", "Karachi")])
        assert action is not None
        told = [game.submit(action) for game in games]
        assert told[0] == told[1]
        for viewer in (None, 1, 2, 3):
            assert shown(one.state, viewer) == shown(two.state, viewer)
            assert viewer is None or legal(one.state, viewer) == legal(two.state, viewer)


@pytest.mark.rule("1853-H7")
def test_programs_see_no_foreign_contract():
    game = named(100, 90, 80)
    name(game, "Multan", "NWR")
    seen = title("1853").secrecy.seen(game.state, 1)
    assert seen.contracts["0"] == ("?",)
    assert title("1853").secrecy.seen(game.state, 0).contracts["0"] == ("Multan",)
    bids = fresh(3)
    bids.submit(WriteBond(0, 470))
    assert isinstance(bids.state.frame, Bidding)
    assert title("1853").secrecy.seen(bids.state, 1).frame.bids == {"0": 0}


@pytest.mark.rule("1853-H8")
def test_claims_and_what_was_shown_are_final():
    game = named(100, 90, 80)
    name(game, "Multan", "NWR")
    with pytest.raises(Refusal, match="nothing to undo"):
        game.submit(Undo(0, 0))


@pytest.mark.rule("1853-H5", "1853-1-d")
@together("1853")
@pytest.mark.parametrize("seed", [4, 5])
def test_no_hidden_city_in_any_view_of_a_whole_game(seed):
    """City names stand in other views only where everybody may know them; with both ruling sets."""
    for number, (s, _) in enumerate(played("1853", seed).history):
        if number % 40 and not s.over and not isinstance(s.frame, Naming):
            continue
        for viewer in (None, *range(len(s.names))):
            seen = view(s, viewer)
            for seat, who in enumerate(s.names):
                cities = seen["contracts"][who]["cities"]
                if seat == viewer or s.over or seat in s.fulfilled:
                    assert cities == list(s.contracts.get(str(seat), ()))
                else:
                    assert cities is None or (s.bbci == "large" and cities == ["Ajmer", "Bombay"])
            players = msgspec.json.encode(seen["players"]) + msgspec.json.encode(seen["table"]["facts"])
            assert not any(city.encode() in players for city in s.facts.cities)
            assert seen["bank"] == s.cash["bank"]


def test_secret_actions_are_not_open():
    """The server shows nobody else's actions of a title that does not say it is open."""
    assert title("1853").secrecy.secrets
    assert isinstance(fresh(3), Game)
