"""Reading route problems from files of the bench format (format 1), and answers as such files have them."""

from os import PathLike
from typing import Any

import msgspec

from .problem import Bonus, Limit, Problem, Segment, Solution, Stop, Train

GOODS_TAG = "mine"
EXPRESS_TAG = "alice"
COUNTED_TAG = "k"

_PROBLEM_FIELDS = {"nodes", "edges", "trains", "rules"}


def load(path: str | PathLike[str]) -> tuple[Problem, dict[str, Any]]:
    """Return the problem in the file, and every other field of the file."""
    with open(path, "rb") as file:
        return read(file.read())


def read(text: bytes) -> tuple[Problem, dict[str, Any]]:
    """Return the problem in such a text, and every other field of it; raise ValueError when there is none."""
    try:
        data = msgspec.json.decode(text, type=dict[str, Any])
        if data.get("format") != 1:
            raise ValueError(f"unknown format {data.get('format')!r}")
        return _problem(data), {key: value for key, value in data.items() if key not in _PROBLEM_FIELDS}
    except (msgspec.DecodeError, UnicodeError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no route problem: {error!r}") from None


def _problem(data: dict[str, Any]) -> Problem:
    nodes, rules = data["nodes"], data["rules"]
    number = {node["id"]: place for place, node in enumerate(nodes)}
    return Problem(
        stops=tuple(_stop(node) for node in nodes),
        segments=tuple(
            Segment(
                id=str(int(edge["id"])),
                a=number[edge["a"]],
                b=number[edge["b"]],
                pieces=tuple(edge["pieces"]),
                gauge_changes=edge.get("gauge_changes", 0),
            )
            for edge in data["edges"]
        ),
        trains=tuple(
            _train(f"{place}:{train['name']}", train, rules) for place, train in enumerate(data["trains"])
        ),
        bonuses=tuple(
            Bonus(
                amount=bonus["amount"],
                one_of_each=tuple(tuple(number[stop] for stop in one) for one in bonus["one_of_each"]),
            )
            for bonus in rules.get("route_bonuses", ())
        ),
    )


class NamedRoute(msgspec.Struct, frozen=True):
    """A route with the names of the file: train by place and name, stops and edges in travel order."""

    index: int
    train: str
    revenue: int
    stops: list[str]
    edges: list[int]


def routes_of(problem: Problem, solution: Solution) -> list[NamedRoute]:
    """The routes with the names of the file."""
    found = []
    for run in solution.routes:
        place, _, name = run.train.partition(":")
        found.append(
            NamedRoute(
                index=int(place),
                train=name,
                revenue=run.revenue,
                stops=[problem.stops[number].id for number in run.stops],
                edges=[int(problem.segments[number].id) for number in run.segments],
            )
        )
    return found


def _stop(node: dict[str, Any]) -> Stop:
    tags = [tag for tag in (COUNTED_TAG, EXPRESS_TAG) if node.get(tag)]
    mine = node["kind"] == "mine"
    if mine:
        tags.append(GOODS_TAG)
    return Stop(
        id=node["id"],
        type=node["type"],
        revenue=node["revenue"],
        own=node["own_token"],
        through=not (node["blocked"] or node["terminal"]),
        groups=tuple(node.get("groups", ())),
        tags=tuple(tags),
        side=node["revenue"] if mine else 0,
    )


def _train(name: str, train: dict[str, Any], rules: dict[str, Any]) -> Train:
    kind = train["kind"]
    tag_bonus = None
    if train.get("k_bonus"):
        amounts = rules["k_bonus"]
        tag_bonus = (COUNTED_TAG, tuple(amounts[str(count)] for count in range(len(amounts))))
    return Train(
        id=name,
        limits=tuple(Limit(types=tuple(limit["types"]), max=limit["max"]) for limit in train["limits"]),
        gauge_counts=train.get("gauge_counts", False),
        free_gauge_changes=train.get("free_gauge_changes", 0),
        tag_bonus=tag_bonus,
        needs_tag=GOODS_TAG if kind == "goods" else None,
        forbids_tags=(GOODS_TAG,) if kind != "goods" and rules.get("other_trains_no_mine") else (),
        express_to=EXPRESS_TAG if kind == "ghan" else None,
    )
