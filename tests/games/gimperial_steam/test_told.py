"""What the log tells: every action and every phase says what it did, to whom and for how much."""

from collections.abc import Callable
from typing import Any

import pytest

from stellwerk.engine import CHANCE, Action, play
from stellwerk.engine.play import settle
from stellwerk.games.gimperial_steam.rules import events as told
from stellwerk.games.gimperial_steam.rules.access import BuyAccess
from stellwerk.games.gimperial_steam.rules.build import BuildFactory, BuildStation, StaffFactory
from stellwerk.games.gimperial_steam.rules.contracts import PlaceFactory, TakeContract, TakeOffFactory
from stellwerk.games.gimperial_steam.rules.deliver import Deliver
from stellwerk.games.gimperial_steam.rules.goods import BuyGood, Discard, OrderGood, Produce
from stellwerk.games.gimperial_steam.rules.hire import HireEngineer, HireWorker
from stellwerk.games.gimperial_steam.rules.joining import UsePoint
from stellwerk.games.gimperial_steam.rules.locomotives import BuyLocomotive, UpgradeLocomotive
from stellwerk.games.gimperial_steam.rules.lots import Draw
from stellwerk.games.gimperial_steam.rules.opening import Bid
from stellwerk.games.gimperial_steam.rules.rounds import PHASES
from stellwerk.games.gimperial_steam.rules.scoring import finish
from stellwerk.games.gimperial_steam.rules.setup import start
from stellwerk.games.gimperial_steam.rules.shares import MovePrice, SellShare, ShowCharity
from stellwerk.games.gimperial_steam.rules.state import Course, Points, Surplus
from stellwerk.games.gimperial_steam.rules.track import AssignWorker, LayTrack
from stellwerk.games.gimperial_steam.rules.turn import ChooseAction, TakeHandBack
from tests.games.gimperial_steam.table import (
    GELB,
    LILA,
    ROT,
    TUERKIS,
    cash,
    contract,
    do,
    engineer,
    factories,
    goods,
    influence,
    opening,
    plant,
    ready,
    setup,
    tracks,
    trains,
    turn,
    workers,
)


def at(tile: str, s: Any = None, **fields: Any) -> Any:
    """Rot carries a main action out."""
    return turn(ready() if s is None else s, ROT, tile, **fields)


def wealthy(round: int = 6) -> Any:
    return influence(cash(ready().replace(round=round), ROT, 500), {ROT: 50})


def joined(*links: str) -> Any:
    return workers(engineer(tracks(ready(), ROT, *links), ROT, "bridge", "tunnel"), ROT, three=4)


def choosing(tile: str, hands: int) -> Any:
    return turn(influence(ready(), {ROT: 50}).change(ROT, used={tile: hands} if hands else {}, hands=3))


def stuck() -> Any:
    s = cash(ready().replace(round=2), ROT, 0).change(ROT, hands=2)
    return do(turn(s), ChooseAction(ROT, "locomotive"))


def spender(points: int = 2) -> Any:
    s = turn(trains(influence(ready(), {ROT: 50}), ROT, 5), ROT, "track", done=1)
    return s.push(Points(ROT, points))


def staffed() -> Any:
    s = workers(ready(), ROT, two=1, working=(1, 0, 0))
    return do(turn(s, ROT, "build"), BuildFactory(ROT, "F01", "wood"))


