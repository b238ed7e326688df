"""4.2.3, 4.4.2: runs that a turn owes, compared with all routes there are."""

from collections import Counter
from random import Random
from types import SimpleNamespace

import pytest

from stellwerk.engine import legal
from stellwerk.engine.play import activity_of
from stellwerk.games.g1853.rules.owed import Call, _calls, _worth_most, hexes_of, reached_from, runs_over
from stellwerk.games.g1853.rules.runs import (
    LEAVE_MAIL,
    RUNS,
    LeaveMail,
    hexes_run,
    reached_from_home,
    stop_of,
)
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.runs import Route, RunTrains, path_of
from stellwerk.routing import BadRoute, Problem, Run, Segment, Stop, Train, value_of
from tests.games.g1853.table import (
    MARKER,
    RUN,
    acting,
    do,
    marker,
    offers,
    phase,
    refused,
    tile,
    train,
)
from tests.games.g1853.test_3_stock import Chance

AROUND = ("H22", "I21", "I23", "J20", "J22", "J24", "I25", "H20", "G21", "G23", "I19", "K21", "J18", "K23")


class TooMany(Exception):
    """There are more routes than a test should list."""


def routes(net, one, homes=None):
    """Every route of a train as (hexes, track), by the plain checker."""
    problem = net.problem
    stops = problem.stops
    if homes is not None:
        problem = type(problem)(
            tuple(type(stop)(**{**as_dict(stop), "own": stop.id in homes}) for stop in stops),
            problem.segments, problem.trains,
        )  # fmt: skip
    ways = {}
    for number, segment in enumerate(problem.segments):
        if one.gauge in segment.gauges:
            ways.setdefault(segment.a, []).append((number, segment.b))
            ways.setdefault(segment.b, []).append((number, segment.a))
    found, steps = set(), 0
    front = [((first,), ()) for first in ways]
    while front:
        steps += 1
        if steps > 20_000:
            raise TooMany
        path, used = front.pop()
        if used:
            try:
                value_of(problem, one, path, used)
            except BadRoute as bad:
                if bad.reason_code != "own_token":
                    continue  # going on makes nothing better
            else:
                track = frozenset(piece for number in used for piece in problem.segments[number].pieces)
                hexes = frozenset(hexes_of(path_of(net, Run(one.id, path, used, 0))))
                found.add((hexes, track))
        front += [((*path, to), (*used, number)) for number, to in ways[path[-1]]]
    return found


def as_dict(stop):
    return {field: getattr(stop, field) for field in stop.__struct_fields__}


def can_run(net, hexes):
    """Whether routes of the trains that share no track pass all the hexes, by trying them all."""
    wanted = frozenset(hexes)
    reached = {(frozenset(), frozenset())}
    for one in net.problem.trains:
        useful = [(met & wanted, track) for met, track in routes(net, one) if met & wanted]
        reached |= {
            (before | met, taken | track)
            for before, taken in reached
            for met, track in useful
            if not taken & track
        }
        if len(reached) > 50_000:
            raise TooMany
    return any(met == wanted for met, _ in reached)


def crowded(rng, *trains):
    """A board around Patna with tiles of all colours; EIR has a home there and perhaps other markers."""
    s = tile(acting("EIR", MARKER), "H24", "716", 0)
    atlas = s.book.atlas
    for hex_id in rng.sample(AROUND, 10):
        number = rng.choice([n for n, there in atlas.tiles.items() if there.label == "" and s.supply[n]])
        s = tile(s, hex_id, number, rng.randrange(6))
    for hex_id in rng.sample(AROUND, 4):
        stops = s.board.face(atlas, hex_id).stops
        if len(stops) == 1 and s.board.slots(atlas, f"{hex_id}.0").count(""):
            s = marker(s, f"{hex_id}.0", rng.choice(("EIR", "NWR")))
    return phase(train(s, "EIR", *trains), "3", "4", "5")


@pytest.mark.rule("1853-4.2.3", "1853-4.4.2")
@pytest.mark.parametrize("trains", [("5",), ("5", "4M"), ("5", "6"), ("4", "4")])
def test_owed_runs_are_found_if_there_are_any(trains):
    rng, seen = Random(",".join(trains)), Counter()
    for _ in range(60):
        s = crowded(rng, *trains)
        net = RUNS.network(s, "EIR")
        hexes = sorted({item.partition(".")[0] for path in net.paths for item in path})
        if len(hexes) < 3:
            continue
        try:
            for count in (1, 2, 3):
                duties = rng.sample(hexes, count)
                true = can_run(net, duties)
                assert (runs_over(net, duties) is not None) == true, (duties, dict(s.board.laid))
                seen[count, true] += 1
            for hex_id in hexes[:3]:
                true = any(
                    hex_id in met for one in net.problem.trains for met, _ in routes(net, one, ["H24.0"])
                )
                assert reached_from(net, ["H24.0"], hex_id) == true
                seen["home", true] += 1
        except TooMany:
            seen["beyond"] += 1
    assert seen[1, True] > 10
    assert seen[2, True] > 5
    assert seen["home", True] > 20
    assert seen["beyond"] < 20


