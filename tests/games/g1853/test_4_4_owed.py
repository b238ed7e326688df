"""4.2.3, 4.4.2: runs that a turn owes, compared with all routes there are."""

from collections import Counter
from random import Random

import pytest

from stellwerk.engine import legal
from stellwerk.games.g1853.owed import hexes_of, reached_from, runs_over
from stellwerk.games.g1853.runs import RUNS, reached_from_home
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.runs import Route, RunTrains, path_of
from stellwerk.routing import BadRoute, Run, value_of
from tests.games.g1853.table import MARKER, acting, do, marker, phase, refused, tile, train

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
    one_way = s.but(board=s.board.clear({"I19"}))
    after = do(one_way, BENARES)
    runs = (Route("5-0", ("H20.0", "I21.0", "J20.0")), Route("4M-0", ("I21.0", "H22.0")))
    assert do(after, RunTrains(0, runs)).last_run["GIP"] > 0
    no_metre = one_way.mark(duties=()).but(trains={**s.trains, "4M-0": "bank"})
    refused(no_metre, BENARES, "4.4.2")


@pytest.mark.rule("1853-4.2.3")
def test_no_number_of_ways_is_too_many():
    """Nearly every hex a city with six exits; of thousands of ways from Allahabad one leads to J18."""
    s = phase(train(acting("GIP", MARKER), "GIP", "6"), "3", "4", "5")
    atlas, board = s.book.atlas, s.board
    for hex_id in atlas.hexes:
        if "C" <= hex_id[0] <= "N" and hex_id not in ("I19", "J18", "K17", "J28", "F14", "M9", "N22"):
            board = board.lay(atlas, hex_id, "716", 0)
    s = s.but(board=board.lay(atlas, "I19", "9", 0).lay(atlas, "J18", "4", 0))
    assert reached_from_home(s, "GIP", "J18")
    assert not reached_from_home(s, "GIP", "K17"), "nothing is built there"
    assert reached_from_home(s, "GIP", "H28"), "five cities from Allahabad"
    assert not reached_from_home(s, "GIP", "K29")