TOLD: dict[str, tuple[Callable[[], Any], Action, list[Any]]] = {
    "a hand": (
        lambda: choosing("hire", 0),
        ChooseAction(ROT, "hire"),
        [told.ActionChosen("Rot", "Hire staff")],
    ),
    "a third hand": (
        lambda: choosing("hire", 2),
        ChooseAction(ROT, "hire"),
        [told.ActionChosen("Rot", "Hire staff"), told.ActionRepeated("Rot", 2)],
    ),
    "donations": (
        lambda: choosing("donations", 0),
        ChooseAction(ROT, "donations"),
        [told.ActionChosen("Rot", "Collect donations"), told.DonationsCollected("Rot", 10)],
    ),
    "passing": (
        lambda: choosing("pass", 0),
        ChooseAction(ROT, "pass"),
        [told.ActionChosen("Rot", "Pass")],
    ),
    "a hand taken back": (
        stuck,
        TakeHandBack(ROT),
        [told.HandTakenBack("Rot", "Buy or upgrade a locomotive")],
    ),
    "a track beside others": (
        lambda: at("track", workers(tracks(tracks(ready(), LILA, "L02"), GELB, "L02"), ROT, 1, 1, 1)),
        LayTrack(ROT, "L02"),
        [
            told.FeePaid("Rot", "Lila", 10),
            told.FeePaid("Rot", "Gelb", 10),
            told.TrackLaid("Rot", "Wien–Wr. Neustadt"),
            told.CityJoined("Rot", "Wr. Neustadt", 1),
        ],
    ),
    "a track over the Semmering": (
        lambda: at(
            "track", goods(trains(joined("L02", "L07"), ROT, 8), ROT, "wood", "stone", "iron", "iron")
        ),
        LayTrack(ROT, "L09"),
        [
            told.TrackLaid("Rot", "Gloggnitz–Mürzzuschlag"),
            told.SemmeringTaken("Rot"),
            told.CityJoined("Rot", "Mürzzuschlag", 1),
            told.BusinessMarkerTaken("Rot", 1),
        ],
    ),
    "a worker": (
        lambda: do(at("track", workers(ready(), ROT, one=3, two=1)), LayTrack(ROT, "L02")),
        AssignWorker(ROT, 2),
        [told.WorkerAssigned("Rot", 2), told.WorkerAssigned("Rot", 1)],
    ),
    "access to the state railway": (
        lambda: turn(tracks(ready().replace(crowns=("L07",)), ROT, "L02")),
        BuyAccess(ROT, "L07"),
        [told.AccessBought("Rot", "Wr. Neustadt–Gloggnitz", 50), told.CityJoined("Rot", "Gloggnitz", 1)],
    ),
    "access beside others": (
        lambda: turn(
            tracks(tracks(tracks(ready().replace(crowns=("L07",)), ROT, "L02"), LILA, "L07"), GELB, "L07")
        ),
        BuyAccess(ROT, "L07"),
        [
            told.AccessBought("Rot", "Wr. Neustadt–Gloggnitz", 60),
            told.FeePaid("Rot", "Lila", 30),
            told.FeePaid("Rot", "Gelb", 30),
            told.CityJoined("Rot", "Gloggnitz", 1),
        ],
    ),
    "Trieste": (
        lambda: turn(tracks(ready().replace(crowns=("L51",)), ROT, "L02", "L45")),
        BuyAccess(ROT, "L51"),
        [
            told.AccessBought("Rot", "Ljubljana–Trieste", 60),
            told.CityJoined("Rot", "Trieste", 0),
            told.TriesteJoined("Rot", 30),
        ],
    ),
    "a business marker": (
        lambda: turn(tracks(ready().replace(crowns=("L44",)), ROT, "L40")),
        BuyAccess(ROT, "L44"),
        [
            told.AccessBought("Rot", "Maribor–Celje", 50),
            told.CityJoined("Rot", "Celje", 0),
            told.BusinessMarkerTaken("Rot", 1),
        ],
    ),
    "a point for influence": (
        spender,
        UsePoint(ROT, "influence"),
        [told.PointForInfluence("Rot")],
    ),
    "a point for the price": (spender, UsePoint(ROT, "price"), [told.PointForPrice("Rot", 60)]),
    "a point for a wagon": (spender, UsePoint(ROT, "wagon"), [told.PointForWagon("Rot")]),
    "points that are lost": (
        lambda: influence(spender(3), {ROT: 200}).change(ROT, price=4, passenger=5),
        UsePoint(ROT, "price"),
        [told.PointForPrice("Rot", 240), told.PointsLost("Rot", 2)],
    ),
    "a worker hired": (
        lambda: at("hire", ready().replace(wages={**ready().wages, "white-2": 2})),
        HireWorker(ROT, "white-2"),
        [told.WorkerHired("Rot", "white", 30)],
    ),
    "an engineer hired": (
        lambda: at("hire", ready().replace(engineers={**ready().engineers, "blue": ("tunnel",)})),
        HireEngineer(ROT, "tunnel", "blue"),
        [told.EngineerHired("Rot", "tunnel", "blue", 30)],
    ),
    "a station": (
        lambda: at("build", tracks(ready(), ROT, "L02", "L07")),
        BuildStation(ROT, "gloggnitz"),
        [told.StationBuilt("Rot", "Gloggnitz", 50)],
    ),
    "a factory": (
        lambda: at("build", workers(ready(), ROT, one=1, two=1)),
        BuildFactory(ROT, "F02", "iron"),
        [told.FactoryBuilt("Rot", "iron", "Wien", 40)],
    ),
    "its worker": (
        staffed,
        StaffFactory(ROT, "training", 2),
        [told.FactoryStaffed("Rot", 2, 3, "wood")],
    ),
    "its only worker": (
        lambda: at("build"),
        BuildFactory(ROT, "F02", "iron"),
        [told.FactoryBuilt("Rot", "iron", "Wien", 40), told.FactoryStaffed("Rot", 1, 2, "iron")],
    ),
    "production": (
        lambda: at("produce", plant(goods(ready(), ROT), ROT, "F01", "stone")),
        Produce(ROT, "F01"),
        [told.GoodProduced("Rot", "stone", "Wien")],
    ),
    "a good bought": (
        lambda: at("goods", ready().replace(market=(7, 10, 10, 10))),
        BuyGood(ROT, "wood"),
        [told.GoodBought("Rot", "wood", 20)],
    ),
    "a good ordered": (
        lambda: at("goods", ready().replace(market=(7, 10, 10, 10))),
        OrderGood(ROT, "wood"),
        [told.GoodOrdered("Rot", "wood", 20)],
    ),
    "a good given back": (
        lambda: turn(goods(ready(), ROT, *["wood"] * 3, *["iron"] * 3)).push(Surplus(ROT)),
        Discard(ROT, "iron"),
        [told.GoodDiscarded("Rot", "iron")],
    ),
    "the last of a sort given back": (
        lambda: turn(goods(ready(), ROT, *["wood"] * 5, "iron")).push(Surplus(ROT)),
        Discard(ROT, "iron"),
        [told.GoodDiscarded("Rot", "iron"), told.GoodDiscarded("Rot", "wood")],
    ),
    "a delivery": (
        lambda: turn(plant(tracks(ready(), ROT, "L03"), ROT, "F01", "wood")),
        Deliver(ROT, "F01", "bratislava"),
        [told.Delivered("Rot", "wood", "Bratislava", 80)],
    ),
    "a delivery of coal to a hub": (
        lambda: turn(plant(tracks(ready(), ROT, "L02", "L07"), ROT, "F01", "coal")),
        Deliver(ROT, "F01", "gloggnitz"),
        [
            told.Delivered("Rot", "coal", "Gloggnitz", 0),
            told.KeyTaken("Rot", "gold", "blue"),
            told.HubGrows("blue", 1),
        ],
    ),
    "a locomotive": (
        lambda: at("locomotive", wealthy()),
        BuyLocomotive(ROT, 6),
        [told.LocomotiveBought("Rot", 6, 60)],
    ),
    "a better locomotive": (
        lambda: at("locomotive", wealthy()),
        UpgradeLocomotive(ROT, 3, 7),
        [told.LocomotiveUpgraded("Rot", 3, 7, 40)],
    ),
    "a contract": (
        lambda: at("contract", trains(ready().replace(contracts=("K09",)), ROT, 5)),
        TakeContract(ROT, "K09"),
        [told.ContractTaken("Rot", "K09", 2, 2)],
    ),
    "a contract with few investors": (
        lambda: at("contract", trains(ready().replace(contracts=("K09",), investors=1), ROT, 5)),
        TakeContract(ROT, "K09"),
        [told.ContractTaken("Rot", "K09", 2, 1)],
    ),
    "a factory on a contract": (
        lambda: turn(contract(factories(ready(), ROT, "iron"), ROT, "K05")),
        PlaceFactory(ROT, "K05", "iron"),
        [told.FactoryPlaced("Rot", "iron", "K05")],
    ),
    "a factory off a contract": (
        lambda: turn(contract(ready(), ROT, "K05").change(ROT, placed={"K05": (0, 0, 1, 0)})),
        TakeOffFactory(ROT, "K05", "iron"),
        [told.FactoryTakenOff("Rot", "iron", "K05")],
    ),
    "charity": (lambda: at("charity"), ShowCharity(ROT, 3), [told.CharityShown("Rot", 30, 3)]),
    "a higher price": (
        lambda: at("price", ready().change(ROT, price=1)),
        MovePrice(ROT, 90),
        [told.PriceRaised("Rot", 90, 2)],
    ),
    "a lower price": (
        lambda: at("price", ready().change(ROT, price=4)),
        MovePrice(ROT, 60),
        [told.PriceLowered("Rot", 60)],
    ),
    "a share": (
        lambda: turn(ready().change(ROT, price=1, investors=2)),
        SellShare(ROT),
        [told.ShareSold("Rot", 60)],
    ),
    "a bid": (opening, Bid(LILA, 70), [told.BidCommitted("Lila")]),
    "the last bid": (
        lambda: do(opening(), Bid(ROT, 70), Bid(LILA, 0), Bid(GELB, 70)),
        Bid(TUERKIS, 80),
        [
            told.BidCommitted("Türkis"),
            told.BidRevealed("Rot", 70),
            told.BidRevealed("Lila", 0),
            told.BidRevealed("Türkis", 80),
            told.BidRevealed("Gelb", 70),
            told.NewOrder("Türkis, Rot, Gelb, Lila"),
        ],
    ),
    "the order by lot": (
        lambda: settle(start(setup(4))),
        Draw(CHANCE, "order", ("2", "0", "3", "1")),
        [told.OrderDrawn("Türkis, Rot, Gelb, Lila")],
    ),
}