BENARES = PlaceMarker(0, "H22.0")


def two_trains():
    """GIP owes a run to J20 in standard gauge and wants to call at Benares, where only metre track leads.

    From Allahabad the 5 comes to J20 by I21 or by I19; the 4M needs the dual track to I21.
    """
    s = acting("GIP", MARKER, duties=("J20",))
    for hex_id, number, rotation in (
        ("H20", "716", 0), ("I21", "716", 0), ("J20", "3", 2), ("I19", "8", 3), ("H22", "76", 0),
    ):  # fmt: skip
        s = tile(s, hex_id, number, rotation)
    return phase(train(s, "GIP", "5", "4M"), "3", "4", "5")


@pytest.mark.rule("1853-4.2.3", "1853-4.4.2")
def test_two_trains_make_way_for_each_other():
    s = two_trains()
    assert BENARES in legal(s, 0)
    after = do(s, BENARES)
    assert after.frame.duties == ("J20", "H22")
    runs = (
        Route("5-0", ("H20.0", "I19", "J20.0")),
        Route("4M-0", ("H20.0", "I21.0", "H22.0")),
    )
    assert do(after, RunTrains(0, runs)).last_run["GIP"] > 0
    offered = [a for a in legal(after, 0) if isinstance(a, RunTrains)]
    assert offered
    assert all({"J20.0", "H22.0"} <= {item for r in a.routes for item in r.path} for a in offered)
    best = RUNS.best(after, "GIP")
    assert RUNS.routes(after, "GIP", best.routes) == offered[0].routes
    assert best.revenue == do(after, offered[0]).last_run["GIP"] <= best.bound


@pytest.mark.rule("1853-4.4.2")
def test_the_owed_run_may_begin_at_the_new_marker():
    """Without the way by I19 the 4M leaves the track between Allahabad and I21 to the 5."""
    s = two_trains()
    one_way = s.replace(board=s.board.clear({"I19"}))
    after = do(one_way, BENARES)
    runs = (Route("5-0", ("H20.0", "I21.0", "J20.0")), Route("4M-0", ("I21.0", "H22.0")))
    assert do(after, RunTrains(0, runs)).last_run["GIP"] > 0
    no_metre = one_way.update_frame(duties=()).replace(trains={**s.trains, "4M-0": "bank"})
    refused(no_metre, BENARES, "4.4.2")


@pytest.mark.rule("1853-4.2.3")
def test_no_number_of_ways_is_too_many():
    """Nearly every hex a city with six exits; of thousands of ways from Allahabad one leads to J18."""
    s = phase(train(acting("GIP", MARKER), "GIP", "6"), "3", "4", "5")
    atlas, board = s.book.atlas, s.board
    for hex_id in atlas.hexes:
        if "C" <= hex_id[0] <= "N" and hex_id not in ("I19", "J18", "K17", "J28", "F14", "M9", "N22"):
            board = board.lay(atlas, hex_id, "716", 0)
    s = s.replace(board=board.lay(atlas, "I19", "9", 0).lay(atlas, "J18", "4", 0))
    assert reached_from_home(s, "GIP", "J18")
    assert not reached_from_home(s, "GIP", "K17"), "nothing is built there"
    assert reached_from_home(s, "GIP", "H28"), "five cities from Allahabad"
    assert not reached_from_home(s, "GIP", "K29")


# -- the parts of the search -----------------------------------------------------------------------


def drawn():
    """A city of two stations, a hex of two towns, a city, and three pieces of line between them."""
    stops = (
        Stop("A1.0", "city", 20, groups=("A1",)),
        Stop("A1.1", "city", 20, groups=("A1",)),
        Stop("B2.0", "town", 10),
        Stop("B2.1", "town", 10),
        Stop("C3.0", "city", 30),
    )
    segments = (Segment("x", 0, 4, ()), Segment("y", 1, 2, ()), Segment("z", 3, 4, ()))
    paths = (("A1.0", "D4", "E5", "C3.0"), ("A1.1", "D4", "B2.0"), ("B2.1", "C3.0"))
    return SimpleNamespace(problem=Problem(stops, segments, (Train("T1"), Train("T2"))), paths=paths)


