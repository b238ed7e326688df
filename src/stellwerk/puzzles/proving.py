"""What the answer of a puzzle is: worked out by the solver and the rule functions, never remembered.

Whoever finds a puzzle, ships one or checks one asks the same function here.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise, product
from typing import NamedTuple

import msgspec
from msgspec import structs

from stellwerk.engine.action import Action
from stellwerk.engine.play import decode, play
from stellwerk.engine.rule import Fault
from stellwerk.mech18.advice import runs_of
from stellwerk.mech18.operating import company_of
from stellwerk.mech18.runs import Route
from stellwerk.mech18.shares import holdings
from stellwerk.mech18.state import OUT, SCRAP, STOCKS, AnyRailways
from stellwerk.mech18.stock import SellShares
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain, treasury_short
from stellwerk.puzzles.puzzle import MARGIN, Puzzle, margin
from stellwerk.routing import Problem, Solution, solve

WAYS = 300
"""So many ways by the same stops are tried."""


class Unproved(ValueError):
    """A position has no answer of this kind, or none that is clear enough."""


def written(action: Action) -> str:
    """Return an action as a puzzle keeps it."""
    return msgspec.json.encode(action).decode()


def proved(s: AnyRailways, puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the answer that the engine finds; raise Unproved where there is none.

    A second best that is too near makes the answer a matter of luck: such a puzzle is none.
    """
    match puzzle.kind:
        case "run":
            found = _run(s, puzzle)
        case "tile":
            found = _tile(s, puzzle)
        case "rust":
            found = structs.replace(puzzle, answer=_rust(s, puzzle))
        case "director":
            found = structs.replace(puzzle, answer=(str(_aid(s, puzzle)),))
        case "heir":
            found = structs.replace(puzzle, answer=(str(_heir(s, puzzle)),))
    gap = margin(found)
    if gap is not None and gap < MARGIN:
        raise Unproved(f"the second best is only {gap} lower")
    return found


# -- the best run ------------------------------------------------------------------------------


def _run(s: AnyRailways, puzzle: Puzzle) -> Puzzle:
    """The best run of a company with one train, and the best that goes another way.

    Another way lacks a step between two stops of the best one, or it has all of them and more; more would
    not earn less, as no track here costs anything. So the second best is found by closing step after step.
    """
    runs = runs_of(s, puzzle.company)
    if runs is None:
        raise Unproved("nothing runs here")
    net = runs.network(s, puzzle.company)
    if len(net.problem.trains) != 1 or any(segment.revenue < 0 for segment in net.problem.segments):
        raise Unproved("more than one train, or track that costs something")
    best = solve(net.problem)
    if not best.proved or len(best.routes) != 1:
        raise Unproved("no run, or no proof")
    stops = best.routes[0].stops
    others = [_certain(solve(_without(net.problem, a, b))) for a, b in pairwise(stops)]
    second = max(others, key=lambda other: other.revenue)
    if not second.routes:
        raise Unproved("there is no other run")
    return structs.replace(
        puzzle,
        answer=tuple(net.problem.stops[stop].id for stop in stops),
        second=tuple(net.problem.stops[stop].id for stop in second.routes[0].stops),
        sums=(best.revenue, second.revenue),
        before=0,
    )


def _without(problem: Problem, a: int, b: int) -> Problem:
    """Return the problem with all track closed that joins two stops and meets no other."""
    left = tuple(segment for segment in problem.segments if {segment.a, segment.b} != {a, b})
    return structs.replace(problem, segments=left)


def _certain(solution: Solution) -> Solution:
    if not solution.proved:
        raise Unproved("no proof")
    return solution


# -- which tile --------------------------------------------------------------------------------


def best_after(s: AnyRailways, company: str, lay: Action | None = None) -> int:
    """Return the best run of a company, proved, once a tile is laid."""
    after = s if lay is None else play(s, lay).state
    runs = runs_of(after, company)
    if runs is None:
        raise Unproved("nothing runs here")
    return _certain(runs.most(after, company)).revenue


def _tile(s: AnyRailways, puzzle: Puzzle) -> Puzzle:
    lays = [decode(s.setup.game, text) for text in puzzle.options]
    if not all(isinstance(lay, LayTile) for lay in lays) or company_of(s) != puzzle.company:
        raise Unproved("no tiles of the company that acts")
    sums = tuple(best_after(s, puzzle.company, lay) for lay in lays)
    return structs.replace(
        puzzle,
        answer=(str(sums.index(max(sums))),),
        sums=sums,
        before=best_after(s, puzzle.company),
    )