@pytest.mark.parametrize("what", list(TOLD))
def test_an_action_tells_what_it_did(what: str) -> None:
    s, action, said = TOLD[what]
    assert list(play(s(), action).events) == said


def phase(s: Any, number: int) -> list[Any]:
    """What one phase tells."""
    return list(PHASES[number](s.replace(stack=(Course(number + 1),), news=())).news)


@pytest.mark.rule("IS-P1-1", "IS-P2-1", "IS-P3-1", "IS-P4-1", "IS-P6-1")
def test_a_phase_tells_what_it_did() -> None:
    s = influence(ready().replace(round=5), {GELB: 90, LILA: 70, ROT: 70, TUERKIS: 40})
    assert phase(s, 1) == [told.RoundBegins(5)]
    cubes = s.replace(market=(10, 9, 10, 9), arrivals=((), ("wood", "stone", "coal"), (), (), ()))
    assert phase(cubes, 2) == [told.MarketRefilled(1, 1, 0, 1)], "also what goes on to the supply"
    assert phase(s.replace(round=3), 2) == []
    assert phase(s.change(LILA, dock=(0, 2, 1, 0)), 3) == [told.GoodsArrive("Lila", 0, 2, 1, 0)]
    paid = phase(s.change(LILA, passenger=2), 4)
    assert paid == [told.IncomePaid(name, 30 if name == "Lila" else 10) for name in s.names]
    assert phase(s, 5) == []
    assert phase(s, 6) == [told.NewOrder("Gelb, Lila, Rot, Türkis")]


