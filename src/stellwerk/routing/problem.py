"""A route problem: a track network, the trains that run on it, and what a run is worth.

Nothing here knows a game: a game says what its stops, segments and trains are worth in this phase.
"""

import msgspec


class Stop(msgspec.Struct, frozen=True):
    """A place where a train can stop; with `through=False` a route can only end there.

    side: income beside the revenue for every route that calls here; it decides between equal revenues.
    """

    id: str
    type: str
    revenue: int
    own: bool = False
    through: bool = True
    groups: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    side: int = 0


class Segment(msgspec.Struct, frozen=True):
    """Track between the stops number `a` and `b` with no stop between.

    revenue: added to a route that uses the segment, or taken from it when negative.
    gauges: the gauges that run the whole way; None is for every train.
    """

    id: str
    a: int
    b: int
    pieces: tuple[str, ...]
    gauge_changes: int = 0
    revenue: int = 0
    gauges: tuple[str, ...] | None = None


class Limit(msgspec.Struct, frozen=True):
    """At most `max` stops of these types."""

    types: tuple[str, ...]
    max: int


class Train(msgspec.Struct, frozen=True):
    """What one train may run.

    gauge_counts: gauge changes beyond the free ones use up range in every limit.
    tag_bonus: a tag and the amount for 0, 1, 2 ... stops with it (the last amount holds for more).
    needs_tag: the route holds exactly one stop with this tag, as an end, and its revenue is not counted.
    express_to: one end is a stop with this tag; only it and the best other own stop count; no limits, no
        bonus, no side income.
    express_from_end: the own stop that counts is the other end, so the route must begin at one.
    passes_tags: stops with these tags are passed through even if other trains must end there.
    counts: only so many stops earn their revenue, the best ones; the others are passed.
    gauge: the train uses only segments of this gauge; None is at home on every track.
    """

    id: str
    limits: tuple[Limit, ...] = ()
    gauge_counts: bool = False
    free_gauge_changes: int = 0
    tag_bonus: tuple[str, tuple[int, ...]] | None = None
    needs_tag: str | None = None
    forbids_tags: tuple[str, ...] = ()
    express_to: str | None = None
    express_from_end: bool = False
    passes_tags: tuple[str, ...] = ()
    counts: int | None = None
    gauge: str | None = None


class Bonus(msgspec.Struct, frozen=True):
    """Added to a route that has a stop (by number) from each of the lists."""

    amount: int
    one_of_each: tuple[tuple[int, ...], ...]


class EndBonus(msgspec.Struct, frozen=True):
    """Paid for the two ends of one route of the whole set: the amounts of these stops (by number).

    side: the amount is income beside the revenue.
    """

    amounts: tuple[int, ...]
    side: bool = False


class Problem(msgspec.Struct, frozen=True):
    """Give every train at most one route, no piece of track twice, for the greatest sum."""

    stops: tuple[Stop, ...]
    segments: tuple[Segment, ...]
    trains: tuple[Train, ...]
    bonuses: tuple[Bonus, ...] = ()
    end_bonus: EndBonus | None = None


class Run(msgspec.Struct, frozen=True):
    """One train's route: stops in travel order and the segments between them, by number.

    end_bonus: what this train, the one of the set that carries it, is paid for its ends; not in `revenue`.
    """

    train: str
    stops: tuple[int, ...]
    segments: tuple[int, ...]
    revenue: int
    side: int = 0
    end_bonus: int = 0


class Proof(msgspec.Struct, frozen=True):
    """What was looked at: ways to leave an own stop, routes that could matter, sets of routes tried.

    Without sets the prices of track alone were enough, without routes every train has its own best run.
    """

    arms: int = 0
    routes: int = 0
    sets: int = 0


class Solution(msgspec.Struct, frozen=True):
    """The runs found; `bound` is a revenue that no solution can beat (= `revenue` when proved).

    revenue and side hold the end bonus, whichever it belongs to.
    """

    revenue: int
    routes: tuple[Run, ...]
    proved: bool
    bound: int
    side: int = 0
    proof: Proof = Proof()
