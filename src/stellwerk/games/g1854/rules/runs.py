"""RT: what the trains of 1854 may run and what it earns."""

from stellwerk.board.hexes import StopId, hex_of
from stellwerk.board.reach import passable
from stellwerk.board.tile import revenue
from stellwerk.engine.rule import rule
from stellwerk.games.g1854.rules.mountains import close_after_run, graz_bonus
from stellwerk.games.g1854.rules.state import Austria
from stellwerk.mech18.runs import RunMove, Runs, RunStep, route_rule
from stellwerk.mech18.trains import owned_version
from stellwerk.routing import Limit, Stop, Train

FAR = "far end"
LARGE = ("city", "offboard")
PLACES = ("city", "town", "offboard")


def stop_of(s: Austria, company: str, stop: str) -> Stop:
    """RT-7: value by phase colour; RT-3: what is one place; RT-4: what may be passed; MR-5: Graz."""
    atlas = s.book.atlas
    here, hex_id = s.board.stop(atlas, StopId(stop)), hex_of(stop)
    cities = sum(1 for other in s.board.face(atlas, hex_id).stops if other.kind == "city")
    group = atlas.hexes[hex_id].place_group or (hex_id if cities > 1 else "")
    bonus = graz_bonus(s, company) if hex_id == s.facts.graz.hex else 0
    return Stop(
        id=stop,
        type=here.kind,
        revenue=revenue(here, s.colour) + bonus,
        own=s.board.holds(StopId(stop), company),
        through=passable(atlas, s.board, StopId(stop), company),
        groups=(group,) if group else (),
        tags=(FAR,) if hex_id in s.facts.far_ends else (),
    )


def trains_of(s: Austria, company: str) -> tuple[Train, ...]:
    """RT-2: N places, or N large ones and any towns; RT-6: the 8Ox picks its eight; TN-2: what runs."""
    trains = []
    for card in s.trains_of(company):
        version = owned_version(s, card)
        assert version.reach is not None
        if version.plus:
            if s.is_local(company):
                trains.append(Train(card, (Limit(LARGE, version.reach),), forbids_tags=(FAR,)))
        elif version.picks:
            trains.append(Train(card, counts=version.reach))
        else:
            trains.append(Train(card, (Limit(PLACES, version.reach),), forbids_tags=(FAR,)))
    return tuple(trains)


def toll(s: Austria, pieces: tuple[str, ...]) -> int:
    """RT-5: the shortcut past München costs each train that uses it."""
    return int(s.facts.toll) if s.facts.shortcut in pieces else 0


RUNS = Runs[Austria](stop_of, trains_of, toll=toll, also=graz_bonus)

# RT-8: the best run is offered, any legal one is accepted. RT-9: how trains go on from stops: board/track.py.
RUN = RunStep[Austria](
    RunMove[Austria](
        RUNS,
        rule("RT-10", route_rule(RUNS, "train")),
        rule("RT-1", route_rule(RUNS, "two_stops", "own_token", "not_connected", "track_twice")),
        rule("RT-6", route_rule(RUNS, "tag_forbidden")),
        rule("RT-4", route_rule(RUNS, "passes_terminal", "passes_end_stop")),
        rule("RT-3", route_rule(RUNS, "stop_twice", "same_group")),
        rule("RT-2", route_rule(RUNS, "range")),
        rule("RT-1", route_rule(RUNS, "shared_track")),
        after=close_after_run,
    )
)
