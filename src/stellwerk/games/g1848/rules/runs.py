"""IX and XI: what the trains of 1848 may run and what it earns."""

from stellwerk.board.hexes import StopId
from stellwerk.board.reach import passable
from stellwerk.board.tile import revenue
from stellwerk.engine.rule import rule
from stellwerk.games.g1848.rules.state import Australia
from stellwerk.mech18.runs import RunMove, Runs, RunStep, route_rule
from stellwerk.mech18.trains import owned_version
from stellwerk.routing import Limit, Stop, Train

# IX-2: large cities, red links and Tasmania (V-P3-2, XI-Haf-2) use range; towns and the small harbours
# (XI-Haf-1) do not.
COUNTED = ("city", "offboard")
ALICE_SPRINGS = "Alice Springs"


def stop_of(s: Australia, company: str, stop: str) -> Stop:
    """XI: value by phase colour (XI-Ber-1), what may be passed (XI-3), what is one place (XI-6).

    XI-2: the two cities of a hex are two places. XI-Haf-3: a harbour is a stop like any other.
    VIII-Gauge-3: a gauge change is a property of the border that track crosses, not a piece in stock.
    """
    atlas = s.book.atlas
    here = s.board.stop(atlas, StopId(stop))
    hex_id = atlas.where[StopId(stop)][0]
    place = atlas.hexes[hex_id].place_group
    tags = []
    if hex_id in s.facts.k_places:
        tags.append("k")
    if place == ALICE_SPRINGS:
        tags.append("alice")
    return Stop(
        id=stop,
        type=here.kind,
        revenue=revenue(here, s.colour),
        own=s.board.holds(StopId(stop), company),
        through=passable(atlas, s.board, StopId(stop), company),
        groups=(place,) if place and s.rulings.alice_springs_is_one else (),
        tags=tuple(tags),
    )


def trains_of(s: Australia, company: str) -> tuple[Train, ...]:
    """IX-2 to IX-4, IX-6: how far each train goes."""
    bonus = ("k", s.facts.k_bonus) if s.rulings.k_bonus else None  # S1
    trains = []
    for card in s.trains_of(company):
        version = owned_version(s, card)
        if version.express:  # IX-6, IX-10
            trains.append(Train(card, express_to="alice", express_from_end=s.rulings.ghan_starts_at_marker))
        elif version.reach is None:  # IX-4: a D goes as far as it likes, gauges do not matter
            trains.append(Train(card, tag_bonus=bonus))
        else:  # IX-2; IX-3 and VIII-Gauge-2: a plus train passes one gauge change free
            limit = (Limit(COUNTED, version.reach),)
            trains.append(Train(card, limit, True, version.free_gauge_changes, bonus))
    return tuple(trains)


RUNS = Runs[Australia](stop_of, trains_of)

# XI-8, S14: any legal run may be chosen; the best one is only offered.
RUN = RunStep[Australia](
    RunMove[Australia](
        RUNS,
        rule("IX-Buy-1", route_rule(RUNS, "train")),
        rule("XI-1", route_rule(RUNS, "two_stops", "own_token", "not_connected")),
        rule("XI-4", route_rule(RUNS, "track_twice")),
        rule("XI-7", route_rule(RUNS, "stop_twice", "passes_terminal")),
        rule("XI-3", route_rule(RUNS, "passes_end_stop")),  # XI-Haf-1: a small harbour has one side only
        rule("XI-6", route_rule(RUNS, "same_group")),
        rule("IX-2", route_rule(RUNS, "range")),  # VIII-Gauge-1: a gauge change counts like a city
        rule("IX-6", route_rule(RUNS, "express_end")),
        rule("XI-5", route_rule(RUNS, "shared_track")),
    )
)