# -- what rusts --------------------------------------------------------------------------------


def trains_in_play(s: AnyRailways) -> Iterator[tuple[str, str]]:
    """Cards that companies own, and what a choice calls them."""
    for train, owner in s.trains.items():
        if owner not in STOCKS and owner != OUT:
            yield train, f"{s.train_type(train)}/{s.versions[train]}"


def _names(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for _, name in pairs))


def _rust(s: AnyRailways, puzzle: Puzzle) -> tuple[str, ...]:
    after = play(s, decode(s.setup.game, puzzle.action)).state
    gone = [pair for pair in trains_in_play(s) if after.trains.get(pair[0], OUT) in (OUT, SCRAP)]
    answer = _names(gone)
    there = [name for train, name in trains_in_play(s) if name in answer]
    if len(there) != len(gone):
        raise Unproved("of like trains some go and some stay")
    if _names(trains_in_play(s)) != puzzle.options or not answer or len(answer) == len(puzzle.options):
        raise Unproved("all go or none")
    return answer


# -- how much the director adds ----------------------------------------------------------------


def _aid(s: AnyRailways, puzzle: Puzzle) -> int:
    purchase = decode(s.setup.game, puzzle.action)
    owner = s.director(puzzle.company)
    if not isinstance(purchase, BuyTrain) or owner is None or not treasury_short(s, purchase):
        raise Unproved("the treasury pays alone")
    added = s.cash[owner] - play(s, purchase).state.cash[owner]
    if added != min(treasury_short(s, purchase), s.cash[owner]) or added <= 0:
        raise Unproved("other money moves as well before anybody decides again")
    return added


# -- who becomes director ----------------------------------------------------------------------


def _heir(s: AnyRailways, puzzle: Puzzle) -> int:
    sale = decode(s.setup.game, puzzle.action)
    if not isinstance(sale, SellShares) or s.director_seat(puzzle.company) != sale.seat:
        raise Unproved("not a director's sale")
    left = holdings(s, puzzle.company)
    left[sale.seat] -= sale.shares
    if sum(1 for shares in left.values() if shares > 1) < 2:
        raise Unproved("only one person could be director")
    seat = play(s, sale).state.director_seat(puzzle.company)
    if seat < 0 or str(seat) not in puzzle.options:
        raise Unproved("nobody is director")
    return seat


def seats_of(s: AnyRailways) -> tuple[str, ...]:
    """Return the choices where a person is asked for."""
    return tuple(str(seat) for seat in range(len(s.names)))


# -- what somebody answers ---------------------------------------------------------------------


class Driven(NamedTuple):
    """A run that somebody named: what it earns and the way it goes, or what is wrong with it."""

    revenue: int
    path: tuple[str, ...]
    fault: Fault | None = None


def driven(s: AnyRailways, company: str, stops: Sequence[str]) -> Driven:
    """Return the best of the ways that call at these stops in this order with the company's first train."""
    runs = runs_of(s, company)
    if runs is None:
        raise Unproved("nothing runs here")
    net = runs.network(s, company)
    ways = [
        [path for path in net.segments if path[0] == a and path[-1] == b] or [(a, b)]
        for a, b in pairwise(stops)
    ]
    train = net.problem.trains[0].id
    refused: Driven | None = None
    best: Driven | None = None
    for chosen in islice(product(*ways), WAYS):
        path = (*stops[:1], *(item for part in chosen for item in part[1:]))
        verdict = runs.checked(s, company, (Route(train, path),))
        if verdict.fault is not None:
            refused = refused or Driven(0, path, verdict.fault)
        elif best is None or verdict.runs[0].revenue > best.revenue:
            best = Driven(verdict.runs[0].revenue, path)
    found = best or refused
    assert found is not None  # without any step there is one way to take none
    return found


def is_right(s: AnyRailways, puzzle: Puzzle, given: Sequence[str]) -> bool:
    """Return whether an answer is the proved one; any run that earns as much as the best is."""
    if puzzle.kind == "run":
        run = driven(s, puzzle.company, given)
        return run.fault is None and run.revenue == puzzle.sums[0]
    return sorted(given) == sorted(puzzle.answer)
