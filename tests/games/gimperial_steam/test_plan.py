"""The plan of a seat: ways to Trieste, what they take by the rules, and the account at their end."""

from itertools import pairwise
from typing import Any

import pytest
from msgspec import structs

from stellwerk.games.gimperial_steam.data.components import BRIDGE, TRIESTE, TUNNEL
from stellwerk.games.gimperial_steam.plan.needs import needs_of
from stellwerk.games.gimperial_steam.plan.plan import accounts, arrived, made, plan, toggled
from stellwerk.games.gimperial_steam.plan.schedule import sent
from stellwerk.games.gimperial_steam.plan.walk import walk
from stellwerk.games.gimperial_steam.rules.scoring import scores
from stellwerk.games.gimperial_steam.show.cards import brings, nearest, no_delivery
from tests.browser.steam import reached, whole
from tests.games.gimperial_steam.table import (
    GELB,
    LILA,
    ROT,
    cash,
    engineer,
    goods,
    plant,
    ready,
    station,
    tracks,
    trains,
    turn,
    workers,
)
from tests.strategies import together

pytestmark = together("imperial-steam")


def chosen(s: Any, choice: str = "", seat: int = ROT) -> Any:
    found = plan(s, seat, choice)
    assert found is not None
    return found


def test_the_ways_that_are_found() -> None:
    """Up to three, each from the network to Trieste over links that follow each other; fewest hands first."""
    found = chosen(turn(ready(), ROT)).ways
    assert len(found) == 3
    assert len({way.walk.links for way in found}) == len({way.name for way in found}) == 3
    for way in found:
        assert way.walk.legs[0].start == "wien"
        assert all(one.end == other.start for one, other in pairwise(way.walk.legs))
        assert way.walk.legs[-1].end == TRIESTE
        assert TRIESTE in way.walk.after.players[ROT].cities
    order = [(way.needs.hands, way.needs.money.missing) for way in found]
    assert order == sorted(order)


@pytest.mark.rule("IS-A1-6", "IS-A1-7", "IS-A1-8", "IS-A1-9", "IS-A1-19")
def test_what_a_way_takes_is_what_the_rules_take() -> None:
    """Every link walked on paper takes the goods, the effort and the fees that laying it takes."""
    record = whole()
    laid = [(state, action) for state, action in zip(record.history, record.actions, strict=False)]
    checked = 0
    for at, (entry, action) in enumerate(laid):
        if type(action).__name__ != "LayTrack":
            continue
        before, after = entry.state, record.history[at + 1].state
        seat = action.seat
        [leg] = walk(before, seat, (action.link,)).legs
        paid = before.players[seat].cash - after.players[seat].cash
        assert leg.price - leg.trieste == paid
        used = sum(before.players[seat].goods) - sum(after.players[seat].goods)
        first = 0 if before.turn and before.turn.done else 3
        assert sum(leg.extra) + first == used
        assert after.now.effort - before.now.effort == leg.effort
        checked += 1
    assert checked > 8


def test_nobody_is_earlier_than_the_earliest() -> None:
    """Anna reached Trieste in round 6. At no time before did the plan of her way say that it takes longer."""
    record = whole()
    last = record.history[-1].state
    links = last.players[0].tracks
    links = links[: next(at for at, link in enumerate(links) if TRIESTE in last.book.ends[link]) + 1]
    told = set()
    for entry in record.history[8::5]:
        s = entry.state
        if s.over or TRIESTE in s.players[0].cities or not s.growth:
            continue
        needs = made(s, 0, [link for link in links if link not in s.players[0].tracks], "", ()).needs
        assert not needs.breaks
        assert s.round <= needs.arrival <= 6
        assert needs.hands <= needs.left
        told.add(needs.arrival)
    assert 6 in told


