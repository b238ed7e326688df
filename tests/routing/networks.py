"""Small random networks with every kind of stop, track, train and bonus."""

from random import Random

from msgspec.structs import replace

from stellwerk.routing import Bonus, EndBonus, Limit, Problem, Segment, Stop, Train

TYPES = ("city", "town", "offboard")
TAGS = ("k", "mine", "far", "gate")
KINDS = ("plain", "plain", "goods", "express", "bonus", "strict", "gauged", "counted")


def random_problem(seed: int, trains: int | None = None) -> Problem:
    rng = Random(seed)
    count = rng.randint(2, 8)
    # Half of the networks are as plain as those of most games.
    rich = rng.random() < 0.5
    stops = tuple(_stop(rng, number, rich) for number in range(count))
    segments = tuple(_segment(rng, number, count, rich) for number in range(rng.randint(count // 2, 12)))
    fleet = [_train(rng, number) for number in range(trains or rng.choice((1, 1, 2, 2, 2, 3, 3)))]
    if len(fleet) > 1 and rng.random() < 0.3:
        fleet[1] = replace(fleet[0], id="1")
    bonuses = tuple(
        Bonus(
            rng.choice((10, 30, 50)),
            tuple(tuple(rng.sample(range(count), rng.randint(0, 2))) for _ in range(rng.randint(1, 2))),
        )
        for _ in range(rng.choice((0, 0, 1, 2)))
    )
    end_bonus = None
    if rng.random() < 0.3:
        amounts = tuple(rng.choice((0, 10, 20, 30, 40, -10)) for _ in range(count))
        end_bonus = EndBonus(amounts, side=rng.random() < 0.5)
    return Problem(stops, segments, tuple(fleet), bonuses, end_bonus)


def _stop(rng: Random, number: int, rich: bool) -> Stop:
    return Stop(
        id=f"s{number}",
        type=rng.choice(TYPES),
        revenue=rng.choice((0, 10, 20, 30, 40, 50, 60)),
        own=number == 0 or rng.random() < 0.3,
        through=rng.random() < 0.8,
        groups=tuple(group for group in ("g", "h") if rng.random() < 0.12),
        tags=tuple(tag for tag in TAGS if rng.random() < 0.3),
        side=rng.choice((0, 0, 10, 20, -5)) if rich else 0,
    )


def _segment(rng: Random, number: int, count: int, rich: bool) -> Segment:
    pieces = [f"p{number}.{place}" for place in range(rng.randint(1, 3))]
    if rng.random() < 0.35:
        pieces.append(f"common{rng.randint(0, 3)}")
    if rng.random() < 0.03:
        pieces.append(pieces[0])
    # Mostly near stops, as on a map: then there are ways round and trains that meet.
    a = rng.randrange(count)
    b = rng.randrange(count) if rng.random() < 0.3 else (a + rng.choice((1, 1, 1, 2, -2))) % count
    return Segment(
        f"e{number}",
        a,
        b,
        tuple(pieces),
        gauge_changes=rng.choice((0, 0, 0, 1, 2)),
        revenue=rng.choice((0, 0, 0, -10, -30, 20)) if rich else 0,
        gauges=rng.choice((None, ("broad",), ("metre",), ("broad", "metre"), ())) if rich else None,
    )


def _train(rng: Random, number: int) -> Train:
    kind = rng.choice(KINDS)
    name = str(number)
    gauge = "metre" if kind == "gauged" or rng.random() < 0.1 else None
    passes = ("gate",) if rng.random() < 0.2 else ()
    if kind == "express":
        return Train(
            name,
            express_to="far",
            express_from_end=rng.random() < 0.3,
            forbids_tags=rng.choice(((), ("mine",))),
            passes_tags=passes,
            gauge=gauge,
        )
    limits = tuple(
        Limit(types=tuple(rng.sample(TYPES, rng.randint(1, 3))), max=rng.choice((0, 1, 2, 3, 3, 4, 5)))
        for _ in range(rng.choice((0, 1, 1, 1, 2)))
    )
    return Train(
        name,
        limits,
        gauge_counts=rng.random() < 0.4,
        free_gauge_changes=rng.choice((0, 1)),
        tag_bonus=("k", rng.choice(((0, 0, 50, 100), (0, 30, 10), (5,)))) if kind == "bonus" else None,
        needs_tag="mine" if kind == "goods" else None,
        forbids_tags=rng.choice((("mine",), ("mine", "far"))) if kind == "strict" else (),
        passes_tags=passes,
        counts=rng.choice((1, 2, 3)) if kind == "counted" or rng.random() < 0.05 else None,
        gauge=gauge,
    )