@pytest.mark.rule("IS-END-5b-iii", "IS-END-6", "IS-END-7")
def test_the_end_tells_the_account() -> None:
    s = influence(ready(2), {LILA: 0, ROT: 0}).replace(hubs=dict.fromkeys(ready(2).hubs, 5), ending="enough")
    for seat in (ROT, LILA):
        s = goods(cash(s, seat, 200), seat).change(seat, stations=())
    s = s.change(ROT, tracks=("L51",), cities=("wien", "ljubljana", "trieste"), shareholders=2)
    s = contract(trains(s, LILA, 5), LILA, "K05").change(LILA, cities=("wien", "ljubljana"))
    assert list(finish(s.replace(stack=(Course(8),), news=())).news) == [
        told.GameEnds("enough"),
        told.FinalTotal("Rot", 220, 2, 176),
        told.FeeTotal("Lila", "Rot", 20, "Ljubljana–Trieste"),
        told.FinalTotal("Lila", 140, 0, 140),
        told.Winners("Rot"),
    ]


@pytest.mark.rule("IS-SETUP-A4f", "IS-SETUP-I5")
@pytest.mark.parametrize(
    ("players", "crowns", "hubs"),
    [
        (2, "Leoben–Judenburg, Celje–Ljubljana", ("Szombathely", "Gloggnitz", "Leoben", "Fürstenfeld")),
        (
            3,
            "Kindberg–Bruck a. d. Mur, Szombathely–Körmend, Maribor–Celje",
            ("Sopron", "Mürzzuschlag", "Graz", "Maribor"),
        ),
        (
            4,
            "Mariazell–Eisenerz, Kőszeg–Szombathely, Friesach–St. Veit a. d. Glan",
            ("Kőszeg", "Gloggnitz", "Leoben", "Fürstenfeld"),
        ),
    ],
)
def test_the_fixed_set_up_tells_crowns_and_hubs(players: int, crowns: str, hubs: tuple[str, ...]) -> None:
    """Bronze, blue, green, white."""
    s = settle(start(setup(players)).replace(news=()).update_frame(left=()))
    assert list(s.news) == [told.CrownsPlaced(crowns), told.TilesLaid(), told.HubsPlaced(*hubs)]