@pytest.mark.rule("IS-A1-1", "IS-A5-2")
def test_hands_goods_and_rounds_go_together() -> None:
    needs = chosen(reached("deliver").state, seat=0).way.needs
    assert sum(len(one.doing) for one in needs.rounds) == needs.hands
    assert all(len(one.doing) <= one.hands for one in needs.rounds)
    bought = [sort for one in needs.rounds for do in one.doing for sort in do.sorts]
    assert len(bought) == sum(one.missing for one in needs.supplies)
    for supply in needs.supplies:
        assert supply.needed <= supply.have + supply.missing
        assert list(supply.prices) == sorted(supply.prices), "prices rise"


def test_a_hand_that_is_down_is_used() -> None:
    s = engineer(workers(goods(tracks(ready(), ROT, "L01"), ROT, "wood", "stone", "iron"), ROT, three=3), ROT)
    free, down = turn(s, ROT), turn(s, ROT, "track")
    way = chosen(free).way
    links = way.walk.links
    assert walk(down, ROT, links).running
    assert not walk(turn(goods(s, ROT), ROT, "track"), ROT, links).running
    one = links[:1]
    assert needs_of(free, ROT, walk(free, ROT, one)).hands == 1
    assert needs_of(down, ROT, walk(down, ROT, one)).hands == 0
    assert chosen(down).way.needs.hands <= chosen(free).way.needs.hands


def test_an_own_way() -> None:
    """Over the cities that were picked, in the best order; one more tap takes a city out again."""
    s = turn(ready(), ROT)
    found = chosen(s, "over.maribor.graz")
    assert found.own
    assert found.picked == ("maribor", "graz")
    assert {"maribor", "graz"} <= {leg.end for leg in found.way.walk.legs}
    assert chosen(s, "over.graz.maribor").way.walk == found.way.walk
    assert toggled(("maribor",), "graz") == "over.maribor.graz"
    assert toggled(("maribor", "graz"), "maribor") == "over.graz"
    assert toggled(("graz",), "graz") == ""
    for nonsense in (
        "",
        "over",
        "over.nowhere",
        "way.wien",
        "x" * 300,
        "over.trieste",
        "way.wien.trieste",
        "...",
    ):
        assert chosen(s, nonsense).way == chosen(s).ways[0], nonsense


def test_a_way_stays_chosen_while_it_is_built() -> None:
    s = turn(ready(), ROT)
    way = chosen(s).ways[1]
    again = chosen(s, way.choice)
    assert again.way == way
    assert not again.own
    built = chosen(turn(tracks(s, ROT, way.walk.links[0]), ROT), way.choice)
    assert built.way.walk.links == way.walk.links[1:]


# -- broken ways ---------------------------------------------------------------------------------


def breaks(s: Any, choice: str = "") -> dict[str, tuple[str, ...]]:
    return {one.rule: one.players for one in chosen(s, choice).way.needs.breaks}


@pytest.mark.rule("IS-A2-4")
def test_engineers_that_others_have_break_a_way() -> None:
    s = turn(ready(), ROT)
    assert not breaks(s)
    none = {hub: tuple(k for k in kinds if k != BRIDGE) for hub, kinds in s.engineers.items()}
    gone = engineer(engineer(s.replace(engineers=none), LILA, BRIDGE), GELB, BRIDGE, TUNNEL)
    assert breaks(gone, chosen(s).way.choice) == {"IS-A2-4": ("Lila", "Gelb")}
    assert not breaks(engineer(gone, ROT, BRIDGE), chosen(s).way.choice)


@pytest.mark.rule("IS-A1-4", "IS-A3-2")
def test_a_third_link_needs_a_station() -> None:
    s = turn(tracks(ready(), ROT, "L02", "L07"), ROT)
    sopron = walk(s, ROT, ("L06",))
    assert [(one.city, one.cost) for one in sopron.stations] == [
        ("wr_neustadt", s.face("wr_neustadt").station_cost)
    ]
    assert not sopron.breaks
    full = s
    for _ in range(s.face("wr_neustadt").station_sites):
        full = station(full, LILA, "wr_neustadt")
    assert [(one.rule, one.players) for one in walk(full, ROT, ("L06",)).breaks] == [("IS-A3-2", ("Lila",))]


