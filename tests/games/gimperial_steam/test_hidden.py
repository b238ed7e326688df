"""HID: what nobody may see. The API is looked through in tests/server/test_sealed_bids.py."""

import json

import msgspec
import pytest

from stellwerk.bots import as_seen
from stellwerk.engine import Game, legal, play, to_act
from stellwerk.games.gimperial_steam.rules.opening import Bid
from tests.games.gimperial_steam.table import GELB, LILA, NAMES, ROT, bids, opening, ready, setup, turn
from tests.views import view

HIDDEN = "book,hidden_money=true"
BID = 110
PUBLIC = ("cities", "links", "factories", "influence_track", "contracts")
"""Parts of the view in which a 110 is a printed value."""


@pytest.mark.rule("IS-HID-1")
def test_only_the_fact_of_a_bid_is_shown() -> None:
    s = opening()
    after, events = play(s, Bid(ROT, BID))
    assert [msgspec.to_builtins(event) for event in events] == [{"event": "bid_committed", "player": "Rot"}]
    for seat in (None, LILA, GELB):
        shown = view(after, seat)
        assert shown["bids"] == {"Rot": None}
        assert str(BID) not in json.dumps({part: of for part, of in shown.items() if part not in PUBLIC})
        assert shown["players"]["Rot"]["cash"] == 140, "the cash stays unreduced"
    assert view(after, ROT)["bids"] == {"Rot": BID}
    assert view(bids(s, 10, 20, 30, 40), LILA)["bids"] == {}


@pytest.mark.rule("IS-HID-1")
def test_bots_do_not_see_bids_either() -> None:
    s = play(play(opening(), Bid(ROT, BID)).state, Bid(LILA, 20)).state
    assert as_seen(s, LILA).frame.bids == {"0": 0, "1": 20}
    later = turn(ready(), ROT)
    assert as_seen(later, ROT) is later


@pytest.mark.rule("IS-HID-2", "IS-SETUP-E5")
def test_hidden_money() -> None:
    s = turn(ready(rulings=HIDDEN), ROT)
    shown = view(s, LILA)
    assert [shown["players"][name]["cash"] for name in NAMES] == [None, 140, None, None]
    assert "scoring" not in shown
    assert all(row["cash"] is None for row in view(s, None)["players"].values())
    assert view(turn(ready(), ROT), None)["players"]["Rot"]["cash"] == 140, "open by default"


@pytest.mark.rule("IS-HID-2")
def test_hidden_money_is_shown_at_the_end() -> None:
    game = Game.new(setup(2, rulings=HIDDEN))
    while not game.state.over:
        seat = to_act(game.state)[0]
        game.submit(legal(game.state, seat)[-1])
    shown = view(game.state, None)
    assert all(isinstance(row["cash"], int) for row in shown["players"].values())
    assert set(shown["scoring"]) == {"Rot", "Lila"}


@pytest.mark.rule("IS-HID-3")
def test_unused_things_and_the_seed_are_not_sent() -> None:
    s = opening(2, "normal", seed=987_654_321)
    text = json.dumps(view(s, ROT))
    assert "987654321" not in text
    unused = set(s.book.parts.contracts) - set(s.contracts)
    assert not any(f'"{id}"' in text for id in unused)
    assert not any(f'"{id}"' in text for id in s.book.parts.railway_cards)
    used = {id for action in Game.new(setup(2, "normal", seed=5)).log for id in action.drawn}
    assert len(used & set(s.book.parts.contracts)) == 9, "the log names only what came into play"


@pytest.mark.rule("IS-HID-4")
def test_everything_else_is_public() -> None:
    s = turn(ready(), ROT)
    assert view(s, None) == view(s, LILA)
    shown = view(s, None)
    assert set(shown["cities"]) == set(s.book.parts.cities)
    assert shown["contracts"]
    assert shown["arrivals"]
    assert shown["components"]["reconstructed"]