@pytest.mark.rule("1853-4.2.3", "1853-4.4.2")
@pytest.mark.parametrize(
    ("hex_id", "calls"),
    [
        ("A1", [Call((0, 1), "T1"), Call((0, 1), "T2")]),
        ("B2", [Call((2,), "T1"), Call((2,), "T2"), Call((3,), "T1"), Call((3,), "T2")]),
        ("C3", [Call((4,), "T1"), Call((4,), "T2")]),
        ("D4", [Call(segment=0), Call(segment=1)]),
        ("E5", [Call(segment=0)]),
        ("Z9", []),
    ],
)
def test_all_ways_to_pass_a_hex(hex_id, calls):
    assert _calls(drawn(), hex_id) == calls


def worth(problem):
    return [stop.revenue for stop in problem.stops], [segment.revenue for segment in problem.segments]


@pytest.mark.rule("1853-4.2.3")
def test_one_hex_is_worth_more_than_all_that_two_trains_could_earn():
    """The stops are worth 90; two trains earn 180 at most."""
    [stop] = _worth_most(drawn(), ["C3"])
    assert worth(stop) == ([20, 20, 10, 10, 30 + 181], [0, 0, 0])
    [line] = _worth_most(drawn(), ["D4"])
    assert worth(line) == ([20, 20, 10, 10, 30], [181, 181, 0])
    assert all(train.tag_bonus is None for train in line.trains)


@pytest.mark.rule("1853-4.2.3", "1853-4.4.2")
def test_two_hexes_are_tried_call_by_call():
    """C3 is passed in two ways at most, so a call is worth three times its reward."""
    first, second = _worth_most(drawn(), ["C3", "E5"])
    assert worth(first) == ([20, 20, 10, 10, 211], [181, 0, 0])
    assert worth(second) == ([20, 20, 10, 10, 211], [543, 0, 0])
    assert [train.tag_bonus for train in second.trains] == [("for T1", (0, 543)), ("for T2", (0, 543))]
    _, one, two = _worth_most(drawn(), ["A1", "C3"])
    for problem, tag in ((one, "for T1"), (two, "for T2")):
        assert [stop.tags for stop in problem.stops] == [(tag,), (tag,), (), (), ()]
        assert worth(problem) == ([20, 20, 10, 10, 211], [0, 0, 0])


def star(*trains, duties=()):
    """Nagpur with three arms for BNR: K13 and the town K9; Allahabad; the towns K19 and K25."""
    s = acting("BNR", RUN, duties=duties)
    for hex_id, number, rotation in (
        ("K17", "716", 0), ("K15", "9", 1), ("K13", "82", 1), ("K11", "9", 1), ("K9", "4", 1),
        ("J18", "4", 0), ("I19", "9", 0), ("H20", "6", 0),
        ("K19", "4", 1), ("K21", "9", 1), ("K23", "9", 1), ("K25", "4", 1),
    ):  # fmt: skip
        s = tile(s, hex_id, number, rotation)
    return train(s, "BNR", *trains)


@pytest.mark.rule("1853-4.2.3")
def test_the_best_runs_are_the_best_of_those_that_pass_where_they_must():
    free = RUNS.best(star("2"), "BNR")
    assert "K13" not in hexes_run(RUNS.routes(star("2"), "BNR", free.routes))
    s = star("2", duties=("K13",))
    owed = RUNS.best(s, "BNR")
    assert "K13" in hexes_run(RUNS.routes(s, "BNR", owed.routes))
    assert (owed.revenue, owed.bound, owed.proved) == (free.revenue - 10, free.revenue, False)
    for duties in (("K19",), ("K19", "K25"), ("C11",), ()):
        assert RUNS.best(star("2", duties=duties), "BNR") == free, "it passes there, or none does"


@pytest.mark.rule("1853-4.2.3", "1853-4.5.1")
def test_random_runs():
    """Nobody owes anything: the best run; a run that is owed: one that is legal; none there is: nothing."""
    [move] = activity_of(star("2")).moves(star("2"))
    best = offers(star("2"), 0, RunTrains)[0]
    assert move.sample(star("2"), 0, Chance(0.2)) == best
    owing = star("2", duties=("K13",))
    assert move.sample(owing, 0, Chance(0.2)) == offers(owing, 0, RunTrains)[-1]
    assert move.sample(star("2", duties=("C11",)), 0, Chance(0.2)) is None
    mail = do(star("2"), best)
    for number, action in ((0.09, LeaveMail(0)), (0.1, None)):
        assert LEAVE_MAIL.sample(mail, 0, Chance(number)) == action


@pytest.mark.rule("1853-4.5.5")
def test_the_stations_of_a_city_are_one_place_and_two_towns_are_two():
    s = tile(tile(acting("EIR"), "G21", "71", 5), "H22", "14", 0)
    for stop, groups in (("J28.0", ("J28",)), ("M9.0", ("M9",)), ("G21.0", ()), ("G21.1", ()), ("H22.0", ())):
        assert stop_of(s, "EIR", stop).groups == groups