@pytest.mark.rule("IS-P8-1")
def test_who_is_at_trieste_ends_the_time() -> None:
    s = turn(ready(), ROT)
    there = s.change(LILA, cities=(*s.players[LILA].cities, TRIESTE))
    assert breaks(there) == {"IS-P8-1": ("Lila",)}
    late = breaks(s.replace(round=8))
    assert late == {"IS-P8-1": ()}


@pytest.mark.rule("IS-A1-9")
def test_who_is_sent() -> None:
    """The least experience is lost."""
    assert sent((2, 1, 1), 4) in ((1, 0, 1), (2, 1, 0))
    assert sent((0, 2, 1), 3) == (0, 0, 1)
    assert sent((0, 0, 2), 4) == (0, 0, 2)
    assert sent((1, 1, 0), 4) is None


# -- the account ---------------------------------------------------------------------------------


@pytest.mark.rule("IS-END-5", "IS-P4-1")
def test_the_account_is_the_rules_own() -> None:
    s = reached("deliver").state
    found = chosen(s, seat=0)
    assert tuple(found.now.values()) == scores(s)
    after = arrived(s, 0, found.way)
    assert found.then == accounts(after, 0)
    assert TRIESTE in after.players[0].cities
    bonus, needs = found.way.walk.legs[-1].trieste, found.way.needs
    between = (needs.arrival - s.round) * s.players[0].passenger * 10
    between += (needs.arrival - s.round) * len(s.players[0].stations) * 10
    assert found.then[0].cash == s.players[0].cash - needs.money.needed + bonus + between
    assert found.then[0].filled or found.then[0].unfilled, "contracts count with Trieste"
    assert after.bank + sum(p.cash for p in after.players) == s.bank + sum(p.cash for p in s.players)


@pytest.mark.rule("IS-HID-2")
def test_hidden_money_stays_hidden() -> None:
    s = turn(ready(), ROT)
    hidden = s.replace(setup=structs.replace(s.setup, rulings="book,hidden_money=true"))
    if not hidden.book.rulings.hidden_money:
        pytest.fail("the ruling is not on")
    found = chosen(hidden)
    assert set(found.now) == set(found.then) == {ROT}


def test_there_is_no_plan_before_and_after() -> None:
    game = reached("bid")
    assert plan(whole().history[0].state, 0, "") is None
    assert plan(whole().state, 0, "") is None
    assert plan(game.state, 0, "") is not None or not game.state.growth


# -- cards ---------------------------------------------------------------------------------------


def test_a_closed_action_says_what_lacks_least() -> None:
    s = turn(goods(tracks(ready(), ROT, "L01"), ROT), ROT)
    why = nearest(s, ROT, "track")
    assert why is not None
    assert (why.rule, why.figures) == ("IS-A1-6", {"wood": 1, "stone": 1, "iron": 1})
    poor = turn(cash(ready(), ROT, 0), ROT)
    why = nearest(poor, ROT, "goods")
    assert why is not None
    assert (why.rule, why.figures["cash"]) == ("IS-A5-2", 0)
    early = nearest(poor, ROT, "locomotive")
    assert early is not None
    assert early.rule in ("IS-A6-1", "IS-A6-2")


@pytest.mark.rule("IS-F2-1", "IS-F2-2")
def test_a_delivery_says_what_lacks() -> None:
    s = turn(ready(), ROT)
    assert no_delivery(s, ROT).text == "None of your factories has goods to deliver."
    site = next(iter(s.layout.sites_at["wien"]))
    s = plant(s, ROT, site, "wood")
    away = no_delivery(s, ROT)
    assert away.rule == "IS-F2-1"
    assert away.text.startswith("wood is asked for only outside your network: ")
    assert no_delivery(goods(s, ROT), ROT).text == "A delivery needs one coal from your board."


def test_every_card_says_what_it_brings() -> None:
    s = turn(trains(ready(), ROT, 3), ROT)
    for tile in ("track", "hire", "produce", "goods", "charity", "price", "donations", "pass"):
        assert brings(s, ROT, tile), tile
    assert [one.says for one in brings(s, ROT, "produce")] == [
        "brings nothing now: none of your factories has goods"
    ]
