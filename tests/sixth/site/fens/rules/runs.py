"""RU: what trains may run and what it earns."""

from fens.rules.state import Fens
from stellwerk.board.hexes import StopId
from stellwerk.board.reach import passable
from stellwerk.board.tile import revenue
from stellwerk.engine.rule import rule
from stellwerk.mech18.runs import RunMove, Runs, RunStep, route_rule
from stellwerk.mech18.trains import owned_version
from stellwerk.routing import Limit, Stop, Train

COUNTED = ("city", "offboard")


def stop_of(s: Fens, company: str, stop: str) -> Stop:
    """RU-1: value by the colour of the phase, and whether trains pass through."""
    here = s.board.stop(s.book.atlas, StopId(stop))
    return Stop(
        id=stop,
        type=here.kind,
        revenue=revenue(here, s.colour),
        own=s.board.holds(StopId(stop), company),
        through=passable(s.book.atlas, s.board, StopId(stop), company),
    )


def trains_of(s: Fens, company: str) -> tuple[Train, ...]:
    """RU-2: how far each train goes."""
    reach = {card: owned_version(s, card).reach or 0 for card in s.trains_of(company)}
    return tuple(Train(card, (Limit(COUNTED, most),)) for card, most in reach.items())


RUNS = Runs[Fens](stop_of, trains_of)
RUN = RunStep[Fens](
    RunMove[Fens](
        RUNS,
        rule("RU-2", route_rule(RUNS, "train", "range", "shared_track")),
        rule(
            "RU-1", route_rule(RUNS, "two_stops", "own_token", "not_connected", "track_twice", "stop_twice")
        ),
        rule("RU-1", route_rule(RUNS, "passes_terminal", "passes_end_stop")),
    )
)
