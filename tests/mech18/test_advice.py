"""What trains could earn: the best run of a position, and what a tile, a station or a train would add."""

from typing import Any

import pytest
from msgspec import structs

from stellwerk.engine import Refusal, legal, play
from stellwerk.engine.offload import ON_THE_SPOT
from stellwerk.mech18.advice import ADVICE, acting_company, best_run, how_proved, running, runs_of, worth
from stellwerk.mech18.markers import PlaceMarker
from stellwerk.mech18.runs import SOLVED, best_runs, unnamed
from stellwerk.mech18.track import LayTile
from stellwerk.mech18.trains import BuyTrain
from stellwerk.routing import Proof, Solution, solve
from tests.games.g1848.table import home, phase, sells, start, stock, train, turn
from tests.routing.test_solve import grid, range_train


def brisbane(step: int, **more: Any) -> Any:
    """QR with a 2 in Brisbane, whose track ends nowhere yet."""
    s = home(start(stock(), "QR", cash=900), "QR")
    return turn(train(s, "QR", "2-0"), "QR", step=step, **more)


def lays(s: Any) -> list[LayTile]:
    return [a for a in legal(s, 0) if isinstance(a, LayTile)]


def test_a_tile_is_worth_what_the_best_run_grows_by() -> None:
    s = brisbane(1)
    found = {action: worth(s, action) for action in lays(s)}
    assert found
    for action, told in found.items():
        assert told is not None
        after = best_run(play(s, action).state, "QR")
        assert after is not None
        assert (told.who, told.before, told.after) == ("QR", 0, after.revenue)
        assert told.proved
    assert max(told.change for told in found.values() if told) > 0


def test_a_train_is_worth_what_it_would_run() -> None:
    s = home(start(stock(), "QR", cash=900), "QR")
    track = brisbane(1)
    best = max(lays(track), key=lambda action: worth(track, action))  # type: ignore[arg-type,return-value]
    s = turn(sells(s, "3").replace(board=play(track, best).state.board), "QR", step=5)
    without = best_run(s, "QR")
    assert without is not None
    assert (without.revenue, without.routes) == (0, [])
    (action,) = [a for a in legal(s, 0) if isinstance(a, BuyTrain) and a.version == "3"]
    told = worth(s, action)
    assert told is not None
    # The first 3 changes the phase, and with it what Cairns is worth.
    after = best_run(train(phase(s, *s.phases, "3"), "QR", action.train, "3"), "QR")
    assert after is not None
    assert told.after == after.revenue
    assert told.change == told.after > 0


def test_a_train_that_its_owner_must_sell_counts_as_sold() -> None:
    s = home(start(stock(), "QR", cash=900), "QR")
    s = home(start(s, "VR", seat=1, cash=100), "VR")
    s = sells(s, "4")
    s = turn(train(s, "VR", "3-0", "3"), "QR", step=5)
    (action,) = [a for a in legal(s, 0) if isinstance(a, BuyTrain) and s.trains[a.train] == "VR"]
    assert worth(s, action) is not None


def test_a_station_can_open_nothing_and_is_told_so() -> None:
    s = brisbane(2)
    for action in [a for a in legal(s, 0) if isinstance(a, PlaceMarker)]:
        told = worth(s, action)
        assert told is not None
        assert told.change >= 0


def test_what_is_not_legal_is_refused_and_no_turn_has_no_answer() -> None:
    s = brisbane(1)
    with pytest.raises(Refusal):
        worth(s, LayTile(0, "A4", "9", 0))
    assert acting_company(stock()) == ""
    assert worth(stock(), LayTile(0, "A4", "9", 0)) is None
    assert running(s) == ["QR"]
    assert ADVICE.best(s, "QR", ON_THE_SPOT) == best_run(s, "QR")


@pytest.mark.parametrize(
    ("solution", "begins"),
    [
        (Solution(10, (), False, 40), "not proved: at most {bound}"),
        (Solution(10, (), True, 10, proof=Proof(5)), "proved: every train"),
        (Solution(10, (), True, 10, proof=Proof(5, 7)), "proved: {routes} routes could matter, prices"),
        (Solution(10, (), True, 10, proof=Proof(5, 7, 2)), "proved: {routes} routes could matter, {sets}"),
    ],
)
def test_the_certificate_in_words(solution: Solution, begins: str) -> None:
    says, figures = how_proved(solution)
    assert says.startswith(begins)
    says.format_map(figures)  # nothing is missing


class Far:
    """A place that counts what it is asked."""

    def __init__(self, patience: float) -> None:
        self.patience: float | None = patience
        self.asked = 0

    def __call__(self, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.asked += 1
        return function(*args, **kwargs)

    def close(self) -> None:
        pass


def test_what_takes_long_is_solved_elsewhere_with_the_same_answer() -> None:
    easy, hard = grid(2, (range_train("a", 2),)), grid(4, (range_train("a", 5), range_train("b", 5)))
    patient, hasty = Far(60.0), Far(0.0)
    assert best_runs(easy, patient) == solve(easy)
    assert patient.asked == 0
    assert best_runs(hard, hasty) == solve(hard)
    assert hasty.asked == 1


def test_like_trains_are_worth_the_same() -> None:
    """Which of several it would be is not asked: one answer serves them all, whatever stands first."""
    s = brisbane(1)
    s = play(s, max(lays(s), key=lambda action: worth(s, action))).state  # type: ignore[arg-type,return-value]
    runs = runs_of(s, "QR")
    assert runs is not None
    (train,) = s.trains_of("QR")
    kind = s.train_type(train)
    like = next(other for other in s.trains_of("bank") if s.train_type(other) == kind)
    versions = {**s.versions, like: s.versions[train]}
    other = s.replace(trains={**s.trains, train: "bank", like: "QR"}, versions=versions)
    most, best = runs.most(s, "QR"), runs.best(s, "QR")
    # It may have been worked out for another train that is like this one.
    assert [(run.stops, run.revenue) for run in most.routes] == [
        (run.stops, run.revenue) for run in best.routes
    ]
    assert [run.train for run in best.routes] == [train]
    assert runs.most(other, "QR") is most
    assert runs.best(other, "QR").revenue == most.revenue
    assert [run.train for run in runs.best(other, "QR").routes] == [like]
    one, two = range_train("a", 2), range_train("b", 3)
    assert unnamed(grid(2, (one, two))) == unnamed(grid(2, (structs.replace(two, id="c"), one)))
    assert unnamed(grid(2, (one, one))) != unnamed(grid(2, (one, two)))


def test_what_has_been_solved_is_kept_for_whoever_asks_next() -> None:
    s = brisbane(1)
    s = play(s, max(lays(s), key=lambda action: worth(s, action))).state  # type: ignore[arg-type,return-value]
    runs = runs_of(s, "QR")
    assert runs is not None
    found = runs.best(s, "QR")
    assert found.revenue > 0
    assert runs.best(s, "QR") is found
    other = s.replace(board=structs.replace(s.board))  # a board that nothing is kept with
    assert runs.best(other, "QR") is found
    SOLVED.of(s.book).clear()
    assert runs.best(other, "QR") is found
    assert runs.best(s.replace(board=structs.replace(s.board)), "QR") is not found


def test_stops_and_track_are_laid_out_once_for_all_trains() -> None:
    """Bots ask what many trains would earn on one map."""
    s = brisbane(1)
    runs = runs_of(s, "QR")
    assert runs is not None
    one, other = runs.network(s, "QR"), runs.network(train(s, "QR", "3-0"), "QR")
    assert one.problem.trains != other.problem.trains
    assert one.problem.stops is other.problem.stops
    assert one.segments is other.segments
