"""Small random networks with every kind of stop, train and bonus."""

from random import Random

from stellwerk.routing import Bonus, Limit, Problem, Segment, Stop, Train

TYPES = ("city", "town", "offboard")


def random_problem(seed: int, trains: int | None = None) -> Problem:
    rng = Random(seed)
    count = rng.randint(2, 7)
    stops = tuple(_stop(rng, number) for number in range(count))
    segments = tuple(_segment(rng, number, count) for number in range(rng.randint(1, 9)))
    fleet = [_train(rng, number) for number in range(trains or rng.choice((1, 1, 2, 2, 3)))]
    if len(fleet) > 1 and rng.random() < 0.3:
        first = fleet[0]
        fleet[1] = Train("1", first.limits, first.gauge_counts, first.free_gauge_changes, first.tag_bonus)
    bonuses = tuple(
        Bonus(
            rng.choice((10, 30, 50)),
            tuple(tuple(rng.sample(range(count), rng.randint(0, 2))) for _ in range(rng.randint(1, 2))),
        )
        for _ in range(rng.choice((0, 0, 1, 2)))
    )
    return Problem(stops, segments, tuple(fleet), bonuses)


def _stop(rng: Random, number: int) -> Stop:
    return Stop(
        id=f"s{number}",
        type=rng.choice(TYPES),
        revenue=rng.choice((0, 10, 20, 30, 40, 50, 60)),
        own=number == 0 or rng.random() < 0.3,
        through=rng.random() < 0.8,
        groups=tuple(group for group in ("g", "h") if rng.random() < 0.12),
        tags=tuple(tag for tag in ("k", "mine", "far") if rng.random() < 0.3),
    )


def _segment(rng: Random, number: int, count: int) -> Segment:
    pieces = [f"p{number}.{place}" for place in range(rng.randint(1, 3))]
    if rng.random() < 0.35:
        pieces.append(f"common{rng.randint(0, 3)}")
    if rng.random() < 0.03:
        pieces.append(pieces[0])
    a, b = rng.randrange(count), rng.randrange(count)
    return Segment(f"e{number}", a, b, tuple(pieces), gauge_changes=rng.choice((0, 0, 0, 1, 2)))


def _train(rng: Random, number: int) -> Train:
    kind = rng.choice(("plain", "plain", "goods", "express", "bonus", "strict"))
    if kind == "express":
        return Train(str(number), express_to="far", forbids_tags=rng.choice(((), ("mine",))))
    limits = tuple(
        Limit(types=tuple(rng.sample(TYPES, rng.randint(1, 3))), max=rng.choice((0, 1, 2, 2, 3, 3, 4)))
        for _ in range(rng.choice((0, 1, 1, 1, 2)))
    )
    return Train(
        str(number),
        limits,
        gauge_counts=rng.random() < 0.4,
        free_gauge_changes=rng.choice((0, 1)),
        tag_bonus=("k", rng.choice(((0, 0, 50, 100), (0, 30, 10), (5,)))) if kind == "bonus" else None,
        needs_tag="mine" if kind == "goods" else None,
        forbids_tags=rng.choice((("mine",), ("mine", "far"))) if kind == "strict" else (),
    )
