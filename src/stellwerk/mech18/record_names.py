"""What recorded actions name: players, companies, shares, tiles, trains that this game may not have."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from stellwerk.engine.rule import Fault, refuse
from stellwerk.engine.text import msg
from stellwerk.mech18.state import AnyRailways

Recorded = Mapping[str, Any]
"""An action as another program wrote it in JSON."""


def names_fault(action: Recorded, s: AnyRailways, players: Mapping[str, int]) -> Fault | None:
    """What an action names that this game does not have."""
    entity, kind = action["entity"], action["entity_type"]
    known = {*s.book.companies, *s.book.privates}
    if kind == "player":
        if str(entity) not in players:
            return refuse("there is no player {id}", id=str(entity))
    elif entity not in known:
        return refuse("there is no company {company}", company=str(entity))
    for what, value, there in _named(action, s, known):
        if value not in there:
            return Fault(what, {"name": value})
    return None


def _named(action: Recorded, s: AnyRailways, known: set[str]) -> Iterator[tuple[str, str, Collection[str]]]:
    """What an action names, with those there are."""
    company, share, train = (
        msg("there is no company {name}"),
        msg("there is no share {name}"),
        msg("there is no train {name}"),
    )
    match action["type"]:
        case "special_buy":
            yield company, action["description"], known
        case "bid" | "buy_company":
            yield company, action["company"], known
        case "assign":
            yield company, action["target"], known
        case "par":
            yield company, action["corporation"], known
        case "buy_shares" | "sell_shares":
            for copy in action["shares"]:
                yield share, copy, s.book.papers
        case "lay_tile":
            yield msg("there is no hex {name}"), action["hex"], s.book.atlas.hexes
            tile, _, copy = action["tile"].rpartition("-")
            numbered = copy.isascii() and copy.isdigit()
            yield msg("there is no tile {name}"), tile if numbered else action["tile"], s.book.atlas.tiles
        case "buy_train" | "discard_train":
            yield train, action["train"], s.trains
            if action.get("exchange"):
                yield train, action["exchange"], s.trains
        case "run_routes":
            for route in action["routes"]:
                yield train, route["train"], s.trains
