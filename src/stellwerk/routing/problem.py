"""A route problem: a track network, the trains that run on it, and what a run is worth.

Nothing here knows a game: a game says what its stops, segments and trains are worth in this phase.
"""

import msgspec


class Stop(msgspec.Struct, frozen=True):
    """A place where a train can stop; with `through=False` a route can only end there."""

    id: str
    type: str
    revenue: int
    own: bool = False
    through: bool = True
    groups: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


class Segment(msgspec.Struct, frozen=True):
    """Track between the stops number `a` and `b` with no stop between."""

    id: str
    a: int
    b: int
    pieces: tuple[str, ...]
    gauge_changes: int = 0
    toll: int = 0
    """Taken off the revenue of a train that uses it."""


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
        bonus.
    express_from_end: the own stop that counts is the other end, so the route must begin at one.
    picks: the route may have any number of stops; the dearest so many count. No limits, no bonus.
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
    picks: int | None = None


class Bonus(msgspec.Struct, frozen=True):
    """Added to a route that has a stop (by number) from each of the lists."""

    amount: int
    one_of_each: tuple[tuple[int, ...], ...]


class Problem(msgspec.Struct, frozen=True):
    """Give every train at most one route, no piece of track twice, for the greatest sum."""

    stops: tuple[Stop, ...]
    segments: tuple[Segment, ...]
    trains: tuple[Train, ...]
    bonuses: tuple[Bonus, ...] = ()


class Run(msgspec.Struct, frozen=True):
    """One train's route: stops in travel order and the segments between them, by number."""

    train: str
    stops: tuple[int, ...]
    segments: tuple[int, ...]
    revenue: int


class Solution(msgspec.Struct, frozen=True):
    """The runs found; `bound` is a revenue that no solution can beat (= `revenue` when proved)."""

    revenue: int
    routes: tuple[Run, ...]
    proved: bool
    bound: int
